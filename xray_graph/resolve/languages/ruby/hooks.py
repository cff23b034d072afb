"""What a Ruby module does to the classes that include it: `def self.included(base)`, and concerns.

Called by `classes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.ruby.names import path_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.resolve.languages.ruby.classes import Classes
    from xray_graph.resolve.view import FileView

_CONCERN: Final = "ActiveSupport::Concern"
_METHODS: Final = "ClassMethods"  # the module of a concern that extends what includes it
_SENT: Final = frozenset({"send", "public_send", "__send__"})


def hooked(classes: Classes, full: str) -> tuple[tuple[str, str], ...]:
    """("include" or "extend", module) of each that a module gives to the classes that include it."""
    found: list[tuple[str, str]] = []
    for path, index in classes.entries("rb.static", full, "included"):
        view = classes.project.views[path]
        classes.world.touch_whole(path)  # by what the method calls
        for how, scope, expression in _given(view, index):
            module = classes.constant(view, scope, expression)
            module = classes.aliased(module) if module is not None else None
            if module is not None and module != full and classes.is_class(module):
                found.append((how, module))
    if is_concern(classes, full):
        found += [("extend", one) for one in _of_concerns(classes, full)]
        if classes.is_class(f"{full}::{_METHODS}"):
            found.append(("extend", f"{full}::{_METHODS}"))
    return tuple(dict.fromkeys(found))


def _of_concerns(classes: Classes, full: str) -> Iterator[str]:
    """What a concern gives because it includes other concerns: these do to its classes what they do."""
    for view, index in classes.parts(full):
        for how, expression in view.declarations[index].bases:
            other = classes.base(view, index, expression) if how == "mixes" else None
            if other is not None and other != full and is_concern(classes, other):
                yield from (module for does, module in classes.hooked(other) if does == "extend")


def _given(view: FileView, index: int) -> Iterator[tuple[str, int, int]]:
    """(how, scope, module) of each `base.extend(M)` in a method whose first parameter is `base`."""
    one = view.declarations[index]
    if not one.parameters:
        return
    for call in view.facts.calls:
        if view.caller(call.scope) != index:
            continue
        row = view.expressions[call.expression]
        callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        if callee[0] != Op.MEMBER:
            continue
        base = view.expressions[callee[2]]
        if base[0] != Op.NAME or view.strings[base[1]] != one.parameters[0].name:
            continue
        how, given = view.strings[callee[1]], row[3:]
        if how in _SENT and given and view.expressions[given[0]][0] == Op.LITERAL:
            how, given = view.strings[view.expressions[given[0]][1]].lstrip(":"), given[1:]
        if how in ("extend", "include"):
            yield from ((how, call.scope, expression) for expression in given)


def is_concern(classes: Classes, full: str) -> bool:
    return any(
        how == "extend" and (path_of(view, expression) or "").removeprefix("::") == _CONCERN
        for view, index in classes.parts(full)
        for how, expression in view.declarations[index].bases
    )
