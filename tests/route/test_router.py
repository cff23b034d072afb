"""Choosing maps: labels outright, else the nearest summaries, with a reason for each."""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph.errors import NotFoundError
from xray_graph.route.router import by_label, by_likeness, cosine


def vector(*values: float):
    return np.array(values, dtype=np.float32)


def likeness(summaries, question, fanout, reason="near"):
    """One question, the same vector in every space."""
    return by_likeness(summaries, dict.fromkeys(summaries, question), fanout, reason)


MAPS = {"shop": vector(1, 0, 0), "billing": vector(0, 1, 0), "search": vector(0.6, 0.8, 0)}


def test_a_label_is_taken_as_it_is():
    asked = by_label(list(MAPS), ["billing", "shop", "billing"])
    assert [(a.label, a.score, a.reason) for a in asked] == [
        ("billing", None, "label"),
        ("shop", None, "label"),
    ]


def test_an_unknown_label_names_the_nearest_and_all():
    with pytest.raises(NotFoundError) as caught:
        by_label(list(MAPS), ["biling"])
    assert caught.value.nearest == ("billing",)
    assert "billing, search, shop" in caught.value.hint


def test_the_nearest_summaries_are_asked():
    asked = likeness(MAPS, vector(0, 2, 0), 2, "near the question")
    assert [(a.label, a.score) for a in asked] == [("billing", 1.0), ("search", 0.8)]
    assert {a.reason for a in asked} == {"near the question"}


def test_equal_maps_are_asked_by_label():
    same = dict.fromkeys(("b", "a", "c"), vector(1, 1, 1))
    assert [a.label for a in likeness(same, vector(1, 0, 0), 2)] == ["a", "b"]


def test_maps_that_cannot_be_compared_come_behind_and_say_so():
    mixed = {"plain": None, "other": vector(1, 0), "here": vector(-1, 0, 0)}
    asked = likeness(mixed, vector(1, 0, 0), 3)
    assert [(a.label, a.score) for a in asked] == [("here", -1.0), ("other", None), ("plain", None)]
    assert asked[1].reason != "near"


def test_without_a_vector_of_the_question_order_is_by_label():
    assert [a.label for a in likeness(MAPS, None, 5)] == ["billing", "search", "shop"]


def test_a_zero_vector_is_near_nothing():
    assert cosine(vector(0, 0), vector(1, 0)) == 0.0
