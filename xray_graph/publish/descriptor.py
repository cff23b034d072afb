"""The values of an image as the OCI specifications have them, and the limits that a reader keeps.

Ours are written as canonical JSON (sorted keys, no spaces), so that equal values have equal digests.
Those of others are decoded into typed values: what is not there, of another type or out of bounds is
one of our errors. https://github.com/opencontainers/image-spec
"""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from xray_graph.errors import ImageError

INDEX: Final = "application/vnd.oci.image.index.v1+json"
MANIFEST: Final = "application/vnd.oci.image.manifest.v1+json"
CONFIG: Final = "application/vnd.oci.image.config.v1+json"
LAYER_GZIP: Final = "application/vnd.oci.image.layer.v1.tar+gzip"
LAYER: Final = "application/vnd.oci.image.layer.v1.tar"
EMPTY: Final = "application/vnd.oci.empty.v1+json"
DOCKER_INDEX: Final = "application/vnd.docker.distribution.manifest.list.v2+json"
DOCKER_MANIFEST: Final = "application/vnd.docker.distribution.manifest.v2+json"
DOCKER_LAYER: Final = "application/vnd.docker.image.rootfs.diff.tar.gzip"
INDEXES: Final = (INDEX, DOCKER_INDEX)
MANIFESTS: Final = (MANIFEST, DOCKER_MANIFEST)
TARS: Final = (LAYER_GZIP, DOCKER_LAYER, LAYER)

MAX_MANIFEST: Final = 4 << 20  # bytes; what registries themselves take
MAX_CONFIG: Final = 8 << 20
MAX_LAYERS: Final = 4096
MAX_MANIFESTS: Final = 1024
DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")

_Size = Annotated[int, Meta(ge=0, le=1 << 62)]
_Digest = Annotated[str, Meta(pattern=r"^sha256:[0-9a-f]{64}\Z")]
_Words = dict[str, str] | None
_T = TypeVar("_T")


class Platform(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an image is for."""

    architecture: str
    os: str
    variant: str = ""


class Descriptor(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """A blob: what it is, which, how long."""

    media_type: str
    digest: _Digest
    size: _Size
    annotations: _Words = None
    platform: Platform | None = None
    artifact_type: str = ""


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """An image for one platform, or something attached to an image (`subject`)."""

    config: Descriptor
    layers: Annotated[tuple[Descriptor, ...], Meta(max_length=MAX_LAYERS)]
    schema_version: int = 0
    media_type: str = ""
    artifact_type: str = ""
    subject: Descriptor | None = None
    annotations: _Words = None


class Index(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """One image for several platforms, or what is attached to one."""

    manifests: Annotated[tuple[Descriptor, ...], Meta(max_length=MAX_MANIFESTS)]
    schema_version: int = 0
    media_type: str = ""
    annotations: _Words = None


class RootFs(msgspec.Struct, frozen=True):
    """What the layers are, before compression."""

    diff_ids: Annotated[tuple[_Digest, ...], Meta(max_length=MAX_LAYERS)]
    type: str = "layers"


class Config(msgspec.Struct, frozen=True):
    """Of an image's configuration, what a reader needs."""

    rootfs: RootFs


def sha256(data: bytes) -> str:
    """The digest of bytes, as descriptors write it."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def describe(data: bytes, media_type: str, **more: Any) -> Descriptor:
    """The descriptor of bytes."""
    return Descriptor(media_type, sha256(data), len(data), **more)


def encode(value: Any) -> bytes:
    """Canonical JSON."""
    return msgspec.json.encode(value, order="sorted")


def decode(data: bytes, kind: type[_T], where: str) -> _T:
    """A typed value out of JSON that came from elsewhere.

    Raises:
        ImageError: it is no JSON, or not of that kind.
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        raise ImageError(
            f"is no usable {kind.__name__.lower()} ({error})", where=where, hint="is it an image of maps?"
        ) from error


def media_type_of(data: bytes, told: str, where: str) -> str:
    """What a manifest says that it is; `told` (the registry's word) when it says nothing.

    Raises:
        ImageError: it is no JSON object.
    """

    class _Kind(msgspec.Struct, rename="camel"):
        media_type: str = ""

    return decode(data, _Kind, where).media_type or told.partition(";")[0].strip()


def check(data: bytes, digest: str, where: str) -> bytes:
    """The bytes themselves, when they are what the digest says.

    Raises:
        ImageError: they are not.
    """
    found = sha256(data)
    if found != digest:
        raise ImageError(f"has digest {found}, and {digest} was asked for", where=where, hint=TAMPERED)
    return data


TAMPERED: Final = "what arrived is not what was published; do not use it"
