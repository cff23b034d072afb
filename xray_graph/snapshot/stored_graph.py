"""A graph's columns ↔ the sections `strings`, `nodes`, `edges` and `texts`.

What is read is checked against everything it points into, so that nothing behind this module can
index out of bounds. Each section is read on first use. Called by `write` and `map`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.errors import FormatError
from xray_graph.graph import EdgeColumns, NameColumns, NodeColumns, StringColumn, TextColumns
from xray_graph.graph.columns import Choices, Columns, sealed
from xray_graph.model import EDGE_KINDS, EVIDENCE, NODE_KINDS
from xray_graph.snapshot import arrays, layout
from xray_graph.snapshot.arrays import Arrays
from xray_graph.snapshot.store import Store

# The codes in `nodes` and `edges` are positions in these lists, which are stored with them: a
# program whose lists have grown still reads an older map.
_LISTS: Final = {"node_kinds": NODE_KINDS, "edge_kinds": EDGE_KINDS, "evidence": EVIDENCE}


def pack(columns: Columns) -> dict[str, bytes]:
    """Section name → raw bytes."""
    nodes, names, edges, texts = columns.nodes, columns.names, columns.edges, columns.texts
    sets = names.attribute_sets
    return {
        layout.STRINGS: arrays.pack(
            {
                "paths": names.paths,
                "symbols": names.symbols,
                "languages": names.languages,
                "attribute_words": names.attribute_words,
                "attribute_sets.lengths": np.diff(sets.offsets).astype(np.uint32),
                "attribute_sets": sets.items,
                **{name: StringColumn.of(values) for name, values in _LISTS.items()},
            }
        ),
        layout.NODES: arrays.pack(
            {
                "kind": nodes.kind,
                "language": nodes.language,
                "path": nodes.path,
                "attributes": nodes.attributes,
                "line": nodes.line,
                "end_line": nodes.end_line,
                "name_line": nodes.name_line,
                "start": nodes.start,
                "end": nodes.end,
            }
        ),
        layout.EDGES: arrays.pack(
            {
                "source": edges.source,
                "target": edges.target,
                "kind": edges.kind,
                "evidence": edges.evidence,
                "line": edges.line,
                "dynamic": edges.dynamic,
                "detail": edges.detail,
                "details": edges.details,
            }
        ),
        layout.TEXTS: arrays.pack({"signatures": texts.signatures, "docs": texts.docs}),
    }


class StoredColumns:
    """The columns of a graph in a snapshot, each group read on first use."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @cached_property
    def _strings(self) -> Arrays:
        return self._store.arrays(layout.STRINGS)

    @cached_property
    def names(self) -> NameColumns:
        read = self._strings
        symbols = read.strings("symbols")
        # Lists are of distinct values that some node has, so none is longer than there are nodes.
        most = max(len(symbols), 1)
        words = read.strings("attribute_words", most=len(read.take("attribute_sets", np.int32)))
        lengths = read.take("attribute_sets.lengths", np.uint32)
        if len(lengths) > most:
            raise read.error(f"has {len(lengths)} sets of attributes for {len(symbols)} nodes")
        members = read.indices("attribute_sets", int(lengths.sum(dtype=np.int64)), len(words))
        return NameColumns(
            paths=read.strings("paths", most=most),
            symbols=symbols,
            languages=read.strings("languages", most=most),
            attribute_words=words,
            attribute_sets=Choices(members, lengths),
        )

    @cached_property
    def nodes(self) -> NodeColumns:
        read = self._store.arrays(layout.NODES)
        names = self.names
        size = len(names.symbols)
        path = read.indices("path", size, len(names.paths))
        if bool((path[1:] < path[:-1]).any()):
            raise read.error("column `path` does not ascend")
        start, end = _counts(read, "start", size), _counts(read, "end", size)
        if bool((end < start).any()):
            raise read.error("a span ends before it begins")
        return NodeColumns(
            kind=self._coded(read, "kind", size, "node_kinds"),
            language=read.indices("language", size, len(names.languages)),
            path=path,
            attributes=read.indices("attributes", size, len(names.attribute_sets)),
            line=_counts(read, "line", size),
            end_line=_counts(read, "end_line", size),
            name_line=_counts(read, "name_line", size),
            start=start,
            end=end,
        )

    @cached_property
    def edges(self) -> EdgeColumns:
        read = self._store.arrays(layout.EDGES)
        nodes = len(self.names.symbols)
        source = read.indices("source", None, nodes)
        size = len(source)
        if bool((source[1:] < source[:-1]).any()):
            raise read.error("column `source` does not ascend")
        details = read.strings("details", most=size + 1)
        return EdgeColumns(
            source=source,
            target=read.indices("target", size, nodes),
            kind=self._coded(read, "kind", size, "edge_kinds"),
            evidence=self._coded(read, "evidence", size, "evidence"),
            line=_counts(read, "line", size),
            dynamic=read.codes("dynamic", size, 2),
            detail=read.indices("detail", size, len(details)),
            details=details,
        )

    @cached_property
    def texts(self) -> TextColumns:
        read = self._store.arrays(layout.TEXTS)
        size = len(self.names.symbols)
        return TextColumns(signatures=read.strings("signatures", size), docs=read.strings("docs", size))

    def _coded(self, read: Arrays, name: str, size: int, of: str) -> npt.NDArray[np.uint8]:
        """A column of codes, translated from the file's list to ours."""
        ours = [str(value) for value in _LISTS[of]]
        theirs = self._strings.strings(of, most=256).tolist()
        codes = read.codes(name, size, len(theirs))
        if theirs == ours:
            return codes
        used = np.unique(codes).tolist()
        unknown = [theirs[code] for code in used if theirs[code] not in ours]
        if unknown:
            raise FormatError(
                f"the map holds the kind or evidence {unknown[0]!r}, which this program does not know",
                where=self._store.where,
                hint="upgrade xray-graph, or build the map with this version",
            )
        translation = np.zeros(256, dtype=np.uint8)
        translation[used] = [ours.index(theirs[code]) for code in used]
        return sealed(translation[codes])


def _counts(read: Arrays, name: str, size: int) -> npt.NDArray[np.int32]:
    return read.indices(name, size, 1 << 31)
