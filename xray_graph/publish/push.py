"""An image to its place: blobs first, then manifests, then what is attached, and the tag last.

So whoever reads the tag finds all of it. A blob that is there is not sent again: of many maps in one
image, those that did not change cost one question each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from xray_graph.publish import descriptor as oci
from xray_graph.publish.attachment import Attachment
from xray_graph.publish.descriptor import Descriptor
from xray_graph.publish.image import Image
from xray_graph.publish.place import Target
from xray_graph.report import Reporter, Silent

STEP: Final = 1 << 20  # bytes of one step of progress
Pieces = Callable[[], Iterable[bytes]]


class Pushed(NamedTuple):
    """What became of an image."""

    digest: str
    sent: int  # blobs
    present: int  # blobs that were there
    sent_bytes: int


def publish(
    image: Image,
    target: Target,
    tag: str,
    *,
    attachments: Sequence[Attachment] = (),
    reporter: Reporter | None = None,
) -> Pushed:
    """Bring an image to a registry or a folder and give it a tag.

    Args:
        image: what `make_image` made.
        target: where to.
        tag: moved when it is there.
        attachments: what goes beside it (signatures, a bill of materials), before the tag does.
        reporter: hears of each blob, in steps of a megabyte.

    Raises:
        RegistryError, AccessError: the registry is not there or does not take it.
        ImageError: it has stored something else than was sent.
        BuildError: the folder cannot be written.
    """
    reporter = reporter or Silent()
    blobs: list[tuple[Descriptor, Pieces, str]] = []
    blobs += [(layer.descriptor, layer.pieces, layer.name) for layer in image.layers]
    blobs += [(*_held(config, oci.CONFIG), "configuration") for config in image.configs]
    for attachment in attachments:
        blobs += [(*_held(data, kind), attachment.name) for data, kind in attachment.blobs]
    sent: list[Descriptor] = []
    for blob, pieces, name in blobs:
        if target.has_blob(blob):
            continue
        reporter.stage(f"sending {name}, MiB", -(-blob.size // STEP))
        target.put_blob(blob, _told(pieces, reporter))
        sent.append(blob)
    reporter.stage("sending manifests")
    for manifest in image.manifests:
        target.put_manifest(manifest, oci.MANIFEST)
    target.put_manifest(image.index, oci.INDEX)
    for attachment in attachments:
        data, described = attachment.manifest(image.descriptor)
        target.attach(image.descriptor.digest, data, described)
    target.put_manifest(image.index, oci.INDEX, tag)
    return Pushed(image.descriptor.digest, len(sent), len(blobs) - len(sent), sum(blob.size for blob in sent))


def _told(pieces: Pieces, reporter: Reporter) -> Pieces:
    return lambda: told(pieces(), reporter)


def _held(data: bytes, kind: str) -> tuple[Descriptor, Pieces]:
    """A blob of which the bytes are at hand."""
    return oci.describe(data, kind), lambda: (data,)


def told(pieces: Iterable[bytes], reporter: Reporter) -> Iterator[bytes]:
    """The pieces, with a step told for every megabyte that has passed."""
    size = 0
    for piece in pieces:
        yield piece
        steps = (size + len(piece)) // STEP - size // STEP
        size += len(piece)
        if steps:
            reporter.advance(steps)
