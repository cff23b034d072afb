"""JSON Schemas of what tools take and give, whole for documents and in short for MCP.

An MCP client reads the list of tools whole, and most hand it to a model, so there a reply's shape comes
without prose and without what a validator does not need. Called by `tools`, `openapi` and `mcp_server`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

_NULL: Final = {"type": "null"}
_EMPTY: Final[tuple[Any, ...]] = ("", [], False, None)
_IN_LISTS: Final = frozenset({"description", "default", "required"})  # what a short schema leaves out


def of_object(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The type's schema with its object at the root, as MCP wants it, and no titles."""
    (root,), definitions = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    name = root["$ref"].rpartition("/")[2]
    schema: dict[str, Any] = dict(definitions.pop(name))
    if definitions:
        schema["$defs"] = definitions
    for part in (schema, *definitions.values()):
        part.pop("title", None)
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema))
    return plain


def without_empty_defaults(schema: Mapping[str, Any]) -> dict[str, Any]:
    """An input schema in which an argument that is left out and one that is empty are the same thing."""
    properties = {
        name: {key: value for key, value in each.items() if key != "default" or value not in _EMPTY}
        for name, each in schema.get("properties", {}).items()
    }
    return {**schema, "properties": properties}


def short(schema: Mapping[str, Any]) -> dict[str, Any]:
    """An output schema that takes the same replies, without prose and without what is inside required."""
    told: dict[str, Any] = _pruned(schema)
    if "required" in schema:
        told["required"] = schema["required"]
    return told


def _pruned(part: Any) -> Any:
    if isinstance(part, list):
        return [_pruned(each) for each in part]
    if not isinstance(part, dict):
        return part
    kept: dict[str, Any] = {}
    for key, value in part.items():
        if key in ("properties", "$defs"):
            kept[key] = {name: _pruned(each) for name, each in value.items()}
        elif key not in _IN_LISTS:
            kept[key] = _pruned(value)
    choices = kept.get("anyOf")
    if choices and len(choices) == 2 and _NULL in choices:
        (other,) = (each for each in choices if each != _NULL)
        if set(other) == {"type"}:
            del kept["anyOf"]
            kept["type"] = [other["type"], "null"]
    return kept
