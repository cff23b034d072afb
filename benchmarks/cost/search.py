"""How long a search takes on a loaded map: words and vectors, in this process, wall time."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from xray_graph.retrieve import Questions, search
from xray_graph.snapshot import Map, open_map

PLAIN = (
    "where is the configuration read",
    "how are errors reported to the user",
    "who decides what is retried",
    "parse the arguments of the command line",
    "close the connection and free its memory",
)


def search_latency(snapshot: Path, count: int = 200) -> dict[str, float]:
    """Milliseconds: median and 95th percentile of `count` searches, no question asked twice (a question's
    vector is remembered), and how long it took to open the map until the first answer.
    """
    start = time.perf_counter()
    with open_map(snapshot) as opened:
        asker = Questions()
        search(opened, "what is this repository for", questions=asker)
        first = (time.perf_counter() - start) * 1000
        times = []
        for question in questions(opened, count):
            start = time.perf_counter()
            search(opened, question, questions=asker)
            times.append((time.perf_counter() - start) * 1000)
    return {
        "searches": len(times),
        "median": statistics.median(times),
        "p95": statistics.quantiles(times, n=20)[-1],
        "max": max(times),
        "open": first,
    }


def questions(opened: Map, count: int) -> list[str]:
    """PLAIN, and the first line of what is documented, evenly over the map; bare symbols to fill up."""
    graph = opened.graph
    documented = [graph.node(i).doc.strip().split("\n", 1)[0] for i in range(len(graph))]
    texts = list(dict.fromkeys(text for text in documented if len(text.split()) > 3))
    texts = texts[:: max(1, len(texts) // count)][: count - len(PLAIN)]
    symbols = [graph.symbol(i).replace(".", " ") for i in range(len(graph)) if graph.symbol(i)]
    fill = dict.fromkeys(symbols[:: max(1, len(symbols) // count)])
    return list(dict.fromkeys([*PLAIN, *texts, *fill]))[:count]
