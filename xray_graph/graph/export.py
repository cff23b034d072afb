"""A graph as rows for other programs: JSON lines of nodes and edges, GraphML, DOT. Pure; streams.

The JSON shapes are pinned, because scorers and scripts read them. Called by `xray graph export`.
A declaration's line in an edge row is the line of its name, which is where compilers point.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape, quoteattr

import msgspec
import numpy as np

from xray_graph.model import OUTSIDE, REASONS, EdgeKind, NodeKind

if TYPE_CHECKING:
    from xray_graph.graph.graph import Graph

Row = dict[str, Any]

# Kinds whose symbol is `Kind/name`, as a manifest writes it
_NAMED_BY_KIND: Final = frozenset(
    {
        NodeKind.MANIFEST,
        NodeKind.IMAGE,
        NodeKind.SECRET,
        NodeKind.CONFIGMAP,
        NodeKind.SERVICEACCOUNT,
        NodeKind.PVC,
        NodeKind.SERVICE,
    }
)
_ORDINAL: Final = re.compile(r"~\d+$")  # what tells objects of one name apart
_UNNAMED_ENDING: Final = re.compile(r"(?:(?:^|\.)\w+@\d+)+$")
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def node_rows(graph: Graph) -> Iterator[Row]:
    """One row a node, in the graph's order."""
    for i in range(len(graph)):
        node = graph.node(i)
        yield {
            "repo": graph.label,
            "name": graph.name(i),
            "kind": node.kind,
            "language": node.language,
            "path": node.path,
            "line": node.line,
            "end_line": node.end_line,
            "name_line": node.name_line,
            "start_byte": node.start_byte,
            "end_byte": node.end_byte,
            "signature": node.signature,
            "doc": node.doc,
            "attributes": list(node.attributes),
        }


def edge_rows(graph: Graph) -> Iterator[Row]:
    """One row an edge, in the graph's order; which fields it has follows from its `kind`."""
    ends = _Ends(graph)
    edges = graph.edges
    columns = (edges.source, edges.target, edges.line, edges.dynamic)
    for e, (source, target, line, dynamic) in enumerate(
        zip(*(column.tolist() for column in columns), strict=True)
    ):
        kind = graph.edge_kind(e)
        row: Row = {"repo": graph.label, "kind": kind}
        row |= _FIELDS.get(kind, _reference)(ends, source, target, line)
        row["evidence"] = graph.evidence(e)
        if kind == EdgeKind.CALLS:
            row["dynamic"] = bool(dynamic)
        yield row


class _Ends:
    """What rows say of a node, decoded once for the whole graph."""

    def __init__(self, graph: Graph) -> None:
        paths = graph.paths.tolist()
        self.path = [paths[p] for p in graph.path_ids.tolist()]
        self.symbol = graph.symbols.tolist()
        named = graph.nodes.name_line
        self.line: list[int] = np.where(named > 0, named, graph.lines).tolist()
        self._graph = graph

    def kind_and_name(self, i: int) -> tuple[str, str]:
        """`Deployment`, `web` for a manifest `Deployment/web`; else the kind and the symbol or path."""
        kind, symbol = self._graph.kind(i), self.symbol[i]
        if kind in _NAMED_BY_KIND or self.path[i] == OUTSIDE:
            written, slash, name = _ORDINAL.sub("", symbol).partition("/")
            if slash or kind == NodeKind.MANIFEST:
                return written, name
        return kind, symbol or self.path[i]


def _call(ends: _Ends, source: int, target: int, line: int) -> Row:
    return {
        "caller_path": ends.path[source],
        "caller_symbol": ends.symbol[source],
        "caller_line": ends.line[source],
        "call_path": ends.path[source],
        "call_line": line,
        "callee_path": ends.path[target],
        "callee_symbol": ends.symbol[target],
        "callee_line": ends.line[target],
    }


def _base(ends: _Ends, source: int, target: int, line: int) -> Row:
    """An unnamed class goes by the name of what it is written in, as compilers report it."""
    symbol = ends.symbol[source]
    return {
        "path": ends.path[source],
        "line": line,
        "sub": _UNNAMED_ENDING.sub("", symbol) or symbol,
        "base_path": ends.path[target],
        "base": ends.symbol[target],
    }


