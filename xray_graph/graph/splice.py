"""Columns with some rows taken out and others put in, in numpy: what `patch` does to every column.

Cost is a few passes over the column and nothing a row in Python, whatever was cut. Knows no nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from xray_graph.graph.columns import I32, I64, sealed
from xray_graph.graph.strings import StringColumn

_Number = TypeVar("_Number", bound=np.generic)

_MANY: Final = 20_000  # changes above which a mask is cheaper than copying in runs
GONE: Final = -1  # the new place of a row that was taken out


class Cut(NamedTuple):
    """Rows [start, stop) go, and `fresh` new ones come in their place."""

    start: int
    stop: int
    fresh: int


class Splice:
    """Where each row goes. `cuts` ascend and do not overlap; new rows come in the order of the cuts."""

    def __init__(self, size: int, cuts: Sequence[Cut]) -> None:
        starts, stops, counts = (np.array(c, np.int64) for c in zip(*cuts, strict=True)) if cuts else _NONE
        self._cuts = cuts
        marks = np.zeros(size + 1, np.int32)
        np.add.at(marks, starts, 1)
        np.add.at(marks, stops, -1)
        self.kept: npt.NDArray[np.bool_] = np.cumsum(marks[:-1]) == 0
        before = starts - (np.cumsum(stops - starts) - (stops - starts))  # rows that are kept before a cut
        total = int(counts.sum())
        self.size = int(self.kept.sum()) + total
        self.fresh: I64 = np.repeat(before, counts) + np.arange(total)  # the places of the new rows
        old = np.ones(self.size, dtype=bool)
        old[self.fresh] = False
        self._old = old
        self.moved: I32 = np.full(size, GONE, np.int32)  # old row → its new place
        self.moved[self.kept] = np.flatnonzero(old)

    def numbers(self, old: npt.NDArray[_Number], new: npt.NDArray[_Number]) -> npt.NDArray[_Number]:
        """A column of numbers; `new` holds the new rows."""
        out = np.empty(self.size, old.dtype)
        out[self._old] = old[self.kept]
        out[self.fresh] = new
        return sealed(out)

    def strings(self, old: StringColumn, new: StringColumn) -> StringColumn:
        """A column of strings."""
        pieces: list[bytes] = []
        at = row = 0
        for start, stop, fresh in self._cuts:
            pieces.append(old.blob[at : int(old.offsets[start])])
            pieces.append(new.blob[int(new.offsets[row]) : int(new.offsets[row + fresh])])
            at, row = int(old.offsets[stop]), row + fresh
        pieces.append(old.blob[at:])
        offsets = np.zeros(self.size + 1, np.int64)
        np.cumsum(self.numbers(old.lengths, new.lengths), out=offsets[1:])
        return StringColumn(b"".join(pieces), sealed(offsets))


def replaced(
    old: npt.NDArray[_Number], gone: I64, places: I64, new: npt.NDArray[_Number]
) -> npt.NDArray[_Number]:
    """`old` without its rows `gone`, and with the rows of `new` each before an old row.

    Both ascend; what lies between is copied in long runs, so a few changes in a long column cost little
    more than the copy.

    Args:
        old: the column; its rows may be arrays themselves.
        gone: positions in `old`.
        places: for each new row the position in `old` before which it comes; rows of one place stay in
            their order.
        new: the rows.
    """
    events = np.concatenate([gone, places])
    if not len(events):
        return old
    if len(events) > _MANY:
        kept = np.ones(len(old), dtype=bool)
        kept[gone] = False
        before = np.cumsum(kept) - kept
        at = np.append(before, int(kept.sum()))[places] + np.arange(len(places))
        rest = np.ones(int(kept.sum()) + len(new), dtype=bool)
        rest[at] = False
        out = np.empty((len(rest), *old.shape[1:]), old.dtype)
        out[rest], out[at] = old[kept], new
        return out
    pieces: list[npt.NDArray[_Number]] = []
    at_old = at_new = 0
    stops = np.unique(events).tolist()
    going = set(gone.tolist())
    counts = np.searchsorted(places, stops, side="right").tolist()
    for stop, count in zip(stops, counts, strict=True):
        if stop > at_old:
            pieces.append(old[at_old:stop])
        if count > at_new:
            pieces.append(new[at_new:count])
        at_old, at_new = stop + (stop in going), count
    pieces.append(old[at_old:])
    return np.concatenate(pieces)


class Table(NamedTuple):
    """A table of distinct values in order, made of two, and where the rows of both went (GONE: unused)."""

    values: list[Any]
    old: I32
    new: I32
    same: bool  # whether it is the old one


def joined(old: Sequence[Any], used: npt.NDArray[np.bool_], new: Sequence[Any]) -> Table:
    """The used values of an ordered table and some new ones, distinct and in order."""
    known = {value: k for k, value in enumerate(old)}
    if used.all() and all(value in known for value in new):
        return Table(list(old), np.arange(len(old), dtype=np.int32), _places(known, new), same=True)
    values = sorted({*(old[k] for k in np.flatnonzero(used).tolist()), *new})
    places = {value: k for k, value in enumerate(values)}
    moved = np.fromiter((places.get(value, GONE) for value in old), np.int32, len(old))
    return Table(values, moved, _places(places, new), same=False)


def used(column: npt.NDArray[np.integer[Any]], size: int) -> npt.NDArray[np.bool_]:
    """Which rows of a table a column points to."""
    found = np.zeros(size, dtype=bool)
    found[column] = True
    return found


def _places(places: dict[Any, int], values: Sequence[Any]) -> I32:
    return np.fromiter((places[value] for value in values), np.int32, len(values))


_NONE: Final = (np.zeros(0, np.int64),) * 3
