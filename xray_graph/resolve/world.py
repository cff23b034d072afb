"""What the files of a repository tell each other, and who asked for what.

Every file *contributes* entries under keys ("the name `Get` in package `cart`"). A resolver looks
names up here and nowhere else, and each look-up is recorded for the file that is being resolved, one
that found nothing too. So after an edit the files to resolve again are those that read a key whose
entries changed. Whatever is worked out from several look-ups (a function's type, a type's methods) is
*derived* under a key of its own, with the reads that made it, and is worked out once. Answers that need
each other are a *circle*: they are worked out together, again and again from "unknown" until nothing
changes, so that each is the same whoever asked first.

The World knows no language: keys are tuples of strings that a language's resolver makes up, the
first of them its own prefix. Pure memory, no I/O. Called by `resolve.languages`.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Key: TypeAlias = tuple[str, ...]
Entry: TypeAlias = tuple[str, int]  # a file's path and a declaration's index in it, or another number
T = TypeVar("T")

MAX_DEPTH: Final = 40  # of derivations inside derivations; past it the answer is "unknown"
MAX_ROUNDS: Final = 12  # over a circle that does not come to rest
MISSING: Final = object()  # no answer was derived yet; None is one
_NOTHING: Final[tuple[Entry, ...]] = ()


class World:
    """Entries by key, in path order; derived answers; the reads of whoever is reading."""

    def __init__(self) -> None:
        self._entries: dict[Key, list[Entry]] = {}
        self._keys_of: dict[str, list[Key]] = {}
        self._derived: dict[Key, Any] = {}
        self.recording = True  # whether the reads behind derived answers are kept, for changes to come
        self._new_reads: dict[Key, set[Key]] = {}
        self._reads: set[Key] = set()
        # What is being worked out: its frames from the outside in, and for each how far out it rests on
        # something unfinished. `_open` holds what is done but rests on an unfinished frame.
        self._frames: list[Key] = []
        self._low: list[int] = []
        self._cut: list[bool] = []  # frames whose answer was cut short by MAX_DEPTH
        self._at: dict[Key, int] = {}
        self._asked: set[Key] = set()  # unfinished keys that were asked for
        self._assumed: dict[Key, Any] = {}  # of a circle's answers, what the last round gave
        self._open: dict[Key, _Open] = {}
        self._pending: list[_Open] = []
        self._shortened: dict[Key, Any] = {}

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

    def clear(self) -> None:
        """Let go of all of it by hand: those that know the World are known by it, and would hold it."""
        for known in (self._entries, self._keys_of, self._derived, self._new_reads):
            known.clear()

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

    def forget_all(self) -> None:
        """Drop every derived answer."""
        self._derived.clear()

    def take_new_reads(self) -> dict[Key, set[Key]]:
        """The reads behind each answer derived since the last call."""
        taken, self._new_reads = self._new_reads, {}
        return taken

    # --- reading --------------------------------------------------------------------------------

    def read_as(self, reads: set[Key]) -> None:
        """Record what is read from now on into `reads`."""
        self._reads = reads
        for left in (self._frames, self._low, self._cut, self._pending):
            left.clear()
        for unfinished in (self._at, self._assumed, self._open, self._shortened):
            unfinished.clear()
        self._asked.clear()

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

    def touch_names(self, path: str) -> None:
        """Record that somebody looked which names a file declares, also in vain."""
        self._reads.add(("names", path))

    def touch_whole(self, path: str) -> None:
        """Record that all of a file was read: what is said there rests on where it stands."""
        self._reads.add(("whole", path))

    def known(self, key: Key) -> Any:
        """The answer derived under a key, or MISSING; the read is recorded. Cheaper than `derive`."""
        self._reads.add(key)
        return self._derived.get(key, MISSING)

    def derive(self, key: Key, compute: Callable[[], T], unknown: T) -> T:
        """The answer under `key`, worked out by `compute` once, or as often as a circle needs.

        `compute` looks at nothing but the World, and gives an equal value for equal answers. An answer
        that needs itself starts as `unknown`. It outlives edits of files that it does not rest on, so
        it names declarations by path and symbol, never by their index.
        """
        known: T | object = self.known(key)
        if known is not MISSING:
            return cast("T", known)
        at = self._at.get(key)
        if at is not None:  # being worked out further out
            self._low[-1] = min(self._low[-1], at)
            self._asked.add(key)
            assumed: T = self._assumed.get(key, unknown)
            return assumed
        held = self._open.get(key)
        if held is not None:
            self._low[-1] = min(self._low[-1], held.low)
            finished: T = held.value
            return finished
        if len(self._frames) >= MAX_DEPTH or key in self._shortened:
            self._cut[1:] = [True] * (len(self._cut) - 1)
            shortened: T = self._shortened.get(key, unknown)
            return shortened
        worked_out: T = self._worked_out(_Open(key, compute, unknown))
        return worked_out

    def _worked_out(self, one: _Open) -> Any:
        place, mark = len(self._frames), len(self._pending)
        self._at[one.key] = place
        low, cut = self._run(one)
        del self._at[one.key]
        circle = self._pending[mark:]
        if cut:
            self._drop([*circle, one], mark)
            self._shortened[one.key] = one.value
        elif low < place:
            self._wait([one], low)
        elif circle or one.key in self._asked:
            self._settle([*circle, one], place, mark)
        else:
            self._keep(one)
        if not self._frames:
            self._shortened.clear()
        return one.value

    def _run(self, one: _Open) -> tuple[int, bool]:
        """Compute one answer in a frame of its own: how far out it rests, and whether it was cut short."""
        outer, self._reads = self._reads, set()
        self._frames.append(one.key)
        self._low.append(len(self._low))
        self._cut.append(False)
        one.value = one.compute()
        self._frames.pop()
        one.reads |= self._reads  # of all rounds: the last may rest on what an earlier one found
        self._reads = outer
        return self._low.pop(), self._cut.pop()

    def _settle(self, circle: list[_Open], place: int, mark: int) -> None:
        """Work a circle out, from nothing known until nothing changes; in order of the keys."""
        before = dict(self._assumed)
        members: dict[Key, _Open] = {}
        low, rounds, changed = place, 0, True
        # One that needs only itself has been through its first round.
        first = {circle[0].key: circle[0].value} if len(circle) == 1 else {}
        while (changed or circle) and rounds < MAX_ROUNDS and low >= place:
            changed, rounds = False, rounds + 1
            for one in circle:  # at first all of them, later who turned out to belong to them
                members[one.key] = one
                self._open.pop(one.key, None)
                self._at[one.key] = place
                self._assumed[one.key] = first.get(one.key, one.unknown)
            del self._pending[mark:]
            for key in sorted(members):
                one = members[key]
                low = min(low, self._run(one)[0])
                if one.value != self._assumed[key]:
                    self._assumed[key] = one.value
                    changed = True
            circle = self._pending[mark:]
        del self._pending[mark:]
        for one in circle:
            self._open.pop(one.key, None)
            members[one.key] = one
        for key, one in members.items():
            self._at.pop(key, None)
            if low >= place:
                self._keep(one)
        self._assumed = before
        if low < place:  # what was found shows that the circle is wider
            self._wait(list(members.values()), low)

    def _keep(self, one: _Open) -> None:
        self._derived[one.key] = one.value
        self._asked.discard(one.key)
        if self.recording:
            self._new_reads[one.key] = one.reads

    def _wait(self, finished: list[_Open], low: int) -> None:
        """Answers that rest on an unfinished frame stay open until that one is."""
        for one in finished:
            one.low = low
            self._open[one.key] = one
        self._pending += finished
        self._low[-1] = min(self._low[-1], low)

    def _drop(self, shortened: list[_Open], mark: int) -> None:
        """Forget answers that were cut short; whoever asked has read what they read."""
        del self._pending[mark:]
        for one in shortened:
            self._reads |= one.reads
            self._open.pop(one.key, None)


class Unrecorded(World):
    """For a build that takes in no change: answers as any World, and notes nothing down."""

    def __init__(self) -> None:
        super().__init__()
        self.recording = False

    def get(self, key: Key) -> tuple[Entry, ...] | list[Entry]:
        return self._entries.get(key, _NOTHING)

    def touch(self, path: str, symbol: str) -> None:
        pass

    def touch_names(self, path: str) -> None:
        pass

    def touch_whole(self, path: str) -> None:
        pass

    def known(self, key: Key) -> Any:
        return self._derived.get(key, MISSING)


class _Open:
    """An answer on its way."""

    __slots__ = ("compute", "key", "low", "reads", "unknown", "value")

    def __init__(self, key: Key, compute: Callable[[], Any], unknown: Any) -> None:
        self.key = key
        self.compute = compute
        self.unknown = unknown
        self.value: Any = unknown
        self.reads: set[Key] = set()
        self.low = 0
