"""What the words of a question count: learned of each, the same in all where there is one, phrases untouched."""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph.embed import token_weights, weighed
from xray_graph.embed.builtin_table import Table
from xray_graph.errors import EmbeddingError
from xray_graph.lexicon import read_question
from xray_graph.retrieve import Questions


def weights(text):
    return {token.text: token.weight for token in weighed(read_question(text)).tokens if not token.phrase}


def test_a_telling_word_counts_more_than_a_common_one():
    found = weights("tokenizer value")
    assert found["tokenizer"] > 1 > found["value"]
    assert np.mean(list(found.values())) == pytest.approx(1)


def test_one_word_and_none_are_what_they_were():
    for text in ("tokenizer", "where is it?", ""):
        question = read_question(text)
        assert weighed(question) == question


def test_words_of_change_still_count_less():
    found = weights("fix the tokenizer cache")
    assert found["fix"] < min(found["tokenizer"], found["cache"]) / 2


def test_phrases_and_the_text_stay():
    question = read_question("parse the command line")
    after = weighed(question)
    assert (after.text, after.words) == (question.text, question.words)
    phrases = [token for token in question.tokens if token.phrase]
    assert phrases == [token for token in after.tokens if token.phrase]


def test_a_damaged_model_leaves_the_words_as_they_were(tmp_path, monkeypatch):
    monkeypatch.setattr(token_weights, "shipped", lambda: Table(tmp_path))
    question = read_question("tokenizer value")
    with pytest.raises(EmbeddingError):
        weighed(question)
    assert Questions().weighed(question) == question
