"""The vector cache: by fingerprint and text, bounded, and never the reason that a build fails."""

from __future__ import annotations

import sqlite3

import numpy as np
import pytest

from xray_graph.embed import VectorCache, default_path
from xray_graph.embed.cache import text_key
from xray_graph.testing import CountingEmbedder

EMBEDDER = CountingEmbedder(8)
ROW = np.arange(8, dtype=np.float32)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "xray" / "vectors.sqlite"


def keys(*texts):
    return {text_key(text): text for text in texts}


def test_what_was_put_is_found(path):
    VectorCache(path).put(EMBEDDER, {text_key("a"): ROW})
    found = VectorCache(path).get(EMBEDDER, keys("a", "b"))
    assert list(found) == [text_key("a")]
    assert np.array_equal(found[text_key("a")], ROW)


def test_another_fingerprint_is_another_vector(path):
    VectorCache(path).put(EMBEDDER, {text_key("a"): ROW})
    assert VectorCache(path).get(CountingEmbedder(16), keys("a")) == {}


def test_a_row_that_is_damaged_is_not_found(path):
    VectorCache(path).put(EMBEDDER, {text_key("a"): ROW, text_key("b"): ROW * np.nan})
    with sqlite3.connect(path) as db:
        db.execute("update vectors set row = x'00' where text = ?", (text_key("a"),))
    db.close()
    assert VectorCache(path).get(EMBEDDER, keys("a", "b")) == {}


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to be read as one" * 20, b""])
def test_a_file_that_is_damaged_is_begun_again(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    cache = VectorCache(path)
    assert cache.get(EMBEDDER, keys("a")) == {}
    cache.put(EMBEDDER, {text_key("a"): ROW})
    assert len(cache.get(EMBEDDER, keys("a"))) == 1


def test_a_place_that_cannot_be_written_is_no_cache(tmp_path):
    (tmp_path / "file").write_text("")
    cache = VectorCache(tmp_path / "file" / "vectors.sqlite")
    cache.put(EMBEDDER, {text_key("a"): ROW})
    assert cache.get(EMBEDDER, keys("a")) == {}


def test_it_stays_within_its_limit(path):
    cache = VectorCache(path, limit=200_000)
    for batch in range(12):
        cache.put(EMBEDDER, {text_key(f"{batch}/{k}"): ROW for k in range(600)})
    with sqlite3.connect(path) as db:
        (count,) = db.execute("select count(*) from vectors").fetchone()
    db.close()
    assert 0 < count < 12 * 600


def test_many_keys_are_asked_for_at_once(path):
    cache = VectorCache(path)
    texts = [str(k) for k in range(1300)]
    cache.put(EMBEDDER, {text_key(text): ROW for text in texts})
    assert len(cache.get(EMBEDDER, keys(*texts))) == 1300


def test_it_lies_in_the_users_cache_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_path().parent == tmp_path / "xray"
