"""Who owns a path: the last rule of CODEOWNERS that fits, as code hosts read it. Called by `services`."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xray_graph.snapshot import Map
    from xray_graph.walk.rules import RuleFile

_FILES: Final = ("CODEOWNERS", ".github/CODEOWNERS", ".gitlab/CODEOWNERS", "docs/CODEOWNERS")


class Owning(NamedTuple):
    """One rule, and where it stands."""

    rule: RuleFile
    deep: bool  # whether what lies below a folder that fits is owned too
    owners: tuple[str, ...]
    path: str
    line: int


def rules(map_: Map) -> list[Owning]:
    """The rules of the first CODEOWNERS file that there is, in their order."""
    from xray_graph.walk.rules import RuleFile

    for path in _FILES:
        text = map_.source(path).decode("utf-8", "replace")
        if not text:
            continue
        found = []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.partition("#")[0].split()
            if words and not words[0].startswith(
                ("[", "^[", "!")
            ):  # GitLab's sections own nothing by themselves
                rule = RuleFile(b"", "", [words[0].encode("utf-8", "surrogateescape")])
                deep = not words[0].endswith("/*")
                found.append(Owning(rule, deep, tuple(words[1:]), path, number))
        return found
    return []


def owners(owning: Sequence[Owning], path: str) -> list[tuple[str, str, int]]:
    """The owners of a path with the file and line that says so; none where the last rule names none."""
    for one in reversed(owning):
        if _fits(one, path):
            return [(owner, one.path, one.line) for owner in one.owners]
    return []


def _fits(one: Owning, path: str) -> bool:
    raw = path.encode("utf-8", "surrogateescape")
    if one.rule.decide(raw, folder=False):
        return True
    folder = posixpath.dirname(raw) if one.deep else b""
    while folder:
        if one.rule.decide(folder, folder=True):
            return True
        folder = posixpath.dirname(folder)
    return False
