"""The links of a graph index as columns: what they say, and that nobody is led astray by them.

They may come from a hostile file, and the library that follows them checks nothing. Used by `hnsw`, and by
whoever verifies a snapshot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from xray_graph.errors import FormatError
from xray_graph.index.postings import Column

I64 = npt.NDArray[np.int64]
U8 = npt.NDArray[np.uint8]

_MOST_LINKS: Final = 64
_MOST_BREADTH: Final = 4096
_MOST_LEVELS: Final = 32
_AT_ONCE: Final = 1 << 13  # rows


def check(columns: Mapping[str, Column]) -> None:
    """Refuse links that the library would follow out of its memory, or lists that it has no room for.

    Raises:
        FormatError: a column is missing, of another type, or points out of bounds.
    """
    m, _, _, entry = settings_of(columns)
    levels, keys = column(columns, "level", np.uint8), column(columns, "key", np.uint64)
    counts, links = column(columns, "count", np.uint8), column(columns, "link", np.int32)
    rows = len(levels)
    if len(keys) != rows:
        raise damaged("key", f"has {len(keys)} rows, not {rows}")
    if not rows:
        if len(counts) or len(links) or entry:
            raise damaged("link", "there is no row that it could belong to")
        return
    if int(levels.max()) > _MOST_LEVELS:
        raise damaged("level", f"a row is in {int(levels.max())} layers")
    if not 0 <= entry < rows or levels[entry] != levels.max():
        raise damaged("settings", "the entry is no row of the uppermost layer")
    total = int(levels.sum(dtype=np.int64)) + rows
    if len(counts) != total:
        raise damaged("count", f"has {len(counts)} lists, not {total}")
    for held, layer in _pieces(levels, counts):
        if bool((held > np.where(layer == 0, 2 * m, m)).any()):
            raise damaged("count", f"a list has more than {m} links, or {2 * m} in the lowest layer")
    if len(links) != int(counts.sum(dtype=np.int64)):
        raise damaged("link", f"has {len(links)} links, not {int(counts.sum(dtype=np.int64))}")
    if int(links.min(initial=0)) < 0 or int(links.max(initial=0)) >= rows:
        raise damaged("link", "a link leads to no row")
    first = 0
    for held, layer in _pieces(levels, counts):
        last = first + int(held.sum(dtype=np.int64))
        if bool((levels[links[first:last]] < np.repeat(layer, held)).any()):
            raise damaged("link", "a link leads to a row that is not in its layer")
        first = last


def _pieces(levels: U8, counts: U8) -> Iterator[tuple[U8, I64]]:
    """The counts of the lists of some rows at a time, and the layer of each: all of it costs a lot."""
    at = 0
    for row in range(0, len(levels), _AT_ONCE):
        lists = levels[row : row + _AT_ONCE].astype(np.int64) + 1
        layer = np.arange(int(lists.sum())) - np.repeat(np.cumsum(lists) - lists, lists)
        yield counts[at : at + len(layer)], layer
        at += len(layer)


def lowest(levels: npt.NDArray[Any]) -> I64:
    """Where the lists of each row begin: the one of the lowest layer."""
    lists = levels.astype(np.int64) + 1
    first: I64 = np.cumsum(lists) - lists
    return first


def settings_of(columns: Mapping[str, Column]) -> tuple[int, int, int, int]:
    found = column(columns, "settings", np.int32)
    if len(found) != 4:
        raise damaged("settings", f"has {len(found)} numbers, not 4")
    m, breadth, dims, entry = found.tolist()
    if not (2 <= m <= _MOST_LINKS and 1 <= breadth <= _MOST_BREADTH and 1 <= dims <= 1 << 16):
        raise damaged("settings", "holds a number that cannot be")
    return m, breadth, dims, entry


def column(columns: Mapping[str, Column], name: str, kind: type[np.generic]) -> npt.NDArray[Any]:
    found = columns.get(name)
    if not isinstance(found, np.ndarray) or found.dtype != kind or found.ndim != 1:
        raise damaged(name, f"is no column of {np.dtype(kind)}")
    return found


def damaged(name: str, what: str) -> FormatError:
    return FormatError(f"the graph index is damaged: `{name}`: {what}", hint="build the map again")
