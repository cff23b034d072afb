"""Pulling what strangers made: plain files of /maps with safe names arrive, all else is one clear error."""

from __future__ import annotations

import gzip
import hashlib
import os
import stat
import tarfile

import pytest

from tests.publish.by_hand import MAP, image, tar
from tests.publish.conftest import about
from tests.snapshot.maps import parts
from xray_graph.errors import BuildError, ImageError, NotFoundError, SealError
from xray_graph.publish import Layout, make_image, publish, pull
from xray_graph.publish import descriptor as oci
from xray_graph.snapshot import write_map
from xray_graph.snapshot.seal import generate


@pytest.fixture
def shop(maps):
    """The bytes of a map."""
    return maps[0].read_bytes()


def names(folder):
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def refused(layout, folder, match, error=ImageError, **options):
    was = folder.exists()
    with pytest.raises(error, match=match):
        pull(layout, "1", folder, **options)
    assert names(folder) == []
    assert folder.exists() == was


def test_an_image_of_another_maker(tmp_path, shop):
    """Folders, other files, several layers, long names: as tools that build images make them."""
    long = f"maps/{'l' * 120}.graph.gz"
    folder = ("maps", None, {"type": tarfile.DIRTYPE, "mode": 0o755})
    first = tar(
        ("etc/passwd", b"root"),
        ("bin/sh", None, {"type": tarfile.SYMTYPE, "linkname": "/x"}),
        folder,
        (MAP, shop),
    )
    second = tar(folder, ("./maps/web.graph.gz", shop), (long, shop), ("maps/README.md", b"# Maps"))
    for form in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
        third = tar((long, shop), form=form)
        done = pull(image(tmp_path / f"image{form}", first, second, third), "1", tmp_path / f"got{form}")
        assert names(tmp_path / f"got{form}") == sorted(["shop.graph.gz", "web.graph.gz", long[5:]])
        assert done.passed == 1
        assert (tmp_path / f"got{form}" / long[5:]).read_bytes() == shop


def test_several_gzip_members_and_no_gzip(tmp_path, shop):
    raw = tar((MAP, shop))
    packed = gzip.compress(raw[:1000], mtime=0) + gzip.compress(raw[1000:], mtime=0)
    pull(image(tmp_path / "a", raw, packed=[packed]), "1", tmp_path / "got")
    layout = Layout(tmp_path / "b", create=True)
    plain = oci.describe(raw, oci.LAYER)
    layout.put_blob(plain, lambda: (raw,))
    entry = {"mediaType": plain.media_type, "digest": plain.digest, "size": plain.size}
    pull(image(tmp_path / "b", raw, manifest={"layers": [entry]}), "1", tmp_path / "plain")
    assert (
        (tmp_path / "plain" / "shop.graph.gz").read_bytes()
        == (tmp_path / "got" / "shop.graph.gz").read_bytes()
        == shop
    )


def test_a_later_layer_wins(tmp_path, shop, maps):
    web = maps[1].read_bytes()
    pull(image(tmp_path / "i", tar((MAP, web)), tar((MAP, shop))), "1", tmp_path / "got")
    assert (tmp_path / "got" / "shop.graph.gz").read_bytes() == shop


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ((MAP, None, {"type": tarfile.SYMTYPE, "linkname": "/etc/passwd"}), "is a link"),
        ((MAP, None, {"type": tarfile.LNKTYPE, "linkname": "etc/passwd"}), "is a link"),
        (("maps", None, {"type": tarfile.SYMTYPE, "linkname": "/tmp"}), "is a link"),
        ((MAP, None, {"type": tarfile.FIFOTYPE}), "is a link"),
        ((MAP, None, {"type": tarfile.CHRTYPE, "devmajor": 1, "devminor": 3}), "is a link"),
        (("maps/.wh.shop.graph.gz", b""), "is a link"),
        (("maps/../../x.graph.gz", b"x"), "leads out"),
        (("../maps/x.graph.gz", b"x"), "leads out"),
        (("maps/x.graph.gz", b"x", {"type": b"S"}), "unknown kind"),
        (("maps/x.graph.gz", b"x", {"pax_headers": {"GNU.sparse.major": "1"}}), "sparse"),
        (("maps/x.graph.gz", b"x", {"pax_headers": {"path": "maps/../../y.graph.gz"}}), "leads out"),
        (("maps/x.graph.gz", b"x", {"pax_headers": {"size": "-1"}}), "no number"),
        (("maps/x.graph.gz", b"x", {"pax_headers": {"size": "99999999999999"}}), "more than"),
        (("x", b"x" * (2 << 20), {"type": b"L"}), "longer than any"),
    ],
)
def test_hostile_entries(tmp_path, shop, entry, why):
    """Beside one good map, which does not arrive either."""
    refused(image(tmp_path / "i", tar(("maps/good.graph.gz", shop), entry)), tmp_path / "got", why)


