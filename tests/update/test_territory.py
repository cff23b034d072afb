"""Whose path is it: what lies in no served repository is told by its name, and never opened."""

from __future__ import annotations

import os
import sys

import pytest

from tests.update.comparing import living
from xray_graph.config import BuildSettings, WalkSettings
from xray_graph.update import Territory, territory

FILES = {"a.py": "def f():\n    pass\n", "src/b.py": "def g():\n    pass\n", "docs/c.md": "# C\n"}


@pytest.fixture
def shop(repo, tmp_path):
    root = repo(FILES, git=True)
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key.py").write_text("SECRET = 1\n")
    (tmp_path / "shopping").mkdir()
    (tmp_path / "shopping" / "x.py").write_text("")
    (root / "out").symlink_to(tmp_path / "secret")
    (root / "inner").symlink_to(root / "src")
    (root / "leak.py").symlink_to(tmp_path / "secret" / "key.py")
    (root / "alias.py").symlink_to(root / "a.py")
    return root


OURS = {
    "a.py": "a.py",
    "./src//b.py": "src/b.py",
    "src/../a.py": "a.py",
    "new/file.py": "new/file.py",
    "src": "src",
    ".git/HEAD": ".git/HEAD",
    "alias.py": "alias.py",  # a link to a file is the walk's to judge
    "{root}/src/b.py": "src/b.py",
    "{root}/src/../a.py": "a.py",
    "{above}/link/src/b.py": "src/b.py",  # another name of the top
    "{above}/secret/../shop/a.py": "a.py",
}
NOT_OURS = (
    "",
    ".",
    "..",
    "../secret/key.py",
    "src/../../secret/key.py",
    "/etc/passwd",
    "{above}/secret/key.py",
    "{above}/shopping/x.py",  # begins like the top
    "{root}",
    "{root}/../secret/key.py",
    "out/key.py",  # a folder that is a link
    "inner/b.py",
    "inner/../a.py",
    "{root}/out/../a.py",
    "{above}/link/out/key.py",
    "a\0.py",
    "a\ud800.py",  # half a character
    "C:/shop/a.py",
    "C:\\shop\\a.py",
    "\\\\host\\share\\a.py",
    "//host/share/a.py",
)


def filled(path, root):
    return path.format(root=root, above=root.parent)


@pytest.mark.parametrize("path", OURS)
def test_paths_of_the_repository(shop, path):
    (shop.parent / "link").symlink_to(shop)
    assert Territory(shop).locate(filled(path, shop)) == OURS[path]


@pytest.mark.parametrize("path", NOT_OURS)
def test_paths_of_nobody(shop, path):
    (shop.parent / "link").symlink_to(shop)
    assert Territory(shop).locate(filled(path, shop)) is None


def test_a_folder_of_a_work_tree(shop):
    part = Territory(shop, "src")
    assert part.locate("src/b.py") == "src/b.py"
    assert part.locate(str(shop / "src" / "b.py")) == "src/b.py"
    assert part.locate("a.py") is None
    assert part.locate("srcs/b.py") is None


def test_a_followed_link_is_known_by_the_map(shop):
    follows = Territory(shop, follow=True)
    assert follows.locate("inner/b.py", {"inner/b.py"}) == "inner/b.py"
    assert follows.locate("out/key.py", {"inner/b.py"}) is None


def test_another_spelling_where_case_does_not_matter(shop, monkeypatch):
    """The disk of such a system is played: it finds `SRC` for `src`."""
    monkeypatch.setattr(territory, "_folds_case", lambda top: True)
    here = Territory(shop)
    assert here.locate("src/b.py") == "src/b.py"
    assert here.locate("SRC/b.py") is None
    assert here.locate("src/B.py") is None
    assert here.locate("src/new.py") == "src/new.py"


@pytest.fixture
def opened(monkeypatch):
    """Every path that this process opens from now on."""
    seen: list[str] = []

    def hook(event, arguments):
        if event == "open" and active:
            seen.append(os.fsdecode(arguments[0]) if isinstance(arguments[0], (str, bytes)) else "")

    active = [True]
    sys.addaudithook(hook)
    yield seen
    active.clear()


def test_what_is_unowned_is_never_opened(shop, opened):
    paths = ["../secret/key.py", "out/key.py", "leak.py", "/etc/passwd", "a.py", "inner/b.py"]
    with living(shop) as live:
        reply = live.update(paths)
        assert set(reply.unowned) == {
            "../secret/key.py",
            "out/key.py",
            "leak.py",
            "/etc/passwd",
            "inner/b.py",
        }
        assert reply.unchanged == ("a.py",)
        assert not [path for path in opened if "key.py" in path or "passwd" in path]
        assert "SECRET" not in "".join(map(str, live.version.map.sources.values()))


def test_a_folder_that_becomes_a_link_between_check_and_open(shop, monkeypatch):
    """What the name said is not what is opened: the reader follows no link itself."""
    with living(shop) as live:
        real = Territory.locate

        def then_swapped(self, path, known=()):
            found = real(self, path, known)
            (shop / "src" / "b.py").unlink()
            (shop / "src").rmdir()
            (shop / "src").symlink_to(shop.parent / "secret")
            (shop.parent / "secret" / "b.py").write_text("STOLEN = 1\n")
            return found

        monkeypatch.setattr(Territory, "locate", then_swapped)
        reply = live.update(["src/b.py"])
        assert reply.removed == ("src/b.py",)
        assert not [text for text in live.version.map.sources.values() if b"STOLEN" in text]


def test_a_link_that_stays_inside_is_told_as_one(shop):
    with living(shop) as live:
        (skip,) = live.update(["alias.py"]).skipped
        assert (skip.path, skip.reason) == ("alias.py", "symlink")


def test_followed_links_are_updated(shop):
    settings = BuildSettings(name="shop", walk=WalkSettings(follow_symlinks=True))
    (shop / "inner").unlink()
    (shop / "deep" / "er").mkdir(parents=True)
    (shop / "deep" / "er" / "z.py").write_text("def z():\n    pass\n")
    (shop / ".gitignore").write_text("deep/er\n")
    (shop / "followed").symlink_to("deep/er")
    with living(shop, settings) as live:
        assert "followed/z.py" in live.version.map.sources
        (shop / "deep" / "er" / "z.py").write_text("def zed():\n    pass\n")
        reply = live.update(["followed/z.py"])
        assert reply.updated == ("followed/z.py",)
        assert live.version.map.graph.find("zed")
