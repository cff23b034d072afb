"""The maps at hand: registered by their headers alone, opened when the first question comes.

A file that is replaced on disk (by a later build) is opened anew at the next question; questions that
run keep the map they began with. Knows nothing of questions: that is `atlas`. Made by the command
line for the files it was given and by the server for all it serves.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from xray_graph.errors import NotFoundError, ServerError, UsageError, XrayError
from xray_graph.route.router import unknown_label
from xray_graph.snapshot import About, Map, open_map, read_header

_log = logging.getLogger(__name__)

# What tells that there is another file under the name: renaming gives another inode.
Signature = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Opened:
    """One file as it was when it was read."""

    signature: Signature
    about: About
    map: Map | None = None  # None until somebody asks


class Entry:
    """One map of the catalog. `state` is "ready", or for a map that is being made "building", "failed"."""

    def __init__(self, label: str, path: Path | None) -> None:
        self.label = label
        self.path = path
        self.error: XrayError | None = None
        self._lock = threading.Lock()
        self._opened: Opened | None = None

    @property
    def state(self) -> str:
        if self.error is not None:
            return "failed"
        return "building" if self.path is None else "ready"

    def about(self) -> About | None:
        """The header's account of the map; None as long as there is no file."""
        return None if self.path is None else self._current(self.path, with_map=False).about

    def map(self) -> Map:
        """The map, opened.

        Raises:
            ServerError: it is still being built, or its build failed.
            XrayError: the file cannot be opened; the next question tries again.
        """
        if self.error is not None:
            raise ServerError(
                f"the map could not be built: {self.error.message}", where=self.label, hint=self.error.hint
            )
        if self.path is None:
            raise ServerError("the map is being built", where=self.label, hint="ask again in a moment")
        opened = self._current(self.path, with_map=True).map
        assert opened is not None
        return opened

    def _current(self, path: Path, *, with_map: bool) -> Opened:
        with self._lock:
            old = self._opened
            try:
                signature = _signature(path)
                if old is None or signature != old.signature:
                    about = read_header(path).about
                    if about.label != self.label:
                        raise UsageError(f"the file now holds the map {about.label!r}", where=str(path))
                    self._opened = old = Opened(signature, about, open_map(path) if with_map else None)
                elif with_map and old.map is None:
                    self._opened = old = Opened(signature, old.about, open_map(path))
            except XrayError:
                # Between two builds the file may be gone or unfinished: what is open still answers.
                if old is None or (with_map and old.map is None):
                    raise
                _log.warning("%s cannot be read again; the map that was open stays", path)
            return old


class Catalog:
    """Maps by label, each label once. Its table is replaced, never changed, so that readers need no lock."""

    def __init__(self, files: Iterable[Path] = ()) -> None:
        self._entries: dict[str, Entry] = {}
        self._writing = threading.Lock()
        for path in files:
            self.add(path)

    def add(self, path: Path) -> Entry:
        """Register a snapshot by its header.

        Raises:
            UsageError: another file holds a map of that label.
            XrayError: the header cannot be read.
        """
        label = read_header(path).about.label
        with self._writing:
            entry = self._entries.get(label)
            if entry is None:
                entry = Entry(label, path)
                self._entries = {**self._entries, label: entry}
            elif entry.path is not None and entry.path != path:
                raise UsageError(
                    f"two maps are labelled {label!r}",
                    where=f"{entry.path}, {path}",
                    hint="give one of them, or build one again with another --name",
                )
            entry.path, entry.error = path, None
            return entry

    def announce(self, label: str) -> Entry:
        """Register a map that is being built: it is listed, and a question to it says so."""
        with self._writing:
            entry = self._entries.get(label) or Entry(label, None)
            self._entries = {**self._entries, label: entry}
            return entry

    def settle(self, label: str, file: Path) -> Entry:
        """The map that was announced as `label` is built; it may have turned out to be named otherwise."""
        entry = self.add(file)
        with self._writing:
            announced = self._entries.get(label)
            if announced is not None and announced is not entry and announced.path is None:
                self._entries = {name: each for name, each in self._entries.items() if name != label}
        return entry

    def fail(self, label: str, error: XrayError) -> None:
        """The map that was announced as `label` cannot be built. One that was there before stays."""
        entry = self._entries.get(label)
        if entry is not None and entry.path is None:
            entry.error = error

    def labels(self) -> list[str]:
        return sorted(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        """The entries, by label."""
        return iter([entry for _, entry in sorted(self._entries.items())])

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, label: str) -> Entry:
        """The map of this label.

        Raises:
            NotFoundError: there is none.
        """
        entry = self._entries.get(label)
        if entry is None:
            raise unknown_label(label, self.labels())
        return entry


def _signature(path: Path) -> Signature:
    try:
        status = path.stat()
    except OSError as error:
        raise NotFoundError(
            f"cannot open the snapshot: {error.strerror or error}", where=str(path), hint="was it moved?"
        ) from error
    return status.st_ino, status.st_size, status.st_mtime_ns
