"""A second reader, written from `snapshots/FORMAT.md` alone, without ours and without numpy."""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from itertools import accumulate, pairwise
from pathlib import Path

import msgspec
import pytest

from tests.graph.shop import CART, EDGES, NODES
from tests.snapshot.maps import parts, sources, text
from xray_graph.graph import build_graph
from xray_graph.snapshot import header, layout, member, write_map

PAGE = (Path(__file__).parents[2] / "snapshots" / "FORMAT.md").read_text()
TYPES = {1: "B", 2: "b", 3: "H", 4: "I", 5: "i", 6: "Q", 7: "q", 8: "f"}


class Reader:
    def __init__(self, data):
        self.data = data
        assert data[:16] == bytes.fromhex("1f8b0804 00000000 00ff 1400 5847 1000")
        self.version, zero, base, about, table = struct.unpack_from("<HHIII", data, 16)
        assert zero == 0
        raw = zlib.decompress(data[:base], 31)
        assert len(raw) == about + table
        self.about = msgspec.msgpack.decode(raw[:about])
        self.table = msgspec.msgpack.decode(raw[about:])
        self.sections = {}
        digest = hashlib.sha256(raw[:about])
        at = base
        for s in self.table["sections"]:
            assert base + s["offset"] == at
            at += s["stored"]
            stored = data[at - s["stored"] : at]
            self.sections[s["name"]] = stored
            if s["name"] != "hnsw":
                digest.update(f"\n{s['name']} {s['raw']} {s['sha256'].hex()}".encode())
        assert at == len(data)
        assert digest.digest() == self.table["content_digest"]

    def arrays(self, name):
        raw = zlib.decompress(self.sections[name], 31)
        (count,) = struct.unpack_from("<I", raw)
        at = 4
        entries = []
        for _ in range(count):
            length = raw[at]
            key = raw[at + 1 : at + 1 + length].decode("ascii")
            entries.append((key, *struct.unpack_from("<BBBQI", raw, at + 1 + length)))
            at += 1 + length + 15
        columns = {}
        for key, kind, encoding, dimensions, rows, width in entries:
            cells = rows * width
            if kind == 0:
                columns[key] = raw[at : at + cells]
                at += cells
                continue
            size = struct.calcsize(TYPES[kind])
            data = raw[at : at + cells * size]
            at += cells * size
            if encoding in (1, 2):
                planes = [data[p * cells : (p + 1) * cells] for p in range(size)]
                data = b"".join(bytes(cell) for cell in zip(*planes, strict=True))
            values = list(struct.unpack(f"<{cells}{TYPES[kind]}", data))
            if encoding == 2:
                assert dimensions == 1
                values = list(accumulate(values))
            columns[key] = values
        assert at == len(raw)
        return columns

    def strings(self, columns, name):
        ends = list(accumulate(columns[f"{name}.lengths"], initial=0))
        return [columns[name][a:b].decode() for a, b in pairwise(ends)]


@pytest.fixture
def read(tmp_path):
    texts = sources() | {CART: text(2 * layout.CHUNK + 99, 5)}
    write_map(tmp_path / "m", parts(sources=texts, hnsw=b"links"))
    return Reader((tmp_path / "m").read_bytes())


def test_nodes_and_edges(read):
    graph = build_graph("shop", NODES, EDGES)
    names, nodes, edges = read.arrays("strings"), read.arrays("nodes"), read.arrays("edges")
    paths, symbols = read.strings(names, "paths"), read.strings(names, "symbols")
    kinds, edge_kinds = read.strings(names, "node_kinds"), read.strings(names, "edge_kinds")
    found = [
        (paths[p], s, kinds[k], line, start, end)
        for p, s, k, line, start, end in zip(
            nodes["path"], symbols, nodes["kind"], nodes["line"], nodes["start"], nodes["end"], strict=True
        )
    ]
    assert found == [(n.path, n.symbol, n.kind, n.line, n.start_byte, n.end_byte) for n in graph.iter_nodes()]
    ends = zip(edges["source"], edges["target"], edges["kind"], edges["line"], strict=True)
    found = [
        ((paths[nodes["path"][a]], symbols[a]), (paths[nodes["path"][b]], symbols[b]), edge_kinds[k], line)
        for a, b, k, line in ends
    ]
    assert found == [(e.source, e.target, e.kind, e.line) for e in graph.iter_edges()]
    docs = read.strings(read.arrays("texts"), "docs")
    assert docs == [n.doc for n in graph.iter_nodes()]
    assert read.about["nodes"] == graph.counts()


def test_texts(read):
    names, files = read.arrays("strings"), read.arrays("files")
    whole, stored = b"", read.sections["sources"]
    for k, size in enumerate(files["chunk.stored"]):
        chunk = zlib.decompress(stored[:size], 31)
        stored = stored[size:]
        digest = bytes(files["chunk.sha256"][32 * k : 32 * k + 32])
        assert hashlib.sha256(chunk).digest() == digest
        assert len(chunk) == 262_144 or not stored
        whole += chunk
    assert not stored
    paths = read.strings(names, "paths")
    found = {}
    for path, size in zip(files["path"], files["size"], strict=True):
        found[paths[path]], whole = whole[:size], whole[size:]
    assert found == sources() | {CART: text(2 * layout.CHUNK + 99, 5)}


def test_vectors(read):
    vectors = read.arrays("vectors")
    given = parts().vectors
    assert vectors["ids"] == given.ids.tolist()
    assert vectors["rows"] == given.rows.ravel().tolist()
    assert vectors["scale"] == given.scale.tolist()


def test_the_page_gives_the_figures_of_the_code():
    assert f"| {layout.VERSION} | unreleased |" in PAGE
    assert member.PREFIX.hex(" ") in PAGE
    assert header._GZIP_EXTRA.hex(" ") in PAGE
    assert f"zlib's at level {member.LEVEL} " in PAGE
    assert f"{layout.CHUNK:,} raw bytes" in PAGE
    assert "No header is larger than 4 MiB" in PAGE
    assert layout.MAX_HEADER == 4 << 20
    assert f"than {layout.MAX_RATIO} times" in PAGE
    fields = {f.name for s in (layout.About, layout.Section, layout.Table) for f in msgspec.structs.fields(s)}
    assert fields <= set(re.findall(r"`(\w+)`", PAGE))
    names = (*layout.REQUIRED, layout.VECTORS, layout.WORDS, layout.HNSW)
    assert re.findall(r"^\| `(\w+)` \| (?:1|any) \|", PAGE, re.MULTILINE) == list(names)
