"""Recall of the shipped model on the sets of sets.py, beside BM25 and what else can be had by package name.

    python measure.py REPOSITORIES [--results PREFIX]      checkouts side by side, named as in sets.py

recall@k: the share of questions whose function is among the k best of its set. BM25 (k1 1.2, b .75) reads the
same texts by the same words; fused adds both channels, each divided by its best, as the product does. Beside
them stand the table of `wordllama` with frozen rarities, which the model replaced, and MiniLM-L6 with int8
weights (minilm.py; Python's set, whole bodies: it is slow), when those packages are installed. Texts are made
in three ways (`MAKES`): functions as they stand in the source; as far as pairs.py keeps them, after their
qualified names, which the product knows; and so but of the body what the product reads. Writes PREFIX.md.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from minilm import minilm
from pairs import BODY
from sets import SETS, STANDARD_LIBRARY, TestSet, set_of
from texts import read_parts
from views import bag, take

from xray_graph.embed.builtin import TITLE_WEIGHT, Builtin
from xray_graph.embed.rarity import RAREST, rarity
from xray_graph.lexicon import read_question
from xray_graph.lexicon.corpus import CODE_LIMIT

F32 = npt.NDArray[np.float32]
Encode = Callable[[Sequence[str]], F32]
Scores = npt.NDArray[np.floating[Any]]

HERE = Path(__file__).parent
OURS = "ours"
WORDS = "BM25"
FUSED = "ours + BM25"
MINILM = "MiniLM-L6, int8"
MACHINE = "AMD EPYC, 2 cores, Python 3.11.7, 2026-12-01."
READS = "MiniLM (minilm.py) reads only Python's set, 256 tokens of a text."
WEIGHT = 3.0  # of vectors against words when both are fused; chosen on held-out packages, not on the sets
K1, B = 1.2, 0.75


class Make(NamedTuple):
    """How texts are made of functions."""

    title: str
    limit: int  # characters of a body
    qualified: bool  # whether the qualified name stands before it; its own stands in the body anyway

    def texts(self, of: Sequence[str]) -> list[str]:
        split = (text.split("\n", 2) for text in of)
        return [f"{title if self.qualified else ''}\n\n{body[: self.limit]}" for title, _, body in split]


SOURCE = Make("As the source has them", BODY, qualified=False)
WHOLE = Make("After their qualified names", BODY, qualified=True)
READ = Make(
    f"So, and of the body {CODE_LIMIT} characters, as the product reads code", CODE_LIMIT, qualified=True
)
MAKES = (SOURCE, WHOLE, READ)


def bm25(questions: Sequence[str], texts: Sequence[str]) -> Scores:
    parts, (asked, read) = read_parts([[" ".join(read_question(q).words) for q in questions], texts])
    count, width = len(texts), len(parts)
    every = np.arange(count)
    o, p = take(asked, every)
    q = bag(o, p, np.ones(len(o), np.float32), count, width)
    q.data[:] = 1.0
    o, p = take(read, every)
    t = bag(o, p, np.ones(len(o), np.float32), count, width)
    t.data **= 2  # the counts
    lengths = np.asarray(t.sum(axis=1)).ravel()
    holding = np.bincount(t.indices, minlength=width)
    idf = np.log1p((count - holding + 0.5) / (holding + 0.5))
    of = np.repeat(np.arange(count), np.diff(t.indptr))
    t.data = t.data * (K1 + 1) / (t.data + K1 * (1 - B + B * lengths[of] / lengths.mean())) * idf[t.indices]
    scores: Scores = (q @ t.T).toarray()
    return scores


def builtin(texts: Sequence[str]) -> F32:
    return Builtin().embed(texts)


def asked(questions: Sequence[str]) -> F32:
    """As the product reads a question, which is otherwise than a text."""
    embedder = Builtin()
    return np.array([embedder.embed_question(read_question(question)) for question in questions])


def wordllama() -> Encode | None:
    """The table that the model replaced: tokens' rows times frozen rarities, names counting as ours do."""
    try:
        package = importlib.metadata.distribution("wordllama")
    except importlib.metadata.PackageNotFoundError:
        return None
    from safetensors import safe_open
    from tokenizers import Tokenizer

    place = str(package.locate_file("wordllama/tokenizers/l2_supercat_tokenizer_config.json"))
    tokenizer = Tokenizer.from_file(place)
    with safe_open(
        str(package.locate_file("wordllama/weights/l2_supercat_256.safetensors")), "numpy"
    ) as file:
        (name,) = file.keys()
        table = file.get_tensor(name).astype(np.float32)
    levels = rarity()

    def encode(texts: Sequence[str]) -> F32:
        split = [text.split("\n", 2) if text.count("\n") > 1 else ["", "", text] for text in texts]
        parts, (titles, bodies) = read_parts([[one[0] for one in split], [one[2] for one in split]])
        tokens = [found.ids for found in tokenizer.encode_batch(parts, add_special_tokens=False)]
        rows = np.array([table[ids].mean(axis=0) if ids else np.zeros(256) for ids in tokens], np.float32)
        rows *= np.array([levels.get(part, RAREST) for part in parts], np.float32)[:, None]
        every = np.arange(len(texts))
        (o1, p1), (o2, p2) = take(titles, every), take(bodies, every)
        weights = np.concatenate([np.full(len(o1), TITLE_WEIGHT), np.ones(len(o2))]).astype(np.float32)
        m = bag(np.concatenate([o1, o2]), np.concatenate([p1, p2]), weights, len(texts), len(parts))
        found = sp.csr_matrix(m) @ rows
        unit: F32 = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
        return unit

    return encode


