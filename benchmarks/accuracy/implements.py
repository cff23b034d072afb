"""Whether Go's `implements` edges are right: against the methods that the truth lists for interface calls.

    python benchmarks/accuracy/implements.py --truth DIR --edges EDGES.jsonl

The truth names, for each call through an interface, the methods of this repository that satisfy it
(`impls`). An edge type → interface is right when one of those methods is the type's own or one of a
type it embeds, or when it embeds the interface. Only interfaces that the truth knows are judged. Prints
one line a repository.
"""

from __future__ import annotations

import argparse
import collections
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8") as file
    ):
        for line in file:
            yield json.loads(line)


def wanted(data: Path, name: str) -> dict[tuple[str, str], set[str]]:
    """Interface (path, name) → names of the types whose own methods satisfy a call through it."""
    owners = {}
    for one in rows(data / f"{name}.defs.jsonl.gz"):
        if one["kind"] == "method":
            owners[one["path"], one["name_line"]] = owners[one["path"], one["line"]] = one["name"]
    found: dict[tuple[str, str], set[str]] = collections.defaultdict(set)
    for call in rows(data / f"{name}.calls.jsonl.gz"):
        if call["kind"] == "method_iface":
            interface = call["callee_path"], call["callee_symbol"].split(".")[0]
            for place in call.get("impls") or ():
                path, line = place.rsplit(":", 1)
                owner = owners.get((path, int(line)), "").split(".")[0].strip("(*)")
                found[interface].add(owner)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--truth", type=Path, required=True)
    parser.add_argument("--edges", type=Path, required=True)
    options = parser.parse_args()
    stated: dict[str, set[tuple[str, str, str, str]]] = collections.defaultdict(set)
    embeds: dict[str, dict[str, set[str]]] = collections.defaultdict(lambda: collections.defaultdict(set))
    for edge in rows(options.edges):
        if edge["kind"] == "implements":
            stated[edge["repo"]].add((edge["path"], edge["sub"], edge["base_path"], edge["base"]))
        elif edge["kind"] == "inherits":
            embeds[edge["repo"]][edge["sub"]].add(edge["base"])
    print(f"{'truth':16}{'edges':>7}{'right':>7}{'P':>8}")
    for file in sorted((options.truth / "data").glob("go-*.calls.jsonl.gz")):
        name = file.name.split(".")[0]
        repository = next(rows(file))["repo"]
        known = wanted(options.truth / "data", name)
        judged = right = 0
        for _, sub, base_path, base in stated[repository]:
            if (base_path, base) in known:
                types, todo = {sub}, [sub]
                while todo:
                    fresh = embeds[repository][todo.pop()] - types
                    types |= fresh
                    todo += fresh
                judged += 1
                right += base in types or bool(types & known[base_path, base])
        print(f"{name:16}{judged:7}{right:7}{right / judged if judged else float('nan'):8.3f}")


if __name__ == "__main__":
    main()
