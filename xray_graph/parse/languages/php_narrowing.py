"""Where a PHP `instanceof`, or an `assertInstanceOf`, is known to be true. Called by the hooks of `php`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

_ASSERT: Final = re.compile(rb"\\?assert\s*\(", re.IGNORECASE)
_CALLS: Final = frozenset({"member_call_expression", "scoped_call_expression"})
_LEAVES: Final = (b"return", b"throw", b"continue", b"break", b"exit", b"die")


def held(data: bytes, test: Node) -> list[tuple[int, int]]:
    """The ranges in which `x instanceof T`, or `assertInstanceOf(T::class, x)`, is known to be true."""
    if test.type == "arguments":  # of a call, whose name a pattern would look for behind all it is called on
        call = test.parent
        named = call.child_by_field_name("name") if call is not None and call.type in _CALLS else None
        is_test = named is not None and data[named.start_byte : named.end_byte] == b"assertInstanceOf"
        return _behind(call) if call is not None and is_test else []
    found: list[tuple[int, int]] = []
    node, positive = test, True
    while (parent := node.parent) is not None:
        kind = parent.type
        if kind == "unary_op_expression" and data[parent.start_byte] == 0x21:
            positive = not positive
        elif kind == "binary_expression":
            operator, right = parent.child_by_field_name("operator"), parent.child_by_field_name("right")
            both = operator is not None and operator.type in ("&&", "and")
            if both != positive:
                return found
            if right is not None and right != node:
                found.append((right.start_byte, right.end_byte))
        elif kind == "argument":
            return found + (_asserted(parent, data) if positive else [])
        elif kind == "while_statement":
            body = parent.child_by_field_name("body")
            if body is not None and positive and parent.child_by_field_name("condition") == node:
                found.append((body.start_byte, body.end_byte))
            return found
        elif kind in ("if_statement", "else_if_clause"):
            body = parent.child_by_field_name("body")
            if body is None or parent.child_by_field_name("condition") != node:
                return found
            if positive:
                found.append((body.start_byte, body.end_byte))
            else:
                found += _after(parent, body, data)
            return found
        elif kind == "conditional_expression":
            part = parent.child_by_field_name("body" if positive else "alternative")
            if part is not None and parent.child_by_field_name("condition") == node:
                found.append((part.start_byte, part.end_byte))
            return found
        elif kind != "parenthesized_expression":
            return found
        node = parent
    return found


def _asserted(argument: Node, data: bytes) -> list[tuple[int, int]]:
    """Behind `assert(...)` to the end of its block."""
    given = argument.parent
    call = None if given is None else given.parent
    return _behind(call) if call is not None and _ASSERT.match(data, call.start_byte) else []


def _behind(call: Node) -> list[tuple[int, int]]:
    """Behind the statement that a call is, to the end of its block."""
    statement = call.parent
    if statement is None or statement.type != "expression_statement":
        return []
    block = statement.parent
    return [] if block is None else [(statement.end_byte, block.end_byte)]


def _after(clause: Node, body: Node, data: bytes) -> list[tuple[int, int]]:
    """Where the condition of a clause is known to be false: in the other branches behind it, and after
    the whole statement when nothing comes there through this branch or one before it.
    """
    whole = clause if clause.type == "if_statement" else clause.parent
    if whole is None:
        return []
    end = whole.end_byte
    others = whole.children_by_field_name("alternative")
    branches = [whole, *(c for c in others if c.type == "else_if_clause")]
    bodies = [c.child_by_field_name("body") for c in branches if c.start_byte <= clause.start_byte]
    block = whole.parent
    if block is not None and all(one is not None and _leaves(one, data) for one in bodies):
        end = max(end, block.end_byte)
    return [(body.end_byte, end)] if body.end_byte < end else []


def _leaves(body: Node, data: bytes) -> bool:
    """Whether what follows the block is not reached through it."""
    last = body.named_children[-1] if body.named_child_count else None
    if last is None:
        return False
    return data[last.start_byte : last.end_byte].startswith(_LEAVES)
