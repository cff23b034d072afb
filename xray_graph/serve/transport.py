"""The HTTP server (uvicorn), told how: several sockets, each with an application of its own.

One loop, one shutdown: what is open on any socket is finished before the end. Used by the
command line for a port and by `stdio` for the sockets of repositories alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from xray_graph.errors import UsageError

_log = logging.getLogger(__name__)
CONNECTIONS: Final = 256  # open at once; more get 503
PATIENCE: Final = 20.0  # seconds that the head of a request may take to arrive
GRACE: Final = 25  # seconds that open requests get at shutdown; orchestrators give 30
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Connection(H11Protocol):
    """One connection. A request line and headers that take too long end it."""

    patience = PATIENCE

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # no datagrams
        super().connection_made(transport)
        self._slow = self.loop.call_later(self.patience, transport.close)

    def data_received(self, data: bytes) -> None:
        if self._slow is None and self._is_between_requests:
            self._slow = self.loop.call_later(self.patience, self.transport.close)
        super().data_received(data)
        if self._slow is not None and not self._is_between_requests:
            self._slow.cancel()
            self._slow = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self._slow is not None:
            self._slow.cancel()
        super().connection_lost(exc)

    @property
    def _is_between_requests(self) -> bool:
        cycle: Any = self.cycle  # None before the first request, whatever its type says
        return cycle is None or cycle.response_complete


class Server(uvicorn.Server):
    """A server that can be given further sockets while it runs."""

    def __init__(
        self,
        application: Any,
        ready: Callable[[], None] = lambda: None,
        *,
        tls: tuple[str, str] | None = None,
        hangup: Callable[[], object] | None = None,
    ) -> None:
        """`ready` is called once, on the loop, when requests are answered; `hangup` on SIGHUP, off the loop.

        Raises:
            UsageError: the files of `tls`, certificate and key, cannot be used.
        """
        config = _config(application, "on", tls)
        try:
            config.load()
        except (OSError, ValueError) as error:  # those of ssl among them
            reason = getattr(error, "strerror", None) or str(error)
            raise UsageError(
                f"no TLS with these files: {reason}",
                where="--tls-cert, --tls-key",
                hint="both are PEM, and belong together",
            ) from error
        super().__init__(config)
        self._ready = ready
        self._hangup = hangup
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[tuple[socket.socket, Any]] = []

    def answer_on(self, listener: socket.socket, application: Any) -> None:
        """Answer also on this socket, with this application. From any thread, before the start or later."""
        self._waiting.append((listener, application))
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and we with it
                self._loop.call_soon_threadsafe(self._take)

    def stop(self) -> None:
        """Finish what is open and end. From any thread."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()
        self._take()
        self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal stops the server, and that is all: uvicorn would raise it again at the end."""
        loop = asyncio.get_running_loop()
        for number in (*SIGNALS, signal.SIGHUP):  # a terminal that is closed ends us as a signal does
            loop.add_signal_handler(number, self.handle_exit, number, None)
        if self._hangup is not None:
            loop.add_signal_handler(signal.SIGHUP, self._hung_up, self._hangup)
        try:
            yield
        finally:
            for number in (*SIGNALS, signal.SIGHUP):
                loop.remove_signal_handler(number)

    def _hung_up(self, hangup: Callable[[], object]) -> None:
        async def off_the_loop() -> None:
            await asyncio.to_thread(hangup)

        task = asyncio.ensure_future(off_the_loop())
        self.server_state.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.server_state.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.warning("SIGHUP: %s", task.exception())

    def _take(self) -> None:
        waiting, self._waiting = self._waiting, []
        for listener, application in waiting:
            task = asyncio.ensure_future(self._add(listener, application))
            self.server_state.tasks.add(task)
            task.add_done_callback(self.server_state.tasks.discard)

    async def _add(self, listener: socket.socket, application: Any) -> None:
        config = _config(application, "off")
        config.load()
        loop = asyncio.get_running_loop()

        def protocol() -> asyncio.Protocol:
            made: asyncio.Protocol = config.http_protocol_class(  # type: ignore[call-arg]  # any of uvicorn's
                config=config, server_state=self.server_state, app_state={}, _loop=loop
            )
            return made

        self.servers.append(await loop.create_server(protocol, sock=listener, backlog=config.backlog))


def _config(application: Any, lifespan: Any, tls: tuple[str, str] | None = None) -> uvicorn.Config:
    cert, key = tls or (None, None)
    return uvicorn.Config(
        application,
        ssl_certfile=cert,
        ssl_keyfile=key,
        loop="asyncio",
        http=Connection,
        proxy_headers=False,  # whoever asks is whoever is connected; a header does not change that
        ws="none",
        lifespan=lifespan,
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=GRACE,
    )
