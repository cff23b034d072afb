"""What a preprocessor would take away before a C or C++ parser reads: blanked out, byte for byte.

tree-sitter parses C without preprocessing. A macro where no expression or statement may stand
(`UV_EXTERN int f(void);`, `class API T {`, a line `BEGIN_DECLS`) then swallows what follows it, often
without an error. Those whose place alone shows that they are macros are blanked always (`prepared`);
what is only likely one, and arms of an `#if` that split a pair of braces, only where the parser stumbled
(`without_…`), and there the caller keeps what leaves fewer errors. Every byte keeps its place: names,
lines and spans are those of the file. Called by `languages.c`.
"""

from __future__ import annotations

import re
from typing import Final

from xray_graph.parse.languages.c_conditions import Arm, Conditions, conditions_of

_UPPER: Final = rb"[A-Z_][A-Z0-9_]{2,}(?!\w)"
_ARGUMENTS: Final = rb"\((?:[^()]|\([^()]*\))*\)"
_WORDS: Final = (
    rb"(?:extern|static|inline|const|virtual|typedef|constexpr|explicit|friend|unsigned|signed|volatile)"
)
_NAME: Final = rb"(?:::)?[A-Za-z_]\w*(?:<[^;{}()=]*>)?(?:::~?[A-Za-z_]\w*(?:<[^;{}()=]*>)?)*"
_KEYWORDS: Final = (
    rb"(?:typedef|struct|class|enum|union|namespace|template|using|static|extern|inline|const|constexpr|virtual"
    rb"|explicit|unsigned|signed|volatile|void|int|char|bool|float|double|long|short|public|private|protected)"
)

# Where a line begins with a word in capitals: only there is anything blanked always.
_START: Final = re.compile(rb"^[ \t]*(?:" + _WORDS + rb"\b[ \t]*)*(?=" + _UPPER + rb"\b)", re.MULTILINE)
_CPP_START: Final = re.compile(
    rb"^[ \t]*(?:template[ \t]*<[^;{}()\n]*>[ \t]*)?(?:" + _WORDS + rb"\b[ \t]*)*(?=" + _UPPER + rb"\b)",
    re.MULTILINE,
)
# `API int f(`, `API const T* x;`, `BEGIN_DECLS` before a declaration: a word that can be no type there
_DECLARED: Final = rb"(?:" + _NAME + rb"\s*[(;=\[,{:]|\(\s*\*?\s*\w+\s*\)\s*\()"
_LEADING: Final = re.compile(
    rb"("
    + _UPPER
    + rb")(?=\s+(?:"
    + _KEYWORDS
    + rb"\b[^;(){}=]*[\s*&]"
    + _DECLARED
    + rb"|(?!"
    + _UPPER
    + rb"\s+\w+\s*\()"
    + _NAME
    + rb"(?:\s+|\s*[*&]+\s*(?:const\s+)?)(?:[*&]\s*)*"
    + _DECLARED.replace(rb"[(;=\[,{:]", rb"[(;=\[,]")
    + rb"))"
)
# `API A::A(`, `API A(int a) : b(a)`: a constructor has no type either
_BEFORE_MAKER: Final = re.compile(
    rb"("
    + _UPPER
    + rb")(?=\s+(?:(?:\w+::)*(\w+)(?:<[^;{}()=]*>)?::~?\2\s*\(|\w+\s*"
    + _ARGUMENTS
    + rb"\s*(?:noexcept\s*)?:[^:]))"
)
# `TEST_CASE("what it shows", "[tag]") {`, and in C `TEST(suite, name) {`
_NAMED_BY_TEXT: Final = re.compile(_UPPER + rb"[ \t]*\(([^(){};]*\"[^(){};]*)\)\s*\{")
_NAMED_BY_SEVERAL: Final = re.compile(rb"[A-Z]\w*[ \t]*\(([^(){};\n]*[,\"][^(){};\n]*)\)\s*\{")
_AS_NAMES: Final = re.compile(rb"[^\w,\s]|(?<=\w)[ \t]+(?=\w)")
_AS_NAME: Final = re.compile(rb"\W")
# `UV_UNUSED(static void f(int a)) {`
_WRAPPED: Final = re.compile(
    rb"("
    + _UPPER
    + rb"[ \t]*\()(?=(?:[A-Za-z_]\w*[\s*]+)+\w+\s*\()[^(){};]*"
    + _ARGUMENTS
    + rb"\s*(\))(?=\s*[{;])"
)
# `MODULE_LICENSE(x)`, `Q_OBJECT`, `BEGIN_DECLS` on lines of their own, with nothing that they could head
_ALONE: Final = re.compile(
    rb"(" + _UPPER + rb"[ \t]*" + _ARGUMENTS + rb")[ \t]*(?://[^\n]*|/\*[^\n]*\*/[ \t]*)?\r?$"
    rb"(?!\s*(?:[{;,:=.?+|&\-<>)\]]|//[^\n]*\n\s*\{))",
    re.MULTILINE,
)
_WORDS_ALONE: Final = re.compile(
    rb"(" + _UPPER + rb"[ \t]*\r?$(?:\s*^[ \t]*" + _UPPER + rb"[ \t]*\r?$)*)", re.MULTILINE
)
_AFTER_WORDS: Final = re.compile(rb"(?:\s|/\*.*?\*/|//[^\n]*)*(?:" + _KEYWORDS + rb"\b|[}#~]|\Z)", re.DOTALL)
_TYPE_BODY: Final = re.compile(rb"(?:struct|union|class|namespace|extern)\b[^;{}()=]*\{\Z")

