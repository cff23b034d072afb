"""What a map is about: the user's words, else the README's, else its names."""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph.embed import summarise
from xray_graph.embed.builtin import Builtin
from xray_graph.embed.summary import TEXT_LIMIT
from xray_graph.graph import build_graph
from xray_graph.model import Edge, Node

README = b"""# Shop

<p align="center"><img src="logo.png"></p>

[![build](https://ci.example.com/x.svg)](https://ci.example.com) Keeps *carts* and takes
[payments](docs/pay.md) for `customers`.

```sh
pip install shop
```
"""
NODES = [
    Node("README.md", "", "document"),
    Node("docs/README.md", "", "document"),
    Node("cart.py", "Cart", "class"),
    Node("cart.py", "empty", "function"),
    Node("cart_test.py", "TestCart", "class", attributes=("test",)),
]
EDGES = [Edge("calls", ("cart.py", "Cart"), ("cart.py", "empty"), "lexical", 3)]
GRAPH = build_graph("shop", NODES, EDGES)


def test_a_description_comes_first():
    text, source, vector, _ = summarise(GRAPH, {"README.md": README}, "  Sells\nthings. ")
    assert (text, source, vector) == ("Sells things.", "description", b"")


def test_the_highest_readme_without_its_markup():
    text, source, *_ = summarise(GRAPH, {"README.md": README, "docs/README.md": b"Other."})
    assert source == "readme"
    assert text == "# Shop Keeps *carts* and takes payments for customers."


def test_else_the_names_that_others_point_at():
    text, source, *_ = summarise(GRAPH, {})
    assert (text, source) == ("shop: empty, Cart", "symbols")


def test_a_long_text_is_cut_at_a_word():
    text, *_ = summarise(GRAPH, {}, "word " * 2000)
    assert len(text) <= TEXT_LIMIT
    assert text.endswith("word")


def test_the_vector_is_near_what_the_map_is_about():
    embedder = Builtin()
    vector = np.frombuffer(summarise(GRAPH, {}, "Keeps carts, takes payments", embedder).vector, "<f4")
    assert vector.shape == (256,)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
    near, far = embedder.embed(["payment of a shopping cart", "compile regular expressions"]) @ vector
    assert near > far


def test_a_map_of_nothing_still_has_its_label():
    text, source, vector, _ = summarise(build_graph("shop", [], []), {}, "", Builtin())
    assert (text, source) == ("shop:", "symbols")
    assert len(vector) == 1024
