"""Vectors of a map's nodes: made once, stored as int8 rows with one scale each.

    nodes ─▶ texts or words ─▶ unit rows (float32) ─▶ int8 and scale

An empty text and a row of zeros get no vector, so no score is ever undefined. An embedder that works on
read words is asked for all nodes at once; any other gets, in one batch, the texts that neither the
cache nor another node already has. Called by `pipeline` and `update`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.embed import recipe
from xray_graph.embed.cache import VectorCache, text_key
from xray_graph.embed.embedder import CorpusEmbedder, Embedder, checked
from xray_graph.graph import Graph
from xray_graph.lexicon import Corpus

F32 = npt.NDArray[np.float32]
I32 = npt.NDArray[np.int32]
I8 = npt.NDArray[np.int8]

_STEPS: Final = 127


@dataclass(frozen=True, slots=True)
class Vectors:
    """Row k is the unit vector of node ids[k], about `rows[k] * scale[k]`."""

    ids: I32  # (n,), ascending
    rows: I8  # (n, dims)
    scale: F32  # (n,), above 0

    def __len__(self) -> int:
        return len(self.ids)

    def unit(self, k: int) -> F32:
        """Row k as floats."""
        row: F32 = self.rows[k] * self.scale[k]
        return row


def embed_nodes(
    graph: Graph,
    sources: Mapping[str, bytes],
    corpus: Corpus,
    embedder: Embedder,
    *,
    cache: VectorCache | None = None,
    input_limit: int = 8192,
) -> Vectors:
    """The vectors of every node that gets one (see `embed.recipe`).

    `cache` answers for texts that were embedded before and learns the new ones. An embedder that works
    on the corpus itself does without.

    Raises:
        EmbeddingError: the embedder failed, or answered something unusable.
    """
    if isinstance(embedder, CorpusEmbedder):
        return embed_corpus(graph, corpus, embedder, recipe.embedded_nodes(graph), embedder.dims)
    ids, texts = recipe.node_texts(graph, sources, input_limit)
    return embed_texts(ids, texts, embedder, cache)[0]


def embed_texts(
    ids: I32, texts: Sequence[str], embedder: Embedder, cache: VectorCache | None = None
) -> tuple[Vectors, int]:
    """The vectors of nodes by their texts, in one batch; and how many texts the embedder was given.

    Raises:
        EmbeddingError: as embed_nodes.
    """
    keys = [text_key(text) for text in texts]
    wanted = {key: text for key, text in zip(keys, texts, strict=True) if text.strip()}
    known = cache.get(embedder, wanted) if cache else {}
    missing = [key for key in wanted if key not in known]
    if missing:
        rows = checked(embedder, embedder.embed([wanted[key] for key in missing]), len(missing))
        fresh = dict(zip(missing, rows, strict=True))
        known.update(fresh)
        if cache:
            cache.put(embedder, fresh)
    empty = np.zeros(embedder.dims, np.float32)
    table = np.array([known.get(key, empty) for key in keys], np.float32)
    return quantised(ids, table.reshape(len(ids), embedder.dims)), len(missing)


def embed_corpus(graph: Graph, corpus: Corpus, embedder: CorpusEmbedder, ids: I32, dims: int) -> Vectors:
    """The vectors of nodes whose words were read."""
    return _joined(ids, embedder.embed_corpus(graph, corpus, ids), dims)


def quantised(ids: I32, rows: F32) -> Vectors:
    """Unit rows as int8 with a scale; rows of zeros are left out."""
    scale = np.abs(rows).max(axis=1, initial=0.0) / np.float32(_STEPS)
    kept = scale > 0
    small = np.rint(rows[kept] / scale[kept, None]).clip(-_STEPS, _STEPS)
    return Vectors(ids[kept], small.astype(np.int8), scale[kept])


def _joined(ids: I32, blocks: Iterable[F32], dims: int) -> Vectors:
    """The vectors of rows that come some at a time, so that few are held as floats."""
    parts: list[Vectors] = []
    at = 0
    for rows in blocks:
        parts.append(quantised(ids[at : at + len(rows)], rows))
        at += len(rows)
    if not parts:
        return quantised(ids, np.zeros((0, dims), np.float32))
    return Vectors(
        np.concatenate([part.ids for part in parts]),
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.scale for part in parts]),
    )
