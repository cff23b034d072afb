"""A layer → the maps in it. Everything in a layer is hostile until it is taken.

A small reader of our own: the tarfile of supported Pythons takes memory as a header declares and can
loop for ever on one. Here a stream is read once, forwards: sizes are bounded before a byte is held, a
header means one thing or is refused, and only what is taken is handed on. What lies outside `/maps`
belongs to the rest of an image and is passed over.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from xray_graph.errors import ImageError
from xray_graph.publish.descriptor import TAMPERED, Descriptor
from xray_graph.publish.image import is_map_name
from xray_graph.publish.layer import FOLDER

_BLOCK: Final = 512
_INFLATED: Final = 1 << 20  # bytes at a time
_LONGEST_RECORD: Final = 1 << 20  # of names and pax headers
_MAGIC: Final = b"ustar\x00"
_REGULAR: Final = b"0\x00" + b"7"
_DIRECTORY: Final = b"5"
_MOST_MEMBERS: Final = 100_000
_LINKS: Final = b"123456"  # links, devices, folders, pipes: they have no content


class Member(NamedTuple):
    """One entry: its path below the root, its kind, its content while the stream stands there."""

    parts: tuple[str, ...]
    kind: bytes
    pieces: Iterator[bytes]

    @property
    def is_map(self) -> bool:
        """A plain file that may be a map."""
        return self.kind in _REGULAR and len(self.parts) == 2 and is_map_name(self.parts[1])

    @property
    def is_other_file(self) -> bool:
        """A plain file beside the maps, and no mark that takes one away."""
        return self.kind in _REGULAR and len(self.parts) > 1 and not self.parts[-1].startswith(".wh.")


def checked(pieces: Iterable[bytes], blob: Descriptor, where: str) -> Iterator[bytes]:
    """The pieces of a blob, to the end of which digest and size must be right.

    Raises:
        ImageError: they are not; told as soon as it is sure.
    """
    digest, size = hashlib.sha256(), 0
    for piece in pieces:
        size += len(piece)
        if size > blob.size:
            break
        digest.update(piece)
        yield piece
    if size != blob.size or f"sha256:{digest.hexdigest()}" != blob.digest:
        what = (
            f"of {blob.size} bytes" if size == blob.size else f"has not the {blob.size} bytes that it should"
        )
        raise ImageError(f"the blob {blob.digest} ({what}) is damaged", where=where, hint=TAMPERED)


class Unpacker:
    """The members of a layer below `/maps`, and what was passed over."""

    def __init__(self, pieces: Iterable[bytes], *, gzip: bool, limit: int, where: str) -> None:
        """Takes the layer's bytes as they come; it inflates to `limit` bytes at most."""
        self.passed = 0  # plain files in /maps that are no maps
        self._digest = hashlib.sha256()
        self._size = 0
        self._limit = limit
        self._where = where
        self._raw = self._counted(_inflated(pieces, where) if gzip else iter(pieces))
        self._left = b""

    @property
    def diff_id(self) -> str:
        """The digest of what was read, which is the whole after `maps` has ended."""
        return f"sha256:{self._digest.hexdigest()}"

    def maps(self) -> Iterator[tuple[str, Iterator[bytes]]]:
        """(name, content) of each map, in order; content that is not taken is passed over.

        Raises:
            ImageError: the layer is no tar, is larger than it may be, or holds what no layer of maps does.
        """
        for count, member in enumerate(self._members()):
            if count >= _MOST_MEMBERS:
                raise self._refused(f"it has more than {_MOST_MEMBERS} entries")
            if member.parts[:1] == (FOLDER,):
                if member.is_map:
                    yield member.parts[1], member.pieces
                elif member.is_other_file:
                    self.passed += 1
                elif member.kind != _DIRECTORY:
                    name = "/".join(member.parts)[:100]
                    raise self._refused(f"{name!r} is a link, a device or a mark, and no file")
            for _ in member.pieces:
                pass
        for _ in self._raw:  # a digest is over all of it
            pass

    def _members(self) -> Iterator[Member]:
        name, size = "", -1  # as a header before says, for the next entry
        while (block := self._exactly(_BLOCK)).strip(b"\0"):
            header = self._header(block)
            if header.kind in (b"x", b"g", b"L", b"K"):
                if header.size > _LONGEST_RECORD:
                    raise self._refused("a name is longer than any name")
                text = self._exactly(header.size)
                self._skip(-header.size % _BLOCK)
                if header.kind == b"x":
                    told = self._records(text)
                    name = told.get("path", name)
                    size = self._number(told["size"]) if "size" in told else size
                elif header.kind == b"L":
                    name = text.rstrip(b"\0").decode("utf-8", "surrogateescape")
                continue
            length = header.size if size < 0 else size
            if length and header.kind in _LINKS:
                raise self._refused("an entry without content has a size")
            if header.kind not in _REGULAR + _LINKS:
                raise self._refused(f"an entry has the unknown kind {header.kind!r}")
            pieces = self._content(length)
            yield Member(self._path(name or header.name), header.kind, pieces)
            name, size = "", -1

    class _Header(NamedTuple):
        name: str
        kind: bytes
        size: int

    def _header(self, block: bytes) -> _Header:
        told = self._octal(block[148:156])
        if told != sum(block) - sum(block[148:156]) + 8 * 0x20:
            raise self._refused("it is no tar, or a damaged one")
        name = block[:100].partition(b"\0")[0]
        prefix = block[345:500].partition(b"\0")[0] if block[257:263] == _MAGIC else b""
        whole = prefix + b"/" + name if prefix else name
        return self._Header(
            whole.decode("utf-8", "surrogateescape"), block[156:157], self._size_of(block[124:136])
        )

    def _size_of(self, field: bytes) -> int:
        if field[0] & 0x80:  # base 256, for what octal cannot say
            if field[0] != 0x80:
                raise self._refused("an entry has a negative size")
            return int.from_bytes(field[1:], "big")
        return self._octal(field)

    def _octal(self, field: bytes) -> int:
        text = field.strip(b" \0")
        if text.translate(None, b"01234567"):
            raise self._refused("it is no tar, or a damaged one")
        return int(text or b"0", 8)

    def _records(self, text: bytes) -> dict[str, str]:
        """The records of a pax header, `length key=value` and a line feed each."""
        told: dict[str, str] = {}
        while text:
            digits, space, _ = text[:16].partition(b" ")
            if not space or not digits.isdigit() or not len(digits) + 2 < int(digits) <= len(text):
                raise self._refused("a pax header is damaged")
            record, text = text[len(digits) + 1 : int(digits)], text[int(digits) :]
            key, equals, value = record.partition(b"=")
            if not equals or not record.endswith(b"\n") or key.startswith(b"GNU.sparse"):
                raise self._refused("a pax header is damaged, or of a sparse file")
            told[key.decode("utf-8", "replace")] = value[:-1].decode("utf-8", "surrogateescape")
        return told

    def _number(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20):
            raise self._refused("an entry has a size that is no number")
        return int(text)

    def _path(self, name: str) -> tuple[str, ...]:
        parts = tuple(part for part in name.split("/") if part not in ("", "."))
        if ".." in parts or "\0" in name:
            raise self._refused(f"{name[:100]!r} leads out of the image")
        return parts

    def _content(self, size: int) -> Iterator[bytes]:
        """The next `size` bytes, and past them to the next block; bounded with the whole layer."""
        if size > self._limit:
            raise self._too_large()
        left = size
        while left:
            piece = self._left or next(self._raw, b"")
            if not piece:
                raise self._refused("it ends too early")
            self._left = piece[left:]
            yield piece[:left]
            left -= min(left, len(piece))
        self._skip(-size % _BLOCK)

    def _skip(self, size: int) -> None:
        self._exactly(size)

    def _exactly(self, size: int) -> bytes:
        held = [self._left[:size]]
        self._left, size = self._left[size:], size - len(held[0])
        while size:
            piece = next(self._raw, b"")
            if not piece:
                raise self._refused("it ends too early")
            held.append(piece[:size])
            self._left, size = piece[size:], size - len(held[-1])
        return b"".join(held)

    def _counted(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            self._size += len(piece)
            if self._size > self._limit:
                raise self._too_large()
            self._digest.update(piece)
            if piece:
                yield piece

    def _too_large(self) -> ImageError:
        return ImageError(
            f"a layer holds more than {self._limit} bytes",
            where=self._where,
            hint="--max-bytes raises the limit",
        )

    def _refused(self, what: str) -> ImageError:
        return ImageError(f"a layer is refused: {what}", where=self._where)


def _inflated(pieces: Iterable[bytes], where: str) -> Iterator[bytes]:
    """What a gzip stream of one member or several holds, a megabyte at a time."""
    inflate = zlib.decompressobj(31)
    for piece in pieces:
        data = piece
        while data:
            if inflate.eof:
                inflate = zlib.decompressobj(31)
            if raw := _inflate(inflate, data, where):
                yield raw
            data = inflate.unused_data if inflate.eof else inflate.unconsumed_tail
    while not inflate.eof:
        raw = _inflate(inflate, b"", where)  # what was held back by the limit of the last call
        if not raw:
            raise ImageError("a layer ends too early", where=where)
        yield raw


def _inflate(inflate: zlib._Decompress, data: bytes, where: str) -> bytes:
    try:
        return inflate.decompress(data, _INFLATED)
    except zlib.error as error:
        raise ImageError(f"a layer is no gzip, or a damaged one ({error})", where=where) from error
