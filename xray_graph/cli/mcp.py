"""`xray graph mcp`: MCP over standard input and output, for a client that starts this program."""

from __future__ import annotations

import logging
from pathlib import Path

import click

from xray_graph.cli import output


@click.command("mcp")
@click.argument("sources", nargs=-1, type=click.Path(), metavar="[REPO|FILE|DIR]...")
@output.common
def command(sources: tuple[str, ...], as_json: bool) -> None:
    """Answer an MCP client that starts this program, over standard input and output.

    A repository is built beside the answering; a snapshot, or a folder of them, is served as it is.
    Without any, the maps in the nearest .xray folder at or above the current one. Standard output
    carries the protocol, which is JSON lines, and nothing else.
    Ends when the client closes its end.
    """
    del as_json  # the protocol is JSON in any case
    from xray_graph.serve import stdio

    wire = stdio.claim_stdout()  # before anything that might print, and for good
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")

    from xray_graph.cli.served import gather, start_builds
    from xray_graph.serve.desk import Desk

    atlas, builds = gather(sources, Path.cwd(), {})
    stdio.serve(Desk(atlas), wire, ready=lambda: start_builds(atlas, builds))
