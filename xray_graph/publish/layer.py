"""One map as one layer: a tar with `maps/<name>.graph.gz`, in gzip's clothes.

The layer depends on the file's bytes and name alone: no time, no owner, no builder. A snapshot is
compressed already, so the gzip stream holds stored blocks only, written here: then the digest does not
hang on a version of zlib, and publishing costs two hashes. (A layer without gzip would do for most
runtimes, but tools that copy images compress such layers, and the digest would change.)
"""

from __future__ import annotations

import hashlib
import struct
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from xray_graph.publish.descriptor import LAYER_GZIP, Descriptor
from xray_graph.snapshot.place import FileBlob

FOLDER: Final = "maps"

_BLOCK: Final = 512  # of tar
_STORED: Final = 65535  # the longest stored block of deflate
_GZIP_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class Layer:
    """A map that can be read as a layer, from the file that was open when it was made."""

    def __init__(self, blob: FileBlob, name: str, annotations: dict[str, str]) -> None:
        """Reads the file once, for the digests.

        Raises:
            FormatError: it cannot be read to its end.
        """
        self.name = name
        self._blob = blob
        raw, stored = hashlib.sha256(), hashlib.sha256()
        size = 0
        for piece in _gzip(_hashed(self._tar(), raw)):
            stored.update(piece)
            size += len(piece)
        self.diff_id = f"sha256:{raw.hexdigest()}"
        self.descriptor = Descriptor(
            LAYER_GZIP, f"sha256:{stored.hexdigest()}", size, annotations=annotations
        )

    def pieces(self) -> Iterator[bytes]:
        """The layer's bytes, in order; again and again."""
        return _gzip(self._tar())

    def file_digest(self) -> str:
        """The digest of the map's file itself. Reads it once more."""
        digest = hashlib.sha256()
        for piece in self._blob.pieces():
            digest.update(piece)
        return f"sha256:{digest.hexdigest()}"

    def close(self) -> None:
        """Let go of the file."""
        self._blob.close()

    def _tar(self) -> Iterator[bytes]:
        yield _entry(FOLDER, tarfile.DIRTYPE, 0o755, 0)
        yield _entry(f"{FOLDER}/{self.name}", tarfile.REGTYPE, 0o644, self._blob.size)
        yield from self._blob.pieces()
        yield bytes(-self._blob.size % _BLOCK + 2 * _BLOCK)


def _entry(name: str, kind: bytes, mode: int, size: int) -> bytes:
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode, entry.size = kind, mode, size
    return entry.tobuf(tarfile.PAX_FORMAT)


def _hashed(pieces: Iterable[bytes], digest: hashlib._Hash) -> Iterator[bytes]:
    for piece in pieces:
        digest.update(piece)
        yield piece


def _gzip(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """A gzip stream (RFC 1952) of stored blocks (RFC 1951, 3.2.4), about a megabyte a piece."""
    yield _GZIP_HEAD
    crc = size = 0
    left = bytearray()
    for piece in pieces:
        crc = zlib.crc32(piece, crc)
        size += len(piece)
        left += piece
        full = len(left) // _STORED
        if full:
            yield b"".join(_stored(left[i * _STORED : (i + 1) * _STORED]) for i in range(full))
            del left[: full * _STORED]
    yield _stored(left, last=True) + struct.pack("<II", crc, size & 0xFFFFFFFF)


def _stored(data: bytes | bytearray, *, last: bool = False) -> bytes:
    return struct.pack("<BHH", last, len(data), len(data) ^ 0xFFFF) + data
