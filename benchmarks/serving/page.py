"""Lays the latest measurement of each kind out as one Markdown page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Report = Mapping[str, Any]


def as_markdown(reports: Mapping[str, Report]) -> str:
    """The page."""
    sections = [_SECTIONS[name](reports[name]) for name in _SECTIONS if name in reports]
    return "\n\n".join(["# Serving", *sections]) + "\n"


def _start(report: Report) -> str:
    return "\n\n".join(
        [
            "## Starting without a map",
            _where(report),
            f"Until the server says that it answers: {report['cpu_seconds']} s of processor, "
            f"{report['megabytes']} MB at most; {report['wall_seconds']} s by the clock of a loaded machine.",
        ]
    )


def _many(report: Report) -> str:
    sentences = (
        f"Budget for open maps: {report['budget_mib']} MiB.",
        f"The process: {report['megabytes_registered']} MB with all registered,",
        f"{report['megabytes_most']} MB at most.",
        f"{report['loads']:.0f} times a map was opened, {report['evictions']:.0f} times one was put away.",
        f"{report['cpu_ms_a_request']} ms of processor a request.",
    )
    title = f"## {report['maps']} maps of {report['nodes']:,} nodes, {report['clients']} clients"
    return "\n\n".join([title, _where(report), " ".join(sentences), *_answers(report)])


def _replaced(report: Report) -> str:
    sentences = (
        f"{report['maps']} maps of {report['nodes']} nodes, {report['clients']} clients;",
        f"{report['replaced']} files were renamed into place, {report['loads']:.0f} times a map was opened.",
        f"Megabytes after each tenth: {', '.join(map(str, report['megabytes_by_tenth']))}.",
    )
    title = f"## {report['requests']:,} requests while maps are replaced"
    return "\n\n".join([title, _where(report), " ".join(sentences), *_answers(report)])


def _answers(report: Report) -> Iterator[str]:
    yield (
        f"{report['requests']:,} requests, {report['failed']} failed; {report['requests_a_second']} a "
        f"second, median {report['p50_ms']} ms, p99 {report['p99_ms']} ms (clients on the same cores)."
    )
    rows = [("question", "requests", "median ms", "p99 ms"), ("---", "---:", "---:", "---:")]
    rows += [(what, *map(str, figures)) for what, figures in report["by_question"].items()]
    yield "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _where(report: Report) -> str:
    machine = report["machine"]
    return (
        f"`python benchmarks/serving {report['command']}` on {machine['date']}: {machine['processor']}, "
        f"{machine['cores']} cores, load {machine['load']} at the start, Python {machine['python']}."
    )


_SECTIONS: Mapping[str, Callable[[Report], str]] = {"start": _start, "many": _many, "replaced": _replaced}
