"""What a preprocessor would take away before a C or C++ parser reads: blanked out, byte for byte.

tree-sitter parses C without preprocessing. A macro where no expression or statement may stand
(`UV_EXTERN int f(void);`, `class API T {`, a line `BEGIN_DECLS`) then swallows what follows it, often
without an error. Those whose place alone shows that they are macros are blanked always (`prepared`);
what is only likely one is left to `c_repairs`. Every byte keeps its place: names, lines and spans are
those of the file. Called by `languages.c`.
"""

from __future__ import annotations

import re
from typing import Final

from xray_graph.parse.languages.c_conditions import Arm, Conditions, conditions_of

UPPER: Final = rb"[A-Z_][A-Z0-9_]{2,}(?!\w)"
ARGUMENTS: Final = rb"\((?:[^()]|\([^()]*\))*\)"
WORDS: Final = (
    rb"(?:extern|static|inline|const|virtual|typedef|constexpr|explicit|friend|unsigned|signed|volatile)"
)
_NAME: Final = rb"(?:::)?[A-Za-z_]\w*(?:<[^;{}()=]*>)?(?:::~?[A-Za-z_]\w*(?:<[^;{}()=]*>)?)*"
KEYWORDS: Final = (
    rb"(?:typedef|struct|class|enum|union|namespace|template|using|static|extern|inline|const|constexpr|virtual"
    rb"|explicit|unsigned|signed|volatile|void|int|char|bool|float|double|long|short|public|private|protected)"
)

