"""Text → words → parts: the one tokenisation, shared by the word index and the built-in embedder.

A *word* is a run of letters, digits, `_` and bytes of multi-byte characters of the stored bytes: all
others are made blanks, and then it is split, which takes a fifth of what an expression does. Its *parts*
are what camelCase, snake_case and digits divide it into: `HTTPServer2_url` is http, server, 2, url. Words
with the same parts are one *row*, whatever their case, so that `httpServer`, `HTTP_SERVER` and
`HttpServer` are found together.

Words repeat, so all the work of this module is done once a distinct word. It knows no nodes; see
`lexicon.corpus`. A change here changes vectors: raise VERSION, which is part of every fingerprint.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

I32 = npt.NDArray[np.int32]

VERSION: Final = 1
_BLANKS: Final = bytes(b if b >= 0x80 or b == 0x5F or chr(b).isalnum() else 0x20 for b in range(256))
_PART: Final = re.compile(r"[A-Z]+s?(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LONGEST_PART: Final = 32  # longer ones are hashes and base64, not words
_MOST_PARTS: Final = 12
_LONGEST_NUMBER: Final = 5

DROPPED: Final = -1  # the row of a word that says nothing: `x`, `_`, a hash


def parts_of(word: str) -> tuple[str, ...]:
    """The lower-case parts of one word, in order: `getURLs` → get, urls.

    Empty for what is no word: a single ASCII letter, punctuation, a long number or hash.
    """
    if word.isascii():
        if word.islower() and word.isalpha():  # a fifth to a half of the distinct words of code
            return (word,) if 1 < len(word) <= _LONGEST_PART else ()
        found = _PART.findall(word)
    else:
        found = [word[part.start() : part.end()] for part in _PART.finditer(_shape(word))]
    if not found or len(found) > _MOST_PARTS:
        return ()
    if len(found) == 1:
        part = found[0]
        if (len(part) == 1 and part.isascii()) or (len(part) > _LONGEST_NUMBER and part.isdecimal()):
            return ()
    parts = tuple([part.lower() for part in found])
    if len(word) <= _LONGEST_PART and word.isascii():  # so is each part, which is no longer in lower case
        return parts
    return () if max(map(len, parts)) > _LONGEST_PART else parts


def _shape(word: str) -> str:
    """The word with each character as the ASCII character of its class: `Größe_2` → `Aaaaa_0`."""
    return "".join(map(_class, word))


def _class(character: str) -> str:
    if character.isupper():
        return "A"
    if character.isdecimal():
        return "0"
    return "a" if unicodedata.category(character)[0] in "LMN" else "_"  # letters with their marks


def spaced(data: bytes) -> bytes:
    """The text with a blank for each byte that is in no word: what it is split into are its words."""
    return data.translate(_BLANKS)


def words_of(text: str) -> list[str]:
    """The words of a text as written, in order."""
    return [word.decode("utf-8", "replace") for word in spaced(text.encode("utf-8", "replace")).split()]


class _Numbering(dict[bytes, int]):
    """Numbers each distinct key in the order of first sight."""

    def __missing__(self, key: bytes) -> int:
        self[key] = number = len(self)
        return number


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The distinct parts and rows of a corpus, in the order of first sight.

    Row r has the parts `row_parts[row_offsets[r]:row_offsets[r + 1]]`, which index `parts`.
    """

    parts: list[str]
    row_offsets: I32
    row_parts: I32

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.row_offsets) - 1

    def row(self, r: int, separator: str = "_") -> str:
        """The parts of row `r`, joined."""
        some = self.row_parts[self.row_offsets[r] : self.row_offsets[r + 1]]
        return separator.join(self.parts[part] for part in some.tolist())


class WordReader:
    """Numbers distinct words as they are read, and at the end gives the row of each."""

    def __init__(self) -> None:
        self._seen = _Numbering()

    def number(self, words: Iterable[bytes], count: int) -> I32:
        """The numbers of `count` words."""
        return np.fromiter(map(self._seen.__getitem__, words), np.int32, count)

    def finish(self) -> tuple[Vocabulary, I32]:
        """The vocabulary, and for each word number its row or DROPPED."""
        parts: dict[str, int] = {}
        rows: dict[tuple[int, ...], int] = {}
        row_of = np.full(len(self._seen), DROPPED, np.int32)
        for number, word in enumerate(self._seen):
            found = parts_of(word.decode("utf-8", "replace"))
            if found:
                row = tuple([parts.setdefault(part, len(parts)) for part in found])
                row_of[number] = rows.setdefault(row, len(rows))
        self._seen.clear()
        offsets = np.zeros(len(rows) + 1, np.int32)
        np.cumsum(np.fromiter(map(len, rows), np.int32, len(rows)), out=offsets[1:])
        flat = np.fromiter(chain.from_iterable(rows), np.int32, int(offsets[-1]))
        return Vocabulary(list(parts), offsets, flat), row_of
