"""A column of strings: one blob of UTF-8 and the offset of each string in it.

A graph of 300,000 nodes holds a million strings. As Python objects they would cost more memory than
everything else together and would be made at every load; here they are bytes until one is asked for.
Bytes of a file name that are no UTF-8 are kept as they are (`surrogateescape`).

Used by `graph.columns` and stored as it is by `snapshot`. It knows nothing of nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import overload

import numpy as np
import numpy.typing as npt

ERRORS = "surrogateescape"
_AT_ONCE = 1 << 14  # strings that are made at once


class StringColumn(Sequence[str]):
    """An immutable sequence of strings.

    `blob` holds the UTF-8 of all strings, one after the other; `offsets` (int64, one more than there
    are strings, ascending from 0 to `len(blob)`) says where each begins. The caller has checked
    both: `from_lengths` does so for data that was read.
    """

    __slots__ = ("blob", "offsets")

    def __init__(self, blob: bytes, offsets: npt.NDArray[np.int64]) -> None:
        self.blob = blob
        self.offsets = offsets

    @classmethod
    def of(cls, strings: Sequence[str]) -> StringColumn:
        """Pack strings.

        Raises:
            UnicodeEncodeError: a string holds a lone surrogate that stands for no byte.
        """
        joined = "".join(strings)
        blob = joined.encode("utf-8", ERRORS)
        if len(blob) == len(joined):
            lengths = np.fromiter(map(len, strings), np.int64, len(strings))
        else:
            sizes = [len(s) if s.isascii() else len(s.encode("utf-8", ERRORS)) for s in strings]
            lengths = np.array(sizes, dtype=np.int64)
        return cls(blob, _offsets(lengths))

    @classmethod
    def from_lengths(cls, blob: bytes, lengths: npt.NDArray[np.uint32]) -> StringColumn:
        """Take data that was read: the bytes, and the length in bytes of each string.

        Raises:
            ValueError: the lengths do not add up to the blob.
        """
        offsets = _offsets(lengths.astype(np.int64))
        if int(offsets[-1]) != len(blob):
            raise ValueError(f"lengths add up to {int(offsets[-1])}, the text has {len(blob)} bytes")
        return cls(blob, offsets)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The length in bytes of each string."""
        return np.diff(self.offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def raw(self, i: int) -> bytes:
        """The UTF-8 of string `i`."""
        return self.blob[self.offsets[i] : self.offsets[i + 1]]

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> list[str]: ...
    def __getitem__(self, i: int | slice) -> str | list[str]:
        if isinstance(i, slice):
            start, stop, step = i.indices(len(self))
            if step != 1:
                return [self[k] for k in range(start, stop, step)]
            blob, bounds = self.blob, self.offsets[start : max(start, stop) + 1].tolist()
            return [blob[a:b].decode("utf-8", ERRORS) for a, b in pairwise(bounds)]
        size = len(self)
        if i < 0:
            i += size
        if not 0 <= i < size:
            raise IndexError(f"string {i} of {size}")
        return self.blob[self.offsets[i] : self.offsets[i + 1]].decode("utf-8", ERRORS)

    def tolist(self) -> list[str]:
        """All strings, decoded at once (about 0.1 µs each)."""
        bounds: list[int] = self.offsets.tolist()
        text = self.blob.decode("utf-8", ERRORS)
        if len(text) == len(self.blob):
            return [text[a:b] for a, b in pairwise(bounds)]
        blob = self.blob
        return [blob[a:b].decode("utf-8", ERRORS) for a, b in pairwise(bounds)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.tolist())

    def pieces(self) -> Iterator[list[str]]:
        """All strings in order, some thousands at a time."""
        return (self[at : at + _AT_ONCE] for at in range(0, len(self), _AT_ONCE))

    def raws(self) -> Iterator[bytes]:
        """The UTF-8 of each string, in order."""
        for at in range(0, len(self), _AT_ONCE):
            bounds = self.offsets[at : at + _AT_ONCE + 1].tolist()
            yield from (self.blob[a:b] for a, b in pairwise(bounds))

    def repeats(self, keys: npt.NDArray[np.int32] | None = None) -> Iterator[int]:
        """Positions of strings that are there twice, of each pair the second; with `keys`, one a string, of
        those with an equal key.

        Takes 16 bytes a string, which a set of them would not.
        """
        same = np.zeros(len(self), np.int32) if keys is None else keys
        hashes = np.fromiter(map(hash, zip(each(same), self.raws(), strict=True)), np.int64, len(self))
        order = np.argsort(hashes, kind="stable")
        hashes = hashes[order]
        for k in np.flatnonzero(hashes[1:] == hashes[:-1]).tolist():
            first, second = order[k : k + 2].tolist()
            if same[first] == same[second] and self.raw(first) == self.raw(second):
                yield second

    def ending_with(self, text: str) -> npt.NDArray[np.int64]:
        """Ascending positions of the strings that end with `text`, found without decoding any."""
        needle = text.encode("utf-8", ERRORS)
        if not needle:
            return np.arange(len(self), dtype=np.int64)
        ends: list[int] = []
        at = self.blob.find(needle)
        while at >= 0:
            ends.append(at + len(needle))
            at = self.blob.find(needle, at + 1)
        found = np.array(ends, dtype=np.int64)
        # `left` gives the first string that ends there: an empty one behind it does not count
        position: npt.NDArray[np.int64] = np.searchsorted(self.offsets[1:], found, side="left")
        ends_there = self.offsets[position + 1] == found
        begins_before = self.offsets[position] <= found - len(needle)
        kept: npt.NDArray[np.int64] = position[ends_there & begins_before]
        return kept

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StringColumn):
            return NotImplemented
        return self.blob == other.blob and np.array_equal(self.offsets, other.offsets)

    __hash__ = None  # type: ignore[assignment]  # compared by content, and too large to hash

    def __repr__(self) -> str:
        return f"StringColumn({len(self)} strings, {len(self.blob)} bytes)"


def _offsets(lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    offsets.flags.writeable = False
    return offsets


def each(numbers: npt.NDArray[np.integer]) -> Iterator[int]:
    """The numbers one by one, without all of them as objects at once."""
    for at in range(0, len(numbers), _AT_ONCE):
        yield from numbers[at : at + _AT_ONCE].tolist()
