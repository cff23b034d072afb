"""`xray graph serve-snapshots`: a folder of snapshots over HTTP, each opened when it is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from xray_graph.cli import access, embedding, noting, output, settings
from xray_graph.cli import opening as openings

_MIB: Final = 1 << 20


@settings.complete
@click.command("serve-snapshots")
@click.option(
    "--mental-maps-dir",
    required=True,
    type=output.PATH,
    metavar="DIR",
    envvar="XRAY_MENTAL_MAPS_DIR",
    show_envvar=True,
    help="The folder of snapshots. What comes, changes and goes in it is followed.",
)
@click.option(
    "--mental-maps-ttl-min",
    type=click.FloatRange(min=0),
    default=30.0,
    show_default=True,
    metavar="MINUTES",
    envvar="XRAY_MENTAL_MAPS_TTL_MIN",
    help="Put a map away that was not asked for so long. 0: never.",
)
@click.option(
    "--mental-maps-memory-mib",
    type=click.IntRange(min=0),
    default=512,
    show_default=True,
    metavar="MIB",
    envvar="XRAY_MENTAL_MAPS_MEMORY_MIB",
    help="What open maps may take; the least recently used are put away first. 0: no limit.",
)
@click.option(
    "--mental-maps-route-fanout",
    type=click.IntRange(1, 20),
    default=3,
    show_default=True,
    metavar="N",
    envvar="XRAY_MENTAL_MAPS_ROUTE_FANOUT",
    help="How many maps are asked when nothing says which one is meant.",
)
@click.option(
    "--embedding-dims",
    type=click.IntRange(min=1),
    default=256,
    show_default=True,
    metavar="N",
    envvar="XRAY_EMBEDDING_DIMS",
    help="Maps with vectors of another length are not served.",
)
@embedding.options
@openings.options
@noting.options
@access.options(8085)
@settings.options
@output.common
def command(mental_maps_dir: str, print_config: bool, as_json: bool, **flags: Any) -> None:
    """Answer questions over many snapshots, over HTTP: REST under /v1, MCP at /mcp.

    Every snapshot in DIR is registered by its header; its body is read when the first question reaches
    it. A question goes to the maps that its `map` names, else to those whose summaries are nearest; the
    reply says which were asked, and why. SIGHUP or POST /v1/rescan looks at the folder at once.
    """
    entry = access.read(flags)
    opening = flags.pop("opening")
    embedder_flags = flags.pop("embedding")
    kept = noting.read(flags)
    if print_config:
        flags |= openings.shown(opening) | noting.shown(kept) | embedder_flags
        output.config(access.shown(entry) | flags | {"mental_maps_dir": mental_maps_dir}, as_json=as_json)
        return
    settings.log(flags)
    from msgspec import structs

    from xray_graph import memory
    from xray_graph.embed import make_embedder, opener
    from xray_graph.retrieve import Questions
    from xray_graph.route import Atlas, Catalog
    from xray_graph.route.admission import Admission
    from xray_graph.route.shelf import Shelf
    from xray_graph.serve.household import Household
    from xray_graph.serve.snapshot_folder import SnapshotFolder

    memory.use_one_heap()
    dims = flags["embedding_dims"]
    chosen = structs.replace(embedding.read(embedder_flags), dims=dims)
    embedding.tell(chosen)
    embedder = make_embedder(chosen)
    shelf = Shelf(budget=flags["mental_maps_memory_mib"] * _MIB, idle=flags["mental_maps_ttl_min"] * 60)
    catalog = Catalog()
    folder = SnapshotFolder(
        Path(mental_maps_dir),
        catalog,
        shelf,
        Admission(dims, embedder.fingerprint if embedder else ""),
        opening,
    )
    folder.scan()
    questions = Questions(opener(chosen))
    house = Household(Atlas(catalog, questions, fanout=flags["mental_maps_route_fanout"]), shelf=shelf)
    noting.keep(kept, house.atlas, Path(mental_maps_dir), opening.keys)

    from xray_graph.cli.running import run

    def close() -> None:
        folder.close()
        house.close()

    run(
        house,
        entry,
        as_json=as_json,
        start=lambda _: folder.start(),
        close=close,
        rescan=lambda: folder.scan()._asdict(),
    )
