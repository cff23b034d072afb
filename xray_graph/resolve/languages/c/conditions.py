"""Which platform compiles what in C and C++: conditions of the preprocessor and of CMake.

A condition is the text of an `#if` expression. It is worked out three-valued: a macro of another platform
is not defined, one that no platform settles is unknown, and what is unknown may hold. CMake's `if` is
written as such a condition too, so that a source file that only `if(WIN32)` lists counts as one inside
`#ifdef _WIN32`. Pure functions of text. Called by `includes` and `names`.
"""

from __future__ import annotations

import functools
import re
from typing import Final, NamedTuple

_GCC: Final = frozenset(
    {
        *("__GNUC__", "__x86_64__", "__x86_64", "__amd64__", "__LP64__", "__SIZEOF_INT128__"),
        *("__EXCEPTIONS", "__cpp_exceptions", "__GXX_RTTI", "__cpp_rtti"),  # of C++ alone
    }
)
_UNIX: Final = _GCC | {"unix", "__unix", "__unix__"}
# The macros that compilers define, by platform; the first is what a map is built for.
PLATFORMS: Final[dict[str, frozenset[str]]] = {
    "linux": _UNIX | {"linux", "__linux", "__linux__", "__gnu_linux__", "OS_LINUX", "OS_POSIX"},
    "windows": frozenset(
        {
            *(
                "_WIN32",
                "WIN32",
                "__WIN32__",
                "_WIN64",
                "WIN64",
                "_MSC_VER",
                "_WINDOWS",
                "OS_WIN",
                "OS_WINDOWS",
            ),
            *("_M_X64", "_M_AMD64"),
        }
    ),
    "apple": _GCC | {"__APPLE__", "__MACH__", "__clang__", "OS_MACOSX", "OS_MAC", "OS_POSIX"},
    "mingw": _GCC | {"_WIN32", "WIN32", "__WIN32__", "_WIN64", "__MINGW32__", "__MINGW64__"},
    "cygwin": _UNIX | {"__CYGWIN__"},
    "android": _UNIX | {"linux", "__linux", "__linux__", "__ANDROID__", "OS_ANDROID", "OS_POSIX"},
    "freebsd": _UNIX | {"__FreeBSD__", "OS_FREEBSD", "OS_POSIX"},
    "openbsd": _UNIX | {"__OpenBSD__", "OS_POSIX"},
    "netbsd": _UNIX | {"__NetBSD__", "OS_POSIX"},
    "dragonfly": _UNIX | {"__DragonFly__", "OS_POSIX"},
    "solaris": _UNIX | {"sun", "__sun", "__sun__", "__SVR4"},
    "aix": _UNIX | {"_AIX"},
    "ibmi": _UNIX | {"_AIX", "__PASE__"},
    "zos": frozenset({"__MVS__"}),
    "haiku": frozenset({"__HAIKU__"}),
    "qnx": _UNIX | {"__QNX__", "__QNXNTO__"},
    "hurd": _UNIX | {"__GNU__"},
    "emscripten": _UNIX | {"__EMSCRIPTEN__", "__wasm__"},
    "wasi": frozenset({"__wasi__", "__wasm__"}),
}
DEFAULT: Final = "linux"
OTHER: Final = "__another_system__"  # one that no platform here is
_TELLING: Final = frozenset().union(*PLATFORMS.values()) | {
    *(OTHER, "__CloudABI__", "__hpux", "__osf__", "__VMS", "__Fuchsia__"),
    *(
        "__aarch64__",
        "__arm__",
        "__i386__",
        "__i386",
        "_M_IX86",
        "_M_ARM64",
        "_M_ARM",
        "__powerpc__",
        "__s390__",
    ),
    *("__cplusplus_cli", "__CUDACC__", "__INTEL_COMPILER", "__PPC__", "__riscv", "__mips__", "__sparc__"),
}
_NAME: Final = re.compile(r"\b[A-Za-z_]\w*")
_TOKEN: Final = re.compile(r"\s*(\|\||&&|[!<>=]=|[!<>()]|[A-Za-z_]\w*|\d\w*|.)", re.DOTALL)


