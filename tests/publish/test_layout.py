"""A layout in a folder: several tags, what is there already, and what is none."""

from __future__ import annotations

import json

import pytest

from xray_graph.errors import BuildError, ImageError, NotFoundError
from xray_graph.publish import Layout, make_image, publish, pull


def test_a_tag_that_is_not_there_is_answered_with_those_that_are(tmp_path, maps):
    layout = Layout(tmp_path / "layout", create=True)
    with make_image(maps) as image:
        for tag in ("2", "1"):
            publish(image, layout, tag)
    with pytest.raises(NotFoundError) as caught:
        layout.manifest("3")
    assert caught.value.hint == "it has 1, 2"


def test_two_tags_share_their_blobs(tmp_path, maps):
    layout = Layout(tmp_path / "layout", create=True)
    with make_image(maps) as image:
        assert publish(image, layout, "1").sent == 4
        assert publish(image, Layout(tmp_path / "layout", create=True), "2").sent == 0
    with make_image(maps[:1]) as image:
        assert publish(image, layout, "2").present == 1
    index = json.loads((tmp_path / "layout" / "index.json").read_bytes())
    assert [entry["annotations"]["org.opencontainers.image.ref.name"] for entry in index["manifests"]] == [
        "1",
        "2",
    ]
    assert len(pull(layout, "1", tmp_path / "one").maps) == 2
    assert len(pull(layout, "2", tmp_path / "two").maps) == 1


def test_a_folder_of_other_things_is_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(BuildError, match="holds other files"):
        Layout(tmp_path, create=True)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("last", ["blobs", "index.json", ".oci-layout.1f.tmp"])
def test_a_layout_that_was_only_begun_is_made(tmp_path, maps, last):
    order = ["blobs", "index.json", ".oci-layout.1f.tmp"]
    whole = Layout(tmp_path / "whole", create=True)
    begun = tmp_path / "begun"
    (begun / "blobs").mkdir(parents=True)
    for name in order[1 : order.index(last) + 1]:  # ended by a kill behind that step
        source = tmp_path / "whole" / name
        (begun / name).write_bytes(source.read_bytes() if source.exists() else b"{")
    with make_image(maps) as image:
        assert publish(image, Layout(begun, create=True), "1").digest == publish(image, whole, "1").digest
    assert sorted(path.name for path in begun.iterdir()) == ["blobs", "index.json", "oci-layout"]


def test_somebody_elses_index_is_left_alone(tmp_path):
    (tmp_path / "index.json").write_text("{}")
    with pytest.raises(BuildError, match="holds other files"):
        Layout(tmp_path, create=True)
    assert (tmp_path / "index.json").read_text() == "{}"


def test_what_is_no_layout(tmp_path):
    with pytest.raises(NotFoundError, match="no OCI layout"):
        Layout(tmp_path)
    Layout(tmp_path / "l", create=True)
    with pytest.raises(NotFoundError, match="nothing under the tag"):
        Layout(tmp_path / "l").manifest("1")
    (tmp_path / "l" / "index.json").write_text("{")
    with pytest.raises(ImageError, match="no usable index"):
        Layout(tmp_path / "l").manifest("1")


def test_the_digest_does_not_hang_on_the_place(tmp_path, maps):
    with make_image(maps) as image:
        one = publish(image, Layout(tmp_path / "a", create=True), "1")
        two = publish(image, Layout(tmp_path / "b", create=True), "1")
    files = [
        sorted(
            (p.relative_to(tmp_path / n), p.read_bytes()) for p in (tmp_path / n).rglob("*") if p.is_file()
        )
        for n in "ab"
    ]
    assert one.digest == two.digest
    assert files[0] == files[1]
