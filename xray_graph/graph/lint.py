"""What must hold in every graph, checked in numpy over the whole of it. Pure; changes nothing.

`lint` returns what is broken instead of raising, so that a test, `xray graph verify` and a bug report
can all show it. The builder already refuses what would make a graph unusable (a taken name, an edge
without its node); what is here would make answers wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from xray_graph.graph.columns import I32, I64, EdgeColumns
from xray_graph.model import EDGE_KINDS, EVIDENCE, NODE_KINDS, EdgeKind, NodeKind

if TYPE_CHECKING:
    from xray_graph.graph.graph import Graph

CODE_KINDS: Final = (
    NodeKind.FUNCTION,
    NodeKind.METHOD,
    NodeKind.CLASS,
    NodeKind.STRUCT,
    NodeKind.INTERFACE,
    NodeKind.TRAIT,
    NodeKind.ENUM,
    NodeKind.TYPE,
    NodeKind.CONSTANT,
    NodeKind.VARIABLE,
    NodeKind.FIELD,
    NodeKind.MACRO,
    NodeKind.MODULE,
)
_FOLDERS: Final = (NodeKind.REPOSITORY, NodeKind.PACKAGE)
_FORBIDDEN: Final = b"<:/ \t\n\r\0"
_SHOWN: Final = 20  # of one rule
_AT_ONCE: Final = 1 << 17  # edges
_NONE: Final = np.zeros(0, np.int64)


class Broken(NamedTuple):
    """One invariant that does not hold at one place."""

    rule: str  # a short, stable word for the rule
    where: str  # the node's name, or the source's name of an edge
    detail: str


def lint(graph: Graph) -> list[Broken]:
    """Every broken invariant, by rule, at most 20 places a rule."""
    unreadable = list(_ends(graph))  # the other rules follow ends and kinds
    return unreadable or [broken for rule in _RULES for broken in rule(graph)]


def _nodes(graph: Graph, rule: str, bad: npt.NDArray[np.bool_], what: str) -> Iterator[Broken]:
    for i in np.flatnonzero(bad)[:_SHOWN].tolist():
        yield Broken(rule, graph.name(i), f"{graph.kind(i)} at line {graph.line(i)}: {what}")


def _edges(graph: Graph, rule: str, bad: I64, what: str) -> Iterator[Broken]:
    edges = graph.edges
    for e in bad[:_SHOWN].tolist():
        target = graph.name(int(edges.target[e]))
        detail = f"{graph.edge_kind(e)} {target} at line {int(edges.line[e])}: {what}"
        yield Broken(rule, graph.name(int(edges.source[e])), detail)


def _order(graph: Graph) -> Iterator[Broken]:
    """Names are distinct and nodes lie in their total order. Read in pieces: a large map has millions."""
    paths = (path for piece in graph.paths.pieces() for path in piece)
    if any(a >= b for a, b in pairwise(paths)):
        yield Broken("order", graph.label, "paths are not ascending and distinct")
    symbols, rows = graph.symbols, graph.nodes
    kept = 0
    previous: tuple[int, bool, int, str] | None = None
    broken = 0
    for piece in symbols.pieces():
        end = kept + len(piece)
        keys = zip(
            rows.path[kept:end].tolist(), map(bool, piece), rows.start[kept:end].tolist(), piece, strict=True
        )
        for i, key in enumerate(keys, kept):
            if previous is not None and previous >= key and broken < _SHOWN:
                broken += 1
                yield Broken("order", graph.name(i), "lies behind a node that it must precede")
            previous = key
        kept = end
    for i in itertools.islice(symbols.repeats(rows.path), _SHOWN):
        yield Broken("name", graph.name(i), "names two nodes")


def _paths(graph: Graph) -> Iterator[Broken]:
    """Paths are relative, normal, and only the repository's is empty."""
    whole = ~graph.with_kind(NodeKind.REPOSITORY, NodeKind.PACKAGE)
    paths = (path for piece in graph.paths.pieces() for path in piece)
    empty = np.fromiter((path in ("", ".") for path in paths), dtype=bool, count=len(graph.paths))
    if len(empty):
        yield from _nodes(graph, "path", empty[graph.path_ids] & whole, "has no path")
    for path in (path for piece in graph.paths.pieces() for path in piece):
        if path.startswith("/") or ({"..", "."} & set(path.split("/")) and path != "."):
            yield Broken("path", path, "is not relative to the root, without `.` and `..`")


def _symbols(graph: Graph) -> Iterator[Broken]:
    """A code symbol holds no `<`, `:`, `/`, newline or space."""
    blob = np.frombuffer(graph.symbols.blob, dtype=np.uint8)
    hits = np.flatnonzero(np.isin(blob, np.frombuffer(_FORBIDDEN, dtype=np.uint8)))
    rows = np.searchsorted(graph.symbols.offsets, hits, side="right") - 1
    bad = np.zeros(len(graph), dtype=bool)
    bad[rows] = True
    bad &= graph.with_kind(*CODE_KINDS)
    yield from _nodes(graph, "symbol", bad, "a code symbol holds no `<`, `:`, `/`, newline or space")
    files = graph.with_kind(NodeKind.FILE, *_FOLDERS)
    named = graph.symbols.lengths > 0
    yield from _nodes(graph, "symbol", files & named, "has a symbol")
    yield from _nodes(graph, "symbol", graph.with_kind(*CODE_KINDS) & ~named, "has no symbol")


