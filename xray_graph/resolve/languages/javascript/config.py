"""What `tsconfig.json` and `package.json` say about where a module name leads. Reads bytes, decides nothing.

JSON as TypeScript reads it: with comments and trailing commas. A file that is no JSON says nothing.
Called by `modules`.
"""

from __future__ import annotations

import json
import posixpath
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from xray_graph.resolve.project import Project

_COMMENT: Final = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_TRAILING: Final = re.compile(r'("(?:[^"\\\n]|\\.)*")|,(?=\s*[\]}])')
MAX_EXTENDS: Final = 8


class Paths(NamedTuple):
    """`paths` and `baseUrl` of one tsconfig, its bases read; folders from the repository's root."""

    base: str | None  # the folder that bare names are tried in
    patterns: tuple[tuple[str, tuple[str, ...]], ...]  # (pattern, places), the most exact first
    roots: tuple[tuple[str, str], ...]  # (folder that is built, folder of its sources)


NO_PATHS: Final = Paths(None, (), ())


def read_json(data: bytes | None) -> dict[str, Any]:
    """An object, or an empty one for what is none."""
    if not data:
        return {}
    text = data.decode("utf-8-sig", "replace")
    text = _COMMENT.sub(lambda m: m.group(1) or " ", text)
    text = _TRAILING.sub(lambda m: m.group(1) or "", text)
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def join(folder: str, path: str) -> str:
    """A path from the root; "" for the root. One that leaves it begins with `..`."""
    normal = posixpath.normpath(posixpath.join(folder, path))
    return "" if normal == "." else normal


def nearest(project: Project, folder: str, names: tuple[str, ...]) -> str | None:
    """The first of `names` in this folder or the closest one above."""
    while True:
        for name in names:
            path = posixpath.join(folder, name)
            if project.exists(path):
                return path
        if not folder:
            return None
        folder = posixpath.dirname(folder)


def paths_of(project: Project, path: str) -> Paths:
    """What a tsconfig says."""
    found = _read(project, path, 0)
    if not found.patterns and found.base is None:
        # A solution that only refers to others: the first of those that maps names speaks for it.
        for reference in _list(read_json(project.config(path)).get("references")):
            target = reference.get("path") if isinstance(reference, dict) else None
            if not isinstance(target, str):
                continue
            other = join(posixpath.dirname(path), target)
            other = other if other.endswith(".json") else posixpath.join(other, "tsconfig.json")
            mapped = _read(project, other, 0)
            if mapped.patterns or mapped.base is not None:
                return mapped
    return found


def is_excluded(project: Project, path: str, folder: str) -> bool:
    """Whether a tsconfig excludes all of a folder by the name of it or of one around it."""
    for one in _list(read_json(project.config(path)).get("exclude")):
        if isinstance(one, str) and one.rstrip("/*") and "*" not in one.rstrip("/*"):
            excluded = join(posixpath.dirname(path), one.rstrip("/*"))
            if f"{folder}/".startswith(f"{excluded}/"):
                return True
    return False


def _read(project: Project, path: str, depth: int) -> Paths:
    if depth > MAX_EXTENDS or not project.exists(path):
        return NO_PATHS
    data = read_json(project.config(path))
    folder = posixpath.dirname(path)
    found = NO_PATHS
    extended = data.get("extends")
    for one in [extended] if isinstance(extended, str) else _list(extended):
        if isinstance(one, str) and one.startswith("."):
            target = join(folder, one)
            exact = target if target.endswith(".json") else target + ".json"
            inherited = _read(project, exact, depth + 1)
            if inherited.patterns or inherited.base is not None:
                found = inherited
    options = data.get("compilerOptions")
    options = options if isinstance(options, dict) else {}
    base, patterns, roots = found
    own_base = options.get("baseUrl")
    if isinstance(own_base, str):
        base = join(folder, own_base)
    written = options.get("paths")
    if isinstance(written, dict):
        anchor = base if base is not None else folder
        table = [
            (pattern, tuple(join(anchor, p) for p in _list(places) if isinstance(p, str)))
            for pattern, places in written.items()
        ]
        patterns = tuple(sorted(table, key=lambda row: (-len(row[0].partition("*")[0]), row[0])))
    built, source = options.get("outDir"), options.get("rootDir")
    if isinstance(built, str):
        sources = [source] if isinstance(source, str) else [*_included(data), "src"]
        roots = (*((join(folder, built), join(folder, one)) for one in sources), *roots)
    return Paths(base, patterns, roots)


def _included(data: dict[str, Any]) -> list[str]:
    """The folder that holds all that a tsconfig includes, where it says so: its sources begin there."""
    found = []
    for one in _list(data.get("include")):
        if isinstance(one, str) and not one.startswith("/") and ".d." not in one:
            literal, star, _ = one.removeprefix("./").partition("*")
            is_folder = not star and not posixpath.splitext(literal)[1]
            found.append(literal if is_folder else posixpath.dirname(literal))
    return [posixpath.commonpath(found)] if found else []


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def targets(entry: object, depth: int = 0) -> list[str]:
    """The files that an entry of `exports` or `imports` may name, sources and types before builds."""
    if isinstance(entry, str):
        return [entry]
    if isinstance(entry, list):
        return [path for one in entry for path in targets(one, depth + 1)] if depth < MAX_EXTENDS else []
    if isinstance(entry, dict) and depth < MAX_EXTENDS:
        order = sorted(entry, key=lambda key: _CONDITIONS.get(key, 5))
        return [path for key in order for path in targets(entry[key], depth + 1)]
    return []


_CONDITIONS: Final = {
    "source": 0,
    "development": 1,
    "import": 2,
    "module": 2,
    "default": 3,
    "require": 4,
    "types": 6,
}


def entries(table: object, name: str) -> list[str]:
    """What `exports` or `imports` say about one subpath (`.`, `./x`, `#x`), a `*` filled in."""
    if not isinstance(table, dict) or not any(key[:1] in (".", "#") for key in table):
        return targets(table) if name == "." else []
    if name in table:
        return targets(table[name])
    best: tuple[int, str, str] | None = None
    for pattern in table:
        head, star, tail = pattern.partition("*")
        if star and name.startswith(head) and name.endswith(tail) and len(name) >= len(head) + len(tail):
            found = (len(head), pattern, name[len(head) : len(name) - len(tail)])
            best = max(best, found) if best is not None else found
    if best is None:
        return []
    return [path.replace("*", best[2]) for path in targets(table[best[1]])]
