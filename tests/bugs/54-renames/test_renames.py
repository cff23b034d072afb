"""After a rename the nodes of the old path stay, and importers keep edges to it.

Seen in tirth8205/code-review-graph#684, vitali87/code-graph-rag#547. `git diff --name-only` tells the new
name of a renamed file alone.
"""

from __future__ import annotations

import pytest

from tests.update.comparing import assert_is_a_build, edges, living
from xray_graph import testing

FILES = {
    "a.py": "def f():\n    pass\n",
    "use.py": "from a import f\n\ndef g():\n    f()\n",
    "pkg/__init__.py": "",
    "pkg/m.py": "def h():\n    pass\n",
    "over.py": "from pkg.m import h\n\ndef k():\n    h()\n",
}
WAYS = ("names", "since", "everything", "new-name-alone")


def tell(live, way, old, new):
    if way == "names":
        return live.update([old, new])
    if way == "new-name-alone":
        return live.update([new])
    return live.update(since="HEAD") if way == "since" else live.update(everything=True)


def paths(live):
    return set(live.version.map.graph.paths) - {""}


@pytest.mark.parametrize("way", WAYS)
def test_a_renamed_file(repo, way):
    root = repo(FILES, git=True)
    with living(root) as live:
        testing.git(root, "mv", "a.py", "c.py")
        reply = tell(live, way, "a.py", "c.py")
        assert "c.py" in reply.updated
        if way != "new-name-alone":
            assert reply.removed == ("a.py",)
        assert "a.py" not in paths(live)
        assert edges(live) == ["over.py::k -> pkg/m.py::h"]
        assert_is_a_build(live)

        (root / "use.py").write_text("from c import f\n\ndef g():\n    f()\n")
        live.update(["use.py"])
        assert "use.py::g -> c.py::f" in edges(live)
        assert_is_a_build(live)


@pytest.mark.parametrize("way", WAYS)
def test_a_rename_of_case_alone(repo, way):
    root = repo(FILES, git=True)
    with living(root) as live:
        testing.git(root, "mv", "a.py", "A.py")
        tell(live, way, "a.py", "A.py")
        assert "A.py" in paths(live)
        assert "a.py" not in paths(live)
        assert edges(live) == ["over.py::k -> pkg/m.py::h"]
        assert_is_a_build(live)


@pytest.mark.parametrize("way", WAYS)
def test_a_folder_that_moves(repo, way):
    root = repo(FILES, git=True)
    with living(root) as live:
        testing.git(root, "mv", "pkg", "moved")
        reply = tell(live, way, "pkg", "moved")
        assert {"moved/__init__.py", "moved/m.py"} <= set(reply.updated)
        assert paths(live) == {"a.py", "use.py", "over.py", "moved", "moved/__init__.py", "moved/m.py"}
        assert edges(live) == ["use.py::g -> a.py::f"]
        assert_is_a_build(live)
        testing.git(root, "mv", "moved", "pkg")
        tell(live, way, "moved", "pkg")
        assert edges(live) == ["over.py::k -> pkg/m.py::h", "use.py::g -> a.py::f"]
        assert_is_a_build(live)
