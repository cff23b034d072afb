"""What an embedder is: the seam between the stages and any model.

    builtin   in this process, no network (`embed.builtin`)
    none      no vectors: the map is searched by words alone

A map holds the fingerprint of what embedded it, and only vectors of one fingerprint are ever compared.
A new embedder implements `Embedder` and gets a line in `make_embedder`; nothing else knows its name.
Made by the command line and the server from the settings; used by `embed.vectors` and `retrieve`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from xray_graph.config import EmbedSettings
from xray_graph.errors import EmbeddingError, UsageError
from xray_graph.graph import Graph
from xray_graph.lexicon import Corpus, Question

F32 = npt.NDArray[np.float32]
I32 = npt.NDArray[np.int32]

_BUILTIN: Final = re.compile(r"^builtin-.*/dims=(?P<dims>\d{1,4})/input=(?P<input>\d{1,9})/")
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


def make_embedder(settings: EmbedSettings) -> Embedder | None:
    """The embedder that the settings ask for; None for `none`.

    Raises:
        UsageError: the settings do not fit the embedder.
        EmbeddingError: its model is not installed.
    """
    if settings.embedder == "none":
        return None
    if settings.embedder == "builtin":
        from xray_graph.embed.builtin import Builtin

        return Builtin(settings.dims, settings.max_input_chars)
    raise UsageError(
        f"the embedder {settings.embedder!r} is not part of this version",
        where="--embedder",
        hint="use builtin or none",
    )


def embedder_for(fingerprint: str) -> Embedder | None:
    """The embedder of this process whose vectors have that fingerprint; None when there is none.

    Raises:
        EmbeddingError: it is known, and its model is not installed.
    """
    from xray_graph.embed.builtin import Builtin

    found = _BUILTIN.search(fingerprint)
    if not found or not 1 <= int(found["dims"]) <= Builtin.MOST_DIMS:
        return None
    embedder = Builtin(int(found["dims"]), int(found["input"]))
    return embedder if embedder.fingerprint == fingerprint else None


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