@pytest.mark.parametrize(
    "name",
    [
        "maps/a b.graph.gz",
        "maps/.x.graph.gz",
        "maps/x\n.graph.gz",
        "maps/sub/x.graph.gz",
        "x.graph.gz",
        "maps/.graph.gz",
        "other/x.graph.gz",
    ],
)
def test_names_that_are_none_of_a_map_are_left(tmp_path, shop, name):
    pull(image(tmp_path / "i", tar((name, shop), (MAP, shop))), "1", tmp_path / "got")
    assert names(tmp_path / "got") == ["shop.graph.gz"]


def test_no_maps(tmp_path):
    refused(image(tmp_path / "i", tar(("etc/passwd", b"root"))), tmp_path / "got", "holds no maps")
    refused(image(tmp_path / "j"), tmp_path / "got", "holds no maps")


def test_a_map_that_is_none(tmp_path, shop):
    refused(image(tmp_path / "i", tar((MAP, b"\x1f\x8bnothing"))), tmp_path / "got", "not a snapshot")
    refused(image(tmp_path / "j", tar((MAP, shop[:-1]))), tmp_path / "got", "is cut")


def test_a_cut_layer_and_a_cut_tar(tmp_path, shop):
    raw = tar((MAP, shop))
    whole = gzip.compress(raw, mtime=0)
    refused(image(tmp_path / "a", raw, packed=[whole[:-9]]), tmp_path / "got", "ends too early")
    refused(image(tmp_path / "b", raw[:700]), tmp_path / "got", "ends too early")
    refused(image(tmp_path / "c", raw, packed=[whole + b"more"]), tmp_path / "got", "no gzip")
    refused(image(tmp_path / "d", b"x" * 1024), tmp_path / "got", "no tar")


def test_other_content_than_the_configuration_says(tmp_path, shop):
    raw = tar((MAP, shop))
    wrong = {"rootfs": {"type": "layers", "diff_ids": ["sha256:" + "0" * 64]}}
    refused(image(tmp_path / "a", raw, config=wrong), tmp_path / "got", "and not sha256:000")
    refused(image(tmp_path / "b", raw, config={"rootfs": {"diff_ids": []}}), tmp_path / "got", "do not match")
    refused(image(tmp_path / "c", raw, config={"rootfs": None}), tmp_path / "got", "no usable config")


def test_an_artifact_is_no_image(tmp_path, shop):
    refused(
        image(
            tmp_path / "i",
            tar((MAP, shop)),
            config={"rootfs": {"diff_ids": []}},
            manifest={"artifactType": "a/b"},
        ),
        tmp_path / "got",
        "do not match",
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"manifests": []}, "without an image for linux"),
        (
            {"manifests": [{"mediaType": oci.MANIFEST, "digest": "sha256:../../x", "size": 1}]},
            "no usable index",
        ),
        (
            {"manifests": [{"mediaType": oci.MANIFEST, "digest": "sha512:" + "0" * 128, "size": 1}]},
            "no usable index",
        ),
        ({"manifests": "all"}, "no usable index"),
        ({"manifests": [{"size": -1}]}, "no usable index"),
        ({"mediaType": "text/html"}, "is no image, but text/html"),
        ({"mediaType": oci.MANIFEST}, "no usable manifest"),
        ({"mediaType": 7}, "no usable"),
    ],
)
def test_an_index_that_is_none(tmp_path, shop, change, why):
    refused(image(tmp_path / "i", tar((MAP, shop)), index=change), tmp_path / "got", why)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"layers": None}, "no usable manifest"),
        ({"layers": [{}]}, "no usable manifest"),
        ({"config": 1}, "no usable manifest"),
        ({"mediaType": oci.INDEX}, "no image, but"),
    ],
)
def test_a_manifest_that_is_none(tmp_path, shop, change, why):
    refused(image(tmp_path / "i", tar((MAP, shop)), manifest=change), tmp_path / "got", why)


def test_a_layer_of_another_kind_is_named(tmp_path, shop):
    kind = "application/vnd.oci.image.layer.v1.tar+zstd"
    entry = {"mediaType": kind, "digest": "sha256:" + "0" * 64, "size": 1}
    refused(image(tmp_path / "i", tar((MAP, shop)), manifest={"layers": [entry]}), tmp_path / "got", "zstd")


