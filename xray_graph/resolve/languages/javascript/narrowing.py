"""What a name is known to be where a test of it holds: `x instanceof T`, `isT(x)` with a type predicate.

Of what the name is further out those parts are left that are of the tested type; where there is none of
them, it is the tested type. Where the test fails, the other parts are left. A function that states no
predicate says nothing. Called by `types`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.names import GLOBAL
from xray_graph.resolve.languages.javascript.values import Type

if TYPE_CHECKING:
    from xray_graph.model import Binding, Declaration
    from xray_graph.resolve.languages.javascript.names import Target
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView

MIN_CLASSES: Final = 2  # of a union, for an assignment to tell them apart
MAX_BASES: Final = 24  # looked at, of one class
_CLASSES: Final = frozenset({"N", "O"})


class Narrowing:
    def __init__(self, types: Types) -> None:
        self._types = types

    def of(self, view: FileView, one: Binding) -> Type:
        """The type of a name where the test holds, or fails, that `one` stands for."""
        outer = self.outer(view, one)
        if one.kind == "exclude":
            for other in view.bindings(one.scope, one.name):  # several tests may fail in one place
                if other.kind == "exclude":
                    outer = self._without(outer, self._tested(view, other))
            return outer
        tested = self._tested(view, one)
        if tested is None:
            return outer if one.kind == "guard" else None
        kept = [part for part, behind in self._types.generics.flat(outer) if self._is(behind, tested)]
        return values.union(kept) if kept else tested

    def assigned(
        self, view: FileView, target: Target, place: tuple[int, int], name: str, stated: Type
    ) -> Type:
        """The members of a variable's stated union that it was last assigned, on the straight way to a place.

        All of them where another assignment may come between, or what was assigned is of none of them.
        """
        flat = self._types.generics.flat(stated) if stated is not None and stated[0] in ("U", "N") else []
        if sum(behind is not None and behind[0] == "N" for _, behind in flat) < MIN_CLASSES:
            return stated
        last = self._last(view, target, place, name)
        given = None if last is None else self._types.value(view, *last)
        kept = []
        for part in values.parts(given):
            fitting = [one for one, behind in flat if behind is not None and self._is(part, behind)]
            if not fitting or part is None or part[0] != "N":
                return stated
            kept += fitting
        return values.union(kept) if kept else stated

    def _last(
        self, view: FileView, target: Target, place: tuple[int, int], name: str
    ) -> tuple[int, int, int] | None:
        """The value that surely was assigned last: (expression, scope, position)."""
        scope, at = place
        around = self._types.shapes(view).straight(view, scope)
        found: Binding | Declaration | None = None
        one: Binding | Declaration | None = None
        if target[0] == "binding" and target[1].kind == "local":  # what a parameter is by default says less
            one = target[1]
        if target[0] == "local" or (target[0] == "name" and target[1] == view.path):
            index = target[1] if target[0] == "local" else next(iter(view.declared(0, name)), NONE)
            one = None if index == NONE else view.declarations[index]
        if one is not None and one.value != NONE and one.scope in around and one.start <= at:
            found = one
        between = []
        for other in self._types.shapes(view).assignments_to(name):
            if self._types.names.lookup(view, other.scope, other.start, name) != target:
                continue
            if other.scope in around and other.start <= at:
                found = other
            between.append(other)
        if found is None:
            return None
        inside = around[: around.index(found.scope)]  # blocks around the place that the assignment is not in
        for other in between:
            if other.start > found.start and (other.start <= at or other.scope in inside):
                return None
            if other.start > at and any(
                one in inside for one in self._types.shapes(view).straight(view, other.scope)
            ):
                return None
        return found.value, found.scope, found.start

    def _without(self, outer: Type, tested: Any) -> Type:
        """The parts that are surely not of a class; all where that leaves none, or it is a class outside."""
        if tested is None or tested[0] != "N":
            return outer
        parts = self._types.generics.flat(outer)
        kept = [part for part, behind in parts if not self._is(behind, tested)]
        return values.union(kept) if kept and len(kept) < len(parts) else outer

    def outer(self, view: FileView, one: Binding) -> Type:
        """The type of a name where nothing is known of the test."""
        scope = view.facts.scopes[one.scope].parent
        if scope == NONE:
            return None
        target = self._types.names.lookup(view, scope, one.start, one.name)
        return None if target == GLOBAL else self._types.now(view, target, scope, one.start, one.name)

    def _tested(self, view: FileView, one: Binding) -> Type:
        t = self._types.value(view, one.type, one.scope, one.start)
        if t is None:
            return None
        return self._types.construction.instance(t) if one.kind != "guard" else self._predicate(t)

    def _predicate(self, t: Type) -> Type:
        """`T` of a function that gives back `x is T`."""
        for signature in self._types.signatures.of(t)[:1]:
            if signature.view is None:
                return None
            return self._stated(signature.view, signature.declaration)
        return None

    def _stated(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        row = view.expressions[one.results[0]] if one.results else ()
        if not row or row[0] != Op.UNARY or view.strings[row[1]] != "is":
            return None
        scope = one.body if one.body != NONE else one.scope
        return self._types.derived(
            "js.predicate",
            view,
            view.symbols[index],
            lambda: self._types.annotations.read(view, row[2], scope, one.start, index),
        )

    def _is(self, part: Any, tested: Any) -> bool:
        """Whether all of a part of a union is of the tested type already."""
        if tested[0] != "N":  # a class outside: whether one here derives from it, is not known
            return part[0] in _CLASSES
        todo, seen = [part], 0
        while todo and seen < MAX_BASES:
            one = todo.pop()
            seen += 1
            if one is None or one[0] != "N":
                continue
            if one[1:3] == tested[1:3]:
                return True
            view = self._types.project.views[one[1]]
            for index in self._types.members.of_symbol(view, one[2]):
                todo += [*self._types.bases.of(view, index), *self._types.bases.implemented(view, index)]
        return False
