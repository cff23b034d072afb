"""What nearest vectors cost, and how many are found: all compared, in two steps, and by the graph index.

    python benchmarks/vectors --sources DIR... --kept FILE [--sizes 10000 100000 300000 1000000]

The vectors are real ones (see `pool.py`), made once and kept in FILE. For each size the first so many of
them are searched with the same questions, each a sentence that no vector was made of. What should be found
is what comparing all dimensions of all rows finds. Times are CPU time of one thread.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import time
import zlib
from pathlib import Path

import numpy as np
from pool import pool

from xray_graph.embed.vectors import Vectors
from xray_graph.index import Hnsw, VectorIndex, hnsw
from xray_graph.snapshot import arrays

HERE = Path(__file__).parent
K = 10
HEAD = "| vectors | search | build s | section MB | stored MB | memory MB | load s | search ms | recall@10 |"
RULE = "|---:|---|---:|---:|---:|---:|---:|---:|---:|"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sources", type=Path, nargs="+", required=True)
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 300_000, 1_000_000])
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--no-graph", action="store_true", help="leave the graph index out")
    parser.add_argument("--results", type=Path, default=HERE / "results.md")
    options = parser.parse_args()
    vectors, questions = pool(options.sources, max(options.sizes), options.kept)
    questions = questions[: options.questions]
    lines = [
        "# Nearest vectors", "", f"On {machine()}.", "",
        f"{len(questions)} questions; {len(vectors.ids)} vectors of {vectors.rows.shape[1]} dimensions were "
        "there. A section is what the graph index adds to a map, before and after deflate; memory is what "
        "stays beside "
        "the rows of the map.", "", HEAD, RULE,
    ]  # fmt: skip
    for size in options.sizes:
        if size > len(vectors.ids):
            continue
        some = Vectors(vectors.ids[:size], vectors.rows[:size], vectors.scale[:size])
        for row in measured(some, questions, graph=not options.no_graph):
            lines.append(row)
            print(row, flush=True)
    options.results.write_text("\n".join(lines) + "\n", "utf-8")


def measured(vectors: Vectors, questions: np.ndarray, *, graph: bool) -> list[str]:
    """One row a way of searching."""
    size = len(vectors.ids)
    exact = VectorIndex(vectors)
    whole = lambda question: best(exact._cosines(question, None))  # noqa: SLF001
    right, milliseconds = asked(whole, questions)
    rows = [row(size, "all dimensions", search=milliseconds, recall=1.0)]
    exact.search(questions[0], K)  # makes the leading rows
    found, milliseconds = asked(lambda q: exact.search(q, K)[0], questions)
    memory = exact._leading.nbytes / 1e6 if "_leading" in exact.__dict__ else 0.0  # noqa: SLF001
    rows.append(row(size, "two steps", memory=memory, search=milliseconds, recall=share(found, right)))
    if not graph:
        return rows
    begun = time.process_time()
    columns = hnsw.build(vectors)
    build = time.process_time() - begun
    raw = arrays.pack(columns)
    before, begun = resident(), time.process_time()
    links = Hnsw.of(columns, vectors)
    load, memory = time.process_time() - begun, resident() - before
    index = VectorIndex(vectors, links)
    index.search(questions[0], K)
    found, milliseconds = asked(lambda q: index.search(q, K)[0], questions)
    rows.append(
        row(
            size, "graph index", build=build, raw=len(raw) / 1e6, stored=len(zlib.compress(raw, 5)) / 1e6,
            memory=memory, load=load, search=milliseconds, recall=share(found, right),
        )
    )  # fmt: skip
    return rows


def asked(search, questions: np.ndarray) -> tuple[list[np.ndarray], float]:
    """What each question finds, and the milliseconds of one."""
    begun = time.process_time()
    found = [search(question) for question in questions]
    return found, (time.process_time() - begun) * 1000 / len(questions)


def best(scores: np.ndarray) -> np.ndarray:
    some = np.argpartition(-scores, K)[:K]
    return some[np.lexsort((some, -scores[some]))]


def share(found: list[np.ndarray], right: list[np.ndarray]) -> float:
    return sum(len(np.intersect1d(a, b)) for a, b in zip(found, right, strict=True)) / (K * len(right))


def row(size: int, name: str, *, search: float, recall: float, memory: float = 0.0, **more: float) -> str:
    told = [f"{more[each]:.1f}" if each in more else "" for each in ("build", "raw", "stored")]
    load = f"{more['load']:.1f}" if "load" in more else ""
    cells = [f"{size:,}", name, *told, f"{memory:.0f}", load, f"{search:.2f}", f"{recall:.4f}"]
    return f"| {' | '.join(cells)} |"


def resident() -> float:
    """MB that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def machine() -> str:
    info = Path("/proc/cpuinfo").read_text()
    model = next((line.split(":", 1)[1].strip() for line in info.splitlines() if "model name" in line), "")
    date = dt.datetime.now(dt.UTC).strftime("%Y-%m-%d")
    return f"{model}, {len(os.sched_getaffinity(0))} cores, Python {platform.python_version()}, {date}"


if __name__ == "__main__":
    main()
