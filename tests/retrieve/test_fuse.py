"""Scores of channels made one: between 0 and 1, falling, whatever the channels say."""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph.retrieve import fuse


@pytest.mark.parametrize("vectors", [(-0.2, 0.0), (-0.2, -0.1), (0.0, 0.0), (0.4, -0.2)])
def test_a_channel_in_which_nothing_is_near_takes_nothing_from_the_others(vectors):
    ids, scores = fuse.combined(
        np.array([3, 7], np.int32), np.array([0.5, 2.0]), np.array(vectors, np.float32), np.zeros(2)
    )
    assert sorted(ids.tolist()) == [3, 7]
    assert 1 >= scores[0] > scores[1] >= 0
    if max(vectors) <= 0:
        assert ids.tolist() == [7, 3]
        assert scores[0] == 1


def test_vectors_decide_against_words_as_far_as_they_weigh():
    words, vectors, none = np.array([2.0, 1.0]), np.array([0.2, 0.8]), np.zeros(2)
    ids = np.array([3, 7], np.int32)
    assert fuse.combined(ids, words, vectors, none)[0].tolist() == [3, 7]
    assert fuse.combined(ids, words, vectors, none, fuse.ASKED_WEIGHT)[0].tolist() == [7, 3]
