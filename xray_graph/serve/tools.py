"""The one table of tools: what may be asked, by what name, with which arguments, and what comes back.

MCP tools, REST paths, the commands of the command line and `docs/tools.md` are all made from `TOOLS`;
none of them knows a tool of its own. A tool asks an Atlas (`route`) and does no work itself.
Imports neither numpy nor the web, because the command line reads this table for `--help`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args, get_origin

import msgspec

from xray_graph.errors import UsageError
from xray_graph.model import NODE_KINDS
from xray_graph.serve import text

if TYPE_CHECKING:
    from xray_graph.route import Atlas

Name = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=4096,
        description="A node: its whole name as a reply gives it (`label//path::Symbol`), `path::Symbol`, "
        "or a bare symbol. When several nodes fit, the answer lists them and picks none.",
    ),
]
Maps = Annotated[
    list[str],
    msgspec.Meta(description="Labels of the maps to ask, from list_maps. Without it all are considered."),
]
Depth = Annotated[int, msgspec.Meta(ge=1, le=10, description="How many calls away: 1 is direct, at most 10.")]
Limit = Annotated[int, msgspec.Meta(ge=1, le=100, description="Most entries in one reply.")]
Cursor = Annotated[str, msgspec.Meta(description="`next` of the reply before, for the page after it.")]


class ListMaps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class SearchGraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    q: Annotated[
        str,
        msgspec.Meta(
            min_length=1,
            max_length=4096,
            description="A question in plain words, some words, or a name. A node's exact name comes first. "
            "`*` stands for everything that `kind`, `path` and `attr` leave.",
        ),
    ]
    map: Annotated[
        list[str],
        msgspec.Meta(
            description="Labels of the maps to ask, from list_maps. Without it, the maps nearest to the "
            "question (or to `hint`) are asked."
        ),
    ] = []
    hint: Annotated[
        str,
        msgspec.Meta(description="Words about the map that is meant, when its label is not known."),
    ] = ""
    kind: Annotated[
        str, msgspec.Meta(description=f"Only nodes of this kind, one of {', '.join(NODE_KINDS)}.")
    ] = ""
    path: Annotated[str, msgspec.Meta(description="Only nodes whose path begins so, as `src/http/`.")] = ""
    attr: Annotated[
        list[str],
        msgspec.Meta(
            description="Only nodes that have each of these, as `exported`, `test=false`, `language=go`."
        ),
    ] = []
    order: Annotated[
        Literal["relevance", "name", "path", "lines", "callers", "callees"],
        msgspec.Meta(
            description="Order of the results; `lines`, `callers` and `callees` put the largest number first."
        ),
    ] = "relevance"
    limit: Annotated[
        int,
        msgspec.Meta(
            ge=1,
            le=100,
            description="Most results: to 20, or to 100 where a kind, path, attribute or order is given.",
        ),
    ] = 5
    explain: Annotated[bool, msgspec.Meta(description="Add each channel's ranks, and the times.")] = False


class GetGraphNode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    map: Maps = []
    limit: Limit = 50
    cursor: Cursor = ""


class FindCalls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    map: Maps = []
    depth: Depth = 1
    limit: Limit = 50
    cursor: Cursor = ""


class Services(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=4096, description="Only the service of this name.")] = ""
    map: Annotated[
        list[str], msgspec.Meta(description="Label of the map to ask; needed when there are several.")
    ] = []
    drawing: Annotated[
        Literal["", "mermaid", "dot"],
        msgspec.Meta(description="Also draw the services and what they depend on, as `mermaid` or `dot`."),
    ] = ""
    limit: Limit = 50
    cursor: Cursor = ""


@dataclass(frozen=True)
class Tool:
    """One row of the table."""

    name: str  # for MCP
    command: str  # for the command line and REST
    title: str
    description: str  # for the model that chooses a tool; its first sentence for `--help`
    question: type[msgspec.Struct]
    argument: str  # the field that the command line takes by position; "" when there is none
    answer: Callable[[Atlas, Any], msgspec.Struct]
    reply_type: Callable[[], type[msgspec.Struct]]  # a call, because replies live beside numpy
    text: Callable[[Any], str]  # a short text for a reader; not a second copy of the reply

    @property
    def path(self) -> str:
        """Where REST serves it."""
        return f"/v1/{self.command}"

    @property
    def argument_shown(self) -> str:
        """What `--help` calls the argument that is taken by position."""
        return "QUERY" if self.argument == "q" else self.argument.upper()

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        return _object_schema(self.question)

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        return _object_schema(self.reply_type())

    def read(self, arguments: Mapping[str, Any]) -> msgspec.Struct:
        """The question that these arguments make.

        Lenient where nothing can be misread: a number may come as text (all do in a URL), one value
        stands for a list of one, null for a value left out.

        Raises:
            UsageError: an argument is missing, unknown, or out of bounds.
        """
        fields = {field.encode_name: field for field in msgspec.structs.fields(self.question)}
        given: dict[str, Any] = {}
        for name, value in arguments.items():
            if value is None:
                continue
            is_list = name in fields and _is_list(fields[name].type)
            given[name] = [value] if is_list and not isinstance(value, list) else value
        hint = f"the arguments are: {', '.join(fields) or 'none'}"
        if self.argument and not str(given.get(self.argument, "")).strip():
            raise UsageError(f"{self.argument!r} is empty", where=self.name, hint=hint)
        try:
            return msgspec.convert(given, self.question, strict=False)
        except msgspec.ValidationError as error:
            raise UsageError(str(error), where=self.name, hint=hint) from None

    def builtins(self, reply: msgspec.Struct) -> Any:
        """The reply as plain JSON values, which is what MCP's structured content is made of."""
        return json.loads(encode(reply))

    def ask(self, atlas: Atlas, arguments: Mapping[str, Any]) -> msgspec.Struct:
        """Answer these arguments over these maps.

        Raises:
            XrayError: the question cannot be asked (UsageError) or not be answered.
        """
        return self.answer(atlas, self.read(arguments))


