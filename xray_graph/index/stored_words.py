"""The distinct words of a map as they lie in its file: one text, and where each begins.

As objects of their own a million short words take ten times as much. Used by `words`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, overload

import numpy as np
import numpy.typing as npt

_AT_ONCE: Final = 1 << 14


class StoredWords(Sequence[bytes]):
    """Words, each made when it is asked for."""

    def __init__(self, blob: bytes, lengths: npt.NDArray[np.int64]) -> None:
        """All words one after the other, and the bytes of each, which add up."""
        self._blob = blob
        self._offsets = np.zeros(len(lengths) + 1, np.int64)
        np.cumsum(lengths, out=self._offsets[1:])

    def __len__(self) -> int:
        return len(self._offsets) - 1

    @overload
    def __getitem__(self, k: int) -> bytes: ...
    @overload
    def __getitem__(self, k: slice) -> list[bytes]: ...
    def __getitem__(self, k: int | slice) -> bytes | list[bytes]:
        if isinstance(k, slice):
            start, stop, step = k.indices(len(self))
            bounds = self._offsets[start : max(start, stop) + 1].tolist()
            return [self._blob[a:b] for a, b in pairwise(bounds)][::step]
        if not 0 <= k < len(self):
            raise IndexError(f"word {k} of {len(self)}")
        return self._blob[self._offsets[k] : self._offsets[k + 1]]

    def __iter__(self) -> Iterator[bytes]:
        for at in range(0, len(self), _AT_ONCE):
            yield from self[at : at + _AT_ONCE]
