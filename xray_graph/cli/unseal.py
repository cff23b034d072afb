"""`xray graph unseal FILE`: a sealed snapshot in the clear."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from xray_graph.cli import opening as openings
from xray_graph.cli import output
from xray_graph.errors import UsageError

if TYPE_CHECKING:
    from xray_graph.snapshot import Opening


@click.command("unseal")
@click.argument("file", type=click.Path())
@click.option(
    "-o",
    "--output",
    "target",
    required=True,
    type=click.Path(),
    metavar="FILE",
    help="Where it goes, mode 0600.",
)
@openings.options
@output.common
def command(file: str, target: str, opening: Opening, as_json: bool) -> None:
    """Write a sealed snapshot as a plain one, for you alone to read.

    Nothing is written before all of it has been checked, and an existing file is never written over.
    """
    from xray_graph.snapshot import open_blob, place

    def check() -> None:
        if os.path.lexists(target):
            raise UsageError("there is such a file already", where=target, hint="Give another with -o")

    check()
    with open_blob(file, opening.keys, max_bytes=opening.max_bytes) as blob:
        place.replace(target, blob.pieces(), check=check, mode=0o600)
    output.result({"file": target}, as_json=as_json, text=lambda: target)
