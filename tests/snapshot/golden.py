"""The golden snapshots: what they hold, and the files of `snapshots/v1`, which never change again.

    PYTHONPATH=. python -m tests.snapshot.golden FOLDER     writes them where there are none

A later version adds a folder of its own; the files of this one stay, and so does `expected.json`.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path

from tests.snapshot.maps import indexed, parts
from xray_graph.graph import build_graph
from xray_graph.index import WordIndex
from xray_graph.lexicon import read_corpus
from xray_graph.model import Edge, Node
from xray_graph.snapshot import About, MapParts, open_map, seal, verify, write_map

FOLDER = Path(__file__).parents[2] / "snapshots" / "v1"
NAMES = ("full", "words", "hnsw", "odd", "empty", "sealed", "named")


def of(label, nodes, edges, sources):
    graph = build_graph(label, nodes, edges)
    words = WordIndex.build(graph, read_corpus(graph, sources)).to_columns()
    return MapParts(About(label=label), graph, sources, None, words)


def odd():
    """Names that are no UTF-8, that hold spaces and other scripts, and a text of several members."""
    latin = b"caf\xe9/men\xfc.go".decode("utf-8", "surrogateescape")
    other = "日本/語 и.md"
    noise = random.Random(1).randbytes(3000)
    mixed = "# Ж\nя\n".encode() + b"\xc3\x28\n"
    long = (noise.hex().encode() + b"\xff\xfe\n") * 90
    nodes = [
        Node(latin, "", "file", "go", 1, 90, 0, 0, len(long)),
        Node(latin, "Größe~2", "function", "go", 2, 3, 2, 10, 60, "func Größe()", "Sagt é."),
        Node(other, "", "document", "markdown", 1, 3, 0, 0, len(mixed)),
        Node("leer", "", "file"),
    ]
    edges = [Edge("contains", (latin, ""), (latin, "Größe~2"), "lexical", 2)]
    return of("odd", nodes, edges, {latin: long, other: mixed, "leer": b""})


def contents(name):
    kinds = {
        "full": parts,
        "words": lambda: parts(vectors=None, about=About(label="shop")),
        "hnsw": indexed,
        "odd": odd,
        "empty": lambda: of("empty", [], [], {}),
        "sealed": parts,
        "named": parts,  # as `full`, which was written before maps told their names
    }
    return kinds[name]()


def expected(map_):
    """All that is in a map, small enough to be read."""
    graph = map_.graph
    return {
        "content_digest": map_.header.content_digest.hex(),
        "sections": [s.name for s in map_.header.sections],
        "nodes": [
            f"{graph.kind(i)} {graph.name(i)} {graph.line(i)} {graph.span(i)}" for i in range(len(graph))
        ],
        "edges": [
            f"{e.kind} {e.source} {e.target} {e.evidence} {e.line} {e.detail}" for e in graph.iter_edges()
        ],
        "sources": {path: hashlib.sha256(text).hexdigest() for path, text in map_.sources.items()},
        "vectors": None if map_.vectors is None else [map_.vectors.ids.tolist(), map_.vectors.rows.tolist()],
    }


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    secret, recipient = seal.generate()
    key = folder / "key.txt"
    key.write_text(f"# of sealed.graph.gz, and of nothing else\n{secret}\n")
    told = {}
    for name in NAMES:
        path = folder / f"{name}.graph.gz"
        write_map(path, contents(name), recipients=[recipient] if name == "sealed" else ())
        verify(path, seal.read_keys([key]))
        with open_map(path, seal.read_keys([key])) as map_:
            told[name] = expected(map_)
    (folder / "expected.json").write_text(json.dumps(told, indent=1, ensure_ascii=True) + "\n")


if __name__ == "__main__":
    main()
