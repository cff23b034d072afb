"""The next vectors from the ones before: only texts that changed are embedded, in one batch.

A node that no one touched keeps its row under its new id, and so does one in a changed file whose text is
that of a node which was there before (a function further down, one that was moved from another file that
changed). The rows are those that `embed_nodes` gives for the whole map. Called by `update`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from xray_graph.embed import recipe
from xray_graph.embed.cache import VectorCache
from xray_graph.embed.embedder import CorpusEmbedder, Embedder
from xray_graph.embed.vectors import Vectors, embed_corpus, embed_texts
from xray_graph.graph import Graph
from xray_graph.graph.patch import places_before
from xray_graph.graph.splice import replaced
from xray_graph.lexicon import Corpus, weak_of

I32 = npt.NDArray[np.int32]


class Side(NamedTuple):
    """One of the two maps: the one before, the one after."""

    graph: Graph
    sources: Mapping[str, bytes]


class PatchedVectors(NamedTuple):
    vectors: Vectors
    embedded: int  # texts that went to the embedder


def patch_vectors(
    vectors: Vectors,
    before: Side,
    after: Side,
    moved: I32,
    read: Collection[str],
    corpus: Corpus,
    embedder: Embedder,
    *,
    cache: VectorCache | None = None,
    input_limit: int = 8192,
) -> PatchedVectors:
    """The vectors of `after`.

    Args:
        vectors: those of `before`, by the same embedder and with the same limit.
        before: the map that they are of.
        after: the map that follows.
        moved: node of `before` → node of `after`, negative when there is none.
        read: paths whose nodes or text are new, other or gone.
        corpus: the words of those paths, in `after`.
        embedder: what embedded `vectors`.
        cache: as for `embed_nodes`.
        input_limit: likewise.

    Raises:
        EmbeddingError: the embedder failed, or answered something unusable.
    """
    dropped = np.zeros(len(before.graph), dtype=bool)
    # What decides a vector → its row, -1 for a text that has none.
    known: dict[bytes, int] = {}
    for i in _strong(before.graph, read):
        dropped[i] = True
        row = int(np.searchsorted(vectors.ids, i))
        has_one = row < len(vectors.ids) and vectors.ids[row] == i
        known[recipe.node_bytes(before.graph, i, before.sources, input_limit)] = row if has_one else -1
    fresh: list[int] = []
    same: list[tuple[int, int]] = []  # node after, row before
    for i in _strong(after.graph, read):
        known_row = known.get(recipe.node_bytes(after.graph, i, after.sources, input_limit))
        if known_row is None:
            fresh.append(i)
        elif known_row >= 0:
            same.append((i, known_row))
    made, count = _embedded(after, np.array(fresh, np.int32), corpus, embedder, cache, input_limit)
    pairs = np.array(same, np.int64).reshape(-1, 2)
    new = np.concatenate([pairs[:, 0].astype(np.int32), made.ids])
    order = np.argsort(new)
    rows = np.concatenate([vectors.rows[pairs[:, 1]], made.rows])[order]
    scale = np.concatenate([vectors.scale[pairs[:, 1]], made.scale])[order]
    gone = np.flatnonzero(dropped[vectors.ids])
    first = places_before(before.graph, after.graph, read)[after.graph.path_ids[new[order]]]
    places = np.searchsorted(vectors.ids, first)
    return PatchedVectors(
        Vectors(
            replaced(moved[vectors.ids], gone, places, new[order]),
            replaced(vectors.rows, gone, places, rows),
            replaced(vectors.scale, gone, places, scale),
        ),
        count,
    )


def _strong(graph: Graph, paths: Collection[str]) -> list[int]:
    """The nodes of these paths that get a vector."""
    return [
        i
        for here in map(graph.nodes_of, sorted(paths))
        for i, weak in zip(here, weak_of(graph, here), strict=True)
        if not weak
    ]


def _embedded(
    after: Side,
    ids: I32,
    corpus: Corpus,
    embedder: Embedder,
    cache: VectorCache | None,
    input_limit: int,
) -> tuple[Vectors, int]:
    if not len(ids):
        empty = np.zeros((0, embedder.dims), np.int8)
        return Vectors(ids, empty, np.zeros(0, np.float32)), 0
    if isinstance(embedder, CorpusEmbedder):
        return embed_corpus(after.graph, corpus, embedder, ids, embedder.dims), len(ids)
    texts = [recipe.node_text(after.graph, i, after.sources, input_limit) for i in ids.tolist()]
    return embed_texts(ids, texts, embedder, cache)
