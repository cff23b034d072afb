"""Who calls a node, and whom it calls, to a depth, with the places in the text.

A call out of an unnamed function belongs to the named one around it: that is who a reader would say
calls. Where the node is a method that satisfies an interface's (or overrides an abstract or trait
method), calls of that one may reach it; they are listed apart, `via_interface`, because the text does not
say which implementation runs. For callees likewise: what the implementations of a called interface
method are. Test code comes behind production code.

Breadth first and iterative: each node once, at its least depth. Called by `route`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from xray_graph.errors import UsageError
from xray_graph.graph import Graph
from xray_graph.model import EdgeKind
from xray_graph.retrieve.indexes import indexes_of
from xray_graph.retrieve.naming import find, freshness, next_page, page_start, pointer
from xray_graph.retrieve.node import site
from xray_graph.retrieve.replies import CalleesReply, Caller, CallersReply, Pointer, ViaInterface
from xray_graph.snapshot import Map

DEFAULT_LIMIT: Final = 50
MAX_DEPTH: Final = 10
_MOST_SITES: Final = 20  # of one entry
_MOST_CANDIDATES: Final = 50
_SUPERTYPES: Final = (EdgeKind.IMPLEMENTS, EdgeKind.INHERITS)

Step = Callable[[Graph, int], Iterable[tuple[int, int]]]  # a node → (next node, edge) of each call
_Entry = TypeVar("_Entry", Caller, ViaInterface)


@dataclass(frozen=True, slots=True)
class Reached:
    """A node that was reached, how many calls away, and over which edges."""

    node: int
    depth: int
    edges: tuple[int, ...]


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


def callers_of(graph: Graph, i: int) -> Iterable[tuple[int, int]]:
    """(caller, edge) of each call of node `i`, by whichever of its places."""
    for place in places_of(graph, i):
        for e in graph.incoming(place, (EdgeKind.CALLS,)).tolist():
            yield named(graph, int(graph.edges.source[e])), e


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


def callees_of(graph: Graph, i: int) -> Iterable[tuple[int, int]]:
    """(callee, edge) of each call that node `i`, or an unnamed function in it, makes."""
    waiting = places_of(graph, i)
    while waiting:
        one = waiting.pop()
        for e in graph.outgoing(one, (EdgeKind.CALLS,)).tolist():
            yield int(graph.edges.target[e]), e
        waiting += [c for c in graph.children(one).tolist() if unnamed(graph, c)]


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


def reach(graph: Graph, start: Iterable[int], depth: int, step: Step) -> list[Reached]:
    """The nodes up to `depth` steps from `start`, each once, nearest first, then by id."""
    seen = set(start)
    front = sorted(seen)
    found: list[Reached] = []
    for distance in range(1, depth + 1):
        here: dict[int, list[int]] = {}
        for i in front:
            for other, edge in step(graph, i):
                if other not in seen:
                    here.setdefault(other, []).append(edge)
        front = sorted(here)
        seen.update(front)
        found += [Reached(i, distance, tuple(sorted(set(here[i])))) for i in front]
    return found


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
    found = find(graph, name)
    if len(found) > 1:
        return _Walked(None, (), (), None, tuple(pointer(graph, i) for i in found[:_MOST_CANDIDATES]))
    start = page_start(map_, cursor)
    (i,) = found
    tests = indexes_of(map_).tests
    reached = reach(graph, places_of(graph, i), depth, step)
    entries = _behind([_caller(graph, one, tests=bool(tests[one.node])) for one in reached])
    through = _to_interface(graph, i, depth) if step is callers_of else _from_interface(graph, reached)
    via = _behind([_via(graph, one, method, tests=bool(tests[one.node])) for one, method in through])
    return _Walked(
        node=pointer(graph, i),
        entries=tuple(entries[start : start + limit]),
        via_interface=tuple(via[start : start + limit]),
        next=next_page(map_, start + limit, max(len(entries), len(via))),
        candidates=(),
    )


def _to_interface(graph: Graph, i: int, depth: int) -> Iterator[tuple[Reached, int]]:
    """What calls a method of a supertype that node `i` may answer, and that method."""
    for method in _interface_methods(graph, i):
        for one in reach(graph, [method], depth, callers_of):
            if one.node != i:
                yield one, method


def _from_interface(graph: Graph, reached: list[Reached]) -> Iterator[tuple[Reached, int]]:
    """What may answer a call of an interface's method among the callees, and that method."""
    for one in reached:
        if any(graph.edges.dynamic[e] for e in one.edges):
            for method in _implementations(graph, one.node):
                yield Reached(method, one.depth, one.edges), one.node


def _caller(graph: Graph, one: Reached, *, tests: bool) -> Caller:
    sites = tuple(site(graph, e) for e in one.edges[:_MOST_SITES])
    return Caller(pointer(graph, one.node), one.depth, tests, sites)


def _via(graph: Graph, one: Reached, method: int, *, tests: bool) -> ViaInterface:
    sites = tuple(site(graph, e) for e in one.edges[:_MOST_SITES])
    return ViaInterface(pointer(graph, one.node), one.depth, tests, sites, pointer(graph, method))


def _behind(entries: list[_Entry]) -> list[_Entry]:
    """Production code before test code; otherwise as it was found."""
    return sorted(entries, key=lambda entry: (entry.test, entry.depth))


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
