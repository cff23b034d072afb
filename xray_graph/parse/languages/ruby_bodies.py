"""What a Ruby body gives, and whether a definition stands in an arm of a condition. Called by `ruby`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.extract import FileReader

_ARMS: Final = frozenset({"then", "else", "elsif", "when", "in", "rescue", "if_modifier", "unless_modifier"})
_DEFINING: Final = frozenset({"class", "module", "singleton_class", "method", "singleton_method", "program"})


def is_conditional(node: Node) -> bool:
    """Whether a definition stands in an arm of an `if`, a `case` or a `rescue`."""
    above = node.parent
    while above is not None and above.type not in _DEFINING:
        if above.type in _ARMS:
            return True
        above = above.parent
    return False


def last_value(reader: FileReader, node: Node, depth: int) -> int:
    """What a body or a `case` gives: its last statement, or one of those of its `rescue`s and branches."""
    build = reader.expressions.build
    parts = [child for child in node.named_children if not child.is_extra]
    if node.type == "case":
        given = [child for child in parts if child.type in ("when", "else")]
    else:
        given = [child for child in parts if child.type not in ("rescue", "ensure")][-1:]
        for child in parts:
            body = child.child_by_field_name("body") if child.type == "rescue" else None
            given += [] if body is None else [body]
    if len(given) == 1:
        return build(given[0], depth + 1)
    return reader.expressions.row(Op.CHOICE, NONE, *(build(one, depth + 1) for one in given))
