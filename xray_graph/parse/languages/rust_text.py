"""Text that Rust macros make, piece by piece, each with the place in the file that it comes from.

A piece that a macro's own text gives stands for the arguments that it was made for; one that the
arguments give is written there. Called by `rust_rules` and `rust_expansion`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final, NamedTuple

from xray_graph.parse.inserted import AT, Spot

_ATTRIBUTE: Final = (b"#[", b"#![")
_END_OF_BOUNDS: Final = (b">", b",", b")", b";")


class TooMuchError(Exception):
    """The macros of a file make more than is read."""


class Text(NamedTuple):
    """A text, which is the file's own where it has no spots."""

    data: bytes
    spots: list[Spot] | None

    def part(self, start: int, end: int, to: int) -> list[Spot]:
        """The spots of a part of the text that is put at byte `to` of another; nothing has a place before the
        first spot.
        """
        if start >= end:
            return []
        if self.spots is None:
            return [Spot(to, start, end, is_written=True)]
        by = to - start
        first = max(bisect_right(self.spots, start, key=AT) - 1, 0)
        one = self.spots[first]
        begin = min(one.start + max(start - one.at, 0), one.end) if one.is_written else one.start
        rest = self.spots[first + 1 : bisect_left(self.spots, end, key=AT)]
        moved = [Spot(at + by, low, high, written) for at, low, high, written in rest]
        return [Spot(to + max(one.at - start, 0), begin, one.end, one.is_written), *moved]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The bytes of the file that a part of the text comes from; of an empty part, where it stands."""
        if self.spots is None:
            return start, end
        found = self.part(start, max(end, start + 1), 0)
        last = found[-1]
        high = min(last.start + end - start - last.at, last.end) if last.is_written else last.end
        return min(one.start for one in found), max(high, *(one.end for one in found[:-1]), 0)

    def changed(self, changes: list[tuple[int, int, Text]]) -> Text:
        """The same with other texts, which have spots, in place of parts of it, in order."""
        pieces: list[bytes] = []
        found: list[Spot] = []
        last = length = 0
        for start, end, new in (*changes, (len(self.data), len(self.data), Text(b"", []))):
            pieces += (self.data[last:start], new.data)
            found += self.part(last, start, length)
            length += start - last
            if new.spots:
                found += new.part(0, len(new.data), length)
            length += len(new.data)
            last = end
        return Text(b"".join(pieces), found)


class Writer:
    """Puts pieces behind each other."""

    def __init__(self, limit: int) -> None:
        """More than `limit` bytes raise TooMuchError."""
        self._limit = limit
        self._pieces: list[bytes] = []
        self._spots: list[Spot] = []
        self._length = 0
        self._closes = False  # whether a `]` has lost the bracket that it closes
        self._breaks = False  # whether a comment stands last, which a line's end ends
        self._is_stated = False  # whether the last piece is a macro's own text

    def text(self) -> Text:
        return Text(b"".join(self._pieces), self._spots)

    def stated(self, text: bytes, place: tuple[int, int]) -> None:
        """A piece of a macro's own text, which stands for some bytes of the file."""
        if self._closes:
            bare = text.lstrip()
            text, self._closes = (bare[1:] if bare[:1] == b"]" else text), False
        self._join(text)
        if text and (not self._spots or self._spots[-1][1:] != (*place, False)):
            self._spots.append(Spot(self._length, *place, is_written=False))
        self._put(text)
        self._is_stated = True

    def written(self, source: Text, start: int, end: int, *, documents: bool) -> None:
        """A piece of the arguments; `documents` when it is the inside of a documentation comment."""
        text = source.data[start:end]
        if documents:
            self._open_comment()
        elif text.startswith((b"//", b"/*")):
            self.line()
        self._join(text)
        self._spots += source.part(start, end, self._length)
        self._put(text)
        self._is_stated = False
        self._breaks = documents or b"//" in text[text.rfind(b"\n") + 1 :]

    def line(self) -> None:
        """Go on in a line of its own."""
        last = self._pieces[-1] if self._pieces else b"\n"
        if b"\n" not in last[len(last.rstrip()) :]:
            self._put(b"\n")
        self._breaks = False

    def _open_comment(self) -> None:
        """Begin a line for a documentation comment, without the brackets of the attribute that it is."""
        last = self._pieces[-1].rstrip() if self._pieces else b""
        for opening in _ATTRIBUTE:
            if last.endswith(opening):
                self._shorten(last.removesuffix(opening).rstrip(b" \t"))
                self._closes = True
                break
        self.line()

    def _shorten(self, rest: bytes) -> None:
        """Put the rest of the last piece in its place."""
        self._length -= len(self._pieces.pop())
        self._put(rest)
        while self._spots and self._spots[-1].at >= self._length:
            self._spots.pop()

    def _join(self, text: bytes) -> None:
        """Put what has to stand before a piece; a `+` behind the last of some bounds goes, which the language
        takes and its grammar does not. One that is handed on (`m!($op, $t)`) stays.
        """
        last = self._pieces[-1] if self._pieces else b""
        if (
            self._is_stated
            and b"+" in last
            and last.rstrip()[-1:] == b"+"
            and text.lstrip()[:1] in _END_OF_BOUNDS
        ):
            self._shorten(last.rstrip()[:-1])
        if self._breaks and text and b"\n" not in text[: len(text) - len(text.lstrip())]:
            self._put(b"\n")
        elif self._pieces and _is_joined(self._pieces[-1][-1:]) and _is_joined(text[:1]):
            self._put(b" ")
        self._breaks = self._breaks and not text

    def _put(self, text: bytes) -> None:
        if text:
            self._pieces.append(text)
            self._length += len(text)
            if self._length > self._limit:
                raise TooMuchError


def _is_joined(byte: bytes) -> bool:
    return byte.isalnum() or byte in (b"_", b'"', b"'")
