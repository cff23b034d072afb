"""Reads the data definition of an SQL file: tables, views, procedures, and which table names which.

A reader of its own, in place of a grammar: what is needed of a statement is its head, its columns and its
`REFERENCES`, and those look alike in every dialect, while the bodies of procedures do not. A table is
declared by its name without quotes, its columns are attributes; an `ALTER TABLE` adds to it. References:
`table`, from a table (a foreign key, what it is a part or a likeness of), a view (what it selects from), or
the file (a table that it alters), and `column`, `table|column` that the file adds to a table of another. A
statement that cannot be read is told, and declares nothing. Called by `parse.worker`.
"""

from __future__ import annotations

import bisect
import re
from typing import Final, NamedTuple

from xray_graph.model import NONE, FileFacts
from xray_graph.parse.documents.record import Record
from xray_graph.parse.documents.sql_statements import BODIES, Token, statements

MAX_BYTES: Final = 4 << 20
MAX_COLUMNS: Final = 400

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
# Functions that have a FROM of their own: `EXTRACT(year FROM day)`.
_FROM_INSIDE: Final = frozenset({"EXTRACT", "TRIM", "SUBSTRING", "OVERLAY", "POSITION"})


def extract(data: bytes, dialect: str = "sql") -> FileFacts:
    """The facts of one SQL file. Never raises for its content."""
    record = Record(data, dialect.partition("+")[0])
    if len(data) > MAX_BYTES:
        record.diagnose("too-large", f"{len(data) >> 20} MiB of SQL; files to {MAX_BYTES >> 20} MiB are read")
        return record.facts()
    text = data.decode("utf-8", "replace")
    reader = _Reader(record, text)
    for statement in statements(text):
        reader.take(statement)
    reader.close()
    return record.facts()


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
        self._added: list[tuple[str, int]] = []  # columns of tables that another file declares

    def take(self, tokens: list[Token]) -> None:
        """Read one CREATE or ALTER statement."""
        words = [token.word for token in tokens[:8]]
        kinds = [w for w in words if w in BODIES | {"TABLE", "VIEW", "INDEX"}]
        kind = kinds[0] if kinds else ""
        if kind not in BODIES | {"TABLE", "VIEW"}:
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
        elif tokens[0].word == "ALTER" and kind not in BODIES:
            return
        elif kind == "TABLE":
            self._create(name, tokens, past, line, last)
        elif kind == "VIEW":
            self._put("view", name, line, last, [], self._selected(tokens[past:]))
        elif kind != "PACKAGE":
            symbol = re.sub(r"[\s<>:/]", "_", name)
            self._put("function", symbol, line, last, [f"kind={kind.lower()}"], [])

    def _create(self, name: str, tokens: list[Token], past: int, line: int, last: int) -> None:
        opening = next((k for k in range(past, len(tokens)) if tokens[k].word == "("), None)
        before = tokens[past:opening]
        if name.startswith("#"):
            return  # of one session
        if any(token.word in {"AS", "PARTITION", "LIKE", "CLONE"} for token in before):
            self._put("table", name, line, last, [], self._likened(tokens[past:]))
            return
        if opening is None:
            self._record.diagnose(
                "parse-error", f"the table {name[:80]!r} has no columns that can be read", line
            )
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
        likened = self._likened(tokens[opening:]) if len(columns) == 0 else []
        references = [*self._foreign(tokens[opening:]), *self._inherited(tokens[opening:]), *likened]
        self._put("table", name, line, last, columns[:MAX_COLUMNS], references)

    def _alter(self, name: str, tokens: list[Token], past: int) -> None:
        known = self._tables.get(name.lower())
        foreign = self._foreign(tokens[past:])
        added = _added(tokens[past:])
        if known is not None:
            known.references.extend(foreign)
            known.columns.extend(f"column={column}" for column in added)
            return
        line = self._line(tokens[0].at)
        self._altered.append((name, line))
        self._altered += foreign
        self._added += [(f"{name}|{column}", line) for column in added]

    def _likened(self, tokens: list[Token]) -> list[tuple[str, int]]:
        """`LIKE t`, `PARTITION OF t`, `CLONE t`: the table of which another is a part or a likeness."""
        for k, token in enumerate(tokens):
            if token.word in {"LIKE", "CLONE"} or (token.word == "OF" and tokens[k - 1].word == "PARTITION"):
                name, _ = _name(tokens, k + 1)
                return [(name, self._line(token.at))] if name else []
            if token.word == "AS":
                return self._selected(tokens[k:])
        return []

    def _inherited(self, tokens: list[Token]) -> list[tuple[str, int]]:
        found = []
        for k, token in enumerate(tokens):
            if token.word == "INHERITS" and k + 1 < len(tokens) and tokens[k + 1].word == "(":
                name, _ = _name(tokens, k + 2)
                found += [(name, self._line(token.at))] if name else []
        return found

    def _foreign(self, tokens: list[Token]) -> list[tuple[str, int]]:
        found = []
        for k, token in enumerate(tokens):
            if token.word == "REFERENCES":
                name, _ = _name(tokens, k + 1)
                if name:
                    found.append((name, self._line(token.at)))
        return found

    def _selected(self, tokens: list[Token]) -> list[tuple[str, int]]:
        """What a view selects from, but for the names that it makes itself (`WITH x AS`)."""
        own = _made_here(tokens)
        found: dict[str, int] = {}
        callers: list[str] = []  # what stands in front of each open bracket
        for k, token in enumerate(tokens):
            if token.word == "(":
                callers.append(tokens[k - 1].word if k else "")
            elif token.word == ")" and callers:
                callers.pop()
            elif token.word in {"FROM", "JOIN"}:
                inside = bool(callers) and callers[-1] in _FROM_INSIDE
                if not inside and tokens[k - 1].word != "DISTINCT":
                    self._sources(tokens, k + 1, own, found)
        return list(found.items())

    def _sources(self, tokens: list[Token], at: int, own: set[str], found: dict[str, int]) -> None:
        """The names of a list behind FROM or JOIN, each with its alias; a function is none."""
        while at < len(tokens):
            while at < len(tokens) and tokens[at].word in {"LATERAL", "ONLY"}:
                at += 1
            name, past = _name(tokens, at)
            called = past < len(tokens) and tokens[past].word == "("
            if not name or called:
                return
            if name.lower() not in own:
                found.setdefault(name, self._line(tokens[at].at))
            past += past < len(tokens) and tokens[past].word == "AS"
            if (
                past + 1 < len(tokens)
                and tokens[past].word not in {",", ")", "("}
                and tokens[past + 1].word == ","
            ):
                past += 1
            if past >= len(tokens) or tokens[past].word != ",":
                return
            at = past + 1

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
        for column, line in dict.fromkeys(self._added):
            self._record.refer("column", column, line, NONE)


