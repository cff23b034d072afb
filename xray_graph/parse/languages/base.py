"""The hooks every language has; see `parse.languages`. Called by `extract` and `declarations`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from xray_graph.model import CALLABLES, Op
from xray_graph.parse.expressions import UNKNOWN, pick
from xray_graph.parse.prose import comment_text
from xray_graph.parse.shapes import CALLEE, PASS, SELF

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from xray_graph.model import Binding, Export, Import
    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role
    from xray_graph.parse.inserted import Inserted

# A text and the lines that its parser could not read -> another text of the same length, or the same.
Repairing: TypeAlias = Callable[[bytes, list[tuple[int, int]]], bytes]


class Tested(NamedTuple):
    """A byte range in which it is known whether a test of a name is true."""

    start: int
    end: int
    holds: bool = True


class Hooks:
    """Every method has a sensible answer for a language with braces, classes and imports."""

    def __init__(self, language: str) -> None:
        self.language = language

    returning: frozenset[str] = CALLABLES  # the kinds of declarations that a `return` may be of
    repairs: tuple[Repairing, ...] = ()  # rewrites to try, in this order, where the parser stumbled

    def prepared(self, data: bytes) -> bytes:
        """The text to parse in place of a file's: each byte at its place, more of them blanks."""
        return data

    def expanded(self, data: bytes, tree: Tree) -> Inserted | None:
        """The text with what the file's own macros make put in; None where they make nothing."""
        return None

    def start(self, reader: FileReader) -> None:
        """A first look, before anything is read."""

    def accepts(self, reader: FileReader, draft: Draft) -> bool:
        """Whether a match is a declaration at all. A name damaged by a syntax error is not one."""
        name = draft.name_node
        if name is None:
            return True
        if name.start_byte == name.end_byte:
            return False
        if not draft.node.has_error:
            return True
        before, after = name.prev_sibling, name.next_sibling
        touches = (before is not None and before.is_error and before.end_byte == name.start_byte) or (
            after is not None and after.is_error and after.start_byte == name.end_byte
        )
        return not (touches or name.has_error or name.is_missing or _goes_on(reader.data, name))

    def name(self, reader: FileReader, draft: Draft) -> str:
        """The declared name as it stands in ids: without quotes or generic arguments."""
        return "" if draft.name_node is None else reader.expressions.text(draft.name_node).strip("\"'`")

    def type_and_value(self, reader: FileReader, draft: Draft) -> tuple[int, int] | None:
        """The declared type and the initialiser of a draft, or None when its captures say them."""
        return None

    def attributes(self, reader: FileReader, draft: Draft) -> list[str]:
        """Attributes beyond the modifiers that the query captured."""
        return []

    def expression(self, reader: FileReader, node: Node, depth: int) -> int:
        """The expression of a node whose shape is HOOK."""
        return UNKNOWN

    def pattern(self, reader: FileReader, node: Node, value: int) -> list[tuple[Node, int, int]]:
        """What the patterns inside one whose shape is HOOK get of its value: (pattern, value, type)."""
        return []

    def imports(self, reader: FileReader, role: Role, captures: Captures) -> list[Import] | None:
        """The imports of one match, or None when its captures say everything."""
        return None

    def exports(self, reader: FileReader, role: Role, captures: Captures) -> list[Export] | None:
        """The exports of one match, or None when its captures say everything."""
        return None

    def tested(self, reader: FileReader, role: Role, captures: Captures) -> list[Tested]:
        """Where, beyond nodes, it is known how a test came out; of one match of the role narrow."""
        return []

    def narrows(
        self, reader: FileReader, role: Role, captures: Captures, places: list[Tested]
    ) -> list[Binding] | None:
        """The narrowed names of one match, or None when its captures say everything.

        `places` are what `tested` found, each a scope of its own by now.
        """
        return None

    def base_kind(self, reader: FileReader, role: Role, node: Node) -> str:
        """How a match makes something a base of the class that it stands in; "" where it makes it none."""
        return role.detail

    def return_kind(self, role: Role, node: Node) -> str:
        """The kind of the Return that a match makes."""
        return role.detail or "return"

    def parameter_flags(self, reader: FileReader, node: Node) -> str:
        """Flags of one parameter beyond those that its kind of node has."""
        return ""

    def doc(self, reader: FileReader, draft: Draft, span: Node) -> str:
        """The comment that ends on the line above, with those that touch it."""
        return comment_above(reader, span.start_point.row)

    def file_doc(self, reader: FileReader) -> str:
        """The comment that the file begins with."""
        for row in sorted(reader.comments)[:1]:
            first, start, _end = reader.comments[row]
            if reader.data[:start].strip():
                return ""
            last = row
            while last + 1 in reader.comments and reader.comments[last + 1][0] == last + 1:
                last += 1
            end = reader.comments[last][2]
            return comment_text(reader.data[start:end], reader.grammar.comment_prefixes) if first >= 0 else ""
        return ""

    def callee_row(self, reader: FileReader, call: Node) -> int:
        """The row of the name that a call, which is built, is by; from 0."""
        callee = reader.expressions.callees.get(call.id)
        if callee is not None and reader.expressions.ends_in_name(callee):
            return callee.end_point.row
        return self.callee_name(reader, call).start_point.row

    def callee_name(self, reader: FileReader, call: Node) -> Node:
        """The node of the name that a call is by: the last one of its callee."""
        shapes, node = reader.grammar.shapes, call
        while True:
            shape = shapes[node.kind_id] if node.kind_id < len(shapes) else None
            if shape is None:
                return node
            if shape.op == Op.MEMBER and shape.name is not None and shape.name[0] != SELF:
                return next(iter(pick(node, shape.name)), node)
            if shape.op not in (Op.CALL, Op.NEW, Op.INDEX, Op.APPLY, PASS) or not shape.parts:
                return node
            if shape.parts[0][0] == CALLEE and shape.name is not None:
                return next(iter(pick(node, shape.name)), node)
            inner = next(iter(pick(node, shape.parts[0])), None)
            if inner is None:
                return node
            if shape.op == Op.CALL and node is not call:
                return node
            node = inner

    def finish(self, reader: FileReader) -> None:
        """A last look at the whole file."""


