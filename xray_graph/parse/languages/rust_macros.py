"""The arguments of Rust macros as code: `assert_eq!(a.len(), f(b))` holds two calls.

The grammar leaves a macro's arguments as tokens. What stands between its commas is parsed again, on
its own and with its place in the file kept; only what is then an expression or item without a fault
is read. Called by the hooks of `rust`.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final

from tree_sitter import Parser, Point, Query, QueryCursor, Range

if TYPE_CHECKING:
    from tree_sitter import Language, Node

    from xray_graph.parse.extract import FileReader

MAX_PARTS: Final = 4000  # arguments of a file that are read; a table of constants says nothing
MAX_PART: Final = 20_000  # bytes of one argument
MAX_ITEMS: Final = 500_000  # bytes of a block, which may be a module's whole text: `cfg_unix! { ... }`
_TYPE: Final = re.compile(rb"\b(?:struct|enum|union|trait)\s+[A-Za-z_]")


@functools.cache
def _invocations(language: Language) -> Query:
    # the condition that `cfg!` is given is no code
    return Query(
        language, '((macro_invocation macro: (_) @name (token_tree) @arguments) (#not-eq? @name "cfg"))'
    )


def argument_trees(reader: FileReader) -> list[Node]:
    """The roots of all macro arguments of a file that are code, those inside others too."""
    query = _invocations(reader.grammar.language)
    parser = Parser(reader.grammar.language)
    found: list[Node] = []
    roots: dict[int, Node] = reader.notes.setdefault("arguments", {})  # by the first byte of each
    todo, parts = list(reader.trees), 0
    while todo:
        held = QueryCursor(query).captures(todo.pop()).get("arguments", [])
        for arguments in sorted(held, key=lambda node: node.start_byte):  # captures come in no order
            if arguments.start_byte in reader.expanded:
                continue  # what it makes of them is read
            if reader.data.find(b"(", arguments.start_byte + 1, arguments.end_byte) < 0 and not _holds_items(
                reader.data, arguments
            ):
                continue
            limit = MAX_ITEMS if reader.data[arguments.start_byte] == ord("{") else MAX_PART
            for start, end in _parts(arguments):
                parts += 1
                if parts > MAX_PARTS:
                    return found
                root = parsed(parser, reader.data, start, end, limit)
                if root is None:
                    continue
                found.append(root)
                roots[start.start_byte] = root
                if b"!" in reader.data[root.start_byte : root.end_byte]:
                    todo.append(root)
    return found


def _holds_items(data: bytes, arguments: Node) -> bool:
    """Whether it may be `cfg_x! { mod a; pub use a::b; }`, `pin! { struct A { b: C } }`: items handed on."""
    start, end = arguments.start_byte, arguments.end_byte
    if data[start : start + 1] != b"{":
        return False
    return data.rfind(b";", start, end) >= 0 or _TYPE.search(data, start, end) is not None


def _parts(arguments: Node) -> list[tuple[Node, Node]]:
    """The first and last token of each argument that can hold a call: one with a bracket in it."""
    children = arguments.children
    if not children or children[0].type not in ("(", "["):
        return [(children[1], children[-2])] if len(children) > 2 else []
    found: list[tuple[Node, Node]] = []
    first = last = None
    bracket = False
    for child in children[1:]:
        kind = child.type
        if kind in (",", ";", ")", "]"):
            if first is not None and last is not None and bracket:
                found.append((first, last))
            first, bracket = None, False
            continue
        if first is None:
            first = child
        last = child
        bracket = bracket or kind == "token_tree"
    return found


def parsed(parser: Parser, data: bytes, first: Node, last: Node, limit: int) -> Node | None:
    """The tree of one argument; a semicolon from further down the file ends it."""
    start, end = first.start_byte, last.end_byte
    if end - start > limit:
        return None
    ranges = [Range(first.start_point, last.end_point, start, end)]
    closing = data.find(b";", end)
    if closing >= 0:
        row, column = last.end_point
        ranges.append(Range(last.end_point, Point(row, column + 1), closing, closing + 1))
    parser.included_ranges = ranges
    root = parser.parse(data).root_node
    return None if root.has_error else root
