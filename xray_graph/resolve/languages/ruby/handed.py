"""What a Ruby method does with the block that it is given: what it yields to it, what it evaluates it on.

    def configure(&block)                     class Dsl
      dsl = Dsl.new                             def initialize = yield(self)
      dsl.instance_eval(&block)                 def route(path) = ...
    end                                       end
    configure { route "/" }                   Dsl.new { |dsl| dsl.route "/" }

A block that is passed on is followed to the method that it is passed to, and from a constructor that keeps it
in an instance variable to the methods of the class that use that. Called by `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.ruby import blocks, frameworks
from xray_graph.resolve.languages.ruby.classes import Found
from xray_graph.resolve.languages.ruby.hooks import is_concern
from xray_graph.resolve.languages.ruby.names import METHODS, owner_name
from xray_graph.resolve.languages.ruby.types import Type, seen_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from xray_graph.model import Call
    from xray_graph.resolve.languages.ruby.values import Values
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_EVAL: Final = frozenset({"instance_eval", "class_eval", "module_eval"})
_EXEC: Final = frozenset({"instance_exec", "class_exec", "module_exec"})
_OF_CLASSES: Final = frozenset({"class_eval", "module_eval", "class_exec", "module_exec"})
_INCLUDED: Final = frozenset({"included", "prepended"})  # blocks of a concern
_WITH_SELF: Final = frozenset({"tap", "then", "yield_self"})
_CALLED: Final = frozenset({"call", "yield", "===", "[]"})
MAX_USES: Final = 12  # of one method's block


class Use(NamedTuple):
    """One place where a block runs."""

    changed: bool  # whether `self` in the block is another than around it
    on: Type  # what it is then
    given: tuple[Type, ...]  # the block's arguments


class Own(NamedTuple):
    """What `self` is in a block that is evaluated on something."""

    on: Type
    only: bool  # whether it never is the `self` around the block


def contribute(view: FileView) -> Iterator[tuple[Key, int]]:
    """The methods that do something with a block, by name."""
    yielding = {one.declaration for one in view.facts.returns if one.kind == "yield"}
    for index, one in enumerate(view.declarations):
        if one.kind in METHODS and (index in yielding or _names(view, index)):
            yield ("rb.taking", "new" if one.name == "initialize" else one.name), index


def own(values: Values, view: FileView, scope: int) -> Own | None:
    """What the innermost block around a scope that is evaluated on something is evaluated on; None where
    `self` is that of the method or class around it.
    """
    key = (view.path, "own", scope)
    if key not in values.selves:
        values.selves[key] = None  # while it is being worked out
        values.selves[key] = _own(values, view, scope)
    return values.selves[key]


def _own(values: Values, view: FileView, scope: int) -> Own | None:
    scopes = view.facts.scopes
    if scope == NONE or scopes[scope].declaration != NONE:
        return None
    uses: tuple[Use, ...] | None = ()
    for block in view.bindings(scope, ""):
        base = _base(values, view, block.value, scopes[scope].parent)
        if base is not None:
            return Own(base, only=True)
        uses = of_call(values, view, block.value, scopes[scope].parent, block.start)
    outer = own(values, view, scopes[scope].parent)
    changed = [one for one in uses or () if one.changed]
    if changed and not (len(changed) < len(uses or ()) and _takes(view, scope)):
        same = all(one.on == changed[0].on for one in changed)
        return Own(changed[0].on if same else None, only=same and len(changed) == len(uses or ()))
    return outer._replace(only=False) if uses is None and outer is not None else outer


def _base(values: Values, view: FileView, call: int, scope: int) -> Type:
    """The class that includes a concern, where a block is that of `included do … end` in it."""
    row = view.expressions[call]
    if row[0] != Op.CALL or len(row) > 3 or view.expressions[row[2]][0] != Op.NAME:
        return None
    around = blocks.self_type(view, scope) if view.name(row[2]) in _INCLUDED else None
    if around is None or around[0] != "C" or not is_concern(values.classes(view), around[1]):
        return None
    return ("B", *around[1:])


def argument(values: Values, view: FileView, part: tuple[int, ...], scope: int, at: int) -> Type:
    """What a block's parameter is, by the PART of the call that the block is written with.

    What is evaluated on something or called, as the block has parameters or not, is called.
    """
    uses = of_call(values, view, part[2], view.facts.scopes[scope].parent, at)
    chosen = [one for one in uses or () if not one.changed] or uses or ()
    found = {one.given[part[1]] if len(one.given) > part[1] else None for one in chosen}
    return found.pop() if len(found) == 1 else None


def _takes(view: FileView, scope: int) -> bool:
    """Whether a block has parameters: such a one is not evaluated on what is handed to it."""
    return any(one.scope == scope and one.kind == "parameter" for one in view.facts.bindings)


def of_call(values: Values, view: FileView, call: int, scope: int, at: int) -> tuple[Use, ...] | None:
    """Where the block of a call runs; None where nothing says so, () where the call is of nothing known."""
    row = view.expressions[call]
    callee = view.expressions[row[2]] if row[0] == Op.CALL and row[2] != NONE else (int(Op.UNKNOWN), NONE)
    if callee[0] not in (Op.NAME, Op.MEMBER) or callee[1] == NONE:
        return ()
    name = view.strings[callee[1]]
    if name in _WITH_SELF and callee[0] == Op.MEMBER:
        return (Use(changed=False, on=None, given=(values.value(view, callee[2], scope, at),)),)
    if name in _EVAL or name in _EXEC:
        return (_evaluated(values, view, row, scope, at),)
    if frameworks.hands_on(name) and callee[0] == Op.MEMBER:
        each = frameworks.of_each(values.classes(view), values.value(view, callee[2], scope, at))
        if each is not None:
            return (Use(changed=False, on=None, given=(each,)),)
    if not values.world.get(("rb.taking", name)):
        return ()
    receiver, found = _target(values, view, callee, scope, at)
    if not isinstance(found, Found):
        return ()
    uses = of_method(values, found)
    return tuple(_seen_from(one, receiver) for one in uses) or None


def of_method(values: Values, found: Found) -> tuple[Use, ...]:
    """Where a method's block runs, as the method itself sees it."""
    return values.world.derive(
        ("rb.block", found.path, found.symbol), lambda: values.afresh(lambda: _uses(values, found)), ()
    )


