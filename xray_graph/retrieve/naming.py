"""From the name that a user gave to a node, and from a node to its pointer. Also paging and freshness.

A name that fits nothing is an error that tells the nearest names; one that fits several is no error:
the reply lists them and picks none. Used by `node` and `traverse`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from xray_graph.errors import NotFoundError, UsageError
from xray_graph.graph import Graph
from xray_graph.graph.names import is_like
from xray_graph.model import NodeKind
from xray_graph.retrieve.replies import Freshness, Pointer
from xray_graph.snapshot import About, Map


def find(map_: Map, name: str) -> list[int]:
    """The nodes that the name fits; at least one.

    Raises:
        UsageError: the name is empty.
        NotFoundError: it fits none; the error holds the nearest names.
    """
    if not name.strip():
        raise UsageError(
            "the name is empty", where="name", hint="give `path::Symbol`, `path:line` or a bare symbol"
        )
    graph = map_.graph
    found = graph.find(name)
    if found:
        return found
    if last := _last_line(graph, name):
        hint = f"the file ends at line {last}"
        raise NotFoundError(f"no node is at {name.strip()!r}", where=graph.label, hint=hint)
    nearest = tuple(graph.nearest(name, 5))
    is_slip = bool(nearest) and is_like(name, nearest[0])
    hint = f"did you mean {nearest[0]}?" if is_slip else unread(map_.about) or "a search finds nodes by words"
    raise NotFoundError(f"no node is named {name.strip()!r}", where=graph.label, hint=hint, nearest=nearest)


def _last_line(graph: Graph, name: str) -> int:
    """Where the file of `path:line` ends; 0 for another name, or one of several files."""
    path, _, line = name.strip().rpartition(":")
    found = graph.find(path) if line.isdecimal() else []
    return graph.end_line(found[0]) if len(found) == 1 and graph.kind(found[0]) == NodeKind.FILE else 0


def pointer(graph: Graph, i: int) -> Pointer:
    """The short form of node `i`."""
    return Pointer(
        name=graph.name(i),
        kind=graph.kind(i),
        language=graph.language(i),
        path=graph.path(i),
        line=graph.line(i),
        end_line=graph.end_line(i),
        signature=graph.signature(i),
    )


def page_start(map_: Map, cursor: str) -> int:
    """The position that a cursor stands for; 0 for none.

    Raises:
        UsageError: no cursor of this tool, or one of another state of the map.
    """
    if not cursor:
        return 0
    state, _, position = cursor.rpartition("-")
    if not position.isdecimal() or len(position) > 9 or not position.isascii():
        raise UsageError(f"{cursor!r} is no cursor", where="cursor", hint="take `next` of the reply before")
    if state != _state(map_):
        raise UsageError("the map has changed since that page", where="cursor", hint="begin again without it")
    return int(position)


def next_page(map_: Map, position: int, total: int) -> str | None:
    """The cursor of the page that begins at `position`; None behind the last entry."""
    return f"{_state(map_)}-{position}" if position < total else None


def freshness(map_: Map, stale_files: Sequence[str] = ()) -> Freshness:
    """Of what state of the sources the map is. `stale_files` is what the server knows to have changed."""
    return freshness_of(map_.about, stale_files)


def freshness_of(about: About, stale_files: Sequence[str] = (), indexed_at: float | None = None) -> Freshness:
    """As `freshness`, from what a header tells; `indexed_at` is in seconds, and in no header."""
    first = about.repositories[0] if about.repositories else None
    return Freshness(
        commit=first.commit if first else "",
        dirty=any(repository.dirty for repository in about.repositories),
        indexed_at=moment(indexed_at) if indexed_at else None,
        stale_files=tuple(stale_files),
    )


def moment(seconds: float) -> str:
    """A time since the epoch as replies tell it: ISO 8601, UTC, to the second."""
    return dt.datetime.fromtimestamp(int(seconds), dt.UTC).isoformat().replace("+00:00", "Z")


def unread(about: About) -> str:
    """What to say of a map whose files of code were not read: they are in it by their names alone."""
    languages = [language for language, version in about.grammars.items() if not version]
    if not languages:
        return ""
    return (
        f"no {', '.join(languages)} was read, because the map was built without the parser: "
        "`pip install 'xray-graph[parser]'` and build it again"
    )


def _state(map_: Map) -> str:
    return map_.header.content_digest[:4].hex() or "live"
