"""The section `names`: which names a map declares, for choosing among many maps that are closed.

It lies right behind the header, so that of a sealed file the beginning is enough. What is read is bounded
before a byte of it is. Used by `map`, `write` and, through `opening`, by `route`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from xray_graph.errors import FormatError
from xray_graph.graph import Graph
from xray_graph.graph.names import declared
from xray_graph.index import DeclaredNames
from xray_graph.index.declared import MOST
from xray_graph.snapshot import header as header_member
from xray_graph.snapshot import layout
from xray_graph.snapshot.place import FileBlob
from xray_graph.snapshot.store import Store

if TYPE_CHECKING:
    from xray_graph.snapshot.seal import Keys


def names_of(graph: Graph) -> DeclaredNames | None:
    """The names that a graph declares; None where there are more than a snapshot holds."""
    names = declared(graph)
    return DeclaredNames.of(names) if len(names) <= MOST else None


def stored_names(store: Store) -> DeclaredNames | None:
    """Those of a snapshot; None when it holds none, as one of an earlier program.

    Raises:
        FormatError: the section is damaged, or larger than any is.
    """
    if not store.has(layout.NAMES):
        return None
    if store.entry(layout.NAMES).raw > layout.MAX_NAMES:
        raise layout.damaged(store.where, "is larger than any is", layout.NAMES)
    columns = store.arrays(layout.NAMES).columns
    try:
        return DeclaredNames.from_columns(columns)
    except FormatError as error:
        raise layout.damaged(store.where, error.message, layout.NAMES) from error


def read_names(
    path: Path | str, keys: Keys | None = None, *, max_bytes: int = layout.MAX_MAP
) -> DeclaredNames | None:
    """The names that the map in a file declares, where the file tells. Reads the file's beginning.

    Raises: as `open_map`.
    """
    with FileBlob(path) as blob:
        if not header_member.is_sealed(blob):
            return stored_names(Store(blob, header_member.decode(blob, max_bytes)))
    from xray_graph.snapshot import seal

    keys = seal.read_keys() if keys is None else keys
    header = header_member.decode_sealed(path, keys, max_bytes)
    entry = header.section(layout.NAMES)
    if entry is None or (end := header.size + entry.offset + entry.stored) > layout.MAX_NAMES:
        return None
    return stored_names(Store(seal.header_part(path, keys, end), header))
