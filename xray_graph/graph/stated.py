"""Edges by who states them, so that those of one owner, or of a part of it, can be replaced by others.

An owner is the path whose resolving stated an edge, a part of it a number that the owner's resolver gave.
Everything else is carried over in numpy. Called by `patch`, which moves the nodes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from xray_graph.errors import GraphError
from xray_graph.graph import builder
from xray_graph.graph.builder import EdgeRows, edge_columns, edge_keys
from xray_graph.graph.columns import I32, I64, EdgeColumns, sealed
from xray_graph.graph.graph import Graph
from xray_graph.graph.splice import joined, used
from xray_graph.graph.strings import StringColumn
from xray_graph.model import Edge

_ONE: Final = -1  # the part of whoever is not told apart


class By(NamedTuple):
    """Who states each of some edges."""

    owner: I32  # the id of the owner's path
    part: I32  # the number of the part of the owner


@dataclass(frozen=True, slots=True)
class LiveGraph:
    """A graph, and who stated each edge. Immutable."""

    graph: Graph
    stated: EdgeColumns  # every edge of every owner, in order; one that two owners state is there twice
    by: By  # who states each of those


class Parts(NamedTuple):
    """What parts of one owner its new edges are stated by."""

    of_edges: Sequence[int]  # a number for each edge; owners that are not told apart have _ONE
    replaced: Collection[int] | None = None  # whose edges these are; None: those of all


UNTOLD: Final[Mapping[str, Parts]] = MappingProxyType({})


class Moves(NamedTuple):
    """Where the paths and nodes of a graph went."""

    path: I32  # old path -> new path, GONE when there is none
    node: I32  # old node -> new node
    loose: npt.NDArray[np.bool_]  # old nodes whose order among each other may be another now


def stated_anew(
    live: LiveGraph,
    moves: Moves,
    after: Graph,
    edges: Mapping[str, Sequence[Edge]],
    parts: Mapping[str, Parts],
) -> tuple[EdgeColumns, By]:
    """All stated edges in order, and who states each; arguments as those of `patch_graph`.

    `after` is the graph with the new nodes, without edges.

    Raises:
        GraphError: an edge that stays has lost its end, or a new one has none.
    """
    before, old = live.graph, live.stated
    dropped = moves.path < 0
    some = np.zeros(len(dropped), dtype=bool)  # owners of which only parts are replaced
    replaced: list[int] = []  # those parts, with the owners above
    owners = {path: after.path_id(path) for path in edges}
    for path, owner in owners.items():
        place = before.path_id(path)
        only = parts[path].replaced if path in parts else None
        if place is not None and only is None:
            dropped[place] = True
        elif place is not None and only is not None:
            some[place] = True
            replaced += [place << 32 | part + 1 for part in only]
        if owner is None and edges[path]:
            raise GraphError("a path owns edges and has no node", where=path)
    kept = ~dropped[live.by.owner]
    if replaced:
        of_some = np.flatnonzero(some[live.by.owner])
        numbers = live.by.owner[of_some].astype(np.int64) << 32 | (live.by.part[of_some] + 1)
        kept[of_some[np.isin(numbers, np.array(replaced, np.int64))]] = False
    flat = [edge for path in sorted(edges) for edge in edges[path]]
    details = joined(
        old.details.tolist(), used(old.detail[kept], len(old.details)), sorted({e.detail for e in flat})
    )
    detail_ids = {detail: k for k, detail in enumerate(details.values)}
    fresh = builder.edge_rows(_Ids(after), flat, detail_ids)
    fresh_owner = np.repeat(
        np.array([-1 if owners[p] is None else owners[p] for p in sorted(edges)], np.int32),
        [len(edges[p]) for p in sorted(edges)],
    )
    fresh_part = np.full(len(flat), _ONE, np.int32)
    at = 0
    for path in sorted(edges):
        if path in parts:
            fresh_part[at : at + len(edges[path])] = parts[path].of_edges
        at += len(edges[path])
    unsettled = moves.loose
    source, target = old.source[kept], old.target[kept]
    stay = EdgeRows(
        moves.node[source], moves.node[target], old.kind[kept], old.evidence[kept], old.line[kept],
        old.dynamic[kept], details.old[old.detail[kept]],
    )  # fmt: skip
    stay_owner = moves.path[live.by.owner[kept]]
    lost = np.flatnonzero((stay.source < 0) | (stay.target < 0))
    if len(lost):
        raise _lost(live, np.flatnonzero(kept)[lost[0]], moves.node)
    astray = unsettled[source] | unsettled[target]
    loose = EdgeRows._make(np.concatenate([a[astray], b]) for a, b in _pairs(stay, fresh))
    stay_part = live.by.part[kept]
    loose_by = By(
        np.concatenate([stay_owner[astray], fresh_owner]), np.concatenate([stay_part[astray], fresh_part])
    )
    settled, settled_by = stay.take(~astray), By(stay_owner[~astray], stay_part[~astray])
    column = old.details if details.same else StringColumn.of(details.values)
    return _merged(settled, settled_by, loose, loose_by, column)


def _merged(
    settled: EdgeRows, settled_by: By, loose: EdgeRows, loose_by: By, details: StringColumn
) -> tuple[EdgeColumns, By]:
    """Ordered rows and others in any order, as one in order."""
    keys = (*edge_keys(loose), *loose_by)
    order = np.lexsort(keys[::-1])
    loose, loose_by = loose.take(order), By(loose_by.owner[order], loose_by.part[order])
    places = _places((*edge_keys(settled), *settled_by), tuple(key[order] for key in keys))
    total = len(settled_by.owner) + len(loose_by.owner)
    at = places + np.arange(len(places))
    rest = np.ones(total, dtype=bool)
    rest[at] = False

    def both(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> npt.NDArray[Any]:
        out = np.empty(total, a.dtype)
        out[rest], out[at] = a, b
        return out

    rows = EdgeRows._make(both(a, b) for a, b in _pairs(settled, loose))
    return edge_columns(rows, details), By._make(sealed(both(a, b)) for a, b in _pairs(settled_by, loose_by))


def _pairs(
    one: tuple[npt.NDArray[Any], ...], other: tuple[npt.NDArray[Any], ...]
) -> Iterator[tuple[npt.NDArray[Any], npt.NDArray[Any]]]:
    return zip(one, other, strict=True)


def _places(settled: tuple[npt.NDArray[np.integer], ...], wanted: tuple[npt.NDArray[np.integer], ...]) -> I64:
    """For each wanted row the number of settled rows before it; rows compare by all their keys in turn."""
    low = np.searchsorted(settled[0], wanted[0], side="left")
    high = np.searchsorted(settled[0], wanted[0], side="right")
    while True:  # bisection of all rows at once
        open_ = np.flatnonzero(low < high)
        if not len(open_):
            return low
        middle = (low[open_] + high[open_]) // 2
        less = np.zeros(len(open_), dtype=bool)
        equal = np.ones(len(open_), dtype=bool)
        for ours, theirs in zip(settled[1:], wanted[1:], strict=True):
            a, b = ours[middle], theirs[open_]
            less |= equal & (a < b)
            equal &= a == b
        low[open_[less]] = middle[less] + 1
        high[open_[~less]] = middle[~less]


def _lost(live: LiveGraph, e: int, moved: I32) -> GraphError:
    before, edges = live.graph, live.stated
    source, target = int(edges.source[e]), int(edges.target[e])
    gone = source if moved[source] < 0 else target
    return GraphError(
        f"an edge stays whose end {before.name(gone)} is gone",
        where=before.paths[int(live.by.owner[e])],
    )


class _Ids(Mapping[tuple[str, str], int]):
    """Path and symbol → node, decoding the paths that are asked for only."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._of_path: dict[str, dict[str, int]] = {}

    def __getitem__(self, key: tuple[str, str]) -> int:
        path, symbol = key
        here = self._of_path.get(path)
        if here is None:
            rows = self._graph.nodes_of(path)
            names = self._graph.symbols[rows.start : rows.stop]
            here = self._of_path[path] = {name: i for i, name in enumerate(names, rows.start)}
        return here[symbol]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((self._graph.path(i), self._graph.symbol(i)) for i in range(len(self._graph)))

    def __len__(self) -> int:
        return len(self._graph)
