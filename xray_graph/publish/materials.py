"""The bill of materials of an image, as SPDX 2.3: each map with its digest, its commit, and what made it.

A function of the maps, as the image is. Of a sealed map it tells the name and the digest of the file, and
no more. https://spdx.github.io/spdx-spec/v2.3/
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xray_graph import __version__
from xray_graph.publish import descriptor as oci
from xray_graph.publish.attachment import SPDX, Attachment
from xray_graph.publish.image import Image


def materials(image: Image) -> Attachment:
    """Reads each map once more, for the digest of the file.

    Raises:
        FormatError: a file cannot be read to its end.
    """
    digest = image.descriptor.digest
    root = _package("image", digest, "CONTAINER", versionInfo=digest, checksum=digest)
    maps = [
        _package(f"map-{n}", layer.name, "FILE", checksum=layer.file_digest(), **_origin(told))
        for n, (layer, told) in enumerate(zip(image.layers, image.maps, strict=True))
    ]
    held = [("SPDXRef-image", "CONTAINS", package["SPDXID"]) for package in maps]
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"maps {digest}",
        "documentNamespace": f"urn:xray-graph:{digest}",
        "creationInfo": {
            "created": image.created or "1970-01-01T00:00:00Z",
            "creators": [f"Tool: xray-graph-{__version__}"],
        },
        "packages": [root, *maps],
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in (("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-image"), *held)
        ],
    }
    return Attachment("bill of materials", SPDX, SPDX, oci.encode(document))


def _package(name: str, title: str, purpose: str, *, checksum: str, **more: str) -> dict[str, Any]:
    return {
        "SPDXID": f"SPDXRef-{name}",
        "name": title,
        "primaryPackagePurpose": purpose,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "checksums": [{"algorithm": "SHA256", "checksumValue": checksum.removeprefix("sha256:")}],
        **more,
    }


def _origin(told: Mapping[str, Any]) -> dict[str, str]:
    """What an open map says of its sources and of what read them."""
    if told["sealed"]:
        return {}
    grammars = ", ".join(f"{name} {version}" for name, version in sorted(told["grammars"].items()))
    sources = ", ".join(f"{name} at {revision or 'no commit'}" for name, revision in told["repositories"])
    made = f"made of {sources or told['label']} by {told['tool']}" + (
        f" with grammars {grammars}" if grammars else ""
    )
    version = (
        {"versionInfo": told["repositories"][0][1]}
        if told["repositories"] and told["repositories"][0][1]
        else {}
    )
    return {**version, "sourceInfo": made, "comment": f"content digest {told['content_digest']}"}
