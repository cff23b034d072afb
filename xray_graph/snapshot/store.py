"""The sections of one open snapshot: found, inflated within bounds, and checked, each when asked for.

Between `header` (where sections lie) and those who know what is in one (`stored_graph`, `sources`,
`map`). Safe to use from several threads.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from xray_graph.snapshot import arrays, member
from xray_graph.snapshot.layout import Header, Section, damaged
from xray_graph.snapshot.place import Blob

_PIECE: Final = 1 << 18


class Store:
    """The body of a snapshot."""

    def __init__(self, blob: Blob, header: Header) -> None:
        self.blob = blob
        self.header = header
        self.where = blob.where

    def has(self, name: str) -> bool:
        return self.header.section(name) is not None

    def entry(self, name: str) -> Section:
        """The section's entry in the table.

        Raises:
            FormatError: there is no such section.
        """
        entry = self.header.section(name)
        if entry is None:
            raise damaged(self.where, "is missing", name)
        return entry

    def raw(self, name: str) -> bytearray:
        """The raw bytes of a section of one member.

        Raises:
            FormatError: they are not what the header declares.
        """
        entry = self.entry(name)
        return self.member(name, 0, entry.stored, entry.raw, entry.sha256)

    def member(self, name: str, offset: int, stored: int, size: int, sha256: bytes) -> bytearray:
        """The raw bytes of one member of a section, `offset` bytes from the section's begin."""
        begin = self.header.size + self.entry(name).offset + offset
        try:
            raw = member.inflate(self._pieces(begin, stored), size)
        except ValueError as error:
            raise damaged(self.where, str(error), name) from error
        if hashlib.sha256(raw).digest() != sha256:
            raise damaged(self.where, "its digest does not match", name)
        return raw

    def _pieces(self, begin: int, size: int) -> Iterator[bytes]:
        """The stored bytes, a few at a time, so that a large section is not in memory twice over."""
        for at in range(begin, begin + size, _PIECE):
            yield self.blob.read(at, min(_PIECE, begin + size - at))

    def arrays(self, name: str) -> arrays.Arrays:
        """The columns of a section."""
        return arrays.unpack(self.raw(name), self.where, name)
