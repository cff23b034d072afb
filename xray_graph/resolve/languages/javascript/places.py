"""Where the expressions of one file stand: what holds what, and in which scope.

A function of one file's facts, made when first needed and kept with the file's view. Looks nothing up.
Called by `context`, `objects` and `containers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op

if TYPE_CHECKING:
    from xray_graph.model import Call
    from xray_graph.resolve.view import FileView

_HOLDING: Final = frozenset(
    {
        int(op)
        for op in (
            Op.CALL,
            Op.NEW,
            Op.KEYWORD,
            Op.OBJECT,
            Op.SEQUENCE,
            Op.CHOICE,
            Op.BINARY,
            Op.CAST,
            Op.UNARY,
            Op.SPREAD,
        )
    }
)
HELD: Final = frozenset(
    {
        int(op)
        for op in (
            Op.FUNC,
            Op.OBJECT,
            Op.KEYWORD,
            Op.SEQUENCE,
            Op.CHOICE,
            Op.BINARY,
            Op.CAST,
            Op.UNARY,
            Op.SPREAD,
            Op.CALL,
            Op.NEW,
        )
    }
)


class Places:
    """What holds each literal, function, call and operator of one file, or where else it stands."""

    def __init__(self, view: FileView) -> None:
        self.parents: dict[int, tuple[int, int]] = {}  # expression -> (the one that holds it, position)
        self.functions: dict[int, list[int]] = {}  # declaration -> its FUNC expressions
        self.objects: dict[int, int] = {}  # declaration -> its OBJECT expression
        facts, expressions = view.facts, view.expressions
        parents, func, object_ = self.parents, Op.FUNC, Op.OBJECT
        for number, row in enumerate(expressions):
            op = row[0]
            if op in _HOLDING:
                for position, child in enumerate(row[2:]):
                    if child > 0 and expressions[child][0] in HELD:
                        parents[child] = (number, position)
                if op == object_ and row[1] != NONE:
                    self.objects[row[1]] = number
            elif op == func and row[1] != NONE:
                self.functions.setdefault(row[1], []).append(number)
        self.calls: dict[int, Call] = {one.expression: one for one in facts.calls}
        self.roots: dict[int, tuple[str, int]] = {}
        for name, held in (
            ("assignment", [one.value for one in facts.assignments]),
            ("declaration", [one.value for one in facts.declarations]),
            ("binding", [one.value for one in facts.bindings]),
            ("return", [one.expression for one in facts.returns]),
            ("export", [one.expression for one in facts.exports]),
        ):
            for index, expression in enumerate(held):
                if expression > 0 and expressions[expression][0] in HELD:
                    self.roots[expression] = (name, index)
        for index, one in enumerate(facts.declarations):
            for position, parameter in enumerate(one.parameters):
                if parameter.default > 0 and expressions[parameter.default][0] in HELD:
                    self.roots[parameter.default] = ("parameter", index * 256 + min(position, 255))

    def place(self, view: FileView, expression: int) -> tuple[int, int]:
        """The scope in which an expression is evaluated, and a byte there."""
        while True:
            call = self.calls.get(expression)
            if call is not None:
                return call.scope, call.start
            root = self.roots.get(expression)
            if root is not None:
                return self._of_root(view, *root)
            parent = self.parents.get(expression)
            if parent is None:
                return 0, 0
            expression = parent[0]

    @staticmethod
    def _of_root(view: FileView, kind: str, index: int) -> tuple[int, int]:
        facts = view.facts
        if kind == "declaration":
            return facts.declarations[index].scope, facts.declarations[index].end
        if kind == "binding":
            return facts.bindings[index].scope, facts.bindings[index].start
        if kind == "assignment":
            return facts.assignments[index].scope, facts.assignments[index].start
        if kind == "return":
            scope = facts.returns[index].scope
            return scope, facts.scopes[scope].start
        if kind == "parameter":
            one = facts.declarations[index // 256]
            return (one.body if one.body != NONE else one.scope), one.start
        return 0, facts.scopes[0].end


def places_of(view: FileView) -> Places:
    known: Places | None = view.memo.get("js.places")
    if known is None:
        known = view.memo["js.places"] = Places(view)
    return known
