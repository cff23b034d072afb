"""Whether a snapshot is of the very folder that is kept live beside it, by whatever name it was built.

Both would answer each question, and so each answer would come twice; the live map is the newer one. A
snapshot of another commit is another map, and is asked: somebody compares. Called where it is gathered what a
server serves.
"""

from __future__ import annotations

from pathlib import Path

from xray_graph.errors import XrayError
from xray_graph.route.stored import StoredEntry
from xray_graph.walk import git


def is_twin(entry: StoredEntry, root: Path) -> bool:
    """Whether the snapshot maps the folder `root`, a real path: it lies in its `.xray`, or is of its commit.

    A header does not say which folder of a work tree was mapped; the paths of its files do.
    """
    top = git.find_top(root) or root
    try:
        if entry.mapped != root and not _is_of_commit(entry, root):
            return False
        inside = "" if root == top else f"{root.relative_to(top).as_posix()}/"
        paths = list(entry.map().sources)
    except XrayError:
        return False  # what is wrong with it is told when it is asked
    return all(path.startswith(inside) for path in paths) and any(
        "/" not in path.removeprefix(inside) for path in paths
    )


def _is_of_commit(entry: StoredEntry, root: Path) -> bool:
    commits = {repository.commit for repository in entry.about().repositories} - {""}
    if not commits:
        return False
    try:
        return commits == {git.identity(root).commit}
    except git.Refusal:
        return False
