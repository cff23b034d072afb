"""The table of the built-in model, as it is shipped: one row of int8 a piece, and two scales a row.

    model/rows.npy      int8    (pieces + buckets, 256)    mapped, never copied: all processes share it
    model/scales.npy    uint16  (pieces + buckets, 2)      what a row is multiplied with, in a text and in a
                                                           question: the learned weights of the piece
    model/bias.npy      int32   (2, 256)                   what is added to the sum of any text, any question
    model/pieces.txt    the pieces, one a line, in the order of the rows
    model/crc32.json    the CRC-32 of each of these files, compared once in a process, when it is first needed

All arithmetic is on whole numbers, so that a row is the same on every processor. The files are made by
benchmarks/embedder; a new set raises VERSION, which is part of every fingerprint.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from xray_graph.embed.builtin_pieces import Pieces
from xray_graph.errors import EmbeddingError

I8 = npt.NDArray[np.int8]
I16 = npt.NDArray[np.int16]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
U16 = npt.NDArray[np.uint16]

NAME: Final = "xray-code"
VERSION: Final = 4
DIMS: Final = 256
MODEL: Final = Path(__file__).parent / "model"
SHIFT: Final = 8  # bits below the point of a row times its scale
HIGHEST: Final = 1023  # of a number in a part's row in a text; the table is scaled to it


class Table:
    """The rows of parts. Nothing is read before the first part; safe to share between threads."""

    def __init__(self, folder: Path = MODEL) -> None:
        self._folder = folder

    def rows(self, parts: Sequence[str], *, asked: bool = False) -> I16:
        """One row of whole numbers a part: the mean of its pieces' rows, times their scales.

        `asked` takes the scales of a question.
        """
        pieces = self._pieces.of(parts)
        counts = np.fromiter(map(len, pieces), np.int64, len(pieces))
        flat = np.fromiter(chain.from_iterable(pieces), np.int64, int(counts.sum()))
        starts = np.cumsum(counts) - counts
        scales = self._scales[:, int(asked)]
        rows = np.zeros((len(parts), DIMS), np.int32)
        for place in range(int(counts.max(initial=0))):  # mostly one or two
            longer = np.flatnonzero(counts > place)
            chosen = flat[starts[longer] + place]
            rows[longer] += self._rows[chosen].astype(np.int32) * scales[chosen].astype(np.int32)[:, None]
        below = (counts << SHIFT).astype(np.int32)[:, None]
        rows += below // 2
        return (rows // below).astype(np.int16)

    def bias(self, *, asked: bool = False) -> I64:
        """What all sums have in common, in units of a row times a rounded root."""
        bias: I64 = self._biases[int(asked)].astype(np.int64)
        return bias

    @cached_property
    def _rows(self) -> I8:
        rows = self._opened("rows.npy", np.dtype(np.int8), 2)
        if rows.shape != (len(self._pieces), DIMS):
            raise self._damaged("rows.npy", f"has shape {rows.shape}, not {(len(self._pieces), DIMS)}")
        return rows

    @cached_property
    def _scales(self) -> U16:
        scales = self._opened("scales.npy", np.dtype(np.uint16), 2)
        if scales.shape != (len(self._pieces), 2):
            raise self._damaged("scales.npy", f"has shape {scales.shape}")
        return scales

    @cached_property
    def _biases(self) -> I32:
        biases = self._opened("bias.npy", np.dtype(np.int32), 2)
        if biases.shape != (2, DIMS):
            raise self._damaged("bias.npy", f"has shape {biases.shape}")
        return biases

    @cached_property
    def _pieces(self) -> Pieces:
        try:
            return Pieces(self._verified("pieces.txt").read_text("utf-8").splitlines())
        except (OSError, ValueError) as error:
            raise self._damaged("pieces.txt", str(error)) from None

    @cached_property
    def _checksums(self) -> dict[str, int]:
        try:
            found = json.loads((self._folder / "crc32.json").read_bytes())
        except (OSError, ValueError) as error:
            raise self._damaged("crc32.json", str(error)) from None
        return found if isinstance(found, dict) else {}

    def _verified(self, name: str) -> Path:
        path = self._folder / name
        if zlib.crc32(np.memmap(path, np.uint8, "r").data) != self._checksums.get(name):
            raise self._damaged(name, "differs from its checksum")
        return path

    def _opened(self, name: str, kind: np.dtype[np.generic], axes: int) -> npt.NDArray[Any]:
        try:
            found: npt.NDArray[Any] = np.load(self._verified(name), mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise self._damaged(name, str(error)) from None
        if found.dtype != kind or found.ndim != axes:
            raise self._damaged(name, f"holds {found.dtype} in {found.ndim} axes")
        return found

    def _damaged(self, name: str, what: str) -> EmbeddingError:
        return EmbeddingError(
            f"the built-in model is damaged: {name} {what}",
            where=str(self._folder / name),
            hint="install xray-graph again, or use --no-embed to search by words only",
        )


@cache
def shipped() -> Table:
    """The table of this installation, one for all who read it."""
    return Table()
