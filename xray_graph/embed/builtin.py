"""The built-in embedder: our own table of token vectors for code. No network, no model to run.

A part of a word (see `lexicon.words`) is the mean of its pieces' rows in the table (see `builtin_table`);
how long a row is, is its learned weight. A text is the sum over its distinct parts, each times the root of
how often it occurs, and one learned row that all texts have in common (the bias; questions have another). A
text's first line is what it is called and counts as if it stood there 16 times, its second line says where it
is and counts 4 times (see `embed.recipe`); of the rest, the first 10 words, which are mostly a sentence or
a signature, count twice.

The sum is made twice (see `pooled`): a part that points where the first sum does says what other parts say
too, and counts less in the second. So many forms of one thing (`copy`, `copies`, `copied`) do not drown what
is said once.

All sums are of whole numbers that floats hold exactly, so that a vector is the same on every machine, in
any batch and order. The table was trained for this (benchmarks/embedder, with its model card), also at its
first 128 and 64 dimensions, to which a vector may be cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from xray_graph.embed import builtin_table, recipe
from xray_graph.embed.builtin_sums import EXACT, LENGTH, Gathered, lengths_of, pooled, units
from xray_graph.errors import UsageError
from xray_graph.graph import Graph, distinct
from xray_graph.lexicon import VERSION as WORDS_VERSION
from xray_graph.lexicon import Corpus, Question, Rows, Vocabulary, WordReader, parts_of, spaced, words_of

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]
I16 = npt.NDArray[np.int16]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]

VERSION: Final = 4
TITLE_WEIGHT: Final = 16
PLACE_WEIGHT: Final = 4
LEAD_WEIGHT: Final = 2
LEAD: Final = 10  # words that count so
FULL: Final = builtin_table.DIMS
ROOT: Final = 16  # roots of counts are rounded to a sixteenth
ALIKE: Final = 2.0  # how much less a part counts in a text by how near it is to the first sum
ASKED_ALIKE: Final = 3.0  # and in a question

_BATCH: Final = 1024  # nodes whose words are counted at once
_CHUNK: Final = 8  # nodes summed at once: neighbours share words, so one small product does them all


class _Parts(NamedTuple):
    """The rows of the parts of a vocabulary."""

    rows: I16  # (parts, dims)
    lengths: F64  # (parts,) how long each row is
    highest: float  # no number is larger, whatever its sign


class Builtin:
    """Implements Embedder, QuestionEmbedder and CorpusEmbedder. Safe to share between threads."""

    def __init__(self, dims: int = FULL, input_limit: int = 8192) -> None:
        """Open the table; nothing is read before the first text.

        Raises:
            UsageError: more dimensions than the table has.
        """
        if not 1 <= dims <= FULL:
            raise UsageError(
                f"the built-in embedder has {FULL} dimensions, not {dims}",
                where="--embedding-dims",
                hint=f"at most {FULL}",
            )
        self.dims = dims
        self.input_limit = input_limit
        self._table = builtin_table.shipped()

    @property
    def fingerprint(self) -> str:
        """Changes whenever a vector of the same text could."""
        return (
            f"builtin-{VERSION}/{builtin_table.NAME}-{builtin_table.VERSION}/dims={self.dims}/input={self.input_limit}"
            f"/recipe={recipe.VERSION}.{WORDS_VERSION}"
        )

    def embed(self, texts: Sequence[str]) -> F32:
        """Unit rows; zeros for a text without a word."""
        reader = WordReader()
        counts: list[int] = []
        numbers: list[I32] = []
        for text in texts:
            for line, weight in _weighted_lines(text[: self.input_limit]):
                words = spaced(line).split()
                counts += [len(words), weight]
                numbers.append(reader.number(words, len(words)))
            counts += [-1]
        vocabulary, row_of = reader.finish()
        rows, weights, owners = self._flat(numbers, counts)
        kept = row_of[rows] >= 0 if len(rows) else np.zeros(0, dtype=bool)
        rows, weights, owners = row_of[rows[kept]], weights[kept], owners[kept]
        rest = np.flatnonzero(weights == 1)
        first = np.searchsorted(owners[rest], owners[rest])
        weights[rest[np.arange(len(rest)) - first < LEAD]] = LEAD_WEIGHT
        parts = self._part_rows(vocabulary.parts)
        return self._unit_rows(parts, vocabulary, (owners, rows, weights), len(texts))

    @staticmethod
    def _flat(numbers: list[I32], counts: list[int]) -> tuple[I32, I64, I64]:
        """The words of all lines in one array, with the weight of each and the text it belongs to."""
        sizes, weights, owners, text = [], [], [], 0
        at = iter(counts)
        for count in at:
            if count < 0:
                text += 1
                continue
            sizes.append(count)
            weights.append(next(at))
            owners.append(text)
        flat = np.concatenate(numbers) if numbers else np.zeros(0, np.int32)
        return (
            flat,
            np.repeat(np.array(weights, np.int64), sizes),
            np.repeat(np.array(owners, np.int64), sizes),
        )

    def embed_question(self, question: Question) -> F32:
        """The unit vector of all words of a question; zeros when it names nothing.

        How much a word counts in a question is learned, of `where` and `fix` as of any other.
        """
        words = words_of(question.text) if question.words else []
        parts = Counter(part for word in words for part in parts_of(word))
        if not parts:
            return np.zeros(self.dims, np.float32)
        rows = self._table.rows(list(parts), asked=True)
        roots = _rounded_roots(np.array(list(parts.values()), np.int64))
        bias = self._table.bias(asked=True)
        total = pooled(
            roots[None].astype(np.float64), rows.astype(np.float64), lengths_of(rows), bias, ASKED_ALIKE
        )
        vector: F32 = units(total[:, : self.dims])[0]
        return vector

    def embed_corpus(self, graph: Graph, corpus: Corpus, ids: I32) -> Iterator[F32]:
        """Unit rows of nodes whose words were read (or zeros), in the order of `ids`, some at a time."""
        vocabulary = corpus.vocabulary
        if len(ids) <= _BATCH:  # maybe one node of a long file: no table of all its words
            words = _words_of(graph, corpus, ids)
            yield self._unit_rows(self._rows_of(vocabulary, words[1]), vocabulary, words, len(ids))
            return
        parts = self._part_rows(vocabulary.parts)
        for at in range(0, len(ids), _BATCH):
            some = ids[at : at + _BATCH]
            yield self._unit_rows(parts, vocabulary, _words_of(graph, corpus, some), len(some))

    def _rows_of(self, vocabulary: Vocabulary, rows: I32) -> _Parts:
        """As `_part_rows` of the vocabulary, with zeros for parts that are in none of these rows."""
        chosen = distinct(rows)
        offsets = vocabulary.row_offsets.astype(np.int64)
        parts = distinct(
            vocabulary.row_parts[_ranges(offsets[chosen], offsets[chosen + 1] - offsets[chosen])]
        )
        found = self._part_rows([vocabulary.parts[part] for part in parts.tolist()])
        table = np.zeros((len(vocabulary.parts), FULL), np.int16)
        lengths = np.ones(len(vocabulary.parts))
        table[parts], lengths[parts] = found.rows, found.lengths
        return _Parts(table, lengths, found.highest)

    def _part_rows(self, parts: Sequence[str]) -> _Parts:
        """One row of whole numbers a part."""
        rows, lengths = np.zeros((len(parts), FULL), np.int16), np.ones(len(parts))
        for at in range(0, len(parts), _BATCH):
            rows[at : at + _BATCH] = some = self._table.rows(parts[at : at + _BATCH])
            lengths[at : at + _BATCH] = lengths_of(some)
        return _Parts(rows, lengths, _highest(rows))

    def _unit_rows(
        self, table: _Parts, vocabulary: Vocabulary, words: tuple[I64, I32, I64], count: int
    ) -> F32:
        """Unit rows of texts 0 to `count` from their words: (text, row of the vocabulary, weight)."""
        sums = np.zeros((count, FULL), np.int64)
        where = np.zeros(len(table.rows), np.int32)
        bias = self._table.bias()
        gathered = Gathered(table.rows)
        near = bool(table.lengths.max(initial=0) * (LENGTH + FULL) < EXACT)
        texts, parts, roots = _roots(vocabulary, *words)
        weights = np.bincount(texts, roots, count)
        bounds = np.searchsorted(texts, np.arange(0, count + _CHUNK, _CHUNK)).tolist()
        for k, (a, b) in enumerate(pairwise(bounds)):
            if a == b:
                continue
            base = k * _CHUNK
            size = min(_CHUNK, count - base)
            used = distinct(parts[a:b])
            where[used] = np.arange(len(used), dtype=np.int32)
            exact = near and weights[base : base + size].max() * table.highest < EXACT
            matrix = np.zeros((size, len(used)), np.float32 if exact else np.float64)
            matrix[texts[a:b] - base, where[parts[a:b]]] = roots[a:b]
            rows = gathered.take(used, exact=bool(exact))
            sums[base : base + size] = pooled(matrix, rows, table.lengths[used], bias, ALIKE)
        sums[weights == 0] = 0  # of no word
        return units(sums[:, : self.dims])


def _highest(table: I16) -> float:
    """The largest number of a table, whatever its sign."""
    return float(max(table.max(initial=0), -int(table.min(initial=0))))


def _weighted_lines(text: str) -> list[tuple[bytes, int]]:
    """The title, the place and the rest of a text, with their weights. A single line is no title."""
    lines = text.split("\n", 2)
    if len(lines) == 1:
        return [(text.encode("utf-8", "replace"), 1)]
    weights = (TITLE_WEIGHT, PLACE_WEIGHT, 1)
    return [(line.encode("utf-8", "replace"), weight) for line, weight in zip(lines, weights, strict=False)]


def _words_of(graph: Graph, corpus: Corpus, ids: I32) -> tuple[I64, I32, I64]:
    """The words of some nodes as the recipe takes them: position in `ids`, row, weight."""
    unnamed = graph.symbols.lengths[ids] == 0  # called by its path
    titles, places = _listed(corpus.symbols, ids), _listed(corpus.paths, graph.path_ids[ids])
    place_weights = np.where(unnamed, TITLE_WEIGHT, PLACE_WEIGHT)[places[0]]
    weights = [np.full(len(titles[0]), TITLE_WEIGHT), place_weights]
    docs, bodies = _listed(corpus.docs, ids), _bodies(corpus, ids)
    leading = np.full(len(ids), LEAD)
    for owners, _ in (docs, bodies):
        counts = np.bincount(owners, minlength=len(ids))
        before = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
        weights.append(np.where(before < leading[owners], LEAD_WEIGHT, 1))
        leading = leading - counts
    fields = (titles, places, docs, bodies)
    return (
        np.concatenate([owners for owners, _ in fields]),
        np.concatenate([rows for _, rows in fields]),
        np.concatenate(weights),
    )


def _listed(source: Rows, items: I32) -> tuple[I64, I32]:
    """(position in items, row) of the words of some items."""
    lengths = source.offsets[items + 1] - source.offsets[items]
    return np.repeat(np.arange(len(items)), lengths), source.rows[_ranges(source.offsets[items], lengths)]


def _bodies(corpus: Corpus, ids: I32) -> tuple[I64, I32]:
    """(position in ids, row) of the words of some nodes' bodies."""
    lengths = corpus.span_end[ids] - corpus.span_start[ids]
    body = corpus.tokens[_ranges(corpus.span_start[ids], lengths)]
    kept = body >= 0
    return np.repeat(np.arange(len(ids)), lengths)[kept], body[kept]


