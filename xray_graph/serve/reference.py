"""The tools, for readers: `docs/tools.md`, made from the table and checked by a test.

python -m xray_graph.serve.reference > docs/tools.md
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from xray_graph.serve.tools import TOOLS, Tool

_HEAD = """\
# Tools

The same questions, over MCP, REST and the command line, with the same arguments and the same answers.
This page is made from the table in `xray_graph/serve/tools.py`; do not edit it.

- **MCP**: `xray graph mcp` over standard input and output, or `/mcp` of `xray graph serve`. The answer is
  the structured content; the text beside it is a short account of it.
- **REST**: `GET` with the arguments as query parameters; one that takes several is repeated.
  `/v1/openapi.json` describes all of it. An answer has an `ETag`; with `If-None-Match`, one that is the same
  is 304. An error is problem details (RFC 9457): `title`, `status`, `detail`, and where they help `where`,
  `hint`, `nearest` and `request`; the status is 400, 404, 401 or 403 (access), 409 (a file that is refused)
  or 503.
- **Command line**: the argument marked *first* by position, the others as `--flags`; `--json` prints the
  answer. `--map` also takes a snapshot file or a folder of them.

All of them only read, except `write_note`, which is a `POST` with the arguments as a JSON object. The
tools for notes are there on a server that was started with `--writable`.
"""


def markdown() -> str:
    """The whole page."""
    sections = ["\n".join(_section(tool)) + "\n" for tool in TOOLS]
    return "\n".join([_HEAD, *sections, "\n".join(_shapes())]) + "\n"


def _shapes() -> Iterator[str]:
    """What the answers are made of, each once."""
    yield "## Shapes"
    known: dict[str, Any] = {}
    for tool in TOOLS:
        known = {**tool.output_schema.get("$defs", {}), **known}
    for name in sorted(known):
        yield ""
        yield f"### {name}"
        yield ""
        if meaning := known[name].get("description"):
            yield meaning
            yield ""
        yield "```"
        yield _shape(known[name], "")
        yield "```"


def _section(tool: Tool) -> Iterator[str]:
    yield f"## {tool.name}"
    yield ""
    yield tool.description
    yield ""
    first = f" {tool.argument_shown}" if tool.argument else ""
    yield f"`{tool.method} {tool.path}` · `xray graph {tool.command}{first}`"
    yield ""
    properties = tool.input_schema.get("properties", {})
    if properties:
        yield "| argument | type | default | meaning |"
        yield "|---|---|---|---|"
        for name, schema in properties.items():
            mark = " (*first*)" if name == tool.argument else ""
            default = f"`{_plain(schema['default'])}`" if "default" in schema else ""
            yield f"| `{name}`{mark} | {_type(schema)} | {default} | {schema.get('description', '')} |"
    else:
        yield "It takes no arguments."
    yield ""
    yield "Answer:"
    yield ""
    yield "```"
    yield _shape(tool.output_schema, "")
    yield "```"


def _plain(value: Any) -> str:
    return json.dumps(value)


def _type(schema: Mapping[str, Any]) -> str:
    """`integer 1-100`, `several strings`."""
    if schema.get("type") == "array":
        return f"several {_type(schema['items'])}s"
    kind = str(schema.get("type", "any"))
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"] if value != "")
    low, high = schema.get("minimum"), schema.get("maximum")
    return f"{kind} {low}-{high}" if low is not None and high is not None else kind


def _shape(schema: Mapping[str, Any], indent: str) -> str:
    """A schema as an indented outline of its fields."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(_shape(part, indent) for part in schema["anyOf"])
    if schema.get("type") == "array":
        items = schema.get("items")
        return f"[{_shape(items, indent)}]" if isinstance(items, dict) else "[]"
    if schema.get("type") == "object" and "properties" in schema:
        deeper = indent + "  "
        fields = [f"{deeper}{name}: {_shape(part, deeper)}" for name, part in schema["properties"].items()]
        return "{\n" + "\n".join(fields) + f"\n{indent}}}"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"{{name: {_shape(values, indent)}}}" if isinstance(values, dict) else "{}"
    if "enum" in schema:
        return " | ".join(_plain(value) for value in schema["enum"])
    return str(schema.get("type", "any"))


if __name__ == "__main__":
    sys.stdout.write(markdown())
