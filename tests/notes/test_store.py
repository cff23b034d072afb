"""The file of notes: kept, expired, sealed, and shared by processes that know nothing of each other."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys

import pytest

from tests.serve.running import ROOT, environment, until
from xray_graph.errors import FormatError, UsageError
from xray_graph.notes import Note, NoteStore, Seal, new_note, read_seal
from xray_graph.notes import store as store_module
from xray_graph.snapshot import seal

DAY = 24 * 60 * 60


class Clock:
    now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(tmp_path, clock):
    return NoteStore(tmp_path / "session.notes.db", clock=clock)


def note(clock, text="Carts expire after a day", **more) -> Note:
    return new_note(text, now=clock.now, **more)


def test_there_is_nothing_before_the_first_note(store):
    assert store.read().notes == ()
    assert (store.changes(), store.sweep(), store.exists) == (0, 0, False)


def test_a_note_is_read_as_it_was_written(store, clock):
    one = note(
        clock,
        "Pay in cents.\n\nNever floats. ☕",
        kind="decision",
        about=["shop//pay.go::Pay"],
        tags=["money"],
    )
    store.write([one])
    assert store.read().notes == (one,)
    assert one.title == "Pay in cents."


def test_it_is_in_wal_mode_and_for_its_owner_alone(store, clock):
    store.write([note(clock)])
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    with sqlite3.connect(store.path) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_notes_expire_each_at_its_own_time(store, clock):
    short, usual, forever = (note(clock, f"note of {d}", days=d) for d in (1, 90, 0))
    store.write([short, usual, forever])
    clock.now += DAY
    assert {one.id for one in store.read().notes} == {usual.id, forever.id}
    clock.now += 1000 * DAY
    assert [one.id for one in store.read().notes] == [forever.id]


def test_the_usual_time_is_ninety_days(clock):
    assert note(clock).expires == clock.now + 90 * DAY
    assert note(clock, days=0).expires is None


def test_what_has_expired_is_gone_from_the_file(store, clock):
    store.write([note(clock, "the word is xyzzy" * 100, days=1), note(clock, "another")])
    before = store.changes()
    clock.now += DAY
    assert store.sweep() == 1
    assert store.changes() == before + 1
    assert b"xyzzy" not in b"".join(path.read_bytes() for path in store.path.parent.iterdir())


def test_a_write_is_whole_or_not_at_all(store, clock, monkeypatch):
    store.write([note(clock)])
    monkeypatch.setattr(store_module, "MOST", 2)
    with pytest.raises(UsageError, match="2 are the most"):
        store.write([note(clock), note(clock)])
    assert len(store.read().notes) == 1


@pytest.mark.parametrize(
    "odd", [{"text": "a\udc80"}, {"text": "a", "about": ["\udcff"]}, {"text": "a", "title": "\ud800"}]
)
def test_half_a_character_is_refused_and_named(clock, odd):
    with pytest.raises(UsageError, match=list(odd)[-1]):
        new_note(now=clock.now, **odd)


def test_a_note_of_an_id_that_is_there_takes_its_place(store, clock):
    one = note(clock)
    store.write([one])
    store.write([Note(one.id, "Again", "Again.", written=one.written)])
    assert [each.title for each in store.read().notes] == ["Again"]


@pytest.mark.parametrize("content", [b"no database, but more than its first hundred bytes" * 30, None])
def test_another_file_is_refused_and_stays(store, clock, content):
    if content is None:
        with sqlite3.connect(store.path) as connection:
            connection.execute("CREATE TABLE theirs (x)")
        connection.close()
    else:
        store.path.write_bytes(content)
    before = store.path.read_bytes() if content else None
    with pytest.raises(FormatError):
        store.write([note(clock)])
    if content:
        assert store.path.read_bytes() == before


def test_a_damaged_note_is_left_out_and_counted(store, clock):
    kept, lost = note(clock, "kept"), note(clock, "lost")
    store.write([kept, lost])
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE note SET body = x'00' WHERE id = ?", (lost.id,))
    connection.close()
    contents = store.read()
    assert (contents.notes, contents.unreadable) == ((kept,), 1)


class TestSealing:
    @pytest.fixture
    def key(self):
        return seal.generate()

    def test_a_sealed_note_is_nowhere_in_the_clear(self, tmp_path, clock, key):
        secret, recipient = key
        store = NoteStore(
            tmp_path / "n.notes.db",
            Seal((recipient,), seal.read_keys(environment={"XRAY_AGE_KEY": secret})), clock,
        )  # fmt: skip
        one = note(clock, "the word is xyzzy")
        store.write([one])
        assert store.read().notes == (one,)
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert b"xyzzy" not in stored
        assert b"age-encryption.org/v1" in stored

    def test_without_the_key_it_is_counted_and_still_expires(self, tmp_path, clock, key):
        store = NoteStore(tmp_path / "n.notes.db", Seal((key[1],)), clock)
        store.write([note(clock, days=1)])
        assert (store.read().notes, store.read().unreadable) == ((), 1)
        clock.now += DAY
        assert store.read().unreadable == 0

    def test_each_note_is_sealed_by_itself(self, tmp_path, clock, key):
        path = tmp_path / "n.notes.db"
        plain = note(clock, "plain")
        NoteStore(path, clock=clock).write([plain])
        NoteStore(path, Seal((key[1],)), clock).write([note(clock, "sealed")])
        contents = NoteStore(path, clock=clock).read()
        assert (contents.notes, contents.unreadable) == ((plain,), 1)

    def test_a_sealed_note_under_another_name_is_refused(self, tmp_path, clock, key):
        secret, recipient = key
        keys = seal.read_keys(environment={"XRAY_AGE_KEY": secret})
        store = NoteStore(tmp_path / "n.notes.db", Seal((recipient,), keys), clock)
        store.write([note(clock)])
        with sqlite3.connect(store.path) as connection:
            connection.execute("UPDATE note SET expires = NULL")
        connection.close()
        fresh = NoteStore(store.path, Seal((recipient,), keys), clock)
        assert (fresh.read().notes, fresh.read().unreadable) == ((), 1)

    def test_what_is_no_recipient_is_refused_at_the_start(self):
        with pytest.raises(UsageError):
            read_seal(["age1nonsense"])


WRITER = """
import sys
from pathlib import Path
from xray_graph.notes import NoteStore, new_note
store, name = NoteStore(Path(sys.argv[1])), sys.argv[2]
for number in range(int(sys.argv[3])):
    note = new_note(f"{name} {number}")
    store.write([note])
    print(note.id, flush=True)  # only what was told is counted as kept
