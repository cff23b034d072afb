"""Asking a graph: adjacency, sets of nodes, names."""

from __future__ import annotations

import os

import pytest

from tests.graph.shop import CART, DOC, EDGES, NODES, TEST, WEB
from xray_graph.graph import build_graph
from xray_graph.graph.names import is_like
from xray_graph.model import Node


@pytest.fixture
def graph():
    return build_graph("shop", NODES, EDGES)


def names(graph, ids):
    return [graph.name(int(i)).removeprefix("shop//") for i in ids]


def test_adjacency_in_both_directions(graph):
    add = graph.index(CART, "Cart.Add")
    out = graph.outgoing(add)
    assert {int(s) for s in graph.edges.source[out]} == {add}
    assert names(graph, graph.edges.target[out]) == [f"{CART}::find(int)", f"{CART}::find(String)"]
    into = graph.incoming(add)
    assert [graph.edge_kind(e) for e in into] == ["contains", "calls", "tests"]
    assert [graph.edge_kind(e) for e in graph.incoming(add, ("tests", "no-such-kind"))] == ["tests"]
    assert graph.outgoing(add, ("imports",)).tolist() == []
    for i in range(len(graph)):
        assert all(graph.edges.source[e] == i for e in graph.outgoing(i))
        assert all(graph.edges.target[e] == i for e in graph.incoming(i))
    assert sum(len(graph.incoming(i)) for i in range(len(graph))) == len(EDGES)


def test_containment(graph):
    cart = graph.index(CART, "Cart")
    assert graph.parent(cart) == graph.index(CART)
    assert graph.children(cart).tolist() == [graph.index(CART, "Cart.Add")]
    assert graph.parent(graph.index("")) is None
    assert graph.file_node(cart) == graph.index(CART)


def test_sets_of_nodes(graph):
    assert names(graph, graph.nodes_of(TEST)) == [TEST, f"{TEST}::TestAdd"]
    assert graph.nodes_of("nowhere") == range(0)
    assert names(graph, graph.with_kind("method", "section", "nonsense").nonzero()[0]) == [
        f"{CART}::Cart.Add",
        f"{DOC}::Decision: keep <it>",
    ]
    assert names(graph, graph.with_attribute("test").nonzero()[0]) == [f"{TEST}::TestAdd"]
    assert graph.under("cart/").sum() == 8
    assert graph.counts()["function"] == 4
    assert graph.edge_counts()["calls"] == 3


def test_one_node(graph):
    i = graph.index(CART, "Cart")
    assert graph.node(i) == NODES[3]
    assert (graph.kind(i), graph.language(i), graph.span(i)) == ("struct", "go", (20, 80))
    assert graph.attributes(i) == ("exported",)
    with pytest.raises(IndexError):
        graph.node(len(graph))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"shop//{CART}::Cart.Add", [f"{CART}::Cart.Add"]),
        (f"shop//{CART}", [CART]),
        ("shop//", [""]),
        (f"{CART}::Cart.Add", [f"{CART}::Cart.Add"]),
        ("cart.go::Cart.Add", [f"{CART}::Cart.Add"]),
        ("cart.go", [CART]),
        ("Cart.Add", [f"{CART}::Cart.Add"]),
        ("Add", [f"{CART}::Cart.Add"]),
        ("Cart::Add", [f"{CART}::Cart.Add"]),
        ("Cart#Add", [f"{CART}::Cart.Add"]),
        ("cart::Cart#Add", [f"{CART}::Cart.Add"]),
        (f"{CART}#Add", []),
        ("web", [f"{WEB}::Deployment/web"]),
        ("find", [f"{CART}::find(int)", f"{CART}::find(String)"]),
        ("find(int)", [f"{CART}::find(int)"]),
        (f"{CART}::find", [f"{CART}::find(int)", f"{CART}::find(String)"]),
        ("total", [f"{CART}::total~2"]),
        ("Decision: keep <it>", [f"{DOC}::Decision: keep <it>"]),
        ("other//cart/cart.go::Cart", []),
        ("shop//cart.go::Cart.Add", []),
        ("cart.add", []),
        ("cart.Cart.Add", [f"{CART}::Cart.Add"]),
        ("cart.cart.find", [f"{CART}::find(int)", f"{CART}::find(String)"]),
        ("cart::Cart", [f"{CART}::Cart"]),
        ("art.Cart.Add", []),
        ("cart.cart_test.Cart.Add", []),
        ("cart..Cart", []),
        (f"{CART}:9", [f"{CART}::Cart.Add"]),
        ("cart.go:8-12", [f"{CART}::Cart.Add"]),
        (f"{CART}:1", [CART]),
        (f"{CART}:99", []),
        ("nowhere.go:9", []),
        ("dd", []),
        ("", []),
        ("::", []),
        ("/", []),
        ("\ud800", []),
    ],
)
def test_find_is_exact_and_picks_none(graph, text, found):
    assert names(graph, graph.find(text)) == found


