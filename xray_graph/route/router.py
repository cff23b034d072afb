"""Which maps to ask, when there are several: headers and a question in, a choice with reasons out.

There is no merged graph and ranking never crosses maps; this only chooses whom to ask. A map is as near as

    the share of the question's words that its header holds, rare words counting more, and more in the
        map that holds a word most than in others,
  + how much of it is in a language that the question names,
  + how its summary vector stands among the others by cosine with the question's, in standard deviations:
        one matrix product for all maps of a vector space, and the same at any scale of a model's cosines,
  + for each name that the question is written with and the map declares, more the fewer maps do: enough to
        come before all that declare none of them.

A map without vectors is ranked without the third. Opens nothing. Called by `guide`.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from xray_graph.errors import NotFoundError
from xray_graph.lexicon import Question
from xray_graph.retrieve.replies import AskedMap
from xray_graph.route.profile import Profile, asked_languages, asked_names, asked_words, profile_of
from xray_graph.snapshot import About

FANOUT: Final = 3  # maps asked when nothing says which one is meant
Vector = npt.NDArray[np.float32]

# Chosen on the development questions of benchmarks/routing, where results hardly move between half and
# twice of each.
_LANGUAGE: Final = 0.2  # what a map gains that is all in a language of the question
_VECTOR: Final = 0.04  # what a map gains by each standard deviation of its cosine
_NAME: Final = 2.0  # what a map gains that alone declares a name of the question
_HALF: Final = 32  # levels by which a word is rarer than in the map that holds it most, to count half
_TOLD: Final = 3  # words that a reason names
_LISTED: Final = 20  # labels that a message names
_SAME: Final = 1e-6  # cosines that differ by less are equal


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


class _Near(NamedTuple):
    """How near one map is, and by what."""

    score: float
    words: tuple[str, ...]  # of the question, those that say most first
    cosine: float | None
    names: tuple[str, ...]  # of the question, that it declares


class Router:
    """The headers of some maps, ready to be compared. Immutable."""

    def __init__(
        self,
        abouts: Mapping[str, About | None],
        last: Router | None = None,
        likenesses: Mapping[str, bytes] = MappingProxyType({}),
    ) -> None:
        """`abouts` by label; None for a map of which there is no header yet.

        `last` is a router of before: what it made of a header that is still the same is taken over. Maps
        of one commit and one likeness are the same but for their label; an empty likeness tells nothing.
        """
        self.abouts = dict(sorted(abouts.items()))
        self.same_as = _twins(self.abouts, likenesses)
        compared = {label: about for label, about in self.abouts.items() if label not in self.same_as}
        self.known_as = {label: (label, *self._twins_of(label)) for label in compared}
        self.profiles: dict[str, Profile] = {}
        for label, about in compared.items():
            called = self.known_as[label]
            same = about is not None and last is not None and last.abouts.get(label) is about
            if same and last and last.known_as.get(label) == called:
                self.profiles[label] = last.profiles[label]
            else:
                self.profiles[label] = profile_of(" ".join(called), about)
        spaces: dict[str, dict[str, Vector]] = {}
        for label, about in compared.items():
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
        question: Question,
        vector_in: Callable[[str], Vector | None],
        fanout: int,
        reason: str,
        declaring: Callable[[str], Collection[str]] = lambda _: (),
    ) -> list[AskedMap]:
        """The `fanout` maps nearest to a question, nearest first; equal ones by label.

        Args:
            question: what is asked, with the hint where there is one.
            vector_in: the question's vector in the space of a fingerprint; None when it has none there.
            fanout: how many maps to choose.
            reason: what is said of a map that could be compared; what it was compared by is added.
            declaring: the labels of the maps that declare a name of the question.
        """
        cosines: dict[str, float] = {}
        standing: dict[str, float] = {}
        for space, (labels, rows) in self._spaces.items():
            vector = vector_in(space)
            if vector is not None and len(vector) == rows.shape[1]:
                here = rows @ _unit(vector)
                spread = float(here.std())
                cosines.update(zip(labels, here.tolist(), strict=True))
                standard = (here - here.mean()) / spread if spread > _SAME else np.zeros_like(here)
                standing.update(zip(labels, standard.tolist(), strict=True))
        shares = self._shares(question)
        gains = self._gains(question, declaring)
        languages = asked_languages(question)
        ranked: list[tuple[float, str, _Near | None]] = []
        for label, profile in self.profiles.items():
            share, words = shares.get(label, (0.0, ()))
            fit = max((sum(profile.languages.get(n, 0.0) for n in names) for names in languages), default=0.0)
            gain, names = gains.get(label, (0.0, ()))
            if label in cosines or share or fit or names:
                score = share + _LANGUAGE * fit + _VECTOR * standing.get(label, 0.0) + gain
                ranked.append((-score, label, _Near(score, words, cosines.get(label), names)))
            else:
                ranked.append((math.inf, label, None))
        ranked.sort(key=lambda each: each[:2])
        return [_asked(label, near, reason, self._told(label)) for _, label, near in ranked[:fanout]]

    def _told(self, label: str) -> str:
        """Which other maps are not asked because they are this one."""
        twins = self.known_as[label][1:]
        return f"; the same as {', '.join(twins[:_TOLD])}" if twins else ""

    def _twins_of(self, label: str) -> list[str]:
        return [twin for twin, first in self.same_as.items() if first == label]

    def _gains(
        self, question: Question, declaring: Callable[[str], Collection[str]]
    ) -> dict[str, tuple[float, tuple[str, ...]]]:
        """What each map gains by the names of the question that it declares, and which these are."""
        total = len(self.profiles) + 1
        gains: dict[str, tuple[float, tuple[str, ...]]] = {}
        for name, weight in asked_names(question).items():
            labels = [label for label in declaring(name) if label in self.profiles]
            rarity = math.log(total / (len(labels) + 0.5)) / math.log(total / 1.5)
            for label in labels:
                gain, names = gains.get(label, (0.0, ()))
                gains[label] = gain + _NAME * weight * rarity, (*names, name)
        return gains

    def _shares(self, question: Question) -> dict[str, tuple[float, tuple[str, ...]]]:
        """The share of the question's words that each map's header holds, and which these are."""
        total = len(self.profiles) + 1
        gains: dict[str, list[tuple[float, str]]] = {}
        whole = 0.0
        for key, (word, weight) in asked_words(question).items():
            levels = {
                label: profile.levels[key]
                for label, profile in self.profiles.items()
                if key in profile.levels
            }
            if not levels:
                continue
            weight *= math.log(total / (len(levels) + 0.5))
            whole += weight
            least = min(levels.values())
            for label, level in levels.items():
                gains.setdefault(label, []).append((weight * 2.0 ** ((least - level) / _HALF), word))
        if whole <= 0:
            return {}
        return {
            label: (
                sum(gain for gain, _ in found) / whole,
                tuple(word for _, word in sorted(found, key=lambda each: -each[0])),
            )
            for label, found in gains.items()
        }


def _asked(label: str, near: _Near | None, reason: str, told: str) -> AskedMap:
    """The map with what is told of it."""
    if near is None:
        return AskedMap(label, None, f"nothing to compare its summary with{told}")
    if near.cosine is None and near.words and not near.names:
        reason = "words of the question are in its header"
    by = [f"has {', '.join(near.names[:_TOLD])}"] if near.names else []
    by += [", ".join(near.words[:_TOLD])] if near.words else []
    by += [] if near.cosine is None else [f"cosine {near.cosine:.2f}"]
    return AskedMap(label, round(near.score, 4), f"{reason}{told} ({'; '.join(by)})" if by else reason + told)


def _twins(abouts: Mapping[str, About | None], likenesses: Mapping[str, bytes]) -> dict[str, str]:
    """Labels of maps of one commit that hold the same as another one → that one's label."""
    firsts: dict[bytes, str] = {}
    same: dict[str, str] = {}
    for label, about in abouts.items():
        likeness = likenesses.get(label)
        if about is None or not about.repositories or not likeness:
            continue
        if any(repository.dirty or not repository.commit for repository in about.repositories):
            continue
        commits = [repository.commit for repository in about.repositories]
        key = msgspec.msgpack.encode((commits, about.fingerprint, about.platform, likeness))
        if (first := firsts.setdefault(key, label)) != label:
            same[label] = first
    return same


def _stacked(rows: Sequence[Vector]) -> Vector:
    """Unit rows; those of another length than the first, which no honest file has, are zeros."""
    width = len(rows[0])
    return np.stack([_unit(row) if len(row) == width else np.zeros(width, np.float32) for row in rows])


def _unit(vector: Vector) -> Vector:
    norm = float(np.linalg.norm(vector))
    return vector / np.float32(norm) if norm else vector


def unknown_label(label: str, labels: Sequence[str]) -> NotFoundError:
    """What to say to a label that no map has."""
    near = tuple(difflib.get_close_matches(label, labels, n=3, cutoff=0.5))
    more = f" and {len(labels) - _LISTED} more" if len(labels) > _LISTED else ""
    hint = f"the maps here are: {', '.join(sorted(labels)[:_LISTED])}{more}" if labels else "no map is here"
    return NotFoundError(f"no map is labelled {label!r}", where="map", hint=hint, nearest=near)
