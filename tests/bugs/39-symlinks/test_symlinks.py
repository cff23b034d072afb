"""A link loop that never ends; a link out of the tree that has a private file printed.

Seen in oracle/opengrok#1477, DeusData/codebase-memory-mcp#51.
"""

from __future__ import annotations

import pytest

from xray_graph.config import WalkSettings
from xray_graph.model import SkipReason, SourceFile
from xray_graph.report import Silent
from xray_graph.walk import Reader, walk


@pytest.fixture
def root(repo):
    root = repo({"a.py": "a = 1\n", "d/b.py": "b = 1\n"})
    (root / "loop").symlink_to(".")
    (root / "d" / "up").symlink_to("..")
    (root / "leak.py").symlink_to("/etc/hostname")
    return root


@pytest.mark.parametrize("follow", [False, True])
def test_loops_end_and_nothing_leaks(root, follow):
    settings = WalkSettings(follow_symlinks=follow)
    found = walk(root, settings, Silent())
    assert [file.path for file in found.files] == ["a.py", "d/b.py"]
    assert {skip.path: skip.reason for skip in found.skips} == {
        "loop": SkipReason.SYMLINK,
        "d/up": SkipReason.SYMLINK,
        "leak.py": SkipReason.OUTSIDE,
    }
    with Reader(root, settings) as reader:  # as an update would, later
        late = reader.read(SourceFile("leak.py", "python", 1))
    assert (late.data, late.skip.reason) == (b"", SkipReason.OUTSIDE if follow else SkipReason.SYMLINK)