# Where a line begins with a word in capitals: only there is anything blanked always.
_MIXED: Final = rb"[A-Z][a-z]\w{0,40}_[A-Z]{1,20}\("  # `PyAPI_FUNC(`
_START: Final = re.compile(
    rb"^[ \t]*(?:" + WORDS + rb"\b[ \t]*)*(?=" + UPPER + rb"\b|" + _MIXED + rb")", re.MULTILINE
)
_CPP_START: Final = re.compile(
    rb"^[ \t]*(?:template[ \t]*<[^;{}()\n]*>[ \t]*)?(?:\[\[[^\]\n]*\]\][ \t]*)?(?:"
    + WORDS
    + rb"\b[ \t]*)*(?="
    + UPPER
    + rb"\b|"
    + _MIXED
    + rb")",
    re.MULTILINE,
)
_SAID: Final = rb"(?:[ \t]*\([ \t]*\"[^\"\\\n]*\"[ \t]*\))?"  # `DEPRECATED("use g")`
# `API int f(`, `API const T* x;`, `BEGIN_DECLS` before a declaration: a word that can be no type there
_DECLARED: Final = rb"(?:" + _NAME + rb"\s*[(;=\[,{:]|\(\s*\*?\s*\w+\s*\)\s*\()"
_LEADING: Final = re.compile(
    rb"("
    + UPPER
    + _SAID
    + rb"(?:[ \t]+"
    + UPPER
    + _SAID
    + rb")*)(?=\s+(?:"
    + KEYWORDS
    + rb"\b[^;(){}=]{0,300}[\s*&]"
    + _DECLARED
    + rb"|(?!"
    + UPPER
    + rb"\s+\w+\s*\()"
    + _NAME
    + rb"(?:\s+|\s*[*&]+\s*(?:const\s+)?(?:"
    + UPPER
    + rb"\s+)?)(?:[*&]\s*)*"
    + _DECLARED.replace(rb"[(;=\[,{:]", rb"[(;=\[,]")
    + rb"))"
)
# `API A::A(`, `API A(int a) : b(a)`: a constructor has no type either
_BEFORE_MAKER: Final = re.compile(
    rb"("
    + UPPER
    + rb")(?=\s+(?:(?:\w+::)*(\w+)(?:<[^;{}()=]*>)?::~?\2\s*\(|\w+\s*"
    + ARGUMENTS
    + rb"\s*(?:noexcept\s*)?:[^:]))"
)
# `TEST_CASE("what it shows", "[tag]") {`, and in C `TEST(suite, name) {`
_TITLE: Final = rb'"(?>(?:[^"\\\n]|\\.)*)"'
_NAMED_BY_TEXT: Final = re.compile(
    UPPER + rb"[ \t]*\(((?>[^(){};\"]*)" + _TITLE + rb"(?>(?:[^(){};\"]|" + _TITLE + rb")*))\)\s*\{"
)
_NAMED_BY_SEVERAL: Final = re.compile(rb"[A-Z]\w*[ \t]*\(([^(){};\n]*[,\"][^(){};\n]*)\)\s*\{")
_AS_NAMES: Final = re.compile(_TITLE + rb"|[ \t]*[^\w,\s\"][ \t]*|(?<=\w)[ \t]+(?=\w)")
_AS_NAME: Final = re.compile(rb"\W")
# `UV_UNUSED(static void f(int a)) {`
_WRAPPED: Final = re.compile(
    rb"("
    + UPPER
    + rb"[ \t]*\()(?=(?:[A-Za-z_]\w*[\s*]+)+\w+\s*\()[^(){};]*"
    + ARGUMENTS
    + rb"\s*(\))(?=\s*[{;])"
)
# `API(void) f(int a);`, `PyAPI_FUNC(PyObject *) f(void);`: the type that a macro is given is the result's
_TYPED: Final = re.compile(
    rb"(?!(?:DECLARE|DEFINE|TEST)_)([A-Z_]\w*[ \t]*\()"
    rb"[ \t]*(?:(?:const|unsigned|signed|struct|enum|union|long)[ \t]+)*[A-Za-z_]\w*(?:[ \t]+const\b)?"
    rb"[ \t*]*(\))"
    rb"(?=\s*(?:\*\s*)?(?:\w+::)*[A-Za-z_]*[a-z]\w*\s*\("
    rb"\s*(?:void\s*\)|(?:const\s+)?\w+(?:\s*\*[\s*]*|\s+)\w))"
)
# `MODULE_LICENSE(x)`, `Q_OBJECT`, `BEGIN_DECLS` on lines of their own, with nothing that they could head
_ALONE: Final = re.compile(
    rb"(" + UPPER + rb"[ \t]*" + ARGUMENTS + rb")[ \t]*(?://[^\n]*|/\*[^\n]*\*/[ \t]*)?\r?$"
    rb"(?!\s*(?:[{;,:=.?+|&\-<>)\]]|//[^\n]*\n\s*\{))",
    re.MULTILINE,
)
_WORDS_ALONE: Final = re.compile(
    rb"(" + UPPER + rb"[ \t]*\r?$(?:\s*^[ \t]*" + UPPER + rb"[ \t]*\r?$)*)", re.MULTILINE
)
_SPACES: Final = re.compile(rb"NAMESPACE_(?:BEGIN|END|OPEN|CLOSE)|(?:BEGIN|END|OPEN|CLOSE)_NAMESPACE")
# (Remarks match in one way each: slashes in a row, and remarks in a row, are not parted anew.)
_AFTER_WORDS: Final = re.compile(
    rb"(?:\s|/\*[^*]*+(?:\*(?!/)[^*]*+)*\*/|//[^\n]*+)*(?:" + KEYWORDS + rb"\b|[}#~]|\Z)", re.DOTALL
)
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
    + UPPER
    + rb"(?:[ \t]*"
    + ARGUMENTS
    + rb")?\s+(?:(?:#|//)[^\n]*\n\s*)*)+)"
    rb"(?=[A-Za-z_][\w:]*\s*(?:<[^;{}]{1,400}>\s*)?(?:final\s*)?(?:\{|:[^:]))"
)
_FORWARD: Final = re.compile(rb"\bclass\s+((?:" + UPPER + rb"\s+)+)(?=[A-Za-z_]\w*\s*;)")
_DEFAULTED: Final = re.compile(
    rb"^[\w:<>,~ \t&*]*::~?\w+[ \t]*\([^(){};]*\)[^(){};=]*(=\s*default)\s*;", re.MULTILINE
)
_SLOTS: Final = re.compile(
    rb"^[ \t]*(?:public|private|protected)[ \t]+(\w+)(?=[ \t]*:)|^[ \t]*((?:Q_SIGNALS|signals)[ \t]*:)",
    re.MULTILINE,
)

