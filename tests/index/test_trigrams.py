"""Words that look like a token, and none that do not."""

from __future__ import annotations

import pytest

from xray_graph.index.trigrams import Trigrams

WORDS = [
    b"a",
    b"complete",
    b"completion",
    b"completions",
    b"event",
    b"prevent",
    "größe".encode(),
    "目录".encode(),
]


def like(token, least=0.6):
    found, likeness = Trigrams(WORDS).like(token.encode(), least)
    return {WORDS[k].decode(): round(float(x), 2) for k, x in zip(found, likeness, strict=True)}


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_like_itself(word):
    assert like(word.decode(), 1.0) == {word.decode(): 1.0}


def test_endings_differ_less_than_beginnings():
    found = like("completion", 0.3)
    assert found["completion"] == 1.0
    assert found["completion"] > found["completions"] > found["complete"]


def test_nothing_in_common_is_not_found():
    assert like("zebra", 0.01) == {}


def test_no_words_no_matches():
    found, _ = Trigrams([]).like(b"anything", 0.5)
    assert len(found) == 0
