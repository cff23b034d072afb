"""What a lambda or a method reference is given to, and what it gives back.

A lambda's parameters have the types that the functional type's one method declares, with what is
known of its type arguments. Called by `values`.
"""

from __future__ import annotations

from collections import ChainMap
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.nominal.types import (
    UNKNOWN_OUTSIDE,
    Environment,
    Method,
    Type,
    mentions,
    substitute,
)

if TYPE_CHECKING:
    from xray_graph.model import Binding
    from xray_graph.resolve.languages.nominal.values import Values
    from xray_graph.resolve.view import FileView


class Place(NamedTuple):
    """Where a lambda stands. `how`: argument, type, returned, assigned, added, constant."""

    how: str
    expression: int
    scope: int
    at: int
    position: int = 0
    depth: int = 0  # how many collections around it are given there


class Lambdas:
    def __init__(self, values: Values) -> None:
        self._values = values
        self._classes = values.classes

    def parameter_type(self, view: FileView, one: Binding) -> Type:
        """The type of a lambda's parameter that states none."""
        index = view.facts.scopes[one.scope].declaration
        if index == NONE or view.declarations[index].name:
            return None
        names = [p.name for p in view.declarations[index].parameters]
        if one.name not in names:
            return None
        descriptor = self._classes.descriptor(self.given_to(view, index))
        position = names.index(one.name)
        if descriptor is None and self._is_given_outside(view, index):
            return UNKNOWN_OUTSIDE
        if descriptor is None or len(descriptor.parameters) != len(names):
            return None
        return descriptor.parameters[position]

    def _is_given_outside(self, view: FileView, index: int) -> bool:
        """Whether a lambda is an argument of something outside, which alone knows what it hands over."""
        place = self._places(view).get(index)
        if place is None or place.how != "argument":
            return False
        found = self._values.calls.target(view, place.expression, place.scope, place.at)
        return found.method is None and found.reason == "external"

    def given_to(self, view: FileView, index: int) -> Type:
        """The functional type that a lambda is given to."""
        key = ("lambda", view.path, index)
        memo = self._classes.memo
        if key in memo:
            return memo[key]
        memo[key] = None
        place = self._places(view).get(index)
        t = None if place is None else self._of_place(view, place)
        memo[key] = t
        return t

    def tell(self, view: FileView, index: int, t: Type) -> None:
        """Note what a lambda is given to, as far as its parameters go, before the call is decided."""
        self._classes.memo["lambda", view.path, index] = t

    def is_told(self, view: FileView, index: int) -> bool:
        return self._classes.memo.get(("lambda", view.path, index)) is not None

    def made_for(self, view: FileView, expression: int) -> Type:
        """The type that a `new` without one makes: what it is given to."""
        key = ("made for", view.path, expression)
        memo = self._classes.memo
        if key in memo:
            return memo[key]
        memo[key] = None
        place = self._places(view).get((expression,))
        t = None if place is None else self._of_place(view, place)
        memo[key] = t
        return t

    def _of_place(self, view: FileView, place: Place) -> Type:
        t = self._of_whole(view, place)
        for _ in range(place.depth):
            t = self._values.element(t)
        return t

    def _of_whole(self, view: FileView, place: Place) -> Type:
        values = self._values
        if place.how == "argument":
            found = values.calls.target(view, place.expression, place.scope, place.at)
            method = found.method
            if method is None and found.reason == "dynamic":
                row = view.expressions[place.expression]
                method = values.called(view, row, place.scope, place.at)
            if method is None:
                return None
            arguments = view.expressions[place.expression][3:]
            row = view.expressions[place.expression]
            places = values.overloads.arranged(method, values.argument_names(view, row), len(arguments))
            if places is None:
                return None
            wanted = method.parameters[places[place.position]]
            if method.is_variadic and places[place.position] == len(method.parameters) - 1:
                wanted = wanted[1] if wanted is not None and wanted[0] == "A" else wanted
            told = values.by_values(view, place.expression, method, place.scope, place.at)
            t = substitute(wanted, told)
            if place.position and self._is_open(t, method):  # those before it may tell what it is given
                told = values.inferred(view, place.expression, method, place.scope, place.at, place.position)
                t = substitute(wanted, told)
            if self._is_open(t, method):
                t = substitute(t, self._by_target(view, place.expression, method))
            return t
        if place.how == "type":
            return values.as_type(view, place.expression, place.scope)
        if place.how == "assigned":
            return values.value(view, place.expression, place.scope, place.at)
        if place.how == "added":
            return values.added_to(values.value(view, place.expression, place.scope, place.at))
        if place.how == "returned":
            one = view.declarations[place.position]
            if not one.name:  # a lambda that gives back a lambda
                descriptor = self._classes.descriptor(self.given_to(view, place.position))
                return None if descriptor is None else descriptor.result
            own = place.position if one.type_parameters else NONE
            stated = one.results[0] if one.results else one.type  # the type of what has a getter
            result = values.as_type(view, stated, one.scope, own)
            return values.returned_as(result)
        return None

    def _by_target(self, view: FileView, expression: int, method: Method) -> Environment:
        """What the place of a call says of its type parameters: `sorted(comparing(cart -> cart.total()))`."""
        told: Environment = {}
        wanted = frozenset(method.type_parameters)
        self._values.inference.unify(method.result, self._asked_of(view, expression), wanted, told)
        return told

    def _asked_of(self, view: FileView, expression: int) -> Type:
        """The type that a call with lambdas is to give."""
        place = self._places(view).get((expression,))
        key = ("asked", view.path, expression)
        if place is None or key in self._classes.memo:
            return None if place is None else self._classes.memo[key]
        memo = self._classes.memo
        memo[key] = None
        # What is answered meanwhile rests on the lambda's being unknown.
        self._classes.memo = cast("dict[Any, Any]", ChainMap({}, memo))
        try:
            found = self._parameter(view, place) if place.how == "argument" else self._of_place(view, place)
        finally:
            self._classes.memo = memo
        memo[key] = found
        return found

    def _parameter(self, view: FileView, place: Place) -> Type:
        method = self._values.calls.target(view, place.expression, place.scope, place.at).method
        if method is None or method.is_variadic:
            return None
        row = view.expressions[place.expression]
        names = self._values.argument_names(view, row)
        places = self._values.overloads.arranged(method, names, len(row) - 3)
        if places is None:
            return None
        wanted = method.parameters[places[place.position]]
        if mentions(wanted, frozenset(method.type_parameters)):
            told = self._values.by_values(view, place.expression, method, place.scope, place.at)
            wanted = substitute(wanted, {**self._by_target(view, place.expression, method), **told})
        return wanted

    def _is_open(self, t: Type, method: Method) -> bool:
        """Whether a lambda given as a `t` has a parameter that the call has not told the type of."""
        descriptor = self._classes.descriptor(t) if method.type_parameters else None
        wanted = frozenset(method.type_parameters)
        return descriptor is not None and any(mentions(p, wanted) for p in descriptor.parameters)

    def _places(self, view: FileView) -> dict[object, Place]:
        known = view.memo.get("lambdas")
        if known is None:
            known = view.memo["lambdas"] = _find_places(view)
        return known

    # --- results ----------------------------------------------------------------------------------

    def result_of(self, view: FileView, t: Type, descriptor: Method) -> Type:
        """What a lambda or method reference gives back where `descriptor` is called."""
        if t is None:
            return None
        if t[0] == "L" and t[2] != NONE:
            return self.own_result(t[3], t[2])
        if t[0] == "R":
            found = self._values.referred_for(t, descriptor)
            return found.result if isinstance(found, Method) else found
        return None

    def own_result(self, view: FileView, index: int) -> Type:
        """The type of what a lambda returns."""
        key = ("lambda result", view.path, index)
        memo = self._classes.memo
        if key in memo:
            return memo[key]
        memo[key] = None
        found: Type = None
        for one in view.facts.returns:
            if one.declaration == index:
                at = view.facts.scopes[one.scope].end
                found = self._values.value(view, one.expression, one.scope, at)
                if found is not None:
                    break
        memo[key] = found
        return found


