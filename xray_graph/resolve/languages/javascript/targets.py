"""Which declaration a call runs: of a value by its type, of a member by its receiver's type.

Called by `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from xray_graph.model import CALLABLES, NONE
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.signatures import states_function

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.resolve.languages.javascript.members import Member
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.languages.javascript.values import Type
    from xray_graph.resolve.view import FileView

Target: TypeAlias = tuple[str, str, bool]  # path, symbol, and whether it is decided at run time


class Called(NamedTuple):
    """What a call of a member runs: one declaration, or one for each part of the receiver's type."""

    targets: tuple[tuple[Target, bool], ...]  # each with whether it is a base's
    reason: str  # why there is none
    overloaded: bool = False  # whether one is of several signatures, of which the arguments choose


class Targets:
    def __init__(self, types: Types) -> None:
        self._types = types

    def of(self, t: Type, *, new: bool, depth: int = 0) -> Target | str:
        """The declaration that calling a value runs, or why there is none."""
        types = self._types
        if t is None or depth > MAX_STEPS:
            return "unknown"
        head = t[0]
        if head == "F":
            return self._function(t)
        if head == "C":
            return (t[1], t[2], False) if new else "dynamic"
        if head == "M":
            whole = types.of_module(t[1])
            if depth == 0 and whole is not None and whole[0] == "M":
                return "dynamic"
            return self.of(whole, new=new, depth=depth + 1)
        if head == "V":
            return self.of(types.objects.initial(t), new=new, depth=depth + 1)
        return _REASONS.get(head, "dynamic")

    def _function(self, t: Any) -> Target | str:
        index = self._types.index_of(t[1], t[2])
        if index is None:
            return "unknown"
        one = self._types.project.views[t[1]].declarations[index]
        if not one.name:
            return "dynamic"
        abstract = one.kind == "method" and one.body == NONE and one.parent != NONE
        return (t[1], t[2], abstract)

    def of_member(self, base: Any, name: str, *, new: bool) -> Called:
        """What calling the member `name` of a value of type `base` runs."""
        types = self._types
        key = ("called", base, name, new)
        known: Called | None = types.settled.get(key)
        if known is None:
            doubts = types.doubts
            found = types.members.find(base, name)
            known = self.of_members(found, new=new)
            if not found and base[0] == "X":
                known = Called((), "external")
            if types.doubts == doubts:
                types.settled[key] = known
        return known

    def of_members(self, found: list[Member], *, new: bool) -> Called:
        """What calling one of these members runs, whichever it is."""
        targets: dict[tuple[Target, bool], None] = {}
        reasons: set[str] = set()
        for one in found:
            for target in self._of_one(one, new=new):
                if isinstance(target, str):
                    reasons.add(target)
                else:
                    targets[target, one.depth > 0] = None
        reason = next((r for r in _WORST_FIRST if r in reasons), "unknown")
        return Called(tuple(targets), reason, any(self._siblings(target) for target, _ in targets))

    def fitting(self, view: FileView, row: tuple[int, ...], target: Target) -> Target:
        """Of signatures that have no implementation the one that the arguments of a call fit."""
        if not self._siblings(target):
            return target
        path, symbol, dynamic = target
        one = self._types.inference.choose(view, row, ("F", path, symbol, ()))
        if one is None or one.view is None:
            return target
        return (one.view.path, one.view.symbols[one.declaration], dynamic)

    def _siblings(self, target: Target) -> bool:
        """Whether a function or method without a body has several signatures."""
        index = self._types.index_of(*target[:2])
        if index is None:
            return False
        view = self._types.project.views[target[0]]
        one = view.declarations[index]
        if one.body != NONE or one.kind not in CALLABLES:
            return False
        named = (
            view.members(one.parent).get(one.name, ())
            if one.parent != NONE
            else view.declared(one.scope, one.name)
        )
        return len(named) > 1

    def _of_one(self, one: Member, *, new: bool) -> Iterable[Target | str]:
        if one.view is not None and one.declaration != NONE:
            declaration = one.view.declarations[one.declaration]
            symbol = one.view.symbols[one.declaration]
            if declaration.kind in CALLABLES and _ACCESSORS.isdisjoint(declaration.attributes):
                if not declaration.name:
                    yield "dynamic"
                else:
                    yield (one.view.path, symbol, one.abstract)
                return
            if declaration.kind == "field" and states_function(one.view, declaration.type):
                yield (one.view.path, symbol, True)
                return
        t = self._types.members.member_type(one)
        if t is None:
            yield "unknown"
        for part in values.parts(t):
            yield self.of(part, new=new)


MAX_STEPS: Final = 4  # from a module or variable to what it holds
_ACCESSORS: Final = frozenset({"getter", "setter"})
_WORST_FIRST: Final = ("unknown", "dynamic", "external", "builtin")
# Why values of these types run no declaration; others are decided at run time.
_REASONS: Final = {
    **dict.fromkeys(("BF", "A", "T"), "builtin"),
    **dict.fromkeys(("B", "L"), "unknown"),
    "X": "external",
}
