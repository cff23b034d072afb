"""`xray graph seal FILE…`: encrypt snapshots in place, or again to others."""

from __future__ import annotations

from pathlib import Path

import click

from xray_graph.cli import output


@click.command("seal")
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option(
    "-r",
    "--snapshot-recipient",
    "--recipient",
    "recipients",
    multiple=True,
    required=True,
    metavar="R",
    help="age1…, ssh-ed25519 …, or a file of such lines. May be repeated.",
)
@click.option(
    "-i",
    "--snapshot-key",
    "keys",
    multiple=True,
    type=click.Path(),
    metavar="FILE",
    help="Opens what is sealed already, to seal it to other recipients.",
)
@output.common
def command(
    files: tuple[str, ...], recipients: tuple[str, ...], keys: tuple[str, ...], as_json: bool
) -> None:
    """Seal snapshots with age. Each file keeps its name, and is replaced as a whole.

    What is sealed already is opened with a key and sealed to the recipients given now.
    """
    from xray_graph.snapshot import open_blob, read_header
    from xray_graph.snapshot import place as places
    from xray_graph.snapshot import seal as seals

    who = seals.read_recipients(recipients)
    opened = seals.read_keys(keys)
    done = []
    for file in files:
        header = read_header(file, opened)
        with open_blob(file, opened) as blob:
            places.replace(Path(file), seals.seal(blob.pieces(), who))
        done.append({"file": file, "label": header.about.label, "recipients": len(who)})
    output.result(
        {"sealed": done},
        as_json=as_json,
        text=lambda: "\n".join(f"{row['file']}: sealed to {row['recipients']}" for row in done),
    )
