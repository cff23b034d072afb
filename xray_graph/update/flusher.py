"""Writes the snapshots of versions, on a thread of its own, so that no update waits for a disk.

Called by `live`: on request, after a quiet while, at the end.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from xray_graph.errors import BuildError
from xray_graph.folders import MAP_SUFFIX
from xray_graph.snapshot import OPENLY, Header, Opening, write_map
from xray_graph.snapshot.owner import refuse_others
from xray_graph.update.answers import as_told
from xray_graph.update.sealing import Sealing
from xray_graph.update.version import Version

_log = logging.getLogger(__name__)


class Flushed(NamedTuple):
    """The snapshot of a version."""

    number: int
    path: Path
    header: Header


class Flusher:
    """One folder's snapshots of one live map. Without a folder nothing is written."""

    def __init__(self, root: Path, output: Path | None, opening: Opening = OPENLY, label: str = "") -> None:
        """`label` is what the map of `root` is expected to be called: whether it is sealed is seen now."""
        self._root = root
        self.output = output
        self._keys = opening.keys
        self._sealing = Sealing(opening)
        if output is not None and label:
            self._sealing.see(output / (label + MAP_SUFFIX))
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="flush")
        self._flushed: Flushed | None = None

    def write_for(self, version: Version, waiting: Sequence[Future[Flushed | None]]) -> None:
        """Write a version for those who wait, or for nobody after a quiet while. Returns at once."""
        self._thread.submit(self._settle, version, waiting)

    def close(self, last: Version | None) -> None:
        """Write the last version, when there is one, after what is being written.

        Raises:
            BuildError: it cannot be written; what was there before still is.
            UsageError: a map of another repository lies there.
            SealError: it would be in the clear, and must not be.
        """
        try:
            if last is not None:
                self._thread.submit(self._write, last).result()
        finally:
            self._thread.shutdown()

    def _settle(self, version: Version, waiting: Sequence[Future[Flushed | None]]) -> None:
        try:
            written = self._write(version)
        except Exception as error:  # noqa: BLE001 - the map in memory answers as before
            failure = as_told(error, "writing the snapshot")
            _log.warning("%s: the snapshot could not be written: %s", version.map.label, failure)
            for future in waiting:
                future.set_exception(failure)
        else:
            for future in waiting:
                future.set_result(written)

    def _write(self, version: Version) -> Flushed | None:
        if self.output is None:
            return None
        if self._flushed is None or self._flushed.number != version.number:
            try:
                self.output.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BuildError(
                    f"the folder cannot be made: {error.strerror or error}",
                    where=str(self.output),
                    hint="name another with -o",
                ) from error
            path = self.output / (version.map.label + MAP_SUFFIX)
            if self._flushed is None or self._flushed.path != path:
                refuse_others(path, version.map.label, self._root, version.map.sources.keys(), self._keys)
            to = self._sealing.to(path, version.state.inputs.settings.snapshot_recipient)
            header = write_map(
                path,
                version.state.parts,
                recipients=to.recipients,
                keys=to.keys,
                any_recipients=to.any_recipients,
            )
            self._flushed = Flushed(version.number, path, header)
        return self._flushed
