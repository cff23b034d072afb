"""What a walk has found so far: files with their language, links, skips; and how much is too much.

Filled by `tree`, `work_tree` and `links`; `walk` takes the result out of it.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final, NamedTuple

from xray_graph.config import WalkSettings
from xray_graph.errors import BuildError
from xray_graph.model import Skip, SkipReason
from xray_graph.walk.names import by_name
from xray_graph.walk.paths import shown

_HINT: Final = (
    "map one repository at a time, leave folders out with --exclude or .xrayignore, or raise the limit with "
)


class Entry(NamedTuple):
    size: int  # bytes
    language: str
    attributes: tuple[str, ...]


class Found:
    """Paths are bytes, from `root`.

    Raises, while it is filled:
        BuildError: there are more files, or more bytes to read, than the settings allow.
    """

    def __init__(self, root: Path, settings: WalkSettings) -> None:
        self.root = root
        self._raw_root = os.fsencode(root).rstrip(b"/")
        self.files: dict[bytes, Entry] = {}
        self.links: dict[bytes, None] = {}
        self.folders: dict[bytes, None] = {}  # that were walked, by their real path
        self.skips: list[Skip] = []
        self._settings = settings
        self._bytes = 0

    def add(self, path: bytes, size: int, real: bytes | None = None) -> None:
        """A file is wanted. `real` is where it lies when `path` leads through a link."""
        language, attributes = by_name(shown(path[path.rfind(b"/") + 1 :]))
        if real is not None and "secret" in by_name(shown(real[real.rfind(b"/") + 1 :]))[1]:
            language, attributes = "", ("secret",)
        if attributes in {(), ("generated",)}:  # else its content is not read
            if size > self._settings.max_file_bytes:
                attributes = (*attributes, "too-large")
            else:
                self._bytes += size
        self.files[path] = Entry(size, language, attributes)
        if len(self.files) > self._settings.max_files:
            raise BuildError(
                f"holds more than {self._settings.max_files} files",
                where=str(self.root),
                hint=_HINT + "XRAY_MAX_FILES",
            )
        if self._bytes > self._settings.max_total_bytes:
            raise BuildError(
                f"holds more than {self._settings.max_total_bytes} bytes to read",
                where=str(self.root),
                hint=_HINT + "XRAY_MAX_TOTAL_BYTES",
            )

    def place(self, path: bytes) -> bytes:
        """Where a path lies on this machine."""
        return self._raw_root + b"/" + path if path else self._raw_root or b"/"

    def is_folder(self, path: bytes) -> bool:
        """Whether there is a folder, also behind a link."""
        return os.path.isdir(self.place(path))  # noqa: PTH112 - a name is bytes

    def is_link(self, path: bytes) -> bool:
        """Whether the path itself is a symbolic link."""
        return os.path.islink(self.place(path))  # noqa: PTH114 - likewise

    def exists(self, path: bytes) -> bool:
        """Whether there is anything, also a link that leads nowhere."""
        return os.path.lexists(self.place(path))

    def skip(self, path: bytes, reason: SkipReason, detail: str = "") -> None:
        """A path is left out; a folder ends in a slash."""
        self.skips.append(Skip(shown(path), reason, detail))

    def unreadable(self, path: bytes, error: OSError) -> None:
        """The system would not show a path."""
        long = f" ({len(path)} bytes of path)" if error.errno == errno.ENAMETOOLONG else ""
        self.skip(path, SkipReason.UNREADABLE, (error.strerror or str(error)) + long)
