"""Mapping a home folder eats all memory.

Seen in DeusData/codebase-memory-mcp#1241.
"""

from __future__ import annotations

import pytest

from xray_graph.config import WalkSettings
from xray_graph.errors import BuildError, ExitCode
from xray_graph.report import Silent
from xray_graph.walk import tree, walk


def test_a_root_with_too_many_files_is_refused_before_it_is_listed(repo, monkeypatch):
    root = repo({f"d{n // 10:03}/f{n}.py": "" for n in range(1000)})
    seen = []
    scandir = tree.os.scandir
    monkeypatch.setattr(tree.os, "scandir", lambda path: seen.append(path) or scandir(path))
    with pytest.raises(BuildError) as caught:
        walk(root, WalkSettings(max_files=50), Silent())
    assert caught.value.message == "holds more than 50 files"
    assert caught.value.where == str(root)
    assert "XRAY_MAX_FILES" in caught.value.hint
    assert caught.value.exit_code == ExitCode.FAILED
    assert len(seen) < 10


@pytest.mark.parametrize("in_git", [True, False], ids=["git", "plain"])
def test_a_root_with_too_many_bytes_is_refused(repo, in_git):
    root = repo({f"f{n}.py": "x" * 100 for n in range(10)} | {"big.png": "x" * 5000}, git=in_git)
    assert (
        len(walk(root, WalkSettings(max_total_bytes=1000), Silent()).files) == 11
    )  # of a picture nothing is read
    with pytest.raises(BuildError, match="holds more than 999 bytes to read"):
        walk(root, WalkSettings(max_total_bytes=999), Silent())


def test_what_is_left_out_does_not_count(repo):
    root = repo({f"node_modules/f{n}.js": "" for n in range(100)} | {"a.py": ""})
    assert len(walk(root, WalkSettings(max_files=1), Silent()).files) == 1
