"""Plaintext is handed out before a later part of the sealed file fails its check.

Seen in FiloSottile/age#639, woodruffw/pyrage#36.
"""

from __future__ import annotations

import io
import random

import pyrage
import pytest

from tests.snapshot.maps import parts, sources, text
from xray_graph.cli import run
from xray_graph.errors import RefusedError
from xray_graph.snapshot import open_map, seal, verify, write_map

LARGE = "cart/cart.go"


@pytest.fixture
def sealed(tmp_path):
    """(the file, its keys, the key file): some chunks of age's, so that the last can fail alone."""
    secret, recipient = seal.generate()
    (tmp_path / "key").write_text(secret)
    noisy = random.Random(75).randbytes(300_000)
    path = tmp_path / "m.graph.gz"
    write_map(path, parts(sources=sources() | {LARGE: noisy + text(600, 1)}), recipients=[recipient])
    return path, seal.read_keys([tmp_path / "key"]), tmp_path / "key"


def test_the_library_does_so(sealed):
    """Should this fail, the library got better: then the private file is one step too many."""
    path, keys, _ = sealed
    out = io.BytesIO()
    with pytest.raises(OSError, match="decryption error"):
        pyrage.decrypt_io(io.BytesIO(path.read_bytes()[:-1]), out, keys.identities)
    assert len(out.getvalue()) >= 64 << 10


@pytest.mark.parametrize("damage", ["cut", "flipped", "key", "head"])
def test_nothing_is_used_before_all_is_checked_and_each_failure_says_which(sealed, damage, tmp_path):
    path, keys, _ = sealed
    data = path.read_bytes()
    said = "damaged or cut: age's check fails"
    if damage == "cut":
        path.write_bytes(data[:-1])
        said = "the file is cut"
    elif damage == "flipped":
        path.write_bytes(data[:-40] + bytes([data[-40] ^ 1]) + data[-39:])
    elif damage == "key":
        (tmp_path / "other").write_text(seal.generate()[0])
        keys = seal.read_keys([tmp_path / "other"])
        said = "no key of"
    else:
        path.write_bytes(data[:70] + b"!" + data[71:])
        said = "seal is damaged"
    for read in (open_map, verify):
        with pytest.raises(RefusedError, match=said) as told:
            read(path, keys)
        assert told.value.where == str(path)


def test_nothing_is_left_where_it_was_to_be_written(sealed, tmp_path, capsys):
    path, _, key = sealed
    path.write_bytes(path.read_bytes()[:-1])
    before = {file.name for file in tmp_path.iterdir()}
    assert run(["graph", "unseal", str(path), "-i", str(key), "-o", str(tmp_path / "plain")]) == 4
    assert "the file is cut" in capsys.readouterr().err
    assert {file.name for file in tmp_path.iterdir()} == before
