"""`C:` and `c:` as two projects; a name made from a long path that no file system takes.

Seen in agegr/pi-web#478, DeusData/codebase-memory-mcp#1450.
"""

from __future__ import annotations

import pytest

from xray_graph.config import WalkSettings, check_label, derived_label
from xray_graph.errors import UsageError
from xray_graph.model import SourceFile
from xray_graph.report import Silent
from xray_graph.walk import Reader, walk


@pytest.mark.parametrize("root", ["C:\\r", "c:\\r", "C:/r/", "/c/r", "\\\\server\\share\\r\\"])
def test_one_root_has_one_name(root):
    assert derived_label("", root) == "r"


def test_names_are_short():
    path = "/".join(["a-rather-long-folder-name"] * 8)
    label = derived_label("", path.replace("/", "-"))
    assert len(label) == 64
    assert check_label(label) == label
    with pytest.raises(UsageError, match="has 200 characters"):
        check_label("x" * 200)


def test_stored_paths_are_relative(repo, monkeypatch):
    root = repo({"a/b/c.py": "", "d.py": ""})
    monkeypatch.chdir(root / "a")
    for spelling in (root, root / "a" / "..", root / "."):
        found = walk(spelling, WalkSettings(), Silent())
        assert [file.path for file in found.files] == ["a/b/c.py", "d.py"]
        assert found.repository.root == str(root)


def test_an_error_of_the_system_names_the_path_and_its_length(repo):
    long = "x" * 300 + ".py"
    with Reader(repo({"a.py": ""}), WalkSettings()) as reader:
        skip = reader.read(SourceFile(long, "python", 1)).skip
    assert (skip.path, skip.detail) == (long, "File name too long: the path has 303 characters")
