"""An image in a folder: the OCI image layout, which copying tools read and write.

What a registry does with requests is done here with files, so that publishing and pulling are one way
for both. Blobs are written whole or not at all, and `index.json` last.
https://github.com/opencontainers/image-spec/blob/main/image-layout.md
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from xray_graph.closing import Closing
from xray_graph.errors import BuildError, ImageError, NotFoundError
from xray_graph.publish import descriptor as oci
from xray_graph.publish.descriptor import DIGEST, MAX_MANIFEST, Descriptor, Index, Manifest
from xray_graph.snapshot.place import replace

_NAME: Final = "org.opencontainers.image.ref.name"
_PIECE: Final = 1 << 20
_TEMPORARY: Final = re.compile(r"\.(index\.json|oci-layout)\..*\.tmp")  # as `replace` names them
_LAYOUT: Final = {"imageLayoutVersion": "1.0.0"}


class Layout(Closing):
    """A folder that holds images by digest, and some of them under a tag."""

    def __init__(self, folder: Path | str, *, create: bool = False) -> None:
        """Opens the folder; `create` makes it, or takes an empty one.

        Raises:
            NotFoundError: there is no layout.
            BuildError: the folder holds something else, or cannot be written.
        """
        self.where = str(folder)
        self._folder = Path(folder)
        if create:
            self._create()
        if not (self._folder / "oci-layout").is_file():
            raise NotFoundError("is no OCI layout", where=self.where, hint="`publish --output` makes one")

    def close(self) -> None:
        """Nothing is held open."""

    def has_blob(self, blob: Descriptor) -> bool:
        """Whether it is here, of that size."""
        path = self._path(blob.digest)
        return path.is_file() and path.stat().st_size == blob.size

    def put_blob(self, blob: Descriptor, pieces: Callable[[], Iterable[bytes]]) -> None:
        """Write a blob. Raises BuildError."""
        replace(self._path(blob.digest), pieces())

    def blob(self, blob: Descriptor) -> Iterator[bytes]:
        """Its bytes. Raises NotFoundError."""
        try:
            with self._path(blob.digest).open("rb") as file:
                while piece := file.read(_PIECE):
                    yield piece
        except OSError as error:
            raise NotFoundError(f"has no blob {blob.digest}: {error.strerror}", where=self.where) from error

    def manifest(self, wanted: str) -> tuple[bytes, str]:
        """A manifest or index by tag or digest, with its media type. Raises NotFoundError, ImageError."""
        if DIGEST.fullmatch(wanted):
            digest, kind = wanted, ""
        else:
            digest, kind = next(
                ((entry.digest, entry.media_type) for entry in self._entries() if _tag(entry) == wanted),
                ("", ""),
            )
        if not digest:
            tags = ", ".join(sorted(filter(None, map(_tag, self._entries()))))
            hint = f"it has {tags}" if tags else ""
            raise NotFoundError(f"has nothing under the tag {wanted!r}", where=self.where, hint=hint)
        data = _read(self._path(digest), self.where)
        return oci.check(data, digest, self.where), kind

    def put_manifest(self, data: bytes, media_type: str, tag: str = "") -> bool:
        """Write a manifest, and what stands under the tag; True, since a layout lists what is attached."""
        described = oci.describe(data, media_type)
        self.put_blob(described, lambda: (data,))
        if tag:
            entry = oci.describe(data, media_type, annotations={_NAME: tag})
            self._list((*(other for other in self._entries() if _tag(other) != tag), entry))
        return True

    def attach(self, subject: str, data: bytes, attached: Descriptor) -> None:
        """Write a manifest that is attached to `subject`, which the manifest itself names."""
        self.put_manifest(data, attached.media_type)
        self._list((*(other for other in self._entries() if other.digest != attached.digest), attached))

    def attached(self, digest: str) -> tuple[Descriptor, ...]:
        """What is attached to a manifest. Raises ImageError."""
        found = []
        for entry in self._entries():
            if entry.artifact_type and entry.media_type == oci.MANIFEST:
                manifest = oci.decode(self.manifest(entry.digest)[0], Manifest, self.where)
                if manifest.subject is not None and manifest.subject.digest == digest:
                    found.append(entry)
        return tuple(found)

    def _create(self) -> None:
        empty = oci.encode(Index((), 2, oci.INDEX))
        try:
            known = (self._folder / "oci-layout").exists()
            if self._folder.is_dir() and not known and not self._is_begun(empty):
                raise BuildError(
                    "holds other files, and no OCI layout", where=self.where, hint="name an empty folder"
                )
            (self._folder / "blobs" / "sha256").mkdir(parents=True, exist_ok=True)
            if not known:
                replace(self._folder / "index.json", (empty,))
                replace(self._folder / "oci-layout", (oci.encode(_LAYOUT),))
        except OSError as error:
            hint = "make room or a folder for it, or name another"
            raise BuildError(f"cannot be written: {error.strerror}", where=self.where, hint=hint) from error

    def _is_begun(self, empty: bytes) -> bool:
        """Whether the folder holds nothing, or what one left that ended before it was whole."""
        names = {path.name for path in self._folder.iterdir() if not _TEMPORARY.fullmatch(path.name)}
        index = self._folder / "index.json"
        return names <= {"blobs", index.name} and (index.name not in names or index.read_bytes() == empty)

    def _entries(self) -> tuple[Descriptor, ...]:
        data = _read(self._folder / "index.json", self.where)
        return oci.decode(data, Index, f"{self.where}/index.json").manifests

    def _list(self, entries: Iterable[Descriptor]) -> None:
        ordered = sorted(entries, key=lambda entry: (_tag(entry), entry.digest))
        replace(self._folder / "index.json", (oci.encode(Index(tuple(ordered), 2, oci.INDEX)),))

    def _path(self, digest: str) -> Path:
        return self._folder / "blobs" / "sha256" / digest.removeprefix("sha256:")


def _tag(entry: Descriptor) -> str:
    """The tag alone: some tools write the whole reference."""
    return (entry.annotations or {}).get(_NAME, "").rpartition(":")[2]


def _read(path: Path, where: str) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_MANIFEST + 1)
    except OSError as error:
        raise NotFoundError(f"cannot read {path.name}: {error.strerror}", where=where) from error
    if len(data) > MAX_MANIFEST:
        raise ImageError(f"{path.name} has more than {MAX_MANIFEST} bytes", where=where)
    return data
