"""Notes as Markdown files, one each, for people and for other programs: written and read again.

    ---
    id: "3f0c…"
    title: "Carts expire after a day"
    kind: "decision"
    about: ["shop//cart/cart.go::Cart"]
    written: 1790000000
    ---
    The text.

Values are JSON, which every reader of YAML front matter takes. A file without a head is a note of its
text; its id then follows from the text, so that importing it again changes nothing.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from xray_graph.errors import BuildError, NotFoundError, UsageError
from xray_graph.notes.note import LONGEST, Note, check_id, new_note
from xray_graph.snapshot.place import replace

_FENCE: Final = "---"
_HEAD: Final = ("id", "title", "kind", "about", "tags", "written", "expires")
_ODD: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")  # what YAML does not take as it is
_LARGEST: Final = 1 << 20  # bytes of a file


def export_notes(notes: Iterable[Note], folder: Path) -> list[Path]:
    """Write each note as `ID.md` into the folder, which is made; the files, in order.

    Raises:
        BuildError: one cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BuildError(f"cannot be made: {error.strerror or error}", where=str(folder)) from error
    written = []
    for note in notes:
        path = folder / f"{note.id}.md"
        replace(path, [to_markdown(note).encode()])
        written.append(path)
    return written


def import_notes(paths: Sequence[Path], now: float | None = None) -> list[Note]:
    """The notes in these Markdown files, and in those that lie in these folders.

    Raises:
        NotFoundError: one is not there.
        UsageError: one holds no note, or two have one id.
    """
    moment = time.time() if now is None else now
    files: list[Path] = []
    for path in paths:
        files += sorted(path.glob("*.md")) if path.is_dir() else [path]
    notes: dict[str, Note] = {}
    for file in files:
        note = from_markdown(_read(file), str(file), moment)
        if note.id in notes and notes[note.id] != note:
            raise UsageError(f"two notes have the id {note.id}", where=str(file))
        notes[note.id] = note
    return list(notes.values())


def to_markdown(note: Note) -> str:
    head = [
        f"{key}: {_ODD.sub(_escaped, msgspec.json.encode(value).decode())}"
        for key, value in msgspec.to_builtins(note).items()
        if key in _HEAD and value not in (None, [], ())
    ]
    return "\n".join([_FENCE, *head, _FENCE, note.text]) + "\n"


def from_markdown(text: str, where: str, now: float) -> Note:
    """The note in a file's text.

    Raises:
        UsageError: there is none, or its head cannot be read.
    """
    head, body = _parted(text, where)
    if not body.strip() or len(body) > LONGEST:
        raise UsageError(f"holds no text, or more than {LONGEST} characters of it", where=where)
    blank = new_note(body, now=now)
    if "id" not in head:
        head["id"] = hashlib.sha256(body.encode()).hexdigest()[:16]
    fields = msgspec.to_builtins(blank) | head
    if "written" in head and "expires" not in head:
        fields["expires"] = None  # as it was exported: for good
    try:
        note = msgspec.convert(fields, Note)
    except msgspec.ValidationError as error:
        raise UsageError(f"its head does not fit: {error}", where=where) from None
    check_id(note.id, where)
    return note


def _parted(text: str, where: str) -> tuple[dict[str, Any], str]:
    """Front matter, as far as we know its keys, and what follows it."""
    lines = text.split("\n")  # and at nothing else that Unicode takes for the end of a line
    if lines[0].rstrip() != _FENCE:
        return {}, text.removesuffix("\n")
    head: dict[str, Any] = {}
    for number, line in enumerate(lines[1:], 1):
        if line.rstrip() == _FENCE:
            return head, "\n".join(lines[number + 1 :]).removesuffix("\n")
        key, separator, value = line.partition(":")
        if separator and key.strip() in _HEAD:
            head[key.strip()] = _value(value.strip())
    raise UsageError("its head has no end", where=where, hint=f"a line of {_FENCE} ends it")


def _escaped(odd: re.Match[str]) -> str:
    return f"\\u{ord(odd[0]):04x}"


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text  # as a person writes it


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        hint = "name a Markdown file, or a folder of some"
        raise NotFoundError(
            f"cannot be read: {error.strerror or error}", where=str(path), hint=hint
        ) from error
    if len(data) > _LARGEST:
        raise UsageError(f"is larger than {_LARGEST} bytes", where=str(path))
    return data.decode("utf-8", "replace")