class _Macros(NamedTuple):
    defined: frozenset[str]
    unknown: bool | None  # what a macro is that no platform settles
    open: frozenset[str] = frozenset()  # macros of which nothing is known, whatever the others are


@functools.lru_cache(maxsize=8192)
def holds(condition: str, platform: str) -> bool:
    """Whether a platform may compile what stands under a condition."""
    return condition == "" or _evaluated(condition, _Macros(PLATFORMS[platform], None)) is not False


@functools.lru_cache(maxsize=8192)
def plainly(condition: str, platform: str, defined: frozenset[str] = frozenset()) -> bool:
    """The same for a build that defines no macros of its own: what is unknown is not defined.

    `defined` are those that the sources define themselves: nothing is known of them.
    """
    if condition == "":
        return True
    return _evaluated(condition, _Macros(PLATFORMS[platform], unknown=False, open=defined)) is True


def names_in(condition: str) -> list[str]:
    """The macros that a condition asks for."""
    return [word for word in _NAME.findall(condition) if word != "defined" and word not in _TELLING]


@functools.lru_cache(maxsize=4096)
def platform_of(condition: str) -> str:
    """The first platform that may compile what stands under a condition; Linux where none does."""
    return next((name for name in PLATFORMS if holds(condition, name)), DEFAULT)


def both(first: str, second: str) -> str:
    """The condition under which two hold."""
    return f"({first}) && ({second})" if first and second else first or second


def _evaluated(condition: str, macros: _Macros) -> bool | None:
    tokens = _TOKEN.findall(condition)
    try:
        value, at = _any(tokens, 0, macros, 0)
    except (IndexError, RecursionError):
        return None
    return value if at >= len(tokens) else None


def _any(tokens: list[str], at: int, macros: _Macros, depth: int) -> tuple[bool | None, int]:
    value, at = _all(tokens, at, macros, depth)
    while at < len(tokens) and tokens[at] == "||":
        right, at = _all(tokens, at + 1, macros, depth)
        value = True if value or right else None if value is None or right is None else False
    return value, at


def _all(tokens: list[str], at: int, macros: _Macros, depth: int) -> tuple[bool | None, int]:
    value, at = _one(tokens, at, macros, depth)
    while at < len(tokens) and tokens[at] == "&&":
        right, at = _one(tokens, at + 1, macros, depth)
        value = (
            False if value is False or right is False else None if value is None or right is None else True
        )
    return value, at


def _one(tokens: list[str], at: int, macros: _Macros, depth: int) -> tuple[bool | None, int]:
    if depth > 60:
        raise RecursionError
    word = tokens[at]
    if word == "!":
        value, at = _one(tokens, at + 1, macros, depth + 1)
        return None if value is None else not value, at
    if word == "(":
        value, at = _any(tokens, at + 1, macros, depth + 1)
        at += 1
    elif word == "defined":
        bracket = tokens[at + 1] == "("
        value = _defined(tokens[at + 2 if bracket else at + 1], macros)
        at += 4 if bracket else 2
    else:
        value = word not in ("0", "0L") if word.isdigit() else _defined(word, macros)
        at += 1
    if at < len(tokens) and tokens[at] not in ("&&", "||", ")"):  # a comparison, a call, arithmetic
        depth_of, start = 0, at
        while at < len(tokens) and (depth_of or tokens[at] not in ("&&", "||", ")")):
            depth_of += (tokens[at] == "(") - (tokens[at] == ")")
            at += 1
        if tokens[start] in (">", ">=") and tokens[start + 1 : start + 2] != ["0"]:
            return value, at  # a version of what is not defined is 0, and of what is, late enough
        return None, at
    return value, at


def _defined(name: str, macros: _Macros) -> bool | None:
    if name in macros.open:
        return None
    return True if name in macros.defined else False if name in _TELLING else macros.unknown
