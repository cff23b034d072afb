"""What the list of tools costs a model's context, and that a short schema takes what the whole one takes."""

from __future__ import annotations

import json

import jsonschema
import pytest

from xray_graph.serve import schemas
from xray_graph.serve.mcp_server import describe
from xray_graph.serve.tools import TOOLS

KB = 1024


def size(value) -> int:
    return len(json.dumps(value, separators=(",", ":")).encode())


def test_what_a_model_reads_is_short():
    read = [
        {"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema}
        for tool in TOOLS
    ]
    assert size(read) <= 8 * KB


def test_the_whole_list_is_short():
    listed = [describe(tool).model_dump(mode="json", by_alias=True, exclude_none=True) for tool in TOOLS]
    assert size({"tools": listed}) <= 24 * KB


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_short_schema_is_one(tool):
    short = schemas.short(tool.output_schema)
    jsonschema.Draft202012Validator.check_schema(short)
    assert short["required"] == tool.output_schema["required"]
    assert short["properties"].keys() == tool.output_schema["properties"].keys()
    assert short.get("$defs", {}).keys() == tool.output_schema.get("$defs", {}).keys()


def test_a_short_schema_tells_right_from_wrong():
    schema = schemas.short(
        {
            "type": "object",
            "description": "prose",
            "properties": {
                "next": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
                "description": {"type": "string", "description": "a field of that name"},
            },
            "required": ["next"],
        }
    )
    assert schema == {
        "type": "object",
        "properties": {"next": {"type": ["string", "null"]}, "description": {"type": "string"}},
        "required": ["next"],
    }
