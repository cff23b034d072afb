"""Which folder a map is of, as far as its place tells: `build` writes to `.xray` in what it maps.

Any file can be put there. A map of another repository says nothing of the folder: it is no twin of the live
map, and no measure of which files are stale. Called by `stored`, which `twins` asks.
"""

from __future__ import annotations

from pathlib import Path

from xray_graph.folders import MAP_FOLDER
from xray_graph.route.viewpoint import repository_name
from xray_graph.snapshot import About
from xray_graph.walk import git


def mapped_folder(path: Path, about: About) -> Path | None:
    """The folder, a real path, that the map at `path` is of.

    None when it lies elsewhere, or is of another repository: the one around has neither its commit nor its
    name. What cannot be told, because there is no commit or no git, belongs where it lies.
    """
    folder = path.absolute().parent
    if folder.name != MAP_FOLDER:
        return None
    mapped = folder.parent.resolve()
    return mapped if all(_is_here(mapped, one.name, one.commit) for one in about.repositories) else None


def _is_here(folder: Path, name: str, commit: str) -> bool:
    top = git.find_top(folder)
    if top is None or not commit:
        return True
    try:
        return bool(git.commit_of(top, commit)) or name == repository_name(folder)
    except git.Refusal:
        return True
