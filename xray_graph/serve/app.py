"""The HTTP application: `/v1` (REST), `/mcp` (MCP) and `/healthz`, behind the guard.

One path a tool, made from the table in `tools`, and the two that change something: update and flush.
An error is JSON with the fields of an XrayError; what went wrong inside is in the log, never in a reply.
Called by `xray graph serve`, and for the socket of each repository that a process keeps.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Lifespan, Receive, Scope, Send

from xray_graph.errors import AccessError, NotFoundError, RefusedError, ServerError, UsageError, XrayError
from xray_graph.serve import updates
from xray_graph.serve.desk import Desk
from xray_graph.serve.guard import MAX_BODY, OPEN_PATH, Guard, Policy
from xray_graph.serve.household import Household
from xray_graph.serve.mcp_server import build_server
from xray_graph.serve.metrics import CONTENT_TYPE, Metrics
from xray_graph.serve.tools import Tool, encode, offered

# The first that an error is an instance of.
_STATUS: Final[tuple[tuple[type[XrayError], HTTPStatus], ...]] = (
    (UsageError, HTTPStatus.BAD_REQUEST),
    (NotFoundError, HTTPStatus.NOT_FOUND),
    (AccessError, HTTPStatus.FORBIDDEN),
    (RefusedError, HTTPStatus.CONFLICT),  # a file that this server will not open
    (ServerError, HTTPStatus.SERVICE_UNAVAILABLE),
)


def build_app(house: Household, policy: Policy, rescan: Callable[[], object] | None = None) -> Guard:
    """The whole application; with `rescan`, that can be asked for as well."""
    desk = Desk(house.atlas, house.ask)
    # No sessions: a request stands alone, so a restart of this server takes nothing from a client.
    # The SDK's own look at Host and Origin is off, because the guard's is stricter and covers all.
    mcp = StreamableHTTPSessionManager(
        build_server(desk),
        json_response=True,
        stateless=True,
        security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        max_request_body_size=MAX_BODY,
    )

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with mcp.run():
            desk.open()
            yield
        desk.close()

    routes = [
        Route(OPEN_PATH, _healthz, methods=["GET"]),
        Route("/readyz", _readyz(house), methods=["GET"]),
        Route("/metrics", lambda _: Response(metrics.text(), media_type=CONTENT_TYPE), methods=["GET"]),
        Route("/mcp", _McpEndpoint(mcp), methods=["POST"]),
        *_rest(desk, house),
        *([Route("/v1/rescan", _rescan(rescan), methods=["POST"])] if rescan else []),
    ]
    guard = Guard(_application(routes, lifespan), policy)
    metrics = desk.watcher = Metrics(house, guard.refused)
    return guard


def build_socket_app(house: Household) -> Guard:
    """What other processes of the user may ask of a repository that this one keeps: REST alone."""
    return Guard(_application(_rest(Desk(house.atlas), house)), Policy.make())


def _application(routes: list[Route], lifespan: Lifespan[Starlette] | None = None) -> Starlette:
    application = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_error, Exception: _fault},
    )
    application.router.redirect_slashes = False  # a redirect would repeat the client's Host header
    return application


def _rest(desk: Desk, house: Household) -> list[Route]:
    changes: tuple[tuple[str, type[msgspec.Struct], Callable[[Any], Awaitable[object]]], ...] = (
        ("/v1/update", updates.Update, house.update),
        ("/v1/flush", updates.Flush, house.flush),
    )
    return [
        *(Route(tool.path, _endpoint(desk, tool), methods=[tool.method]) for tool in offered(desk.atlas)),
        *(Route(path, _change(kind, carry_out), methods=["POST"]) for path, kind, carry_out in changes),
    ]


def _change(
    kind: type[msgspec.Struct], carry_out: Callable[[Any], Awaitable[object]]
) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            return _json(await carry_out(updates.read(await request.body(), kind)))
        except XrayError as error:
            return error_response(error)

    return answer


class _McpEndpoint:
    """A class, because starlette wraps functions and hands an ASGI application on as it is."""

    def __init__(self, manager: StreamableHTTPSessionManager) -> None:
        self._manager = manager

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._manager.handle_request(scope, receive, send)


def _endpoint(desk: Desk, tool: Tool) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            return _json(await desk.ask(tool, await _arguments(request)))
        except XrayError as error:
            return error_response(error)

    return answer


async def _arguments(request: Request) -> Mapping[str, Any]:
    """Of a question: the parameters of the address, one that is repeated as a list; of a change, the body."""
    if request.method == "POST":
        return updates.read_object(await request.body())
    query = request.query_params
    return {name: values if len(values := query.getlist(name)) > 1 else values[0] for name in query}


def _rescan(rescan: Callable[[], object]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        try:
            return _json(await asyncio.to_thread(rescan))
        except XrayError as error:
            return error_response(error)

    return answer


def _readyz(house: Household) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        states = [entry.state for entry in house.atlas.catalog]
        waiting = states.count("building")
        status = HTTPStatus.SERVICE_UNAVAILABLE if waiting else HTTPStatus.OK
        return _json({"status": "building" if waiting else "ready", "maps": len(states)}, status)

    return answer


async def _healthz(_: Request) -> Response:
    return _json({"status": "ok"})


def error_response(error: XrayError) -> Response:
    """An error's fields, under the status of its kind."""
    fields: dict[str, Any] = {"message": error.message}
    if error.where:
        fields["where"] = error.where
    if error.hint:
        fields["hint"] = error.hint
    if isinstance(error, NotFoundError) and error.nearest:
        fields["nearest"] = error.nearest
    matching = (status for kind, status in _STATUS if isinstance(error, kind))
    status = next(matching, HTTPStatus.INTERNAL_SERVER_ERROR)
    return _json({"error": fields}, status)


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    return _json({"error": {"message": status.phrase.lower()}}, status, error.headers)


async def _fault(_: Request, error: Exception) -> Response:
    del error  # starlette raises it again behind this reply, and uvicorn logs it
    return _json({"error": {"message": "the server failed"}}, HTTPStatus.INTERNAL_SERVER_ERROR)


def _json(
    value: object, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    return Response(encode(value), status_code=int(status), headers=headers, media_type="application/json")
