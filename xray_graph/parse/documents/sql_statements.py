"""The statements of an SQL text that define something, as tokens, whatever the dialect.

A statement ends at `;`, at a line `GO` or `/`, or at what `DELIMITER` says; not inside the body of a
procedure, which ends with its `END`, or with its batch where the text has batches. Strings, comments, quoted
names and the data that `COPY ... FROM stdin` brings are taken as what they are. A backslash escapes in a
string of MySQL and in `E'...'` alone. Called by `sql`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

MAX_TOKENS: Final = 20_000  # of one statement
BODIES: Final = frozenset({"PROCEDURE", "PROC", "FUNCTION", "TRIGGER", "PACKAGE"})

_PATTERN: Final = r"""(?P<skip>--[^\n]*|/\*.*?(?:\*/|\Z)|\#[ \t][^\n]*)
      | (?P<string>%s|\$(?P<tag>\w*)\$.*?\$(?P=tag)\$)
      | (?P<quoted>"(?:[^"]|"")+"|`[^`]+`|\[[A-Za-z_][^\]\n]*\])
      | (?P<go>(?m:^[ \t]*(?:GO|/)[ \t]*\r?$))
      | (?P<word>\#{0,2}(?:[^\W\d]|\ufffd)[\w$\#\ufffd]*|@\w+|\d[\w.]*)
      | (?P<mark>[;(),.=])"""
_FLAGS: Final = re.VERBOSE | re.DOTALL | re.IGNORECASE
_STANDARD: Final = re.compile(_PATTERN % r"[Ee]'(?:[^'\\]|''|\\.)*'|[Nn]?'(?:[^']|'')*'", _FLAGS)
_MYSQL: Final = re.compile(_PATTERN % r"[Nn]?'(?:[^'\\]|''|\\.)*'", _FLAGS)
_IS_MYSQL: Final = re.compile(
    r"`|\bENGINE\s*=|\bAUTO_INCREMENT\b|^[ \t]*DELIMITER\b", re.IGNORECASE | re.MULTILINE
)
_BATCHES: Final = re.compile(r"^[ \t]*GO[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_COPIED: Final = re.compile(r"^COPY\b[^\n;]*\bFROM\s+stdin\b[^\n;]*;[^\n]*\n", re.MULTILINE | re.IGNORECASE)
_DELIMITER: Final = re.compile(r"^[ \t]*DELIMITER[ \t]+(\S+)[^\n]*", re.MULTILINE | re.IGNORECASE)
_LINE: Final = re.compile(r"[^\n]+")
_COMPOUND: Final = frozenset({"IF", "LOOP", "WHILE", "REPEAT", "FOR"})  # `END IF` ends no BEGIN
_TRANSACTION: Final = frozenset({"TRAN", "TRANSACTION", "WORK", "DISTRIBUTED"})  # `BEGIN TRAN` has no END


class Token(NamedTuple):
    text: str  # without quotes
    word: str  # in upper case; "" for a quoted name or a string
    at: int


def statements(text: str) -> list[list[Token]]:
    """The tokens of each statement that begins with CREATE or ALTER, in order."""
    text = _prepared(text)
    batches = _BATCHES.search(text) is not None
    found: list[list[Token]] = []
    now: list[Token] = []
    depth = 0  # of BEGIN ... END in the body of a procedure
    before = ""
    for match in (_MYSQL if _IS_MYSQL.search(text) else _STANDARD).finditer(text):
        if match["skip"]:
            continue
        quoted = match["quoted"]
        word = (match["word"] or match["mark"] or "").upper()
        if match["go"] or (word == ";" and not depth and not (batches and _has_body(now))):
            found.append(now)
            now, depth, before = [], 0, ""
            continue
        if len(now) < MAX_TOKENS:
            shown = quoted[1:-1].replace('""', '"') if quoted else match[0]
            now.append(Token(shown, "" if quoted or match["string"] else word, match.start()))
        depth = _depth(depth, word, before, now)
        before = word
    found.append(now)
    return [one for one in found if one and one[0].word in {"CREATE", "ALTER"}]


def _depth(depth: int, word: str, before: str, now: list[Token]) -> int:
    """How deep in the body of a procedure the reading is behind a word."""
    if word in {"BEGIN", "CASE"}:
        return depth + (before != "END" and _has_body(now))
    if word == "END":
        return max(0, depth - 1)
    if before == "END" and word in _COMPOUND and _has_body(now):
        return depth + 1
    if before == "BEGIN" and word in _TRANSACTION:
        return max(0, depth - 1)
    return depth


def _has_body(tokens: list[Token]) -> bool:
    return any(token.word in BODIES for token in tokens[:12])


def _prepared(text: str) -> str:
    """The text with copied data blanked and every delimiter a semicolon, as long as it was."""
    text = _without_data(text)
    if not _DELIMITER.search(text):
        return text
    pieces: list[str] = []
    done, delimiter = 0, ";"
    for match in [*_DELIMITER.finditer(text), None]:
        part = text[done : match.start() if match else len(text)]
        if delimiter != ";":
            part = part.replace(";", " ").replace(delimiter, ";" + " " * (len(delimiter) - 1))
        pieces.append(part)
        if match:
            pieces.append(";" + " " * (len(match[0]) - 1))
            done, delimiter = match.end(), match[1]
    return "".join(pieces)


def _without_data(text: str) -> str:
    """The text with the lines blanked that `COPY ... FROM stdin` brings, to the one that ends them."""
    pieces: list[str] = []
    done = 0
    while match := _COPIED.search(text, done):
        end = text.find("\n\\.", match.end() - 1)
        if end < 0:
            break
        pieces += [text[done : match.end()], _LINE.sub(_blanks, text[match.end() : end + 3])]
        done = end + 3
    return "".join(pieces) + text[done:] if pieces else text


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])
