"""A large map from a generator: 300,000 nodes with sources, 1.5 million edges, words and vectors.

Code as a generator of services would write it: folders of files of fifty functions, names of two or three of
a few thousand words, bodies that call what their edges say. Vectors are random: no more compressible than
real ones. The same each time.
"""

from __future__ import annotations

import random

import numpy as np

from xray_graph.config import EmbedSettings
from xray_graph.embed import make_embedder
from xray_graph.errors import EmbeddingError
from xray_graph.graph import build_graph
from xray_graph.index import WordIndex
from xray_graph.lexicon import read_corpus
from xray_graph.model import Edge, Node
from xray_graph.snapshot import About, MapParts, StoredVectors, Summary

FUNCTIONS = 49  # a file, which is a node too
SYLLABLES = (
    "ac al an ar as at ba be bo ca ce co da de di do el en er es fa fi fo ga ge go ha he ho id il in is it "
    "ka ke la le li lo ma me mi mo na ne ni no of ol on or os pa pe po qua ra re ri ro sa se si so ta te ti "
    "to um un ur us va ve vi vo wa we wi ya za ze zo"
)


def large(nodes: int = 300_000, edges: int = 1_500_000) -> MapParts:
    """The parts of the map."""
    chance = random.Random(7)
    syllables = SYLLABLES.split()
    words = ["".join(chance.choices(syllables, k=chance.choice((2, 2, 3)))) for _ in range(4000)]
    files = nodes // (FUNCTIONS + 1)
    paths = sorted(f"{words[k % 97]}/{words[k % 997]}/{words[k % 3989]}_{k}.py" for k in range(files))
    places, named = [], []
    for path in paths:
        for k in range(FUNCTIONS):
            name = "_".join(chance.choices(words, k=chance.choice((2, 2, 3)))) + f"_{k}"
            places.append((path, name))
    per = (edges - len(places)) // len(places)
    calls = [[chance.randrange(len(places)) for _ in range(per)] for _ in places]
    rest = edges - len(places) - per * len(places)
    for k in range(rest):
        calls[k].append(chance.randrange(len(places)))
    sources: dict[str, bytes] = {}
    at = 0
    found: list[Edge] = []
    for path in paths:
        text: list[str] = []
        size, line = 0, 1
        for _ in range(FUNCTIONS):
            _, name = places[at]
            argument, other = chance.choices(words, k=2)
            body = [f"def {name}({argument}: {other.title()}) -> {other.title()}:"]
            body.append(f'    """{" ".join(chance.choices(words, k=9)).capitalize()}."""')
            for n, target in enumerate(calls[at]):
                body.append(f"    {chance.choice(words)} = {places[target][1]}({argument}, {n})")
                found.append(Edge("calls", places[at], places[target], "import", line + 2 + n))
            body += [f"    return {argument}", "", ""]
            piece = "\n".join(body) + "\n"
            end = size + len(piece.rstrip("\n"))
            last = line + len(body) - 3
            named.append(Node(path, name, "function", "python", line, last, line, size, end, body[0][:-1]))
            found.append(Edge("contains", (path, ""), (path, name), "lexical", line))
            text.append(piece)
            size, line, at = size + len(piece), line + len(body), at + 1
        sources[path] = "".join(text).encode()
        named.append(Node(path, "", "file", "python", 1, line - 1, 0, 0, size))
    graph = build_graph("large", named, found)
    embedder = _embedder()
    about = About(
        label="large",
        fingerprint="random/1" if embedder is None else embedder.fingerprint,
        summary=Summary("A large map.", "description", np.ones(256, "<f4").tobytes()),
    )
    ids = np.flatnonzero(graph.symbols.lengths > 0).astype(np.int32)
    rows = np.random.default_rng(7).normal(0, 34, (len(ids), 256)).clip(-127, 127).astype(np.int8)
    scale = (1 / np.linalg.norm(rows.astype(np.float32), axis=1)).astype(np.float32)
    words_of = WordIndex.build(graph, read_corpus(graph, sources)).to_columns()
    return MapParts(about, graph, sources, StoredVectors(ids, rows, scale), words_of)


def _embedder():
    try:
        return make_embedder(EmbedSettings())
    except EmbeddingError:  # then questions go to words alone
        return None
