"""A live map: always the map that a build of the tree would give, for readers that never wait.

    live = LiveMap(Path("shop"), lambda: build_settings(root, flags), output=Path("shop/.xray"))
    live.start()                            # builds on a thread of its own
    live.update(["shop/cart.go"])           # an UpdateReply, when it is in the map
    live.version.map                        # a Map; who holds it keeps it
    live.close()                            # writes the snapshot

One thread writes. What is asked while it works waits and is done at once afterwards, however many asked.
A Version is immutable and swapped by one assignment, so readers never lock and finish on theirs. A
failed update leaves the Version that was there and tells whoever asked why. The snapshot is written on
demand, after a quiet period and at the end, on another thread. Called by the server.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from xray_graph.config import BuildSettings
from xray_graph.errors import ServerError, XrayError
from xray_graph.folders import MAP_SUFFIX
from xray_graph.index import Links
from xray_graph.report import Reporter
from xray_graph.retrieve import Freshness
from xray_graph.snapshot import OPENLY, Opening
from xray_graph.update.answers import NOTHING, Wanted, as_told, reply_to, wanted_by
from xray_graph.update.flusher import Flushed, Flusher
from xray_graph.update.freshness import Sweep, freshness_of
from xray_graph.update.partial import Partial, PartialMaps
from xray_graph.update.reply import UpdateReply, UpdateRequest
from xray_graph.update.state import State
from xray_graph.update.territory import Territory
from xray_graph.update.version import Version, links_in
from xray_graph.update.writer import Made, Writer

QUIET: Final = 10.0  # seconds without an update until the snapshot is written


@dataclass(slots=True)
class _Asked:
    """One request that waits for its answer."""

    request: UpdateRequest
    reply: Future[UpdateReply]


class LiveMap:
    """The map of one repository, kept current."""

    def __init__(
        self,
        root: Path,
        configure: Callable[[], BuildSettings],
        *,
        output: Path | None = None,
        quiet: float = QUIET,
        to: Reporter | None = None,
        opening: Opening = OPENLY,
        label: str = "",
    ) -> None:
        """Nothing is read before `start`.

        Args:
            root: the folder to map.
            configure: the settings as they are now; asked before each update, since `.xray.toml` may
                have changed.
            output: the folder of the snapshot, made when it is missing; None: none is written.
            quiet: seconds without an update until the snapshot is written; 0: only when asked.
            to: who is told of the progress of the first build.
            opening: the keys of a sealed snapshot in `output`, which is sealed again.
            label: what the map is expected to be called.
        """
        self.root = root
        self._writer = Writer(root, configure)
        self._quiet = quiet
        self._to = to
        self._mark = os.urandom(12)  # tells the pages of this process's versions from others'
        self._version: Version | None = None
        self._partial = PartialMaps()
        self._error: XrayError | None = None
        self._territory: Territory | None = None
        self._work = threading.Condition()
        self._asked: list[_Asked] = []
        self._sweep = Sweep()
        self._closing = False
        self._thread: threading.Thread | None = None
        self._flusher = Flusher(root, output, opening, label)
        self._opening = opening
        self._links: Links | None = None
        self._flushes: list[Future[Flushed | None]] = []
        self._due: float | None = None  # when the snapshot is to be written

    # --- reading --------------------------------------------------------------------------------

    @property
    def version(self) -> Version:
        """The version that answers now.

        Raises:
            ServerError: the first build has not ended, or it failed.
        """
        if self._version is not None:
            return self._version
        if self._error is not None:
            raise ServerError(
                f"the map could not be built: {self._error.message}",
                where=str(self.root),
                hint=self._error.hint,
            )
        raise ServerError("the map is being built", where=str(self.root), hint="ask again in a moment")

    def partial(self) -> Partial | None:
        """What the first build has so far; None before its files are read and after it has ended."""
        reading = self._writer.reading
        return self._partial.of(reading) if reading is not None and self._version is None else None

    @property
    def is_ready(self) -> bool:
        """Whether there is a version."""
        return self._version is not None

    @property
    def error(self) -> XrayError | None:
        """Why the first build, or the last update, failed; None when it did not."""
        return self._error

    @property
    def pending(self) -> int:
        """How many requests wait or are being worked on."""
        with self._work:
            return len(self._asked)

    def freshness(self, version: Version | None = None) -> Freshness:
        """Of what state of the sources an answer from `version` (the present one) speaks.

        Raises:
            ServerError: there is no version.
        """
        of = version or self.version
        return freshness_of(of.state.tree, of.indexed_at, self._sweep.stale(of.state.tree))

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers that parse."""
        return self._writer.workers

    def locate(self, path: str) -> str | None:
        """The path from the repository's top, when it lies in this repository; opens nothing."""
        if self._territory is None or self._version is None:
            return None
        return self._territory.locate(path, self._version.state.tree.files)

    # --- writing --------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the thread that builds and updates. Again is no fault."""
        with self._work:
            if self._thread is None and not self._closing:
                self._thread = threading.Thread(target=self._run, name=f"live {self.root.name}", daemon=True)
                self._thread.start()

    def wait(self, timeout: float | None = None) -> Version:
        """The first version, once it is there.

        Raises:
            XrayError: the first build failed.
            ServerError: it took longer than `timeout` seconds.
        """
        self.start()
        with self._work:
            self._work.wait_for(lambda: self._version or self._error or self._closing, timeout)
        if self._version is None and self._error is not None:
            raise self._error
        return self.version

    def submit(self, request: UpdateRequest) -> Future[UpdateReply]:
        """Ask for an update; its answer comes when a version holds what the request told of.

        The future raises XrayError when the update failed: the version before is still there, and what
        it missed is looked for by the next update.
        """
        reply: Future[UpdateReply] = Future()
        reply.set_running_or_notify_cancel()  # who waits may leave; what it told of is taken in all the same
        self.start()
        with self._work:
            if self._closing:
                reply.set_exception(self._closed())
                return reply
            self._asked.append(_Asked(request, reply))
            self._work.notify_all()
        return reply

    def update(self, files: Iterable[str] = (), *, since: str = "", everything: bool = False) -> UpdateReply:
        """As `submit`, and wait for the answer.

        Raises:
            XrayError: as its future.
        """
        request = UpdateRequest(files=tuple(files), since=since, everything=everything)
        return self.submit(request).result()

    def flush(self) -> Flushed | None:
        """Write what is not written yet: facts that were parsed, and the snapshot.

        The snapshot is that of the version after all that was asked before.

        Returns:
            What is on the disk; None when there is no folder for it.

        Raises:
            BuildError: it cannot be written; what was there before still is.
            ServerError: there is no version, or no more.
        """
        self.version  # noqa: B018 - raises
        written: Future[Flushed | None] = Future()
        with self._work:
            if self._closing:
                raise self._closed()
            self._flushes.append(written)
            self._work.notify_all()
        return written.result()

    def close(self, *, flush: bool = True) -> None:
        """End the thread after the update that runs, refuse what waits, and write the snapshot.

        Raises:
            BuildError: it cannot be written.
        """
        with self._work:
            self._closing = True
            waiting: list[Future[Any]] = [*(one.reply for one in self._asked), *self._flushes]
            self._asked, self._flushes = [], []
            self._work.notify_all()
        for future in waiting:
            future.set_exception(self._closed())
        if self._thread is not None:
            self._thread.join()
        self._writer.close()
        self._flusher.close(self._version if flush else None)

    # --- the thread that writes -----------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._work:
                while not (self._asked or self._flushes or self._closing or self._version is None):
                    patience = None if self._due is None else self._due - time.monotonic()
                    if patience is not None and patience <= 0:
                        break
                    self._work.wait(patience)
                if self._closing:
                    return
                batch, self._asked = self._asked, []
                flushes, self._flushes = self._flushes, []
            if self._version is None:
                if not self._build(batch):
                    with self._work:  # until somebody asks again
                        self._work.wait_for(lambda: self._asked or self._closing)
                    continue
                self._writer.write_cache()
            if batch:
                self._answer(batch)
            if flushes or (self._due is not None and self._due <= time.monotonic()):
                self._due = None
                self._writer.write_cache()
                self._flusher.write_for(self.version, flushes)

    def _build(self, batch: Sequence[_Asked]) -> bool:
        """The first version; whoever asked meanwhile is told why when there is none."""
        try:
            made = self._writer.first(self._to)
            self._publish(made)
        except Exception as error:  # noqa: BLE001 - the thread outlives every fault
            failure = as_told(error, "the build")
            with self._work:
                self._error = failure
                self._work.notify_all()
            for one in batch:
                one.reply.set_exception(failure)
            return False
        return True

    def _links_for(self, state: State) -> Links | None:
        """The graph index of the snapshot that lay there before the first version, while there is one."""
        if self._version is None and self._flusher.output is not None and state.vectors is not None:
            path = self._flusher.output / (state.inputs.label + MAP_SUFFIX)
            self._links = links_in(path, self._opening)
        return self._links if state.inputs.settings.hnsw != "never" else None

    def _publish(self, made: Made) -> Version:
        """Swap the version in."""
        number = 1 if self._version is None else self._version.number + 1
        version = Version.of(made.state, number, self._mark, self._links_for(made.state))
        repository = made.state.tree.repository
        scope = os.path.relpath(self.root.resolve(), repository.root)
        self._territory = Territory(
            Path(repository.root),
            "" if scope == "." else scope,
            follow=made.state.inputs.settings.walk.follow_symlinks,
        )
        self._partial.drop()
        with self._work:
            self._version = version
            self._error = None
            self._work.notify_all()
        if self._quiet and self._flusher.output is not None:
            self._due = time.monotonic() + self._quiet
        return version

    def _answer(self, batch: Sequence[_Asked]) -> None:
        """One update for all of them, and each one's own answer."""
        version, territory = self.version, self._territory
        assert territory is not None
        wanted: list[Wanted] = []
        for one in batch:
            try:
                wanted.append(wanted_by(one.request, territory, version.state.tree))
            except Exception as error:  # noqa: BLE001 - one request ends no other's
                one.reply.set_exception(as_told(error, "the update"))
                wanted.append(NOTHING)
        paths = {path for each in wanted for path in each.paths}
        everywhere = any(each.everywhere for each in wanted)
        try:
            made = self._writer.update(version.state, paths, everywhere=everywhere or self._error is not None)
            if made.state.parts is not version.state.parts:
                version = self._publish(made)
            else:
                version = version.found_again(made.state)
                with self._work:
                    self._version, self._error = version, None
        except Exception as error:  # noqa: BLE001 - the version that answers is still whole
            self._error = as_told(error, "the update")
            for one in batch:
                if not one.reply.done():
                    one.reply.set_exception(self._error)
            return
        for one, each in zip(batch, wanted, strict=True):
            if not one.reply.done():
                one.reply.set_result(reply_to(version, made, each))

    def _closed(self) -> ServerError:
        return ServerError("the server is shutting down", where=str(self.root))
