"""String columns: any strings in, the same strings out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.graph import StringColumn

TEXTS = st.lists(st.text(alphabet=st.characters(codec="utf-8"), max_size=6), max_size=12)


@given(TEXTS)
def test_round_trip(strings):
    column = StringColumn.of(strings)
    assert column.tolist() == strings == list(column)
    assert [column[i] for i in range(len(column))] == strings
    assert [column.raw(i).decode() for i in range(len(strings))] == strings
    assert StringColumn.from_lengths(column.blob, column.lengths.astype(np.uint32)) == column


@given(TEXTS, st.text(alphabet="ab.é", max_size=3))
def test_ending_with(strings, text):
    found = StringColumn.of(strings).ending_with(text).tolist()
    assert found == [i for i, s in enumerate(strings) if s.endswith(text)]


@given(st.lists(st.text(alphabet="ab", max_size=4), max_size=12), st.text(alphabet="ab", max_size=3))
def test_ending_with_few_letters(strings, text):
    found = StringColumn.of(strings).ending_with(text).tolist()
    assert found == [i for i, s in enumerate(strings) if s.endswith(text)]


def test_indices():
    column = StringColumn.of(["a", "", "bc"])
    assert column[-1] == "bc"
    assert column[1:] == ["", "bc"]
    for i in (3, -4):
        with pytest.raises(IndexError):
            column[i]


def test_lengths_that_do_not_add_up():
    with pytest.raises(ValueError, match="add up to 3"):
        StringColumn.from_lengths(b"ab", np.array([1, 2], dtype=np.uint32))
