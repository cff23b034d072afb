"""Scores `references` edges and manifest nodes against what a plain reader of YAML says of the same files.

    python benchmarks/accuracy/manifests.py --truth DIR --edges EDGES.jsonl --nodes NODES.jsonl [--show N]

Truth is DIR/data/k8s_<repo>.{resources,edges}.jsonl.gz. An edge is right when file, line, both kinds and
names agree and, where the truth knows the declaring files, the target is one of them. Edges between
kinds of which the truth holds no pair for that repository, or out of files that it does not hold, are not
judged; `judged` counts the others, `strict` also judges pairs the truth does not know. Standard library only.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path

KEY = ("path", "line", "src_kind", "src_name", "target_kind", "target_name")


def rows(path: Path) -> list[dict]:
    data = path.read_bytes()
    return [
        json.loads(line) for line in (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()
    ]


def key(row: dict) -> tuple:
    return tuple(row[name] for name in KEY)


def score(repo: str, truth: Path, edges: list[dict], nodes: list[dict], show: int = 0) -> dict:
    """The figures of one repository."""
    wanted = rows(truth / f"k8s_{repo}.edges.jsonl.gz")
    resources = rows(truth / f"k8s_{repo}.resources.jsonl.gz")
    files = {row["path"] for row in resources}
    right: dict[tuple, set[str] | None] = {}
    for row in wanted:
        known = right.setdefault(key(row), set())
        targets = {target.rpartition(":")[0] for target in row.get("target", ())}
        if known is not None and targets:
            known |= targets
        else:
            right[key(row)] = None if not targets and not known else known
    pairs = {(row["src_kind"], row["target_kind"]) for row in wanted}
    kinds = {row["target_kind"] for row in wanted}
    mine = [e for e in edges if e["repo"] == repo and e["kind"] == "references" and e["path"] in files]
    judged = [e for e in mine if (e["src_kind"], e["target_kind"]) in pairs]
    strict = [e for e in mine if e["target_kind"] in kinds]
    wrong = [e for e in judged if not _is_right(e, right)]
    hit = {key(e) for e in judged if _is_right(e, right)}
    named = {(n["path"], n["name"].partition("::")[2].partition("~")[0]) for n in nodes if n["repo"] == repo}
    lost = [r for r in resources if (r["path"], _symbol(r)) not in named]
    for title, shown in (
        ("wrong", wrong),
        ("missed", [r for r in right if r not in hit]),
        ("not judged", [e for e in strict if e not in judged]),
        ("no node", lost),
    ):
        for one in shown[:show]:
            print(f"{repo} {title}: {one}")
    found = Counter(_is_right(e, right) for e in strict)
    return {
        "name": repo,
        "truth": len(right),
        "edges": len(judged),
        "P": (len(judged) - len(wrong)) / max(len(judged), 1),
        "R": len(hit) / max(len(right), 1),
        "P_strict": found[True] / max(len(strict), 1),
        "objects": len(resources),
        "found": 1 - len(lost) / max(len(resources), 1),
    }


def _symbol(resource: dict) -> str:
    nameless = resource["name"] in ("", "(generateName)")
    return resource["kind"] if nameless else f"{resource['kind']}/{resource['name']}"


def _is_right(edge: dict, right: dict[tuple, set[str] | None]) -> bool:
    if key(edge) not in right:
        return False
    targets = right[key(edge)]
    return targets is None or not targets or edge["target_path"] in targets


def repositories(truth: Path) -> list[str]:
    return sorted(p.name[len("k8s_") :].partition(".")[0] for p in truth.glob("k8s_*.edges.jsonl.gz"))


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--truth", type=Path, required=True)
    arguments.add_argument("--edges", type=Path, required=True)
    arguments.add_argument("--nodes", type=Path, required=True)
    arguments.add_argument("--only", help="comma-separated repositories")
    arguments.add_argument("--show", type=int, default=0, help="print so many faults of each sort")
    options = arguments.parse_args()
    data = options.truth / "data"
    edges, nodes = rows(options.edges), rows(options.nodes)
    print(f"{'repository':24} truth edges      P      R P_strict objects  found")
    for repo in repositories(data):
        if options.only and repo not in options.only.split(","):
            continue
        s = score(repo, data, edges, nodes, options.show)
        print(
            f"{s['name']:24} {s['truth']:5} {s['edges']:5} {s['P']:.4f} {s['R']:.4f} {s['P_strict']:8.4f} "
            f"{s['objects']:7} {s['found']:.4f}"
        )


if __name__ == "__main__":
    main()
