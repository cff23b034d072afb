"""Repairs of C and C++ text that a parser stumbled over: likely macros, and arms that split braces.

Each takes a text and the lines with errors, and gives a text to try in its place, byte for byte as long;
the caller keeps what leaves fewer errors. Called through `languages.c`, by `parse.errors`.
"""

from __future__ import annotations

import re
from typing import Final

from xray_graph.model import NONE
from xray_graph.parse.languages.c_conditions import Arm, Conditions, conditions_of
from xray_graph.parse.languages.c_text import ARGUMENTS, KEYWORDS, UPPER, WORDS, blank, masked

# Annotations behind a declarator, `f() GUARDED(x);`
_TRAILING: Final = re.compile(
    rb"(?<=[\w)\]])\s+(" + UPPER + rb"[ \t]*" + ARGUMENTS + rb")(?=\s*(?:[;{:=,)]|" + UPPER + rb"))"
    rb"|(?<=[)\]])\s+(" + UPPER + rb")(?=\s*(?:[;{:=,)]|" + UPPER + rb"))"
)
_HEADS: Final = frozenset(
    {b"return", b"else", b"case", b"goto", b"new", b"throw", b"delete", b"do", b"in", b"typedef"}
)
# `DWORD WINAPI f(`, `void CALLBACK f(`, `(WINAPI *f)(`, `FOO(x)` and `#undef` where only fields may stand
_ODD: Final = (
    re.compile(
        rb"^(?:[ \t]*"
        + WORDS
        + rb"\b)*[ \t]*(?!"
        + WORDS
        + rb"\b|return\b|else\b|new\b|case\b|goto\b|throw\b)"
        rb"[A-Za-z_]\w*(?:[ \t]*\*+[ \t]*|[ \t]+)(" + UPPER + rb")\s+(?=[A-Za-z_]\w*\s*\()",
        re.MULTILINE,
    ),
    re.compile(
        rb"^[ \t]*(?:"
        + WORDS
        + rb"\b[ \t]*)*[A-Za-z_]\w*[\s*]+("
        + UPPER
        + rb"[ \t]*"
        + ARGUMENTS
        + rb")\s+\*?\s*(?=[a-z_]\w*\s*\()",
        re.MULTILINE,
    ),
    # `__dead void f(`, `char *__must_check f(`: words that are no program's own
    re.compile(rb"^[ \t]*(?:" + WORDS + rb"\b[ \t]*)*(__[a-z]\w*)\s+(?=" + KEYWORDS + rb"\b)", re.MULTILINE),
    re.compile(rb"\*[ \t]*(__[a-z]\w*)\s+(?=[a-z_]\w*\s*\()"),
    # `void printflike(1, 2) log_debug(`: no parameters begin with a number
    re.compile(
        rb"^[ \t]*(?!(?:return|else|case|goto|new|throw|delete|do|typedef)\b)(?:[A-Za-z_]\w*[\s*]+){1,5}?"
        rb"([a-z_]\w*[ \t]*\(\s*(?:\d+|\"[^\"\n]*\")(?:\s*,\s*\w+)*\s*\))\s+\*?\s*(?=[a-z_]\w*\s*\()",
        re.MULTILINE,
    ),
    re.compile(
        rb"\.\.\.\s*\)\s*([a-z_]\w*[ \t]*\([\w\s,]*\))(?=\s*;)"
    ),  # `f(const char *, ...) printflike(1, 2);`
    # `template <class T>`, `RESULT_IF((A<T>), (B&)) f(T a) {`: a result that a macro makes
    re.compile(
        rb"^[ \t]*template\b[^\n]*>\s+(" + UPPER + rb"[ \t]*" + ARGUMENTS + rb")"
        rb"\s+(?=(?:operator\s*[^\s\w(]+|operator\(\)|[A-Za-z_]\w*)\s*\()",
        re.MULTILINE,
    ),
    re.compile(rb"[\w*][ \t]*\(\s*(" + UPPER + rb")\s*(?=\*\s*\w*\s*\)\s*\()"),
    re.compile(rb"^[ \t]*(" + UPPER + rb"[ \t]*" + ARGUMENTS + rb")[ \t]*\r?$", re.MULTILINE),
    re.compile(
        rb"^[ \t]*("
        + UPPER
        + rb"[ \t]*"
        + ARGUMENTS
        + rb")[ \t]+(?="
        + KEYWORDS
        + rb"\b|[\w:]+[\s*&]+\w+\s*[(;=])",
        re.MULTILINE,
    ),
    re.compile(rb"^[ \t]*(#[ \t]*undef\b[^\n]*)", re.MULTILINE),
    # `T* NONNULL f(`, `f(const T* NONNULL a)`: two words behind a star are no product of anything
    re.compile(rb"[*&]\s*(" + UPPER + rb")\s+(?!(?:and|or|xor|not|bitand|bitor)\b)(?=[A-Za-z_~])"),
    re.compile(rb"[*&]\s*(\w*(?:NONNULL|NULLABLE|NULL_UNSPECIFIED|_Nonnull|_Nullable))\b(?=\s*[,)>*&])"),
)
_NOT_ON_LINUX: Final = re.compile(
    r"0|defined\((?:_WIN32|WIN32|_WIN64|_MSC_VER|__APPLE__|__CYGWIN__|_AIX|__MVS__|__sun)\)"
)

