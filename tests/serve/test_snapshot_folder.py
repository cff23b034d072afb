"""A folder of snapshots is served as it is: new, changed, renamed, broken and removed files."""

from __future__ import annotations

import pytest

from tests.graph.shop import EDGES, NODES
from tests.serve.running import until
from tests.snapshot.maps import parts
from xray_graph.errors import NotFoundError
from xray_graph.graph import build_graph
from xray_graph.route import Catalog
from xray_graph.route.admission import Admission
from xray_graph.route.shelf import Shelf
from xray_graph.serve.snapshot_folder import Scan, SnapshotFolder
from xray_graph.snapshot import write_map


def put(folder, label, edges=EDGES, file=""):
    path = folder / f"{file or label}.graph.gz"
    write_map(path, parts(graph=build_graph(label, NODES, edges)))
    return path


@pytest.fixture
def folder(tmp_path):
    put(tmp_path, "shop")
    put(tmp_path, "depot")
    (tmp_path / "notes.txt").write_text("no map")
    (tmp_path / "folder.graph.gz").mkdir()
    (tmp_path / ".shop.graph.gz.0123.tmp").write_text("half")
    return tmp_path


@pytest.fixture
def catalog():
    return Catalog()


@pytest.fixture
def maps(folder, catalog):
    return SnapshotFolder(folder, catalog, Shelf(), Admission())


def test_files_come_change_and_go(folder, maps, catalog):
    assert maps.scan() == Scan(("depot.graph.gz", "shop.graph.gz"), (), (), ())
    assert catalog.labels() == ["depot", "shop"]
    assert maps.scan() == Scan((), (), (), ())
    before = catalog["shop"].read().map
    put(folder, "shop", EDGES[:-1])
    put(folder, "mill")
    (folder / "depot.graph.gz").unlink()
    assert maps.scan() == Scan(("mill.graph.gz",), ("shop.graph.gz",), ("depot.graph.gz",), ())
    assert catalog.labels() == ["mill", "shop"]
    assert len(catalog["shop"].read().map.graph.edges) == len(before.graph.edges) - 1
    assert sum(catalog["shop"].known().edges.values()) == len(before.graph.edges) - 1


def test_a_broken_file_is_told_once_and_tried_again_when_it_changes(folder, maps, catalog, caplog):
    (folder / "mill.graph.gz").write_bytes(b"no map")
    assert maps.scan().unusable == ("mill.graph.gz",)
    maps.scan()
    assert caplog.text.count("mill.graph.gz: not served") == 1
    put(folder, "mill")
    assert maps.scan() == Scan(("mill.graph.gz",), (), (), ())
    assert "mill" in catalog.labels()


def test_a_map_whose_file_breaks_goes_on_answering(folder, maps, catalog, caplog):
    maps.scan()
    before = catalog["shop"].read().map
    (folder / "shop.graph.gz").write_bytes(b"no map")
    assert maps.scan() == Scan((), (), (), ("shop.graph.gz",))
    maps.scan()
    assert catalog["shop"].read().map is before
    assert caplog.text.count("cannot be read again") == 1
    put(folder, "shop", EDGES[:-1])
    assert maps.scan() == Scan((), ("shop.graph.gz",), (), ())
    assert catalog["shop"].read().map is not before


def test_a_file_may_hold_another_map_than_before(folder, maps, catalog):
    maps.scan()
    put(folder, "mill", file="shop")
    assert maps.scan().changed == ("shop.graph.gz",)
    assert catalog.labels() == ["depot", "mill"]


def test_two_files_of_one_label_serve_the_first(folder, maps, catalog, caplog):
    put(folder, "shop", file="zcopy")
    assert maps.scan().unusable == ("zcopy.graph.gz",)
    assert "two maps" in caplog.text
    (folder / "shop.graph.gz").unlink()
    assert maps.scan() == Scan(("zcopy.graph.gz",), (), ("shop.graph.gz",), ())


def test_links_are_followed_as_a_mounted_volume_has_them(folder, maps, catalog, tmp_path_factory):
    data = tmp_path_factory.mktemp("data")
    (data / "one").mkdir()
    (data / "two").mkdir()
    put(data / "one", "mill")
    put(data / "two", "mill", EDGES[:-1])
    (data / "now").symlink_to("one")
    (folder / "mill.graph.gz").symlink_to(data / "now" / "mill.graph.gz")
    maps.scan()
    before = catalog["mill"].read().map
    (data / "next").symlink_to("two")
    (data / "next").replace(data / "now")
    assert maps.scan().changed == ("mill.graph.gz",)
    assert len(catalog["mill"].read().map.graph.edges) == len(before.graph.edges) - 1


def test_a_folder_that_is_not_there(tmp_path, catalog):
    with pytest.raises(NotFoundError):
        SnapshotFolder(tmp_path / "missing", catalog, Shelf(), Admission()).scan()


def test_the_watch_sees_it_all(folder, maps, catalog):
    maps.start()
    try:
        until(lambda: catalog.labels() == ["depot", "shop"])
        put(folder, "mill")
        until(lambda: "mill" in catalog.labels())
        (folder / "mill.graph.gz").rename(folder / "water.graph.gz")
        until(
            lambda: (
                catalog.labels() == ["depot", "mill", "shop"]
                and catalog["mill"].where.endswith("water.graph.gz")
            )
        )
        (folder / "water.graph.gz").unlink()
        until(lambda: catalog.labels() == ["depot", "shop"])
    finally:
        maps.close()


def test_what_is_idle_is_put_away(folder, catalog):
    shelf = Shelf(idle=0.001)
    maps = SnapshotFolder(folder, catalog, shelf, Admission())
    maps.scan()
    catalog["shop"].read()
    maps.start()
    try:
        until(lambda: shelf.evictions == 1)
    finally:
        maps.close()
