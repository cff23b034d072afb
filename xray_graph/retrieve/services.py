"""The service catalogue of a map: what runs, from which image, on which ports, and what it needs.

A service is a Compose service or a Kubernetes workload. Those of one name that run the same image (by the
last part of its name) or are built from the same Dockerfile are one service with several sources. All of it
is read off edges and attributes; each fact says in which file and line it stands. What code states is the
service's that is built from its folder (`service_code`). Called by `route`.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from xray_graph.errors import NotFoundError, UsageError
from xray_graph.graph import Graph
from xray_graph.model import NODE_KINDS, EdgeKind, NodeKind
from xray_graph.retrieve import drawings, owners, service_code
from xray_graph.retrieve.naming import freshness, next_page, page_start, pointer
from xray_graph.retrieve.replies import Freshness, Pointer
from xray_graph.snapshot import Map

WORKLOADS: Final = frozenset(
    f"kind={kind}"
    for kind in (
        *("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController"),
        *("Pod", "Job", "CronJob", "Rollout", "DeploymentConfig"),
    )
)
DEFAULT_LIMIT: Final = 50
FORMATS: Final = ("", "mermaid", "dot")
_NEEDS: Final = {NodeKind.SECRET: "secrets", NodeKind.CONFIGMAP: "config", NodeKind.CONFIG: "config"}
_STARTED: Final = (NodeKind.FILE, NodeKind.PACKAGE)


class Fact(msgspec.Struct, frozen=True):
    """Something that a file states, and where."""

    value: str
    path: str
    line: int


class Service(msgspec.Struct, frozen=True):
    """One service. `sources` declare it; every other field holds what they state, by place."""

    name: str
    sources: tuple[Pointer, ...]
    images: tuple[Fact, ...]
    built_from: tuple[Fact, ...]  # Dockerfiles
    starts: tuple[Fact, ...]  # what of the repository its image starts: files, Go packages
    ports: tuple[Fact, ...]
    depends_on: tuple[Fact, ...]  # other services, by name
    config: tuple[Fact, ...]  # settings and environment variables, of the service and of its code
    secrets: tuple[Fact, ...]
    tables: tuple[Fact, ...]
    endpoints: tuple[Fact, ...]
    owners: tuple[Fact, ...]


class ServicesReply(msgspec.Struct, frozen=True):
    """`drawing` is the services and what they depend on, in the format that was asked for."""

    services: tuple[Service, ...]
    drawing: str
    next: str | None
    freshness: Freshness


@dataclass(slots=True, eq=False)
class _Group:
    """The nodes of one service, and what they state: field → facts, each once."""

    name: str
    members: list[int] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)  # that its images are built from
    needs: list[_Group | str] = field(default_factory=list)  # services, and names of what is none
    facts: dict[str, dict[Fact, None]] = field(default_factory=dict)

    def add(self, name: str, value: str, path: str, line: int) -> None:
        self.facts.setdefault(name, {})[Fact(value, path, line)] = None


def services(
    map_: Map,
    name: str = "",
    *,
    drawing: str = "",
    limit: int = DEFAULT_LIMIT,
    cursor: str = "",
    stale_files: Sequence[str] = (),
) -> ServicesReply:
    """The services of a map by name, or the one of that name.

    Raises:
        UsageError: an unknown format, a bad cursor.
        NotFoundError: no service has the name; the error holds those that there are.
    """
    if drawing not in FORMATS:
        raise UsageError(f"{drawing!r} is no format", where="drawing", hint="it is mermaid or dot")
    groups = _groups(map_)
    chosen = [group for group in groups if name in {"", group.name}]
    if name and not chosen:
        nearest = tuple(dict.fromkeys(group.name for group in groups))[:10]
        hint = "without a name, all are listed" if groups else "the map has none"
        raise NotFoundError(f"no service is called {name!r}", where=map_.label, hint=hint, nearest=nearest)
    start = page_start(map_, cursor)
    page = tuple(_service(map_.graph, group) for group in chosen[start : start + limit])
    names, arrows = _drawn(map_.graph, groups, chosen) if drawing else ([], [])
    drawn = {"mermaid": drawings.mermaid(names, arrows), "dot": drawings.dot(map_.label, names, arrows)}
    more = next_page(map_, start + limit, len(chosen))
    return ServicesReply(page, drawn.get(drawing, ""), more, freshness(map_, stale_files))


def _groups(map_: Map) -> list[_Group]:
    graph = map_.graph
    groups: list[_Group] = []
    by_name: dict[str, list[_Group]] = {}
    group_of: dict[int, _Group] = {}
    for i in _sources(graph):
        called, keys = _name(graph, i), _keys(graph, i)
        known = next((g for g in by_name.get(called, ()) if g.keys & keys), None)
        if known is None:
            known = _Group(called)
            groups.append(known)
            by_name.setdefault(called, []).append(known)
        known.keys |= keys
        known.members.append(i)
        group_of[i] = known
    owning = owners.rules(map_)
    for group in groups:
        for i in group.members:
            _read(graph, i, group, group_of)
        places = [fact.value for fact in group.facts.get("built_from", ())]
        for path in places or [graph.path(i) for i in group.members]:
            for owner, rule_path, line in owners.owners(owning, path):
                group.add("owners", owner, rule_path, line)
    built: dict[str, list[_Group]] = {}
    for group in groups:
        for folder in group.folders:
            built.setdefault(folder, []).append(group)
    for one in service_code.stated(graph, built):
        for group in built[one.folder]:
            group.add(one.field, one.value, one.path, one.line)
    return sorted(groups, key=lambda g: (g.name, g.members))


def _sources(graph: Graph) -> Iterable[int]:
    """The nodes that are services by themselves; a patch of one, or one that runs nothing, is not."""
    for i, kind in enumerate(graph.kinds.tolist()):
        kind = NODE_KINDS[kind]
        if kind == NodeKind.SERVICE:
            if graph.symbol(i).startswith("Service/"):
                yield i
        elif kind == NodeKind.MANIFEST and _runs(graph, i):
            yield i


def _runs(graph: Graph, i: int) -> bool:
    """Whether an object is a workload with an image, and no patch of one."""
    is_workload = bool(WORKLOADS & set(graph.attributes(i)))
    return is_workload and bool(_keys(graph, i)) and not len(graph.outgoing(i, (EdgeKind.REOPENS,)))


def _name(graph: Graph, i: int) -> str:
    """What a chart's values make of a name, else what is written behind the kind."""
    said = [a.removeprefix("name=") for a in graph.attributes(i) if a.startswith("name=")]
    symbol = graph.symbol(i).partition("~")[0]
    return said[0] if said else symbol.partition("/")[2] or symbol


