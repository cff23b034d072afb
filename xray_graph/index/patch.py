"""The next word index from the one before: the words of some paths read again, the rest carried over.

    LiveWords, where the nodes went, the corpus of what was read again ─▶ LiveWords

In a live map rows are numbered as they come and keep their numbers, so that postings are merged and not
made again; a search does not see numbers. A snapshot has its rows in the order of first sight in the
whole of a map, so the numbers are made canonical when one is written (`columns`), from the rows of each
path in the order of reading, which are kept. Both equal those of an index built anew: in what a search
finds, ties too, and in the bytes that are stored.

A few passes over the postings in numpy, nothing a word in Python but for what was read. Called by
`update`, on its one thread that writes; `columns` on any.
"""

from __future__ import annotations

import bisect
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from xray_graph.graph import Graph, distinct
from xray_graph.graph.patch import places_before
from xray_graph.graph.splice import replaced
from xray_graph.index.postings import I32, I64, Column, Postings
from xray_graph.index.words import WordIndex, node_postings, path_postings, words_of_rows
from xray_graph.lexicon import Corpus, Vocabulary

_LOW: Final = (1 << 32) - 1


class Stream(NamedTuple):
    """The rows of one path in the order in which they are read; -1 is a word that says nothing."""

    text: I32
    symbols: I32
    docs: I32
    path: I32


