"""Recipients and identities, as people give them: on the command line, in files, in the environment.

Nothing of a secret is ever in a message, a log or a `repr`. Not here: what they are used for (`stream`).
"""

from __future__ import annotations

import base64
import os
import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pyrage
from pyrage import ssh, x25519

from xray_graph.errors import UsageError

STDIN: Final = "-"
KEY_FILE: Final = "XRAY_AGE_KEY_FILE"
KEY: Final = "XRAY_AGE_KEY"
_LARGEST_FILE: Final = 1 << 20
_PEM: Final = "-----BEGIN OPENSSH PRIVATE KEY-----"
_OPENSSH: Final = b"openssh-key-v1\0"


@dataclass(frozen=True, slots=True)
class Key:
    """One identity. `recipient` is its own public key; empty where its file does not tell it."""

    identity: Any
    recipient: str
    where: str

    def __repr__(self) -> str:  # never a secret in a log
        return f"Key(from {self.where})"


@dataclass(frozen=True, slots=True)
class Keys:
    """Identities that open sealed snapshots."""

    held: tuple[Key, ...] = ()
    where: str = ""

    def __bool__(self) -> bool:
        return bool(self.held)

    @property
    def identities(self) -> list[Any]:
        return [key.identity for key in self.held]

    def alone(self) -> Iterator[Keys]:
        """Each of them for itself."""
        return (Keys((key,), key.where) for key in self.held)


def read_recipients(given: Sequence[str], where: str = "--snapshot-recipient") -> tuple[Any, ...]:
    """The recipients that were given: `age1…`, `ssh-ed25519 …`, or files of such lines (`-`: standard input).

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
        if not text or not (text == STDIN or Path(text).is_file()):
            raise UsageError(
                f"{one!r} is no recipient, and no file of recipients",
                where=where,
                hint="a recipient begins with age1 or ssh-ed25519; `xray graph keygen` makes one",
            )
        for number, line in enumerate(_text(text).splitlines(), 1):
            bare = line.strip()
            if bare and not bare.startswith("#"):
                yield bare, f"{text}:{number}"


def _recipient(line: str, where: str) -> Any:
    if line.startswith("AGE-SECRET-KEY-"):
        hint = "give the line that begins with age1"
        raise UsageError("this is a key, not a recipient; it is not shown", where=where, hint=hint)
    try:
        return ssh.Recipient.from_str(line) if line.startswith("ssh-") else x25519.Recipient.from_str(line)
    except pyrage.RecipientError as error:
        raise UsageError(
            f"{line[:24]}… is no age or ssh-ed25519 recipient", where=where, hint=f"age says: {error}"
        ) from error


def read_keys(files: Sequence[str | Path] = (), environment: Mapping[str, str] | None = None) -> Keys:
    """The identities in key files; without any, those of XRAY_AGE_KEY_FILE and XRAY_AGE_KEY together.

    A key file holds AGE-SECRET-KEY-1… lines and comments, or is an OpenSSH private key; `-` is standard
    input.

    Raises:
        UsageError: a file that cannot be read or holds no key. No part of it is ever shown.
    """
    environment = os.environ if environment is None else environment
    texts = [(_text(str(file)), str(file)) for file in files]
    if not texts:
        if place := environment.get(KEY_FILE):
            texts.append((_text(place), place))
        if text := environment.get(KEY):
            texts.append((text, KEY))
    held = tuple(key for text, place in texts for key in _identities(text, place))
    return Keys(held, ", ".join(place for _, place in texts))


def _identities(text: str, where: str) -> list[Key]:
    if "PRIVATE KEY-----" in text:
        try:
            return [Key(ssh.Identity.from_buffer(text.encode()), _ssh_recipient(text), where)]
        except (pyrage.IdentityError, ValueError) as error:
            raise UsageError(
                "is no ssh key that age can use", where=where, hint="ed25519 and rsa, without a passphrase"
            ) from error
    if text.startswith(("age-encryption.org/", "-----BEGIN AGE ENCRYPTED")):
        raise UsageError("is itself encrypted", where=where, hint=f"open it first: age -d {where}")
    found: list[Key] = []
    for line in text.splitlines():
        bare = line.strip()
        if bare.startswith("AGE-SECRET-KEY-"):
            try:
                identity = x25519.Identity.from_str(bare)
            except (pyrage.IdentityError, ValueError) as error:
                raise UsageError(
                    "holds a damaged age key", where=where, hint="take it from where it is kept"
                ) from error
            found.append(Key(identity, str(identity.to_public()), where))
        elif bare and not bare.startswith("#"):
            hint = "a key file is what `xray graph keygen` or `ssh-keygen -t ed25519` writes"
            raise UsageError("holds a line that is no age key", where=where, hint=hint)
    if not found:
        raise UsageError("holds no age key", where=where, hint="`xray graph keygen` makes one")
    return found


def _ssh_recipient(text: str) -> str:
    """The public half, which an OpenSSH file carries in the clear; empty for other kinds of file."""
    body = text.partition(_PEM)[2].partition("-----")[0]
    try:
        data = base64.b64decode("".join(body.split()), validate=True)
        if not data.startswith(_OPENSSH):
            return ""
        data = data[len(_OPENSSH) :]
        for _ in range(3):  # cipher, key derivation, its options
            _, data = _field(data)
        public, _ = _field(data[4:])  # behind the number of keys, which is one
        kind, _ = _field(public)
        line = f"{kind.decode('ascii')} {base64.b64encode(public).decode()}"
        ssh.Recipient.from_str(line)
    except (ValueError, struct.error, pyrage.RecipientError):
        return ""
    return line


def _field(data: bytes) -> tuple[bytes, bytes]:
    (size,) = struct.unpack_from(">I", data)
    return data[4 : 4 + size], data[4 + size :]


def generate() -> tuple[str, str]:
    """A new X25519 key: the secret line and the recipient."""
    made = x25519.Identity.generate()
    return str(made), str(made.to_public())


def _text(place: str) -> str:
    try:
        if place == STDIN:
            return sys.stdin.buffer.read(_LARGEST_FILE).decode("utf-8", "replace")
        with Path(place).open("rb") as file:
            return file.read(_LARGEST_FILE).decode("utf-8", "replace")
    except OSError as error:
        hint = "name a file of age keys, or of recipients, that is there for you to read"
        raise UsageError(f"cannot be read: {error.strerror}", where=place, hint=hint) from error
