"""One note, and what it may be. Times are whole seconds since 1970, UTC. Imports nothing heavy."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from xray_graph.errors import UsageError

Kind = Literal["note", "question", "answer", "decision"]
KINDS: Final[tuple[Kind, ...]] = ("note", "question", "answer", "decision")
DAYS: Final = 90  # that a note is kept when nothing else is said
LONGEST: Final = 32_768  # characters of a text
TITLE: Final = 200
_DAY: Final = 24 * 60 * 60
_ID: Final = re.compile(r"[0-9a-z]{4,32}")


class Note(msgspec.Struct, frozen=True):
    """What somebody wrote down."""

    id: str
    title: str
    text: str
    kind: Kind = "note"
    about: tuple[str, ...] = ()  # names of nodes, as replies give them
    tags: tuple[str, ...] = ()
    written: int = 0
    expires: int | None = None  # None: never

    def is_over(self, now: float) -> bool:
        return self.expires is not None and self.expires <= now


def new_note(
    text: str,
    *,
    title: str = "",
    kind: Kind = "note",
    about: Sequence[str] = (),
    tags: Sequence[str] = (),
    days: int = DAYS,
    now: float | None = None,
) -> Note:
    """A note with an id of its own, to be kept for `days`; 0 keeps it until it is taken out.

    Raises:
        UsageError: there is no text, or too much of it.
    """
    if not text.strip():
        raise UsageError("a note without text is none", where="text")
    if len(text) > LONGEST:
        raise UsageError(
            f"the text is longer than {LONGEST} characters", where="text", hint="write two notes"
        )
    for field, words in (
        ("text", text),
        ("title", title),
        ("about", "".join(about)),
        ("tags", "".join(tags)),
    ):
        if not _is_text(words):
            raise UsageError("holds half a character, which no text does", where=field)
    moment = time.time() if now is None else now
    written = int(moment)
    expires = written + days * _DAY if days else None
    return Note(
        f"{int(moment * 1000):012x}{secrets.token_hex(4)}",  # so that ids are in the order of their writing
        title.strip() or _first_line(text), text, kind,
        tuple(dict.fromkeys(about)), tuple(dict.fromkeys(tags)), written, expires,
    )  # fmt: skip


def check_id(text: str, where: str) -> str:
    """The id itself.

    Raises:
        UsageError: it could not stand in a file name or an address.
    """
    if not _ID.fullmatch(text):
        raise UsageError(f"{text[:40]!r} is no id of a note", where=where, hint="take the line `id` out")
    return text


def _is_text(words: str) -> bool:
    try:
        words.encode()
    except UnicodeEncodeError:
        return False
    return True


def _first_line(text: str) -> str:
    line = next(line for line in text.splitlines() if line.strip()).lstrip("# ").strip() or "Note"
    return line if len(line) <= TITLE else line[: TITLE - 1].rstrip() + "…"
