"""What a function, object or array literal is given to: the types that its parameters have from there.

`app.get('/', (c) => ...)` types `c` by the parameter that `get` declares. So do a variable's, field's or
property's declared type, a declared result, an array's element, and a cast. Called by
`calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.values import EXTERNAL, PENDING, Type
from xray_graph.resolve.world import MISSING

if TYPE_CHECKING:
    from xray_graph.resolve.languages.javascript.signatures import Signature
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView

_PASSED_ON = frozenset({"||", "??", "&&"})


class Context:
    def __init__(self, types: Types) -> None:
        self._types = types

    def parameter(self, view: FileView, index: int, position: int, *, variadic: bool) -> Type:
        """The type of a function's parameter by the place that the function stands in."""
        expected = self._types.generics.expand(self.of_function(view, index))
        if expected is None or expected[0] == "X":  # what a function outside hands over is its own
            return None if expected is None else EXTERNAL
        found: list[Type] = []
        signatures = self._types.signatures.of(expected)
        own = view.declarations[index].parameters
        fitting = [s for s in signatures if len(s.params) >= len(own) or _takes_more(s)] or signatures
        for one in fitting if len(values.parts(expected)) > 1 else fitting[:1]:
            whole = variadic and bool(one.params)
            t = one.params[-1][0] if whole else self._types.inference.at(one.params, position)
            t = values.substitute(t, one.environment)
            known = {key: self._types.generics.fallback(key) for key in one.keys}
            found.append(values.without_nothing(values.substitute(t, known)))
        return values.union(found)

    def of_function(self, view: FileView, index: int) -> Type:
        """The type that a function is expected to have."""
        one = view.declarations[index]
        if one.type != NONE and one.kind in CALLABLES:
            return self._types.signatures.stated(view, index)
        for expression in self._types.places(view).functions.get(index, ()):
            t = self.expected(view, expression)
            if t is not None:
                return t
        return None

    def expected(self, view: FileView, expression: int) -> Type:
        """The type that the place of an expression asks for."""
        self._types.world.touch_whole(view.path)
        key = ("expected", expression)
        known: Type = self._types.recall(key)
        if known is MISSING:
            memo = self._types.memo
            memo[key] = PENDING
            memo[key] = known = self._expected(view, expression)
        return known

    def _expected(self, view: FileView, expression: int) -> Type:
        places = self._types.places(view)
        parent = places.parents.get(expression)
        if parent is None:
            root = places.roots.get(expression)
            return None if root is None else self._of_root(view, *root)
        holder, position = parent
        row = view.expressions[holder]
        op = row[0]
        if op in (Op.CALL, Op.NEW):
            return self._argument(view, holder, position - 1) if position else None
        if op == Op.KEYWORD:
            name = view.strings[row[1]].strip("\"'`")
            return self._property(self.expected(view, holder), name)
        if op == Op.OBJECT:
            inner = view.expressions[expression]
            if inner[0] == Op.FUNC and inner[1] != NONE:
                return self._property(self.expected(view, holder), view.declarations[inner[1]].name)
            return self.expected(view, holder)
        if op == Op.SEQUENCE:
            return self._types.containers.part(self.expected(view, holder), position)
        if op == Op.CAST and position == 1:
            scope, at = places.place(view, holder)
            if row[2] == NONE:  # `as const`
                return self.expected(view, holder)
            return self._types.annotations.read(view, row[2], scope, at)
        if op == Op.CHOICE or (op == Op.BINARY and view.strings[row[1]] in _PASSED_ON):
            return self.expected(view, holder)
        if op == Op.UNARY and view.strings[row[1]] == "await":
            return self.expected(view, holder)
        return None

    def _property(self, t: Type, name: str) -> Type:
        return None if t is None else values.without_nothing(self._types.members.type_of(t, name))

    def _of_root(self, view: FileView, kind: str, index: int) -> Type:
        types = self._types
        facts = view.facts
        if kind == "declaration":
            one = facts.declarations[index]
            return types.annotations.read(view, one.type, one.scope, one.end) if one.type != NONE else None
        if kind == "binding":
            bound = facts.bindings[index]
            if bound.type != NONE:
                return types.annotations.read(view, bound.type, bound.scope, bound.start)
            if bound.kind == "assign":
                return types.value(view, self._name(view, bound.name), bound.scope, bound.start)
            return None
        if kind == "assignment":
            given = facts.assignments[index]
            target = view.expressions[given.target]
            if given.type != NONE:
                return types.annotations.read(view, given.type, given.scope, given.start)
            if target[0] != Op.MEMBER:
                return None
            return self._declared_member(view, target, given.scope, given.start)
        if kind == "return":
            return self._returned(view, facts.returns[index].declaration, facts.returns[index].kind)
        if kind == "parameter":
            one = facts.declarations[index // 256]
            parameter = one.parameters[index % 256]
            scope = one.body if one.body != NONE else one.scope
            return types.annotations.read(view, parameter.type, scope, one.start, index // 256)
        return None

    @staticmethod
    def _name(view: FileView, name: str) -> int:
        for number, row in enumerate(view.expressions):
            if row[0] == Op.NAME and view.strings[row[1]] == name:
                return number
        return NONE

    def _declared_member(self, view: FileView, target: tuple[int, ...], scope: int, at: int) -> Type:
        """The stated type of the field that something is assigned to."""
        base = self._types.value(view, target[2], scope, at)
        for one in self._types.members.find(base, view.strings[target[1]]):
            if one.view is not None and one.declaration != NONE:
                declaration = one.view.declarations[one.declaration]
                if declaration.kind == "field" and declaration.type != NONE:
                    return self._types.members.member_type(one)
        return None

    def _returned(self, view: FileView, index: int, kind: str) -> Type:
        """What a function is to give back: stated, or by the place that the function itself stands in."""
        one = view.declarations[index]
        types = self._types
        if kind == "yield":
            return None
        if one.results:
            scope = one.body if one.body != NONE else one.scope
            t = types.annotations.read(view, one.results[0], scope, one.start, index)
        else:
            t = types.calls.plain_result(self.of_function(view, index))
        return values.promised(t) if t is not None and "async" in one.attributes else t

    def _argument(self, view: FileView, holder: int, position: int) -> Type:
        """The type of the parameter that an argument is for."""
        types = self._types
        row = view.expressions[holder]
        scope, at = types.places(view).place(view, holder)
        new = row[0] == Op.NEW
        head = view.expressions[row[2]]
        callee = types.value(view, head[2] if new and head[0] == Op.APPLY else row[2], scope, at)
        found: list[Type] = []
        for part in values.parts(callee):
            one = types.inference.choose(view, row, part, new=new)
            if one is None:
                if part is not None and part[0] == "X":
                    found.append(EXTERNAL)
                continue
            t = types.inference.at(one.params, position)
            if values.mentions(t):
                known = types.inference.environment(view, row, one, (scope, at), position)
                if head[0] == Op.MEMBER and "this" not in known:
                    known["this"] = types.value(view, head[2], scope, at)
                t = values.substitute(t, known)
            found.append(t)
        return values.union(found)


def _takes_more(one: Signature) -> bool:
    return bool(one.params) and "variadic" in one.params[-1][1]
