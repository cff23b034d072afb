"""Vectors of a map's nodes: made once, stored as int8 rows with one scale each.

    nodes ─▶ texts or words ─▶ unit rows (float32) ─▶ int8 and scale

An empty text and a row of zeros get no vector, so no score is ever undefined. An embedder that works on
read words is asked for all nodes at once; any other gets, in one go, the texts that neither the map of
before, nor the cache, nor another node already has. Called by `pipeline` and `update`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from xray_graph.embed import recipe
from xray_graph.embed.cache import VectorCache, text_key
from xray_graph.embed.embedder import Batch, BatchEmbedder, CorpusEmbedder, Embedder, checked
from xray_graph.graph import Graph
from xray_graph.lexicon import Corpus

F32 = npt.NDArray[np.float32]
I32 = npt.NDArray[np.int32]
I8 = npt.NDArray[np.int8]

# Key of a text → its row and scale as a map stores them.
Seeds: TypeAlias = Mapping[bytes, tuple[I8, np.float32]]

_STEPS: Final = 127
_NONE: Final[Seeds] = MappingProxyType({})


class StoredVectors(Protocol):
    """Vectors of a map, from memory or from a file."""

    @property
    def ids(self) -> I32: ...
    @property
    def rows(self) -> I8: ...
    @property
    def scale(self) -> F32: ...


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
    seeds: Seeds = _NONE,
    input_limit: int = 8192,
) -> Vectors:
    """The vectors of every node that gets one (see `embed.recipe`).

    `seeds` are taken as they are; `cache` answers for other texts that were embedded before and learns the
    new ones. An embedder that works on the corpus itself does without both.

    Raises:
        EmbeddingError: the embedder failed, or answered something unusable.
    """
    if isinstance(embedder, CorpusEmbedder):
        return embed_corpus(graph, corpus, embedder, recipe.embedded_nodes(graph), embedder.dims)
    ids, texts = recipe.node_texts(graph, sources, input_limit)
    return embed_texts(ids, texts, embedder, cache, seeds)[0]


def embed_texts(
    ids: I32,
    texts: Sequence[str],
    embedder: Embedder,
    cache: VectorCache | None = None,
    seeds: Seeds = _NONE,
) -> tuple[Vectors, int]:
    """The vectors of nodes by their texts; and how many texts the embedder was given.

    Raises:
        EmbeddingError: as embed_nodes. What was embedded before it is in the cache.
    """
    keys = [text_key(text) for text in texts]
    wanted = {key: text for key, text in zip(keys, texts, strict=True) if text.strip() and key not in seeds}
    known = cache.get(embedder, wanted) if cache else {}
    missing = [key for key in wanted if key not in known]
    for some, rows in _embedded(embedder, [wanted[key] for key in missing]):
        fresh = {missing[place]: row for place, row in zip(some, rows, strict=True)}
        known.update(fresh)
        if cache:
            cache.put(embedder, fresh)
    empty = np.zeros(embedder.dims, np.float32)
    table = np.array([known.get(key, empty) for key in keys], np.float32).reshape(len(ids), embedder.dims)
    rows8, scale = _quantised(table)
    for at, key in enumerate(keys):
        if (seed := seeds.get(key)) is not None:
            rows8[at], scale[at] = seed
    kept = scale > 0
    return Vectors(ids[kept], rows8[kept], scale[kept]), len(missing)


def _embedded(embedder: Embedder, texts: Sequence[str]) -> Iterator[Batch]:
    """The rows of these texts, some at a time where the embedder works so."""
    if isinstance(embedder, BatchEmbedder):
        for batch in embedder.embed_batches(texts):
            yield batch._replace(rows=checked(embedder, batch.rows, len(batch.places)))
    elif texts:
        yield Batch(list(range(len(texts))), checked(embedder, embedder.embed(texts), len(texts)))


def seeds_of(
    graph: Graph, sources: Mapping[str, bytes], vectors: StoredVectors, input_limit: int = 8192
) -> Seeds:
    """What a map of before already knows: the vectors of its texts, by the same embedder and limit."""
    ids, texts = recipe.node_texts(graph, sources, input_limit)
    row_of = {node: k for k, node in enumerate(vectors.ids.tolist())}
    rows = ((text, row_of[node]) for node, text in zip(ids.tolist(), texts, strict=True) if node in row_of)
    return {text_key(text): (vectors.rows[k], vectors.scale[k]) for text, k in rows}


def embed_corpus(graph: Graph, corpus: Corpus, embedder: CorpusEmbedder, ids: I32, dims: int) -> Vectors:
    """The vectors of nodes whose words were read."""
    return _joined(ids, embedder.embed_corpus(graph, corpus, ids), dims)


def quantised(ids: I32, rows: F32) -> Vectors:
    """Unit rows as int8 with a scale; rows of zeros are left out."""
    small, scale = _quantised(rows)
    kept = scale > 0
    return Vectors(ids[kept], small[kept], scale[kept])


def _quantised(rows: F32) -> tuple[I8, F32]:
    """Unit rows as int8 with a scale, which is 0 for a row of zeros."""
    scale = np.abs(rows).max(axis=1, initial=0.0) / np.float32(_STEPS)
    small = np.rint(rows / np.where(scale > 0, scale, np.float32(1))[:, None]).clip(-_STEPS, _STEPS)
    return small.astype(np.int8), scale


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