def _keys(graph: Graph, i: int) -> set[str]:
    """What tells that two nodes of one name are one service: images and Dockerfiles."""
    keys: set[str] = set()
    for e in graph.outgoing(i, (EdgeKind.REFERENCES,)).tolist():
        target = int(graph.edges.target[e])
        if graph.kind(target) == NodeKind.IMAGE:
            image = graph.symbol(target).partition("/")[2]
            keys.add(image.partition("@")[0].rpartition("/")[2].partition(":")[0])
            keys.update(f"/{graph.path(d)}" for d in _dockerfiles(graph, target))
        elif graph.kind(target) == NodeKind.FILE:
            keys.add(f"/{graph.path(target)}")
    return keys


def _dockerfiles(graph: Graph, image: int) -> list[int]:
    """The Dockerfiles that an image is stated to be built from."""
    targets = [int(graph.edges.target[e]) for e in graph.outgoing(image, (EdgeKind.REFERENCES,)).tolist()]
    return [t for t in dict.fromkeys(targets) if graph.kind(t) == NodeKind.FILE]


def _read(graph: Graph, i: int, group: _Group, group_of: dict[int, _Group]) -> None:
    """What one source states, and what it is tied to."""
    path, edges = graph.path(i), graph.edges
    _ports(graph, i, group)
    for e in graph.outgoing(i, (EdgeKind.REFERENCES, EdgeKind.READS)).tolist():
        target, line = int(edges.target[e]), int(edges.line[e])
        kind, symbol = graph.kind(target), graph.symbol(target)
        sort, _, rest = symbol.partition("/")
        if kind == NodeKind.IMAGE:
            group.add("images", rest, path, line)
            for f in graph.outgoing(target, (EdgeKind.REFERENCES,)).tolist():
                if graph.kind(int(edges.target[f])) == NodeKind.FILE:
                    _built(graph, f, path, line, group)
        elif kind == NodeKind.FILE:
            _built(graph, e, path, line, group)
        elif kind == NodeKind.SERVICE:
            other = group_of.get(target)
            group.add("depends_on", other.name if other else rest, path, line)
            group.needs.append(other or rest)
        elif kind == NodeKind.MANIFEST and sort == "Service":
            for other in _selected(graph, target, group_of):
                if other is not group:
                    group.add("depends_on", other.name, path, line)
                    group.needs.append(other)
        elif kind == NodeKind.MANIFEST and sort in {"Secret", "ConfigMap"}:
            group.add("secrets" if sort == "Secret" else "config", rest, path, line)
        elif (needed := _NEEDS.get(NodeKind(kind))) is not None:
            group.add(needed, rest or symbol, path, line)
    for e in graph.incoming(i, (EdgeKind.REFERENCES,)).tolist():
        source = int(edges.source[e])
        if graph.kind(source) == NodeKind.MANIFEST and graph.symbol(source).startswith("Service/"):
            _ports(graph, source, group)


