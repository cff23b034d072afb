"""Golden snapshots of frozen versions: every later program reads them, and finds in them what it always did."""

from __future__ import annotations

import json

import pytest

from tests.graph.shop import CART
from tests.snapshot.golden import FOLDER, NAMES, expected
from tests.snapshot.independent import Snapshot, strings
from xray_graph.retrieve import search
from xray_graph.snapshot import inspect, open_blob, open_map, read_header, seal, verify

EXPECTED = json.loads((FOLDER / "expected.json").read_text("ascii"))


@pytest.fixture
def keys():
    return seal.read_keys([FOLDER / "key.txt"])


def test_every_file_is_told_of():
    assert {path.name.partition(".")[0] for path in FOLDER.glob("*.graph.gz")} == set(NAMES) == set(EXPECTED)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_read_as_it_was(name, keys):
    path = FOLDER / f"{name}.graph.gz"
    assert verify(path, keys) == read_header(path, keys)
    assert inspect(path, keys)["format"] == 1
    with open_map(path, keys) as map_:
        assert json.loads(json.dumps(expected(map_))) == EXPECTED[name]
        assert ("Add" in map_.names) if name == "named" else map_.names is None
        if name in ("full", "words", "hnsw", "sealed", "named"):
            assert search(map_, "cart add", limit=1).results[0].name == f"shop//{CART}::Cart.Add"


@pytest.mark.parametrize("name", NAMES)
def test_the_other_reader_finds_the_same(name, keys):
    with open_blob(FOLDER / f"{name}.graph.gz", keys) as blob:
        read = Snapshot(blob.read(0, blob.size), 1)
    told = EXPECTED[name]
    assert read.table["content_digest"].hex() == told["content_digest"]
    assert [s["name"] for s in read.table["sections"]] == told["sections"]
    names, nodes = read.columns("strings"), read.columns("nodes")
    kinds, paths, symbols = (strings(names, column) for column in ("node_kinds", "paths", "symbols"))
    found = []
    for k, p, symbol, line, *span in zip(
        nodes["kind"], nodes["path"], symbols, nodes["line"], nodes["start"], nodes["end"], strict=True
    ):
        whole = b"//".join([read.about["label"].encode(), paths[p]]) + (b"::" + symbol if symbol else b"")
        found.append(f"{kinds[k].decode()} {whole.decode('utf-8', 'surrogateescape')} {line} {tuple(span)}")
    assert found == told["nodes"]
    assert len(read.columns("edges")["source"]) == len(told["edges"])
    assert [path.decode("utf-8", "surrogateescape") for path in read.sources()] == list(told["sources"])
    if told["vectors"]:
        assert [read.columns("vectors")[column] for column in ("ids", "rows")] == told["vectors"]
