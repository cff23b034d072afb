"""Where a test of a name is known to be true: `x instanceof T`, and `isT(x)` that may be a type predicate.
Of `x instanceof T` also where it is known to be false.

Reads the tree around one test and looks at no name. What the test says is for whoever reads the facts: a
binding of kind "narrow" holds the class that is tested, "exclude" the class that it is not, and one of kind
"guard" the function that tests. Called by `javascript`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Binding
from xray_graph.parse.languages import base

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role

_LEAVES: Final = frozenset({"return_statement", "throw_statement", "continue_statement", "break_statement"})
_TESTING: Final = frozenset(  # what a test stands in
    {"parenthesized_expression", "unary_expression", "binary_expression", "ternary_expression"}
)


class Narrowing(base.Hooks):
    """The hooks of names that are narrowed."""

    def tested(self, reader: FileReader, role: Role, captures: Captures) -> list[base.Tested]:
        test = captures[role.capture][0]
        places = [base.Tested(*place) for place in held(reader.data, test)]
        if not role.detail:  # a function that is no predicate says nothing where it answers no
            places += [base.Tested(*place, holds=False) for place in held(reader.data, test, holds=False)]
        return places

    def narrows(
        self, reader: FileReader, role: Role, captures: Captures, places: list[base.Tested]
    ) -> list[Binding] | None:
        if not places:
            return []
        text = reader.expressions.text(captures["name"][0])
        expression = reader.expressions.build(captures["type"][0])
        kind = role.detail or "narrow"
        return [
            Binding(
                reader.regions.at(one.start),
                text,
                one.start,
                expression,
                NONE,
                kind if one.holds else "exclude",
            )
            for one in places
        ]


def held(data: bytes, test: Node, *, holds: bool = True) -> list[tuple[int, int]]:
    """The ranges in which a test is known to be true, or false."""
    found: list[tuple[int, int]] = []
    node, positive = test, holds
    while (parent := node.parent) is not None and parent.type in _TESTING:
        if parent.type == "unary_expression":
            if data[parent.start_byte] != 0x21:
                return found
            positive = not positive
        elif parent.type == "binary_expression":
            operator, right = parent.child_by_field_name("operator"), parent.child_by_field_name("right")
            if operator is None or operator.type != ("&&" if positive else "||"):
                return found
            if right is not None and right != node:
                found.append((right.start_byte, right.end_byte))
        elif parent.type == "ternary_expression":
            part = parent.child_by_field_name("consequence" if positive else "alternative")
            if part is not None and parent.child_by_field_name("condition") == node:
                found.append((part.start_byte, part.end_byte))
            return found
        node = parent
    if parent is None or parent.child_by_field_name("condition") != node:
        return found
    if parent.type == "while_statement":
        body = parent.child_by_field_name("body")
        return [*found, (body.start_byte, body.end_byte)] if body is not None and positive else found
    if parent.type == "if_statement":
        found += _branches(parent, positive=positive)
    return found


def _branches(statement: Node, *, positive: bool) -> list[tuple[int, int]]:
    """Where the condition of an `if` is known to be true, or false."""
    body = statement.child_by_field_name("consequence")
    if body is None:
        return []
    if positive:
        return [(body.start_byte, body.end_byte)]
    other = statement.child_by_field_name("alternative")
    if other is not None:
        inside = other.named_children[-1] if other.named_children else None
        return [] if inside is None else [(inside.start_byte, inside.end_byte)]
    return _rest(statement) if _leaves(body) else []


def _leaves(body: Node) -> bool:
    """Whether what follows is not reached through a branch."""
    if body.type == "statement_block":
        inside = [child for child in body.named_children if child.type != "comment"]
        return bool(inside) and inside[-1].type in _LEAVES
    return body.type in _LEAVES


def _rest(statement: Node) -> list[tuple[int, int]]:
    """What follows in a block; nothing where functions are declared there, which all of it sees."""
    block = statement.parent
    if block is None or block.type != "statement_block":
        return []
    holder = block.parent
    if holder is None or holder.type in ("module", "internal_module"):
        return []
    after = statement.next_named_sibling
    if after is None:
        return []
    while after is not None:
        if after.type in ("function_declaration", "generator_function_declaration", "class_declaration"):
            return []
        after = after.next_named_sibling
    return [(statement.end_byte, block.end_byte)]
