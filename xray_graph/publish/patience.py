"""How long is waited for a server: an end for the whole of a wait, which a time-out for each read is not.

A server that sends a byte now and then never lets a read time out. So a thread looks at the clock, and when
a wait is over it shuts the connections; whoever waits on one of them then hears of it. What comes or goes as
fast as over a slow telephone is waited for as long as it takes. Used by `transport`.
"""

from __future__ import annotations

import contextlib
import math
import socket
import threading
import time
import weakref
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

_CONNECTED: Final = (".connect_tcp.complete", ".start_tls.complete")
_LOOKS: Final = 4  # at the clock, in the time of one wait
_SLOWEST: Final = 4 << 10  # bytes a second, over the time of one wait


class TooSlowError(Exception):
    """Something comes, and would take for ever."""


class Patience:
    """The waits of one client, one at a time, and the connections that they are on."""

    def __init__(self, seconds: float) -> None:
        """A wait ends after so many seconds; one in which much is sent, later."""
        self.seconds = seconds
        self._sockets: weakref.WeakSet[socket.socket] = weakref.WeakSet()
        self._end = math.inf
        self._late = False
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def close(self) -> None:
        """Nothing is waited for any more."""
        self._closed.set()

    def trace(self, event: str, told: Mapping[str, Any]) -> None:
        """Hear of a request's connections: the client's extension `trace`."""
        if event.endswith(_CONNECTED):
            self._sockets.add(told["return_value"].get_extra_info("socket"))

    @contextlib.contextmanager
    def waiting(self, size: int = 0) -> Iterator[None]:
        """Something is waited for, after `size` bytes have been sent.

        Raises:
            TooSlowError: it has not come in time.
        """
        if self._thread is None:
            self._thread = threading.Thread(target=self._watch, name="patience", daemon=True)
            self._thread.start()
        self._late = False
        self._anew(size)
        try:
            yield
        except Exception as error:
            if not self._late:
                raise
            raise TooSlowError("not in time") from error
        finally:
            self._end = math.inf
        if self._late:
            raise TooSlowError("not in time")

    def sent(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The pieces of what is sent during a wait, which begins anew with each."""
        for piece in pieces:
            self._anew(len(piece))
            yield piece
        self._anew(0)

    def received(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """The pieces that come, each waited for; what is done with them between takes nobody's time.

        Raises:
            TooSlowError: they come too slowly.
        """
        waited, size = 0.0, 0
        while True:
            begun = time.monotonic()
            with self.waiting():
                piece = next(pieces, None)
            if piece is None:
                return
            waited, size = waited + time.monotonic() - begun, size + len(piece)
            yield piece
            if waited > self.seconds:
                if size < waited * _SLOWEST:
                    raise TooSlowError("too few bytes")
                waited, size = 0.0, 0

    def _anew(self, size: int) -> None:
        self._end = time.monotonic() + self.seconds + size / _SLOWEST

    def _watch(self) -> None:
        while not self._closed.wait(self.seconds / _LOOKS):
            if time.monotonic() > self._end:
                self._late = True
                for each in list(self._sockets):
                    with contextlib.suppress(OSError):  # closed since
                        socket.socket.shutdown(each, socket.SHUT_RDWR)
