"""The graph index: a hierarchical navigable small world over many vectors, by the library hnswlib.

    build    vectors ─▶ hnswlib ─▶ the links, as columns         with a snapshot, minutes for a million
    Hnsw     columns, checked ─▶ hnswlib, over the vectors that are there now         when it is asked

Only links are stored, in columns of our own: vectors lie in the map already, and what the library saves is
raw memory that it believes when it reads it. So a hostile file cannot make it read where nothing is: every
count, link, level and the entry are checked first (see `links`), and the memory is laid out anew from them.

A row is known by a key over its numbers, not by its node, so that an index still serves a map that has
changed: what has no key in the index is scanned beside it, what is gone from the map is passed over.
Built by one thread, in the order of the rows, from a fixed seed: the same vectors give the same links on
the same machine. (Not on every one: processors add floats in another order. The content digest of a map
leaves it out.) Called by `pipeline` and by `index.vectors`; without hnswlib maps are searched exactly.
"""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from collections.abc import Mapping
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from xray_graph.errors import UsageError
from xray_graph.index.columns import AT_ONCE, VectorColumns, leading_rows, unit_rows
from xray_graph.index.links import check, column, lowest, settings_of
from xray_graph.index.postings import Column

F32 = npt.NDArray[np.float32]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
U8 = npt.NDArray[np.uint8]
U64 = npt.NDArray[np.uint64]

THRESHOLD: Final = 200_000  # vectors from which a map gets an index unasked
# Questions lie apart from what they ask for, so the graph needs more of both than vectors that look for
# their like (see benchmarks/vectors).
LINKS: Final = 32  # of a row in the upper layers; the lowest has twice as many
BREADTH: Final = 200  # candidates while building
_SEED: Final = 100
_FRESH: Final = 10  # an index serves while at most one row in so many is not in it, or is gone
_LIBRARY: Final = "hnswlib"


def is_installed() -> bool:
    """Whether the library is there: it comes with the extra `hnsw`."""
    return importlib.util.find_spec(_LIBRARY) is not None


def require() -> None:
    """Raise UsageError when the library is not there."""
    if not is_installed():
        raise UsageError("the graph index needs hnswlib", hint="pip install 'xray-graph[hnsw]'")


def build(vectors: VectorColumns, breadth: int = BREADTH) -> dict[str, Column]:
    """The links over all rows, as columns for a snapshot.

    Raises:
        UsageError: hnswlib is not installed.
    """
    require()
    rows = _rows_of(vectors)
    index = _empty(len(rows), rows.shape[1], LINKS, breadth)
    index.set_num_threads(1)
    if len(rows):
        index.add_items(rows, np.arange(len(rows)), num_threads=1)
    state = _state(index)
    levels = state["element_levels"][: len(rows)].astype(np.uint8)
    low = state["data_level0"].view(np.uint8).reshape(len(rows), state["size_data_per_element"])
    high = state["link_lists"].view(np.uint8).reshape(-1, 4 * (LINKS + 1))
    lists = _Lists(low[:, : 4 * (2 * LINKS + 1)], high, levels)
    entry = state["enterpoint_node"] if len(rows) else 0
    return {
        "settings": np.array([LINKS, breadth, rows.shape[1], entry], np.int32),
        "key": keys_of(vectors),
        "level": levels,
        **lists.columns(),
    }


def keys_of(vectors: VectorColumns) -> U64:
    """What each row is known by: 8 bytes of a hash of its numbers and its scale."""
    rows, scales = vectors.rows, vectors.scale.astype("<f4")
    digests = (
        hashlib.blake2b(row.tobytes() + scale.tobytes(), digest_size=8).digest()
        for row, scale in zip(rows, scales, strict=True)
    )
    return np.frombuffer(b"".join(digests), "<u8").astype(np.uint64)


def memory(columns: Mapping[str, Column]) -> int:
    """Bytes that are used while the index is laid out: the library's memory twice, and the lists.

    Raises:
        FormatError: a column is missing or of another type.
    """
    m, _, dims, _ = settings_of(columns)
    rows, lists = len(column(columns, "level", np.uint8)), len(column(columns, "count", np.uint8))
    low, high = 4 * (2 * m + 1), 4 * (m + 1)
    return rows * (3 * low + 2 * 4 * dims + 64) + 3 * lists * high


