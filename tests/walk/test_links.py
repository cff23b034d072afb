"""Symbolic links: counted, or followed to each real file once, and never out of the root."""

from __future__ import annotations

import pytest

from xray_graph import testing


@pytest.fixture(params=["git", "plain"])
def linked(request, repo):
    """`linked(files, links)` → a folder with those links, committed or not in git."""

    def make(files, links, *, scope=""):
        root = repo(files)
        for path, target in links.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).symlink_to(target)
        if request.param == "git":
            testing.commit(root, "links")
        return root / scope

    return make


def test_links_are_counted_and_not_followed(linked, walked):
    root = linked({"a.py": "", "d/b.py": ""}, {"link.py": "a.py", "e": "d", "loop": ".", "nowhere": "x"})
    got = walked(root)
    assert got.paths == ["a.py", "d/b.py"]
    assert got.reasons() == dict.fromkeys(["e", "link.py", "loop", "nowhere"], "symlink")


def test_a_link_out_of_the_root_is_never_read(linked, walked, tmp_path):
    testing.write(tmp_path, {"outside.py": "secret = 1\n", "shop-too/x.py": ""})
    links = {"leak.py": "/etc/hostname", "up.py": "../outside.py", "folder": "..", "like": "../shop-too"}
    root = linked({"a.py": ""}, links)
    for follow in (False, True):
        got = walked(root, follow_symlinks=follow)
        assert got.paths == ["a.py"]
        assert set(got.reasons().values()) == {"outside"}


def test_each_real_file_is_read_once(linked, walked):
    links = {
        "link.py": "a.py",
        "again": "d",
        "chain": "again",
        "one.py": "hidden/h.py",
        "two.py": "hidden/h.py",
    }
    root = linked({"a.py": "a\n", "d/b.py": "b\n", "hidden/h.py": "h\n", ".xrayignore": "hidden/\n"}, links)
    got = walked(root, follow_symlinks=True)
    assert got.paths == [".xrayignore", "a.py", "d/b.py", "one.py"]
    assert got.skips["link.py"] == ("symlink", "the same file as a.py")
    assert got.skips["again"] == ("symlink", "the folder is walked as d")
    assert got.skips["two.py"] == ("symlink", "the same file as one.py")
    assert got.texts()["one.py"].data == b"h\n"


def test_loops_end(linked, walked):
    root = linked({"a/b.py": "1\n", "out/c/d.py": "2\n", ".xrayignore": "/out\n"},
                  {"a/up": "..", "a/self": ".", "x": "y", "y": "x", "out/c/back": "..", "in": "out/c"})  # fmt: skip
    got = walked(root, follow_symlinks=True)
    assert got.paths == [".xrayignore", "a/b.py", "in/d.py"]
    assert got.skips["a/up"] == ("symlink", "the folder is walked as .")
    assert got.texts()["in/d.py"].data == b"2\n"


def test_a_followed_link_does_not_reach_key_material(linked, walked):
    root = linked({"a.py": "", ".env": "KEY=1\n"}, {"notes.txt": ".env", "config.txt": ".git/config"})
    got = walked(root, follow_symlinks=True)
    texts = got.texts()
    assert not any(b"KEY" in text.data or b"[core]" in text.data for text in texts.values())
    assert got.skips["notes.txt"][0] in {"symlink", "secret"}


def test_a_link_must_not_leave_the_folder_that_was_asked_for(linked, walked):
    root = linked({"s/a.py": "", "b.py": "", "s/c/d.py": ""}, {"s/up.py": "../b.py"}, scope="s")
    got = walked(root, follow_symlinks=True)
    assert [path.rpartition("/")[2] for path in got.paths] == ["a.py", "d.py"]
    assert list(got.reasons().values()) == ["outside"]


def test_a_folder_that_became_a_link(repo, walked, tmp_path):
    """Git still knows files below it; they are not read through the link."""
    root = repo({"a.py": "", "d/b.py": ""}, git=True)
    testing.write(tmp_path, {"elsewhere/b.py": "x"})
    (root / "d" / "b.py").unlink()
    (root / "d").rmdir()
    (root / "d").symlink_to(tmp_path / "elsewhere")
    for follow in (False, True):
        got = walked(root, follow_symlinks=follow)
        assert got.paths == ["a.py"]
        assert got.skips["d"][0] == "outside"
