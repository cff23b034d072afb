"""Snapshots → an image: a layer a map, a config and a manifest a platform, one index over them.

Everything here is a function of the files: the same maps give the same digest, wherever and whenever.
Times are those of the commits, or SOURCE_DATE_EPOCH. Of a sealed map nothing is told but its file name,
also when a key is at hand: what is sealed for a few is not put into annotations for all. Nothing is
sent from here.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from xray_graph.closing import Closing
from xray_graph.errors import UsageError
from xray_graph.folders import MAP_SUFFIX
from xray_graph.publish import descriptor as oci
from xray_graph.publish.descriptor import Descriptor, Platform
from xray_graph.publish.layer import FOLDER, Layer
from xray_graph.snapshot.header import decode, is_sealed
from xray_graph.snapshot.layout import Header, source_date
from xray_graph.snapshot.place import FileBlob

PLATFORMS: Final = (Platform("amd64", "linux"), Platform("arm64", "linux"))
# Of a map's file: its label, as `config` has it.
NAME: Final = re.compile(r"\w[\w.+@-]*" + re.escape(MAP_SUFFIX))
_LONGEST_NAME: Final = 240  # bytes; a temporary name beside it is longer and must fit too
_ANNOTATION: Final = "org.opencontainers.image."
_OWN: Final = "graph.xray.map."
_MANY: Final = 5  # maps from which on a title gives their number, not their names


@dataclass(frozen=True, slots=True)
class Image(Closing):
    """An image that is ready to be sent: what a registry holds of it, in the order in which it goes."""

    layers: tuple[Layer, ...]
    configs: tuple[bytes, ...]
    manifests: tuple[bytes, ...]
    index: bytes
    descriptor: Descriptor  # of the index: its digest is the image's
    maps: tuple[dict[str, Any], ...] = field(repr=False)  # file, name, layer; of plain ones what they are of
    created: str = ""

    def close(self) -> None:
        """Let go of the files."""
        for layer in self.layers:
            layer.close()


def is_map_name(name: str) -> bool:
    """Whether a file in an image may be called so: `<label>.graph.gz`, and nothing that is a path."""
    return bool(NAME.fullmatch(name)) and len(name.encode()) <= _LONGEST_NAME


def make_image(files: Sequence[Path | str], annotations: Mapping[str, str] | None = None) -> Image:
    """The image of some snapshots; their order does not matter.

    Args:
        files: plain or sealed snapshots. They stay open until the image is closed.
        annotations: added to index and manifests, in place of what is there under the same key.

    Raises:
        UsageError: two files have one name, a name is none of a map, or SOURCE_DATE_EPOCH is no number.
        NotFoundError, FormatError: a file is not there, or is no whole snapshot.
    """
    paths = sorted((Path(file) for file in files), key=lambda path: path.name)
    if not paths:
        hint = "name the files that `xray graph build` wrote"
        raise UsageError("there is nothing to publish", where="SNAPSHOT", hint=hint)
    epoch = source_date()
    with contextlib.ExitStack() as opened:
        layers: list[Layer] = []
        told: list[dict[str, Any]] = []
        headers: list[Header] = []
        for path in paths:
            if layers and layers[-1].name == path.name:
                where = f"{told[-1]['file']}, {path}"
                hint = "build one under another --name, or publish an image of each"
                raise UsageError(f"two maps are called {path.name}", where=where, hint=hint)
            layer, header = _read(path, opened)
            layers.append(layer)
            headers += [header] if header else []
            told.append(_tell(path, layer, header))
        created = _time(epoch if epoch is not None else max((h.about.created for h in headers), default=0))
        words = {**_annotations(told, headers, created), **(annotations or {})}
        configs = tuple(_config(layers, platform, created, words) for platform in PLATFORMS)
        manifests = tuple(_manifest(config, layers, words) for config in configs)
        listed = [
            oci.describe(manifest, oci.MANIFEST, platform=platform)
            for manifest, platform in zip(manifests, PLATFORMS, strict=True)
        ]
        index = oci.encode(oci.Index(tuple(listed), 2, oci.INDEX, words))
        opened.pop_all()
    return Image(
        tuple(layers), configs, manifests, index, oci.describe(index, oci.INDEX), tuple(told), created
    )


def _read(path: Path, opened: contextlib.ExitStack) -> tuple[Layer, Header | None]:
    if not is_map_name(path.name):
        raise UsageError(
            f"{path.name!r} is no name of a map",
            where=str(path),
            hint=f"a map's file is called LABEL{MAP_SUFFIX}, as `xray graph build` names it"
            + (f"; give those in the folder: {path}/*{MAP_SUFFIX}" if os.path.isdir(path) else ""),  # noqa: PTH112 - Path.is_dir fails on too long a name
        )
    blob = FileBlob(path)
    opened.callback(blob.close)
    header = None if is_sealed(blob) else decode(blob)
    words = {f"{_ANNOTATION}title": path.name}
    if header is not None:
        words |= {f"{_OWN}label": header.about.label, f"{_OWN}digest": header.content_digest.hex()}
    return Layer(blob, path.name, words), header


def _tell(path: Path, layer: Layer, header: Header | None) -> dict[str, Any]:
    told: dict[str, Any] = {"file": str(path), "name": layer.name, "sealed": header is None}
    if header is not None:
        about = header.about
        told |= {"label": about.label, "content_digest": header.content_digest.hex(), "tool": about.tool}
        told |= {"grammars": dict(about.grammars), "repositories": list(_revisions(header))}
    return told | {"layer": layer.descriptor.digest, "bytes": layer.descriptor.size}


def _annotations(
    told: Sequence[Mapping[str, Any]], headers: Sequence[Header], created: str
) -> dict[str, str]:
    names = [str(row["name"]).removesuffix(MAP_SUFFIX) for row in told]
    words = {f"{_ANNOTATION}title": ", ".join(names) if len(names) < _MANY else f"{len(names)} maps"}
    if created:
        words[f"{_ANNOTATION}created"] = created
    revisions = {revision for header in headers for _, revision in _revisions(header)}
    if len(headers) == len(told) and len(revisions) == 1 and (revision := revisions.pop()):
        words[f"{_ANNOTATION}revision"] = revision
    return words


def _revisions(header: Header) -> Iterator[tuple[str, str]]:
    """Each repository of a map with its commit; a tree with changes is told apart as git does it."""
    for stored in header.about.repositories:
        yield stored.name, stored.commit + ("-dirty" if stored.commit and stored.dirty else "")


def _config(layers: Sequence[Layer], platform: Platform, created: str, words: Mapping[str, str]) -> bytes:
    time = {"created": created} if created else {}
    history = [
        {**time, "created_by": "xray graph publish", "comment": f"{FOLDER}/{layer.name}"} for layer in layers
    ]
    return oci.encode(
        {
            **time,
            "architecture": platform.architecture,
            "os": platform.os,
            "config": {"Labels": words},
            "rootfs": {"type": "layers", "diff_ids": [layer.diff_id for layer in layers]},
            "history": history,
        }
    )


def _manifest(config: bytes, layers: Sequence[Layer], words: dict[str, str]) -> bytes:
    layered = tuple(layer.descriptor for layer in layers)
    return oci.encode(
        oci.Manifest(oci.describe(config, oci.CONFIG), layered, 2, oci.MANIFEST, annotations=words)
    )


def _time(seconds: int) -> str:
    """RFC 3339; empty for none."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if seconds else ""
