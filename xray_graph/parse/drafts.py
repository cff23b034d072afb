"""Drafts: the declarations of one file as the query matched them, before anything is worked out.

Of several patterns that match one node the earliest wins, and what a named thing is made of (the arrow
function of a constant) is no second declaration. Called by `extract`; `declarations` goes on from here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from xray_graph.model import CONTAINERS, NONE, Parameter
from xray_graph.parse.regions import FILE

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.extract import Captures, FileReader, Match
    from xray_graph.parse.grammar import Role


@dataclass(slots=True)
class Draft:
    """One declaration being read."""

    role: Role
    node: Node
    name_node: Node | None
    captures: Captures
    kind: str
    hoisted: bool  # JavaScript's var: the whole function's, not the block's
    name: str = ""
    parent: int = NONE
    scope: int = FILE
    body: int = NONE
    attributes: list[str] = field(default_factory=list)
    bases: list[tuple[str, int]] = field(default_factory=list)
    type: int = NONE
    value: int = NONE
    receiver: int = NONE
    parameters: tuple[Parameter, ...] = ()
    results: tuple[int, ...] = ()
    type_parameters: tuple[tuple[str, int], ...] = ()
    decorators: tuple[int, ...] = ()
    note: Any = None  # whatever the language's hooks keep with it

    @property
    def scoped(self) -> bool:
        return "body" in self.captures or self.kind in CONTAINERS

    @property
    def region(self) -> Node:
        """The node in which its names are bound: itself, or its body alone (`#set! region "body"`)."""
        body = self.captures.get("body") if "region" in self.role.settings else None
        return body[0] if body else self.node

    @property
    def name_start(self) -> int:
        return -1 if self.name_node is None else self.name_node.start_byte

    def one(self, capture: str) -> Node | None:
        found = self.captures.get(capture)
        return found[0] if found else None


def drafts_of(reader: FileReader, matches: list[Match]) -> list[Draft]:
    """One draft a declared name, the earliest pattern winning, outer before inner."""
    best: dict[tuple[int, int], Draft] = {}
    named: set[int] = set()  # nodes that are the body of something with a name
    for role, node, captures in matches:
        made_of = captures.get("callable")
        if made_of is not None:
            named.update([n.id for n in made_of])
        names = captures.get("name")
        name = names[0] if names else None
        key = (node.id, -1 if name is None else name.start_byte)
        known = best.get(key)
        if known is None or role.rank < known.role.rank:
            best[key] = Draft(role, node, name, captures, role.detail, "hoist" in role.settings)
    drafts = []
    for draft in best.values():
        if draft.name_node is None and draft.node.id in named:
            continue
        _read_fields(draft)
        if reader.hooks.accepts(reader, draft):
            drafts.append(draft)
    drafts.sort(key=lambda d: (not d.scoped, d.node.start_byte, -d.node.end_byte, d.name_start))
    return drafts


def _read_fields(draft: Draft) -> None:
    """The parts that the pattern's `fields` name: of the node itself, or of what it is made of."""
    captures = draft.captures
    made_of = captures.get("callable")
    child_of = draft.node.child_by_field_id
    for part, field_id in draft.role.fields:
        if part not in captures:
            child = child_of(field_id)
            if child is None and made_of is not None:
                child = made_of[0].child_by_field_id(field_id)
            if child is not None:
                captures[part] = [child]
