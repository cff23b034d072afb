"""The arms of `#if` … `#endif` in a C or C++ file, and under which platform a byte of it is compiled.

Read off the lines, not the tree, so that it holds where braces are split over arms. Only conditions that
name a platform are told: an include guard or a feature switch says nothing about which of two
definitions is meant. Evaluated by `resolve`; here a condition is text. Called by `languages.c`.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from xray_graph.model import NONE

_DIRECTIVE: Final = re.compile(
    rb"^[ \t]*#[ \t]*(ifdef|ifndef|if|elifdef|elifndef|elif|else|endif)\b((?:\\\r?\n|[^\n])*)\n?",
    re.MULTILINE,
)
_DEFINES: Final = re.compile(rb"\s*#[ \t]*define[ \t]+(\w+)")
_COMMENT: Final = re.compile(r"/\*.*?\*/|//.*|/\*.*", re.DOTALL)
_SPACE: Final = re.compile(r"(?:\\\r?\n|\s)+")
_FIRST_NAME: Final = re.compile(r"[A-Za-z_]\w*")
PLATFORM: Final = re.compile(
    r"\b(?:_?_?WIN(?:32|64|NT|DOWS|CE)_?_?|_MSC_VER|__MINGW(?:32|64)__|__CYGWIN__|__?gnu_linux__|_*linux_*|_*unix_*"
    r"|__ANDROID__|__APPLE__|__MACH__|__(?:Free|Net|Open)BSD__|__DragonFly__|_*sun_*|__SVR4|_AIX|__MVS__|__PASE__"
    r"|__HAIKU__|__QNX(?:NTO)?__|__EMSCRIPTEN__|__wasm__|__wasi__|__Fuchsia__|__GNU__|__hpux|__osf__|__VMS"
    r"|TARGET_OS_\w+|OS_(?:WIN|WINDOWS|MAC\w*|MACOSX|LINUX|POSIX|ANDROID|FREEBSD)|__CloudABI__)\b"
)
MAX_CONDITION: Final = 200  # characters; a longer one is no longer a platform's name
MAX_OF_TWINS: Final = 400  # of what tells two definitions of one name in one file apart


@dataclass(slots=True)
class Arm:
    """What stands between two directives of one group; `start` and `end` leave the directives out."""

    start: int
    end: int
    condition: str  # as an expression, those of the arms before it denied; "" for one that names no platform
    whole: str  # the same for any
    written: str  # the directive's own words: "ifdef __cplusplus", "else"
    group: int
    parent: int  # the arm around the group, or -1
    open: int  # where the directive above begins


class Conditions:
    """All arms of one file, in order of their start, and the end of each group's `#endif`."""

    def __init__(self, data: bytes) -> None:
        self.arms: list[Arm] = []
        self.ends: dict[int, int] = {}  # group -> end of its `#endif` line
        self._marks: list[int] = [0]
        self._arm_from: list[int] = [NONE]
        self._texts: dict[tuple[int, bool], str] = {}
        if b"#" in data:
            self._read(data)

    def _read(self, data: bytes) -> None:
        stack: list[tuple[int, int, str]] = []  # (group, the arm that is open, the conditions so far, denied)
        groups = 0
        for found in _DIRECTIVE.finditer(data):
            word, start, end = found[1], found.start(), found.end()
            text = _plain(found[2])
            if word in (b"if", b"ifdef", b"ifndef"):
                parent = stack[-1][1] if stack else NONE
                own = _expression(word, text)
                stack.append((groups, len(self.arms), f"!({own})"))
                self._open(data, start, end, own, f"{word.decode()} {text}", groups, parent)
                groups += 1
                continue
            if not stack:
                continue
            group, arm, before = stack[-1]
            self.arms[arm].end = start
            if word == b"endif":
                stack.pop()
                self.ends[group] = end
                self._mark(end, self.arms[arm].parent)
                continue
            own = _expression(word, text)
            condition = f"{before} && {f'({own})' if '||' in own else own}" if own else before
            if len(before) <= MAX_OF_TWINS:  # else it is too long to be told
                before = f"{before} && !({own})"
            stack[-1] = (group, len(self.arms), before)
            written = f"{word.decode()} {text}".strip()
            self._open(data, start, end, condition, written, group, self.arms[arm].parent)
        for _, arm, _ in stack:  # no `#endif`: the arm runs to the end
            self.arms[arm].end = len(data)

    def _open(
        self, data: bytes, start: int, end: int, condition: str, written: str, group: int, parent: int
    ) -> None:
        self._mark(end, len(self.arms))
        named = _DEFINES.match(data, end)
        if named is not None and written.endswith(named[1].decode()) and "n" in written[:3]:
            condition = ""  # a guard: what it asks for is defined in it
        told = condition if PLATFORM.search(condition) else ""
        self.arms.append(Arm(end, end, told, condition, written, group, parent, start))

    def _mark(self, at: int, arm: int) -> None:
        self._marks.append(at)
        self._arm_from.append(arm)

    def at(self, byte: int, *, any_macro: bool = False) -> str:
        """The condition under which a byte is compiled, as far as it names platforms; "" for none."""
        arm = self._arm_from[bisect_right(self._marks, byte) - 1]
        known = self._texts.get((arm, any_macro))
        if known is None:
            parts, one = [], arm
            most = MAX_OF_TWINS if any_macro else MAX_CONDITION
            while one != NONE:
                told = self.arms[one].whole if any_macro else self.arms[one].condition
                if told and len(told) <= most:
                    parts.append(told)
                one = self.arms[one].parent
            parts.reverse()
            known = parts[0] if len(parts) == 1 else " && ".join(f"({p})" for p in parts)
            self._texts[arm, any_macro] = known
        return known


@functools.lru_cache(maxsize=4)
def conditions_of(data: bytes) -> Conditions:
    """The arms of a text; masking, repairing and reading one file ask for the same one."""
    return Conditions(data)


def _plain(raw: bytes) -> str:
    text = _COMMENT.sub(" ", raw.decode("utf-8", "replace"))
    return _SPACE.sub(" ", text).strip()


def _expression(word: bytes, text: str) -> str:
    if word in (b"if", b"elif"):
        return text
    name = _FIRST_NAME.match(text)
    if word == b"else" or name is None:
        return ""
    return f"{'!' if word in (b'ifndef', b'elifndef') else ''}defined({name[0]})"
