"""The word index: which nodes hold the words of a question, ranked by BM25 over weighted fields.

    token ─▶ distinct words like it (trigrams) ─▶ rows that hold a word ─▶ nodes and paths

A *row* is a distinct identifier by its parts (see `lexicon.words`); its words are the parts and, for
several, the parts run together. A token of the question is compared with the distinct words only and
counts once a node, however many of its words match. Fields are added up a node with their weights and
saturated once (BM25F; Robertson, Zaragoza, "The Probabilistic Relevance Framework", 2009).

The coverage gate: of one or two tokens a node must hold all; of more, two thirds (rounded up) must be
words of this map, or the index has no answer. (Asking two thirds of each node halves the share of right
answers on questions of a sentence's length; see benchmarks/search.)

Built by `pipeline` from a corpus, stored by `snapshot` as plain columns, asked by `retrieve`.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from xray_graph.graph import Graph, distinct
from xray_graph.index.postings import I32, I64, Column, Postings, column, damaged, ranges
from xray_graph.index.stored_words import StoredWords
from xray_graph.index.trigrams import Trigrams
from xray_graph.lexicon.corpus import Corpus
from xray_graph.lexicon.question import Question, Token
from xray_graph.lexicon.words import Vocabulary

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]

# Weights of the fields, chosen on benchmarks/search/development.py. Body words count 1.
NAME: Final = 6  # the last part of the symbol
CONTAINER: Final = 2  # its other parts
DOC: Final = 1
PATH: Final = 4.0

SATURATION: Final = 1.2  # BM25's k1
TASK_SATURATION: Final = 0.4  # of a task: what is changed does many things, of which a task names a few
LENGTH: Final = 0.4  # BM25's b
RARITY: Final = 0.8  # power of the inverse document frequency
LIKENESS: Final = 0.6  # of a word that is taken for the token's
LIKE: Final = 3  # power of a likeness: what such a word counts against the token's own
SHORTEST_ALIKE: Final = 4  # bytes of a token that also matches words that are merely like it
SAME_START: Final = 3  # bytes that both begin with
_MOST_ALIKE: Final = 256  # words one token may match
_HEAVIEST: Final = 255
_WEIGHT_BITS: Final = 12  # of the numbers that are sorted
_WEIGHT: Final = (1 << _WEIGHT_BITS) - 1
_AT_ONCE: Final = 400_000  # words of bodies


class WordIndex:
    """The words of one map. Immutable."""

    def __init__(
        self,
        words: Sequence[bytes],
        word_rows: Postings,
        row_nodes: Postings,
        weights: npt.NDArray[np.uint8],
        row_paths: Postings,
        path_ids: I32,
    ) -> None:
        self._words = words
        self._word_rows = word_rows
        self._row_nodes = row_nodes
        self._weights = weights
        self._row_paths = row_paths
        self._path_ids = path_ids

    @classmethod
    def build(cls, graph: Graph, corpus: Corpus) -> Self:
        """Index the words of a graph's nodes."""
        row_nodes, weights = node_postings(corpus, len(graph))
        words, word_rows = words_of_rows(corpus.vocabulary)
        return cls(words, word_rows, row_nodes, weights, path_postings(corpus), graph.path_ids)

    def share_words(self, other: Self) -> None:
        """Take over what `other`, an index of the same words, has made of them already."""
        if "_trigrams" in other.__dict__:
            self.__dict__["_trigrams"] = other._trigrams

    def to_columns(self) -> dict[str, Column]:
        """The index as columns for a snapshot: arrays of unsigned numbers, and bytes."""
        return {
            "words": b"".join(self._words),
            "words.lengths": np.fromiter(map(len, self._words), np.uint16, len(self._words)),
            **self._word_rows.to_columns("word_rows"),
            **self._row_nodes.to_columns("row_nodes"),
            "weights": self._weights,
            **self._row_paths.to_columns("row_paths"),
        }

    @classmethod
    def from_columns(cls, graph: Graph, columns: Mapping[str, Column]) -> Self:
        """The index that `to_columns` described, of the same graph.

        Raises:
            FormatError: a column is missing, of another type, or points out of bounds.
        """
        row_nodes = Postings.from_columns(columns, "row_nodes", len(graph))
        row_paths = Postings.from_columns(columns, "row_paths", len(graph.paths))
        word_rows = Postings.from_columns(columns, "word_rows", len(row_nodes))
        weights = column(columns, "weights", np.dtype(np.uint8))
        lengths = column(columns, "words.lengths", np.dtype(np.uint16)).astype(np.int64)
        blob = columns.get("words")
        if not isinstance(blob, bytes) or int(lengths.sum()) != len(blob) or b"\0" in blob:
            raise damaged("words", "does not hold the words that its lengths tell")
        if len(lengths) != len(word_rows) or not bool(lengths.all()):
            raise damaged("words.lengths", "does not fit the words")
        if len(weights) != len(row_nodes.items) or len(row_paths) != len(row_nodes):
            raise damaged("weights", "does not fit the postings")
        words = StoredWords(blob, lengths)
        if any(a >= b for a, b in pairwise(words)):
            raise damaged("words", "is out of order")
        return cls(words, word_rows, row_nodes, weights, row_paths, graph.path_ids)

    def node_counts(self) -> tuple[Sequence[bytes], I64]:
        """The words in order, and how many nodes hold each; 0 for those that are parts run together.

        A node that holds a word in two identifiers counts twice.
        """
        lengths = np.fromiter(map(len, self._words), np.int64, len(self._words))
        words = np.repeat(np.arange(len(self._words)), np.diff(self._word_rows.offsets))
        rows = self._word_rows.items
        longest = np.zeros(len(self._row_nodes), np.int64)
        np.maximum.at(longest, rows, lengths[words])
        several = np.bincount(rows, minlength=len(longest)) > 1
        parts = ~(several[rows] & (lengths[words] == longest[rows]))
        held = np.diff(self._row_nodes.offsets)
        counts = np.bincount(words[parts], weights=held[rows[parts]], minlength=len(lengths))
        return self._words, counts.astype(np.int64)

    def search(self, question: Question, k: int, factors: F32 | None = None) -> tuple[I32, F32]:
        """The `k` best nodes, best first, and their scores (above 0, no upper bound).

        `factors` (one a node) multiply the scores; a node whose factor is 0 is left out. Ties go to
        the lower id.
        """
        return best(self.scores(question, factors), k)

    def scores(self, question: Question, factors: F32 | None = None) -> F64:
        """The score of every node: 0 where it does not pass."""
        size = len(self._path_ids)
        scores = np.zeros(size)
        held = np.zeros(size, np.int32)  # how many of the tokens each node holds
        asked = known = 0
        saturation = TASK_SATURATION if question.task else SATURATION
        for token in question.tokens:
            nodes, weights = self._holding(token)
            if not token.phrase:
                asked += 1
                known += bool(len(nodes))
                held[nodes] += 1
            if len(nodes):
                rarity = np.log1p((size - len(nodes) + 0.5) / (len(nodes) + 0.5)) ** RARITY
                saturated = weights * (saturation + 1) / (weights + saturation * self._norms[nodes])
                scores[nodes] += token.weight * rarity * saturated
        if asked <= 2:
            scores[held < asked] = 0
        elif known < -(-2 * asked // 3):
            scores[:] = 0
        if factors is not None:
            scores *= factors
        return scores

    @cached_property
    def _trigrams(self) -> Trigrams:
        return Trigrams(self._words)

    @cached_property
    def _path_nodes(self) -> I64:
        """Where the nodes of each path begin."""
        paths = int(self._path_ids[-1]) + 1 if len(self._path_ids) else 0
        return np.searchsorted(self._path_ids, np.arange(paths + 1))

    @cached_property
    def _norms(self) -> F64:
        """BM25's length norm of each node."""
        size = len(self._path_ids)
        lengths = np.zeros(size)
        items, step = self._row_nodes.items, max(size, _AT_ONCE)
        for at in range(0, len(items), step):  # it makes larger numbers of all that it gets
            weights = self._weights[at : at + step]
            lengths += np.bincount(items[at : at + step], weights=weights, minlength=size)
        mean = lengths[lengths > 0].mean() if lengths.any() else 1.0
        norms: F64 = 1 - LENGTH + LENGTH * lengths / mean
        return norms

    def _holding(self, token: Token) -> tuple[I64, F64]:
        """The nodes that hold a word like the token, ascending, and its weight in each."""
        rows, likeness = self._rows(token)
        if not len(rows):
            return np.zeros(0, np.int64), np.zeros(0)
        slots, lengths = self._row_nodes.slots(rows)
        nodes = self._row_nodes.items[slots]
        weights = self._weights[slots] * np.repeat(likeness, lengths)
        slots, lengths = self._row_paths.slots(rows)
        by_path = np.zeros(len(self._path_nodes) - 1)
        np.maximum.at(by_path, self._row_paths.items[slots], np.repeat(likeness, lengths))
        paths = np.flatnonzero(by_path > 0)
        below, lengths = ranges(self._path_nodes[paths], self._path_nodes[paths + 1])
        total = np.bincount(nodes, weights=weights, minlength=len(self._path_ids)).astype(np.float64)
        total[below] += PATH * np.repeat(by_path[paths], lengths)
        found = np.flatnonzero(total > 0)
        return found, total[found]

    def _rows(self, token: Token) -> tuple[I64, F32]:
        """The rows that hold a word like the token, and the best likeness in each."""
        words, likeness = self._alike(token)
        slots, lengths = self._word_rows.slots(words)
        if len(words) <= 1:
            return self._word_rows.items[slots].astype(np.int64), np.repeat(likeness, lengths)
        by_row = np.zeros(len(self._row_nodes), np.float32)
        np.maximum.at(by_row, self._word_rows.items[slots], np.repeat(likeness, lengths))
        rows = np.flatnonzero(by_row > 0)
        return rows, by_row[rows]

    def _alike(self, token: Token) -> tuple[I32, F32]:
        """The distinct words that the token matches, and how alike they are."""
        wanted = token.text.encode()
        if token.phrase or len(wanted) < SHORTEST_ALIKE:
            at = bisect.bisect_left(self._words, wanted)
            same = at < len(self._words) and self._words[at] == wanted
            return np.array([at] if same else [], np.int32), np.ones(int(same), np.float32)
        words, likeness = self._trigrams.like(wanted, LIKENESS)
        start = wanted[:SAME_START]
        kept = [k for k, word in enumerate(words.tolist()) if self._words[word].startswith(start)]
        words, likeness = words[kept], likeness[kept] ** LIKE
        if len(words) > _MOST_ALIKE:
            order = np.argsort(-likeness, kind="stable")[:_MOST_ALIKE]
            words, likeness = words[order], likeness[order]
        return words, likeness


def best(scores: F64, k: int) -> tuple[I32, F32]:
    """The `k` nodes of the highest scores above 0, best first; ties go to the lower id."""
    found = np.flatnonzero(scores > 0)
    if len(found) > k:
        least = np.partition(scores[found], len(found) - k)[len(found) - k]
        found = found[scores[found] >= least]
    order = np.lexsort((found, -scores[found]))[:k]
    found = found[order]
    return found.astype(np.int32), scores[found].astype(np.float32)


def node_postings(corpus: Corpus, size: int) -> tuple[Postings, npt.NDArray[np.uint8]]:
    """Rows to nodes, with the sum of the field weights of each pair."""
    named = np.repeat(np.arange(size), np.diff(corpus.symbols.offsets))
    name_weights = np.full(len(named), CONTAINER)
    lists = np.diff(corpus.symbols.offsets) > 0
    name_weights[corpus.symbols.offsets[1:][lists] - 1] = NAME
    documented = np.repeat(np.arange(size), np.diff(corpus.docs.offsets))
    packed = np.concatenate(
        [
            *_body_sums(corpus, size),
            _summed(_packed(corpus.symbols.rows, named, size, name_weights)),
            _summed(_packed(corpus.docs.rows, documented, size, DOC)),
        ]
    )
    packed = _summed(packed)
    weights = np.minimum(packed & _WEIGHT, _HEAVIEST).astype(np.uint8)
    packed >>= _WEIGHT_BITS
    rows_of = packed // max(size, 1)
    packed -= rows_of * size
    return Postings.of(rows_of, packed.astype(np.int32), len(corpus.vocabulary)), weights


def _body_sums(corpus: Corpus, size: int) -> Iterator[I64]:
    """Row and node of each body word, and how often they meet; some pieces at a time, to hold little."""
    ends = np.cumsum(corpus.piece_end - corpus.piece_start)
    total = int(ends[-1]) if len(ends) else 0
    bounds = np.searchsorted(ends, np.arange(_AT_ONCE, total, _AT_ONCE)).tolist()
    for a, b in pairwise([0, *(at + 1 for at in bounds), len(ends)]):
        tokens, lengths = ranges(corpus.piece_start[a:b], corpus.piece_end[a:b])
        rows = corpus.tokens[tokens]
        nodes = np.repeat(corpus.piece_node[a:b], lengths)
        yield _summed(_packed(rows, nodes, size, 1)[rows >= 0])


def _packed(rows: I32, nodes: npt.NDArray[np.integer], size: int, weight: int | I64) -> I64:
    """Row, node and weight in one number, ordered as they are."""
    packed: I64 = ((rows.astype(np.int64) * size + nodes) << _WEIGHT_BITS) | weight
    return packed


def _summed(packed: I64) -> I64:
    """Each row and node once, ascending, with the sum of its weights. Sorts in place."""
    packed.sort()  # one sort of plain numbers is cheaper than one of positions
    first = np.flatnonzero(np.diff(packed >> _WEIGHT_BITS, prepend=-1))
    if not len(first):
        return packed
    sums = np.minimum(np.add.reduceat(packed & _WEIGHT, first), _WEIGHT)
    distinct: I64 = packed[first] & ~np.int64(_WEIGHT) | sums
    return distinct


def path_postings(corpus: Corpus) -> Postings:
    """Rows to the paths that hold them."""
    paths = np.repeat(np.arange(len(corpus.paths)), np.diff(corpus.paths.offsets))
    size = max(len(corpus.paths), 1)
    keys = distinct(corpus.paths.rows.astype(np.int64) * size + paths)
    return Postings.of(keys // size, (keys % size).astype(np.int32), len(corpus.vocabulary))


def words_of_rows(vocabulary: Vocabulary) -> tuple[list[bytes], Postings]:
    """The distinct words, in order, and the rows that hold each."""
    words: dict[str, int] = {part: k for k, part in enumerate(vocabulary.parts)}
    counts = np.diff(vocabulary.row_offsets)
    several = np.flatnonzero(counts > 1)
    parts = [vocabulary.parts[part] for part in vocabulary.row_parts.tolist()]
    begins, ends = vocabulary.row_offsets[:-1][several], vocabulary.row_offsets[1:][several]
    joined = ["".join(parts[a:b]) for a, b in zip(begins.tolist(), ends.tolist(), strict=True)]
    of_joined = [words.setdefault(word, len(words)) for word in joined]
    order = sorted(words)
    rank = np.empty(len(words), np.int64)
    rank[[words[word] for word in order]] = np.arange(len(words))
    word_ids = rank[np.concatenate([vocabulary.row_parts, np.array(of_joined, np.int32)])]
    rows = np.concatenate([np.repeat(np.arange(len(counts)), counts), several])
    size = max(len(counts), 1)
    keys = distinct(word_ids * size + rows)
    return [word.encode() for word in order], Postings.of(
        keys // size, (keys % size).astype(np.int32), len(words)
    )
