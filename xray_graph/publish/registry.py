"""A registry: blobs, manifests and what is attached to them, as the distribution specification has it.

Uploads are whole (POST, then one PUT): no registry refuses that, and some refuse pieces. Every digest
that a registry gives is compared with ours, and its silence is answered by asking again. Where it has no
referrers API, what is attached stands in an index under the tag `sha256-<digest>`.
https://github.com/opencontainers/distribution-spec
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from xray_graph.closing import Closing
from xray_graph.errors import ImageError, NotFoundError
from xray_graph.publish import credentials
from xray_graph.publish import descriptor as oci
from xray_graph.publish.challenge import Login
from xray_graph.publish.descriptor import DIGEST, Descriptor, Index
from xray_graph.publish.place import PassingError
from xray_graph.publish.reference import Reference
from xray_graph.publish.transport import Connection, Transport

_ACCEPT: Final = ", ".join((*oci.INDEXES, *oci.MANIFESTS))
_BLOB: Final = "application/octet-stream"
_UPLOADS: Final = 3  # of one blob, before the cause is told
_TAKEN: Final = (200, 201, 202, 204)  # registries differ in how they say so; what they stored is compared


class Registry(Closing):
    """One repository of a registry."""

    def __init__(
        self, reference: Reference, connection: Connection | None = None, *, push: bool = False
    ) -> None:
        """Asks a registry on this machine whether it speaks TLS. Credentials are read when it wants them.

        Raises:
            UsageError: the certificates cannot be used.
        """
        self.reference = reference
        self.where = str(reference)
        self._root = f"/v2/{reference.repository}"
        self._transport = Transport(reference, connection or Connection())
        self._transport.authority = Login(
            reference, partial(credentials.find, reference), self._transport, push=push
        )

    def close(self) -> None:
        """Close every connection."""
        self._transport.close()

    def has_blob(self, blob: Descriptor) -> bool:
        """Whether the registry has it, of that size. Raises RegistryError, AccessError."""
        answer = self._transport.ask("HEAD", f"{self._root}/blobs/{blob.digest}", expect=(200, 404))
        size = answer.headers.get("Content-Length", "")
        return answer.status == 200 and size in ("", str(blob.size))

    def put_blob(self, blob: Descriptor, pieces: Callable[[], Iterable[bytes]]) -> None:
        """Upload it as a whole; one that breaks off is begun anew, for what has arrived of it is in the way.

        Raises:
            RegistryError, AccessError: as `Transport.ask`.
            ImageError: the registry has stored something else.
        """
        start = f"{self._root}/blobs/uploads/"
        headers = {"Content-Length": str(blob.size), "Content-Type": _BLOB}
        for left in reversed(range(_UPLOADS)):
            begun = self._transport.ask("POST", start, headers={"Content-Length": "0"}, expect=_TAKEN)
            place = self._transport.follow(start, begun.headers.get("Location", ""), {"digest": blob.digest})
            try:
                put = self._transport.ask("PUT", place, headers=headers, body=pieces, expect=_TAKEN, tries=1)
            except (PassingError, NotFoundError):
                if not left:
                    raise
            else:
                told = put.headers.get("Docker-Content-Digest", "")
                self._compare(told, blob.digest, f"blob {blob.digest}")
                return

    def blob(self, blob: Descriptor) -> Iterator[bytes]:
        """Its bytes as they come; whoever takes them checks digest and size. Raises as `Transport.ask`."""
        url = f"{self._root}/blobs/{blob.digest}"
        with self._transport.stream("GET", url) as (_, pieces):
            yield from pieces

    def manifest(self, wanted: str) -> tuple[bytes, str]:
        """A manifest or index by tag or digest, with its media type; a digest is checked.

        Raises:
            NotFoundError: the registry has none of that name.
            ImageError: its bytes are not those of the digest.
            RegistryError, AccessError: as `Transport.ask`.
        """
        url = f"{self._root}/manifests/{wanted}"
        answer = self._transport.ask("GET", url, headers={"Accept": _ACCEPT})
        told = answer.headers.get("Docker-Content-Digest", "")
        for digest in (wanted, told):
            if DIGEST.fullmatch(digest):
                oci.check(answer.body, digest, self.where)
        return answer.body, answer.headers.get("Content-Type", "")

    def put_manifest(self, data: bytes, media_type: str, tag: str = "") -> bool:
        """Put a manifest under its digest, or under a tag. Whether the registry lists what is attached.

        Raises:
            ImageError: the registry says that it has stored something else.
            RegistryError, AccessError: as `Transport.ask`.
        """
        digest = oci.sha256(data)
        url = f"{self._root}/manifests/{tag or digest}"
        answer = self._transport.ask(
            "PUT", url, headers={"Content-Type": media_type}, body=data, expect=_TAKEN
        )
        told = answer.headers.get("Docker-Content-Digest", "")
        if not told:
            told = oci.sha256(self.manifest(tag or digest)[0])
        self._compare(told, digest, f"manifest {tag or digest}")
        return "OCI-Subject" in answer.headers

    def attached(self, digest: str) -> tuple[Descriptor, ...]:
        """What is attached to a manifest. Raises as `Transport.ask`."""
        url = f"{self._root}/referrers/{digest}"
        answer = self._transport.ask("GET", url, headers={"Accept": oci.INDEX}, expect=(200, 400, 404, 405))
        if answer.status == 200:
            return oci.decode(answer.body, Index, self.where).manifests
        return self._tagged(digest)

    def attach(self, subject: str, data: bytes, attached: Descriptor) -> None:
        """Put a manifest that is attached to `subject`. Raises as `put_manifest`."""
        if self.put_manifest(data, attached.media_type):
            return
        others = tuple(other for other in self._tagged(subject) if other.digest != attached.digest)
        listed = oci.encode(Index((*others, attached), 2, oci.INDEX))
        self.put_manifest(listed, oci.INDEX, _tag_of(subject))

    def _tagged(self, digest: str) -> tuple[Descriptor, ...]:
        try:
            data, _ = self.manifest(_tag_of(digest))
        except NotFoundError:
            return ()
        return oci.decode(data, Index, self.where).manifests

    def _compare(self, told: str, digest: str, what: str) -> None:
        if told and told != digest:
            raise ImageError(
                f"the registry stored {what} as {told[:80]}",
                where=self.where,
                hint="something on the way changes what is sent; the image is not published",
            )


def _tag_of(digest: str) -> str:
    """The tag schema of the specification, for registries without the API."""
    return digest.replace(":", "-")
