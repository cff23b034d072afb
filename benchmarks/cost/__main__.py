"""What a cold build costs, beside a bare parse of the same files in the same run.

    python benchmarks/cost ROOT... [--repeat 3] [--results PREFIX]

For each root:

- parse    CPU seconds of tree-sitter alone over the files that the map holds as code. The files are
           read before the clock starts; the best of `--repeat` passes in this process.
- build    CPU seconds (user + system, children included) of one whole `xray graph build` process
           with empty caches: walk, parse, resolve, embed, index, snapshot. The best of `--repeat`.
- ratio    (build - 1.0) / parse: how many bare parses a map costs, beyond one second for starting.
- memory   the peak of the sum of PSS over the process tree, sampled each 50 ms, of one more build
           (apart, because sampling takes time itself).
- stages   wall seconds by stage, as the build's own report tells them.
- search   wall milliseconds of a search on the loaded map, words and vectors, first calls left out.

and once: the wall time of `xray graph --help`. Writes PREFIX.md and PREFIX.json.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

import machine
from build import cold_build, peak_memory
from parse import bare_parse, code_files
from search import search_latency
from start import help_time
from table import as_markdown

HERE = Path(__file__).parent


def measure(root: Path, repeat: int) -> dict[str, object]:
    """All figures of one root."""
    with tempfile.TemporaryDirectory(prefix="cost-") as scratch:
        builds = [cold_build(root, Path(scratch) / str(number)) for number in range(repeat)]
        best = min(builds, key=lambda build: build.cpu)
        files = code_files(root, best.snapshot)
        parse = bare_parse(files, repeat)
        return {
            "root": root.name,
            "files": len(files),
            "megabytes": sum(len(data) for _, data in files) / 1e6,
            "parse": parse,
            "build": best.cpu,
            "builds": [build.cpu for build in builds],
            "wall": best.wall,
            "ratio": (best.cpu - 1.0) / parse,
            "snapshot_megabytes": best.snapshot.stat().st_size / 1e6,
            "memory": peak_memory(root, Path(scratch) / "memory"),
            "stages": best.stages,
            "search": search_latency(best.snapshot),
        }


def main() -> int:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("roots", nargs="+", type=Path, metavar="ROOT")
    arguments.add_argument("--repeat", type=int, default=3)
    arguments.add_argument("--results", type=Path, default=HERE / "results", help="PREFIX of .md and .json")
    options = arguments.parse_args()
    report = {
        "machine": machine.describe(),
        "help": help_time(),
        "roots": [measure(root.resolve(), options.repeat) for root in options.roots],
    }
    markdown = as_markdown(report)
    options.results.with_suffix(".md").write_text(markdown, encoding="utf-8")
    options.results.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
