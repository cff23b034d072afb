"""Ranked lists for one question: each channel alone, both fused, and what a user gets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from xray_graph.config import build_settings
from xray_graph.lexicon import read_question
from xray_graph.pipeline import build
from xray_graph.retrieve import Questions, search
from xray_graph.retrieve.indexes import indexes_of
from xray_graph.snapshot import Map, open_map, write_map

DEPTH = 60  # of each channel: three times the results that are scored
LIMIT = 20
RECIPROCAL = 60
CHANNELS = ("words", "vectors", "reciprocal", "search")


def open_maps(roots: Iterable[Path], place: Path) -> dict[str, Map]:
    """A map of each folder, built cold, written and opened again. The name of the folder is the label."""
    maps = {}
    for root in roots:
        built = build(root, build_settings(root, {"name": root.name}, {}))
        write_map(place / built.file_name, built.parts)
        maps[root.name] = open_map(place / built.file_name)
    return maps


def ranked(map_: Map, text: str, questions: Questions) -> dict[str, list[tuple[str, int]]]:
    """(path, line) of the best nodes by each channel, best first."""
    question, indexes = read_question(text), indexes_of(map_)
    weights = indexes.factors_for(question)
    words, _ = indexes.words.search(questions.weighed(question), DEPTH, weights)
    vector = questions.vector(map_.about.fingerprint, question)
    vectors = words[:0] if vector is None else indexes.vectors.search(vector, DEPTH, weights)[0]
    lists = {"words": words, "vectors": vectors, "reciprocal": reciprocal([words, vectors])}
    graph = map_.graph
    places = {
        name: [(graph.path(i), graph.line(i)) for i in ids[:LIMIT].tolist()] for name, ids in lists.items()
    }
    found = search(map_, text, limit=LIMIT, questions=questions).results
    return {**places, "search": [(one.path, one.line) for one in found]}


def reciprocal(lists: Sequence[np.ndarray]) -> np.ndarray:
    """The candidates by reciprocal ranks, best first (Cormack, Clarke, Büttcher 2009)."""
    scores: dict[int, float] = {}
    for ids in lists:
        for rank, i in enumerate(ids.tolist(), 1):
            scores[i] = scores.get(i, 0.0) + 1.0 / (RECIPROCAL + rank)
    return np.array(sorted(scores, key=lambda i: (-scores[i], i)), np.int32)
