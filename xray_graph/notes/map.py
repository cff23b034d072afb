"""The notes as a map: one document a note, with words and vectors, searched and routed to as any other.

Made again whenever the notes have changed; a thousand notes take about a tenth of a second. Called by
`route.notebook`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from xray_graph.embed import Embedder, WordCounts, embed_nodes, summarise
from xray_graph.graph import build_graph
from xray_graph.index import WordIndex
from xray_graph.lexicon import read_corpus
from xray_graph.model import Node, NodeKind
from xray_graph.notes.note import Note
from xray_graph.snapshot import About, Map, MapParts, Summary

_TITLES: Final = 40  # of the newest notes, that the map is told by
_ABOUT: Final = "Notes of agents: what was asked, answered and decided."


def path_of(note: Note) -> str:
    """The path of a note in its map; the node is called `label//path`."""
    return f"{note.id}.md"


def map_of(label: str, notes: Sequence[Note], embedder: Embedder | None = None) -> Map:
    """The map of these notes, oldest first; searched by words alone without an embedder.

    Raises:
        EmbeddingError: as Embedder.embed.
    """
    sources = {path_of(note): _text(note).encode("utf-8", "replace") for note in notes}
    nodes = [_node(note, sources[path_of(note)]) for note in notes]
    graph = build_graph(label, nodes, ())
    corpus = read_corpus(graph, sources)
    words = WordIndex.build(graph, corpus)
    vectors = None if embedder is None else embed_nodes(graph, sources, corpus, embedder)
    told = ". ".join(note.title for note in list(notes)[: -_TITLES - 1 : -1])
    counts = WordCounts(*words.node_counts(), len(graph))
    summary = summarise(graph, sources, f"{_ABOUT} {told}", embedder, counts=counts)
    about = About(
        label=label,
        repositories=(),
        created=max((note.written for note in notes), default=0),
        fingerprint="" if embedder is None else embedder.fingerprint,
        dims=0 if embedder is None else embedder.dims,
        summary=Summary(**summary._asdict()),
    )
    return Map.of(MapParts(about, graph, sources, vectors, words.to_columns(), word_index=words))


def _text(note: Note) -> str:
    parts = [f"# {note.title}", note.text.rstrip()]
    if note.about:
        parts.append("About: " + ", ".join(note.about))
    return "\n\n".join(parts) + "\n"


def _node(note: Note, text: bytes) -> Node:
    marks = [note.kind, *(f"tag={json.dumps(tag, ensure_ascii=False)[1:-1]}" for tag in note.tags)]
    return Node(
        path=path_of(note), symbol="", kind=NodeKind.DOCUMENT, language="markdown",
        line=1, end_line=text.count(b"\n"), name_line=1, start_byte=0, end_byte=len(text),
        signature=note.title, doc="", attributes=tuple(sorted(marks)),
    )  # fmt: skip
