"""publish and pull as a user runs them, on a layout in a folder; registries are in tests/publish."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.conftest import real_part
from xray_graph.cli import run

REF = "registry.example.com/team/maps:1"


@pytest.fixture
def built(repo, tmp_path, capsys):
    root = repo({"a.go": "package a\n\nfunc Add() {}\n"})
    assert run(["graph", "build", str(root), "-o", str(tmp_path), "--name", "shop", "--no-embed"]) == 0
    capsys.readouterr()
    return str(tmp_path / "shop.graph.gz")


def test_there_and_back(built, tmp_path, capsys):
    layout = str(tmp_path / "layout")
    assert run(["graph", "publish", built, REF, "--output", layout]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{REF} in {layout}\n  registry.example.com/team/maps@sha256:")
    assert run(["graph", "pull", f"oci:{layout}:1", str(tmp_path / "got")]) == 0
    assert capsys.readouterr().out.startswith(f"oci:{layout}:1 is sha256:")
    assert (tmp_path / "got" / "shop.graph.gz").read_bytes() == (tmp_path / "shop.graph.gz").read_bytes()


def test_a_signature_that_was_checked_is_told(built, tmp_path, capsys):
    real_part("ssh-keygen")
    key, layout = tmp_path / "key", str(tmp_path / "layout")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    assert run(["graph", "publish", built, REF, "--output", layout, "--sign-key", str(key)]) == 0
    capsys.readouterr()
    pull = ["graph", "pull", f"oci:{layout}:1", str(tmp_path / "got")]
    assert run([*pull, "--verify-key", f"{key}.pub"]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith(", with a right signature")
    assert run(pull) == 0
    assert "right signature" not in capsys.readouterr().out


def test_annotations(built, tmp_path, capsys):
    more = [
        "--source",
        "https://code.example.com/shop",
        "--annotation",
        "org.opencontainers.image.title=The shop",
    ]
    assert run(["graph", "publish", built, REF, "--output", str(tmp_path / "l"), "--json", *more]) == 0
    digest = json.loads(capsys.readouterr().out)["digest"]
    told = json.loads((tmp_path / "l" / "blobs" / "sha256" / digest[7:]).read_bytes())["annotations"]
    assert told["org.opencontainers.image.title"] == "The shop"
    assert told["org.opencontainers.image.source"] == "https://code.example.com/shop"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["publish", "{map}"], 2, "a snapshot, or the reference that it goes under"),
        (["publish", "{map}", "team/maps:1"], 2, "names no registry"),
        (["publish", "{map}", "r.example.com/m@sha256:" + "0" * 64], 2, "publish under a tag"),
        (["publish", "nowhere.graph.gz", REF], 1, "cannot open the snapshot"),
        (["publish", "{map}", REF, "--annotation", "x"], 2, "no KEY=VALUE"),
        (["publish", "{map}", REF, "--sbom", "nowhere.json"], 2, "cannot be read"),
        (["publish", "{map}", REF, "--ca-file", "nowhere.pem"], 2, "no certificates"),
        (["publish", REF], 2, "SNAPSHOT"),
        (["pull", "oci:layout", "got"], 2, "names no tag"),
        (["pull", "oci:nowhere:1", "got"], 1, "no OCI layout"),
        (["pull", "team/maps:1", "got"], 2, "names no registry"),
        (["pull", REF, "got", "--max-bytes", "0"], 2, "max-bytes"),
    ],
)
def test_what_is_wrong_is_said(built, tmp_path, capsys, monkeypatch, arguments, code, said):
    monkeypatch.chdir(tmp_path)
    assert run(["graph", *(argument.format(map=built) for argument in arguments)]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
