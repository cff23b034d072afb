"""A map that is kept in a snapshot: known by its header, opened when the first question comes.

A file that is replaced on disk (by a later build) is opened anew at the next question; questions that
run keep the map they began with. However many ask at once, a file is opened once. Made by the catalog,
and by the server for a folder of maps.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from xray_graph.errors import NotFoundError, UsageError, XrayError
from xray_graph.index import DeclaredNames
from xray_graph.retrieve import Freshness
from xray_graph.retrieve.naming import freshness_of
from xray_graph.route.admission import Admission
from xray_graph.route.entry import Reading, State
from xray_graph.route.place import mapped_folder
from xray_graph.route.shelf import Shelf
from xray_graph.route.staleness import stale_files
from xray_graph.snapshot import OPENLY, About, Map, Opening
from xray_graph.walk import git

_log = logging.getLogger(__name__)

# What tells that there is another file under the name: renaming gives another inode.
Signature: TypeAlias = tuple[int, int, int]


class Names(NamedTuple):
    """What the file tells of the names that its map declares."""

    declared: DeclaredNames | None


@dataclass(frozen=True, slots=True)
class Opened:
    """One file as it was when it was read."""

    signature: Signature
    about: About
    likeness: bytes
    map: Map | None = None  # None until somebody asks
    names: Names | None = None  # likewise


class StoredEntry:
    """One snapshot of a catalog."""

    state: Final[State] = "ready"
    error: Final[XrayError | None] = None
    progress: Final = ""

    def __init__(
        self,
        path: Path,
        shelf: Shelf | None = None,
        admission: Admission | None = None,
        opening: Opening = OPENLY,
    ) -> None:
        """Reads the header.

        Raises:
            XrayError: it cannot be read, or is not admitted.
        """
        self.path = path
        self._shelf = Shelf() if shelf is None else shelf
        self._admission = Admission() if admission is None else admission
        self._opening = opening
        self._lock = threading.Lock()
        self._spoilt: Signature | None = None  # of a file that was told to be unusable
        self._mapped: tuple[About, Path | None] | None = None  # None until somebody asks
        self._opened = Opened(signature_of(path), *self._admitted(path))
        self.label = self._opened.about.label

    @property
    def where(self) -> str:
        return str(self.path)

    @property
    def signature(self) -> Signature:
        """Of the file that answers."""
        return self._opened.signature

    @property
    def work_tree(self) -> str:
        """Of a map in the folder that `build` writes to when it is told no other."""
        root = self._root
        return str(git.find_top(root) or "") if root is not None else ""

    @property
    def mapped(self) -> Path | None:
        """The folder that it is of, as far as its place tells; see `place`."""
        opened = self._opened
        if self._mapped is None or self._mapped[0] is not opened.about:
            self._mapped = opened.about, mapped_folder(self.path, opened.about)
        return self._mapped[1]

    @property
    def _root(self) -> Path | None:
        """The folder of `mapped` that the paths of its files count from."""
        mapped = self.mapped
        return mapped and (git.find_top(mapped) or mapped)

    @property
    def _written(self) -> float:
        """When the file was written here, in seconds; a header tells of the commit only."""
        return self.signature[2] / 1e9

    def known(self) -> About:
        """The header as it was last read."""
        return self._opened.about

    def likeness(self) -> bytes:
        return self._opened.likeness

    def names(self) -> DeclaredNames | None:
        """As the file was when its header was last read; read at the first question that holds a name."""
        names = self._opened.names
        if names is None:
            with self._lock:
                names = self._opened.names or self._told_names()
                self._opened = replace(self._opened, names=names)
            self._shelf.named(self, names.declared.hashes.nbytes if names.declared is not None else 0)
        return names.declared

    def _told_names(self) -> Names:
        try:
            return Names(self._opening.names(self.path))
        except XrayError as error:
            _log.warning("%s: not asked for names: %s", self.path, error.advice)
            return Names(None)

    def about(self) -> About:
        """The header's account of the map."""
        return self._current(with_map=False).about

    def freshness(self) -> Freshness:
        return freshness_of(self.about(), indexed_at=self._written)

    def map(self) -> Map:
        """The map, opened.

        Raises:
            XrayError: the file cannot be opened; the next question tries again.
        """
        opened = self._current(with_map=True).map
        assert opened is not None
        self._shelf.used(self)
        return opened

    def read(self) -> Reading:
        """As `map`, with the state that the header tells, and which files of its work tree changed since."""
        map_ = self.map()
        stale: tuple[str, ...] = ()
        if (root := self._root) is not None:
            stale = stale_files(map_, root, self.signature[2])
        return Reading(map_, freshness_of(map_.about, stale, self._written))

    def put_away(self) -> None:
        """Let go of the open map; who reads it keeps it."""
        with self._lock:
            self._opened = replace(self._opened, map=None)

    def close(self) -> None:
        """The map is taken out of the catalog."""
        self._shelf.forget(self)
        self.put_away()

    def _current(self, *, with_map: bool) -> Opened:
        newly: Map | None = None
        with self._lock:
            old = self._opened
            try:
                signature = signature_of(self.path)
                if signature != old.signature:
                    about, likeness = self._admitted(self.path)
                    if about.label != self.label:
                        raise UsageError(f"the file now holds the map {about.label!r}", where=str(self.path))
                    newly = self._opening.map(self.path) if with_map else None
                    self._opened = old = Opened(signature, about, likeness, newly)
                elif with_map and old.map is None:
                    newly = self._opening.map(self.path)
                    self._opened = old = replace(old, map=newly)
            except XrayError as error:
                # Between two builds the file may be gone or unfinished: what is open still answers.
                if with_map and old.map is None:
                    raise
                self._tell_once(error)
        if newly is not None:
            self._shelf.opened(self, newly.header)
        return old

    def _admitted(self, path: Path) -> tuple[About, bytes]:
        header = self._opening.header(path)
        self._admission.check(header.about, str(path))
        return header.about, header.likeness

    def _tell_once(self, error: XrayError) -> None:
        try:
            signature = signature_of(self.path)
        except XrayError:
            signature = (0, 0, 0)
        if signature != self._spoilt:
            self._spoilt = signature
            _log.warning("%s cannot be read again; the map of before stays: %s", self.path, error.message)


def signature_of(path: Path) -> Signature:
    """The file that is under this name now.

    Raises:
        NotFoundError: there is none.
    """
    try:
        status = path.stat()
    except OSError as error:
        raise NotFoundError(
            f"cannot open the snapshot: {error.strerror or error}", where=str(path), hint="was it moved?"
        ) from error
    return status.st_ino, status.st_size, status.st_mtime_ns
