"""Whose words are whose, when all of a file is read once."""

from __future__ import annotations

from xray_graph.graph import build_graph
from xray_graph.lexicon import cut, read_corpus, weak_nodes
from xray_graph.model import Node

SOURCE = b"""import os

class Cart:
    limit = 3
    def add(self, item):
        items = self.load()
        def inner(): return secret
        return items
"""


def at(text):
    return SOURCE.index(text)


def node(symbol, kind, start, end, doc=""):
    return Node("cart.py", symbol, kind, "python", start_byte=start, end_byte=end, doc=doc)


END = len(SOURCE)
NODES = [
    node("", "file", 0, 0),
    node("Cart", "class", at(b"class Cart"), END),
    node("Cart.limit", "field", at(b"limit = 3"), at(b"limit = 3") + 9),
    node("Cart.add", "method", at(b"def add"), END, doc="Put an item in."),
    node("Cart.add.inner", "function", at(b"def inner"), at(b"secret") + 6),
]


def own_words(corpus, i):
    found = []
    for owner, start, end in zip(corpus.piece_node, corpus.piece_start, corpus.piece_end, strict=True):
        if owner == i:
            found += [corpus.vocabulary.row(row) for row in corpus.tokens[start:end] if row >= 0]
    return found


def span_words(corpus, i):
    rows = corpus.tokens[corpus.span_start[i] : corpus.span_end[i]]
    return [corpus.vocabulary.row(row) for row in rows if row >= 0]


def read(sources=None, nodes=NODES):
    graph = build_graph("shop", nodes, [])
    return graph, read_corpus(graph, {"cart.py": SOURCE} if sources is None else sources)


def test_a_word_belongs_to_the_innermost_node():
    graph, corpus = read()
    words = {graph.symbol(i): own_words(corpus, i) for i in range(len(graph))}
    assert words[""] == ["import", "os"]
    assert words["Cart.add.inner"] == ["def", "inner", "return", "secret"]
    assert words["Cart.add"] == ["def", "add", "self", "item", "items", "self", "load", "return", "items"]


def test_a_field_is_found_by_itself_and_through_its_owner():
    graph, corpus = read()
    words = {graph.symbol(i): own_words(corpus, i) for i in range(len(graph))}
    assert words["Cart.limit"] == ["limit"]
    assert words["Cart"] == ["class", "cart", "limit"]


def test_the_words_of_an_unnamed_function_are_its_owners_too():
    renamed = [
        n if n.symbol != "Cart.add.inner" else node("Cart.add.func@1", "function", n.start_byte, n.end_byte)
        for n in NODES
    ]
    graph, corpus = read(nodes=renamed)
    assert "secret" in own_words(corpus, graph.index("cart.py", "Cart.add.func@1"))
    assert "secret" in own_words(corpus, graph.index("cart.py", "Cart.add"))


def test_what_is_embedded_holds_the_inner_nodes_too():
    graph, corpus = read()
    assert "secret" in span_words(corpus, graph.index("cart.py", "Cart.add"))
    assert span_words(corpus, graph.index("cart.py", "")) == []


def test_names_docs_and_paths_are_words_of_their_own():
    graph, corpus = read()
    i = graph.index("cart.py", "Cart.add")
    row = corpus.vocabulary.row
    assert [row(r) for r in corpus.symbols.of(i)] == ["cart", "add"]
    assert [row(r) for r in corpus.docs.of(i)] == ["put", "an", "item", "in"]
    assert [row(r) for r in corpus.paths.of(0)] == ["cart", "py"]


def test_a_path_without_text_has_the_words_of_its_names():
    graph, corpus = read(sources={})
    assert len(corpus.piece_node) == 0
    assert [corpus.vocabulary.row(r) for r in corpus.symbols.of(graph.index("cart.py", "Cart"))] == ["cart"]


def test_spans_outside_the_text_do_no_harm():
    wild = [
        node("", "file", 0, 0),
        node("A", "class", 5, 10_000),
        node("B", "class", 9_000, 9_500),
        node("C", "class", 20, 10),
    ]
    _, corpus = read(nodes=wild)
    assert int(corpus.span_end.max()) <= len(corpus.tokens)
    assert int(corpus.piece_end.max()) <= len(corpus.tokens)


def test_a_cut_falls_on_the_end_of_a_word():
    text = b"alpha beta gamma"
    assert cut(text, 0, len(text), 7) == len(b"alpha beta")
    assert cut(text, 0, len(text), 5) == 5
    assert cut(text, 0, len(text), 100) == len(text)
    assert cut(text, 3, len(text), 0) == 3


def test_a_cut_counts_characters_not_bytes():
    text = "é€𝄞 abc def".encode()
    assert text[: cut(text, 0, len(text), 5)].decode() == "é€𝄞 abc"


def test_unnamed_means_the_last_part_has_an_at_sign():
    symbols = ["f", "func@1", "func@1.g", "f.func@2", "a.b@c", "x.y"]
    graph = build_graph("l", [Node("p.js", s, "function") for s in symbols], [])
    weak = {graph.symbol(i) for i in weak_nodes(graph).nonzero()[0].tolist()}
    assert weak == {"func@1", "f.func@2", "a.b@c"}
