"""Text that a file's own macros add to it, and the way back from what was read to what is written.

A language that can expand a macro hands on the file's text with the expansions put in behind what
invokes them; that is read as if it stood there. Afterwards a declaration's span, and every line, are
those of the source again: where the words themselves stand in the invocation there, else the part of
the invocation that they were made from. Scopes, and the places that order calls and bindings among
each other, stay those of the longer text. Called by `extract`; made by `parse.languages`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec

from xray_graph.model import Declaration, FileFacts


class Spot(NamedTuple):
    """Where a piece of made text comes from: the bytes that are written so, or those that stand for it."""

    at: int  # where the piece begins in the made text
    start: int
    end: int
    is_written: bool


@dataclass(frozen=True, slots=True)
class Made:
    """The text that one invocation stands for, to be put in at byte `at` of the file."""

    at: int
    text: bytes
    spots: list[Spot]  # in the order of the text, the first at its beginning
    arguments: int  # the byte at which the arguments of the invocation begin


AT: Final = attrgetter("at")


class Inserted:
    """A file's text with all that is made put in; `made` holds at least one, in order of place."""

    def __init__(self, data: bytes, made: list[Made]) -> None:
        self._size, self._made = len(data), made
        self._line_ends = [found.start() for found in re.finditer(rb"\n", data)]
        self._begins: list[int] = []  # where each piece lies in the new text
        self._ends: list[int] = []
        self._lines: list[int] = []  # row of the new text → line of the file
        self.expanded: set[int] = set()  # where the arguments begin that were expanded, in the new text
        pieces: list[bytes] = []
        last = length = line = 0
        for one in made:
            self.expanded.add(one.arguments + length - last)
            pieces += (data[last : one.at], one.text)
            length += one.at - last
            self._begins.append(length)
            length += len(one.text)
            self._ends.append(length)
            last = one.at
            at_line = self._line_of(one.at)
            self._lines += (*range(line + 1, at_line + 1), *self._made_rows(one), at_line)
            line = at_line
        self._lines += range(line + 1, len(self._line_ends) + 2)
        self.text = b"".join((*pieces, data[last:]))

    def placed(self, facts: FileFacts) -> FileFacts:
        """The facts of the longer text as facts of the file."""
        replace = msgspec.structs.replace
        return replace(
            facts,
            size=self._size,
            lines=facts.lines - len(self._lines) + len(self._line_ends) + 1,
            declarations=tuple(self._declaration(one) for one in facts.declarations),
            imports=tuple(replace(one, line=self._line(one.line)) for one in facts.imports),
            calls=tuple(replace(one, line=self._line(one.line)) for one in facts.calls),
            references=tuple(replace(one, line=self._line(one.line)) for one in facts.references),
            assignments=tuple(replace(one, line=self._line(one.line)) for one in facts.assignments),
            exports=tuple(replace(one, line=self._line(one.line)) for one in facts.exports),
            statements=tuple(
                replace(one, line=self._line(one.line), start=self._span(one.start, one.start + 1)[0])
                for one in facts.statements
            ),
            diagnostics=tuple(
                replace(one, line=self._line(one.line), end_line=self._line(one.end_line))
                for one in facts.diagnostics
            ),
        )

    def _declaration(self, one: Declaration) -> Declaration:
        start, end = self._span(one.start, one.end)
        line, end_line = self._line(one.line), self._line(one.end_line)
        if self._piece(one.start) is not None:
            line, end_line = self._line_of(start), self._line_of(max(start, end - 1))
        name_line = min(max(self._line(one.name_line), line), end_line)
        return msgspec.structs.replace(
            one, start=start, end=end, line=line, end_line=end_line, name_line=name_line
        )

    def _span(self, start: int, end: int) -> tuple[int, int]:
        """The bytes of the file that stand for some of the new text."""
        first, last = self._origin(start), self._origin(end - 1)
        if first.is_written and last.is_written and first.start < last.end:
            return first.start, last.end
        return min(first.start, last.start), max(first.end, last.end)

    def _origin(self, at: int) -> Spot:
        """Where the byte at `at` of the new text comes from; of what is written, that byte alone."""
        k = bisect_right(self._begins, at) - 1
        if k >= 0 and at < self._ends[k]:
            return origin(self._made[k].spots, at - self._begins[k])
        old = at if k < 0 else at - self._ends[k] + self._made[k].at
        return Spot(at, old, old + 1, is_written=True)

    def _piece(self, at: int) -> int | None:
        k = bisect_right(self._begins, at) - 1
        return k if k >= 0 and at < self._ends[k] else None

    # --- lines ------------------------------------------------------------------------------------

    def _line(self, line: int) -> int:
        return self._lines[line - 1] if 0 < line <= len(self._lines) else line

    def _line_of(self, at: int) -> int:
        return bisect_left(self._line_ends, at) + 1

    def _made_rows(self, one: Made) -> list[int]:
        """The line of each row that is all made: not of the first and the last, which the file shares."""
        found, at = [], 0
        for row in one.text.split(b"\n")[:-1]:
            first = bisect_left(one.spots, at, key=AT)
            inside = one.spots[first : bisect_right(one.spots, at + len(row), key=AT)]
            place = next((spot for spot in inside if spot.is_written), origin(one.spots, at))
            found.append(self._line_of(place.start))
            at += len(row) + 1
        return found[1:]


def origin(spots: list[Spot], at: int) -> Spot:
    """The source of the byte at `at` of a made text; of what is written, that byte alone."""
    spot = spots[max(bisect_right(spots, at, key=AT) - 1, 0)]
    if not spot.is_written:
        return spot
    start = min(spot.start + max(at - spot.at, 0), max(spot.end - 1, spot.start))
    return Spot(at, start, start + 1, is_written=True)
