"""The maps at hand, by label. What a map is kept in (a file, a live repository) is its entry's to know.

The table is replaced, never changed, so readers need no lock. Knows nothing of questions: that is
`atlas`. Filled by the command line for the files it was given and by the server for all it serves.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from xray_graph.errors import UsageError
from xray_graph.route.entry import Entry
from xray_graph.route.router import unknown_label
from xray_graph.route.stored import StoredEntry
from xray_graph.snapshot import OPENLY, Opening


class Catalog:
    """Maps by label, each label once."""

    def __init__(self, files: Iterable[Path] = (), opening: Opening = OPENLY) -> None:
        self._opening = opening
        self._entries: Mapping[str, Entry] = {}
        self._writing = threading.Lock()
        for path in files:
            self.add(path)

    def add(self, path: Path) -> StoredEntry:
        """Register a snapshot by its header; again is no fault.

        Raises:
            UsageError: another map has its label.
            XrayError: the header cannot be read.
        """
        entry = StoredEntry(path, opening=self._opening)
        with self._writing:
            there = self._entries.get(entry.label)
            if isinstance(there, StoredEntry) and there.path == path:
                return there
            self._put(entry)
        return entry

    def put(self, entry: Entry) -> None:
        """Register a map.

        Raises:
            UsageError: another map has its label.
        """
        with self._writing:
            self._put(entry)

    def remove(self, entry: Entry) -> None:
        """Take a map out; questions that run end on it."""
        with self._writing:
            self._entries = {label: each for label, each in self._entries.items() if each is not entry}

    def renamed(self, entry: Entry) -> None:
        """Take note that an entry has another label than before.

        Raises:
            UsageError: another map has that label; the entry stays under its old one.
        """
        with self._writing:
            others = {label: each for label, each in self._entries.items() if each is not entry}
            _refuse_second(others.get(entry.label), entry)
            self._entries = {**others, entry.label: entry}

    def _put(self, entry: Entry) -> None:
        _refuse_second(self._entries.get(entry.label), entry)
        self._entries = {**self._entries, entry.label: entry}

    @property
    def table(self) -> Mapping[str, Entry]:
        """All entries by label, as they are now: another object after each change."""
        return self._entries

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


def _refuse_second(there: Entry | None, entry: Entry) -> None:
    if there is not None and there is not entry:
        raise UsageError(
            f"two maps are labelled {entry.label!r}",
            where=f"{there.where}, {entry.where}",
            hint="give one of them, or build one again with another --name",
        )
