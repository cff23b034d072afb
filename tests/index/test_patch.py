"""A patched word index is the one that is built anew: in what it finds, ties too, and in its columns."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from xray_graph.graph.patch import live_graph, patch_graph
from xray_graph.index import WordIndex
from xray_graph.index.patch import LiveWords
from xray_graph.lexicon import read_corpus, read_question
from xray_graph.model import Node

PATHS = ("a.go", "b/user_cart.go", "b/c.go", "é.md", "z.go")
WORDS = (
    "userCart",
    "user",
    "cart",
    "add_item",
    "x",
    "1234567",
    "naïve",
    "HTTPServer",
    "server",
    "total9",
    "addItem",
)
QUESTIONS = ("user cart", "http server", "where is the total added", "naive item", "cart.go", "add")

words = st.lists(st.sampled_from(WORDS), max_size=8)


@st.composite
def files(draw, path):
    """A text and its nodes: the file, functions side by side, a field in one."""
    parts = draw(st.lists(words, max_size=4))
    text, nodes = "", []
    for k, part in enumerate(parts):
        start = len(text.encode())
        text += " ".join(part) + "\n"
        end = len(text.encode())
        name = f"{draw(st.sampled_from(WORDS))}{k}"
        doc = " ".join(draw(words))
        nodes.append(Node(path, name, "function", "go", k + 1, k + 1, k + 1, start, end, "", doc))
        if end - start > 6 and draw(st.booleans()):
            nodes.append(Node(path, f"{name}.f", "field", "go", k + 1, k + 1, k + 1, start + 1, start + 5))
    return text.encode(), [Node(path, "", "file", "go", 1, len(parts), 1, 0, len(text.encode())), *nodes]


def assert_same(live, graph, sources):
    fresh = WordIndex.build(graph, read_corpus(graph, sources))
    ours, theirs = live.columns(graph), fresh.to_columns()
    assert ours.keys() == theirs.keys()
    for name, column in theirs.items():
        if isinstance(column, bytes):
            assert ours[name] == column, name
        else:
            assert ours[name].dtype == column.dtype, name
            assert ours[name].tolist() == column.tolist(), name
    for text in QUESTIONS:
        question = read_question(text)
        for mine, other in zip(live.index.search(question, 20), fresh.search(question, 20), strict=True):
            assert np.array_equal(mine, other), text


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_any_sequence_of_edits_equals_an_index_built_anew(data):
    draw = data.draw
    state = {
        path: draw(files(path)) for path in draw(st.lists(st.sampled_from(PATHS), unique=True, min_size=1))
    }
    live = live_graph("m", {path: nodes for path, (_, nodes) in state.items()}, {})
    sources = {path: text for path, (text, _) in state.items()}
    index = LiveWords.of(live.graph, read_corpus(live.graph, sources))
    assert_same(index, live.graph, sources)
    for _ in range(draw(st.integers(1, 4))):
        read = draw(st.lists(st.sampled_from(PATHS), unique=True, min_size=1))
        for path in read:
            state.pop(path, None)
            if draw(st.integers(0, 3)):
                state[path] = draw(files(path))
        patched = patch_graph(live, {path: state[path][1] if path in state else [] for path in read}, {})
        sources = {path: text for path, (text, _) in state.items()}
        graph = patched.live.graph
        corpus = read_corpus(graph, sources, only=read)
        index = index.patched(live.graph, graph, patched.moved, corpus, set(read))
        assert_same(index, graph, sources)
        live = patched.live


def test_a_search_on_an_older_version_is_as_it_was():
    def file(text, name):
        return [
            Node("a.go", "", "file", "go", 1, 1, 1, 0, len(text)),
            Node("a.go", name, "function", "go", 1, 1, 1, 0, len(text)),
        ]

    first = live_graph("m", {"a.go": file(b"old words", "older")}, {})
    old = LiveWords.of(first.graph, read_corpus(first.graph, {"a.go": b"old words"}))
    second = patch_graph(first, {"a.go": file(b"new things", "newer")}, {})
    graph = second.live.graph
    corpus = read_corpus(graph, {"a.go": b"new things"}, only=["a.go"])
    new = old.patched(first.graph, graph, second.moved, corpus, {"a.go"})
    assert old.index.search(read_question("older"), 5)[0].tolist() == [1]
    assert not len(old.index.search(read_question("newer"), 5)[0])
    assert new.index.search(read_question("newer"), 5)[0].tolist() == [1]
    assert not len(new.index.search(read_question("older"), 5)[0])
    assert_same(old, first.graph, {"a.go": b"old words"})
