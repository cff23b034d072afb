"""How right the edges are: maps of real repositories against what compilers say about them.

    python benchmarks/accuracy --truth DIR --corpora DIR [--only cobra,py-click] [--results PREFIX]

Builds a map of every corpus that the truth knows, exports its nodes and edges, runs the truth's own
scorers over them and writes PREFIX.md (tables) and PREFIX.json (everything). Judges nothing itself.

`--truth` holds score.py, score_rel.py, score_defs.py, score_micro.py and data/; `--corpora` holds one
checkout a folder. A corpus that is not there is named and left out; one that fails to build makes
the exit code 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from maps import build_all, truth_sets
from scores import run_scorers
from table import as_markdown

HERE = Path(__file__).parent


def main() -> int:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--truth", type=Path, required=True)
    arguments.add_argument("--corpora", type=Path, required=True)
    arguments.add_argument("--only", help="comma-separated corpora (cobra) or truth sets (go-cobra)")
    arguments.add_argument("--results", type=Path, default=HERE / "results", help="PREFIX of .md and .json")
    arguments.add_argument("--keep", type=Path, help="keep maps, nodes.jsonl and edges.jsonl in this folder")
    options = arguments.parse_args()

    wanted = set(options.only.split(",")) if options.only else None
    sets = truth_sets(options.truth / "data", wanted)
    if not sets:
        arguments.error(f"--only {options.only}: no truth set or corpus of that name")
    with tempfile.TemporaryDirectory(prefix="accuracy-") as scratch:
        place = options.keep or Path(scratch)
        place.mkdir(parents=True, exist_ok=True)
        built = build_all(sorted(set(sets.values())), options.corpora, place)
        scores = run_scorers(options.truth, place, [name for name in sets if sets[name] in built.labels])
    report = {"corpora": built.labels, "missing": built.missing, "failed": built.failed, **scores}
    markdown = as_markdown(report)
    options.results.with_suffix(".md").write_text(markdown, encoding="utf-8")
    plain = json.loads(json.dumps(report), parse_constant=lambda _: None)  # JSON has no NaN
    options.results.with_suffix(".json").write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    print(markdown)
    return 1 if built.failed else 0


if __name__ == "__main__":
    sys.exit(main())
