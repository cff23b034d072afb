"""`xray graph serve`: REST and MCP over HTTP, on this machine unless told otherwise."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import click

from xray_graph.cli.output import common, result


@click.command("serve")
@click.argument("sources", nargs=-1, type=click.Path(), metavar="[REPO|FILE|DIR]...")
@click.option("-o", "--output", metavar="DIR", help="Where maps of repositories are written.")
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
@common
def command(
    sources: tuple[str, ...],
    output: str | None,
    addr: str,
    allow_host: tuple[str, ...],
    allow_origin: tuple[str, ...],
    as_json: bool,
) -> None:
    """Answer questions over HTTP: REST under /v1, MCP at /mcp.

    A repository is built beside the answering; a snapshot, or a folder of them, is served as it is.
    Without any, the maps in the nearest .xray folder at or above the current one. When
    XRAY_GRAPH_TOKEN is set, clients must send it as a bearer token. Ends on SIGINT or SIGTERM, after
    the requests that are open.
    """
    from xray_graph.cli.served import gather, start_builds
    from xray_graph.serve import listen
    from xray_graph.serve.guard import Policy

    token = os.environ.get("XRAY_GRAPH_TOKEN", "")
    policy = Policy.make(allow_host, allow_origin, token)
    address = listen.parse_address(addr)
    listen.check_exposure(address, token)
    atlas, builds = gather(sources, Path.cwd(), {"output": output})
    with listen.bind(address) as listener:
        url = f"http://{listen.bound(listener)}"

        def ready() -> None:
            value = {"url": url, "mcp": f"{url}/mcp", "maps": atlas.catalog.labels()}
            start_builds(atlas, builds)
            result(value, as_json=as_json, text=lambda: f"serving {', '.join(value['maps'])} on {url}")

        from xray_graph.serve.app import build_app
        from xray_graph.serve.desk import Desk

        logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
        listen.serve(build_app(Desk(atlas), policy), listener, ready)
