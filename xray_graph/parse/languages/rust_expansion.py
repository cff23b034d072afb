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
_CONDITION: Final = re.compile(rb"#\[\s*cfg\s*\(")
_HOLDERS: Final = frozenset({"mod_item", "impl_item", "trait_item"})
_COMMENTS: Final = frozenset({"line_comment", "block_comment"})


class Item(NamedTuple):
    """A node that stands among the items of a file, its modules, impls and traits."""

    node: Node
    holder: Item | None  # None of what the file itself holds
    attributes: tuple[Node, ...]


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
    for item in items:
        if item.node.type == "macro_definition" and not item.node.has_error:
            file.define(item)
    found = []
    try:
        for item in items:
            invoked = _invocation(item.node)
            made = None if invoked is None else file.made(item, invoked)
            if made is not None:
                found.append(made)
    except TooMuchError:
        pass  # what was made so far stays
    return Inserted(data, found) if found else None


def _items(root: Node) -> Iterator[Item]:
    """All of them in order."""
    todo = list(_held(root, None))[::-1]
    while todo:
        item = todo.pop()
        yield item
        body = item.node.child_by_field_name("body") if item.node.type in _HOLDERS else None
        if body is not None:
            todo += list(_held(body, item))[::-1]


def _held(body: Node, holder: Item | None) -> Iterator[Item]:
    attributes: list[Node] = []
    for node in body.children:
        if node.type == "attribute_item":
            attributes.append(node)
        elif node.type not in _COMMENTS:
            yield Item(node, holder, tuple(attributes))
            attributes.clear()


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

    def define(self, item: Item) -> None:
        """Keep a `macro_rules!`; one in a module is known in it, or behind it by `#[macro_use]`."""
        node, name = item.node, item.node.child_by_field_name("name")
        if name is None or node.end_byte - node.start_byte > MAX_DEFINITION:
            return
        found = tokens(self._data, name.end_byte, node.end_byte)
        if not found or found[0].kind != "group":
            return
        is_conditional, seen = b"cfg" in self._above(item), item.holder
        while seen is not None and seen.node.type == "mod_item" and b"macro_use" in self._above(seen):
            is_conditional = is_conditional or b"cfg" in self._above(seen)
            seen = seen.holder
        span = (0, len(self._data)) if seen is None else (seen.node.start_byte, seen.node.end_byte)
        here = self._known.setdefault(self._data[name.start_byte : name.end_byte], [])
        here.append(Definition(rules(self._data, found[0].inner), node.end_byte, span, is_conditional))

    def _above(self, item: Item) -> bytes:
        """The attributes of an item."""
        return b" ".join(self._data[one.start_byte : one.end_byte] for one in item.attributes)

    def _definition(self, name: bytes, at: int) -> Definition | None:
        """The last one before a place; none where a condition chooses among them. Raises TooMuchError."""
        found: Definition | None = None
        for one in reversed(self._known.get(name, ())):
            self._expander.step()
            if one.end <= at and one.seen[0] <= at < one.seen[1]:
                if found is not None:
                    return None
                if not one.is_conditional:
                    return one
                found = one
        return found

    def made(self, item: Item, invoked: Node) -> Made | None:
        """The items that an invocation stands for, behind it; None where they are not known."""
        is_free = item.holder is None or item.holder.node.type == "mod_item"
        around = b"" if is_free else b"trait T {"
        start, end = item.node.start_byte, item.node.end_byte
        made = self._expanded(Text(self._data, None), invoked, start, around, 0)
        if made is None:
            return None
        given = [self._data[one.start_byte : one.end_byte] for one in item.attributes]
        conditions = [one for one in given if _CONDITION.match(one)]
        if conditions:
            made = self._under(b" ".join(conditions), made, around)
        if self._data[end : end + 1] == b";":
            end += 1
        spots = [Spot(0, start, end, is_written=False), *made.part(0, len(made.data), 1)]
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
        for item in _items(root):
            inner = _invocation(item.node)
            more = None if inner is None else self._expanded(inside, inner, at, around, depth + 1)
            if more is not None:
                changes.append((item.node.start_byte, item.node.end_byte, more))
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
