"""Sealed maps on every command that reads one, the cap on sizes, and what is refused before a build."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys

import pytest

from tests.conftest import real_part
from tests.snapshot.maps import indexed
from tests.snapshot.mutations import Mutator, apart, together
from xray_graph.cli import run
from xray_graph.snapshot import write_map
from xray_graph.snapshot.arrays import pack, unpack

FILES = {"a.go": "package a\n\nfunc Add() { Sub() }\n\nfunc Sub() {}\n"}


@pytest.fixture
def key(tmp_path, capsys):
    """(a key file, its recipient)"""
    assert run(["graph", "keygen", "-o", str(tmp_path / "key")]) == 0
    return tmp_path / "key", capsys.readouterr().out.strip()


@pytest.fixture
def sealed(repo, tmp_path, key, capsys):
    """A folder with the sealed map `shop`."""
    maps = tmp_path / "maps"
    build = ["graph", "build", str(repo(FILES)), "-o", str(maps), "--name", "shop", "--no-embed"]
    assert run([*build, "--snapshot-recipient", key[1]]) == 0
    capsys.readouterr()
    return maps


READING = [
    ["inspect", "FILE"],
    ["verify", "FILE"],
    ["export", "FILE", "--format", "nodes"],
    ["diff", "FILE", "FILE"],
    ["search", "Add", "--map", "FILE"],
    ["node", "Add", "--map", "FILE"],
    ["callers", "Sub", "--map", "FILE"],
    ["callees", "Add", "--map", "FILE"],
    ["services", "--map", "FILE"],
    ["maps", "--map", "FILE"],
]


@pytest.mark.parametrize("command", READING, ids=lambda c: c[0])
def test_every_command_that_reads_takes_a_key(sealed, key, command, capsys, tmp_path):
    asked = ["graph", *(str(sealed / "shop.graph.gz") if word == "FILE" else word for word in command)]
    assert run([*asked, "--snapshot-key", str(key[0])]) == 0
    told = capsys.readouterr().out
    if command[0] == "inspect":
        assert "shop" in told
        return
    assert run(asked) == 4
    assert "--snapshot-key FILE" in capsys.readouterr().err
    other = tmp_path / "other"
    assert run(["graph", "keygen", "-o", str(other)]) == 0
    assert run([*asked, "--snapshot-key", str(other), "--snapshot-key", str(key[0])]) == 0
    assert run([*asked, "--snapshot-key", str(other)]) == 4
    assert "no key of" in capsys.readouterr().err


def test_a_key_from_standard_input_and_from_the_environment(sealed, key, capsys, monkeypatch):
    asked = ["graph", "verify", str(sealed / "shop.graph.gz")]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(key[0].read_bytes())))
    assert run([*asked, "-i", "-"]) == 0
    monkeypatch.setenv("XRAY_AGE_KEY", key[0].read_text())
    assert run(asked) == 0
    monkeypatch.setenv("XRAY_AGE_KEY_FILE", str(sealed / "none"))
    assert run(asked) == 2, "a file that is named must be there"
    assert "none" in capsys.readouterr().err
    monkeypatch.setenv("XRAY_AGE_KEY_FILE", str(key[0]))
    assert run(asked) == 0


def test_a_sealed_map_without_its_key_is_left_out_and_the_others_answer(sealed, repo, capsys):
    other = repo({"b.go": "package b\n\nfunc Add() {}\n"}, name="other")
    assert run(["graph", "build", str(other), "-o", str(sealed), "--name", "plain", "--no-embed"]) == 0
    capsys.readouterr()
    assert run(["graph", "search", "Add", "--map", str(sealed), "--json"]) == 0
    told = capsys.readouterr()
    assert {one["map"] for one in json.loads(told.out)["results"]} == {"plain"}
    assert "warning: " in told.err
    assert "shop.graph.gz" in told.err
    assert "--snapshot-key FILE" in told.err


def test_an_mcp_server_does_not_take_its_clients_input_for_a_key(sealed, capsys):
    assert run(["graph", "mcp", str(sealed / "shop.graph.gz"), "--snapshot-key", "-"]) == 2
    assert "standard input" in capsys.readouterr().err


def test_recipients_from_the_environment_and_from_a_list(repo, tmp_path, key, capsys, monkeypatch):
    root, out = repo(FILES), tmp_path / "out"
    monkeypatch.setenv("XRAY_AGE_RECIPIENTS", key[1])
    assert run(["graph", "build", str(root), "-o", str(out), "--name", "s", "--no-embed"]) == 0
    file = out / "s.graph.gz"
    assert file.read_bytes().startswith(b"age-encryption.org/v1\n")
    before = file.read_bytes()
    assert run(["graph", "build", str(root), "-o", str(out), "--name", "s", "--no-embed"]) == 0
    assert file.read_bytes() == before, "the same map is not sealed again"
    monkeypatch.delenv("XRAY_AGE_RECIPIENTS")
    assert run(["graph", "seal", str(file), "-i", str(key[0])]) == 2
    (tmp_path / "list").write_text(f"# who reads\n{key[1]}\n")
    assert run(["graph", "seal", str(file), "-i", str(key[0]), "-R", str(tmp_path / "list")]) == 0
    assert file.read_bytes() != before


def test_sealed_again_to_others_and_to_no_one_else(sealed, key, tmp_path, capsys):
    real_part("age")
    file = sealed / "shop.graph.gz"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "ssh"], check=True)
    public = (tmp_path / "ssh.pub").read_text().strip()
    assert run(["graph", "seal", str(file), "-r", public]) == 4, "without a key it cannot be opened"
    assert run(["graph", "seal", str(file), "-i", str(key[0]), "-r", public]) == 0
    assert run(["graph", "verify", str(file), "-i", str(key[0])]) == 4
    assert run(["graph", "verify", str(file), "-i", str(tmp_path / "ssh")]) == 0
    opened = subprocess.run(
        ["age", "-d", "-i", tmp_path / "ssh", file], check=True, capture_output=True
    ).stdout
    assert opened.startswith(b"\x1f\x8b")


def test_a_map_larger_than_is_taken(sealed, key, capsys):
    asked = ["graph", "search", "Add", "--map", str(sealed / "shop.graph.gz"), "-i", str(key[0])]
    assert run([*asked, "--max-map-bytes", "1000000"]) == 0
    assert run([*asked, "--max-map-bytes", "1000"]) == 4
    told = capsys.readouterr().err
    assert "at most 1000" in told
    assert "--max-map-bytes" in told
    assert run([*asked, "--max-map-bytes", "0"]) == 2


def test_unsealed_whole_or_not_at_all(sealed, key, tmp_path, capsys):
    file, plain = sealed / "shop.graph.gz", tmp_path / "plain.graph.gz"
    unseal = ["graph", "unseal", str(file), "-i", str(key[0]), "-o", str(plain)]
    data = file.read_bytes()
    file.write_bytes(data[:-1])
    assert run(unseal) == 4
    assert not plain.exists()
    file.write_bytes(data)
    assert run(unseal) == 0
    assert stat.S_IMODE(plain.stat().st_mode) == 0o600
    plain.write_bytes(b"mine")
    assert run(unseal) == 2
    assert plain.read_bytes() == b"mine"


def test_what_would_fail_after_a_build_fails_before_it(sealed, repo, tmp_path, capsys, monkeypatch):
    root = str(repo(FILES))
    from xray_graph import pipeline

    def never(*given, **more):
        raise AssertionError("it was built")

    monkeypatch.setattr(pipeline, "build", never)
    here = ["graph", "build", root, "--no-embed"]
    assert run([*here, "--name", "shop", "-o", str(sealed)]) == 4
    assert "would be plain" in capsys.readouterr().err
    assert run([*here, "--snapshot-recipient", "age1nobody"]) == 2
    assert "no age or ssh-ed25519 recipient" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert run([*here, "-o", str(tmp_path / "file" / "maps")]) == 1
    assert "-o" in capsys.readouterr().err
    twin = repo(FILES, name="twin/shop")
    assert run([*here, str(twin), "-o", str(tmp_path / "out")]) == 2
    assert "--name" in capsys.readouterr().err
    if os.geteuid():
        (tmp_path / "locked").mkdir(mode=0o500)
        assert run([*here, "-o", str(tmp_path / "locked")]) == 1


HOSTILE = ["word index", "links", "nodes", "header"]


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize(
    "command", [["search", "cart add", "--map", "FILE"], ["verify", "FILE"]], ids=lambda c: c[0]
)
def test_a_hostile_map_is_one_error_that_names_the_file(tmp_path, command, what, capsys):
    good = tmp_path / "m.graph.gz"
    write_map(good, indexed())
    taken = apart(good.read_bytes())
    if what == "header":
        bad = together({**taken.about, "dims": -1}, taken.table, b"".join(taken.sections.values()))
    else:
        name, column = {
            "word index": ("words", "row_nodes"),
            "links": ("hnsw", "link"),
            "nodes": ("nodes", "path"),
        }[what]
        columns = dict(unpack(taken.raw(name), "m", name).columns)
        columns[column] = columns[column].copy()
        columns[column][-1] = 1 << 30
        bad = Mutator([taken])._holding(taken, name, pack(columns))
    good.write_bytes(bad)
    assert run(["graph", *(str(good) if word == "FILE" else word for word in command)]) == (
        0 if (what, command[0]) == ("links", "search") else 4  # its vectors are of another model: not read
    )
    told = capsys.readouterr().err
    if told:
        assert told.count("error: ") == 1
        assert f"where: {good}" in told
        assert "Traceback" not in told
