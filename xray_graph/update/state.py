"""All that one version of a live map is made of, and how the next is made from it: whole, or what changed.

Pure but for the embedder: the files are read, parsed and resolved before. Both ways give the same graph,
words, vectors and description as `pipeline.build`. Called by `writer`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from xray_graph import pipeline
from xray_graph.embed import (
    Embedder,
    MapSummary,
    Vectors,
    WordCounts,
    cache_for,
    embed_nodes,
    summarise,
)
from xray_graph.embed.patch import Side, patch_vectors
from xray_graph.graph import Graph
from xray_graph.graph.patch import live_graph, patch_graph
from xray_graph.graph.stated import LiveGraph
from xray_graph.index import Links, WordIndex
from xray_graph.index.patch import LiveWords
from xray_graph.index.postings import Column
from xray_graph.lexicon import read_corpus
from xray_graph.model import OUTSIDE, Edge, Node
from xray_graph.report import Reporter
from xray_graph.resolve.incremental import Resolved
from xray_graph.resolve.resolution import contained, package_nodes
from xray_graph.snapshot import About
from xray_graph.update.calls import CallTotals
from xray_graph.update.inputs import Inputs, calls_of, failures_after
from xray_graph.update.pieces import add_files, folders_after, named_anew
from xray_graph.update.tree import Difference, Tree


class LiveParts:
    """The parts of a map, of which the stored form of the words is made when a snapshot is written."""

    hnsw: Links | None = None  # of the map that was written before, set by `version`

    def __init__(
        self,
        about: About,
        live: LiveGraph,
        sources: Mapping[str, bytes],
        vectors: Vectors | None,
        words: LiveWords,
    ) -> None:
        self.about = about
        self.graph: Graph = live.graph
        self.sources = sources
        self.vectors = vectors
        self.word_index: WordIndex = words.index
        self._words = words

    @cached_property
    def words(self) -> Mapping[str, Column]:
        return self._words.columns(self.graph)


@dataclass(frozen=True, slots=True)
class State:
    """All of one version. Immutable; states share what did not change."""

    inputs: Inputs
    live: LiveGraph
    words: LiveWords
    vectors: Vectors | None
    summary: MapSummary
    folders: frozenset[str]
    calls: CallTotals
    failures: Mapping[str, str]  # files that a resolver stumbled over
    parts: LiveParts
    embedded: int = 0  # texts that were embedded for it

    @property
    def tree(self) -> Tree:
        return self.inputs.tree


def whole(inputs: Inputs, resolved: Resolved, embedder: Embedder | None, report: Reporter) -> State:
    """A state from nothing.

    Raises:
        GraphError, EmbeddingError: as the stages of a build.
    """
    report.stage("graph")
    tree, label = inputs.tree, inputs.label
    files = [seen.file for seen in tree.files.values()]
    nodes: dict[str, list[Node]] = {n.path: [n] for n in package_nodes(files, resolved.project, label)}
    folders = frozenset(path for path in nodes if path)
    edges = {folder: [contained(folder)] for folder in folders}
    parts = add_files(tree.files, tree, resolved, nodes, edges)
    nodes[OUTSIDE] = resolved.outside()
    calls = CallTotals()
    calls = calls.changed(calls_of(resolved, resolved.edges))
    failures = failures_after({}, resolved, resolved.edges)
    live = live_graph(label, nodes, edges, parts)
    report.stage("words")
    limit = inputs.settings.embed.max_input_chars
    corpus = read_corpus(live.graph, tree.sources, limit)
    words = LiveWords.of(live.graph, corpus)
    report.stage("embed")
    vectors, embedded, cache = None, 0, None
    if embedder is not None:
        cache = cache_for(embedder)
        vectors = embed_nodes(live.graph, tree.sources, corpus, embedder, cache=cache, input_limit=limit)
        embedded = len(vectors)
    counts = WordCounts(*words.index.node_counts(), len(live.graph))
    description = inputs.settings.description
    summary = summarise(live.graph, tree.sources, description, embedder, counts=counts, cache=cache)
    return _state(inputs, live, words, vectors, summary, folders, calls, failures, embedder, embedded)


def following(
    before: State,
    inputs: Inputs,
    difference: Difference,
    redone: Iterable[str],
    resolved: Resolved,
    embedder: Embedder | None,
    report: Reporter,
) -> State:
    """The state after `before`, of the same label, embedder and limits.

    Args:
        before: the state that `difference` starts from.
        inputs: what the files say now.
        difference: which files are new, other or gone.
        redone: files whose edges were worked out again, or are gone.
        resolved: what resolving says now.
        embedder: the embedder of both.
        report: told of the stages.

    Raises:
        GraphError: the pieces do not fit together.
        EmbeddingError: the embedder failed.
    """
    report.stage("graph")
    tree, old = inputs.tree, before.live.graph
    redone = set(redone)
    nodes: dict[str, list[Node]] = {}
    edges: dict[str, list[Edge]] = {}
    folders = folders_after(before.folders, old, before.tree, difference, resolved, nodes, edges)
    read = {*nodes, *difference.changed, *difference.removed}
    for path in difference.removed:
        nodes.setdefault(path, [])
    named = sorted(path for path in redone | difference.changed if path in tree.files)
    parts = add_files(named, tree, resolved, nodes, edges)
    read |= named_anew(old, nodes, read)
    outside = resolved.outside()
    if [n.symbol for n in outside] != [old.symbol(i) for i in old.nodes_of(OUTSIDE)]:
        nodes[OUTSIDE] = outside
        read.add(OUTSIDE)
    moved_live = patch_graph(before.live, nodes, edges, parts)
    live, moved = moved_live
    report.stage("words")
    graph, limit = live.graph, inputs.settings.embed.max_input_chars
    corpus = read_corpus(graph, tree.sources, limit, only=read)
    words = before.words.patched(old, graph, moved, corpus, read)
    report.stage("embed")
    vectors, embedded = None, 0
    if embedder is not None and before.vectors is not None:
        vectors, embedded = patch_vectors(
            before.vectors,
            Side(old, before.tree.sources),
            Side(graph, tree.sources),
            moved,
            read,
            corpus,
            embedder,
            cache=cache_for(embedder),
            input_limit=limit,
        )
    counts = WordCounts(*words.index.node_counts(), len(graph))
    summary = summarise(
        graph, tree.sources, inputs.settings.description, embedder, counts=counts, before=before.summary
    )
    calls = before.calls.changed(calls_of(resolved, redone))
    failures = failures_after(before.failures, resolved, redone)
    return _state(inputs, live, words, vectors, summary, folders, calls, failures, embedder, embedded)


def described_anew(before: State, inputs: Inputs, embedder: Embedder | None) -> State:
    """The same map of the same files, which stands elsewhere in git now."""
    return _state(
        inputs, before.live, before.words, before.vectors, before.summary, before.folders, before.calls,
        before.failures, embedder, 0,
    )  # fmt: skip


def _state(
    inputs: Inputs,
    live: LiveGraph,
    words: LiveWords,
    vectors: Vectors | None,
    summary: MapSummary,
    folders: frozenset[str],
    calls: CallTotals,
    failures: Mapping[str, str],
    embedder: Embedder | None,
    embedded: int,
) -> State:
    account = inputs.account(calls, failures)
    about = pipeline.about_of(live.graph, inputs.tree.repository, embedder, account, summary)
    parts = LiveParts(about, live, inputs.tree.sources, vectors, words)
    return State(inputs, live, words, vectors, summary, folders, calls, failures, parts, embedded)
