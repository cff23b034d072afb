"""What was sealed, so that an unchanged map is not sealed again: sealing is random, each time other bytes.

A sealed file tells neither its content nor all of its recipients, and a builder has no key. So what this
user sealed is noted in the cache folder, under the hash of the sealed bytes: whoever touches the file
makes the note void. Without a note, keys may prove the same. Called by `write`.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from xray_graph.errors import XrayError
from xray_graph.folders import caches
from xray_graph.snapshot import header as headers
from xray_graph.snapshot.map import open_map
from xray_graph.snapshot.place import FileBlob
from xray_graph.snapshot.seal.head import look
from xray_graph.snapshot.seal.keys import Keys
from xray_graph.snapshot.seal.stream import opened_by

_FOLDER: Final = "seals"
_KEPT: Final = 4096  # notes of a hundred bytes


def remember(path: Path | str, content: bytes, recipients: Sequence[str]) -> None:
    """Note that the sealed file holds the map of this content digest, for these recipients."""
    with contextlib.suppress(OSError):
        note = _note(path)
        note.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        note.write_text(_line(content, recipients), encoding="ascii")
        notes = sorted(note.parent.iterdir(), key=lambda each: each.stat().st_mtime_ns)
        for old in notes[:-_KEPT]:
            old.unlink()


def is_unchanged(
    path: Path | str, content: bytes, recipients: Sequence[str], keys: Keys, *, any_recipients: bool
) -> bool:
    """Whether the file is sealed, holds the map of this content digest, and is for exactly these recipients.

    `any_recipients`: whomever it is for.
    """
    try:
        with FileBlob(path) as blob:
            if not headers.is_sealed(blob):
                return False
        with contextlib.suppress(OSError):
            if _note(path).read_text("ascii") == _line(content, recipients):
                return True
        if not keys:
            return False
        with open_map(path, keys) as there:  # all of it: a damaged one is written again
            if there.header.content_digest != content:
                return False
        return any_recipients or _is_for(path, recipients, keys)
    except XrayError:  # gone, damaged, of another key: then it is written
        return False


def _is_for(path: Path | str, recipients: Sequence[str], keys: Keys) -> bool:
    """Proven: as many recipients as are wanted, and each wanted one's own key opens it."""
    wanted = {_bare(line) for line in recipients}
    opening = {_bare(key.recipient) for key in opened_by(path, keys).held}
    return wanted <= opening and len(look(path).recipients) == len(wanted)


def _line(content: bytes, recipients: Sequence[str]) -> str:
    whom = "\n".join(sorted({_bare(line) for line in recipients}))
    return f"{content.hex()} {hashlib.sha256(whom.encode()).hexdigest()}\n"


def _bare(recipient: str) -> str:
    """Without the comment that an ssh key may carry."""
    return " ".join(recipient.split()[:2])


def _note(path: Path | str) -> Path:
    digest = hashlib.sha256()
    with FileBlob(path) as blob:
        for piece in blob.pieces():
            digest.update(piece)
    return caches() / _FOLDER / digest.hexdigest()