def _selected(graph: Graph, service: int, group_of: dict[int, _Group]) -> list[_Group]:
    """The services behind a Kubernetes Service."""
    targets = [int(graph.edges.target[e]) for e in graph.outgoing(service, (EdgeKind.REFERENCES,)).tolist()]
    return [group_of[t] for t in targets if t in group_of]


def _ports(graph: Graph, i: int, group: _Group) -> None:
    for attribute in graph.attributes(i):
        if attribute.startswith("port="):
            group.add("ports", attribute.removeprefix("port="), graph.path(i), graph.line(i))


def _built(graph: Graph, edge: int, path: str, line: int, group: _Group) -> None:
    """What the Dockerfile at the end of an edge says; the edge tells which folder is built."""
    dockerfile = int(graph.edges.target[edge])
    folder = graph.edges.details[int(graph.edges.detail[edge])]
    group.add("built_from", graph.path(dockerfile), path, line)
    group.folders.add(folder.strip(".") if folder else posixpath.dirname(graph.path(dockerfile)))
    for stage in graph.children(dockerfile).tolist():
        for attribute in graph.attributes(stage):
            if attribute.startswith("port="):
                port = attribute.removeprefix("port=").partition("/")[0]
                group.add("ports", port, graph.path(stage), graph.line(stage))
        for e in graph.outgoing(stage, (EdgeKind.REFERENCES,)).tolist():
            target = int(graph.edges.target[e])
            if graph.kind(target) in _STARTED:
                group.add("starts", graph.path(target), graph.path(stage), int(graph.edges.line[e]))


def _service(graph: Graph, group: _Group) -> Service:
    def facts(name: str) -> tuple[Fact, ...]:
        return tuple(sorted(group.facts.get(name, ()), key=lambda f: (f.value, f.path, f.line)))

    return Service(
        name=group.name,
        sources=tuple(pointer(graph, i) for i in group.members),
        images=facts("images"),
        built_from=facts("built_from"),
        starts=facts("starts"),
        ports=facts("ports"),
        depends_on=facts("depends_on"),
        config=facts("config"),
        secrets=facts("secrets"),
        tables=facts("tables"),
        endpoints=facts("endpoints"),
        owners=facts("owners"),
    )


def _drawn(
    graph: Graph, groups: Sequence[_Group], chosen: Sequence[_Group]
) -> tuple[list[str], list[tuple[str, str]]]:
    """What is drawn: services, what they depend on, the arrows. A name that two have gets its place."""
    several = {name for name, count in Counter(group.name for group in groups).items() if count > 1}
    labels = {
        id(group): f"{group.name} ({graph.path(group.members[0])})" if group.name in several else group.name
        for group in groups
    }
    arrows = sorted(
        {
            (labels[id(group)], labels[id(other)] if isinstance(other, _Group) else other)
            for group in chosen
            for other in group.needs
            if other is not group
        }
    )
    names = {labels[id(group)] for group in chosen} | {name for pair in arrows for name in pair}
    return sorted(names), arrows
