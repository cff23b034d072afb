"""What resolving costs beside a bare parse of the same files, both in CPU seconds of this process.

    python benchmarks/cost/resolving.py ROOT...

Facts are read first, from the cache where they are there. The best of three passes of each, in one run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from xray_graph import pipeline
from xray_graph.config import BuildSettings
from xray_graph.parse import grammar, versions
from xray_graph.report import BuildReport, Recorder
from xray_graph.resolve.incremental import full
from xray_graph.resolve.languages import is_config
from xray_graph.walk import walk


def best(work: Callable[[], object]) -> float:
    """CPU seconds of the best of three."""
    found = []
    for _ in range(3):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def main() -> None:
    print(f"{'repository':24}{'parse s':>9}{'resolve s':>11}{'ratio':>7}")
    for root in map(Path, sys.argv[1:]):
        settings, report = BuildSettings(), Recorder(BuildReport())
        read = pipeline.read_all(walk(root, settings.walk, report), settings, report)
        code = [
            (grammar.load(f.language).parser, read.sources[f.path])
            for f in read.files
            if f.path in read.sources and versions.is_code(f.language)
        ]
        configs = {path: data for path, data in read.sources.items() if is_config(path)}
        paths = [f.path for f in read.files]
        parse = best(lambda code=code: [parser.parse(data) for parser, data in code])
        with pipeline.collector_off():
            resolve = best(
                lambda paths=paths, read=read, configs=configs: full(paths, read.facts, configs, live=False)
            )
        print(f"{root.resolve().name:24}{parse:9.3f}{resolve:11.3f}{resolve / parse:7.2f}")


if __name__ == "__main__":
    main()
