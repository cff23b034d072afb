"""The OpenAPI document of a server, made from the table of tools; served at `/v1/openapi.json`.

So a client can be generated, and nothing is written twice. Called by `app`, which knows what else it serves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from xray_graph import __version__
from xray_graph.serve import problem, schemas
from xray_graph.serve.tools import Tool

PATH: Final = "/v1/openapi.json"
_ANY: Final = {"type": "object"}
_REF: Final = "#/components/schemas/"
_PROBLEM: Final = {"content": {problem.MEDIA_TYPE: {"schema": {"$ref": f"{_REF}Problem"}}}}
_ERRORS: Final[Mapping[str, str]] = {
    "400": "The arguments make no question.",
    "401": "A bearer token is needed.",
    "403": "Host, Origin or site is not let through.",
    "404": "There is no such map or node.",
    "409": "A file is refused: key, digest or version.",
    "503": "Too much at once, or not ready yet.",
}


def document(tools: Iterable[Tool], changes: Mapping[str, type[msgspec.Struct]]) -> dict[str, Any]:
    """The document for a server with these tools; `changes` are its other POST paths and what each takes."""
    known: dict[str, Any] = {"Problem": problem.SCHEMA}
    paths: dict[str, Any] = {}
    for tool in tools:
        paths[tool.path] = {tool.method.lower(): _operation(tool, known)}
    for path, kind in changes.items():
        name = path.rpartition("/")[2]
        paths[path] = {
            "post": {
                "operationId": name,
                "summary": name.capitalize(),
                "requestBody": _body(_component(schemas.of_object(kind), known)),
                "responses": _responses(_ANY),
            }
        }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "X-Ray graph", "version": __version__,
            "description": "Maps of code repositories, asked over HTTP. The same tools as over MCP at /mcp.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(known.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}, {}],
    }  # fmt: skip


def _operation(tool: Tool, known: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": tool.name, "summary": tool.title, "description": tool.description,
        "responses": _responses(_component(tool.output_schema, known), reads=not tool.writes),
    }  # fmt: skip
    if tool.writes:
        told["requestBody"] = _body(_component(tool.input_schema, known))
        return told
    required = tool.input_schema.get("required", ())
    told["parameters"] = [
        {
            "name": name,
            "in": "query",
            "required": name in required,
            **({"description": schema["description"]} if "description" in schema else {}),
            "schema": {key: value for key, value in schema.items() if key != "description"},
        }
        for name, schema in tool.input_schema.get("properties", {}).items()
    ]
    return told


def _responses(reply: Mapping[str, Any], *, reads: bool = False) -> dict[str, Any]:
    answered: dict[str, Any] = {
        "description": "The answer.", "content": {"application/json": {"schema": reply}}
    }  # fmt: skip
    if not reads:
        return {"200": answered, **_problems()}
    answered["headers"] = {"ETag": {"description": "Of this answer.", "schema": {"type": "string"}}}
    unchanged = {"description": "The answer has the ETag that If-None-Match names."}
    return {"200": answered, "304": unchanged, **_problems()}


def _problems() -> dict[str, Any]:
    return {status: {"description": what, **_PROBLEM} for status, what in _ERRORS.items()}


def _body(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _component(schema: Mapping[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """The schema with what it refers to among the document's components."""
    for name, part in schema.get("$defs", {}).items():
        known[name] = _moved(part)
    moved: dict[str, Any] = _moved({key: value for key, value in schema.items() if key != "$defs"})
    return moved


def _moved(part: Any) -> Any:
    if isinstance(part, list):
        return [_moved(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        key: value.replace("#/$defs/", _REF) if key == "$ref" else _moved(value)
        for key, value in part.items()
    }
