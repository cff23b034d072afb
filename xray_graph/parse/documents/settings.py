"""Keys of configuration, as declarations: `server.port`, with its value and the comment above it.

Used by the readers of formats that hold settings: values of a chart, `application.yml`, TOML, INI,
properties, JSON. A key's name is its whole path, joined with dots; it is declared once however often it
stands there. What is no key of a mapping (the items of a list) is no setting of its own.
"""

from __future__ import annotations

import re
from typing import Final

from xray_graph.parse.documents.record import MAX_TEXT, Record
from xray_graph.parse.documents.yaml_nodes import Mapping, Node, Scalar

MAX_KEYS: Final = 3_000  # of one file; a file with more is data
MAX_DEPTH: Final = 12
MAX_SHOWN: Final = 120  # characters of a value in a signature

_COMMENT: Final = re.compile(rb"[ \t]*(?:#+|;+|//+|!)[ \t]?(?:--[ \t])?(.*)")
_HARD: Final = re.compile(
    r"pass(?:word|wd|phrase)|secret|token|api_?key|private_?key|credential", re.IGNORECASE
)
_RULE: Final = re.compile(r"[-=#*~\s]*")


class Keys:
    """The settings of one file while it is read."""

    def __init__(self, data: bytes, record: Record, kind: str = "config") -> None:
        self._data = data
        self._record = record
        self._kind = kind
        self._known: set[str] = set()
        self.full = False  # whether there were too many

    def add(self, name: str, line: int, end_line: int = 0, value: str | None = None) -> int | None:
        """Declare a key; `value` is its text, None for one that holds others. Its index, if it is new."""
        name = " ".join(name.split())
        if not name or name in self._known or self.full:
            return None
        if len(self._known) >= MAX_KEYS:
            self.full = True
            self._record.diagnose("too-many-keys", f"only the first {MAX_KEYS} keys are taken", line)
            return None
        self._known.add(name)
        hidden = value is not None and bool(_HARD.search(name)) and "{" not in value
        shown = None if value is None else "…" if hidden and value else _short(value)
        return self._record.declare(
            self._kind,
            name,
            line,
            end_line or line,
            signature=name if shown is None else f"{name} = {shown}",
            doc=self._comment(line),
            value="" if value is None or hidden else value,
        )

    def tree(self, root: Mapping) -> None:
        """Declare every key of a mapping and of the mappings in it, outer before inner."""
        todo: list[tuple[str, Mapping, int]] = [("", root, 0)]
        while todo and not self.full:
            prefix, mapping, depth = todo.pop()
            inner: list[tuple[str, Mapping, int]] = []
            for key, value in mapping.items():
                name = f"{prefix}{key.text}"
                self.add(
                    name, key.line, _end(value, key.line), value.text if isinstance(value, Scalar) else None
                )
                if isinstance(value, Mapping) and depth < MAX_DEPTH:
                    inner.append((f"{name}.", value, depth + 1))
            todo += reversed(inner)

    def _comment(self, line: int) -> str:
        """The comment right above a line."""
        found: list[str] = []
        lines = self._record.lines
        while line > 1 and len(found) < 20:
            line -= 1
            match = _COMMENT.fullmatch(self._data[lines.start(line) : lines.end(line)])
            if match is None:
                break
            text = match[1].decode("utf-8", "replace").strip()
            if not _RULE.fullmatch(text):
                found.append(text)
        return " ".join(reversed(found))[:MAX_TEXT]


def whole(text: str) -> str:
    """A text whose escapes may have made halves of characters, with pairs joined and the others replaced."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _end(value: Node, line: int) -> int:
    """The last line of a value; an alias ends where it is written."""
    return value.end_line if value.line >= line else line


def _short(value: str) -> str:
    text = " ".join(value.split())
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"