# A comment in a macro of several lines ends the macro for the parser; so does one that goes on below.
_LONG_MACRO: Final = re.compile(rb"^[ \t]*#[ \t]*define\b[^\n]*\\\r?\n(?:[^\n]*\\\r?\n)*[^\n]*", re.MULTILINE)
_OPEN_COMMENT: Final = re.compile(
    rb"^[ \t]*#[ \t]*[a-z]+\b[^\n/]*(?:/(?![*/])[^\n/]*)*(/\*(?:[^*\n]|\*(?!/))*\n(?:[^*]|\*(?!/))*\*/)",
    re.MULTILINE,
)
_BLOCK_COMMENT: Final = re.compile(rb"(/\*[^\n]*?\*/)")

# C++ alone: `class API T {`, `A::A() = default;` outside its class, `public slots:`
_CLASS: Final = re.compile(
    rb"\b(?:class|struct|union|enum(?:[ \t]+class)?)\s+((?:"
    + _UPPER
    + rb"(?:[ \t]*"
    + _ARGUMENTS
    + rb")?\s+)+)(?=[A-Za-z_][\w:]*\s*(?:final\s*)?(?:\{|:[^:]))"
)
_FORWARD: Final = re.compile(rb"\bclass\s+(" + _UPPER + rb"\s+)(?=[A-Za-z_]\w*\s*;)")
_DEFAULTED: Final = re.compile(
    rb"^[\w:<>,~ \t&*]*::~?\w+[ \t]*\([^(){};]*\)[^(){};=]*(=\s*default)\s*;", re.MULTILINE
)
_SLOTS: Final = re.compile(
    rb"^[ \t]*(?:public|private|protected)[ \t]+(\w+)(?=[ \t]*:)|^[ \t]*((?:Q_SIGNALS|signals)[ \t]*:)",
    re.MULTILINE,
)

# Only where the parser stumbled. Annotations behind a declarator, `f() GUARDED(x);`
_TRAILING: Final = re.compile(
    rb"(?<=[\w)\]])\s+(" + _UPPER + rb"[ \t]*" + _ARGUMENTS + rb")(?=\s*(?:[;{:=,)]|" + _UPPER + rb"))"
    rb"|(?<=[)\]])\s+(" + _UPPER + rb")(?=\s*(?:[;{:=,)]|" + _UPPER + rb"))"
)
_HEADS: Final = frozenset(
    {b"return", b"else", b"case", b"goto", b"new", b"throw", b"delete", b"do", b"in", b"typedef"}
)
# `DWORD WINAPI f(`, `void CALLBACK f(`, `(WINAPI *f)(`, `FOO(x)` and `#undef` where only fields may stand
_ODD: Final = (
    re.compile(
        rb"^(?:[ \t]*"
        + _WORDS
        + rb"\b)*[ \t]*(?!"
        + _WORDS
        + rb"\b|return\b|else\b|new\b|case\b|goto\b|throw\b)"
        rb"[A-Za-z_]\w*(?:[ \t]*\*+[ \t]*|[ \t]+)(" + _UPPER + rb")\s+(?=[A-Za-z_]\w*\s*\()",
        re.MULTILINE,
    ),
    re.compile(
        rb"^[ \t]*(?:"
        + _WORDS
        + rb"\b[ \t]*)*[A-Za-z_]\w*[\s*]+("
        + _UPPER
        + rb"[ \t]*"
        + _ARGUMENTS
        + rb")\s+\*?\s*(?=[a-z_]\w*\s*\()",
        re.MULTILINE,
    ),
    re.compile(rb"[\w*][ \t]*\(\s*(" + _UPPER + rb")\s*(?=\*\s*\w*\s*\)\s*\()"),
    re.compile(rb"^[ \t]*(" + _UPPER + rb"[ \t]*" + _ARGUMENTS + rb")[ \t]*\r?$", re.MULTILINE),
    re.compile(
        rb"^[ \t]*("
        + _UPPER
        + rb"[ \t]*"
        + _ARGUMENTS
        + rb")[ \t]+(?="
        + _KEYWORDS
        + rb"\b|[\w:]+[\s*&]+\w+\s*[(;=])",
        re.MULTILINE,
    ),
    re.compile(rb"^[ \t]*(#[ \t]*undef\b[^\n]*)", re.MULTILINE),
)
_NOT_ON_LINUX: Final = re.compile(
    r"0|defined\((?:_WIN32|WIN32|_WIN64|_MSC_VER|__APPLE__|__CYGWIN__|_AIX|__MVS__|__sun)\)"
)

