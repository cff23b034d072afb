"""Where a test of a Python name is known to hold: what `isinstance` says about branches and what follows.

Also which blocks exclude each other. Reads the tree around one test and looks at no name. Called by
`languages.python`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from tree_sitter import Node

_LEAVES: Final = frozenset({"return_statement", "raise_statement", "continue_statement", "break_statement"})
_COMPREHENSIONS: Final = frozenset(
    {"list_comprehension", "generator_expression", "set_comprehension", "dictionary_comprehension"}
)

_LOOPS: Final = frozenset({"for_statement", "while_statement"})
_FRAMES: Final = frozenset({"function_definition", "class_definition", "lambda", "module"})

Region: TypeAlias = "tuple[int, int]"


def tested(call: Node) -> list[tuple[Region, bool]]:
    """The regions in which a test is known to hold (True) or to have failed (False)."""
    found: list[tuple[Region, bool]] = []
    node, where_true, where_false = call, True, False  # what the test is where `node` is true, or false
    known_true = known_false = True
    while (parent := node.parent) is not None:
        kind = parent.type
        if kind == "not_operator":
            where_true, where_false = where_false, where_true
            known_true, known_false = known_false, known_true
        elif kind == "boolean_operator":
            right, operator = parent.child_by_field_name("right"), parent.child_by_field_name("operator")
            both = operator is not None and operator.type == "and"
            if right is not None and right != node and (known_true if both else known_false):
                found.append(((right.start_byte, right.end_byte), where_true if both else where_false))
            known_true, known_false = known_true and both, known_false and not both
        elif kind == "conditional_expression":
            parts = parent.named_children
            branches = [(parts[0], known_true, where_true), (parts[-1], known_false, where_false)]
            if parts[1] == node:
                found += [((b.start_byte, b.end_byte), holds) for b, known, holds in branches if known]
            return found
        elif kind in ("if_statement", "elif_clause", "while_statement"):
            for on_true, region in _branches(parent, node):
                if known_true if on_true else known_false:
                    found.append((region, where_true if on_true else where_false))
            return found
        elif kind == "assert_statement":
            if known_true and parent.named_children[0] == node:
                found += [(region, where_true) for region in _rest(parent)]
            return found
        elif kind in _COMPREHENSIONS:
            body = parent.child_by_field_name("body")
            if body is not None and node.type == "if_clause" and known_true:
                found.append(((body.start_byte, body.end_byte), where_true))
            return found
        elif kind not in ("parenthesized_expression", "if_clause"):
            return found
        node = parent
    return found


def _branches(statement: Node, condition: Node) -> list[tuple[bool, Region]]:
    """The regions that are reached only where a statement's condition is true, or only where it is false."""
    field = "body" if statement.type == "while_statement" else "consequence"
    inside = statement.child_by_field_name(field)
    if inside is None or statement.child_by_field_name("condition") != condition:
        return []
    found = [(True, (inside.start_byte, inside.end_byte))]
    whole = statement if statement.type != "elif_clause" else statement.parent
    if whole is None or whole.type != "if_statement":
        return found
    others = [c for c in whole.children_by_field_name("alternative") if c.start_byte > inside.start_byte]
    if others:
        found.append((False, (others[0].start_byte, whole.end_byte)))
    if statement is whole:
        if _leaves(inside):
            found += [(False, region) for region in _rest(whole)]
        elif len(others) == 1 and others[0].type == "else_clause":
            body = others[0].child_by_field_name("body")
            if body is not None and _leaves(body):
                found += [(True, region) for region in _rest(whole)]
    return found


def _leaves(block: Node) -> bool:
    """Whether what follows the block is not reached through it."""
    statements = [child for child in block.named_children if child.type != "comment"]
    return bool(statements) and statements[-1].type in _LEAVES


def _rest(statement: Node) -> list[Region]:
    """The region from a statement to the end of its block; none when it is the last."""
    block = statement.parent
    if block is None or statement.end_byte >= block.end_byte:
        return []
    return [(statement.end_byte, block.end_byte)]


def arms(statement: Node, clause: Node) -> list[Node]:
    """The block of a clause, and that of the arm before it where the clause is the second of a statement.

    Empty for a clause that has no arm before it: what follows a `try` is not apart from it.
    """
    if statement.type == "if_statement":
        first = statement.child_by_field_name("consequence")
        second = statement.child_by_field_name("alternative")
    else:
        holder = statement if statement.type == "try_statement" else clause.parent
        kinds = ("except_clause", "else_clause", "case_clause")
        clauses = [] if holder is None else [c for c in holder.named_children if c.type in kinds]
        if len(clauses) < 2 or clause == clauses[0]:
            return []
        first, second = _block(clauses[0]), clauses[1]
    own = _block(clause)
    return [block for block in ((own, first) if clause == second else (own,)) if block is not None]


def _block(clause: Node) -> Node | None:
    return next((child for child in clause.named_children if child.type == "block"), None)


def loop_around(statement: Node) -> Node | None:
    """The body of the innermost loop that a statement is in."""
    node = statement
    while (parent := node.parent) is not None and parent.type not in _FRAMES:
        if parent.type in _LOOPS and node.type == "block":
            return node
        node = parent
    return None
