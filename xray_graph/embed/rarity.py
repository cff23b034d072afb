"""How rare a part of a word is in code and prose at large, by a frozen table that we ship.

The level of a part is -8 log2 of the share of texts that hold it: 0 is in every text, 8 in every second.
What the table lacks is as rare as its last level. One table for every map, so that levels of two maps can
be compared. Made by benchmarks/idf; used by `embed.keywords`.
"""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Mapping
from typing import Final

LEVELS: Final = 8  # a factor of two
RAREST: Final = 120  # of what the table lacks
_FILE: Final = "rarity.txt"


@functools.cache
def rarity() -> Mapping[str, int]:
    """Part → level, of the parts that are not among the rarest."""
    text = (importlib.resources.files("xray_graph.embed") / _FILE).read_text("ascii")
    rows = [line.split() for line in text.splitlines()]
    return {part: int(level) for level, *parts in rows for part in parts}
