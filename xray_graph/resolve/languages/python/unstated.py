"""Parameters that state no type, but get one from where they stand.

A method that overrides another takes over the types of its parameters; a lambda's parameters are what its
taker calls it with; a test's are the fixtures of their name. Called by `calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Call, Op
from xray_graph.resolve.languages.python.fixtures import Fixtures
from xray_graph.resolve.languages.python.members import Member
from xray_graph.resolve.languages.python.values import (
    UNKNOWN,
    Atom,
    Value,
    last,
    own_variables_out,
    settled,
    substitute,
    union,
)

if TYPE_CHECKING:
    from xray_graph.resolve.languages.python.types import Types
    from xray_graph.resolve.view import FileView

_BY_KEY: Final = frozenset({"sorted", "min", "max", "sort", "groupby", "nlargest", "nsmallest"})
_BY_EACH: Final = frozenset({"map", "filter", "starmap", "takewhile", "dropwhile", "filterfalse"})


class Unstated:
    def __init__(self, types: Types) -> None:
        self._types = types
        self._fixtures = Fixtures(types)

    def parameter(self, view: FileView, index: int, position: int) -> Value:
        """What a parameter without a written type is, by its place; unknown where that says nothing."""
        one = view.declarations[index]
        inherited = self.inherited(view, index, position)
        if inherited:
            return inherited
        if not one.name:
            return UNKNOWN if self._types.inside else self._handed(view, index, position)
        if "test" in one.attributes or "fixture" in one.attributes:
            return self._fixtures.asked(view, one.parameters[position].name, index)
        return UNKNOWN

    # --- overriding -------------------------------------------------------------------------------

    def inherited(self, view: FileView, index: int, position: int) -> Value:
        """The type of the same parameter of the method that is overridden."""
        one = view.declarations[index]
        overridden = self._overridden(view, index)
        if overridden is None or not position:
            return UNKNOWN
        signature = self._types.signatures.of(overridden.path, overridden.symbol)
        if signature is None or position >= len(signature.parameters):
            return UNKNOWN
        parameter = signature.parameters[position]
        if (
            parameter.name != one.parameters[position].name
            or parameter.flags != one.parameters[position].flags
        ):
            return UNKNOWN
        return own_variables_out(settled(parameter.value))

    def inherited_result(self, view: FileView, index: int) -> Value:
        """The declared result of the method that is overridden, for one whose own says nothing."""
        overridden = self._overridden(view, index)
        if overridden is None:
            return UNKNOWN
        signature = self._types.signatures.of(overridden.path, overridden.symbol)
        return UNKNOWN if signature is None else own_variables_out(signature.result)

    def _overridden(self, view: FileView, index: int) -> Member | None:
        owner = self._types.owner_class(view, index)
        if owner == NONE or not view.declarations[owner].bases:
            return None
        symbol = view.symbols[owner]
        found = self._types.members.search(
            self._types.classes.order(view.path, symbol), 1, view.declarations[index].name
        )
        return found if isinstance(found, Member) and found.kind in ("function", "property") else None

    # --- lambdas ----------------------------------------------------------------------------------

    def _handed(self, view: FileView, index: int, position: int) -> Value:
        """What the taker of a lambda calls it with."""
        place = self._lambdas(view).get(index)
        if place is None:
            return UNKNOWN
        call, taken_as = place
        row = view.expressions[call.expression]
        callee = self._types.expressions.value(view, row[2], call.scope, call.start)
        return union(*(self._by_taker(view, atom, call, taken_as, position) for atom in callee))

    def _by_taker(self, view: FileView, atom: Atom, call: Call, taken_as: int | str, position: int) -> Value:
        row = view.expressions[call.expression]
        expressions = self._types.expressions
        if atom[0] in ("X", "B"):
            name = last(atom[1])
            if name == "sort" and atom[0] == "B":
                return self._types.containers.iterated((atom[2],))
            if name in _BY_KEY and taken_as == "key" and len(row) > 3:
                return self._types.containers.iterated(
                    expressions.value(view, row[3], call.scope, call.start)
                )
            if name in _BY_EACH and taken_as == 0 and len(row) > 4 + position:
                return self._types.containers.iterated(
                    expressions.value(view, row[4 + position], call.scope, call.start)
                )
            return UNKNOWN
        taker = self._types.calls.taker(atom, taken_as)
        given = [part for part in taker if part[0] == "K" and part[1] is not None and position < len(part[1])]
        if not given:
            return UNKNOWN
        learned = self._types.calls.learned_by(
            atom, self._types.calls.given(view, row, call.scope, call.start)
        )
        return settled(substitute(union(*(part[1][position] for part in given)), learned))

    def _lambdas(self, view: FileView) -> dict[int, tuple[Call, int | str]]:
        """The calls that unnamed functions are handed to, with the place or name of the argument."""
        known = view.memo.get("py.lambdas")
        if known is None:
            found: dict[int, tuple[Call, int | str]] = {}
            for call in view.facts.calls:
                for place, argument in enumerate(view.expressions[call.expression][3:]):
                    row = view.expressions[argument]
                    taken_as: int | str = place
                    if row[0] == Op.KEYWORD and row[2] != NONE:
                        taken_as = view.strings[row[1]]
                        row = view.expressions[row[2]]
                    if row[0] == Op.FUNC and row[1] != NONE:
                        found[row[1]] = call, taken_as
            known = view.memo["py.lambdas"] = found
        assert isinstance(known, dict)
        return known
