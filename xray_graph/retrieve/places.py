"""Where a question says to look: what stands before its first colon, and files and folders that it names.

    `json: cannot unmarshal array`, `fix(jsx): escape`, `open files in unix/fs.c`

What is not there counts for less (`ELSEWHERE`, chosen on benchmarks/search/development.py). What no file,
folder or stem of a file of the map is called is no place. Used by `retrieve.search`.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.graph import Graph

F32 = npt.NDArray[np.float32]

ELSEWHERE: Final = 2 / 3
_MOST: Final = 8  # places of one question
_READ: Final = 2000  # characters of a question
_BEFORE: Final = re.compile(r"([\w.,/ -]{1,30})?(?:\(([\w.,/ -]{1,40})\))?!?:\s")
_NAMED: Final = re.compile(
    r"(?<![\w/.:-])(?:[\w-]+/)*[\w-]+\.[a-z]{1,5}\b(?![\w/(])|(?<![\w/.:-])[\w-]+(?:/[\w.-]+)+"
    r"|\b(?:docker|container|make|jenkins|gem|rake|proc|pip|vagrant)file\b|\b(?:readme|changelog|codeowners)\b"
)
# What a commit or a message begins with, and is no place.
KINDS: Final = frozenset(
    {
        *(
            "fix",
            "feat",
            "chore",
            "refactor",
            "perf",
            "build",
            "style",
            "revert",
            "bugfix",
            "feature",
            "test",
        ),
        *("docs", "doc", "ci", "types", "deps", "hotfix", "improvement", "bug", "error", "warning", "fatal"),
        *("panic", "note", "todo", "exception", "info", "debug", "how", "what", "why", "where", "question"),
    }
)


def places(query: str) -> list[str]:
    """Paths or ends or beginnings of such, in lower case, that a question names, in its order."""
    text = query[:_READ].lower()
    found = []
    before = _BEFORE.match(text)
    if before:
        words = [
            word for group in before.groups() if group for word in group.replace(", ", ",").strip().split(",")
        ]
        found = [word for word in words if word and " " not in word and word not in KINDS]
    found += [named[0] for named in _NAMED.finditer(text)]
    return list(dict.fromkeys(found))[:_MOST]


def factors(graph: Graph, query: str) -> F32 | None:
    """What each node counts by its place, one a node; None where the question names no place of the map."""
    wanted = places(query)
    if not wanted:
        return None
    whole = re.compile(r"(?:^|/)(?:" + "|".join(map(re.escape, wanted)) + r")(?:[./]|$)")
    paths = [path.lower() for path in graph.path_list]
    there = [any(one in path for one in wanted) and bool(whole.search(path)) for path in paths]
    if not any(there):
        return None
    by_path = np.where(there, np.float32(1), np.float32(ELSEWHERE))
    found: F32 = by_path[graph.path_ids]
    return found
