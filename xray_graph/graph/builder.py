"""Nodes and edges → an immutable graph. Pure: the same values in any order give the same columns.

An update builds the next graph with this too, from the kept pieces of the files that did not change,
so one node costs about 3 µs and one edge about 1 µs: one pass a column, the rest in numpy.

The order is total and fixed. Nodes: path (as UTF-8 bytes), the file's own node first, first byte,
symbol. Edges: source, kind, line, target, evidence, dynamic, detail. An edge stated twice in every
field is one edge. A name that is taken is refused, never overwritten. `resolve` makes what comes in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from xray_graph.errors import GraphError
from xray_graph.graph.columns import (
    I32,
    U8,
    EdgeColumns,
    LoadedColumns,
    NameColumns,
    NodeColumns,
    TextColumns,
    sealed,
)
from xray_graph.graph.graph import Graph
from xray_graph.graph.strings import StringColumn
from xray_graph.model import EDGE_KINDS, EVIDENCE, NODE_KINDS, Edge, Node

_KIND = {kind: i for i, kind in enumerate(NODE_KINDS)}
_EDGE_KIND = {kind: i for i, kind in enumerate(EDGE_KINDS)}
_EVIDENCE = {name: i for i, name in enumerate(EVIDENCE)}


def build_graph(label: str, nodes: Sequence[Node], edges: Sequence[Edge]) -> Graph:
    """Build the graph of one map.

    Raises:
        GraphError: a label with `/`, a name that two declarations claim (both are told), an edge
            without its node, a kind or evidence outside the closed lists, a string that is no text.
    """
    if not label or "/" in label:
        raise GraphError(f"a label is not empty and holds no `/`, this one is {label!r}")
    ordered = sorted(nodes, key=_node_order)
    keys = [(n.path, n.symbol) for n in ordered]
    ids = dict(zip(keys, range(len(keys)), strict=True))
    if len(ids) < len(keys):
        raise _taken(label, ordered)
    try:
        columns = LoadedColumns(*_node_columns(ordered), _edge_columns(ids, edges))
    except UnicodeEncodeError as error:
        raise GraphError(f"a string holds {error.object[error.start]!r}, which is no text") from error
    except OverflowError as error:
        raise GraphError("a line or a byte position is past 2,147,483,647") from error
    return Graph(label, columns)


def _node_order(n: Node) -> tuple[str, bool, int, str]:
    return n.path, n.symbol != "", n.start_byte, n.symbol  # code points order as UTF-8 bytes do


def _taken(label: str, ordered: Sequence[Node]) -> GraphError:
    seen: dict[tuple[str, str], Node] = {}
    for n in ordered:
        first = seen.setdefault((n.path, n.symbol), n)
        if first is not n:
            name = f"{label}//{n.path}::{n.symbol}" if n.symbol else f"{label}//{n.path}"
            return GraphError(
                f"`{name}` names two declarations: a {first.kind} at line {first.line}"
                f" (byte {first.start_byte}) and a {n.kind} at line {n.line} (byte {n.start_byte})",
                where=n.path,
                hint="Each needs a name of its own, such as `~2`",
            )
    raise AssertionError("no name is taken")


def _node_columns(nodes: Sequence[Node]) -> tuple[NodeColumns, NameColumns, TextColumns]:
    size = len(nodes)
    paths = list(dict.fromkeys(n.path for n in nodes))  # the nodes are ordered by path
    path_ids = {path: i for i, path in enumerate(paths)}
    languages = sorted({n.language for n in nodes})
    language_ids = {language: i for i, language in enumerate(languages)}
    chosen = [n.attributes for n in nodes]
    sets = sorted(set(chosen))
    set_ids = {attributes: i for i, attributes in enumerate(sets)}
    words = sorted({word for attributes in sets for word in attributes})
    word_ids = {word: i for i, word in enumerate(words)}
    rows = NodeColumns(
        kind=_bytes([n.kind for n in nodes], _KIND, "node kind"),
        language=_ints((language_ids[n.language] for n in nodes), size),
        path=_ints((path_ids[n.path] for n in nodes), size),
        attributes=_ints(map(set_ids.__getitem__, chosen), size),
        line=_ints([n.line for n in nodes], size),
        end_line=_ints([n.end_line for n in nodes], size),
        name_line=_ints([n.name_line for n in nodes], size),
        start=_ints([n.start_byte for n in nodes], size),
        end=_ints([n.end_byte for n in nodes], size),
    )
    names = NameColumns(
        paths=StringColumn.of(paths),
        symbols=StringColumn.of([n.symbol for n in nodes]),
        languages=StringColumn.of(languages),
        attribute_words=StringColumn.of(words),
        attribute_sets=tuple(tuple(word_ids[w] for w in attributes) for attributes in sets),
    )
    texts = TextColumns(
        signatures=StringColumn.of([n.signature for n in nodes]),
        docs=StringColumn.of([n.doc for n in nodes]),
    )
    return rows, names, texts


def _edge_columns(ids: dict[tuple[str, str], int], edges: Sequence[Edge]) -> EdgeColumns:
    size = len(edges)
    details = sorted({e.detail for e in edges})
    detail_ids = {detail: i for i, detail in enumerate(details)}
    try:
        source = _ints((ids[e.source] for e in edges), size)
        target = _ints((ids[e.target] for e in edges), size)
    except KeyError:
        raise _missing(ids, edges) from None
    kind = _bytes([e.kind for e in edges], _EDGE_KIND, "edge kind")
    evidence = _bytes([e.evidence for e in edges], _EVIDENCE, "evidence")
    line = _ints([e.line for e in edges], size)
    dynamic = np.array([e.dynamic for e in edges], dtype=bool).view(np.uint8)
    detail = _ints((detail_ids[e.detail] for e in edges), size)
    # three 64-bit keys instead of seven columns: the sort is most of the cost of an edge
    by_source = source.astype(np.int64) << 8 | kind
    by_place = line.astype(np.int64) << 32 | target
    by_reason = (evidence.astype(np.int64) << 1 | dynamic) << 32 | detail
    order = np.lexsort((by_reason, by_place, by_source))
    if size:
        new = np.ones(size, dtype=bool)
        new[1:] = False
        for key in (by_source, by_place, by_reason):
            new[1:] |= key[order[1:]] != key[order[:-1]]
        order = order[new]
    return EdgeColumns(
        source=sealed(source[order]),
        target=sealed(target[order]),
        kind=sealed(kind[order]),
        evidence=sealed(evidence[order]),
        line=sealed(line[order]),
        dynamic=sealed(dynamic[order]),
        detail=sealed(detail[order]),
        details=StringColumn.of(details),
    )


def _missing(ids: dict[tuple[str, str], int], edges: Sequence[Edge]) -> GraphError:
    for e in edges:
        for end, (path, symbol) in (("source", e.source), ("target", e.target)):
            if (path, symbol) not in ids:
                return GraphError(
                    f"the {end} of an edge `{e.kind}` at line {e.line} is no node: {path}::{symbol}",
                    where=e.source[0],
                )
    raise AssertionError("no end is missing")


def _ints(values: Iterable[int], size: int) -> I32:
    return sealed(np.fromiter(values, np.int32, size))


def _bytes(values: Sequence[str], ids: dict[str, int], what: str) -> U8:
    try:
        return sealed(np.fromiter(map(ids.__getitem__, values), np.uint8, len(values)))
    except KeyError as error:
        raise GraphError(f"{error.args[0]!r} is no {what}") from None
