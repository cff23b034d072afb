"""Which folders are watched, what an event asks for, and that a real watch misses nothing."""

from __future__ import annotations

import threading

import pytest

from tests.serve.running import until
from xray_graph import testing
from xray_graph.serve.watch import MANY, Ground, Watch, Watched, sift, watched_of
from xray_graph.update import UpdateRequest


@pytest.fixture
def root(tmp_path):
    files = {
        "a.py": "", "src/b.py": "", "src/deep/c.py": "", "logs/x.log": "", "node_modules/m/i.js": "",
        ".xray/m.graph.gz": "",
    }  # fmt: skip
    root = testing.repo(files, tmp_path / "shop", git=True)
    (root / "empty").mkdir()
    (root / "link").symlink_to(tmp_path)
    return root


def ground(root, scope=""):
    known = frozenset({"a.py", "src/b.py", "src/deep/c.py"})
    return Ground(root, scope, known, lambda path: path == "logs" or path.endswith(".log"))


def below(root, watched):
    return sorted(folder.removeprefix(str(root)) for folder in watched.folders)


def test_mapped_folders_are_watched_and_no_others(root):
    watched = watched_of(ground(root))
    assert below(root, watched) == ["", "/empty", "/src", "/src/deep"]
    assert watched.git == str(root / ".git")


def test_a_folder_that_is_mapped_alone(root):
    assert below(root, watched_of(ground(root, "src"))) == ["/src", "/src/deep"]


def test_a_linked_work_tree_has_its_git_folder_elsewhere(root, tmp_path):
    testing.git(root, "worktree", "add", "--quiet", str(tmp_path / "wt"))
    assert watched_of(ground(tmp_path / "wt")).git == str(root / ".git" / "worktrees" / "wt")


def test_outside_git(tmp_path):
    assert watched_of(ground(tmp_path)) == Watched(frozenset({str(tmp_path)}), "")


@pytest.mark.parametrize(
    ("events", "files", "grown"),
    [
        (["a.py"], ["a.py"], False),
        (["gone.py"], None, False),  # it came and went
        (["new.py"], ["new.py"], False),
        (["x.log", "logs/y.log", "node_modules/m/j.js", ".xray/m.graph.gz"], None, False),
        (["fresh"], ["fresh"], True),
        (["src"], None, True),  # another folder of that name
        (["src/old"], ["src/old"], False),  # a watched folder that is gone
        ([".git/objects/ab", ".git/index.lock", ".git/COMMIT_EDITMSG"], None, False),
    ],
)
def test_what_an_event_asks_for(root, events, files, grown):
    watched = watched_of(ground(root))
    (root / "new.py").touch()
    (root / "fresh").mkdir()
    (root / "logs/y.log").touch()
    watched = watched._replace(folders=watched.folders | {str(root / "src/old")})
    request, more = sift(ground(root), watched, [str(root / event) for event in events])
    told = None if files is None else UpdateRequest(files=tuple(str(root / file) for file in files))
    assert (request, more) == (told, grown)


@pytest.mark.parametrize("name", ["HEAD", "index", "logs/HEAD", "packed-refs"])
def test_another_state_of_git_asks_for_the_whole_tree(root, name):
    here = ground(root)
    request, _ = sift(here, watched_of(here), [str(root / ".git" / name), str(root / "a.py")])
    assert request == UpdateRequest(everything=True)


def test_very_many_events_ask_for_the_whole_tree(root):
    here = ground(root)
    here = here._replace(known={f"f{k}.py" for k in range(MANY + 1)})
    request, _ = sift(here, watched_of(here), [str(root / path) for path in here.known])
    assert request == UpdateRequest(everything=True)


def test_a_real_watch(root):
    told: list[UpdateRequest] = []
    stop = threading.Event()
    watch = threading.Thread(target=Watch(lambda: ground(root), told.append).run, args=(stop,))
    watch.start()
    try:
        until(lambda: told == [UpdateRequest(everything=True)])  # what came before it stood
        testing.write(root, {"src/b.py": "b = 1\n"})
        until(lambda: UpdateRequest(files=(str(root / "src/b.py"),)) in told)
        testing.write(root, {"empty/now/d.py": "d = 1\n"})
        until(lambda: told.count(UpdateRequest(everything=True)) == 2)  # it stands on the new folder too
        testing.write(root, {"empty/now/e.py": "e = 1\n"})
        until(lambda: UpdateRequest(files=(str(root / "empty/now/e.py"),)) in told)
        testing.write(root, {"z.log": "1", "logs/z.log": "1"})
        testing.commit(root, "more")
        until(lambda: told.count(UpdateRequest(everything=True)) >= 3)
    finally:
        stop.set()
        watch.join()
    assert not any("log" in file for request in told for file in request.files)
