"""A repository as an entry of the catalog: its live map, or the snapshot of it until there is one.

While the first build runs, an answer comes from the map of an earlier build and says so; when there is
none, from what is read so far, and says that it is not all. Knows no lock and no watch: that is `keeper`,
which sets `live`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from msgspec import structs

from xray_graph.errors import ServerError, XrayError
from xray_graph.index import DeclaredNames
from xray_graph.retrieve import Freshness
from xray_graph.route import Reading, State, StoredEntry, marked
from xray_graph.serve.progress import Progress
from xray_graph.snapshot import OPENLY, About, Opening
from xray_graph.update import LiveMap, Partial, Version

_log = logging.getLogger(__name__)


class LiveEntry:
    """One live repository. Safe to ask from several threads."""

    def __init__(
        self, label: str, root: Path, work_tree: str, progress: Progress, opening: Opening = OPENLY
    ) -> None:
        """`label` is the expected one; `root` the folder that is mapped, `work_tree` the top around it."""
        self.label = label
        self.live: LiveMap | None = None
        self.renamed: list[Callable[[LiveEntry], None]] = []  # told when the label turns out another
        self._root = root
        self.work_tree = work_tree
        self._progress = progress
        self._opening = opening
        self._snapshots: dict[Path, None] = {}
        self._unusable: set[Path] = set()
        self._found: StoredEntry | None = None

    def adopt(self, snapshot: Path) -> None:
        """Answer from this file as long as there is no live map, once it holds a map of that label."""
        self._snapshots[snapshot] = None

    @property
    def where(self) -> str:
        return str(self._root)

    @property
    def state(self) -> State:
        if self._version is not None or self._stored is not None:
            return "ready"
        return "building" if self.error is None else "failed"

    @property
    def error(self) -> XrayError | None:
        return None if self.live is None else self.live.error

    @property
    def progress(self) -> str:
        return "" if self._version is not None else str(self._progress)

    def about(self) -> About | None:
        version = self._version
        if version is not None:
            return version.map.about
        stored = self._stored
        return None if stored is None else stored.about()

    def known(self) -> About | None:
        version = self._version
        if version is not None:
            return version.map.about
        return None if self._stored is None else self._stored.known()

    def likeness(self) -> bytes:
        """Of what changes nothing is told."""
        return b""

    def names(self) -> DeclaredNames | None:
        version = self._version
        if version is not None:
            return version.map.names
        return None if self._stored is None else self._stored.names()

    def freshness(self) -> Freshness | None:
        version = self._version
        if version is not None:
            return self._fresh(version)
        stored = self._stored
        return None if stored is None else self._meanwhile(stored.freshness())

    def read(self) -> Reading:
        """The map, opened, with the state of the sources.

        Raises:
            ServerError: the first build failed or has read nothing yet, and no earlier map is there.
        """
        version = self._version
        if version is not None:
            return Reading(version.map, self._fresh(version))
        stored = self._stored
        if stored is not None:
            reading = stored.read()
            return reading._replace(freshness=self._meanwhile(reading.freshness))
        if self.error is not None:
            raise ServerError(
                f"the map could not be built: {self.error.message}", where=self.label, hint=self.error.hint
            )
        partial = None if self.live is None else self.live.partial()
        if partial is not None:
            return self._so_far(partial)
        raise ServerError("the map is being built", where=self.label, hint=self._patience())

    @property
    def _stored(self) -> StoredEntry | None:
        """The snapshot of an earlier build, or of the process that keeps the map."""
        if self._found is None:
            for snapshot in self._snapshots:
                if snapshot.is_file() and snapshot not in self._unusable:
                    self._try(snapshot)
        return self._found

    def _try(self, snapshot: Path) -> None:
        try:
            stored = StoredEntry(snapshot, opening=self._opening)
        except XrayError as error:
            self._unusable.add(snapshot)
            _log.warning("%s: not used: %s", snapshot, error.advice)
            return
        if stored.label == self.label:
            self._found = stored

    @property
    def _version(self) -> Version | None:
        if self.live is None or not self.live.is_ready:
            return None
        version = self.live.version
        if version.map.label != self.label:
            self.label = version.map.label
            for tell in self.renamed:
                tell(self)
        return version

    def _fresh(self, version: Version) -> Freshness:
        assert self.live is not None
        freshness = structs.replace(self.live.freshness(version), work_tree=self.work_tree)
        error = self.live.error
        return marked(freshness, "" if error is None else f"the last update failed: {error.message}")

    def _meanwhile(self, freshness: Freshness) -> Freshness:
        """The state of a stored map, and why it is not the present one."""
        freshness = structs.replace(freshness, work_tree=self.work_tree)
        if self.live is None:
            return freshness  # of the process that keeps it
        if self.error is not None:
            return marked(freshness, f"from an earlier build; the present one failed: {self.error.message}")
        return marked(freshness, f"from an earlier build; the present one is being made: {self._progress}")

    def _so_far(self, partial: Partial) -> Reading:
        """What a first build has, and that it is not all."""
        repository = partial.tree.repository
        freshness = Freshness(repository.commit, repository.dirty, None, work_tree=self.work_tree)
        note = (
            f"this is not all: the map is being built ({self._progress}); here are the declarations of "
            f"{partial.parsed} of {len(partial.tree.files)} files, and no relation but what contains what"
        )
        return Reading(partial.map, marked(freshness, note), is_whole=False)

    def _patience(self) -> str:
        done = str(self._progress)
        return f"{done} done so far; ask again in a moment" if " of " in done else "ask again in a moment"
