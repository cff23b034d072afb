"""The names in a question: which words of a sentence are taken for one, and that what they name comes first."""

from __future__ import annotations

import pytest

from xray_graph.retrieve import mentions, search


def symbols(market, ids):
    return [market.graph.symbol(i) for i in ids]


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("why does price_of round down", ["price_of"]),
        ("make HTTPServer listen on one port", ["HTTPServer"]),
        ("empty the `discount` of an order", ["discount"]),
        ("does discount() ever return nothing", ["discount"]),
        ("items are lost in Cart.add", ["Cart.add"]),
        ("the total of a Cart is wrong", ["Cart"]),
        ("the discount of an order is wrong", []),  # an ordinary word
        ("Cart totals are wrong", []),  # the first word of a sentence is written so anyway
        ("no_such_name and NoSuchClass", []),
        ("", []),
    ],
)
def test_what_is_written_as_a_name_is_one(market, sentence, named):
    assert symbols(market, mentions.mentioned(market.graph, sentence)) == named


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("who calls Cart.add", "Cart.add"),
        ("Which functions call `Cart.add()`?", "Cart.add"),
        ("callers of price_of", "price_of"),
        ("where is  discount defined?", "discount"),
        ("what does Cart.add call", "Cart.add"),
        ("what is Cart?", "Cart"),
        ("how does price_of work", "price_of"),
        ("explain the `discount` function", "discount"),
        ("where is Cart", "Cart"),
        ("who uses discount?", "discount"),
        ("where is Cart.add used", "Cart.add"),
        ("what is Cart allowed to hold", ""),
        ("how does discount work", ""),  # an ordinary word
        ("why is an item lost where Cart.add calls price_of", ""),  # asks for more than that
        ("who calls the discount of an order", ""),
        ("where is discount", ""),
        ("who calls NoSuchName", ""),
    ],
)
def test_who_asks_for_callers_of_a_name_alone_has_its_node_first(market, questions, question, first):
    assert set(symbols(market, mentions.named(market.graph, question))) == ({first} if first else set())
    assert not first or search(market, question, questions=questions).results[0].name.endswith(f"::{first}")


def test_what_a_sentence_names_comes_before_what_is_like_it(market, questions):
    plain = search(market, "the price of an item is rounded wrong", limit=20, questions=questions)
    telling = search(market, "the price_of an item is rounded wrong", limit=20, questions=questions)

    def place(reply):
        return [one.name.rpartition("::")[2] for one in reply.results].index("price_of")

    assert place(telling) == 0
    assert place(telling) <= place(plain)
    assert all(0 < one.score <= 1 for one in telling.results)


def test_a_filter_leaves_out_what_is_named_too(market, questions):
    reply = search(market, "make HTTPServer listen", kind="function", questions=questions)
    assert all(one.kind == "function" for one in reply.results)


def test_a_long_question_is_not_looked_up_word_by_word(market, monkeypatch):
    asked = []
    found = type(market.graph).find
    monkeypatch.setattr(
        type(market.graph), "find", lambda self, text: (asked.append(text), found(self, text))[1]
    )
    mentions.mentioned(market.graph, "some_name " * 1000)
    assert len(asked) < 100


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("fix addIntoCgroupV2 on mips", ["addIntoCgroupV2"]),
        ("res.sendFile and Cart::Add of `cart`", ["sendFile", "Cart", "Add", "cart"]),
        ("does charge() call __init__", ["charge", "__init__"]),
        ("the Cart of java.lang is empty", []),  # an ordinary word, and a place
        ("HTML5 and TCP in a sentence", []),
        ("addItem, addItem and addItem", ["addItem"]),
        ("fix(parser): charge(item): is slow", ["charge"]),  # what a commit's subject begins with
        ("chore(deps)!: call fix(cart)", ["fix"]),
    ],
)
def test_what_is_written_as_a_name_without_a_graph(sentence, names):
    assert mentions.written(sentence) == names


@pytest.mark.parametrize(
    ("task", "first"),
    [
        ("add a field to the Cart class", "Cart"),
        ("rename class `Cart`", "Cart"),
        ("add a class to Cart", None),
        ("fix the cart class", None),  # no name is written
        ("fix " + "Cart." * 100_000, None),
    ],
)
def test_a_task_on_a_type_by_its_name_has_the_type_among_the_first(market, questions, task, first):
    assert symbols(market, mentions.types(market.graph, task)) == ([first] if first else [])
    found = [one.name for one in search(market, task, questions=questions).results]
    assert first is None or any(name.endswith(f"::{first}") for name in found[:3])