_LITERAL: Final = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|^[ \t]*#[ \t]*define\b(?:\\\n|[^\n])*",
    re.DOTALL | re.MULTILINE,
)
_EXPECTS: Final = re.compile(rb"[=,(&|+?<-][ \t]*\r?\n\s*\Z")  # what an operand has to follow
_HALF: Final = re.compile(
    rb"(?:^|[;{}\n])\s*(?:\}\s*)?(?:else\b[ \t]*)?(?:(?:if|for|while|switch)\b[^;{}]*\)|else|do)\Z"
)
MAX_NESTED: Final = 50  # arms in one another that are looked at; each is read once for each around it
_DIRECTIVES: Final = re.compile(rb"^[ \t]*#[^\n]*", re.MULTILINE)
_CONTINUES: Final = (b"&&", b"||", b",", b")", b"?", b":", b"+", b"|", b"=", b".")
_OPEN: Final = (b"{", b"(")
_CLOSE: Final = (b"}", b")")


def without_annotations(text: bytes, wrong: list[tuple[int, int]]) -> bytes:
    """A text with errors on the lines `wrong` without the words there that are likely macros."""
    again = bytearray(text)
    spans = _spans(text, wrong)
    for pattern in _ODD:
        for start, end in spans:
            masked(again, text, pattern, start, end)
    rest = bytes(again)
    for start, end in spans:
        for found in _TRAILING.finditer(rest, start, end):
            at = found.start(found.lastindex or 0)
            line = rest[rest.rfind(b"\n", 0, at) + 1 : at].lstrip()
            if _last_word(rest, found.start()) not in _HEADS and not line.startswith(b"#"):
                blank(again, *found.span(found.lastindex or 0))
    return bytes(again)


def without_split_arms(text: bytes, wrong: list[tuple[int, int]]) -> bytes:  # noqa: ARG001 - a repair's
    """The text with one arm left of each `#if` whose arms hold halves of braces or of statements."""
    conditions = conditions_of(text)
    if not conditions.arms:
        return text
    depths: list[int] = []
    for arm in conditions.arms:
        depths.append(1 + (depths[arm.parent] if arm.parent != NONE else 0))
    split = {
        arm.group
        for arm, depth in zip(conditions.arms, depths, strict=True)
        if depth <= MAX_NESTED
        and (not _whole(text[arm.start : arm.end]) or _EXPECTS.search(text, max(0, arm.open - 80), arm.open))
    }
    return _one_arm(text, conditions, split)


def without_arms(text: bytes, wrong: list[tuple[int, int]]) -> bytes:
    """The text with one arm left of each `#if` in an error, where errors are no half of the file."""
    conditions = conditions_of(text)
    spans = [(a, b) for a, b in _spans(text, wrong) if b - a < len(text) // 2]
    touched = {
        arm.group
        for arm in conditions.arms
        if any(a <= arm.open <= b or a <= conditions.ends.get(arm.group, -1) <= b for a, b in spans)
    }
    return _one_arm(text, conditions, touched)


def without_any_arms(text: bytes, wrong: list[tuple[int, int]]) -> bytes:
    """The text with one arm left of every `#if`, where errors hold much of the file."""
    if sum(b - a for a, b in _spans(text, wrong)) < len(text) // 4:
        return text
    conditions = conditions_of(text)
    return _one_arm(text, conditions, {arm.group for arm in conditions.arms})


def _one_arm(text: bytes, conditions: Conditions, groups: set[int]) -> bytes:
    """The text with one arm of each group left and its directives blanked."""
    again = bytearray(text)
    by_group: dict[int, list[Arm]] = {}
    for arm in conditions.arms:
        if arm.group in groups:
            by_group.setdefault(arm.group, []).append(arm)
    for group, arms in by_group.items():
        kept = next(
            (a for a in arms if not (_NOT_ON_LINUX.fullmatch(_words(a)) or _gives_way(a, arms[-1]))), arms[-1]
        )
        for arm in arms:
            blank(again, arm.open, arm.start if arm is kept else arm.end)
        blank(again, arms[-1].end, conditions.ends.get(group, arms[-1].end))
    return bytes(again)


def _gives_way(arm: Arm, last: Arm) -> bool:
    """Whether an arm is little beside what stands for all else, and not there for a platform."""
    own, other = arm.end - arm.start, last.end - last.start
    lacks = arm.written.startswith(("ifndef ", "if !"))
    return last.written == "else" and "__" not in arm.written and own * (2 if lacks else 8) < other


def _words(arm: Arm) -> str:
    """A directive's condition without the word that it begins with."""
    word, _, rest = arm.written.partition(" ")
    return f"defined({rest})" if word in ("ifdef", "elifdef") else rest if word in ("if", "elif") else ""


def _whole(arm: bytes) -> bool:
    """Whether an arm may hold whole statements."""
    bare = _LITERAL.sub(b" ", arm)
    for opening, closing in zip(_OPEN, _CLOSE, strict=True):
        if bare.count(opening) != bare.count(closing):
            return False
    if b"}" in bare and bare.find(b"{") > bare.find(b"}"):
        return False
    text = _DIRECTIVES.sub(b"", bare).strip()
    if _HALF.search(text):
        return False
    return not text or (text.endswith((b";", b"}", b":", b")")) and not text.startswith(_CONTINUES))


def _spans(text: bytes, wrong: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The byte ranges of line ranges, each with a line more at both ends."""
    starts = [0]
    at = text.find(b"\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find(b"\n", at + 1)
    found: list[tuple[int, int]] = []
    for first, last in sorted(wrong):
        start = starts[max(first - 2, 0)]
        end = starts[last + 1] if last + 1 < len(starts) else len(text)
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _last_word(text: bytes, at: int) -> bytes:
    start = max(0, at - 40)
    words = re.findall(rb"\w+$", text[start:at].rstrip())
    return words[0] if words else b""
