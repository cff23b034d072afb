"""The characteristic words of a map: more common in it than elsewhere."""

from __future__ import annotations

import numpy as np

from xray_graph.embed.keywords import MOST, WordCounts, keywords
from xray_graph.embed.rarity import rarity


def counted(counts, of):
    words = sorted(counts)
    return WordCounts([w.encode() for w in words], np.array([counts[w] for w in words], np.int64), of)


def test_the_level_is_the_share_of_nodes():
    assert keywords(counted({"cart": 64, "payment": 16, "currencies": 4}, 64)) == {
        "cart": 0, "payment": 16, "currencies": 32
    }  # fmt: skip


def test_what_is_as_common_everywhere_tells_nothing():
    assert rarity()["return"] < 16
    assert list(keywords(counted({"return": 16, "cart": 16}, 64))) == ["cart"]


def test_one_node_numbers_and_single_letters_are_left_out():
    assert keywords(counted({"once": 1, "2024": 9, "x": 9, "cart": 9}, 64)).keys() == {"cart"}


def test_there_are_no_more_than_the_most_telling():
    counts = {f"word{'abcdefghij'[i % 10]}{i}": 2 + i for i in range(9000)}
    found = keywords(counted(counts, 10_000))
    assert len(found) == MOST
    assert min(counts[word] for word in found) > 8000


def test_the_choice_depends_on_counts_alone():
    counts = {f"w{i:03}": 2 + i % 3 for i in range(600)}
    assert (
        list(keywords(counted(counts, 900)))
        == sorted(w for w in counts if counts[w] == 4)[:200]
        + sorted(w for w in counts if counts[w] == 3)[:56]
    )


def test_a_map_of_nothing_has_none():
    assert keywords(counted({}, 0)) == {}
