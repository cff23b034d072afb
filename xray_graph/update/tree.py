"""The files of a repository as they were last read, and what is different now.

Whether a file changed is decided by its bytes; a stamp (times, size, inode) only saves reading it again
when a whole tree is looked at. Files that are named and known are read without a walk; whatever can
change the *set* of files (a new name, one that is gone, an ignore file, another commit) is decided by
the same walk that a build does, so that an update and a build cannot disagree about it.
Called by `writer`. Parses nothing.
"""

from __future__ import annotations

import os
import posixpath
import stat
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from xray_graph.config import FILE_NAME, WalkSettings
from xray_graph.model import Diagnostic, Repository, Skip, SkipReason, SourceFile
from xray_graph.walk import Reader, Text, Walk
from xray_graph.walk.paths import lstat

# An edit of these may change which files there are, or what is done with them.
DECIDING: Final = frozenset({".gitignore", ".xrayignore", ".gitmodules", FILE_NAME})
_YOUNG_NS: Final = 2_000_000_000  # the coarsest grain of a file system's clock

Stamp: TypeAlias = tuple[int, int, int, int]  # mtime and ctime in ns, size, inode

# Reasons that say that something else is there now than a file of the set.
_ELSEWHERE: Final = frozenset(
    {SkipReason.UNREADABLE, SkipReason.SYMLINK, SkipReason.OUTSIDE, SkipReason.SECRET, SkipReason.TOO_LARGE}
)


class Seen(NamedTuple):
    """One file of the set as it was read."""

    found: SourceFile  # by the walk
    file: SourceFile  # with what its bytes said about it
    stamp: Stamp | None  # just before it was read
    settled: bool  # whether an equal stamp proves equal bytes: the file was not written a moment before
    skip: Skip | None = None  # why it has no content
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """All files of the set, by path in order, with the stored text of those that have one. Immutable."""

    repository: Repository
    files: Mapping[str, Seen] = field(default_factory=dict)
    sources: Mapping[str, bytes] = field(default_factory=dict)
    skips: Mapping[str, Skip] = field(default_factory=dict)  # what the walk left out; folders end in `/`

    def skip_of(self, path: str) -> Skip | None:
        """Why a path is not in the set, when a walk said so of it or of a folder above."""
        while path:
            if found := self.skips.get(path) or self.skips.get(path + "/"):
                return found
            path = posixpath.dirname(path)
        return None


@dataclass(slots=True)
class Difference:
    """From one tree to the next."""

    tree: Tree  # the next
    read: set[str]  # files that were looked into
    changed: set[str]  # files that are new, or whose text or kind is another
    removed: set[str]

    @property
    def is_empty(self) -> bool:
        return not (self.changed or self.removed)


def needs_walk(tree: Tree, paths: Iterable[str], settings: WalkSettings) -> bool:
    """Whether these paths may change the set of files."""
    for path in paths:
        seen = tree.files.get(path)
        if seen is None or posixpath.basename(path) in DECIDING or not seen.found.has_content:
            return True
        status = lstat(tree.repository.root, path)
        if status is None or not stat.S_ISREG(status.st_mode) or status.st_size > settings.max_file_bytes:
            return True
    return False


def after_edits(tree: Tree, paths: Iterable[str], settings: WalkSettings) -> Difference | None:
    """The difference when only the content of these files changed; None when it takes a walk to tell."""
    read: list[tuple[Seen, bytes]] = []
    root = tree.repository.root
    with Reader(Path(root), settings) as reader:
        for path in sorted(set(paths)):
            found, status = tree.files[path].found, lstat(root, path)
            if status is not None and status.st_size != found.size:
                found = SourceFile(path, found.language, status.st_size, found.attributes)
            text = reader.read(found)
            if text.skip and text.skip.reason in _ELSEWHERE:
                return None
            read.append((_seen(found, status, text), text.data))
    return _difference(tree, read, tree.files, tree.repository, tree.skips)


def after_walk(
    tree: Tree | None, walk: Walk, settings: WalkSettings, named: Iterable[str] = ()
) -> Difference:
    """The difference to the files of a walk. Files in `named` are read whatever their stamp says."""
    old: Mapping[str, Seen] = {} if tree is None else tree.files
    root, wanted = walk.repository.root, set(named)
    kept: dict[str, Seen] = {}
    read: list[tuple[Seen, bytes]] = []
    with Reader(Path(root), settings) as reader:
        for found in walk.files:
            seen, status = old.get(found.path), lstat(root, found.path)
            if seen is not None and found.path not in wanted and _is_as_seen(seen, found, status):
                kept[found.path] = seen
            else:
                text = reader.read(found)
                read.append((_seen(found, status, text), text.data))
    before = Tree(walk.repository) if tree is None else tree
    return _difference(before, read, kept, walk.repository, {skip.path: skip for skip in walk.skips})


def is_stale(root: str, path: str, seen: Seen) -> bool:
    """Whether the file on the disk is another than the one that was read, as far as a stamp can tell."""
    if not seen.found.has_content:
        return False
    status = lstat(root, path)
    return status is None or (seen.stamp is not None and _stamp(status) != seen.stamp)


def _difference(
    tree: Tree,
    read: Iterable[tuple[Seen, bytes]],
    kept: Mapping[str, Seen],
    repository: Repository,
    skips: Mapping[str, Skip],
) -> Difference:
    """`tree` with what was read now, and with no file but that and those in `kept`."""
    files, sources = dict(kept), dict(tree.sources)
    changed: set[str] = set()
    looked: set[str] = set()
    for seen, data in read:
        path = seen.found.path
        looked.add(path)
        before, old = tree.files.get(path), sources.pop(path, None)
        files[path] = seen
        if seen.skip is None:
            sources[path] = data
        if before is None or old != sources.get(path) or not _same_kind(before, seen):
            changed.add(path)
    removed = tree.files.keys() - files.keys()
    for path in removed:
        sources.pop(path, None)
    if changed or removed:
        files, sources = dict(sorted(files.items())), dict(sorted(sources.items()))
    return Difference(Tree(repository, files, sources, skips), looked, changed, set(removed))


def _same_kind(before: Seen, now: Seen) -> bool:
    """Whether all but the text is what it was; a size is part of the text."""
    a, b = before.file, now.file
    return (a.language, a.attributes, before.skip) == (b.language, b.attributes, now.skip)


def _seen(found: SourceFile, status: os.stat_result | None, text: Text) -> Seen:
    if status is None or not stat.S_ISREG(status.st_mode):  # a link tells nothing of what it leads to
        return Seen(found, text.file, None, settled=False, skip=text.skip, diagnostics=text.diagnostics)
    settled = time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) > _YOUNG_NS
    return Seen(found, text.file, _stamp(status), settled, text.skip, text.diagnostics)


def _is_as_seen(seen: Seen, found: SourceFile, status: os.stat_result | None) -> bool:
    """Whether a file need not be read again."""
    if seen.found != found:
        return False
    if not found.has_content:
        return True
    return seen.settled and status is not None and _stamp(status) == seen.stamp


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
