"""The items that a Rust file's own `macro_rules!` make where they are invoked among items.

`impl_id!(User, Order);` declares what the macro says: the compiler knows nothing else of them. Both the
macro and the invocation are of one file; what another file's macro makes is not known here. A text
that does not parse without a fault is not put in, and what is made may invoke macros again. Called by
the hooks of `rust`; rests on `rust_rules`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.parse.inserted import Inserted, Made, Spot
from xray_graph.parse.languages.rust_rules import Expander, Rule, rules
from xray_graph.parse.languages.rust_text import Text, TooMuchError
from xray_graph.parse.languages.rust_tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Parser, Tree

MAX_DEPTH: Final = 24  # macros that invoke each other, or themselves
MAX_DEFINITION: Final = 100_000  # bytes

_DEFINED: Final = re.compile(rb"\bmacro_rules!\s*([A-Za-z_]\w*)")
_INVOKED: Final = re.compile(rb"^[ \t]*(?:(?:crate|self)::)?([A-Za-z_]\w*)![ \t]*[({\[]", re.MULTILINE)
_CONDITION: Final = re.compile(rb"#\[cfg\([^\n]*\)\]")
_HOLDERS: Final = frozenset({"mod_item", "impl_item", "trait_item"})
_GROUPS: Final = frozenset({"attribute_item", "line_comment", "block_comment"})


class Definition(NamedTuple):
    rules: list[Rule]
    end: int
    seen: tuple[int, int]  # the bytes in which it has its name, behind its end
    is_conditional: bool


def expanded(data: bytes, tree: Tree, parser: Parser) -> Inserted | None:
    """The text with the items in it that its own macros make; None where they make none."""
    names = set(_DEFINED.findall(data))
    if not names or names.isdisjoint(_INVOKED.findall(data)):
        return None
    file = _File(data, parser)
    items = list(_items(tree.root_node))
    for node, holder in items:
        if node.type == "macro_definition" and not node.has_error:
            file.define(node, holder)
    found = []
    try:
        for node, holder in items:
            invoked = _invocation(node)
            made = None if invoked is None else file.made(node, holder, invoked)
            if made is not None:
                found.append(made)
    except TooMuchError:
        pass  # what was made so far stays
    return Inserted(data, found) if found else None


def _items(root: Node) -> Iterator[tuple[Node, Node]]:
    """The nodes that stand among the items of a file, its modules, impls and traits, in order."""
    todo = [(child, root) for child in reversed(root.children)]
    while todo:
        node, holder = todo.pop()
        yield node, holder
        body = node.child_by_field_name("body") if node.type in _HOLDERS else None
        if body is not None:
            todo += [(child, node) for child in reversed(body.children)]


def _invocation(node: Node) -> Node | None:
    if node.type == "expression_statement" and node.named_child_count == 1:
        node = node.named_children[0]
    return node if node.type == "macro_invocation" and not node.has_error else None


class _File:
    """The macros of one file, by name."""

    def __init__(self, data: bytes, parser: Parser) -> None:
        self._data = data
        self._parser = parser
        self._known: dict[bytes, list[Definition]] = {}
        self._expander = Expander()

    def define(self, node: Node, holder: Node) -> None:
        """Keep a `macro_rules!`; one in a module is known in it, or behind it by `#[macro_use]`."""
        name = node.child_by_field_name("name")
        if name is None or node.end_byte - node.start_byte > MAX_DEFINITION:
            return
        found = tokens(self._data, name.end_byte, node.end_byte)
        if not found or found[0].kind != "group":
            return
        seen: Node | None = holder
        while seen is not None and seen.type == "mod_item" and self._is_used(seen):
            seen = seen.parent if seen.parent is None or seen.parent.parent is None else seen.parent.parent
        if seen is None:
            return
        here = self._known.setdefault(self._data[name.start_byte : name.end_byte], [])
        here.append(
            Definition(
                rules(self._data, found[0].inner),
                node.end_byte,
                (seen.start_byte, seen.end_byte),
                b"#[cfg" in self._above(node),
            )
        )

    def _is_used(self, module: Node) -> bool:
        return b"macro_use" in self._above(module)

    def _above(self, node: Node) -> bytes:
        """The attributes and comments before an item."""
        first = node
        while (before := first.prev_sibling) is not None and before.type in _GROUPS:
            first = before
        return self._data[first.start_byte : node.start_byte]

    def _definition(self, name: bytes, at: int) -> Definition | None:
        """The last one before a place; none where a condition chooses among them."""
        near = [d for d in self._known.get(name, ()) if d.end <= at and d.seen[0] <= at < d.seen[1]]
        return None if not near or (len(near) > 1 and any(d.is_conditional for d in near)) else near[-1]

    def made(self, item: Node, holder: Node, invoked: Node) -> Made | None:
        """The items that an invocation stands for, behind it; None where they are not known."""
        around = b"" if holder.type in ("source_file", "mod_item") else b"trait T {"
        made = self._expanded(Text(self._data, None), invoked, item.start_byte, around, 0)
        if made is None:
            return None
        conditions = _CONDITION.findall(self._above(item))
        if conditions:
            made = self._under(b" ".join(conditions), made, around)
        end = item.end_byte
        if self._data[end : end + 1] == b";":
            end += 1
        spots = [Spot(0, item.start_byte, end, is_written=False), *made.part(0, len(made.data), 1)]
        return Made(end, b"\n" + made.data + b"\n", spots, invoked.children[-1].start_byte)

    def _expanded(self, text: Text, invoked: Node, at: int, around: bytes, depth: int) -> Text | None:
        """What one invocation in a text makes, with all that this makes in turn."""
        name, arguments = invoked.child_by_field_name("macro"), invoked.children[-1]
        if name is None or arguments.type != "token_tree" or depth > MAX_DEPTH:
            return None
        path, _, last = text.data[name.start_byte : name.end_byte].rpartition(b"::")
        known = self._definition(last, at) if path in (b"", b"crate", b"self") else None
        if known is None:
            return None
        given = tokens(text.data, arguments.start_byte, arguments.end_byte)
        place = text.place(invoked.start_byte, invoked.end_byte)
        made = self._expander.expand(known.rules, text, given[0].inner, place) if given else None
        if made is None or not made.data.strip():
            return None
        inside = _within(made, around)
        root = self._parser.parse(inside.data).root_node
        if root.has_error:
            return None
        changes = []
        for node, _ in _items(root):
            inner = _invocation(node)
            more = None if inner is None else self._expanded(inside, inner, at, around, depth + 1)
            if more is not None:
                changes.append((node.start_byte, node.end_byte, more))
        return _without(inside.changed(changes), around) if changes else made

    def _under(self, conditions: bytes, made: Text, around: bytes) -> Text:
        """The same with the conditions of the invocation above each item."""
        inside = _within(made, around)
        root: Node | None = self._parser.parse(inside.data).root_node
        if around and root is not None and root.named_children:
            root = root.named_children[0].child_by_field_name("body")
        changes = []
        for node in [] if root is None else root.named_children:
            at = node.start_byte
            line = inside.data[inside.data.rfind(b"\n", 0, at) + 1 : at].strip()
            changes.append((at, at, Text((b"\n" if line else b"") + conditions + b"\n", [])))
        return _without(inside.changed(changes), around)


def _within(text: Text, around: bytes) -> Text:
    """A text in what it has to stand in to be read."""
    if not around:
        return text
    return Text(around + text.data + b"}", text.part(0, len(text.data), len(around)))


def _without(text: Text, around: bytes) -> Text:
    if not around:
        return text
    first, last = len(around), len(text.data) - 1
    return Text(text.data[first:last], text.part(first, last, 0))
