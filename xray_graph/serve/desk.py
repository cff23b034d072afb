"""Where a question becomes an answer, off the event loop and within bounds.

HTTP and MCP both hand their questions in here; neither runs any work itself, so that a long answer
(or a build that this process does beside) never holds up a handshake. Does not know what a question
is about: that is `tools`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol

import msgspec

from xray_graph.errors import ServerError, XrayError
from xray_graph.route import Atlas
from xray_graph.serve.tools import Tool

Ask = Callable[[Tool, Mapping[str, Any]], msgspec.Struct]


class Watcher(Protocol):
    """Who counts the questions."""

    def asked(self, tool: Tool, seconds: float, *, failed: bool) -> None: ...


THREADS: Final = 4  # numpy lets go of the interpreter's lock, Python does not: more would only queue
WAITING: Final = 64  # questions taken in at once; more are turned away at the door
PATIENCE: Final = 60.0  # seconds until a client is told to stop waiting

_log = logging.getLogger(__name__)


class Desk:
    """Answers the questions of all clients of one server."""

    def __init__(self, atlas: Atlas, ask: Ask | None = None) -> None:
        """`ask` answers in place of the atlas, as a household does for maps that others keep."""
        self.atlas = atlas
        self._ask = ask or (lambda tool, arguments: tool.ask(atlas, arguments))
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="answer")
        self._taken = 0
        self.turned_away = 0  # questions, because there were too many
        self.watcher: Watcher | None = None

    async def ask(self, tool: Tool, arguments: Mapping[str, Any]) -> msgspec.Struct:
        """The tool's answer.

        Raises:
            XrayError: of any kind; a fault of ours comes as a ServerError that tells no more than
                that, and is logged whole.
        """
        if self._taken >= WAITING:
            self.turned_away += 1
            raise ServerError("too many questions at once", hint="ask again in a moment")
        self._taken += 1
        begun, failed = time.perf_counter(), True
        try:
            # Notes are this process's own, also where another one answers for its maps.
            ask = self._of_notes if tool.notes else self._ask
            work = asyncio.get_running_loop().run_in_executor(self._threads, ask, tool, arguments)
            reply = await asyncio.wait_for(work, PATIENCE)
            failed = False
            return reply
        except XrayError:
            raise
        except TimeoutError:
            raise ServerError(
                f"no answer within {PATIENCE:.0f} seconds", hint="ask for less: a smaller depth or limit"
            ) from None
        except Exception:  # noqa: BLE001 - a fault of ours, logged here and told to nobody
            _log.exception("%s failed", tool.name)
            raise ServerError(
                "the question could not be answered", hint="the server's log says why"
            ) from None
        finally:
            self._taken -= 1
            if self.watcher is not None:
                self.watcher.asked(tool, time.perf_counter() - begun, failed=failed)

    def _of_notes(self, tool: Tool, arguments: Mapping[str, Any]) -> msgspec.Struct:
        return tool.ask(self.atlas, arguments)

    def state(self) -> str:
        """What a client that waits is told."""
        for entry in self.atlas.catalog:
            if entry.progress:
                return f"{entry.label}: {entry.progress}"
        return f"one of {self._taken} questions at work"

    def open(self) -> None:
        """Begin what is done beside the answering."""
        if self.atlas.notes is not None:
            self.atlas.notes.start()

    def close(self) -> None:
        """Take no more questions; those that run end by themselves."""
        if self.atlas.notes is not None:
            self.atlas.notes.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
