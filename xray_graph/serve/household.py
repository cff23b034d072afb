"""The live repositories of one process: started together, found by label, ended together.

Also what joins them to the other processes of the user: a repository that this process keeps is answered
for on its own socket, and a process that serves nothing but a repository that another one keeps hands
its questions to that one. Made by the command line, used by `app`, `metrics` and `stdio`.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

from xray_graph.errors import ServerError, XrayError
from xray_graph.route import Atlas, Catalog
from xray_graph.route.shelf import Shelf
from xray_graph.serve import client, updates
from xray_graph.serve.client import UnreachableError
from xray_graph.serve.holding import Hold
from xray_graph.serve.keeper import Keeper
from xray_graph.serve.tools import Tool

_log = logging.getLogger(__name__)

THREADS: Final = 8  # for what waits on disks and on other processes
WAITING: Final = 64  # updates that wait at once; more are turned away at the door


class Household:
    """All keepers of one process."""

    def __init__(
        self,
        atlas: Atlas,
        keepers: Sequence[Keeper] = (),
        threads: ThreadPoolExecutor | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        """The keepers' entries are in the atlas's catalog; `shelf` holds its stored maps, where one does."""
        self.atlas = atlas
        self.shelf = shelf
        self.keepers = tuple(keepers)
        self._threads = threads or ThreadPoolExecutor(THREADS, thread_name_prefix="update")
        self._asked = 0
        for keeper in self.keepers:
            keeper.entry.renamed.append(atlas.catalog.renamed)

    def start(self, taken: Callable[[Keeper, Hold], None] | None = None) -> None:
        """Start every keeper; `taken` as Keeper.start."""
        for keeper in self.keepers:
            keeper.start(taken)

    def narrowed(self, keeper: Keeper) -> Household:
        """The one repository alone: what others may ask on its socket."""
        catalog = Catalog()
        catalog.put(keeper.entry)
        return Household(Atlas(catalog, self.atlas.questions), (keeper,), self._threads)

    def ask(self, tool: Tool, arguments: Mapping[str, Any]) -> msgspec.Struct:
        """A tool's answer, by this process or by the one that keeps the only map.

        Raises:
            XrayError: of any kind.
        """
        if self._keeps_one(arguments):
            address = self.keepers[0].address
            if address is not None:
                try:
                    return self.atlas.seen(client.ask(address, "", tool, arguments))
                except UnreachableError:
                    _log.info("%s has ended; answering from its snapshot", address)
        return tool.ask(self.atlas, arguments)

    def _keeps_one(self, arguments: Mapping[str, Any]) -> bool:
        """Whether the only map of code is a keeper's, and the question is not about the notes beside it."""
        notes = self.atlas.notes
        label = notes.label if notes is not None and notes.label in self.atlas.catalog.table else None
        if label is None:
            return len(self.keepers) == len(self.atlas.catalog) == 1
        named = arguments.get("map") or ()
        about_notes = (
            not arguments or label in named or str(arguments.get("name", "")).startswith(f"{label}//")
        )
        return len(self.keepers) == 1 and len(self.atlas.catalog) == 2 and not about_notes

    async def update(self, asked: updates.Update) -> updates.Updated:
        """As updates.update."""
        with self._counted():
            return await updates.update(self.keepers, self._threads, asked)

    async def flush(self, asked: updates.Flush) -> updates.WrittenReply:
        """As updates.flush."""
        with self._counted():
            return await updates.flush(self.keepers, self._threads, asked)

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        if self._asked >= WAITING:
            raise ServerError("too many updates at once", hint="ask again in a moment")
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1

    def close(self) -> None:
        """End every keeper; each one's snapshot is written.

        Raises:
            XrayError: one could not be written, after the others were.
        """
        failure: XrayError | None = None
        for keeper in self.keepers:
            try:
                keeper.close()
            except XrayError as error:
                _log.warning("%s: the snapshot could not be written: %s", keeper.entry.label, error)
                failure = error
        self._threads.shutdown(wait=False, cancel_futures=True)
        if failure is not None:
            raise failure
