"""What `RSpec.configure` gives to every test group: the functions of its block, and the modules it includes.

    RSpec.configure do |config|
      config.include ShopHelpers
      def quietly = yield
    end

It holds for the whole run, so for the files that require the one that states it, and for all in its folder of
tests. Called by `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.ruby import blocks
from xray_graph.resolve.project import HEADER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xray_graph.resolve.languages.ruby.classes import Classes, Found
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_KEY: Final = ("rb.rspec",)
_FOLDERS: Final = ("spec", "test")


class Configured(NamedTuple):
    scopes: tuple[int, ...]  # of the blocks
    modules: tuple[tuple[int, int], ...]  # (the constant's expression, its scope), the last first
    some: tuple[
        tuple[int, int, str], ...
    ]  # those of only some groups, and which (`include M, type: :request`)


def contribute(view: FileView) -> Iterator[tuple[Key, int]]:
    if "RSpec" in view.strings and "configure" in view.strings and configured(view).scopes:
        yield _KEY, HEADER


def given(classes: Classes, view: FileView, name: str) -> Found | str | None:
    """The method of a name that a file's tests are given."""
    names = classes.names
    paths = [path for path, _ in names.world.get(_KEY)]
    if not paths or not names.world.get(("rb.named", name)):
        return None
    loaded = names.loaded(view.path)
    for path in paths:
        if path != view.path and path not in loaded and not view.path.startswith(_folder(path)):
            continue
        names.world.touch_whole(path)
        there = names.project.views[path]
        held = configured(there)
        for scope in held.scopes:
            here = blocks.functions(there, scope, name)
            if here:
                return classes.pick(there, here, "", 0)
        for place in held.modules:
            found = _of_module(classes, there, place, name)
            if found is not None:
                return found
        some = {_of_module(classes, there, one[:2], name) for one in held.some if _is_of(view, one[2])} - {
            None
        }
        if some:
            return some.pop() if len(some) == 1 else None
    return None


def _of_module(classes: Classes, there: FileView, place: tuple[int, int], name: str) -> Found | None:
    module = classes.constant(there, place[1], place[0])
    found = None if module is None else classes.instance_method(there, classes.aliased(module), name)
    return None if isinstance(found, str) else found


def configured(view: FileView) -> Configured:
    """What the blocks of a file's `RSpec.configure` hold."""
    known: Configured | None = view.memo.get("rb.configured")
    if known is None:
        calls = [(call, view.expressions[call.expression]) for call in view.facts.calls]
        starts = [(c.scope, c.start) for c, row in calls if _is_on(view, row, "configure", "RSpec")]
        blocks = tuple(b for scope, start in starts if (b := _block(view, scope, start)) != NONE)
        modules = [
            (row[3], call.scope, row[4:])
            for call, row in calls
            if call.scope in blocks and len(row) > 3 and _includes(view, row)
        ]
        whole = tuple((module, scope) for module, scope, only in reversed(modules) if not only)
        some = tuple((module, scope, _group(view, only)) for module, scope, only in modules if only)
        known = view.memo["rb.configured"] = Configured(blocks, whole, some)
    return known


def _includes(view: FileView, row: tuple[int, ...]) -> bool:
    """`config.include M`; `include M` there gives it to all objects."""
    callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
    return (callee[0] == Op.NAME and view.name(row[2]) == "include") or _is_on(view, row, "include", "")


def _group(view: FileView, only: Sequence[int]) -> str:
    """The `:request` of `type: :request`, "" for anything else."""
    row = view.expressions[only[0]]
    pair = [view.strings[one[1]] for e in row[2:4] if (one := view.expressions[e])[0] == Op.LITERAL]
    return pair[1] if row[0] == Op.MAPPING and len(pair) == 2 and pair[0] == "type" else ""


def _is_of(view: FileView, group: str) -> bool:
    """Whether a file has test groups of a type: by its folder (`spec/requests`), or because it says so."""
    name = group.removeprefix(":")
    return bool(name) and (group in view.strings or not {name, f"{name}s"}.isdisjoint(view.path.split("/")))


def _is_on(view: FileView, row: tuple[int, ...], name: str, receiver: str) -> bool:
    """Whether a call is `receiver.name`; of no receiver's name, on a variable."""
    callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
    if callee[0] != Op.MEMBER or view.strings[callee[1]] != name or callee[2] == NONE:
        return False
    base = view.expressions[callee[2]]
    word = view.strings[base[1]] if base[0] == Op.NAME and base[1] != NONE else ""
    return word == receiver if receiver else word[:1].islower()


def _block(view: FileView, scope: int, start: int) -> int:
    """The block of a call: the first that begins behind it."""
    inner = [
        (one.start, i)
        for i, one in enumerate(view.facts.scopes)
        if one.parent == scope and one.declaration == NONE and one.start > start
    ]
    return min(inner)[1] if inner else NONE


def _folder(path: str) -> str:
    """The folder of tests that a file lies in."""
    parts = path.split("/")[:-1]
    last = max((i for i, part in enumerate(parts) if part in _FOLDERS), default=len(parts) - 1)
    return "/".join(parts[: last + 1]) + "/"
