"""Which platform compiles what in C and C++: conditions of the preprocessor and of CMake.

A condition is the text of an `#if` expression. It is worked out three-valued: a macro of another platform
is not defined, one that no platform settles is unknown, and what is unknown may hold. CMake's `if` is
written as such a condition too, so that a source file that only `if(WIN32)` lists counts as one inside
`#ifdef _WIN32`. Pure functions of text. Called by `c_includes` and `c_names`.
"""

from __future__ import annotations

import functools
import posixpath
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
_OTHER: Final = "__another_system__"  # one that no platform here is
_TELLING: Final = frozenset().union(*PLATFORMS.values()) | {
    *(_OTHER, "__CloudABI__", "__hpux", "__osf__", "__VMS", "__Fuchsia__"),
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

_SYSTEMS: Final = {
    "linux": "__linux__",
    "android": "__ANDROID__",
    "windows": "_WIN32",
    "darwin": "__APPLE__",
    "ios": "__APPLE__",
    "freebsd": "__FreeBSD__",
    "openbsd": "__OpenBSD__",
    "netbsd": "__NetBSD__",
    "dragonfly": "__DragonFly__",
    "sunos": "__sun",
    "aix": "_AIX",
    "os400": "__PASE__",
    "os390": "__MVS__",
    "zos": "__MVS__",
    "haiku": "__HAIKU__",
    "qnx": "__QNX__",
    "gnu": "__GNU__",
    "cygwin": "__CYGWIN__",
    "msys": "__CYGWIN__",
    "emscripten": "__EMSCRIPTEN__",
}
_CMAKE_WORDS: Final = {
    "WIN32": "defined(_WIN32)",
    "MSVC": "defined(_MSC_VER)",
    "MINGW": "defined(__MINGW32__)",
    "CYGWIN": "defined(__CYGWIN__)",
    "APPLE": "defined(__APPLE__)",
    "IOS": "defined(__APPLE__)",
    "ANDROID": "defined(__ANDROID__)",
    "LINUX": "defined(__linux__)",
    "UNIX": "!defined(_WIN32)",
    "EMSCRIPTEN": "defined(__EMSCRIPTEN__)",
}
_COMMAND: Final = re.compile(
    r"([A-Za-z_]\w*)\s*\(((?:[^()\"]|\"(?:[^\"\\]|\\.)*\"|\((?:[^()]|\([^()]*\))*\))*)\)", re.DOTALL
)
_CMAKE_COMMENT: Final = re.compile(r"#\[\[.*?\]\]|#[^\n]*", re.DOTALL)
_WORD: Final = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|([()])|([^\s()\"]+)")
_SOURCE: Final = re.compile(r"[^\s;\"]+\.(?:c|cc|cpp|cxx|c\+\+|C)$")
_ROOTED: Final = re.compile(r"\$\{(?:CMAKE_CURRENT_SOURCE_DIR|CMAKE_CURRENT_LIST_DIR)\}/?")
_PROJECT: Final = re.compile(r"\$\{(?:\w*_SOURCE_DIR)\}/?")
_INTERFACE: Final = re.compile(r"\$<BUILD_INTERFACE:([^>]*)>")


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


# --- CMake ------------------------------------------------------------------------------------------


class CMake:
    """What one CMakeLists.txt says: under which condition it lists each source, where headers are."""

    def __init__(self, folder: str, root: str, text: str) -> None:
        """`root` is the folder of the topmost CMakeLists.txt above, for `${PROJECT_SOURCE_DIR}`."""
        self.sources: dict[str, list[str]] = {}
        self.folders: list[str] = []  # in the order they are given
        self._folder = folder
        self._root = root
        stack: list[tuple[list[str], str]] = []  # (the conditions before, the one that holds now)
        for found in _COMMAND.finditer(_CMAKE_COMMENT.sub("", text)):
            name, arguments = found[1].lower(), found[2]
            if name == "if":
                own = _cmake_condition(arguments)
                stack.append(([own], own))
            elif name in ("elseif", "else") and stack:
                before = stack[-1][0]
                own = _cmake_condition(arguments) if name == "elseif" else ""
                denied = " && ".join(f"!({one})" for one in before)
                stack[-1] = ([*before, own], f"{denied} && ({own})" if own else denied)
            elif name == "endif" and stack:
                stack.pop()
            else:
                self._command(name, arguments, " && ".join(f"({c})" for _, c in stack))

    def _command(self, name: str, arguments: str, condition: str) -> None:
        words = [m[1] or m[3] or "" for m in _WORD.finditer(arguments)]
        if name in ("include_directories", "target_include_directories"):
            for word in words[name.startswith("target") :]:
                path = self._path(word)
                if path is not None and path not in self.folders:
                    self.folders.append(path)
            return
        for word in words:
            if _SOURCE.search(word):
                path = self._path(word)
                if path is not None:
                    self.sources.setdefault(path, []).append(condition)

    def _path(self, word: str) -> str | None:
        held = _INTERFACE.search(word)
        if held:
            word = held[1]
        if word.isupper() and "/" not in word and "." not in word and "$" not in word:
            return None  # PUBLIC, PRIVATE, BEFORE, SYSTEM
        base = self._folder
        if _ROOTED.match(word):
            word = _ROOTED.sub("", word)
        elif _PROJECT.match(word):
            base, word = self._root, _PROJECT.sub("", word)
        if "$" in word or word.startswith(("/", "-")):
            return None
        path = posixpath.normpath(posixpath.join(base, word))
        return "" if path == "." else None if path.startswith("..") else path


_FLAG: Final = re.compile(r"(?<![\w-])-(?:I|isystem|iquote)[ \t]*([^\s\"'\\;|&]+)")
_VARIABLE: Final = re.compile(r"\$[({](?:abs_)?(top_)?(?:src|source|build)?dir[)}]/?|\$\(CURDIR\)/?")
_MESON: Final = re.compile(r"include_directories\s*\(([^()]*)\)")
_QUOTED: Final = re.compile(r"'([^'\n]*)'")


def flagged_folders(folder: str, root: str, text: str) -> list[str]:
    """The include folders that a makefile's `-I` flags or Meson's `include_directories` name."""
    words = _FLAG.findall(text)
    for found in _MESON.finditer(text):
        words += _QUOTED.findall(found[1])
    paths: dict[str, None] = {}
    for word in words:
        variable = _VARIABLE.match(word)
        base = root if variable and variable[1] else folder
        rest = word[variable.end() :] if variable else word
        if "$" in rest or rest.startswith("/"):
            continue
        path = posixpath.normpath(posixpath.join(base, rest))
        if not path.startswith(".."):
            paths.setdefault("" if path == "." else path)
    return list(paths)


def _cmake_condition(text: str) -> str:
    """A CMake condition as one of the preprocessor; what is no platform is a macro that none knows."""
    words = [m[1] or m[2] or m[3] or "" for m in _WORD.finditer(text)]
    parts: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        following = words[at + 1 : at + 3]
        if word in ("(", ")"):
            parts.append(word)
        elif word in ("AND", "OR", "NOT"):
            parts.append({"AND": "&&", "OR": "||", "NOT": "!"}[word])
        elif len(following) == 2 and following[0] in _COMPARES:
            parts.append(_system(word, following[0], following[1]))
            at += 2
        else:
            parts.append(_CMAKE_WORDS.get(word, "UNKNOWN"))
        at += 1
    return " ".join(parts) or "UNKNOWN"


_COMPARES: Final = frozenset(
    {
        *("STREQUAL", "MATCHES", "EQUAL", "LESS", "GREATER", "LESS_EQUAL", "GREATER_EQUAL", "IN_LIST"),
        *("VERSION_LESS", "VERSION_GREATER", "VERSION_EQUAL", "VERSION_LESS_EQUAL", "VERSION_GREATER_EQUAL"),
    }
)


def _system(left: str, how: str, right: str) -> str:
    if left.strip("${}") not in ("CMAKE_SYSTEM_NAME", "CMAKE_HOST_SYSTEM_NAME") or how not in (
        "STREQUAL",
        "MATCHES",
    ):
        return "UNKNOWN"
    names = [part.strip("^$()").lower() for part in right.split("|")]
    return "(" + " || ".join(f"defined({_SYSTEMS.get(name, _OTHER)})" for name in names) + ")"
