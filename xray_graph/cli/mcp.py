"""`xray graph mcp`: MCP over standard input and output, for a client that starts this program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from xray_graph.cli import noting, output, served, settings
from xray_graph.cli import opening as openings


@settings.complete
@click.command("mcp")
@click.argument("sources", nargs=-1, type=output.PATH, metavar="[REPO|FILE|DIR]...")
@served.options
@openings.options_without_stdin
@noting.options
@settings.options
@output.common
def command(sources: tuple[str, ...], as_json: bool, **flags: Any) -> None:
    """Answer an MCP client that starts this program, over standard input and output.

    A repository is built beside the answering and kept current; a snapshot, or a folder of them, is
    served as it is. Without any, the maps in the nearest .xray folder at or above the current one. When
    another process of yours keeps the repository already, questions go to that one. Standard output
    carries the protocol, which is JSON lines, and nothing else. Ends when the client closes its end, or
    on SIGTERM; what has changed is written first.
    """
    del as_json  # the protocol is JSON in any case
    from xray_graph.serve import stdio

    wire = stdio.claim_stdout()  # before anything that might print, and for good
    settings.log(flags)
    kept = noting.read(flags)
    house = served.gather(sources, Path.cwd(), viewed_from_here=True, **flags)
    noting.keep(kept, house.atlas, served.folder_of(house, flags["output"]), flags["opening"].keys)

    from xray_graph.serve.app import build_socket_app
    from xray_graph.serve.transport import Server

    try:
        sockets = Server(build_socket_app(house))
        stdio.serve(house, wire, sockets, ready=lambda: house.start(served.answer_others(house, sockets)))
    finally:
        house.close()
