"""What a PHP closure is handed: the types of its parameters that state none, from the call that takes it.

The functions of the language that walk arrays hand over elements; a function of the repository says what it
hands over by `callable(A, B): R`. Called by `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.resolve.languages.php.documented import Documented
from xray_graph.resolve.languages.php.traits import Member
from xray_graph.resolve.languages.php.unions import bound_to, union

if TYPE_CHECKING:
    from xray_graph.model import Binding, Call
    from xray_graph.resolve.languages.php.unions import Type
    from xray_graph.resolve.languages.php.values import Values
    from xray_graph.resolve.view import FileView

# By function: the argument that is the closure, and for each of its parameters the array it is an element of.
_WALKS: Final[dict[str, tuple[int, tuple[int, ...]]]] = {
    "array_filter": (1, (0,)),
    "array_map": (0, (1, 2, 3)),
    "array_walk": (1, (0,)),
    "array_reduce": (1, (NONE, 0)),
    "array_find": (1, (0,)),
    "array_any": (1, (0,)),
    "array_all": (1, (0,)),
    "usort": (1, (0, 0)),
    "uasort": (1, (0, 0)),
}


def handed(values: Values, view: FileView, one: Binding) -> Type:
    """The type of a closure's parameter."""
    scopes, scope = view.facts.scopes, one.scope
    while scope > 0 and scopes[scope].declaration == NONE:
        scope = scopes[scope].parent
    owner = scopes[scope].declaration
    place = _taken(view).get(owner) if owner != NONE and not view.declarations[owner].name else None
    if place is None or view.declarations[owner].kind not in CALLABLES:
        return None
    names = [parameter.name for parameter in view.declarations[owner].parameters]
    if one.name not in names:
        return None
    call, position = place
    row = view.expressions[call.expression]
    callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
    at = names.index(one.name)
    if callee[0] == Op.NAME and values.names.find_function(view, view.name(row[2]), call.start) is None:
        taken, arrays = _WALKS.get(view.name(row[2]).lstrip("\\").lower(), (NONE, ()))
        if position != taken or at >= len(arrays) or arrays[at] == NONE or len(row) <= 3 + arrays[at]:
            return None
        return values.element(values.value(view, row[3 + arrays[at]], call.scope, call.start))
    told = {_stated(values, *target, position, at) for target in _targets(values, view, row, call)}
    return told.pop() if len(told) == 1 else None


def _targets(values: Values, view: FileView, row: tuple[int, ...], call: Call) -> list[tuple[Any, Type]]:
    """The functions that a call may lead to, each with its receiver."""
    callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
    if row[0] == Op.NEW:
        t = values.made(view, row, call.scope, call.start)
        found = values.method(t, "__construct") if t is not None and t[0] == "N" else None
        return [(found, t)] if isinstance(found, Member) else []
    if callee[0] == Op.NAME:
        entry = values.names.find_function(view, view.name(row[2]), call.start)
        if entry is None:
            return []
        symbol = values.project.views[entry[0]].symbols[entry[1]]
        return [(Member(entry[0], symbol, inherited=False), None)]
    if callee[0] != Op.MEMBER or callee[1] == NONE or view.name(row[2]).startswith("$"):
        return []
    targets = values.targets(view, callee, call.scope, call.start)
    callees: list[tuple[Member, Type]] = []
    for receiver, one in targets:
        if isinstance(one, Documented) and one.member is not None:
            callees.append((one.member, union((receiver, one.holder))))
        elif isinstance(one, Member):
            callees.append((one, receiver))
    return callees


def _stated(values: Values, found: Member, receiver: Type, position: int, at: int) -> Type:
    """What a function's comment says that it hands to the closure at a position."""
    place = values.view_of(found.path, found.symbol)
    if place is None:
        return None
    view, index = place
    one = view.declarations[index]
    if position >= len(one.parameters) or one.parameters[position].type == NONE:
        return None
    todo = [one.parameters[position].type]
    while todo:
        expression = todo.pop()
        row = view.expressions[expression]
        if row[0] in (Op.OPTIONAL, Op.UNION, Op.INTERSECTION):
            todo += row[2:]
        elif row[0] == Op.FUNC_TYPE and len(row) > 3 + at:
            return bound_to(values.as_type(view, row[3 + at], one.scope, one.start), receiver)
    return None


def _taken(view: FileView) -> dict[int, tuple[Call, int]]:
    """By closure the call that takes it, and as which argument."""
    known: dict[int, tuple[Call, int]] | None = view.memo.get("php.taken")
    if known is None:
        known = {}
        for call in view.facts.calls:
            for position, argument in enumerate(view.expressions[call.expression][3:]):
                row = view.expressions[argument]
                if row[0] == Op.FUNC and row[1] != NONE:
                    known[row[1]] = call, position
        view.memo["php.taken"] = known
    return known
