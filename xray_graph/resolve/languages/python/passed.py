"""What a file's own calls hand to its own functions' parameters that state no type.

Only calls in the file being resolved that were resolved themselves count, so this never looks at another
file and is never part of an answer that other files share. Called by `resolver`, which fills it round by
round, and by `calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from xray_graph.model import NONE, Op

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Declaration
    from xray_graph.resolve.view import FileView


class Argument(msgspec.Struct, frozen=True, gc=False):
    """An expression in its place."""

    expression: int
    scope: int
    at: int


class Passed:
    """Arguments by the declaration and name of the parameter that takes them."""

    def __init__(self, path: str = "") -> None:
        self.path = path  # of the file being resolved
        self._found: dict[tuple[int, str], list[Argument]] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def to(self, declaration: int, name: str) -> list[Argument]:
        return self._found.get((declaration, name), [])

    def takers(self) -> set[int]:
        """The declarations that are known to be handed something."""
        return {declaration for declaration, _name in self._found}

    def note(
        self, view: FileView, declaration: int, row: tuple[int, ...], scope: int, at: int, skip: int
    ) -> bool:
        """Match a call's arguments to parameters, `skip` of which are bound; True for something new."""
        new = False
        for name, expression in matched(view, view.declarations[declaration], row, skip):
            known = self._found.setdefault((declaration, name), [])
            argument = Argument(expression, scope, at)
            if argument not in known:
                known.append(argument)
                new = True
        return new


def matched(view: FileView, one: Declaration, row: tuple[int, ...], skip: int) -> Iterable[tuple[str, int]]:
    """Each argument of a call with the parameter without a written type that takes it."""
    takers = []
    for parameter in one.parameters:
        if parameter.flags == "variadic" or parameter.name == "*":
            break
        if parameter.flags != "separator":
            takers.append(parameter)
    takers = takers[skip:]
    by_name = {p.name: p for p in one.parameters if p.flags == ""}
    position = 0
    for argument in row[3:]:
        inner = view.expressions[argument]
        if inner[0] == Op.SPREAD:
            return
        if inner[0] == Op.KEYWORD:
            taker = by_name.get(view.strings[inner[1]])
            argument = inner[2]
        else:
            taker = takers[position] if position < len(takers) else None
            position += 1
        if taker is not None and taker.type == NONE and argument != NONE:
            yield taker.name, argument