def _made_here(tokens: list[Token]) -> set[str]:
    """The names that a query makes for itself: `WITH x AS (...)`, `WITH x (a, b) AS (...)`."""
    found = set()
    for k, token in enumerate(tokens[:-1]):
        if token.word == "AS" and tokens[k + 1].word in {"(", "MATERIALIZED", "NOT"}:
            at = k - 1
            if at >= 0 and tokens[at].word == ")":
                while at >= 0 and tokens[at].word != "(":
                    at -= 1
                at -= 1
            if at >= 0:
                found.add(tokens[at].text.lower())
    return found


def _added(tokens: list[Token]) -> list[str]:
    """`name type` of the columns that an ALTER TABLE adds."""
    found = []
    for k, token in enumerate(tokens):
        if token.word != "ADD":
            continue
        at = k + 1
        while at < len(tokens) and tokens[at].word in {"COLUMN", "IF", "NOT", "EXISTS", "("}:
            at += 1
        if at < len(tokens) and tokens[at].word not in _CONSTRAINTS | {",", ";", ")"}:
            kind = (
                tokens[at + 1].text
                if at + 1 < len(tokens) and tokens[at + 1].word not in {"", ",", "("}
                else ""
            )
            found.append(f"{tokens[at].text} {kind}".rstrip())
    return found


def _name(tokens: list[Token], at: int) -> tuple[str, int]:
    """A name of one or more parts, and where it ends; "" when something else or no text stands there."""
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
    name = ".".join(parts)
    return "" if "\ufffd" in name else name, at


def _parts(tokens: list[Token], opening: int) -> tuple[list[list[Token]], bool]:
    """What stands between the commas of a bracket, and whether it closes."""
    parts: list[list[Token]] = [[]]
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
