"""A map that is kept in a snapshot: known by its header, opened when the first question comes.

A file that is replaced on disk (by a later build) is opened anew at the next question; questions that
run keep the map they began with. Made by the catalog.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from xray_graph.errors import NotFoundError, UsageError, XrayError
from xray_graph.retrieve import Freshness
from xray_graph.retrieve.naming import freshness_of
from xray_graph.route.entry import Reading, State
from xray_graph.snapshot import About, Map, open_map, read_header
from xray_graph.walk import git

_log = logging.getLogger(__name__)

FOLDER: Final = ".xray"  # in what was mapped

# What tells that there is another file under the name: renaming gives another inode.
Signature: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Opened:
    """One file as it was when it was read."""

    signature: Signature
    about: About
    map: Map | None = None  # None until somebody asks


class StoredEntry:
    """One snapshot of a catalog."""

    state: Final[State] = "ready"
    error: Final[XrayError | None] = None
    progress: Final = ""

    def __init__(self, path: Path) -> None:
        """Reads the header.

        Raises:
            XrayError: it cannot be read.
        """
        self.path = path
        self._lock = threading.Lock()
        self._opened = Opened(_signature(path), read_header(path).about)
        self.label = self._opened.about.label

    @property
    def where(self) -> str:
        return str(self.path)

    @property
    def work_tree(self) -> str:
        """Of a map in the folder that `build` writes to when it is told no other."""
        folder = self.path.absolute().parent
        return str(git.find_top(folder.parent.resolve()) or "") if folder.name == FOLDER else ""

    def about(self) -> About:
        """The header's account of the map."""
        return self._current(with_map=False).about

    def freshness(self) -> Freshness:
        return freshness_of(self.about())

    def map(self) -> Map:
        """The map, opened.

        Raises:
            XrayError: the file cannot be opened; the next question tries again.
        """
        opened = self._current(with_map=True).map
        assert opened is not None
        return opened

    def read(self) -> Reading:
        """As `map`, with the state that the header tells."""
        map_ = self.map()
        return Reading(map_, freshness_of(map_.about))

    def _current(self, *, with_map: bool) -> Opened:
        with self._lock:
            old = self._opened
            try:
                signature = _signature(self.path)
                if signature != old.signature:
                    about = read_header(self.path).about
                    if about.label != self.label:
                        raise UsageError(f"the file now holds the map {about.label!r}", where=str(self.path))
                    self._opened = old = Opened(signature, about, open_map(self.path) if with_map else None)
                elif with_map and old.map is None:
                    self._opened = old = Opened(signature, old.about, open_map(self.path))
            except XrayError:
                # Between two builds the file may be gone or unfinished: what is open still answers.
                if with_map and old.map is None:
                    raise
                _log.warning("%s cannot be read again; the map that was open stays", self.path)
            return old


def _signature(path: Path) -> Signature:
    try:
        status = path.stat()
    except OSError as error:
        raise NotFoundError(
            f"cannot open the snapshot: {error.strerror or error}", where=str(path), hint="was it moved?"
        ) from error
    return status.st_ino, status.st_size, status.st_mtime_ns
