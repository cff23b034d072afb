"""What changed is told by bytes; which files there are by the walk of a build."""

from __future__ import annotations

import os

import pytest

from tests.update.comparing import assert_is_a_build, living
from xray_graph import testing
from xray_graph.config import build_settings
from xray_graph.update import LiveMap

FILES = {
    "a.py": "def f():\n    pass\n",
    "b/c.py": "def g():\n    pass\n",
    "d.md": "# D\n",
    "notes.log": "one\n",
}


def paths(live):
    return {path for path in live.version.map.graph.paths if "." in path}


def test_a_file_that_grew_in_place_and_kept_its_times(repo):
    root = repo(FILES, git=True)
    with living(root) as live:
        before = (root / "a.py").stat()
        (root / "a.py").write_text("def h():\n    pass\n")
        os.utime(root / "a.py", ns=(before.st_atime_ns, before.st_mtime_ns))
        assert live.update().updated == ("a.py",)
        assert_is_a_build(live)


def test_times_alone_make_no_version(repo):
    root = repo(FILES, git=True)
    with living(root) as live:
        os.utime(root / "a.py", ns=(1, 1))
        reply = live.update()
        assert (reply.updated, reply.version) == ((), 1)


@pytest.mark.parametrize("git", [True, False], ids=["git", "plain"])
@pytest.mark.parametrize("name", [".gitignore", ".xrayignore"])
def test_an_ignore_file_opens_and_closes_folders(repo, name, git):
    root = repo(FILES, git=git)
    with living(root) as live:
        (root / name).write_text("*.log\nb/\n")
        reply = live.update([name])
        tracked = git and name == ".gitignore"  # such files stay
        left_out = set() if tracked else {"notes.log", "b/c.py"}
        assert set(reply.removed) == left_out
        assert paths(live) >= {"a.py", "d.md"}
        assert not paths(live) & left_out
        assert_is_a_build(live)
        (root / name).write_text("")
        assert set(live.update([name]).updated) >= left_out
        assert_is_a_build(live)


def test_a_rule_of_the_repository_alone(repo):
    root = repo(FILES, git=True)
    (root / "new.log").write_text("x\n")
    with living(root) as live:
        assert "new.log" in paths(live)
        (root / ".git" / "info" / "exclude").write_text("*.log\n")
        reply = live.update([".git/info/exclude"])
        assert "new.log" not in paths(live)
        assert [skip.reason for skip in reply.skipped] == ["ignored"]
        assert_is_a_build(live)


def test_ignored_and_left_out_files_are_told_with_the_rule(repo):
    root = repo({**FILES, ".gitignore": "*.tmp\n"}, git=True)
    with living(root) as live:
        testing.write(root, {"x.tmp": "", "node_modules/m/i.js": "", ".env": "K=1\n", "p.png": b"\x89PNG\0"})
        reply = live.update(["x.tmp", "node_modules/m/i.js", ".env", "p.png"])
        told = {skip.path: (str(skip.reason), skip.detail) for skip in reply.skipped}
        assert told["x.tmp"] == ("ignored", ".gitignore:1: *.tmp")
        assert told["node_modules/m/i.js"][0] == "dependency"
        assert told[".env"][0] == "secret"
        assert told["p.png"][0] == "binary"
        assert_is_a_build(live)


def test_settings_in_the_tree_are_read_again(repo):
    root = repo(FILES, git=True)
    live = LiveMap(root, lambda: build_settings(root, {}), quiet=0)
    try:
        live.wait()
        (root / ".xray.toml").write_text('exclude = ["b/"]\nname = "store"\n')
        reply = live.update([".xray.toml"])
        assert reply.rebuilt == "the settings changed"
        assert "b/c.py" not in paths(live)
        assert_is_a_build(live, build_settings(root, {}))
        (root / ".xray.toml").write_text("nonsense = 1\n")
        with pytest.raises(Exception, match="unknown key"):
            live.update([".xray.toml"])
        assert live.version.map.label == "store"
    finally:
        live.close(flush=False)


