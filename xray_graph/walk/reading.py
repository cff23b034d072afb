"""Reading one file of the set, safely and once: its stored text, and what the bytes say about it.

No link is followed on the way, in no part of the path, unless links are to be followed; then the real
path is settled first and must lie in the root. Key material, what is too large, and what is no regular
file is never read. The one door for a build, an update, and whoever looks whether a file has changed.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from xray_graph.closing import Closing
from xray_graph.config import WalkSettings
from xray_graph.model import Diagnostic, Skip, SkipReason, SourceFile
from xray_graph.report import Reporter
from xray_graph.walk.decoding import HEAD, decoded
from xray_graph.walk.detect import is_lfs_pointer, look
from xray_graph.walk.links import inside
from xray_graph.walk.names import by_name
from xray_graph.walk.paths import shown, spellings

_NO_LINK: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)
_FILE: Final = _NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_FOLDER: Final = _NO_LINK | getattr(os, "O_DIRECTORY", 0)
_DEEP: Final = 64  # folders that are kept open at most
# How the system says that there is a link: at the end of the path, or on the way.
_LINK_ERRORS: Final = frozenset({errno.ELOOP, errno.EMLINK, errno.ENOTDIR})
_BY_DESCRIPTOR: Final = os.open in os.supports_dir_fd


class Text(msgspec.Struct, frozen=True, gc=False):
    """One file, read.

    `file` is what was asked for, with the language and attributes that its bytes gave it. `data` is the
    stored text, UTF-8 but for what a `lossy-decode` diagnostic tells of; b"" when there is a `skip`, and
    when no language was found: then nobody reads it, and only its head was looked at.
    """

    file: SourceFile
    data: bytes = b""
    diagnostics: tuple[Diagnostic, ...] = ()
    skip: Skip | None = None


class Reader(Closing):
    """Reads files below one root. Keeps the folders on the way open: files in path order read fastest."""

    def __init__(self, root: Path, settings: WalkSettings) -> None:
        self._root = os.fsencode(root).rstrip(b"/") or b"/"
        self._settings = settings
        self._names: list[bytes] = []  # of the folders that are open, from the root down
        self._descriptors: list[int] = []  # that of the root, then theirs

    def close(self) -> None:
        """Let go of the folders that are open. The reader may be used again."""
        self._leave(0)

    def read(self, file: SourceFile) -> Text:
        """The text of a file. Never raises for what a file is or does: then there is a `skip`."""
        if not file.has_content:
            return Text(file, skip=_without_content(file))
        try:
            raw = self._bytes(file.path, None if file.language else HEAD)
            if isinstance(raw, Skip):
                return _left_out(file, raw)
            text = refined(file, raw)
            if not file.language and not text.skip:
                if text.file.language and len(raw) == HEAD:  # a script
                    raw = self._bytes(file.path, None)
                    return _left_out(file, raw) if isinstance(raw, Skip) else refined(file, raw)
                if not text.file.language:
                    return Text(text.file)
        except OSError as error:
            return Text(file, skip=_unreadable(file.path, error))
        return text

    def _bytes(self, path: str, most: int | None) -> bytes | Skip:
        """The bytes of a file, at most so many, by the first of its spellings that exists.

        Raises:
            OSError: there is none, or it cannot be read.
        """
        *first, last = spellings(path)
        for name in first:
            try:
                return self._named(name, path, most)
            except FileNotFoundError:
                continue
        return self._named(last, path, most)

    def _named(self, name: bytes, path: str, most: int | None) -> bytes | Skip:
        if b"\0" in name or name.startswith(b"/") or b".." in name.split(b"/"):
            return Skip(path, SkipReason.OUTSIDE, "no path below the root")
        try:
            descriptor = self._open(name)
        except OSError as error:
            if error.errno not in _LINK_ERRORS or not self._settings.follow_symlinks:
                raise
            real = inside(os.path.realpath(self._root), os.path.realpath(self._root + b"/" + name))
            if real is None:
                return Skip(path, SkipReason.OUTSIDE, "a link that leaves the root")
            if b".git" in real.split(b"/") or "secret" in by_name(shown(real.rpartition(b"/")[2]))[1]:
                return Skip(path, SkipReason.SECRET, "a link to what is not read")
            descriptor = self._open(real)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                return Skip(path, SkipReason.UNREADABLE, "no regular file")
            limit = self._settings.max_file_bytes
            if status.st_size > limit:
                return Skip(path, SkipReason.TOO_LARGE, f"{status.st_size} bytes, more than {limit}")
            return _first(descriptor, status.st_size if most is None else min(most, status.st_size))
        finally:
            os.close(descriptor)

    def _open(self, name: bytes) -> int:
        """A descriptor of the file, reached without a link."""
        if not _BY_DESCRIPTOR:
            return self._open_by_path(name)
        *folders, last = name.split(b"/")
        if len(folders) > _DEEP:
            return self._open_deep(folders, last)
        common = 0
        for ours, wanted in zip(self._names, folders, strict=False):
            if ours != wanted:
                break
            common += 1
        self._leave(common + 1)
        if not self._descriptors:
            self._descriptors.append(os.open(self._root, os.O_RDONLY))
        for folder in folders[common:]:
            self._descriptors.append(os.open(folder, _FOLDER, dir_fd=self._descriptors[-1]))
            self._names.append(folder)
        return os.open(last, _FILE, dir_fd=self._descriptors[-1])

    def _leave(self, keep: int) -> None:
        """Close all but the first `keep` descriptors."""
        while len(self._descriptors) > keep:
            os.close(self._descriptors.pop())
        del self._names[max(keep - 1, 0) :]

    def _open_deep(self, folders: list[bytes], last: bytes) -> int:
        """As `_open`, keeping no folder open on the way."""
        descriptor = os.open(self._root, os.O_RDONLY)
        try:
            for folder in folders:
                below = os.open(folder, _FOLDER, dir_fd=descriptor)
                os.close(descriptor)
                descriptor = below
            return os.open(last, _FILE, dir_fd=descriptor)
        finally:
            os.close(descriptor)

    def _open_by_path(self, name: bytes) -> int:
        """As `_open`, where the system has no descriptors of folders: checked, then opened."""
        path = self._root + b"/" + name
        if os.path.realpath(path) != os.path.realpath(self._root) + b"/" + name:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        return os.open(path, _FILE)


def read_files(
    root: Path, files: Iterable[SourceFile], settings: WalkSettings, report: Reporter
) -> Iterator[Text]:
    """Read the files of a walk in turn. Every file comes back; what was found wrong is reported.

    Files that `walk` has reported already (`has_content` is False) are passed on without a word.
    """
    with Reader(root, settings) as reader:
        for file in files:
            if not file.has_content:
                yield Text(file, skip=_without_content(file))
                continue
            text = reader.read(file)
            if text.skip:
                report.skip(text.skip)
            for diagnostic in text.diagnostics:
                report.diagnostic(file.path, diagnostic)
            yield text


def refined(file: SourceFile, raw: bytes) -> Text:
    """The text of a file whose bytes are at hand, with what they say about it."""
    if is_lfs_pointer(raw):
        return _left_out(file, Skip(file.path, SkipReason.LFS_POINTER, "its content is not checked out"))
    result = decoded(raw)
    if isinstance(result, SkipReason):
        detail = "" if result is SkipReason.BINARY else "its byte order mark does not hold"
        return _left_out(file, Skip(file.path, result, detail))
    seen = look(file.path, file.language, result.data)
    for attribute, reason in (("secret", SkipReason.SECRET), ("minified", SkipReason.MINIFIED)):
        if attribute in seen.attributes:
            return _left_out(file, Skip(file.path, reason), seen.language, seen.attributes)
    attributes = _joined(file.attributes, seen.attributes)
    if attributes != file.attributes or seen.language != file.language:
        file = SourceFile(file.path, seen.language, file.size, attributes)
    return Text(file, result.data, result.diagnostics)


def _left_out(
    file: SourceFile, skip: Skip, language: str | None = None, attributes: tuple[str, ...] = ()
) -> Text:
    """A file that keeps its node, and why it has no more than that."""
    marks = attributes or ((skip.reason.value,) if skip.reason in _MARKED else ())
    language = file.language if language is None else language
    return Text(
        SourceFile(file.path, language, file.size, _joined(file.attributes, marks)),
        skip=skip,
    )


# Reasons that are at the same time an attribute of the file.
_MARKED: Final = {
    SkipReason.BINARY, SkipReason.SECRET, SkipReason.TOO_LARGE, SkipReason.MINIFIED, SkipReason.LFS_POINTER,
}  # fmt: skip


def _without_content(file: SourceFile) -> Skip:
    """Why a file that is known by its attributes alone has no content."""
    reason = next(one for one in sorted(_MARKED) if one.value in file.attributes)
    return Skip(file.path, reason)


def _joined(attributes: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({*attributes, *more})) if more else attributes


def _unreadable(path: str, error: OSError) -> Skip:
    detail = error.strerror or str(error)
    if error.errno == errno.ENAMETOOLONG:
        detail += f": the path has {len(path)} characters"
    elif error.errno in _LINK_ERRORS:
        return Skip(path, SkipReason.SYMLINK, "reached only through a link")
    return Skip(path, SkipReason.UNREADABLE, detail)


def _first(descriptor: int, size: int) -> bytes:
    """The first `size` bytes of an open file; less when it was cut meanwhile."""
    data = os.read(descriptor, size)
    while len(data) < size and (more := os.read(descriptor, size - len(data))):
        data += more
    return data
