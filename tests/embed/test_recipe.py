"""What is embedded of a node."""

from __future__ import annotations

from tests.embed.shop import GRAPH, SOURCES
from xray_graph.embed import node_text, node_texts


def text(path, symbol=""):
    return node_text(GRAPH, GRAPH.index(path, symbol), SOURCES)


def test_code_leads_with_its_name_and_path():
    lines = text("cart.py", "Cart.add").split("\n")
    assert lines[:3] == ["Cart.add", "cart.py", "Put an item in."]
    assert lines[3].startswith("def add(self, item):")


def test_code_is_cut_at_600_characters_on_the_end_of_a_word():
    body = text("pay.py", "pay").split("\n", 3)[3]
    assert 600 <= len(body) < 620
    assert body.rstrip()[-1].isalnum()
    assert "lastword" not in body


def test_a_file_is_one_line_and_what_it_says_of_itself():
    assert text("cart.py") == "cart.py\n\nCarts of customers.\n"


def test_prose_is_embedded_up_to_the_cap():
    assert text("docs/cart.md").startswith("docs/cart.md\n\n\n# Carts\n\nHow a cart is kept")
    assert len(text("docs/cart.md")) == 8192
    assert len(node_text(GRAPH, GRAPH.index("docs/cart.md", ""), SOURCES, 100)) == 100


def test_weak_nodes_have_no_text():
    ids, _ = node_texts(GRAPH, SOURCES)
    symbols = {GRAPH.symbol(i) for i in ids.tolist()}
    assert {"Cart", "Cart.add", "pay", "Carts"} <= symbols
    assert not {"Cart.limit", "Cart.add.func@1"} & symbols


def test_a_path_that_is_no_text_is_no_trouble():
    from xray_graph.graph import build_graph
    from xray_graph.model import Node

    graph = build_graph("l", [Node("a\udcff.py", "f", "function")], [])
    assert node_text(graph, 0, {}).split("\n")[0] == "f"
