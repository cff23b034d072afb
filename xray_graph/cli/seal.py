"""`xray graph seal FILE…`: encrypt snapshots in place, or again to others."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xray_graph.cli import opening as openings
from xray_graph.cli import output
from xray_graph.errors import UsageError

if TYPE_CHECKING:
    from xray_graph.snapshot import Opening


@click.command("seal")
@click.argument("files", nargs=-1, required=True, type=output.PATH)
@click.option(
    "-r",
    "--snapshot-recipient",
    "--recipient",
    "recipients",
    multiple=True,
    metavar="R",
    help="age1…, ssh-ed25519 …, or a file of such lines. May be repeated. Without it: XRAY_AGE_RECIPIENTS.",
)
@click.option(
    "-R",
    "--recipients-file",
    "lists",
    multiple=True,
    type=output.PATH,
    metavar="FILE",
    help="A file of recipients, one a line; `-` for standard input. May be repeated.",
)
@openings.options
@output.common
def command(
    files: tuple[str, ...],
    recipients: tuple[str, ...],
    lists: tuple[str, ...],
    opening: Opening,
    as_json: bool,
) -> None:
    """Seal snapshots with age. Each file keeps its name, and is replaced as a whole.

    What is sealed already is opened with a key and sealed to the recipients given now, and to no others.
    """
    from xray_graph.config import age_recipients
    from xray_graph.snapshot import open_blob
    from xray_graph.snapshot import place as places
    from xray_graph.snapshot import seal as seals
    from xray_graph.snapshot.seal import record

    given = (*recipients, *lists) or age_recipients(os.environ)
    if not given:
        raise UsageError("to whom?", where="--recipient", hint="`xray graph keygen` makes a key and tells it")
    lines = seals.recipient_lines(given, "--recipient")
    who = seals.read_recipients(lines)
    done = []
    to = output.counted(len(who), "recipient")
    for file in files:
        header = opening.header(file)
        with open_blob(file, opening.keys, max_bytes=opening.max_bytes) as blob:
            places.replace_by(Path(file), seals.sealed(blob.pieces(), who))
        record.remember(file, header.content_digest, lines)
        done.append({"file": file, "label": header.about.label, "recipients": len(who)})
    output.result(
        {"sealed": done},
        as_json=as_json,
        text=lambda: "\n".join(f"{row['file']}: sealed to {to}" for row in done),
    )