def test_last_parts_only_when_no_whole_symbol_is_meant():
    nodes = [Node("a.py", s, "method", "python", k, k, k, k) for k, s in enumerate(("run", "A.run", "B.run"))]
    graph = build_graph("m", nodes, [])
    assert names(graph, graph.find("run")) == ["m//a.py::run"]
    nodes = nodes[1:]
    assert len(build_graph("m", nodes, []).find("run")) == 2


def test_a_word_may_mean_a_folder_and_what_is_called_like_it():
    nodes = [
        Node("src/run", "", "package", "", 0),
        Node("src/run/a.py", "", "file", "python", 0),
        Node("src/run/a.py", "run", "function", "python", 1),
        Node("top", "", "package", "", 0),
        Node("top/b.py", "B.top", "method", "python", 1),
    ]
    graph = build_graph("m", nodes, [])
    assert names(graph, graph.find("run")) == ["m//src/run", "m//src/run/a.py::run"]
    assert names(graph, graph.find("top")) == ["m//top", "m//top/b.py::B.top"]
    assert names(graph, graph.find("m//top")) == ["m//top"]
    assert names(graph, graph.find("src/run")) == ["m//src/run"]


def test_signatures_are_named_only_where_nothing_implements_them():
    symbols = {"a.py": ("run(int)", "run(str)", "run(Any)"), "b.py": ("walk(int)", "walk(str)")}
    nodes = [
        Node(path, symbol, "function", "python", k, attributes=() if symbol == "run(Any)" else ("overload",))
        for path, found in symbols.items()
        for k, symbol in enumerate(found, 1)
    ]
    graph = build_graph("m", nodes, [])
    assert names(graph, graph.find("run")) == ["m//a.py::run(Any)"]
    assert names(graph, graph.find("run(int)")) == ["m//a.py::run(int)"]
    assert len(graph.find("walk")) == 2


def test_a_path_that_is_no_text_is_found_as_it_is_shown_and_as_it_is():
    graph = build_graph("m", [Node("na\\xefve.py", "", "file", "python", 1)], [])
    assert graph.find("na\\xefve.py") == graph.find(os.fsdecode(b"na\xefve.py")) == [0]


def test_operators_are_not_taken_for_overloads():
    symbols = ("F.operator()(int)", "F.operator()(long)", "F.operator()", "F.operator+(int)")
    graph = build_graph("m", [Node("a.cc", s, "method", "cpp", k) for k, s in enumerate(symbols, 1)], [])
    assert [graph.symbol(i) for i in graph.find("operator()")] == ["F.operator()"]
    assert [graph.symbol(i) for i in graph.find("operator+")] == ["F.operator+(int)"]
    assert graph.find("operator") == []


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Cart.Ad", f"shop//{CART}::Cart.Add"),
        ("cart.add", f"shop//{CART}::Cart.Add"),
        ("shop//cart/cart.go::TestAd", f"shop//{TEST}::TestAdd"),
        ("crt.go", f"shop//{CART}"),
        ("descision", f"shop//{DOC}::Decision: keep <it>"),
    ],
)
def test_nearest(graph, text, first):
    assert graph.nearest(text)[0] == first


def test_a_slip_is_like_the_name_and_a_shared_letter_is_not():
    name = f"shop//{CART}::Cart.Add"
    assert all(is_like(text, name) for text in ("Cart.Ad", "cart.add", "Addd"))
    assert not any(is_like(text, name) for text in ("Cart.Empty", "GET /carts/{id}", "pad_left", ""))


def test_of_names_that_end_alike_the_nearest_is_that_of_the_owner_that_was_written():
    functions = ("Adapter.send", "Base.send", "Session.send", "send")
    nodes = [Node("web.py", "", "file"), *(Node("web.py", symbol, "function") for symbol in functions)]
    graph = build_graph("web", nodes, [])
    first = {text: graph.nearest(text)[0] for text in ("Session.sned", "Sesion#send", "web.py::sned", "sned")}
    assert first == {
        "Session.sned": "web//web.py::Session.send",
        "Sesion#send": "web//web.py::Session.send",
        "web.py::sned": "web//web.py::send",
        "sned": "web//web.py::Adapter.send",
    }


def test_nearest_bounds(graph):
    assert graph.nearest("x" * 100_000, 3) == graph.nearest("x" * 400, 3)
    assert len(graph.nearest("Cart", 2)) == 2
    assert graph.nearest("Cart", 0) == []
    assert graph.nearest("\ud800") == []
