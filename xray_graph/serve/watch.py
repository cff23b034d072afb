"""Watches the folders of a repository that are mapped, and tells what changed in them.

Each mapped folder is watched by itself, so an ignored one (`node_modules`) costs nothing. What changes
in the state of git (a commit, a checkout, another index) asks for a look at the whole tree, and so does
whatever came before the watch stood. Events only say where to look: what changed is decided by reading.
Used by `keeper` for a server, and by `xray graph update --watch`.
"""

from __future__ import annotations

import logging
import os
import posixpath
import threading
from collections.abc import Callable, Container, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from xray_graph.folders import MAP_FOLDER
from xray_graph.update import UpdateRequest

_log = logging.getLogger(__name__)

DEBOUNCE: Final = 400  # milliseconds for which changes are gathered at most
STEP: Final = 50  # milliseconds without a change that end the gathering
SLOWLY: Final = 5.0  # seconds between two looks at the tree where the system cannot watch it
MANY: Final = 500  # paths from which on a look at the whole tree is the shorter request

_NEVER: Final = frozenset({".git", MAP_FOLDER, "node_modules", "__pycache__", "site-packages"})
# Files of a git folder that change with what is checked out or tracked.
_STATE: Final = frozenset({"HEAD", "index", "packed-refs", "logs/HEAD", "info/exclude"})


class Ground(NamedTuple):
    """A repository as its map has it now."""

    top: Path  # real
    scope: str  # the folder that is mapped, from the top; "" for all
    known: Container[str]  # paths of the map
    left_out: Callable[[str], bool]  # whether a path was left out by a rule


class Watched(NamedTuple):
    """What a watch stands on."""

    folders: frozenset[str]  # absolute
    git: str  # the git folder of the work tree, absolute; "" outside git


class Watch:
    """One repository, watched."""

    def __init__(self, ground: Callable[[], Ground], tell: Callable[[UpdateRequest], None]) -> None:
        """`ground` is asked again after each `tell`, which returns when its update is done."""
        self._ground = ground
        self._tell = tell

    def run(self, stop: threading.Event) -> None:
        """Watch until `stop` is set."""
        while not stop.is_set():
            ground = self._ground()
            watched = watched_of(ground)
            try:
                self._stand(ground, watched, stop)
            except (OSError, RuntimeError) as error:
                _log.warning(
                    "%s cannot be watched (%s); it is looked at every %d seconds. On Linux, a higher "
                    "fs.inotify.max_user_watches helps",
                    ground.top, error, SLOWLY,
                )  # fmt: skip
                while not stop.wait(SLOWLY):
                    self._tell(UpdateRequest(everything=True))

    def _stand(self, ground: Ground, watched: Watched, stop: threading.Event) -> None:
        """Watch until `stop` is set or there are other folders to watch."""
        from watchfiles import watch

        first = True
        changes = watch(
            *sorted(watched.folders), *_git_folders(watched.git),
            watch_filter=None, debounce=DEBOUNCE, step=STEP, stop_event=stop, recursive=False,
            yield_on_timeout=True, rust_timeout=STEP, raise_interrupt=False,
        )  # fmt: skip
        for change in changes:
            if first:  # from here on nothing is missed; what came before is looked for now
                first = False
                self._tell(UpdateRequest(everything=True))
                ground = self._ground()
                if watched_of(ground) != watched:
                    return
            if not change:
                continue
            request, grown = sift(ground, watched, (path for _, path in change))
            if request is not None:
                self._tell(request)
                ground = self._ground()
            if grown or (request is not None and request.everything and watched_of(ground) != watched):
                return


def watched_of(ground: Ground) -> Watched:
    """The folders in which a mapped file is or may come to be, and the git folder."""
    start = ground.top / ground.scope if ground.scope else ground.top
    folders: set[str] = set()
    todo = [(str(start), ground.scope)]
    while todo:
        place, path = todo.pop()
        try:
            with os.scandir(place) as entries:
                inside = [e.name for e in entries if e.is_dir(follow_symlinks=False)]
        except OSError:
            continue
        folders.add(place)
        for name in inside:
            below = f"{path}/{name}" if path else name
            if name not in _NEVER and not ground.left_out(below):
                todo.append((f"{place}/{name}", below))
    return Watched(frozenset(folders), _git_folder(ground.top))


def sift(ground: Ground, watched: Watched, paths: Iterable[str]) -> tuple[UpdateRequest | None, bool]:
    """What to look at after these events (None: nothing), and whether there are new folders to watch."""
    files: list[str] = []
    grown = everything = False
    top, git = str(ground.top), watched.git + "/"
    for place in sorted(set(paths)):
        if watched.git and place.startswith(git):
            everything = everything or place[len(git) :] in _STATE
            continue
        path = os.path.relpath(place, top)
        if path.startswith("..") or path == ".":
            continue
        if "\ufffd" in path:  # a name that is not UTF-8, and which one is not told
            everything = True
        elif path in ground.known:
            files.append(place)
        elif place in watched.folders:
            if os.path.isdir(place):  # noqa: PTH112 - names, not paths
                grown = True  # perhaps another one under that name, on which no watch stands
            else:
                files.append(place)
        elif _NEVER.isdisjoint(path.split("/")) and not ground.left_out(path) and os.path.lexists(place):
            files.append(place)
            grown = grown or (os.path.isdir(place) and not os.path.islink(place))  # noqa: PTH112, PTH114 - likewise
    if everything or len(files) > MANY:
        return UpdateRequest(everything=True), grown
    return UpdateRequest(files=tuple(files)) if files else None, grown


def _git_folder(top: Path) -> str:
    """The git folder of the work tree at `top`, which a file names in a linked one; "" outside git."""
    place = top / ".git"
    if place.is_file():
        try:
            told = place.read_text("utf-8", "surrogateescape").strip().removeprefix("gitdir:").strip()
        except OSError:
            return ""
        place = top / told
    return str(place.resolve()) if place.is_dir() else ""


def _git_folders(git: str) -> list[str]:
    """The folders of a git folder in which something of `_STATE` lies."""
    inside = {posixpath.dirname(name) for name in _STATE}
    places = (os.path.join(git, name).rstrip("/") for name in sorted(inside))  # noqa: PTH118 - likewise
    return [place for place in places if git and os.path.isdir(place)]  # noqa: PTH112 - names, not paths
