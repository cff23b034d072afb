"""Lays the scores out as Markdown tables. NaN, where there was nothing to divide by, shows as `-`."""

from __future__ import annotations

import datetime as dt
import math
import platform

COLUMNS = (
    "P: right among judged edges. P_strict also charges edges where no such call is written. P_caller: of "
    "the right edges, those whose caller is right. R: calls of the truth found. definitions: likewise found."
)


def as_markdown(report: dict) -> str:
    """The whole page: calls by repository, by language, without types, by kind; definitions; the rest."""
    calls = report["calls"]
    found = {row["name"]: row["recall"] for row in report["definitions"]}
    figures = ("P", "R", "P_strict", "P_caller")
    when = f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, Python {platform.python_version()}"
    parts = [
        "# Accuracy",
        f"Written by `python benchmarks/accuracy` on {when}. {COLUMNS}",
        *(f"Not there: {name}." for name in report["missing"]),
        *(f"Failed: {name}: {problem}." for name, problem in report["failed"].items()),
        "## Calls by repository",
        _table(
            ("repository", "calls", "edges", *figures, "definitions"),
            [
                (row["name"], row["truth"], row["edges"], *(row[f] for f in figures),
                 found.get(row["name"], math.nan))
                for row in calls["repos"]
            ],
        ),
        "## Calls by language",
        _table(
            ("language", "calls", "edges", *figures, "R without types"),
            [
                (row["name"], row["truth"], row["edges"], *(row[f] for f in figures),
                 next((u["R"] for u in calls["untyped"] if u["lang"] == row["name"]), math.nan))
                for row in calls["langs"]
            ],
        ),
        "## Calls by kind",
        _table(
            ("language", "kind", "calls", "found", "R", "P"),
            [(row["lang"], row["kind"], row["truth"], row["hit"], row["R"], row["P"])
             for row in calls["kinds"]],
        ),
        "## Definitions",
        _table(
            ("repository", "definitions", "found", "recall"),
            [(row["name"], row["truth"], row["found"], row["recall"]) for row in report["definitions"]],
        ),
        "## Bases and imports",
        _table(
            ("repository", "kind", "truth", "edges", "P", "R"),
            [tuple(row.values()) for row in report["relations"]],
        ),
    ]  # fmt: skip
    if report["micro"]:
        rows = [tuple(row.values()) for row in report["micro"]]
        parts += ["## Micro-benchmarks", _table(("suite", "cases", "calls", "edges", "P", "R"), rows)]
    if report["manifests"]:
        head = ("repository", "references", "edges", "P", "R", "P_strict", "objects", "objects found")
        rows = [tuple(row.values()) for row in report["manifests"]]
        parts += ["## References between manifests", _table(head, rows)]
    return "\n\n".join(parts) + "\n"


def _table(head: tuple[str, ...], rows: list[tuple]) -> str:
    lines = [head, tuple("---" if n == 0 else "---:" for n in range(len(head))), *rows]
    return "\n".join(f"| {' | '.join(_cell(value) for value in line)} |" for line in lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "-" if math.isnan(value) else f"{value:.3f}"
    return str(value)
