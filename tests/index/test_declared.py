"""The names of a map as short hashes: none of its own is missed, few others are taken for one."""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph.errors import FormatError
from xray_graph.index import DeclaredNames
from xray_graph.index.declared import MOST, SHIFT

OWN = [f"own{i}Name" for i in range(4000)]
OTHERS = [f"other_{i}" for i in range(200_000)]


def test_every_name_of_the_map_is_found():
    names = DeclaredNames.of(OWN)
    assert len(names) == len(OWN)
    assert all(name in names for name in OWN)


def test_of_other_names_about_as_many_are_taken_for_one_as_is_said():
    names = DeclaredNames.of(OWN)
    mistaken = sum(name in names for name in OTHERS)
    assert mistaken < 2 * len(OTHERS) >> SHIFT


def test_a_map_without_names_declares_nothing():
    names = DeclaredNames.of([])
    assert len(names) == 0
    assert "x" not in names
    assert "" not in DeclaredNames.of(["", "x"])


def test_what_marks_a_question_or_an_assignment_is_no_part_of_a_name():
    names = DeclaredNames.of(["valid?", "save!", "name="])
    assert all(name in names for name in ("valid", "valid?", "save", "name"))


def test_names_of_all_scripts_and_of_no_encoding():
    odd = b"caf\xe9".decode("utf-8", "surrogateescape")
    names = DeclaredNames.of(["größe", "数", odd])
    assert all(name in names for name in ("größe", "数", odd))
    assert "grosse" not in names
    assert "\ud800" not in names


def test_the_order_in_which_names_come_changes_nothing():
    one, other = DeclaredNames.of(OWN), DeclaredNames.of(OWN[::-1])
    assert one.hashes.tobytes() == other.hashes.tobytes()


def test_columns_are_read_as_they_were_written():
    names = DeclaredNames.of(OWN)
    read = DeclaredNames.from_columns(names.to_columns())
    assert all(name in read for name in OWN)


def u4(*values):
    return np.array(values, np.uint32)


@pytest.mark.parametrize(
    "columns",
    [
        {},
        {"hashes": b"abcd"},
        {"hashes": np.array([1, 2], np.int32)},
        {"hashes": np.zeros((2, 2), np.uint32)},
        {"hashes": u4(2, 1)},
        {"hashes": u4(1, 1 << 20)},  # two names have no number as high
        {"hashes": np.zeros(MOST + 1, np.uint32)},
    ],
)
def test_columns_of_something_else_are_refused(columns):
    with pytest.raises(FormatError):
        DeclaredNames.from_columns(columns)


def test_an_operator_of_nothing_but_endings_may_be_anywhere():
    assert all(name in DeclaredNames.of(names) for name in ("==", "!") for names in ([], ["run", "=="]))
