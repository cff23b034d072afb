"""Whether a live map is what a build of the same tree gives: every column, and the digest of its snapshot."""

from __future__ import annotations

import contextlib
import dataclasses
import tempfile
from pathlib import Path

import numpy as np

from xray_graph import pipeline
from xray_graph.config import BuildSettings
from xray_graph.snapshot import Map, write_map
from xray_graph.update import LiveMap


def built(live, settings):
    """A build of the tree as it is now; what the live map parsed is in the cache already."""
    live.flush()
    return pipeline.build(live.root, settings)


def assert_same_columns(ours, theirs, what):
    assert ours.keys() == theirs.keys(), what
    for name, column in theirs.items():
        mine = ours[name]
        if isinstance(column, np.ndarray):
            assert mine.dtype == column.dtype, (what, name)
            assert np.array_equal(mine, column), (what, name)
        else:
            assert mine == column, (what, name)


def fields(group):
    return {field.name: getattr(group, field.name) for field in dataclasses.fields(group)}


def names_of(graph):
    nodes = {graph.name(i): graph.node(i) for i in range(len(graph))}
    return nodes, sorted(map(repr, graph.iter_edges()))


def assert_same_map(ours: Map, theirs: Map):
    """Equal in nodes, edges, words, vectors, texts, description and digest."""
    (nodes, edges), (their_nodes, their_edges) = names_of(ours.graph), names_of(theirs.graph)
    assert nodes == their_nodes  # first in words that a reader understands
    assert edges == their_edges
    for group in ("nodes", "names", "texts", "edges"):
        mine, other = (fields(getattr(m.graph.columns, group)) for m in (ours, theirs))
        assert_same_columns(mine, other, group)
    assert dict(ours.sources) == dict(theirs.sources)
    assert_same_columns(ours.words, theirs.words, "words")
    assert (ours.vectors is None) == (theirs.vectors is None)
    if ours.vectors is not None:
        assert_same_columns(fields(ours.vectors), fields(theirs.vectors), "vectors")
    assert ours.about == theirs.about
    with tempfile.TemporaryDirectory() as folder:
        digests = {
            write_map(Path(folder) / name, map_).content_digest for name, map_ in (("a", ours), ("b", theirs))
        }
    assert len(digests) == 1
    assert ours.graph.lint() == theirs.graph.lint() == []


def assert_is_a_build(live, settings=None):
    settings = settings or BuildSettings(name="shop")
    assert_same_map(live.version.map, Map.of(built(live, settings).parts))


@contextlib.contextmanager
def living(root: Path, settings: BuildSettings | None = None, output: Path | None = None):
    """A live map of `root`, ready, that writes no snapshot unless asked."""
    chosen = settings or BuildSettings(name="shop")
    live = LiveMap(root, lambda: chosen, output=output, quiet=0)
    try:
        live.wait()
        yield live
    finally:
        live.close(flush=False)


def edges(live, *kinds):
    """`path::symbol -> path::symbol` of the edges of these kinds (calls), in order."""
    graph = live.version.map.graph
    short = lambda i: graph.name(i).partition("//")[2]
    ids = [e for e in range(len(graph.edges)) if graph.edge_kind(e) in (kinds or ("calls",))]
    return sorted(f"{short(int(graph.edges.source[e]))} -> {short(int(graph.edges.target[e]))}" for e in ids)
