"""`xray graph pull REF DIR`: the maps of an image, as files."""

from __future__ import annotations

import contextlib
from typing import Any, Final

import click

from xray_graph.cli import output
from xray_graph.cli.publish import connection_options
from xray_graph.errors import UsageError

_LAYOUT: Final = "oci:"  # as tools that copy images write a layout in a folder
_GIB: Final = 1 << 30


@click.command("pull")
@click.argument("reference", metavar="REF")
@click.argument("folder", type=output.PATH, metavar="DIR")
@click.option(
    "--verify-key",
    type=output.PATH,
    metavar="FILE",
    help="Take the image only if it is signed by one of the ssh public keys in this file.",
)
@click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=4 * _GIB,
    show_default=True,
    metavar="N",
    help="The most that the maps of the image may hold together.",
)
@connection_options
@output.common
def command(
    reference: str, folder: str, verify_key: str | None, max_bytes: int, as_json: bool, **connection: Any
) -> None:
    """Take the maps of an image into DIR.

    REF is registry.example.com/team/maps:tag, …@sha256:…, or oci:LAYOUT_DIR:tag.

    Every digest and size is checked before a file gets its name. Only plain files of /maps are taken. Maps
    of the same names in DIR are replaced when all have arrived; one that is the same already is not fetched.
    A plain map never replaces a sealed one.
    """
    from xray_graph.cli.progress import progress
    from xray_graph.publish import Layout, Registry, parse_reference, pull
    from xray_graph.publish.transport import Connection

    with contextlib.ExitStack() as opened:
        source: Layout | Registry
        if reference.startswith(_LAYOUT):
            place, _, wanted = reference.removeprefix(_LAYOUT).rpartition(":")
            if not place:
                raise UsageError("names no tag", where=reference, hint="write it as oci:LAYOUT_DIR:tag")
            source = opened.enter_context(Layout(place))
        else:
            where = parse_reference(reference)
            wanted = where.wanted
            source = opened.enter_context(Registry(where, Connection(**connection)))
        shown = opened.enter_context(progress(reference))
        done = pull(source, wanted, folder, keys=verify_key, max_bytes=max_bytes, reporter=shown)
    told = {
        "reference": reference,
        "digest": done.digest,
        "maps": list(done.maps),
        "verified": done.verified,
        "files_passed": done.passed,
    }
    if done.passed:
        output.note(f"{done.passed} other files in /maps were left where they are")
    output.result(
        told,
        as_json=as_json,
        text=lambda: "\n".join(
            [
                f"{reference} is {done.digest}" + (", with a right signature" if done.verified else ""),
                *(
                    f"  {row['file']}  {output.size(row['bytes'])}{'' if row['fetched'] else ', was there'}"
                    for row in done.maps
                ),
            ]
        ),
    )
