"""The yardstick: tree-sitter alone, over the files that the map holds as code."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

from build import CHECKOUT, XRAY

from xray_graph.parse import grammar


def code_files(root: Path, snapshot: Path) -> list[tuple[str, bytes]]:
    """(language, bytes) of each file node whose language has a grammar, read now."""
    command = [*XRAY, "export", str(snapshot), "--format", "nodes"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=True)
    languages = set(grammar.languages())
    nodes = map(json.loads, done.stdout.splitlines())
    return [
        (node["language"], (root / node["path"]).read_bytes())
        for node in nodes
        if node["kind"] == "file" and node["language"] in languages
    ]


def bare_parse(files: list[tuple[str, bytes]], repeat: int) -> float:
    """CPU seconds to parse every file once, trees dropped at once; the best of `repeat` passes."""
    parsers = {language: grammar.load(language).parser for language, _ in files}
    passes = []
    for _ in range(repeat):
        start = time.process_time()
        for language, data in files:
            parsers[language].parse(data)
        passes.append(time.process_time() - start)
    return min(passes)
