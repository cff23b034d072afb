"""The word index: what a question finds, in which order, and what a file may not do to it."""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph.errors import FormatError
from xray_graph.graph import build_graph
from xray_graph.index import WordIndex
from xray_graph.lexicon import read_corpus, read_question
from xray_graph.model import Node

FILES = {
    "shop/cart.py": b"def add_item(cart, item):\n    cart.items.append(item)\n",
    "shop/cookie.py": b"def read_cookie(request):\n    return parse(request.cookies)\n",
    "shop/session.py": b"def open_session(request):\n    token = request.cookies['session']\n    return load(token)\n",
    "shop/server.py": b"class HTTPServer:\n    def getUserName(self):\n        return self.user.name\n",
}
SYMBOLS = {
    "shop/cart.py": [("add_item", "function", "Put an item into the cart.")],
    "shop/cookie.py": [("read_cookie", "function", "")],
    "shop/session.py": [("open_session", "function", "")],
    "shop/server.py": [("HTTPServer", "class", "")],
}


def graph_of(files=FILES, symbols=SYMBOLS):
    nodes = []
    for path, data in files.items():
        nodes.append(Node(path, "", "file", "python", end_byte=len(data)))
        nodes += [
            Node(path, s, kind, "python", end_byte=len(data), doc=doc) for s, kind, doc in symbols[path]
        ]
    return build_graph("shop", nodes, [])


GRAPH = graph_of()
CORPUS = read_corpus(GRAPH, FILES)
INDEX = WordIndex.build(GRAPH, CORPUS)


def find(question, k=10, index=INDEX, factors=None):
    ids, _ = index.search(read_question(question), k, factors)
    return [GRAPH.symbol(i) or GRAPH.path(i) for i in ids.tolist()]


def test_names_weigh_more_than_bodies():
    assert find("session")[0] == "open_session"
    assert find("cookies")[0] == "read_cookie"


def test_parts_find_the_whole_and_the_whole_finds_itself():
    assert find("user name") == ["HTTPServer"]
    assert find("getUserName") == ["HTTPServer"]
    assert find("http server")[0] == "HTTPServer"
    assert find("httpserver") == ["HTTPServer"]


def test_endings_do_not_matter():
    assert find("items appended")[0] == "add_item"
    assert find("parsed cookie") == ["read_cookie"]


def test_the_word_itself_counts_more_than_one_like_it():
    files = {"a.py": b"def pay():\n    parsers(order)\n", "b.py": b"def pay():\n    parser(order)\n"}
    graph = graph_of(files, {path: [("pay", "function", "")] for path in files})
    index = WordIndex.build(graph, read_corpus(graph, files))
    ids, scores = index.search(read_question("the parser of an order"), 4)
    assert graph.path(int(ids[0])) == "b.py"
    assert scores[0] > 1.1 * scores[-1]


def test_in_a_task_what_holds_more_of_its_words_comes_before_what_repeats_one():
    often = b"def basket():\n    basket(basket, basket)\n"
    once = (
        b"def order():\n    basket = voucher = None\n    return tax(postage, address, customer, currency)\n"
    )
    files = {"often.py": often, "once.py": once, "other.py": b"def voucher():\n    voucher(voucher)\n"}
    names = {"often.py": "basket", "once.py": "order", "other.py": "voucher"}
    graph = graph_of(files, {path: [(name, "function", "")] for path, name in names.items()})
    index = WordIndex.build(graph, read_corpus(graph, files))

    def gain(question):
        scores = dict(zip(graph.symbols, index.scores(read_question(question)), strict=True))
        return scores["order"] / scores["basket"]

    assert gain("fix basket, voucher and postage") > 1.2 * gain("of basket, voucher and postage")


def test_a_doc_comment_is_searched():
    assert find("put into the cart")[0] == "add_item"


def test_a_path_finds_its_nodes():
    assert set(find("server")) >= {"HTTPServer", "shop/server.py"}


