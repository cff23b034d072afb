"""Which names a map declares: a sorted list of short hashes, so that many maps can be asked for one name.

Of n names each is a number below n * 2^13, by CRC-32, which every language has: one in 8,000 other names is
taken for one of them, and none of them is missed. Stored as differences a name takes less than two bytes,
and four in memory. Made by `snapshot` of a graph's names, asked by `route` before it opens a map.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Collection
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from xray_graph.errors import FormatError

SHIFT: Final = 13  # bits: how many numbers there are for each name
MOST: Final = 1 << 20  # names; a map of more is stored without
_WHOLE: Final = 32  # bits of a hash
_ENDINGS: Final = "?!="


class DeclaredNames:
    """The names of one map. Immutable."""

    def __init__(self, hashes: npt.NDArray[np.uint32]) -> None:
        """`hashes` ascend, one a name."""
        self.hashes = hashes
        self._sorted = memoryview(hashes.data)
        self._below = _below(len(hashes))

    @classmethod
    def of(cls, names: Collection[str]) -> DeclaredNames:
        """The distinct `names`; what no name ends with (`?`, `!`, `=`) is left out of each."""
        keys = {key for name in names if (key := _key(name))}
        crc = np.fromiter(map(zlib.crc32, keys), np.uint64, len(keys))
        hashes = (crc * np.uint64(_below(len(keys))) >> np.uint64(_WHOLE)).astype(np.uint32)
        hashes.sort()
        return cls(hashes)

    @classmethod
    def from_columns(cls, columns: dict[str, Any]) -> DeclaredNames:
        """What `to_columns` gave.

        Raises:
            FormatError: it is something else.
        """
        hashes = columns.get("hashes")
        if not isinstance(hashes, np.ndarray) or hashes.dtype != np.uint32 or hashes.ndim != 1:
            raise FormatError("has no column `hashes` of uint32")
        if len(hashes) > MOST or bool((hashes[1:] < hashes[:-1]).any()):
            raise FormatError(f"holds more than {MOST} hashes, or they do not ascend")
        if len(hashes) and int(hashes[-1]) >= _below(len(hashes)):
            raise FormatError("holds a hash that no name has")
        return cls(hashes)

    def to_columns(self) -> dict[str, npt.NDArray[np.uint32]]:
        return {"hashes": self.hashes}

    def __len__(self) -> int:
        return len(self.hashes)

    def __contains__(self, name: str) -> bool:
        """Whether the map declares the name, or may; of 8,000 that it does not, one is said to be."""
        key = _key(name)
        if not key:  # `==`, `!`: nothing tells which maps declare them
            return bool(name) and not name.strip(_ENDINGS)
        if not self._below:
            return False
        wanted = zlib.crc32(key) * self._below >> _WHOLE
        at = bisect_left(self._sorted, wanted)
        return at < len(self._sorted) and self._sorted[at] == wanted


def _below(count: int) -> int:
    return min(count << SHIFT, 1 << _WHOLE)


def _key(name: str) -> bytes:
    try:
        return name.rstrip(_ENDINGS).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # no map holds such a text
        return b""
