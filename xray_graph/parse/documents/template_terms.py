"""The body of a template action as a tree: pipelines, calls, fields, texts. Read, never run.

A term is a tuple: `("text", value)`, `("field", ".Values.a.b")` (also `.` and `$`), `("call", name, terms)`,
or `("unknown",)` for all that has another shape. Called by `resolve.documents.helm_text`.
"""

from __future__ import annotations

import functools
import json
import re
from typing import Any, Final, TypeAlias

Term: TypeAlias = tuple[Any, ...]

UNKNOWN: Final[Term] = ("unknown",)
MAX_TOKENS: Final = 400
MAX_DEPTH: Final = 30

_TOKEN: Final = re.compile(
    r"""\s+ | (?P<text>"(?:[^"\\]|\\.)*"|`[^`]*`) | (?P<number>-?\d+(?:\.\d+)?\b)
      | (?P<field>\$?(?:\.[A-Za-z_]\w*)+|\$(?!\w)|\.(?![\w.])) | (?P<variable>\$\w+(?:\.\w+)*)
      | (?P<mark>[()|]) | (?P<word>[A-Za-z_]\w*)""",
    re.VERBOSE | re.DOTALL,
)


@functools.lru_cache(maxsize=4096)
def read(body: str) -> Term:
    """The term of an action's body, UNKNOWN where it is not made of these."""
    tokens: list[tuple[str, str]] = []
    at = 0
    while at < len(body):
        match = _TOKEN.match(body, at)
        if match is None or len(tokens) > MAX_TOKENS:
            return UNKNOWN
        if match.lastgroup:
            tokens.append((match.lastgroup, match[0]))
        at = match.end()
    term, past = _pipeline(tokens, 0, 0)
    return term if past == len(tokens) else UNKNOWN


def _pipeline(tokens: list[tuple[str, str]], at: int, depth: int) -> tuple[Term, int]:
    """Each command of a pipeline is handed the one before as its last operand."""
    term: Term | None = None
    while True:
        operands, at = _operands(tokens, at, depth)
        if term is not None:
            operands.append(("value", term))
        term = _command(operands)
        if at < len(tokens) and tokens[at] == ("mark", "|"):
            at += 1
            continue
        return term, at


def _operands(tokens: list[tuple[str, str]], at: int, depth: int) -> tuple[list[tuple[str, Any]], int]:
    found: list[tuple[str, Any]] = []
    while at < len(tokens):
        sort, text = tokens[at]
        if sort == "mark" and text in "|)":
            break
        if sort == "mark":
            if depth >= MAX_DEPTH:
                return [], len(tokens) + 1
            inner, at = _pipeline(tokens, at + 1, depth + 1)
            if at >= len(tokens):
                return [], len(tokens) + 1
            found.append(("value", inner))
        else:
            found.append((sort, text))
        at += 1
    return found, at


def _command(operands: list[tuple[str, Any]]) -> Term:
    if not operands:
        return UNKNOWN
    sort, head = operands[0]
    if sort == "word" and head not in {"true", "false", "nil"}:
        return ("call", head, tuple(map(_value, operands[1:])))
    return _value(operands[0]) if len(operands) == 1 else UNKNOWN


def _value(operand: tuple[str, Any]) -> Term:
    sort, what = operand
    if sort == "value":
        term: Term = what
        return term
    if sort == "text":
        return ("text", _said(what))
    if sort == "number" or (sort == "word" and what in {"true", "false"}):
        return ("text", what)
    if sort == "word":
        return ("text", "") if what == "nil" else ("call", what, ())
    if sort == "field":
        return ("field", what if what == "$" else what.removeprefix("$"))
    return UNKNOWN


def _said(text: str) -> str:
    if text[0] == "`":
        return text[1:-1]
    try:
        return str(json.loads(text))
    except ValueError:
        return text[1:-1]
