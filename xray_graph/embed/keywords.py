"""The characteristic words of a map: those that stand in more of its nodes than in code at large.

A README tells what a thing is for, its names tell what it does; a question may be worded in either. So the
header of a map carries both: the summary's text, and these words with how common each is in the map.
Ranked by share of nodes against the frozen rarity, so the choice depends on this map alone.
Called by `embed.summary`; compared with questions in `route`.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from xray_graph.embed.rarity import LEVELS, RAREST, rarity

MOST: Final = 256  # words of a map
_LOWEST: Final = 255  # level of a word that next to no node holds
_AT_LEAST: Final = 2  # nodes
_CANDIDATES: Final = 8192  # the most common words, of which the most telling are taken
# The root of a level's share, in millionths: whole numbers, so that every machine ranks alike.
_ROOTS: Final = [round(1e6 * 2 ** (-level / (2 * LEVELS))) for level in range(_LOWEST + 1)]


class WordCounts(NamedTuple):
    """Distinct words in ascending order, and in how many nodes of the map each stands."""

    words: Sequence[bytes]
    nodes: npt.NDArray[np.int64]
    of: int  # all nodes


def keywords(counts: WordCounts) -> dict[str, int]:
    """Word → level, -8 log2 of the share of nodes that hold it: at most 256 words, the most telling.

    A word tells as much as it is more common here than elsewhere, in bits, times the root of its share: a
    name that stands in two nodes tells little, however rare, and a word that is everywhere nothing.
    """
    at = np.flatnonzero(counts.nodes >= _AT_LEAST)
    if len(at) > _CANDIDATES:
        least = np.partition(counts.nodes[at], len(at) - _CANDIDATES)[len(at) - _CANDIDATES]
        at = at[counts.nodes[at] >= least]
    ranked: list[tuple[int, str, int]] = []
    levels = rarity()
    for i, held in zip(at.tolist(), counts.nodes[at].tolist(), strict=True):
        word = counts.words[i].decode("utf-8", "replace")
        if len(word) < 2 or word.isdecimal():
            continue
        level = min(max(round(-LEVELS * math.log2(held / counts.of)), 0), _LOWEST)
        more = levels.get(word, RAREST) - level
        if more > 0:
            ranked.append((-more * _ROOTS[level], word, level))
    return {word: level for _, word, level in heapq.nsmallest(MOST, ranked)}
