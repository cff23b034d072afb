"""The immutable graph: columns for nodes and edges, and adjacency in both directions.

Ids are positions (`int`, from 0) and mean something only within one graph; between graphs, and to a
user, a node is its name. Nothing here changes after construction, so readers never lock: an update
builds another graph and swaps the reference. Made by `graph.builder` or, lazily, by `snapshot`;
read by every later stage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from xray_graph.graph import lint, names
from xray_graph.graph.columns import (
    I32,
    I64,
    U8,
    Columns,
    EdgeColumns,
    NodeColumns,
    sealed,
)
from xray_graph.graph.strings import StringColumn
from xray_graph.model import EDGE_KINDS, EVIDENCE, NODE_KINDS, Edge, Node

_KINDS = tuple(str(kind) for kind in NODE_KINDS)
_KIND_ID = {kind: i for i, kind in enumerate(_KINDS)}
_EDGE_KINDS = tuple(str(kind) for kind in EDGE_KINDS)
_EDGE_KIND_ID = {kind: i for i, kind in enumerate(_EDGE_KINDS)}
_EVIDENCE = tuple(str(name) for name in EVIDENCE)


class Graph:
    """One map's nodes and edges."""

    def __init__(self, label: str, columns: Columns) -> None:
        self.label = label
        self.columns = columns

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.columns.nodes)

    # --- columns, one row a node; see NodeColumns for what they hold -----------------------

    @property
    def nodes(self) -> NodeColumns:
        return self.columns.nodes

    @property
    def edges(self) -> EdgeColumns:
        return self.columns.edges

    @property
    def kinds(self) -> U8:
        """Index into `model.NODE_KINDS`."""
        return self.columns.nodes.kind

    @property
    def path_ids(self) -> I32:
        """Index into `paths`; ascending, so the nodes of one path lie side by side."""
        return self.columns.nodes.path

    @property
    def lines(self) -> I32:
        return self.columns.nodes.line

    @property
    def end_lines(self) -> I32:
        return self.columns.nodes.end_line

    @property
    def symbols(self) -> StringColumn:
        return self.columns.names.symbols

    @property
    def paths(self) -> StringColumn:
        """The distinct paths, in order."""
        return self.columns.names.paths

    # --- one node ---------------------------------------------------------------------------

    def name(self, i: int) -> str:
        """`label//path::symbol`, or `label//path` for a file."""
        symbol = self.symbol(i)
        head = f"{self.label}//{self.path(i)}"
        return f"{head}::{symbol}" if symbol else head

    def symbol(self, i: int) -> str:
        return self.columns.names.symbols[i]

    def path(self, i: int) -> str:
        return self.columns.names.paths[int(self.columns.nodes.path[i])]

    def kind(self, i: int) -> str:
        return _KINDS[int(self.columns.nodes.kind[i])]

    def language(self, i: int) -> str:
        return self.columns.names.languages[int(self.columns.nodes.language[i])]

    def line(self, i: int) -> int:
        return int(self.columns.nodes.line[i])

    def end_line(self, i: int) -> int:
        return int(self.columns.nodes.end_line[i])

    def name_line(self, i: int) -> int:
        return int(self.columns.nodes.name_line[i])

    def span(self, i: int) -> tuple[int, int]:
        """First byte of the node in its file's stored text, and the byte behind it."""
        return int(self.columns.nodes.start[i]), int(self.columns.nodes.end[i])

    def signature(self, i: int) -> str:
        return self.columns.texts.signatures[i]

    def doc(self, i: int) -> str:
        return self.columns.texts.docs[i]

    def attributes(self, i: int) -> tuple[str, ...]:
        return self.attribute_sets[int(self.columns.nodes.attributes[i])]

    def node(self, i: int) -> Node:
        """The node as it was given to the builder."""
        if not 0 <= i < len(self):
            raise IndexError(f"node {i} of {len(self)}")
        start, end = self.span(i)
        return Node(
            path=self.path(i),
            symbol=self.symbol(i),
            kind=self.kind(i),
            language=self.language(i),
            line=self.line(i),
            end_line=self.end_line(i),
            name_line=self.name_line(i),
            start_byte=start,
            end_byte=end,
            signature=self.signature(i),
            doc=self.doc(i),
            attributes=self.attributes(i),
        )

    def iter_nodes(self) -> Iterator[Node]:
        return (self.node(i) for i in range(len(self)))

    # --- sets of nodes ----------------------------------------------------------------------

    def nodes_of(self, path: str) -> range:
        """The ids of a path's nodes, the file's own node first; empty for a path that is not here."""
        p = self._path_ids_by_path.get(path)
        return range(0) if p is None else self.range_of(p)

    def path_id(self, path: str) -> int | None:
        """The position of a path in `paths`."""
        return self._path_ids_by_path.get(path)

    def first_of(self, path_id: int) -> int:
        """The first node of a path or, for one past the last, the number of nodes."""
        return int(self._path_offsets[path_id])

    def share_paths(self, other: Graph) -> None:
        """Take over what `other`, a graph of the same paths, has made of them already."""
        self.__dict__["path_list"] = other.path_list
        self.__dict__["_path_ids_by_path"] = other._path_ids_by_path

    def file_node(self, i: int) -> int | None:
        """The node of the file that node `i` lies in (itself, for a file)."""
        first = self.range_of(int(self.columns.nodes.path[i])).start
        return None if len(self.symbols.raw(first)) else first

    def with_kind(self, *kinds: str) -> npt.NDArray[np.bool_]:
        """Mask over the nodes: those of one of the kinds. An unknown kind matches nothing."""
        wanted = np.zeros(256, dtype=bool)
        wanted[[_KIND_ID[kind] for kind in kinds if kind in _KIND_ID]] = True
        return wanted[self.kinds]

    def with_attribute(self, attribute: str) -> npt.NDArray[np.bool_]:
        """Mask over the nodes: those that carry the attribute."""
        wanted = np.array([attribute in chosen for chosen in self.attribute_sets], dtype=bool)
        return wanted[self.columns.nodes.attributes] if len(wanted) else np.zeros(len(self), bool)

    def under(self, prefix: str) -> npt.NDArray[np.bool_]:
        """Mask over the nodes: those whose path begins with `prefix`."""
        wanted = np.array([path.startswith(prefix) for path in self.path_list], dtype=bool)
        return wanted[self.path_ids] if len(wanted) else np.zeros(len(self), bool)

    # --- edges ------------------------------------------------------------------------------

    def outgoing(self, i: int, kinds: Iterable[str] | None = None) -> I64:
        """Ids of the edges that leave node `i`, ordered by kind, line, target."""
        offsets = self._out_offsets
        found = np.arange(offsets[i], offsets[i + 1], dtype=np.int64)
        return found if kinds is None else self._of_kinds(found, kinds)

    def incoming(self, i: int, kinds: Iterable[str] | None = None) -> I64:
        """Ids of the edges that reach node `i`, ordered by source, kind, line."""
        order, offsets = self._in_order
        found = order[offsets[i] : offsets[i + 1]]
        return found if kinds is None else self._of_kinds(found, kinds)

    def edge_kind(self, e: int) -> str:
        return _EDGE_KINDS[int(self.columns.edges.kind[e])]

    def evidence(self, e: int) -> str:
        return _EVIDENCE[int(self.columns.edges.evidence[e])]

    def edge(self, e: int) -> Edge:
        """The edge as it was given to the builder."""
        edges = self.columns.edges
        source, target = int(edges.source[e]), int(edges.target[e])
        return Edge(
            kind=self.edge_kind(e),
            source=(self.path(source), self.symbol(source)),
            target=(self.path(target), self.symbol(target)),
            evidence=self.evidence(e),
            line=int(edges.line[e]),
            dynamic=bool(edges.dynamic[e]),
            detail=edges.details[int(edges.detail[e])],
        )

    def iter_edges(self) -> Iterator[Edge]:
        return (self.edge(e) for e in range(len(self.columns.edges)))

    def parent(self, i: int) -> int | None:
        """The node that contains node `i`, or None at the top."""
        found = self.incoming(i, ("contains",))
        return int(self.columns.edges.source[found[0]]) if len(found) else None

    def children(self, i: int) -> I32:
        """The nodes that node `i` contains, ascending."""
        return np.sort(self.columns.edges.target[self.outgoing(i, ("contains",))])

    # --- counts, names, invariants ----------------------------------------------------------

    def counts(self) -> dict[str, int]:
        """Nodes by kind, in the order of `model.NODE_KINDS`; kinds that do not occur are left out."""
        tally = np.bincount(self.kinds, minlength=len(_KINDS)).tolist()
        return {kind: n for kind, n in zip(_KINDS, tally, strict=True) if n}

    def edge_counts(self) -> dict[str, int]:
        """Edges by kind, likewise."""
        tally = np.bincount(self.columns.edges.kind, minlength=len(_EDGE_KINDS)).tolist()
        return {kind: n for kind, n in zip(_EDGE_KINDS, tally, strict=True) if n}

    def index(self, path: str, symbol: str = "") -> int | None:
        """The node of exactly this path and symbol."""
        return names.exact(self, path, symbol)

    def find(self, text: str) -> list[int]:
        """Every node that `text` names, ascending; see `graph.names`."""
        return names.find(self, text)

    def nearest(self, text: str, n: int = 5) -> list[str]:
        """The `n` whole names that come closest to `text`, for "did you mean"."""
        return names.nearest(self, text, n)

    def lint(self) -> list[lint.Broken]:
        """The invariants that do not hold; see `graph.lint`."""
        return lint.lint(self)

    # --- made on first use; two threads may both make one, to the same result ---------------

    @cached_property
    def attribute_sets(self) -> tuple[tuple[str, ...], ...]:
        names = self.columns.names
        return names.attribute_sets.named(names.attribute_words.tolist())

    @cached_property
    def path_list(self) -> list[str]:
        return self.columns.names.paths.tolist()

    @cached_property
    def _path_ids_by_path(self) -> dict[str, int]:
        return {path: i for i, path in enumerate(self.path_list)}

    @cached_property
    def _path_offsets(self) -> I64:
        return np.searchsorted(self.path_ids, np.arange(len(self.paths) + 1))

    def range_of(self, path_id: int) -> range:
        """The ids of the nodes of a path, by its position in `paths`."""
        offsets = self._path_offsets
        return range(int(offsets[path_id]), int(offsets[path_id + 1]))

    @cached_property
    def _out_offsets(self) -> I64:
        return np.searchsorted(self.columns.edges.source, np.arange(len(self) + 1))

    @cached_property
    def _in_order(self) -> tuple[I64, I64]:
        target = self.columns.edges.target
        order = np.argsort(target, kind="stable")
        offsets = np.zeros(len(self) + 1, dtype=np.int64)
        np.cumsum(np.bincount(target, minlength=len(self)), out=offsets[1:])
        return sealed(order), sealed(offsets)

    def _of_kinds(self, found: I64, kinds: Iterable[str]) -> I64:
        here = self.columns.edges.kind[found]
        wanted = np.zeros(len(found), dtype=bool)
        for kind in kinds:
            if kind in _EDGE_KIND_ID:
                wanted |= here == _EDGE_KIND_ID[kind]
        return found[wanted]
