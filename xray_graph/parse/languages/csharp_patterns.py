"""What a C# pattern takes out of a value: `o is Pair<A, B>(var first, { Next: var second })`.

Reads the tree from a pattern outwards to the value that is tested. Called by `csharp`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.parse.expressions import UNKNOWN

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.extract import FileReader

_SAME: Final = frozenset(
    {"parenthesized_pattern", "and_pattern", "or_pattern", "negated_pattern", "switch_section", "switch_body"}
)
_STATEMENTS: Final = {
    "is_pattern_expression": "expression",
    "switch_statement": "value",
    "switch_expression": "",
}
MAX_NESTED: Final = 8  # of patterns in patterns
MAX_AROUND: Final = 50  # nodes from a pattern to the value that is tested
MAX_PARTS: Final = 50  # of one pattern


def taken(reader: FileReader, pattern: Node, depth: int) -> int:
    """What `var x` or `T x` is: for `var` in a pattern the value that it is applied to, as an expression."""
    stated = pattern.child_by_field_name("type")
    found = UNKNOWN
    if stated is None or stated.type == "implicit_type":
        found = _applied(reader, pattern, depth)
    if found != UNKNOWN or stated is None or pattern.type == "declaration_pattern":
        return found
    return reader.expressions.row(Op.CAST, NONE, reader.expressions.build(stated, depth + 1))


def _applied(reader: FileReader, pattern: Node, depth: int) -> int:
    steps: list[tuple[int, int]] = []  # from the pattern outwards: an operation and its name slot, or a type
    node = pattern
    for _ in range(MAX_AROUND):
        above = node.parent
        if above is None or len(steps) == MAX_NESTED:
            break
        if above.type in _STATEMENTS:
            field = _STATEMENTS[above.type]
            value = above.child_by_field_name(field) if field else above.named_children[0]
            return (
                UNKNOWN
                if value is None
                else _built(reader, reader.expressions.build(value, depth + 1), steps)
            )
        if above.type == "subpattern":
            step = _step(reader, above, node)
            if step is None or above.parent is None or above.parent.parent is None:
                return UNKNOWN
            steps.append(step)
            whole = above.parent.parent
            stated = whole.child_by_field_name("type")
            if stated is not None:
                steps.append((int(Op.CAST), reader.expressions.build(stated, depth + 1)))
            above = whole
        elif above.type == "argument" and (call := _called_alike(above)) is not None:
            tested, stated = call
            assert above.parent is not None
            places = [child for child in above.parent.named_children if child.type == "argument"]
            steps.append((int(Op.PART), places.index(above)))
            if stated is not None and stated.type != "implicit_type":
                steps.append((int(Op.CAST), reader.expressions.build(stated, depth + 1)))
            if tested.type != "invocation_expression":
                return _built(reader, reader.expressions.build(tested, depth + 1), steps)
            above = tested
        elif above.type == "list_pattern":
            steps.append((int(Op.ELEMENT), NONE))
        elif above.type not in _SAME and above.type != "switch_expression_arm":
            return UNKNOWN
        node = above
    return UNKNOWN


def _called_alike(argument: Node) -> tuple[Node, Node | None] | None:
    """What is tested by a pattern that reads like a call, and its type: `o is Point(var x, var y)`.

    Of `case Point(var x, var y):` the call itself stands for what is tested.
    """
    call = argument.parent.parent if argument.parent is not None else None
    function = None if call is None else call.child_by_field_name("function")
    if call is None or function is None or argument.parent is None:
        return None
    if argument.parent.named_child_count > MAX_PARTS:
        return None
    if function.type in ("is_pattern_expression", "is_expression"):
        tested = function.child_by_field_name("expression") or function.child_by_field_name("left")
        stated = function.child_by_field_name("right") or function.child_by_field_name("pattern")
        if stated is not None and stated.type == "constant_pattern":
            stated = stated.named_children[0]
        return None if tested is None else (tested, stated)
    return (call, function) if call.parent is not None and call.parent.type == "switch_section" else None


def _step(reader: FileReader, holder: Node, inner: Node) -> tuple[int, int] | None:
    """What one part of `(…, …)` or `{ Name: … }` takes."""
    clause = holder.parent
    if clause is None or clause.named_child_count > MAX_PARTS:
        return None
    if clause.type == "positional_pattern_clause":
        parts = [child for child in clause.named_children if child.type == "subpattern"]
        return int(Op.PART), parts.index(holder)
    name = holder.named_children[0]
    if name.type != "identifier" or name == inner:
        return None
    return int(Op.MEMBER), reader.expressions.text_id(name)


def _built(reader: FileReader, value: int, steps: list[tuple[int, int]]) -> int:
    row = reader.expressions.row
    for op, slot in reversed(steps):
        value = row(op, NONE, slot, value) if op == Op.CAST else row(op, slot, value)
    return value
