"""`xray graph export FILE --format F`: a map's graph for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from xray_graph.cli import opening as openings
from xray_graph.cli import output

if TYPE_CHECKING:
    from xray_graph.snapshot import Opening

FORMATS = ("nodes", "edges", "graphml", "dot")
_PIECE = 1 << 16  # characters that are handed to the system at once


@click.command("export")
@click.argument("file", type=output.PATH)
@click.option("--format", "format_", type=click.Choice(FORMATS), required=True, help="What to write.")
@openings.options
@output.common
def command(file: str, format_: str, opening: Opening, as_json: bool) -> None:
    """Write a map's graph to standard output: nodes or edges as JSON lines, or all of it.

    The rows of `nodes` and `edges` are JSON lines with or without --json; GraphML and DOT have none.
    """
    from xray_graph.errors import UsageError
    from xray_graph.graph import export

    if as_json and format_ in {"graphml", "dot"}:
        raise UsageError(f"{format_} is not JSON", where="--json", hint="take --format nodes or edges")
    with opening.map(file) as map_:
        graph = map_.graph
        if format_ == "nodes":
            _write(export.json_lines(export.node_rows(graph)))
        elif format_ == "edges":
            _write(export.json_lines(export.edge_rows(graph)))
        else:
            _write(export.graphml(graph) if format_ == "graphml" else export.dot(graph))


def _write(pieces: Iterator[str]) -> None:
    waiting: list[str] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= _PIECE:
            _put(waiting)
            waiting, size = [], 0
    _put(waiting)
    sys.stdout.flush()


def _put(pieces: list[str]) -> None:
    sys.stdout.buffer.write("".join(pieces).encode("utf-8", "backslashreplace"))
