"""Signatures of TypeScript functions and methods that an implementation stands for.

    function at(i: number): string;     an overload: the last declaration of the name has a body
    declare function now(): number;     none: nothing implements it here
Called by the hooks of JavaScript, for `names` to mean the implementation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

_SIGNATURES: Final = ("function_signature", "method_signature")
_IMPLEMENTATIONS: Final = ("function_declaration", "generator_function_declaration", "method_definition")


def is_overload(node: Node) -> bool:
    """Whether the node is a signature, and declarations of its name follow up to one with a body."""
    if node.type not in _SIGNATURES:
        return False
    name = _name(node)
    after = _following(node)
    while after is not None and after.type in _SIGNATURES and _name(after) == name:
        after = _following(after)
    return after is not None and after.type in _IMPLEMENTATIONS and _name(after) == name


def _following(node: Node) -> Node | None:
    """The next declaration, out of its `export`; comments are passed over."""
    holder = node.parent
    after = (holder if holder is not None and holder.type == "export_statement" else node).next_named_sibling
    while after is not None and after.type == "comment":
        after = after.next_named_sibling
    if after is not None and after.type == "export_statement":
        return after.child_by_field_name("declaration")
    return after


def _name(node: Node) -> bytes | None:
    named = node.child_by_field_name("name")
    return None if named is None else named.text
