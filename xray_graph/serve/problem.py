"""An error as the body of a reply: problem details (RFC 9457), the same from the guard and from a route.

    {"type": "about:blank", "title": "Not Found", "status": 404, "detail": "no node is named …",
     "where": "shop", "hint": "…", "nearest": ["…"], "request": "3f0c…"}

`detail` is the error's message, and the rest is what an XrayError carries. Nothing from inside: no type of
an exception, no trace. Imports no web package, because the guard needs none.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from xray_graph.errors import AccessError, NotFoundError, RefusedError, ServerError, UsageError, XrayError
from xray_graph.serve import journal
from xray_graph.serve.tools import encode

MEDIA_TYPE: Final = "application/problem+json"
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string", "description": "The status in words."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What was wrong."},
        "where": {"type": "string", "description": "An argument, a map, a file."},
        "hint": {"type": "string", "description": "What to do next."},
        "nearest": {"type": "array", "items": {"type": "string"}, "description": "Names that come closest."},
        "request": {"type": "string", "description": "The id of the request, as the server's log has it."},
    },
    "required": ["type", "title", "status", "detail"],
}

# The first that an error is an instance of.
_STATUS: Final[tuple[tuple[type[XrayError], HTTPStatus], ...]] = (
    (UsageError, HTTPStatus.BAD_REQUEST),
    (NotFoundError, HTTPStatus.NOT_FOUND),
    (AccessError, HTTPStatus.FORBIDDEN),
    (RefusedError, HTTPStatus.CONFLICT),  # a file that this server will not open
    (ServerError, HTTPStatus.SERVICE_UNAVAILABLE),
)


def status_of(error: XrayError) -> HTTPStatus:
    """The status of an error's kind."""
    matching = (status for kind, status in _STATUS if isinstance(error, kind))
    return next(matching, HTTPStatus.INTERNAL_SERVER_ERROR)


def body(
    status: HTTPStatus, detail: str, where: str = "", hint: str = "", nearest: tuple[str, ...] = ()
) -> bytes:
    """Problem details as JSON."""
    told: dict[str, Any] = {
        "type": "about:blank", "title": status.phrase, "status": int(status), "detail": detail
    }  # fmt: skip
    request = journal.request_id()
    more = {"where": where, "hint": hint, "nearest": nearest, "request": request}
    return encode(told | {name: value for name, value in more.items() if value})


def of(error: XrayError) -> tuple[HTTPStatus, bytes]:
    """Status and body for an error."""
    nearest = error.nearest if isinstance(error, NotFoundError) else ()
    status = status_of(error)
    return status, body(status, error.message, error.where, error.hint, nearest)
