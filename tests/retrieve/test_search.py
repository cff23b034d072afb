"""One question to one map: what comes first, what is left out, and what the reply says of itself."""

from __future__ import annotations

import json

import msgspec
import pytest

from tests.retrieve.market import QUESTIONS
from xray_graph.errors import EmbeddingError, UsageError
from xray_graph.lexicon import read_question
from xray_graph.retrieve import Questions, fuse, search
from xray_graph.retrieve.questions import KEPT
from xray_graph.testing import CountingEmbedder


def symbols(reply):
    return [one.name.partition("::")[2] or one.path for one in reply.results]


def test_questions_of_a_person_are_answered_among_five_pointers(market, questions):
    found = {ask: symbols(search(market, ask, questions=questions)) for ask, _ in QUESTIONS}
    missed = [(ask, found[ask]) for ask, right in QUESTIONS if right not in found[ask]]
    assert len(missed) <= 1, missed


def test_the_reply_has_the_pinned_shape(market, questions):
    told = json.loads(msgspec.json.encode(search(market, "cart item", questions=questions)))
    assert list(told) == ["results", "maps", "timings", "truncated"]
    assert list(told["results"][0]) == [
        "name", "kind", "language", "path", "line", "end_line", "signature", "score", "map",
    ]  # fmt: skip
    assert told["maps"] == [{"label": "market", "score": None, "reason": ""}]
    assert told["timings"] == {}
    first = told["results"][0]
    assert first["name"].startswith("market//")
    assert first["map"] == "market"
    assert 0 < first["score"] <= 1


def test_explained_it_tells_ranks_and_times(market, questions):
    reply = search(market, "discount", questions=questions, explain=True)
    assert reply.results[0].ranks["name"] == 1
    assert set(reply.results[0].ranks) <= {"name", "words", "vectors"}
    assert {"names", "words", "embed", "vectors", "fuse", "total"} == set(reply.timings)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("Cart.add", "Cart.add"),
        ("market//market/cart.py::Cart.add", "Cart.add"),
        ("market/cart.py::Cart", "Cart"),
        ("discount", "discount"),
        ("HTTPServer", "HTTPServer"),
        ("market/price.py", "market/price.py"),
        ("Opening hours", "Market.Opening_hours"),
        ("price of", "price_of"),
        ("HTTP server", "HTTPServer"),
    ],
)
def test_an_exact_name_comes_first(market, questions, name, first):
    reply = search(market, name, questions=questions)
    assert symbols(reply)[0] == first
    assert reply.results[0].score == 1.0


def test_what_is_asked_leans_on_vectors_and_what_is_said_does_not(market, questions, monkeypatch):
    def places(query):
        found = search(market, query, explain=True, limit=20, questions=questions).results
        return [one.ranks["vectors"] for one in found if "vectors" in one.ranks and "name" not in one.ranks]

    said = "price of an order put together"
    asked = f"where is the {said}"
    monkeypatch.setattr(fuse, "ASKED_WEIGHT", 1e6)
    assert places(asked) == sorted(places(asked))
    assert places(said) != sorted(places(said))


def test_scores_fall(market, questions):
    scores = [one.score for one in search(market, "cart item price", limit=20, questions=questions).results]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_production_code_comes_before_its_tests(market, questions):
    found = symbols(search(market, "add an item to the cart", limit=20, questions=questions))
    assert found.index("Cart.add") < found.index("test_add_puts_an_item_into_the_cart")
    asked = symbols(search(market, "which test adds an item to the cart", questions=questions))
    assert "test_add_puts_an_item_into_the_cart" in asked[:2]


def test_filters_leave_out_everything_else(market, questions):
    for one in search(market, "cart", kind="method", limit=50, questions=questions).results:
        assert one.kind == "method"
    for one in search(market, "session token", path="market/s", questions=questions).results:
        assert one.path.startswith("market/s")
    go = search(market, "pieces", attr=["language=go"], questions=questions)
    slip = search(market, "pieces", attr=["langage=go"], questions=questions)
    assert slip.maps[0].reason.endswith("no node has the attribute 'langage=go'; did you mean language?")
    assert go.results
    assert {one.language for one in go.results} == {"go"}


def test_a_filter_does_not_starve_a_search(market, questions):
    found = symbols(search(market, "cart item", path="stock/", questions=questions))
    assert found
    assert all(not name.startswith("Cart") for name in found)


