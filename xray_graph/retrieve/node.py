"""One node in full: its text, and what it is joined to in both directions, a page at a time.

Called by `route` for get_graph_node. Walking further than one edge is `traverse`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from xray_graph.graph import Graph
from xray_graph.model import EdgeKind
from xray_graph.retrieve.naming import find, freshness, next_page, page_start, pointer
from xray_graph.retrieve.replies import NodeDetail, NodeReply, Relation, Site
from xray_graph.snapshot import Map

DEFAULT_LIMIT: Final = 50
BODY_LIMIT: Final = 20_000  # characters of a body in one reply


def node(
    map_: Map, name: str, *, limit: int = DEFAULT_LIMIT, cursor: str = "", stale_files: Sequence[str] = ()
) -> NodeReply:
    """The node of that name, with `limit` of its relations from `cursor` on.

    Relations come out of the node first and then into it, each by kind and by the other node's place;
    edges of one kind with one other node are one relation with several sites. What contains the node is
    its `parent`, and no relation.

    Raises:
        UsageError: an empty name, a cursor that is none or of another state of the map.
        NotFoundError: no node of that name; the error holds the nearest names.
        FormatError: the snapshot is damaged.
    """
    graph = map_.graph
    found = find(graph, name)
    state = freshness(map_, stale_files)
    if len(found) > 1:
        candidates = tuple(pointer(graph, i) for i in found[:DEFAULT_LIMIT])
        return NodeReply(None, None, (), None, state, candidates)
    start = page_start(map_, cursor)
    (i,) = found
    groups = _relations(graph, i)
    page = tuple(_relation(graph, *group) for group in groups[start : start + limit])
    parent = graph.parent(i)
    return NodeReply(
        node=_detail(map_, i),
        parent=None if parent is None else pointer(graph, parent),
        relations=page,
        next=next_page(map_, start + limit, len(groups)),
        freshness=state,
    )


def _detail(map_: Map, i: int) -> NodeDetail:
    one = map_.graph.node(i)
    body = map_.body(i)
    return NodeDetail(
        name=map_.graph.name(i),
        kind=one.kind,
        language=one.language,
        path=one.path,
        line=one.line,
        end_line=one.end_line,
        name_line=one.name_line,
        start_byte=one.start_byte,
        end_byte=one.end_byte,
        signature=one.signature,
        doc=one.doc,
        attributes=one.attributes,
        body=body[:BODY_LIMIT],
        truncated=len(body) > BODY_LIMIT,
    )


def _relations(graph: Graph, i: int) -> list[tuple[str, int, list[int]]]:
    """(direction, other node, edges) of each relation, in order."""
    groups: list[tuple[str, int, list[int]]] = []
    edges = graph.edges
    contains = list(map(str, EdgeKind)).index(EdgeKind.CONTAINS)
    for direction, found, others in (
        ("out", graph.outgoing(i), edges.target),
        ("in", graph.incoming(i), edges.source),
    ):
        if direction == "in":
            found = found[edges.kind[found] != contains]
        order = np.lexsort((found, others[found], edges.kind[found]))
        last: tuple[int, int] | None = None
        for e in found[order].tolist():
            key = int(edges.kind[e]), int(others[e])
            if key != last:
                groups.append((direction, key[1], []))
                last = key
            groups[-1][2].append(e)
    return groups


def _relation(graph: Graph, direction: str, other: int, edges: list[int]) -> Relation:
    return Relation(
        direction=direction,
        kind=graph.edge_kind(edges[0]),
        node=pointer(graph, other),
        sites=tuple(site(graph, e) for e in edges if graph.edge_kind(e) != EdgeKind.CONTAINS),
    )


def site(graph: Graph, e: int) -> Site:
    """Where edge `e` is written: in the file of its source, a decorator's in that of what it decorates."""
    ends = graph.edges.target if graph.edge_kind(e) == EdgeKind.DECORATES else graph.edges.source
    return Site(
        path=graph.path(int(ends[e])),
        line=int(graph.edges.line[e]),
        evidence=graph.evidence(e),
        dynamic=bool(graph.edges.dynamic[e]),
    )
