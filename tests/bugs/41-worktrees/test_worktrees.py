"""A question from a linked worktree answered from the main checkout, which is on another branch.

Seen in colbymchenry/codegraph#312.
"""

from __future__ import annotations

import json

from tests.serve.running import run as run_child
from tests.serve.running import serving, until
from tests.serve.test_stdio import CONVERSATION, lines
from xray_graph import testing
from xray_graph.cli import run
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


def test_an_answer_from_another_work_tree_says_so(repo, tmp_path, monkeypatch, capfd):
    """Served live over HTTP and over standard input, and from the file that lies above a nested one."""
    root = repo({"a.py": "def main(): ...\n"}, git=True)
    nested = root / ".worktrees" / "wt"
    testing.git(root, "worktree", "add", "--quiet", str(nested), "-b", "other")
    testing.write(nested, {"a.py": "def changed(): ...\n"})
    testing.commit(nested, "second")
    monkeypatch.chdir(nested)
    with serving(str(root), "--no-watch") as server:
        until(lambda: server.ask("/v1/maps").json["maps"][0]["state"] == "ready")
        assert server.ask("/v1/node?name=main").json["freshness"]["work_tree"] == str(root)
        assert run(["graph", "node", "main", "--server", server.url]) == 0
        assert str(nested) in capfd.readouterr().out
        call = {
            "id": 3,
            "method": "tools/call",
            "params": {"name": "search_graph", "arguments": {"q": "main"}},
        }
        done = run_child("mcp", str(root), cwd=nested, stdin=lines(*CONVERSATION[:2], call))
        result = json.loads(done.stdout.splitlines()[-1])["result"]
        assert str(nested) in result["structuredContent"]["maps"][0]["freshness"]["note"]
        assert str(nested) in result["content"][0]["text"]
        server.stop()
    assert run(["graph", "node", "main"]) == 0  # from the .xray of the work tree around
    assert str(nested) in capfd.readouterr().out
