"""What is kept beside an image and says what it is about: a signature, a bill of materials.

Each is a manifest of its own whose `subject` is the image's index, so it can come later, and the image's
digest does not change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from xray_graph.errors import ImageError, UsageError
from xray_graph.publish import descriptor as oci
from xray_graph.publish.descriptor import Descriptor, Manifest
from xray_graph.publish.place import Source
from xray_graph.publish.unpack import checked

SIGNATURE: Final = "application/vnd.xray-graph.signature.v1"
SIGNATURE_BLOB: Final = "application/vnd.openssh.signature"
SPDX: Final = "application/spdx+json"
CYCLONEDX: Final = "application/vnd.cyclonedx+json"

_NOTHING: Final = b"{}"
_MOST: Final = 64  # attachments of one kind that are looked at
_LARGEST: Final = 1 << 20  # bytes of one that is read
_LARGEST_SBOM: Final = 64 << 20


class Attachment(NamedTuple):
    """One thing to attach."""

    name: str  # what messages call it
    kind: str  # the artifact's type
    media_type: str
    data: bytes

    @property
    def blobs(self) -> tuple[tuple[bytes, str], ...]:
        """What has to be there before the manifest, with media types."""
        return (_NOTHING, oci.EMPTY), (self.data, self.media_type)

    def manifest(self, subject: Descriptor) -> tuple[bytes, Descriptor]:
        """The manifest that attaches it, and that manifest's descriptor."""
        about = Descriptor(subject.media_type, subject.digest, subject.size)
        layer = oci.describe(self.data, self.media_type)
        data = oci.encode(
            Manifest(oci.describe(_NOTHING, oci.EMPTY), (layer,), 2, oci.MANIFEST, self.kind, about)
        )
        return data, oci.describe(data, oci.MANIFEST, artifact_type=self.kind)


def bill_of_materials(data: bytes, where: str) -> Attachment:
    """A bill of materials in SPDX or CycloneDX (JSON), as other tools make it.

    Raises:
        UsageError: it is neither, or larger than any is.
    """
    kind = ""
    if len(data) <= _LARGEST_SBOM:
        try:
            told = oci.decode(data, dict[str, object], where)
        except ImageError:
            told = {}
        kind = SPDX if "spdxVersion" in told else CYCLONEDX if told.get("bomFormat") == "CycloneDX" else ""
    if not kind:
        raise UsageError("is no bill of materials in SPDX or CycloneDX (JSON)", where=where)
    return Attachment("bill of materials", kind, kind, data)


def read_attached(source: Source, digest: str, kind: str) -> Iterator[bytes]:
    """The content of everything of one kind that is attached to an image, each checked and bounded.

    Raises:
        ImageError: something attached is damaged.
        RegistryError, AccessError, NotFoundError: as the source.
    """
    listed = [entry for entry in source.attached(digest) if entry.artifact_type == kind]
    for entry in listed[:_MOST]:
        data, _ = source.manifest(entry.digest)
        manifest = oci.decode(data, Manifest, source.where)
        if manifest.subject is None or manifest.subject.digest != digest or len(manifest.layers) != 1:
            continue
        blob = manifest.layers[0]
        if blob.size <= _LARGEST:
            yield b"".join(checked(source.blob(blob), blob, source.where))
