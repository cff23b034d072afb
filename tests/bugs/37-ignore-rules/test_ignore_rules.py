"""Nested `.gitignore` files not read, or a nested negation without effect.

Seen in DeusData/codebase-memory-mcp#178, libgit2/libgit2#7284, colbymchenry/codegraph#1567.
"""

from __future__ import annotations

import subprocess

import pytest

from xray_graph import testing
from xray_graph.config import WalkSettings
from xray_graph.report import Silent
from xray_graph.walk import walk

FILES = {
    ".gitignore": "**/vendor/\nbuild/\n!build/keep.py\n*.log\n!/top.log\n",
    "p/.gitignore": "!vendor\n",
    "p/vendor/v.py": "",
    "q/vendor/v.py": "",
    "build/keep.py": "",
    "build/other.py": "",
    "top.log": "",
    "p/deep.log": "",
    "a.py": "",
    "q/.gitignore": "*.py\n!a.py\n",
    "q/a.py": "",
    "q/b.py": "",
    "q/r/b.py": "",
    "q/r/.gitignore": "!b.py\n",
}


@pytest.mark.parametrize("in_git", [True, False], ids=["git", "plain"])
def test_the_answer_is_that_of_git_check_ignore(repo, tmp_path, in_git):
    judge = testing.repo(FILES, tmp_path / "judge")
    testing.git(judge, "init", "--quiet")
    done = subprocess.run(
        ["git", "-C", judge, "check-ignore", "-z", "--stdin"],
        input="\0".join(FILES).encode(),
        capture_output=True,
        check=True,
    )
    ignored = set(done.stdout.decode().split("\0"))
    root = repo(FILES)
    if in_git:
        testing.git(root, "init", "--quiet")
    found = walk(root, WalkSettings(), Silent())
    assert [file.path for file in found.files] == sorted(FILES.keys() - ignored)
    assert {"p/vendor/v.py", "q/a.py", "q/r/b.py", "top.log"} <= FILES.keys() - ignored
    folders = {
        skip.path: skip.detail for skip in found.skips if skip.path.endswith("/") and skip.path != ".git/"
    }
    assert folders == {"build/": ".gitignore:2: build/", "q/vendor/": ".gitignore:1: **/vendor/"}
