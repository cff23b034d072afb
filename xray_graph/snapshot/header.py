"""The header: the first member of a snapshot, which can be read without the rest.

Its gzip header carries an extra field with the format's version and the sizes of what follows, so
that a reader knows a snapshot, and a newer one, before it inflates a byte. Written by `write`, read
by `read_header`; `docs` of every byte are in `snapshots/FORMAT.md`.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from xray_graph.errors import FormatError, SealError
from xray_graph.snapshot import member
from xray_graph.snapshot.layout import (
    DERIVED,
    MAX_HEADER,
    MAX_MAP,
    MAX_NUMBER,
    MAX_RATIO,
    MAX_SECTION,
    MAX_SOURCES,
    OLDEST,
    REBUILD,
    REQUIRED,
    SOURCES,
    VERSION,
    About,
    Header,
    Section,
    Table,
    damaged,
    needed,
)
from xray_graph.snapshot.place import Blob, FileBlob

if TYPE_CHECKING:
    from xray_graph.snapshot.seal import Keys

_FIRST: Final = 16 << 10  # read at once: nearly every header is shorter
_GZIP_EXTRA: Final = b"\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff\x14\x00XG\x10\x00"
_FIELDS: Final = struct.Struct("<HHIII")  # version, 0, bytes of this member, of About, of Table
_PREFIX: Final = len(_GZIP_EXTRA) + _FIELDS.size
_SEALED: Final = (b"age-encryption.org/", b"-----BEGIN AGE ")
_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")


class CutError(FormatError):
    """Fewer bytes than the header says."""


def encode(about: About, sections: Sequence[Section]) -> tuple[bytes, Header]:
    """The header's member, and the header as a reader will see it."""
    first = _ENCODER.encode(about)
    digest = content_digest(first, sections)
    second = _ENCODER.encode(Table(tuple(sections), digest))
    raw = first + second
    if len(raw) > MAX_HEADER:
        raise ValueError(f"a header of {len(raw)} bytes is larger than any reader takes")
    msgspec.msgpack.decode(first, type=About)  # what no reader takes is not written
    deflated = member.deflate(raw)
    size = _PREFIX + len(deflated) + 8
    fields = _FIELDS.pack(VERSION, 0, size, len(first), len(second))
    stored = _GZIP_EXTRA + fields + deflated + member.trailer(raw)
    return stored, Header(about, tuple(sections), digest, size, VERSION)


def content_digest(about: bytes, sections: Sequence[Section]) -> bytes:
    """SHA-256 over the first half of the header and over what each section holds.

    Sections that can be made again from the others are left out, and so is how bytes were stored:
    two files with one digest are the same map.
    """
    digest = hashlib.sha256(about)
    for s in sections:
        if s.name not in DERIVED:
            digest.update(f"\n{s.name} {s.raw} {s.sha256.hex()}".encode())
    return digest.digest()


def read_header(path: Path | str, keys: Keys | None = None, *, max_bytes: int = MAX_MAP) -> Header:
    """The header of a snapshot, from its first kilobytes; of a sealed one no more is decrypted.

    Args:
        path: the file.
        keys: for a sealed file; those of the environment when None.
        max_bytes: the largest map that is taken, by `layout.needed`.

    Raises:
        NotFoundError: no such file, or one that cannot be read.
        SealError: the file is sealed and no key opens it.
        FormatError: not a snapshot, a newer format, too large, or damaged.
    """
    with FileBlob(path) as blob:
        if not is_sealed(blob):
            return decode(blob, max_bytes)
    from xray_graph.snapshot import seal

    return decode_sealed(path, seal.read_keys() if keys is None else keys, max_bytes)


def decode_sealed(path: Path | str, keys: Keys, max_bytes: int = MAX_MAP) -> Header:
    """Read and check the header of a sealed file, decrypted no further. Raises as `read_header`."""
    from xray_graph.snapshot import seal

    try:
        return decode(seal.header_part(path, keys), max_bytes)
    except CutError as error:  # its seal is broken too, behind what was decrypted
        raise SealError(f"it is cut ({error.message})", where=error.where, hint=seal.AGAIN) from error


def is_sealed(blob: Blob) -> bool:
    """Whether a file is one that age has sealed."""
    return blob.read(0, min(len(_SEALED[0]), blob.size)).startswith(_SEALED)


