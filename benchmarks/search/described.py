"""What a weight of vectors does to questions that describe a function in words of their own.

    python benchmarks/search/described.py REPOSITORY...

A question is `which function` and the first sentence of a doc comment, without the function's name; the
answer is the function. All doc comments are left out of the index and of the vectors. At most 40 a
repository. Prints the mean reciprocal rank at 10 of words, of vectors, and of both for some weights of
vectors; `fuse.ASKED_WEIGHT` was chosen by it. What a commit changes is asked for by development.py.
"""

from __future__ import annotations

import dataclasses
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from channels import DEPTH, open_maps

from xray_graph.embed.builtin import Builtin
from xray_graph.embed.token_weights import weighed
from xray_graph.graph import Graph
from xray_graph.index import WordIndex, best
from xray_graph.lexicon import read_corpus, read_question
from xray_graph.lexicon.corpus import Rows
from xray_graph.model import NodeKind
from xray_graph.retrieve import fuse
from xray_graph.retrieve.factors import Factors
from xray_graph.snapshot import Map

MOST = 40  # questions of one repository
LEAST_WORDS = 8  # of a doc comment
WEIGHTS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
INSIDE = ("python",)  # languages whose doc comments stand in the body that is searched
SENTENCE = re.compile(r"(?<=[.!?])\s|\n\s*\n|[@:\\]param|<param")


def questions_of(graph: Graph, factors: Factors) -> list[tuple[str, int]]:
    """(question, node), drawn evenly from the documented functions outside tests."""
    found = []
    for i in np.flatnonzero(graph.with_kind(NodeKind.FUNCTION, NodeKind.METHOD)).tolist():
        doc = graph.doc(i)
        if factors.tests[i] or graph.language(i) in INSIDE or len(doc.split()) < LEAST_WORDS:
            continue
        name = graph.symbol(i).rpartition(".")[2]
        sentence = re.sub(rf"\b{re.escape(name)}\b", "", SENTENCE.split(doc)[0])
        if len(sentence.split()) >= LEAST_WORDS // 2:
            found.append((f"which function {sentence}", i))
    step = max(len(found) // MOST, 1)
    return found[::step][:MOST]


def measured(map_: Map) -> list[list[float]]:
    """Of each question: the reciprocal ranks by words, by vectors, and by both for each weight."""
    graph, embedder = map_.graph, Builtin()
    factors = Factors(graph)
    corpus = read_corpus(graph, map_.sources)
    empty = Rows(np.zeros(len(graph) + 1, np.int64), np.zeros(0, np.int32))
    corpus = dataclasses.replace(corpus, docs=empty)
    index = WordIndex.build(graph, corpus)
    vectors = np.zeros((len(graph), embedder.dims), np.float32)
    if map_.vectors is not None:
        ids = np.asarray(map_.vectors.ids, np.int32)
        vectors[ids] = np.concatenate(list(embedder.embed_corpus(graph, corpus, ids)))
    return [ranks(index, vectors, factors, text, right) for text, right in questions_of(graph, factors)]


def ranks(
    index: WordIndex, vectors: npt.NDArray[np.float32], factors: Factors, text: str, right: int
) -> list[float]:
    question, plain = read_question(text), factors.of()
    words = index.scores(weighed(question), plain)
    cosines = (vectors @ Builtin().embed_question(question)) * plain
    by_words, _ = best(words, DEPTH)
    by_vectors, _ = best(cosines.astype(np.float64), DEPTH)
    ids = np.union1d(by_words, by_vectors).astype(np.int32)
    none = np.zeros(len(ids))
    both = [fuse.combined(ids, words[ids], cosines[ids], none, weight)[0] for weight in WEIGHTS]
    return [reciprocal_rank(one.tolist(), right) for one in (by_words, by_vectors, *both)]


def reciprocal_rank(ids: Sequence[int], right: int) -> float:
    return 1 / (ids.index(right) + 1) if right in ids[:10] else 0.0


def main() -> None:
    roots = [Path(name).resolve() for name in sys.argv[1:]]
    if not roots:
        raise SystemExit(__doc__)
    found: list[list[float]] = []
    with tempfile.TemporaryDirectory(prefix="described-") as scratch:
        for label, map_ in open_maps(roots, Path(scratch)).items():
            rows = measured(map_)
            found += rows
            print(
                f"{label:14}{len(rows):4}",
                " ".join(f"{m:.3f}" for m in np.mean(rows, axis=0)) if rows else "",
            )
    names = ["words", "vectors", *(f"both {weight}" for weight in WEIGHTS)]
    print(f"| questions | {' | '.join(names)} |\n|{'---:|' * (len(names) + 1)}")
    print(f"| {len(found)} | {' | '.join(f'{mean:.3f}' for mean in np.mean(found, axis=0))} |")


if __name__ == "__main__":
    main()
