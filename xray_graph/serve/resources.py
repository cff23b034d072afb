"""Maps and nodes as MCP resources, `xray://shop` and `xray://shop/cart/cart.go::Cart.Add`, and completion.

Everything is asked through the tools, so a resource cannot say anything else than they do. Used by
`mcp_server`.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote, unquote

from mcp import types
from mcp.shared.exceptions import MCPError

from xray_graph.errors import XrayError
from xray_graph.serve.desk import Desk
from xray_graph.serve.tools import BY_NAME, encode

SCHEME: Final = "xray://"
MAP_TEMPLATE: Final = SCHEME + "{map}"
NODE_TEMPLATE: Final = SCHEME + "{map}/{+node}"
_MOST: Final = 100  # completions in one reply, as the protocol has it
_LIST, _NODE, _SEARCH = BY_NAME["list_maps"], BY_NAME["get_graph_node"], BY_NAME["search_graph"]


class Resources:
    """The resources of one server."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def listed(self, cursor: str = "") -> types.ListResourcesResult:
        """One for each map, a page at a time; nodes are found by the template."""
        reply: Any = await self._desk.ask(_LIST, {"cursor": cursor})
        resources = [
            types.Resource(
                name=entry.label, uri=address(entry.label), title=f"The map of {entry.label}",
                description=entry.summary[:300] or None, mime_type="application/json",
            )
            for entry in reply.maps
        ]  # fmt: skip
        return types.ListResourcesResult(resources=resources, next_cursor=reply.next)

    @staticmethod
    def templates() -> list[types.ResourceTemplate]:
        return [
            types.ResourceTemplate(
                name="map", uri_template=MAP_TEMPLATE, title="A map", mime_type="application/json",
                description="What list_maps says of one map.",
            ),
            types.ResourceTemplate(
                name="node", uri_template=NODE_TEMPLATE, title="The source text of a node",
                description="`node` is what follows `//` in a node's name: `path::Symbol`, or a path.",
                mime_type="text/plain",
            ),
        ]  # fmt: skip

    async def read(self, uri: str) -> types.TextResourceContents:
        """The map or node that the address names.

        Raises:
            MCPError: there is no such resource.
        """
        label, separator, node = uri.removeprefix(SCHEME).partition("/")
        if not uri.startswith(SCHEME) or not label:
            raise _nothing(uri)
        label, node = unquote(label), unquote(node)
        reply: Any
        if not separator:
            if label not in self._desk.atlas.catalog.table:
                raise _nothing(uri)
            # The page that begins behind the label before it begins with it.
            before = max((one for one in self._desk.atlas.catalog.labels() if one < label), default="")
            reply = await self._desk.ask(_LIST, {"cursor": before, "limit": 1})
            for entry in reply.maps:
                if entry.label == label:
                    text = encode(entry).decode()
                    return types.TextResourceContents(uri=uri, mime_type="application/json", text=text)
            raise _nothing(uri)
        try:
            reply = await self._desk.ask(_NODE, {"name": f"{label}//{node}", "map": [label], "limit": 1})
        except XrayError as error:
            raise _nothing(uri, error.message) from error
        if reply.node is None:
            fits = ", ".join(one.name for one in reply.candidates)
            raise _nothing(uri, f"several nodes fit: {fits}")
        return types.TextResourceContents(uri=uri, mime_type="text/plain", text=reply.node.body)

    async def complete(self, name: str, value: str, others: dict[str, str]) -> types.Completion:
        """What an argument of the templates may be, given its beginning."""
        if name == "map":
            labels = [label for label in self._desk.atlas.catalog.labels() if label.startswith(value)]
            return types.Completion(values=labels[:_MOST], total=len(labels), has_more=len(labels) > _MOST)
        if name != "node" or not value.strip():
            return types.Completion(values=[], total=0, has_more=False)
        asked: dict[str, Any] = {"limit": _MOST}
        asked |= (
            {"q": "*", "path": value.partition("::")[0]} if "/" in value or "." in value else {"q": value}
        )
        if label := others.get("map"):
            asked["map"] = [label]
        try:
            reply: Any = await self._desk.ask(_SEARCH, asked)
        except XrayError:
            return types.Completion(values=[], total=0, has_more=False)
        names = [found.name.partition("//")[2] for found in reply.results]
        if asked["q"] == "*":
            names = [each for each in names if each.startswith(value)]
        return types.Completion(values=names[:_MOST], has_more=reply.truncated)


def address(label: str, node: str = "") -> str:
    """The address of a map, or of a node of it."""
    return SCHEME + quote(label, safe="") + (f"/{quote(node, safe='/:.()[]~@,')}" if node else "")


def _nothing(uri: str, why: str = "there is no such resource") -> MCPError:
    return MCPError(types.INVALID_PARAMS, why, {"uri": uri})
