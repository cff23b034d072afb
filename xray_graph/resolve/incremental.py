"""Resolving a repository, and resolving again only what a change can reach.

A full build is the change from nothing. After a change, the files to resolve again are the changed ones
and those that read a key whose answer changed, directly or through something derived from it; of the
latter only the parts (see `FileEdges`) that did. The result is a function of the files alone:
`tests/update` holds it equal to a full build.
Called by the pipeline and by `update`.
"""

from __future__ import annotations

import posixpath
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from xray_graph.model import OUTSIDE, Node
from xray_graph.resolve.project import LINKS, FileEdges, Project
from xray_graph.resolve.resolution import Resolving
from xray_graph.resolve.surface import Surfaces
from xray_graph.resolve.world import Unrecorded, World

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from xray_graph.model import PackedFacts
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_LOOKED: Final = 16


@dataclass(slots=True)
class Change:
    """What is different now. A path in `removed` is in none of the others."""

    paths: set[str] = field(default_factory=set)  # files new in the set, read or not
    facts: dict[str, PackedFacts] = field(default_factory=dict)  # of files that are new or changed
    configs: dict[str, bytes | None] = field(default_factory=dict)  # None: no longer readable
    removed: set[str] = field(default_factory=set)


class Resolved:
    """The edges of every file, kept so that a change costs what it reaches."""

    def __init__(self, *, live: bool = True) -> None:
        """`live` keeps who read what, for changes to come; a build that ends does without."""
        self.project = Project((), {}, World() if live else Unrecorded())
        self.edges: dict[str, FileEdges] = {}
        self._begun = False
        self._live = live
        self._resolving = Resolving(self.project)
        self.keys: list[Key] = []  # below they stand as their numbers
        self._numbers: dict[Key, int] = {}
        self.reads: dict[str, dict[int, array[int]]] = {}  # by path and part
        self._readers: dict[int, set[str]] | None = None
        self.derivers: dict[int, set[int]] = {}  # key -> keys of the answers that rest on it
        # What others see of the files that changed last: who edits a file edits it again.
        self._looked: dict[str, tuple[PackedFacts, dict[Key, tuple[object, ...]]]] = {}

    def apply(self, change: Change, *, in_parts: bool = True) -> set[str]:
        """Take a change in. Returns the paths whose edges were worked out anew, or are gone.

        Of files that did not change only the parts are worked out that it reaches, if `in_parts`.
        """
        first, self._begun = not self._begun, True
        dirty: set[Key] = set()
        old = {p: self.project.views[p] for p in (*change.facts, *change.removed) if p in self.project.views}
        before = {} if first else {path: self._seen(path, view) for path, view in old.items()}
        for path in change.removed:
            self.project.world.remove(path)
            self.project.views.pop(path, None)
            self.project.set_config(path, None)
            dirty |= _place_keys(path)
        for path in sorted(change.paths | set(change.facts)):
            known = self.project.known(path)
            if path in change.facts:
                self.project.world.remove(path)
            if path in change.facts or not known:
                self.project.add_path(path)
            if not known:
                dirty |= _place_keys(path)
        for path, data in change.configs.items():
            self.project.set_config(path, data)
            dirty.add(("config", path))
        self._add(change.facts)
        todo: dict[str, frozenset[int] | None] = {}  # path -> parts; None: all of it
        if not first:
            for path in {*change.facts, *old}:
                view = self.project.views.get(path)
                after = self._seen(path, view) if view is not None else {}
                earlier = before.get(path, {})
                dirty |= {key for key in {*earlier, *after} if earlier.get(key) != after.get(key)}
            todo.update(self._affected(dirty))
        todo.update(dict.fromkeys(change.facts))
        for path in change.removed:
            self.edges.pop(path, None)
            self.reads.pop(path, None)
        # From the end on: the last files that were taken in are still unpacked.
        for path in sorted(todo.keys() & self.project.views.keys(), reverse=True):
            self._resolve(path, todo[path] if in_parts else None)
        self._take_derivers()
        return (todo.keys() & self.project.views.keys()) | change.removed

    def resume(
        self,
        paths: Iterable[str],
        facts: Mapping[str, PackedFacts],
        configs: Mapping[str, bytes],
        edges: dict[str, FileEdges],
        keys: list[Key],
        reads: dict[str, dict[int, array[int]]],
        derivers: dict[int, set[int]],
    ) -> None:
        """Begin with what was found before (see `record`) in place of the first change."""
        self._begun = True
        for path in sorted(paths):
            self.project.add_path(path)
        for path, data in configs.items():
            self.project.set_config(path, data)
        self._add(facts)
        self.edges, self.reads, self.derivers = edges, reads, derivers
        self.keys, self._numbers = keys, {key: number for number, key in enumerate(keys)}

    def outside(self) -> list[Node]:
        """The nodes of what files name and none declares, by symbol."""
        found: dict[str, str] = {}
        for path in sorted(self.edges):
            found.update(self.edges[path].outside)
            found.update(self.edges[path].linked)
        return [Node(OUTSIDE, symbol, kind) for symbol, kind in sorted(found.items())]

    def dissolve(self) -> None:
        """Let everything go, by hand: the parts know each other, and a collector takes long to see it."""
        self.project.dissolve()
        self.edges.clear()
        self._looked.clear()

    def prepare(self) -> None:
        """Build the index of who read what ahead of the first change; else that change builds it."""
        self._index()

    def _add(self, facts: Mapping[str, PackedFacts]) -> None:
        """Take files in. Only the last stay unpacked: the memory of another goes to the next."""
        left = sum(len(packed.data) for packed in facts.values())
        for path in sorted(facts):
            view = self._resolving.add(path, facts[path])
            left -= len(facts[path].data)
            if left > self.project.shelf.limit:
                view.close()

    def _resolve(self, path: str, only: frozenset[int] | None) -> None:
        """Work out the edges of a file, or of some parts of one that did not change."""
        if only is None:
            result = self._resolving.resolve_file(path)
        else:
            result = self._resolving.resolve_parts(self.edges[path], only)
        self.project.views[path].close()  # few are read again, and those that are by others stay
        self.edges[path] = result
        if self._live:
            reads = {part: array("i", map(self._number, found)) for part, found in result.reads.items()}
            if result.only is None:
                self.reads[path] = reads
            else:
                self.reads[path].update(reads)
            if self._readers is not None:
                self._record(path, reads)
        result.reads = {}

    # --- who is reached ---------------------------------------------------------------------------

    def _seen(self, path: str, view: FileView) -> dict[Key, tuple[object, ...]]:
        """Every key that a file answers, with a digest of its answer."""
        last = self._looked.get(path)
        if last is None or last[0] is not view.packed:
            last = self._looked[path] = view.packed, self._seen_anew(path, view)
            while len(self._looked) > _LOOKED:
                del self._looked[next(iter(self._looked))]
        return last[1]

    def _seen_anew(self, path: str, view: FileView) -> dict[Key, tuple[object, ...]]:
        surfaces = Surfaces(view)
        found: dict[Key, tuple[object, ...]] = {
            ("declaration", path, symbol): (digest,) for symbol, digest in surfaces.of_file().items()
        }
        found["names", path] = (surfaces.names(),)
        found["whole", path] = (surfaces.whole,)
        head = surfaces.of_entry(-1)
        for key, index in self._resolving.contributions(view):
            answer = found.get(key, (path, view.head.package, view.head.attributes))
            entry = surfaces.of_entry(index) if index >= 0 else head
            found[key] = (*answer, view.symbols[index] if index >= 0 else index, entry)
        return found

    def _index(self) -> dict[int, set[str]]:
        if self._readers is None:
            self._readers = {}
            for path, reads in self.reads.items():
                self._record(path, reads)
        return self._readers

    def _record(self, path: str, reads: Mapping[int, array[int]]) -> None:
        readers = self._readers if self._readers is not None else {}
        for keys in reads.values():
            for key in keys:
                readers.setdefault(key, set()).add(path)

    def _take_derivers(self) -> None:
        for key, reads in self.project.world.take_new_reads().items():
            if self._live:
                number = self._number(key)
                for read in map(self._number, reads):
                    self.derivers.setdefault(read, set()).add(number)

    def _number(self, key: Key) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.keys)
            self.keys.append(key)
        return number

    def _affected(self, dirty: set[Key]) -> dict[str, frozenset[int] | None]:
        """The files that read one of these keys or an answer that rests on one, and their parts that did.

        None stands for all of a file. Drops those answers.
        """
        readers = self._index()
        known = {self._numbers[key] for key in dirty if key in self._numbers}
        todo, keys = list(known), known
        while todo:
            for deriver in self.derivers.get(todo.pop(), ()):
                if deriver not in keys:
                    keys.add(deriver)
                    todo.append(deriver)
        self.project.world.forget({*dirty, *(self.keys[key] for key in keys)})
        paths: set[str] = set().union(*(readers.get(key, ()) for key in keys))
        found: dict[str, frozenset[int] | None] = {}
        for path in paths & self.reads.keys():
            reads = self.reads[path]
            parts = frozenset(part for part, read in reads.items() if not keys.isdisjoint(read))
            if parts:
                found[path] = None if parts >= reads.keys() - {LINKS} else parts
        return found


def _place_keys(path: str) -> set[Key]:
    folder, base = posixpath.split(path)
    return {("file", path), ("dir", folder), ("base", base), ("config", path)}


def full(
    paths: Iterable[str], facts: Mapping[str, PackedFacts], configs: Mapping[str, bytes], *, live: bool = True
) -> Resolved:
    """A whole repository resolved at once."""
    resolved = Resolved(live=live)
    resolved.apply(Change(set(paths), dict(facts), {**configs}))
    if not live:
        resolved.project.close()
    return resolved
