"""No map is written over that is of another repository and called alike."""

from __future__ import annotations

import pytest

from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.errors import UsageError
from xray_graph.snapshot import owner, seal
from xray_graph.update import LiveMap

SETTINGS = BuildSettings(name="shop", embed=EmbedSettings(embedder="none"))


@pytest.fixture
def theirs(repo, tmp_path):
    """The map of another repository."""
    root = repo({"theirs.py": "def sell():\n    pass\n"}, name="x/shop", git=True)
    (tmp_path / "maps").mkdir()
    return pipeline.write(pipeline.build(root, SETTINGS), tmp_path / "maps")[0]


def test_a_map_of_another_repository_is_refused(repo, theirs):
    root = repo({"ours.py": "def buy():\n    pass\n"}, name="y/shop", git=True)
    with pytest.raises(UsageError, match="another repository"):
        owner.refuse_others(theirs, "shop", root, ["ours.py"])
    owner.refuse_others(theirs, "shop", root, ["theirs.py"])  # its history was written anew
    owner.refuse_others(theirs.with_name("none.graph.gz"), "none", root, ["ours.py"])
    owner.refuse_others(theirs, "shop", theirs.parents[1] / "x" / "shop", ["ours.py"])


def test_a_live_map_writes_over_no_other(repo, theirs):
    root = repo({"ours.py": "def buy():\n    pass\n"}, name="y/shop", git=True)
    before = theirs.read_bytes()
    live = LiveMap(root, lambda: SETTINGS, output=theirs.parent, quiet=0, label="shop")
    live.start()
    live.wait()
    with pytest.raises(UsageError, match="another repository"):
        live.flush()
    assert theirs.read_bytes() == before
    theirs.unlink()
    live.flush()
    live.close()
    assert theirs.is_file()


def test_a_sealed_map_of_another_is_refused_where_its_key_is(repo, theirs, tmp_path):
    secret, recipient = seal.generate()
    (tmp_path / "key").write_text(secret + "\n")
    keys = seal.read_keys([tmp_path / "key"])
    (theirs.parent / "sealed").mkdir()
    pipeline.write(
        pipeline.build(tmp_path / "x" / "shop", SETTINGS), theirs.parent / "sealed", recipients=[recipient]
    )
    sealed = theirs.parent / "sealed" / theirs.name
    root = repo({"ours.py": "def buy():\n    pass\n"}, name="y/shop", git=True)
    with pytest.raises(UsageError, match="another repository"):
        owner.refuse_others(sealed, "shop", root, ["ours.py"], keys)
    owner.refuse_others(sealed, "shop", root, ["ours.py"])  # nobody can tell
