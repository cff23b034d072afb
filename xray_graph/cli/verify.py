"""`xray graph verify FILE`: every digest and invariant of a snapshot."""

from __future__ import annotations

import click

from xray_graph.cli import output


@click.command("verify")
@click.argument("file", type=click.Path())
@output.common
def command(file: str, as_json: bool) -> None:
    """Check every digest of a snapshot and every invariant of the graph in it.

    Ends with 4 when something does not hold, and says what.
    """
    from xray_graph.snapshot import verify

    header = verify(file)
    digest = header.content_digest.hex()
    about = header.about
    value = {"file": file, "label": about.label, "ok": True, "content_digest": digest}
    nodes, edges = sum(about.nodes.values()), sum(about.edges.values())
    output.result(
        value,
        as_json=as_json,
        text=lambda: f"{file} holds: {about.label}, {nodes} nodes, {edges} edges, digest {digest}",
    )
