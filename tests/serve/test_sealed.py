"""A server over a repository whose map is sealed: it stays sealed, or what is on the disk stays as it is."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.serve.running import serving, until
from tests.serve.shop import FILES
from xray_graph import pipeline, testing
from xray_graph.config import BuildSettings
from xray_graph.snapshot import read_header, seal, verify


@pytest.fixture
def sealed(tmp_path):
    """(the repository, its sealed map, the key file)"""
    root = testing.repo(FILES, tmp_path / "shop", git=True)
    secret, recipient = seal.generate()
    (tmp_path / "key").write_text(secret)
    (tmp_path / "maps").mkdir()
    file, _ = pipeline.write(pipeline.build(root, BuildSettings()), tmp_path / "maps", recipients=[recipient])
    return root, file, tmp_path / "key"


def ready(server):
    until(lambda: "note" not in server.ask("/v1/callers?name=Cart.Add").json.get("freshness", {"note": ""}))


def flush(server, root):
    (root / "pay/pay.go").unlink()
    asked = json.dumps({"files": ["pay/pay.go"], "folder": str(root), "flush": True}).encode()
    return server.ask("/v1/update", method="POST", body=asked)


def test_with_the_key_it_is_read_and_sealed_again(sealed):
    root, file, key = sealed
    keys = seal.read_keys([key])
    before = file.read_bytes()
    arguments = ["--no-watch", "--flush-after", "0", "-o", str(file.parent), "--snapshot-key", str(key)]
    with serving(str(root), *arguments) as server:
        assert server.ask("/v1/callers?name=Cart.Add").status == 200, "the earlier map answers at once"
        ready(server)
        assert flush(server, root).status == 200
        assert server.stop() == 0
    assert file.read_bytes() != before
    assert file.read_bytes().startswith(b"age-encryption.org/v1\n")
    assert verify(file, keys).content_digest == read_header(file, keys).content_digest


def test_without_the_key_nothing_is_written(sealed):
    root, file, _ = sealed
    before = file.read_bytes()
    arguments = ["--no-watch", "--flush-after", "0", "-o", str(file.parent)]
    with serving(str(root), *arguments, errors=subprocess.PIPE) as server:
        until(lambda: server.ask("/v1/maps").json["maps"][0]["state"] == "ready")
        ready(server)
        answer = flush(server, root)
        assert answer.status >= 400
        assert b"--snapshot-key" in answer.body
        assert server.stop() == 4
        assert "--snapshot-key" in server.process.stderr.read()
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir() if path.suffix == ".gz"] == [file.name]