# The include guard of a header: its first directives
_GUARD: Final = re.compile(r"ifndef (\w+)|if !\s*defined\s*\(?\s*(\w+)\s*\)?")
_GUARDED: Final = re.compile(rb"(?:\s|//[^\n]*|/\*[^*]*\*/)*#[ \t]*define[ \t]+(\w+)")

_LITERAL: Final = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|^[ \t]*#[ \t]*define\b(?:\\\n|[^\n])*",
    re.DOTALL | re.MULTILINE,
)
_EXPECTS: Final = re.compile(rb"[=,(&|+?<-][ \t]*\r?\n\s*\Z")  # what an operand has to follow
_HALF: Final = re.compile(
    rb"(?:^|[;{}\n])\s*(?:\}\s*)?(?:else\b[ \t]*)?(?:(?:if|for|while|switch)\b[^;{}]*\)|else|do)\Z"
)
_DIRECTIVES: Final = re.compile(rb"^[ \t]*#[^\n]*", re.MULTILINE)
_CONTINUES: Final = (b"&&", b"||", b",", b")", b"?", b":", b"+", b"|", b"=", b".")
_OPEN: Final = (b"{", b"(")
_CLOSE: Final = (b"}", b")")


def prepared(data: bytes, *, cpp: bool) -> bytes:
    """The text to parse: `data` with the macros blanked whose place shows that they are macros."""
    text = bytearray(data)
    done = 0
    for found in (_CPP_START if cpp else _START).finditer(data):
        start, column = found.span()[::-1]
        if start < done:
            continue
        match = _LEADING.match(data, start) or _WRAPPED.match(data, start)
        if match is None and cpp:
            match = _BEFORE_MAKER.match(data, start)
            if match is not None:
                _blank(text, *match.span(1))
                continue
        if match is None and start == column:
            match = _ALONE.match(data, start)
            if match is None:
                named = (_NAMED_BY_TEXT if cpp else _NAMED_BY_SEVERAL).match(data, start)
                if named is not None:
                    a, b = named.span(1)
                    text[a:b] = (_AS_NAMES if cpp else _AS_NAME).sub(lambda m: b"_" * len(m[0]), data[a:b])
                    continue
        if match is None:
            match = _WORDS_ALONE.match(data, start)
            if match is None or not _stands_alone(data, column, match.end()):
                continue
            done = match.end()
        for group in range(1, (match.lastindex or 0) + 1):
            _blank(text, *match.span(group))
    if cpp:
        _masked(text, data, _CLASS)
        _masked(text, data, _FORWARD)
        if b"lots" in data or b"ignals" in data or b"SLOTS" in data:
            _masked(text, data, _SLOTS)
        if b"default" in data:
            for found in _DEFAULTED.finditer(data):
                start, end = found.span(1)
                text[start:end] = b"{}".ljust(end - start)
    if b"#" in data:
        _directives(text, data, cpp=cpp)
        _masked(text, data, _OPEN_COMMENT)
        if b"\\\n" in data or b"\\\r\n" in data:
            for found in _LONG_MACRO.finditer(data):
                _masked(text, data, _BLOCK_COMMENT, *found.span())
    return bytes(text)


def _masked(text: bytearray, data: bytes, pattern: re.Pattern[bytes], start: int = 0, end: int = -1) -> None:
    """Blank the groups of each match between two bytes."""
    for found in pattern.finditer(data, start, len(data) if end < 0 else end):
        for group in range(1, (found.lastindex or 0) + 1):
            if found.start(group) >= 0:
                _blank(text, *found.span(group))


