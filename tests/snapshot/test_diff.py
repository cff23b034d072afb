"""The difference between two maps: what moved, what is called otherwise, which edges came and went."""

from __future__ import annotations

from xray_graph.graph import build_graph
from xray_graph.model import Edge, Node
from xray_graph.snapshot.diff import as_markdown, as_text, diff


def node(path, symbol, signature="", line=1):
    return Node(path, symbol, "function" if symbol else "file", "go", line, line, line, 0, 0, signature)


def graph(*rows, calls=()):
    nodes = [node(path, "") for path in sorted({r[0] for r in rows})] + [node(*row) for row in rows]
    edges = [Edge("calls", a, b, "lexical", line) for a, b, line in calls]
    return build_graph("shop", nodes, edges)


OLD = graph(
    ("a.go", "Add", "func Add(x int)"),
    ("a.go", "Gone", "func Gone()"),
    ("a.go", "Moves", "func Moves()"),
    calls=[(("a.go", "Add"), ("a.go", "Gone"), 3)],
)
NEW = graph(
    ("a.go", "Add", "func Add(x, y int)", 9),
    ("a.go", "Fresh", "func Fresh()"),
    ("b.go", "Moves", "func Moves()"),
    calls=[(("a.go", "Add"), ("a.go", "Fresh"), 12)],
)


def test_each_kind_of_change_is_told_apart():
    found = diff(OLD, NEW)
    assert [n.name for n in found.nodes_added] == ["a.go::Fresh", "b.go"]
    assert [n.name for n in found.nodes_removed] == ["a.go::Gone"]
    assert [(m.old.name, m.new.name) for m in found.nodes_moved] == [("a.go::Moves", "b.go::Moves")]
    assert [(m.old.signature, m.new.signature) for m in found.signatures_changed] == [
        ("func Add(x int)", "func Add(x, y int)")
    ]
    assert [(e.source, e.target) for e in found.edges_added] == [("a.go::Add", "a.go::Fresh")]
    assert [(e.source, e.target) for e in found.edges_removed] == [("a.go::Add", "a.go::Gone")]


def test_lines_do_not_count():
    shifted = graph(
        ("a.go", "Add", "func Add(x int)", 40),
        ("a.go", "Gone", "func Gone()", 50),
        ("a.go", "Moves", "func Moves()"),
        calls=[(("a.go", "Add"), ("a.go", "Gone"), 44)],
    )
    assert diff(OLD, shifted).is_empty
    assert as_text(diff(OLD, shifted)) == "no difference"


def test_two_that_could_be_the_one_that_moved_are_none():
    twice = graph(("b.go", "Moves", "func Moves()"), ("c.go", "Moves", "func Moves()"))
    assert diff(OLD, twice).nodes_moved == ()


def test_a_comment_on_a_pull_request_is_cut():
    many = graph(*[("a.go", f"F{i:03}", "") for i in range(60)])
    told = as_markdown(diff(OLD, many))
    assert "Added (60)" in told
    assert "and 40 more" in told
    assert as_markdown(diff(OLD, OLD)) == "No structural change."
