"""How a server is told its settings: flags, else the environment, else one file.

    defaults  <  --config FILE  <  XRAY_* environment  <  flags

A setting has one name everywhere: the flag `--mental-maps-dir`, the variable XRAY_MENTAL_MAPS_DIR (a list is
parted by commas), and the key `mental-maps-dir` of the file, which is TOML. The file is the operator's and is
read only when it is named: a repository's own `.xray.toml` says nothing about how it is served. Secrets stand
in none of them; they name files that hold one.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import click

from xray_graph.cli import embedding, output
from xray_graph.config import read_table
from xray_graph.errors import UsageError, unreadable

CONFIG: Final = "XRAY_SERVE_CONFIG"
_APART: Final = frozenset({"print_config", "as_json", "config", "new_token", "debug", "help"})
# Read with each repository's own settings; and what sends text away must be asked for by name.
_OF_REPOSITORIES: Final = frozenset({"output", "snapshot_recipient", *embedding.FLAGS})
_LOGGING: Final = (
    click.option(
        "--log-level",
        type=click.Choice(("error", "warning", "info", "debug")),
        default="warning",
        show_default=True,
        help="What is logged on standard error; at `info`, every request.",
    ),
    click.option(
        "--log-format",
        type=click.Choice(("text", "json")),
        default="text",
        show_default=True,
        help="As lines for a reader, or as JSON lines.",
    ),
)


class _List(click.types.StringParamType):
    """A word of a list; in the environment, words are parted by commas."""

    envvar_list_splitter = ","


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--config` and the flags of the log; every flag that was added before can stand in the file too."""
    for option in reversed(_LOGGING):
        command = option(command)
    return click.option(
        "--config",
        type=output.PATH,
        metavar="FILE",
        envvar=CONFIG,
        show_envvar=True,
        is_eager=True,
        expose_value=False,
        callback=_read,
        help='Settings of this command, as TOML: `log-level = "info"`.',
    )(command)  # fmt: skip


def complete(command: click.Command) -> click.Command:
    """Give each flag of a server its variable, which is told once in the documentation."""
    for parameter in command.params:
        if not isinstance(parameter, click.Option) or parameter.name in _APART:
            continue
        if parameter.multiple and isinstance(parameter.type, click.types.StringParamType):
            parameter.type = _List()
        if parameter.envvar is None and parameter.name not in _OF_REPOSITORIES:
            parameter.envvar = f"XRAY_{parameter.name.upper()}"
    return command


def log(flags: dict[str, Any]) -> None:
    """Take the flags of the log out of `flags`, and log so from now on."""
    from xray_graph.serve import journal

    journal.set_up(flags.pop("log_format"), flags.pop("log_level"))


def shown(flags: Mapping[str, Any]) -> dict[str, Any]:
    """The flags of the log."""
    return {name: flags[name] for name in ("log_format", "log_level")}


def _read(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    try:
        with Path(value).open("rb") as file:
            table = read_table(file, value, 'log-level = "info"')
    except OSError as error:
        raise unreadable(error, value) from error
    known = {
        parameter.name: parameter
        for parameter in context.command.params
        if isinstance(parameter, click.Option) and parameter.name not in _APART
    }
    chosen: dict[str, Any] = {}
    for key, setting in table.items():
        name = key.replace("-", "_")
        if name not in known:
            near = difflib.get_close_matches(name, list(known), n=1)
            hint = (
                f"did you mean {near[0].replace('_', '-')}?" if near else "the keys are the flags of --help"
            )
            raise UsageError(f"unknown key {key!r}", where=value, hint=hint)
        if isinstance(setting, list) != known[name].multiple or isinstance(setting, dict):
            kind = "a list" if known[name].multiple else "one value"
            raise UsageError(f"{key} takes {kind}", where=value)
        chosen[name] = setting
    context.default_map = chosen
