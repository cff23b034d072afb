"""The catalog: registered by header, opened when asked, opened anew when the file was replaced."""

from __future__ import annotations

import pytest

from tests.graph.shop import EDGES, NODES
from tests.snapshot.maps import parts
from xray_graph.errors import FormatError, NotFoundError, UsageError
from xray_graph.graph import build_graph
from xray_graph.route import Catalog
from xray_graph.snapshot import write_map


@pytest.fixture
def shop(tmp_path):
    path = tmp_path / "shop.graph.gz"
    write_map(path, parts())
    return path


def test_a_map_is_registered_by_its_header_and_opened_once(shop):
    catalog = Catalog([shop])
    assert catalog.labels() == ["shop"]
    entry = catalog["shop"]
    assert entry.about().label == "shop"
    assert entry.map() is entry.map()


def test_a_damaged_body_is_no_obstacle_to_listing(shop):
    data = bytearray(shop.read_bytes())
    data[-200:] = bytes(200)
    shop.write_bytes(data)
    assert Catalog([shop])["shop"].about().label == "shop"


def test_a_file_that_is_no_snapshot_is_refused(tmp_path):
    (tmp_path / "x.graph.gz").write_bytes(b"hello")
    with pytest.raises(FormatError):
        Catalog([tmp_path / "x.graph.gz"])
    with pytest.raises(NotFoundError):
        Catalog([tmp_path / "y.graph.gz"])


def test_two_files_of_one_label_are_refused_and_named(shop, tmp_path):
    other = tmp_path / "copy.graph.gz"
    other.write_bytes(shop.read_bytes())
    with pytest.raises(UsageError) as caught:
        Catalog([shop, other])
    assert str(shop) in caught.value.where
    assert str(other) in caught.value.where
    Catalog([shop, shop])


def test_a_replaced_file_is_opened_anew_and_the_old_map_lives_on(shop):
    entry = Catalog([shop])["shop"]
    old = entry.map()
    write_map(shop, parts(graph=build_graph("shop", NODES, EDGES[:-1])))
    new = entry.map()
    assert new is not old
    assert len(new.graph.edges) == len(old.graph.edges) - 1
    assert old.body(3) is not None


@pytest.mark.parametrize("damage", ["gone", "junk", "other map"])
def test_a_file_that_spoils_leaves_the_open_map(shop, damage, caplog):
    entry = Catalog([shop])["shop"]
    before = entry.map()
    if damage == "gone":
        shop.unlink()
    elif damage == "junk":
        shop.write_bytes(b"junk")
    else:
        write_map(shop, parts(graph=build_graph("depot", NODES, EDGES)))
    assert entry.map() is before
    assert str(shop) in caplog.text


def test_a_file_that_spoils_before_it_was_opened_is_an_error(shop):
    entry = Catalog([shop])["shop"]
    shop.unlink()
    with pytest.raises(NotFoundError):
        entry.map()


def test_an_unknown_label_names_the_nearest(shop):
    with pytest.raises(NotFoundError) as caught:
        Catalog([shop])["shopp"]
    assert caught.value.nearest == ("shop",)


def test_a_map_may_get_another_label_and_may_be_taken_out(shop):
    catalog = Catalog([shop])
    entry, before = catalog["shop"], catalog.table
    entry.label = "depot"
    catalog.renamed(entry)
    assert catalog.labels() == ["depot"]
    assert list(before) == ["shop"]  # whoever holds the old table keeps it
    catalog.remove(entry)
    assert len(catalog) == 0


def test_a_name_that_is_taken_stays_with_who_has_it(shop, tmp_path):
    other = tmp_path / "depot.graph.gz"
    write_map(other, parts(graph=build_graph("depot", NODES, EDGES)))
    catalog = Catalog([shop, other])
    entry = catalog["depot"]
    entry.label = "shop"
    with pytest.raises(UsageError):
        catalog.renamed(entry)
    assert catalog["depot"] is entry


def test_a_reading_says_of_what_state_it_speaks(shop):
    entry = Catalog([shop])["shop"]
    map_, freshness, is_whole = entry.read()
    assert is_whole
    assert map_ is entry.map()
    assert freshness == entry.freshness()
    assert freshness.commit == map_.about.repositories[0].commit
