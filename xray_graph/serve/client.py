"""Requests to a running server: over HTTP, or over the socket of the process that keeps a repository.

    ask("http://127.0.0.1:8084", token, tool, arguments)    a tool's reply, as its type
    post(place.address, "", "/v1/update", body)             the bytes of a reply

One plain request, without redirects, so that the token goes to the server that was named and to no
other. Sockets and nothing above them, because a git hook waits for it: the standard library's HTTP client
alone takes longer to import than all of this. Used by the command line and by processes that hand their
questions over.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from xray_graph.errors import AccessError, NotFoundError, RefusedError, ServerError, UsageError, XrayError

if TYPE_CHECKING:
    import msgspec

    from xray_graph.serve.tools import Tool

TIMEOUT: Final = 90.0  # seconds; the server itself gives up earlier
UNIX: Final = "unix:"
_LONGEST: Final = 64 << 20  # bytes of a reply
_URL: Final = re.compile(
    r"(https?)://(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?(/[!-\"$->@-~]*)?"
)
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([0-9]{3})\b")
_LENGTH: Final = re.compile(rb"\r\ncontent-length: *([0-9]{1,15}) *(?:\r\n|$)", re.IGNORECASE)

_ERRORS: Final[Mapping[int, type[XrayError]]] = {
    400: UsageError,
    401: AccessError,
    403: AccessError,
    404: NotFoundError,
    409: RefusedError,
}


class UnreachableError(ServerError):
    """Nobody answers there."""


def ask(server: str, token: str, tool: Tool, arguments: Mapping[str, Any]) -> msgspec.Struct:
    """The tool's reply from the server at `server` (`http://HOST:PORT`).

    Raises:
        UsageError: `server` is no address of a server, or the server says so of an argument.
        ServerError: it cannot be reached, or does not answer as one of ours.
        XrayError: what the server answered, with the exit code of its kind.
    """
    from urllib.parse import urlencode

    import msgspec

    if tool.writes:
        body = post(server, token, tool.path, json.dumps(dict(arguments)).encode())
    else:
        pairs = [(name, _text(each)) for name, value in arguments.items() for each in _values(value)]
        body = request(server, token, "GET", f"{tool.path}?{urlencode(pairs)}" if pairs else tool.path)
    try:
        return msgspec.json.decode(body, type=tool.reply_type())
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise not_ours(server) from error


def post(server: str, token: str, target: str, body: bytes, *, timeout: float = TIMEOUT) -> bytes:
    """What the server answers to a JSON body; otherwise as `ask`."""
    return request(server, token, "POST", target, body, timeout=timeout)


def request(
    server: str, token: str, method: str, target: str, body: bytes | None = None, *, timeout: float = TIMEOUT
) -> bytes:
    """One request; the body of its reply.

    Raises:
        UsageError: `server` is no address of a server.
        UnreachableError: nobody answers there, or not in time.
        XrayError: the server answered with an error.
    """
    address = _parse(server)
    lines = [
        f"{method} {address.prefix}{target} HTTP/1.0",  # so that the reply is one piece and ends with its end
        f"Host: {address.authority}",
        "Accept: application/json",
        *([f"Authorization: Bearer {token}"] if token else []),
        *([f"Content-Type: application/json\r\nContent-Length: {len(body)}"] if body is not None else []),
    ]
    try:
        head = "\r\n".join(lines).encode("ascii")
    except UnicodeEncodeError as error:
        hint = "put the server's token there as it was given"
        raise UsageError(
            "holds a character that no request can carry", where="XRAY_GRAPH_TOKEN", hint=hint
        ) from error
    try:
        with _dial(address, timeout) as connection:
            connection.sendall(head + b"\r\n\r\n" + (body or b""))
            status, data = _read(connection)
    except TimeoutError as error:
        raise UnreachableError(
            "the server does not answer", where=server, hint="ask for less, or again"
        ) from error
    except (OSError, ValueError) as error:
        raise UnreachableError(
            f"the server cannot be reached: {str(error) or type(error).__name__}",
            where=server,
            hint="start one with `xray graph serve`, or name another with --server",
        ) from error
    if status != 200:
        raise _error(server, status, data)
    return data


class _Address(NamedTuple):
    scheme: str  # "http", "https", "unix"
    host: str  # without brackets; of a socket, its path
    port: int
    authority: str  # for the Host header
    prefix: str  # of every path


def _parse(server: str) -> _Address:
    if server.startswith(UNIX):
        return _Address("unix", server.removeprefix(UNIX), 0, "localhost", "")
    match = _URL.fullmatch(server)
    scheme, host, port, prefix = match.groups("") if match else ("", "", "", "")
    if not match or int(port or 1) > 65535:
        raise UsageError(
            f"{server!r} is no address of a server", where="--server", hint="write http://HOST:PORT"
        )
    authority = f"{host}:{port}" if port else host
    number = int(port or {"http": 80, "https": 443}[scheme])
    return _Address(scheme, host.strip("[]"), number, authority, prefix.rstrip("/"))


def _dial(address: _Address, timeout: float) -> socket.socket:
    if address.scheme == "unix":
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(timeout)
        try:
            connection.connect(address.host)
        except OSError:
            connection.close()
            raise
        return connection
    connection = socket.create_connection((address.host, address.port), timeout)
    if address.scheme == "https":
        import ssl

        try:
            return ssl.create_default_context().wrap_socket(connection, server_hostname=address.host)
        except ssl.SSLError as error:
            connection.close()
            raise UnreachableError(
                f"no TLS with the server: {getattr(error, 'verify_message', '') or error.reason}",
                where=f"{address.scheme}://{address.authority}",
                hint="SSL_CERT_FILE names the certificate of its authority; is it the right address?",
            ) from error
    return connection


def _read(connection: socket.socket) -> tuple[int, bytes]:
    """Status and body of a reply that ends with the connection."""
    parts: list[bytes] = []
    size = 0
    while part := connection.recv(1 << 16):
        parts.append(part)
        size += len(part)
        if size > _LONGEST:
            raise ValueError(f"it answers more than {_LONGEST} bytes")
    head, separator, body = b"".join(parts).partition(b"\r\n\r\n")
    status = _STATUS.match(head)
    if not separator or status is None:
        raise ValueError("it does not speak HTTP")
    length = _LENGTH.search(head)
    if length is not None and int(length[1]) != len(body):
        raise ValueError("its answer is cut off")
    return int(status[1]), body


def _error(server: str, status: int, body: bytes) -> XrayError:
    try:
        told = json.loads(body)  # problem details, as `problem` has them
        message, where, hint = str(told["detail"]), str(told.get("where", "")), str(told.get("hint", ""))
        nearest = tuple(map(str, told.get("nearest", ())))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        message, where, nearest = f"the server answered {status}", "", ()
        hint = "is this the right address and version?"
    kind = _ERRORS.get(status, ServerError)
    where = where or server
    if status == 401:
        return AccessError(message, where=where, hint="put the server's token into XRAY_GRAPH_TOKEN")
    if kind is NotFoundError:
        return NotFoundError(message, where=where, hint=hint, nearest=nearest)
    return kind(message, where=where, hint=hint)


def not_ours(server: str) -> ServerError:
    """What to say of a reply that none of ours would give."""
    return ServerError(
        "the reply is not one of xray graph", where=server, hint="is this the right address and version?"
    )


def _values(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
