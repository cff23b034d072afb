"""The nodes and edges that files and folders give a graph, by whom they are of: of all, or of what changed.

Called by `state`, which has a graph made of them.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterable, Mapping

from xray_graph.graph import Graph
from xray_graph.graph.stated import Parts
from xray_graph.model import Edge, Node
from xray_graph.resolve.incremental import Resolved
from xray_graph.resolve.project import WHOLE
from xray_graph.resolve.resolution import contained, file_node, folders_of, package_node
from xray_graph.update.tree import Difference, Tree


def add_files(
    paths: Iterable[str],
    tree: Tree,
    resolved: Resolved,
    nodes: dict[str, list[Node]],
    edges: dict[str, list[Edge]],
) -> dict[str, Parts]:
    """The nodes and edges of some files, and which of their parts have which edges.

    Takes them out of `resolved`: the graph holds them from now on.
    """
    parts: dict[str, Parts] = {}
    for path in paths:
        result = resolved.edges.get(path)
        if result is None or not result.same_nodes:
            nodes[path] = [file_node(tree.files[path].file, resolved.project.views.get(path), result)]
        if result is None:
            edges[path] = [contained(path)]
            continue
        nodes.get(path, []).extend(result.nodes)
        own = [contained(path)] if result.only is None or WHOLE in result.only else []
        edges[path] = own + result.edges
        parts[path] = Parts([WHOLE] * len(own) + result.parts(), result.only)
        result.nodes, result.edges, result.turns = [], [], []
    return parts


def named_anew(old: Graph, nodes: Mapping[str, list[Node]], read: Collection[str]) -> set[str]:
    """Files that did not change and have other nodes: a route goes by a prefix that another file gives it."""
    return {
        path
        for path, fresh in nodes.items()
        if path not in read and {n.symbol for n in fresh} != {old.symbol(i) for i in old.nodes_of(path)}
    }


def folders_after(
    old: frozenset[str],
    graph: Graph,
    before: Tree,
    difference: Difference,
    resolved: Resolved,
    nodes: dict[str, list[Node]],
    edges: dict[str, list[Edge]],
) -> frozenset[str]:
    """The folders there are now; the nodes and edges of those that are new, other or gone.

    `old` are those of `graph`, which was made of the tree `before`.
    """
    tree, folders = difference.tree, old
    if difference.removed or difference.changed - before.files.keys():
        folders = frozenset(folders_of([seen.file for seen in tree.files.values()]))
    for folder in sorted(old - folders):
        nodes[folder] = []
    touched = {posixpath.dirname(path) for path in difference.changed | difference.removed}
    for folder in sorted((touched & folders) | (folders - old)):
        node = package_node(folder, resolved.project)
        place = graph.index(folder) if folder in old else None
        if place is None or graph.signature(place) != node.signature:
            nodes[folder] = [node]
            edges[folder] = [contained(folder)]
    return folders
