"""From an address to a socket that listens on it.

Binds the port itself, so that a port in use is one clear error before anything is loaded, and port 0
can be told by its real number. Called by `xray graph serve`; what answers on the socket is `transport`.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
from typing import Final, NamedTuple

from xray_graph.errors import AccessError, ServerError, UsageError
from xray_graph.serve.guard import parse_authority

SHORTEST_TOKEN: Final = 8  # characters; less can be guessed
BACKLOG: Final = 256  # connections that wait to be taken


class Address(NamedTuple):
    """A numeric address to listen on."""

    host: str  # without brackets
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        return ipaddress.ip_address(self.host).is_loopback


def parse_address(text: str) -> Address:
    """`127.0.0.1:8084`, `[::1]:8084`, `localhost:8084`; port 0 lets the system choose one.

    Raises:
        UsageError: it is none of these.
    """
    name, _, port = text.rpartition(":")
    # Port 0 is no port of a URL, so it is not the authority's to allow.
    authority = parse_authority(name) if name and port.isascii() and port.isdigit() else None
    if authority is None or authority.port is not None or len(port) > 5 or int(port) > 65535:
        raise UsageError(
            f"{text!r} is no address to listen on",
            where="--addr",
            hint="write ADDRESS:PORT, as 127.0.0.1:8084",
        )
    host = "127.0.0.1" if authority.name == "localhost" else authority.name.strip("[]")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        raise UsageError(
            f"{host!r} is no numeric address", where="--addr", hint="write ADDRESS:PORT, as 127.0.0.1:8084"
        ) from None
    return Address(host, int(port))


def check_exposure(address: Address, token: str) -> None:
    """Refuse to listen beyond this machine without a token.

    Raises:
        AccessError: anybody who reaches the address could read every map.
    """
    if len(token) < SHORTEST_TOKEN and not address.is_loopback:
        needed = f"a bearer token of {SHORTEST_TOKEN} characters or more" if token else "a bearer token"
        raise AccessError(
            f"listening beyond this machine needs {needed}",
            where=str(address),
            hint="give --token-file (--new-token makes one) or XRAY_GRAPH_TOKEN, or listen on 127.0.0.1",
        )


def bind(address: Address) -> socket.socket:
    """A socket that listens on the address.

    Raises:
        ServerError: the port is in use, or the address is not one of this machine.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # asyncio switches Nagle's delay off only where the protocol is named: 40 ms a reply.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # A port that only waits for old connections to die may be taken; one that is listened on may not.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address.host, address.port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise ServerError(
                f"port {address.port} is in use",
                where=str(address),
                hint="stop what listens there, or choose another port with --addr",
            ) from error
        raise ServerError(
            f"cannot listen here: {error.strerror or error}", where=str(address), hint="choose another --addr"
        ) from error
    return listener


def bound(listener: socket.socket) -> Address:
    """The address that a listening socket has, its port as the system chose it."""
    host, port = listener.getsockname()[:2]
    return Address(host, port)
