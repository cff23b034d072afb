"""A map: everything one snapshot holds, in memory or read from its file as it is asked for.

`open_map` reads the header; each section is read, bounded and checked when something first needs it,
so that routing inflates nothing and a search inflates no sources. A map that was just built is the
same type over values in memory. Immutable; readers never lock. Used by `retrieve`, `route`, `serve`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from xray_graph.closing import Closing
from xray_graph.graph import Graph
from xray_graph.index import DeclaredNames, VectorColumns, WordIndex
from xray_graph.model import NodeKind
from xray_graph.snapshot import header as header_member
from xray_graph.snapshot import layout
from xray_graph.snapshot.arrays import Arrays, Column
from xray_graph.snapshot.layout import About, Header
from xray_graph.snapshot.names import names_of, stored_names
from xray_graph.snapshot.place import Blob, FileBlob
from xray_graph.snapshot.sources import Sources
from xray_graph.snapshot.store import Store
from xray_graph.snapshot.stored_graph import StoredColumns

if TYPE_CHECKING:
    from xray_graph.snapshot.seal import Keys

_FOLDERS: Final = (NodeKind.REPOSITORY, NodeKind.PACKAGE)


@dataclass(frozen=True, slots=True)
class StoredVectors:
    """VectorColumns as they come out of a file, checked."""

    ids: npt.NDArray[np.int32]
    rows: npt.NDArray[np.int8]
    scale: npt.NDArray[np.float32]


class Parts(Protocol):
    """What a map consists of."""

    @property
    def about(self) -> About: ...
    @property
    def graph(self) -> Graph: ...
    @property
    def sources(self) -> Mapping[str, bytes]: ...  # path → stored text; only paths of the graph
    @property
    def vectors(self) -> VectorColumns | None: ...
    @property
    def words(self) -> Mapping[str, Column] | None: ...  # the word index's columns
    @property
    def hnsw(self) -> Mapping[str, Column] | None: ...  # the columns of the graph index
    @property
    def word_index(self) -> WordIndex | None: ...  # when it is in memory already


@dataclass(frozen=True, slots=True)
class MapParts:
    """Parts in memory: what a build hands over."""

    about: About
    graph: Graph
    sources: Mapping[str, bytes]
    vectors: VectorColumns | None = None
    words: Mapping[str, Column] | None = None
    hnsw: Mapping[str, Column] | None = None
    word_index: WordIndex | None = None


class Map(Closing):
    """One map, open for reading. Also Parts, so that it can be written again."""

    def __init__(
        self, header: Header, parts: Parts, blob: Blob | None = None, room: int | None = None
    ) -> None:
        """`room`: bytes of memory that it may take besides what it needs; None where nobody counts."""
        self.header = header
        self.room = room
        self._parts = parts
        self._blob = blob

    @classmethod
    def of(cls, parts: Parts) -> Map:
        """A map in memory; its header has no sections and no digest."""
        return cls(Header(described(parts)), parts)

    @property
    def label(self) -> str:
        return self.header.about.label

    @property
    def where(self) -> str:
        """The file that it is read from, for messages; empty for a map in memory."""
        return "" if self._blob is None else self._blob.where

    @property
    def about(self) -> About:
        return self.header.about

    @property
    def graph(self) -> Graph:
        return self._parts.graph

    @property
    def sources(self) -> Mapping[str, bytes]:
        return self._parts.sources

    @property
    def vectors(self) -> VectorColumns | None:
        return self._parts.vectors

    @property
    def words(self) -> Mapping[str, Column] | None:
        return self._parts.words

    @property
    def hnsw(self) -> Mapping[str, Column] | None:
        return self._parts.hnsw

    @property
    def word_index(self) -> WordIndex | None:
        """The index of `words`, when it is in memory already."""
        return self._parts.word_index

    @cached_property
    def names(self) -> DeclaredNames | None:
        """The names that it declares; None for a snapshot that holds none of them.

        Raises:
            FormatError: the snapshot is damaged.
        """
        return self._parts.names if isinstance(self._parts, StoredParts) else names_of(self.graph)

    def source(self, path: str) -> bytes:
        """The stored text of a file; empty when none is stored (binary, secret, too large).

        Raises:
            FormatError: the snapshot is damaged.
        """
        return self.sources.get(path, b"")

    def body(self, i: int) -> str:
        """The text of node `i`: its span of the source, undecodable bytes replaced.

        Raises:
            FormatError: the snapshot is damaged.
        """
        path, (start, end) = self.graph.path(i), self.graph.span(i)
        if path not in self.sources:
            return ""
        sources = self.sources
        data = sources.part(path, start, end) if isinstance(sources, Sources) else sources[path][start:end]
        return data.decode("utf-8", "replace")

    def close(self) -> None:
        """Let go of the file. What was read stays; what was not can no longer be."""
        if self._blob is not None:
            self._blob.close()

    def __repr__(self) -> str:
        return f"Map({self.label!r})"


class StoredParts:
    """Parts of a snapshot, each read on first use."""

    word_index = None

    def __init__(self, store: Store) -> None:
        self.store = store
        self.about = store.header.about
        self.columns = StoredColumns(store)
        self.graph = Graph(self.about.label, self.columns)

    @cached_property
    def sources(self) -> Sources:
        return Sources(self.store, self.columns.names.paths)

    @cached_property
    def vectors(self) -> StoredVectors | None:
        if not self.store.has(layout.VECTORS):
            return None
        return _vectors(self.store.arrays(layout.VECTORS), len(self.columns.nodes), self.about.dims)

    @cached_property
    def words(self) -> Mapping[str, Column] | None:
        if not self.store.has(layout.WORDS):
            return None
        return self.store.arrays(layout.WORDS).columns

    @cached_property
    def names(self) -> DeclaredNames | None:
        return stored_names(self.store)

    @cached_property
    def hnsw(self) -> Mapping[str, Column] | None:
        return self.store.arrays(layout.HNSW).columns if self.store.has(layout.HNSW) else None


def _vectors(read: Arrays, nodes: int, dims: int) -> StoredVectors:
    ids = read.indices("ids", None, nodes)
    if bool((ids[1:] <= ids[:-1]).any()):
        raise read.error("column `ids` does not ascend")
    scale = read.take("scale", np.float32, len(ids)).view(np.float32)
    if not bool((np.abs(scale) < layout.MAX_NUMBER).all()):  # also false for what is no number
        raise read.error("column `scale` holds a value that no vector has")
    rows = read.columns.get("rows")
    if not isinstance(rows, np.ndarray) or rows.dtype != np.int8 or rows.shape != (len(ids), dims):
        raise read.error(f"has no row of {dims} numbers for each vector")
    return StoredVectors(ids, rows.view(np.int8), scale)


def open_map(path: Path | str, keys: Keys | None = None, *, max_bytes: int = layout.MAX_MAP) -> Map:
    """Open a snapshot. Reads the header; the rest is read when it is asked for.

    A sealed one is decrypted as a whole into an unlinked private file, and checked, first. Close the
    map, or use it as a context manager; a reader keeps its file also when another is written under
    the name. `keys` open sealed files; those of the environment when None. `max_bytes` as for read_header.

    Raises:
        NotFoundError: no such file, or one that cannot be read.
        SealError: the file is sealed and no key opens it, or its seal is damaged.
        FormatError: not a snapshot, a newer format, or damaged. Also later, from whatever first
            reads a damaged section.
    """
    blob = open_blob(path, keys, max_bytes=max_bytes)
    try:
        return read_map(blob, max_bytes)
    except BaseException:
        blob.close()
        raise


def open_blob(path: Path | str, keys: Keys | None = None, *, max_bytes: int = layout.MAX_MAP) -> FileBlob:
    """The plain bytes of a snapshot, sealed or not. Raises as `open_map`.

    Of a sealed one, the header is checked before the rest is decrypted.
    """
    blob = FileBlob(path)
    try:
        if not header_member.is_sealed(blob):
            return blob
    except BaseException:
        blob.close()
        raise
    blob.close()
    from xray_graph.snapshot import seal

    keys = seal.read_keys() if keys is None else keys
    header_member.decode_sealed(path, keys, max_bytes)
    return seal.unseal(path, keys)


def read_map(blob: Blob, max_bytes: int = layout.MAX_MAP) -> Map:
    """The map in `blob`, which it keeps."""
    header = header_member.decode(blob, max_bytes)
    room = 2 * (max_bytes - layout.needed(header.sections))
    return Map(header, StoredParts(Store(blob, header)), blob, room)


def described(parts: Parts) -> About:
    """The parts' own description, with all that can be counted filled in."""
    graph, sources = parts.graph, parts.sources
    files = (graph.symbols.lengths == 0) & ~graph.with_kind(*_FOLDERS)
    tally = np.bincount(graph.nodes.language[files], minlength=len(graph.columns.names.languages))
    languages = zip(graph.columns.names.languages, tally.tolist(), strict=True)
    return msgspec.structs.replace(
        parts.about,
        label=graph.label,
        nodes=graph.counts(),
        edges=graph.edge_counts(),
        languages={language: n for language, n in languages if language and n},
        source_bytes=sources.total if isinstance(sources, Sources) else sum(map(len, sources.values())),
        dims=parts.about.dims if parts.vectors is None else parts.vectors.rows.shape[1],
    )
