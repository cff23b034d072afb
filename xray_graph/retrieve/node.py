"""One node in full: its text, and what it is joined to in both directions, a page at a time.

Called by `route` for get_graph_node. Walking further than one edge is `traverse`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from xray_graph.graph import Graph
from xray_graph.model import EDGE_KINDS, EdgeKind
from xray_graph.retrieve.naming import find, freshness, next_page, page_start, pointer
from xray_graph.retrieve.replies import NodeDetail, NodeReply, Relation, Site
from xray_graph.snapshot import Map

I64 = npt.NDArray[np.int64]

DEFAULT_LIMIT: Final = 50
MOST_SITES: Final = 100  # of one relation
BODY_LIMIT: Final = 20_000  # characters of a body in one reply


def node(
    map_: Map, name: str, *, limit: int = DEFAULT_LIMIT, cursor: str = "", stale_files: Sequence[str] = ()
) -> NodeReply:
    """The node of that name, with `limit` of its relations from `cursor` on.

    Relations come out of the node first and then into it, each by kind and by the other node's place;
    edges of one kind with one other node are one relation with several sites, the first hundred of which
    are told. What contains the node is its `parent`, and no relation.

    Raises:
        UsageError: an empty name, a cursor that is none or of another state of the map.
        NotFoundError: no node of that name; the error holds the nearest names.
        FormatError: the snapshot is damaged.
    """
    graph = map_.graph
    found = find(map_, name)
    state = freshness(map_, stale_files)
    if len(found) > 1:
        candidates = tuple(pointer(graph, i) for i in found[:DEFAULT_LIMIT])
        return NodeReply(None, None, (), None, state, candidates)
    start = page_start(map_, cursor)
    (i,) = found
    total, some = _relations(graph, i)
    page = tuple(_relation(graph, *group) for group in some(start, start + limit))
    parent = graph.parent(i)
    return NodeReply(
        node=_detail(map_, i),
        parent=None if parent is None else pointer(graph, parent),
        relations=page,
        next=next_page(map_, start + limit, total),
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


class _Group(NamedTuple):
    """All edges of one kind between the node and one other."""

    direction: str
    other: int
    edges: I64


def _relations(graph: Graph, i: int) -> tuple[int, Callable[[int, int], list[_Group]]]:
    """How many relations the node has, and what gives those from one to before another, in order."""
    edges = graph.edges
    contains = EDGE_KINDS.index(EdgeKind.CONTAINS)
    sides = []
    for direction, found, others in (
        ("out", graph.outgoing(i), edges.target),
        ("in", graph.incoming(i), edges.source),
    ):
        if direction == "in":
            found = found[edges.kind[found] != contains]
        found = found[np.lexsort((others[found], edges.kind[found]))]
        differs = np.diff(others[found], prepend=-1) != 0
        differs |= np.diff(edges.kind[found], prepend=255) != 0
        sides.append((direction, others, found, np.append(np.flatnonzero(differs), len(found))))
    before = len(sides[0][3]) - 1

    def some(start: int, end: int) -> list[_Group]:
        groups = []
        for (direction, others, found, bounds), offset in zip(sides, (0, before), strict=True):
            for k in range(max(start - offset, 0), min(end - offset, len(bounds) - 1)):
                here = found[bounds[k] : bounds[k + 1]]
                groups.append(_Group(direction, int(others[here[0]]), here))
        return groups

    return before + len(sides[1][3]) - 1, some


def _relation(graph: Graph, direction: str, other: int, edges: I64) -> Relation:
    kind = graph.edge_kind(int(edges[0]))
    told = () if kind == EdgeKind.CONTAINS else edges[:MOST_SITES].tolist()
    return Relation(direction, kind, pointer(graph, other), tuple(site(graph, e) for e in told))


def site(graph: Graph, e: int) -> Site:
    """Where edge `e` is written: in the file of its source, a decorator's in that of what it decorates."""
    ends = graph.edges.target if graph.edge_kind(e) == EdgeKind.DECORATES else graph.edges.source
    return Site(
        path=graph.path(int(ends[e])),
        line=int(graph.edges.line[e]),
        evidence=graph.evidence(e),
        dynamic=bool(graph.edges.dynamic[e]),
    )
