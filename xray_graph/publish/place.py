"""What publishing and pulling ask of a place that holds images: a registry or a folder.

Both sides speak of blobs and manifests by digest; only a tag can change what it means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from xray_graph.errors import RegistryError
from xray_graph.publish.descriptor import Descriptor


class PassingError(RegistryError):
    """The connection broke, or the registry was not able just then: another try may go through."""


class Source(Protocol):
    """Where images are had from. Bytes of a blob are checked by who takes them."""

    where: str

    def manifest(self, wanted: str) -> tuple[bytes, str]: ...
    def blob(self, blob: Descriptor) -> Iterator[bytes]: ...
    def attached(self, digest: str) -> tuple[Descriptor, ...]: ...


class Target(Protocol):
    """Where images are brought to."""

    where: str

    def has_blob(self, blob: Descriptor) -> bool: ...
    def put_blob(self, blob: Descriptor, pieces: Callable[[], Iterable[bytes]]) -> None: ...
    def put_manifest(self, data: bytes, media_type: str, tag: str = "") -> bool: ...
    def attach(self, subject: str, data: bytes, attached: Descriptor) -> None: ...
