"""The next vectors from the ones before: only texts that changed are embedded, in one batch.

A node that no one touched keeps its row under its new id, and so does one in a changed file whose text is
that of a node which was there before (a function further down, one that was moved from another file that
changed). The rows are those that `embed_nodes` gives for the whole map. Called by `update`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from xray_graph.embed import recipe
from xray_graph.embed.cache import VectorCache
from xray_graph.embed.embedder import CorpusEmbedder, Embedder
from xray_graph.embed.vectors import Vectors, embed_corpus, embed_texts
from xray_graph.graph import Graph
from xray_graph.lexicon import Corpus, weak_nodes

I32 = npt.NDArray[np.int32]
_T = TypeVar("_T", bound=np.generic)


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
    place = moved.astype(np.int64)
    rows_before = np.full(len(before.graph), -1, np.int64)
    rows_before[vectors.ids] = np.arange(len(vectors.ids))
    # What decides a vector → its row, -1 for a text that has none.
    known: dict[bytes, int] = {}
    for i in _strong(before.graph, read):
        place[i] = -1
        key = recipe.node_bytes(before.graph, i, before.sources, input_limit)
        known[key] = int(rows_before[i])
    carried = np.flatnonzero(place[vectors.ids] >= 0)
    ids = [place[vectors.ids[carried]]]
    rows = [carried]
    fresh: list[int] = []
    same: list[tuple[int, int]] = []
    for i in _strong(after.graph, read):
        row = known.get(recipe.node_bytes(after.graph, i, after.sources, input_limit))
        if row is None:
            fresh.append(i)
        elif row >= 0:
            same.append((i, row))
    if same:
        pairs = np.array(same, np.int64)
        ids.append(pairs[:, 0])
        rows.append(pairs[:, 1])
    taken = np.concatenate(rows)
    made, count = _embedded(after, np.array(fresh, np.int32), corpus, embedder, cache, input_limit)
    all_ids = np.concatenate([*ids, made.ids]).astype(np.int32)
    order = np.argsort(all_ids, kind="stable")
    # Of two sources one is gathered by row, so nothing is copied twice.
    source = np.concatenate([taken, len(vectors.ids) + np.arange(len(made.ids))])[order]
    return PatchedVectors(
        Vectors(
            all_ids[order], _rows(vectors.rows, made.rows, source), _rows(vectors.scale, made.scale, source)
        ),
        count,
    )


def _strong(graph: Graph, paths: Collection[str]) -> list[int]:
    """The nodes of these paths that get a vector."""
    weak = weak_nodes(graph)
    return [i for path in sorted(paths) for i in graph.nodes_of(path) if not weak[i]]


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


def _rows(old: npt.NDArray[_T], new: npt.NDArray[_T], source: npt.NDArray[np.int64]) -> npt.NDArray[_T]:
    """Rows of two tables, the second numbered behind the first."""
    out = np.empty((len(source), *old.shape[1:]), old.dtype)
    from_old = source < len(old)
    out[from_old] = old[source[from_old]]
    out[~from_old] = new[source[~from_old] - len(old)]
    return out
