"""Reads one SQL text that a program holds: which tables it reads or changes.

Prose begins with `select` and `update` too, so a statement counts only when all of what is looked at reads
as SQL: after each table, `SET` and `WHERE` comes what may come there. A statement of words alone, without a
mark that only SQL has, is held to more. A statement that cannot be read gives none. Called by `sql_strings`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

HOLE: Final = "\0"  # where the program puts something in
_TOKEN: Final = re.compile(
    r"""(?P<skip>\s+|--[^\n]*|/\*.*?(?:\*/|\Z))
      | (?P<string>[NnEe]?'(?:[^'\\]|''|\\.)*')
      | (?P<name>"[^"\0\n]+"|`[^`\0\n]+`|\[[A-Za-z_][^\]\0\n]*\])
      | (?P<word>[^\W\d][\w$]*)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)

_STARTS: Final = frozenset(
    [
        *("SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "MERGE", "REPLACE", "TRUNCATE", "CREATE"),
        *("ALTER", "DROP"),
    ]
)
# What may follow a table: the rest of its clause, the next one, or an operator of sets.
_AFTER: Final = frozenset(
    [
        *("WHERE", "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "OUTER", "NATURAL", "ON"),
        *("USING", "GROUP", "ORDER", "HAVING", "LIMIT", "OFFSET", "FETCH", "FOR", "UNION"),
        *("EXCEPT", "INTERSECT", "MINUS", "SET", "VALUES", "VALUE", "SELECT", "DEFAULT"),
        *("RETURNING", "WINDOW", "TABLESAMPLE", "USE", "FORCE", "IGNORE", "WITH", "RESTART"),
        *("CASCADE", "RESTRICT", "WHEN", "OVERRIDING", "OUTPUT", "STRAIGHT_JOIN", "LATERAL"),
        *("QUALIFY", "PARTITION", "ADD", "DROP", "RENAME", "MODIFY", "ALTER", "CHANGE", "ENGINE"),
        *("OWNER", "INHERITS", "LIKE", "OPTION", "PREWHERE", "FINAL", "SAMPLE", "ASOF", "CONNECT"),
        *("START", "PIVOT", "UNPIVOT"),
    ]
)
_NO_NAME: Final = (
    _AFTER
    | _STARTS
    | frozenset(
        [
            *("FROM", "INTO", "AS", "AND", "OR", "NOT", "NULL", "IN", "IS", "BY", "CASE", "ALL"),
            *("DISTINCT", "TABLE", "IF"),
        ]
    )
)
# What may follow the first name of a condition.
_COMPARES: Final = frozenset(
    [
        *("AND", "OR", "IS", "IN", "NOT", "LIKE", "ILIKE", "BETWEEN", "SIMILAR", "REGEXP", "RLIKE", "GLOB"),
        *("MATCH", "COLLATE", "AT", "DIV", "MOD", "XOR", "CONTAINS", "OVERLAPS", "ISNULL", "NOTNULL"),
        *("SOUNDS", "MEMBER", "OPERATOR", "OF", "DO"),
    ]
)
_SCHEMAS: Final = frozenset(
    {"information_schema", "pg_catalog", "sys", "mysql", "performance_schema", "dual"}
)
_SYSTEM: Final = ("sqlite_", "pg_", "rdb$", "v$", "all_tab", "user_tab")


class Read(NamedTuple):
    tables: tuple[str, ...]
    loud: bool


NOTHING: Final = Read((), loud=False)


class _UnreadError(Exception):
    """The text is no SQL, or more than is understood."""


def read(text: str) -> Read:
    """The tables that an SQL text reads or changes, in their order."""
    tokens = list(_tokens(text))
    if not tokens:
        return NOTHING
    found: dict[str, None] = {}
    starts = [k for k, token in enumerate(tokens) if k == 0 or tokens[k - 1].text == ";"]
    try:
        for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
            if start < end and tokens[start].text != ";":
                found.update(dict.fromkeys(_Reader(tokens[start:end]).tables()))
    except _UnreadError:
        return NOTHING
    tables = tuple(name for name in found if not _is_system(name))
    return Read(tables, loud=bool(tokens) and tokens[0].text.isupper())


class _Token(NamedTuple):
    text: str
    word: str  # in upper case, "" for a name in quotes
    named: bool  # a word, or a name in quotes
    glued: bool  # a hole is part of it


def _tokens(text: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "skip":
            continue
        shown = match[0]
        glued = text[match.end() : match.end() + 1] == HOLE or text[match.start() - 1 : match.start()] == HOLE
        if kind == "name":
            yield _Token(shown[1:-1], "", named=True, glued=glued)
        else:
            yield _Token(shown, shown.upper() if kind == "word" else "", named=kind == "word", glued=glued)


class _Reader:
    """One statement."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._own: set[str] = set()  # names that the statement makes itself: WITH x AS (...)
        self._found: list[str] = []
        self._loud = any(one.text.isupper() for one in tokens[:1])
        self._in_words = not self._loud and all(one.word or one.text == "." for one in tokens)

    def tables(self) -> list[str]:
        tokens = self._tokens
        while tokens and tokens[0].text == "(":
            del tokens[0]
        first = self._word(0)
        if first not in _STARTS or self._is_sentence():
            raise _UnreadError
        if first == "WITH":
            self._made()
        elif first in {"CREATE", "ALTER", "DROP", "TRUNCATE"}:
            self._defined(first)
            return self._found
        elif first == "UPDATE":
            at = self._table(1, {"SET"}, comma=True)
            if not any(self._word(k) == "SET" and self._assigns(k + 1) for k in range(at, len(tokens))):
                raise _UnreadError
        elif first == "SELECT" and not any(token.word == "FROM" for token in tokens):
            return []
        self._clauses()
        return [name for name in self._found if name.lower() not in self._own]

    def _clauses(self) -> None:
        """FROM, JOIN, INTO and USING, wherever the bracket they stand in is a query's."""
        query = [True]
        into = False
        for at, token in enumerate(self._tokens):
            if token.text == "(" and not token.named:
                query.append(self._word(at + 1) in {"SELECT", "WITH"} or (query[-1] and self._opens_list(at)))
            elif token.text == ")" and not token.named and len(query) > 1:
                query.pop()
            elif not query[-1]:
                continue
            elif token.word == "FROM" and self._word(at - 1) != "DISTINCT":
                self._list(at + 1)
            elif token.word == "WHERE" and not self._compares(at + 1):
                raise _UnreadError
            elif token.word == "JOIN":
                self._table(at + 1, {"ON", "USING"})
            elif (
                token.word == "INTO"
                and not into
                and self._word(at - 1) in {"INSERT", "REPLACE", "MERGE", "IGNORE"}
            ):
                into = True
                self._goes_on(self._table(at + 1, {"AS"}, opens=True, bare=self._word(at - 1) == "MERGE"))
            elif token.word == "USING" and self._word(0) in {"MERGE", "DELETE"}:
                self._list(at + 1)

    def _opens_list(self, at: int) -> bool:
        """Whether a bracket groups tables: `FROM (a JOIN b ...)`."""
        return self._word(at - 1) in {"FROM", "JOIN", "UNION", "ALL", "EXCEPT", "INTERSECT"}

    def _list(self, at: int) -> None:
        """Tables parted by commas."""
        while True:
            at = self._table(at, set(), comma=True)
            if at >= len(self._tokens) or self._tokens[at].text != ",":
                return
            at += 1

    def _table(
        self, at: int, after: set[str], *, comma: bool = False, opens: bool = False, bare: bool = True
    ) -> int:
        """Note the table at a place; the place behind it and its alias. What is no table is passed over.

        `bare` allows an alias without AS, which has a use: something comes behind it.
        """
        tokens = self._tokens
        while self._word(at) in {"ONLY", "LATERAL", "IGNORE", "LOW_PRIORITY"}:
            at += 1
        begin = at
        parts: list[_Token] = []
        while at < len(tokens) and tokens[at].named and tokens[at].word not in _NO_NAME:
            parts.append(tokens[at])
            at += 1
            if at >= len(tokens) or tokens[at].text != ".":
                break
            at += 1
        if not parts:
            if at < len(tokens) and tokens[at].text in {"(", HOLE, "?", "$", ":", "@", "#"}:
                return self._behind(at)
            raise _UnreadError
        if at < len(tokens) and tokens[at].text == "(" and not opens:
            return self._behind(at)  # a function
        name = ".".join(token.text for token in parts)
        whole = not any(token.glued for token in parts)
        stated = self._word(at) == "AS"
        at += stated
        if at < len(tokens) and tokens[at].named and tokens[at].word not in _NO_NAME:
            at += 1
            deleted = self._word(0) == "DELETE" and self._word(begin - 1) == "FROM"
            useless = at >= len(tokens) or (deleted and tokens[at].text == "(")
            if not stated and (not bare or (useless and (deleted or self._in_words))):
                raise _UnreadError
            if at < len(tokens) and tokens[at].text == "(" and not opens:
                at = self._behind(at)
        if not (self._ends(at) or self._word(at) in _AFTER | after or tokens[at].text == "(" or
                (comma and tokens[at].text == ",")):  # fmt: skip
            raise _UnreadError
        if whole:
            self._found.append(name)
        return at

    def _behind(self, at: int) -> int:
        """The place behind a bracket with its alias, or behind a hole."""
        tokens = self._tokens
        if tokens[at].text == "(":
            depth = 0
            while at < len(tokens):
                depth += (tokens[at].text == "(") - (tokens[at].text == ")")
                at += 1
                if depth == 0:
                    break
        else:
            at += 1
        if self._word(at) == "AS":
            at += 1
        if at < len(tokens) and tokens[at].named and tokens[at].word not in _NO_NAME:
            at += 1
        return at

    def _ends(self, at: int) -> bool:
        return at >= len(self._tokens) or self._tokens[at].text in {")", ";", HOLE}

    def _made(self) -> None:
        """`WITH x AS (...)`, `, y (a, b) AS (...)`."""
        tokens = self._tokens
        for at, token in enumerate(tokens):
            if not token.named or not (
                self._word(at - 1) in {"WITH", "RECURSIVE"} or tokens[at - 1].text == ","
            ):
                continue
            past = at + 1
            if past < len(tokens) and tokens[past].text == "(":
                while past < len(tokens) and tokens[past].text != ")":
                    past += 1
                past += 1
            if self._word(past) != "AS":
                continue
            past += 1
            while self._word(past) in {"NOT", "MATERIALIZED"}:
                past += 1
            if past < len(tokens) and tokens[past].text == "(":
                self._own.add(token.text.lower())

    def _defined(self, first: str) -> None:
        """CREATE, ALTER, DROP and TRUNCATE TABLE; other things that are made have no tables here."""
        at = 1
        while self._word(at) in {
            "TEMP",
            "TEMPORARY",
            "UNLOGGED",
            "GLOBAL",
            "LOCAL",
            "OR",
            "REPLACE",
            "VIRTUAL",
        }:
            at += 1
        if self._word(at) != "TABLE":
            if first == "TRUNCATE":
                self._table(at, set(), comma=True)
            return
        at += 1
        while self._word(at) in {"IF", "NOT", "EXISTS"}:
            at += 1
        past = self._table(at, {"AS"}, comma=True, opens=True, bare=False)
        if first == "CREATE":
            self._goes_on(past)

    # --- words that are no SQL ----------------------------------------------------------------------

    def _is_sentence(self) -> bool:
        """Whether it has words alone, the first of them with a capital: `Select items from a list`."""
        ours = [one.text for one in self._tokens if one.word in {"FROM", "INTO", "SET"}]
        return self._in_words and self._tokens[0].text.istitle() and all(map(str.islower, ours))

    def _goes_on(self, at: int) -> None:
        """A statement that may not end here: in capitals the rest may be in another string."""
        if at >= len(self._tokens) and not self._loud:
            raise _UnreadError

    def _assigns(self, at: int) -> bool:
        """Whether what follows a SET is `column =`, or open."""
        past = self._past_name(at)
        if past >= len(self._tokens):
            return self._loud
        return not self._tokens[past].word and self._tokens[past].text != "."

    def _compares(self, at: int) -> bool:
        """Whether a condition begins at a place as one does: not with a word beside a word."""
        while self._word(at) in {"NOT", "EXISTS", "BINARY"}:
            at += 1
        past = self._past_name(at)
        if past == at:
            return True
        if past >= len(self._tokens):
            return not self._in_words
        one = self._tokens[past]
        return one.text != "." and (not one.named or one.word in _COMPARES or one.word in _AFTER)

    def _past_name(self, at: int) -> int:
        """The place behind a name and what its dots lead to; the same place where there is none."""
        tokens = self._tokens
        while at < len(tokens) and tokens[at].named and tokens[at].word not in _NO_NAME:
            at += 1
            if at + 1 >= len(tokens) or tokens[at].text != "." or not tokens[at + 1].named:
                break
            at += 1
        return at

    def _word(self, at: int) -> str:
        return self._tokens[at].word if 0 <= at < len(self._tokens) else ""


def _is_system(name: str) -> bool:
    head = name.lower()
    return head.partition(".")[0] in _SCHEMAS or head.rpartition(".")[2].startswith(_SYSTEM)
