"""The next graph from the one before: what an update does in place of building all of it again.

    LiveGraph, new nodes by path, new edges by owner ─▶ Patched: a LiveGraph and where each node went

A graph's nodes lie side by side by path, so all the nodes of a path are replaced as one slice. Its edges
are replaced by *owner*: the path whose resolving stated them, which is not always that of their source
(a type's method in another file). Everything else is carried over in numpy, so the cost is that of what
changed plus a few passes over the columns. The result equals `build_graph` of all nodes and edges,
column for column. Called by `update`.
"""

from __future__ import annotations

import bisect
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xray_graph.errors import GraphError
from xray_graph.graph import builder
from xray_graph.graph.builder import EdgeRows, build_graph, edge_columns, edge_keys, repeated
from xray_graph.graph.columns import (
    I32,
    I64,
    EdgeColumns,
    LoadedColumns,
    NameColumns,
    NodeColumns,
    TextColumns,
    sealed,
)
from xray_graph.graph.graph import Graph
from xray_graph.graph.splice import GONE, Cut, Splice, joined, used
from xray_graph.graph.strings import StringColumn
from xray_graph.model import Edge, Node

_Keys = tuple[I64, I64, I64]


@dataclass(frozen=True, slots=True)
class LiveGraph:
    """A graph, and who stated each edge. Immutable."""

    graph: Graph
    stated: EdgeColumns  # every edge of every owner, in order; one that two owners state is there twice
    owner: I32  # of each of those, the id of the owner's path


class Patched(NamedTuple):
    live: LiveGraph
    # Old node → the node of the same path and symbol, GONE when there is none. Ascending over the paths
    # that were not replaced, and within a replaced one where its nodes kept their order.
    moved: I32


def live_graph(
    label: str, nodes: Mapping[str, Sequence[Node]], edges: Mapping[str, Sequence[Edge]]
) -> LiveGraph:
    """A graph from nothing; both by path, an owner of edges being a path that has nodes.

    Raises:
        GraphError: as `build_graph`.
    """
    empty = build_graph(label, [], [])
    return patch_graph(LiveGraph(empty, empty.edges, np.zeros(0, np.int32)), nodes, edges).live


def patch_graph(
    live: LiveGraph, nodes: Mapping[str, Sequence[Node]], edges: Mapping[str, Sequence[Edge]]
) -> Patched:
    """Replace the nodes of some paths and the edges of some owners.

    Args:
        live: the graph before.
        nodes: path → all its nodes from now on; none: the path is gone. Each node is of that path.
        edges: owner → all its edges from now on. What a path that is gone owned goes with it.

    Raises:
        GraphError: as `build_graph`, and when an edge that stays has lost its end.
    """
    before = live.graph
    with builder.refusing():
        rows = _Rows(before, nodes)
        names = rows.graph_of_nodes()
        stated, owner = _stated(live, rows, names, edges)
    again = repeated(edge_keys(EdgeRows.of(stated)))
    distinct = stated
    if again.any():
        distinct = edge_columns(EdgeRows.of(stated).take(~again), stated.details)
    columns = LoadedColumns(names.columns.nodes, names.columns.names, names.columns.texts, distinct)
    graph = Graph(before.label, columns)
    if rows.same_paths:
        graph.share_paths(before)
    return Patched(LiveGraph(graph, stated, owner), rows.moved)


def places_before(before: Graph, after: Graph, paths: Collection[str]) -> I64:
    """For each path of `after`, of those that are given: where its nodes were, or would have been."""
    first = np.zeros(len(after.paths), np.int64)
    for path in paths:
        place = after.path_id(path)
        if place is not None:
            first[place] = before.first_of(bisect.bisect_left(before.path_list, path))
    return first


