"""Everything that can be checked of a snapshot: each digest, each index, each invariant of the graph.

Opening a map checks what it reads; this reads all of it. Called by `xray graph verify`, and by a
server that was told to trust nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from xray_graph.errors import FormatError
from xray_graph.graph import Graph
from xray_graph.index import WordIndex, links
from xray_graph.snapshot import header as header_member
from xray_graph.snapshot import layout
from xray_graph.snapshot.arrays import Column
from xray_graph.snapshot.layout import Header, damaged
from xray_graph.snapshot.map import StoredParts, described, open_blob
from xray_graph.snapshot.place import Blob
from xray_graph.snapshot.sources import Sources
from xray_graph.snapshot.store import Store

if TYPE_CHECKING:
    from xray_graph.snapshot.seal import Keys


def verify(path: Path | str, keys: Keys | None = None, *, max_bytes: int = layout.MAX_MAP) -> Header:
    """Check the whole of a snapshot; the header of one that holds.

    `keys` open a sealed one; those of the environment when None. `max_bytes` as for read_header.

    Raises:
        NotFoundError: no such file, or one that cannot be read.
        SealError: the file is sealed and no key opens it, or its seal is damaged.
        FormatError: what does not hold first, with the file and the section.
    """
    with open_blob(path, keys, max_bytes=max_bytes) as blob:
        return verify_blob(blob, max_bytes)


def verify_blob(blob: Blob, max_bytes: int = layout.MAX_MAP) -> Header:
    """The same of plain bytes, wherever they are."""
    header = header_member.decode(blob, max_bytes)
    store = Store(blob, header)
    parts = StoredParts(store)
    for section in header.sections:
        if section.name not in layout.KNOWN:
            store.raw(section.name)  # of a later program: nothing of it is used, and it is whole
    _ = parts.names
    _ = parts.columns.texts  # to whom they belong, and their digest
    _check_graph(store.where, parts.graph)
    _check_lists(store.where, parts.graph)
    _check_sources(store, parts.sources, parts.graph)
    if (parts.vectors is None) != (not header.about.fingerprint):
        raise damaged(store.where, "vectors and fingerprint go together", layout.VECTORS)
    if parts.words is not None:
        _check_words(store.where, parts.graph, parts.words)
    if parts.hnsw is not None:
        _check_links(store.where, parts.hnsw)
    if described(parts) != header.about:
        raise damaged(store.where, "the header counts what is not there")
    return header


def _check_graph(where: str, graph: Graph) -> None:
    for broken in graph.lint():
        section = layout.EDGES if broken.rule in ("edge", "site", "contains") else layout.NODES
        raise damaged(where, f"{broken.where}: {broken.detail} ({broken.rule})", section)


def _check_lists(where: str, graph: Graph) -> None:
    """The lists that columns point into hold distinct values, in order, each of which is used."""
    names, nodes, edges = graph.columns.names, graph.nodes, graph.edges
    columns = (
        (layout.STRINGS, "paths", names.paths, nodes.path),
        (layout.STRINGS, "languages", names.languages, nodes.language),
        (layout.STRINGS, "attribute_words", names.attribute_words, names.attribute_sets.items),
        (layout.EDGES, "details", edges.details, edges.detail),
    )
    for section, name, values, used in columns:
        _check_used(where, section, name, used, len(values))
        if any(True for _ in values.repeats()):
            raise damaged(where, f"`{name}` holds a value twice", section)
    _check_used(where, layout.STRINGS, "attribute_sets", nodes.attributes, len(names.attribute_sets))
    if names.attribute_sets.has_repeats():
        raise damaged(where, "`attribute_sets` holds a value twice", layout.STRINGS)


def _check_used(where: str, section: str, name: str, used: npt.NDArray[np.int32], size: int) -> None:
    held = np.zeros(size, dtype=bool)
    held[used] = True
    if not held.all():
        raise damaged(where, f"`{name}` holds what nothing has", section)


def _check_words(where: str, graph: Graph, words: Mapping[str, Column]) -> None:
    try:
        WordIndex.from_columns(graph, words)
    except FormatError as error:
        raise damaged(where, error.message, layout.WORDS) from error


def _check_links(where: str, columns: Mapping[str, Column]) -> None:
    try:
        links.check(columns)
    except FormatError as error:
        raise damaged(where, error.message, layout.HNSW) from error


def _check_sources(store: Store, sources: Sources, graph: Graph) -> None:
    whole = hashlib.sha256()
    for k in range(sources.chunk_count):
        whole.update(sources.chunk(k))
    if whole.digest() != store.entry(layout.SOURCES).sha256:
        raise damaged(store.where, "its digest does not match", layout.SOURCES)
    sizes = sources.sizes()
    if len(sizes) and bool((graph.nodes.end > sizes[graph.path_ids]).any()):
        i = int(np.flatnonzero(graph.nodes.end > sizes[graph.path_ids])[0])
        raise damaged(store.where, f"{graph.name(i)} ends behind its file's text", layout.NODES)
