"""Keeps one repository current in this process, or follows the process of the same user that does.

    start ─▶ lock taken ─▶ live map, socket for the others, watch ─▶ close: snapshot written, lock free
         └─▶ lock is another's ─▶ its snapshot, its socket ─▶ lock free ─▶ as above

Used by `household`, which has one for each live repository. Threads of its own; answers nothing itself.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xray_graph.config import BuildSettings
from xray_graph.errors import ServerError, XrayError
from xray_graph.folders import MAP_SUFFIX
from xray_graph.report import Shown
from xray_graph.serve.holding import Hold, holder
from xray_graph.serve.live import LiveEntry
from xray_graph.serve.progress import Progress
from xray_graph.serve.rendezvous import Place, place_of
from xray_graph.serve.watch import Ground, Watch
from xray_graph.snapshot import OPENLY, Opening
from xray_graph.update import Flushed, LiveMap, Territory, UpdateReply, UpdateRequest
from xray_graph.walk import git

_log = logging.getLogger(__name__)

QUIET: Final = 10.0  # seconds without an update until the snapshot is written


@dataclass(frozen=True, slots=True)
class Source:
    """One repository to keep."""

    root: Path  # the folder that is mapped; a real path
    label: str  # that its map is expected to have
    configure: Callable[[], BuildSettings]  # the settings as they are now
    folder: Path | None = None  # for its snapshot; None: none is written
    shown: Shown | None = None  # who shows the first build
    opening: Opening = OPENLY  # of its snapshot

    @property
    def snapshot(self) -> Path | None:
        return self.folder / (self.label + MAP_SUFFIX) if self.folder else None


class Keeper:
    """The life of one repository in this process."""

    def __init__(
        self, source: Source, *, watch: bool = True, quiet: float = QUIET, gate: threading.Lock | None = None
    ) -> None:
        """Nothing is read before `start`. First builds that share `gate` are made one after the other."""
        self.source = source
        self._gate = gate or threading.Lock()
        top = git.find_top(source.root) or source.root
        scope = os.path.relpath(source.root, top)
        self.territory = Territory(top, "" if scope == "." else scope)
        self._progress = Progress(source.shown)
        self.entry = LiveEntry(source.label, source.root, str(top), self._progress, source.opening)
        self._watches = watch
        self._quiet = quiet
        self._place: Place | None = place_of(source.root)
        self._hold: Hold | None = None
        self._live: LiveMap | None = None
        self._taken: Callable[[Keeper, Hold], None] = lambda *_: None
        self._stop = threading.Event()
        self._closing = threading.Lock()
        self._threads: list[threading.Thread] = []

    @property
    def address(self) -> str | None:
        """Where the process answers that keeps the repository; None when it is this one."""
        return self._place.address if self._live is None and self._place is not None else None

    def start(self, taken: Callable[[Keeper, Hold], None] | None = None) -> None:
        """Take the repository, or follow who has it. Returns at once.

        `taken` is called, from any thread, when this process has the repository and others may ask.
        """
        if taken is not None:
            self._taken = taken
        if self.source.snapshot is not None:
            self.entry.adopt(self.source.snapshot)  # of an earlier build
        hold = self._try(wait=False)
        if hold is not None or self._place is None:
            self._own(hold)
            return
        self._follow()
        waiter = threading.Thread(target=self._wait, name=f"wait for {self.source.label}", daemon=True)
        waiter.start()

    def locate(self, path: str) -> str | None:
        """The path from the repository's top when it is one of ours; opens nothing."""
        live = self._live
        if live is not None and live.is_ready:
            return live.locate(path)
        return self.territory.locate(path)

    def submit(self, request: UpdateRequest) -> Future[UpdateReply]:
        """An update by this process.

        Raises:
            ServerError: another process keeps the repository: `address`.
        """
        return self._own_map().submit(request)

    def flush(self) -> Flushed | None:
        """Write the snapshot, if it is not written yet; None when there is no folder for it.

        Raises:
            BuildError: it cannot be written.
            ServerError: there is no map yet, or another process keeps it.
        """
        return self._own_map().flush()

    def _own_map(self) -> LiveMap:
        if self._live is None:
            hint = f"ask that one, at {self.address}" if self.address else ""
            raise ServerError("another process keeps this map", where=str(self.source.root), hint=hint)
        return self._live

    def close(self) -> None:
        """End: the update that runs is finished, the snapshot is written, the next process may follow.

        Raises:
            BuildError: the snapshot cannot be written.
        """
        self._stop.set()
        with self._closing:
            live, hold, self._hold = self._live, self._hold, None
        try:
            if live is not None:
                live.close()
        finally:
            if hold is not None:
                hold.release()
            for thread in self._threads:
                thread.join()

    # --- whose it is ----------------------------------------------------------------------------

    def _try(self, *, wait: bool) -> Hold | None:
        if self._place is None:
            return None
        try:
            return Hold.take(self._place, wait=wait)
        except OSError as error:
            _log.warning("%s is not shared with other processes: %s", self.source.root, error.strerror)
            self._place = None
            return None

    def _follow(self) -> None:
        assert self._place is not None
        record = holder(self._place)
        if record is not None and record.snapshot is not None:
            self.entry.adopt(record.snapshot)

    def _wait(self) -> None:
        """Until the other process has ended; then its place is ours."""
        hold = self._try(wait=True)
        with self._closing:
            if not self._stop.is_set():
                self._own(hold)
                return
        if hold is not None:
            hold.release()

    def _own(self, hold: Hold | None) -> None:
        source = self.source
        live = LiveMap(
            source.root,
            source.configure,
            output=source.folder,
            quiet=self._quiet,
            to=self._progress,
            opening=source.opening,
            label=source.label,
        )
        self._hold = hold
        self._live = self.entry.live = live
        if hold is not None:
            hold.announce(source.snapshot)
            self._taken(self, hold)
        minder = threading.Thread(target=self._mind, args=(live,), name=f"mind {source.label}", daemon=True)
        self._threads.append(minder)
        minder.start()

    # --- the first build, and what changes afterwards ---------------------------------------------

    def _mind(self, live: LiveMap) -> None:
        try:
            self._see_built(live)
            if self._watches and not self._stop.is_set():
                Watch(lambda: self._ground(live), lambda request: self._tell(live, request)).run(self._stop)
        except Exception:  # noqa: BLE001 - the map answers on, and its log says why it is not watched
            _log.exception("%s is no longer watched", self.source.label)

    def _see_built(self, live: LiveMap) -> None:
        with self._gate, self.source.shown or contextlib.nullcontext():
            while not (self._stop.is_set() or live.is_ready or live.error):
                with contextlib.suppress(XrayError):
                    live.wait(timeout=0.5)  # starts it
            if live.is_ready and self.source.shown is not None:
                graph = live.version.map.graph
                told = f"the map is ready: {len(graph)} nodes, {len(graph.edges)} edges"
                self.source.shown.note(told, where=self.entry.label)
        self._progress.end()
        if live.error is not None and not live.is_ready:
            _log.warning("%s could not be built: %s", self.source.label, live.error)

    def _ground(self, live: LiveMap) -> Ground:
        top, scope = self.territory.top, self.territory.scope
        if not live.is_ready:
            return Ground(top, scope, (), lambda _: False)
        tree = live.version.state.tree
        return Ground(top, scope, tree.files, lambda path: tree.skip_of(path) is not None)

    def _tell(self, live: LiveMap, request: UpdateRequest) -> None:
        try:
            live.submit(request).result()
        except XrayError as error:
            if not self._stop.is_set():
                _log.warning("%s could not be updated: %s", self.source.label, error)
