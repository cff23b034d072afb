"""How a process opens snapshots: with which keys, and how large a map it takes.

Made once, from the command line and the environment, and handed to whatever opens files (`route`, `serve`,
`update`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xray_graph.snapshot.header import read_header
from xray_graph.snapshot.layout import MAX_MAP, Header
from xray_graph.snapshot.map import Map, open_map
from xray_graph.snapshot.names import read_names

if TYPE_CHECKING:
    from xray_graph.index import DeclaredNames
    from xray_graph.snapshot.seal import Keys


@dataclass(frozen=True, slots=True)
class Opening:
    """`keys` None: those of the environment, read when a file turns out to be sealed."""

    keys: Keys | None = None
    max_bytes: int = MAX_MAP

    def header(self, path: Path | str) -> Header:
        """As read_header."""
        return read_header(path, self.keys, max_bytes=self.max_bytes)

    def map(self, path: Path | str) -> Map:
        """As open_map."""
        return open_map(path, self.keys, max_bytes=self.max_bytes)

    def names(self, path: Path | str) -> DeclaredNames | None:
        """As read_names."""
        return read_names(path, self.keys, max_bytes=self.max_bytes)


OPENLY: Final = Opening()
