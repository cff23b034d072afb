"""The tokens of Rust macros: words, signs and literals, with what stands in brackets inside them.

Called by `rust_rules` and `rust_fragments`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

MAX_NESTED: Final = 60  # brackets in each other

_TOKEN: Final = re.compile(
    rb"""
    (?>(?:\s | //(?!/(?!/)|!)[^\n]* | /\*(?!\*(?![*/])|!)[^*]*+(?>(?:\*(?!/)[^*]*+)*)\*/)*)
    (?: (?P<doc>//[/!][^\n]* | /\*[*!][^*]*+(?>(?:\*(?!/)[^*]*+)*)\*/)
    | (?P<literal>[bc]?"(?>(?:[^"\\]|\\.)*)" | [bc]?r(?P<hashes>\#*)".*?"(?P=hashes)
        | b?'(?:[^'\\\x80-\xff]|[\x80-\xff]{2,4}|\\x..|\\u\{[^}]*\}|\\.)'
        | [0-9]\w*(?:\.[0-9]\w*)?(?:(?<=[eE])[+-][0-9_]+)?)
    | (?P<lifetime>'[A-Za-z_]\w*)
    | (?P<word>(?:r\#)?[A-Za-z_\x80-\xff][\w\x80-\xff]*)
    | (?P<sign>=>|->|::|\.\.=|\.\.\.?|&&|\|\||[-+*/%^&|<>=!]=|<<=?|>>=?|[-+*/%^!&|=<>@.,;:\#$?~\\])
    | (?P<open>[(\[{])
    | (?P<close>[)\]}])
    | $)
    """,
    re.VERBOSE | re.DOTALL,
)
_CLOSING: Final = {b"(": b")", b"[": b"]", b"{": b"}"}


class Token(NamedTuple):
    kind: str  # "word" "sign" "literal" "lifetime" "doc" or "group"
    text: bytes  # of a group its opening bracket
    start: int  # bytes of the text that it is read from
    end: int
    inner: tuple[Token, ...] = ()  # of a group


def tokens(data: bytes, start: int, end: int) -> tuple[Token, ...] | None:
    """The tokens of a part of a text; None where it has something that is none.

    A documentation comment is the attribute that it stands for: an empty `#` and a group of one "doc".
    """
    stack: list[tuple[bytes, int, list[Token]]] = []
    found: list[Token] = []
    at, match_at = start, _TOKEN.match
    while at < end:
        match = match_at(data, at, end)
        if match is None:
            return None
        kind = match.lastgroup
        at = match.end()
        if kind is None:
            break
        text, began = match[kind], match.start(kind)
        if kind == "open":
            if len(stack) >= MAX_NESTED:
                return None
            stack.append((text, began, found))
            found = []
        elif kind == "close":
            if not stack or _CLOSING[stack[-1][0]] != text:
                return None
            opening, began, outer = stack.pop()
            outer.append(Token("group", opening, began, at, tuple(found)))
            found = outer
        elif kind == "doc":
            found.append(Token("sign", b"#", began, began))
            found.append(Token("group", b"[", began, at, (Token("doc", text, began, at),)))
        else:
            found.append(Token(kind, text, began, at))
    return None if stack else tuple(found)
