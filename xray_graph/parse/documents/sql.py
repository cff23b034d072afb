"""Reads the data definition of an SQL file: tables, views, procedures, and which table names which.

A reader of its own, in place of a grammar: what is needed of a statement is its head, its columns and its
`REFERENCES`, and those look alike in every dialect, while the bodies of procedures do not. Statements end at
`;`, at a line `GO`, or at the `END` of a body. A table is declared by its name without quotes, its columns
are attributes; an `ALTER TABLE` adds to it. References: `table`, from a table (a foreign key), a view (what
it selects from), or the file (a table that it alters). A statement that cannot be read is told, and declares
nothing. Called by `parse.worker`.
"""

from __future__ import annotations

import bisect
import re
from itertools import pairwise
from typing import Final, NamedTuple

from xray_graph.model import NONE, FileFacts
from xray_graph.parse.documents.record import Record

MAX_BYTES: Final = 4 << 20
MAX_COLUMNS: Final = 400

_TOKEN: Final = re.compile(
    r"""(?P<skip>--[^\n]*|/\*.*?(?:\*/|\Z)|\#[ \t][^\n]*)
      | (?P<string>[NnEe]?'(?:[^'\\]|''|\\.)*'|\$(?P<tag>\w*)\$.*?\$(?P=tag)\$)
      | (?P<quoted>"(?:[^"]|"")+"|`[^`]+`|\[[A-Za-z_][^\]\n]*\])
      | (?P<go>(?m:^[ \t]*GO[ \t]*$))
      | (?P<word>[^\W\d][\w$\#]*|@\w+|\d[\w.]*)
      | (?P<mark>[;(),.=])""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_CONSTRAINTS: Final = frozenset(
    {
        "CONSTRAINT",
        "PRIMARY",
        "FOREIGN",
        "UNIQUE",
        "CHECK",
        "KEY",
        "INDEX",
        "EXCLUDE",
        "FULLTEXT",
        "SPATIAL",
        "PERIOD",
        "LIKE",
    }
)
_BODIES: Final = frozenset({"PROCEDURE", "PROC", "FUNCTION", "TRIGGER", "PACKAGE"})


class _Token(NamedTuple):
    text: str  # without quotes
    word: str  # in upper case; "" for a quoted name or a string
    at: int


def extract(data: bytes, dialect: str = "sql") -> FileFacts:
    """The facts of one SQL file. Never raises for its content."""
    record = Record(data, dialect.partition("+")[0])
    if len(data) > MAX_BYTES:
        record.diagnose("too-large", f"{len(data) >> 20} MiB of SQL; files to {MAX_BYTES >> 20} MiB are read")
        return record.facts()
    text = data.decode("utf-8", "replace")
    reader = _Reader(record, text)
    for statement in _statements(text):
        reader.take(statement)
    reader.close()
    return record.facts()


def _statements(text: str) -> list[list[_Token]]:
    """The tokens of each statement that defines something; data statements are dropped at once."""
    found: list[list[_Token]] = []
    now: list[_Token] = []
    depth = 0  # of BEGIN ... END in the body of a procedure
    for match in _TOKEN.finditer(text):
        if match["skip"]:
            continue
        quoted = match["quoted"]
        word = (match["word"] or match["mark"] or "").upper()
        ends = bool(match["go"]) or (word == ";" and not depth)
        if ends:
            found.append(now)
            now, depth = [], 0
            continue
        if quoted or match["word"] or match["mark"] or match["string"]:
            shown = quoted[1:-1].replace('""', '"') if quoted else match[0]
            if len(now) < 20_000:
                now.append(_Token(shown, "" if quoted or match["string"] else word, match.start()))
        if word in {"BEGIN", "CASE"} and _has_body(now):
            depth += 1
        elif word == "END" and depth:
            depth -= 1
    found.append(now)
    return [one for one in found if one and one[0].word in {"CREATE", "ALTER"}]


def _has_body(tokens: list[_Token]) -> bool:
    return any(token.word in _BODIES for token in tokens[:6])


class _Table(NamedTuple):
    kind: str
    name: str
    first: int
    last: int
    columns: list[str]
    references: list[tuple[str, int]]


class _Reader:
    def __init__(self, record: Record, text: str) -> None:
        self._record = record
        self._starts = [0, *(m.end() for m in re.finditer("\n", text))]
        self._tables: dict[str, _Table] = {}
        self._altered: list[tuple[str, int]] = []

    def take(self, tokens: list[_Token]) -> None:
        """Read one CREATE or ALTER statement."""
        words = [token.word for token in tokens[:8]]
        kinds = [w for w in words if w in _BODIES | {"TABLE", "VIEW", "INDEX"}]
        kind = kinds[0] if kinds else ""
        if kind not in _BODIES | {"TABLE", "VIEW"}:
            return
        at = words.index(kind) + 1
        while at < len(tokens) and tokens[at].word in {"IF", "NOT", "EXISTS", "ONLY"}:
            at += 1
        name, past = _name(tokens, at)
        line, last = self._line(tokens[0].at), self._line(tokens[-1].at)
        if not name:
            self._record.diagnose("parse-error", f"a {kind.lower()} without a name that can be read", line)
        elif tokens[0].word == "ALTER" and kind == "TABLE":
            self._alter(name, tokens, past)
        elif tokens[0].word == "ALTER" and kind not in _BODIES:
            return
        elif kind == "TABLE":
            self._create(name, tokens, past, line, last)
        elif kind == "VIEW":
            self._put("view", name, line, last, [], self._selected(tokens[past:]))
        elif kind != "PACKAGE":
            symbol = re.sub(r"[\s<>:/]", "_", name)
            self._put("function", symbol, line, last, [f"kind={kind.lower()}"], [])

    def _create(self, name: str, tokens: list[_Token], past: int, line: int, last: int) -> None:
        opening = next((k for k in range(past, len(tokens)) if tokens[k].word == "("), None)
        before = tokens[past:opening]
        if any(token.word in {"AS", "PARTITION", "LIKE", "CLONE"} for token in before) or opening is None:
            self._put("table", name, line, last, [], [])
            return
        parts, closed = _parts(tokens, opening)
        if not closed:
            self._record.diagnose("parse-error", f"the table {name[:80]!r} never closes", line)
            return
        columns = []
        for part in parts:
            if part and part[0].word not in _CONSTRAINTS:
                type_name = part[1].text if len(part) > 1 and part[1].word not in {"", ",", "("} else ""
                columns.append(f"column={part[0].text} {type_name}".rstrip())
        self._put("table", name, line, last, columns[:MAX_COLUMNS], self._foreign(tokens[opening:]))

    def _alter(self, name: str, tokens: list[_Token], past: int) -> None:
        known = self._tables.get(name.lower())
        foreign = self._foreign(tokens[past:])
        added = [
            f"column={tokens[k + 2].text}"
            for k in range(past, len(tokens) - 2)
            if tokens[k].word == "ADD" and tokens[k + 1].word == "COLUMN" and tokens[k + 2].word != "IF"
        ]
        if known is not None:
            known.references.extend(foreign)
            known.columns.extend(added)
        else:
            self._altered.append((name, self._line(tokens[0].at)))
            self._altered += foreign

    def _foreign(self, tokens: list[_Token]) -> list[tuple[str, int]]:
        found = []
        for k, token in enumerate(tokens):
            if token.word == "REFERENCES":
                name, _ = _name(tokens, k + 1)
                if name:
                    found.append((name, self._line(token.at)))
        return found

    def _selected(self, tokens: list[_Token]) -> list[tuple[str, int]]:
        """What a view selects from, but for the names that it makes itself (`WITH x AS`)."""
        own = {a.text.lower() for a, b in pairwise(tokens) if b.word == "AS"}
        found: dict[str, int] = {}
        for k, token in enumerate(tokens):
            if token.word in {"FROM", "JOIN"}:
                name, _ = _name(tokens, k + 1)
                if name and name.lower() not in own:
                    found.setdefault(name, self._line(token.at))
        return list(found.items())

    def _put(
        self,
        kind: str,
        name: str,
        first: int,
        last: int,
        columns: list[str],
        references: list[tuple[str, int]],
    ) -> None:
        self._tables.setdefault(name.lower(), _Table(kind, name, first, last, columns, references))

    def _line(self, at: int) -> int:
        return bisect.bisect_right(self._starts, at)

    def close(self) -> None:
        for one in self._tables.values():
            sign = f"{one.kind} {one.name}"
            index = self._record.declare(
                one.kind,
                one.name,
                one.first,
                one.last,
                signature=sign,
                attributes=tuple(dict.fromkeys(one.columns)),
            )
            for name, line in dict.fromkeys(one.references):
                self._record.refer("table", name, line, index)
        for name, line in dict.fromkeys(self._altered):
            self._record.refer("table", name, line, NONE)


def _name(tokens: list[_Token], at: int) -> tuple[str, int]:
    """A name of one or more parts, and where it ends; "" when something else stands there."""
    parts: list[str] = []
    while at < len(tokens):
        token = tokens[at]
        if token.word in {"(", ")", ",", ";", ".", "=", "AS", "ON", "SELECT"} or token.text[:1] in "'$@":
            break
        parts.append(token.text)
        at += 1
        if at >= len(tokens) or tokens[at].word != ".":
            break
        at += 1
    return ".".join(parts), at


def _parts(tokens: list[_Token], opening: int) -> tuple[list[list[_Token]], bool]:
    """What stands between the commas of a bracket, and whether it closes."""
    parts: list[list[_Token]] = [[]]
    depth = 0
    for token in tokens[opening:]:
        if token.word == "(":
            depth += 1
        elif token.word == ")":
            depth -= 1
            if not depth:
                return parts, True
        elif token.word == "," and depth == 1:
            parts.append([])
            continue
        if depth and not (token.word == "(" and depth == 1):
            parts[-1].append(token)
    return parts, False
