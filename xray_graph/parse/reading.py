"""Files in, facts out, in the files' order: the cache first, the workers for the rest. For `parse_files`.

What a file's turn costs here is a hash, a look into the cache and a place in the queue; so the order of
the result is that of the input, whichever worker was quicker. It holds no text beyond the call.
"""

from __future__ import annotations

import collections
from collections.abc import Iterable, Iterator

from xray_graph.model import PackedFacts, Skip, SkipReason, SourceFile
from xray_graph.parse import versions
from xray_graph.parse.cache import FactsCache
from xray_graph.parse.documents import roles
from xray_graph.parse.pool import Answer, Pool
from xray_graph.report import Reporter


class Place:
    """One file's place in the order of the result: empty until its facts or its skip are there."""

    __slots__ = ("facts", "path", "skip")

    def __init__(self, path: str) -> None:
        self.path = path
        self.facts: PackedFacts | None = None
        self.skip: Skip | None = None

    @property
    def is_filled(self) -> bool:
        return self.facts is not None or self.skip is not None


class Reading:
    """One call of `parse_files`."""

    def __init__(self, report: Reporter, cache: FactsCache, pool: Pool) -> None:
        self._report = report
        self._cache = cache
        self._pool = pool
        self._order: collections.deque[Place] = collections.deque()
        # Files with the same bytes are read once: key → places, for what is with the workers.
        self._asked: dict[bytes, list[Place]] = {}
        self._keys: dict[int, bytes] = {}  # number of the task → key
        self._count = 0

    def run(self, files: Iterable[tuple[SourceFile, bytes]]) -> Iterator[tuple[str, PackedFacts]]:
        for file, data in files:
            dialect = roles.dialect(file.path, file.language)
            if file.has_content and self._has_reader(dialect):
                self._take(file, dialect, data)
                self._settle(self._pool.answers())
                yield from self._done()
            else:
                self._report.advance()
        for answer in self._pool.drain():
            self._settle([answer])
            yield from self._done()

    def _has_reader(self, dialect: str) -> bool:
        return versions.is_readable(dialect) or dialect in self._pool.readers

    def _take(self, file: SourceFile, dialect: str, data: bytes) -> None:
        place = Place(file.path)
        self._order.append(place)
        key = self._cache.key(dialect, data)
        if key in self._asked:
            self._asked[key].append(place)
            return
        place.facts = self._cache.get(key)
        if place.facts is not None:
            return
        if versions.is_code(file.language) and not versions.has_parser():
            place.skip = Skip(
                file.path, SkipReason.NO_PARSER, f"{file.language} is read by xray-graph[parser]"
            )
            return
        self._asked[key] = [place]
        self._keys[self._count] = key
        self._pool.submit(self._count, dialect, data)
        self._count += 1

    def _settle(self, answers: Iterable[Answer]) -> None:
        for answer in answers:
            key = self._keys.pop(answer.number)
            places = self._asked.pop(key)
            if answer.reason is None:
                self._cache.put(key, answer.facts)
            facts = PackedFacts(answer.facts) if answer.reason is None else None
            for place in places:
                if answer.reason is None:
                    place.facts = facts
                else:
                    place.skip = Skip(place.path, answer.reason, answer.detail)

    def _done(self) -> Iterator[tuple[str, PackedFacts]]:
        """What stands in front of the order and is there."""
        while self._order and self._order[0].is_filled:
            place = self._order.popleft()
            self._report.advance()
            if place.skip is not None:
                self._report.skip(place.skip)
                continue
            assert place.facts is not None
            for diagnostic in place.facts.head.diagnostics:
                self._report.diagnostic(place.path, diagnostic)
            yield place.path, place.facts
