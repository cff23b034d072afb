"""One question to one map: exact names first, then words and vectors, fused.

    question ─▶ names (exact) ───────────────┐
             ─▶ words (BM25 over trigrams) ──┼─▶ fuse ─▶ the best, as pointers
             ─▶ vectors (cosine) ────────────┘

One question vector is the only call of an embedder; a map whose embedder is not at hand is searched by
words. The reply says so, and also when vectors alone found anything. Called by `route`, which chose the map.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import UNSET, structs

from xray_graph.errors import EmbeddingError, UsageError
from xray_graph.graph import Graph
from xray_graph.index import best
from xray_graph.lexicon import Question, read_question
from xray_graph.retrieve import filters, fuse, mentions, places, prose
from xray_graph.retrieve.indexes import indexes_of
from xray_graph.retrieve.naming import pointer
from xray_graph.retrieve.questions import Questions
from xray_graph.retrieve.replies import AskedMap, Found, SearchReply
from xray_graph.snapshot import Map

F32 = npt.NDArray[np.float32]
I32 = npt.NDArray[np.int32]

DEFAULT_LIMIT: Final = 5
PLAIN_LIMIT: Final = 20  # results of a question alone
SET_LIMIT: Final = 100  # results where a kind, path, attribute or order selects a set
ALL: Final = "*"  # a question that asks for everything the filters leave
_DEEPER: Final = 3  # times the limit that each channel gives
_AT_LEAST: Final = 20
_BY_WORDS: Final = "searched by words only: "
_BY_MEANING: Final = "found by meaning alone: too few of the words stand here"


class _Clock:
    """Milliseconds a stage."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._since = self._start = time.perf_counter()

    def done(self, stage: str) -> None:
        now = time.perf_counter()
        self.spent[stage] = round((now - self._since) * 1000, 3)
        self._since = now

    def all(self) -> dict[str, float]:
        return {**self.spent, "total": round((self._since - self._start) * 1000, 3)}


def search(
    map_: Map,
    query: str,
    *,
    kind: str = "",
    path: str = "",
    attr: Sequence[str] = (),
    order: str = "",
    limit: int = DEFAULT_LIMIT,
    explain: bool = False,
    questions: Questions | None = None,
) -> SearchReply:
    """The nodes that answer a question, best first.

    `kind`, `path` (a prefix) and each of `attr` narrow the search, `order` sorts what it found (see
    `filters`). `limit` is cut to 20, or to 100 where one of them is given, and the reply says so. Without
    `questions` the map is searched by words.

    Raises:
        UsageError: the question is empty; a filter, order or limit makes no sense.
        FormatError: the snapshot is damaged.
    """
    if not query.strip():
        raise UsageError("the question is empty", where="q", hint="ask in words, or give a name")
    if limit < 1:
        raise UsageError(f"a reply of {limit} results is none", where="limit")
    graph, clock = map_.graph, _Clock()
    order = filters.order_of(order)
    mask = filters.mask(graph, kind, path, attr)
    chosen = mask is not None or order != filters.ORDERS[0]
    most = SET_LIMIT if chosen else PLAIN_LIMIT
    limit, told = min(limit, most), _told_of_cut(limit, most)
    if mask is not None and not mask.any():
        told = filters.unmet(graph, kind, path, attr) or told
    depth = max(_DEEPER * limit, _AT_LEAST)
    if query.strip() == ALL and not chosen:
        hint = "add a kind, path, attr or order"
        raise UsageError("`*` without a filter is the whole map", where="q", hint=hint)
    if query.strip() == ALL:
        ids = np.arange(len(graph), dtype=np.int32) if mask is None else np.flatnonzero(mask).astype(np.int32)
        ids = filters.ordered(graph, ids, "path" if order == filters.ORDERS[0] else order)
        return _reply(map_, [(i, 1.0, {}) for i in ids[:limit].tolist()], told, len(ids) > limit, {}, explain)

    question = read_question(query)
    indexes = indexes_of(map_)
    told_of = mentions.mentioned(graph, query)
    types = mentions.types(graph, query) if question.task else ()
    weights = indexes.factors_for(question, told_of, types)
    if (by_place := places.factors(graph, query)) is not None:
        weights = weights * by_place
    if mask is not None:
        weights = np.where(mask, weights, np.float32(0))
    named = mentions.named(graph, query) or prose.sections(graph, question)
    named = [i for i in named if mask is None or mask[i]]
    mentioned = np.array(told_of, np.int32)
    clock.done("names")
    nothing = np.zeros(0, np.int32)
    asked = question if questions is None else questions.weighed(question)
    by_words = np.zeros(len(graph)) if indexes.words is None else indexes.words.scores(asked, weights)
    words, _ = best(by_words, depth)
    clock.done("words")
    vector, reason = _vector(map_, question, questions)
    clock.done("embed")
    vectors = indexes.vectors if vector is not None else None
    nearest = nothing if vectors is None or vector is None else vectors.search(vector, depth, weights)[0]
    ids = np.union1d(np.union1d(words, nearest), mentioned[weights[mentioned] > 0]).astype(np.int32)
    by_vectors = np.zeros(len(ids), np.float32)
    if vectors is not None and vector is not None:
        by_vectors = vectors.cosines(vector, ids) * weights[ids]
    clock.done("vectors")
    by_names = np.isin(ids, mentioned) * weights[ids]
    weight = fuse.ASKED_WEIGHT if question.asked else fuse.VECTOR_WEIGHT
    ids, scores = fuse.combined(ids, by_words[ids], by_vectors, by_names, weight)
    fused = dict(zip(ids.tolist(), scores.tolist(), strict=True))
    named = _by_use(graph, named, indexes.tests)
    ranked = [*named, *(i for i in fused if i not in set(named))]
    if order != filters.ORDERS[0]:
        ranked = filters.ordered(graph, np.array(ranked, np.int32), order).tolist()
    clock.done("fuse")
    channels = {"name": named, "words": words.tolist(), "vectors": nearest.tolist()}
    rank_of = {name: {i: k for k, i in enumerate(found, 1)} for name, found in channels.items()}
    first = set(named)
    results = [
        (
            i,
            1.0 if i in first else fused[i],
            {name: place[i] for name, place in rank_of.items() if i in place},
        )
        for i in ranked[:limit]
    ]
    alone = _BY_MEANING if len(nearest) and not (named or told_of or len(words)) else ""
    reason = "; ".join(filter(None, (reason, alone, told)))
    return _reply(map_, results, reason, len(ranked) > limit, clock.all(), explain)


