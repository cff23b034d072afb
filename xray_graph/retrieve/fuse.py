"""Two ranked lists made one.

The channels' scores are scaled by the best of each and added, words before vectors: a convex
combination, which keeps by how much one node is better than the next (Bruch, Gai, Ingber, "An Analysis
of Fusion Functions for Hybrid Retrieval", 2023). Reciprocal ranks with k = 60 throw that away, and cost
a seventh of the right answers where one channel is much the better one, as words are while the vectors
come from a table; benchmarks/search prints both. Used by `retrieve.search` alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

F32 = npt.NDArray[np.float32]
I32 = npt.NDArray[np.int32]
Ranked = tuple[I32, F32]  # ids, best first, and their scores

VECTOR_WEIGHT: Final = 0.5  # against 1 for words
RECIPROCAL: Final = 60


def combined(words: Ranked, vectors: Ranked) -> Ranked:
    """Every node of either list, best first, with a score between 0 and 1. Ties go to the lower id.

    A channel that found nothing leaves the other's order as it is.
    """
    parts = [
        (ranked, weight) for ranked, weight in ((words, 1.0), (vectors, VECTOR_WEIGHT)) if len(ranked[0])
    ]
    total = sum(weight for _, weight in parts)
    return _added([(ids, scores / scores.max() * (weight / total)) for (ids, scores), weight in parts])


def reciprocal(words: Ranked, vectors: Ranked) -> Ranked:
    """The same by reciprocal ranks, to compare with (Cormack, Clarke, Büttcher 2009)."""
    lists = [ids for ids, _ in (words, vectors)]
    return _added([(ids, 1.0 / (RECIPROCAL + np.arange(1, len(ids) + 1))) for ids in lists if len(ids)])


def _added(parts: list[tuple[I32, npt.NDArray[np.floating]]]) -> Ranked:
    if not parts:
        return np.zeros(0, np.int32), np.zeros(0, np.float32)
    ids, place = np.unique(np.concatenate([ids for ids, _ in parts]), return_inverse=True)
    scores = np.bincount(place, weights=np.concatenate([scores for _, scores in parts]))
    order = np.lexsort((ids, -scores))
    return ids[order].astype(np.int32), scores[order].astype(np.float32)