def _import(ends: _Ends, source: int, target: int, line: int) -> Row:
    # a package is its folder, and the root folder is "."
    return {"path": ends.path[source], "line": line, "target_path": ends.path[target] or "."}


def _reference(ends: _Ends, source: int, target: int, line: int) -> Row:
    src_kind, src_name = ends.kind_and_name(source)
    target_kind, target_name = ends.kind_and_name(target)
    return {
        "path": ends.path[source],
        "line": line,
        "src_kind": src_kind,
        "src_name": src_name,
        "target_kind": target_kind,
        "target_name": target_name,
        "target_path": ends.path[target],
    }


def _decoration(ends: _Ends, source: int, target: int, line: int) -> Row:
    """A decorator stands over what it decorates: the place is in the target's file."""
    row = _reference(ends, source, target, line)
    return {**row, "path": ends.path[target], "src_path": ends.path[source]}


_FIELDS: Final[dict[str, Callable[[_Ends, int, int, int], Row]]] = {
    EdgeKind.CALLS: _call,
    EdgeKind.INHERITS: _base,
    EdgeKind.IMPLEMENTS: _base,
    EdgeKind.IMPORTS: _import,
    EdgeKind.DECORATES: _decoration,
}


def json_lines(rows: Iterable[Row]) -> Iterator[str]:
    r"""Each row as one line of JSON, with its line break.

    A file name whose bytes are no UTF-8 comes out in `\udc80`-`\udcff` escapes.
    """
    for row in rows:
        try:
            yield msgspec.json.encode(row).decode() + "\n"
        except UnicodeEncodeError:
            yield json.dumps(row, separators=(",", ":")) + "\n"


def graphml(graph: Graph) -> Iterator[str]:
    """GraphML, a piece at a time, for networkx, Gephi, yEd."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for owner, fields in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        for name, kind in fields.items():
            yield f'<key id="{owner}-{name}" for="{owner}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield f'<graph id={_attribute(graph.label)} edgedefault="directed">\n'
    for i in range(len(graph)):
        values = (graph.name(i), graph.kind(i), graph.path(i), graph.line(i), graph.end_line(i))
        yield f'<node id="n{i}">' + _data("node", _NODE_KEYS, values) + "</node>\n"
    edges = graph.edges
    for e in range(len(edges)):
        reasons = (graph.edge_kind(e), graph.evidence(e), int(edges.line[e]))
        ends = f'source="n{edges.source[e]}" target="n{edges.target[e]}"'
        yield f"<edge {ends}>" + _data("edge", _EDGE_KEYS, reasons) + "</edge>\n"
    yield "</graph>\n</graphml>\n"


_NODE_KEYS: Final = {"name": "string", "kind": "string", "path": "string", "line": "int", "end_line": "int"}
_EDGE_KEYS: Final = {"kind": "string", "evidence": "string", "line": "int"}


def _data(owner: str, keys: dict[str, str], values: tuple[str | int, ...]) -> str:
    pairs = zip(keys, values, strict=True)
    return "".join(f'<data key="{owner}-{k}">{escape(_xml(str(v)))}</data>' for k, v in pairs)


def _attribute(text: str) -> str:
    return quoteattr(_xml(text))


def _xml(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)


def dot(graph: Graph) -> Iterator[str]:
    """Graphviz DOT, a piece at a time."""
    yield f"digraph {_quoted(graph.label)} {{\n"
    for i in range(len(graph)):
        label = graph.symbol(i) or graph.path(i)
        yield f"n{i} [label={_quoted(label)} kind={_quoted(graph.kind(i))}];\n"
    edges = graph.edges
    for e in range(len(edges)):
        yield f"n{edges.source[e]} -> n{edges.target[e]} [kind={_quoted(graph.edge_kind(e))}];\n"
    yield "}\n"


def _quoted(text: str) -> str:
    clean = _xml(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{clean}"'


def calls_by_file(graph: Graph) -> dict[str, dict[str, int]]:
    """Path → reason → calls without an edge, from what each node says of its own calls."""
    found: dict[str, dict[str, int]] = {}
    for i in range(len(graph)):
        for attribute in graph.attributes(i):
            reason, _, number = attribute.partition("=")
            if reason in REASONS and number.isdecimal():
                reasons = found.setdefault(graph.path(i), {})
                reasons[reason] = reasons.get(reason, 0) + int(number)
    return {path: dict(sorted(reasons.items())) for path, reasons in found.items()}
