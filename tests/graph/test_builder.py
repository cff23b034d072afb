"""The builder: what comes in comes out, in one order, and a taken name is refused."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from tests.graph.shop import CART, EDGES, NODES
from xray_graph.errors import GraphError
from xray_graph.graph import build_graph
from xray_graph.model import Edge, Node


def name_order(n: Node):
    return n.path.encode(), n.symbol != "", n.start_byte, n.symbol


def test_gives_back_what_was_put_in_and_in_order():
    graph = build_graph("shop", NODES, EDGES)
    assert list(graph.iter_nodes()) == sorted(NODES, key=name_order)
    assert sorted(graph.iter_edges(), key=repr) == sorted(EDGES, key=repr)
    keys = list(zip(graph.edges.source, graph.edges.kind, graph.edges.line, graph.edges.target, strict=True))
    assert keys == sorted(keys)


def test_order_of_the_input_does_not_matter():
    first = build_graph("shop", NODES, EDGES)
    nodes, edges = NODES[:], EDGES[:]
    for seed in range(5):
        random.Random(seed).shuffle(nodes)
        random.Random(seed).shuffle(edges)
        again = build_graph("shop", nodes, edges)
        assert list(again.iter_nodes()) == list(first.iter_nodes())
        assert list(again.iter_edges()) == list(first.iter_edges())


def test_hash_seed_does_not_matter():
    code = (
        "import sys; sys.path[:0] = sys.argv[1:]; from tests.graph import shop\n"
        "from xray_graph.graph import build_graph\n"
        "g = build_graph('shop', shop.NODES, shop.EDGES); n, e = g.columns.names, g.edges\n"
        "print(n.attribute_sets, n.attribute_words.tolist(), n.languages.tolist(), e.details.tolist(),\n"
        "      g.nodes.attributes.tolist(), e.target.tolist(), e.detail.tolist())\n"
    )
    folders = [p for p in sys.path if p]
    replies = {
        subprocess.run(
            [sys.executable, "-c", code, *folders],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "0123"
    }
    assert len(replies) == 1


def test_an_edge_stated_twice_is_one_edge():
    graph = build_graph("shop", NODES, [*EDGES, *EDGES])
    assert len(graph.edges) == len(EDGES)


def test_a_taken_name_is_refused_and_both_declarations_are_told():
    twin = Node(CART, "Cart.Add", "function", "go", 25, 26, 25, 510, 520)
    with pytest.raises(GraphError) as told:
        build_graph("shop", [*NODES, twin], [])
    assert "`shop//cart/cart.go::Cart.Add` names two declarations" in str(told.value)
    assert "method at line 8 (byte 90)" in str(told.value)
    assert "function at line 25 (byte 510)" in str(told.value)
    assert told.value.where == CART


def test_names_differ_by_case_and_punctuation():
    nodes = [Node("a.go", name, "function", "go", 1, 1) for name in ("Run", "run", "r.un", "ru-n")]
    assert len(build_graph("m", nodes, [])) == 4


@pytest.mark.parametrize(
    ("edge", "word"),
    [
        (Edge("calls", (CART, "nobody"), (CART, "Cart"), "lexical", 7), "the source of an edge `calls`"),
        (Edge("calls", (CART, "Cart"), ("gone.go", "x"), "lexical", 7), "gone.go::x"),
        (Edge("likes", (CART, "Cart"), (CART, "Cart"), "lexical"), "'likes' is no edge kind"),
        (Edge("calls", (CART, "Cart"), (CART, "Cart"), "guess"), "'guess' is no evidence"),
    ],
)
def test_an_edge_that_cannot_be_is_refused(edge, word):
    with pytest.raises(GraphError, match=r"edge|evidence") as told:
        build_graph("shop", NODES, [edge])
    assert word in str(told.value)


@pytest.mark.parametrize("label", ["", "a/b"])
def test_a_label_is_one_segment(label):
    with pytest.raises(GraphError, match="label"):
        build_graph(label, [], [])


def test_a_kind_outside_the_list_is_refused():
    with pytest.raises(GraphError, match="'gadget' is no node kind"):
        build_graph("m", [Node("a", "", "gadget")], [])


def test_odd_strings():
    byte_name = b"caf\xe9.py".decode("utf-8", "surrogateescape")
    nodes = [Node(byte_name, "", "file"), Node("a", "\U0001f680é", "section", doc="\0\n" * 3)]
    assert set(build_graph("m", nodes, []).iter_nodes()) == set(nodes)
    with pytest.raises(GraphError, match="is no text"):
        build_graph("m", [Node("a", "\ud800", "section")], [])
    with pytest.raises(GraphError, match="2,147,483,647"):
        build_graph("m", [Node("a", "b", "section", line=2**31)], [])


def test_columns_are_read_only():
    graph = build_graph("shop", NODES, EDGES)
    for column in (graph.kinds, graph.lines, graph.edges.source, graph.symbols.offsets):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1


def test_nothing_at_all():
    graph = build_graph("empty", [], [])
    assert len(graph) == 0
    assert graph.counts() == {}
    assert graph.lint() == []
    assert graph.find("x") == []
    assert graph.nearest("x") == []
    assert not graph.with_attribute("test").any()
    assert not graph.under("").any()
    assert isinstance(graph.kinds, np.ndarray)
