"""A snapshot of a folder that is kept live beside it would give each answer twice."""

from __future__ import annotations

import logging
import shutil

import pytest

from xray_graph import testing
from xray_graph.cli import run, served
from xray_graph.errors import FormatError
from xray_graph.route import StoredEntry, open_atlas
from xray_graph.route.twins import is_twin
from xray_graph.snapshot import read_header

FILES = {"shop.py": "def charge():\n    pass\n", "pay/pay.py": "def refund():\n    pass\n", "pay/x/y.py": ""}


@pytest.fixture
def root(repo):
    return repo(FILES, git=True)


def built(folder, label, output):
    arguments = ["graph", "build", str(folder), "--name", label, "--no-embed", "-o", str(output)]
    assert run(arguments) == 0
    return output / f"{label}.graph.gz"


def test_a_map_of_the_same_commit_under_another_name_is_one(root, tmp_path):
    assert is_twin(StoredEntry(built(root, "other", tmp_path)), root)


def test_a_map_of_another_commit_is_asked_to_compare(root, tmp_path):
    entry = StoredEntry(built(root, "before", tmp_path))
    testing.write(root, {"shop.py": "def charge(card):\n    pass\n"})
    testing.commit(root, "second")
    assert not is_twin(entry, root)


def test_in_the_folder_of_the_repository_it_is_one_at_any_commit(root):
    entry = StoredEntry(built(root, "before", root / ".xray"))
    testing.write(root, {"shop.py": "def charge(card):\n    pass\n"})
    testing.commit(root, "second")
    assert is_twin(entry, root)


def test_one_of_another_repository_that_lies_there_is_none(root, repo):
    depot = repo({"shop.py": "x = 1\n"}, name="depot", git=True)
    entry = StoredEntry(built(depot, "depot", root / ".xray"))
    assert not is_twin(entry, root)
    assert not entry.work_tree
    assert not entry.read().freshness.stale_files


def test_one_of_a_commit_that_is_gone_is_told_by_its_name(root):
    entry = StoredEntry(built(root, "shop", root / ".xray"))
    shutil.rmtree(root / ".git")
    testing.commit(root, "another first commit")
    assert is_twin(entry, root)
    assert entry.work_tree == str(root)


def test_a_map_of_a_folder_is_no_map_of_the_whole(root, tmp_path):
    whole, part = StoredEntry(built(root, "whole", tmp_path)), StoredEntry(built(root / "pay", "p", tmp_path))
    assert not is_twin(part, root)
    assert not is_twin(whole, root / "pay")
    assert is_twin(part, root / "pay")


def test_another_repository_is_none(root, repo, tmp_path):
    depot = repo({"depot.py": "x = 1\n"}, name="depot", git=True)
    assert not is_twin(StoredEntry(built(depot, "depot", tmp_path)), root)


def test_a_server_asks_the_live_map_alone_and_says_so(root, repo, tmp_path, caplog):
    file = built(root, "other", tmp_path)
    depot = built(repo({"depot.py": "x = 1\n"}, name="depot", git=True), "depot", tmp_path)
    with caplog.at_level(logging.WARNING):
        house = served.gather([str(root), str(file), str(depot)], tmp_path)
    try:
        assert house.atlas.catalog.labels() == ["depot", "shop"]
        assert f"the map other is not asked: it is of {root}, which is kept live" in caplog.text
    finally:
        house.close()


def test_folders_of_one_commit_that_hold_as_much_are_two_maps(repo, tmp_path):
    root = repo({f"{one}/pay.py": f"def pay_{one}():\n    pass\n" for one in "ab"}, name="both", git=True)
    folders = {"first": "a", "copy": "a", "second": "b"}
    atlas = open_atlas([built(root / folder, label, tmp_path) for label, folder in folders.items()])
    asked = {one.label: one.reason for one in atlas.choose("who pays")}
    assert asked.keys() == {"copy", "second"}
    assert "the same as first" in asked["copy"]
    assert atlas.node("pay_b", limit=5).node.name == "second//b/pay.py::pay_b"


def damage(file):
    """All behind the header: the names come first, and what else is read at the first question."""
    header = read_header(file).size
    file.write_bytes(file.read_bytes()[:header] + bytes(file.stat().st_size - header))


@pytest.fixture
def damaged(repo, tmp_path):
    """Two maps of one folder, the first of which is damaged, and one of another."""
    stack = {"compose.yaml": "services:\n  web:\n    image: nginx\n", "pay.py": "def pay():\n    pass\n"}
    root = repo(stack, name="stack", git=True)
    files = [built(root, label, tmp_path) for label in ("first", "second")]
    files.append(built(repo({"depot.py": "x = 1\n"}, name="depot", git=True), "depot", tmp_path))
    damage(files[0])
    return open_atlas(files)


def test_where_the_first_of_two_is_damaged_the_second_answers(damaged):
    reply = damaged.search("what does pay do", limit=5)
    assert [one.label for one in reply.maps if one.label != "depot"] == ["second"]
    assert "asked instead of first, which is damaged" in " ".join(one.reason for one in reply.maps)
    assert "second//pay.py::pay" in [one.name for one in reply.results]
    assert damaged.node("pay", limit=5).node.name == "second//pay.py::pay"
    assert [one.name for one in damaged.services("", limit=5).services] == ["web"]


def test_one_that_is_named_answers_for_itself(damaged):
    for ask in (
        lambda: damaged.search("who pays", labels=["first"], limit=5),
        lambda: damaged.node("first//pay.py::pay", limit=5),
        lambda: damaged.services("", labels=["first"], limit=5),
    ):
        with pytest.raises(FormatError, match=r"first\.graph\.gz"):
            ask()


def test_the_others_answer_where_one_is_damaged(damaged, tmp_path):
    damage(tmp_path / "second.graph.gz")
    reply = damaged.search("what is in depot", limit=5)
    told = {one.label: one.reason for one in reply.maps}
    assert told.keys() == {"first", "depot"}
    assert told["first"].startswith("no answer: ")
    assert {one.map for one in reply.results} == {"depot"}


def test_services_are_listed_of_one_of_maps_that_are_the_same(repo, tmp_path):
    root = repo({"compose.yaml": "services:\n  web:\n    image: nginx\n"}, name="stack", git=True)
    atlas = open_atlas([built(root, label, tmp_path) for label in ("first", "second")])
    assert len(atlas.services("", limit=5).services) == 1
