"""Bytes through age, a piece at a time: memory stays flat, and nothing is used before it was checked.

pyrage hands out most of a cut file before it raises, so what is decrypted goes to an unlinked private
file first. Only the header's first kilobytes are read on their own; they carry their own digests, and
age checks each 64 KiB for itself. What is sealed passes through memory and is on no disk in the clear.
"""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

import pyrage

from xray_graph.errors import BuildError, NotFoundError, SealError, UsageError
from xray_graph.snapshot.place import PartBlob, PrivateBlob
from xray_graph.snapshot.seal.head import AGAIN, look
from xray_graph.snapshot.seal.keys import Key, Keys

_HEADER_PART: Final = 64 << 10  # plaintext that is decrypted to read a header: one age chunk
_KEY_HINT: Final = "give its key with --snapshot-key FILE, or name the file in XRAY_AGE_KEY_FILE"
_CUT: Final = ("failed to fill whole buffer", "Incomplete header")  # in age's words


class NoKeyError(SealError):
    """The file may be whole, but there is no key, or none that opens it."""


def sealed(pieces: Iterable[bytes], recipients: Sequence[Any]) -> Callable[[BinaryIO], None]:
    """What writes the pieces into a file, encrypted to every recipient.

    Raises:
        UsageError: there is no recipient.
    """
    if not recipients:
        hint = "`xray graph keygen` makes a key and tells its recipient"
        raise UsageError("nothing is sealed without a recipient", where="--snapshot-recipient", hint=hint)

    def write(file: BinaryIO) -> None:
        source, target = _Source(pieces), _Target(file)
        try:
            pyrage.encrypt_io(source, target, list(recipients))
        except pyrage.EncryptError as error:  # it keeps no more of a cause than its name
            raise (source.failure or target.failure or BuildError(f"cannot be sealed: {error}")) from error

    return write


def unseal(path: Path | str, keys: Keys) -> PrivateBlob:
    """The whole of a sealed file, decrypted into an unlinked private file and checked.

    Raises:
        NotFoundError: no such file.
        SealError: no key, none that fits, or the file is damaged or cut.
        BuildError: there is no place to decrypt it to.
    """
    where = str(path)
    with _opened(path, keys) as source, contextlib.ExitStack() as owned:
        plain = owned.enter_context(_private_file())
        target = _Target(plain)
        try:
            pyrage.decrypt_io(source, target, list(keys.identities))
            plain.flush()
        except (pyrage.DecryptError, OSError, ValueError) as error:
            if target.failure is not None:
                raise BuildError(
                    f"cannot be decrypted to a temporary file: {target.failure.strerror}",
                    where=where,
                    hint="TMPDIR names the folder for it",
                ) from error
            raise _seal_error(error, where, keys) from error
        return PrivateBlob(plain.fileno(), where)


def header_part(path: Path | str, keys: Keys, size: int = _HEADER_PART) -> PartBlob:
    """A sealed file's first `size` bytes in the clear, decrypted no further; those of its header at least.

    Raises:
        NotFoundError, SealError: as `unseal`.
    """
    where = str(path)
    taken = _Taker(max(size, _HEADER_PART))
    with _opened(path, keys) as source:
        try:
            pyrage.decrypt_io(source, taken, list(keys.identities))
        except _EnoughError:
            pass
        except (pyrage.DecryptError, OSError, ValueError) as error:
            raise _seal_error(error, where, keys) from error
    return PartBlob(taken.data, look(path).plain_bytes, where)


def opened_by(path: Path | str, keys: Keys) -> Keys:
    """Those of the keys that open the file, each for itself.

    Raises:
        NotFoundError, SealError: as `unseal`; never because a key does not fit.
    """
    fitting: list[Key] = []
    for one in keys.alone():
        with contextlib.suppress(NoKeyError):
            header_part(path, one)
            fitting += one.held
    return Keys(tuple(fitting), keys.where)


def seal_bytes(data: bytes, recipients: Sequence[Any]) -> bytes:
    """A small text, encrypted to every recipient."""
    closed: bytes = pyrage.encrypt(data, list(recipients))
    return closed


def unseal_bytes(data: bytes, keys: Keys, where: str) -> bytes:
    """What `seal_bytes` was given, checked as a whole.

    Raises:
        SealError: no key, none that fits, or it is damaged or cut.
    """
    if not keys:
        raise NoKeyError("it is sealed", where=where, hint=_KEY_HINT)
    try:
        plain: bytes = pyrage.decrypt(data, list(keys.identities))
    except (pyrage.DecryptError, OSError, ValueError) as error:
        raise _seal_error(error, where, keys) from error
    return plain


class _Source(io.RawIOBase):
    """Pieces, as pyrage reads them."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        super().__init__()
        self._pieces: Iterator[bytes] = iter(pieces)
        self._piece = memoryview(b"")
        self.failure: BaseException | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            while not self._piece:
                self._piece = memoryview(next(self._pieces))
        except StopIteration:
            return 0
        except BaseException as error:
            self.failure = error
            raise
        size = min(len(buffer), len(self._piece))
        buffer[:size] = self._piece[:size]
        self._piece = self._piece[size:]
        return size


class _Target(io.RawIOBase):
    """A file, as pyrage writes it."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file
        self.failure: OSError | None = None

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        try:
            return self._file.write(data)
        except OSError as error:
            self.failure = error
            raise


class _EnoughError(Exception):
    """Raised into pyrage to stop it: it has no way to decrypt a part."""


class _Taker(io.RawIOBase):
    """Takes the first bytes that are written to it, then stops the writer."""

    def __init__(self, wanted: int) -> None:
        super().__init__()
        self._wanted = wanted
        self.data = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.data += bytes(data)
        if len(self.data) >= self._wanted:
            raise _EnoughError
        return len(data)


def _private_file() -> BinaryIO:
    """A file of this process alone, mode 0600, without a name; in memory where there is no other place."""
    try:
        return tempfile.TemporaryFile()
    except OSError:  # a read-only root without /tmp
        return os.fdopen(os.memfd_create("unsealed", os.MFD_CLOEXEC), "w+b")


def _seal_error(error: Exception, where: str, keys: Keys) -> SealError:
    """What went wrong: another key, a damaged header, or a damaged or cut body."""
    said = str(error)
    if isinstance(error, pyrage.DecryptError) and "matching" in said:
        return NoKeyError(f"no key of {keys.where} opens it", where=where, hint=_KEY_HINT)
    if isinstance(error, pyrage.DecryptError) and said in _CUT:
        return SealError("it is cut, in the header of its seal", where=where, hint=AGAIN)
    if isinstance(error, pyrage.DecryptError):
        return SealError(f"its seal is damaged ({said})", where=where, hint=AGAIN)
    return SealError("it is damaged or cut: age's check fails", where=where, hint=AGAIN)


@contextlib.contextmanager
def _opened(path: Path | str, keys: Keys) -> Iterator[BinaryIO]:
    if not keys:
        raise NoKeyError("the snapshot is sealed", where=str(path), hint=_KEY_HINT)
    with contextlib.ExitStack() as owned:
        try:
            file = owned.enter_context(Path(path).open("rb"))
        except OSError as error:
            raise NotFoundError(f"cannot open the snapshot: {error.strerror}", where=str(path)) from error
        yield file
