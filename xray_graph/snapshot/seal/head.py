"""What a sealed file tells without a key: to how many it is sealed, how each is meant, how much is inside.

The age header is text in the clear; only names and contents are hidden. Also told for armored files (age's
text form), which `age -a` writes and we only read.
"""

from __future__ import annotations

import base64
import binascii
import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from xray_graph.errors import NotFoundError, SealError

AGAIN: Final = "fetch the file again"  # what helps against damage
AGE: Final = b"age-encryption.org/v1\n"
ARMOR: Final = b"-----BEGIN AGE ENCRYPTED FILE-----"
_ARMOR_END: Final = b"-----END AGE ENCRYPTED FILE-----"
_LARGEST: Final = 1 << 20  # of an age header
_CHUNK, _TAG, _NONCE = 64 << 10, 16, 16  # bytes; the age format's
_BLANK: Final = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class Head:
    """`recipients`: one a recipient, `X25519`, or `ssh-ed25519 <tag>` where the tag is age's of that key."""

    recipients: tuple[str, ...]
    armored: bool
    plain_bytes: int


def look(path: Path | str) -> Head:
    """Read the age header of a sealed file.

    Raises:
        NotFoundError: no such file.
        SealError: it is damaged.
    """
    try:
        with Path(path).open("rb") as source:
            return _look(source, str(path))
    except OSError as error:
        raise NotFoundError(f"cannot open the snapshot: {error.strerror}", where=str(path)) from error


def _look(source: BinaryIO, where: str) -> Head:
    start = source.read(_LARGEST)
    armored = start.startswith(ARMOR)
    try:
        data = _dearmored(start) if armored else start
    except binascii.Error as error:
        raise _damaged(where, "its armor is no base64") from error
    at = data.find(b"\n--- ")
    end = data.find(b"\n", at + 1) + 1 if at >= 0 else 0
    if not data.startswith(AGE) or not end:
        raise _damaged(where, "no end of the age header")
    if armored:
        source.seek(0)
        size = _armored_size(source)
    else:
        size = source.seek(0, os.SEEK_END)
    sealed = size - end - _NONCE  # chunks of 64 KiB, each with a tag
    chunks = -(-sealed // (_CHUNK + _TAG))
    return Head(_stanzas(data[:end]), armored, max(sealed - chunks * _TAG, 0))


def _stanzas(head: bytes) -> tuple[str, ...]:
    found = []
    for line in head.splitlines():
        words = line.split()
        if len(words) < 2 or words[0] != b"->" or words[1].endswith(b"-grease"):  # grease means nothing
            continue
        kind = words[1].decode("ascii", "replace")
        tag = words[2].decode("ascii", "replace") if kind.startswith("ssh-") and len(words) > 2 else ""
        found.append(f"{kind} {tag}".strip())
    return tuple(found)


def _dearmored(start: bytes) -> bytes:
    text = start[len(ARMOR) :].split(b"-----", 1)[0].translate(None, _BLANK)
    return base64.b64decode(text[: len(text) - len(text) % 4], validate=True)


def _armored_size(source: BinaryIO) -> int:
    """Bytes behind the armor: three for four letters, less the padding."""
    letters = -sum(len(line.translate(None, _BLANK)) for line in (ARMOR, _ARMOR_END))
    padding = 0
    while block := source.read(_LARGEST):
        letters += len(block.translate(None, _BLANK))
        padding += block.count(b"=")
    return max(letters, 0) * 3 // 4 - padding


def _damaged(where: str, what: str) -> SealError:
    return SealError(f"its seal is damaged ({what})", where=where, hint=AGAIN)
