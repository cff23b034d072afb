"""Reads settings of one a line: INI, Java's properties, and the environment of `.env.example`.

INI: `section.key`; a file that has no section, or a line that is no setting, comment or continuation, is
something else that is called alike (`nginx.conf`) and says nothing. Properties: with their escapes and
continued lines. Of an environment every variable is a node of kind `env`. Called by `parse.worker`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from xray_graph.model import FileFacts
from xray_graph.parse.documents.record import Record
from xray_graph.parse.documents.settings import Keys, whole

MAX_BYTES: Final = 2 << 20
MAX_LINE: Final = 2000  # characters of a line that are looked at

_SECTION: Final = re.compile(r"\[[ \t]*([^\]\n]+?)[ \t]*\][ \t]*(?:[#;].*)?")
_SETTING: Final = re.compile(r"([^\s=:\[#;][^=:]*?)[ \t]*(?:[=:][ \t]*(.*))?")
_QUOTED_SECTION: Final = re.compile(r"([\w-]+)\s+\"([^\"]*)\"")
_ENVIRONMENT: Final = re.compile(r"[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.]*)[ \t]*=[ \t]*(.*)")
_PROPERTY: Final = re.compile(r"((?:[^\s\\=:]|\\.)+)(?:[ \t\f]*[=:][ \t\f]*|[ \t\f]+|$)(.*)", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
_TRAILING_COMMENT: Final = re.compile(r"[ \t]+[#;].*")


def extract(data: bytes, dialect: str) -> FileFacts:
    """The facts of one file in `ini`, `properties` or `dotenv`. Never raises for its content."""
    language = dialect.partition("+")[0]
    record = Record(data, language)
    if len(data) > MAX_BYTES:
        record.diagnose("too-large", f"{len(data) >> 20} MiB of settings; to {MAX_BYTES >> 20} MiB are read")
        return record.facts()
    lines = [
        line.removesuffix("\r") for line in data.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
    ]
    if language == "dotenv":
        keys = Keys(data, record, "env")
        for name, first, last, value in _environment(lines):
            keys.add(name, first, last, value)
        return record.facts()
    keys = Keys(data, record)
    for name, first, last, value in _properties(lines) if language == "properties" else _ini(lines):
        keys.add(name, first, last, value)
    return record.facts()


_Found = tuple[str, int, int, str | None]


def _environment(lines: list[str]) -> Iterator[_Found]:
    quote = ""
    for number, line in enumerate(lines, 1):
        if quote:  # inside a value of more lines
            quote = "" if line.rstrip().endswith(quote) else quote
            continue
        match = _ENVIRONMENT.fullmatch(line[:MAX_LINE].rstrip())
        if match is None:
            continue
        value = match[2]
        if value[:1] in {'"', "'"}:
            closed = value.find(value[0], 1)
            quote = value[0] if closed < 0 else ""
            value = value[1:closed] if closed > 0 else value[1:]
        else:
            value = _TRAILING_COMMENT.sub("", value)
        yield match[1], number, number, value


def _ini(lines: list[str]) -> list[_Found]:
    """The sections and settings, none when the lines are no INI."""
    found: list[_Found] = []
    section = ""
    for number, line in enumerate(lines, 1):
        text = line[:MAX_LINE].strip()
        if not text or text[0] in "#;":
            continue
        if match := _SECTION.fullmatch(text):
            quoted = _QUOTED_SECTION.fullmatch(match[1])
            section = f"{quoted[1]}.{quoted[2]}" if quoted else match[1]
            found.append((section, number, number, None))
        elif line[0] in " \t" and found and found[-1][3] is not None and not _key_of_git(text):
            name, first, _, value = found[-1]
            found[-1] = (name, first, number, f"{value} {text}".strip())
        elif match := _SETTING.fullmatch(text):
            if match[2] is None and not section:
                return []
            value = _TRAILING_COMMENT.sub("", match[2] or "")
            found.append((f"{section}.{match[1]}" if section else match[1], number, number, value))
        else:
            return []
    return found if section else []


def _key_of_git(text: str) -> bool:
    """Whether an indented line is a setting of its own, as git writes them: `url = x`."""
    return re.fullmatch(r"[A-Za-z][\w-]*[ \t]*=[ \t].*", text) is not None


def _properties(lines: list[str]) -> Iterator[_Found]:
    at = 0
    while at < len(lines):
        first = at + 1
        text = lines[at].lstrip(" \t\f")
        at += 1
        if not text or text[0] in "#!":
            continue
        parts = [text]
        while len(parts[-1]) - len(parts[-1].rstrip("\\")) & 1 and at < len(lines):
            parts[-1] = parts[-1][:-1]
            parts.append(lines[at].lstrip(" \t\f"))
            at += 1
        match = _PROPERTY.match("".join(parts))
        if match is not None:
            yield _plain(match[1]), first, at, _plain(match[2])


def _plain(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        what = match[1]
        return chr(int(what[1:], 16)) if len(what) == 5 else _ESCAPES.get(what, what)

    return whole(_ESCAPE.sub(one, text)) if "\\" in text else text
