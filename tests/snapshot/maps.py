"""The map that the tests of this folder write and read: the small graph, with texts and vectors."""

from __future__ import annotations

import numpy as np

from tests.graph.shop import CART, DOC, EDGES, NODES, TEST, WEB
from xray_graph.graph import build_graph
from xray_graph.index import WordIndex
from xray_graph.lexicon import read_corpus
from xray_graph.snapshot import About, MapParts, StoredRepository, StoredVectors, Summary

DIMS = 4
# A graph index of three rows, each linked to the others; the second is in the upper layer too.
LINKS = {
    "settings": np.array([2, 8, 4, 1], np.int32),
    "key": np.array([1, 2, 3], np.uint64),
    "level": np.array([0, 1, 0], np.uint8),
    "count": np.array([2, 2, 0, 2], np.uint8),
    "link": np.array([1, 2, 0, 2, 0, 1], np.int32),
}


def text(size, seed):
    """`size` bytes of lines, some of which are no UTF-8."""
    line = f"line {seed} é ".encode() + b"\xff\n"
    return (line * (size // len(line) + 1))[:size]


def sources():
    return {CART: text(600, 1), TEST: text(99, 2), DOC: text(50, 3), WEB: text(90, 4)}


def parts(**changes):
    ids = np.array([2, 3, 5], dtype=np.int32)
    rows = np.arange(3 * DIMS, dtype=np.int8).reshape(3, DIMS) - 5
    scale = np.array([0.1, 0.2, 0.3], dtype=np.float32)
    about = About(
        label="shop",
        repositories=(StoredRepository("shop", "c0ffee", "main", dirty=True, commit_time=1700000000),),
        created=1700000000,
        tool="xray-graph 0.1.0",
        grammars={"python": "0.25", "go": "0.23"},
        fingerprint="counting/1/4",
        summary=Summary("A shop.", "readme", np.arange(DIMS, dtype="<f4").tobytes(), {"cart": 12}),
        files={"complete": 4},
        resolution={"go": {"resolved": 3, "external": 1}},
    )
    graph = build_graph("shop", NODES, EDGES)
    words = WordIndex.build(graph, read_corpus(graph, sources())).to_columns()
    values = {
        "about": about,
        "graph": graph,
        "sources": sources(),
        "vectors": StoredVectors(ids, rows, scale),
        "words": words,
    }
    return MapParts(**(values | changes))


def indexed():
    """The same with a vector for every node, and the graph index over them as its library builds it."""
    from xray_graph.index import hnsw

    rows = np.random.default_rng(5).integers(-127, 128, (15, DIMS)).astype(np.int8)
    scale = (1 / np.linalg.norm(rows.astype(np.float32), axis=1)).astype(np.float32)
    vectors = StoredVectors(np.arange(15, dtype=np.int32), rows, scale)
    return parts(vectors=vectors, hnsw=hnsw.build(vectors) if hnsw.is_installed() else LINKS)
