"""The log of a server: one line a request, each under an id, as text or as JSON.

The id is the client's `X-Request-Id` when that is a plain word, else a new one; it goes into the reply's
header, into the problem details of an error, and into every line that is logged on the way. A line tells
method, path, status, milliseconds and bytes. It never tells the query of the address, a header or a body,
because questions and tokens stand there. Put around everything by `app`; set up by the command line.
"""

from __future__ import annotations

import contextvars
import json
import logging
import re
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, Literal

# The types of an ASGI application; starlette's are the same, and need starlette.
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

Form = Literal["text", "json"]
HEADER: Final = b"x-request-id"
_GIVEN: Final = re.compile(rb"[A-Za-z0-9_.-]{1,64}")
_request: contextvars.ContextVar[str] = contextvars.ContextVar("request", default="")
_log = logging.getLogger("xray_graph.requests")
_TOLD: Final = ("method", "path", "status", "ms", "bytes")
_LONGEST: Final = 200  # characters of a path


def request_id() -> str:
    """Of the request that is being answered; empty outside of one."""
    return _request.get()


class Journal:
    """The ASGI layer around a whole application."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        given = next((value for name, value in scope["headers"] if name == HEADER), b"")
        name = given if _GIVEN.fullmatch(given) else secrets.token_hex(8).encode("ascii")
        mark = _request.set(name.decode("ascii"))
        begun, told = time.perf_counter(), {"status": 0, "bytes": 0}

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                told["status"] = message["status"]
                message["headers"] = [*message.get("headers", ()), (HEADER, name)]
            else:
                told["bytes"] += len(message.get("body", b""))
            await send(message)

        try:
            await self._application(scope, receive, counted)
        finally:
            if _log.isEnabledFor(logging.INFO):
                spent = round((time.perf_counter() - begun) * 1000, 1)
                fields = {"method": scope["method"], "path": scope["path"][:_LONGEST], "ms": spent, **told}
                _log.info("request", extra={"told": {key: fields[key] for key in _TOLD}})
            _request.reset(mark)


class _Json(logging.Formatter):
    """A JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _moment(record.created), "level": record.levelname.lower(), "logger": record.name,
            "message": record.getMessage(),
        }  # fmt: skip
        if request := getattr(record, "request", ""):
            line["request"] = request
        line |= getattr(record, "told", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True)


class _Text(logging.Formatter):
    """A line for a reader; control characters of what came from outside are shown, not obeyed."""

    def format(self, record: logging.LogRecord) -> str:
        told = "".join(f" {key}={value}" for key, value in getattr(record, "told", {}).items())
        mark = f" [{request}]" if (request := getattr(record, "request", "")) else ""
        message = "".join(c if c.isprintable() else repr(c)[1:-1] for c in record.getMessage() + told)
        line = f"{_moment(record.created)} {record.levelname} {record.name}{mark}: {message}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up(form: Form = "text", level: str = "warning") -> None:
    """Log to standard error, from now on. At `info`, every request is told."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    handler.addFilter(_with_request)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in ("xray_graph", "uvicorn.error"):
        logging.getLogger(name).setLevel(level.upper())


def _with_request(record: logging.LogRecord) -> bool:
    record.request = request_id()
    return True


def _moment(seconds: float) -> str:
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{whole}.{int(seconds % 1 * 1000):03d}Z"
