"""`xray graph verify FILE`: every digest and invariant of a snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from xray_graph.cli import opening as openings
from xray_graph.cli import output

if TYPE_CHECKING:
    from xray_graph.snapshot import Opening


@click.command("verify")
@click.argument("file", type=output.PATH)
@openings.options
@output.common
def command(file: str, opening: Opening, as_json: bool) -> None:
    """Check every digest of a snapshot and every invariant of the graph in it.

    Ends with 4 when something does not hold, and says what.
    """
    from xray_graph.graph.export import calls_by_file
    from xray_graph.snapshot import verify

    header = verify(file, opening.keys, max_bytes=opening.max_bytes)
    with opening.map(file) as found:
        by_file = calls_by_file(found.graph)
    digest = header.content_digest.hex()
    about = header.about
    value = {
        "file": file,
        "label": about.label,
        "ok": True,
        "content_digest": digest,
        "calls": about.resolution,
        "calls_by_file": by_file,
    }
    nodes, edges = sum(about.nodes.values()), sum(about.edges.values())
    output.result(
        value,
        as_json=as_json,
        text=lambda: "\n".join(
            [
                f"{file} holds: {about.label}, {nodes} nodes, {edges} edges, digest {digest}",
                *(f"  {language}: {_calls(counts)}" for language, counts in sorted(about.resolution.items())),
            ]
        ),
    )


def _calls(counts: Mapping[str, int]) -> str:
    """The call sites of one language: how many have an edge, and why the others have none."""
    missing = ", ".join(f"{n} {reason}" for reason, n in counts.items() if n and reason != "resolved")
    return f"{counts.get('resolved', 0)} calls with an edge; without: {missing or 'none'}"
