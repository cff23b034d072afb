"""Readings of single C++ nodes: names of operators, qualified names, values that look like parameters.

Called by `languages.cpp`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Call, Op
from xray_graph.parse.expressions import UNKNOWN

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.extract import FileReader

_OPERATOR: Final = re.compile(r"operator\s*([^\w\s].*|\(\s*\))|operator\s+([\w\s:<>,*&]+)", re.DOTALL)
_SPACE: Final = re.compile(r"\s+")
_VALUES: Final = frozenset({"type_identifier", "qualified_identifier"})


def as_value(reader: FileReader, parameter: Node, scope: int) -> int:
    """The value that looks like a parameter: `b`, `f(b)`; NONE for what can only be a parameter."""
    written = parameter.child_by_field_name("type")
    if written is None or written.type not in _VALUES or parameter.named_children[0] != written:
        return NONE
    built = reader.expressions.build(written)
    declarator = parameter.child_by_field_name("declarator")
    if declarator is None:
        return built
    if declarator.type != "abstract_function_declarator" or declarator.named_child_count != 1:
        return NONE
    held = declarator.child_by_field_name("parameters")
    inner = [as_value(reader, child, scope) for child in held.named_children] if held is not None else []
    if NONE in inner:
        return NONE
    row = reader.expressions.row(Op.CALL, NONE, built, *inner)
    start = written.start_point
    reader.calls.append(Call(row, scope, parameter.start_byte, start.row + 1))
    return row


def is_cast(node: Node | None) -> bool:
    """Whether a name is `operator T`, qualified or not."""
    while node is not None and node.type == "qualified_identifier":
        node = node.child_by_field_name("name")
    return node is not None and node.type == "operator_cast"


def inside(reader: FileReader, base: int, part: int) -> int:
    """`part` as a member of `base`; generic arguments stay outside."""
    rows = reader.expressions.rows
    op, name, *rest = rows[part]
    if op == Op.NAME:
        return reader.expressions.row(Op.MEMBER, name, base)
    if op == Op.APPLY and rest:
        return reader.expressions.row(Op.APPLY, NONE, inside(reader, base, rest[0]), *rest[1:])
    if op == Op.MEMBER and rest:  # `p->Base::f`
        return reader.expressions.row(Op.MEMBER, name, inside(reader, base, rest[0]))
    return UNKNOWN


def trailing(reader: FileReader, function: Node) -> int:
    """The type behind `->` of a function declarator."""
    for child in function.named_children:
        if child.type == "trailing_return_type" and child.named_children:
            return reader.expressions.build(child.named_children[0])
    return NONE


def operator(text: str) -> str:
    """`operator+`, `operator()`, `operator bool`, each with no more blanks than it needs."""
    found = _OPERATOR.match(text)
    if found is None:
        return _SPACE.sub("", text)
    if found[1] is not None:
        return "operator" + _SPACE.sub("", found[1])
    return "operator " + _SPACE.sub(" ", found[2].strip())
