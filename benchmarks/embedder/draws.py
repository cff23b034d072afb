"""What both channels find more than BM25, over several draws of the functions of each set.

    python draws.py REPOSITORIES [--draws N] [--results PREFIX]      checkouts as for measure.py

One draw of 2,000 functions tells a difference within a hundredth or so. So each set is drawn again with
other seeds, and the difference in recall@10 is told as mean and standard deviation of the draws. BM25 reads
functions as the source has them; both channels read them so too, then after their qualified names, then so
but of the body what the product reads. A set with fewer functions than it may have is the same in each draw.
Writes PREFIX.md.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from measure import MACHINE, MAKES, SOURCE, asked, bm25, builtin, fused, recall
from sets import SEED, SETS, TestSet, asked_of, drawn, roots_of

from xray_graph.embed.builtin import Builtin

HERE = Path(__file__).parent
HEAD = (
    "| set | " + " | ".join(f"{make.title.lower()}: named | obscured" for make in MAKES) + " |",
    "|---|" + "---|" * 2 * len(MAKES),
)


def gains_of(one: TestSet) -> list[float]:
    """Recall@10 of both channels less that of BM25 of the source: named, obscured, by how texts are made."""
    questions = asked(one.questions)
    both_kinds = (one.named, one.obscured)
    bases = [recall(bm25(one.questions, SOURCE.texts(texts)), 10) for texts in both_kinds]
    gains = []
    for make in MAKES:
        for base, some in zip(bases, both_kinds, strict=True):
            texts = make.texts(some)
            scores = fused(bm25(one.questions, texts), questions @ builtin(texts).T)
            gains.append(recall(scores, 10) - base)
    return gains


def row_of(repositories: Path, draws: int, language: str) -> str:
    """What the set of a language gains; empty without any checkout."""
    found = [asked_of(root, language) for root in roots_of(language, repositories)]
    if not found:
        return ""
    gains = np.array([gains_of(drawn(language, found, SEED + at)) for at in range(draws)])
    spread = gains.std(axis=0, ddof=1) if draws > 1 else np.zeros(gains.shape[1])
    told = [f"{mean:+.3f} ± {some:.3f}" for mean, some in zip(gains.mean(axis=0), spread, strict=True)]
    row = f"| {language} | " + " | ".join(told) + " |"
    print(row, flush=True)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", type=Path)
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--results", type=Path, default=HERE / "draws")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    lines = [
        "# What both channels find (recall@10) more than BM25 of the source",
        "",
        f"{Builtin().fingerprint}; mean and standard deviation of {options.draws} draws. {MACHINE}",
        "",
        *HEAD,
    ]
    with ProcessPoolExecutor(options.jobs) as pool:
        rows = pool.map(partial(row_of, options.repositories, options.draws), SETS)
        lines += [row for row in rows if row]
    options.results.with_suffix(".md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
