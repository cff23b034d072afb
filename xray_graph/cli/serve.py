"""`xray graph serve`: REST and MCP over HTTP, on this machine unless told otherwise."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import click

from xray_graph.cli import locate, output


@click.command("serve")
@click.argument("maps", nargs=-1, type=click.Path())
@click.option(
    "--addr",
    default="127.0.0.1:8084",
    show_default=True,
    metavar="HOST:PORT",
    help="Where to listen. Port 0 takes a free one. Beyond this machine XRAY_GRAPH_TOKEN must be set.",
)
@click.option(
    "--allow-host",
    multiple=True,
    metavar="NAME[:PORT]",
    help="A host name that requests may carry, beside those of this machine. May be repeated.",
)
@click.option(
    "--allow-origin",
    multiple=True,
    metavar="ORIGIN",
    help="A web site whose pages may ask, as https://portal.example. May be repeated.",
)
@output.common
def command(
    maps: tuple[str, ...],
    addr: str,
    allow_host: tuple[str, ...],
    allow_origin: tuple[str, ...],
    as_json: bool,
) -> None:
    """Answer questions about MAPS over HTTP: REST under /v1, MCP at /mcp.

    MAPS are snapshot files or folders of them; without any, the maps in the nearest .xray folder at or
    above the current one. When XRAY_GRAPH_TOKEN is set, clients must send it as a bearer token. Ends on
    SIGINT or SIGTERM, after the requests that are open.
    """
    from xray_graph.route import open_atlas
    from xray_graph.serve import listen
    from xray_graph.serve.guard import Policy

    token = os.environ.get("XRAY_GRAPH_TOKEN", "")
    policy = Policy.make(allow_host, allow_origin, token)
    address = listen.parse_address(addr)
    listen.check_exposure(address, token)
    chosen = locate.choose(maps, Path.cwd(), labels=False)
    atlas = open_atlas(chosen.files)
    with listen.bind(address) as listener:
        url = f"http://{listen.bound(listener)}"

        def ready() -> None:
            value = {"url": url, "mcp": f"{url}/mcp", "maps": atlas.catalog.labels()}
            output.result(value, as_json=as_json, text=lambda: f"serving {', '.join(value['maps'])} on {url}")

        from xray_graph.serve.app import build_app
        from xray_graph.serve.desk import Desk

        logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
        listen.serve(build_app(Desk(atlas), policy), listener, ready)
