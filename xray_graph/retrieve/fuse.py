"""The channels made one list.

What one channel found is scored by all. A channel's scores are divided by its best and added, words before
vectors before names that the question mentions: a convex combination, which keeps by how much one node is
better than the next (Bruch, Gai, Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", 2023).
Reciprocal ranks with k = 60 throw that away, which costs a tenth of the right answers where one channel is
much the better one, as words are while the vectors come from a table; benchmarks/search prints both. Used by
`retrieve.search`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

F32 = npt.NDArray[np.float32]
I32 = npt.NDArray[np.int32]
Scores = npt.NDArray[np.floating[Any]]

VECTOR_WEIGHT: Final = 0.3  # against 1 for words
# In what is said as a question: it says in words of its own what is meant (benchmarks/search/described.py).
ASKED_WEIGHT: Final = 1.0
NAME_WEIGHT: Final = 0.225  # of being named within the question


def combined(
    ids: I32, words: Scores, vectors: Scores, names: Scores, vector_weight: float = VECTOR_WEIGHT
) -> tuple[I32, F32]:
    """The candidates, best first, with scores between 0 and 1. Ties go to the lower id.

    `words`, `vectors` and `names` hold each candidate's score in the channel, 0 where it has none. A channel
    that has nothing to say of any leaves the others' order as it is.
    """
    channels = [
        (scores, weight)
        for scores, weight in ((words, 1.0), (vectors, vector_weight), (names, NAME_WEIGHT))
        if (scores > 0).any()
    ]
    total = sum(weight for _, weight in channels)
    added = np.zeros(len(ids))
    for scores, weight in channels:
        added += np.maximum(scores, 0) / scores.max() * (weight / total)
    order = np.lexsort((ids, -added))
    return ids[order], added[order].astype(np.float32)
