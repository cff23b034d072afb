"""Whether a map speaks of the place where the question is asked."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from xray_graph import testing
from xray_graph.retrieve import Freshness
from xray_graph.route import Viewpoint, marked
from xray_graph.route.viewpoint import repository_name


@pytest.fixture
def trees(repo, tmp_path):
    """A repository, a linked work tree of it that is a commit ahead, and another repository."""
    root = repo({"a.py": "x = 1\n"}, git=True)
    linked = tmp_path / "wt"
    testing.git(root, "worktree", "add", "--quiet", str(linked), "-b", "other")
    testing.write(linked, {"a.py": "x = 2\n"})
    testing.commit(linked, "second")
    return root, linked, repo({"b.py": ""}, name="depot", git=True)


def state(tree, *, live=True):
    return Freshness(testing.git(tree, "rev-parse", "HEAD"), False, None, (), str(tree) if live else UNSET)


def test_a_live_map_of_the_same_work_tree_fits(trees):
    root, _, _ = trees
    (root / "deep").mkdir()
    assert Viewpoint(root / "deep").note(state(root), "shop") == ""


def test_a_live_map_of_another_work_tree_is_told(trees):
    root, linked, _ = trees
    note = Viewpoint(linked).note(state(root), "shop")
    assert str(root) in note
    assert str(linked) in note
    assert testing.git(linked, "rev-parse", "HEAD")[:12] in note


def test_another_repository_is_nobodys_mistake(trees):
    root, _, depot = trees
    assert Viewpoint(depot).note(state(root), "shop") == ""
    assert Viewpoint(depot).note(state(root, live=False), "shop") == ""


def test_a_snapshot_of_another_commit_is_told(trees):
    root, linked, _ = trees
    assert Viewpoint(root).note(state(root, live=False), "shop") == ""
    note = Viewpoint(root).note(state(linked, live=False), "shop")
    assert testing.git(linked, "rev-parse", "HEAD")[:12] in note


def test_a_snapshot_in_a_work_tree_is_of_that_work_tree(trees):
    root, linked, depot = trees
    stored = state(root, live=False)
    assert Viewpoint(root).note(stored, "any", str(root)) == ""
    assert str(root) in Viewpoint(linked).note(stored, "any", str(root))
    assert Viewpoint(depot).note(stored, "any", str(root)) == ""
    assert "built at" in Viewpoint(linked).note(stored, "any", str(linked))


def test_a_linked_work_tree_knows_the_name_of_the_main_one(trees):
    root, linked, _ = trees
    assert "built at" in Viewpoint(linked).note(state(root, live=False), "shop")


def test_outside_of_any_work_tree_nothing_is_said(trees, tmp_path):
    root, _, _ = trees
    (tmp_path / "plain").mkdir()
    assert Viewpoint(tmp_path / "plain").note(state(root), "shop") == ""
    assert Viewpoint(tmp_path / "missing").note(state(root), "shop") == ""


def test_the_name_of_a_repository_is_that_of_its_map(trees):
    root, _, _ = trees
    assert repository_name(root) == "shop"
    testing.git(root, "remote", "add", "origin", "git@example.org:team/store.git")
    assert repository_name(root / "deep") == "store"


def test_notes_add_up():
    plain = Freshness("c", False, None)
    assert marked(plain, "") is plain
    assert marked(marked(plain, "one"), "two").note == "one; two"
