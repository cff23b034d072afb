"""The vector index: the nodes nearest to a question, by cosine: exactly, in two steps, or by a graph index.

First the leading dimensions of all rows are compared, then all dimensions of the best fiftieth; the
leading dimensions of a Matryoshka-trained model are a coarse vector of their own, so the two steps find
what one over everything would (see benchmarks/vectors). A small map, or a filter that leaves few
nodes, is compared whole, so a filter never starves a search. Where the map holds a graph index, that one
takes the first step.

Made when a map is loaded, over the columns of its snapshot; asked by `retrieve`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.index.columns import AT_ONCE, VectorColumns, leading_rows
from xray_graph.index.hnsw import Hnsw

F32 = npt.NDArray[np.float32]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]

PREFIX: Final = 128  # dimensions of the first step
WHOLE: Final = 4096  # rows up to which all dimensions are compared at once
_SHARE: Final = 50  # one row of so many reaches the second step,
_AT_LEAST: Final = 400  # but no fewer than these,
_TIMES: Final = 8  # or so many times what was asked for
_CANDIDATES: Final = 1600  # rows that the graph index gives, to be compared whole
_STARVED: Final = 4  # a filter that leaves less than one row in so many is answered without it


class VectorIndex:
    """The vectors of one map. Immutable."""

    def __init__(self, vectors: VectorColumns, graph: Hnsw | None = None) -> None:
        """`graph` is over the same vectors, or nearly (see `index.hnsw`)."""
        self._vectors = vectors
        self.graph = graph
        self.ids = vectors.ids
        self._rows = vectors.rows
        self._scale = vectors.scale

    @property
    def dims(self) -> int:
        return int(self._rows.shape[1])

    def search(self, query: F32, k: int, factors: F32 | None = None) -> tuple[I32, F32]:
        """The `k` nodes nearest to a unit vector, nearest first, and their scores.

        The score is the cosine, times the node's factor (`factors` has one a node); a node whose factor
        is 0 and one with a cosine of 0 or less is left out. Ties go to the lower id.
        """
        weights = None if factors is None else factors[self.ids]
        some = None if weights is None else np.flatnonzero(weights > 0)
        found = self._by_graph(query, k, len(self.ids) if some is None else len(some))
        if found is not None:
            some = found
        elif len(self.ids) > WHOLE and (some is None or len(some) > WHOLE):
            scores = _products(self._leading, _unit(query[:PREFIX]))
            if weights is not None:
                scores *= weights
            count = max(len(scores) // _SHARE, _AT_LEAST, _TIMES * k)
            some = np.sort(np.argpartition(-scores, count)[:count]) if count < len(scores) else None
        scores = self._cosines(query, some)
        if weights is not None:
            scores *= weights if some is None else weights[some]
        ids = self.ids if some is None else self.ids[some]
        order = np.lexsort((ids, -scores))[:k]
        order = order[scores[order] > 0]
        return ids[order], scores[order]

    def _by_graph(self, query: F32, k: int, chosen: int) -> I64 | None:
        """The rows to compare whole, by the graph index and beside it; None when it is not to be used.

        `chosen` is how many rows the filter leaves.
        """
        if self.graph is None or chosen <= WHOLE or chosen * _STARVED < len(self.ids):
            return None
        count = max(_CANDIDATES, _TIMES * k) * len(self.ids) // chosen
        found = self.graph.nearest(query, count)
        return None if found is None else np.union1d(found, self.graph.beside)

    def cosines(self, query: F32, nodes: I32) -> F32:
        """The cosine of each node with a unit vector; 0 for a node without a vector."""
        scores = np.zeros(len(nodes), np.float32)
        at = np.searchsorted(self.ids, nodes)
        held = np.flatnonzero(self.ids[np.minimum(at, len(self.ids) - 1)] == nodes)
        scores[held] = self._cosines(query, at[held])
        return scores

    def _cosines(self, query: F32, some: npt.NDArray[np.int64] | None) -> F32:
        rows = self._rows if some is None else self._rows[some]
        scale = self._scale if some is None else self._scale[some]
        scores = np.empty(len(rows), np.float32)
        for at in range(0, len(rows), AT_ONCE):
            part = slice(at, at + AT_ONCE)
            scores[part] = _products(rows[part].astype(np.float32), query) * scale[part]
        return scores

    @cached_property
    def _leading(self) -> F32:
        """The leading dimensions as unit rows, made at the first search that needs them."""
        return leading_rows(self._vectors, PREFIX)


def _products(rows: F32, vector: F32) -> F32:
    """The product of each row with the vector, in this thread alone.

    The linear algebra library would wake its own threads for it, in every thread that answers, and they
    would wait for each other longer than the product takes.
    """
    products: F32 = np.einsum("ij,j->i", rows, vector)
    return products


def _unit(vector: F32) -> F32:
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length else vector
