"""The two sums of a text of the built-in embedder, in whole numbers that floats hold exactly.

    parts' rows ─▶ first sum ─▶ what each part counts beside it ─▶ second sum ─▶ unit vector

Every product is of whole numbers below what its floats hold, so it is the same in any order, on any machine;
what is rounded is rounded once, from quotients and roots that every processor finds alike. Used by `builtin`.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]
Floats: TypeAlias = npt.NDArray[np.floating[Any]]
I16 = npt.NDArray[np.int16]
I64 = npt.NDArray[np.int64]

EXACT: Final = 1 << 24  # whole numbers below this are exact in float32
LENGTH: Final = 1024.0  # of a first sum as parts are compared with it, rounded to whole numbers
_ALONE: Final = 1 << 18  # multiplications up to which a product stays in this thread: more would only spin


class Gathered:
    """Rows as floats, in memory that is used again: fresh memory costs more than to fill it."""

    def __init__(self, rows: I16) -> None:
        self._rows = rows
        self._whole = rows[:0]
        self._floats = np.zeros(rows[:0].shape, np.float32)

    def take(self, chosen: I64, *, exact: bool) -> Floats:
        """Some rows, in float32 where that is exact; they stay until the next are taken."""
        if not exact:
            return self._rows[chosen].astype(np.float64)
        count = len(chosen)
        if count > len(self._whole):
            self._whole = np.empty((2 * count, self._rows.shape[1]), np.int16)
            self._floats = np.empty(self._whole.shape, np.float32)
        whole, floats = self._whole[:count], self._floats[:count]
        self._rows.take(chosen, axis=0, out=whole, mode="clip")
        np.copyto(floats, whole)
        return floats


def pooled(matrix: Floats, rows: Floats, lengths: F64, bias: I64, alike: float) -> I64:
    """The sums (texts, dims), of whole numbers, of texts that count parts so often (texts, parts).

    Each part is compared with the sum of all, by the cosine of both, and counts the less the nearer it is.
    All three products are of whole numbers that their floats hold, so they are exact; what is rounded is
    rounded once, from quotients that every processor finds alike.
    """
    whole = _product(matrix, rows).astype(np.int64)
    whole += bias
    pointed = whole * (LENGTH / lengths_of(whole))[:, None]
    np.rint(pointed, out=pointed)
    cosines = _product(pointed.astype(rows.dtype), rows.T) / (LENGTH * lengths)
    cosines *= cosines
    cosines *= alike
    cosines += 1
    np.divide(matrix, cosines, out=cosines)
    np.rint(cosines, out=cosines)
    sums = _product(cosines.astype(rows.dtype), rows).astype(np.int64)
    sums += bias
    return sums


def units(sums: I64) -> F32:
    """Rows of length one; zeros stay."""
    rows: F32 = (sums / lengths_of(sums)[:, None]).astype(np.float32)
    return rows


def lengths_of(rows: I16 | I64) -> F64:
    """How long each row is, and one for a row of zeros."""
    wide = rows.astype(np.int64, copy=False)
    lengths: F64 = np.sqrt(np.maximum(np.einsum("ij,ij->i", wide, wide), 1).astype(np.float64))
    return lengths


def _product(left: npt.NDArray[Any], right: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """`left @ right`, in pieces too small for the linear algebra library to wake its threads."""
    width, columns = max(_ALONE // max(left.size, 1), 1), right.shape[1]
    product: npt.NDArray[Any]
    if width >= columns:
        product = left @ right
    else:
        product = np.concatenate(
            [left @ right[:, at : at + width] for at in range(0, columns, width)], axis=1
        )
    return product
