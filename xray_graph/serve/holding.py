"""One process keeps a repository current; the others of the user find it, and one follows when it ends.

The rule: who has the lock holds the repository, builds it, watches it, writes its snapshot and answers
on its socket. The lock is the kernel's, so it is free again however its holder ends. The others wait
for it on a thread; meanwhile they hand their questions over, or read the snapshot. Used by `keeper`.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import logging
import os
import socket
from dataclasses import dataclass
from pathlib import Path

from xray_graph.serve.rendezvous import LONGEST, Place, make_private

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Record:
    """What the holder says of itself in the lock's file."""

    pid: int
    snapshot: Path | None  # the file that it writes


class Hold:
    """The lock of one repository, had. `listener` is the socket on which to answer the others."""

    def __init__(self, place: Place, lock: int) -> None:
        self.place = place
        self._lock = lock
        self.listener: socket.socket | None = None

    @classmethod
    def take(cls, place: Place, *, wait: bool = False) -> Hold | None:
        """Take the lock; None when another process has it and we do not `wait` until it ends.

        Raises:
            OSError: there can be no lock here; the repository is then kept by each for itself.
        """
        if not make_private(place.lock.parent):
            raise OSError(errno.EACCES, "no private folder", str(place.lock.parent))
        lock = os.open(place.lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            os.close(lock)
            return None
        except BaseException:
            os.close(lock)
            raise
        return cls(place, lock)

    def announce(self, snapshot: Path | None) -> None:
        """Tell the others who we are, and listen for them."""
        record = {"pid": os.getpid(), "root": str(self.place.root), "snapshot": str(snapshot or "")}
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, json.dumps(record).encode(), 0)
        path = self.place.socket
        if len(os.fsencode(path)) > LONGEST:
            _log.warning("%s is too long for a socket; other processes read the snapshot", path)
            return
        with contextlib.suppress(FileNotFoundError):
            path.unlink()  # of one that was killed: we have the lock
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listener.bind(str(path))
            path.chmod(0o600)
            listener.listen(64)
        except OSError as error:
            listener.close()
            _log.warning("%s: %s; other processes read the snapshot", path, error.strerror or error)
            return
        self.listener = listener

    def release(self) -> None:
        """Let the next one in; again is no fault."""
        if self.listener is not None:
            self.listener.close()
            self.listener = None
            with contextlib.suppress(OSError):
                self.place.socket.unlink()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def holder(place: Place) -> Record | None:
    """Who has the lock, as it says itself; None when it has not said so yet."""
    try:
        record = json.loads(place.lock.read_text("utf-8"))
        snapshot = str(record["snapshot"])
        return Record(int(record["pid"]), Path(snapshot) if snapshot else None)
    except (OSError, ValueError, KeyError, TypeError):
        return None
