"""Vectors as a map stores them, and their leading numbers as rows. Used by `vectors` and `hnsw`."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

F32 = npt.NDArray[np.float32]

AT_ONCE: Final = 1 << 13  # rows turned to floats at once


class VectorColumns(Protocol):
    """Row k belongs to node ids[k] and is `rows[k] * scale[k]`, of length about 1."""

    @property
    def ids(self) -> npt.NDArray[np.int32]: ...
    @property
    def rows(self) -> npt.NDArray[np.int8]: ...
    @property
    def scale(self) -> npt.NDArray[np.float32]: ...


def leading_rows(vectors: VectorColumns, count: int) -> F32:
    """The leading numbers of each row, as unit rows; zeros for a row whose leading numbers are."""
    leading = np.empty((len(vectors.rows), min(count, vectors.rows.shape[1])), np.float32)
    for at in range(0, len(leading), AT_ONCE):
        leading[at : at + AT_ONCE] = unit_rows(vectors.rows[at : at + AT_ONCE, :count])
    return leading


def unit_rows(rows: npt.NDArray[np.int8]) -> F32:
    """The rows as floats of length 1; one of zeros stays so."""
    units: F32 = rows.astype(np.float32)
    lengths = np.linalg.norm(units, axis=1, keepdims=True)
    lengths[lengths == 0] = 1.0
    units /= lengths
    return units
