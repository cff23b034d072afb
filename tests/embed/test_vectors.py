"""Vectors of nodes: which, how they are stored, and what an embedder may not answer."""

from __future__ import annotations

import numpy as np
import pytest

from tests.embed.shop import GRAPH, SOURCES
from xray_graph.embed import VectorCache, embed_nodes, quantised
from xray_graph.embed.builtin import Builtin
from xray_graph.errors import EmbeddingError
from xray_graph.lexicon import read_corpus
from xray_graph.testing import CountingEmbedder

CORPUS = read_corpus(GRAPH, SOURCES)


def names(vectors):
    return {GRAPH.name(i).partition("//")[2] for i in vectors.ids.tolist()}


def test_ids_ascend_and_rows_come_back_near_what_they_were():
    embedder = Builtin()
    vectors = embed_nodes(GRAPH, SOURCES, CORPUS, embedder)
    (rows,) = embedder.embed_corpus(GRAPH, CORPUS, vectors.ids)
    assert (np.diff(vectors.ids) > 0).all()
    assert vectors.rows.dtype == np.int8
    assert vectors.scale.dtype == np.float32
    for k in range(len(vectors)):
        assert vectors.unit(k) @ rows[k] > 0.999


def test_a_node_without_words_has_no_vector():
    found = names(embed_nodes(GRAPH, SOURCES, CORPUS, Builtin()))
    assert "x.py::x" in found  # its path is a word
    rows = np.array([[0, 0], [0.6, 0.8]], np.float32)
    vectors = quantised(np.array([3, 5], np.int32), rows)
    assert vectors.ids.tolist() == [5]
    assert (vectors.scale > 0).all()


def test_any_embedder_is_asked_once_for_each_distinct_text():
    embedder = CountingEmbedder(32)
    vectors = embed_nodes(GRAPH, SOURCES, CORPUS, embedder)
    assert len(embedder.batches) == 1
    assert len(set(embedder.texts)) == len(embedder.texts)
    assert names(vectors) == names(embed_nodes(GRAPH, SOURCES, CORPUS, Builtin()))


def test_a_cache_answers_the_second_time(tmp_path):
    cache = VectorCache(tmp_path / "cache" / "vectors.sqlite")
    first = embed_nodes(GRAPH, SOURCES, CORPUS, CountingEmbedder(32), cache=cache)
    again = CountingEmbedder(32)
    second = embed_nodes(GRAPH, SOURCES, CORPUS, again, cache=cache)
    assert again.batches == []
    assert np.array_equal(first.rows, second.rows)
    assert np.array_equal(first.scale, second.scale)


def test_only_texts_that_changed_are_embedded_again(tmp_path):
    cache = VectorCache(tmp_path / "vectors.sqlite")
    embed_nodes(GRAPH, SOURCES, CORPUS, CountingEmbedder(32), cache=cache)
    changed = {**SOURCES, "pay.py": b"def pay(order): return order.total\n"}
    again = CountingEmbedder(32)
    embed_nodes(GRAPH, changed, read_corpus(GRAPH, changed), again, cache=cache)
    assert [text.split("\n")[0] for text in again.texts] == ["pay"]


class Odd:
    """Answers what it is told to."""

    fingerprint = "odd/1"
    dims = 4

    def __init__(self, answer):
        self.answer = answer

    def embed(self, texts):
        return self.answer(len(texts))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda n: np.ones((n, 3), np.float32) / np.sqrt(3), r"shape \(\d+, 3\)"),
        (lambda n: np.ones((n - 1, 4), np.float32) / 2, "texts came back"),
        (lambda n: np.full((n, 4), np.nan, np.float32), "no number"),
        (lambda n: np.full((n, 4), np.inf, np.float32), "no number"),
        (lambda n: np.ones((n, 4), np.float32), r"length 2\.000, not 1"),
    ],
)
def test_an_unusable_answer_is_refused(answer, message):
    with pytest.raises(EmbeddingError, match=message) as caught:
        embed_nodes(GRAPH, SOURCES, CORPUS, Odd(answer))
    assert caught.value.where == "odd/1"
