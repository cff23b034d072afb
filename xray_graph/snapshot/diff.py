"""What changed between two maps: nodes added, removed, moved, with another signature; edges.

A node is the same when its path and symbol are. One that is gone and one that is new are a move when
kind, symbol and signature agree and no other pair does. Edges are compared by their ends and kind, not
by their lines, so that a shifted file changes nothing. Pure; reads no sources.
Called by the command line.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

import msgspec

from xray_graph.graph.strings import each
from xray_graph.model import EDGE_KINDS, EdgeKind

if TYPE_CHECKING:
    from xray_graph.graph import Graph

_SHOWN: Final = 20  # rows of one list in a comment on a pull request
_QUIET: Final = frozenset({EDGE_KINDS.index(EdgeKind.CONTAINS)})  # says no more than the nodes do


class NodeRow(msgspec.Struct, frozen=True, order=True, gc=False):
    path: str
    symbol: str
    kind: str
    signature: str = ""

    @property
    def name(self) -> str:
        return f"{self.path}::{self.symbol}" if self.symbol else self.path


class Moved(msgspec.Struct, frozen=True, order=True):
    old: NodeRow
    new: NodeRow


class EdgeRow(msgspec.Struct, frozen=True, order=True, gc=False):
    kind: str
    source: str  # path::symbol
    target: str


class Diff(msgspec.Struct, frozen=True):
    """Every list is sorted. `contains` edges are left out: the nodes say the same."""

    old: str  # content digest, or label where the map was never written
    new: str
    nodes_added: tuple[NodeRow, ...] = ()
    nodes_removed: tuple[NodeRow, ...] = ()
    nodes_moved: tuple[Moved, ...] = ()
    signatures_changed: tuple[Moved, ...] = ()
    edges_added: tuple[EdgeRow, ...] = ()
    edges_removed: tuple[EdgeRow, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not any(
            (
                self.nodes_added,
                self.nodes_removed,
                self.nodes_moved,
                self.signatures_changed,
                self.edges_added,
                self.edges_removed,
            )
        )


def diff(old: Graph, new: Graph, *, names: tuple[str, str] = ("", "")) -> Diff:
    """What it takes to come from `old` to `new`."""
    added, removed, moved, changed = _of_nodes(_nodes(old), _nodes(new))
    edges_added, edges_removed = _of_edges(_edges(old), _edges(new))
    return Diff(
        old=names[0],
        new=names[1],
        nodes_added=added,
        nodes_removed=removed,
        nodes_moved=moved,
        signatures_changed=changed,
        edges_added=edges_added,
        edges_removed=edges_removed,
    )


_Nodes = dict[tuple[str, str], NodeRow]


def _of_nodes(
    before: _Nodes, after: _Nodes
) -> tuple[tuple[NodeRow, ...], tuple[NodeRow, ...], tuple[Moved, ...], tuple[Moved, ...]]:
    """Those added, removed, moved, and with another signature."""
    gone = [before[key] for key in before.keys() - after.keys()]
    fresh = [after[key] for key in after.keys() - before.keys()]
    moved = _moves(gone, fresh)
    changed = [
        Moved(row, after[key])
        for key, row in before.items()
        if key in after and row.signature != after[key].signature
    ]
    added = set(fresh) - {m.new for m in moved}
    removed = set(gone) - {m.old for m in moved}
    return tuple(sorted(added)), tuple(sorted(removed)), tuple(sorted(moved)), tuple(sorted(changed))


def _of_edges(before: set[EdgeRow], after: set[EdgeRow]) -> tuple[tuple[EdgeRow, ...], tuple[EdgeRow, ...]]:
    """Those added, and those removed."""
    return tuple(sorted(after - before)), tuple(sorted(before - after))


def _nodes(graph: Graph) -> _Nodes:
    found = {}
    symbols = (symbol for piece in graph.symbols.pieces() for symbol in piece)
    for i, (path_id, symbol) in enumerate(zip(each(graph.path_ids), symbols, strict=True)):
        if path := graph.path_list[path_id]:  # else the repository itself: it is called as the map is
            found[path, symbol] = NodeRow(path, symbol, graph.kind(i), graph.signature(i))
    return found


def _moves(gone: list[NodeRow], fresh: list[NodeRow]) -> list[Moved]:
    """Pairs that agree in all but the path, and that no other node could be one of."""
    places: dict[tuple[str, str, str], tuple[list[NodeRow], list[NodeRow]]] = defaultdict(lambda: ([], []))
    for side, rows in enumerate((gone, fresh)):
        for row in rows:
            if row.symbol:
                places[row.symbol, row.kind, row.signature][side].append(row)
    return [Moved(a[0], b[0]) for a, b in places.values() if len(a) == len(b) == 1]


def _edges(graph: Graph) -> set[EdgeRow]:
    names: dict[int, str] = {}

    def name(i: int) -> str:
        if i not in names:
            names[i] = f"{graph.path(i)}::{graph.symbol(i)}" if graph.symbol(i) else graph.path(i)
        return names[i]

    columns = graph.edges
    rows = zip(each(columns.source), each(columns.target), each(columns.kind), strict=True)
    return {EdgeRow(EDGE_KINDS[k], name(s), name(t)) for s, t, k in rows if k not in _QUIET}


def as_text(found: Diff) -> str:
    """For a terminal: one line a change, `+`, `-`, `>` a move, `~` a signature."""
    if found.is_empty:
        return "no difference"
    lines = [_counts(found)]
    lines += [f"+ {n.kind} {n.name}" for n in found.nodes_added]
    lines += [f"- {n.kind} {n.name}" for n in found.nodes_removed]
    lines += [f"> {m.new.kind} {m.old.name} → {m.new.name}" for m in found.nodes_moved]
    for m in found.signatures_changed:
        lines += [f"~ {m.new.name}", f"    {m.old.signature}", f"    {m.new.signature}"]
    lines += [f"+ {e.source} {e.kind} {e.target}" for e in found.edges_added]
    lines += [f"- {e.source} {e.kind} {e.target}" for e in found.edges_removed]
    return "\n".join(lines)


def as_markdown(found: Diff) -> str:
    """For a comment on a pull request: the counts, then each list folded and cut."""
    if found.is_empty:
        return "No structural change."
    parts = [_counts(found)]
    lists = (
        ("Signatures changed", [f"`{m.new.name}`: `{m.new.signature}`" for m in found.signatures_changed]),
        ("Added", [f"{n.kind} `{n.name}`" for n in found.nodes_added]),
        ("Removed", [f"{n.kind} `{n.name}`" for n in found.nodes_removed]),
        ("Moved", [f"`{m.old.name}` → `{m.new.name}`" for m in found.nodes_moved]),
        ("New edges", [f"`{e.source}` {e.kind} `{e.target}`" for e in found.edges_added]),
        ("Edges gone", [f"`{e.source}` {e.kind} `{e.target}`" for e in found.edges_removed]),
    )
    for title, rows in lists:
        if rows:
            shown = [f"- {row}" for row in rows[:_SHOWN]]
            if len(rows) > _SHOWN:
                shown.append(f"- … and {len(rows) - _SHOWN} more")
            body = "\n".join(shown)
            parts.append(f"<details><summary>{title} ({len(rows)})</summary>\n\n{body}\n\n</details>")
    return "\n\n".join(parts)


def _counts(found: Diff) -> str:
    return (
        f"nodes: {len(found.nodes_added)} added, {len(found.nodes_removed)} removed, "
        f"{len(found.nodes_moved)} moved, {len(found.signatures_changed)} with another signature; "
        f"edges: {len(found.edges_added)} added, {len(found.edges_removed)} removed"
    )
