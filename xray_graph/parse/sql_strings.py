"""Reads the SQL that stands in the string literals of code: which tables a statement reads or changes.

What the program puts in (`%s`, `{name}`, `+ name`) stands for nothing; a name that it is part of is none.
The parts of a concatenation are read as one text, by `sql_tables`. Called by `extract` for the literals that
begin as a statement does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.parse.sql_tables import HOLE, NOTHING, Read, read

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_BYTES: Final = 16 << 10
MAX_PARENTS: Final = 200  # operators of one concatenation

BEGINS: Final = re.compile(
    rb"[@$A-Za-z]{0,3}#*[\"'`]{1,3}[(\s]*(?:\\n|\s)*"
    rb"(?:select|insert|update|delete|with|merge|replace|truncate|create|alter|drop)\s",
    re.IGNORECASE,
)
_STRING: Final = re.compile(
    r"""[rb]{1,2}(?P<marks>\#+)"(?P<raw>.*?)"(?P=marks)|[@$A-Za-z]{0,3}\#*(?P<quote>\"{3}|'{3}|["'`])(?P<text>(?:\\.|(?!(?P=quote))[^\\])*\\?)(?P=quote)\#*""",
    re.DOTALL,
)
_HEREDOC: Final = re.compile(r"<<<?[-~]?['\"]?(\w+)['\"]?[^\n]*\n(.*?)\n\s*\1", re.DOTALL)
_JOINED: Final = re.compile(r"(?:\s|\\\n|[+.&]|//[^\n]*+|\#[^\n]*+)*")
_PUT_IN: Final = re.compile(
    r"[$\#]\{[^{}]*\}|\{\$[^{}]*\}|\{[^{}]*\}|%\(\w+\)[sd]|%[+#]?[sdvqi]|\$[A-Za-z_]\w*(?:->\w+|\[\w+\])?"
)
_ESCAPE: Final = re.compile(r"\\(?:[ntr]|\r?\n)")


def read_literal(source: bytes, node: Node) -> Read:
    """The tables of the statement that begins in a literal, and goes on in what is joined to it."""
    whole = node
    for _ in range(MAX_PARENTS):
        parent = whole.parent
        if parent is None or not ("binary" in parent.type or "concat" in parent.type):
            break
        whole = parent
    if whole.end_byte - node.start_byte > MAX_BYTES:
        return NOTHING
    return read(_text(source[node.start_byte : whole.end_byte].decode("utf-8", "replace")))


def _text(written: str) -> str:
    """What a literal, or a concatenation that begins with one, holds: all else is a hole."""
    heredoc = _HEREDOC.match(written)
    if heredoc:
        return _PUT_IN.sub(HOLE, heredoc[2])
    found: list[str] = []
    at = 0
    for match in _STRING.finditer(written):
        if match.start() < at:
            continue
        if not _JOINED.fullmatch(written, at, match.start()):
            found.append(HOLE)
        found.append(_PUT_IN.sub(HOLE, match["raw"] or match["text"] or ""))
        at = match.end()
    if not _JOINED.fullmatch(written, at):
        found.append(HOLE)
    return _ESCAPE.sub(" ", "".join(found)).replace('\\"', '"').replace("\\'", "'")
