"""What the words of a question count beside each other, as the built-in model has learned it.

A piece's row in a question is as long as what it tells of a text: `tokenizer` is longer than `value`. The
word index multiplies what a token counts by a root of that, against the mean of the question, so that a
question of one word is what it was. Rarity in the map still counts; phrases stay as they are. Used by
`retrieve`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from xray_graph.embed.builtin_sums import lengths_of
from xray_graph.embed.builtin_table import shipped
from xray_graph.lexicon import Question

POWER: Final = 0.3  # of a length; chosen on benchmarks/search/development.py


def weighed(question: Question) -> Question:
    """The question, its tokens weighing what is learned of them.

    Raises:
        EmbeddingError: the built-in model is damaged.
    """
    plain = [token.text for token in question.tokens if not token.phrase]
    if len(plain) < 2:
        return question
    weights = lengths_of(shipped().rows(plain, asked=True)) ** POWER
    learned = dict(zip(plain, (weights / np.mean(weights)).tolist(), strict=True))
    tokens = tuple(
        token if token.phrase else replace(token, weight=token.weight * learned[token.text])
        for token in question.tokens
    )
    return replace(question, tokens=tokens)