def without_annotations(text: bytes, wrong: list[tuple[int, int]]) -> bytes:
    """A text with errors on the lines `wrong` without the words there that are likely macros."""
    again = bytearray(text)
    spans = _spans(text, wrong)
    for pattern in _ODD:
        for start, end in spans:
            _masked(again, text, pattern, start, end)
    rest = bytes(again)
    for start, end in spans:
        for found in _TRAILING.finditer(rest, start, end):
            at = found.start(found.lastindex or 0)
            line = rest[rest.rfind(b"\n", 0, at) + 1 : at].lstrip()
            if _last_word(rest, found.start()) not in _HEADS and not line.startswith(b"#"):
                _blank(again, *found.span(found.lastindex or 0))
    return bytes(again)


def without_split_arms(text: bytes, wrong: list[tuple[int, int]]) -> bytes:  # noqa: ARG001 - a repair's
    """The text with one arm left of each `#if` whose arms hold halves of braces or of statements."""
    conditions = conditions_of(text)
    if not conditions.arms:
        return text
    split = {
        arm.group
        for arm in conditions.arms
        if not _whole(text[arm.start : arm.end]) or _EXPECTS.search(text, max(0, arm.open - 80), arm.open)
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


def _stands_alone(data: bytes, start: int, end: int) -> bool:
    """Whether words on lines of their own can be no enumerator, operand or result type there."""
    if _AFTER_WORDS.match(data, end) is None:
        return False
    before = data[max(0, start - 400) : start].rstrip()
    while before.endswith(b"*/") and b"/*" in before:
        before = before[: before.rfind(b"/*")].rstrip()
    line = before[before.rfind(b"\n") + 1 :].lstrip()
    if not before or line.startswith((b"#", b"//")) or before[-1:] in (b";", b"}", b":"):
        return True
    return before.endswith(b"{") and _TYPE_BODY.search(before) is not None


def _directives(text: bytearray, data: bytes, *, cpp: bool) -> None:
    """Blank include guards, and read `#ifdef __cplusplus` as the language of the file reads it.

    Both hold halves of braces or whole files, in which one error would take all the rest with it.
    """
    conditions = conditions_of(data)
    groups: dict[int, list[Arm]] = {}
    guard = _is_guard(data, conditions)
    for arm in conditions.arms:
        if arm.written.endswith("__cplusplus") or arm.group in groups or (guard and arm.group == 0):
            groups.setdefault(arm.group, []).append(arm)
    for group, arms in groups.items():
        if group not in conditions.ends or len(arms) > 2:
            continue
        kept = True if guard and group == 0 else cpp != arms[0].written.startswith("ifndef")
        for position, arm in enumerate(arms):
            _blank(text, arm.open, arm.start if kept == (position == 0) else arm.end)
        _blank(text, arms[-1].end, conditions.ends[group])


def _is_guard(data: bytes, conditions: Conditions) -> bool:
    """Whether the first group is a header's include guard, around all of it."""
    if not conditions.arms or 0 not in conditions.ends:
        return False
    first = conditions.arms[0]
    named = _GUARD.fullmatch(first.written)
    defined = _GUARDED.match(data, first.start)
    if named is None or defined is None or (named[1] or named[2]).encode() != defined[1]:
        return False
    return sum(arm.group == 0 for arm in conditions.arms) == 1 and not data[conditions.ends[0] :].strip()


def _one_arm(text: bytes, conditions: Conditions, groups: set[int]) -> bytes:
    """The text with one arm of each group left and its directives blanked."""
    again = bytearray(text)
    by_group: dict[int, list[Arm]] = {}
    for arm in conditions.arms:
        if arm.group in groups:
            by_group.setdefault(arm.group, []).append(arm)
    for group, arms in by_group.items():
        kept = next((a for a in arms if not _NOT_ON_LINUX.fullmatch(_words(a))), arms[-1])
        for arm in arms:
            _blank(again, arm.open, arm.start if arm is kept else arm.end)
        _blank(again, arms[-1].end, conditions.ends.get(group, arms[-1].end))
    return bytes(again)


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


def _blank(text: bytearray, start: int, end: int) -> None:
    """Blanks for all but line breaks."""
    if b"\n" in text[start:end]:
        text[start:end] = re.sub(rb"[^\r\n]", b" ", bytes(text[start:end]))
    else:
        text[start:end] = b" " * (end - start)