class Ledger:
    """All rows there ever were, by number, and their words. Grows, never changes: versions share it."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._numbers: dict[str, int] = {}
        self._word_ids: dict[bytes, int] = {}
        self._sorted: list[bytes] = []
        self._rank: I64 = np.zeros(0, np.int64)  # word id → its place in `_sorted`
        self._pair_words: I64 = np.zeros(0, np.int64)  # word ids,
        self._pair_rows: I64 = np.zeros(0, np.int64)  # and a row that holds each
        self.number(vocabulary)

    def __len__(self) -> int:
        """The number of rows."""
        return len(self._numbers)

    def number(self, vocabulary: Vocabulary) -> I32:
        """The number of each row of a vocabulary; new rows get new ones."""
        found = np.empty(len(vocabulary), np.int32)
        pair_words: list[int] = []
        pair_rows: list[int] = []
        fresh: list[bytes] = []
        for r in range(len(vocabulary)):
            text = vocabulary.row(r)
            number = self._numbers.get(text)
            if number is None:
                number = self._numbers[text] = len(self._numbers)
                parts = text.split("_")
                for word in dict.fromkeys((*parts, "".join(parts))):
                    raw = word.encode()
                    if raw not in self._word_ids:
                        self._word_ids[raw] = len(self._word_ids)
                        fresh.append(raw)
                    pair_words.append(self._word_ids[raw])
                    pair_rows.append(number)
            found[r] = number
        if pair_rows:
            self._pair_words = np.concatenate([self._pair_words, np.array(pair_words, np.int64)])
            self._pair_rows = np.concatenate([self._pair_rows, np.array(pair_rows, np.int64)])
        self._insert(fresh)
        return found

    def _insert(self, fresh: list[bytes]) -> None:
        """Put new words, whose ids follow those before, into the order."""
        if not fresh:
            return
        if len(fresh) > len(self._sorted) // 16:
            self._sorted = sorted([*self._sorted, *fresh])
            self._rank = np.empty(len(self._sorted), np.int64)
            self._rank[[self._word_ids[word] for word in self._sorted]] = np.arange(len(self._sorted))
            return
        before = sorted(bisect.bisect_left(self._sorted, word) for word in fresh)
        for word in fresh:
            bisect.insort(self._sorted, word)
        old = self._rank + np.searchsorted(before, self._rank, side="right")
        new = [bisect.bisect_left(self._sorted, word) for word in fresh]
        self._rank = np.concatenate([old, np.array(new, np.int64)])

    def words(self, alive: npt.NDArray[np.bool_]) -> tuple[list[bytes], Postings]:
        """The distinct words of these rows, in order, and the rows that hold each."""
        kept = alive[self._pair_rows]
        keys = self._rank[self._pair_words[kept]] << 32 | self._pair_rows[kept]
        keys.sort()
        ranks = keys >> 32
        first = np.flatnonzero(np.diff(ranks, prepend=-1))
        words = [self._sorted[rank] for rank in ranks[first].tolist()]
        offsets = np.append(first, len(keys))
        return words, Postings(offsets, (keys & _LOW).astype(np.int32))


@dataclass(frozen=True, slots=True)
class LiveWords:
    """The word index of one version of a live map. Immutable, but for the ledger behind it."""

    index: WordIndex
    ledger: Ledger
    words: list[bytes]
    word_rows: Postings
    alive: npt.NDArray[np.bool_]  # rows that a node or a path holds
    row_nodes: Postings
    weights: npt.NDArray[np.uint8]
    row_paths: Postings
    streams: Mapping[str, Stream]

    @classmethod
    def of(cls, graph: Graph, corpus: Corpus) -> LiveWords:
        """The index of a whole corpus; equals `WordIndex.build`."""
        row_nodes, weights = node_postings(corpus, len(graph))
        row_paths = path_postings(corpus)
        ledger = Ledger(corpus.vocabulary)
        words, word_rows = words_of_rows(corpus.vocabulary)
        index = WordIndex(words, word_rows, row_nodes, weights, row_paths, graph.path_ids)
        streams = _streams(graph, corpus, range(len(graph.paths)), None)
        alive = _alive(row_nodes, row_paths)
        return cls(index, ledger, words, word_rows, alive, row_nodes, weights, row_paths, streams)

    def patched(
        self, before: Graph, graph: Graph, moved: I32, corpus: Corpus, read: Collection[str]
    ) -> LiveWords:
        """The index of `graph`, which follows `before`.

        Args:
            before: the graph of this index.
            graph: the graph of the next.
            moved: node of `before` → node of `graph`, negative when there is none. What is carried over
                keeps its order.
            corpus: the words of the paths in `read`, in `graph`.
            read: paths whose nodes or text are new, other or gone.
        """
        numbers = self.ledger.number(corpus.vocabulary)
        size = len(self.ledger)
        row_nodes, weights = self._merged(before, graph, moved, corpus, read, numbers)
        streams = dict(self.streams)
        for path in read:
            streams.pop(path, None)
        places = [place for path in sorted(read) if (place := graph.path_id(path)) is not None]
        streams.update(_streams(graph, corpus, places, numbers))
        if graph.paths is before.paths:
            row_paths = self.row_paths.widened(size)
        else:
            row_paths = _of_paths(graph, streams, size)
        alive = _alive(row_nodes, row_paths)
        same = bool((alive[: len(self.alive)] == self.alive).all()) and not alive[len(self.alive) :].any()
        words, word_rows = (self.words, self.word_rows) if same else self.ledger.words(alive)
        index = WordIndex(words, word_rows, row_nodes, weights, row_paths, graph.path_ids)
        if same:
            index.share_words(self.index)
        return LiveWords(index, self.ledger, words, word_rows, alive, row_nodes, weights, row_paths, streams)

    def _merged(
        self,
        before: Graph,
        graph: Graph,
        moved: I32,
        corpus: Corpus,
        read: Collection[str],
        numbers: I32,
    ) -> tuple[Postings, npt.NDArray[np.uint8]]:
        """The postings that stay, under their nodes' new numbers, and those of what was read."""
        old = self.row_nodes.widened(len(self.ledger))
        dropped = np.zeros(len(before), dtype=bool)
        for path in read:
            here = before.nodes_of(path)
            dropped[here.start : here.stop] = True
        gone = np.flatnonzero(dropped[old.items])
        shift = np.where(dropped, 0, moved - np.arange(len(before), dtype=np.int32)).astype(np.int32)
        items = old.items + shift[old.items] if shift.any() else old.items

        fresh, weights = node_postings(corpus, len(graph))
        rows = np.repeat(numbers, np.diff(fresh.offsets)).astype(np.int64)
        order = np.argsort(rows << 32 | fresh.items)
        rows, nodes = rows[order], fresh.items[order]
        places = old.before(rows, places_before(before, graph, read)[graph.path_ids[nodes]])

        change = np.zeros(len(old) + 1, np.int64)
        np.add.at(change, np.searchsorted(old.offsets, gone, side="right"), -1)
        np.add.at(change, rows + 1, 1)
        return (
            Postings(old.offsets + np.cumsum(change), replaced(items, gone, places, nodes)),
            replaced(self.weights, gone, places, weights[order]),
        )

    def columns(self, graph: Graph) -> dict[str, Column]:
        """What `to_columns` of an index of `graph`, the graph of this version, built anew would give."""
        order = self._first_sight(graph)
        rank = np.full(len(self.row_nodes), -1, np.int64)
        rank[order] = np.arange(len(order))
        slots, _ = self.row_nodes.slots(order)
        pair_words = np.repeat(np.arange(len(self.words)), np.diff(self.word_rows.offsets))
        pairs = np.sort(pair_words << 32 | rank[self.word_rows.items])
        return WordIndex(
            self.words,
            _postings(pairs, len(self.words)),
            self.row_nodes.chosen(order),
            self.weights[slots],
            self.row_paths.chosen(order),
            graph.path_ids,
        ).to_columns()

    def _first_sight(self, graph: Graph) -> I64:
        """The rows in the order in which a reader of the whole map meets them."""
        streams = [self.streams[path] for path in graph.paths]
        flat = np.concatenate(
            [np.zeros(0, np.int32), *(one for field in zip(*streams, strict=True) for one in field)]
        )
        flat = flat[flat >= 0]
        seen = np.full(len(self.row_nodes), len(flat), np.int64)
        seen[flat[::-1]] = np.arange(len(flat) - 1, -1, -1)  # the last to be written is the first in order
        met = np.flatnonzero(seen < len(flat))
        return met[np.argsort(seen[met])]


