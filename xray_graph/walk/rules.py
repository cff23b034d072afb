"""Ignore rules: the lines of one file, and what they say about a path below its folder.

Decides like `git check-ignore`, which the tests compare with: within a file the last line that matches
wins, a file further down wins over one further up, and nothing below an ignored folder can be brought
back (so whoever walks asks about each folder on the way down, see `choice`). The lines of a file become
a table of plain names and two regular expressions, whatever their number. Reads no file system.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from xray_graph.walk.wildmatch import expression

_NEVER: Final = -1
_SPECIAL: Final = re.compile(rb"[*?\[\\]")


class _Matcher(NamedTuple):
    match: Callable[[bytes], re.Match[bytes] | None]
    indices: Sequence[int]  # rule of each group


class Rule(NamedTuple):
    """The line that decided. `ignored` is False where it starts with `!`."""

    ignored: bool
    source: str  # file and line, `sub/.gitignore:3`, or the flag
    text: str  # as written

    def __str__(self) -> str:
        return f"{self.source}: {self.text}"


class RuleFile:
    """The rules of one ignore file, for the paths below `base`.

    Args:
        base: the folder of the file, relative to the root, with a trailing slash; b"" for the root.
        source: how the file is named to a user.
        lines: its lines without line ends, as in the file.
    """

    def __init__(self, base: bytes, source: str, lines: Sequence[bytes]) -> None:
        self.base = base
        self.rules: list[Rule] = []
        # The last rule for each plain name: of folders and files, and of files alone.
        self._names: dict[bytes, int] = {}
        self._file_names: dict[bytes, int] = {}
        names: list[tuple[int, bytes, bool]] = []
        paths: list[tuple[int, bytes, bool]] = []
        for number, line in enumerate(lines, 1):
            parsed = _parse(line)
            if parsed is None:
                continue
            pattern, ignored, is_path, folder_only = parsed
            index = len(self.rules)
            self.rules.append(Rule(ignored, f"{source}:{number}" if source else "", _shown(line)))
            if not is_path and not _SPECIAL.search(pattern):
                self._names[pattern] = index
                if not folder_only:
                    self._file_names[pattern] = index
            elif (text := expression(pattern, path=is_path)) is not None:
                (paths if is_path else names).append((index, text, folder_only))
        self._match_name, self._match_file_name = _alternatives(names)
        self._match_path, self._match_file_path = _alternatives(paths)

    def decide(self, path: bytes, *, folder: bool) -> Rule | None:
        """The rule that decides on a path below `base` (given from the root), or None.

        A symbolic link is a file, also when it leads to a folder.
        """
        name = path[path.rfind(b"/") + 1 :]
        if folder:
            best = self._names.get(name, _NEVER)
            matchers = ((self._match_name, name), (self._match_path, path[len(self.base) :]))
        else:
            best = self._file_names.get(name, _NEVER)
            matchers = ((self._match_file_name, name), (self._match_file_path, path[len(self.base) :]))
        for matcher, subject in matchers:
            if matcher is not None and (found := matcher.match(subject)):
                best = max(best, matcher.indices[(found.lastindex or 0) - 1])
        return None if best == _NEVER else self.rules[best]


def read_rules(base: bytes, source: str, data: bytes) -> RuleFile:
    """The rules in the bytes of an ignore file."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    # A line ends in \n or \r\n; what follows a NUL byte git does not see.
    lines = [line.removesuffix(b"\r").split(b"\0", 1)[0] for line in data.split(b"\n")]
    return RuleFile(base, source, lines)


def flag_rules(flag: str, globs: Iterable[str], base: bytes) -> RuleFile:
    """The globs of a repeated flag, as rules below the folder `base`."""
    file = RuleFile(base, "", [glob.encode(errors="surrogateescape") for glob in globs])
    file.rules = [rule._replace(source=flag) for rule in file.rules]
    return file


def decide(files: Sequence[RuleFile], path: bytes, *, folder: bool) -> Rule | None:
    """The deciding rule among several files, given from the lowest to the highest precedence."""
    for file in reversed(files):
        rule = file.decide(path, folder=folder)
        if rule is not None:
            return rule
    return None


def _parse(line: bytes) -> tuple[bytes, bool, bool, bool] | None:
    """(pattern, ignored, matched against the path, for folders only), or None for no rule."""
    if line.startswith(b"#"):
        return None
    line = _without_trailing_spaces(line)
    ignored = not line.startswith(b"!")
    pattern = line if ignored else line[1:]
    folder_only = pattern.endswith(b"/")
    pattern = pattern.removesuffix(b"/")
    is_path = b"/" in pattern
    pattern = pattern.removeprefix(b"/") if is_path else pattern
    return (pattern, ignored, is_path, folder_only) if pattern else None


def _without_trailing_spaces(line: bytes) -> bytes:
    """The line up to its trailing spaces; one after a backslash stays."""
    end = len(line)
    while end and line[end - 1 : end] == b" ":
        backslashes = len(line[: end - 1]) - len(line[: end - 1].rstrip(b"\\"))
        if backslashes % 2:
            break
        end -= 1
    return line[:end]


def _alternatives(rules: list[tuple[int, bytes, bool]]) -> tuple[_Matcher | None, _Matcher | None]:
    """Matchers over (index, expression, for folders only): for a folder, and for a file."""
    return _matcher(rules), _matcher([rule for rule in rules if not rule[2]])


def _matcher(rules: list[tuple[int, bytes, bool]]) -> _Matcher | None:
    """One expression for all rules, the last first, each ending in an empty group that tells which."""
    if not rules:
        return None
    backwards = rules[::-1]
    text = b"|".join(b"%s()" % expression for _, expression, _ in backwards)
    return _Matcher(re.compile(b"(?s:%s)" % text).fullmatch, tuple(index for index, _, _ in backwards))


def _shown(line: bytes) -> str:
    """A line for a message."""
    return line.strip().decode(errors="replace")
