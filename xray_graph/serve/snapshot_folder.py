"""A folder of snapshots, served as it is now: files that come, change, go, and are not what they should be.

Every file is registered by its header alone. One that cannot be used is told of once and tried again when
it changes; a map that is open goes on answering while its file is replaced. The folder is watched, and
looked at now and then besides, because not every file system tells of changes. Used by `serve-snapshots`.
"""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path
from typing import Final, NamedTuple

from xray_graph.errors import NotFoundError, UsageError, XrayError
from xray_graph.folders import MAP_SUFFIX
from xray_graph.memory import give_back
from xray_graph.route import Catalog, StoredEntry
from xray_graph.route.admission import Admission
from xray_graph.route.shelf import Shelf
from xray_graph.route.stored import Signature, signature_of
from xray_graph.snapshot import OPENLY, Opening

_log = logging.getLogger(__name__)

EVERY: Final = 30.0  # seconds between two looks where nothing was told
_SWEEP: Final = 1.0  # seconds between two looks for what is to be put away
_STEP: Final = 50  # milliseconds without an event that end the gathering
_DEBOUNCE: Final = 500


class Scan(NamedTuple):
    """What one look at the folder found, by file name."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unusable: tuple[str, ...]  # all that are, also those that were told of before


class SnapshotFolder:
    """One folder, joined to a catalog."""

    def __init__(
        self,
        folder: Path,
        catalog: Catalog,
        shelf: Shelf,
        admission: Admission,
        opening: Opening = OPENLY,
    ) -> None:
        self.folder = folder
        self.shelf = shelf
        self._catalog = catalog
        self._admission = admission
        self._opening = opening
        self._entries: dict[Path, StoredEntry] = {}
        self._unusable: dict[Path, Signature] = {}
        self._doubles: set[Path] = set()  # unusable because another file holds a map of that label
        self._looking = threading.Lock()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def scan(self) -> Scan:
        """Bring the catalog in line with the folder.

        Raises:
            NotFoundError: there is no such folder, or it cannot be read.
        """
        with self._looking:
            return self._scan(self._listed())

    def start(self) -> None:
        """Watch, and put away what is not asked, on threads of their own."""
        for run, name in ((self._watch, "watch maps"), (self._sweep, "put maps away")):
            thread = threading.Thread(target=run, name=name, daemon=True)
            self._threads.append(thread)
            thread.start()

    def close(self) -> None:
        """End the threads."""
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _listed(self) -> dict[Path, Signature]:
        try:
            names = sorted(path for path in self.folder.iterdir() if _is_snapshot(path))
        except OSError as error:
            raise NotFoundError(
                f"cannot read the folder of maps: {error.strerror or error}",
                where=str(self.folder),
                hint="name a folder that holds snapshots with --mental-maps-dir",
            ) from error
        found: dict[Path, Signature] = {}
        for path in names:
            try:
                if path.is_file():
                    found[path] = signature_of(path)
            except XrayError:
                continue  # it went while we looked
        return found

    def _scan(self, listed: dict[Path, Signature]) -> Scan:
        added, changed, removed = [], [], []
        for path in [path for path in self._entries if path not in listed]:
            self._take_out(path)
            removed.append(path.name)
        again = self._doubles if removed else set()  # a label may be free now
        self._unusable = {p: sign for p, sign in self._unusable.items() if p in listed and p not in again}
        self._doubles = set() if removed else self._doubles
        for path, signature in listed.items():
            entry = self._entries.get(path)
            if entry is None:
                if self._unusable.get(path) != signature and self._take_in(path, signature):
                    added.append(path.name)
            elif (
                entry.signature != signature
                and self._unusable.get(path) != signature
                and self._renew(path, entry, signature)
            ):
                changed.append(path.name)
        return Scan(
            tuple(added), tuple(changed), tuple(removed), tuple(sorted(path.name for path in self._unusable))
        )

    def _take_in(self, path: Path, signature: Signature) -> bool:
        try:
            entry = StoredEntry(path, self.shelf, self._admission, self._opening)
            self._catalog.put(entry)
        except XrayError as error:
            self._unusable[path] = signature
            if isinstance(error, UsageError):
                self._doubles.add(path)
            _log.warning("%s: not served: %s", path, error.advice)
            return False
        self._unusable.pop(path, None)
        self._entries[path] = entry
        return True

    def _renew(self, path: Path, entry: StoredEntry, signature: Signature) -> bool:
        """A file that is another now: the same entry for the same label, else a new one in its place."""
        entry.about()
        if entry.signature == signature:
            self._unusable.pop(path, None)
            return True
        try:
            fresh = StoredEntry(path, self.shelf, self._admission, self._opening)
        except XrayError:
            self._unusable[path] = signature  # told by the entry, which goes on with what it has
            return False
        if fresh.label == entry.label:
            return False  # it changed once more; the next look sees that
        self._take_out(path)
        return self._take_in(path, signature)

    def _take_out(self, path: Path) -> None:
        entry = self._entries.pop(path)
        self._catalog.remove(entry)
        entry.close()

    # --- threads --------------------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._stop.is_set():
            try:
                self._stand()
            except (OSError, RuntimeError) as error:
                _log.warning(
                    "%s cannot be watched (%s); it is looked at every %d s", self.folder, error, EVERY
                )
                while not self._stop.wait(EVERY):
                    self._look()

    def _stand(self) -> None:
        from watchfiles import watch

        self._look()  # what came before the watch stood is seen by the first look below
        due = 0.0
        changes = watch(
            self.folder, watch_filter=None, debounce=_DEBOUNCE, step=_STEP, stop_event=self._stop,
            recursive=False, yield_on_timeout=True, rust_timeout=1000, raise_interrupt=False,
        )  # fmt: skip
        for change in changes:
            if change or time.monotonic() >= due:
                due = time.monotonic() + EVERY
                self._look()

    def _look(self) -> None:
        try:
            self.scan()
        except NotFoundError as error:
            _log.warning("%s; the maps of before stay", error)

    def _sweep(self) -> None:
        seen = (0, 0)
        while not self._stop.wait(_SWEEP):
            self.shelf.sweep()
            if seen != (now := (self.shelf.loads, self.shelf.evictions)):
                seen = now
                give_back()


def _is_snapshot(path: Path) -> bool:
    """Whether it is named as one; temporary files of a writer begin with a dot."""
    return path.name.endswith(MAP_SUFFIX) and not path.name.startswith(".")
