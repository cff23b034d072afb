"""Lists of ascending numbers: what is stored is what comes back, and what is damaged is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.errors import FormatError
from xray_graph.index.postings import Postings

LISTS = st.lists(st.sets(st.integers(0, 99)), max_size=20)


def of(lists):
    keys = np.array([k for k, items in enumerate(lists) for _ in items], np.int64)
    items = np.array([i for items in lists for i in sorted(items)], np.int32)
    return Postings.of(keys, items, len(lists))


@given(LISTS)
def test_stored_and_read_is_the_same(lists):
    postings = of(lists)
    again = Postings.from_columns(postings.to_columns("p"), "p", 100)
    assert np.array_equal(again.offsets, postings.offsets)
    assert np.array_equal(again.items, postings.items)


@given(LISTS, st.data())
def test_the_lists_of_several_keys_come_one_after_the_other(lists, data):
    keys = data.draw(st.lists(st.integers(0, len(lists) - 1), max_size=8)) if lists else []
    slots, lengths = of(lists).slots(np.array(keys, np.int64))
    assert of(lists).items[slots].tolist() == [i for k in keys for i in sorted(lists[k])]
    assert lengths.tolist() == [len(lists[k]) for k in keys]


def damage(change):
    columns = of([{1, 5, 9}, set(), {0, 2}]).to_columns("p")
    change(columns)
    return columns


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.pop("p"),
        lambda c: c.pop("p.counts"),
        lambda c: c.update(p=c["p"].astype(np.int64)),
        lambda c: c.update(p=c["p"].reshape(1, -1)),
        lambda c: c.update(p=c["p"][:-1]),
        lambda c: c.update(p=np.array([1, 0, 4, 0, 2], np.uint32)),  # twice the same
        lambda c: c.update(p=np.array([1, 4, 4, 0, 10], np.uint32)),  # 10 is out of bounds
        lambda c: c.update(p=np.array([9, 9, 9, 0, 2], np.uint32)),  # so is their sum
        lambda c: c.update({"p.counts": np.array([3, 0, 2**32 - 1], np.uint32)}),
        lambda c: c.update({"p.counts": b"abc"}),
    ],
)
def test_what_is_damaged_is_refused(change):
    with pytest.raises(FormatError, match="word index is damaged"):
        Postings.from_columns(damage(change), "p", 10)
