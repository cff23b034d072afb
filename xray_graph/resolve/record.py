"""What resolving found and rests on, as one value that outlives the process.

    Record.of(resolved, facts) ─▶ packed ─▶ unpacked ─▶ resolved_from(record, facts, configs)

With the facts of the same files it gives a Resolved that a change can be applied to, as if it had worked
all of that out itself. Derived answers are not in it: they are worked out when something asks again. Pure;
where it is kept is `update.resuming`'s.
"""

from __future__ import annotations

import functools
import hashlib
import zlib
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from xray_graph.model import Edge, Node, PackedFacts
from xray_graph.resolve.incremental import Resolved
from xray_graph.resolve.project import FileEdges, Turn
from xray_graph.resolve.world import Key

LARGEST: Final = 1 << 28  # bytes of an unpacked record; a larger one is not worth its reading
_LEVEL: Final = 1  # of compression: most of it is names that repeat
_PACKAGE: Final = Path(__file__).resolve().parent.parent


class FileRecord(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One file: fields of FileEdges, and its reads by part as 32-bit numbers of keys."""

    path: str
    nodes: list[Node]
    edges: list[Edge]
    turns: list[Turn]
    unresolved: dict[str, dict[str, int]]
    resolved_calls: int
    calls: dict[int, int]
    marks: tuple[str, ...]
    notes: dict[str, list[str]]
    outside: dict[str, str]
    made: dict[str, Node]
    linked: dict[str, str]
    failure: str
    reads: dict[int, bytes]


class Record(msgspec.Struct, frozen=True, array_like=True):
    """One repository."""

    paths: list[str]  # of the whole set
    facts: dict[str, bytes]  # path -> what its facts are found by
    configs: dict[str, bytes]  # path of a configuration file -> digest
    keys: list[Key]  # by number
    files: list[FileRecord]
    derivers: dict[int, list[int]]  # key -> keys of the answers that rest on it


_FIELDS: Final = tuple(name for name in FileRecord.__struct_fields__ if name not in ("path", "reads"))
_DECODER: Final = msgspec.msgpack.Decoder(Record)


@functools.cache
def version() -> bytes:
    """A digest of all that decides what resolving finds in given facts."""
    digest = hashlib.blake2b(digest_size=20)
    for path in sorted(
        [_PACKAGE / "model.py", *(_PACKAGE / "graph").glob("*.py"), *(_PACKAGE / "resolve").rglob("*.py")]
    ):
        data = path.read_bytes()
        digest.update(f"{path.parent.name}/{path.name}:{len(data)}\n".encode())
        digest.update(data)
    return digest.digest()


def record_of(
    resolved: Resolved, paths: Iterable[str], facts: Mapping[str, bytes], configs: Mapping[str, bytes]
) -> Record:
    """The record of a repository that was resolved whole, before the graph takes its nodes and edges."""
    files = [
        FileRecord(
            path=path,
            reads={part: read.tobytes() for part, read in resolved.reads[path].items()},
            **{name: getattr(one, name) for name in _FIELDS},
        )
        for path, one in resolved.edges.items()
    ]
    derivers = {key: sorted(found) for key, found in resolved.derivers.items()}
    digests = {path: digest_of(data) for path, data in configs.items()}
    return Record(list(paths), dict(facts), digests, list(resolved.keys), files, derivers)


def resolved_from(record: Record, facts: Mapping[str, PackedFacts], configs: Mapping[str, bytes]) -> Resolved:
    """What `record` was made of. `facts` are those of then; `configs` may be those of now."""
    resolved = Resolved(live=True)
    reads = {one.path: {part: _numbers(data) for part, data in one.reads.items()} for one in record.files}
    edges = {
        one.path: FileEdges(one.path, **{name: getattr(one, name) for name in _FIELDS})
        for one in record.files
    }
    derivers = {key: set(found) for key, found in record.derivers.items()}
    resolved.resume(record.paths, facts, configs, edges, record.keys, reads, derivers)
    return resolved


def packed(record: Record) -> bytes | None:
    """As bytes; None when it is too large."""
    data = msgspec.msgpack.encode(record)
    return zlib.compress(data, _LEVEL) if len(data) <= LARGEST else None


def unpacked(data: bytes) -> Record | None:
    """From bytes; None when they are no record."""
    try:
        stream = zlib.decompressobj()
        return _DECODER.decode(stream.decompress(data, LARGEST))
    except (zlib.error, msgspec.MsgspecError):
        return None


def digest_of(data: bytes) -> bytes:
    """Of a configuration file."""
    return hashlib.blake2b(data, digest_size=16).digest()


def _numbers(data: bytes) -> array[int]:
    found = array("i")
    found.frombytes(data)
    return found
