"""`xray graph unseal FILE`: a sealed snapshot in the clear."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

import click

from xray_graph.cli import opening as openings
from xray_graph.cli import output
from xray_graph.errors import UsageError

if TYPE_CHECKING:
    from xray_graph.snapshot import Opening

STANDARD_OUTPUT: Final = "-"


@click.command("unseal")
@click.argument("file", type=output.PATH)
@click.option(
    "-o",
    "--output",
    "target",
    required=True,
    type=output.PATH,
    metavar="FILE",
    help="Where it goes, mode 0600; `-` is standard output.",
)
@openings.options
@output.common
def command(file: str, target: str, opening: Opening, as_json: bool) -> None:
    """Write a sealed snapshot as a plain one, for you alone to read.

    Nothing is written before all of it has been checked, and an existing file is never written over.
    """
    from xray_graph.snapshot import open_blob, place

    if target == STANDARD_OUTPUT:
        if as_json or sys.stdout.isatty():
            what = "a terminal shows no snapshot" if sys.stdout.isatty() else "there the JSON goes"
            raise UsageError(what, where="--output -", hint="name a file")
        with open_blob(file, opening.keys, max_bytes=opening.max_bytes) as blob:
            for piece in blob.pieces():
                click.echo(piece, nl=False)
        return

    def check() -> None:
        if os.path.lexists(target):
            raise UsageError("there is such a file already", where=target, hint="give another with -o")

    check()
    with open_blob(file, opening.keys, max_bytes=opening.max_bytes) as blob:
        place.replace(target, blob.pieces(), check=check, mode=0o600)
    output.result({"file": target}, as_json=as_json, text=lambda: target)
