"""Ruby operators that classes define: `cart[0]`, `cart[0] = 1`, `cart << x`, `a == b`. Called by `ruby`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.model import NONE, Call, Op

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from xray_graph.parse.extract import FileReader


def note_operators(reader: FileReader, nodes: Iterable[Node]) -> None:
    """Each is a call of the method of that name, on what stands before it."""
    expressions = reader.expressions
    build = expressions.build
    for node in nodes:
        holder, *given = node.named_children
        name = "[]"
        if node.type == "binary":
            name = expressions.text(node.children[1])
        elif (parent := node.parent) is not None and parent.type == "assignment" and _is_left(node, parent):
            name = "[]="
        member = expressions.row(Op.MEMBER, expressions.string(name), build(holder))
        call = expressions.row(Op.CALL, NONE, member, *map(build, given[:1]))
        start, line = node.start_byte, holder.end_point.row + 1
        reader.calls.append(Call(call, reader.regions.at(start), start, line, "operator"))


def _is_left(node: Node, assignment: Node) -> bool:
    return node.start_byte == assignment.start_byte
