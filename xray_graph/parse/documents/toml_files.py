"""Reads TOML: every key as a setting, `tool.ruff.line-length`, on the line where it is written.

The standard library's reader says what a file means and no places, so the lines are found by a pass of our
own over the same text: headers, keys, and values as far as it takes to find their ends. A key of the one that
the other has not is none, so a wrong line is a missing key and never a wrong one. A list of tables is
numbered from 0, as `bin.0.name`. Called by `parse.worker`.
"""

from __future__ import annotations

import bisect
import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

from xray_graph.model import FileFacts
from xray_graph.parse.documents.record import Record
from xray_graph.parse.documents.settings import Keys

MAX_BYTES: Final = 2 << 20

_KEY: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_PATH: Final = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
_HEADER: Final = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_PATH})[ \t]*\]\]?")
_ASSIGNED: Final = re.compile(rf"[ \t]*({_PATH})[ \t]*=[ \t]*")
_ONE_KEY: Final = re.compile(_KEY)
# A piece of a value: all that may hold a bracket or a line's end that is none.
_PIECE: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[\[{]|[\]}]|\n|[^"\'#\[\]{}\n]+',
    re.DOTALL,
)


def extract(data: bytes, dialect: str = "toml") -> FileFacts:
    """The facts of one file. Never raises for its content."""
    record = Record(data, dialect.partition("+")[0])
    if len(data) > MAX_BYTES:
        record.diagnose(
            "too-large", f"{len(data) >> 20} MiB of TOML; files to {MAX_BYTES >> 20} MiB are read"
        )
        return record.facts()
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    try:
        root = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        said = re.search(r"\(at line (\d+)", str(error))
        record.diagnose("parse-error", f"no TOML: {str(error)[:200]}", int(said[1]) if said else 0)
        return record.facts()
    keys = Keys(data, record)
    for path, first, last in _places(text):
        found = _at(root, path)
        if found is not None:
            keys.add(".".join(path), first, last, found[0])
    return record.facts()


def _places(text: str) -> Iterator[tuple[list[str], int, int]]:
    """The path of each header and key with its first and last line, outer before inner."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    table: list[str] = []
    numbers: dict[tuple[str, ...], int] = {}  # list of tables → how many there were
    at = 0
    while at < len(text):
        line = bisect.bisect_right(starts, at)
        if header := _HEADER.match(text, at):
            table = _numbered(_parts(header[2]), numbers, more=header[1] == "[[")
            yield table, line, line
            at = _line_end(text, header.end())
        elif assigned := _ASSIGNED.match(text, at):
            end = _value_end(text, assigned.end())
            path = [*table, *_parts(assigned[1])]
            for depth in range(len(table) + 1, len(path)):
                yield path[:depth], line, line
            yield path, line, bisect.bisect_right(starts, max(at, end - 1))
            at = _line_end(text, end)
        else:
            at = _line_end(text, at)


def _parts(path: str) -> list[str]:
    return [part[1:-1] if part[0] in "\"'" else part for part in _ONE_KEY.findall(path)]


def _numbered(parts: list[str], numbers: dict[tuple[str, ...], int], *, more: bool) -> list[str]:
    """The path of a table, with the number of the last one after each list of tables in it."""
    path: list[str] = []
    for depth, part in enumerate(parts, 1):
        path.append(part)
        key = tuple(path)
        if more and depth == len(parts):
            numbers[key] = numbers.get(key, -1) + 1
        if key in numbers:
            path.append(str(numbers[key]))
    return path


def _value_end(text: str, at: int) -> int:
    depth = 0
    while match := _PIECE.match(text, at):
        piece = match[0]
        if piece in "[{":
            depth += 1
        elif piece in "]}":
            depth -= 1
        elif piece == "\n" and depth <= 0:
            return at
        at = match.end()
    return at


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _at(root: Any, path: list[str]) -> tuple[str | None] | None:
    """The text of what stands at a path in a 1-tuple, None in it for a table; None when nothing does."""
    for part in path:
        if isinstance(root, dict) and part in root:
            root = root[part]
        elif isinstance(root, list) and part.isdigit() and int(part) < len(root):
            root = root[int(part)]
        else:
            return None
    if isinstance(root, dict):
        return (None,)
    if isinstance(root, list):
        plain = [_text(item) for item in root if not isinstance(item, (dict, list))]
        return (None,) if root and not plain else (", ".join(plain),)
    return (_text(root),)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
