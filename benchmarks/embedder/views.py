"""What of a record stands on which side of a pair, drawn anew each time it is seen.

Questions are what is said first of a thing, what is said of it further on, or its name; at times with words
left out, a slip of the fingers, or the words of a request or of a change around it. Things are bodies, with
or without name, path and doc; where a name is hidden, the body loses it too, for the most part: the word, not
what else has a part in common with it. Used by train.py.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from texts import Data, Lists, ranges, words_within

from xray_graph.embed.builtin import LEAD, LEAD_WEIGHT, PLACE_WEIGHT, TITLE_WEIGHT

I64 = npt.NDArray[np.int64]

WINDOW: Final = 30  # parts of a long text that make one question
_ASKED: Final = (
    "how do", "how does it", "where is the", "what does", "which function", "find the code that",
    "how can we", "show me where", "why is",
)  # fmt: skip
_TASKED: Final = (
    "fix", "add", "support", "make", "allow", "handle", "feat add", "refactor", "improve", "remove",
    "bug when", "update", "ensure that",
)  # fmt: skip


def take(lists: Lists, items: I64) -> tuple[I64, npt.NDArray[np.int32]]:
    """(position in items, part) of the lists of some items."""
    lengths = lists.offsets[items + 1] - lists.offsets[items]
    return np.repeat(np.arange(len(items)), lengths), lists.parts[ranges(lists.offsets[items], lengths)]


def weighed(lists: Lists, items: I64) -> npt.NDArray[np.float32]:
    """What each part of the lists counts where it is not a name or path: the first words more."""
    return np.where(words_within(lists, items) < LEAD, LEAD_WEIGHT, 1).astype(np.float32)


def bag(owners: Any, parts: Any, weights: Any, count: int, width: int) -> sp.csr_matrix:
    """A row a text: the roots of the weighted counts of its parts."""
    keys = owners.astype(np.int64) * width + parts
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    sums = np.add.reduceat(weights[order], first) if len(first) else weights
    keys = keys[first]
    offsets = np.searchsorted(keys // width, np.arange(count + 1))
    roots = np.sqrt(sums).astype(np.float32)
    return sp.csr_matrix((roots, (keys % width).astype(np.int32), offsets), shape=(count, width))


class Side:
    """Collects the words of one side of a batch."""

    def __init__(self) -> None:
        self.owners: list[Any] = []
        self.parts: list[Any] = []
        self.weights: list[Any] = []

    def put(self, owners: Any, parts: Any, kept: Any, weights: Any = 1.0) -> None:
        self.owners.append(owners[kept])
        self.parts.append(parts[kept])
        self.weights.append(np.broadcast_to(np.float32(weights), parts.shape)[kept])

    def bag(self, count: int, width: int) -> sp.csr_matrix:
        return bag(*(np.concatenate(one) for one in (self.owners, self.parts, self.weights)), count, width)


class Views:
    """Draws batches of pairs."""

    def __init__(self, data: Data, seed: int, dropout: float) -> None:
        self.data = data
        self.rng = np.random.default_rng(seed)
        self.dropout = dropout  # share of a body's words that is left out
        number = {part: at for at, part in enumerate(data.parts)}
        self.asked, self.tasked = (
            [np.array([number[word] for word in text.split() if word in number], np.int32) for text in texts]
            for texts in (_ASKED, _TASKED)
        )
        # Numbers of no meaning, whose sum over a question tells it from all others.
        self.codes = np.random.default_rng(0).random(data.of_part.shape[0])

    def draw(self, items: I64) -> tuple[sp.csr_matrix, sp.csr_matrix, I64]:
        """Questions, things, and a number a question by which equal ones are known."""
        d, rng = self.data, self.rng
        n, width = len(items), d.of_part.shape[0]
        kind = rng.random(n)
        documented = d.documented[items]
        by_name = ~documented | (kind < 0.08)
        by_rest = ~by_name & (kind < 0.24) & (np.diff(d.rest.offsets)[items] >= 6)
        by_first = ~by_name & ~by_rest
        titled = ~by_name & (rng.random(n) < 0.55)
        first, rest, name = take(d.query, items), take(d.rest, items), take(d.name, items)

        questions = Side()
        o, p = first
        kept = by_first[o] & (rng.random(len(o)) > 0.12 * (rng.random(n) < 0.5)[o])
        slip = rng.random(len(o)) < 0.3 * (rng.random(n) < 0.08)[o]
        questions.put(o, np.where(slip & (d.typo_of[p] >= 0), d.typo_of[p], p), kept)
        same = np.bincount(o, weights=self.codes[p], minlength=n)
        o, p = rest
        begins = np.concatenate([[0], np.cumsum(np.bincount(o, minlength=n))])
        kept = by_rest[o] & (np.arange(len(o)) - begins[o] < WINDOW)
        questions.put(o, p, kept)
        o, p = name
        questions.put(o, p, by_name[o])
        same += 7 * np.bincount(o, weights=self.codes[p] * by_name[o], minlength=n)
        for chosen, phrases in ((rng.random(n) < 0.12, self.asked), (rng.random(n) < 0.1, self.tasked)):
            for at in np.flatnonzero(chosen).tolist():
                phrase = phrases[rng.integers(len(phrases))]
                questions.put(np.full(len(phrase), at), phrase, slice(None))
                questions.weights[-1] = np.ones(len(phrase), np.float32)

        things = Side()
        o, p = take(d.symbol, items)
        things.put(o, p, titled[o], TITLE_WEIGHT)
        o, p = take(d.path, items)
        things.put(o, p, (rng.random(n) < 0.6)[o], PLACE_WEIGHT)
        with_first = documented & (by_rest | (by_name & (rng.random(n) < 0.7)))
        with_rest = ~by_rest & (rng.random(n) < 0.35) & (np.diff(d.rest.offsets)[items] > 0)
        o, p = first
        things.put(o, p, with_first[o], weighed(d.query, items))
        o, p = rest
        things.put(o, p, with_rest[o], np.where(with_first[o], 1, weighed(d.rest, items)))
        o, p = take(d.body, items)
        blind = ~titled & (rng.random(n) < 0.9)
        lost = d.is_name[ranges(d.body.offsets[items], np.diff(d.body.offsets)[items])] & blind[o]
        weights = np.where((with_first | with_rest)[o], 1, weighed(d.body, items))  # a doc stands before it
        things.put(o, p, ~lost & (rng.random(len(o)) > self.dropout), weights)
        return questions.bag(n, width), things.bag(n, width), (same * 1e6).astype(np.int64)