def _target(
    values: Values, view: FileView, callee: tuple[int, ...], scope: int, at: int
) -> tuple[Type, Found | str | None]:
    name = view.strings[callee[1]]
    if callee[0] == Op.NAME:
        return values.self_at(view, scope), values.implicit(view, name, scope)
    receiver = values.value(view, callee[2], scope, at)
    return receiver, values.method(view, receiver, name)


def _seen_from(use: Use, receiver: Type) -> Use:
    """A use in which the method's `self` is what it was called on."""
    return Use(use.changed, seen_from(use.on, receiver), tuple(seen_from(one, receiver) for one in use.given))


def _uses(values: Values, found: Found) -> tuple[Use, ...]:
    values.world.touch_whole(found.path)
    view = values.project.views[found.path]
    index = view.index_of(found.symbol)
    if index is None:
        return ()
    uses: list[Use] = []
    for one in view.facts.returns:
        if one.declaration == index and one.kind == "yield":
            row, at = view.expressions[one.expression], view.declarations[index].end
            given = tuple(values.value(view, e, one.scope, at) for e in row[2:])
            uses.append(Use(changed=False, on=None, given=given))
    names = _names(view, index)
    for call in _calls(view).get(index, ()) if names else ():
        uses += _use(values, view, call, names)
    kept = frozenset(_kept(view, index, names))
    owner = owner_name(view, view.declarations[index].parent)
    for method, calls in _calls(view).items() if kept else ():
        if owner_name(view, view.declarations[method].parent) == owner:
            for call in calls:
                uses += _use(values, view, call, kept)
    return tuple(dict.fromkeys(uses)) if len(uses) <= MAX_USES else ()


def _use(values: Values, view: FileView, call: Call, names: frozenset[str]) -> Iterable[Use]:
    """What one call does with a block that has one of some names."""
    row = view.expressions[call.expression]
    callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
    runs = callee[0] == Op.MEMBER and (callee[1] == NONE or view.strings[callee[1]] in _CALLED)
    if runs and _named(view, callee[2], names):
        given = tuple(values.value(view, one, call.scope, call.start) for one in row[3:])
        return (Use(changed=False, on=None, given=given),)
    if callee[1] == NONE or not any(_passed(view, one, names) for one in row[3:]):
        return ()
    name = view.strings[callee[1]]
    if name in _EVAL or name in _EXEC:
        return (_evaluated(values, view, row, call.scope, call.start),)
    receiver, found = _target(values, view, callee, call.scope, call.start)
    if name == "define_method":
        made = ("I", *receiver[1:]) if receiver is not None and any(receiver[1:2]) else None
        return (Use(changed=True, on=made, given=()),)
    if not isinstance(found, Found):
        return ()
    return [_seen_from(one, receiver) for one in of_method(values, found)]


def _evaluated(values: Values, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Use:
    """`x.instance_eval(&block)`, `x.class_exec(a) { … }`."""
    callee = view.expressions[row[2]]
    on = values.value(view, callee[2], scope, at) if callee[0] == Op.MEMBER else values.self_at(view, scope)
    if on is None and view.strings[callee[1]] in _OF_CLASSES:
        on = ("B", "", False)
    if view.strings[callee[1]] in _EVAL:
        return Use(changed=True, on=on, given=(on,))
    given = [one for one in row[3:] if view.expressions[one][0] != Op.SPREAD]
    return Use(changed=True, on=on, given=tuple(values.value(view, one, scope, at) for one in given))


def _names(view: FileView, index: int) -> frozenset[str]:
    """The name of a method's block, where it has one."""
    return frozenset(p.name for p in view.declarations[index].parameters if "block" in p.flags and p.name)


def _kept(view: FileView, index: int, names: frozenset[str]) -> Iterator[str]:
    """The instance variables that a method keeps its block in."""
    for one in view.facts.assignments if names else ():
        row = view.expressions[one.target]
        if row[0] == Op.NAME and row[1] != NONE and view.caller(one.scope) == index:
            given = view.expressions[one.value]
            first = given[2] if given[0] == Op.BINARY and len(given) > 2 else one.value
            if view.strings[row[1]].startswith("@") and _named(view, first, names):
                yield view.strings[row[1]]


def _named(view: FileView, expression: int, names: frozenset[str]) -> bool:
    row = view.expressions[expression] if expression != NONE else (0, NONE)
    return row[0] == Op.NAME and row[1] != NONE and view.strings[row[1]] in names


def _passed(view: FileView, expression: int, names: frozenset[str]) -> bool:
    row = view.expressions[expression] if expression != NONE else (0, NONE)
    return row[0] == Op.SPREAD and len(row) > 2 and _named(view, row[2], names)


def _calls(view: FileView) -> dict[int, list[Call]]:
    """The calls of a file by the method that they stand in."""
    known: dict[int, list[Call]] | None = view.memo.get("rb.calls")
    if known is None:
        known = view.memo["rb.calls"] = {}
        for call in view.facts.calls:
            index = view.caller(call.scope)
            if index != NONE:
                known.setdefault(index, []).append(call)
    return known
