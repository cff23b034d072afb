"""One worker and several, or two hash seeds, give different edges.

Seen in DeusData/codebase-memory-mcp#1085, tirth8205/code-review-graph#1013, colbymchenry/codegraph#1025.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
from tests.resolve.corpus import HERE, cases, files_of, resolved
for case in cases("go"):
    files = files_of(case)
    if sys.argv[1] == "backwards":
        files = dict(reversed(list(files.items())))
    done = resolved(files)
    for path in sorted(done.edges):
        print(path, [str(e) for e in done.edges[path].edges], [n.symbol for n in done.edges[path].nodes])
"""


def edges(seed: str, order: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, order],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_neither_hash_seed_nor_order_of_files_matters():
    first = edges("0", "forwards")
    assert "calls" in first
    assert edges("1", "forwards") == first
    assert edges("2", "backwards") == first
