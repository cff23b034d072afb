"""The image: what is in it, and that it depends on the maps alone."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import tarfile
import zlib

import pytest

from tests.publish.conftest import about
from tests.snapshot.maps import parts
from xray_graph.errors import FormatError, NotFoundError, UsageError
from xray_graph.publish import make_image
from xray_graph.snapshot import write_map
from xray_graph.snapshot.seal import generate


def layer_bytes(image, n=0):
    return b"".join(image.layers[n].pieces())


def test_a_layer_is_a_gzipped_tar_with_one_map(maps):
    with make_image(maps) as image:
        data = layer_bytes(image)
        assert image.layers[0].descriptor.size == len(data)
        assert image.layers[0].descriptor.digest == "sha256:" + hashlib.sha256(data).hexdigest()
        raw = gzip.decompress(data)
        assert image.layers[0].diff_id == "sha256:" + hashlib.sha256(raw).hexdigest()
    with tarfile.open(fileobj=io.BytesIO(raw)) as tar:
        assert [(m.name, m.type, m.mode, m.uid, m.gid, m.mtime) for m in tar] == [
            ("maps", tarfile.DIRTYPE, 0o755, 0, 0, 0),
            ("maps/shop.graph.gz", tarfile.REGTYPE, 0o644, 0, 0, 0),
        ]
        assert tar.extractfile("maps/shop.graph.gz").read() == maps[0].read_bytes()


@pytest.mark.parametrize("size", [65535 * 2 - 1536, 65535 * 2 - 1535, 65535 * 2, 200_000])
def test_a_layer_of_several_blocks(tmp_path, size):
    """Around the places where a stored block of deflate is full."""
    file = tmp_path / "big.graph.gz"
    sealed = (b"age-encryption.org/v1\n" + os.urandom(size))[:size]
    file.write_bytes(sealed)
    with make_image([file]) as image:
        data = layer_bytes(image)
        assert len(data) == image.layers[0].descriptor.size
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(data))) as tar:
        assert tar.extractfile("maps/big.graph.gz").read() == sealed


def test_manifests_say_what_is_there(maps):
    with make_image(maps, {"org.opencontainers.image.source": "https://code.example.com/shop"}) as image:
        index = json.loads(image.index)
        assert [entry["platform"] for entry in index["manifests"]] == [
            {"architecture": "amd64", "os": "linux"},
            {"architecture": "arm64", "os": "linux"},
        ]
        assert index["annotations"] == {
            "org.opencontainers.image.created": "2023-11-14T22:13:20Z",
            "org.opencontainers.image.revision": "c0ffee",
            "org.opencontainers.image.source": "https://code.example.com/shop",
            "org.opencontainers.image.title": "shop, web",
        }
        layers = [layer.descriptor.digest for layer in image.layers]
        for entry, data, config in zip(index["manifests"], image.manifests, image.configs, strict=True):
            assert entry["digest"] == "sha256:" + hashlib.sha256(data).hexdigest()
            assert entry["size"] == len(data)
            manifest = json.loads(data)
            assert [layer["digest"] for layer in manifest["layers"]] == layers
            assert manifest["config"]["digest"] == "sha256:" + hashlib.sha256(config).hexdigest()
            told = json.loads(config)
            assert told["architecture"] == entry["platform"]["architecture"]
            assert told["rootfs"] == {"type": "layers", "diff_ids": [layer.diff_id for layer in image.layers]}
            assert [row["comment"] for row in told["history"]] == ["maps/shop.graph.gz", "maps/web.graph.gz"]


def test_the_same_maps_give_the_same_digest(maps, tmp_path):
    with make_image(maps) as image:
        first = image.descriptor.digest
    copies = [tmp_path / "elsewhere" / file.name for file in maps]
    copies[0].parent.mkdir()
    for file, copy in zip(maps, copies, strict=True):
        copy.write_bytes(file.read_bytes())
        os.utime(copy, (1, 1))
        copy.chmod(0o600)
    with make_image(copies[::-1]) as image:
        assert image.descriptor.digest == first


def test_one_changed_map_is_one_changed_layer(maps):
    with make_image(maps) as image:
        before = [layer.descriptor.digest for layer in image.layers]
    write_map(maps[1], parts(about=about("web", commit="beef"), vectors=None))
    with make_image(maps) as image:
        after = [layer.descriptor.digest for layer in image.layers]
        assert "org.opencontainers.image.revision" not in json.loads(image.index)["annotations"]
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_the_time_is_the_commits_or_the_one_that_is_given(maps, monkeypatch):
    with make_image(maps) as image:
        assert image.created == "2023-11-14T22:13:20Z"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    with make_image(maps) as image:
        assert json.loads(image.configs[0])["created"] == image.created == "1970-01-02T00:00:00Z"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "now")
    with pytest.raises(UsageError, match="no number"):
        make_image(maps)


def test_a_tree_with_changes_is_no_revision(tmp_path):
    write_map(tmp_path / "shop.graph.gz", parts(about=about("shop", dirty=True), vectors=None))
    with make_image([tmp_path / "shop.graph.gz"]) as image:
        assert json.loads(image.index)["annotations"]["org.opencontainers.image.revision"] == "c0ffee-dirty"


def test_of_a_sealed_map_only_the_file_name_is_told(tmp_path, monkeypatch):
    secret, recipient = generate()
    monkeypatch.setenv("XRAY_AGE_KEY", secret)  # a key changes nothing
    write_map(tmp_path / "x.graph.gz", parts(about=about("private"), vectors=None), recipients=[recipient])
    with make_image([tmp_path / "x.graph.gz"]) as image:
        everything = b"".join([image.index, *image.manifests, *image.configs])
        assert b"x.graph.gz" in everything
        for word in (b"private", b"c0ffee", b"2023", b"shop"):
            assert word not in everything


@pytest.mark.parametrize(
    "name", ["shop.gz", ".graph.gz", "a b.graph.gz", "-x.graph.gz", "a\n.graph.gz", "x" * 250 + ".graph.gz"]
)
def test_a_file_that_is_not_named_as_a_map(maps, name):
    file = maps[0].parent / name
    if len(name) < 250:
        maps[0].rename(file)
    with pytest.raises(UsageError, match="no name of a map"):
        make_image([file])


def test_a_folder_is_answered_with_how_to_name_what_is_in_it(maps):
    with pytest.raises(UsageError) as caught:
        make_image([maps[0].parent])
    assert caught.value.hint.endswith(f"{maps[0].parent}/*.graph.gz")


def test_two_maps_of_one_name(maps, tmp_path):
    other = tmp_path / "shop.graph.gz"
    other.write_bytes(maps[0].read_bytes())
    with pytest.raises(UsageError, match="two maps are called shop.graph.gz"):
        make_image([*maps, other])


def test_what_is_no_map_is_not_published(tmp_path):
    file = tmp_path / "x.graph.gz"
    with pytest.raises(NotFoundError):
        make_image([file])
    file.write_bytes(zlib.compress(b"x"))
    with pytest.raises(FormatError, match="not a snapshot"):
        make_image([file])
    with pytest.raises(UsageError, match="nothing to publish"):
        make_image([])
