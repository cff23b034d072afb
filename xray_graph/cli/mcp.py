"""`xray graph mcp`: MCP over standard input and output, for a client that starts this program."""

from __future__ import annotations

import logging
from pathlib import Path

import click

from xray_graph.cli import locate, output


@click.command("mcp")
@click.argument("maps", nargs=-1, type=click.Path())
@output.common
def command(maps: tuple[str, ...], as_json: bool) -> None:
    """Answer an MCP client that starts this program, over standard input and output.

    MAPS are snapshot files or folders of them; without any, the maps in the nearest .xray folder at or
    above the current one. Standard output carries the protocol, which is JSON lines, and nothing else.
    Ends when the client closes its end.
    """
    del as_json  # the protocol is JSON in any case
    from xray_graph.serve import stdio

    wire = stdio.claim_stdout()  # before anything that might print, and for good
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")

    from xray_graph.route import open_atlas
    from xray_graph.serve.desk import Desk

    chosen = locate.choose(maps, Path.cwd(), labels=False)
    stdio.serve(Desk(open_atlas(chosen.files)), wire, ready=lambda: None)