def test_one_or_two_tokens_must_all_match():
    assert find("cookie unheardof") == []
    assert find("unheardof") == []
    assert find("session cookies") == ["open_session"]


def test_of_more_tokens_two_thirds_must_be_words_of_the_map():
    assert find("cookie session unheardof")[:2]
    assert find("cookie unheardof neverseen") == []


def test_a_question_of_function_words_finds_nothing():
    assert find("where is it") == []
    assert find("?!") == []


def test_a_factor_of_nothing_leaves_a_node_out():
    factors = np.ones(len(GRAPH), np.float32)
    factors[GRAPH.index("shop/cookie.py", "read_cookie")] = 0
    assert "read_cookie" not in find("cookies", factors=factors)


def test_scores_fall_and_ties_go_to_the_lower_id():
    _, scores = INDEX.search(read_question("request cookies"), 10)
    assert (np.diff(scores) <= 0).all()
    files = {"a.py": b"x = same", "b.py": b"x = same"}
    graph = graph_of(files, {"a.py": [], "b.py": []})
    index = WordIndex.build(graph, read_corpus(graph, files))
    assert index.search(read_question("same"), 10)[0].tolist() == [0, 1]


def test_nodes_are_counted_by_the_words_they_hold():
    words, counts = INDEX.node_counts()
    held = dict(zip(words, counts.tolist(), strict=True))
    assert words == sorted(words)
    assert held[b"cart"] == 1  # add_item, whose words are not its file's; a path does not count
    assert held[b"request"] == 2
    assert held[b"getusername"] == 0  # parts run together
    assert held[b"user"] == 2  # getUserName and user, of one node


def test_nodes_without_any_words():
    graph = build_graph("l", [Node("p", "", "file")], [])
    index = WordIndex.build(graph, read_corpus(graph, {}))
    assert len(index.search(read_question("anything at all here"), 5)[0]) == 0
    empty = build_graph("l", [], [])
    index = WordIndex.build(empty, read_corpus(empty, {}))
    assert len(index.search(read_question("anything"), 5)[0]) == 0
    assert len(WordIndex.from_columns(empty, index.to_columns()).search(read_question("a"), 5)[0]) == 0


def test_stored_and_read_it_answers_the_same():
    again = WordIndex.from_columns(GRAPH, INDEX.to_columns())
    for question in ("session cookies", "put an item into the cart", "getUserName", "request"):
        for one, other in zip(
            INDEX.search(read_question(question), 10), again.search(read_question(question), 10), strict=True
        ):
            assert np.array_equal(one, other)


def test_the_columns_are_the_same_each_time():
    other = WordIndex.build(GRAPH, read_corpus(GRAPH, dict(reversed(FILES.items())))).to_columns()
    for name, column in INDEX.to_columns().items():
        assert column == other[name] if isinstance(column, bytes) else np.array_equal(column, other[name])


@pytest.mark.parametrize("name", sorted(INDEX.to_columns()))
def test_a_missing_column_is_refused(name):
    columns = INDEX.to_columns()
    del columns[name]
    with pytest.raises(FormatError, match="word index is damaged"):
        WordIndex.from_columns(GRAPH, columns)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("weights", lambda c: c[:-1]),
        ("words", lambda c: c[:-1]),
        ("words", lambda c: c[:-1] + b"\0"),
        ("words", lambda c: c[::-1]),
        ("words.lengths", lambda c: np.append(c, np.uint16(0))),
        ("row_nodes", lambda c: c + np.uint32(9)),
        ("row_paths", lambda c: c + np.uint32(9)),
        ("word_rows", lambda c: c + np.uint32(1000)),
        ("row_paths.counts", lambda c: np.append(c, np.uint32(0))),
    ],
)
def test_a_damaged_column_is_refused(name, change):
    columns = INDEX.to_columns()
    columns[name] = change(columns[name])
    with pytest.raises(FormatError, match="word index is damaged"):
        WordIndex.from_columns(GRAPH, columns)
