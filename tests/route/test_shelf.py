"""Which maps stay open, by idle time and by budget, and that nobody who reads loses a map."""

from __future__ import annotations

import threading

import pytest

from tests.snapshot.maps import parts
from xray_graph.errors import FormatError
from xray_graph.route import StoredEntry
from xray_graph.route.admission import Admission
from xray_graph.route.shelf import Shelf
from xray_graph.snapshot import About, Summary, write_map


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def files(tmp_path):
    made = []
    for name in "abcd":
        made.append(tmp_path / f"{name}.graph.gz")
        write_map(made[-1], parts())
    return made


def opened(entries):
    return [entry._opened.map is not None for entry in entries]


def test_without_limits_everything_stays(files):
    shelf = Shelf()
    entries = [StoredEntry(file, shelf) for file in files]
    for entry in entries:
        entry.map()
    assert (shelf.sweep(), shelf.loads, shelf.evictions, len(shelf)) == (0, 4, 0, 4)
    assert shelf.resident > 0


def test_what_is_not_asked_is_put_away_and_its_header_stays(files):
    clock = Clock()
    shelf = Shelf(idle=60, clock=clock)
    first, second = (StoredEntry(file, shelf) for file in files[:2])
    held = first.map()
    second.map()
    clock.now = 59
    second.map()
    clock.now = 60
    assert shelf.sweep() == 1
    assert opened([first, second]) == [False, True]
    assert first.known().label == held.label
    assert held.body(3) is not None  # who reads it keeps it
    assert first.map() is not held
    assert (shelf.loads, shelf.evictions) == (3, 1)


def test_the_budget_is_kept_and_the_least_recently_used_goes_first(files):
    probe = Shelf()
    StoredEntry(files[0], probe).map()
    shelf = Shelf(budget=2 * probe.resident + 1)
    a, b, c, _ = entries = [StoredEntry(file, shelf) for file in files]
    a.map(), b.map()
    a.map()
    c.map()
    assert opened(entries) == [True, False, True, False]
    assert shelf.resident <= shelf.budget
    b.map()
    assert opened(entries) == [False, True, True, False]


def test_a_map_that_is_larger_than_the_budget_is_still_answered_from(files):
    shelf = Shelf(budget=1)
    a, b = (StoredEntry(file, shelf) for file in files[:2])
    a.map(), b.map()
    assert opened([a, b]) == [False, True]


def test_names_count_and_stay(files):
    probe = Shelf()
    StoredEntry(files[0], probe).map()
    one = probe.resident
    shelf = Shelf(budget=2 * one)
    a, b = entries = [StoredEntry(file, shelf) for file in files[:2]]
    a.map(), b.map()
    names = b.names()
    assert opened(entries) == [False, True]
    assert shelf.resident == one + 4 * len(names) > one
    a.map()
    assert opened(entries) == [True, False]
    assert b.names() is names
    b.close()
    assert shelf.resident == one


def test_a_map_is_opened_once_however_many_ask(files):
    shelf = Shelf()
    entry = StoredEntry(files[0], shelf)
    ready = threading.Barrier(16)
    got = []

    def ask():
        ready.wait()
        got.append(entry.map())

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shelf.loads == 1
    assert len({id(map_) for map_ in got}) == 1


def test_a_map_that_is_taken_out_is_forgotten(files):
    shelf = Shelf()
    entry = StoredEntry(files[0], shelf)
    entry.map()
    entry.close()
    assert (len(shelf), shelf.resident, shelf.evictions) == (0, 0, 0)


# --- admission ----------------------------------------------------------------------------------


def about(dims, fingerprint="builtin", stored=None):
    vector = bytes(4 * (dims if stored is None else stored))
    return About(label="x", fingerprint=fingerprint, dims=dims, summary=Summary("", "readme", vector))


def test_other_dimensions_are_refused():
    door = Admission(256, "builtin")
    door.check(about(256), "a")
    door.check(about(0, ""), "words only")
    for wrong in (about(128), about(256, stored=128)):
        with pytest.raises(FormatError) as caught:
            door.check(wrong, "b.graph.gz")
        assert caught.value.where == "b.graph.gz"


def test_another_model_is_told_once(caplog):
    door = Admission(256, "builtin")
    for where in "abc":
        door.check(about(256, "other"), where)
    door.check(about(256, "third"), "d")
    assert caplog.text.count("searched by words") == 2


def test_without_dimensions_all_are_taken(caplog):
    Admission().check(about(7, "other"), "a")
    assert not caplog.text
