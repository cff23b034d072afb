"""Which maps stay open: those that are asked. The others are put away, least recently used first.

What is put away is only let go of: a question that runs keeps its map to its end, the header with the
routing vector stays known, and the next question opens the file again. A map's size in memory is taken to
be twice what its sections declare (measured over maps of a thousand to fourteen thousand nodes: 0.4 to
2.1 times), sources left out, because they are read a part at a time. The names that maps declare are asked of
closed maps too, so they stay, and what they take is not there for open ones. One shelf a process, shared by
its stored maps; safe to use from several threads.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from xray_graph.snapshot import Header

_TIMES: Final = 2
_AS_FLOATS: Final = 4  # times its vectors, what a graph index holds besides
_AT_LEAST: Final = 64 << 10  # bytes of any map
_READ_IN_PARTS: Final = frozenset({"sources"})


class Shelved(Protocol):
    """Something that can be open."""

    def put_away(self) -> None:
        """Let go of what is open."""


class _Place(NamedTuple):
    size: int
    used: float  # the clock's


class Shelf:
    """The open maps."""

    def __init__(
        self, *, budget: int = 0, idle: float = 0.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`budget` is in bytes and `idle` in seconds; 0 sets no limit."""
        self.budget = budget
        self.idle = idle
        self.loads = 0
        self.evictions = 0
        self._clock = clock
        self._lock = threading.Lock()
        self._places: dict[Shelved, _Place] = {}  # the least recently used first
        self._names: dict[Shelved, int] = {}  # bytes

    @property
    def resident(self) -> int:
        """Bytes that the open maps are taken to need, and the names of all."""
        with self._lock:
            return self._total()

    def __len__(self) -> int:
        return len(self._places)

    def opened(self, who: Shelved, header: Header) -> None:
        """A map was opened; others may have to go for it."""
        raw = {s.name: s.raw for s in header.sections if s.name not in _READ_IN_PARTS}
        size = _AT_LEAST + _TIMES * sum(raw.values())
        if "hnsw" in raw:
            size += _AS_FLOATS * raw.get("vectors", 0)
        with self._lock:
            self.loads += 1
            self._places.pop(who, None)
            self._places[who] = _Place(size, self._clock())
            gone = self._over_budget(who)
        for each in gone:
            each.put_away()

    def named(self, who: Shelved, size: int) -> None:
        """The names that a map declares were read, and stay; others may have to go for them."""
        with self._lock:
            self._names[who] = size
            gone = self._over_budget(who)
        for each in gone:
            each.put_away()

    def used(self, who: Shelved) -> None:
        """An open map was asked."""
        with self._lock:
            place = self._places.pop(who, None)
            if place is not None:
                self._places[who] = place._replace(used=self._clock())

    def forget(self, who: Shelved) -> None:
        """A map is no longer there."""
        with self._lock:
            self._places.pop(who, None)
            self._names.pop(who, None)

    def sweep(self) -> int:
        """Put away what was not asked for too long. Returns how many that were."""
        if not self.idle:
            return 0
        with self._lock:
            before = self._clock() - self.idle
            gone = [who for who, place in self._places.items() if place.used <= before]
            for who in gone:
                del self._places[who]
            self.evictions += len(gone)
        for each in gone:
            each.put_away()
        return len(gone)

    def _total(self) -> int:
        return sum(place.size for place in self._places.values()) + sum(self._names.values())

    def _over_budget(self, newest: Shelved) -> list[Shelved]:
        gone: list[Shelved] = []
        total = self._total()
        for who in list(self._places):
            if not self.budget or total <= self.budget:
                break
            if who is newest:
                continue
            total -= self._places.pop(who).size
            gone.append(who)
        self.evictions += len(gone)
        return gone
