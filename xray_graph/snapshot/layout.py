"""The values of a snapshot's header, and the limits a reader keeps. `snapshots/FORMAT.md` is the law.

    version  since       what changed
    0        unreleased  drafts, each a little different: none is read
    1        0.1.0       the first that is frozen: its golden files are read by every later program

Used by every module of this folder. Nothing here reads or writes.
"""

from __future__ import annotations

import hashlib
import os
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from xray_graph.errors import FormatError, UsageError

VERSION: Final = 1
OLDEST: Final = 1  # that is read
REBUILD: Final = "build the map again, or fetch the file again"

# A reader allocates nothing before it has compared the declared size with these.
MAX_HEADER: Final = 4 << 20
MAX_SECTION: Final = 1 << 30
MAX_NAMES: Final = 8 << 20  # of a section that is read of closed maps
MAX_SOURCES: Final = 16 << 30  # inflated a chunk at a time
MAX_MAP: Final = 4 << 30  # of `needed` by a map, unless a reader is told another figure
MAX_NUMBER: Final = 1e9  # in a vector, or its scale: sums of products stay finite
MAX_SECTIONS: Final = 64
MAX_RATIO: Final = 1032  # the best that deflate can do, so a small file cannot claim to be a large one

CHUNK: Final = 256 << 10  # raw bytes of one member of `sources`

# Sections, in the order in which they are written: what is read without opening the map comes first, so
# that of a sealed file the beginning is enough. The last can be made again from the others, so the content
# digest leaves it out; `names` could be too, but readers that do not know it count it in.
NAMES: Final = "names"
STRINGS: Final = "strings"
NODES: Final = "nodes"
EDGES: Final = "edges"
TEXTS: Final = "texts"
FILES: Final = "files"
SOURCES: Final = "sources"
VECTORS: Final = "vectors"
WORDS: Final = "words"
HNSW: Final = "hnsw"
REQUIRED: Final = (STRINGS, NODES, EDGES, TEXTS, FILES, SOURCES)
KNOWN: Final = (NAMES, *REQUIRED, VECTORS, WORDS, HNSW)
DERIVED: Final = frozenset({HNSW})
_LIKENESS: Final = frozenset({STRINGS, NODES, EDGES, FILES, SOURCES})  # texts tell the label

# Half of what a byte of a section takes when it is read, verified and asked, at the worst that can be made of
# it (see tests/snapshot/crafted), and a tenth more, because what an allocator keeps differs by machine. Texts
# are read a part at a time, a graph index is laid out if room is left.
_TIMES: Final = {
    NAMES: 2.25,
    STRINGS: 11.0,
    NODES: 2.75,
    EDGES: 3.25,
    TEXTS: 4.5,
    FILES: 2.25,
    SOURCES: 0.0,
    VECTORS: 5.25,
    WORDS: 5.5,
    HNSW: 2.0,
}

_Count = Annotated[int, Meta(ge=0, le=1 << 62)]
_Word = Annotated[str, Meta(min_length=1, max_length=64)]
_Words = Annotated[dict[_Word, Annotated[int, Meta(ge=0, le=255)]], Meta(max_length=1024)]
# Seconds since the epoch, in years of four digits: what can be written as a date.
_FIRST: Final = -62_135_596_800
_LAST: Final = 253_402_300_799
_Time = Annotated[int, Meta(ge=_FIRST, le=_LAST)]
_Digest = Annotated[bytes, Meta(min_length=32, max_length=32)]


class StoredRepository(msgspec.Struct, frozen=True):
    """Where a map came from. No path of the building machine."""

    name: str
    commit: str = ""
    branch: str = ""
    dirty: bool = False
    commit_time: _Time = 0


class Summary(msgspec.Struct, frozen=True):
    """What routing compares a question with."""

    text: str = ""
    source: str = ""  # "description", "readme" or "symbols"
    vector: bytes = b""  # float32, little-endian; empty without an embedder
    words: _Words = {}  # characteristic word → -8 log2 of the share of nodes that hold it


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What the header tells. The writer fills in the counts from the graph and the sources."""

    label: str
    repositories: tuple[StoredRepository, ...] = ()
    created: _Time = 0  # of the commit, or SOURCE_DATE_EPOCH; never the clock's
    tool: str = ""  # program and version
    grammars: dict[
        str, str
    ] = {}  # language → version of its grammar; "" where its files were not read, as in a static build
    platform: str = "linux/amd64"  # for which build constraints were decided
    fingerprint: str = ""  # of the embedder; empty without vectors
    dims: _Count = 0  # numbers a vector; 0 without vectors
    summary: Summary = Summary()
    files: dict[str, _Count] = {}  # outcome ("complete", "partial", "skipped") → files
    resolution: dict[str, dict[str, _Count]] = {}  # language → outcome of a call site → sites
    nodes: dict[str, _Count] = {}  # kind → nodes
    edges: dict[str, _Count] = {}  # kind → edges
    languages: dict[str, _Count] = {}  # language → files
    source_bytes: _Count = 0  # of stored text


class Section(msgspec.Struct, frozen=True):
    """Where one section lies, and what it must be."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    codec: str  # "gzip"
    offset: _Count  # of its first byte, from the end of the header's member
    stored: _Count  # bytes in the file
    raw: _Count  # bytes after inflation
    sha256: _Digest  # of the raw bytes


class Table(msgspec.Struct, frozen=True):
    """The second half of the header."""

    sections: Annotated[tuple[Section, ...], Meta(max_length=MAX_SECTIONS)]
    content_digest: _Digest


def needed(sections: tuple[Section, ...]) -> int:
    """What a map of these takes: no more than twice as many bytes of memory are ever used for it."""
    return int(sum(section.raw * _TIMES.get(section.name, 1.0) for section in sections))


class Header(msgspec.Struct, frozen=True):
    """All that can be known of a snapshot from its first kilobytes."""

    about: About
    sections: tuple[Section, ...] = ()
    content_digest: bytes = b""  # SHA-256; empty for a map that was never written
    size: int = 0  # bytes of the header's member: where the sections begin
    version: int = VERSION  # of the format

    def section(self, name: str) -> Section | None:
        """The entry of one section."""
        return next((s for s in self.sections if s.name == name), None)

    @property
    def likeness(self) -> bytes:
        """A digest of what is mapped, with no part in the label or the vectors; empty without sections.

        Equal ones are of the same files, nodes and edges.
        """
        own = [s for s in self.sections if s.name in _LIKENESS]
        return hashlib.sha256(b"".join(s.sha256 for s in own)).digest() if len(own) == len(_LIKENESS) else b""


def dated(seconds: int) -> int:
    """The nearest time that a map can hold: a commit may say anything."""
    return min(max(seconds, _FIRST), _LAST)


def source_date() -> int | None:
    """What SOURCE_DATE_EPOCH says, in seconds; None where it says nothing.

    Raises:
        UsageError: it is no number of seconds.
    """
    told = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        return dated(int(told)) if told else None
    except ValueError as error:
        hint = "give seconds since 1970, or leave it out"
        raise UsageError(f"{told!r} is no number of seconds", where="SOURCE_DATE_EPOCH", hint=hint) from error


def damaged(where: str, what: str, section: str = "") -> FormatError:
    """A FormatError that names the file and the section."""
    message = f"section `{section}` is damaged: {what}" if section else f"damaged snapshot: {what}"
    return FormatError(message, where=where, hint=REBUILD)