def fused(words: Scores, vectors: Scores) -> Scores:
    best_word = np.maximum(words.max(axis=1, keepdims=True), 1e-9)
    best_vector = np.maximum(vectors.max(axis=1, keepdims=True), 1e-9)
    scores: Scores = np.maximum(words, 0) / best_word + WEIGHT * np.maximum(vectors, 0) / best_vector
    return scores


def recall(scores: Scores, k: int) -> float:
    own = np.diag(scores)[:, None]
    return float(((scores > own).sum(axis=1) < k).mean())


Rows = dict[str, list[Scores]]


def scores_of(one: TestSet, models: dict[str, Encode], make: Make) -> Rows:
    """Scores of named and of obscured texts by model."""
    lists: Rows = {WORDS: [], **{name: [] for name in models}}
    for texts in (make.texts(one.named), make.texts(one.obscured)):
        words = bm25(one.questions, texts)
        lists[WORDS].append(words)
        for name, encode in models.items():
            vectors = (asked if name == OURS else encode)(one.questions) @ encode(texts).T
            lists[name].append(vectors)
            if name == OURS:
                lists.setdefault(FUSED, []).append(fused(words, vectors))
    return lists


def table_of(one: TestSet, lists: Rows) -> list[str]:
    return [
        f"| {one.name} | {len(one.questions)} | {name} | "
        + " | ".join(f"{recall(scores, 1):.3f} / {recall(scores, 10):.3f}" for scores in both)
        + " |"
        for name, both in lists.items()
    ]


def measured(repositories: Path, language: str) -> tuple[list[list[str]], list[str]]:
    """Rows of the set of a language by how texts are made; and its texts."""
    one = set_of(language, repositories)
    if one is None:
        return [[] for _ in MAKES], []
    models: dict[str, Encode] = {OURS: builtin}
    old = wordllama()
    if old is not None:
        models["wordllama table"] = old
    transformer = minilm() if language == STANDARD_LIBRARY else None
    with_it = models if transformer is None else {**models, MINILM: transformer}
    made = {make: scores_of(one, models if make == READ else with_it, make) for make in MAKES}
    tables = [table_of(one, lists) for lists in made.values()]
    print("\n".join(chain.from_iterable(tables)), flush=True)
    return tables, READ.texts(one.named)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", type=Path)
    parser.add_argument("--results", type=Path, default=HERE / "results")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    lines = [
        "# The built-in model",
        "",
        f"{Builtin().fingerprint}; recall@1 / recall@10.",
        f"{MACHINE} {READS}",
    ]
    head = ["| set | functions | model | named | obscured |", "|---|---:|---|---|---|"]
    tables = [["", f"## {make.title}", "", *head] for make in MAKES]
    texts: list[str] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for rows, some in pool.map(partial(measured, options.repositories), SETS):
            for table, found in zip(tables, rows, strict=True):
                table += found
            texts += some
    lines += chain.from_iterable(tables)
    builtin(texts[:2000])
    began = time.process_time()
    builtin(texts)
    speed = len(texts) / (time.process_time() - began)
    lines += ["", f"Encoding of plain texts, words read anew: {speed:,.0f} a second of one core."]
    options.results.with_suffix(".md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(lines[-1])


if __name__ == "__main__":
    main()
