"""A command for each row of the table of tools: its arguments, where to ask, and how it is printed.

`search.py`, `node.py` and the rest are one line each on `command_for`, so that the command line
cannot differ from MCP and REST. Not here: what a tool does, or which tools there are.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args, get_origin

import click
import msgspec
from click.core import ParameterSource

from xray_graph.cli import embedding, locate, opening, output
from xray_graph.errors import UsageError, XrayError
from xray_graph.folders import MAP_FOLDER
from xray_graph.serve import tools

if TYPE_CHECKING:
    from xray_graph.snapshot import Opening

_MAP_HELP: Final = (
    "A snapshot file, a folder of them or that was mapped, or a map's label. May be repeated. Without it, "
    f"the maps in the nearest {MAP_FOLDER} folder at or above the current one."
)
_IN_WORDS: Final = ("q", "text")  # arguments that are words, and no name
_AT_FIELD: Final = re.compile(r" - at `\$\.(?P<field>\w+)[^`]*`")  # msgspec's way to say where
_SERVER_HELP: Final = (
    "Ask a running server, not files. It gets the token in XRAY_GRAPH_TOKEN, if there is one."
)


SEARCH: Final = "search_graph"  # the tool whose question is embedded

SERVER: Final = click.option(
    "--server", metavar="URL", envvar="XRAY_GRAPH_SERVER", show_envvar=True, help=_SERVER_HELP
)


def command_for(name: str, show: Callable[[Any], str] | None = None) -> click.Command:
    """The command of the tool `name`; `show` prints its reply where the tool's short text is too short."""
    tool = tools.BY_NAME[name]
    text = show or tool.text

    @click.pass_context
    def ask(context: click.Context, /, as_json: bool, server: str | None, **values: Any) -> None:
        maps: tuple[str, ...] = values.pop("map")
        how = opening.read(values.pop("snapshot_key"), values.pop("max_map_bytes"))
        embedder = {flag: values.pop(flag, None) for flag in embedding.FLAGS}
        given = given_by(tool, values)
        if server and context.get_parameter_source("server") is ParameterSource.ENVIRONMENT:
            # Naming a file on the command line is nearer than a setting of the environment.
            server = None if any(locate.is_path(value) for value in maps) else server
        with in_our_words(tool):
            reply = (
                _of_server(tool, server, maps, given)
                if server
                else _of_files(tool, maps, given, how, embedder)
            )
        output.result(reply, as_json=as_json, text=lambda: text(reply))

    command = click.Command(
        tool.command,
        callback=ask,
        help=_for_the_command_line(tool.description),
        params=[
            *parameters(tool),
            click.Option(
                ["--map"], type=output.PATH, multiple=True, metavar="FILE|DIR|LABEL", help=_MAP_HELP
            ),
            *opening.parameters(),
            *(embedding.parameters() if name == SEARCH else ()),
        ],
    )
    return output.common(SERVER(command))


