"""`xray graph publish SNAPSHOT… REF`: snapshots as an OCI image, in a registry or in a folder."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from xray_graph.cli import output
from xray_graph.errors import UsageError, unreadable


def connection_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags that say how a registry is reached; they reach the command by their names."""
    flags = (
        click.option(
            "--ca-file",
            default="",
            type=output.PATH,
            metavar="FILE",
            envvar="XRAY_CA_FILE",
            show_envvar=True,
            help="Certificates (PEM) that the registry may be signed by, beside the system's and certs.d's.",
        ),
        click.option(
            "--plain-http",
            is_flag=True,
            help="Speak without TLS. A registry on this machine is spoken to as it speaks.",
        ),
        click.option(
            "--timeout",
            type=click.FloatRange(min=0.1),
            default=30.0,
            show_default=True,
            metavar="SECONDS",
            help="How long to wait for the next byte of an answer.",
        ),
    )
    for flag in reversed(flags):
        command = flag(command)
    return command


@click.command("publish")
@click.argument("snapshots", nargs=-1, type=output.PATH, metavar="SNAPSHOT...")
@click.argument("reference", metavar="REF")
@click.option(
    "--output",
    "layout",
    type=output.PATH,
    metavar="LAYOUT_DIR",
    help="Write an OCI layout into this folder, under REF's tag; nothing is sent.",
)
@click.option(
    "--source", default="", metavar="URL", help="Where the sources are: an annotation of the image."
)
@click.option(
    "--annotation",
    "annotations",
    multiple=True,
    metavar="KEY=VALUE",
    help="One more annotation, or another value for one. May be repeated.",
)
@click.option(
    "--sign-key",
    type=output.PATH,
    metavar="FILE",
    help="Sign the image with this ssh key (a public one, when an agent holds it) and attach the signature.",
)
@click.option(
    "--sbom",
    type=output.PATH,
    metavar="FILE",
    help="Attach this bill of materials (SPDX or CycloneDX, JSON).",
)
@click.option(
    "--materials",
    is_flag=True,
    help="Attach a bill of materials (SPDX) of the image itself: each map, its commit, what made it.",
)
@connection_options
@output.common
def command(
    snapshots: tuple[str, ...],
    reference: str,
    layout: str | None,
    source: str,
    annotations: tuple[str, ...],
    sign_key: str | None,
    sbom: str | None,
    materials: bool,
    as_json: bool,
    **connection: Any,
) -> None:
    """Publish snapshots as one image, REF (registry.example.com/team/maps:tag): a layer a map, in /maps.

    The image runs nothing; Kubernetes mounts it as an image volume, `pull` and every tool for images read
    it. The same maps give the same digest. A map that is in the registry already is not sent again.
    Credentials are those of `docker login` or `podman login`.
    """
    from xray_graph.cli.progress import progress
    from xray_graph.publish import Layout, Registry, make_image, parse_reference, publish
    from xray_graph.publish.attachment import Attachment, bill_of_materials
    from xray_graph.publish.signature import sign
    from xray_graph.publish.transport import Connection

    if not snapshots:
        raise UsageError(
            "one of the two is missing: a snapshot, or the reference that it goes under",
            where=reference,
            hint="name both: `xray graph publish SNAPSHOT... REF`",
        )
    where = parse_reference(reference)
    if where.digest:
        raise UsageError("a digest follows from the maps", where=reference, hint="publish under a tag")
    words = dict(_annotation(text) for text in annotations)
    if source:
        words.setdefault("org.opencontainers.image.source", source)
    with contextlib.ExitStack() as opened:
        image = opened.enter_context(make_image(snapshots, words))
        attached: list[Attachment] = []
        if sign_key:
            attached.append(sign(image.index, sign_key))
        if sbom:
            attached.append(bill_of_materials(_bytes(sbom), sbom))
        if materials:
            from xray_graph.publish.materials import materials as listed

            attached.append(listed(image))
        target: Layout | Registry
        if layout is not None:
            target = opened.enter_context(Layout(layout, create=True))
        else:
            target = opened.enter_context(Registry(where, Connection(**connection), push=True))
        shown = opened.enter_context(progress(str(where)))
        done = publish(image, target, where.tag, attachments=attached, reporter=shown)
    told = {
        "reference": str(where),
        "digest": done.digest,
        "layout": layout,
        "maps": list(image.maps),
        "blobs_sent": done.sent,
        "blobs_present": done.present,
        "bytes_sent": done.sent_bytes,
        "signed": bool(sign_key),
    }
    place = f"{where} in {layout}" if layout is not None else str(where)
    output.result(
        told,
        as_json=as_json,
        text=lambda: (
            f"{place}\n  {where.at(done.digest)}\n"
            f"  {output.counted(len(image.maps), 'map')}, "
            f"{output.size(done.sent_bytes)} sent, "
            f"{done.present} of {done.sent + done.present} blobs were there"
        ),
    )


def _annotation(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise UsageError(
            f"{text!r} is no KEY=VALUE", where="--annotation", hint="as org.opencontainers.image.vendor=ACME"
        )
    return key, value


def _bytes(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise unreadable(error, file) from error
