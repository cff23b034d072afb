"""Where a Ruby file has singleton classes, blocks and bare words, and what `private` and its kind say.

Read once a file, over the whole tree. Called by `ruby`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from tree_sitter import Query, QueryCursor

from xray_graph.model import CONTAINERS, NONE
from xray_graph.parse.languages import yard

if TYPE_CHECKING:
    from tree_sitter import Language, Node

    from xray_graph.parse.extract import FileReader

VISIBILITY: Final = frozenset({"private", "protected", "public", "module_function"})
_NAMED: Final = VISIBILITY | {"private_class_method", "public_class_method", "private_constant"}
# Where an identifier is read: elsewhere it is a name that is given.
_READ: Final = """
[(program (identifier) @word) (body_statement (identifier) @word) (block_body (identifier) @word)
 (then (identifier) @word) (else (identifier) @word) (ensure (identifier) @word) (do (identifier) @word)
 (begin (identifier) @word) (argument_list (identifier) @word) (call receiver: (identifier) @word)
 (assignment right: (identifier) @word) (operator_assignment right: (identifier) @word)
 (binary (identifier) @word) (unary (identifier) @word) (conditional (identifier) @word)
 (if condition: (identifier) @word) (unless condition: (identifier) @word)
 (elsif condition: (identifier) @word) (while condition: (identifier) @word)
 (until condition: (identifier) @word) (if_modifier (identifier) @word) (unless_modifier (identifier) @word)
 (while_modifier (identifier) @word) (until_modifier (identifier) @word)
 (rescue_modifier (identifier) @word) (case value: (identifier) @word) (case_match value: (identifier) @word)
 (pattern (identifier) @word) (interpolation (identifier) @word) (array (identifier) @word)
 (pair (identifier) @word) (splat_argument (identifier) @word)
 (hash_splat_argument (identifier) @word) (block_argument (identifier) @word)
 (parenthesized_statements (identifier) @word) (element_reference (identifier) @word)
 (range (identifier) @word) (right_assignment_list (identifier) @word) (in (identifier) @word)
 (method body: (identifier) @word) (singleton_method body: (identifier) @word)
 (optional_parameter value: (identifier) @word) (keyword_parameter value: (identifier) @word)
 (exceptions (identifier) @word) (super) @super
 (element_reference
  object: [(constant) (scope_resolution) (self) (identifier) (instance_variable) (call)]) @index
 (binary left: [(constant) (scope_resolution) (self) (identifier) (instance_variable) (call)]
  operator: ["<<" "<=>" "=="]) @index
 (call block: (_) @block) (yield) @yield
 (singleton_class) @singleton (call !receiver method: (identifier) @named arguments: (argument_list))]
"""


@functools.cache
def _query(language: Language) -> Query:
    return Query(language, _READ)


class Structure:
    """The singleton classes of a file and what `private` and its kind say, by container."""

    def __init__(self, reader: FileReader) -> None:
        self._singles: list[tuple[int, int]] = []
        self.marks: dict[tuple[int, int], list[tuple[int, str]]] = {}
        self.named: dict[tuple[tuple[int, int], str], set[str]] = {}
        self.inline: dict[int, str] = {}
        self.words: list[Node] = []
        self.subscripts: list[Node] = []
        self.blocks: list[Node] = []
        self.yields: list[Node] = []
        self.documented = yard.WRITTEN.search(reader.data) is not None
        query = _query(reader.grammar.language)
        text = reader.expressions.text
        for root in reader.trees:
            found = QueryCursor(query).captures(root)
            self._singles += [(n.start_byte, n.end_byte) for n in found.get("singleton", ())]
            self.subscripts += _in_order(*found.get("index", ()))
            self.blocks += _in_order(*found.get("block", ()))
            self.yields += _in_order(*found.get("yield", ()))
            self.words += _in_order(*found.get("word", ()), *found.get("super", ()))
            for node in _in_order(*found.get("named", ())):
                if text(node) in _NAMED:
                    self._name(reader, node)
        for node in self.words:
            if text(node) in VISIBILITY:
                place = self.container(reader, node.start_byte)
                self.marks.setdefault(place, []).append((node.start_byte, text(node)))

    def _name(self, reader: FileReader, word: Node) -> None:
        holder = word.next_named_sibling
        place = self.container(reader, word.start_byte)
        for one in [] if holder is None else holder.named_children:
            if one.type in ("method", "singleton_method"):
                self.inline[one.start_byte] = reader.expressions.text(word)
            elif one.type in ("simple_symbol", "string", "constant"):
                name = reader.expressions.text(one).removeprefix(":").strip("\"'")
                self.named.setdefault((place, name), set()).add(reader.expressions.text(word))

    def in_singleton(self, reader: FileReader, at: int) -> bool:
        """Whether `class << self` is around a place, nearer than any class or module."""
        if not any(start < at < end for start, end in self._singles):
            return False
        owner, inner = self.container(reader, at)
        return owner == NONE or inner > reader.declarations.drafts[owner].node.start_byte

    def container(self, reader: FileReader, at: int) -> tuple[int, int]:
        """The innermost class or module around a place, and the start of a singleton class in it."""
        drafts = reader.declarations.drafts
        owner = reader.regions.owner(reader.regions.at(at))
        while owner != NONE and drafts[owner].kind not in CONTAINERS:
            owner = drafts[owner].parent
        inner = [start for start, end in self._singles if start < at < end]
        return owner, max(inner, default=NONE)


def _in_order(*nodes: Node) -> list[Node]:
    """Captures come in no order."""
    return sorted(nodes, key=lambda node: node.start_byte)


def structure_of(reader: FileReader) -> Structure:
    known: Structure | None = reader.notes.get("structure")
    if known is None:
        known = reader.notes["structure"] = Structure(reader)
    return known
