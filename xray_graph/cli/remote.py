"""A question asked of a running server, over REST: what `--server` and XRAY_GRAPH_SERVER mean.

One plain request, without redirects, so that the token goes to the server that was named and to no
other. Knows no tool; the reply is decoded to the type that the table gives.
"""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

import msgspec

from xray_graph.errors import AccessError, NotFoundError, RefusedError, ServerError, UsageError, XrayError
from xray_graph.serve.tools import Tool

TIMEOUT: Final = 90.0  # seconds; the server itself gives up earlier
_LONGEST: Final = 64 << 20  # bytes of a reply

_ERRORS: Final[Mapping[int, type[XrayError]]] = {
    HTTPStatus.BAD_REQUEST: UsageError,
    HTTPStatus.UNAUTHORIZED: AccessError,
    HTTPStatus.FORBIDDEN: AccessError,
    HTTPStatus.NOT_FOUND: NotFoundError,
    HTTPStatus.CONFLICT: RefusedError,
}


class _Told(msgspec.Struct):
    """An error as a server words it."""

    message: str = ""
    where: str = ""
    hint: str = ""
    nearest: tuple[str, ...] = ()


class _Failure(msgspec.Struct):
    error: _Told


def ask(server: str, token: str, tool: Tool, arguments: Mapping[str, Any]) -> msgspec.Struct:
    """The tool's reply from the server at `server` (`http://HOST:PORT`).

    Raises:
        UsageError: `server` is no address of a server, or the server says so of an argument.
        ServerError: it cannot be reached, or does not answer as one of ours.
        XrayError: what the server answered, with the exit code of its kind.
    """
    pairs = [(name, _text(each)) for name, value in arguments.items() for each in _values(value)]
    status, body = _get(server, token, f"{tool.path}?{urlencode(pairs)}" if pairs else tool.path)
    if status != HTTPStatus.OK:
        raise _error(server, status, body)
    try:
        return msgspec.json.decode(body, type=tool.reply_type())
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ServerError(
            "the reply is not one of xray graph", where=server, hint="is this the right address and version?"
        ) from error


def _get(server: str, token: str, target: str) -> tuple[int, bytes]:
    connection, prefix = _connect(server)
    headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        connection.request("GET", prefix + target, headers=headers)
        response = connection.getresponse()
        return response.status, response.read(_LONGEST)
    except TimeoutError as error:
        raise ServerError(
            "the server does not answer", where=server, hint="ask for less, or again"
        ) from error
    except (OSError, http.client.HTTPException) as error:
        raise ServerError(
            f"the server cannot be reached: {str(error) or type(error).__name__}",
            where=server,
            hint="start one with `xray graph serve`, or leave --server out",
        ) from error
    finally:
        connection.close()


def _connect(server: str) -> tuple[http.client.HTTPConnection, str]:
    try:
        parts = urlsplit(server)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if parts.scheme not in {"http", "https"} or not host or parts.username or parts.query or parts.fragment:
        raise UsageError(
            f"{server!r} is no address of a server", where="--server", hint="write http://HOST:PORT"
        )
    prefix = parts.path.rstrip("/")
    if parts.scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=TIMEOUT, context=context), prefix
    return http.client.HTTPConnection(host, port, timeout=TIMEOUT), prefix


def _error(server: str, status: int, body: bytes) -> XrayError:
    try:
        told = msgspec.json.decode(body, type=_Failure).error
    except (msgspec.DecodeError, UnicodeDecodeError):
        told = _Told(f"the server answered {status}", hint="is this the right address and version?")
    kind = _ERRORS.get(status, ServerError)
    where = told.where or server
    if status == HTTPStatus.UNAUTHORIZED:
        return AccessError(told.message, where=where, hint="put the server's token into XRAY_GRAPH_TOKEN")
    if kind is NotFoundError:
        return NotFoundError(told.message, where=where, hint=told.hint, nearest=told.nearest)
    return kind(told.message, where=where, hint=told.hint)


def _values(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
