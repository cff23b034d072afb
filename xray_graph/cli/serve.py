"""`xray graph serve`: REST and MCP over HTTP, on this machine unless told otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from xray_graph.cli import access, noting, output, served, settings
from xray_graph.cli import opening as openings


@settings.complete
@click.command("serve")
@click.argument("sources", nargs=-1, type=output.PATH, metavar="[REPO|FILE|DIR]...")
@served.options
@openings.options
@noting.options
@access.options(8084)
@settings.options
@output.common
def command(sources: tuple[str, ...], print_config: bool, as_json: bool, **flags: Any) -> None:
    """Answer questions over HTTP: REST under /v1, MCP at /mcp.

    A repository is built beside the answering and kept current: its files are watched, and `update` or
    POST /v1/update tells of changes at once. Its map is written to -o DIR, or to .xray in the repository,
    when nothing has changed for a while, on request, and at the end. A snapshot, or a folder of them, is
    served as it is. Without any, the maps in the nearest .xray folder at or above the current one. Ends on
    SIGINT or SIGTERM, after the requests that are open.
    """
    entry = access.read(flags)
    kept = noting.read(flags)
    logged = settings.shown(flags)
    settings.log(flags)
    house = served.gather(sources, Path.cwd(), **flags)
    noting.keep(kept, house.atlas, served.folder_of(house, flags["output"]), flags["opening"].keys)
    if print_config:
        opening = openings.shown(flags.pop("opening")) | flags.pop("embedding")
        config = access.shown(entry) | noting.shown(kept) | logged | flags | opening
        config["maps"] = house.atlas.catalog.labels()
        output.config(config, as_json=as_json)
        return
    from xray_graph.cli.running import run

    run(
        house,
        entry,
        as_json=as_json,
        start=lambda server: house.start(served.answer_others(house, server)),
        close=house.close,
    )
