"""Lists of ascending numbers, one list a key: the shape of every table of the word index.

In memory a list is a slice of one array. Stored, it is the count of each list and the steps between its
numbers, which are small and compress well. What comes from a file is checked before it is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from xray_graph.errors import FormatError

I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
Column = npt.NDArray[Any] | bytes
_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Postings:
    """List `k` is `items[offsets[k]:offsets[k + 1]]`."""

    offsets: I64
    items: I32

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @classmethod
    def of(cls, keys: npt.NDArray[np.integer[Any]], items: I32, size: int) -> Self:
        """From pairs that are ordered by key and then item."""
        return cls(np.searchsorted(keys, np.arange(size + 1)), items)

    def slots(self, keys: npt.NDArray[np.integer[Any]]) -> tuple[I64, I64]:
        """Positions in `items` of all the lists of `keys`, one after the other, and each list's length."""
        return ranges(self.offsets[keys], self.offsets[keys + 1])

    def before(self, keys: npt.NDArray[np.integer[Any]], items: npt.NDArray[np.integer[Any]]) -> I64:
        """For each key and item: the position in `items` of the first of the key's that is not below it."""
        low: I64 = self.offsets[keys]
        high: I64 = self.offsets[keys + 1]
        while len(open_ := np.flatnonzero(low < high)):  # bisection of all at once
            middle = (low[open_] + high[open_]) // 2
            below = self.items[middle] < items[open_]
            low[open_[below]] = middle[below] + 1
            high[open_[~below]] = middle[~below]
        return low

    def chosen(self, keys: I64) -> Self:
        """The lists of these keys, in this order."""
        slots, lengths = self.slots(keys)
        offsets = np.zeros(len(keys) + 1, np.int64)
        np.cumsum(lengths, out=offsets[1:])
        return type(self)(offsets, self.items[slots])

    def widened(self, size: int) -> Self:
        """The same lists, and empty ones up to `size`."""
        more = np.full(size - len(self), self.offsets[-1], self.offsets.dtype)
        return type(self)(np.concatenate([self.offsets, more]), self.items)

    def to_columns(self, name: str) -> dict[str, Column]:
        steps = np.diff(self.items, prepend=np.int32(0))
        first = self.offsets[:-1][np.diff(self.offsets) > 0]
        steps[first] = self.items[first]
        return {f"{name}.counts": np.diff(self.offsets).astype(np.uint32), name: steps.astype(np.uint32)}

    @classmethod
    def from_columns(cls, columns: Mapping[str, Column], name: str, below: int) -> Self:
        """Read lists of numbers below `below`.

        Raises:
            FormatError: a column is missing or of another type, the counts do not add up, or a list
                does not ascend or reaches out of bounds.
        """
        counts = column(columns, f"{name}.counts", np.dtype(np.uint32))
        steps = column(columns, name, np.dtype(np.uint32))
        offsets = np.zeros(len(counts) + 1, np.int64)
        np.cumsum(counts, out=offsets[1:])
        if offsets[-1] != len(steps):
            raise damaged(name, f"counts add up to {offsets[-1]}, there are {len(steps)}")
        items = np.empty(len(steps), np.int32)
        first = offsets[:-1][counts > 0]
        for at in range(0, len(steps), _BLOCK):  # what is between costs eight times the column
            _summed(steps[at : at + _BLOCK], items, at, first, below, name)
        return cls(offsets, items)


def _summed(steps: npt.NDArray[np.uint32], items: I32, at: int, first: I64, below: int, name: str) -> None:
    """Write into `items` from `at` on what these steps lead to; `first` are the lists' first positions."""
    end = at + len(steps)
    begins = first[np.searchsorted(first, at) : np.searchsorted(first, end)] - at
    inner = np.ones(len(steps), dtype=bool)
    inner[begins] = False
    if int(steps.max()) >= below or not bool(steps[inner].all()):
        raise damaged(name, "a list does not ascend or leaves its bounds")
    total = np.cumsum(steps, dtype=np.int64)
    if not len(begins) or begins[0] > 0:  # a list that began in the block before
        total[: int(begins[0]) if len(begins) else None] += int(items[at - 1])
    if len(begins):
        before = total[begins] - steps[begins]
        lengths = np.diff(begins, append=len(steps))
        total[begins[0] :] -= np.repeat(before, lengths)
    if int(total.max()) >= below:
        raise damaged(name, "a list leaves its bounds")
    items[at:end] = total


def ranges(starts: I64, ends: I64) -> tuple[I64, I64]:
    """The numbers of the ranges [start, end), one range after the other, and the length of each."""
    lengths = ends - starts
    before = np.cumsum(lengths) - lengths
    total = int(lengths.sum())
    return np.arange(total, dtype=np.int64) + np.repeat(starts - before, lengths), lengths


def column(columns: Mapping[str, Column], name: str, kind: np.dtype[Any]) -> npt.NDArray[Any]:
    """The named column, of that type and one dimension.

    Raises:
        FormatError: it is missing, or is something else.
    """
    found = columns.get(name)
    if not isinstance(found, np.ndarray) or found.dtype != kind or found.ndim != 1:
        raise damaged(name, f"is no column of {kind}")
    return found


def damaged(name: str, what: str) -> FormatError:
    return FormatError(f"the word index is damaged: `{name}`: {what}", hint="build the map again")
