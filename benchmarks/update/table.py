"""Puts what the scripts here measured on one page.

    python benchmarks/update/table.py FILE.json...

Takes the files that `latency.py`, `replay.py` and `client.py` wrote, in any order, pieces of one replay
too, and writes `results.json` and `results.md` beside itself.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Row = tuple[object, ...]


def page(reports: list[dict[str, Any]]) -> str:
    """All reports as Markdown."""
    latencies = [one for one in reports if "map" in one]
    clients = [one for one in reports if "ms" in one]
    replays = _joined([row for one in reports if "map" not in one for row in one.get("rows", ())])
    machine = reports[0]["machine"]
    loads = sorted(one["machine"]["load"] for one in reports)
    parts = [
        "# Updates",
        f"Measured on {machine['date']}: {machine['processor']}, {machine['cores']} cores, load {loads[0]} "
        f"to {loads[-1]} at the starts (other work ran beside, which makes wall times too long, CPU times "
        f"hardly), {machine['system']}, Python {machine['python']}.",
    ]
    for one in latencies:
        copies = f", laid {one['copies']} times side by side" if one["copies"] > 1 else ""
        counted = one["map"]
        parts += [
            f"## One update: {one['root']}{copies}",
            f"`latency.py`; {counted['files']} files, {counted['go_files']} of Go, {counted['nodes']} nodes, "
            f"{counted['edges']} edges. Milliseconds from the call to the new version, medians; all: with "
            "the workers that parse and git.",
            _table(
                ("edit", "wall", "CPU", "all CPU", "files resolved"),
                [
                    (row["what"], f"{row['wall_ms']:.0f}", f"{row['cpu_ms']:.0f}",
                     f"{row['all_cpu_ms']:.0f}", row["resolved"])
                    for row in one["rows"]
                ],
            ),
        ]  # fmt: skip
    for one in clients:
        parts += [
            f"## The client: {one['root']}",
            "`client.py`; milliseconds of one `xray graph update FILE`. own: wall without what the server "
            "worked.",
            _table(
                ("", "median", "p90"),
                [(name, f"{row['median']:.0f}", f"{row['p90']:.0f}") for name, row in one["ms"].items()],
            ),
        ]
    if replays:
        parts += [
            "## Real history, replayed",
            "`replay.py`: after each commit the live map and a build of the same tree have one content "
            "digest.",
            _table(
                ("repository", "commits", "compared, equal", "files changed", "median ms", "median CPU ms",
                 "build CPU s"),
                replays,
            ),
        ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def _joined(rows: list[dict[str, Any]]) -> list[Row]:
    """A row a repository; of one that was replayed in pieces, the medians lie between the two ends told."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["root"], []).append(row)
    return [
        (root, sum(p["commits"] for p in pieces), sum(p["compared"] for p in pieces),
         sum(p["files_changed"] for p in pieces), _range(pieces, "median_ms", 1),
         _range(pieces, "median_cpu", 1000), _range(pieces, "build_cpu", 1, digits=2))
        for root, pieces in found.items()
    ]  # fmt: skip


def _range(pieces: list[dict[str, Any]], name: str, factor: float, digits: int = 0) -> str:
    values = sorted(factor * piece[name] for piece in pieces)
    ends = [f"{value:.{digits}f}" for value in (values[0], values[-1])]
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def _table(head: tuple[str, ...], rows: list[Row]) -> str:
    lines = [head, tuple("---" if n == 0 else "---:" for n in range(len(head))), *rows]
    return "\n".join(f"| {' | '.join(str(value) for value in line)} |" for line in lines)


def main() -> None:
    reports = [json.loads(Path(name).read_text()) for name in sys.argv[1:]]
    if not reports:
        raise SystemExit(__doc__)
    (HERE / "results.json").write_text(json.dumps(reports, indent=1) + "\n")
    (HERE / "results.md").write_text(page(reports))


if __name__ == "__main__":
    main()
