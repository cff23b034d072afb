"""Choosing maps: labels outright, else the nearest headers, with a reason for each."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec import structs

from xray_graph.errors import NotFoundError
from xray_graph.lexicon import read_question
from xray_graph.route.router import Router, by_label
from xray_graph.snapshot import About, StoredRepository, Summary


def vector(*values: float):
    return np.array(values, dtype=np.float32)


def about(label, values=None, text="", space="s", words=None, languages=None):
    data = b"" if values is None else values.astype("<f4").tobytes()
    return About(
        label=label,
        fingerprint=space if values is not None else "",
        summary=Summary(text, "readme", data, words or {}),
        languages=languages or {},
    )


def nearest(maps, question=None, fanout=9, asks="what"):
    router = Router({label: None if each is None else about(label, *each) for label, each in maps.items()})
    vector_in = lambda space: question if space == "s" else None
    return router.nearest(read_question(asks), vector_in, fanout, "near")


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
    with pytest.raises(NotFoundError, match="no map is labelled 'none'") as caught:
        by_label([f"map-{k:02}" for k in range(23)], ["none"])
    assert caught.value.hint.endswith("map-18, map-19 and 3 more")


def test_the_nearest_summaries_are_asked():
    asked = nearest(MAPS, vector(0, 2, 0), 2)
    assert [(a.label, a.reason) for a in asked] == [
        ("billing", "near (cosine 1.00)"),
        ("search", "near (cosine 0.80)"),
    ]
    assert asked[0].score > asked[1].score


def test_cosines_count_by_how_they_stand_among_the_others():
    close = {"a": (vector(1, 0, 0),), "b": (vector(1, 0.01, 0),), "c": (vector(1, 0.02, 0),)}
    far = {"a": (vector(1, 0, 0),), "b": (vector(1, 0.1, 0),), "c": (vector(1, 0.2, 0),)}
    asked = vector(0, 1, 0)
    assert [one.label for one in nearest(close, asked)] == ["c", "b", "a"]
    scores = [[one.score for one in nearest(maps, asked)] for maps in (close, far)]
    assert scores[0] == pytest.approx(scores[1], abs=2e-3)


def test_equal_maps_are_asked_by_label():
    same = dict.fromkeys(("b", "a", "c"), (vector(1, 1, 1),))
    assert [a.label for a in nearest(same, vector(1, 0, 0), 2)] == ["a", "b"]


def test_maps_that_cannot_be_compared_come_behind_and_say_so():
    mixed = {
        "plain": (None,), "other": (vector(1, 0), "", "t"), "here": (vector(-1, 0, 0),), "building": None
    }  # fmt: skip
    asked = nearest(mixed, vector(1, 0, 0))
    assert [(a.label, a.score) for a in asked] == [
        ("here", 0.0), ("building", None), ("other", None), ("plain", None)
    ]  # fmt: skip
    assert "near" not in asked[1].reason


def test_a_map_without_vectors_is_reached_by_words_of_its_header():
    mixed = {
        "plain": (None, "Takes payments from customers."),
        "here": (vector(0.1, 1, 0), "A search engine."),
    }
    asked = nearest(mixed, vector(1, 0, 0), asks="payments")
    assert [a.label for a in asked] == ["plain", "here"]
    assert asked[0].reason == "words of the question are in its header (payments)"
    assert [a.label for a in nearest(mixed, vector(0, 1, 0), asks="engine")] == ["here", "plain"]


def test_words_weigh_by_how_few_headers_hold_them():
    maps = {
        "a": (vector(1, 0), "common rare"), "b": (vector(1, 0), "common"), "c": (vector(1, 0), "common word")
    }  # fmt: skip
    asked = nearest(maps, vector(1, 0), asks="Common, Rare, unheard")
    assert asked[0].label == "a"
    assert asked[0].reason == "near (rare, common; cosine 1.00)"
    assert asked[0].score > asked[1].score >= asked[2].score


def test_the_map_that_holds_a_word_most_is_nearer():
    maps = {
        "a": (None, "", "s", {"cart": 24}), "b": (None, "", "s", {"cart": 8}), "c": (None, "A cart")
    }  # fmt: skip
    asked = nearest(maps, asks="the cart")
    assert [one.label for one in asked] == ["b", "a", "c"]
    assert asked[0].score == 1.0


def test_words_are_compared_without_their_endings():
    maps = {"a": (None, "", "s", {"completion": 20}), "b": (None, "", "s", {"payment": 20})}
    assert nearest(maps, asks="which completions are there")[0].label == "a"
    assert nearest(maps, asks="completing what was paid")[0].score is None


@pytest.mark.parametrize(
    ("asks", "label"),
    [
        ("a parser in C#", "sharp"),
        ("a parser for .NET", "sharp"),
        ("a parser in C++", "plus"),
        ("a parser in C", "c"),
        ("a parser in Go", "go"),
        ("a parser for node.js", "script"),
    ],
)
def test_a_language_that_the_question_names_counts(asks, label):
    languages = {"sharp": "csharp", "plus": "cpp", "c": "c", "go": "go", "script": "typescript"}
    maps = {
        name: (None, "A parser", "s", None, {language: 9, "markdown": 30})
        for name, language in languages.items()
    }
    assert nearest(maps, asks=asks)[0].label == label


def test_the_label_is_a_word_of_the_header():
    maps = {"shop": (vector(1, 0),), "depot": (vector(1, 0),)}
    assert nearest(maps, vector(1, 0), 1, asks="the shop")[0].label == "shop"


def test_without_a_vector_of_the_question_order_is_by_label():
    assert [a.label for a in nearest(MAPS)] == ["billing", "search", "shop"]


def test_a_zero_vector_is_near_nothing():
    assert [a.score for a in nearest({"a": (vector(0, 0),)}, vector(1, 0))] == [0.0]


def test_a_vector_of_an_odd_length_harms_nobody():
    odd = {"a": (vector(1, 0),), "b": (vector(1, 0, 0),)}
    assert [a.label for a in nearest(odd, vector(1, 0))] == ["a", "b"]


def test_a_router_takes_over_what_is_still_the_same():
    one, other = about("a", text="cart"), about("b")
    first = Router({"a": one, "b": other})
    second = Router({"a": one, "b": about("b", text="payment")}, first)
    assert second.profiles["a"] is first.profiles["a"]
    assert second.profiles["b"] != first.profiles["b"]


def test_a_router_knows_the_headers_it_was_made_of():
    one, other = about("a"), about("b")
    router = Router({"a": one, "b": other})
    assert router.is_of({"b": other, "a": one})
    assert not router.is_of({"a": one})
    assert not router.is_of({"a": one, "b": about("b")})
    assert not router.is_of({"a": one, "c": other})


# --- maps that are the same but for their label ---------------------------------------------------------


def of_commit(label, commit="c0ffee", dirty=False, **changes):
    repository = StoredRepository(label, commit, "main", dirty)
    given = about(label, vector(1, 0), "cart of a shop")
    return structs.replace(given, repositories=(repository,), nodes={"file": 3}, **changes)


def of_same(abouts, last=None):
    return Router({each.label: each for each in abouts}, last, {each.label: b"like" for each in abouts})


def chosen(*abouts, asks="the cart"):
    router = of_same(abouts)
    return router.nearest(read_question(asks), lambda _: vector(1, 0), 9, "near")


def test_of_maps_that_are_the_same_one_is_asked():
    asked = chosen(of_commit("copy"), of_commit("shop"), about("depot"))
    assert [one.label for one in asked] == ["copy", "depot"]
    assert asked[0].reason.startswith("near; the same as shop (")


@pytest.mark.parametrize(
    "other",
    [
        of_commit("shop", commit="f00d"),
        of_commit("shop", commit=""),
        of_commit("shop", dirty=True),
        structs.replace(of_commit("shop"), fingerprint="t"),
    ],
)
def test_maps_that_differ_are_all_asked(other):
    assert {one.label for one in chosen(of_commit("copy"), other)} == {"copy", "shop"}


def test_a_map_is_found_by_the_label_that_is_not_asked():
    maps = (of_commit("copy"), of_commit("warehouse"), about("depot", vector(1, 0), "cart of a shop"))
    assert chosen(*maps, asks="warehouse")[0].label == "copy"
    router = of_same(maps[:1])
    again = of_same(maps, router)
    assert again.profiles["copy"] is not router.profiles["copy"]
    assert of_same(maps, again).profiles["copy"] is again.profiles["copy"]


@pytest.mark.parametrize("likenesses", [{}, {"a": b"one", "b": b"other"}, {"a": b"", "b": b""}])
def test_maps_of_one_commit_that_hold_as_much_may_be_of_two_folders(likenesses):
    router = Router({label: of_commit(label) for label in ("a", "b")}, None, likenesses)
    assert {one.label for one in router.nearest(read_question("cart"), lambda _: None, 9, "")} == {"a", "b"}
