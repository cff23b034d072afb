"""Images made by hand, right or wrong in one place: what strangers may publish."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile

from xray_graph.publish import Layout
from xray_graph.publish import descriptor as oci

MAP = "maps/shop.graph.gz"


def tar(*entries, form=tarfile.PAX_FORMAT) -> bytes:
    """A tar of (name, content or None, changes to the TarInfo)."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=form) as archive:
        for name, content, *changes in entries:
            info = tarfile.TarInfo(name)
            info.size = len(content or b"")
            for key, value in (changes[0] if changes else {}).items():
                setattr(info, key, value)
            archive.addfile(info, io.BytesIO(content or b""))
    return made.getvalue()


def put(layout: Layout, data: bytes, kind: str) -> dict:
    layout.put_manifest(data, kind)
    return {"mediaType": kind, "digest": "sha256:" + hashlib.sha256(data).hexdigest(), "size": len(data)}


def image(folder, *raws, tag="1", packed=None, config=None, manifest=None, index=None) -> Layout:
    """A layout with one image: a layer for each tar. The last three replace fields of the JSON."""
    layout = Layout(folder, create=True)
    stored = packed if packed is not None else [gzip.compress(raw, mtime=0) for raw in raws]
    layers = [put(layout, data, oci.LAYER_GZIP) for data in stored]
    diff_ids = ["sha256:" + hashlib.sha256(raw).hexdigest() for raw in raws]
    told = {"architecture": "amd64", "os": "linux", "rootfs": {"type": "layers", "diff_ids": diff_ids}}
    described = put(layout, json.dumps({**told, **(config or {})}).encode(), oci.CONFIG)
    whole = {"schemaVersion": 2, "mediaType": oci.MANIFEST, "config": described, "layers": layers}
    one = put(layout, json.dumps({**whole, **(manifest or {})}).encode(), oci.MANIFEST)
    listed = {**one, "platform": {"os": "linux", "architecture": "amd64"}}
    over = {"schemaVersion": 2, "mediaType": oci.INDEX, "manifests": [listed]}
    layout.put_manifest(json.dumps({**over, **(index or {})}).encode(), oci.INDEX, tag)
    return layout