def decode(blob: Blob, max_bytes: int = MAX_MAP) -> Header:
    """Read and check the header at the start of `blob`."""
    where = blob.where
    data = blob.read(0, min(_FIRST, blob.size))
    if data.startswith(_SEALED):
        raise SealError("the snapshot is sealed twice", where=where, hint="unseal it first")
    if not data.startswith(_GZIP_EXTRA) or len(data) < _PREFIX:
        hint = "a map is built with `xray graph build`"
        raise FormatError("this is not a snapshot", where=where, hint=hint)
    version, zero, stored, first, second = _FIELDS.unpack_from(data, len(_GZIP_EXTRA))
    if version > VERSION:
        raise FormatError(
            f"the snapshot has format {version}, and this program reads formats up to {VERSION}",
            where=where,
            hint="upgrade xray-graph, or build the map with this version",
        )
    if version < OLDEST:
        raise FormatError(
            "the snapshot was made by a pre-release of xray-graph",
            where=where,
            hint="build the map again with `xray graph build`",
        )
    if zero or stored > blob.size or stored < _PREFIX or max(stored, first, second) > MAX_HEADER:
        raise damaged(where, "the header's sizes cannot be")
    if stored > len(data):
        data += blob.read(len(data), stored - len(data))
    try:
        raw = bytes(member.inflate((data[:stored],), first + second, prefix=_GZIP_EXTRA))
        about = msgspec.msgpack.decode(raw[:first], type=About)
        table = msgspec.msgpack.decode(raw[first:], type=Table)
    except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        raise damaged(where, f"the header cannot be read ({error})") from error
    _check(where, blob.size - stored, about, table)
    if needed(table.sections) > max_bytes:
        raise FormatError(
            f"the map takes {needed(table.sections)} bytes, and at most {max_bytes} are taken",
            where=where,
            hint="give more with --max-map-bytes, where you trust it",
        )
    if content_digest(raw[:first], table.sections) != table.content_digest:
        raise damaged(where, "the content digest does not match")
    return Header(about, table.sections, table.content_digest, stored, version)


def _check(where: str, body: int, about: About, table: Table) -> None:
    """Sections fill the file exactly, one after the other, and claim no size that cannot be."""
    if not about.label or "/" in about.label or not about.label.isprintable():
        raise damaged(where, "the label is empty or holds a character that no label has")
    if about.dims > 1 << 16 or len(about.summary.vector) not in (0, 4 * about.dims):
        raise damaged(where, "the summary vector does not have the declared dimensions")
    vector = struct.iter_unpack("<f", about.summary.vector)
    if not all(abs(number) < MAX_NUMBER for (number,) in vector):  # also false for what is no number
        raise damaged(where, "the summary vector holds a value that no vector has")
    names = [s.name for s in table.sections]
    if len(set(names)) < len(names):
        raise damaged(where, "a section is there twice")
    for name in REQUIRED:
        if name not in names:
            raise damaged(where, "is missing", name)
    end = 0
    for s in table.sections:
        if s.codec != "gzip":
            raise damaged(where, f"has the unknown codec {s.codec!r}", s.name)
        if s.offset != end:
            raise damaged(where, "does not begin where the one before ends", s.name)
        end += s.stored
        if s.raw > (MAX_SOURCES if s.name == SOURCES else MAX_SECTION) or s.raw > s.stored * MAX_RATIO:
            raise damaged(where, f"claims {s.raw} bytes, more than it can hold", s.name)
    told = f"{body} bytes of sections, {end} declared"
    if end > body:
        raise CutError(f"the file is cut: {told}", where=where, hint=REBUILD)
    if end < body:
        raise damaged(where, f"the file has bytes behind its end: {told}")


def inspect(path: Path | str, keys: Keys | None = None, *, max_bytes: int = MAX_MAP) -> dict[str, Any]:
    """What the header says, as values that JSON has. Reads only the first kilobytes.

    Of a sealed file that no key of the environment opens it is told that it is sealed, to whom as far as
    the seal says, and how large it is.

    Raises:
        NotFoundError, FormatError: as `read_header`.
        SealError: the seal is damaged, or keys were given and none opens it.
    """
    with FileBlob(path) as blob:
        told: dict[str, Any] = {"file": str(path), "file_bytes": blob.size, "sealed": is_sealed(blob)}
        header = None if told["sealed"] else decode(blob, max_bytes)
    if header is None:
        from xray_graph.snapshot import seal

        head = seal.look(path)
        told |= {
            "recipients": list(head.recipients),
            "armored": head.armored,
            "plain_bytes": head.plain_bytes,
        }
        try:
            header = read_header(path, keys, max_bytes=max_bytes)
        except seal.NoKeyError:
            if keys is not None:
                raise
            return told
    about: dict[str, Any] = msgspec.to_builtins(header.about)
    about["summary"] = {
        "text": header.about.summary.text,
        "source": header.about.summary.source,
        "dims": len(header.about.summary.vector) // 4,
        "words": header.about.summary.words,
    }
    return {
        **told,
        "header_bytes": header.size,
        "format": header.version,
        "content_digest": header.content_digest.hex(),
        **about,
        "sections": [
            {
                "name": s.name,
                "codec": s.codec,
                "offset": header.size + s.offset,
                "stored": s.stored,
                "raw": s.raw,
                "sha256": s.sha256.hex(),
            }
            for s in header.sections
        ],
    }
