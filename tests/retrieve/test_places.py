"""Where a question says to look: what is taken for a place, and that what is not there counts for less."""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph.retrieve import places, search


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("json: cannot unmarshal array", ["json"]),
        ("fix(jsx): escape attributes", ["jsx"]),
        ("feat(jsx/dom, hooks)!: run effects", ["jsx/dom", "hooks"]),
        ("win,tcp: close handles", ["win", "tcp"]),
        ("leaks in unix/fs.c and Stream.py", ["unix/fs.c", "stream.py"]),
        ("who reads src/router", ["src/router"]),
        ("fix: escape attributes", []),
        ("the Dockerfile of shipping", ["dockerfile"]),
        ("correct the README", ["readme"]),
        ("how does the router work: by trees", []),
        ("error: cannot open file", []),
        ("the server answers twice", []),
        ("call Cart.add() from std::vector", []),
        ("see https://example.com/a/b.html", []),
        ("", []),
    ],
)
def test_what_is_a_place(question, named):
    assert places.places(question) == named


def test_a_long_question_names_few_places():
    assert len(places.places(" ".join(f"dir/file{k}.py" for k in range(10_000)))) < 10


def test_what_is_elsewhere_counts_less(market):
    graph = market.graph
    factors = places.factors(graph, "leaks in price.py")
    assert factors is not None
    there = np.array([graph.path(i) == "market/price.py" for i in range(len(graph))])
    assert there.any()
    assert (factors[there] == 1).all()
    assert np.allclose(factors[~there], places.ELSEWHERE)


def test_a_folder_holds_what_lies_in_it(market):
    factors = places.factors(market.graph, "stock: nothing is left")
    assert factors is not None
    assert {market.graph.path(i) for i in np.flatnonzero(factors == 1)} >= {"stock", "stock/stock.go"}


@pytest.mark.parametrize("question", ["mart: total", "ice.py is wrong", "the total is wrong", "a.b(c): [x"])
def test_what_no_path_is_called_is_no_place(market, question):
    assert places.factors(market.graph, question) is None


def test_what_lies_there_comes_first(market, questions):
    plain = search(market, "the total is wrong", questions=questions).results
    told = search(market, "the total is wrong in cart.py", questions=questions).results
    assert plain[0].path == "market/price.py"
    assert told[0].path == "market/cart.py"
