"""MCP over standard input and output, for a client that starts us as its child.

Standard output carries protocol bytes and nothing else, from `claim_stdout` to the end of the
process, whatever a library prints and however we end: descriptor 1 is pointed at standard error at
once, and only the transport gets the real one. Called by `xray graph mcp`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from xray_graph.errors import ExitCode, XrayError
from xray_graph.serve.desk import Desk
from xray_graph.serve.household import Household

if TYPE_CHECKING:
    from mcp.shared._stream_protocols import ReadStream, WriteStream
    from mcp.shared.message import SessionMessage

    from xray_graph.serve.transport import Server

_log = logging.getLogger(__name__)

LAST_ANSWERS: Final = 10.0  # seconds that questions get which were asked before the client's last word


def claim_stdout() -> int:
    """Point descriptor 1 at standard error; a descriptor of what it was, for `serve`."""
    sys.stdout.flush()
    wire = os.dup(1)
    os.dup2(2, 1)
    return wire


def serve(house: Household, wire: int, sockets: Server, ready: Callable[[], None]) -> None:
    """Speak MCP on descriptor 0 and `wire` until the client closes its end, or a signal comes.

    `sockets` answers the user's other processes meanwhile. `ready` is called once the transport holds
    the descriptors: what it starts may print.
    """
    asyncio.run(_serve(house, wire, sockets, ready))


async def _serve(house: Household, wire: int, sockets: Server, ready: Callable[[], None]) -> None:
    """Ends when either side does: the client by closing, the sockets by a signal."""
    questions = OpenQuestions()
    client = asyncio.ensure_future(_speak(Desk(house.atlas, house.ask), wire, ready, questions))
    others = asyncio.ensure_future(sockets.serve(sockets=[]))
    await asyncio.wait({client, others}, return_when=asyncio.FIRST_COMPLETED)
    if not client.done():
        await questions.settled()
        await _leave(house)
    sockets.stop()
    await others
    await client


async def _leave(house: Household) -> None:
    """End the process: the thread that reads standard input can be ended by nobody but the client."""
    try:
        await asyncio.to_thread(house.close)
    except XrayError:
        os._exit(ExitCode.FAILED)  # it was logged
    os._exit(ExitCode.DONE)


async def _speak(desk: Desk, wire: int, ready: Callable[[], None], open_questions: OpenQuestions) -> None:
    from mcp.server.stdio import stdio_server

    from xray_graph.serve.mcp_server import build_server

    server = build_server(desk)
    # The transport takes descriptor 1 itself, so it is handed back for that moment, and nothing runs
    # beside us yet. It leaves 1 at standard error as long as it lasts, and gives it back at its end.
    sys.stdout.flush()
    os.dup2(wire, 1)
    try:
        async with stdio_server() as (incoming, outgoing):
            sys.stdout = sys.stderr
            desk.open()
            ready()
            await server.run(
                Incoming(incoming, open_questions),
                Outgoing(outgoing, open_questions),
                server.create_initialization_options(),
            )
    finally:
        os.dup2(2, 1)
        desk.close()


class OpenQuestions:
    """Which requests wait for their answer."""

    def __init__(self) -> None:
        self._open: set[str | int] = set()
        self._none = asyncio.Event()
        self._none.set()

    def asked(self, item: SessionMessage | Exception) -> None:
        """Something came in: a request opens a question, taking one back closes it."""
        from mcp.types import JSONRPCNotification, JSONRPCRequest

        if isinstance(item, Exception):  # an answer would need the number of a request
            _log.warning("a line of standard input is no message of MCP, and was passed over")
            return
        message = item.message
        if isinstance(message, JSONRPCRequest):
            self._open.add(message.id)
            self._none.clear()
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._close((message.params or {}).get("requestId"))

    def answered(self, item: SessionMessage) -> None:
        from mcp.types import JSONRPCError, JSONRPCResponse

        if isinstance(item.message, JSONRPCResponse | JSONRPCError):
            self._close(item.message.id)

    async def settled(self) -> None:
        """Wait until every question has its answer, or for as long as a client may be expected to."""
        try:
            await asyncio.wait_for(self._none.wait(), LAST_ANSWERS)
        except TimeoutError:
            return

    def _close(self, number: str | int | None) -> None:
        if number is not None:
            self._open.discard(number)
        if not self._open:
            self._none.set()


class Incoming:
    """What the client says. Its end comes when its questions are answered.

    The SDK drops what it works on when the input ends, so that a client which pipes its requests in
    and closes, as one does in a shell, would get no answer.
    """

    def __init__(self, stream: ReadStream[SessionMessage | Exception], questions: OpenQuestions) -> None:
        self._stream = stream
        self._questions = questions

    async def receive(self) -> SessionMessage | Exception:
        item = await self._stream.receive()
        self._questions.asked(item)
        return item

    async def aclose(self) -> None:
        await self._stream.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            item = await self._stream.__anext__()
        except StopAsyncIteration:
            await self._questions.settled()
            raise
        self._questions.asked(item)
        return item

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class Outgoing:
    """What we say to the client."""

    def __init__(self, stream: WriteStream[SessionMessage], questions: OpenQuestions) -> None:
        self._stream = stream
        self._questions = questions

    async def send(self, item: SessionMessage, /) -> None:
        await self._stream.send(item)
        self._questions.answered(item)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
