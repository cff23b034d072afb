"""The command line, for readers: `docs/cli.md`, made from the commands' own help and checked by a test.

python -m xray_graph.cli.reference > docs/cli.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

import click

from xray_graph.cli import COMMANDS, graph, xray

_WIDTH: Final = 100
_HEAD: Final = """\
# The command line

Made from the commands' own `--help`; do not edit it.

- Results go to standard output and everything else to standard error. With `--json` a result is one JSON
  value; `export` writes JSON lines.
- Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but files were partial or could not be read and
  `--strict` was given, 4 refused (key, digest, version, access).
- Settings come from flags, then `XRAY_*` environment variables, then `.xray.toml` in the folder that is
  mapped: `--max-file-bytes` is `XRAY_MAX_FILE_BYTES` and `max-file-bytes`.
- Without `-o`, `build` writes to the folder `.xray` in what it maps, which no map and no commit takes in.
  Without `--map` or `--server`, a question goes to the maps in the nearest `.xray` at or above the
  current folder. A `--map` that names a file or a folder wins over `XRAY_GRAPH_SERVER`, and `--server`
  over both of the other two.
"""


def markdown() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *_sections()])


def _sections() -> Iterator[str]:
    top = click.Context(xray, info_name="xray", **xray.context_settings)
    above = click.Context(graph, info_name="graph", parent=top)
    for heading, commands in COMMANDS.items():
        yield f"## {heading}\n"
        for name in commands:
            command = graph.get_command(above, name)
            assert command is not None
            yield from _help(command, name, above)


def _help(command: click.Command, name: str, above: click.Context) -> Iterator[str]:
    """The help of a command, and of the commands in it."""
    context = click.Context(
        command, info_name=name, parent=above, terminal_width=_WIDTH, max_content_width=_WIDTH
    )
    title = context.command_path.removeprefix("xray graph ")
    yield f"### {title}\n\n```\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for inner, each in command.commands.items():
            yield from _help(each, inner, context)


if __name__ == "__main__":
    sys.stdout.write(markdown())
