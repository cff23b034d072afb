"""All words of one map, read once: whose they are, for the word index and for the embedder.

Each file is cut where a node begins, ends or reaches the limit of what is embedded of it, and each
piece is tokenised once. From the pieces come, without looking at a word again,
- the *span* of each node: its words from its first byte to the cut (what the embedder reads), and
- its *own* words: those of its pieces that belong to no node inside it (what the word index counts).
  A field, constant, variable, setting or unnamed function is found by itself and by its owner, so its
  words count for both.
Besides, the words of each symbol, doc comment and path. A signature is no field of its own: it begins the
body.

One node costs a few µs, one MB of text about 25 ms. Called by `pipeline`; needs no parser.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.graph import Graph, StringColumn
from xray_graph.lexicon.words import I32, Vocabulary, WordReader, spaced
from xray_graph.model import NODE_KINDS, NodeKind

I64 = npt.NDArray[np.int64]

CODE_LIMIT: Final = 600  # characters of a code node's body that are embedded
DOC_LIMIT: Final = 2000  # characters of a doc comment that are read
_AT_ONCE: Final = 4096  # strings of a column
PROSE: Final = frozenset({NodeKind.DOCUMENT, NodeKind.SECTION})
WEAK: Final = frozenset({NodeKind.FIELD, NodeKind.CONSTANT, NodeKind.VARIABLE, NodeKind.CONFIG, NodeKind.ENV})


@dataclass(frozen=True, slots=True)
class Rows:
    """Lists of rows, one list an item: `rows[offsets[i]:offsets[i + 1]]`."""

    offsets: I64
    rows: I32

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def of(self, i: int) -> I32:
        return self.rows[self.offsets[i] : self.offsets[i + 1]]


@dataclass(frozen=True, slots=True)
class Corpus:
    """What was read. Rows are those of `vocabulary`; dropped words are -1 in `tokens`, absent elsewhere."""

    vocabulary: Vocabulary
    tokens: I32  # every word of every file, in order
    text_offsets: I64  # the words of the text of path k are tokens[text_offsets[k]:text_offsets[k + 1]]
    span_start: I64  # a node's embedded words are tokens[span_start:span_end]
    span_end: I64
    piece_node: I32  # one row a piece: the node that owns it,
    piece_start: I64  # and its words, tokens[piece_start:piece_end]
    piece_end: I64
    symbols: Rows  # one list a node
    docs: Rows  # one list a node
    paths: Rows  # one list a path


def weak_nodes(graph: Graph) -> npt.NDArray[np.bool_]:
    """Mask over the nodes that are found by words and through their owner only: they get no vector.

    Fields, constants, variables and settings, and what has no name (`func@1`).
    """
    symbols = graph.symbols
    blob = np.frombuffer(symbols.blob, np.uint8)
    last = np.full((2, len(graph)), -1, np.int64)
    for row, sign in zip(last, b"@.", strict=True):
        at = np.flatnonzero(blob == sign)
        row[np.searchsorted(symbols.offsets, at, side="right") - 1] = at  # the last of each symbol stays
    weak: npt.NDArray[np.bool_] = graph.with_kind(*WEAK) | (last[0] > last[1])
    return weak


def weak_of(graph: Graph, here: range) -> list[bool]:
    """As `weak_nodes`, of a few nodes side by side."""
    kinds = graph.kinds[here.start : here.stop].tolist()
    names = map(graph.symbols.raw, here)
    return [
        NODE_KINDS[kind] in WEAK or name.rfind(b"@") > name.rfind(b".")
        for kind, name in zip(kinds, names, strict=True)
    ]


def read_corpus(
    graph: Graph,
    sources: Mapping[str, bytes],
    input_limit: int = 8192,
    *,
    only: Collection[str] | None = None,
) -> Corpus:
    """Read every word of the graph's nodes.

    `sources` maps a path to the stored text; a path without one has no words but its names.
    `input_limit` is how many characters of prose are embedded. With `only`, the nodes of these paths are
    read and all others have no words, at a cost of what is read.
    """
    reader = WordReader()
    size = len(graph)
    starts, ends = np.zeros(size, np.int64), np.zeros(size, np.int64)
    numbers: list[I32] = []
    pieces = _Pieces()
    limits = _limits(graph, input_limit)
    weak = weak_nodes(graph) if only is None else None
    texts = np.zeros(len(graph.paths) + 1, np.int64)
    chosen = range(len(graph.paths)) if only is None else _ids_of(graph, only)
    read = 0
    for place in chosen:
        here = graph.range_of(place)
        data = sources.get(graph.path_list[place])
        if not data or not here:
            continue
        spans = _spans(graph, here, len(data))
        limits_here = limits[here.start : here.stop].tolist()
        cuts = [cut(data, a, b, limit) for limit, (a, b) in zip(limits_here, spans, strict=True)]
        bounds = sorted({0, len(data), *chain.from_iterable(spans), *cuts})
        text = spaced(data)
        words = [text[a:b].split() for a, b in pairwise(bounds)]
        counts = np.fromiter(map(len, words), np.int64, len(words))
        at = np.zeros(len(bounds), np.int64)
        np.cumsum(counts, out=at[1:])
        at += read
        total = int(at[-1]) - read
        numbers.append(reader.number(chain.from_iterable(words), total))
        first = np.searchsorted(bounds, [a for a, _ in spans])
        starts[here.start : here.stop] = at[first]
        ends[here.start : here.stop] = at[np.searchsorted(bounds, cuts)]
        weak_here = weak_of(graph, here) if weak is None else weak[here.start : here.stop].tolist()
        pieces.add(here.start, spans, bounds, at.tolist(), weak_here)
        read += total
        texts[place + 1] = total
    nodes = None if only is None else [i for place in chosen for i in graph.range_of(place)]
    symbols = _column(reader, graph.symbols, nodes)
    docs = _column(reader, graph.columns.texts.docs, nodes, DOC_LIMIT)
    paths = _column(reader, graph.paths, None if only is None else list(chosen))
    vocabulary, row_of = reader.finish()
    flat = np.concatenate(numbers) if numbers else np.zeros(0, np.int32)
    return Corpus(
        vocabulary,
        row_of[flat] if len(row_of) else flat,
        np.cumsum(texts),
        starts,
        ends,
        np.frombuffer(pieces.node, np.int32),
        np.frombuffer(pieces.start, np.int64),
        np.frombuffer(pieces.end, np.int64),
        *(_rows(row_of, *column) for column in (symbols, docs, paths)),
    )


class _Pieces:
    """Collects which node owns which stretch of words."""

    def __init__(self) -> None:
        self.node = array("i")
        self.start = array("q")
        self.end = array("q")

    def add(
        self,
        first: int,
        spans: Sequence[tuple[int, int]],
        bounds: Sequence[int],
        at: Sequence[int],
        weak: Sequence[bool],
    ) -> None:
        """Give each piece of one file to the innermost node, and on to its owner while that is weak."""
        order = sorted(range(len(spans)), key=lambda k: (spans[k][0], -spans[k][1]))
        ends = [end for _, end in spans]
        opening = iter([(spans[k][0], k) for k in order] + [(bounds[-1] + 1, -1)])
        begins, upcoming = next(opening)
        stack: list[int] = []
        for (a, b), (start, end) in zip(pairwise(bounds), pairwise(at), strict=True):
            while stack and ends[stack[-1]] <= a:
                stack.pop()
            while begins <= a:
                if ends[upcoming] > a:
                    stack.append(upcoming)
                begins, upcoming = next(opening)
            if start == end:
                continue
            for owner in reversed(stack):
                if ends[owner] >= b:
                    self.node.append(first + owner)
                    self.start.append(start)
                    self.end.append(end)
                    if not weak[owner]:
                        break


def _spans(graph: Graph, here: range, size: int) -> list[tuple[int, int]]:
    """The byte spans of a path's nodes; a file or document is all of its text."""
    starts = graph.nodes.start[here.start : here.stop].tolist()
    ends = graph.nodes.end[here.start : here.stop].tolist()
    spans = [(min(a, size), min(max(a, b), size)) for a, b in zip(starts, ends, strict=True)]
    if graph.file_node(here.start) is not None:
        spans[0] = (0, size)
    return spans


