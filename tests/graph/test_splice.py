"""Columns with rows taken out and put in are what a list would be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.graph import splice
from xray_graph.graph.splice import GONE, Cut, Splice, joined, replaced
from xray_graph.graph.strings import StringColumn


@pytest.fixture(params=[splice._MANY, -1], ids=["runs", "mask"])
def way(request, monkeypatch):
    """Both ways of copying: many changes are made by another than few."""
    monkeypatch.setattr(splice, "_MANY", request.param)


@given(data=st.data())
def test_rows_taken_out_and_put_in(data):
    size = data.draw(st.integers(0, 12))
    gone = sorted(data.draw(st.sets(st.integers(0, size - 1)))) if size else []
    places = sorted(data.draw(st.lists(st.integers(0, size), max_size=6)))
    old, new = [10 * k for k in range(size)], [-k for k in range(1, len(places) + 1)]
    expected = []
    for k in range(size + 1):
        expected += [value for place, value in zip(places, new, strict=True) if place == k]
        expected += [old[k]] if k < size and k not in gone else []
    for rows in (1, 2):  # a column of numbers, a table
        shape = (-1,) if rows == 1 else (-1, 1)
        found = replaced(
            np.array(old, np.int64).reshape(shape), np.array(gone, np.int64), np.array(places, np.int64),
            np.array(new, np.int64).reshape(shape),
        )  # fmt: skip
        assert found.ravel().tolist() == expected


def test_many_changes_at_once(way):
    old = np.arange(100)
    found = replaced(old, np.arange(0, 100, 2), np.arange(1, 100, 2), -np.arange(50))
    assert found.tolist() == [value for k in range(50) for value in (-k, 2 * k + 1)]


def test_a_splice_of_all_kinds_of_columns():
    cuts = [Cut(0, 0, 1), Cut(1, 3, 0), Cut(3, 4, 2), Cut(5, 5, 1)]
    cut = Splice(5, cuts)
    assert cut.size == 6
    assert cut.numbers(np.arange(5), np.array([-1, -2, -3, -4])).tolist() == [-1, 0, -2, -3, 4, -4]
    assert cut.moved.tolist() == [1, GONE, GONE, GONE, 4]
    strings = cut.strings(StringColumn.of(["a", "bé", "", "d", "e"]), StringColumn.of(["1", "", "é3", "4"]))
    assert strings.tolist() == ["1", "a", "", "é3", "e", "4"]


def test_tables_are_joined_in_order_and_told_when_nothing_changed():
    table = joined(["a", "c", "e"], np.array([True, False, True]), ["d", "a"])
    assert (table.values, table.same) == (["a", "d", "e"], False)
    assert table.old.tolist() == [0, GONE, 2]
    assert table.new.tolist() == [1, 0]
    assert joined(["a", "c"], np.array([True, True]), ["c"]).same
