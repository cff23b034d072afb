"""What CMakeLists.txt files, makefiles and Meson say of C and C++: include folders, and who compiles what.

CMake's conditions become conditions of the preprocessor, see `conditions`. Nothing is run: commands are read
in the order they stand, and of variables only folders are followed: CMake's own, and lists of them. Pure
functions of text. Called by `includes`.
"""

from __future__ import annotations

import posixpath
import re
from typing import Final

from xray_graph.resolve.languages.c.conditions import OTHER

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
_HELD: Final = re.compile(r"\$\{(\w+)\}(/[^$]*)?")
_INTERFACE: Final = re.compile(r"\$<BUILD_INTERFACE:([^>]*)>")


class CMake:
    """What one CMakeLists.txt says: under which condition it lists each source, where headers are."""

    def __init__(self, folder: str, root: str, text: str) -> None:
        """`root` is the folder of the topmost CMakeLists.txt above, for `${PROJECT_SOURCE_DIR}`."""
        self.sources: dict[str, list[str]] = {}
        self.folders: list[str] = []  # in the order they are given; `${NAME}` of what is set elsewhere
        self.variables: dict[str, list[str]] = {}  # what is set to folders
        self.public: dict[str, list[str]] = {}  # target -> folders that those look into who link it
        self.named: dict[str, None] = {}  # what is linked, or may be by a variable
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
                self.folders += [path for path in self._paths(word) if path not in self.folders]
            if name.startswith("target") and words:
                self._publish(words[0], words[1:])
            return
        if name == "set" or (name == "list" and words[:1] == ["APPEND"]):
            appends = name == "list"
            self._set(words[appends:], appends=appends)
        if name in ("target_link_libraries", "set"):
            self.named.update(dict.fromkeys(word.rpartition("::")[2] for word in words[1:]))
        for word in words:
            if _SOURCE.search(word):
                path = self._path(word)
                if path is not None:
                    self.sources.setdefault(path, []).append(condition)

    def _publish(self, target: str, words: list[str]) -> None:
        """The folders of a target that CMake hands on to those who link it."""
        shown = False
        for word in words:
            if word in ("PUBLIC", "INTERFACE", "PRIVATE"):
                shown = word != "PRIVATE"
            elif shown:
                paths = [path for path in self._paths(word) if "$" not in path]
                self.public.setdefault(target, []).extend(paths)

    def _set(self, words: list[str], *, appends: bool) -> None:
        """Keep what a variable holds of folders, which are words with a slash or of CMake's own."""
        if not words or not words[0].isidentifier():
            return
        found = [path for word in words[1:] if "/" in word or "$" in word for path in self._paths(word)]
        found = [path for path in found if path != f"${{{words[0]}}}" and not _SOURCE.search(path)]
        if found:
            known = self.variables.get(words[0], []) if appends else []
            self.variables[words[0]] = list(dict.fromkeys((*known, *found)))

    def _paths(self, word: str) -> list[str]:
        """The folders that a word names: one, those of a variable, or a variable that is set elsewhere."""
        held = _HELD.fullmatch(word)
        if held and held[1] in self.variables:
            inner = (held[2] or "").strip("/")
            return [posixpath.join(one, inner) if inner else one for one in self.variables[held[1]]]
        path = self._path(word)
        if path is None:
            return [word] if held and not held[2] else []
        return [path]

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
    return "(" + " || ".join(f"defined({_SYSTEMS.get(name, OTHER)})" for name in names) + ")"