def body_end(graph: Graph, i: int, data: bytes, input_limit: int) -> tuple[int, int]:
    """The bytes of node `i` that are embedded: its first one, and the one behind the cut."""
    kind = graph.kind(i)
    limit = input_limit if kind in PROSE else 0 if kind == NodeKind.FILE else min(CODE_LIMIT, input_limit)
    start, end = (0, len(data)) if not graph.symbol(i) else graph.span(i)
    start = min(start, len(data))
    return start, cut(data, start, min(max(start, end), len(data)), limit)


def _ids_of(graph: Graph, paths: Collection[str]) -> list[int]:
    """The positions of these paths, of those that the graph has, ascending."""
    return sorted(place for path in paths if (place := graph.path_id(path)) is not None)


def _limits(graph: Graph, input_limit: int) -> npt.NDArray[np.int64]:
    """How many characters of each node's text are embedded."""
    limits = np.full(len(graph), min(CODE_LIMIT, input_limit))
    limits[graph.with_kind(*PROSE)] = input_limit
    limits[graph.with_kind(NodeKind.FILE)] = 0
    return limits


def cut(data: bytes, start: int, end: int, limit: int) -> int:
    """The byte `limit` characters on from `start`, or at the end of the word there; at most `end`."""
    if limit == 0 or end - start <= limit:
        return start if limit == 0 else end
    at = start + limit
    head = data[start : start + 4 * limit]
    if not head.isascii():
        at = start + len(head.decode("utf-8", "replace")[:limit].encode("utf-8", "replace"))
    while at < end and (data[at] >= 0x80 or data[at] == 0x5F or chr(data[at]).isalnum()):
        at += 1
    return min(at, end)


def _column(
    reader: WordReader, column: StringColumn, only: list[int] | None, limit: int = 1 << 30
) -> tuple[I64, I32]:
    """Word counts and word numbers of a column of strings, each up to `limit` characters."""
    blob = column.blob
    counts, numbers = np.zeros(len(column), np.int64), [np.zeros(0, np.int32)]
    chosen = np.arange(len(column)) if only is None else np.array(only, np.int64)
    starts, ends = column.offsets[chosen], column.offsets[chosen + 1]
    for at in range(0, len(chosen), _AT_ONCE):
        some = slice(at, at + _AT_ONCE)
        found = [
            spaced(blob[a : b if b - a <= limit else cut(blob, a, b, limit)]).split()
            for a, b in zip(starts[some].tolist(), ends[some].tolist(), strict=True)
        ]
        counts[chosen[some]] = sizes = np.fromiter(map(len, found), np.int64, len(found))
        numbers.append(reader.number(chain.from_iterable(found), int(sizes.sum())))
    return counts, np.concatenate(numbers)


def _rows(row_of: I32, counts: I64, numbers: I32) -> Rows:
    """Drop the words that say nothing."""
    rows = row_of[numbers] if len(numbers) else numbers
    kept = rows >= 0
    before = np.zeros(len(kept) + 1, np.int64)
    np.cumsum(kept, out=before[1:])
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return Rows(before[offsets], rows[kept])