class _Rows:
    """The nodes: which rows go, which come, and where each is afterwards."""

    def __init__(self, before: Graph, nodes: Mapping[str, Sequence[Node]]) -> None:
        self._before = before
        old_paths = before.path_list
        cuts: list[Cut] = []
        fresh: list[Node] = []
        self._kept_path = np.ones(len(old_paths), dtype=bool)
        self.replaced = np.zeros(len(old_paths), dtype=bool)
        new_paths: list[str] = []
        for path in sorted(nodes):
            ordered = sorted(nodes[path], key=builder.node_order)
            if any(n.path != path for n in ordered):
                raise GraphError("a node was given under another path than its own", where=path)
            if len({n.symbol for n in ordered}) < len(ordered):
                raise builder.taken(before.label, ordered)
            place = bisect.bisect_left(old_paths, path)
            known = place < len(old_paths) and old_paths[place] == path
            here = before.range_of(place) if known else range(before.first_of(place), before.first_of(place))
            if known:
                self.replaced[place] = True
                self._kept_path[place] = bool(ordered)
            elif ordered:
                new_paths.append(path)
            if known or ordered:
                cuts.append(Cut(here.start, here.stop, len(ordered)))
            fresh += ordered
        self._fresh = fresh
        self._splice = Splice(len(before), cuts)
        self.same_paths = not new_paths and bool(self._kept_path.all())
        self._paths = joined(old_paths, self._kept_path, new_paths)
        self.path_moved = self._paths.old

    def graph_of_nodes(self) -> Graph:
        """The graph that has the new nodes and no edges so far. Sets `moved`."""
        before, splice = self._before, self._splice
        old, names, texts = before.columns.nodes, before.columns.names, before.columns.texts
        new, new_names, new_texts = builder.node_columns(self._fresh)
        languages = joined(
            names.languages.tolist(), used(old.language[splice.kept], len(names.languages)),
            new_names.languages.tolist(),
        )  # fmt: skip
        sets = joined(
            before.attribute_sets, used(old.attributes[splice.kept], len(before.attribute_sets)),
            [tuple(new_names.attribute_words[w] for w in chosen) for chosen in new_names.attribute_sets],
        )  # fmt: skip
        of_path = {path: k for k, path in enumerate(self._paths.values)}
        new_path = np.fromiter((of_path[n.path] for n in self._fresh), np.int32, len(self._fresh))
        nodes = NodeColumns(
            kind=splice.numbers(old.kind, new.kind),
            language=splice.numbers(languages.old[old.language], languages.new[new.language]),
            path=splice.numbers(self.path_moved[old.path], new_path),
            attributes=splice.numbers(sets.old[old.attributes], sets.new[new.attributes]),
            line=splice.numbers(old.line, new.line),
            end_line=splice.numbers(old.end_line, new.end_line),
            name_line=splice.numbers(old.name_line, new.name_line),
            start=splice.numbers(old.start, new.start),
            end=splice.numbers(old.end, new.end),
        )
        words, attribute_sets = names.attribute_words, names.attribute_sets
        if not sets.same:
            listed = sorted({word for chosen in sets.values for word in chosen})
            word_ids = {word: k for k, word in enumerate(listed)}
            words = StringColumn.of(listed)
            attribute_sets = tuple(tuple(word_ids[w] for w in chosen) for chosen in sets.values)
        made = Graph(
            before.label,
            LoadedColumns(
                nodes,
                NameColumns(
                    paths=names.paths if self.same_paths else StringColumn.of(self._paths.values),
                    symbols=splice.strings(names.symbols, new_names.symbols),
                    languages=names.languages if languages.same else StringColumn.of(languages.values),
                    attribute_words=words,
                    attribute_sets=attribute_sets,
                ),
                TextColumns(
                    signatures=splice.strings(texts.signatures, new_texts.signatures),
                    docs=splice.strings(texts.docs, new_texts.docs),
                ),
                build_graph(before.label, [], []).edges,
            ),
        )
        self.moved = self._moved(made)
        return made

    def _moved(self, after: Graph) -> I32:
        """Old node → new node, those of replaced paths by their symbol."""
        before, moved = self._before, self._splice.moved.copy()
        for place in np.flatnonzero(self.replaced & self._kept_path).tolist():
            here, there = before.range_of(place), after.range_of(int(self.path_moved[place]))
            at = {symbol: k for k, symbol in enumerate(after.symbols[there.start : there.stop], there.start)}
            for i, symbol in enumerate(before.symbols[here.start : here.stop], here.start):
                moved[i] = at.get(symbol, GONE)
        return sealed(moved)

    def loose(self) -> npt.NDArray[np.bool_]:
        """Old nodes of replaced paths: their order among each other may be another now."""
        return ~self._splice.kept


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


def _stated(
    live: LiveGraph, rows: _Rows, after: Graph, edges: Mapping[str, Sequence[Edge]]
) -> tuple[EdgeColumns, I32]:
    """All stated edges in order, and the owner of each."""
    before, old = live.graph, live.stated
    dropped = rows.path_moved < 0
    owners = {path: after.path_id(path) for path in edges}
    for path, owner in owners.items():
        place = before.path_id(path)
        if place is not None:
            dropped[place] = True
        if owner is None and edges[path]:
            raise GraphError("a path owns edges and has no node", where=path)
    kept = ~dropped[live.owner]
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
    unsettled = rows.loose()
    source, target = old.source[kept], old.target[kept]
    stay = EdgeRows(
        rows.moved[source], rows.moved[target], old.kind[kept], old.evidence[kept], old.line[kept],
        old.dynamic[kept], details.old[old.detail[kept]],
    )  # fmt: skip
    stay_owner = rows.path_moved[live.owner[kept]]
    lost = np.flatnonzero((stay.source < 0) | (stay.target < 0))
    if len(lost):
        raise _lost(live, np.flatnonzero(kept)[lost[0]], rows.moved)
    astray = unsettled[source] | unsettled[target]
    loose = EdgeRows._make(np.concatenate([a[astray], b]) for a, b in _pairs(stay, fresh))
    loose_owner = np.concatenate([stay_owner[astray], fresh_owner])
    settled, settled_owner = stay.take(~astray), stay_owner[~astray]
    column = old.details if details.same else StringColumn.of(details.values)
    return _merged(settled, settled_owner, loose, loose_owner, column)


def _merged(
    settled: EdgeRows, settled_owner: I32, loose: EdgeRows, loose_owner: I32, details: StringColumn
) -> tuple[EdgeColumns, I32]:
    """Ordered rows and others in any order, as one in order."""
    keys = (*edge_keys(loose), loose_owner)
    order = np.lexsort(keys[::-1])
    loose, loose_owner = loose.take(order), loose_owner[order]
    places = _places((*edge_keys(settled), settled_owner), tuple(key[order] for key in keys))
    total = len(settled_owner) + len(loose_owner)
    at = places + np.arange(len(places))
    rest = np.ones(total, dtype=bool)
    rest[at] = False

    def both(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> npt.NDArray[Any]:
        out = np.empty(total, a.dtype)
        out[rest], out[at] = a, b
        return out

    rows = EdgeRows._make(both(a, b) for a, b in _pairs(settled, loose))
    return edge_columns(rows, details), sealed(both(settled_owner, loose_owner))


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
        where=before.paths[int(live.owner[e])],
    )
