"""A graph index of an earlier map goes on serving the versions of a live one, and is written with them."""

from __future__ import annotations

import dataclasses

import numpy as np

from tests.conftest import real_library
from tests.update.comparing import living
from xray_graph import pipeline
from xray_graph.config import BuildSettings
from xray_graph.retrieve import Questions, search
from xray_graph.retrieve.indexes import indexes_of
from xray_graph.snapshot import open_map

real_library("hnswlib")

FILES = {
    f"m{k}.py": "".join(f"def step_{k}_{j}(order):\n    return order\n\n" for j in range(6))
    for k in range(30)
}
ALWAYS = BuildSettings(name="shop", hnsw="always")


def graph_of(map_):
    return indexes_of(map_).lay_out().graph


def test_a_map_that_is_built_with_it_has_one(repo, tmp_path):
    built = pipeline.build(repo(FILES), ALWAYS)
    header = pipeline.write(built, tmp_path)[1]
    plain = pipeline.build(tmp_path / "shop", BuildSettings(name="shop"))
    assert header.content_digest == pipeline.write(plain, tmp_path)[1].content_digest
    assert built.parts.hnsw is not None
    assert plain.parts.hnsw is None


def test_versions_share_the_index_and_find_what_is_new(repo, tmp_path):
    root, out = repo(FILES), tmp_path / "maps"
    out.mkdir()
    pipeline.write(pipeline.build(root, ALWAYS), out)
    with living(root, output=out) as live:
        first = graph_of(live.version.map)
        assert len(first.beside) == 0
        (root / "m0.py").write_text("def newcomer(basket):\n    return basket\n")
        live.update(["m0.py"])
        second = graph_of(live.version.map)
        assert second._index is first._index
        ids = live.version.map.vectors.ids[second.beside]
        assert "newcomer" in {live.version.map.graph.symbol(i) for i in ids.tolist()}
        found = search(live.version.map, "newcomer basket", questions=Questions())
        assert found.results[0].name == "shop//m0.py::newcomer"
        live.flush()
    with open_map(out / "shop.graph.gz") as written:
        again = graph_of(written)
        assert again is not None
        assert np.array_equal(again.beside, second.beside)


def test_an_index_that_is_damaged_is_left_behind(repo, tmp_path):
    root, out = repo(FILES), tmp_path / "maps"
    out.mkdir()
    built = pipeline.build(root, ALWAYS)
    links = {**built.parts.hnsw, "link": built.parts.hnsw["link"] + len(FILES) * 100}
    pipeline.write(dataclasses.replace(built, parts=dataclasses.replace(built.parts, hnsw=links)), out)
    with living(root, output=out) as live:
        assert live.version.map.hnsw is None
        assert graph_of(live.version.map) is None
