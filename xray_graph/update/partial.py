"""The map of what a first build has read so far, for whoever asks before it has ended.

Every file is in it, and of those that are parsed the declarations, what contains them and their words. No
call, import or reference, because those are only known when all files are, and no vector. It is made when
somebody asks, from facts that the build has anyway, and never written. Called by `live`, from any thread.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Final, NamedTuple

from xray_graph import pipeline
from xray_graph.embed import summarise
from xray_graph.graph import build_graph
from xray_graph.index import WordIndex
from xray_graph.lexicon import read_corpus
from xray_graph.model import PackedFacts
from xray_graph.report import BuildReport
from xray_graph.resolve.project import FileEdges, Project
from xray_graph.resolve.resolution import contain, declared_nodes, file_node, package_edges, package_nodes
from xray_graph.resolve.view import FileView, Shelf
from xray_graph.snapshot import Header, Map, MapParts
from xray_graph.update.tree import Tree

GROWTH: Final = 1.5  # how many times the files there must be until the map is made again


class Reading(NamedTuple):
    """What a build works on: its tree, and the facts that it has so far, which grow."""

    label: str
    tree: Tree
    facts: Mapping[str, PackedFacts]
    words_of: int  # characters of a text that count


class Partial(NamedTuple):
    """A map of less than the whole."""

    map: Map
    parsed: int  # files whose declarations are in it
    tree: Tree  # of all files


class PartialMaps:
    """The last partial map of one build. Safe to ask from several threads: one makes it, the others wait."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: Partial | None = None

    def of(self, reading: Reading) -> Partial:
        """The map of what is read, or one of nearly as much."""
        with self._lock:
            last = self._last
            if last is None or last.tree is not reading.tree or len(reading.facts) > GROWTH * last.parsed:
                last = self._last = partial_map(reading)
            return last

    def drop(self) -> None:
        """There is a whole map now."""
        self._last = None


def partial_map(reading: Reading) -> Partial:
    """The map of what is read."""
    label, tree = reading.label, reading.tree
    facts = dict(reading.facts)  # in one step: the build goes on meanwhile
    files = [seen.file for seen in tree.files.values()]
    shelf = Shelf()
    nodes = package_nodes(files, Project((), {}), label)
    edges = package_edges(files)
    for file in files:
        if file.path not in facts:
            nodes.append(file_node(file, None, None))
            continue
        view, out = FileView(file.path, facts[file.path], shelf), FileEdges(file.path)
        contain(view, None, out)
        nodes += [file_node(file, view, out), *declared_nodes(view, out)]
        edges += out.edges
    graph = build_graph(label, nodes, edges)
    corpus = read_corpus(graph, tree.sources, reading.words_of)
    account = BuildReport(label)
    account.add_files(files)
    about = pipeline.about_of(graph, tree.repository, None, account, summarise(graph, tree.sources))
    parts = MapParts(about, graph, tree.sources, word_index=WordIndex.build(graph, corpus))
    return Partial(Map(Header(about), parts), len(facts), tree)
