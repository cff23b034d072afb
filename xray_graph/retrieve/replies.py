"""What the tools answer with: the shapes that other programs rely on.

Plain frozen structs, so that JSON, a schema and a terminal all come from the same value. A pointer is the
short form of a node. Made by the other modules of this folder; laid out by `serve` and the command line.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType


class Pointer(msgspec.Struct, frozen=True):
    """A node in short. `name` is the whole name, `label//path::Symbol`."""

    name: str
    kind: str
    language: str
    path: str
    line: int
    end_line: int
    signature: str


class Found(Pointer, frozen=True):
    """A node that a search found. `score` lies between 0 and 1; higher is better within one map."""

    score: float
    map: str
    # Only when explained: the place in each channel that found it ("name", "words", "vectors"), from 1.
    ranks: dict[str, int] | UnsetType = UNSET


class Freshness(msgspec.Struct, frozen=True):
    """Of what state of the sources an answer speaks."""

    commit: str
    dirty: bool
    indexed_at: str | None  # ISO 8601, UTC: when the tree was last looked at, or the snapshot written here
    stale_files: tuple[str, ...] = ()  # files of the work tree that changed since
    work_tree: str | UnsetType = UNSET  # only of a live map: the top of the work tree that it follows
    note: str | UnsetType = (
        UNSET  # only when the answer may be about another state, or less, than is asked for
    )


class AskedMap(msgspec.Struct, frozen=True):
    """A map that was asked, how near it is to the question (null: not compared), and why it was asked."""

    label: str
    score: float | None
    reason: str
    freshness: Freshness | UnsetType = UNSET  # of a map that answered


class SearchReply(msgspec.Struct, frozen=True):
    results: tuple[Found, ...]
    maps: tuple[AskedMap, ...]
    timings: dict[str, float] = {}  # milliseconds a stage, only when explained
    truncated: bool = False  # whether more was found than `results` holds


class Site(msgspec.Struct, frozen=True):
    """One place in the text where an edge comes from."""

    path: str
    line: int
    evidence: str
    dynamic: bool


class Caller(msgspec.Struct, frozen=True):
    """One that calls, or is called, at `depth` calls from the node that was asked about."""

    node: Pointer
    depth: int
    test: bool  # whether it is test code
    sites: tuple[Site, ...]


class ViaInterface(Caller, frozen=True):
    """A call that goes through an interface, abstract or trait method."""

    interface: Pointer  # the method that is called in the text


class CallersReply(msgspec.Struct, frozen=True):
    """`node` is null when the name fits several nodes, which `candidates` then lists."""

    node: Pointer | None
    callers: tuple[Caller, ...]
    via_interface: tuple[ViaInterface, ...]
    next: str | None
    freshness: Freshness
    candidates: tuple[Pointer, ...] = ()


class CalleesReply(msgspec.Struct, frozen=True):
    """Likewise. `via_interface` holds what a call of an interface's method may reach."""

    node: Pointer | None
    callees: tuple[Caller, ...]
    via_interface: tuple[ViaInterface, ...]
    next: str | None
    freshness: Freshness
    candidates: tuple[Pointer, ...] = ()


class NodeDetail(msgspec.Struct, frozen=True):
    """A node in full. Lines count from 1, bytes from 0 in the stored text."""

    name: str
    kind: str
    language: str
    path: str
    line: int
    end_line: int
    name_line: int
    start_byte: int
    end_byte: int
    signature: str
    doc: str
    attributes: tuple[str, ...]
    body: str
    truncated: bool  # whether `body` is cut


class Relation(msgspec.Struct, frozen=True):
    """What joins the node to one other: all edges of one kind between them."""

    direction: str  # "out": from the node that was asked about; "in": to it
    kind: str  # of the edges
    node: Pointer
    sites: tuple[Site, ...]


class NodeReply(msgspec.Struct, frozen=True):
    """`node` is null when the name fits several nodes, which `candidates` then lists."""

    node: NodeDetail | None
    parent: Pointer | None
    relations: tuple[Relation, ...]
    next: str | None
    freshness: Freshness
    candidates: tuple[Pointer, ...] = ()
