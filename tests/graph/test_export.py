"""Rows for other programs. The shapes of nodes and edges are pinned: scripts read them."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from tests.graph.shop import CART, EDGES, NODES, TEST, WEB
from xray_graph.graph import build_graph, export
from xray_graph.model import Node


@pytest.fixture
def graph():
    return build_graph("shop", NODES, EDGES)


def test_nodes(graph):
    rows = [json.loads(line) for line in export.json_lines(export.node_rows(graph))]
    assert len(rows) == len(NODES)
    assert next(row for row in rows if row["name"].endswith("Cart")) == {
        "repo": "shop",
        "name": "shop//cart/cart.go::Cart",
        "kind": "struct",
        "language": "go",
        "path": CART,
        "line": 3,
        "end_line": 6,
        "name_line": 3,
        "start_byte": 20,
        "end_byte": 80,
        "signature": "type Cart struct",
        "doc": "Cart é.",
        "attributes": ["exported"],
    }


def rows_of(graph, kind):
    lines = export.json_lines(export.edge_rows(graph))
    return [row for row in map(json.loads, lines) if row["kind"] == kind]


def test_calls(graph):
    assert rows_of(graph, "calls")[1] == {
        "repo": "shop",
        "kind": "calls",
        "caller_path": CART,
        "caller_symbol": "Cart.Add",
        "caller_line": 9,
        "call_path": CART,
        "call_line": 10,
        "callee_path": CART,
        "callee_symbol": "find(String)",
        "callee_line": 17,
        "evidence": "receiver",
        "dynamic": True,
    }


def test_bases_imports_references(graph):
    assert rows_of(graph, "implements") == [
        {
            "repo": "shop",
            "kind": "implements",
            "path": CART,
            "line": 3,
            "sub": "Cart",
            "base_path": CART,
            "base": "find(int)",
            "evidence": "inherits",
        }
    ]
    assert rows_of(graph, "imports") == [
        {
            "repo": "shop",
            "kind": "imports",
            "path": TEST,
            "line": 1,
            "target_path": "cart",
            "evidence": "import",
        }
    ]
    assert rows_of(graph, "references") == [
        {
            "repo": "shop",
            "kind": "references",
            "path": WEB,
            "line": 7,
            "src_kind": "Deployment",
            "src_name": "web",
            "target_kind": "Image",
            "target_name": "shop",
            "target_path": WEB,
            "evidence": "declared-key",
        }
    ]
    assert len(list(export.edge_rows(graph))) == len(EDGES)


def test_a_name_that_is_no_utf8_is_still_json():
    name = b"caf\xe9.py".decode("utf-8", "surrogateescape")
    graph = build_graph("m", [Node(name, "", "file")], [])
    (line,) = export.json_lines(export.node_rows(graph))
    assert json.loads(line)["path"] == name


def test_graphml_is_xml_whatever_names_hold():
    nodes = [Node('a<&"\0\x1b.py', "", "file"), *NODES]
    text = "".join(export.graphml(build_graph("shop", nodes, EDGES)))
    root = ET.fromstring(text)
    tags = [e.tag.rpartition("}")[2] for e in root.iter()]
    assert tags.count("node") == len(nodes)
    assert tags.count("edge") == len(EDGES)


def test_dot(graph):
    nodes = [Node('quo"te\\\n.py', "", "file")]
    text = "".join(export.dot(build_graph("m", nodes, [])))
    assert 'n0 [label="quo\\"te\\\\\\n.py" kind="file"];' in text
    assert "".join(export.dot(graph)).count(" -> ") == len(EDGES)
