"""The HTTP application: `/v1` (REST), `/mcp` (MCP), `/healthz`, `/readyz` and `/metrics`, behind the guard.

One path a tool, made from the table in `tools`, and the two that change something: update and flush.
An error is problem details (`problem`); what went wrong inside is in the log, never in a reply.
Called by `xray graph serve`, and for the socket of each repository that a process keeps.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Lifespan

from xray_graph.errors import XrayError
from xray_graph.serve import openapi, problem, updates
from xray_graph.serve.desk import Desk
from xray_graph.serve.guard import OPEN_PATH, Guard, Policy
from xray_graph.serve.household import Household
from xray_graph.serve.journal import Application, Journal
from xray_graph.serve.mcp_endpoint import McpEndpoint
from xray_graph.serve.mcp_server import build_server
from xray_graph.serve.metrics import CONTENT_TYPE, Metrics
from xray_graph.serve.tools import Tool, encode, offered, reply_body

# An answer may be kept by the client that asked, and is asked for again under its ETag.
_KEEPING: Final = {"cache-control": "private, no-cache"}


def build_app(house: Household, policy: Policy, rescan: Callable[[], object] | None = None) -> Application:
    """The whole application; with `rescan`, that can be asked for as well."""
    desk = Desk(house.atlas, house.ask)
    mcp = McpEndpoint(build_server(desk))

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
        Route("/mcp", mcp, methods=["POST"]),
        *_rest(desk, house),
        *([Route("/v1/rescan", _rescan(rescan), methods=["POST"])] if rescan else []),
    ]
    guard = Guard(_application(routes, lifespan), policy)
    metrics = desk.watcher = Metrics(house, guard.refused, lambda: desk.turned_away)
    return Journal(guard)


def build_socket_app(house: Household) -> Application:
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
    changes: dict[str, tuple[type[msgspec.Struct], Callable[[Any], Awaitable[object]]]] = {
        "/v1/update": (updates.Update, house.update),
        "/v1/flush": (updates.Flush, house.flush),
    }
    tools = offered(desk.atlas)

    async def document(request: Request) -> Response:
        told = openapi.document(tools, {path: kind for path, (kind, _) in changes.items()})
        return _kept(encode(told), request)

    return [
        Route(openapi.PATH, document, methods=["GET"]),
        *(Route(tool.path, _endpoint(desk, tool), methods=[tool.method]) for tool in tools),
        *(Route(path, _change(*change), methods=["POST"]) for path, change in changes.items()),
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


def _endpoint(desk: Desk, tool: Tool) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            body = reply_body(await desk.ask(tool, await _arguments(request)))
        except XrayError as error:
            return error_response(error)
        return Response(body, media_type="application/json") if tool.writes else _kept(body, request)

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
    status, body = problem.of(error)
    return Response(body, status_code=int(status), media_type=problem.MEDIA_TYPE)


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    hint = f"{openapi.PATH} lists what may be asked; MCP is at /mcp, by POST"
    return _problem(status, status.phrase.lower(), error.headers, hint)


async def _fault(_: Request, error: Exception) -> Response:
    del error  # starlette raises it again behind this reply, and uvicorn logs it
    return _problem(HTTPStatus.INTERNAL_SERVER_ERROR, "the server failed")


def _problem(
    status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None, hint: str = ""
) -> Response:
    body = problem.body(status, detail, hint=hint)
    return Response(body, status_code=int(status), headers=headers, media_type=problem.MEDIA_TYPE)


def _json(value: object, status: HTTPStatus = HTTPStatus.OK) -> Response:
    return Response(encode(value), status_code=int(status), media_type="application/json")


def _kept(body: bytes, request: Request) -> Response:
    """An answer under its ETag; 304 and nothing more when the client has it already."""
    tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, **_KEEPING}
    held = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if tag in held or "*" in held:
        return Response(status_code=int(HTTPStatus.NOT_MODIFIED), headers=headers)
    return Response(body, headers=headers, media_type="application/json")