def _alive(row_nodes: Postings, row_paths: Postings) -> npt.NDArray[np.bool_]:
    alive: npt.NDArray[np.bool_] = (np.diff(row_nodes.offsets) > 0) | (np.diff(row_paths.offsets) > 0)
    return alive


def _streams(graph: Graph, corpus: Corpus, places: Collection[int], numbers: I32 | None) -> dict[str, Stream]:
    """The streams of some paths; `numbers` renumber the rows of the corpus."""
    if numbers is None:
        tokens, symbols, docs, paths = corpus.tokens, corpus.symbols.rows, corpus.docs.rows, corpus.paths.rows
    else:
        known = np.append(numbers, np.int32(-1))  # the last stands for -1
        tokens = known[corpus.tokens]
        symbols, docs, paths = (known[one.rows] for one in (corpus.symbols, corpus.docs, corpus.paths))
    found: dict[str, Stream] = {}
    for place in places:
        here = graph.range_of(place)
        text = corpus.text_offsets[place], corpus.text_offsets[place + 1]
        of_symbols = corpus.symbols.offsets[here.start], corpus.symbols.offsets[here.stop]
        of_docs = corpus.docs.offsets[here.start], corpus.docs.offsets[here.stop]
        of_path = corpus.paths.offsets[place], corpus.paths.offsets[place + 1]
        found[graph.path_list[place]] = Stream(
            tokens[slice(*text)], symbols[slice(*of_symbols)], docs[slice(*of_docs)], paths[slice(*of_path)]
        )
    return found


def _of_paths(graph: Graph, streams: Mapping[str, Stream], size: int) -> Postings:
    """Rows to the paths that hold them."""
    rows = [streams[path].path for path in graph.paths]
    places = np.repeat(np.arange(len(rows)), [len(each) for each in rows])
    flat = np.concatenate([np.zeros(0, np.int32), *rows]).astype(np.int64)
    return _postings(distinct(flat << 32 | places), size)


def _postings(keys: I64, size: int) -> Postings:
    """From ascending pairs of a list's number and an item, packed."""
    counts = np.bincount(keys >> 32, minlength=size)
    offsets = np.zeros(size + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return Postings(offsets, (keys & _LOW).astype(np.int32))
