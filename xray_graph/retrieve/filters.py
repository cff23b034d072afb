"""What a search is limited to, and in which order a set comes.

    kind=function        path=src/http/        attr=exported   attr=test=false   attr=language=go

Filters are masks over the nodes, so that a search among few nodes is as exact as one among all.
Used by `retrieve.search`.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.errors import UsageError
from xray_graph.graph import Graph
from xray_graph.model import EDGE_KINDS, NODE_KINDS, EdgeKind

Mask = npt.NDArray[np.bool_]
I32 = npt.NDArray[np.int32]

NOTHING_PASSES: Final = "nothing passes the filters:"  # begins what `unmet` tells
ORDERS: Final = ("relevance", "name", "path", "lines", "callers", "callees")


def mask(graph: Graph, kind: str, path: str, attributes: Sequence[str]) -> Mask | None:
    """The nodes that pass; None when nothing is asked for.

    Raises:
        UsageError: an unknown kind, an attribute filter without a name.
    """
    if not kind and not path and not attributes:
        return None
    passing = np.ones(len(graph), dtype=bool)
    if kind:
        passing &= graph.with_kind(_kind(kind))
    if path:
        passing &= graph.under(path.removeprefix(f"{graph.label}//"))
    for attribute in attributes:
        passing &= _having(graph, attribute)
    return passing


def unmet(graph: Graph, kind: str, path: str, attributes: Sequence[str]) -> str:
    """Which filter no node passes, "" when each alone leaves some."""
    if kind and not graph.with_kind(_kind(kind)).any():
        return f"{NOTHING_PASSES} there is no {_kind(kind)}"
    if path and not graph.under(path.removeprefix(f"{graph.label}//")).any():
        return f"{NOTHING_PASSES} no path begins with {path!r}"
    for attribute in attributes:
        if not _having(graph, attribute).any():
            stored = {one.partition("=")[0] for found in graph.attribute_sets for one in found}
            known = sorted(stored | {"language"})
            close = difflib.get_close_matches(attribute.partition("=")[0], known, n=1)
            near = f"; did you mean {close[0]}?" if close and close[0] != attribute else ""
            return f"{NOTHING_PASSES} no node has the attribute {attribute!r}{near}"
    return ""


def order_of(name: str) -> str:
    """The order that is meant; relevance when none is given.

    Raises:
        UsageError: there is no such order.
    """
    if name and name not in ORDERS:
        raise UsageError(f"there is no order {name!r}", where="order", hint=f"one of {', '.join(ORDERS)}")
    return name or ORDERS[0]


def ordered(graph: Graph, ids: I32, order: str) -> I32:
    """The nodes in an order other than relevance; among equals as they lie in the graph."""
    ids = np.sort(ids)
    if order == "name":
        return np.array(sorted(ids.tolist(), key=graph.symbol), np.int32)
    if order == "path":
        return ids
    if order == "lines":
        key = (graph.end_lines - graph.lines)[ids]
    else:
        edges = graph.edges
        calls = edges.kind == EDGE_KINDS.index(EdgeKind.CALLS)
        ends = edges.target if order == "callers" else edges.source
        key = np.bincount(ends[calls], minlength=len(graph))[ids]
    return ids[np.lexsort((ids, -key))]


def _kind(kind: str) -> str:
    wanted = kind.strip().lower()
    if wanted not in NODE_KINDS:
        close = difflib.get_close_matches(wanted, NODE_KINDS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"one of {', '.join(NODE_KINDS)}"
        raise UsageError(f"there is no kind {kind!r}", where="kind", hint=hint)
    return wanted


def _having(graph: Graph, attribute: str) -> Mask:
    """The nodes with an attribute: `name`, `name=true`, `name=false`, or `name=value` as it is stored."""
    name, separator, value = attribute.partition("=")
    if not name.strip():
        raise UsageError(f"{attribute!r} names no attribute", where="attr", hint="as in exported, test=false")
    if name == "language" and separator:
        languages = graph.columns.names.languages.tolist()
        spoken = np.array([language == value for language in languages], dtype=bool)
        return spoken[graph.nodes.language] if len(spoken) else np.zeros(len(graph), dtype=bool)
    if value.lower() in ("true", "false"):
        having = graph.with_attribute(name)
        return having if value.lower() == "true" else ~having
    return graph.with_attribute(attribute)
