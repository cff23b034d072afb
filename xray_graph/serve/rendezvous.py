"""Where processes of one user meet over a repository: a lock and a socket for each, in a folder of theirs.

The folder is `$XDG_RUNTIME_DIR/xray`, or `run` in the folder of caches; it is made for its owner alone,
and refused when others may enter it, so whoever reaches a socket in it is the user. It never lies in
the repository, whose content may come from anybody. Imports nothing heavy: a git hook goes through here.
Who holds a lock and what is said over a socket is `holding`'s and the callers'.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final, NamedTuple

from xray_graph.folders import caches

LONGEST: Final = 100  # bytes that the address of a socket may take on every system


class Place(NamedTuple):
    """The meeting place of one repository."""

    root: Path  # the real path of the folder that is mapped
    lock: Path
    socket: Path

    @property
    def address(self) -> str:
        """What `client` connects to."""
        return f"unix:{self.socket}"


def folder() -> Path:
    """Where the meeting places of this user are. It need not exist."""
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    if runtime.is_absolute() and runtime.is_dir():
        return runtime / "xray"
    return caches() / "run"


def place_of(root: Path) -> Place:
    """The meeting place of the repository at `root`, which is a real path."""
    from hashlib import blake2b

    name = blake2b(os.fsencode(root), digest_size=10).hexdigest()
    return Place(root, folder() / f"{name}.lock", folder() / f"{name}.sock")


def nearest(start: Path) -> Place | None:
    """The place of the nearest folder at or above `start` at which somebody is or was met."""
    start = start.resolve()
    if not is_private(folder()):
        return None
    return next((p for above in (start, *start.parents) if (p := place_of(above)).socket.exists()), None)


def is_private(path: Path) -> bool:
    """Whether the folder is there, is ours, and is closed to everybody else."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o077


def make_private(path: Path) -> bool:
    """Make the folder; whether it is there and private."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return False
    return is_private(path)
