"""The rules for what a command prints. Every command and only commands use this.

- Results go to standard output, and nothing else does. With `--json` a result is one JSON value, or
  JSON lines where a command streams.
- Everything else (progress, notes, warnings, errors) goes to standard error.
- An error is three short lines: what was wrong, where, and what to do next. The exit code is the
  error's own (see `errors`). A fault of ours is told in one line, with how to report it.
- Text that came out of a repository may hold control characters; on its way to a terminal they are
  shown, not obeyed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TextIO, TypeVar

import click

from xray_graph import __version__
from xray_graph.errors import NotFoundError, XrayError

_INDENT: Final = "  "
PATH: Final = click.Path(readable=False)  # what is wrong with a path is said by who opens it, with its code

# C0 but tab and line feed, DEL, C1, and the marks that turn the direction of text around.
_CONTROLS: Final = {
    code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)
} | {code: f"\\u{code:04x}" for code in (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(slots=True)
class Session:
    """What holds for one run of the program. Carried by click's context, made by `cli.run`."""

    debug: bool = False


def common(command: _Command) -> _Command:
    """Add what every command takes: `--json` (handed on as `as_json`) and `--debug`."""

    def remember(context: click.Context, _: click.Parameter, value: bool) -> None:
        session = context.find_object(Session)
        if session is not None:
            session.debug = value

    command = click.option(
        "--debug",
        is_flag=True,
        expose_value=False,
        callback=remember,
        help="On an error, show where in the program it came from.",
    )(command)
    return click.option("--json", "as_json", is_flag=True, help="Write the result as JSON.")(command)


def result(value: Any, *, as_json: bool, text: Callable[[], str]) -> None:
    """Print a result: as one line of JSON, or what `text` makes of it for a reader."""
    if as_json:
        json_line(value)
    else:
        click.echo(plain(text()))


def json_line(value: Any) -> None:
    """One JSON value and a line feed."""
    from xray_graph.serve.tools import encode

    click.echo(encode(value))


def config(values: Mapping[str, Any], *, as_json: bool) -> None:
    """Print settings: one JSON value, or TOML that the command's `--config` takes, the rest as comments."""
    options = [one for one in click.get_current_context().command.params if isinstance(one, click.Option)]
    lists = {one.name: one.multiple for one in options}

    def setting(name: str) -> str:
        key, value = name.replace("_", "-"), values[name]
        if value in (None, "", ()):
            return f"# {key} is not set"
        line = f"{key} = {json.dumps(value, ensure_ascii=False, default=str)}"
        return line if lists.get(name) == isinstance(value, list | tuple) else f"# {line}"

    result(values, as_json=as_json, text=lambda: "\n".join(map(setting, sorted(values))))


def _beside(text: str, *, nl: bool = True) -> None:
    """Write to standard error. Who no longer reads there, `head` perhaps, stops nothing."""
    try:
        click.echo(text, nl=nl, err=True)
    except BrokenPipeError:
        _abandon(sys.stderr)


def note(text: str) -> None:
    """One line beside the result."""
    _beside(plain(text))


def warning(text: str) -> None:
    _beside(click.style("warning: ", fg="yellow", bold=True) + plain(text))


def failure(error: XrayError) -> None:
    """An error that a user can do something about."""
    _beside(click.style("error: ", fg="red", bold=True) + plain(error.message))
    if error.where:
        _beside(f"{_INDENT}where: {plain(error.where)}")
    if isinstance(error, NotFoundError) and error.nearest:
        _beside(f"{_INDENT}nearest: {plain(', '.join(error.nearest))}")
    if error.hint:
        _beside(f"{_INDENT}hint:  {plain(error.hint)}")


def fault(error: Exception) -> None:
    """An error that nobody foresaw."""
    kind = type(error).__name__
    _beside(click.style("error: ", fg="red", bold=True) + plain(f"unexpected {kind}: {error}"))
    _beside(
        f"{_INDENT}This is a fault in xray-graph {__version__}, not in your input. Please report it,\n"
        f"{_INDENT}with what the same command prints when --debug is added.",
    )


def trace() -> None:
    """The traceback of the exception being handled."""
    import traceback

    _beside(traceback.format_exc(), nl=False)


def plain(text: str) -> str:
    """`text` with control characters and lone surrogates written out; a line may end as Windows does it."""
    return text.replace("\r\n", "\n").translate(_CONTROLS).encode("utf-8", "backslashreplace").decode("utf-8")


def size(count: int) -> str:
    """A number of bytes, for a reader."""
    for unit, bytes_of in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= bytes_of:
            return f"{count / bytes_of:.1f} {unit}"
    return f"{count} B"


def counted(count: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def abandon_stdout() -> None:
    """Point standard output nowhere, so that the interpreter's last flush cannot fail."""
    _abandon(sys.stdout)


def _abandon(stream: TextIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
