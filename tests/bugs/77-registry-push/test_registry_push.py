"""Pushing to a registry: pieces at a wrong offset, the manifest before its blobs, an upload URL that is relative.

Class: https://github.com/oras-project/oras-py/issues/43, https://github.com/oras-project/oras/issues/601,
https://github.com/oras-project/oras-py/issues/67
Input: a registry that refuses pieces and answers with a relative Location; layers of 2 KiB and of 200 MiB.
Expected: a HEAD before each upload, one PUT with its length, the manifests last, digests as ours. That a
blob is there already, and plain HTTP, are in tests/publish/test_answers.py.
"""

from __future__ import annotations

import hashlib
import os

import pytest

from tests.publish.small_registry import SmallRegistry
from xray_graph.publish import Registry, make_image, parse_reference, publish
from xray_graph.publish.transport import Connection


@pytest.mark.parametrize("size", [2 << 10, 200 << 20], ids=["2 KiB", "200 MiB"])
def test_whole_uploads_to_a_relative_place_and_the_manifest_last(tmp_path, monkeypatch, size):
    monkeypatch.setenv("HOME", str(tmp_path))
    block = os.urandom(1 << 20)
    file = tmp_path / "x.graph.gz"
    with file.open("wb") as out:
        out.write(b"age-encryption.org/v1\n")
        for _ in range(max(1, size >> 20)):
            out.write(block[:size])
    registry = SmallRegistry(location="relative")
    try:
        where = parse_reference(f"{registry.host}/team/maps:1")
        with make_image([file]) as image, Registry(where, Connection(), push=True) as target:
            publish(image, target, "1")
            (layer,) = image.layers
    finally:
        registry.close()
    assert hashlib.sha256(registry.blobs[layer.descriptor.digest]).hexdigest() == layer.descriptor.digest[7:]
    lengths = [
        int(headers["Content-Length"])
        for method, path, headers in registry.requests
        if method == "PUT" and "uploads" in path
    ]
    assert lengths[0] == layer.descriptor.size >= size
    writes = [path for method, path, _ in registry.requests if method in ("POST", "PUT", "PATCH")]
    assert ["manifests" in path for path in writes] == [False] * 6 + [True] * 4
    asked = [
        method
        for method, path, _ in registry.requests
        if layer.descriptor.digest in path or "uploads" in path
    ]
    assert asked[0] == "HEAD"