_MADE: Final = (Op.NEW, Op.CAST)  # what takes elements where it is made


def _find_places(view: FileView) -> dict[object, Place]:
    """What each lambda of a file is given to, by its declaration; a `new` without a type by its number."""
    found: dict[object, Place] = {}
    rows = view.expressions

    def note(expression: int, place: Place) -> None:
        todo = [(expression, place)]
        while todo:
            one, place = todo.pop()
            if one == NONE:
                continue
            row = rows[one]
            if row[0] == Op.FUNC and row[1] != NONE:
                found.setdefault(row[1], place)
            elif (row[0] == Op.NEW and row[2] == NONE) or (
                row[0] == Op.CALL and any(p != NONE and rows[p][0] == Op.FUNC for p in row[3:])
            ):
                found.setdefault((one,), place)
            elif row[0] == Op.KEYWORD:  # an argument that is passed by its name
                todo.append((row[2], place))
            elif row[0] == Op.CHOICE:
                todo += [(part, place) for part in row[2:]]
            elif row[0] == Op.SEQUENCE and (row[1] == NONE or view.strings[row[1]] == "list"):
                inner = place._replace(depth=place.depth + 1)
                todo += [(part, inner) for part in row[2:]]
            elif row[0] == Op.CAST and len(row) > 3 and row[3] != NONE and rows[row[3]][0] == Op.FUNC:
                found.setdefault(rows[row[3]][1], Place("type", row[2], place.scope, place.at))

    facts = view.facts
    for call in facts.calls:
        for position, argument in enumerate(rows[call.expression][3:]):
            note(argument, Place("argument", call.expression, call.scope, call.start, position))
    for bound in facts.bindings:
        if NONE not in (bound.value, bound.type):
            note(bound.value, Place("type", bound.type, bound.scope, bound.start))
    for one in facts.declarations:
        if NONE not in (one.value, one.type):
            note(one.value, Place("type", one.type, one.scope, one.start))
    for assigned in facts.assignments:
        row = rows[assigned.target]
        position = row[3:].index(assigned.value) if row[0] == Op.CALL and assigned.value in row[3:] else 0
        how = "argument" if row[0] == Op.CALL else "added" if row[0] in _MADE else "assigned"
        note(assigned.value, Place(how, assigned.target, assigned.scope, assigned.start, position))
    for given in facts.returns:
        note(given.expression, Place("returned", NONE, given.scope, 0, given.declaration))
    return found