def _spans(graph: Graph) -> Iterator[Broken]:
    """Spans are ordered and lie inside the file; the name's line lies inside the lines."""
    n = graph.nodes
    yield from _nodes(graph, "span", (n.start < 0) | (n.end < n.start), "bytes are not in order")
    yield from _nodes(graph, "span", (n.line < 0) | (n.end_line < n.line), "lines are not in order")
    named = n.name_line != 0
    outside = named & ((n.name_line < n.line) | (n.name_line > n.end_line))
    yield from _nodes(graph, "span", outside, "the name's line is not within the lines")
    code = graph.with_kind(*CODE_KINDS)
    yield from _nodes(graph, "span", code & (n.line < 1), "has no line")
    file_end, file_lines = _of_file(graph, n.end), _of_file(graph, n.end_line)
    yield from _nodes(graph, "span", (file_end > 0) & (n.end > file_end), "ends behind the file")
    late = (file_lines > 0) & (n.end_line > file_lines)
    yield from _nodes(graph, "span", late, "ends on a line behind the file")


def _of_file(graph: Graph, column: I32) -> I32:
    """For each node the value of its file's own node; 0 where the path has no such node."""
    first = np.searchsorted(graph.path_ids, graph.path_ids, side="left")
    owned = graph.symbols.lengths[first] == 0
    return np.where(owned, column[first], 0).astype(np.int32)


def _ends(graph: Graph) -> Iterator[Broken]:
    """The ends of edges exist; kinds and evidence are of the closed lists."""
    edges, size = graph.edges, len(graph)
    outside = (edges.source < 0) | (edges.source >= size) | (edges.target < 0) | (edges.target >= size)
    if outside.any():
        yield Broken("edge", graph.label, f"{int(outside.sum())} edges have an end that is no node")
    unknown = (edges.kind >= len(EDGE_KINDS)) | (edges.evidence >= len(EVIDENCE))
    if unknown.any() or (graph.kinds >= len(NODE_KINDS)).any():
        yield Broken("edge", graph.label, "a kind or evidence is not of the closed list")


def _edge_order(graph: Graph) -> Iterator[Broken]:
    """Edges lie in their total order, none twice."""
    bad = [
        at + 1 + np.flatnonzero(~_less(graph.edges, at, min(at + _AT_ONCE, len(graph.edges) - 1)))
        for at in range(0, len(graph.edges) - 1, _AT_ONCE)
    ]
    yield from _edges(graph, "edge", np.concatenate(bad or [_NONE]), "out of order, or stated twice")


def _less(edges: EdgeColumns, start: int, end: int) -> npt.NDArray[np.bool_]:
    """For each edge from `start` to before `end`, whether it precedes the one behind it."""
    some = slice(start, end + 1)
    first = edges.source[some].astype(np.int64) << 8 | edges.kind[some]
    second = edges.line[some].astype(np.int64) << 32 | edges.target[some]
    third = (edges.evidence[some].astype(np.int64) << 1 | edges.dynamic[some]) << 32 | edges.detail[some]
    less = third[:-1] < third[1:]
    for key in (second, first):
        less = (key[:-1] < key[1:]) | ((key[:-1] == key[1:]) & less)
    return less


def _sites(graph: Graph) -> Iterator[Broken]:
    """A site lies inside its source: a call's line within the caller's lines."""
    edges, n = graph.edges, graph.nodes
    calls = edges.kind == EDGE_KINDS.index(EdgeKind.CALLS)
    line, last = n.line[edges.source], n.end_line[edges.source]
    placed = last > 0
    bad = calls & placed & ((edges.line < line) | (edges.line > last))
    yield from _edges(graph, "site", np.flatnonzero(bad), "the call is outside its caller")
    yield from _edges(graph, "site", np.flatnonzero(edges.line < 0), "the line is negative")


def _containment(graph: Graph) -> Iterator[Broken]:
    """`contains` is a forest: one parent at most, no circle."""
    edges, size = graph.edges, len(graph)
    contains = np.flatnonzero(edges.kind == EDGE_KINDS.index(EdgeKind.CONTAINS))
    parents = np.bincount(edges.target[contains], minlength=size)
    yield from _nodes(graph, "contains", parents > 1, "is contained twice")
    up = np.full(size + 1, size, dtype=np.int64)  # `size` stands for no parent, and is its own
    up[edges.target[contains]] = edges.source[contains]
    for _ in range(max(size, 1).bit_length()):  # after k rounds `up` is the 2**k-th ancestor
        up = up[up]
    yield from _nodes(graph, "contains", up[:size] != size, "contains itself")


_RULES: Final[tuple[Callable[[Graph], Iterator[Broken]], ...]] = (
    _order,
    _paths,
    _symbols,
    _spans,
    _edge_order,
    _sites,
    _containment,
)
