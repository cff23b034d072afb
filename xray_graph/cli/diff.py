"""`xray graph diff OLD NEW`: what changed between two snapshots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from xray_graph.cli import opening as openings
from xray_graph.cli import output

if TYPE_CHECKING:
    from xray_graph.snapshot import Opening


@click.command("diff")
@click.argument("old", type=output.PATH)
@click.argument("new", type=output.PATH)
@click.option("--markdown", is_flag=True, help="As Markdown, fit for a comment on a pull request.")
@openings.options
@output.common
def command(old: str, new: str, markdown: bool, opening: Opening, as_json: bool) -> None:
    """Compare two snapshots: nodes added, removed, moved, with another signature, and edges.

    Lines do not count, so code that only shifted is no change; nor do `contains` edges, which say what
    the nodes say.
    """
    import msgspec

    from xray_graph.snapshot.diff import as_markdown, as_text, diff

    with opening.map(old) as before, opening.map(new) as after:
        digests = (before.header.content_digest.hex(), after.header.content_digest.hex())
        found = diff(before.graph, after.graph, names=digests)
    output.result(
        msgspec.to_builtins(found),
        as_json=as_json,
        text=lambda: as_markdown(found) if markdown else as_text(found),
    )