def _ranges(starts: I64, lengths: I64) -> I64:
    """The numbers from each start on, `lengths` many, one range after the other."""
    before = np.cumsum(lengths) - lengths
    numbers: I64 = np.arange(int(lengths.sum()), dtype=np.int64) + np.repeat(starts - before, lengths)
    return numbers


def _roots(vocabulary: Vocabulary, owners: I64, rows: I32, weights: I64) -> tuple[I64, I64, F32]:
    """Distinct (owner, part) pairs in order, and the rounded root of how often each occurs."""
    offsets = vocabulary.row_offsets.astype(np.int64)
    lengths = offsets[rows + 1] - offsets[rows]
    parts = vocabulary.row_parts[_ranges(offsets[rows], lengths)]
    size = max(len(vocabulary.parts), 1)
    packed = ((np.repeat(owners, lengths) * size + parts) << 5) | np.repeat(weights, lengths)
    packed.sort()
    keys = packed >> 5
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    counts = np.add.reduceat(packed & 31, first) if len(first) else packed
    keys = keys[first]
    found = keys // size
    return found, keys - found * size, _rounded_roots(counts)


def _rounded_roots(counts: I64) -> F32:
    """The roots of counts, times `ROOT` and whole."""
    roots: F32 = np.rint(ROOT * np.sqrt(counts)).astype(np.float32)
    return roots
