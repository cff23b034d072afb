"""Lays the measurements out as one Markdown page."""

from __future__ import annotations


def as_markdown(report: dict) -> str:
    """Where and when; the cost of builds; where the time goes; starting and searching."""
    machine, roots = report["machine"], report["roots"]
    stages = list(dict.fromkeys(stage for root in roots for stage in root["stages"]))
    start = report["help"]
    return "\n\n".join(
        [
            "# Cost",
            f"Written by `python benchmarks/cost` on {machine['date']}: {machine['processor']}, "
            f"{machine['cores']} cores, load {machine['load']} at the start, {machine['system']}, "
            f"Python {machine['python']}.",
            "## A cold build",
            "CPU seconds of the whole process tree with empty caches; parse: tree-sitter alone over the same "
            "files, in the same run; ratio: (build - 1.0) / parse; memory: peak sum of PSS.",
            _table(
                ("repository", "files", "MB", "parse s", "build s", "ratio", "wall s", "memory MB", "map MB"),
                [
                    (root["root"], root["files"], f"{root['megabytes']:.2f}", f"{root['parse']:.3f}",
                     f"{root['build']:.2f}", f"{root['ratio']:.1f}", f"{root['wall']:.2f}",
                     f"{root['memory']:.0f}", f"{root['snapshot_megabytes']:.2f}")
                    for root in roots
                ],
            ),
            "## Where the time goes",
            "Wall seconds by stage, as the build's own report tells them.",
            _table(
                ("repository", *stages),
                [(root["root"], *(f"{root['stages'].get(s, 0):.2f}" for s in stages)) for root in roots],
            ),
            "## Starting and searching",
            f"`xray graph --help`: {start['median']:.0f} ms median, {start['best']:.0f} ms best, wall.",
            _table(
                ("repository", "searches", "median ms", "p95 ms", "opening the map ms"),
                [
                    (root["root"], root["search"]["searches"], f"{root['search']['median']:.2f}",
                     f"{root['search']['p95']:.2f}", f"{root['search']['open']:.0f}")
                    for root in roots
                ],
            ),
        ]
    ) + "\n"  # fmt: skip


def _table(head: tuple[str, ...], rows: list[tuple]) -> str:
    lines = [head, tuple("---" if n == 0 else "---:" for n in range(len(head))), *rows]
    return "\n".join(f"| {' | '.join(str(value) for value in line)} |" for line in lines)