def test_a_blob_that_is_another_or_is_not_there(tmp_path, shop):
    layout = image(tmp_path / "i", tar((MAP, shop)))
    raw = gzip.compress(tar((MAP, shop)), mtime=0)
    file = tmp_path / "i" / "blobs" / "sha256" / hashlib.sha256(raw).hexdigest()
    file.write_bytes(raw[:-1] + b"x")
    refused(layout, tmp_path / "got", "damaged")
    file.write_bytes(raw + b"x")
    refused(layout, tmp_path / "got", "damaged")
    file.unlink()
    refused(layout, tmp_path / "got", "has no blob", NotFoundError)


def test_a_bomb_is_bounded(tmp_path):
    """64 MB of zeros in 64 kB: as one map, as nothing but empty entries, and as zeros behind the end."""
    zeros = bytes(64 << 20)
    limit = 8 << 20
    refused(image(tmp_path / "a", tar((MAP, zeros))), tmp_path / "got", "more than", max_bytes=limit)
    empty = tar(("x", b""))[:512]
    refused(
        image(tmp_path / "b", empty * 100_002 + bytes(1024)), tmp_path / "got", "more than 100000 entries"
    )
    refused(image(tmp_path / "c", tar(("x", b"")) + zeros), tmp_path / "got", "more than", max_bytes=limit)
    entry = {"mediaType": oci.LAYER_GZIP, "digest": "sha256:" + "0" * 64, "size": 1 << 60}
    refused(
        image(tmp_path / "d", b"", manifest={"layers": [entry]}),
        tmp_path / "got",
        "larger than",
        max_bytes=limit,
    )


def test_limits_hold_over_all_layers(tmp_path):
    layers = [tar((f"maps/{n}.graph.gz", bytes(3 << 20))) for n in range(4)]
    refused(image(tmp_path / "a", *layers), tmp_path / "got", "more than", max_bytes=8 << 20)


def test_files_of_the_folder_are_left_alone_and_links_are_not_followed(tmp_path, shop):
    got, outside = tmp_path / "got", tmp_path / "outside"
    got.mkdir()
    outside.write_text("mine")
    (got / "other.graph.gz").write_text("other")
    (got / "shop.graph.gz").symlink_to(outside)
    pull(image(tmp_path / "i", tar((MAP, shop))), "1", got)
    assert names(got) == ["other.graph.gz", "shop.graph.gz"]
    assert outside.read_text() == "mine"
    assert not (got / "shop.graph.gz").is_symlink()
    assert (got / "shop.graph.gz").read_bytes() == shop


def test_what_a_killed_pull_left_goes_with_the_next(tmp_path, shop):
    got = tmp_path / "got"
    (got / ".pull-0123").mkdir(parents=True)
    (got / ".pull-0123" / "x.graph.gz").write_bytes(b"half")
    pull(image(tmp_path / "i", tar((MAP, shop))), "1", got)
    assert names(got) == ["shop.graph.gz"]


def test_a_sealed_map_is_not_replaced_by_a_plain_one(tmp_path, shop):
    _, recipient = generate()
    sealed = tmp_path / "sealed" / "shop.graph.gz"
    sealed.parent.mkdir()
    write_map(sealed, parts(about=about("shop"), vectors=None), recipients=[recipient])
    layout = Layout(tmp_path / "sealed-image", create=True)
    with make_image([sealed]) as made:
        publish(made, layout, "1")
    got = tmp_path / "got"
    (told,) = pull(layout, "1", got).maps
    assert told["sealed"]
    assert "label" not in told
    before = (got / "shop.graph.gz").read_bytes()
    with pytest.raises(SealError, match="a sealed map lies here"):
        pull(image(tmp_path / "plain", tar((MAP, shop))), "1", got)
    assert (got / "shop.graph.gz").read_bytes() == before


def test_a_folder_that_cannot_be_made(tmp_path, shop):
    (tmp_path / "file").write_text("x")
    with pytest.raises(BuildError, match="cannot be written"):
        pull(image(tmp_path / "i", tar((MAP, shop))), "1", tmp_path / "file" / "got")


def test_pulled_files_are_plain(tmp_path, shop):
    pull(image(tmp_path / "i", tar((MAP, shop, {"mode": 0o4777, "uid": 0}))), "1", tmp_path / "got")
    mode = stat.S_IMODE(os.stat(tmp_path / "got" / "shop.graph.gz").st_mode)
    assert mode & ~0o666 == 0
