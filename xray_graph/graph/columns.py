"""The arrays a graph is made of, in the four groups that are stored and loaded apart.

Made by `graph.builder` (in memory) and `snapshot.read` (lazily, from a file); read by `graph.graph`.
Every array is read-only. Positions are bytes, lines count from 1 (0: none), ids are positions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar, overload

import numpy as np
import numpy.typing as npt

from xray_graph.graph.strings import StringColumn, each

_Array = TypeVar("_Array", bound=npt.NDArray[np.generic])
_Numbers = TypeVar("_Numbers", bound=npt.NDArray[np.integer])
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


class Choices(Sequence[tuple[int, ...]]):
    """Lists of numbers, as two arrays: list `k` is `items[offsets[k]:offsets[k + 1]]`."""

    __slots__ = ("items", "offsets")

    def __init__(self, items: I32, lengths: npt.NDArray[np.integer]) -> None:
        """The lists one after the other, and the length of each; these add up."""
        self.items = items
        self.offsets = np.zeros(len(lengths) + 1, np.int64)
        np.cumsum(lengths, out=self.offsets[1:])

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]]) -> Self:
        items = [number for each in lists for number in each]
        return cls(np.array(items, np.int32), np.fromiter(map(len, lists), np.int64, len(lists)))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, k: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[tuple[int, ...], ...]: ...
    def __getitem__(self, k: int | slice) -> tuple[int, ...] | tuple[tuple[int, ...], ...]:
        if isinstance(k, slice):
            return tuple(self[i] for i in range(*k.indices(len(self))))
        if not 0 <= k < len(self):
            raise IndexError(f"list {k} of {len(self)}")
        return tuple(self._of(k).tolist())

    def named(self, words: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """The lists with each number as the word that it stands for."""
        return tuple(tuple(map(words.__getitem__, each(self._of(k)))) for k in range(len(self)))

    def has_repeats(self) -> bool:
        """Whether two of the lists are the same."""
        seen = {hashlib.sha256(self._of(k).tobytes()).digest() for k in range(len(self))}
        return len(seen) < len(self)

    def _of(self, k: int) -> I32:
        return self.items[self.offsets[k] : self.offsets[k + 1]]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Choices):
            return NotImplemented
        return np.array_equal(self.items, other.items) and np.array_equal(self.offsets, other.offsets)

    __hash__ = None  # type: ignore[assignment]  # compared by content

    def __repr__(self) -> str:
        return repr(list(self))


@dataclass(frozen=True, slots=True)
class NameColumns:
    """What a node is called, and the tables that NodeColumns points into."""

    paths: StringColumn  # distinct, in order
    symbols: StringColumn  # one a node
    languages: StringColumn  # distinct, in order
    attribute_words: StringColumn  # distinct, in order
    attribute_sets: Choices  # distinct; each an ordered choice of words


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


def distinct(numbers: _Numbers) -> _Numbers:
    """Each number once, ascending. By sorting: `numpy.unique` goes by a table,
    forty times as slow for 300,000 numbers.
    """
    ordered = np.sort(numbers)
    first = np.ones(len(ordered), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    chosen: _Numbers = ordered[first]  # type: ignore[assignment]  # of the same kind
    return chosen


def sealed(array: _Array) -> _Array:
    """The same array, read-only from now on."""
    array.flags.writeable = False
    return array
