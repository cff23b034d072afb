"""Which maps to ask, when there are several: headers and a question in, a choice with reasons out.

There is no merged graph and ranking never crosses maps; this only chooses whom to ask. A map is as near as
the cosine of its summary vector with the question, one matrix product for all maps of a vector space, and
nearer by the share of the question's words that its header holds, rare words counting more. A map without
vectors is ranked by its words alone. Opens nothing. Called by `atlas`, which embeds the question.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.errors import NotFoundError
from xray_graph.retrieve.replies import AskedMap
from xray_graph.snapshot import About

FANOUT: Final = 3  # maps asked when nothing says which one is meant
Vector = npt.NDArray[np.float32]

# Chosen on benchmarks/routing: without words 73 % of the right maps come first, with them 79 %; the
# result hardly moves between 0.2 and 1.
_WORDS: Final = 0.4  # what a map gains that holds all words of the question
_NEAR: Final = 0.2  # cosine that a map without vectors is taken to have, when a word of it fits
_WORD: Final = re.compile(r"\w+")


def by_label(labels: Sequence[str], wanted: Sequence[str]) -> list[AskedMap]:
    """The maps that are named outright, in the order they are named: no embedding, no comparing.

    Raises:
        NotFoundError: one of them is not here.
    """
    known = set(labels)
    for label in wanted:
        if label not in known:
            raise unknown_label(label, labels)
    return [AskedMap(label, None, "label") for label in dict.fromkeys(wanted)]


class Router:
    """The headers of some maps, ready to be compared. Immutable."""

    def __init__(self, abouts: Mapping[str, About | None]) -> None:
        """`abouts` by label; None for a map of which there is no header yet."""
        self.abouts = dict(sorted(abouts.items()))
        self._words = {label: _words_of(label, about) for label, about in self.abouts.items()}
        maps_with = Counter(word for words in self._words.values() for word in words)
        total = len(self._words) + 1
        self._rarity = {word: math.log(total / (n + 0.5)) for word, n in maps_with.items()}
        spaces: dict[str, dict[str, Vector]] = {}
        for label, about in self.abouts.items():
            if about is not None and about.summary.vector:
                vector = np.frombuffer(about.summary.vector, "<f4").astype(np.float32)
                spaces.setdefault(about.fingerprint, {})[label] = vector
        self._spaces = {space: (list(rows), _stacked(list(rows.values()))) for space, rows in spaces.items()}

    def is_of(self, abouts: Mapping[str, About | None]) -> bool:
        """Whether these are the very headers that this one was made of."""
        mine = self.abouts
        return len(mine) == len(abouts) and all(mine.get(key, mine) is about for key, about in abouts.items())

    def nearest(
        self,
        words: Sequence[str],
        vector_in: Callable[[str], Vector | None],
        fanout: int,
        reason: str,
    ) -> list[AskedMap]:
        """The `fanout` maps nearest to a question, nearest first; equal ones by label.

        Args:
            words: of the question.
            vector_in: the question's vector in the space of a fingerprint; None when it has none there.
            fanout: how many maps to choose.
            reason: what is said of a map that was compared by its vector.
        """
        cosines: dict[str, float] = {}
        for space, (labels, rows) in self._spaces.items():
            vector = vector_in(space)
            if vector is not None and len(vector) == rows.shape[1]:
                cosines.update(zip(labels, (rows @ _unit(vector)).tolist(), strict=True))
        shares = self._shares({word.lower() for word in words})
        ranked: list[tuple[float, str, AskedMap]] = []
        for label in self.abouts:
            share = shares.get(label, 0.0)
            if label in cosines:
                score = cosines[label] + _WORDS * share
                ranked.append((-score, label, AskedMap(label, round(score, 4), reason)))
            elif share:
                score = _NEAR + _WORDS * share
                asked = AskedMap(label, round(score, 4), "words of the question are in its header")
                ranked.append((-score, label, asked))
            else:
                asked = AskedMap(label, None, "nothing to compare its summary with")
                ranked.append((math.inf, label, asked))
        ranked.sort(key=lambda each: each[:2])
        return [asked for _, _, asked in ranked[:fanout]]

    def _shares(self, words: set[str]) -> dict[str, float]:
        """The share of the question's words that each map's header holds, by their rarity."""
        known = {word: self._rarity[word] for word in sorted(words) if word in self._rarity}
        whole = sum(known.values())
        if whole <= 0:
            return {}
        found = {label: sum(known[w] for w in known if w in held) for label, held in self._words.items()}
        return {label: weight / whole for label, weight in found.items() if weight > 0}


def _words_of(label: str, about: About | None) -> frozenset[str]:
    text = label if about is None else " ".join((label, about.summary.text, *about.languages))
    return frozenset(_WORD.findall(text.lower()))


def _stacked(rows: Sequence[Vector]) -> Vector:
    """Unit rows; those of another length than the first, which no honest file has, are zeros."""
    width = len(rows[0])
    return np.stack([_unit(row) if len(row) == width else np.zeros(width, np.float32) for row in rows])


def _unit(vector: Vector) -> Vector:
    norm = float(np.linalg.norm(vector))
    return vector / np.float32(norm) if norm else vector


def unknown_label(label: str, labels: Sequence[str]) -> NotFoundError:
    """What to say to a label that no map has."""
    import difflib

    near = tuple(difflib.get_close_matches(label, labels, n=3, cutoff=0.5))
    hint = f"the maps here are: {', '.join(sorted(labels)[:20])}" if labels else "no map is here"
    return NotFoundError(f"no map is labelled {label!r}", where="map", hint=hint, nearest=near)
