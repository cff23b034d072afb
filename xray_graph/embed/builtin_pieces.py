"""The vocabulary of the built-in model: what a part of a word is divided into.

A part (see `lexicon.words`) that is a piece of its own is one row of the table. Any other is divided from the
left, each time by the longest piece that fits; a piece that begins no part is written `##ing`. A character
that no piece begins with goes to one of a few rows by its code, so that every part has a row: names in any
script are found by their own characters.

Used by the built-in embedder and by the training in benchmarks/embedder, which makes the list.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Final

BUCKETS: Final = 512  # the last rows of the table: characters that are in no piece
CONTINUED: Final = "##"


class Pieces:
    """Numbers of pieces, in the order of the list; the buckets follow. Immutable."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._number = {piece: number for number, piece in enumerate(pieces)}
        self._longest = max(map(len, pieces), default=0)

    def __len__(self) -> int:
        """The number of rows that a table for these pieces has."""
        return len(self._number) + BUCKETS

    def of(self, parts: Iterable[str]) -> list[list[int]]:
        """The pieces of each part, at least one."""
        get = self._number.get
        return [[whole] if (whole := get(part)) is not None else self._divide(part) for part in parts]

    def _divide(self, part: str) -> list[int]:
        found: list[int] = []
        at = 0
        while at < len(part):
            start = CONTINUED if at else ""
            for end in range(min(len(part), at + self._longest), at, -1):
                piece = self._number.get(start + part[at:end])
                if piece is not None:
                    found.append(piece)
                    at = end
                    break
            else:
                found.append(len(self._number) + zlib.crc32(part[at].encode("utf-8", "replace")) % BUCKETS)
                at += 1
        return found or [len(self._number)]
