"""Texts as sums of their parts' rows, made twice as in the product, and what a loss says of the rows.

A part that points where the first sum does counts less in the second, by `ALIKE`. The gradient goes back
through both sums. Used by train.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from xray_graph.embed.builtin import ALIKE

F32 = npt.NDArray[np.float32]


def unit(rows: F32) -> tuple[F32, F32]:
    """Rows of length one, and how long they were."""
    lengths = np.maximum(np.sqrt(np.einsum("ij,ij->i", rows, rows)), 1e-6)
    return rows / lengths[:, None], lengths


def unit_gradient(gradient: F32, units: F32, lengths: F32) -> F32:
    """What a gradient of units says of the rows that they are the units of."""
    along = np.einsum("ij,ij->i", gradient, units)
    found: F32 = (gradient - units * along[:, None]) / lengths[:, None]
    return found


@numba.njit(fastmath=True, cache=True)
def _products(texts: Any, parts: Any, left: Any, right: Any, found: Any) -> None:
    for k in range(len(texts)):
        one, other, total = left[texts[k]], right[parts[k]], np.float32(0)
        for d in range(left.shape[1]):
            total += one[d] * other[d]
        found[k] = total


def products(bags: sp.csr_matrix, texts: F32, parts: F32) -> F32:
    """`texts @ parts.T` where a text has a part."""
    found = np.empty(bags.nnz, np.float32)
    owners = np.repeat(np.arange(bags.shape[0], dtype=np.int32), np.diff(bags.indptr))
    _products(owners, bags.indices, np.ascontiguousarray(texts), np.ascontiguousarray(parts), found)
    return found


class Pooled(NamedTuple):
    """Sums of rows, and what is needed to go back."""

    sums: F32  # (texts, dims)
    bags: sp.csr_matrix  # (texts, parts) what a part counts in the first sum
    lessened: sp.csr_matrix  # in the second
    units: F32  # (parts, dims)
    lengths: F32  # (parts,) of rows
    first: F32  # (texts, dims) units of the first sums
    first_lengths: F32
    cosines: F32  # of each part of a text and its first sum
    factors: F32

    def back(self, gradient: F32, rows: F32) -> tuple[F32, F32]:
        """The gradients of rows and bias, of that of `sums`."""
        of_rows, of_bias = self.lessened.T @ gradient, gradient.sum(axis=0)
        slope = -2 * ALIKE * self.cosines * self.factors**2
        of_cosines = products(self.bags, gradient, rows) * self.bags.data * slope
        between = _with(self.bags, of_cosines)
        of_rows += unit_gradient(between.T @ self.first, self.units, self.lengths)
        of_first = unit_gradient(between @ self.units, self.first, self.first_lengths)
        of_rows += self.bags.T @ of_first
        return of_rows, of_bias + of_first.sum(axis=0)


def _with(bags: sp.csr_matrix, data: F32) -> sp.csr_matrix:
    return sp.csr_matrix((data.astype(np.float32), bags.indices, bags.indptr), shape=bags.shape)


def pooled(bags: sp.csr_matrix, rows: F32, bias: F32) -> Pooled:
    """The texts that count parts as `bags` says (texts, parts)."""
    units, lengths = unit(rows)
    first, first_lengths = unit(bags @ rows + bias)
    cosines = products(bags, first, units)
    factors = 1 / (1 + np.float32(ALIKE) * cosines**2)
    lessened = _with(bags, bags.data * factors)
    return Pooled(
        lessened @ rows + bias, bags, lessened, units, lengths, first, first_lengths, cosines, factors
    )
