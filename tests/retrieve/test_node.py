"""One node in full, and what it is joined to."""

from __future__ import annotations

import pytest

from tests.retrieve.test_traverse import MAP, map_of
from xray_graph.errors import NotFoundError, UsageError
from xray_graph.model import Edge, Node
from xray_graph.retrieve import node
from xray_graph.retrieve.node import BODY_LIMIT
from xray_graph.snapshot import Map, MapParts


def joined(reply):
    return [
        (one.direction, one.kind, one.node.name.partition("::")[2], len(one.sites)) for one in reply.relations
    ]


def test_relations_in_both_directions():
    assert joined(node(MAP, "Disk.Save")) == [
        ("out", "calls", "Disk.flush", 1),
        ("in", "calls", "run.func@1", 2),
        ("in", "calls", "TestDisk", 1),
    ]


def test_what_contains_it_is_its_parent_and_what_it_contains_a_relation():
    reply = node(MAP, "Disk")
    assert reply.parent is None
    assert ("out", "contains", "Disk.Save", 0) in joined(reply)
    assert node(MAP, "Disk.Save").parent.name == "shop//a.go::Disk"


def test_sites_lie_in_the_file_of_the_edges_source():
    relation = node(MAP, "Disk.Save").relations[-1]
    assert [(site.path, site.line) for site in relation.sites] == [("a_test.go", 5)]


def test_pages_join_to_the_whole():
    whole = joined(node(MAP, "run"))
    seen, cursor = [], ""
    while cursor is not None:
        reply = node(MAP, "run", limit=2, cursor=cursor)
        assert reply.node.name == "shop//a.go::run"
        seen += joined(reply)
        cursor = reply.next
    assert seen == whole
    with pytest.raises(UsageError):
        node(MAP, "run", cursor="live-two")


def test_the_body_is_the_nodes_own_text():
    text = "import os\n\ndef größe(): return '🛒'\n".encode()
    start = text.index(b"def")
    nodes = [
        Node(
            "a.py",
            "größe",
            "function",
            "python",
            3,
            3,
            3,
            start,
            len(text) - 1,
            "def größe()",
            "Size.",
            ("async",),
        )
    ]
    graph = map_of(nodes, []).graph
    detail = node(Map.of(MapParts(MAP.about, graph, {"a.py": text})), "größe").node
    assert detail.body == "def größe(): return '🛒'"
    assert (detail.signature, detail.doc, detail.attributes) == ("def größe()", "Size.", ("async",))
    assert (detail.line, detail.start_byte, detail.truncated) == (3, start, False)


def test_a_long_body_is_cut_and_says_so():
    text = b"x" * (BODY_LIMIT + 5)
    graph = map_of([Node("a.py", "f", "function", end_byte=len(text))], []).graph
    detail = node(Map.of(MapParts(MAP.about, graph, {"a.py": text})), "f").node
    assert (len(detail.body), detail.truncated) == (BODY_LIMIT, True)


def test_names_that_fit_several_or_none():
    reply = node(MAP, "Save")
    assert reply.node is None
    assert len(reply.candidates) == 3
    with pytest.raises(NotFoundError) as caught:
        node(MAP, "Disc.Save")
    assert caught.value.nearest


def test_of_a_line_behind_the_end_the_end_is_told(market):
    with pytest.raises(NotFoundError, match=r"no node is at 'price\.py:999'") as caught:
        node(market, "price.py:999")
    last = node(market, "market/price.py").node.end_line
    assert (caught.value.hint, caught.value.nearest) == (f"the file ends at line {last}", ())


def test_a_relation_to_itself_is_told_both_ways():
    graph = map_of(
        [Node("a.py", "f", "function")], [Edge("calls", ("a.py", "f"), ("a.py", "f"), "lexical", 4)]
    )
    assert joined(node(graph, "f")) == [("out", "calls", "f", 1), ("in", "calls", "f", 1)]
