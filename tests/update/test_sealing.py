"""A live map whose snapshot is sealed: sealed again to the key that opens it, or not written at all."""

from __future__ import annotations

import pytest
from msgspec import structs

from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.errors import SealError
from xray_graph.snapshot import Opening, read_header, seal, verify
from xray_graph.snapshot.header import is_sealed
from xray_graph.snapshot.place import FileBlob
from xray_graph.update import LiveMap

SETTINGS = BuildSettings(name="shop", embed=EmbedSettings(embedder="none"))
FILES = {"a.py": "def first():\n    pass\n"}


@pytest.fixture
def key(tmp_path):
    secret, recipient = seal.generate()
    (tmp_path / "key").write_text(secret)
    return seal.read_keys([tmp_path / "key"]), recipient


@pytest.fixture
def root(repo):
    return repo(FILES)


def file_of(root, out, recipients):
    out.mkdir(exist_ok=True)
    path, _ = pipeline.write(pipeline.build(root, SETTINGS), out, recipients=recipients)
    return path


def live_over(root, out, keys):
    return LiveMap(root, lambda: SETTINGS, output=out, quiet=0, opening=Opening(keys), label="shop")


def sealed(path):
    with FileBlob(path) as blob:
        return is_sealed(blob)


def change(root, live):
    (root / "a.py").write_text("def second():\n    pass\n")
    live.update(["a.py"])


def test_sealed_again_to_the_identitys_own_key(root, tmp_path, key):
    keys, recipient = key
    other = seal.generate()[1]
    path = file_of(root, tmp_path / "out", [recipient, other])
    before = path.read_bytes()
    live = live_over(root, tmp_path / "out", keys)
    live.wait()
    live.flush()
    assert path.read_bytes() == before, "the same map stays sealed as it is"
    change(root, live)
    flushed = live.flush()
    assert path.read_bytes() != before
    assert sealed(path)
    assert seal.look(path).recipients == ("X25519",), "to the key alone that opened it"
    assert verify(path, keys).content_digest == flushed.header.content_digest
    live.close()


def test_also_when_the_file_is_gone_or_plain_by_then(root, tmp_path, key):
    keys, recipient = key
    path = file_of(root, tmp_path / "out", [recipient])
    live = live_over(root, tmp_path / "out", keys)
    live.wait()
    path.unlink()
    change(root, live)
    live.flush()
    assert sealed(path)
    path.unlink()
    file_of(root, tmp_path / "out", [])
    (root / "a.py").write_text("def third():\n    pass\n")
    live.update(["a.py"])
    live.close()
    assert sealed(path)


@pytest.mark.parametrize("which", ["none", "another"])
def test_nothing_is_written_without_the_key(root, tmp_path, key, which):
    path = file_of(root, tmp_path / "out", [key[1]])
    before = path.read_bytes()
    (tmp_path / "another").write_text(seal.generate()[0])
    keys = seal.read_keys([tmp_path / "another"]) if which == "another" else seal.Keys()
    live = live_over(root, tmp_path / "out", keys)
    live.wait()
    change(root, live)
    with pytest.raises(SealError, match="--snapshot-key"):
        live.flush()
    path.rename(tmp_path / "moved")
    with pytest.raises(SealError, match="--snapshot-key"):
        live.close()
    assert not path.exists()
    assert (tmp_path / "moved").read_bytes() == before


def test_a_plain_map_stays_plain_unless_a_recipient_is_given(root, tmp_path, key):
    keys, recipient = key
    path = file_of(root, tmp_path / "out", [])
    live = live_over(root, tmp_path / "out", keys)
    live.wait()
    change(root, live)
    live.close()
    assert not sealed(path)
    settings = structs.replace(SETTINGS, snapshot_recipient=(recipient,))
    live = LiveMap(root, lambda: settings, output=tmp_path / "out", quiet=0, opening=Opening(keys))
    live.wait()
    live.close()
    assert sealed(path)
    assert read_header(path, keys).about.label == "shop"
