"""The indexes of a map, opened at its first question and kept as long as the map is.

Opening reads the columns of the snapshot, checks them and builds what is derived from them; it embeds
nothing. Used by `retrieve.search`. Two threads may open the same index at once, to the same result.

A graph index is not opened at the first question: laying it out costs as much as hundreds of answers in two
steps, which are as good. A map that is asked so often gets it, in a thread of its own, while answers go on.
"""

from __future__ import annotations

import contextlib
import threading
import weakref
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.errors import FormatError
from xray_graph.index import Links, VectorIndex, WordIndex, hnsw
from xray_graph.lexicon import Question
from xray_graph.retrieve import prose
from xray_graph.retrieve.factors import ROLE_WORDS, TEST_WORDS, Factors
from xray_graph.snapshot import Map
from xray_graph.snapshot.layout import REBUILD

F32 = npt.NDArray[np.float32]

# Searches after which a map gets its graph index. Over 300,000 vectors that costs more than a second and some
# 390 MB, and saves a millisecond a search (see benchmarks/vectors).
OFTEN: Final = 1000


class Indexes:
    """What searching one map needs besides the map."""

    def __init__(self, map_: Map) -> None:
        self._map = weakref.ref(map_)
        self._lock = threading.Lock()
        self._searches = 0
        self._damage: FormatError | None = None

    @property
    def of(self) -> Map:
        """The map."""
        found = self._map()
        assert found is not None, "indexes live no longer than their map"
        return found

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """What is wrong with an index is told with the file that it is in."""
        try:
            yield
        except FormatError as error:
            raise FormatError(error.message, where=self.of.where, hint=REBUILD) from error

    @cached_property
    def words(self) -> WordIndex | None:
        """None for a map without a word index.

        Raises:
            FormatError: the snapshot is damaged.
        """
        if self.of.word_index is not None:
            return self.of.word_index
        columns = self.of.words
        with self._told():
            return None if columns is None else WordIndex.from_columns(self.of.graph, columns)

    @property
    def vectors(self) -> VectorIndex | None:
        """To be searched once; None for a map without vectors.

        Raises:
            FormatError: the snapshot is damaged. Of a graph index that shows when it is laid out.
        """
        if self._damage is not None:
            raise self._damage
        with self._lock:
            self._searches += 1
            due = self._searches == OFTEN
        if due and hnsw.is_installed():
            threading.Thread(target=self._lay_out, args=(self.of,), name="graph-index").start()
        return self._vectors

    @cached_property
    def _vectors(self) -> VectorIndex | None:
        vectors = self.of.vectors
        if vectors is None or not len(vectors.ids):
            return None
        links = None if self.of.header.sections else self.of.hnsw  # of a file they are not read yet
        if isinstance(links, Links) and links.is_laid_out:
            return VectorIndex(vectors, links.over(vectors))
        return VectorIndex(vectors)

    def lay_out(self) -> VectorIndex | None:
        """The vectors, from now on with the map's graph index if it has one and room for it.

        Raises:
            FormatError: the graph index is damaged.
        """
        vectors, links = self.of.vectors, self.of.hnsw
        if vectors is not None and links is not None and len(vectors.ids):
            with self._told():
                if self.of.room is not None and hnsw.memory(links) > self.of.room:
                    return self._vectors
                shared = links if isinstance(links, Links) else Links(links)
                self._vectors = VectorIndex(vectors, shared.over(vectors))
        return self._vectors

    def _lay_out(self, _held: Map) -> None:
        """The same in a thread, which keeps the map until it has done."""
        try:
            self.lay_out()
        except FormatError as error:
            self._damage = error

    def factors_for(self, question: Question, named: Sequence[int] = (), types: Sequence[int] = ()) -> F32:
        """One factor a node; `named` are those that the question names, `types` those that it is on.

        See `retrieve.factors`.
        """
        said = frozenset(word.lower() for word in question.words) & ROLE_WORDS
        unsaid = prose.words_for(question)
        asked = unsaid | (said - TEST_WORDS) if unsaid else said  # `how to test …` asks for no tests
        if asked or named or types:
            return self._factors.of(asked, named, types, task=question.task)
        return self._plain_factors[question.task]

    @property
    def tests(self) -> npt.NDArray[np.bool_]:
        """Mask over the nodes: test code."""
        return self._factors.tests

    @cached_property
    def _factors(self) -> Factors:
        return Factors(self.of.graph)

    @cached_property
    def _plain_factors(self) -> tuple[F32, F32]:
        """Of questions that name nothing, and of such tasks."""
        return self._factors.of(), self._factors.of(task=True)


_OPEN: Final[weakref.WeakKeyDictionary[Map, Indexes]] = weakref.WeakKeyDictionary()


def indexes_of(map_: Map) -> Indexes:
    """The indexes of a map."""
    found = _OPEN.get(map_)
    if found is None:
        found = _OPEN.setdefault(map_, Indexes(map_))
    return found
