"""Symbolic links: counted, and with `--follow-symlinks` followed, each real file once, never out of the root.

Comes after everything that is reached without a link, so a file keeps its plain path, and loops end at
folders that were walked. Called by `walk`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from typing import Final

from xray_graph.model import SkipReason
from xray_graph.walk.choice import Choice
from xray_graph.walk.found import Found
from xray_graph.walk.paths import shown
from xray_graph.walk.tree import scan

_NO_WAY_IN: Final = (b".git",)


def settle(found: Found, choice: Choice, scope: bytes, *, follow: bool) -> None:
    """Report every link in `found`, or add what it leads to.

    Args:
        found: its files and folders are what was reached without a link.
        choice: decides on what lies behind a link.
        scope: the folder that is mapped, from the root; a link must not lead out of it.
        follow: whether links are followed.
    """
    taken = {path: path for path in found.files}  # real path → the path it is known by
    while found.links:
        links, found.links = sorted(found.links), {}
        for link in links:
            _settle(found, choice, scope, link, taken, follow=follow)


def _settle(
    found: Found, choice: Choice, scope: bytes, link: bytes, taken: dict[bytes, bytes], *, follow: bool
) -> None:
    skip: Callable[[SkipReason, str], None] = lambda reason, detail: found.skip(link, reason, detail)
    place = inside(found.place(b""), os.path.realpath(found.place(link)))
    if place is None or inside(scope, place) is None:
        skip(SkipReason.OUTSIDE, "a link that leaves the root")
        return
    if not follow:
        skip(SkipReason.SYMLINK, "a link, see --follow-symlinks")
        return
    if any(part in _NO_WAY_IN for part in place.split(b"/")):
        skip(SkipReason.SYMLINK, "leads into .git")
    elif found.is_folder(place):
        if place in found.folders:
            skip(SkipReason.SYMLINK, f"the folder is walked as {shown(place) or '.'}")
            return
        before = set(found.files)
        scan(found, choice, link, real=place)
        for path in sorted(found.files.keys() - before):
            behind = place + path[len(link) :]
            if behind in taken:
                del found.files[path]
                found.skip(path, SkipReason.SYMLINK, f"the same file as {shown(taken[behind])}")
            else:
                taken[behind] = path
    elif place in taken:
        skip(SkipReason.SYMLINK, f"the same file as {shown(taken[place])}")
    else:
        try:
            status = os.lstat(found.place(place))
        except OSError:
            skip(SkipReason.SYMLINK, "leads nowhere")
            return
        if not stat.S_ISREG(status.st_mode):
            skip(SkipReason.SYMLINK, "leads to no file")
            return
        taken[place] = link
        found.add(link, status.st_size, place)


def inside(folder: bytes, path: bytes) -> bytes | None:
    """`path` from `folder` on, b"" for itself; None when it does not lie in it."""
    if not folder:
        return path
    if path == folder:
        return b""
    prefix = folder if folder.endswith(b"/") else folder + b"/"
    return path[len(prefix) :] if path.startswith(prefix) else None
