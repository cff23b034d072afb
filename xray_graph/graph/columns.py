"""The arrays a graph is made of, in the four groups that are stored and loaded apart.

Made by `graph.builder` (in memory) and `snapshot.read` (lazily, from a file); read by `graph.graph`.
Every array is read-only. Positions are bytes, lines count from 1 (0: none), ids are positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from xray_graph.graph.strings import StringColumn

_Array = TypeVar("_Array", bound=npt.NDArray[np.generic])
U8 = npt.NDArray[np.uint8]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class NodeColumns:
    """One row a node, in the graph's order (see `builder`). All arrays have the same length."""

    kind: U8  # index into model.NODE_KINDS
    language: I32  # index into NameColumns.languages
    path: I32  # index into NameColumns.paths, ascending
    attributes: I32  # index of the node's set in NameColumns.attribute_sets
    line: I32
    end_line: I32
    name_line: I32
    start: I32  # first byte of the span in the file's stored text
    end: I32  # the byte behind the span

    def __len__(self) -> int:
        return len(self.kind)


@dataclass(frozen=True, slots=True)
class NameColumns:
    """What a node is called, and the tables that NodeColumns points into."""

    paths: StringColumn  # distinct, in order
    symbols: StringColumn  # one a node
    languages: StringColumn  # distinct, in order
    attribute_words: StringColumn  # distinct, in order
    attribute_sets: tuple[tuple[int, ...], ...]  # distinct; each an ordered choice of words


@dataclass(frozen=True, slots=True)
class TextColumns:
    """The longer strings, one a node: only replies that show them load them."""

    signatures: StringColumn
    docs: StringColumn


@dataclass(frozen=True, slots=True)
class EdgeColumns:
    """One row an edge, ordered by source, kind, line, target. All arrays have the same length."""

    source: I32  # node
    target: I32  # node
    kind: U8  # index into model.EDGE_KINDS
    evidence: U8  # index into model.EVIDENCE
    line: I32
    dynamic: U8  # 0 or 1
    detail: I32  # index into `details`
    details: StringColumn  # distinct, in order

    def __len__(self) -> int:
        return len(self.source)


class Columns(Protocol):
    """The four groups. A reader may make each on first use."""

    @property
    def nodes(self) -> NodeColumns: ...
    @property
    def names(self) -> NameColumns: ...
    @property
    def texts(self) -> TextColumns: ...
    @property
    def edges(self) -> EdgeColumns: ...


@dataclass(frozen=True, slots=True)
class LoadedColumns:
    """Columns that are all in memory."""

    nodes: NodeColumns
    names: NameColumns
    texts: TextColumns
    edges: EdgeColumns


def sealed(array: _Array) -> _Array:
    """The same array, read-only from now on."""
    array.flags.writeable = False
    return array
