"""Objects that a function makes empty or in part, and fills after: `const api = {}; api.run = …; return api`.

Such a value is a "V" whose symbol is that of the function and the variable's name, with a null character
between them. A variable of a name that its function gives to several is none. Called by `types`
and `objects`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.javascript.values import Type

if TYPE_CHECKING:
    from xray_graph.model import Assignment, Binding
    from xray_graph.resolve.languages.javascript.members import Member
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView


class Variable(NamedTuple):
    """A local variable whose object is filled, and what is assigned to each of its members."""

    binding: Binding
    members: dict[str, list[Assignment]]


class Filled:
    def __init__(self, types: Types) -> None:
        self._types = types

    def of(self, view: FileView, one: Binding) -> Type:
        """The value of a local variable, where its object is filled; else None."""
        if not self._types.shapes(view).members_of(one.name):
            return None
        self._types.world.touch_whole(view.path)
        symbol = self._symbol(view, one)
        variable = self._variables(view).get(symbol)
        return None if variable is None or variable.binding != one else ("V", view.path, symbol)

    def member(self, base: Any, name: str) -> Member | None:
        types = self._types
        view, variable = self._known(base)
        if view is None or variable is None:
            return None
        assigned = variable.members.get(name)
        if assigned:
            return types.members.assigned_member(view, assigned)
        for found in types.members.find(self.initial(base), name):
            return found
        return None

    def initial(self, base: Any) -> Type:
        """What the object was before anything was assigned to its members."""
        view, variable = self._known(base)
        if view is None or variable is None:
            return None
        one = variable.binding

        def compute() -> Type:
            self._types.world.touch_whole(view.path)
            return self._types.value(view, one.value, one.scope, one.start)

        return self._types.derived("js.initial", view, base[2], compute)

    def _known(self, base: Any) -> tuple[FileView | None, Variable | None]:
        self._types.world.touch_whole(base[1])
        view = self._types.project.views.get(base[1])
        return view, None if view is None else self._variables(view).get(base[2])

    def _variables(self, view: FileView) -> dict[str, Variable | None]:
        """All such variables of a file; None for those that share a name."""
        known: dict[str, Variable | None] | None = view.memo.get("js.filled")
        if known is None:
            known = view.memo["js.filled"] = {}
            for one in view.facts.bindings:
                if one.kind == "local" and one.scope and self._is_fresh(view, one.value):
                    members = self._members(view, one)
                    if members:
                        symbol = self._symbol(view, one)
                        known[symbol] = None if symbol in known else Variable(one, members)
        return known

    def _members(self, view: FileView, one: Binding) -> dict[str, list[Assignment]]:
        found: dict[str, list[Assignment]] = {}
        for name, assigned in self._types.shapes(view).members_of(one.name).items():
            own = [
                a for a in assigned if self._types.names.inner(view, a.scope, one.name) == ("binding", one)
            ]
            if own:
                found[name] = own
        return found

    @staticmethod
    def _is_fresh(view: FileView, expression: int) -> bool:
        """Whether a value is an object made right there: `{…}`, `Object.create(…)`."""
        if expression == NONE:
            return False
        row = view.expressions[expression]
        if row[0] == Op.CALL:
            callee = view.expressions[row[2]]
            return (
                callee[0] == Op.MEMBER and view.strings[callee[1]] == "create" and _is_object(view, callee[2])
            )
        return row[0] == Op.OBJECT and (row[1] == NONE or view.declarations[row[1]].kind != "class")

    @staticmethod
    def _symbol(view: FileView, one: Binding) -> str:
        scopes, scope = view.facts.scopes, one.scope
        while scope > 0 and scopes[scope].declaration == NONE:
            scope = scopes[scope].parent
        owner = view.symbols[scopes[scope].declaration] if scope > 0 else ""
        return f"{owner}\0{one.name}"


def _is_object(view: FileView, expression: int) -> bool:
    row = view.expressions[expression]
    return row[0] == Op.NAME and view.strings[row[1]] == "Object"
