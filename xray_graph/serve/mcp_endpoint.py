"""`/mcp`: the SDK's transport, chosen by what a request needs, and without sessions.

A request stands alone, so a restart of this server takes nothing from a client, and no id of a session is
ever given out. One that a client still holds, from another server on this port perhaps, is answered as the
protocol has it: 404, upon which clients begin anew. A request that asks for progress is answered by a
stream, which can carry it; all others by one piece of JSON.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any, Final

from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import Message, Receive, Scope, Send

from xray_graph.serve.guard import MAX_BODY

_SESSION: Final = b"mcp-session-id"
_VERSION: Final = b"mcp-protocol-version"
_STATELESS: Final = b"2026"  # versions from here on know no sessions, and the header means nothing
_ASKS_FOR_PROGRESS: Final = b'"progressToken"'
_GONE: Final = json.dumps(
    {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "there is no such session"}}
).encode()


class McpEndpoint:
    """A class, because starlette wraps functions and hands an ASGI application on as it is."""

    def __init__(self, server: Server[Any]) -> None:
        self._plain, self._streaming = (_manager(server, json_response=whole) for whole in (True, False))

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """As long as requests come."""
        async with self._plain.run(), self._streaming.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        if _SESSION in headers and not headers.get(_VERSION, b"") >= _STATELESS:
            await send(
                {
                    "type": "http.response.start",
                    "status": 404,
                    "headers": [
                        (b"content-type", b"application/json"),
                        (b"content-length", b"%d" % len(_GONE)),
                    ],
                }
            )
            await send({"type": "http.response.body", "body": _GONE})
            return
        first = await receive()  # the guard has read the body, and hands it on in one piece
        taken = False

        async def replayed() -> Message:
            nonlocal taken
            if taken:
                return await receive()
            taken = True
            return first

        chosen = self._streaming if _ASKS_FOR_PROGRESS in first.get("body", b"") else self._plain
        await chosen.handle_request(scope, replayed, send)


def _manager(server: Server[Any], *, json_response: bool) -> StreamableHTTPSessionManager:
    # The SDK's own look at Host and Origin is off, because the guard's is stricter and covers all.
    return StreamableHTTPSessionManager(
        server,
        json_response=json_response,
        stateless=True,
        security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        max_request_body_size=MAX_BODY,
    )
