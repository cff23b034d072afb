"""The table of tools as an MCP server: the same for HTTP (`app`) and standard input (`stdio`).

Uses the SDK's low-level server, because our schemas come from the table, not from signatures. The
SDK is imported only when a server starts: it takes half a second.
"""

from __future__ import annotations

import asyncio
import itertools
from typing import Any, Final

import msgspec
from mcp import types
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from xray_graph import __version__
from xray_graph.errors import NotFoundError, XrayError
from xray_graph.serve import schemas
from xray_graph.serve.desk import Desk
from xray_graph.serve.resources import Resources
from xray_graph.serve.tools import Tool, offered

INSTRUCTIONS: Final = """\
Maps of code repositories: functions, types, documents and manifests, and how they hang together.
Ask search_graph first, with a question or a name; it answers with pointers (name, path, lines).
Hand a pointer's name to get_graph_node for its body and relations, to find_callers for who uses it
and to find_callees for what it uses. Edges are resolved from declarations, never guessed from names:
no caller in the answer means none that the sources declare."""
NOTES: Final = """
Notes outlive a session: look with search_notes for what was decided before, and keep what you decide or
find out with write_note, about the nodes that it concerns."""


PROGRESS: Final = 1.0  # seconds between two notes of progress

# What we list changes only with the program, and is the same for every client.
_LISTS: Final[tuple[CacheableMethod, ...]] = (
    "tools/list",
    "prompts/list",
    "resources/templates/list",
    "server/discover",
)
_FRESH: Final = CacheHint(ttl_ms=60_000, scope="public")
_BRIEF: Final = CacheHint(ttl_ms=5_000, scope="private")  # maps come and go


def build_server(desk: Desk) -> Server[Any]:
    """A server without state of its own, so one serves any number of connections."""

    async def list_tools(
        context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        del context, params  # one page holds them all
        return types.ListToolsResult(tools=listed)

    async def call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = by_name.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {params.name[:100]!r}")
        try:
            asked = asyncio.ensure_future(desk.ask(tool, params.arguments or {}))
            reply = await _told_of(asked, context, desk)
            structured = tool.builtins(reply)
        except XrayError as error:
            return failed(error)
        text = types.TextContent(type="text", text=tool.text(reply))
        return types.CallToolResult(content=[text], structured_content=structured)

    resources = Resources(desk)

    async def list_resources(
        context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        del context
        return await resources.listed((params.cursor if params else None) or "")

    async def list_templates(
        context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        del context, params
        return types.ListResourceTemplatesResult(resource_templates=resources.templates())

    async def read_resource(
        context: ServerRequestContext[Any], params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        del context
        return types.ReadResourceResult(contents=[await resources.read(params.uri)])

    async def complete(
        context: ServerRequestContext[Any], params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        del context
        others = (params.context.arguments if params.context else None) or {}
        found = await resources.complete(params.argument.name, params.argument.value, others)
        return types.CompleteResult(completion=found)

    by_name = {tool.name: tool for tool in offered(desk.atlas)}
    listed = [describe(tool) for tool in by_name.values()]
    return Server(
        "xray-graph",
        version=__version__,
        title="X-Ray graph",
        instructions=INSTRUCTIONS + (NOTES if desk.atlas.notes is not None else ""),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=lambda name: by_name[name].input_schema if name in by_name else None,
        cache_hints={**dict.fromkeys(_LISTS, _FRESH), "resources/list": _BRIEF},
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_completion=complete,
        on_list_prompts=_no_prompts,
    )


async def _told_of(
    asked: asyncio.Future[msgspec.Struct], context: ServerRequestContext[Any], desk: Desk
) -> msgspec.Struct:
    """The answer; as long as it takes, a client that asked for progress hears that it goes on."""
    try:
        for seconds in itertools.count(1):
            done, _ = await asyncio.wait([asked], timeout=PROGRESS)
            if done:
                break
            await context.session.report_progress(float(seconds), None, desk.state())
        return await asked
    finally:
        asked.cancel()  # when the client takes the call back


# Clients ask for all lists when they connect, and some take "method not found" for a broken server.


async def _no_prompts(
    context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
) -> types.ListPromptsResult:
    del context, params
    return types.ListPromptsResult(prompts=[])


def describe(tool: Tool) -> types.Tool:
    """What a client is told about a tool."""
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=schemas.short(tool.output_schema),
        annotations=types.ToolAnnotations(
            read_only_hint=not tool.writes,
            destructive_hint=False,
            idempotent_hint=not tool.writes,
            open_world_hint=False,
        ),
    )


def failed(error: XrayError) -> types.CallToolResult:
    """An error as a tool's result, where the model that asked can read it and ask better."""
    lines = [error.message]
    if error.where:
        lines.append(f"where: {error.where}")
    if isinstance(error, NotFoundError) and error.nearest:
        lines.append("nearest: " + ", ".join(error.nearest))
    if error.hint:
        lines.append(f"hint: {error.hint}")
    return types.CallToolResult(
        content=[types.TextContent(type="text", text="\n".join(lines))], is_error=True
    )
