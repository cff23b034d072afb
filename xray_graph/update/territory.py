"""Which path of a request lies in the repository that is served, told by its name alone.

A path belongs to nobody when it leaves the repository (through `..`, an absolute path elsewhere, another
drive), and when a folder on its way is a link that the build did not follow, or is spelled otherwise
than on the disk. Nothing is opened here, and what is given out is opened by `walk.Reader` only, which
follows no link either: a folder that becomes a link a moment later is found out there.
Called by `live`, and by the server to find the map that a path belongs to.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Container
from pathlib import Path
from typing import Final

_DRIVE: Final = re.compile(r"[A-Za-z]:[\\/]|\\\\|//[^/]")


class Territory:
    """The ground of one repository.

    Args:
        top: the real path of its top.
        scope: the folder that is mapped, from the top, without a slash at its end; "" for all of it.
        follow: whether the build follows links.
    """

    def __init__(self, top: Path, scope: str = "", *, follow: bool = False) -> None:
        self.top = top
        self.scope = scope
        self._follow = follow
        self._folds = _folds_case(top)

    def locate(self, path: str, known: Container[str] = ()) -> str | None:
        """The path from the top, `/`-separated and normal; None when it belongs to nobody.

        Args:
            path: absolute, or from the top.
            known: paths of the map: there a link on the way is one that the build followed.
        """
        if not path or "\0" in path or _is_foreign(path):
            return None
        parts = self._inside(path)
        if not parts:
            return None
        found = "/".join(parts)
        if self.scope and found != self.scope and not found.startswith(self.scope + "/"):
            return None
        try:
            found.encode()
        except UnicodeEncodeError:
            try:
                found = os.fsencode(found).decode(errors="backslashreplace")  # as the walk shows it
            except UnicodeEncodeError:
                return None  # half a character: no file system has such a name
        if self._follow and found in known:
            return found
        return found if self._is_plain(parts) else None

    def _inside(self, path: str) -> list[str] | None:
        """The parts of the path behind the top; None when it does not lead there."""
        if not path.startswith("/"):
            return _normal(path.split("/"), str(self.top))
        top = str(self.top).rstrip("/")
        if path.startswith(top + "/"):
            return _normal(path[len(top) :].split("/"), top or "/")
        whole = _normal(path.split("/"), "/")
        if whole is None:
            return None
        try:
            ours = self.top.stat()
            for end in range(len(whole) + 1):  # another name of the top: a link to it, a mount
                above = "/" + "/".join(whole[:end])
                if os.path.samestat(os.stat(above), ours):  # noqa: PTH116 - many calls
                    return whole[end:]
        except (OSError, ValueError):
            return None
        return None

    def _is_plain(self, parts: list[str]) -> bool:
        """Whether no folder on the way is a link, and each is spelled as it is on the disk."""
        place = str(self.top)
        for k, part in enumerate(parts):
            if self._folds and not _spelled_so(place, part):
                return False
            place = os.path.join(place, part)  # noqa: PTH118 - many calls
            if k == len(parts) - 1:
                return True  # a link there is known as one to the walk and to the reader
            try:
                mode = os.lstat(place).st_mode
            except (OSError, ValueError):
                return True  # nothing there: nothing to open, and the map may still hold it
            if stat.S_ISLNK(mode):
                return False
        return True


def _is_foreign(path: str) -> bool:
    """Whether the path names another drive or machine."""
    return _DRIVE.match(path) is not None and not os.path.lexists(path)


def _normal(parts: list[str], start: str) -> list[str] | None:
    """The parts without `.` and `..`; None when they lead above `start`, or back out of a link."""
    kept: list[str] = []
    for part in parts:
        if part in {"", "."}:
            continue
        if part != "..":
            kept.append(part)
            continue
        if not kept or os.path.islink(os.path.join(start, *kept)):  # noqa: PTH114, PTH118 - likewise
            return None
        kept.pop()
    return kept


def _folds_case(top: Path) -> bool:
    """Whether the file system takes `A` for `a`: the top is found under another spelling."""
    swapped = top.name.swapcase()
    if swapped == top.name:
        return False
    try:
        return top.with_name(swapped).samefile(top)
    except OSError:
        return False


def _spelled_so(folder: str, name: str) -> bool:
    """Whether the folder holds exactly this name, or no spelling of it."""
    try:
        names = os.listdir(folder)  # noqa: PTH208 - names, not paths
    except OSError:
        return True
    return name in names or not any(other.casefold() == name.casefold() for other in names)