def _is_list(annotation: Any) -> bool:
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return get_origin(annotation) is list


def _object_schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The type's JSON schema with its object at the root, as MCP wants it, and no titles."""
    (root,), definitions = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    name = root["$ref"].rpartition("/")[2]
    schema: dict[str, Any] = dict(definitions.pop(name))
    if definitions:
        schema["$defs"] = definitions
    for part in (schema, *definitions.values()):
        part.pop("title", None)
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema))
    return plain


def encode(value: Any) -> bytes:
    r"""A reply as JSON. A path whose bytes are no UTF-8 comes out in `\udc80`-`\udcff` escapes."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode("ascii")


def _reply(name: str) -> Callable[[], type[msgspec.Struct]]:
    """The reply type `name` of `route` or `retrieve`, when it is asked for."""

    def load() -> type[msgspec.Struct]:
        from xray_graph import retrieve, route

        kind: type[msgspec.Struct] = getattr(route, name, None) or getattr(retrieve, name)
        return kind

    return load


TOOLS: Final[tuple[Tool, ...]] = (
    Tool(
        name="list_maps",
        command="maps",
        title="List maps",
        description="List the maps at hand: label, repository and commit, counts by kind, languages and what "
        "each is about. Use a label from here wherever a tool takes `map`.",
        question=ListMaps,
        argument="",
        answer=lambda atlas, _: atlas.maps(),
        reply_type=_reply("MapsReply"),
        text=text.maps,
    ),
    Tool(
        name="search_graph",
        command="search",
        title="Search the graph",
        description="Find functions, types, documents and other nodes by a question, by words or by name. "
        "Answers with pointers: name, kind, path and lines, signature. Begin here, then take a pointer's "
        "name to get_graph_node, find_callers or find_callees.",
        question=SearchGraph,
        argument="q",
        answer=lambda atlas, it: atlas.search(
            it.q,
            labels=it.map,
            hint=it.hint,
            kind=it.kind,
            path=it.path,
            attr=it.attr,
            order=it.order,
            limit=it.limit,
            explain=it.explain,
        ),
        reply_type=_reply("SearchReply"),
        text=text.search,
    ),
    Tool(
        name="get_graph_node",
        command="node",
        title="Get a node",
        description="Show one node in full: its source text, documentation and attributes, what contains it, "
        "and its relations in both directions with the places in the text and the evidence for each.",
        question=GetGraphNode,
        argument="name",
        answer=lambda atlas, it: atlas.node(it.name, labels=it.map, limit=it.limit, cursor=it.cursor),
        reply_type=_reply("NodeReply"),
        text=text.node,
    ),
    Tool(
        name="find_callers",
        command="callers",
        title="Find callers",
        description="Find who calls a function or method, directly or up to `depth` calls away, with every "
        "call site. Test code comes after production code and is marked; calls that go through an interface "
        "are listed apart. An empty answer means that no caller is declared in the map.",
        question=FindCalls,
        argument="name",
        answer=lambda atlas, it: atlas.callers(
            it.name, labels=it.map, depth=it.depth, limit=it.limit, cursor=it.cursor
        ),
        reply_type=_reply("CallersReply"),
        text=text.callers,
    ),
    Tool(
        name="find_callees",
        command="callees",
        title="Find callees",
        description="Find what a function or method calls, directly or up to `depth` calls away, with every "
        "call site. What the implementations of a called interface method are is listed apart.",
        question=FindCalls,
        argument="name",
        answer=lambda atlas, it: atlas.callees(
            it.name, labels=it.map, depth=it.depth, limit=it.limit, cursor=it.cursor
        ),
        reply_type=_reply("CalleesReply"),
        text=text.callees,
    ),
    Tool(
        name="services",
        command="services",
        title="List services",
        description="List what runs: each service with its image, Dockerfile, ports, what it depends on, its "
        "config, secrets and owners, each with the file and line that states it. Read from Compose files, "
        "Kubernetes manifests, Helm charts and Dockerfiles.",
        question=Services,
        argument="",
        answer=lambda atlas, it: atlas.services(
            it.name, labels=it.map, drawing=it.drawing, limit=it.limit, cursor=it.cursor
        ),
        reply_type=_reply("ServicesReply"),
        text=text.services,
    ),
)
BY_NAME: Final[Mapping[str, Tool]] = {tool.name: tool for tool in TOOLS}
