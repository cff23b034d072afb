"""How far a version lags behind the disk: files whose stamp is another than when they were read.

A look costs a `stat` a file, so it is bounded: it goes on where the last one stopped, and what it found
is kept for a moment. It finds files that were edited or are gone; files that are new are found by a look
at the whole tree only. Called by `live`, from any thread.
"""

from __future__ import annotations

import threading
import time
from typing import Final

from xray_graph.retrieve import Freshness
from xray_graph.retrieve.naming import moment
from xray_graph.update.tree import Tree, is_stale

PATIENCE: Final = 0.02  # seconds a look may take
KEPT: Final = 0.5  # seconds for which its result is given out
_AT_ONCE: Final = 64  # files between two looks at the clock


class Sweep:
    """The files of one tree that are newer on the disk."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tree: Tree | None = None
        self._paths: list[str] = []
        self._next = 0
        self._stale: set[str] = set()
        self._until = 0.0

    def stale(self, tree: Tree) -> tuple[str, ...]:
        """The paths, in order. When another thread is looking, what was found before."""
        if self._lock.acquire(blocking=False):
            try:
                self._look(tree)
            finally:
                self._lock.release()
        return tuple(sorted(self._stale & tree.files.keys()))

    def _look(self, tree: Tree) -> None:
        if tree is not self._tree:
            old = self._tree.files if self._tree is not None else {}
            kept = {p for p in self._stale if p in tree.files and old.get(p) is tree.files[p]}
            self._tree, self._paths, self._until = tree, list(tree.files), 0.0
            self._stale = kept
            self._next = min(self._next, len(self._paths))
        now = time.monotonic()
        if now < self._until:
            return
        end = now + PATIENCE
        found = set(self._stale)
        for _ in range(0, len(self._paths), _AT_ONCE):
            if self._next >= len(self._paths):
                self._next = 0
            for path in self._paths[self._next : self._next + _AT_ONCE]:
                if is_stale(tree.repository.root, path, tree.files[path]):
                    found.add(path)
                else:
                    found.discard(path)
            self._next += _AT_ONCE
            if time.monotonic() > end:
                break
        self._stale = found
        self._until = time.monotonic() + KEPT


def freshness_of(tree: Tree, indexed_at: int, stale: tuple[str, ...]) -> Freshness:
    """What an answer from a version of `tree` says of its state."""
    repository = tree.repository
    return Freshness(repository.commit, repository.dirty, moment(indexed_at), stale)
