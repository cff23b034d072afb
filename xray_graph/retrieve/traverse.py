"""Who calls a node, and whom it calls, to a depth, with the places in the text.

A call out of an unnamed function belongs to the named one around it: that is who a reader would say
calls. Where the node is a method that satisfies an interface's (or overrides an abstract or trait
method), calls of that one may reach it; they are listed apart, `via_interface`, because the text does not
say which implementation runs. For callees likewise: what the implementations of a called interface
method are. Test code comes behind production code.

Breadth first and iterative: each node once, at its least depth. What was reached is kept as numbers, and laid
out for one page only. Called by `route`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from xray_graph.errors import UsageError
from xray_graph.graph import Graph
from xray_graph.graph.strings import each
from xray_graph.model import EdgeKind
from xray_graph.retrieve.indexes import indexes_of
from xray_graph.retrieve.naming import find, freshness, next_page, page_start, pointer
from xray_graph.retrieve.node import site
from xray_graph.retrieve.replies import CalleesReply, Caller, CallersReply, Pointer, Site, ViaInterface
from xray_graph.snapshot import Map

DEFAULT_LIMIT: Final = 50
MAX_DEPTH: Final = 10
_MOST_SITES: Final = 20  # of one entry
_MOST_CANDIDATES: Final = 50
_MOST_ROWS: Final = 4  # a node of the map, of what goes through interfaces
_SUPERTYPES: Final = (EdgeKind.IMPLEMENTS, EdgeKind.INHERITS)

I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
# A node → each next node, with the edges that lead there. One that is reached in two ways comes twice.
Step = Callable[[Graph, int], Iterable[tuple[int, I64]]]


class Reached(NamedTuple):
    """A walk's nodes: nearest first, then by id."""

    start: I32
    step: Step
    nodes: I32
    depths: I32
    dynamic: npt.NDArray[np.bool_]  # whether one of the calls that lead there is

    def front(self, depth: int) -> I32:
        """The nodes from which those of a depth are reached."""
        return self.start if depth == 1 else self.nodes[self.depths == depth - 1]


class _Rows(NamedTuple):
    """Entries of a reply, before they are laid out."""

    walk: Reached
    told: I32  # the nodes that they are about
    depths: I32
    reached: I32  # the nodes of the walk that they come from
    via: I32  # methods through which they go; negative for none

    @classmethod
    def of(cls, walk: Reached, via: int = -1, besides: int = -1) -> _Rows:
        """What a walk has reached, `besides` left out."""
        kept = walk.nodes != besides
        nodes = walk.nodes[kept]
        return cls(walk, nodes, walk.depths[kept], nodes, np.full(len(nodes), via, np.int32))


@dataclass(frozen=True, slots=True)
class _Walked:
    """One walk, laid out: the page of entries and of what goes through interfaces."""

    node: Pointer | None
    entries: tuple[Caller, ...]
    via_interface: tuple[ViaInterface, ...]
    next: str | None
    candidates: tuple[Pointer, ...]


def callers(
    map_: Map,
    name: str,
    *,
    depth: int = 1,
    limit: int = DEFAULT_LIMIT,
    cursor: str = "",
    stale_files: Sequence[str] = (),
) -> CallersReply:
    """What calls the node of that name, up to `depth` calls away, `limit` entries from `cursor` on.

    Raises:
        UsageError: an empty name, a depth outside 1 to 10, a bad cursor.
        NotFoundError: no node of that name; the error holds the nearest names.
    """
    walked = _walk(map_, name, depth, limit, cursor, callers_of)
    state = freshness(map_, stale_files)
    return CallersReply(
        walked.node, walked.entries, walked.via_interface, walked.next, state, walked.candidates
    )


def callees(
    map_: Map,
    name: str,
    *,
    depth: int = 1,
    limit: int = DEFAULT_LIMIT,
    cursor: str = "",
    stale_files: Sequence[str] = (),
) -> CalleesReply:
    """What the node of that name calls; otherwise as `callers`."""
    walked = _walk(map_, name, depth, limit, cursor, callees_of)
    state = freshness(map_, stale_files)
    return CalleesReply(
        walked.node, walked.entries, walked.via_interface, walked.next, state, walked.candidates
    )


