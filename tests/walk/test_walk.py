"""The set of files, in a git work tree and outside one."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from xray_graph import testing
from xray_graph.config import WalkSettings
from xray_graph.errors import BuildError, ExitCode
from xray_graph.walk.found import Found


@pytest.fixture(params=["git", "plain"])
def in_git(request):
    return request.param == "git"


# --- the set ----------------------------------------------------------------------------------


def test_tracked_and_untracked_and_not_ignored(repo, walked):
    root = repo({"a.py": "", ".gitignore": "*.log\n", "forced.log": "kept\n"}, git=True)
    testing.git(root, "add", "--force", "forced.log")
    testing.write(root, {"new.py": "", "noise.log": ""})
    got = walked(root)
    assert got.paths == [".gitignore", "a.py", "forced.log", "new.py"]
    assert got.skips["noise.log"] == ("ignored", ".gitignore:1: *.log")


def test_both_ways_give_the_same_set(repo, walked):
    files = {
        ".gitignore": "*.log\n/gen/\ntmp/*\n!tmp/keep.py\n",
        "a.py": "",
        "a.log": "",
        "gen/x.py": "",
        "sub/gen/x.py": "",
        "tmp/a.py": "",
        "tmp/keep.py": "",
        "sub/.gitignore": "!*.log\nsecret/\n",
        "sub/a.log": "",
        "sub/secret/a.py": "",
        ".xrayignore": "docs/*\n!docs/index.md\n",
        "docs/index.md": "",
        "docs/other.md": "",
        "sub/.xrayignore": "/only.py\n",
        "sub/only.py": "",
        "sub/x/only.py": "",
    }
    in_git = walked(repo(files, name="one", git=True))
    outside = walked(repo(files, name="two"))
    expected = [
        ".gitignore", ".xrayignore", "a.py", "docs/index.md", "sub/.gitignore", "sub/.xrayignore",
        "sub/a.log", "sub/gen/x.py", "sub/x/only.py", "tmp/keep.py",
    ]  # fmt: skip
    assert in_git.paths == outside.paths == expected
    assert in_git.reasons() == outside.reasons()
    assert outside.skips["gen/"] == ("ignored", ".gitignore:2: /gen/")
    assert outside.skips["docs/other.md"] == ("ignored", ".xrayignore:1: docs/*")


def test_build_folders_are_source_when_git_has_them(repo, walked):
    files = {f"{name}/a.py": "" for name in ("build", "dist", "out", "target", "lib/build")} | {"a.py": ""}
    assert len(walked(repo(files, name="one", git=True)).paths) == 6
    outside = walked(repo(files, name="two"))
    assert outside.paths == ["a.py"]
    assert outside.skips["lib/build/"] == ("build-output", "build")


def test_a_negated_build_folder_is_source(repo, walked):
    assert walked(repo({"build/a.py": "", ".gitignore": "!build/\n"})).paths == [".gitignore", "build/a.py"]


def test_dependency_folders(repo, walked, in_git):
    left_out = {
        "node_modules/x/index.js": "",
        "web/bower_components/y.js": "",
        "Pods/P.swift": "",
        "lib/python3/site-packages/z.py": "",
        "vendor/modules.txt": "",
        "vendor/dep/dep.go": "",
        "php/vendor/autoload.php": "",
        "env/pyvenv.cfg": "",
        "env/bin/a.py": "",
        "conda/conda-meta/history": "",
        "conda/a.py": "",
    }
    kept = ["a.go", "own/vendor/thing.go", "pods/a.py", "vendored/modules.txt"]
    got = walked(repo(left_out | dict.fromkeys(kept, ""), git=in_git))
    assert got.paths == kept
    assert got.reasons() == dict.fromkeys(
        ["Pods/", "conda/", "env/", "lib/python3/site-packages/", "node_modules/", "php/vendor/", "vendor/",
         "web/bower_components/"],
        "dependency",
    )  # fmt: skip
    assert got.skips["vendor/"][1] == "vendor/ with modules.txt"


def test_include_brings_back_what_it_names(repo, walked, in_git):
    files = {
        "a.py": "",
        ".gitignore": "*.gen.py\nprivate/\n",
        "b.gen.py": "",
        "private/p.py": "",
        "node_modules/lodash/l.js": "",
        "node_modules/other/o.js": "",
        "node_modules/o.py": "",
    }
    root = repo(files, git=in_git)
    assert walked(root).paths == [".gitignore", "a.py"]
    assert walked(root, include=("*.py",)).paths == [".gitignore", "a.py", "b.gen.py"]
    assert walked(root, include=("private",)).paths == [".gitignore", "a.py", "private/p.py"]
    assert "node_modules/lodash/l.js" in walked(root, include=("node_modules/lodash",)).paths
    assert "node_modules/other/o.js" not in walked(root, include=("node_modules/lodash",)).paths
    assert len(walked(root, include=("node_modules/",)).paths) == 5
    assert walked(root, include=("node_modules/**/l.js",)).paths[-1] == "node_modules/lodash/l.js"


def test_exclude_has_the_last_word(repo, walked, in_git):
    root = repo({"a.py": "", "b/c.py": "", "b/d.py": ""}, git=in_git)
    got = walked(root, exclude=("b/*", "!b/c.py"), include=("b/d.py",))
    assert got.paths == ["a.py", "b/c.py"]
    assert got.skips["b/d.py"] == ("ignored", "--exclude: b/*")


def test_xrayignore_can_bring_back(repo, walked, in_git):
    root = repo({"a.py": "", "gen/b.py": "", ".gitignore": "gen/\n", ".xrayignore": "!gen/\n"}, git=in_git)
    assert "gen/b.py" in walked(root).paths


def test_the_users_own_excludes_count(repo, walked, in_git, tmp_path, monkeypatch):
    testing.write(tmp_path, {"settings": f"[core]\nexcludesFile = {tmp_path}/mine\n", "mine": "*.bak\n"})
    root = repo({"a.py": "", "a.bak": ""}, git=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "settings"))
    if in_git:
        subprocess.run(["git", "init", "--quiet", root], check=True)
    assert walked(root).paths == ["a.py"]


def test_the_repositorys_own_exclude_file_counts(repo, walked):
    root = repo({"a.py": ""}, git=True)
    testing.write(root, {".git/info/exclude": "local.py\n", "local.py": ""})
    got = walked(root)
    assert got.paths == ["a.py"]
    assert got.skips["local.py"] == ("ignored", ".git/info/exclude:1: local.py")


def test_our_own_maps_are_no_source(repo, walked, in_git):
    root = repo({"a.py": ""}, git=in_git)
    testing.write(root, {".xray/.gitignore": "*\n", ".xray/shop.graph.gz": b"x", "shop.graph.gz": b"x"})
    got = walked(root)
    assert got.paths == ["a.py"]
    assert not got.repository.dirty
    assert got.reasons() == {"shop.graph.gz": "build-output"}


def test_order_is_that_of_utf8_bytes(repo, walked, in_git):
    names = ["b.py", "B.py", "a/z.py", "a.py", "a-b.py", "é.py", "日.py", "\U0001f680.py", "\uffee.py"]
    got = walked(repo(dict.fromkeys(names, ""), git=in_git))
    assert got.paths == sorted(names, key=str.encode)


# --- where a map came from ---------------------------------------------------------------------


def test_where_it_came_from(repo, walked):
    root = repo({"a.py": "1", "b.py": "2"}, name="shop", git=True)
    place = walked(root).repository
    assert (place.name, place.root, place.branch, place.dirty) == ("shop", str(root), "main", False)
    assert place.commit == testing.git(root, "rev-parse", "HEAD")
    assert place.commit_time == 1704164645
    testing.git(root, "remote", "add", "origin", "git@example.org:team/store.git")
    testing.write(root, {"a.py": "changed"})
    place = walked(root).repository
    assert (place.name, place.dirty) == ("store", True)


def test_an_untracked_file_makes_it_dirty_when_it_is_mapped(repo, walked):
    root = repo({"a.py": "", ".gitignore": "*.log\n"}, git=True)
    testing.write(root, {"new.py": "", "x.log": ""})
    assert walked(root).repository.dirty
    assert not walked(root, exclude=("new.py",)).repository.dirty


def test_before_the_first_commit_and_off_any_branch(repo, walked):
    root = repo({"a.py": ""})
    testing.git(root, "init", "--quiet", "--initial-branch=trunk")
    place = walked(root).repository
    assert (place.commit, place.branch, place.commit_time, place.dirty) == ("", "trunk", 0, True)
    commit = testing.commit(root, "one")
    testing.git(root, "checkout", "--quiet", "--detach")
    place = walked(root).repository
    assert (place.commit, place.branch) == (commit, "")


def test_a_folder_of_a_work_tree(repo, walked):
    """Paths are from the top; rules further up still hold."""
    files = {"a.py": "", "s[1]/b.py": "", "s[1]/x/c.py": "", "s[1]/d.log": "", "s1/e.py": ""}
    root = repo(files | {".gitignore": "*.log\n", ".xrayignore": "x/\n"}, git=True)
    testing.write(root, {"a.py": "changed"})
    got = walked(root / "s[1]")
    assert got.paths == ["s[1]/b.py"]
    assert got.repository.root == str(root)
    assert not got.repository.dirty  # what changed lies elsewhere
    assert walked(root / "s[1]", include=("/x",)).paths == ["s[1]/b.py", "s[1]/x/c.py"]


def test_an_ignored_folder_is_no_part_of_the_repository_around(repo, walked):
    root = repo({"a.py": "", ".gitignore": "corpora/\n"}, git=True)
    testing.write(root, {"corpora/click/src/b.py": ""})
    got = walked(root / "corpora" / "click")
    assert got.paths == ["src/b.py"]
    assert (got.repository.name, got.repository.commit) == ("click", "")


def test_a_folder_named_through_a_link(repo, walked, tmp_path):
    root = repo({"a.py": ""}, git=True)
    (tmp_path / "link").symlink_to(root)
    assert walked(tmp_path / "link").repository.root == str(root)


# --- files ------------------------------------------------------------------------------------


def test_secrets_are_nodes_without_content(repo, walked, in_git):
    names = [".env", ".env.local", "deploy/prod.env", "id_rsa", "server.pem", "tls.KEY", "store.jks", "a.p12"]
    root = repo(dict.fromkeys([*names, ".env.example", "id_map.go", "main.go"], "x=1\n"), git=in_git)
    got = walked(root)
    assert {path for path in got.paths if not got.files[path].has_content} == set(names)
    assert {path for path, reason in got.reasons().items() if reason == "secret"} == set(names)
    assert all(not text.data for path, text in got.texts().items() if path in names)


def test_too_large(repo, walked, in_git):
    got = walked(
        repo({"a.py": "x" * 101, "b.py": "x" * 100, "c.pb.go": "x" * 101}, git=in_git), max_file_bytes=100
    )
    assert got.files["a.py"].attributes == ("too-large",)
    assert got.files["b.py"].attributes == ()
    assert got.files["c.pb.go"].attributes == ("generated", "too-large")
    assert got.skips["a.py"] == ("too-large", "101 bytes, more than 100")
    assert got.report.exit_code(strict=True) == ExitCode.PARTIAL


def test_names_that_are_not_utf8(walked, tmp_path, in_git):
    root = tmp_path / "odd"
    root.mkdir()
    with open(os.fsencode(root) + b"/caf\xe9.py", "wb") as file:
        file.write(b"x = 1\n")
    testing.write(root, {"a\\xe8.py": "y = 1\n"})
    if in_git:
        testing.commit(root, "odd")
    got = walked(root)
    assert got.paths == ["a\\xe8.py", "caf\\xe9.py"]
    assert {path: text.data for path, text in got.texts().items()} == {
        "a\\xe8.py": b"y = 1\n", "caf\\xe9.py": b"x = 1\n",
    }  # fmt: skip
    assert [note.where for note in got.notes] == ["caf\\xe9.py"]


def test_two_files_shown_alike(walked, tmp_path, in_git):
    root = tmp_path / "odd"
    testing.write(root, {"a\\xe9.py": "1\n"})
    with open(os.fsencode(root) + b"/a\xe9.py", "wb") as file:
        file.write(b"2\n")
    if in_git:
        testing.commit(root, "odd")
    got = walked(root)
    assert got.texts()["a\\xe9.py"].data == b"1\n"
    assert got.skips["a\\xe9.py"] == ("unreadable", "another file is shown by the same name")


@pytest.mark.parametrize(
    "name", ["a\nb.py", "a\tb.py", '"q".py', "a\\b.py", "-x.py", ":(top)x.py", " a .py", "a:b::c.py"]
)
def test_odd_names(repo, walked, in_git, name):
    got = walked(repo({name: "x = 1\n"}, git=in_git))
    assert got.paths == [name]
    assert got.texts()[name].data == b"x = 1\n"


def test_what_is_no_regular_file(repo, walked):
    root = repo({"a.py": ""})
    os.mkfifo(root / "pipe.py")
    got = walked(root)
    assert got.paths == ["a.py"]
    assert got.skips["pipe.py"] == ("unreadable", "no regular file")


def test_deep_trees(walked, tmp_path, in_git):
    """Deeper than calls may nest in Python."""
    root = testing.write(tmp_path / "deep", {"a.py": ""})
    inner = root
    while len(inner.parts) < 1500:
        inner /= "d"
        inner.mkdir()
    (inner / "b.py").touch()
    try:
        if in_git:
            testing.commit(root, "deep")
        got = walked(root)
        assert got.paths == ["a.py", (inner / "b.py").relative_to(root).as_posix()]
        assert not any(text.skip for text in got.texts().values())
    finally:  # pytest could not
        for folder in (inner, *inner.parents):
            if folder == root:
                break
            (folder / "b.py").unlink(missing_ok=True)
            folder.rmdir()


# --- nothing to map ----------------------------------------------------------------------------


def test_the_root_of_everything_has_a_place():
    found = Found(Path("/"), WalkSettings())
    assert [found.place(path) for path in (b"", b"etc")] == [b"/", b"/etc"]


def test_no_such_folder(walked, tmp_path):
    with pytest.raises(BuildError, match="cannot be walked: No such file or directory") as caught:
        walked(tmp_path / "missing")
    assert caught.value.where == str(tmp_path / "missing")
    assert caught.value.exit_code == ExitCode.FAILED


def test_a_file_is_no_folder(repo, walked):
    root = repo({"a.py": ""})
    with pytest.raises(BuildError, match="a map is made of a folder"):
        walked(root / "a.py")


def test_nothing_to_read(repo, walked, in_git):
    root = repo({"a.png": b"\0", ".env": "x"}, git=in_git)
    with pytest.raises(BuildError, match="holds no file to read") as caught:
        walked(root)
    assert "1 binary, 1 secret" in caught.value.hint


def test_an_empty_folder(walked, tmp_path):
    with pytest.raises(BuildError, match="holds no file to read. it is empty"):
        walked(tmp_path)


def test_a_bare_repository(walked, tmp_path):
    testing.git(tmp_path, "init", "--quiet", "--bare", "bare.git")
    with pytest.raises(BuildError, match="bare repository"):
        walked(tmp_path / "bare.git")