"""


def writer(path, name, count):
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(count)],
        cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_processes_that_write_at_once_lose_nothing(tmp_path):
    path = tmp_path / "session.notes.db"
    writers = [writer(path, f"writer {k}", 40) for k in range(4)]
    told = [id_ for each in writers for id_ in each.communicate(timeout=120)[0].split()]
    assert [each.returncode for each in writers] == [0] * 4
    assert len(told) == 160
    contents = NoteStore(path).read()
    assert sorted(one.id for one in contents.notes) == sorted(told)
    assert contents.changes == 160


def test_a_process_that_is_killed_takes_nothing_along(tmp_path):
    path = tmp_path / "session.notes.db"
    told: list[str] = []
    for round_ in range(3):
        doomed, other = writer(path, f"doomed {round_}", 10_000), writer(path, f"other {round_}", 20)
        first = doomed.stdout.readline().strip()
        known = len(told)
        until(lambda known=known: NoteStore(path).changes() > known + 5)
        os.kill(doomed.pid, signal.SIGKILL)
        told += [first, *doomed.communicate(timeout=60)[0].split(), *other.communicate(timeout=60)[0].split()]
        assert other.returncode == 0
    there = {one.id for one in NoteStore(path).read().notes}
    assert there >= set(told)
    assert len(there) <= len(told) + 3  # one at most was on its way a round
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
