"""Replies as a few lines of text: what a reader needs to go on, not a second copy of the reply.

MCP sends it beside the structured content; the command line prints it. Takes any reply by its fields
and imports none of their types.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def maps(reply: Any) -> str:
    """A line or two a map."""
    lines = []
    for entry in reply.maps:
        if entry.state != "ready":
            lines.append(f"{entry.label}: {entry.state}" + (f" ({entry.error})" if entry.error else ""))
            continue
        at = ", ".join(
            f"{r.name} at {r.commit[:12] or 'no commit'}{'*' if r.dirty else ''}" for r in entry.repositories
        )
        lines.append(
            f"{entry.label}: {at}; {sum(entry.nodes.values())} nodes, {sum(entry.edges.values())} edges; "
            f"{_most(entry.languages)}; searched by {entry.searched_by}"
        )
        if entry.summary:
            lines.append(f"    {_first_sentence(entry.summary)}")
    return "\n".join(lines) or "There is no map here."


def _most(counts: Mapping[str, int], limit: int = 4) -> str:
    """The most frequent names, most frequent first."""
    ordered: Iterable[str] = sorted(counts, key=lambda name: (-counts[name], name))
    return ", ".join(list(ordered)[:limit]) or "no language"


def _first_sentence(text: str, limit: int = 160) -> str:
    line = " ".join(text.split())
    end = line.find(". ") + 1
    line = line[:end] if end else line
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
