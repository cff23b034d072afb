"""`xray graph serve`: REST and MCP over HTTP, on this machine unless told otherwise."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from xray_graph.cli import served
from xray_graph.cli.output import common, result


@click.command("serve")
@click.argument("sources", nargs=-1, type=click.Path(), metavar="[REPO|FILE|DIR]...")
@served.options
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
    addr: str,
    allow_host: tuple[str, ...],
    allow_origin: tuple[str, ...],
    as_json: bool,
    **flags: Any,
) -> None:
    """Answer questions over HTTP: REST under /v1, MCP at /mcp.

    A repository is built beside the answering and kept current: its files are watched, and `update` or
    POST /v1/update tells of changes at once. Its map is written to -o DIR, or to .xray in the repository,
    when nothing has changed for a while, on request, and at the end. A snapshot, or a folder of them, is
    served as it is. Without any, the maps in the nearest .xray folder at or above the current one. When
    XRAY_GRAPH_TOKEN is set, clients must send it as a bearer token. Ends on SIGINT or SIGTERM, after
    the requests that are open.
    """
    from xray_graph.serve import listen
    from xray_graph.serve.guard import Policy

    token = os.environ.get("XRAY_GRAPH_TOKEN", "")
    policy = Policy.make(allow_host, allow_origin, token)
    address = listen.parse_address(addr)
    listen.check_exposure(address, token)
    house = served.gather(sources, Path.cwd(), **flags)
    with listen.bind(address) as listener:
        url = f"http://{listen.bound(listener)}"

        def ready() -> None:
            value = {"url": url, "mcp": f"{url}/mcp", "maps": house.atlas.catalog.labels()}
            house.start(served.answer_others(house, server))
            result(value, as_json=as_json, text=lambda: f"serving {', '.join(value['maps'])} on {url}")

        import asyncio

        from xray_graph.serve.app import build_app
        from xray_graph.serve.transport import Server

        served.log_to_stderr()
        server = Server(build_app(house, policy), ready)
        try:
            asyncio.run(server.serve(sockets=[listener]))
        finally:
            house.close()
