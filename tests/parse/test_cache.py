"""A cache that may be lost at any time and is never wrong or in the way."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from xray_graph import folders
from xray_graph.model import Declaration, Diagnostic, FileFacts, Scope
from xray_graph.parse import cache as caches
from xray_graph.parse.cache import FactsCache

ROOT = Path(__file__).parents[2]
VERSION = b"1"


def facts(name="f", padding=0):
    return FileFacts(
        "go",
        strings=(name, "x" * padding),
        scopes=(Scope(-1, 0, 9, -1),),
        declarations=(Declaration("function", name, -1, 0, -1, 0, 9, 1, 1, 1, attributes=("exported",)),),
        diagnostics=(Diagnostic("parse-error", "é", 1, 2),),
    )


def packed(value):
    return msgspec.msgpack.encode(value)


def fill(place, count, **options):
    """A closed cache with facts for `count` files; their keys."""
    with FactsCache(place, VERSION, **options) as cache:
        keys = [cache.key("go", b"%d" % i) for i in range(count)]
        for number, key in enumerate(keys):
            cache.put(key, packed(facts(f"f{number}", padding=1000)))
    assert cache.trouble == ""
    return keys


def database(place):
    (path,) = place.glob("facts-*.sqlite3")
    return path


def test_what_was_put_comes_back_before_and_after_closing(tmp_path):
    with FactsCache(tmp_path, VERSION) as cache:
        key = cache.key("go", b"package a")
        assert cache.get(key) is None
        cache.put(key, packed(facts()))
        assert cache.get(key).unpack() == facts()
    with FactsCache(tmp_path, VERSION) as cache:
        assert cache.get(key).unpack() == facts()
        assert (cache.hits, cache.misses, cache.dropped) == (1, 0, 0)


def test_keys_tell_bytes_dialects_and_versions_apart(tmp_path):
    with FactsCache(tmp_path, b"1") as one, FactsCache(tmp_path, b"2") as two:
        keys = {
            one.key("c", b"int x;"),
            one.key("cpp", b"int x;"),
            one.key("c", b"int x; "),
            one.key("pp", b"int x;\0c"),
            two.key("c", b"int x;"),
        }
    assert len(keys) == 5


def test_the_folder_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert folders.caches() == tmp_path / "xray"
    monkeypatch.setenv("HOME", str(tmp_path))
    for unset in ("", "relative/path"):
        monkeypatch.setenv("XDG_CACHE_HOME", unset)
        assert folders.caches() == tmp_path / ".cache" / "xray"


def test_the_folder_is_the_users_own(tmp_path):
    fill(tmp_path / "a" / "xray", 1)
    assert (tmp_path / "a" / "xray").stat().st_mode & 0o077 == 0


def test_writes_are_collected(tmp_path):
    with FactsCache(tmp_path, VERSION) as cache, sqlite3.connect(database(tmp_path)) as other:
        count = lambda: other.execute("select count(*) from facts").fetchone()[0]
        for number in range(10):
            cache.put(cache.key("go", b"%d" % number), packed(facts(padding=caches.BATCH_BYTES // 10 - 2000)))
        assert count() == 0
        cache.put(cache.key("go", b"last"), packed(facts(padding=caches.BATCH_BYTES // 10)))
        assert count() == 11
    other.close()


@pytest.mark.parametrize("damage", ["flip", "cut", "swap", "other-type"])
def test_a_damaged_entry_is_dropped_and_made_again(tmp_path, damage):
    first, second, third = fill(tmp_path, 3)
    with sqlite3.connect(database(tmp_path)) as raw:
        (body,) = raw.execute("select body from facts where key = ?", (second,)).fetchone()
        (other,) = raw.execute("select body from facts where key = ?", (third,)).fetchone()
        wrong = packed({"not": "facts"})
        new = {
            "flip": body[:30] + bytes([body[30] ^ 1]) + body[31:],
            "cut": body[:2],
            "swap": other,
            "other-type": caches._check(second, wrong) + wrong,
        }[damage]
        raw.execute("update facts set body = ? where key = ?", (new, second))
    raw.close()
    with FactsCache(tmp_path, VERSION) as cache:
        assert cache.get(second) is None
        assert cache.dropped == 1
        assert cache.get(first) is not None
        cache.put(second, packed(facts("again")))
    with FactsCache(tmp_path, VERSION) as cache:
        assert cache.get(second).unpack() == facts("again")


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"no database" * 100,
        lambda data: data[:100],
        lambda data: data[:100] + b"\xff" * 60000,
    ],
    ids=["empty", "text", "cut", "overwritten"],
)
def test_a_damaged_database_is_made_again(tmp_path, damage):
    (key,) = fill(tmp_path, 1)
    path = database(tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    with FactsCache(tmp_path, VERSION) as cache:
        assert cache.get(key) is None
        cache.put(key, packed(facts("again")))
    with FactsCache(tmp_path, VERSION) as cache:
        assert cache.get(key).unpack() == facts("again")
        assert cache.trouble == ""


def test_no_place_to_write_is_no_obstacle(tmp_path):
    (tmp_path / "file").write_text("")
    with FactsCache(tmp_path / "file" / "xray", VERSION) as cache:
        key = cache.key("go", b"")
        cache.put(key, packed(facts()))
        assert cache.get(key).unpack() == facts()
        assert "Not a directory" in cache.trouble


def test_a_folder_in_the_database_s_place_is_no_obstacle(tmp_path):
    (tmp_path / f"facts-{caches.SCHEMA}.sqlite3").mkdir()
    with FactsCache(tmp_path, VERSION) as cache:
        assert cache.get(cache.key("go", b"")) is None
    assert cache.trouble


def test_a_lock_that_is_held_costs_the_cache_and_not_the_build(tmp_path, monkeypatch):
    monkeypatch.setattr(caches, "_PATIENCE_SECONDS", 0.01)
    (key,) = fill(tmp_path, 1)
    holder = sqlite3.connect(database(tmp_path), isolation_level=None)
    holder.execute("begin immediate")
    with FactsCache(tmp_path, VERSION) as cache:
        assert cache.get(key) is not None
        cache.put(cache.key("go", b"new"), packed(facts()))
    assert "locked" in cache.trouble
    holder.execute("rollback")
    holder.close()
    assert fill(tmp_path, 1) == [key]


def test_the_least_recently_used_are_forgotten(tmp_path, monkeypatch):
    limit = 500_000  # the 400 entries take a little more
    monkeypatch.setattr(caches.time, "time", lambda: 0.0)
    keys = fill(tmp_path, 400)
    monkeypatch.setattr(caches.time, "time", lambda: 86400.0 * 2)
    with FactsCache(tmp_path, VERSION, limit_bytes=limit) as cache:
        assert all(cache.get(key) for key in keys[:100])
        cache.put(cache.key("go", b"one more"), packed(facts(padding=50_000)))
    with FactsCache(tmp_path, VERSION, limit_bytes=limit) as cache:
        assert cache._used_bytes(cache._database) <= limit
        kept = [cache.get(key) is not None for key in keys]
    assert all(kept[:100])
    assert 0 < sum(kept[100:]) < 300
    assert kept[100:] == sorted(kept[100:])  # what is left are the younger ones


def test_the_file_stays_bounded_over_many_builds(tmp_path):
    limit = 2_000_000
    for build in range(6):
        with FactsCache(tmp_path, VERSION, limit_bytes=limit) as cache:
            for number in range(100):
                cache.put(cache.key("go", b"%d %d" % (build, number)), packed(facts(padding=10_000)))
    assert database(tmp_path).stat().st_size < 2 * limit + caches.BATCH_BYTES


def test_databases_of_another_schema_are_removed(tmp_path):
    (tmp_path / "facts-0.sqlite3").write_text("old")
    (tmp_path / "facts-0.sqlite3-wal").write_text("old")
    (tmp_path / "vectors.sqlite3").write_text("another's")
    fill(tmp_path, 1)
    assert {path.name for path in tmp_path.iterdir()} >= {"vectors.sqlite3"}
    assert not list(tmp_path.glob("facts-0*"))


WRITER = """
import sys
from pathlib import Path
import msgspec
from xray_graph.model import FileFacts
from xray_graph.parse.cache import FactsCache
with FactsCache(Path(sys.argv[1]), b"1") as cache:
    sys.stdin.read(1)
    for number in range(int(sys.argv[2]), int(sys.argv[3])):
        facts = FileFacts("go", strings=(str(number), "x" * 30000))
        cache.put(cache.key("go", b"%d" % number), msgspec.msgpack.encode(facts))
print(cache.trouble)
"""


def test_builds_share_it_at_the_same_time(tmp_path):
    """Three processes create, fill (in overlapping ranges) and close one cache."""
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), str(first), str(first + 400)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for first in (0, 200, 400)
    ]
    for writer in writers:
        writer.stdin.write("g")
        writer.stdin.flush()
    assert [writer.communicate()[0] for writer in writers] == ["\n"] * 3
    with FactsCache(tmp_path, VERSION) as cache:
        for number in range(800):
            found = cache.get(cache.key("go", b"%d" % number))
            assert found is not None
            assert found.unpack().strings[0] == str(number)