def comment_above(reader: FileReader, row: int) -> str:
    """The text of the comments that end right above `row`, each on lines of its own."""
    last = row - 1
    first = last
    start = end = -1
    while first in reader.comments:
        top, begin, finish = reader.comments[first]
        line_start = reader.data.rfind(b"\n", 0, begin) + 1
        line_end = reader.data.find(b"\n", finish - 1)
        if reader.data[line_start:begin].strip() or reader.data[finish : max(line_end, finish)].strip():
            break
        start, end = begin, (finish if end < 0 else end)
        first = top - 1
    if start < 0:
        return ""
    return comment_text(reader.data[start:end], reader.grammar.comment_prefixes)


def _goes_on(data: bytes, name: Node) -> bool:
    """Whether the word around a name is longer: a byte in it was no text, wherever the error hangs."""
    around = data[max(name.start_byte - 1, 0) : name.start_byte] + data[name.end_byte : name.end_byte + 1]
    return any(byte >= 0x80 or chr(byte).isalnum() or byte == ord("_") for byte in around)


def given_back(body: Node | None, statements: frozenset[str], inner: frozenset[str]) -> list[str]:
    """Whether a lambda gives nothing back ("void"), always a value ("value"), or either ([]).

    One that only throws ("never") may stand for both.

    `statements` are expressions that may stand alone, `inner` what has returns of its own.
    """
    if body is None:
        return []
    if body.type != "block":
        if body.type == "throw_expression":
            return ["never"]
        return [] if body.type in statements else ["value"]
    todo, last = [body], body.named_children[-1] if body.named_child_count else None
    while todo:
        node = todo.pop()
        if node.type == "return_statement" and node.named_child_count:
            return ["value"]
        if node.type not in inner:
            todo += node.named_children
    return ["never"] if last is not None and last.type == "throw_statement" else ["void"]


def last_name(reader: FileReader, expression: int) -> str:
    """`C` of `C`, `a.b.C`, `C<T>`, `C[T]` and `C(...)`."""
    rows = reader.expressions.rows
    row = rows[expression]
    while row[0] in (Op.CALL, Op.INDEX, Op.APPLY) and row[2] >= 0:
        row = rows[row[2]]
    return reader.expressions.strings[row[1]] if row[0] in (Op.NAME, Op.MEMBER) and row[1] >= 0 else ""
