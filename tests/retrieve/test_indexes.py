"""When a map's graph index is opened: not for the first questions, and never with a wait."""

from __future__ import annotations

import dataclasses
import threading

import pytest

from tests.conftest import real_library
from xray_graph import pipeline
from xray_graph.config import BuildSettings
from xray_graph.errors import FormatError
from xray_graph.retrieve import indexes, search
from xray_graph.retrieve.indexes import indexes_of
from xray_graph.snapshot import Map, open_map, read_header
from xray_graph.snapshot.layout import needed

real_library("hnswlib")

FILES = {f"m{k}.py": f"def step_{k}(order):\n    return order * {k}\n" for k in range(40)}


@pytest.fixture
def built(repo, monkeypatch):
    monkeypatch.setattr(indexes, "OFTEN", 3)
    return pipeline.build(repo(FILES), BuildSettings(name="shop", hnsw="always"))


def ask(map_, questions):
    return [one.name for one in search(map_, "step order", questions=questions).results]


def wait():
    for thread in threading.enumerate():
        if thread.name == "graph-index":
            thread.join()


def test_answers_go_on_in_two_steps_until_it_is_laid_out(built, questions, tmp_path):
    pipeline.write(built, tmp_path)
    with open_map(tmp_path / "shop.graph.gz") as map_:
        first = ask(map_, questions)
        ask(map_, questions)
        wait()
        assert indexes_of(map_)._vectors.graph is None
        assert "hnsw" not in map_._parts.__dict__, "what is not used is not read"
        assert ask(map_, questions) == first
        wait()
        assert len(indexes_of(map_)._vectors.graph) == 80
        assert ask(map_, questions) == first


def test_a_damaged_one_is_told_with_its_file(built, questions, tmp_path):
    links = {**built.parts.hnsw, "link": built.parts.hnsw["link"] + 1000}
    parts = dataclasses.replace(built.parts, hnsw=links)
    pipeline.write(dataclasses.replace(built, parts=parts), tmp_path)
    with open_map(tmp_path / "shop.graph.gz") as map_:
        for _ in range(3):
            assert ask(map_, questions)
        wait()
        with pytest.raises(FormatError, match="leads to no row") as caught:
            ask(map_, questions)
        assert caught.value.where == map_.where


def test_a_map_without_one_is_asked_as_often_as_one_likes(repo, questions, monkeypatch):
    monkeypatch.setattr(indexes, "OFTEN", 1)
    parts = pipeline.build(repo(FILES), BuildSettings(name="shop")).parts
    map_ = Map.of(parts)
    assert ask(map_, questions)
    wait()
    assert ask(map_, questions)
    assert indexes_of(map_)._vectors.graph is None


def test_it_is_not_laid_out_where_there_is_no_room(built, tmp_path):
    pipeline.write(built, tmp_path)
    path = tmp_path / "shop.graph.gz"
    with open_map(path) as map_:
        assert indexes_of(map_).lay_out().graph is not None
    with open_map(path, max_bytes=needed(read_header(path).sections)) as map_:
        assert indexes_of(map_).lay_out().graph is None
