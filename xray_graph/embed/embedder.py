"""What an embedder is: the seam between the stages and any model.

    builtin   in this process, no network (`embed.builtin`)
    openai    an OpenAI-compatible server, only when a flag asks for it (`embed.openai`)
    none      no vectors: the map is searched by words alone

A map holds the fingerprint of what embedded it, and only vectors of one fingerprint are ever compared.
A new embedder implements `Embedder` and gets a line in `embed.choice`, which makes them all; nothing else
knows its name. Used by `embed.vectors` and `retrieve`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from xray_graph.errors import EmbeddingError
from xray_graph.graph import Graph
from xray_graph.lexicon import Corpus, Question

F32 = npt.NDArray[np.float32]
I32 = npt.NDArray[np.int32]

_TOLERANCE: Final = 1e-2  # by which the length of a row may differ from 1


class Embedder(Protocol):
    """Texts to vectors. Equal texts give equal vectors, in any batch."""

    @property
    def fingerprint(self) -> str:
        """Model, its version, dimensions, input cap, version of the text recipe."""

    @property
    def dims(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> F32:
        """Unit rows, shape (len(texts), dims). A text without any word may give a row of zeros.

        Raises:
            EmbeddingError: the model cannot be had, or answered something unusable.
        """


@runtime_checkable
class QuestionEmbedder(Protocol):
    """An embedder that reads a question otherwise than a text."""

    def embed_question(self, question: Question) -> F32:
        """The unit vector of a question, shape (dims,); zeros when it names nothing."""


@runtime_checkable
class CorpusEmbedder(Protocol):
    """An embedder that works on words that were read already, faster than any cache could answer.

    The row of a node is the row that `embed` gives for its text.
    """

    def embed_corpus(self, graph: Graph, corpus: Corpus, ids: I32) -> Iterator[F32]:
        """Unit rows of the nodes `ids` (or zeros), in their order, some rows at a time."""


class Batch(NamedTuple):
    """Some of the texts that are embedded: where they stand in the whole, and the unit row of each."""

    places: list[int]
    rows: F32


@runtime_checkable
class BatchEmbedder(Protocol):
    """An embedder so slow that what is finished should be kept before the rest is."""

    def embed_batches(self, texts: Sequence[str]) -> Iterator[Batch]:
        """The rows of `embed` by and by, in any order; texts of nothing but space are left out.

        Raises:
            EmbeddingError: as Embedder.embed; the batches before it were given.
        """


def embed_question(embedder: Embedder, question: Question) -> F32 | None:
    """The unit vector of a question, or None when it names nothing that could be compared.

    Raises:
        EmbeddingError: as Embedder.embed.
    """
    if isinstance(embedder, QuestionEmbedder):
        row = embedder.embed_question(question)
    else:
        row = checked(embedder, embedder.embed([question.text]), 1)[0]
    return row if row.any() else None


def checked(embedder: Embedder, rows: F32, count: int) -> F32:
    """The rows, when they are what was asked for: one a text, of `dims` finite numbers, unit or zero.

    Raises:
        EmbeddingError: they are not; it says what came back.
    """
    where = embedder.fingerprint
    if rows.shape != (count, embedder.dims):
        raise EmbeddingError(
            f"{count} texts came back as an array of shape {rows.shape}, not {(count, embedder.dims)}",
            where=where,
        )
    if not bool(np.isfinite(rows).all()):
        bad = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
        raise EmbeddingError(f"text {bad} of {count} came back with a value that is no number", where=where)
    lengths = np.linalg.norm(rows, axis=1)
    odd = np.flatnonzero((lengths > 0) & (np.abs(lengths - 1) > _TOLERANCE))
    if len(odd):
        raise EmbeddingError(
            f"text {odd[0]} of {count} came back with length {lengths[odd[0]]:.3f}, not 1", where=where
        )
    return rows
