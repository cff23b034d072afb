"""Go build constraints: which files of a package belong together on which platform.

Sources: `go help buildconstraint` and the file-name rules of go/build. Pure functions of a
file's path and its `//go:build` line. Called by `packages`.
"""

from __future__ import annotations

import functools
import posixpath
import re
from dataclasses import dataclass
from typing import Final

SYSTEMS: Final = [
    "linux",
    "windows",
    "darwin",
    "freebsd",
    "openbsd",
    "netbsd",
    "dragonfly",
    "solaris",
    "illumos",
    "aix",
    "android",
    "ios",
    "js",
    "wasip1",
    "plan9",
    "hurd",
    "zos",
    "nacl",
]
ARCHITECTURES: Final = [
    "amd64",
    "arm64",
    "386",
    "arm",
    "riscv64",
    "ppc64le",
    "ppc64",
    "s390x",
    "mips",
    "mipsle",
    "mips64",
    "mips64le",
    "loong64",
    "wasm",
    "sparc64",
    "riscv",
]
UNIX: Final = frozenset(
    [
        "aix",
        "android",
        "darwin",
        "dragonfly",
        "freebsd",
        "hurd",
        "illumos",
        "ios",
        "linux",
        "netbsd",
        "openbsd",
        "solaris",
    ]
)
ALWAYS: Final = frozenset({"gc", "cgo"})
_TOKEN: Final = re.compile(r"\s*(&&|\|\||!|\(|\)|[\w.]+)")


@dataclass(frozen=True, slots=True)
class Platform:
    system: str
    architecture: str
    tags: frozenset[str] = frozenset()

    def has(self, tag: str) -> bool:
        return (
            tag in (self.system, self.architecture)
            or tag in ALWAYS
            or tag in self.tags
            or (tag == "unix" and self.system in UNIX)
            or (tag == "linux" and self.system == "android")
            or (tag == "darwin" and self.system == "ios")
            or bool(re.fullmatch(r"go1\.\d+", tag))
        )


DEFAULT: Final = Platform("linux", "amd64")


@functools.cache
def constraint(path: str, attributes: tuple[str, ...]) -> str:
    """The whole constraint of a file as one expression, "" for none: its name's and its line's."""
    parts = []
    stem = posixpath.basename(path).removesuffix(".go").removesuffix("_test")
    words = stem.split("_")[1:]
    if words and words[-1] in ARCHITECTURES:
        parts.append(words[-1])
        words = words[:-1]
    if words and words[-1] in SYSTEMS:
        parts.append(words[-1])
    written = [a.removeprefix("build=") for a in attributes if a.startswith("build=")]
    if not parts:
        return written[0] if len(written) == 1 else " && ".join(f"({one})" for one in written)
    return " && ".join([*parts, *(f"({one})" for one in written)])


@functools.cache
def satisfied(expression: str, platform: Platform) -> bool:
    """Whether a platform builds a file with this constraint. A malformed constraint holds."""
    if not expression:
        return True
    tokens = _TOKEN.findall(expression)
    try:
        value, rest = _any(tokens, platform)
    except IndexError:
        return True
    return value if not rest else True


def _any(tokens: list[str], platform: Platform) -> tuple[bool, list[str]]:
    value, tokens = _all(tokens, platform)
    while tokens and tokens[0] == "||":
        right, tokens = _all(tokens[1:], platform)
        value = value or right
    return value, tokens


def _all(tokens: list[str], platform: Platform) -> tuple[bool, list[str]]:
    value, tokens = _one(tokens, platform)
    while tokens and tokens[0] == "&&":
        right, tokens = _one(tokens[1:], platform)
        value = value and right
    return value, tokens


def _one(tokens: list[str], platform: Platform) -> tuple[bool, list[str]]:
    head, rest = tokens[0], tokens[1:]
    if head == "!":
        value, rest = _one(rest, platform)
        return not value, rest
    if head == "(":
        value, rest = _any(rest, platform)
        return value, rest[1:]
    return platform.has(head), rest


@functools.cache
def platform_of(expression: str) -> Platform:
    """The platform to read a file for: linux/amd64 where it is built there, else the first that builds it."""
    if satisfied(expression, DEFAULT):
        return DEFAULT
    named = frozenset(t for t in _TOKEN.findall(expression) if t[0].isalpha())
    for tags in (frozenset(), named):
        for system in SYSTEMS:
            for architecture in ARCHITECTURES if named & set(ARCHITECTURES) else ("amd64",):
                platform = Platform(system, architecture, tags - set(SYSTEMS) - set(ARCHITECTURES))
                if satisfied(expression, platform):
                    return platform
    return DEFAULT


@functools.cache
def overlap(one: str, other: str) -> bool:
    """Whether some platform builds both files."""
    if not one or not other:
        return True
    first, second = platform_of(one), platform_of(other)
    return (
        satisfied(other, first)
        or satisfied(one, second)
        or satisfied(f"({one}) && ({other})", platform_of(f"({one}) && ({other})"))
    )
