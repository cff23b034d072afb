"""Git: nothing that a repository configures is run, and every state of a work tree is met."""

from __future__ import annotations

import ast
import os
import re
import shlex
from pathlib import Path

import pytest

from xray_graph import testing
from xray_graph.walk import git


def test_output_of_git_is_parted_by_nul():
    """Names may hold line ends; git quotes them unless it is asked to part them by NUL."""
    text = Path(git.__file__).read_text()
    assert not re.search(r"splitlines|split\(\s*b?[\"']\\n|readline|text=True|universal_newlines", text)
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    words = [
        [one.value for one in ast.walk(call) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "_Call"
    ]
    assert len(words) >= 8
    # What rev-parse and rev-list answer here is one path or one number.
    assert not [one for one in words if "-z" not in one and not {"rev-parse", "rev-list"} & set(one)]


# --- nothing runs ------------------------------------------------------------------------------


@pytest.fixture
def trap(repo, tmp_path):
    """A repository, and a script that tells when it was run."""
    root = repo({"a.py": "a = 1\n", "b.dat.txt": "b\n"}, git=True)
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {shlex.quote(str(tmp_path / 'ran'))}\ncat\n")
    script.chmod(0o755)
    return root, str(script), tmp_path / "ran"


HOSTILE = {
    "file system monitor": {"core.fsmonitor": "{script}"},
    "hooks": {"core.hooksPath": "{folder}/hooks"},
    "clean filter": {"filter.evil.clean": "{script}", "filter.evil.required": "true"},
    "process filter": {"filter.evil.process": "{script}"},
    "a filter with a strange name": {"filter.a=b.c.clean": "{script}"},
    "signatures": {"log.showSignature": "true", "gpg.program": "{script}"},
    "pager and editor": {"core.pager": "{script}", "core.editor": "{script}", "pager.status": "true"},
    "an alias": {"alias.status": "!{script}", "alias.ls-files": "!{script}"},
    "ssh": {"core.sshCommand": "{script}"},
}


LIVE = {
    "file system monitor",
    "hooks",
    "clean filter",
    "a filter with a strange name",
}  # in a plain `git status`


@pytest.mark.parametrize("case", HOSTILE)
def test_configuration_of_the_repository_runs_nothing(case, trap, walked):
    root, script, ran = trap
    name = "a=b.c" if "strange" in case else "evil"
    testing.write(root, {".gitattributes": f"*.txt filter={name}\n"})
    testing.commit(root, "attributes")
    hooks = root.parent / "hooks"
    hooks.mkdir()
    for hook in ("post-index-change", "pre-auto-gc", "reference-transaction", "fsmonitor-watchman"):
        (hooks / hook).write_text(f"#!/bin/sh\nexec {shlex.quote(script)}\n")
        (hooks / hook).chmod(0o755)
    for key, value in HOSTILE[case].items():
        testing.git(root, "config", key, value.format(script=script, folder=root.parent))
    testing.write(root, {"b.dat.txt": "c\n"})  # of the same size: git must look into it
    os.utime(root / "a.py", (1, 1))
    got = walked(root)
    assert got.paths == [".gitattributes", "a.py", "b.dat.txt"]
    assert got.repository.dirty
    assert not ran.exists()
    if case in LIVE:
        testing.git(root, "status")
        assert ran.exists(), "the trap is no trap"


def test_configuration_of_a_submodule_runs_nothing(trap, walked):
    root, script, ran = trap
    inner = testing.repo({"x.py": ""}, root / "inner", git=True)
    testing.git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./inner")
    testing.commit(root, "submodule")
    testing.git(inner, "config", "core.fsmonitor", script)
    testing.write(inner, {"x.py": "changed"})
    got = walked(root)
    assert got.skips["inner/"] == ("submodule", "a submodule: a repository of its own")
    assert not ran.exists()


def test_nothing_is_fetched(trap, walked):
    """A partial clone would ask its remote for objects that are missing."""
    root, script, ran = trap
    testing.git(root, "config", "extensions.partialClone", "origin")
    testing.git(root, "config", "remote.origin.url", f"ext::{script}")
    testing.git(root, "config", "remote.origin.promisor", "true")
    commit = testing.git(root, "rev-parse", "HEAD")
    (root / ".git" / "objects" / commit[:2] / commit[2:]).unlink()
    assert walked(root).paths == ["a.py", "b.dat.txt"]
    assert not ran.exists()


def test_nothing_is_written(repo, walked):
    root = repo({"a.py": ""}, git=True)
    os.utime(root / "a.py", (1, 1))  # git would refresh its index
    before = {path: path.stat().st_mtime_ns for path in (root / ".git").rglob("*")}
    walked(root)
    assert {path: path.stat().st_mtime_ns for path in (root / ".git").rglob("*")} == before


def test_a_work_tree_that_is_said_to_be_elsewhere(repo, walked, tmp_path):
    root = repo({"a.py": ""}, git=True)
    testing.write(tmp_path, {"private/key.py": "x"})
    testing.git(root, "config", "core.worktree", str(tmp_path / "private"))
    got = walked(root)
    assert got.paths == ["a.py"]
    assert "elsewhere" in got.notes[0].message


def test_variables_of_a_hook_do_not_lead_astray(repo, walked, monkeypatch):
    root = repo({"a.py": ""}, name="one", git=True)
    other = repo({"b.py": ""}, name="two", git=True)
    for name, value in {"GIT_DIR": other / ".git", "GIT_WORK_TREE": other, "GIT_INDEX_FILE": "x"}.items():
        monkeypatch.setenv(name, str(value))
    got = walked(root)
    assert got.paths == ["a.py"]
    assert got.repository.branch == "main"


# --- states of a work tree ---------------------------------------------------------------------


def test_git_refuses(repo, walked, monkeypatch):
    """Another owner: the files are walked by the ignore rules, and the reader is told what would help."""
    root = repo({"a.py": "", ".gitignore": "x.py\n", "x.py": ""}, git=True)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    got = walked(root)
    assert got.paths == [".gitignore", "a.py"]
    assert got.repository.commit == ""
    [note] = got.notes
    assert "belongs to another user" in note.message
    assert note.hint == f"if you trust it: git config --global --add safe.directory {root}"


def test_git_is_not_installed(repo, walked, monkeypatch, tmp_path):
    root = repo({"a.py": "", ".gitignore": "x.py\n", "x.py": ""}, git=True)
    testing.write(root, {".git/info/exclude": "y.py\n", "y.py": ""})
    monkeypatch.setenv("PATH", str(tmp_path))
    got = walked(root)
    assert got.paths == [".gitignore", "a.py"]
    assert got.notes[0].hint == "install git"


@pytest.mark.parametrize("damage", ["empty", "index", "version"])
def test_a_damaged_repository(repo, walked, damage):
    root = repo({"a.py": "", ".gitignore": "x.py\n", "x.py": ""}, git=damage != "empty")
    if damage == "empty":
        (root / ".git").mkdir()
    elif damage == "index":
        (root / ".git" / "index").write_bytes(b"DIRCgarbage")
    else:
        testing.git(root, "config", "core.repositoryFormatVersion", "99")
    got = walked(root)
    assert got.paths == [".gitignore", "a.py"]
    assert got.notes
    assert got.notes[0].where == str(root)


def test_an_unusable_repository_within_another(repo, walked):
    """Git itself would look further up, and list another repository's files."""
    root = repo({"a.py": "", "sub/b.py": ""}, git=True)
    (root / "sub" / ".git").mkdir()
    got = walked(root / "sub")
    assert got.paths == ["b.py"]
    assert got.repository.commit == ""


def test_submodules_and_nested_repositories(repo, walked):
    root = repo({"a.py": ""}, git=True)
    testing.repo({"lib.py": ""}, root / "lib", git=True)
    testing.repo({"n.py": ""}, root / "nested", git=True)
    testing.git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./lib")
    got = walked(root)
    assert got.paths == [".gitmodules", "a.py"]
    assert got.skips["lib/"] == ("submodule", "a submodule: a repository of its own")
    assert got.skips["nested/"] == ("submodule", "an untracked repository of its own")
    assert walked(root, include=("lib",)).paths == [".gitmodules", "a.py", "lib/lib.py"]
    assert walked(root / "lib").repository.root == str(root / "lib")


def test_a_sparse_work_tree(repo, walked):
    files = {"a.py": "", "in/b.py": "", "out/c.py": "", "out/deep/d.py": "", "in/x/e.py": ""}
    root = repo(files, git=True)
    testing.git(root, "sparse-checkout", "set", "--no-cone", "/a.py", "/in/b.py")
    got = walked(root)
    assert got.paths == ["a.py", "in/b.py"]
    assert got.skips["out/"] == ("not-checked-out", "2 files outside the sparse work tree")
    assert got.skips["in/x/"] == ("not-checked-out", "1 file outside the sparse work tree")
    assert not got.repository.dirty


def test_a_file_that_git_was_told_to_overlook(repo, walked):
    root = repo({"a.py": "", "local.py": ""}, git=True)
    testing.git(root, "update-index", "--skip-worktree", "local.py")
    assert walked(root).paths == ["a.py", "local.py"]


def test_deleted_renamed_replaced_and_in_conflict(repo, walked):
    root = repo(
        {name: f"{name}\n" for name in ("gone.py", "old.py", "file.py", "both.py", "kept.py")}, git=True
    )
    testing.git(root, "checkout", "--quiet", "-b", "other")
    testing.write(root, {"both.py": "theirs\n"})
    testing.commit(root, "theirs")
    testing.git(root, "checkout", "--quiet", "main")
    testing.write(root, {"both.py": "ours\n"})
    testing.commit(root, "ours")
    with pytest.raises(RuntimeError, match="merge"):
        testing.git(root, "merge", "--quiet", "other")
    testing.git(root, "mv", "old.py", "new.py")
    (root / "gone.py").unlink()
    (root / "file.py").unlink()
    testing.write(root, {"file.py/inner.py": ""})
    got = walked(root)
    assert got.paths == ["both.py", "file.py/inner.py", "kept.py", "new.py"]
    assert got.skips["gone.py"] == ("not-checked-out", "deleted in the work tree")
    assert got.repository.dirty


def test_files_under_a_filter_of_the_user(repo, walked, tmp_path, monkeypatch):
    """Git LFS is such a filter. It is not run; content that is checked out is content."""
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n"
    root = repo({"model.py": pointer, "a.py": "", ".gitattributes": "*.py filter=lfs\n"}, git=True)
    got = walked(root)
    text = got.texts()["model.py"]
    assert (text.skip.reason.value, text.data) == ("lfs-pointer", b"")
    assert text.file.attributes == ("lfs-pointer",)
    assert got.report.skipped["model.py"].detail == "its content is not checked out"
