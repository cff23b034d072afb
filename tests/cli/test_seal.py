"""keygen, seal, unseal and diff as a user runs them."""

from __future__ import annotations

import json
import stat
import subprocess
import sys

import pytest

from xray_graph.cli import run

FILES = {"a.go": "package a\n\nfunc Add() {}\n"}


@pytest.fixture
def built(repo, tmp_path, capsys):
    root = repo(FILES)
    assert run(["graph", "build", str(root), "-o", str(tmp_path), "--name", "shop", "--no-embed"]) == 0
    assert run(["graph", "keygen", "-o", str(tmp_path / "key")]) == 0
    recipient = capsys.readouterr().out.strip().splitlines()[-1]
    return tmp_path / "shop.graph.gz", tmp_path / "key", recipient


def test_a_key_is_made_for_its_owner_alone_and_never_over_another(built, capsys):
    _, key, recipient = built
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert recipient.startswith("age1")
    assert run(["graph", "keygen", "-o", str(key)]) == 2
    assert "SECRET" not in capsys.readouterr().err


def test_sealed_and_opened_it_is_the_same_file(built, tmp_path, capsys):
    file, key, recipient = built
    before = file.read_bytes()
    assert run(["graph", "seal", str(file), "-r", recipient]) == 0
    assert file.read_bytes() != before
    assert run(["graph", "verify", str(file)]) == 4
    assert "XRAY_AGE_KEY_FILE" in capsys.readouterr().err
    assert run(["graph", "inspect", str(file)]) == 0
    assert "sealed to 1 recipient: X25519" in capsys.readouterr().out
    assert run(["graph", "unseal", str(file), "-i", str(key), "-o", str(tmp_path / "plain.graph.gz")]) == 0
    assert (tmp_path / "plain.graph.gz").read_bytes() == before
    assert stat.S_IMODE((tmp_path / "plain.graph.gz").stat().st_mode) == 0o600


def test_a_map_is_opened_to_standard_output(built, tmp_path):
    file, key, recipient = built
    before = file.read_bytes()
    assert run(["graph", "seal", str(file), "-r", recipient]) == 0
    unseal = [sys.executable, "-m", "xray_graph.cli", "graph", "unseal", file, "-i", key, "-o", "-"]
    ended = lambda *more: subprocess.run([*unseal, *more], cwd=tmp_path, capture_output=True, check=False)
    assert ended().stdout == before
    assert (ended("--json").returncode, ended("--json").stdout) == (2, b"")
    file.write_bytes(file.read_bytes()[:-1])
    assert (ended().returncode, ended().stdout) == (4, b"")
    assert not (tmp_path / "-").exists()


def test_what_is_no_key_says_what_is_one(built, tmp_path, capsys):
    file, _, _ = built
    for name in ("nothing", str(file)):
        assert run(["graph", "verify", str(file), "-i", str(tmp_path / name)]) == 2
        assert "hint:" in capsys.readouterr().err


def test_a_build_with_a_recipient_writes_no_plaintext(repo, tmp_path, built, monkeypatch, capsys):
    _, key, recipient = built
    out = tmp_path / "out"
    out.mkdir()
    root = str(tmp_path / "shop")
    command = ["graph", "build", root, "-o", str(out), "--name", "s", "--no-embed"]
    assert run([*command, "--snapshot-recipient", recipient]) == 0
    assert [p.name for p in out.iterdir()] == ["s.graph.gz"]
    assert b"package a" not in (out / "s.graph.gz").read_bytes()
    assert run(command) == 4, "a plain build does not replace a sealed map"
    monkeypatch.setenv("XRAY_AGE_KEY_FILE", str(key))
    capsys.readouterr()
    assert run(["graph", "inspect", str(out / "s.graph.gz"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["label"] == "s"


def test_diff_of_two_builds(repo, tmp_path, built, capsys):
    file, _, _ = built
    other = repo({"a.go": "package a\n\nfunc Add(x int) {}\n"}, name="other")
    assert run(["graph", "build", str(other), "-o", str(tmp_path), "--name", "new", "--no-embed"]) == 0
    capsys.readouterr()
    assert run(["graph", "diff", str(file), str(tmp_path / "new.graph.gz"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [m["new"]["signature"] for m in told["signatures_changed"]] == ["func Add(x int)"]
    assert run(["graph", "diff", str(file), str(tmp_path / "new.graph.gz"), "--markdown"]) == 0
    assert "Signatures changed (1)" in capsys.readouterr().out
