"""The nearest nodes: exact, also in two steps, and never a score that is no number."""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph.embed import quantised
from xray_graph.index import VectorIndex
from xray_graph.index.vectors import WHOLE


def unit(rows):
    return (rows / np.linalg.norm(rows, axis=-1, keepdims=True)).astype(np.float32)


def matryoshka(rng, count, dims=256):
    """Rows whose leading dimensions carry the most, in clusters, as a trained model's do."""
    weights = 1.0 / np.sqrt(1 + np.arange(dims) / 16)
    centres = rng.normal(size=(40, dims))
    return unit((centres[rng.integers(0, 40, count)] + rng.normal(size=(count, dims))) * weights)


def index(rows, ids=None):
    ids = np.arange(len(rows), dtype=np.int32) if ids is None else np.array(ids, np.int32)
    return VectorIndex(quantised(ids, rows))


def test_the_nearest_come_first_with_their_cosines():
    rows = unit(np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1]], np.float32))
    ids, scores = index(rows, [4, 7, 9]).search(rows[0], 5)
    assert ids.tolist() == [4, 7]  # what points elsewhere is no answer
    assert scores == pytest.approx([1.0, 0.7071], abs=0.01)


def test_equal_scores_go_to_the_lower_id():
    rows = unit(np.ones((6, 4), np.float32))
    assert index(rows).search(rows[0], 3)[0].tolist() == [0, 1, 2]


def test_factors_weigh_and_leave_out():
    rows = unit(np.array([[1, 0], [1, 0.1], [1, 0.2]], np.float32))
    factors = np.array([0, 0.5, 1], np.float32)
    ids, scores = index(rows).search(rows[0], 3, factors)
    assert ids.tolist() == [2, 1]
    assert scores[1] == pytest.approx(0.4975, abs=0.01)


def test_two_steps_find_what_one_would():
    rng = np.random.default_rng(7)
    rows = matryoshka(rng, 3 * WHOLE)
    found = index(rows)
    questions = matryoshka(rng, 40)
    both = 0
    for question in questions:
        exact = np.argsort(-(rows @ question))[:10]
        both += len(set(exact.tolist()) & set(found.search(question, 10)[0].tolist()))
    assert both / 400 > 0.95


def test_a_filter_does_not_starve_a_search():
    rng = np.random.default_rng(8)
    rows = matryoshka(rng, 3 * WHOLE)
    question = rows[5]
    factors = np.zeros(len(rows), np.float32)
    chosen = rng.choice(len(rows), 30, replace=False)
    factors[chosen] = 1
    exact = [i for i in np.argsort(-(rows @ question)) if factors[i] and rows[i] @ question > 0][:10]
    found = index(rows).search(question, 10, factors)[0].tolist()
    assert set(found) == set(exact)


def test_cosines_of_nodes_without_a_vector_are_zero():
    rows = unit(np.array([[1, 0], [0, 1]], np.float32))
    found = index(rows, [3, 8])
    assert found.cosines(rows[0], np.array([0, 3, 8, 20], np.int32)) == pytest.approx([0, 1, 0, 0], abs=1e-6)


def test_scores_are_finite_whatever_was_stored():
    class Stored:
        ids = np.arange(2, dtype=np.int32)
        rows = np.zeros((2, 4), np.int8)
        scale = np.ones(2, np.float32)

    ids, scores = VectorIndex(Stored()).search(np.zeros(4, np.float32), 5)
    assert len(ids) == 0
    assert np.isfinite(scores).all()
