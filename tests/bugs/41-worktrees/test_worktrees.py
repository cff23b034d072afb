"""A question from a linked worktree answered from the main checkout, which is on another branch.

Seen in colbymchenry/codegraph#312.
"""

from __future__ import annotations

from xray_graph import testing
from xray_graph.config import WalkSettings
from xray_graph.report import Silent
from xray_graph.walk import git, read_files, walk


def test_a_worktree_is_itself(repo, tmp_path):
    root = repo({"a.py": "def main(): ...\n"}, git=True)
    other = tmp_path / "wt"
    testing.git(root, "worktree", "add", "--quiet", str(other), "-b", "other")
    testing.write(other, {"a.py": "def changed(): ...\n"})
    assert (other / ".git").is_file()

    here, there = (walk(place, WalkSettings(), Silent()) for place in (root, other))
    assert (here.repository.branch, there.repository.branch) == ("main", "other")
    assert (here.repository.dirty, there.repository.dirty) == (False, True)
    assert [file.path for file in there.files] == ["a.py"]  # `.git` is a file there, and no part of it
    texts = [
        next(read_files(found.repository.root, found.files, WalkSettings(), Silent()))
        for found in (here, there)
    ]
    assert [text.data for text in texts] == [b"def main(): ...\n", b"def changed(): ...\n"]


def test_what_tells_two_worktrees_apart(repo, tmp_path):
    root = repo({"a.py": ""}, git=True)
    other = tmp_path / "wt"
    testing.git(root, "worktree", "add", "--quiet", str(other), "-b", "other")
    here, there = git.identity(root), git.identity(other)
    assert here.common_dir == there.common_dir == str(root / ".git")
    assert (here.work_tree, there.work_tree) == (str(root), str(other))
    assert here.commit == there.commit
    testing.write(other, {"a.py": "x"})
    testing.commit(other, "second")
    assert git.identity(other).commit != git.identity(root).commit
