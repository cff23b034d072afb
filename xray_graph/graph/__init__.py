"""The graph stage: nodes and edges become one immutable value that later stages ask.

`build_graph` makes a `Graph`; `lint` says what must hold in it; `export` writes it out as rows.
"""

from xray_graph.graph.builder import build_graph
from xray_graph.graph.columns import Columns, EdgeColumns, NameColumns, NodeColumns, TextColumns, distinct
from xray_graph.graph.graph import Graph
from xray_graph.graph.lint import Broken
from xray_graph.graph.strings import StringColumn

__all__ = [
    "Broken",
    "Columns",
    "EdgeColumns",
    "Graph",
    "NameColumns",
    "NodeColumns",
    "StringColumn",
    "TextColumns",
    "build_graph",
    "distinct",
]
