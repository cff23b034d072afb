"""Replies as a few lines of text: what a reader needs to go on, not a second copy of the reply.

MCP sends it beside the structured content; the command line prints it. Takes any reply by its fields
and imports none of their types.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from xray_graph.model import CALLABLES, REASONS

_SHOWN: Final = 20  # relations of a node that the text names


def maps(reply: Any) -> str:
    """A line or two a map."""
    lines = []
    for entry in reply.maps:
        if entry.state != "ready":
            why = entry.error or entry.progress
            lines.append(f"{entry.label}: {entry.state}" + (f" ({why})" if why else ""))
            continue
        at = ", ".join(
            f"{r.name} at {r.commit[:12] or 'no commit'}{'*' if r.dirty else ''}" for r in entry.repositories
        )
        lines.append(
            f"{entry.label}: {at and at + '; '}{sum(entry.nodes.values())} nodes, "
            f"{sum(entry.edges.values())} edges; {_most(entry.languages)}; searched by {entry.searched_by}"
        )
        if entry.summary:
            lines.append(f"    {_first_sentence(entry.summary)}")
        lines += _state(entry.freshness)
    if reply.next:
        lines.append(_more(reply.next))
    return "\n".join(lines) or "There is no map here."


def search(reply: Any) -> str:
    """A line or two a result, then which maps were asked when that is not plain.

    A reason begins with why the map was asked; behind a semicolon stands what a reader has to know besides.
    """
    several = len(reply.maps) > 1
    lines: list[str] = []
    for _, found in itertools.groupby(reply.results, lambda one: one.map):  # each map has its own order
        lines += (f"{rank}. {_pointer(one)}{_ranks(one)}" for rank, one in enumerate(found, 1))
    if not lines:
        lines.append("Nothing was found.")
    elif reply.truncated:
        lines.append("There is more; ask for a larger limit, or narrow it by kind, path or attr.")
    if several or reply.timings or any("; " in each.reason for each in reply.maps):
        lines += [f"asked {asked.label}: {asked.reason}{_score(asked.score)}" for asked in reply.maps]
    if reply.timings:
        lines.append("ms: " + ", ".join(f"{stage} {spent:g}" for stage, spent in reply.timings.items()))
    for asked in reply.maps:
        lines += _state(asked.freshness, f"{asked.label}: " if several else "")
    return "\n".join(lines)


def node(reply: Any) -> str:
    """Where the node is and how much is known of it; the body is in the structured reply."""
    if reply.node is None:
        return _several(reply.candidates)
    one = reply.node
    lines = [_pointer(one)]
    if one.doc:
        lines.append(_first_sentence(one.doc))
    lines += _attributes(one.attributes)
    if reply.parent is not None:
        lines.append(f"in {_name(reply.parent)}")
    lines += [_relation(relation) for relation in reply.relations[:_SHOWN]]
    rest = len(reply.relations) - _SHOWN
    if rest > 0 or reply.next:
        here = [f"{rest} more here"] if rest > 0 else []
        lines.append(
            "and " + ", ".join([*here, *([f"more behind the cursor {reply.next}"] * bool(reply.next))])
        )
    lines += _state(reply.freshness)
    return "\n".join(lines)


def _attributes(attributes: Iterable[str]) -> Iterator[str]:
    """What a node is, and which of its calls lead nowhere in the map."""
    told = [one.partition("=") for one in attributes]
    flags = [name + equals + value for name, equals, value in told if name not in REASONS]
    calls = [f"{value} {name}" for name, _, value in told if name in REASONS]
    if flags:
        yield f"is {', '.join(flags)}"
    if calls:
        yield f"has calls without an edge: {', '.join(calls)}"


def callers(reply: Any) -> str:
    """A line a caller."""
    return _calls(reply, getattr(reply, "callers", ()), "calls it", "No caller is declared in the map.")


def callees(reply: Any) -> str:
    """A line a callee."""
    return _calls(reply, getattr(reply, "callees", ()), "is called", "It calls nothing that is in the map.")


_FACTS: Final = (
    *("images", "built_from", "starts", "ports", "depends_on", "config", "secrets", "tables", "endpoints"),
    "owners",
)


def services(reply: Any) -> str:
    """A few lines a service, or the drawing where one was asked for."""
    if reply.drawing:
        return str(reply.drawing).rstrip()
    lines: list[str] = []
    for one in reply.services:
        lines.append(f"{one.name}: {', '.join(dict.fromkeys(source.name for source in one.sources))}")
        for name in _FACTS:
            values = dict.fromkeys(fact.value for fact in getattr(one, name))
            if values:
                lines.append(f"    {name.replace('_', ' ')}: {', '.join(values)}")
    if reply.next:
        lines.append(_more(reply.next))
    return "\n".join(lines) or "No service is declared in the map."


def written_note(reply: Any) -> str:
    """The name under which it is found again."""
    until = f"until {reply.note.expires[:10]}" if reply.note.expires else "for good"
    return f"{reply.note.name}: kept {until}"


def notes(reply: Any) -> str:
    """A few lines a note; the whole text is in the structured reply."""
    lines = [] if reply.notes else ["No note was found."]
    for one in reply.notes:
        marks = ", ".join((one.kind, *one.tags))
        lines.append(f"{one.written[:10]} {one.title} ({marks}) {one.name}")
        said = " ".join(one.text.split())
        if said != one.title:
            lines.append(f"    {_cut(said)}")
        if one.about:
            lines.append(f"    about {', '.join(one.about)}")
    if reply.unreadable:
        lines.append(f"{reply.unreadable} more are sealed to somebody else.")
    if reply.next:
        lines.append(_more(reply.next))
    return "\n".join(lines)


def _calls(reply: Any, entries: Sequence[Any], verb: str, nothing: str) -> str:
    if reply.node is None:
        return _several(reply.candidates)
    lines = [_pointer(reply.node)]
    if not entries and not reply.via_interface:
        lines.append(nothing)
        if reply.node.kind not in CALLABLES:
            lines.append(f"Its kind is {reply.node.kind}: what uses it is among the relations of its node.")
    lines += map(_call, entries)
    if reply.via_interface:
        lines.append(f"Through an interface, so it may be that it {verb}:")
        lines += (f"{_call(entry)} via {_name(entry.interface)}" for entry in reply.via_interface)
    if reply.next:
        lines.append(_more(reply.next))
    lines += _state(reply.freshness)
    return "\n".join(lines)


def _more(cursor: str) -> str:
    return f"There are more behind the cursor {cursor}."


def _call(entry: Any) -> str:
    mark = " [test]" if entry.test else ""
    return f"{'  ' * entry.depth}{_name(entry.node)}{mark} {_sites(entry.sites)}"


def _state(freshness: Any, label: str = "") -> list[str]:
    """What a reader must know of the state that an answer speaks of; nothing when it is the present one."""
    lines = []
    if note := getattr(freshness, "note", ""):  # unset is false
        lines.append(f"Note: {label}{note}.")
    if stale := getattr(freshness, "stale_files", ()):
        more = f" and {len(stale) - 3} more" if len(stale) > 3 else ""
        lines.append(f"Note: {label}changed since and not taken in yet: {', '.join(stale[:3])}{more}.")
    return lines


def _several(candidates: Sequence[Any]) -> str:
    """What to say to a name that fits more than one node."""
    return "\n".join(
        ["Several nodes fit; ask for one of them by its whole name:", *map(_pointer, candidates)]
    )


def _pointer(one: Any) -> str:
    lines = f":{one.line}-{one.end_line}" if one.line else ""  # a folder, a file that is not read
    place = _on_one_line(one.path) + lines
    head = f"{_name(one)} ({one.kind}{', ' if place else ''}{place})"
    signature = " ".join(one.signature.split())
    return f"{head}\n    {_cut(signature)}" if signature else head


def _name(one: Any) -> str:
    return _on_one_line(one.name)


def _on_one_line(name: str) -> str:
    """A name as one line; that of a file may hold others."""
    return name.replace("\n", "\\x0a")


def _ranks(found: Any) -> str:
    """How an explained result was found; UNSET is false."""
    ranks = getattr(found, "ranks", None) or {}
    places = ", ".join(f"{channel} #{rank}" for channel, rank in ranks.items())
    return f"\n    score {found.score:g}: {places}" if places else ""


def _score(score: float | None) -> str:
    return "" if score is None else f" ({score:g})"


def _relation(relation: Any) -> str:
    arrow = "→" if relation.direction == "out" else "←"
    return f"{arrow} {relation.kind} {_name(relation.node)} {_sites(relation.sites)}".rstrip()


def _sites(sites: Sequence[Any], limit: int = 3) -> str:
    """`at cart.go:3 (import), 9 (receiver)`: where, and why the edge is there."""
    told: list[str] = []
    path = ""
    for site in sites[:limit]:
        place = str(site.line) if site.path == path else f"{_on_one_line(site.path)}:{site.line}"
        told.append(f"{place} ({site.evidence}{', dynamic' if site.dynamic else ''})")
        path = site.path
    more = f" and {len(sites) - limit} more" if len(sites) > limit else ""
    return f"at {', '.join(told)}{more}" if told else ""


def _most(counts: Mapping[str, int], limit: int = 4) -> str:
    """The most frequent names, most frequent first."""
    ordered: Iterable[str] = sorted(counts, key=lambda name: (-counts[name], name))
    return ", ".join(list(ordered)[:limit]) or "no language"


def _first_sentence(text: str, limit: int = 160) -> str:
    line = " ".join(text.split())
    end = line.find(". ") + 1
    return _cut(line[:end] if end else line, limit)


def _cut(text: str, limit: int = 160) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
