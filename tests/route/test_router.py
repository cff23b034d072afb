"""Choosing maps: labels outright, else the nearest headers, with a reason for each."""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph.errors import NotFoundError
from xray_graph.route.router import Router, by_label
from xray_graph.snapshot import About, Summary


def vector(*values: float):
    return np.array(values, dtype=np.float32)


def about(label, values=None, text="", space="s"):
    data = b"" if values is None else values.astype("<f4").tobytes()
    return About(
        label=label, fingerprint=space if values is not None else "", summary=Summary(text, "readme", data)
    )


def nearest(maps, question=None, fanout=9, words=()):
    router = Router({label: None if each is None else about(label, *each) for label, each in maps.items()})
    return router.nearest(words, lambda space: question if space == "s" else None, fanout, "near")


MAPS = {"shop": (vector(1, 0, 0),), "billing": (vector(0, 1, 0),), "search": (vector(0.6, 0.8, 0),)}


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
    asked = nearest(MAPS, vector(0, 2, 0), 2)
    assert [(a.label, a.score, a.reason) for a in asked] == [
        ("billing", 1.0, "near"),
        ("search", 0.8, "near"),
    ]


def test_equal_maps_are_asked_by_label():
    same = dict.fromkeys(("b", "a", "c"), (vector(1, 1, 1),))
    assert [a.label for a in nearest(same, vector(1, 0, 0), 2)] == ["a", "b"]


def test_maps_that_cannot_be_compared_come_behind_and_say_so():
    mixed = {
        "plain": (None,), "other": (vector(1, 0), "", "t"), "here": (vector(-1, 0, 0),), "building": None
    }  # fmt: skip
    asked = nearest(mixed, vector(1, 0, 0))
    assert [(a.label, a.score) for a in asked] == [
        ("here", -1.0), ("building", None), ("other", None), ("plain", None)
    ]  # fmt: skip
    assert asked[1].reason != "near"


def test_a_map_without_vectors_is_reached_by_words_of_its_header():
    mixed = {
        "plain": (None, "Takes payments from customers."),
        "here": (vector(0.1, 1, 0), "A search engine."),
    }
    asked = nearest(mixed, vector(1, 0, 0), words=("payments",))
    assert [a.label for a in asked] == ["plain", "here"]
    assert "words" in asked[0].reason
    assert [a.label for a in nearest(mixed, vector(0, 1, 0), words=("engine",))] == ["here", "plain"]


def test_words_weigh_by_how_few_headers_hold_them():
    maps = {
        "a": (vector(1, 0), "common rare"), "b": (vector(1, 0), "common"), "c": (vector(1, 0), "common word")
    }  # fmt: skip
    asked = nearest(maps, vector(1, 0), words=("Common", "Rare", "unheard"))
    assert asked[0].label == "a"
    assert asked[0].score > asked[1].score >= asked[2].score


def test_the_label_is_a_word_of_the_header():
    maps = {"shop": (vector(1, 0),), "depot": (vector(1, 0),)}
    assert nearest(maps, vector(1, 0), 1, words=("shop",))[0].label == "shop"


def test_without_a_vector_of_the_question_order_is_by_label():
    assert [a.label for a in nearest(MAPS)] == ["billing", "search", "shop"]


def test_a_zero_vector_is_near_nothing():
    assert [a.score for a in nearest({"a": (vector(0, 0),)}, vector(1, 0))] == [0.0]


def test_a_vector_of_an_odd_length_harms_nobody():
    odd = {"a": (vector(1, 0),), "b": (vector(1, 0, 0),)}
    assert [(a.label, a.score) for a in nearest(odd, vector(1, 0))] == [("a", 1.0), ("b", 0.0)]


def test_a_router_knows_the_headers_it_was_made_of():
    one, other = about("a"), about("b")
    router = Router({"a": one, "b": other})
    assert router.is_of({"b": other, "a": one})
    assert not router.is_of({"a": one})
    assert not router.is_of({"a": one, "b": about("b")})
    assert not router.is_of({"a": one, "c": other})
