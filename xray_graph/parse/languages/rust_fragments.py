"""What a variable of a Rust macro takes of the tokens, by its kind: `$x:ident`, `$t:ty`, `$e:expr`, ...

Each is a function of the tokens and a place to where it ends, -1 where there is none of its kind. What
the language allows behind a kind says where it ends, so that nothing needs to be parsed. Called by
`rust_rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from xray_graph.parse.languages.rust_tokens import Token

Given: TypeAlias = Sequence[Token]

_ENDS_EXPRESSION: Final = frozenset({b"=>", b",", b";"})
_ENDS_PATTERN: Final = frozenset({b"=>", b",", b"=", b"if", b"in"})
_BEFORE_CLOSURE: Final = frozenset({b"move", b"async", b"static"})
_BEFORE_TYPE: Final = frozenset(
    {b"&", b"&&", b"*", b"mut", b"const", b"dyn", b"impl", b"unsafe", b"?", b"extern"}
)
_NO_NAME: Final = frozenset(b"as where pub let use struct enum trait _".split())
# The words that an item begins with, and those of them that a semicolon ends whatever stands before it.
_ITEMS: Final = frozenset(
    b"fn struct enum union trait impl mod const static type use extern unsafe async auto macro_rules".split()
)
_TO_SEMICOLON: Final = frozenset({b"const", b"static", b"type", b"use"})
_OF_FUNCTION: Final = frozenset({b"fn", b"unsafe", b"async", b"extern"})


def _text(given: Given, at: int) -> bytes:
    return given[at].text if at < len(given) else b""


def _is_group(given: Given, at: int, opening: bytes) -> bool:
    return at < len(given) and given[at].kind == "group" and given[at].text == opening


def _one(kind: str) -> Callable[[Given, int], int]:
    return lambda given, at: at + 1 if at < len(given) and given[at].kind == kind else -1


def _identifier(given: Given, at: int) -> int:
    return at + 1 if at < len(given) and given[at].kind == "word" and given[at].text != b"_" else -1


def _tree(given: Given, at: int) -> int:
    return at + 1 if at < len(given) else -1


def _literal(given: Given, at: int) -> int:
    if _text(given, at) == b"-":
        at += 1
    one = given[at] if at < len(given) else None
    return at + 1 if one is not None and (one.kind == "literal" or one.text in (b"true", b"false")) else -1


def _visibility(given: Given, at: int) -> int:
    if _text(given, at) != b"pub":
        return at
    at += 1
    inside = given[at].inner if _is_group(given, at, b"(") else ()
    return at + 1 if inside and inside[0].text in (b"crate", b"super", b"self", b"in") else at


def _block(given: Given, at: int) -> int:
    return at + 1 if _is_group(given, at, b"{") else -1


def _meta(given: Given, at: int) -> int:
    """What stands in the brackets of an attribute."""
    if at < len(given) and given[at].kind == "doc":
        return at + 1
    at = _path(given, at)
    if at < 0:
        return -1
    if at < len(given) and given[at].kind == "group":
        return at + 1
    return _until(given, at + 1, _ENDS_EXPRESSION) if _text(given, at) == b"=" else at


def _until(given: Given, at: int, ends: frozenset[bytes]) -> int:
    begin = at
    while at < len(given) and given[at].text not in ends:
        if given[at].text == b"::" and _text(given, at + 1) == b"<":
            at = _angles(given, at + 1)
            if at < 0:
                return -1
            continue
        at += 1
    return at if at > begin else -1


def _expression(given: Given, at: int) -> int:
    begin = at
    while _text(given, at) in _BEFORE_CLOSURE:
        at += 1
    if _text(given, at) == b"|":  # the commas of a closure's parameters end nothing
        at += 1
        while at < len(given) and given[at].text != b"|":
            at += 1
        at += 1
    end = _until(given, at, _ENDS_EXPRESSION)
    return at if end < 0 and begin < at == len(given) else end


def _pattern(given: Given, at: int) -> int:
    return _until(given, at, _ENDS_PATTERN)


def _one_pattern(given: Given, at: int) -> int:
    return _until(given, at, _ENDS_PATTERN | {b"|"})


def _angles(given: Given, at: int) -> int:
    """Behind the `>` that closes the `<` at a place."""
    depth = 0
    while at < len(given):
        text = given[at].text
        depth += {b"<": 1, b"<<": 2, b">": -1, b">>": -2}.get(text, 0)
        at += 1
        if depth == 0:
            return at
        if depth < 0 or text == b";":
            return -1
    return -1


def _path(given: Given, at: int) -> int:
    """A path of names, each with its arguments: `a::B<T>::C`, `Fn(A) -> B`."""
    if _text(given, at) == b"::":
        at += 1
    while True:
        if at >= len(given) or given[at].kind != "word" or given[at].text in _NO_NAME:
            return -1
        at += 1
        turbo = _text(given, at) == b"::" and _text(given, at + 1) in (b"<", b"<<")
        if turbo or _text(given, at) in (b"<", b"<<"):
            at = _angles(given, at + turbo)
            if at < 0:
                return -1
        elif given[at - 1].text in (b"Fn", b"FnMut", b"FnOnce") and _is_group(given, at, b"("):
            at += 1
            if _text(given, at) == b"->":
                at = _type(given, at + 1)
                if at < 0:
                    return -1
        if _text(given, at) != b"::":
            return at
        at += 1


def _type(given: Given, at: int) -> int:
    bounds = False
    while at < len(given):
        text = given[at].text
        if text == b"for" and _text(given, at + 1) == b"<":
            at = _angles(given, at + 1)
            if at < 0:
                return -1
        elif text in _BEFORE_TYPE or given[at].kind in ("lifetime", "literal"):
            if given[at].kind == "literal" and _text(given, at - 1) != b"extern":
                return -1
            bounds = bounds or text in (b"dyn", b"impl")
            at += 1
            if given[at - 1].kind == "lifetime" and bounds and _text(given, at) != b"+":
                return at
            if _text(given, at) == b"+" and given[at - 1].kind == "lifetime":
                at += 1
        else:
            break
    if at >= len(given):
        return -1
    one = given[at]
    if one.kind == "group":
        at = at + 1 if one.text in (b"(", b"[") else -1
    elif one.text in (b"!", b"_"):
        at += 1
    elif one.text == b"fn":
        at = at + 2 if _is_group(given, at + 1, b"(") else -1
        if at > 0 and _text(given, at) == b"->":
            at = _type(given, at + 1)
    elif one.text == b"<":
        at = _angles(given, at)
        at = _path(given, at + 1) if at > 0 and _text(given, at) == b"::" else -1
    else:
        at = _path(given, at)
        if at > 0 and _text(given, at) == b"!" and at + 1 < len(given) and given[at + 1].kind == "group":
            at += 2
    if at > 0 and bounds and _text(given, at) == b"+":
        return _type_of_bounds(given, at + 1)
    return at


def _type_of_bounds(given: Given, at: int) -> int:
    """The rest of `dyn A + 'a + B`."""
    while True:
        if at < len(given) and given[at].kind == "lifetime":
            at += 1
        else:
            at = _path(given, at + 1 if _text(given, at) == b"?" else at)
        if at < 0 or _text(given, at) != b"+":
            return at
        at += 1


def _item(given: Given, at: int) -> int:
    while _text(given, at) == b"#" and _is_group(given, at + 1, b"["):
        at += 2
    at = _visibility(given, at)
    word = _text(given, at)
    if word not in _ITEMS:
        at = _path(given, at)
        if at < 0 or _text(given, at) != b"!":
            return -1
    ends = word in _TO_SEMICOLON and _text(given, at + 1) not in _OF_FUNCTION
    while at < len(given):
        at += 1
        if given[at - 1].text == b";" or (not ends and _is_group(given, at - 1, b"{")):
            return at
    return -1


FRAGMENTS: Final[dict[bytes, Callable[[Given, int], int]]] = {
    b"ident": _identifier,
    b"lifetime": _one("lifetime"),
    b"tt": _tree,
    b"literal": _literal,
    b"vis": _visibility,
    b"block": _block,
    b"meta": _meta,
    b"expr": _expression,
    b"expr_2021": _expression,
    b"stmt": _expression,
    b"pat": _pattern,
    b"pat_param": _one_pattern,
    b"path": _path,
    b"ty": _type,
    b"item": _item,
}
# Those that may look at any number of tokens, also where they take none.
SCANNING: Final = frozenset(b"expr expr_2021 stmt pat pat_param path ty meta item".split())
