"""Distinct words by their trigrams: which words of a vocabulary look like a token of a question.

A trigram is three bytes of a word's UTF-8 with a mark before its first and behind its last byte, so a
word of n bytes has n of them. Trigrams are hashed to 16 bits: a clash makes one trigram match by
chance and never a word, since a word is taken only when most of its trigrams match.

Built from the words alone in a few ms (a stable sort of 16-bit keys is a radix sort), so it is made
when a map is loaded and not stored. Used by `index.words`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

I32 = npt.NDArray[np.int32]
F32 = npt.NDArray[np.float32]
U16 = npt.NDArray[np.uint16]

_MARK: Final = b"\0"
_AT_ONCE: Final = 1 << 15  # words
_CODES: Final = 1 << 16


class Trigrams:
    """The words that hold each trigram."""

    def __init__(self, words: Sequence[bytes]) -> None:
        """`words` are distinct, lower-case UTF-8 and hold no NUL."""
        self._lengths: I32 = np.fromiter(map(len, words), np.int32, len(words))
        codes = [
            _codes(_MARK + _MARK.join(words[at : at + _AT_ONCE]) + _MARK)
            for at in range(0, len(words), _AT_ONCE)
        ]
        counts = sum((np.bincount(piece, minlength=_CODES) for piece in codes), np.zeros(_CODES, np.int64))
        self._offsets = np.concatenate([[0], np.cumsum(counts)])
        self._words = np.empty(int(self._offsets[-1]), np.int32)
        ends = self._offsets[:-1].copy()
        for k, piece in enumerate(codes):  # in pieces: sorting all takes eight bytes a trigram
            some = np.arange(k * _AT_ONCE, min((k + 1) * _AT_ONCE, len(words)), dtype=np.int32)
            order = np.argsort(piece, kind="stable")
            counts = np.bincount(piece, minlength=_CODES)
            slots = np.repeat(ends - np.cumsum(counts) + counts, counts) + np.arange(len(piece))
            self._words[slots] = np.repeat(some, self._lengths[some])[order]
            ends += counts

    def like(self, token: bytes, least: float) -> tuple[I32, F32]:
        """Words whose likeness to `token` is at least `least`, ascending, and that likeness.

        Likeness is Dice's coefficient over trigrams: 1 for the same word, 0 for nothing in common.
        """
        size = len(self._lengths)
        codes = np.unique(_codes(_MARK + token + _MARK)).tolist()
        bounds = self._offsets
        held = [self._words[bounds[code] : bounds[code + 1]] for code in codes]
        shared = np.bincount(np.concatenate(held) if held else [], minlength=size)
        likeness = (2 * shared / (self._lengths + len(token))).astype(np.float32)
        found = np.flatnonzero(likeness >= least).astype(np.int32)
        return found, np.minimum(likeness[found], 1)


def _codes(text: bytes) -> U16:
    """The hash of each trigram whose middle is no mark, in order."""
    raw = np.frombuffer(text, np.uint8).astype(np.uint32)
    mixed = raw[:-2] * 0x9E37 + raw[1:-1] * 0x85EB + raw[2:] * 0xC2B3
    codes: U16 = ((mixed ^ (mixed >> 13)) & 0xFFFF).astype(np.uint16)[raw[1:-1] != 0]
    return codes