def test_attributes_true_false_and_bare(market, questions):
    tests = search(market, "cart", attr=["test"], limit=100, questions=questions)
    same = search(market, "cart", attr=["test=true"], limit=100, questions=questions)
    others = search(market, "cart", attr=["test=false"], limit=100, questions=questions)
    assert symbols(tests) == symbols(same)
    assert not set(symbols(tests)) & set(symbols(others))


def test_orders(market, questions):
    ask = {"attr": ["language=python"], "limit": 100, "questions": questions}
    by_lines = search(market, "cart", order="lines", **ask).results
    lengths = [one.end_line - one.line for one in by_lines]
    assert lengths == sorted(lengths, reverse=True)
    names = symbols(search(market, "cart", kind="function", order="name", questions=questions))
    assert names == sorted(names)


def test_a_star_asks_for_the_whole_set(market, questions):
    reply = search(market, "*", kind="class", limit=100, questions=questions)
    assert set(symbols(reply)) == {"Cart", "Refund", "HTTPServer"}
    assert reply.truncated is False
    assert search(market, "*", kind="function", limit=1, questions=questions).truncated is True


def test_a_star_without_a_filter_is_told_to_take_one(market, questions):
    with pytest.raises(UsageError, match="the whole map"):
        search(market, "*", questions=questions)


def test_limits(market, questions):
    assert len(search(market, "cart item", questions=questions).results) == 5
    assert len(search(market, "market", limit=1000, questions=questions).results) <= 20
    assert len(search(market, "market", limit=1000, path="m", questions=questions).results) <= 100
    assert search(market, "cart item", limit=1, questions=questions).truncated is True


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"query": ""}, "question is empty"),
        ({"query": "  \n"}, "question is empty"),
        ({"query": "cart", "kind": "functoin"}, "there is no kind"),
        ({"query": "cart", "order": "random"}, "there is no order"),
        ({"query": "cart", "attr": ["=true"]}, "names no attribute"),
        ({"query": "cart", "limit": 0}, "limit"),
    ],
)
def test_what_makes_no_sense_is_a_usage_error(market, arguments, message):
    with pytest.raises(UsageError, match=message):
        search(market, **arguments)


def test_a_misspelt_kind_is_put_right(market):
    with pytest.raises(UsageError, match="did you mean function"):
        search(market, "cart", kind="functoin")


@pytest.mark.parametrize("query", ["?!", "where is it", "zzzz qqqq", "\udcff", "x" * 5000, "a " * 3000])
def test_a_question_that_names_nothing_is_answered_all_the_same(market, plain_market, questions, query):
    search(market, query, questions=questions)
    assert search(plain_market, query).results == ()


def test_what_only_vectors_found_is_told_so(market, plain_market, questions):
    told = "found by meaning alone"
    assert told in search(market, "zzzz qqqq", questions=questions).maps[0].reason
    for query in ("Cart.add", "where is an item put into the cart?", "zzzz qqqq"):
        assert told not in search(plain_market, query).maps[0].reason
    for query in ("Cart.add", "where is an item put into the cart?"):
        assert told not in search(market, query, questions=questions).maps[0].reason


def test_without_vectors_it_searches_by_words_and_says_so(plain_market, questions):
    reply = search(plain_market, "where is an item put into the cart?", questions=questions)
    assert "Cart.add" in symbols(reply)
    assert reply.maps[0].reason == "searched by words only: the map was built without vectors"


def test_with_an_embedder_that_is_not_here_it_searches_by_words_and_says_so(market):
    reply = search(market, "put an item into the cart", questions=Questions(lambda _: None))
    assert "Cart.add" in symbols(reply)
    assert "which is not at hand" in reply.maps[0].reason


def test_a_question_is_embedded_once(market):
    asked = CountingEmbedder(256)
    questions = Questions(lambda _: asked)
    for _ in range(3):
        search(market, "put an item into the cart", questions=questions)
    assert len(asked.batches) == 1


def test_kept_question_vectors_are_bounded():
    asked = CountingEmbedder(8)
    questions = Questions(lambda _: asked)
    for k in range(KEPT + 10):
        questions.vector("f", read_question(f"question{k}"))
    questions.vector("f", read_question(f"question{KEPT}"))
    assert len(asked.batches) == KEPT + 10
    questions.vector("f", read_question("question0"))
    assert len(asked.batches) == KEPT + 11


def test_an_unknown_space_is_an_error_that_names_it():
    with pytest.raises(EmbeddingError, match="of-another-kind"):
        Questions(lambda _: None).vector("of-another-kind", read_question("cart"))


def test_the_same_question_has_the_same_answer(market, questions):
    first = search(market, "cart item price", limit=20, questions=questions)
    assert search(market, "cart item price", limit=20, questions=Questions()) == first
