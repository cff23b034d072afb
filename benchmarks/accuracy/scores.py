"""Runs the truth's scorers in processes of their own and reads what they print."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import manifests

# Kinds of calls whose answer needs no types: same file, same package, or the caller's own class.
UNTYPED = {
    "func_local", "func_static", "method_self", "method_this", "self_call", "static_bare", "method_bare",
}  # fmt: skip


def run_scorers(truth: Path, place: Path, sets: list[str]) -> dict[str, object]:
    """Tables by scorer: `calls` (repos, langs, kinds, untyped), `definitions`, `relations`, `micro`, and
    `manifests`.
    """
    references = _manifests(
        truth, place, [name.removeprefix("k8s_") for name in sets if name.startswith("k8s_")]
    )
    sets = [name for name in sets if not name.startswith("k8s_")]
    if not sets:
        nothing: dict[str, list] = {"repos": [], "langs": [], "kinds": [], "untyped": []}
        return {"calls": nothing, "definitions": [], "relations": [], "micro": [], "manifests": references}
    edges = ["--edges", str(place / "edges.jsonl")]
    only = ["--only", ",".join(sets)]
    calls_file = place / "calls.json"
    _run(truth / "score.py", *edges, *only, "--json", str(calls_file))
    calls = json.loads(calls_file.read_text(encoding="utf-8"))
    definitions = _run(truth / "score_defs.py", "--nodes", str(place / "nodes.jsonl"), *only)
    return {
        "calls": {**calls, "untyped": _untyped(calls["kinds"])},
        "definitions": [
            {"name": row[0], "truth": int(row[1]), "found": int(row[2]), "recall": float(row[3])}
            for row in _rows(definitions) if row[0] in sets
        ],
        "relations": [
            {"name": row[0], "kind": row[1], "truth": int(row[2]), "edges": int(row[3]),
             "P": float(row[4]), "R": float(row[5])}
            for row in _rows(_run(truth / "score_rel.py", *edges)) if row[0] in sets
        ],
        "micro": [
            {"suite": row[0], "cases": int(row[1]), "truth": int(row[2]), "edges": int(row[3]),
             "P": float(row[4]), "R": float(row[5])}
            for row in _rows(_run(truth / "score_micro.py", *edges)) if "swarm_edges" in sets
        ],
        "manifests": references,
    }  # fmt: skip


def _manifests(truth: Path, place: Path, repositories: list[str]) -> list[dict]:
    """References between manifests, by the scorer beside this."""
    if not repositories:
        return []
    edges, nodes = manifests.rows(place / "edges.jsonl"), manifests.rows(place / "nodes.jsonl")
    return [manifests.score(name, truth / "data", edges, nodes) for name in repositories]


def _untyped(kinds: list[dict]) -> list[dict]:
    """Recall by language over the kinds of UNTYPED."""
    totals: dict[str, list[int]] = {}
    for row in kinds:
        if row["kind"] in UNTYPED:
            total = totals.setdefault(row["lang"], [0, 0])
            total[0] += row["truth"]
            total[1] += row["hit"]
    return [
        {"lang": lang, "truth": truth, "hit": hit, "R": hit / truth if truth else float("nan")}
        for lang, (truth, hit) in sorted(totals.items())
    ]


def _run(script: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(script), *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{script.name} failed:\n{done.stderr}")
    return done.stdout


def _rows(text: str) -> list[list[str]]:
    """The table under the first line, which is its head; comment lines left out."""
    return [line.split() for line in text.splitlines()[1:] if line.strip() and line[0] != "#"]
