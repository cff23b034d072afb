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
    from collections.abc import Iterator

    from xray_graph.resolve.languages.ruby.classes import Classes, Found
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_KEY: Final = ("rb.rspec",)
_FOLDERS: Final = ("spec", "test")


class Configured(NamedTuple):
    scopes: tuple[int, ...]  # of the blocks
    modules: tuple[tuple[int, int], ...]  # (the constant's expression, its scope), the last first


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
        for expression, scope in held.modules:
            module = classes.constant(there, scope, expression)
            found = None if module is None else classes.instance_method(there, classes.aliased(module), name)
            if found is not None and not isinstance(found, str):
                return found
    return None


def configured(view: FileView) -> Configured:
    """What the blocks of a file's `RSpec.configure` hold."""
    known: Configured | None = view.memo.get("rb.configured")
    if known is None:
        calls = [(call, view.expressions[call.expression]) for call in view.facts.calls]
        starts = [(c.scope, c.start) for c, row in calls if _is_on(view, row, "configure", "RSpec")]
        blocks = tuple(b for scope, start in starts if (b := _block(view, scope, start)) != NONE)
        modules = [
            (row[3], call.scope)
            for call, row in calls
            if call.scope in blocks and len(row) == 4 and _includes(view, row)
        ]
        known = view.memo["rb.configured"] = Configured(blocks, tuple(reversed(modules)))
    return known


def _includes(view: FileView, row: tuple[int, ...]) -> bool:
    """`config.include M`; `include M` there gives it to all objects."""
    callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
    return (callee[0] == Op.NAME and view.name(row[2]) == "include") or _is_on(view, row, "include", "")


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
