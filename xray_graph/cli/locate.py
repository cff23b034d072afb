"""Where maps are on this machine: the folder that `build` writes to, and what `--map` may name.

The rule, which the documentation repeats: without `-o`, `build` writes `.xray/<label>.graph.gz` in
the folder that it maps, and keeps that folder out of git. Without `--map` or `--server`, a question
goes to the maps in the nearest `.xray` of the current folder or one above it, as git finds `.git`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from xray_graph.errors import NotFoundError, UsageError
from xray_graph.folders import MAP_FOLDER, MAP_SUFFIX


class Chosen(NamedTuple):
    """Snapshot files to open, and labels to ask among them (none: whatever fits)."""

    files: tuple[Path, ...]
    labels: tuple[str, ...]


def default_output(root: Path) -> Path:
    """The folder for the map of `root`, made now, and told to git as nothing to track.

    Raises:
        UsageError: it cannot be made there.
    """
    folder = root / MAP_FOLDER
    try:
        folder.mkdir(exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="ascii")
    except OSError as error:
        raise UsageError(
            f"cannot write here: {error.strerror or error}", where=str(folder), hint="give a folder with -o"
        ) from error
    return folder


def snapshots_in(folder: Path) -> tuple[Path, ...]:
    """The snapshots that lie directly in a folder, by name; none when there is no such folder."""
    if not folder.is_dir():
        return ()
    named = [path for path in sorted(folder.iterdir()) if path.name.endswith(MAP_SUFFIX)]
    return tuple(path for path in named if path.is_file())


def here(start: Path) -> tuple[Path, ...]:
    """The snapshots of the nearest `.xray` at or above `start`.

    Raises:
        NotFoundError: there is none.
    """
    for folder in (start, *start.parents):
        if found := snapshots_in(folder / MAP_FOLDER):
            return found
    hint = "run `xray graph build`, or name a map with --map or a server with --server"
    if snapshots_in(start):
        hint = "the maps that lie here are asked with --map ."
    raise NotFoundError("there is no map of this folder yet", where=str(start), hint=hint)


def choose(values: Sequence[str], start: Path, *, labels: bool = True) -> Chosen:
    """Take `--map` values apart into files and labels.

    What exists as a file or folder is one, and what looks like a path must be; anything else is a
    label, or where none may be given, a path as well. A folder without maps may be what was mapped: then
    those in its `.xray` are meant. Labels alone are looked for among the maps of `start`.

    Raises:
        NotFoundError: a path that is not there, a folder without maps, no map here.
    """
    files: dict[Path, None] = {}
    named: list[str] = []
    for value in values:
        path = Path(value)
        if path.is_dir():
            found = snapshots_in(path) or snapshots_in(path / MAP_FOLDER)
            if not found:
                raise NotFoundError(
                    f"no map in this folder: no file ends in {MAP_SUFFIX}",
                    where=value,
                    hint="make one with `xray graph build PATH -o FOLDER`",
                )
            files.update(dict.fromkeys(found))
        elif path.exists():
            files[path] = None
        elif labels and not is_path(value):
            named.append(value)
        else:
            hint = (
                "give a snapshot, a folder or a label"
                if labels
                else "give a repository, a snapshot or a folder"
            )
            raise NotFoundError("there is no such file", where=value, hint=hint)
    try:
        return Chosen(tuple(files) or here(start), tuple(named))
    except NotFoundError as error:
        if not labels:
            error.hint = (
                "name what is to answer: a repository, a snapshot or a folder of them; `.` is this one"
            )
        if not named:
            raise
        near = start / f"{named[0]}{MAP_SUFFIX}"
        raise NotFoundError(
            f"{named[0]!r} is no file or folder here, and there are no maps of which it could be the label",
            where=f"--map {named[0]}",
            hint=f"did you mean {near.name}?"
            if near.is_file()
            else "name a snapshot or a folder of them, or run `xray graph build` first",
        ) from error


def is_path(value: str) -> bool:
    """Whether a `--map` value can only be a path: labels hold no `/` and do not end like a snapshot."""
    return "/" in value or value.endswith(MAP_SUFFIX) or Path(value).exists()
