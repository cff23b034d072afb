"""One state of a live map, as readers get it. Made by `live`, one at a time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from xray_graph.errors import XrayError
from xray_graph.index import Links, links
from xray_graph.snapshot import Header, Map, Opening, open_map
from xray_graph.update.state import State


def links_in(path: Path, opening: Opening) -> Links | None:
    """The graph index of the snapshot that lies there; None where there is none to be had."""
    try:
        with open_map(path, opening.keys, max_bytes=opening.max_bytes) as earlier:
            columns = earlier.hnsw
            if columns is None:
                return None
            links.check(columns)
            return Links(columns)
    except XrayError:
        return None


@dataclass(frozen=True, slots=True)
class Version:
    """Immutable: who holds one is not disturbed by the next."""

    number: int  # from 1, in the order in which they were made
    map: Map
    state: State
    indexed_at: int  # seconds since the epoch: when the tree was last found to be so

    @classmethod
    def of(cls, state: State, number: int, mark: bytes, links: Links | None = None) -> Version:
        """The version of a new state. `mark` tells the pages of its process from those of others.

        `links` are of a graph index over the vectors of an earlier map, where there was one.
        """
        state.parts.hnsw = links
        about = Map.of(state.parts).about
        digest = number.to_bytes(4, "big") + mark  # in place of one of the content: that takes a snapshot
        return cls(number, Map(Header(about, content_digest=digest), state.parts), state, int(time.time()))

    def found_again(self, state: State) -> Version:
        """The same map, of a tree that was looked at again."""
        return Version(self.number, self.map, state, int(time.time()))
