"""Each invariant: a graph that breaks it, and the word the linter says."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tests.graph.shop import EDGES, NODES
from xray_graph.graph import Graph, build_graph
from xray_graph.graph.columns import LoadedColumns
from xray_graph.model import Edge, Node

FILE = Node("a.py", "", "file", "python", 1, 20, 0, 0, 200)
F = Node("a.py", "f", "function", "python", 2, 5, 2, 10, 50)
G = Node("a.py", "g", "function", "python", 7, 9, 7, 70, 90)


def rules(nodes, edges=()):
    return [broken.rule for broken in build_graph("m", nodes, edges).lint()]


def call(line, source=F, target=G):
    return Edge("calls", (source.path, source.symbol), (target.path, target.symbol), "lexical", line)


def contains(source, target):
    return Edge("contains", (source.path, source.symbol), (target.path, target.symbol), "lexical")


def test_a_good_graph():
    assert build_graph("shop", NODES, EDGES).lint() == []
    assert rules([FILE, F, G], [call(2), call(5), contains(FILE, F), contains(FILE, G)]) == []


@pytest.mark.parametrize(
    "symbol", ["Vec<T>", "A::b", "a/b", "FOO(b)\nint real", "int real", "a\tb", "a\0", "std:x"]
)
def test_code_symbols(symbol):
    assert rules([FILE, Node("a.py", symbol, "function", "python", 2, 3, 2, 10, 20)]) == ["symbol"]
    assert rules([FILE, Node("a.py", symbol, "section", "markdown", 2, 3, 2, 10, 20)]) == []


def test_symbols_where_they_belong():
    assert rules([Node("a.py", "x", "file", "python", 1, 2, 0, 0, 9)]) == ["symbol"]
    assert rules([Node("a.py", "", "function", "python", 1, 2, 0, 0, 9)]) == ["symbol"]


@pytest.mark.parametrize("path", ["/etc/hosts", "../a.py", "a/./b.py", "a/../../b.py"])
def test_paths_stay_inside(path):
    assert rules([Node(path, "", "file")]) == ["path"]


def test_only_the_repository_has_no_path():
    assert rules([Node("", "", "file")]) == ["path"]
    assert rules([Node("", "", "repository")]) == []
    assert rules([Node(".", "", "package")]) == []


@pytest.mark.parametrize(
    "bad",
    [
        Node("a.py", "f", "function", "python", 2, 5, 2, 50, 10),
        Node("a.py", "f", "function", "python", 5, 2, 0, 10, 50),
        Node("a.py", "f", "function", "python", 2, 5, 6, 10, 50),
        Node("a.py", "f", "function", "python", 2, 5, 2, 10, 201),
        Node("a.py", "f", "function", "python", 2, 21, 2, 10, 50),
        Node("a.py", "f", "function", "python", 0, 0, 0, 10, 50),
    ],
)
def test_spans(bad):
    assert rules([FILE, bad]) == ["span"]


@pytest.mark.parametrize("line", [1, 6])
def test_a_call_lies_in_its_caller(line):
    assert rules([FILE, F, G], [call(line)]) == ["site"]


def test_contains_is_a_forest():
    assert rules([FILE, F, G], [contains(FILE, G), contains(F, G)]) == ["contains"]
    assert rules([FILE, F, G], [contains(F, G), contains(G, F)]) == ["contains"] * 2
    assert rules([FILE, F], [contains(F, F)]) == ["contains"]
    chain = [Node("a.py", f"c{i}", "class", "python", 1, 1, 1, i, i) for i in range(100)]
    links = [contains(a, b) for a, b in pairwise(chain)]
    assert rules(chain, links) == []
    assert set(rules(chain, [*links, contains(chain[-1], chain[0])])) == {"contains"}


def with_edges(graph, **columns):
    c = graph.columns
    return Graph(graph.label, LoadedColumns(c.nodes, c.names, c.texts, replace(c.edges, **columns)))


def test_edges_that_a_reader_could_meet():
    graph = build_graph("shop", NODES, EDGES)
    far = np.full(len(EDGES), 99, dtype=np.int32)
    assert [b.rule for b in with_edges(graph, target=far).lint()] == ["edge"]
    kinds = np.full(len(EDGES), 99, dtype=np.uint8)
    assert [b.rule for b in with_edges(graph, evidence=kinds).lint()] == ["edge"]
    assert {b.rule for b in with_edges(graph, line=-graph.edges.line).lint()} == {"site"}
    turned = with_edges(graph, source=graph.edges.source[::-1].copy())
    assert "edge" in {b.rule for b in turned.lint()}


def test_nodes_out_of_order():
    graph = build_graph("m", [FILE, F, G], [])
    c = graph.columns
    turned = replace(c.nodes, start=c.nodes.start[::-1].copy())
    told = Graph("m", LoadedColumns(turned, c.names, c.texts, c.edges)).lint()
    assert "order" in [b.rule for b in told]


def test_a_rule_shows_at_most_twenty_places():
    nodes = [FILE, *(Node("a.py", f"f {i}", "function", "python", 2, 3, 2, i, 50) for i in range(50))]
    assert len(rules(nodes)) == 20
