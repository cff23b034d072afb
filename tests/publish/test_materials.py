"""The bill of materials of an image: true, the same each time, and silent about what is sealed."""

from __future__ import annotations

import hashlib
import json

from tests.publish.conftest import about
from tests.snapshot.maps import parts
from xray_graph.cli import run
from xray_graph.publish import Layout, make_image
from xray_graph.publish.attachment import SPDX, read_attached
from xray_graph.publish.materials import materials
from xray_graph.snapshot import write_map
from xray_graph.snapshot.seal import generate


def test_each_map_with_its_digest_and_its_origin(maps):
    with make_image(maps) as image:
        told = json.loads(materials(image).data)
        assert materials(image).data == materials(image).data
    root, *packages = told["packages"]
    assert root["versionInfo"] == image.descriptor.digest
    assert [package["name"] for package in packages] == ["shop.graph.gz", "web.graph.gz"]
    for package, file in zip(packages, maps, strict=True):
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        assert package["checksums"] == [{"algorithm": "SHA256", "checksumValue": digest}]
        assert package["versionInfo"] == "c0ffee"
        assert package["sourceInfo"].startswith(f"made of {file.name.split('.')[0]} at c0ffee by xray-graph ")
    ids = {package["SPDXID"] for package in told["packages"]} | {told["SPDXID"]}
    assert {
        one[side] for one in told["relationships"] for side in ("spdxElementId", "relatedSpdxElement")
    } == ids


def test_of_a_sealed_map_no_more_than_the_file(tmp_path):
    _, recipient = generate()
    write_map(tmp_path / "x.graph.gz", parts(about=about("private"), vectors=None), recipients=[recipient])
    with make_image([tmp_path / "x.graph.gz"]) as image:
        data = materials(image).data
    assert b"x.graph.gz" in data
    for word in (b"private", b"c0ffee", b"shop"):
        assert word not in data


def test_attached_to_the_image(maps, tmp_path, capsys):
    layout = tmp_path / "layout"
    command = [
        "graph",
        "publish",
        *map(str, maps),
        "r.example.com/m:1",
        "--output",
        str(layout),
        "--materials",
        "--json",
    ]
    assert run(command) == 0
    digest = json.loads(capsys.readouterr().out)["digest"]
    (data,) = read_attached(Layout(layout), digest, SPDX)
    assert json.loads(data)["packages"][0]["versionInfo"] == digest
