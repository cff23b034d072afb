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
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args, get_origin

import msgspec

from xray_graph.errors import NotFoundError, UsageError
from xray_graph.serve import schemas, text
from xray_graph.serve.questions import (
    SHOWN,
    FindCalls,
    GetGraphNode,
    ListMaps,
    ListNotes,
    SearchGraph,
    SearchNotes,
    Services,
    WriteNote,
    plainly,
)

if TYPE_CHECKING:
    from xray_graph.notes import Note
    from xray_graph.route import Atlas, Notebook

MAX_REPLY: Final = 8 << 20  # bytes
ARGUMENTS: Final = "the arguments are:"  # begins the hint of a question that cannot be read


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
    notes: bool = False  # is about notes, and so there only on a server that keeps some
    writes: bool = False

    @property
    def path(self) -> str:
        """Where REST serves it."""
        return f"/v1/{self.command.replace(' ', '/')}"

    @property
    def method(self) -> str:
        """How REST is asked: arguments in the address, or in a JSON body."""
        return "POST" if self.writes else "GET"

    @property
    def argument_shown(self) -> str:
        """What `--help` calls the argument that is taken by position."""
        shown = "QUERY" if self.argument == "q" else self.argument.upper()
        return shown if self.needs_argument or not shown else f"[{shown}]"

    @cached_property
    def needs_argument(self) -> bool:
        """Whether the argument that is taken by position may not be left out."""
        fields = msgspec.structs.fields(self.question)
        return any(field.required for field in fields if field.name == self.argument)

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        return schemas.without_empty_defaults(schemas.of_object(self.question))

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        return schemas.of_object(self.reply_type())

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
            takes_several = name in fields and is_list(fields[name].type)
            given[name] = [value] if takes_several and not isinstance(value, list) else value
        hint = f"{ARGUMENTS} {', '.join(fields) or 'none'}"
        if unknown := [name for name in given if name not in fields]:
            raise UsageError(f"there is no argument {unknown[0][:SHOWN]!r}", where=self.name, hint=hint)
        if self.needs_argument and not str(given.get(self.argument, "")).strip():
            raise UsageError(f"{self.argument!r} is empty", where=self.name, hint=hint)
        try:
            return msgspec.convert(given, self.question, strict=False)
        except ValueError as error:  # msgspec's, and those of text that is none
            raise UsageError(plainly(str(error)), where=self.name, hint=hint) from None

    def builtins(self, reply: msgspec.Struct) -> Any:
        """The reply as plain JSON values, which is what MCP's structured content is made of.

        Raises:
            UsageError: as `reply_body`.
        """
        return json.loads(reply_body(reply))

    def ask(self, atlas: Atlas, arguments: Mapping[str, Any]) -> msgspec.Struct:
        """Answer these arguments over these maps.

        Raises:
            XrayError: the question cannot be asked (UsageError) or not be answered.
        """
        return self.answer(atlas, self.read(arguments))


def is_list(annotation: Any) -> bool:
    """Whether a field of that type takes several values."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return get_origin(annotation) is list


def encode(value: Any) -> bytes:
    r"""A reply as JSON. A path whose bytes are no UTF-8 comes out in `\udc80`-`\udcff` escapes."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode("ascii")


def reply_body(reply: msgspec.Struct) -> bytes:
    """A reply as JSON, unless it is too large to be read by anybody.

    Raises:
        UsageError: it is.
    """
    body = encode(reply)
    if len(body) > MAX_REPLY:
        raise UsageError(
            f"the answer has {len(body)} bytes, and {MAX_REPLY} are the most",
            hint="ask for less: a smaller limit or depth",
        )
    return body


def _reply(name: str) -> Callable[[], type[msgspec.Struct]]:
    """The reply type `name` of `route` or `retrieve`, when it is asked for."""

    def load() -> type[msgspec.Struct]:
        from xray_graph import retrieve, route

        kind: type[msgspec.Struct] = getattr(route, name, None) or getattr(retrieve, name)
        return kind

    return load


def kept(notes: Notebook | None) -> Notebook:
    """The notes of a server that keeps some.

    Raises:
        NotFoundError: this one does not.
    """
    if notes is None:
        raise NotFoundError(
            "no notes are kept here", where="notes", hint="a server keeps them when started with --writable"
        )
    return notes


def _note(it: WriteNote) -> Note:
    from xray_graph.notes import new_note

    return new_note(it.text, title=it.title, kind=it.kind, about=it.about, tags=it.tags, days=it.expires_days)


TOOLS: Final[tuple[Tool, ...]] = (
    Tool(
        name="list_maps",
        command="maps",
        title="List maps",
        description="List the maps at hand: label, repository and commit, counts by kind, languages and what "
        "each is about.",
        question=ListMaps,
        argument="",
        answer=lambda atlas, it: atlas.maps(limit=it.limit, cursor=it.cursor),
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
        "config, secrets, tables, endpoints and owners, each with the file and line that states it. Read "
        "from Compose files, Kubernetes manifests, Helm charts, Dockerfiles and the code that they build.",
        question=Services,
        argument="name",
        answer=lambda atlas, it: atlas.services(
            it.name, labels=it.map, drawing=it.format, limit=it.limit, cursor=it.cursor
        ),
        reply_type=_reply("ServicesReply"),
        text=text.services,
    ),
    Tool(
        name="write_note",
        command="notes write",
        title="Write a note",
        description="Keep what was asked, answered or decided, for yourself and other agents later.",
        question=WriteNote,
        argument="text",
        answer=lambda atlas, it: kept(atlas.notes).write(_note(it)),
        reply_type=_reply("WrittenNote"),
        text=text.written_note,
        notes=True,
        writes=True,
    ),
    Tool(
        name="search_notes",
        command="notes search",
        title="Search notes",
        description="Find notes by a question or by words.",
        question=SearchNotes,
        argument="q",
        answer=lambda atlas, it: kept(atlas.notes).search(
            it.q, kind=it.kind, tag=it.tag, limit=it.limit, questions=atlas.questions
        ),
        reply_type=_reply("NotesReply"),
        text=text.notes,
        notes=True,
    ),
    Tool(
        name="list_notes",
        command="notes list",
        title="List notes",
        description="List notes, newest first.",
        question=ListNotes,
        argument="",
        answer=lambda atlas, it: kept(atlas.notes).listed(
            kind=it.kind, tag=it.tag, about=it.about, limit=it.limit, cursor=it.cursor
        ),
        reply_type=_reply("NotesReply"),
        text=text.notes,
        notes=True,
    ),
)
BY_NAME: Final[Mapping[str, Tool]] = {tool.name: tool for tool in TOOLS}


def offered(atlas: Atlas) -> tuple[Tool, ...]:
    """The tools of a server over these maps."""
    return tuple(tool for tool in TOOLS if atlas.notes is not None or not tool.notes)
