"""Sealed snapshots: the same file inside age encryption (age-encryption.org/v1), by pyrage.

The recipient writes and the key reads: whoever builds needs only recipients, whoever reads needs an
identity. Nothing that is decrypted is used before the whole of it has been checked: pyrage hands out
most of a cut file before it raises, so plaintext goes to an unlinked private file first. Only the
header's first kilobytes are read on their own, and they carry their own digests.

Called by `pipeline` and the command line to write, and wherever a snapshot is opened.
"""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import pyrage
from pyrage import ssh, x25519

from xray_graph.errors import NotFoundError, SealError, UsageError
from xray_graph.snapshot.place import PartBlob, PrivateBlob

AGE: Final = b"age-encryption.org/v1"
_HEADER_PART: Final = 64 << 10  # plaintext that is decrypted to read a header: one age chunk
_LARGEST_KEY_FILE: Final = 1 << 20
_LARGEST_AGE_HEADER: Final = 1 << 20
_CHUNK, _TAG, _NONCE = 64 << 10, 16, 16  # bytes; the age format's
_KEY_HINT: Final = "Name the key file in XRAY_AGE_KEY_FILE, or hold the key in XRAY_AGE_KEY"


@dataclass(frozen=True, slots=True)
class Keys:
    """Identities that open sealed snapshots, and the recipients that they are themselves."""

    identities: tuple[Any, ...] = ()
    recipients: tuple[str, ...] = ()  # of the X25519 identities, for what is sealed again
    where: str = ""

    def __bool__(self) -> bool:
        return bool(self.identities)

    def __repr__(self) -> str:  # never a secret in a log
        return f"Keys({len(self.identities)} from {self.where or 'nowhere'})"


def is_sealed(data: bytes) -> bool:
    """Whether a file that begins so is sealed."""
    return data.startswith(AGE)


def read_recipients(given: Sequence[str], where: str = "--snapshot-recipient") -> tuple[Any, ...]:
    """The recipients that were given: `age1…`, `ssh-ed25519 …`, or files of such lines.

    Raises:
        UsageError: one is none of these; it says which, without a guess at what was meant.
    """
    return tuple(_recipient(line, place) for line, place in _lines(given, where))


def recipient_lines(given: Sequence[str], where: str = "--snapshot-recipient") -> tuple[str, ...]:
    """The same as text, files read, each checked."""
    lines = tuple(_lines(given, where))
    for line, place in lines:
        _recipient(line, place)
    return tuple(line for line, _ in lines)


def _lines(given: Sequence[str], where: str) -> Iterator[tuple[str, str]]:
    for one in given:
        text = one.strip()
        if text.startswith(("age1", "ssh-")):
            yield text, where
            continue
        path = Path(text)
        if not text or not path.is_file():
            raise UsageError(
                f"{one!r} is no recipient, and no file of recipients",
                where=where,
                hint="A recipient begins with age1 or ssh-ed25519; `xray graph keygen` makes one",
            )
        for number, line in enumerate(_text(path).splitlines(), 1):
            bare = line.strip()
            if bare and not bare.startswith("#"):
                yield bare, f"{path}:{number}"


def _recipient(line: str, where: str) -> Any:
    try:
        return ssh.Recipient.from_str(line) if line.startswith("ssh-") else x25519.Recipient.from_str(line)
    except pyrage.RecipientError as error:
        raise UsageError(
            f"{line[:24]}… is no age or ssh-ed25519 recipient", where=where, hint=f"age says: {error}"
        ) from error


def read_keys(files: Sequence[str | Path] = (), environment: Mapping[str, str] | None = None) -> Keys:
    """The identities in key files; without any, those of XRAY_AGE_KEY_FILE and XRAY_AGE_KEY.

    A key file holds AGE-SECRET-KEY-1… lines and comments, or is an OpenSSH private key.

    Raises:
        UsageError: a file that cannot be read or holds no key. No part of it is ever shown.
    """
    environment = os.environ if environment is None else environment
    identities: list[Any] = []
    recipients: list[str] = []
    places = [str(f) for f in files]
    if not places and environment.get("XRAY_AGE_KEY_FILE"):
        places = [environment["XRAY_AGE_KEY_FILE"]]
    for place in places:
        found, own = _identities(_text(Path(place)), place)
        identities += found
        recipients += own
    if not places and environment.get("XRAY_AGE_KEY"):
        found, own = _identities(environment["XRAY_AGE_KEY"], "XRAY_AGE_KEY")
        identities += found
        recipients += own
        places = ["XRAY_AGE_KEY"]
    return Keys(tuple(identities), tuple(recipients), ", ".join(places))


def _identities(text: str, where: str) -> tuple[list[Any], list[str]]:
    if "PRIVATE KEY-----" in text:
        try:
            return [ssh.Identity.from_buffer(text.encode())], []
        except (pyrage.IdentityError, ValueError) as error:
            raise UsageError(
                "is no ssh key that age can use", where=where, hint="ed25519 and rsa, without a passphrase"
            ) from error
    found: list[Any] = []
    for line in text.splitlines():
        bare = line.strip()
        if bare.startswith("AGE-SECRET-KEY-"):
            try:
                found.append(x25519.Identity.from_str(bare))
            except (pyrage.IdentityError, ValueError) as error:
                raise UsageError("holds a damaged age key", where=where) from error
        elif bare and not bare.startswith("#"):
            raise UsageError("holds a line that is no age key", where=where)
    if not found:
        raise UsageError("holds no age key", where=where, hint="`xray graph keygen` makes one")
    return found, [str(one.to_public()) for one in found]