# The include guard of a header: its first directives
_GUARD: Final = re.compile(r"ifndef (\w+)|if !\s*defined\s*\(?\s*(\w+)\s*\)?")
_GUARDED: Final = re.compile(rb"(?:\s|//[^\n]*+|/\*[^*]*\*/)*#[ \t]*define[ \t]+(\w+)")

_HOLE: Final = re.compile(rb"@\w+@")  # what `configure` and CMake fill in


def prepared(data: bytes, *, cpp: bool) -> bytes:
    """The text to parse: `data` with the macros blanked whose place shows that they are macros."""
    if b"@" in data:
        data = _HOLE.sub(lambda m: b"_" * len(m[0]), data)
    text = bytearray(data)
    done = 0
    for found in (_CPP_START if cpp else _START).finditer(data):
        start, column = found.span()[::-1]
        if start < done:
            continue
        match = _TYPED.match(data, start) if data[column : column + 1].strip() else None
        if match is None and data[start + 1 : start + 2].islower():
            continue
        match = match or _LEADING.match(data, start) or _WRAPPED.match(data, start)
        if match is None and cpp:
            match = _BEFORE_MAKER.match(data, start)
            if match is not None:
                blank(text, *match.span(1))
                continue
        if match is None and start == column:
            match = _ALONE.match(data, start)
            if match is None:
                named = (_NAMED_BY_TEXT if cpp else _NAMED_BY_SEVERAL).match(data, start)
                if named is not None:
                    a, b = named.span(1)
                    text[a:b] = (_AS_NAMES if cpp else _AS_NAME).sub(_as_name, data[a:b])
                    continue
        if match is None:
            match = _WORDS_ALONE.match(data, start)
            if match is None or not (_SPACES.search(match[1]) or _stands_alone(data, column, match.end())):
                continue
            done = match.end()
        for group in range(1, (match.lastindex or 0) + 1):
            blank(text, *match.span(group))
    if cpp:
        masked(text, data, _CLASS)
        masked(text, data, _FORWARD)
        if b"lots" in data or b"ignals" in data or b"SLOTS" in data:
            masked(text, data, _SLOTS)
        if b"default" in data:
            for found in _DEFAULTED.finditer(data):
                start, end = found.span(1)
                blank(text, start, end)
                text[end - 2 : end] = b"{}"
    if b"#" in data:
        _directives(text, data, cpp=cpp)
        masked(text, data, _OPEN_COMMENT)
        if b"\\\n" in data or b"\\\r\n" in data:
            for found in _LONG_MACRO.finditer(data):
                masked(text, data, _BLOCK_COMMENT, *found.span())
    return bytes(text)


def masked(text: bytearray, data: bytes, pattern: re.Pattern[bytes], start: int = 0, end: int = -1) -> None:
    """Blank the groups of each match between two bytes."""
    for found in pattern.finditer(data, start, len(data) if end < 0 else end):
        for group in range(1, (found.lastindex or 0) + 1):
            if found.start(group) >= 0:
                blank(text, *found.span(group))


def _stands_alone(data: bytes, start: int, end: int) -> bool:
    """Whether words on lines of their own can be no enumerator, operand or result type there."""
    if _AFTER_WORDS.match(data, end) is None:
        return False
    before = data[max(0, start - 400) : start].rstrip()
    if before.endswith(b"*/"):  # remarks may be long
        before = data[max(0, start - 8000) : start].rstrip()
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
            blank(text, arm.open, arm.start if kept == (position == 0) else arm.end)
        blank(text, arms[-1].end, conditions.ends[group])


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


def _as_name(match: re.Match[bytes]) -> bytes:
    """As many bytes that may stand in a name."""
    return b"_" * len(match[0]) if match[0][:1] != b'"' else re.sub(rb"\W", b"_", match[0])


def blank(text: bytearray, start: int, end: int) -> None:
    """Blanks for all but line breaks."""
    if b"\n" in text[start:end]:
        text[start:end] = re.sub(rb"[^\r\n]", b" ", bytes(text[start:end]))
    else:
        text[start:end] = b" " * (end - start)