def _by_use(graph: Graph, named: list[int], tests: npt.NDArray[np.bool_]) -> list[int]:
    """Nodes of one name, the one first that most refer to; generated code and tests last."""
    apart = graph.with_attribute("generated").astype(np.int8) + 2 * tests
    uses = {i: len(graph.incoming(i)) for i in named}
    return sorted(named, key=lambda i: (int(apart[i]), -uses[i], i))


def _told_of_cut(limit: int, most: int) -> str:
    """What to say when fewer results come than were asked for."""
    if limit <= most:
        return ""
    return f"cut to {most} results" + ("" if most == SET_LIMIT else ": more need a kind, path, attr or order")


def _vector(map_: Map, question: Question, questions: Questions | None) -> tuple[F32 | None, str]:
    """The question's vector in the map's space; without one, why the search is by words only."""
    if map_.vectors is None:
        return None, f"{_BY_WORDS}the map was built without vectors"
    if questions is None:
        return None, f"{_BY_WORDS}no embedder was opened"
    try:
        vector = questions.vector(map_.about.fingerprint, question)
    except EmbeddingError as error:
        return None, _BY_WORDS + error.message
    if vector is not None and len(vector) != map_.vectors.rows.shape[1]:
        return None, f"{_BY_WORDS}the map's vectors have {map_.vectors.rows.shape[1]} dimensions"
    return vector, ""


def _reply(
    map_: Map,
    results: list[tuple[int, float, dict[str, int]]],
    reason: str,
    truncated: bool,
    timings: dict[str, float],
    explain: bool,
) -> SearchReply:
    graph = map_.graph
    found = tuple(
        Found(
            **structs.asdict(pointer(graph, i)),
            score=round(score, 4),
            map=graph.label,
            ranks=ranks if explain else UNSET,
        )
        for i, score, ranks in results
    )
    return SearchReply(
        results=found,
        maps=(AskedMap(graph.label, None, reason),),
        timings=timings if explain else {},
        truncated=truncated,
    )
