"""The section `names`: what a map declares, told from the beginning of its file."""

from __future__ import annotations

import numpy as np
import pytest

from tests.snapshot.golden import FOLDER
from tests.snapshot.independent import Snapshot
from tests.snapshot.maps import parts
from xray_graph.errors import FormatError
from xray_graph.graph import build_graph
from xray_graph.index import DeclaredNames
from xray_graph.model import Node
from xray_graph.snapshot import About, MapParts, layout, open_map, read_header, seal, write_map
from xray_graph.snapshot.map import Map
from xray_graph.snapshot.names import read_names

DECLARED = ("Cart", "Add", "find", "total", "TestAdd", "web", "shop")


@pytest.fixture
def path(tmp_path):
    write_map(tmp_path / "m.graph.gz", parts())
    return tmp_path / "m.graph.gz"


def test_what_is_declared_is_told_without_opening_the_map(path):
    names = read_names(path)
    assert all(name in names for name in DECLARED)
    assert len(names) == len(DECLARED)


def test_folders_files_and_texts_declare_nothing(path):
    names = read_names(path)
    assert not any(name in names for name in ("cart", "cart.go", "0007.md", "Decision: keep <it>", "it>"))


def test_a_map_in_memory_and_one_that_is_open_tell_the_same(path):
    with open_map(path) as read:
        assert read.names.hashes.tolist() == Map.of(parts()).names.hashes.tolist()


def test_the_body_is_not_read(path):
    data = bytearray(path.read_bytes())
    header = read_header(path)
    behind = header.size + header.section(layout.NAMES).stored
    data[behind:] = bytes(len(data) - behind)
    path.write_bytes(data)
    assert "Cart" in read_names(path)


def test_of_a_sealed_map_the_beginning_is_enough(tmp_path):
    secret, recipient = seal.generate()
    (tmp_path / "key").write_text(secret)
    keys = seal.read_keys([tmp_path / "key"])
    large = parts(sources=parts().sources | {"cart/cart.go": np.random.default_rng(1).bytes(1 << 20)})
    path = tmp_path / "m.graph.gz"
    write_map(path, large, recipients=[recipient])
    data = path.read_bytes()
    path.write_bytes(data[: -(1 << 19)] + bytes(1 << 19))
    assert all(name in read_names(path, keys) for name in DECLARED)


def test_more_names_than_lie_in_the_first_piece_of_a_seal(tmp_path):
    secret, recipient = seal.generate()
    (tmp_path / "key").write_text(secret)
    nodes = [Node("a.py", "", "file", "python", 1, 1)]
    nodes += [Node("a.py", f"function_{i}", "function", "python", 1, 1) for i in range(50_000)]
    path = tmp_path / "m.graph.gz"
    write_map(path, MapParts(About(label="many"), build_graph("many", nodes, []), {}), recipients=[recipient])
    names = read_names(path, seal.read_keys([tmp_path / "key"]))
    assert len(names) == 50_000
    assert "function_49999" in names


def test_a_name_takes_less_than_two_bytes(tmp_path):
    nodes = [Node("a.py", "", "file", "python", 1, 1)]
    nodes += [Node("a.py", f"name{i}", "function", "python", 1, 1) for i in range(5000)]
    write_map(tmp_path / "m", MapParts(About(label="many"), build_graph("many", nodes, []), {}))
    assert read_header(tmp_path / "m").section(layout.NAMES).stored < 2 * 5000


def test_a_manifest_without_a_name_of_its_own_declares_none(tmp_path):
    nodes = [
        Node("a.yaml", "", "file", "yaml", 1, 9),
        Node("a.yaml", "StatefulSet", "manifest", "yaml", 1, 9),
    ]
    names = Map.of(MapParts(About(label="chart"), build_graph("chart", nodes, []), {})).names
    assert len(names) == 0


def test_a_map_of_an_earlier_program_tells_nothing_and_is_read():
    path = FOLDER / "full.graph.gz"
    assert read_names(path) is None
    with open_map(path) as read:
        assert read.names is None


def test_hashes_that_were_made_up_are_refused(tmp_path, monkeypatch):
    odd = DeclaredNames(np.array([5, 1 << 30], np.uint32))
    monkeypatch.setattr("xray_graph.snapshot.write.names_of", lambda graph: odd)
    write_map(tmp_path / "m", parts())
    with pytest.raises(FormatError, match="section `names`"):
        read_names(tmp_path / "m")


def test_a_section_that_is_larger_than_any_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr("xray_graph.snapshot.layout.MAX_NAMES", 20)
    write_map(tmp_path / "m", parts())
    with pytest.raises(FormatError, match="larger than any"):
        read_names(tmp_path / "m")


def test_the_page_says_how_a_name_is_looked_up(path):
    """As another program would, from the page alone."""
    import zlib

    hashes = Snapshot(path.read_bytes(), layout.VERSION).columns("names")["hashes"]
    below = min(len(hashes) << 13, 1 << 32)
    assert hashes == sorted(zlib.crc32(name.encode()) * below >> 32 for name in DECLARED)