def test_a_commit_and_a_branch_are_seen_without_being_named(repo):
    root = repo(FILES, git=True)
    with living(root) as live:
        first = live.version.state.tree.repository
        (root / "a.py").write_text("def h():\n    pass\n")
        live.update(["a.py"])
        assert live.version.state.tree.repository.dirty
        second = testing.commit(root, "second")
        live.update(["a.py"])
        repository = live.version.state.tree.repository
        assert (repository.commit, repository.dirty) == (second, False)
        assert_is_a_build(live)
        testing.git(root, "checkout", "--quiet", "-b", "other", first.commit)
        reply = live.update(["d.md"])
        assert reply.unchanged == ("d.md",)
        assert live.version.state.tree.repository.branch == "other"
        assert live.version.map.graph.find("f")
        assert_is_a_build(live)


def test_a_whole_rebase(repo):
    root = repo(FILES, git=True)
    base = testing.git(root, "rev-parse", "HEAD")
    for k in range(3):
        testing.write(root, {f"n{k}.py": f"def n{k}():\n    pass\n", "a.py": f"def f{k}():\n    pass\n"})
        testing.commit(root, f"main {k}")
    with living(root) as live:
        testing.git(root, "checkout", "--quiet", "-b", "topic", base)
        testing.write(root, {"t.py": "def t():\n    pass\n"})
        testing.commit(root, "topic")
        old = testing.git(root, "rev-parse", "HEAD")
        live.update()
        assert_is_a_build(live)
        testing.git(root, "rebase", "--quiet", "main")
        reply = live.update(since=old)
        assert {"n0.py", "n1.py", "n2.py", "a.py"} <= set(reply.updated)
        assert_is_a_build(live)


def test_a_revision_that_is_none(repo):
    root = repo(FILES, git=True)
    with living(root) as live:
        for revision in ("nowhere", "--output=x", "-x"):
            with pytest.raises(Exception, match="revision|commit"):
                live.update(since=revision)
        assert not (root / "x").exists()


def test_a_file_too_large_and_back(repo):
    root = repo(FILES, git=True)
    small = build_settings(root, {"name": "shop", "max_file_bytes": 100})
    with living(root, small) as live:
        (root / "a.py").write_text("def f():\n    pass\n" * 50)
        (skip,) = live.update(["a.py"]).skipped
        assert skip.reason == "too-large"
        assert_is_a_build(live, small)
        (root / "a.py").write_text("def f():\n    pass\n")
        assert live.update(["a.py"]).updated == ("a.py",)
        assert_is_a_build(live, small)


def test_a_header_changes_language_with_its_company(repo):
    root = repo(
        {"a.h": "int f(int x);\n", "a.c": '#include "a.h"\nint f(int x) { return 1; }\n', "k.md": "# K\n"}
    )
    with living(root) as live:
        assert live.version.state.tree.files["a.h"].file.language == "c"
        (root / "a.c").rename(root / "a.cpp")
        reply = live.update(["a.c", "a.cpp"])
        assert live.version.state.tree.files["a.h"].file.language == "cpp"
        assert set(reply.updated) == {"a.cpp", "a.h"}
        assert_is_a_build(live)


def test_a_folder_in_place_of_a_file(repo):
    root = repo(FILES, git=True)
    with living(root) as live:
        (root / "a.py").unlink()
        testing.write(root, {"a.py/inner.py": "def inner():\n    pass\n"})
        reply = live.update(["a.py"])
        assert reply.removed == ("a.py",)
        assert "a.py/inner.py" in paths(live)
        assert_is_a_build(live)


def test_names_that_are_no_plain_words(repo):
    odd = {"目录/b.py": "def 目():\n    pass\n", "sp ace/é\n.py": "def e():\n    pass\n"}
    root = repo({**FILES, **odd}, git=True)
    os.makedirs(os.fsencode(root) + b"/raw", exist_ok=True)
    place = os.fsencode(root) + b"/raw/caf\xe9.py"
    with open(place, "wb") as file:
        file.write(b"def raw():\n    pass\n")
    with living(root) as live:
        for path in odd:
            (root / path).write_text("def other():\n    pass\n")
        with open(place, "wb") as file:
            file.write(b"def cooked():\n    pass\n")
        reply = live.update([*odd, os.fsdecode(b"raw/caf\xe9.py")])
        assert set(reply.updated) == {*odd, "raw/caf\\xe9.py"}
        assert live.version.map.graph.find("cooked")
        assert_is_a_build(live)
