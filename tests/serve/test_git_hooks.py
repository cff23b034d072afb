"""Git hooks: a commit reaches the map, hooks that were there go on working, and nothing fails a commit."""

from __future__ import annotations

import json
import os
import socket
import stat
import sys

import pytest

from tests.serve.running import ROOT, run, serving, until
from tests.serve.shop import FILES
from xray_graph import testing
from xray_graph.cli import run as run_here
from xray_graph.errors import NotFoundError, UsageError
from xray_graph.serve import git_hooks
from xray_graph.serve.git_hooks import NAMES, install, uninstall

COMMAND = [sys.executable, "-m", "xray_graph.cli"]


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # for the program that a hook starts
    return testing.repo(FILES, tmp_path / "shop", git=True)


def hooks(root):
    folder = root / ".git" / "hooks"
    return {name: folder / name for name in NAMES}


def put(root, name, text, mode=0o755):
    file = hooks(root)[name]
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    file.chmod(mode)
    return file


def states(done):
    return {hook.state for hook in done}


def contents(folder):
    return {
        path.name: (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) for path in sorted(folder.iterdir())
    }


def test_a_commit_a_checkout_and_a_merge_reach_the_map(root):
    with serving(str(root), "--no-watch", "--flush-after", "0") as server:
        until(lambda: server.ask("/v1/maps").json["maps"][0]["state"] == "ready")
        assert states(install(root, COMMAND)) == {"installed"}

        def knows(name):
            return server.ask(f"/v1/node?name={name}").status == 200

        testing.git(root, "checkout", "--quiet", "-b", "other")
        testing.write(root, {"pay/a.go": "package pay\n\nfunc Refund() {}\n"})
        testing.commit(root, "refund")
        until(lambda: knows("Refund"))
        testing.git(root, "checkout", "--quiet", "main")
        until(lambda: not knows("Refund"))
        testing.git(root, "merge", "--quiet", "other")
        until(lambda: knows("Refund"))


def test_it_goes_to_the_server_that_was_named(root):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(60)
        install(root, COMMAND, f"http://127.0.0.1:{listener.getsockname()[1]}")
        testing.commit(root, "second")  # does not wait for the one who never answers
        connection, _ = listener.accept()
        with connection:
            assert b"POST /v1/update" in connection.recv(4096)


@pytest.mark.parametrize(
    "command",
    [["missing-program"], ["/"], [sys.executable, "-c", "raise SystemExit(3)"]],
    ids=["missing", "folder", "fails"],
)
def test_nothing_fails_a_commit(root, command):
    install(root, command)
    before = testing.git(root, "rev-parse", "HEAD")
    assert testing.commit(root, "second") != before


def test_hooks_that_are_there_go_on_working(root, tmp_path):
    seen = tmp_path / "seen"
    put(root, "post-commit", f"#!/bin/bash\nset -eu\necho commit >> {seen}\nexit 0\n")
    put(
        root,
        "post-checkout",
        f"#!{sys.executable}\nimport sys\nopen({str(seen)!r}, 'a').write(' '.join(sys.argv[1:]) + '\\n')\n",
    )
    put(root, "post-merge", f"echo merge >> {seen}\n", mode=0o644)  # switched off
    before = contents(root / ".git" / "hooks")
    assert states(install(root, COMMAND)) == {"installed"}
    testing.commit(root, "second")
    head = testing.git(root, "rev-parse", "HEAD")
    testing.git(root, "checkout", "--quiet", "-b", "other")
    testing.git(root, "merge", "--quiet", "main")
    assert seen.read_text() == f"commit\n{head} {head} 1\n"
    assert states(uninstall(root)) == {"removed"}
    assert contents(root / ".git" / "hooks") == before


def test_again_changes_nothing_and_another_program_is_taken_up(root):
    install(root, COMMAND)
    first = contents(root / ".git" / "hooks")
    assert states(install(root, COMMAND)) == {"unchanged"}
    assert contents(root / ".git" / "hooks") == first
    assert states(install(root, ["/elsewhere/it's/xray"])) == {"changed"}
    assert states(uninstall(root)) == {"removed"}
    assert states(uninstall(root)) == {"absent"}
    assert not any(file.exists() for file in hooks(root).values())


def test_what_was_added_to_ours_stays(root):
    install(root, COMMAND)
    file = hooks(root)["post-commit"]
    file.write_text(file.read_text() + "echo mine\n")
    install(root, ["/elsewhere/xray"])
    uninstall(root)
    assert file.read_text() == "#!/bin/sh\necho mine\n"


def test_a_hook_that_is_a_link_stays_one(root, tmp_path):
    real = tmp_path / "shared.sh"
    real.write_text("#!/bin/sh\nexit 0\n")
    real.chmod(0o755)
    put(root, "post-merge", "")
    file = hooks(root)["post-merge"]
    file.unlink()
    file.symlink_to(real)
    install(root, COMMAND)
    assert real.read_text() == "#!/bin/sh\nexit 0\n"
    uninstall(root)
    assert file.is_symlink()


def test_what_is_in_the_way_is_not_overwritten(root):
    put(root, "post-commit", "#!/usr/bin/perl\n")
    (root / ".git" / "hooks" / f"post-commit{git_hooks.ASIDE}").write_text("mine")
    with pytest.raises(UsageError) as caught:
        install(root, COMMAND)
    assert caught.value.where.endswith(git_hooks.ASIDE)


def test_a_linked_work_tree_has_the_hooks_of_its_repository(root, tmp_path):
    testing.git(root, "worktree", "add", "--quiet", str(tmp_path / "wt"))
    (hook, *_) = install(tmp_path / "wt", COMMAND)
    assert hook.file == root / ".git" / "hooks" / "post-commit"


def test_a_folder_of_hooks_in_the_repository_is_used_and_a_shared_one_is_not(root, tmp_path):
    testing.git(root, "config", "core.hooksPath", ".husky")
    (hook, *_) = install(root / "cart", COMMAND)
    assert hook.file == root / ".husky" / "post-commit"
    testing.git(root, "config", "core.hooksPath", str(tmp_path / "shared"))
    with pytest.raises(UsageError) as caught:
        install(root, COMMAND)
    assert str(tmp_path / "shared") in caught.value.where


def test_outside_of_a_repository(tmp_path):
    for place in (tmp_path, tmp_path / "missing"):
        with pytest.raises(NotFoundError, match="it is in no git work tree. name a folder of one"):
            install(place, COMMAND)


def test_the_command(root, capfd, monkeypatch):
    monkeypatch.chdir(root)
    assert run_here(["graph", "install", "--git-hooks", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)["changes"]
    assert [hook["name"] for hook in told] == list(NAMES)
    assert os.access(told[0]["file"], os.X_OK)
    assert run_here(["graph", "install", "--git-hooks", "--uninstall"]) == 0
    assert capfd.readouterr().out.count("removed") == 3
    assert run_here(["graph", "install"]) == 2


def test_the_module_is_the_program(tmp_path):
    import subprocess

    done = subprocess.run(
        [*COMMAND, "graph", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("xray-graph ")
    assert run("install", "--git-hooks", cwd=tmp_path).returncode == 1
