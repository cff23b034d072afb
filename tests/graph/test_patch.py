"""A patched graph is the graph that a build of everything gives, column for column."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.graph.shop import CART, EDGES, NODES, TEST
from xray_graph.errors import GraphError
from xray_graph.graph import build_graph
from xray_graph.graph.patch import live_graph, patch_graph
from xray_graph.graph.splice import GONE
from xray_graph.graph.stated import Parts
from xray_graph.model import Edge, Node

PATHS = ("", "a", "a/b.go", "a/c.go", "a-b.go", "é/z.py", "z.md")
SYMBOLS = ("", "A", "A.m", "B", "run", "Run", "é")


def by_path(nodes):
    found: dict[str, list[Node]] = {}
    for n in nodes:
        found.setdefault(n.path, []).append(n)
    return found


def by_owner(edges, owner=lambda e: e.target[0] if e.kind == "contains" else e.source[0]):
    found: dict[str, list[Edge]] = {}
    for e in edges:
        found.setdefault(owner(e), []).append(e)
    return found


def assert_same(one, other):
    for group in ("nodes", "names", "texts", "edges"):
        a, b = getattr(one.columns, group), getattr(other.columns, group)
        for field in dataclasses.fields(a):
            x, y = getattr(a, field.name), getattr(b, field.name)
            if isinstance(x, np.ndarray):
                assert x.dtype == y.dtype, field.name
                assert x.tolist() == y.tolist(), field.name
                assert not x.flags.writeable
            else:
                assert x == y, field.name
    assert one.path_list == other.path_list
    assert one.lint() == other.lint()


def flat(groups):
    return [one for group in groups.values() for one in group]


def test_from_nothing():
    live = live_graph("shop", by_path(NODES), by_owner(EDGES))
    assert_same(live.graph, build_graph("shop", NODES, EDGES))


def test_a_file_whose_nodes_move_keeps_the_edges_that_others_have_to_it():
    live = live_graph("shop", by_path(NODES), by_owner(EDGES))
    nodes, edges = by_path(NODES), by_owner(EDGES)
    nodes[CART] = [
        Node(n.path, n.symbol, n.kind, n.language, n.line, n.end_line, n.name_line,
             0 if not n.symbol else 1000 - n.start_byte, n.end_byte, n.signature, n.doc, n.attributes)
        for n in nodes[CART]
    ]  # fmt: skip
    patched = patch_graph(live, {CART: nodes[CART]}, {CART: edges[CART]})
    assert_same(patched.live.graph, build_graph("shop", flat(nodes), EDGES))
    old, new = live.graph, patched.live.graph
    for i, k in enumerate(patched.moved.tolist()):
        assert old.name(i) == new.name(k)


def test_the_edges_of_a_part_are_replaced_and_those_of_its_owner_stay():
    owned = by_owner(EDGES)
    numbers = {path: [k % 3 for k in range(len(edges))] for path, edges in owned.items()}
    live = live_graph("shop", by_path(NODES), owned, {p: Parts(n) for p, n in numbers.items()})
    assert_same(live.graph, build_graph("shop", NODES, EDGES))
    part = [edge for k, edge in enumerate(owned[CART]) if k % 3 == 1]
    assert part
    without = patch_graph(live, {}, {CART: []}, {CART: Parts([], {1})}).live
    assert_same(without.graph, build_graph("shop", NODES, [e for e in EDGES if e not in part]))
    again = patch_graph(without, {}, {CART: part}, {CART: Parts([1] * len(part), {1})}).live
    assert_same(again.graph, build_graph("shop", NODES, EDGES))
    assert again.by.part.tolist() == live.by.part.tolist()


def test_a_path_that_is_gone_takes_its_edges_along():
    live = live_graph("shop", by_path(NODES), by_owner(EDGES))
    nodes = [n for n in NODES if n.path != TEST]
    edges = [e for e in EDGES if TEST not in {e.source[0], e.target[0]}]
    patched = patch_graph(live, {TEST: []}, {})
    assert_same(patched.live.graph, build_graph("shop", nodes, edges))
    assert patched.moved[live.graph.index(TEST, "")] == GONE
    assert_same(patch_graph(patched.live, {TEST: []}, {TEST: []}).live.graph, patched.live.graph)


def test_an_edge_of_two_owners_stays_with_the_other():
    twice = Edge("references", (CART, ""), (CART, "Cart"), "lexical", 3)
    owned = by_owner(EDGES)
    owned[CART].append(twice)
    owned[TEST].append(twice)
    live = live_graph("shop", by_path(NODES), owned)
    assert len(live.stated) == len(live.graph.edges) + 1
    assert_same(live.graph, build_graph("shop", NODES, [*EDGES, twice]))
    once = patch_graph(live, {}, {CART: owned[CART][:-1]}).live
    assert_same(once.graph, live.graph)
    assert_same(patch_graph(once, {}, {TEST: owned[TEST][:-1]}).live.graph, build_graph("shop", NODES, EDGES))


def test_an_edge_that_loses_its_end_is_refused():
    live = live_graph("shop", by_path(NODES), by_owner(EDGES))
    with pytest.raises(GraphError, match=r"end shop//cart/cart.go::find\(int\) is gone"):
        patch_graph(live, {CART: [n for n in by_path(NODES)[CART] if n.symbol != "find(int)"]}, {})
    with pytest.raises(GraphError, match="no node"):
        patch_graph(live, {}, {TEST: [Edge("calls", (TEST, "TestAdd"), (CART, "nobody"), "lexical")]})


def test_a_taken_name_and_a_node_of_another_path_are_refused():
    live = live_graph("shop", by_path(NODES), by_owner(EDGES))
    with pytest.raises(GraphError, match="names two declarations"):
        patch_graph(live, {TEST: [Node(TEST, "A", "function"), Node(TEST, "A", "class")]}, {})
    with pytest.raises(GraphError, match="another path"):
        patch_graph(live, {TEST: [Node(CART, "A", "function")]}, {})


@st.composite
def worlds(draw):
    """All nodes and all edges by owner, of one state."""
    paths = draw(st.lists(st.sampled_from(PATHS), min_size=1, unique=True))
    nodes = {}
    for path in paths:
        symbols = draw(st.lists(st.sampled_from(SYMBOLS), min_size=1, unique=True))
        nodes[path] = [
            Node(path, symbol, draw(st.sampled_from(["function", "class", "file"])),
                 draw(st.sampled_from(["", "go", "python"])), line := draw(st.integers(0, 3)), line + 1, line,
                 draw(st.integers(0, 4)), 9, draw(st.sampled_from(["", "sig", "é()"])),
                 draw(st.sampled_from(["", "Says é."])),
                 draw(st.sampled_from([(), ("test",), ("exported", "test"), ("async",)])))
            for symbol in symbols
        ]  # fmt: skip
    return nodes


def edges_between(draw, nodes, owner):
    names = [(n.path, n.symbol) for group in nodes.values() for n in group]
    return [
        Edge(draw(st.sampled_from(["calls", "contains", "imports"])), draw(st.sampled_from(names)),
             draw(st.sampled_from(names)), draw(st.sampled_from(["lexical", "import"])),
             draw(st.integers(0, 3)), draw(st.booleans()), draw(st.sampled_from(["", "x", "y"])))
        for _ in range(draw(st.integers(0, 5)))
    ]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_sequence_of_patches_equals_a_build(data):
    draw = data.draw
    nodes = draw(worlds())
    edges = {path: edges_between(draw, nodes, path) for path in nodes}
    live = live_graph("m", nodes, edges)
    for _ in range(draw(st.integers(1, 4))):
        after = draw(worlds())
        kept = draw(st.lists(st.sampled_from(sorted(nodes)), unique=True))
        next_nodes = {**after, **{path: nodes[path] for path in kept}}
        names = {(n.path, n.symbol) for group in next_nodes.values() for n in group}
        # what stays must not lose an end: its owner states its edges anew
        redone = {
            path for path in next_nodes
            if path not in kept or not all({e.source, e.target} <= names for e in edges.get(path, ()))
        }  # fmt: skip
        redone |= set(draw(st.lists(st.sampled_from(sorted(next_nodes)), unique=True)))
        next_edges = {
            path: edges_between(draw, next_nodes, path) if path in redone else edges[path]
            for path in next_nodes
        }
        replaced = {path: next_nodes.get(path, []) for path in {*nodes, *next_nodes} - set(kept)}
        patched = patch_graph(live, replaced, {path: next_edges[path] for path in redone})
        assert_same(patched.live.graph, build_graph("m", flat(next_nodes), flat(next_edges)))
        for i, k in enumerate(patched.moved.tolist()):
            name = (live.graph.path(i), live.graph.symbol(i))
            assert k == (GONE if name not in names else patched.live.graph.index(*name))
        live, nodes, edges = patched.live, next_nodes, next_edges
