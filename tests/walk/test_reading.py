"""Reading one file: contained in the root, once, with what its bytes say about it."""

from __future__ import annotations

import os

import pytest

from xray_graph import testing
from xray_graph.config import WalkSettings
from xray_graph.model import SkipReason, SourceFile
from xray_graph.report import BuildReport, Recorder
from xray_graph.walk import Reader, read_files


def file(path, language="python", **more):
    return SourceFile(path, language, 0, **more)


def read(root, file, settings=None):
    with Reader(root, settings or WalkSettings()) as reader:
        return reader.read(file)


def test_the_text_of_a_file(repo):
    text = read(repo({"a/b.py": "x = 'é'\r\n"}), file("a/b.py"))
    assert (text.data, text.skip, text.diagnostics) == ("x = 'é'\r\n".encode(), None, ())


def test_many_files_in_any_order(repo):
    paths = ["a.py", "a/b.py", "a/b/c.py", "a/b/d/e.py", "a/f/g.py", "h/i.py", "z.py"]
    root = repo({path: path for path in paths if path != "a.py"} | {"a.py": "a.py"})
    with Reader(root, WalkSettings()) as reader:
        for path in [*paths, *reversed(paths), *paths[::2], "a/b/missing.py", *paths]:
            text = reader.read(file(path))
            assert text.data == (b"" if "missing" in path else path.encode())


def test_no_descriptor_is_left_open(repo):
    root = repo({"a/b/c.py": "", "a/d.py": ""})
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    with Reader(root, WalkSettings()) as reader:
        for path in ("a/b/c.py", "a/missing.py", "no/such.py", "a/d.py", "/".join(["x"] * 100)):
            reader.read(file(path))
    assert not before or len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("path", ["../outside.py", "a/../../outside.py", "/etc/hostname", "a\0b"])
def test_a_path_that_leads_out(repo, tmp_path, path):
    testing.write(tmp_path, {"outside.py": "secret"})
    text = read(repo({"a/b.py": ""}), file(path))
    assert (text.skip.reason, text.data) == (SkipReason.OUTSIDE, b"")


@pytest.mark.parametrize("link", ["file", "folder", "deep"])
def test_a_link_put_there_after_the_walk(repo, tmp_path, link):
    testing.write(tmp_path, {"private/b.py": "secret"})
    root = repo({"a/x": "", "c/d/x": ""})
    if link == "file":
        (root / "a" / "b.py").symlink_to(tmp_path / "private" / "b.py")
    else:
        path = root / "a" / "p" if link == "folder" else root / "c" / "d" / "p"
        path.symlink_to(tmp_path / "private")
    path = {"file": "a/b.py", "folder": "a/p/b.py", "deep": "c/d/p/b.py"}[link]
    assert read(root, file(path)).skip.reason is SkipReason.SYMLINK
    assert read(root, file(path), WalkSettings(follow_symlinks=True)).skip.reason is SkipReason.OUTSIDE


def test_a_link_inside_is_read_when_links_are_followed(repo):
    root = repo({"a/b.py": "x = 1\n"})
    (root / "c").symlink_to("a")
    assert read(root, file("c/b.py")).skip.reason is SkipReason.SYMLINK
    assert read(root, file("c/b.py"), WalkSettings(follow_symlinks=True)).data == b"x = 1\n"


def test_what_is_known_by_its_attributes_is_not_opened(repo):
    text = read(repo({"a.png": "x"}), SourceFile("a.png", "", 1, ("binary",)))
    assert text.skip.reason is SkipReason.BINARY


def test_it_changed_since_the_walk(repo):
    root = repo({"big.py": "x" * 200})
    os.mkfifo(root / "pipe.py")
    (root / "folder.py").mkdir()
    settings = WalkSettings(max_file_bytes=100)
    found = {
        path: read(root, file(path), settings).skip for path in ("gone.py", "big.py", "pipe.py", "folder.py")
    }
    assert {path: (skip.reason.value, skip.detail) for path, skip in found.items()} == {
        "gone.py": ("unreadable", "No such file or directory"),
        "big.py": ("too-large", "200 bytes, more than 100"),
        "pipe.py": ("unreadable", "no regular file"),
        "folder.py": ("unreadable", "no regular file"),
    }


def test_only_the_head_of_a_file_without_a_language(repo):
    root = repo({"data.po": "x" * 20_000, "tool": "#!/usr/bin/env python3\n" + "x = 1\n" * 5_000})
    assert read(root, file("data.po", "")).data == b""
    script = read(root, file("tool", ""))
    assert (script.file.language, len(script.data)) == ("python", 30_023)


@pytest.mark.parametrize(
    ("content", "skip", "attributes"),
    [
        (b"\x7fELF\0\1", "binary", ("binary",)),
        (b"-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n", "secret", ("secret",)),
        (b"\n-----BEGIN PGP PRIVATE KEY BLOCK-----\n", "secret", ("secret",)),
        (b"AGE-SECRET-KEY-1QQQ\n", "secret", ("secret",)),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "lfs-pointer", ("lfs-pointer",)),
        (b"\xff\xfe" + b"\xff\xd8" * 500, "encoding", ()),
    ],
)
def test_what_only_the_bytes_tell(repo, content, skip, attributes):
    root = repo({"a.txt": content})
    for language in ("text", ""):
        text = read(root, file("a.txt", language))
        assert (text.skip.reason.value, text.file.attributes, text.data) == (skip, attributes, b"")


def test_minified_and_generated(repo):
    root = repo({
        "a.js": "!function(){" + "var a=1;" * 400 + "}();\n",
        "b.go": "// Code generated by protoc-gen-go. DO NOT EDIT.\n\npackage b\n",
        "c.js": "var a = 1;\n" * 400,
    })  # fmt: skip
    minified, generated = read(root, file("a.js", "javascript")), read(root, file("b.go", "go"))
    assert (minified.skip.reason.value, minified.file.attributes) == ("minified", ("generated", "minified"))
    assert (generated.skip, generated.file.attributes) == (None, ("generated",))
    assert generated.data.endswith(b"package b\n")
    assert read(root, file("c.js", "javascript")).file.attributes == ()


def test_reading_a_whole_walk_reports_once(repo, walked):
    root = repo({"a.py": b"# caf\xe9\n", "b.bin": b"\0", "c.dat.py": b"\0\0\0\1", "d.py": "ok\n"})
    got = walked(root)
    report = BuildReport()
    texts = list(read_files(root, got.result.files, got.settings, Recorder(report)))
    assert [text.file.path for text in texts] == got.paths
    assert list(report.skipped) == ["c.dat.py"]  # b.bin was reported by the walk
    assert list(report.diagnostics) == ["a.py"]


def test_a_path_longer_than_the_system_allows(repo):
    skip = read(repo({"a.py": ""}), file("x" * 5000)).skip
    assert skip.reason is SkipReason.UNREADABLE
    assert skip.detail == "File name too long: the path has 5000 characters"