class Hnsw:
    """The index of a map, over the vectors that it has now. Safe to search from several threads."""

    def __init__(self, index: Any, keys: U64, row_of: I32, beside: I64) -> None:
        self._index = index
        self._keys = keys
        self._row_of = row_of  # row of the index → row of the vectors, negative for one that is gone
        self.beside = beside  # rows of the vectors that are not in the index

    @classmethod
    def of(cls, columns: Mapping[str, Column], vectors: VectorColumns) -> Self | None:
        """The index that `build` described; None when it is of too many other vectors, or of other ones.

        Raises:
            FormatError: a column is missing, of another type, or points out of bounds.
        """
        check(columns)
        m, breadth, dims, entry = settings_of(columns)
        levels, keys = column(columns, "level", np.uint8), column(columns, "key", np.uint64)
        counts, links = column(columns, "count", np.uint8), column(columns, "link", np.int32)
        if not is_installed() or dims != vectors.rows.shape[1] or not len(levels):
            return None
        found = _placed(keys, vectors)
        if found is None:
            return None
        row_of, beside = found
        lists = _Lists.of(m, levels, counts, links)
        return cls(_filled(vectors, row_of, lists, m, breadth, entry), keys, row_of, beside)

    def over(self, vectors: VectorColumns) -> Self | None:
        """The same index for a map that has changed; None when it has changed too much."""
        found = _placed(self._keys, vectors)
        return None if found is None else type(self)(self._index, self._keys, *found)

    def __len__(self) -> int:
        return len(self._row_of)

    def nearest(self, query: F32, count: int) -> I64 | None:
        """About the `count` rows of the vectors that are nearest to a query.

        None when the links do not lead to so many.
        """
        count = min(count, len(self._row_of))
        if self._index.ef < count:  # as wide as what is asked for; only ever wider
            self._index.set_ef(count)
        try:
            labels, _ = self._index.knn_query(query[None, :], k=count, num_threads=1)
        except RuntimeError:
            return None
        rows = self._row_of[labels[0].astype(np.int64)]
        found: I64 = rows[rows >= 0].astype(np.int64)
        return found


class Links(dict[str, Column]):
    """The columns of an index, and the index itself, which the versions of a live map share."""

    def __init__(self, columns: Mapping[str, Column]) -> None:
        super().__init__(columns)
        self._lock = threading.Lock()
        self._first: Hnsw | None = None

    def over(self, vectors: VectorColumns) -> Hnsw | None:
        """The index for these vectors, as Hnsw.of; the library's memory is laid out at the first call only.

        Raises:
            FormatError: as Hnsw.of.
        """
        with self._lock:
            if self._first is None:
                self._first = Hnsw.of(self, vectors)
                return self._first
        return self._first.over(vectors)

    @property
    def is_laid_out(self) -> bool:
        """Whether `over` has little to do."""
        return self._first is not None


def _placed(keys: U64, vectors: VectorColumns) -> tuple[I32, I64] | None:
    """Where each row of an index is among the vectors, and which of these are not in it.

    None when too many rows are gone or new.
    """
    row_of = _matched(keys, keys_of(vectors))
    beside = np.ones(len(vectors.ids), dtype=bool)
    beside[row_of[row_of >= 0]] = False
    if max(int((row_of < 0).sum()), int(beside.sum())) * _FRESH > len(keys):
        return None
    return row_of, np.flatnonzero(beside)


def _rows_of(vectors: VectorColumns) -> F32:
    """All rows as the graph has them: less their mean, which they share and which no order depends on."""
    rows = leading_rows(vectors, vectors.rows.shape[1])
    rows -= _mean(vectors)
    return rows


def _mean(vectors: VectorColumns) -> F32:
    """The mean of all rows; zeros where there is none."""
    total = np.zeros(vectors.rows.shape[1])
    for at in range(0, len(vectors.rows), AT_ONCE):
        total += unit_rows(vectors.rows[at : at + AT_ONCE]).sum(axis=0, dtype=np.float64)
    return (total / max(len(vectors.rows), 1)).astype(np.float32)


