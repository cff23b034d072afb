"""Whose map a file is: one of another repository that is called alike is not written over.

Called before a map is written, by `xray graph build` and by the flusher of a live map.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from xray_graph.errors import UsageError, XrayError
from xray_graph.snapshot.map import Map, open_map
from xray_graph.walk import git

if TYPE_CHECKING:
    from xray_graph.snapshot.seal import Keys


def refuse_others(
    file: Path, label: str, root: Path, paths: Collection[str], keys: Keys | None = None
) -> None:
    """Raise if `file` is a map of another repository than `root`'s, whose map has `paths` and `label`.

    A file that is not there, or that cannot be read, is nobody's. `keys` open a sealed one, as in `open_map`.

    Raises:
        UsageError: it is.
    """
    try:
        with open_map(file, keys) as there:
            is_others = is_of_another(there, root, paths)
            commit = there.about.repositories[0].commit[:12] if is_others else ""
    except XrayError:
        return
    if is_others:
        raise UsageError(
            f"a map of another repository, at {commit}, is labelled {label!r} too",
            where=f"{file}, {root}",
            hint="give this one a --name or another -o, or remove the file first",
        )


def is_of_another(map_: Map, folder: Path, paths: Collection[str]) -> bool:
    """Whether a map is surely of another repository than the one around `folder`, a map of which has `paths`.

    The repository has its whole history here and the map's commit not in it, and most files of the map are
    none of `paths`: a history that was written anew keeps its files.
    """
    top = git.find_top(folder.absolute())
    commits = {one.commit for one in map_.about.repositories} - {""}
    if top is None or not commits:
        return False
    try:
        is_whole = not Path(git.identity(top).common_dir, "shallow").exists()
        if not is_whole or any(git.commit_of(top, commit) for commit in commits):
            return False
    except git.Refusal:
        return False
    return sum(path in paths for path in map_.sources) < len(map_.sources) / 2
