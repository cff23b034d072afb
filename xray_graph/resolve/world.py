"""What the files of a repository tell each other, and who asked for what.

Every file *contributes* entries under keys ("the name `Get` in package `cart`"). A resolver looks
names up here and nowhere else, and each look-up is recorded for the file that is being resolved, one
that found nothing too. So after an edit the files to resolve again are those that read a key whose
entries changed. Whatever is worked out from several look-ups (a function's type, a type's methods) is
*derived* under a key of its own, with the reads that made it, and is worked out once.

The World knows no language: keys are tuples of strings that a language's resolver makes up, the
first of them its own prefix. Pure memory, no I/O. Called by `resolve.languages`.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Key: TypeAlias = tuple[str, ...]
Entry: TypeAlias = tuple[str, int]  # a file's path and a declaration's index in it, or another number
T = TypeVar("T")

MAX_DEPTH: Final = 40  # of derivations inside derivations; past it the answer is "unknown"
_NOTHING: Final[tuple[Entry, ...]] = ()


class World:
    """Entries by key, in path order; derived answers; the reads of whoever is reading."""

    def __init__(self) -> None:
        self._entries: dict[Key, list[Entry]] = {}
        self._keys_of: dict[str, list[Key]] = {}
        self._derived: dict[Key, Any] = {}
        self.recording = True  # whether the reads behind derived answers are kept, for changes to come
        self._new_reads: dict[Key, set[Key]] = {}
        self._stack: list[Key] = []
        self._tainted: set[Key] = set()
        self._reads: set[Key] = set()

    # --- contributions ------------------------------------------------------------------------

    def add(self, path: str, contributions: Iterable[tuple[Key, int]]) -> None:
        """Add what a file contributes. Files may come in any order; entries stay sorted."""
        keys = self._keys_of.setdefault(path, [])
        entries = self._entries
        for key, index in contributions:
            known = entries.get(key)
            entry = (path, index)
            if known is None:
                entries[key] = [entry]
            elif known[-1] < entry:
                known.append(entry)
            else:
                insort(known, entry)
            if self.recording:
                keys.append(key)

    def remove(self, path: str) -> None:
        """Take back all that a file contributed."""
        for key in self._keys_of.pop(path, ()):
            left = [entry for entry in self._entries.get(key, ()) if entry[0] != path]
            if left:
                self._entries[key] = left
            else:
                self._entries.pop(key, None)

    def forget(self, keys: Iterable[Key]) -> None:
        """Drop derived answers, so that the next reader works them out again."""
        for key in keys:
            self._derived.pop(key, None)

    def take_new_reads(self) -> dict[Key, set[Key]]:
        """The reads behind each answer derived since the last call."""
        taken, self._new_reads = self._new_reads, {}
        return taken

    # --- reading --------------------------------------------------------------------------------

    def read_as(self, reads: set[Key]) -> None:
        """Record what is read from now on into `reads`."""
        self._reads = reads
        self._stack.clear()
        self._tainted.clear()

    def get(self, key: Key) -> tuple[Entry, ...] | list[Entry]:
        """The entries under a key, in order of path and index; the read is recorded."""
        self._reads.add(key)
        return self._entries.get(key, _NOTHING)

    def holds(self, key: Key) -> bool:
        """Whether anything is filed under a key; not recorded."""
        return key in self._entries

    def touch(self, path: str, symbol: str) -> None:
        """Record that one declaration of a file was read, with its members and types."""
        self._reads.add(("declaration", path, symbol))

    def derive(self, key: Key, compute: Callable[[], T], unknown: T) -> T:
        """The answer under `key`, worked out by `compute` at most once.

        An answer that needs itself is `unknown` at that point. What was worked out inside such a
        circle is not kept, but for the answer that closed it: so each answer is a function of its
        key and the entries alone, whoever asks first. It outlives edits of files that it does not rest
        on, so it names declarations by path and symbol, never by their index.
        """
        self._reads.add(key)
        if key in self._derived:
            known: T = self._derived[key]
            return known
        if key in self._stack:
            self._tainted.update(self._stack[self._stack.index(key) + 1 :])
            return unknown
        if len(self._stack) >= MAX_DEPTH:
            self._tainted.update(self._stack[1:])
            return unknown
        outer, self._reads = self._reads, set()
        self._stack.append(key)
        try:
            value = compute()
        finally:
            self._stack.pop()
            inner, self._reads = self._reads, outer
        if key in self._tainted:
            self._tainted.discard(key)
            outer |= inner
        else:
            self._derived[key] = value
            if self.recording:
                self._new_reads[key] = inner
        return value
