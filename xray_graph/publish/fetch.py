"""An image's maps as files: all of them, checked, or none.

Each map goes into a private folder beside its place, while digests and sizes are compared on the way.
Only when the last layer has ended well are they renamed to where they belong.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import platform
import secrets
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from xray_graph.errors import BuildError, FormatError, ImageError, NotFoundError, SealError
from xray_graph.publish import descriptor as oci
from xray_graph.publish import signature
from xray_graph.publish.attachment import SIGNATURE, read_attached
from xray_graph.publish.descriptor import Config, Descriptor, Index, Manifest
from xray_graph.publish.image import is_map_name
from xray_graph.publish.layer import Layer
from xray_graph.publish.place import PassingError, Source
from xray_graph.publish.push import STEP, told
from xray_graph.publish.unpack import Unpacker, checked
from xray_graph.report import Reporter, Silent
from xray_graph.snapshot.header import decode, is_sealed
from xray_graph.snapshot.place import FileBlob

MAX_BYTES: Final = 4 << 30  # of all maps of an image, when nothing else is said
_ARCHITECTURES: Final = {"x86_64": "amd64", "aarch64": "arm64"}
_TRIES: Final = 3  # for a layer whose connection breaks on the way
_STAGING: Final = ".pull-"


class Pulled(NamedTuple):
    """What was taken."""

    digest: str  # of what the tag or digest stands for
    maps: tuple[dict[str, Any], ...]  # file, bytes, fetched, sealed, and of plain ones label and digest
    passed: int  # other files beside the maps
    verified: bool  # a signature was asked for and is right


def pull(
    source: Source,
    wanted: str,
    folder: Path | str,
    *,
    keys: Path | str | None = None,
    max_bytes: int = MAX_BYTES,
    reporter: Reporter | None = None,
) -> Pulled:
    """Take the maps of an image into a folder, which is made when it is not there.

    Args:
        source: a registry or a layout.
        wanted: a tag or a digest.
        folder: files of the same names are replaced, others left alone.
        keys: public keys, by one of which the image must be signed.
        max_bytes: the most that all layers may hold together.
        reporter: hears of each layer, in steps of a megabyte.

    Raises:
        NotFoundError: there is no such image.
        ImageError: it is none of maps, unsigned, or not what its digests say.
        SealError: a plain map would replace a sealed one.
        RegistryError, AccessError: as the source.
        BuildError: the folder cannot be written.
    """
    reporter = reporter or Silent()
    data, kind = source.manifest(wanted)
    digest = oci.sha256(data)
    if keys is not None:
        signature.verify(data, read_attached(source, digest, SIGNATURE), keys, source.where)
    manifest = _manifest(source, data, kind)
    diff_ids = _diff_ids(source, manifest)
    if sum(layer.size for layer in manifest.layers) > max_bytes:
        hint = "--max-bytes raises the limit"
        raise ImageError(f"its layers are larger than {max_bytes} bytes", where=source.where, hint=hint)
    with _staging(Path(folder)) as staging:
        taken = _Taken(source, Path(folder), staging, max_bytes, reporter)
        for layer, diff_id in zip(manifest.layers, diff_ids, strict=True):
            taken.layer(layer, diff_id)
        if not taken.names and not taken.present:
            raise ImageError("holds no maps", where=source.where, hint="maps lie in /maps of an image")
        maps = tuple(_looked_at(taken.place(name), Path(folder, name)) for name in sorted(taken.all))
        _install(staging, Path(folder), sorted(taken.names))
    return Pulled(digest, maps, taken.passed, keys is not None)


def _manifest(source: Source, data: bytes, kind: str) -> Manifest:
    """The manifest for one platform: that of this machine, or another, since all hold the same maps."""
    kind = oci.media_type_of(data, kind, source.where)
    if kind in oci.INDEXES:
        entries = oci.decode(data, Index, source.where).manifests
        listed = [entry for entry in entries if entry.platform is not None and entry.platform.os == "linux"]
        own = _ARCHITECTURES.get(platform.machine(), "amd64")
        listed.sort(key=lambda entry: entry.platform is None or entry.platform.architecture != own)
        if not listed:
            hint = "is it an image of maps?"
            raise ImageError("is an index without an image for linux", where=source.where, hint=hint)
        data, kind = source.manifest(listed[0].digest)
        if len(data) != listed[0].size:
            raise ImageError("a manifest has another size than its index says", where=source.where)
        kind = oci.media_type_of(data, kind, source.where)
    if kind not in oci.MANIFESTS:
        hint = "is it an image of maps?"
        raise ImageError(
            f"is no image, but {kind or 'of no known kind'}"[:120], where=source.where, hint=hint
        )
    manifest = oci.decode(data, Manifest, source.where)
    for layer in manifest.layers:
        if layer.media_type not in oci.TARS:
            hint = "layers are tar or tar+gzip"
            raise ImageError(f"a layer is {layer.media_type!r}"[:120], where=source.where, hint=hint)
    return manifest


def _diff_ids(source: Source, manifest: Manifest) -> tuple[str, ...]:
    """The digest of each layer before compression, of which there must be one a layer."""
    blob = manifest.config
    if blob.size > oci.MAX_CONFIG:
        raise ImageError("its configuration is larger than any is", where=source.where)
    data = b"".join(checked(source.blob(blob), blob, source.where))
    diff_ids = oci.decode(data, Config, source.where).rootfs.diff_ids
    if len(diff_ids) != len(manifest.layers):
        raise ImageError("its configuration and its layers do not match", where=source.where)
    return diff_ids


class _Taken:
    """Maps on their way into the private folder, and those that are where they belong already."""

    def __init__(self, source: Source, folder: Path, staging: Path, limit: int, reporter: Reporter) -> None:
        self.names: set[str] = set()
        self.present: set[str] = set()
        self.passed = 0
        self._folder = folder
        self._source = source
        self._staging = staging
        self._left = limit
        self._reporter = reporter

    @property
    def all(self) -> set[str]:
        """The names of all maps of the image."""
        return self.names | self.present

    def place(self, name: str) -> Path:
        """Where a map is at present."""
        return (self._staging if name in self.names else self._folder) / name

    def layer(self, layer: Descriptor, diff_id: str) -> None:
        """Take the maps of one layer; a later one replaces an earlier, as layers do."""
        title = (layer.annotations or {}).get("org.opencontainers.image.title", "a layer")
        if self._is_present(title, layer, diff_id):
            self.names.discard(title)
            self.present.add(title)
            return
        for attempt in range(1, _TRIES + 1):
            self._reporter.stage(f"fetching {title}, MiB", -(-layer.size // STEP))
            try:
                self._once(layer, diff_id)
            except PassingError:
                if attempt == _TRIES:
                    raise
            else:
                return

    def _is_present(self, name: str, layer: Descriptor, diff_id: str) -> bool:
        """Whether the layer, made here of the file that has its name, would be the same to the byte."""
        path = self._folder / name
        if not is_map_name(name) or path.is_symlink() or not path.is_file():
            return False
        try:
            with FileBlob(path) as blob:
                own = Layer(blob, name, {})
        except (NotFoundError, FormatError):  # it cannot be read; it can be replaced
            return False
        return (own.descriptor.digest, own.diff_id) == (layer.digest, diff_id)

    def _once(self, layer: Descriptor, diff_id: str) -> None:
        where = self._source.where
        pieces = checked(told(self._source.blob(layer), self._reporter), layer, where)
        gzip = layer.media_type != oci.LAYER
        unpacker = Unpacker(pieces, gzip=gzip, limit=self._left + _TAR_ITSELF, where=where)
        size = 0
        names = []
        for name, content in unpacker.maps():
            size += _write(self._staging / name, content)
            names.append(name)
        for _ in pieces:  # an inflated stream may end before the blob does
            pass
        if unpacker.diff_id != diff_id:
            raise ImageError(
                f"a layer holds {unpacker.diff_id} and not {diff_id}", where=where, hint=oci.TAMPERED
            )
        self.names.update(names)
        self.present.difference_update(names)
        self.passed += unpacker.passed
        self._left -= size


_TAR_ITSELF: Final = 1 << 20  # bytes that a layer may hold beside its files


def _write(path: Path, content: Iterable[bytes]) -> int:
    size = 0
    try:
        with path.open("wb") as file:
            for piece in content:
                size += file.write(piece)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        where, hint = str(path.parent.parent), "nothing was changed; make room there, or name another folder"
        raise BuildError(f"cannot write the map: {error.strerror}", where=where, hint=hint) from error
    return size


def _looked_at(file: Path, target: Path) -> dict[str, Any]:
    """What a map that arrived is. Its body is checked by who opens it, or by `verify`."""
    told: dict[str, Any] = {"file": str(target), "bytes": file.stat().st_size, "fetched": file != target}
    with FileBlob(file) as blob:
        blob.where = str(target)
        sealed = is_sealed(blob)
        if not sealed:
            try:
                header = decode(blob)
            except FormatError as error:
                raise ImageError(f"holds {target.name}, and {error.message}", where=str(target)) from error
            told |= {"label": header.about.label, "content_digest": header.content_digest.hex()}
    if not sealed and _lies_sealed(target):
        raise SealError(
            "a sealed map lies here, and the one in the image is plain",
            where=str(target),
            hint="remove it first, if that is meant",
        )
    return told | {"sealed": sealed}


def _lies_sealed(path: Path) -> bool:
    if not path.is_file():
        return False
    with FileBlob(path) as blob:
        return is_sealed(blob)


@contextlib.contextmanager
def _staging(folder: Path) -> Iterator[Path]:
    """A private folder in `folder`, gone at the end; what a killed pull left behind goes too.

    A folder that was made for it goes with it where no map came.
    """
    made = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{_STAGING}*"):
            _remove(old)
        staging = folder / f"{_STAGING}{secrets.token_hex(8)}"
        staging.mkdir(mode=0o700)
        lock = os.open(staging, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise BuildError(f"cannot be written: {error.strerror}", where=str(folder)) from error
    try:
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield staging
    finally:
        os.close(lock)
        shutil.rmtree(staging, ignore_errors=True)
        if made:
            with contextlib.suppress(OSError):  # it holds maps
                folder.rmdir()


def _remove(old: Path) -> None:
    """Remove the folder of a pull that is no more: nobody holds its lock."""
    with contextlib.suppress(OSError):
        lock = os.open(old, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(old, ignore_errors=True)
        finally:
            os.close(lock)


def _install(staging: Path, folder: Path, names: Iterable[str]) -> None:
    try:
        for name in names:
            (staging / name).replace(folder / name)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise BuildError(f"cannot write the maps: {error.strerror}", where=str(folder)) from error
