"""Builds and exports one map a corpus, through the command line as a user would."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

XRAY = [sys.executable, "-c", "from xray_graph.cli import main; main()", "graph"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


@dataclass
class Built:
    """What became of each corpus. `labels` → seconds of wall time."""

    labels: dict[str, float] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)  # label → the last line it wrote


def truth_sets(data: Path, wanted: set[str] | None) -> dict[str, str]:
    """Truth set → the repository it is about, as its records say ("go-cobra" → "cobra")."""
    sets = {}
    for path in sorted(data.glob("*.jsonl.gz")):
        name, what = path.name.split(".")[:2]
        manifests = name.startswith("k8s_") and what == "edges"
        if what in ("calls", "defs", "inherits", "imports") or name == "swarm_edges" or manifests:
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                repository = json.loads(next(lines, "{}")).get("repo")
            if repository and (wanted is None or {name, repository} & wanted):
                sets[name] = repository
    return sets


def build_all(labels: list[str], corpora: Path, place: Path) -> Built:
    """Maps of the corpora that are there; appends to nodes.jsonl and edges.jsonl in `place`."""
    built = Built()
    with (place / "nodes.jsonl").open("wb") as nodes, (place / "edges.jsonl").open("wb") as edges:
        for label in labels:
            root = corpora / label
            if not root.is_dir():
                built.missing.append(label)
                continue
            start = time.monotonic()
            command = [*XRAY, "build", str(root), "-o", str(place), "--name", label, "--no-embed"]
            done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                snapshot = place / f"{label}.graph.gz"
                exports = [_export(snapshot, "nodes", nodes), _export(snapshot, "edges", edges)]
                problem = next(filter(None, exports), "")
            else:
                problem = _last_line(done.stderr) or f"exit code {done.returncode}"
            if problem:
                built.failed[label] = problem
                print(f"{label}: failed: {problem}", file=sys.stderr)
                continue
            built.labels[label] = round(time.monotonic() - start, 2)
            print(f"{label}: {built.labels[label]:.1f} s", file=sys.stderr)
    return built


def _export(snapshot: Path, what: str, target) -> str:
    """Append an export to an open file; what went wrong, or ""."""
    command = [*XRAY, "export", str(snapshot), "--format", what]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, check=False)
    target.write(done.stdout)
    return _last_line(done.stderr.decode(errors="replace")) if done.returncode else ""


def _last_line(text: str) -> str:
    return text.strip().rsplit("\n", 1)[-1]