def callers_of(graph: Graph, i: int) -> Iterable[tuple[int, I64]]:
    """(caller, edges) of the calls of node `i`, by whichever of its places."""
    for place in places_of(graph, i):
        for source, edges in _by_end(graph.edges.source, graph.incoming(place, (EdgeKind.CALLS,))):
            yield named(graph, source), edges


def places_of(graph: Graph, i: int) -> list[int]:
    """The nodes that are one thing with node `i`: a prototype and its definition, a reopened class.

    Joined by `reopens` edges; itself among them, ascending.
    """
    seen, waiting = {i}, [i]
    while waiting:
        one = waiting.pop()
        others = [int(graph.edges.target[e]) for e in graph.outgoing(one, (EdgeKind.REOPENS,)).tolist()]
        others += [int(graph.edges.source[e]) for e in graph.incoming(one, (EdgeKind.REOPENS,)).tolist()]
        fresh = [other for other in others if other not in seen]
        seen.update(fresh)
        waiting += fresh
    return sorted(seen)


def callees_of(graph: Graph, i: int) -> Iterable[tuple[int, I64]]:
    """(callee, edges) of the calls that node `i`, or an unnamed function in it, makes."""
    waiting = places_of(graph, i)
    while waiting:
        one = waiting.pop()
        yield from _by_end(graph.edges.target, graph.outgoing(one, (EdgeKind.CALLS,)))
        waiting += [c for c in graph.children(one).tolist() if unnamed(graph, c)]


def _by_end(ends: I32, edges: I64) -> Iterator[tuple[int, I64]]:
    """(node, edges) for each of the nodes at that end of the edges, both ascending."""
    edges = edges[np.argsort(ends[edges], kind="stable")]
    nodes = ends[edges]
    bounds = np.flatnonzero(np.diff(nodes, prepend=-1, append=-1))
    for k in range(len(bounds) - 1):
        yield int(nodes[bounds[k]]), edges[bounds[k] : bounds[k + 1]]


def named(graph: Graph, i: int) -> int:
    """Node `i`, or the nearest named one around it."""
    while unnamed(graph, i):
        parent = graph.parent(i)
        if parent is None:
            break
        i = parent
    return i


def unnamed(graph: Graph, i: int) -> bool:
    """Whether the node is an unnamed function or the like: `func@1`."""
    return b"@" in graph.symbols.raw(i).rpartition(b".")[2]


def reach(graph: Graph, start: Iterable[int], depth: int, step: Step) -> Reached:
    """The nodes up to `depth` steps from `start`, each once."""
    seen, dynamic = np.zeros((2, len(graph)), dtype=bool)
    begin = front = np.unique(np.fromiter(start, np.int32))
    seen[front] = True
    fronts: list[I32] = []
    for _ in range(depth):
        here = np.zeros(len(graph), dtype=bool)
        for i in each(front):
            for other, edges in step(graph, i):
                if not seen[other]:
                    here[other] = True
                    dynamic[other] |= bool(graph.edges.dynamic[edges].any())
        front = np.flatnonzero(here).astype(np.int32)
        seen |= here
        fronts.append(front)
    nodes = np.concatenate(fronts)
    depths = np.repeat(np.arange(1, depth + 1, dtype=np.int32), [len(each) for each in fronts])
    return Reached(begin, step, nodes, depths, dynamic[nodes])


def _sites_of(graph: Graph, walk: Reached, depth: int, nodes: Iterable[int]) -> dict[int, tuple[Site, ...]]:
    """The first of the edges over which a walk came to each of these nodes, all of that depth."""
    found = {node: np.zeros(0, np.int64) for node in nodes}
    for i in each(walk.front(depth)):
        for other, edges in walk.step(graph, i):
            if other in found:
                found[other] = np.union1d(found[other], edges[:_MOST_SITES])[:_MOST_SITES]
    return {node: tuple(site(graph, e) for e in edges.tolist()) for node, edges in found.items()}


