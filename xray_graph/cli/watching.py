"""`xray graph update --watch`: a watch on this side, for a server that does not watch for itself.

Decides with the walk's own rules what is worth telling of. Every change is one request; a server that is
away is tried again at the next change, with a look at the whole tree.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType

from xray_graph.cli import output
from xray_graph.config import WalkSettings, build_settings
from xray_graph.errors import BuildError, ServerError
from xray_graph.report import Silent
from xray_graph.serve.watch import Ground, Watch
from xray_graph.update import UpdateRequest
from xray_graph.walk import Walk, git, walk


class Tree:
    """The files of the repository around the current folder, listed again when there may be others."""

    def __init__(self, folder: Path) -> None:
        self.top = git.find_top(folder) or folder
        self._walk: Walk | None = None
        self._known: frozenset[str] = frozenset()
        self._left_out: frozenset[str] = frozenset()

    def ground(self) -> Ground:
        if self._walk is None:
            settings: WalkSettings = build_settings(self.top, {}).walk
            try:
                self._walk = walk(self.top, settings, Silent())
            except BuildError:  # nothing to read yet
                return Ground(self.top, "", (), lambda _: False)
            self._known = frozenset(file.path for file in self._walk.files)
            self._left_out = frozenset(skip.path.rstrip("/") for skip in self._walk.skips) - self._known
        return Ground(self.top, "", self._known, self._leaves_out)

    def told(self, request: UpdateRequest) -> None:
        """Take note of what was told: a file that is not known, or gone, means another list of files."""
        paths = (os.path.relpath(file, self.top) for file in request.files)
        if request.everything or not all(p in self._known and (self.top / p).exists() for p in paths):
            self._walk = None

    def _leaves_out(self, path: str) -> bool:
        parts = path.split("/")
        return any("/".join(parts[:end]) in self._left_out for end in range(1, len(parts) + 1))


def follow(send: Callable[[Iterable[str], bool], None]) -> None:
    """Watch until the process is stopped; `send` tells of the files that changed, or to look at all."""
    tree = Tree(Path.cwd().resolve())
    stop = threading.Event()
    away = False

    def tell(request: UpdateRequest) -> None:
        nonlocal away
        tree.told(request)
        try:
            send(request.files, request.everything or away)
            away = False
        except ServerError as error:
            away = True
            output.failure(error)

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    output.note(f"watching {tree.top}")
    Watch(tree.ground, tell).run(stop)
