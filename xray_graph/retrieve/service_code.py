"""What the code of a service states: the tables, settings and variables it uses, the endpoints it opens.

An image takes in the folder that it is built from, but for what lies in the folder of another Dockerfile.
So a file's code is of the services that are built from the innermost such folder around it. Tests are left
out. Called by `services`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

import numpy as np

from xray_graph.graph import Graph
from xray_graph.model import EDGE_KINDS, EdgeKind, NodeKind

_SORTS: Final = {
    NodeKind.TABLE: "tables",
    NodeKind.VIEW: "tables",
    NodeKind.ENV: "config",
    NodeKind.CONFIG: "config",
}
# Languages of files that are no code: what they read is said of the objects in them.
_DOCUMENTS: Final = frozenset(
    [
        *("yaml", "template", "dockerfile", "markdown", "rst", "json", "toml", "ini", "properties", "dotenv"),
        *("sql", "prisma", ""),
    ]
)


class Stated(NamedTuple):
    """One fact of code: of the services built from `folder`."""

    folder: str
    field: str  # "tables", "config" or "endpoints"
    value: str
    path: str
    line: int


def stated(graph: Graph, folders: Collection[str]) -> Iterator[Stated]:
    """The facts of the code that images built from these folders take in."""
    home = _Homes(graph, folders)
    for node in np.flatnonzero(graph.with_kind(NodeKind.ENDPOINT)).tolist():
        path = graph.path(node)
        folder = home.of(path)
        if folder is not None:
            name = graph.symbol(node).partition("~")[0] if "~" in graph.symbol(node) else graph.symbol(node)
            yield Stated(folder, "endpoints", name, path, graph.line(node))
    wanted = graph.with_kind(*_SORTS)[graph.edges.target]
    kinds = [EDGE_KINDS.index(kind) for kind in (EdgeKind.READS, EdgeKind.REFERENCES)]
    for edge in np.flatnonzero(wanted & np.isin(graph.edges.kind, kinds)).tolist():
        source, target = int(graph.edges.source[edge]), int(graph.edges.target[edge])
        if graph.language(source) in _DOCUMENTS:
            continue
        path = graph.path(source)
        folder = home.of(path)
        if folder is not None:
            sort = _SORTS[NodeKind(graph.kind(target))]
            symbol = graph.symbol(target)
            name = symbol.partition("/")[2] if symbol.startswith(("table/", "env/")) else symbol
            yield Stated(folder, sort, name, path, int(graph.edges.line[edge]))


class _Homes:
    """The innermost folder with a Dockerfile, or that something is built from, around each file."""

    def __init__(self, graph: Graph, folders: Collection[str]) -> None:
        self._graph = graph
        self._wanted = set(folders)
        files = np.flatnonzero(graph.with_kind(NodeKind.FILE)).tolist()
        made = {posixpath.dirname(graph.path(i)) for i in files if graph.language(i) == "dockerfile"}
        self._borders = made | self._wanted
        self._tests = set(np.flatnonzero(graph.with_attribute("test")).tolist())
        self._known: dict[str, str | None] = {}

    def of(self, path: str) -> str | None:
        """None for a file of nobody, and for a test."""
        if path not in self._known:
            self._known[path] = self._find(path)
        return self._known[path]

    def _find(self, path: str) -> str | None:
        nodes = self._graph.nodes_of(path)
        if nodes and nodes.start in self._tests:
            return None
        folder = posixpath.dirname(path)
        while folder not in self._borders:
            if not folder:
                return None
            folder = posixpath.dirname(folder)
        return folder if folder in self._wanted else None