def _walk(
    map_: Map,
    name: str,
    depth: int,
    limit: int,
    cursor: str,
    step: Step,
) -> _Walked:
    if not 1 <= depth <= MAX_DEPTH:
        raise UsageError(f"a depth of {depth} is not between 1 and {MAX_DEPTH}", where="depth")
    graph = map_.graph
    found = find(map_, name)
    if len(found) > 1:
        return _Walked(None, (), (), None, tuple(pointer(graph, i) for i in found[:_MOST_CANDIDATES]))
    start = page_start(map_, cursor)
    (i,) = found
    tests = indexes_of(map_).tests
    walk = reach(graph, places_of(graph, i), depth, step)
    through = _to_interface(graph, i, depth) if step is callers_of else [_from_interface(graph, walk)]
    page = slice(start, start + limit)
    entries, via = _page(graph, [_Rows.of(walk)], tests, page), _page(graph, through, tests, page)
    return _Walked(
        node=pointer(graph, i),
        entries=tuple(Caller(one.node, one.depth, one.test, one.sites) for one in entries),
        via_interface=tuple(via),
        next=next_page(map_, start + limit, max(len(walk.nodes), sum(len(rows.told) for rows in through))),
        candidates=(),
    )


def _page(
    graph: Graph, some: Sequence[_Rows], tests: npt.NDArray[np.bool_], page: slice
) -> list[ViaInterface]:
    """A page of these rows, laid out: production code before test code, then by depth, then as found."""
    if not some:
        return []
    told, depths, reached, via = (np.concatenate(parts) for parts in list(zip(*some, strict=True))[1:])
    of = np.repeat(np.arange(len(some)), [len(rows.told) for rows in some])
    chosen = np.lexsort((depths, tests[told]))[page].tolist()
    wanted: dict[tuple[int, int], set[int]] = {}
    for k in chosen:
        wanted.setdefault((int(of[k]), int(depths[k])), set()).add(int(reached[k]))
    sites = {key: _sites_of(graph, some[key[0]].walk, key[1], nodes) for key, nodes in wanted.items()}
    return [
        ViaInterface(
            node=pointer(graph, int(told[k])),
            depth=int(depths[k]),
            test=bool(tests[told[k]]),
            sites=sites[int(of[k]), int(depths[k])][int(reached[k])],
            interface=pointer(graph, max(int(via[k]), 0)),
        )
        for k in chosen
    ]


def _to_interface(graph: Graph, i: int, depth: int) -> list[_Rows]:
    """What calls a method of a supertype that node `i` may answer, and that method."""
    found: list[_Rows] = []
    left = _MOST_ROWS * len(graph)
    for method in _interface_methods(graph, i):
        found.append(_Rows.of(reach(graph, [method], depth, callers_of), method, besides=i))
        left -= len(found[-1].told)
        if left < 0:
            break
    return found


def _from_interface(graph: Graph, walk: Reached) -> _Rows:
    """What may answer a call of an interface's method among the callees, and that method."""
    told, depths, via = array("i"), array("i"), array("i")
    for k in np.flatnonzero(walk.dynamic).tolist():
        method = int(walk.nodes[k])
        for one in _implementations(graph, method):
            told.append(one)
            depths.append(int(walk.depths[k]))
            via.append(method)
        if len(told) > _MOST_ROWS * len(graph):
            break
    methods = np.array(via, np.int32)
    return _Rows(walk, np.array(told, np.int32), np.array(depths, np.int32), methods, methods)


def _interface_methods(graph: Graph, i: int) -> list[int]:
    """Methods of supertypes that a call may name and node `i` may answer, ascending."""
    return _same_name(graph, i, lambda e: int(graph.edges.target[e]), graph.outgoing)


def _implementations(graph: Graph, i: int) -> list[int]:
    """Methods of subtypes that may answer a call of method `i`, ascending."""
    return _same_name(graph, i, lambda e: int(graph.edges.source[e]), graph.incoming)


def _same_name(
    graph: Graph, i: int, other: Callable[[int], int], edges_of: Callable[..., Iterable[int]]
) -> list[int]:
    """Methods called as `i` is, in the types that its own type is joined to by supertype edges."""
    parent = graph.parent(i)
    if parent is None:
        return []
    wanted = _called(graph, i)
    seen, waiting = {parent}, [parent]
    found: set[int] = set()
    while waiting:
        for e in edges_of(waiting.pop(), _SUPERTYPES):
            owner = other(int(e))
            if owner not in seen:
                seen.add(owner)
                waiting.append(owner)
                found.update(c for c in graph.children(owner).tolist() if _called(graph, c) == wanted)
    return sorted(found - {i})


def _called(graph: Graph, i: int) -> str:
    """What the node is called in its container, without what tells overloads apart."""
    symbol = graph.symbol(i)
    head = symbol[: symbol.find("(")] if symbol.find("(") > 0 else symbol
    return head.rpartition(".")[2].partition("~")[0]
