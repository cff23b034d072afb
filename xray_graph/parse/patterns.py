"""Names bound by a pattern: `a, b = f()`, `{a, b: c} = x`, `for k, v := range m`.

Each name gets the expression of what it is given: the value itself, its k-th part, a member, an
element. The grammar's `[patterns]` table gives the shapes: NAME a name, SEQUENCE its parts by
position, MAPPING a pattern by members (its children MEMBER), SPREAD a rest, CHOICE a default, CAST a
typed name, PASS a wrapper; HOOK leaves a pattern to the language's hooks. Called by `extract` and
`declarations`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Binding, Op
from xray_graph.parse.expressions import UNKNOWN, Expressions, pick
from xray_graph.parse.grammar import Grammar
from xray_graph.parse.shapes import HOOK, PASS, SELF, Shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

TAKES: Final = {"element": Op.ELEMENT, "enter": Op.ENTER, "key": Op.KEY}


class Patterns:
    """Appends Bindings to `bindings`."""

    def __init__(self, expressions: Expressions, grammar: Grammar, bindings: list[Binding]) -> None:
        self._expressions = expressions
        self._shapes = grammar.patterns
        self._values = grammar.shapes
        self._bindings = bindings
        # What the patterns inside one that is HOOK are given of its value: (pattern, value, type).
        self.hooked: Callable[[Node, int], list[tuple[Node, int, int]]] = lambda _node, _value: []

    def shape(self, node: Node) -> Shape | None:
        return self._shapes[node.kind_id] if node.kind_id < len(self._shapes) else None

    def bind(
        self,
        left: Node,
        right: Node | None,
        *,
        scope: int,
        declared: int = NONE,
        kind: str = "local",
        take: str = "",
        visible_from: int = NONE,
    ) -> None:
        """Bind the names of `left`; `take` is "", "range", "element", "enter" or "key"."""
        start = left.start_byte if visible_from == NONE else visible_from
        if take == "range":
            names = self._elements(left) or [left]
            source = UNKNOWN if right is None else self._expressions.build(right)
            for name, op in zip(names, (Op.KEY, Op.ELEMENT), strict=False):
                taken = self._expressions.row(op, NONE, source)
                self.bind_value(name, taken, scope, NONE, kind, start)
            return
        if right is not None and not take:
            names, values = self._elements(left), self._elements(right, value=True)
            if names and values and len(names) == len(values):
                for name, given in zip(names, values, strict=True):
                    self.bind_value(name, self._expressions.build(given), scope, declared, kind, start)
                return
            if len(values) == 1 and _is_plain_list(right):
                right = values[0]
        value = NONE if right is None else self._expressions.build(right)
        if take:
            value = self._expressions.row(TAKES[take], NONE, value)
        self.bind_value(left, value, scope, declared, kind, start)

    def part(self, left: Node, right: Node, member: Node) -> int:
        """What `member`, one of the pattern `left`, gets of `right`."""
        names, values = self._elements(left), self._elements(right, value=True)
        position = next((i for i, name in enumerate(names) if name == member), 0)
        if len(names) == len(values):
            return self._expressions.build(values[position])
        return self._part(position, self._expressions.build(right))

    def bind_value(self, node: Node, value: int, scope: int, declared: int, kind: str, start: int) -> None:
        """Bind the names of one pattern to a built expression. Iterative: a pattern may nest deep."""
        todo = [(node, value, declared)]
        while todo:
            node, value, declared = todo.pop()
            shape = self.shape(node)
            if shape is None:
                continue
            if shape.op == Op.NAME:
                name = self._expressions.text(node)
                if name != "_":
                    self._bindings.append(Binding(scope, name, start, declared, value, kind))
            elif shape.op == Op.SEQUENCE:
                elements = _positions(node, self._elements(node))
                count = elements[-1][0] + 1 if elements else 0
                rests = [position for position, child in elements if self._is_rest(child)]
                for position, child in elements:
                    if rests and position == rests[0]:
                        todo += self._rest(child, position, count, value)
                        continue
                    if rests and position > rests[0]:
                        position -= count  # from the end: `a, *b, c = x`
                    part = value if value in (NONE, UNKNOWN) else self._part(position, value)
                    todo.append((child, part, NONE))
            elif shape.op in (PASS, Op.CHOICE):
                inner = pick(node, shape.parts[0])
                if inner:
                    todo.append((inner[0], value, declared))
            elif shape.op == HOOK:
                todo += self.hooked(node, value)
            elif shape.op == Op.MAPPING:
                todo += [(child, value, NONE) for part in shape.parts for child in pick(node, part)]
            elif shape.op == Op.MEMBER:
                self._member(node, shape, value, todo, (scope, start, kind))
            elif shape.op == Op.CAST:
                inner, types = pick(node, shape.parts[0]), pick(node, shape.parts[1])
                if inner:
                    known = self._expressions.build(types[0]) if types else declared
                    todo.append((inner[0], value, known))
            elif shape.op == Op.SPREAD:
                inner = pick(node, shape.parts[0])
                if inner:
                    rest = value if value in (NONE, UNKNOWN) else self._expressions.row(Op.SLICE, NONE, value)
                    todo.append((inner[0], rest, NONE))

    def _member(
        self,
        node: Node,
        shape: Shape,
        value: int,
        todo: list[tuple[Node, int, int]],
        place: tuple[int, int, str],
    ) -> None:
        """`{key: pattern}`: the pattern gets the member of that name; `{key}` binds the key itself."""
        if shape.name is None:
            return
        key = node if shape.name[0] == SELF else next(iter(pick(node, shape.name)), None)
        if key is None:
            return
        member = value
        if value not in (NONE, UNKNOWN):
            name = self._expressions.string(self._expressions.text(key).strip("\"'`"))
            member = self._expressions.row(Op.MEMBER, name, value)
        if shape.name[0] == SELF:
            scope, start, kind = place
            self._bindings.append(Binding(scope, self._expressions.text(key), start, NONE, member, kind))
            return
        targets = [child for part in shape.parts for child in pick(node, part)]
        todo += [(child, member, NONE) for child in targets or [key]]

    def _rest(self, node: Node, position: int, count: int, value: int) -> list[tuple[Node, int, int]]:
        """`*b` of `a, *b, c`: what is left of the value, by its bounds."""
        shape = self.shape(node)
        inner = [] if shape is None else pick(node, shape.parts[0])
        if value not in (NONE, UNKNOWN):
            bounds = self._expressions.string(f"{position}:{position + 1 - count or ''}")
            value = self._expressions.row(Op.SLICE, bounds, value)
        return [(child, value, NONE) for child in inner[:1]]

    def _is_rest(self, node: Node) -> bool:
        shape = self.shape(node)
        return shape is not None and shape.op == Op.SPREAD

    def _part(self, position: int, value: int) -> int:
        return self._expressions.row(Op.PART, position, value)

    def _elements(self, node: Node, *, value: bool = False) -> list[Node]:
        """The members of a list of names or values; empty for anything that is no list."""
        shapes = self._values if value else self._shapes
        shape = shapes[node.kind_id] if node.kind_id < len(shapes) else None
        if shape is None or shape.op != Op.SEQUENCE:
            return []
        return [child for part in shape.parts for child in pick(node, part)]


def _positions(node: Node, elements: list[Node]) -> list[tuple[int, Node]]:
    """The members of a list pattern with their positions: `[, b]` leaves the first out."""
    if len(elements) * 2 > node.child_count - 2:  # no comma without a member before it
        return list(enumerate(elements))
    found, position = [], 0
    wanted = {child.id for child in elements}
    for child in node.children:
        if child.id in wanted:
            found.append((position, child))
        elif child.type == ",":
            position += 1
    return found


def _is_plain_list(node: Node) -> bool:
    """A list of one that is only the grammar's wrapping (Go's expression_list), not `[a] = x`."""
    return node.type == "expression_list"
