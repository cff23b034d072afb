"""Vectors of questions: the only time that serving asks an embedder, once a question.

A map is asked in the vector space it was built in, so the embedder follows from the map's fingerprint;
where that embedder is not at hand, the map is searched by words, and the reply says why. The last
vectors are kept, because an agent asks the same thing of several maps and tools. One object a process,
made by `route`; safe to use from several threads.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.embed import Embedder, embed_question, embedder_for, weighed
from xray_graph.errors import EmbeddingError
from xray_graph.lexicon import Question

F32 = npt.NDArray[np.float32]

KEPT: Final = 512  # vectors


class Questions:
    """Embeds questions in the spaces of the maps."""

    def __init__(self, open_embedder: Callable[[str], Embedder | None] = embedder_for) -> None:
        """`open_embedder` gives the embedder of a fingerprint, or None when it is not known here."""
        self._open = open_embedder
        self._embedders: dict[str, Embedder | None] = {}
        self._kept: OrderedDict[tuple[str, str], F32 | None] = OrderedDict()
        self._lock = threading.Lock()
        self.embedded = 0  # questions that went to an embedder

    def vector(self, fingerprint: str, question: Question) -> F32 | None:
        """The question's unit vector in that space; None when it names nothing to compare.

        Raises:
            EmbeddingError: the embedder of that space is not at hand, or failed.
        """
        key = fingerprint, question.text
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            embedder = self._embedder(fingerprint)
        vector = embed_question(embedder, question)
        with self._lock:
            self.embedded += 1
            self._kept[key] = vector
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return vector

    @staticmethod
    def weighed(question: Question) -> Question:
        """The question for the word index: its words as the built-in model, where whole, weighs them."""
        try:
            return weighed(question)
        except EmbeddingError:
            return question

    def _embedder(self, fingerprint: str) -> Embedder:
        if fingerprint not in self._embedders:
            self._embedders[fingerprint] = self._open(fingerprint)
        embedder = self._embedders[fingerprint]
        if embedder is None:
            hint = ""
            if fingerprint.startswith("openai-"):
                hint = "; name its server with --embedder openai"
            elif fingerprint.startswith("builtin-"):
                hint = "; build the map again for vectors of today's model"
            raise EmbeddingError(f"the map was embedded by {fingerprint}, which is not at hand{hint}")
        return embedder