def given_by(tool: tools.Tool, values: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of the tool that were given on the command line; words need not be quoted."""
    given = {key: list(v) if isinstance(v, tuple) else v for key, v in values.items() if v is not None}
    if tool.argument in _IN_WORDS:
        given[tool.argument] = " ".join(given[tool.argument])
    return given


def parameters(tool: tools.Tool) -> list[click.Parameter]:
    """A parameter for each field of the tool's question but `map`."""
    fields = [field for field in msgspec.structs.fields(tool.question) if field.name != "map"]
    return [_parameter(tool, field) for field in fields]


def _of_server(tool: tools.Tool, server: str, maps: tuple[str, ...], given: dict[str, Any]) -> Any:
    from xray_graph.serve import client

    for value in maps:
        if locate.is_path(value):
            raise UsageError(
                "a server answers from its own maps, not from a file of yours",
                where=f"--map {value}",
                hint="name a map by its label, or leave --server out",
            )
    arguments = given | ({"map": list(maps)} if maps else {})
    tool.read(arguments)  # what is wrong with the question is said here, without a server
    from xray_graph.route import Viewpoint, seen

    reply = client.ask(server, os.environ.get("XRAY_GRAPH_TOKEN", ""), tool, arguments)
    return seen(reply, Viewpoint(Path.cwd()))


def _of_files(
    tool: tools.Tool, maps: tuple[str, ...], given: dict[str, Any], how: Opening, embedder: dict[str, Any]
) -> Any:
    tool.read(given)  # before any file is opened
    from xray_graph.embed import opener
    from xray_graph.retrieve import Questions
    from xray_graph.route import Viewpoint, open_atlas

    settings = embedding.read(embedder) if tool.name == SEARCH else None
    if settings is not None:
        embedding.tell(settings)

    chosen = locate.choose(maps, Path.cwd())
    arguments = given | ({"map": list(chosen.labels)} if chosen.labels else {})
    questions = Questions(opener(settings))
    atlas = open_atlas(chosen.files, Viewpoint(Path.cwd()), how, output.warning, questions)
    return tool.ask(atlas, arguments)


def _parameter(tool: tools.Tool, field: msgspec.structs.FieldInfo) -> click.Parameter:
    """A field of the question: the tool's argument by position, a flag for a truth, else an option."""
    kind: Any = field.type
    text = ""
    if get_origin(kind) is Annotated:
        kind, *notes = get_args(kind)
        told = (note.description for note in notes if isinstance(note, msgspec.Meta))
        text = next(filter(None, told), "")
    if field.name == tool.argument:
        if tool.argument in _IN_WORDS:
            shown = f"{tool.argument_shown}..."
            return click.Argument([field.name], nargs=-1, required=True, metavar=shown)
        return click.Argument([field.name], required=tool.needs_argument, metavar=tool.argument_shown)
    names = [_flag(field), field.name]
    if kind is bool:
        return click.Option(names, is_flag=True, default=None, help=text)
    if get_origin(kind) is list:
        return click.Option(names, multiple=True, help=f"{text} May be repeated.")
    shown = f"{text} [default: {field.default}]" if field.default else text
    if get_origin(kind) is Literal:
        return click.Option(
            names, type=click.Choice([one for one in get_args(kind) if one]), default=None, help=shown
        )
    return click.Option(names, type=int if kind is int else str, default=None, help=shown)


def _flag(field: msgspec.structs.FieldInfo) -> str:
    """What a field is called on the command line: one of several is given at a time."""
    name = field.name.removesuffix("s") if tools.is_list(field.type) else field.name
    return f"--{name.replace('_', '-')}"


def _for_the_command_line(text: str) -> str:
    """A tool's description with other tools by the names that they have here."""
    for tool in tools.TOOLS:
        text = text.replace(tool.name, f"`{tool.command}`")
    return text


@contextlib.contextmanager
def in_our_words(tool: tools.Tool) -> Iterator[None]:
    """Errors about the tool's arguments, in the words of the command line."""
    try:
        yield
    except XrayError as error:
        _put_in_our_words(tool, error)
        raise


def _put_in_our_words(tool: tools.Tool, error: XrayError) -> None:
    """Say what is wrong with an argument by the name that it has on the command line."""
    shown = {field.name: _flag(field) for field in msgspec.structs.fields(tool.question)}
    if tool.argument:
        shown[tool.argument] = tool.argument_shown
    found = _AT_FIELD.search(error.message)
    if found is not None and isinstance(error, UsageError):  # others speak of a field of a file
        error.message = _AT_FIELD.sub("", error.message)
        error.where = found["field"]
    program = f"xray graph {tool.command}"
    if error.hint.startswith(tools.ARGUMENTS):
        error.hint = f"{program} --help lists what it takes"
    error.where = program if error.where == tool.name else error.where
    error.where = shown.get(error.where, error.where)
    if isinstance(error, UsageError):  # others quote what was asked for, which may be called as a field is
        for field, name in shown.items():
            error.message = error.message.replace(f"{field!r}", name)
