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
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from xray_graph.errors import GraphError
from xray_graph.graph import builder
from xray_graph.graph.builder import EdgeRows, build_graph, edge_columns, edge_keys, repeated
from xray_graph.graph.columns import (
    I32,
    I64,
    Choices,
    LoadedColumns,
    NameColumns,
    NodeColumns,
    TextColumns,
    sealed,
)
from xray_graph.graph.graph import Graph
from xray_graph.graph.splice import GONE, Cut, Splice, joined, used
from xray_graph.graph.stated import UNTOLD, By, LiveGraph, Moves, Parts, stated_anew
from xray_graph.graph.strings import StringColumn
from xray_graph.model import Edge, Node


class Patched(NamedTuple):
    live: LiveGraph
    # Old node → the node of the same path and symbol, GONE when there is none. Ascending over the paths
    # that were not replaced, and within a replaced one where its nodes kept their order.
    moved: I32


def live_graph(
    label: str,
    nodes: Mapping[str, Sequence[Node]],
    edges: Mapping[str, Sequence[Edge]],
    parts: Mapping[str, Parts] = UNTOLD,
) -> LiveGraph:
    """A graph from nothing; both by path, an owner of edges being a path that has nodes.

    Raises:
        GraphError: as `build_graph`.
    """
    empty = build_graph(label, [], [])
    nobody = By(np.zeros(0, np.int32), np.zeros(0, np.int32))
    return patch_graph(LiveGraph(empty, empty.edges, nobody), nodes, edges, parts).live


def patch_graph(
    live: LiveGraph,
    nodes: Mapping[str, Sequence[Node]],
    edges: Mapping[str, Sequence[Edge]],
    parts: Mapping[str, Parts] = UNTOLD,
) -> Patched:
    """Replace the nodes of some paths and the edges of some owners.

    Args:
        live: the graph before.
        nodes: path → all its nodes from now on; none: the path is gone. Each node is of that path.
        edges: owner → all its edges from now on. What a path that is gone owned goes with it.
        parts: of some of these owners, what their edges are stated by, and whether by less than all.

    Raises:
        GraphError: as `build_graph`, and when an edge that stays has lost its end.
    """
    before = live.graph
    with builder.refusing():
        rows = _Rows(before, nodes)
        names = rows.graph_of_nodes()
        stated, by = stated_anew(live, rows.moves(), names, edges, parts)
    again = repeated(edge_keys(EdgeRows.of(stated)))
    distinct = stated
    if again.any():
        distinct = edge_columns(EdgeRows.of(stated).take(~again), stated.details)
    columns = LoadedColumns(names.columns.nodes, names.columns.names, names.columns.texts, distinct)
    graph = Graph(before.label, columns)
    if rows.same_paths:
        graph.share_paths(before)
    return Patched(LiveGraph(graph, stated, by), rows.moved)


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
            attribute_sets = Choices.of([[word_ids[w] for w in chosen] for chosen in sets.values])
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

    def moves(self) -> Moves:
        """Where everything went; after `graph_of_nodes`."""
        return Moves(self.path_moved, self.moved, ~self._splice.kept)
