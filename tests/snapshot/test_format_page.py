"""The page `snapshots/FORMAT.md` says what the writer writes: read by a reader that knows only the page."""

from __future__ import annotations

import re
from itertools import accumulate
from pathlib import Path

import msgspec
import pytest

from tests.graph.shop import CART, EDGES, NODES
from tests.snapshot.independent import Snapshot, lists, strings
from tests.snapshot.maps import LINKS, parts, sources, text
from xray_graph.graph import build_graph
from xray_graph.snapshot import header, layout, member, write_map

PAGE = (Path(__file__).parents[2] / "snapshots" / "FORMAT.md").read_text()


@pytest.fixture
def read(tmp_path):
    texts = sources() | {CART: text(2 * layout.CHUNK + 99, 5)}
    write_map(tmp_path / "m", parts(sources=texts, hnsw=LINKS))
    return Snapshot((tmp_path / "m").read_bytes(), layout.VERSION)


def test_nodes_and_edges(read):
    graph = build_graph("shop", NODES, EDGES)
    names, nodes, edges = read.columns("strings"), read.columns("nodes"), read.columns("edges")
    paths, symbols = text_of(names, "paths"), text_of(names, "symbols")
    kinds, edge_kinds = text_of(names, "node_kinds"), text_of(names, "edge_kinds")
    found = [
        (paths[p], s, kinds[k], line, start, end)
        for p, s, k, line, start, end in zip(
            nodes["path"], symbols, nodes["kind"], nodes["line"], nodes["start"], nodes["end"], strict=True
        )
    ]
    assert found == [(n.path, n.symbol, n.kind, n.line, n.start_byte, n.end_byte) for n in graph.iter_nodes()]
    sets = names["attribute_sets"]
    ends = list(accumulate(names["attribute_sets.lengths"], initial=0))
    words = text_of(names, "attribute_words")
    found = [tuple(words[w] for w in sets[ends[k] : ends[k + 1]]) for k in nodes["attributes"]]
    assert found == [n.attributes for n in graph.iter_nodes()]
    ends = zip(edges["source"], edges["target"], edges["kind"], edges["line"], edges["detail"], strict=True)
    details = text_of(edges, "details")
    found = [
        (
            (paths[nodes["path"][a]], symbols[a]),
            (paths[nodes["path"][b]], symbols[b]),
            edge_kinds[k],
            line,
            details[d],
        )
        for a, b, k, line, d in ends
    ]
    assert found == [(e.source, e.target, e.kind, e.line, e.detail) for e in graph.iter_edges()]
    texts = read.columns("texts")
    assert text_of(texts, "docs") == [n.doc for n in graph.iter_nodes()]
    assert text_of(texts, "signatures") == [n.signature for n in graph.iter_nodes()]
    assert read.about["nodes"] == graph.counts()


def text_of(columns, name):
    return [each.decode() for each in strings(columns, name)]


def test_texts(read):
    found = {path.decode(): text for path, text in read.sources().items()}
    assert found == sources() | {CART: text(2 * layout.CHUNK + 99, 5)}


def test_vectors(read):
    vectors = read.columns("vectors")
    given = parts().vectors
    assert vectors["ids"] == given.ids.tolist()
    assert vectors["rows"] == given.rows.tolist()
    assert vectors["scale"] == given.scale.tolist()


def test_words(read):
    """Every word of a symbol leads to its node."""
    words, names = read.columns("words"), read.columns("strings")
    known = strings(words, "words")
    assert known == sorted(set(known))
    rows_of = dict(zip(known, lists(words, "word_rows"), strict=True))
    nodes_of = lists(words, "row_nodes")
    assert len(words["weights"]) == sum(map(len, nodes_of))
    assert len(lists(words, "row_paths")) == len(nodes_of)
    symbols = strings(names, "symbols")
    for word, symbol in ((b"cart", b"Cart.Add"), (b"add", b"Cart.Add"), (b"total", b"total~2")):
        holding = {node for row in rows_of[word] for node in nodes_of[row]}
        assert symbols.index(symbol) in holding


def test_the_other_reader_is_short():
    lines = (Path(__file__).parent / "independent.py").read_text().splitlines()
    assert len(lines) <= 110


def test_the_page_gives_the_figures_of_the_code():
    assert f"| {layout.VERSION} | 0.1.0 |" in PAGE
    assert member.PREFIX.hex(" ") in PAGE
    assert header._GZIP_EXTRA.hex(" ") in PAGE
    assert f"zlib's at level {member.LEVEL} " in PAGE
    assert f"{layout.CHUNK:,} raw bytes" in PAGE
    assert "No header is larger than 4 MiB" in PAGE
    assert layout.MAX_HEADER == 4 << 20
    assert f"than {layout.MAX_RATIO} times" in PAGE
    fields = {f.name for s in (layout.About, layout.Section, layout.Table) for f in msgspec.structs.fields(s)}
    assert fields <= set(re.findall(r"`(\w+)`", PAGE))
    names = (layout.NAMES, *layout.REQUIRED, layout.VECTORS, layout.WORDS, layout.HNSW)
    assert re.findall(r"^\| `(\w+)` \| (?:1|any) \|", PAGE, re.MULTILINE) == list(names)
