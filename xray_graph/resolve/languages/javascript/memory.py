"""What is remembered while JavaScript is resolved, and for whom.

Called by `types`, which is one, and by `names`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from xray_graph.resolve.languages.javascript.values import PENDING
from xray_graph.resolve.world import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key, World

T = TypeVar("T")


class Memory:
    """The answers of one reader, those that hold for all readers, and those that the World derives.

    `memo` is swapped with each reader and each derivation: expressions go by their number in one file.
    `settled` has the answers to questions about names and types alone that rest on nothing unfinished. All
    readers share it where no reads are recorded; else it is the `memo`, because each reader's reads count.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.memo: dict[Any, Any] = {}
        self.settled: dict[Any, Any] = self.memo
        self.depth = 0  # of questions about types that are open; bounded, and counted anew in each derivation
        self.doubts = 0  # answers so far that hang on what else was open when they were given

    @contextmanager
    def reader(self) -> Iterator[None]:
        """A new reader asks. What is settled is the World's, so that it goes when the derived answers do."""
        self.begin({})
        if not self.world.recording:
            self.settled = self.world.derive(("js.settled",), dict, {})
        try:
            yield
        finally:
            self.begin({})
            self.settled = self.memo

    def begin(self, memo: dict[Any, Any], depth: int = 0) -> None:
        """From now on a reader, or a derivation for it, asks with this memo."""
        self.memo = memo
        if self.world.recording:
            self.settled = memo
        self.depth = depth

    def recall(self, key: Any) -> Any:
        """What this reader found out before, or MISSING; what needs itself is unknown."""
        known = self.memo.get(key, MISSING)
        if known is PENDING:
            self.doubts += 1
            return None
        return known

    def derived(self, kind: str, view: FileView, symbol: str, compute: Callable[[], T]) -> T | None:
        """What `compute` says of one declaration, worked out once."""
        key = (kind, view.path, symbol)
        known: T | None = self.world.known(key)
        if known is not MISSING:
            return known

        def touching() -> T:
            self.world.touch(view.path, symbol)
            return compute()

        return self.derive(key, touching)

    def derive(self, key: Key, compute: Callable[[], T]) -> T | None:
        """The World's answer under a key, worked out with a memo of its own."""

        def fresh() -> T:
            outer, depth = self.memo, self.depth
            self.begin({})
            try:
                return compute()
            finally:
                self.begin(outer, depth)

        found = self.world.derive(key, fresh, None)
        if self.world.known(key) is MISSING:  # it rests on what is being worked out further out
            self.doubts += 1
        return found
