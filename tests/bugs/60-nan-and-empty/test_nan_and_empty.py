"""A zero vector scores NaN and lands among the best hits; an empty text scores high.

Seen in run-llama/llama_index#23050, qdrant/qdrant-client#542, ruvnet/RuVector#679.
"""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph import pipeline
from xray_graph.config import BuildSettings
from xray_graph.embed import embed_nodes
from xray_graph.errors import EmbeddingError
from xray_graph.graph import build_graph
from xray_graph.index import VectorIndex
from xray_graph.lexicon import read_corpus
from xray_graph.model import Node
from xray_graph.retrieve import Questions, search
from xray_graph.snapshot import Map

FILES = {
    "a.py": "def f():\n    pass\n\ndef x(): ...\n",
    "empty.py": "",
    "blank.md": "\n\n",
    "_.py": "_ = 1\n",
}


class Unusable:
    """An embedder that answers one row of a kind."""

    fingerprint = "unusable/1"
    dims = 2

    def __init__(self, row):
        self.row = row

    def embed(self, texts):
        return np.array([self.row] * len(texts), np.float32)


def test_nothing_empty_is_stored_and_every_score_is_a_number(repo):
    map_ = Map.of(pipeline.build(repo(FILES), BuildSettings(name="shop")).parts)
    assert (map_.vectors.scale > 0).all()
    assert np.isfinite(map_.vectors.scale).all()
    assert map_.vectors.rows.any(axis=1).all()
    for ask in ("f", "pass", "empty", "anything else", "_", "where"):
        for one in search(map_, ask, questions=Questions()).results:
            assert 0 < one.score <= 1


@pytest.mark.parametrize("row", [[np.nan, 0], [np.inf, 0], [0.3, 0.3]])
def test_a_row_that_is_no_unit_vector_is_refused_at_the_door(row):
    graph = build_graph("shop", [Node("a.py", "f", "function")], [])
    with pytest.raises(EmbeddingError):
        embed_nodes(graph, {}, read_corpus(graph, {}), Unusable(row))


def test_a_row_of_zeros_is_no_vector():
    graph = build_graph("shop", [Node("a.py", "f", "function")], [])
    vectors = embed_nodes(graph, {}, read_corpus(graph, {}), Unusable([0, 0]))
    assert len(vectors) == 0


def test_the_best_hit_is_not_lost_to_one_that_scores_nothing():
    class Stored:
        ids = np.arange(3, dtype=np.int32)
        rows = np.array([[114, 55], [0, 0], [121, 38]], np.int8)
        scale = np.full(3, 1 / 127, np.float32)

    ids, scores = VectorIndex(Stored()).search(np.array([1, 0], np.float32), 2)
    assert ids.tolist() == [2, 0]
    assert np.isfinite(scores).all()
