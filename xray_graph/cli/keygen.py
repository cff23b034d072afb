"""`xray graph keygen`: a new age key for sealed maps."""

from __future__ import annotations

import os
from pathlib import Path

import click

from xray_graph.cli import output
from xray_graph.errors import UsageError


@click.command("keygen")
@click.option(
    "-o", "--output", "target", type=output.PATH, metavar="FILE", help="Where the key goes, mode 0600."
)
@output.common
def command(target: str | None, as_json: bool) -> None:
    """Make a key: the secret for who reads maps, the recipient for who seals them.

    Without -o the secret goes to standard output, as `age-keygen` does it. An existing file is never
    written over.
    """
    from xray_graph.snapshot.seal import generate

    secret, recipient = generate()
    text = f"# public key: {recipient}\n{secret}\n"
    if target is None:
        output.result({"secret": secret, "recipient": recipient}, as_json=as_json, text=text.rstrip)
        return
    try:
        descriptor = os.open(Path(target), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise UsageError(
            f"cannot be made: {error.strerror}", where=target, hint="give another with -o"
        ) from error
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(text)
    output.result({"file": target, "recipient": recipient}, as_json=as_json, text=lambda: recipient)
