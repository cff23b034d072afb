"""What is embedded of a node: the recipe, once as text and once as words that were read already.

    symbol            (a file, a document: its path)
    path
    doc comment       its first 2,000 characters
    body              code: its first 600 characters, which begin with the signature;
                      prose: all of it up to the input cap; a file: nothing, it is one line

Fields, constants, variables, settings and unnamed functions have no text: they are found by words and by
their owner. A cut falls on the end of a word. Every change here raises VERSION, which is part of every
fingerprint. Used by `embed.vectors` and by the built-in embedder.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.graph import Graph
from xray_graph.lexicon import DOC_LIMIT, body_end, cut, weak_nodes

I32 = npt.NDArray[np.int32]

VERSION: Final = 1


def embedded_nodes(graph: Graph) -> I32:
    """Ids of the nodes that get a vector, ascending."""
    return np.flatnonzero(~weak_nodes(graph)).astype(np.int32)


def node_texts(graph: Graph, sources: Mapping[str, bytes], input_limit: int = 8192) -> tuple[I32, list[str]]:
    """Ids of the nodes that are embedded, ascending, and the text of each; none is longer than the cap."""
    ids = embedded_nodes(graph)
    return ids, [node_text(graph, i, sources, input_limit) for i in ids.tolist()]


def node_text(graph: Graph, i: int, sources: Mapping[str, bytes], input_limit: int = 8192) -> str:
    """The text of one node."""
    return node_bytes(graph, i, sources, input_limit).decode("utf-8", "replace")[:input_limit]


def node_bytes(graph: Graph, i: int, sources: Mapping[str, bytes], input_limit: int = 8192) -> bytes:
    """All that decides the vector of one node: its text before it is cut as a whole."""
    path, symbol = graph.path(i), graph.symbol(i)
    doc = graph.columns.texts.docs.raw(i)
    data = sources.get(path, b"")
    start, end = body_end(graph, i, data, input_limit)
    lines = (
        (symbol or path).encode("utf-8", "surrogateescape"),
        path.encode("utf-8", "surrogateescape") if symbol else b"",
        doc[: cut(doc, 0, len(doc), DOC_LIMIT)],
        data[start:end],
    )
    return b"\n".join(lines)