class _Lists:
    """The lists of links as the library lays them out: each a count, and room for the most links."""

    def __init__(self, low: U8, high: U8, levels: U8) -> None:
        self.low = low  # one a row
        self.high = high  # `level` many a row
        self.levels = levels.astype(np.int64)

    @classmethod
    def of(cls, m: int, levels: U8, counts: U8, links: I32) -> Self:
        """From columns that were checked."""
        places = lowest(levels)
        is_low = np.zeros(len(counts), dtype=bool)
        is_low[places] = True
        made = []
        for chosen, most in ((is_low, 2 * m), (~is_low, m)):
            some = counts[chosen]
            lists = np.zeros((len(some), most + 1), "<u4")
            lists[:, 0] = some
            lists[:, 1:][np.arange(most) < some[:, None]] = links[np.repeat(chosen, counts)]
            made.append(lists.view(np.uint8))
        return cls(made[0], made[1], levels)

    def columns(self) -> dict[str, Column]:
        """The counts and links of all lists, row by row, from the lowest layer up."""
        first = lowest(self.levels)
        is_low = np.zeros(int((self.levels + 1).sum()), dtype=bool)
        is_low[first] = True
        most = self.low.shape[1] // 4 - 1
        lists = np.zeros((len(is_low), most + 1), np.uint32)
        lists[is_low] = np.ascontiguousarray(self.low).view("<u4")
        high = np.ascontiguousarray(self.high).view("<u4")
        lists[~is_low, : high.shape[1]] = high
        counts = lists[:, 0] & 0xFFFF  # above it the library keeps a mark
        held = np.arange(most) < counts[:, None]
        return {"count": counts.astype(np.uint8), "link": lists[:, 1:][held].astype(np.int32)}


def _filled(vectors: VectorColumns, row_of: I32, lists: _Lists, m: int, breadth: int, entry: int) -> Any:
    """The library's index with these links, over these rows; its memory is laid out here.

    Zeros stand for a row that is gone. The library copies what it gets, so for a moment it is there twice.
    """
    count, dims = len(row_of), vectors.rows.shape[1]
    index = _empty(count, dims, m, breadth)
    state = _state(index)
    width = lists.low.shape[1]
    level0 = np.zeros((count, state["size_data_per_element"]), np.uint8)
    level0[:, :width] = lists.low
    mean = _mean(vectors)
    for at in range(0, count, AT_ONCE):
        held = at + np.flatnonzero(row_of[at : at + AT_ONCE] >= 0)
        level0[held, width : width + 4 * dims] = (unit_rows(vectors.rows[row_of[held]]) - mean).view(np.uint8)
    level0[:, width + 4 * dims :] = np.arange(count, dtype="<u8")[:, None].view(np.uint8)
    levels = lists.levels.astype(np.int32)
    state |= {
        "cur_element_count": count,
        "ep_added": True,
        "max_level": int(levels.max()),
        "enterpoint_node": entry,
        "element_levels": levels,
        "data_level0": level0.reshape(-1).view(np.int8),
        "link_lists": lists.high.reshape(-1).view(np.int8),
        "label_lookup_external": np.arange(count, dtype=np.uint64),
        "label_lookup_internal": np.arange(count, dtype=np.uint32),
    }
    return _library().Index(params=state)


def _matched(keys: U64, present: U64) -> I32:
    """For each key the row of `present` that has it, each row once; negative for none."""
    ranked, by_present = np.argsort(keys, kind="stable"), np.argsort(present, kind="stable")
    ours, theirs = keys[ranked], present[by_present]
    # The k-th of equal keys is the k-th of equal rows.
    nth = np.arange(len(ours)) - np.searchsorted(ours, ours)
    at = np.searchsorted(theirs, ours) + nth
    there = at < len(theirs)
    there[there] = theirs[at[there]] == ours[there]
    row_of = np.full(len(keys), -1, np.int32)
    row_of[ranked[there]] = by_present[at[there]]
    return row_of


def _empty(count: int, dims: int, m: int, breadth: int) -> Any:
    index = _library().Index(space="ip", dim=dims)
    index.init_index(max_elements=max(count, 1), M=m, ef_construction=breadth, random_seed=_SEED)
    return index


def _state(index: Any) -> dict[str, Any]:
    """All of the library's memory, by name: what it hands out so that an index can be copied."""
    (state,) = index.__getstate__()
    return dict(state)


def _library() -> Any:
    import hnswlib

    return hnswlib
