"""`xray graph unseal FILE`: a sealed snapshot in the clear."""

from __future__ import annotations

import os
from pathlib import Path

import click

from xray_graph.cli import output
from xray_graph.errors import UsageError


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
@click.option(
    "-i",
    "--snapshot-key",
    "keys",
    multiple=True,
    type=click.Path(),
    metavar="FILE",
    help="The key. Without it XRAY_AGE_KEY_FILE, then XRAY_AGE_KEY.",
)
@output.common
def command(file: str, target: str, keys: tuple[str, ...], as_json: bool) -> None:
    """Write a sealed snapshot as a plain one. Nothing is written before all of it has been checked."""
    from xray_graph.snapshot import open_blob, seal

    with open_blob(file, seal.read_keys(keys)) as blob:
        try:
            descriptor = os.open(Path(target), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise UsageError(
                f"cannot be made: {error.strerror}", where=target, hint="Give another with -o"
            ) from error
        with os.fdopen(descriptor, "wb") as out:
            for piece in blob.pieces():
                out.write(piece)
    output.result({"file": target}, as_json=as_json, text=lambda: target)
