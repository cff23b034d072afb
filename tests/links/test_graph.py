"""Endpoints and what is outside in a whole map: found by kind, words and name, and kept when a file is edited."""

from __future__ import annotations

import pytest

from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.model import EdgeKind
from xray_graph.retrieve import search
from xray_graph.snapshot import Map

SETTINGS = BuildSettings(name="shop", embed=EmbedSettings(embedder="none"))
FILES = {
    "app.py": """\
import os
from flask import Flask
app = Flask(__name__)
@app.get("/carts/<int:number>")
def cart(number):
    return load("SELECT * FROM carts", os.getenv("DATABASE"))
""",
    "schema.sql": "CREATE TABLE carts (id int);\n",
    ".env.example": "DATABASE=shop\n",
}


@pytest.fixture
def shop(repo):
    built = pipeline.build(repo(FILES), SETTINGS)
    assert built.parts.graph.lint() == []
    return Map.of(built.parts)


def test_an_endpoint_is_a_node_with_its_handler(shop):
    graph = shop.graph
    (endpoint,) = graph.find("GET /carts/<int:number>")
    assert (graph.kind(endpoint), graph.line(endpoint)) == ("endpoint", 4)
    (edge,) = graph.outgoing(endpoint, (EdgeKind.REFERENCES,)).tolist()
    assert graph.name(int(graph.edges.target[edge])) == "shop//app.py::cart"


def test_an_endpoint_is_found_by_its_path(shop):
    for question in ("/carts/<int:number>", "carts number", "GET carts"):
        reply = search(shop, question, kind="endpoint")
        assert [one.name for one in reply.results] == ["shop//app.py::GET /carts/<int:number>"]


def test_code_is_linked_to_what_it_names(shop):
    graph = shop.graph
    (cart,) = graph.find("app.py::cart")
    told = {
        (graph.edge_kind(e), graph.name(int(graph.edges.target[e])))
        for e in graph.outgoing(cart, (EdgeKind.REFERENCES, EdgeKind.READS)).tolist()
    }
    assert told == {
        ("references", "shop//schema.sql::carts"),
        ("reads", "shop//.env.example::DATABASE"),
    }
