"""Bytes of a file at a place: read by position, and replaced as a whole.

A reader holds the file it opened, also after a writer has put another under its name. A writer makes
a temporary file beside it and renames: what is under the name is the old file or the new one, never
a part. Knows nothing of the format.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from xray_graph.closing import Closing
from xray_graph.errors import BuildError, FormatError, NotFoundError

_PATIENCE: Final = 60.0  # seconds to wait for another writer in the same folder


class Blob(Protocol):
    """Bytes that can be read by position, from several threads at once."""

    where: str  # what messages call it
    size: int

    def read(self, offset: int, size: int) -> bytes: ...
    def close(self) -> None: ...


class FileBlob(Closing):
    """An open file."""

    def __init__(self, path: Path | str) -> None:
        """Open a file for reading.

        Raises:
            NotFoundError: it is not there, is not a plain file, or may not be read.
        """
        self.where = str(path)
        self._fd = -1
        try:
            # without O_NONBLOCK a named pipe would hold us until someone writes to it
            self._fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
            status = os.fstat(self._fd)
        except (OSError, ValueError) as error:
            self.close()
            reason = getattr(error, "strerror", None) or str(error)
            is_gone = isinstance(error, FileNotFoundError)
            hint = "a map is built with `xray graph build`" if is_gone else "name one that you may read"
            raise NotFoundError(f"cannot open the snapshot: {reason}", where=self.where, hint=hint) from error
        if not stat.S_ISREG(status.st_mode):
            self.close()
            hint = "name the files in it" if stat.S_ISDIR(status.st_mode) else ""
            raise NotFoundError("a snapshot is a plain file, this is not", where=self.where, hint=hint)
        self.size = status.st_size

    def read(self, offset: int, size: int) -> bytes:
        """Exactly `size` bytes from `offset`.

        Raises:
            FormatError: the file ends before, or the disk fails.
        """
        parts: list[bytes] = []
        try:
            while size > 0:
                part = os.pread(self._fd, size, offset)
                if not part:
                    raise FormatError("the file ends too early", where=self.where)
                parts.append(part)
                offset += len(part)
                size -= len(part)
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", where=self.where) from error
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def pieces(self, size: int = 1 << 20) -> Iterator[bytes]:
        """All of it, in order."""
        for offset in range(0, self.size, size):
            yield self.read(offset, min(size, self.size - offset))

    def close(self) -> None:
        """Close the file; again is no fault."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __del__(self) -> None:
        self.close()


class PartBlob:
    """The first bytes of something larger, of which the size is known."""

    def __init__(self, data: bytes, size: int, where: str) -> None:
        self.where = where
        self.size = size
        self._data = data

    def read(self, offset: int, size: int) -> bytes:
        """Raises FormatError for bytes that are not here."""
        if offset + size > len(self._data):
            raise FormatError("the header is longer than any header is", where=self.where)
        return self._data[offset : offset + size]

    def close(self) -> None: ...


class PrivateBlob(FileBlob):
    """An unlinked file of this process alone: what was sealed, in the clear."""

    def __init__(self, descriptor: int, where: str) -> None:
        """Takes a duplicate of the descriptor; the caller may close its own."""
        self.where = where
        self._fd = os.dup(descriptor)
        self.size = os.fstat(self._fd).st_size


def replace(
    path: Path | str, pieces: Iterable[bytes], *, check: Callable[[], None] | None = None, mode: int = 0
) -> None:
    """Write `pieces` as the whole of `path`; as `replace_by`."""
    replace_by(path, lambda file: file.writelines(pieces), check=check, mode=mode)


def replace_by(
    path: Path | str,
    write: Callable[[BinaryIO], None],
    *,
    check: Callable[[], None] | None = None,
    mode: int = 0,
) -> None:
    """Write the whole of `path`: through a temporary file, synced, renamed, synced.

    Two writers into one folder wait for each other; the lock is the kernel's and ends with its
    process. What a killed writer left behind is removed by the next.

    Args:
        path: the file; its folder exists.
        write: writes the content into a file.
        check: called under the lock, before anything is written; raises when it must not be.
        mode: permissions; 0 for those of the file that is there, or else what the mask gives.

    Raises:
        BuildError: the folder is missing or cannot be written, the disk is full, or another writer
            does not end.
    """
    target = Path(path)
    folder, name = target.parent, target.name
    temporary = folder / f".{name}.{secrets.token_hex(8)}.tmp"
    try:
        with _locked(folder) as (folder_fd, alone):
            if check is not None:
                check()
            if alone:
                _remove_left_over(folder, name)
            try:
                _write(temporary, write, mode or _mode_of(target))
                temporary.replace(target)
            except BaseException:
                with contextlib.suppress(OSError):
                    temporary.unlink()
                raise
            os.fsync(folder_fd)
    except OSError as error:
        reason = error.strerror or str(error)
        hint = "nothing was changed; make room or a folder for it, or name another"
        raise BuildError(f"cannot write the snapshot: {reason}", where=str(target), hint=hint) from error


def _write(path: Path, write: Callable[[BinaryIO], None], mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode or 0o666)
    with os.fdopen(descriptor, "wb") as file:
        if mode:
            os.fchmod(descriptor, mode)  # whatever the mask is
        write(file)
        file.flush()
        os.fsync(descriptor)


def _mode_of(path: Path) -> int:
    """The permissions of a file that is there, so that what was private stays so; 0 for none."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0


def _remove_left_over(folder: Path, name: str) -> None:
    for old in folder.iterdir():
        if old.name.startswith(f".{name}.") and old.name.endswith(".tmp"):
            with contextlib.suppress(OSError):
                old.unlink()


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[tuple[int, bool]]:
    """Hold the folder's advisory lock: its descriptor, and whether the file system has locks."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield fd, _lock(fd, folder)
    finally:
        os.close(fd)


def _lock(fd: int, folder: Path) -> bool:
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS):
                return False  # the rename alone keeps the file whole
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise
            if time.monotonic() > end:
                hint = "try again when it is done, or name another folder"
                raise BuildError(
                    "another process is writing into this folder", where=str(folder), hint=hint
                ) from error
            time.sleep(0.02)
        else:
            return True