def generate() -> tuple[str, str]:
    """A new X25519 key: the secret line and the recipient."""
    made = x25519.Identity.generate()
    return str(made), str(made.to_public())


def seal(pieces: Iterable[bytes], recipients: Sequence[Any]) -> Iterator[bytes]:
    """The pieces, encrypted to every recipient; as pieces of about 64 KiB. Memory stays flat.

    Raises:
        UsageError: there is no recipient.
    """
    if not recipients:
        raise UsageError("nothing is sealed without a recipient", where="--snapshot-recipient")
    with tempfile.TemporaryFile() as plain, tempfile.TemporaryFile() as sealed:
        # ours is a generator and pyrage wants files: two unlinked ones, mode 0600
        for piece in pieces:
            plain.write(piece)
        plain.seek(0)
        pyrage.encrypt_io(plain, sealed, list(recipients))
        sealed.seek(0)
        while part := sealed.read(64 << 10):
            yield part


def unseal(path: Path | str, keys: Keys) -> PrivateBlob:
    """The whole of a sealed file, decrypted into an unlinked private file and checked.

    Raises:
        NotFoundError: no such file.
        SealError: no key, none that fits, or the file is damaged or cut.
    """
    where = str(path)
    if not keys:
        raise SealError("the snapshot is sealed", where=where, hint=_KEY_HINT)
    with _opened(path) as source, contextlib.ExitStack() as owned:
        plain = owned.enter_context(tempfile.TemporaryFile())
        try:
            pyrage.decrypt_io(source, plain, list(keys.identities))
        except (pyrage.DecryptError, OSError, ValueError) as error:
            raise _seal_error(error, where, keys) from error
        plain.flush()
        return PrivateBlob(plain.fileno(), where)


def header_part(path: Path | str, keys: Keys) -> PartBlob:
    """A sealed file's first kilobytes in the clear: its snapshot header, decrypted no further.

    Raises:
        NotFoundError, SealError: as `unseal`.
    """
    where = str(path)
    if not keys:
        raise SealError("the snapshot is sealed", where=where, hint=_KEY_HINT)
    taken = _Taker(_HEADER_PART)
    with _opened(path) as source:
        try:
            pyrage.decrypt_io(source, taken, list(keys.identities))
        except _EnoughError:
            pass
        except (pyrage.DecryptError, OSError, ValueError) as error:
            raise _seal_error(error, where, keys) from error
        source.seek(0)
        size = _plain_size(source, where)
    return PartBlob(taken.data, size, where)


def stanzas(path: Path | str) -> tuple[str, ...]:
    """How a sealed file is sealed, told without a key: one word a recipient (`X25519`, `ssh-ed25519`).

    Raises:
        NotFoundError, SealError: no such file, or its seal is damaged.
    """
    with _opened(path) as source:
        head = _age_header(source, str(path))
    lines = [line for line in head.splitlines() if line.startswith(b"-> ")]
    words = [line.split()[1].decode("ascii", "replace") for line in lines]
    return tuple(word for word in words if not word.endswith("-grease"))  # those mean nothing


def _age_header(source: BinaryIO, where: str) -> bytes:
    """The age header with its closing line (`--- ` and a MAC)."""
    head = source.read(_LARGEST_AGE_HEADER)
    at = head.find(b"\n--- ")
    end = head.find(b"\n", at + 1) if at >= 0 else -1
    if not head.startswith(AGE) or end < 0:
        raise SealError("its seal is damaged (no end of the age header)", where=where, hint="Fetch it again")
    return head[: end + 1]


def _plain_size(source: BinaryIO, where: str) -> int:
    """How many bytes are sealed: after the header come a nonce and chunks of 64 KiB, each with a tag."""
    head = len(_age_header(source, where))
    sealed = source.seek(0, os.SEEK_END) - head - _NONCE
    chunks = -(-sealed // (_CHUNK + _TAG))
    return max(sealed - chunks * _TAG, 0)


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


def _seal_error(error: Exception, where: str, keys: Keys) -> SealError:
    """What went wrong: another key, a damaged header, or a damaged or cut body."""
    said = str(error)
    if isinstance(error, pyrage.DecryptError) and "matching" in said:
        return SealError(f"no key of {keys.where} opens it", where=where, hint=_KEY_HINT)
    if isinstance(error, pyrage.DecryptError):
        return SealError(f"its seal is damaged ({said})", where=where, hint="Fetch the file again")
    return SealError("it is damaged or cut: age's check fails", where=where, hint="Fetch the file again")


@contextlib.contextmanager
def _opened(path: Path | str) -> Iterator[BinaryIO]:
    with contextlib.ExitStack() as owned:
        try:
            file = owned.enter_context(Path(path).open("rb"))
        except OSError as error:
            raise NotFoundError(f"cannot open the snapshot: {error.strerror}", where=str(path)) from error
        yield file


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST_KEY_FILE).decode("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=str(path)) from error
