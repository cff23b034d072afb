"""Expressions and types of one file as flat tuples, built from tree-sitter nodes by a grammar's shapes.

Does not decide what anything means: it records the shape of what is written (see `model.Op`).
Plain names, literals and unknown shapes are stored once a file; calls and object literals are
remembered by node, so that a call inside a chain is the same expression as the call on its own, and
one object assigned to two names is one expression. Called by `extract`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.parse.grammar import Grammar
from xray_graph.parse.shapes import (
    ALL,
    ALL_OF_FIELD,
    ANNOTATION,
    CALL_OF,
    CALLEE,
    CHILDREN_OF_FIELD,
    CHILDREN_OF_NTH,
    FIELD,
    GENERIC,
    HOOK,
    LAST,
    MEMBER_OF,
    NAMED,
    NTH,
    OTHER,
    PLAIN,
    QUALIFIED,
    SELF,
    SHORT,
    WORD,
    WRITTEN,
    Part,
    Plan,
    Shape,
)
from xray_graph.parse.sql_strings import BEGINS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

MAX_DEPTH: Final = 60  # an expression nested deeper than this keeps its outer levels only
MAX_ARGUMENTS: Final = 64  # of a call or literal; a table of ten thousand rows says nothing more
MAX_MEMBERS: Final = 256  # of an object literal, which may be a module's whole interface
MAX_LITERAL: Final = 120  # bytes of a literal that is kept as written
MAX_MEMBER: Final = 80  # bytes of a member of a name that is looked up by its text
UNKNOWN: Final = 0  # index of the one UNKNOWN expression

_DECLARED: Final = frozenset({int(Op.FUNC), int(Op.OBJECT), int(Op.TYPE_DECL)})
_REMEMBERED: Final = frozenset({int(Op.CALL), int(Op.NEW), int(Op.OBJECT)})
_SHARED: Final = frozenset({int(Op.NAME), int(Op.LITERAL)})


class Expressions:
    """The expression table of one file, growing."""

    def __init__(self, grammar: Grammar, source: bytes) -> None:
        self.rows: list[tuple[int, ...]] = [(int(Op.UNKNOWN), NONE)]
        self.strings: list[str] = []
        self.declared: dict[int, int] = {}  # node id -> declaration index, for FUNC and OBJECT
        self.quoted: Callable[[Node], Node | None] = lambda _node: None  # the type written in a string
        self.hooked: Callable[[Node, int], int] = lambda _node, _depth: UNKNOWN  # shapes that are HOOK
        self.scope_at: Callable[[int], int] = lambda _byte: NONE
        self._annotating = False
        self.callees: dict[int, Node] = {}  # node id of a call -> what is called
        self._plan_of = grammar.plans.get
        self._names: dict[bytes, int] = {}  # the text of a plain name -> its expression
        self._members: dict[bytes, tuple[int, int, int]] = {}  # that of a member of one -> its row
        self._literals: dict[bytes, int] = {}
        self._source = source
        self._string_ids: dict[str, int] = {}
        self._text_ids: dict[bytes, int] = {}
        self._shared: dict[tuple[int, ...], int] = {}
        self._calls: dict[int, int] = {}
        self.statements: dict[int, Node] = {}  # first byte → a literal that begins as SQL does

    def string(self, text: str) -> int:
        """The index of `text` in the file's string table."""
        number = self._string_ids.get(text)
        if number is None:
            number = self._string_ids[text] = len(self.strings)
            self.strings.append(text)
        return number

    def text_id(self, node: Node) -> int:
        """The index of a node's text in the string table."""
        raw = self._source[node.start_byte : node.end_byte]
        number = self._text_ids.get(raw)
        if number is None:
            number = self._text_ids[raw] = self.string(raw.decode("utf-8", "replace"))
        return number

    def text(self, node: Node) -> str:
        return self.strings[self.text_id(node)]

    def row(self, op: int, name: int, *children: int) -> int:
        """A new expression; names and literals are shared."""
        row = (op, name, *children)
        if op in _SHARED:
            known = self._shared.get(row)
            if known is None:
                known = self._shared[row] = len(self.rows)
                self.rows.append(row)
            return known
        self.rows.append(row)
        return len(self.rows) - 1

    def name(self, text: str) -> int:
        """The expression that is a plain name."""
        return self.row(Op.NAME, self.string(text))

    def ends_in_name(self, node: Node) -> bool:
        """Whether the last word of what is called is its name."""
        plan = self._plan_of(node.kind_id)
        return plan is not None and plan[0] in (PLAIN, MEMBER_OF)

    def build(self, node: Node, depth: int = 0) -> int:
        """The expression that `node` is; UNKNOWN where the grammar has no shape for it."""
        plan = self._plan_of(node.kind_id)
        if plan is None or depth > MAX_DEPTH:
            return UNKNOWN
        way, shape, first, second, _ = plan
        if way == PLAIN:  # by far the most frequent, then members, literals and calls
            return self._plain_name(node)
        if way == WRITTEN:
            return self._written(node, shape, depth)
        if way == MEMBER_OF:
            start, end = node.start_byte, node.end_byte
            raw = self._source[start:end] if end - start <= MAX_MEMBER else b""
            row = self._members.get(raw)
            if row is None:
                row = self._member(node, plan, depth, raw)
            self.rows.append(row)
            return len(self.rows) - 1
        if way == CALL_OF:
            known = self._calls.get(node.id)
            return self._call(node, plan, depth) if known is None else known
        if way == NAMED:
            child, inner = node.child_by_field_id(second), node.child_by_field_id(first)
            name = NONE if child is None else self.text_id(child)
            self.rows.append((shape.op, name, NONE if inner is None else self.build(inner, depth + 1)))
            return len(self.rows) - 1
        return self._build(node, shape, depth)

    def _member(self, node: Node, plan: Plan, depth: int, raw: bytes) -> tuple[int, int, int]:
        """The row of a member; `raw` is its text where that is short."""
        _, shape, first, second, _ = plan
        member, inner = node.child_by_field_id(second), node.child_by_field_id(first)
        end = 0 if inner is None else inner.end_byte
        if member is not None and member.start_byte < end:  # the field of one inside, passed on
            member = node.children[-1]
        name = NONE if member is None else self.text_id(member)
        base = NONE if inner is None else self.build(inner, depth + 1)
        row = (shape.op, name, base)
        if raw and base == self._names.get(self._source[node.start_byte : end]):
            self._members[raw] = row
        return row

    def _call(self, node: Node, plan: Plan, depth: int) -> int:
        _, shape, first, second, third = plan
        callee, given = node.child_by_field_id(first), node.child_by_field_id(second)
        if callee is None:
            built = [NONE]
        else:
            self.callees[node.id] = callee
            built = [self.build(callee, depth + 1)]
        if given is not None:
            arguments = given.named_children
            if len(arguments) > MAX_ARGUMENTS:
                arguments = [child for child in arguments if not child.is_extra][:MAX_ARGUMENTS]
            built += [self.build(child, depth + 1) for child in arguments if not child.is_extra]
        if third and (holder := node.child_by_field_id(third)) is not None:
            types = [self.build(child, depth + 1) for child in holder.named_children if not child.is_extra]
            built[0] = self.row(Op.APPLY, NONE, built[0], *types)
        self._calls[node.id] = index = len(self.rows)
        self.rows.append((shape.op, NONE, *built))
        return index

    def _written(self, node: Node, shape: Shape, depth: int) -> int:
        """A literal: by its text where that is short, else by a word for all such."""
        if self._annotating and (written := self.quoted(node)) is not None:
            return self.build(written, depth + 1)
        start, end = node.start_byte, node.end_byte
        short = end - start <= MAX_LITERAL
        raw = self._source[start : end if short else start + MAX_LITERAL]
        known = self._literals.get(raw) if short else None
        if known is not None:
            return known
        index = self.row(shape.op, self.text_id(node) if short else self.string(shape.word))
        if BEGINS.match(raw):
            self.statements[start] = node
        elif short:
            self._literals[raw] = index
        return index

    def _build(self, node: Node, shape: Shape, depth: int) -> int:
        """The same for a shape of any parts."""
        op = shape.op
        while op < 0:
            if op == HOOK:
                return self.hooked(node, depth)
            if op == ANNOTATION and not self._annotating:
                return self._annotation(node, depth)
            found = pick(node, shape.parts[0])
            if not found:
                return UNKNOWN
            node = found[0]
            plan = self._plan_of(node.kind_id)
            if plan is None:
                return UNKNOWN
            if plan[0] != OTHER:
                return self.build(node, depth)
            shape = plan[1]
            op = shape.op
        if op in _REMEMBERED:
            known = self._calls.get(node.id)
            if known is not None:
                return known
        limit = MAX_ARGUMENTS
        if op in _DECLARED:
            name = self.declared.get(node.id, NONE)
            if not shape.parts:
                return self.row(op, name)
            limit = MAX_MEMBERS
        else:
            name = NONE if shape.name is None else self._name(node, shape.name, shape.word)
        if op == Op.NEW:  # a class may be written with it
            name = self.declared.get(node.id, NONE)
        children = []
        for how, argument in shape.parts:
            if how == FIELD:
                child = node.child_by_field_id(argument)
                children.append(NONE if child is None else self.build(child, depth + 1))
            elif how == NTH:
                nth = pick(node, (how, argument))
                children.append(self.build(nth[0], depth + 1) if nth else NONE)
            elif how == CALLEE:
                base = node.child_by_field_id(argument)
                if base is None:
                    children.append(NONE if name == NONE else self.row(Op.NAME, name))
                else:
                    children.append(self.row(Op.MEMBER, name, self.build(base, depth + 1)))
                name = NONE
            elif how == QUALIFIED:
                inner_name = node.child_by_field_id(argument)
                if inner_name is None:
                    children.append(NONE)
                elif (outer := node.children[0]).is_named and outer != inner_name:
                    text = self.string(self.text(inner_name).partition("<")[0])
                    children.append(self.row(Op.MEMBER, text, self.build(outer, depth + 1)))
                else:
                    children.append(self.build(inner_name, depth + 1))
            elif how == GENERIC:
                holder = node.child_by_field_id(argument)
                if holder is not None and children:
                    given = [self.build(c, depth + 1) for c in holder.named_children if not c.is_extra]
                    children[0] = self.row(Op.APPLY, NONE, children[0], *given)
            else:
                children += [self.build(child, depth + 1) for child in pick(node, (how, argument))[:limit]]
        if op == Op.MAPPING and shape.parts[0][0] == ALL:
            children = self._pairs(children)
        elif op == Op.COMPREHENSION:
            name = self.scope_at(node.start_byte)
        index = self.row(op, name, *children)
        if op in _REMEMBERED:
            self._calls[node.id] = index
        return index

    def _plain_name(self, node: Node) -> int:
        raw = self._source[node.start_byte : node.end_byte]
        index = self._names.get(raw)
        if index is None:
            index = self._names[raw] = self.row(1, self.text_id(node))
        return index

    def _annotation(self, node: Node, depth: int) -> int:
        self._annotating = True
        try:
            return self.build(node, depth)
        finally:
            self._annotating = False

    def _pairs(self, children: list[int]) -> list[int]:
        """The keys and values of a literal whose pairs are nodes of their own."""
        flat: list[int] = []
        for child in children:
            row = self.rows[child]
            flat += row[2:] if row[0] == Op.MAPPING else (NONE, child)
        return flat

    def _name(self, node: Node, part: Part, word: str) -> int:
        how, argument = part
        if how == FIELD:
            child = node.child_by_field_id(argument)
            return NONE if child is None else self.text_id(child)
        if how == WORD:
            return self.string(word)
        if how == SELF or (how == SHORT and node.end_byte - node.start_byte <= MAX_LITERAL):
            return self.text_id(node)
        if how == SHORT:
            return self.string(word)
        found = pick(node, part)
        return self.text_id(found[0]) if found else NONE


def pick(node: Node, part: Part) -> list[Node]:
    """The nodes that one part of a shape names, comments left out."""
    how, argument = part
    if how == FIELD:
        child = node.child_by_field_id(argument)
        return [] if child is None else [child]
    if how == ALL_OF_FIELD:
        return [c for c in node.children_by_field_id(argument) if c.is_named]
    if how == SELF:
        return [node]
    if how == LAST:
        return node.children[-1:]
    holder: Node | None = node
    if how == CHILDREN_OF_FIELD:
        holder = node.child_by_field_id(argument)
    elif how in (NTH, CHILDREN_OF_NTH):
        named = [c for c in node.named_children if not c.is_extra]
        if not -len(named) <= argument < len(named):
            return []
        if how == NTH:
            return [named[argument]]
        holder = named[argument]
    elif how != ALL:
        return []
    return [] if holder is None else [c for c in holder.named_children if not c.is_extra]
