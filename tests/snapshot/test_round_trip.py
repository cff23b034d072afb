"""What is written is what is read, the bytes depend on nothing but the map, and reading is lazy."""

from __future__ import annotations

import gzip
import hashlib
import os
import subprocess
import sys

import msgspec
import numpy as np
import pytest

from tests.graph.shop import CART, EDGES, NODES
from tests.snapshot.maps import LINKS, parts, sources, text
from xray_graph.errors import BuildError
from xray_graph.graph import build_graph
from xray_graph.model import Node
from xray_graph.snapshot import (
    About,
    Map,
    MapParts,
    StoredVectors,
    inspect,
    layout,
    open_map,
    read_header,
    verify,
    write_map,
)
from xray_graph.snapshot.store import Store


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "shop.graph.gz"
    write_map(path, parts())
    return path


def test_every_text_is_found_whatever_its_file_is_called(tmp_path):
    """Names that are no UTF-8 lie among those that are, in an order of their own."""
    raw = [
        b"\x80.py",
        "é.py".encode(),
        b"\xff.py",
        "\ue000.py".encode(),
        "🚀.py".encode(),
        b"caf\xe9/x",
        b"a",
    ]
    names = [name.decode("utf-8", "surrogateescape") for name in raw]
    graph = build_graph("odd", [Node(name, "", "file", end_byte=3) for name in names], [])
    given = {name: b"%03d" % k for k, name in enumerate(sorted(names))}
    write_map(tmp_path / "odd.graph.gz", MapParts(About(label="odd"), graph, given))
    verify(tmp_path / "odd.graph.gz")
    with open_map(tmp_path / "odd.graph.gz") as read:
        assert dict(read.sources) == given
        assert "b" not in read.sources
        assert "" not in read.sources
        assert "\ud800" not in read.sources


def test_everything_comes_back(file):
    given = parts()
    with open_map(file) as read:
        assert list(read.graph.iter_nodes()) == list(given.graph.iter_nodes())
        assert list(read.graph.iter_edges()) == list(given.graph.iter_edges())
        assert dict(read.sources) == given.sources
        for name in ("ids", "rows", "scale"):
            assert np.array_equal(getattr(read.vectors, name), getattr(given.vectors, name))
        assert list(read.words) == list(given.words)
        for name, column in given.words.items():
            assert np.array_equal(read.words[name], column)
            assert isinstance(column, bytes) or read.words[name].dtype == column.dtype
        assert read.hnsw is None
        assert read.label == "shop"
        assert np.frombuffer(read.about.summary.vector, "<f4").tolist() == [0, 1, 2, 3]
        assert read.about.nodes == given.graph.counts()
        assert read.about.edges == given.graph.edge_counts()
        assert read.about.languages == {"go": 2, "markdown": 1, "yaml": 1}
        assert read.about.source_bytes == 839
        assert read.about.dims == 4
        add = read.graph.index(CART, "Cart.Add")
        assert read.body(add) == sources()[CART][90:200].decode(errors="replace")
        assert read.body(read.graph.index("cart")) == ""
        assert read.source("nowhere") == b""


def test_a_map_in_memory_answers_the_same(file):
    memory = Map.of(parts())
    with open_map(file) as read:
        assert memory.about == read.about
        assert [memory.body(i) for i in range(len(memory.graph))] == [
            read.body(i) for i in range(len(read.graph))
        ]
        assert memory.about.summary == read.about.summary


def test_gzip_reads_it(file):
    assert gzip.decompress(file.read_bytes())
    subprocess.run(["gzip", "-t", file], check=True)


def test_a_map_that_was_read_can_be_written_again(file, tmp_path):
    with open_map(file) as read:
        write_map(tmp_path / "again", read)
    assert (tmp_path / "again").read_bytes() == file.read_bytes()


def test_a_map_of_nothing(tmp_path):
    path = tmp_path / "nothing.graph.gz"
    write_map(path, MapParts(About(label="nothing"), build_graph("nothing", [], []), {}))
    verify(path)
    with open_map(path) as read:
        assert (len(read.graph), len(read.sources), read.vectors, read.words) == (0, 0, None, None)
        assert not read.about.summary.vector


def test_texts_across_chunks(tmp_path):
    size = layout.CHUNK
    lengths = [0, 1, size - 1, size, size + 1, 3 * size + 5, 0, 7, 2 * size, 1]
    texts = {f"f{k:02}": os.urandom(n) for k, n in enumerate(lengths)}
    nodes = [Node(path, "", "file", end_byte=len(t)) for path, t in texts.items()]
    path = tmp_path / "m"
    write_map(path, MapParts(About(label="m"), build_graph("m", nodes, []), texts))
    verify(path)
    with open_map(path) as read:
        assert dict(read.sources) == texts
        for name, whole in texts.items():
            for a, b in ((0, 3), (size - 2, size + 2), (2 * size - 1, 2 * size), (5, 10**9), (10**9, 10**9)):
                assert read.sources.part(name, a, b) == whole[a:b]


def test_hnsw_is_kept_and_outside_the_digest(tmp_path):
    plain = write_map(tmp_path / "plain", parts())
    indexed = write_map(tmp_path / "indexed", parts(hnsw=LINKS))
    assert plain.content_digest == indexed.content_digest
    with open_map(tmp_path / "indexed") as read:
        assert read.hnsw["link"].tolist() == LINKS["link"].tolist()


def test_bytes_do_not_depend_on_threads(file, tmp_path):
    texts = sources() | {CART: text(5 * layout.CHUNK + 3, 9)}
    first = None
    for threads in (1, 2, 7):
        write_map(tmp_path / "m", parts(sources=texts), threads=threads)
        first = first or (tmp_path / "m").read_bytes()
        assert (tmp_path / "m").read_bytes() == first


def test_bytes_do_not_depend_on_hash_seed_or_order(file, tmp_path):
    code = (
        "import sys; from tests.snapshot.maps import parts; from xray_graph.snapshot import write_map\n"
        "given = parts(sources=dict(reversed(parts().sources.items())))\n"
        "write_map(sys.argv[1], given)\n"
    )
    for seed in ("0", "1", "77"):
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "m")],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
            check=True,
        )
        assert (tmp_path / "m").read_bytes() == file.read_bytes()


def test_digest_follows_the_content(tmp_path):
    first = write_map(tmp_path / "m", parts()).content_digest
    assert write_map(tmp_path / "m", parts()).content_digest == first
    about = parts().about
    others = [
        parts(sources=sources() | {CART: text(601, 1)}),
        parts(about=msgspec.structs.replace(about, created=1)),
        parts(words=None),
        parts(graph=build_graph("shop", NODES, EDGES[:-1])),
    ]
    assert first not in {write_map(tmp_path / "m", other).content_digest for other in others}


def test_reading_is_lazy(file, monkeypatch):
    inflated = []
    member = Store.member

    def noted(self, name, *arguments):
        inflated.append(name)
        return member(self, name, *arguments)

    monkeypatch.setattr(Store, "member", noted)
    with open_map(file) as read:
        assert inflated == []
        read.graph.find("Cart.Add")
        assert inflated == ["strings"]
        assert read.graph.line(3)
        assert inflated[1:] == ["nodes"]
        read.graph.outgoing(3)
        read.graph.outgoing(4)
        assert inflated[2:] == ["edges"]
        assert read.vectors is read.vectors
        assert inflated[3:] == ["vectors"]
        read.body(4)
        read.body(5)
        assert inflated[4:] == ["files", "sources"]
        read.graph.signature(3)
        assert inflated[6:] == ["texts"]


def test_the_header_is_read_alone(file):
    cut = file.read_bytes()[: read_header(file).size]
    assert len(cut) < 2048
    assert gzip.decompress(cut)


def test_inspect_is_json_and_tells_no_folder(file, tmp_path):
    told = msgspec.json.decode(msgspec.json.encode(inspect(file)))
    assert told["label"] == "shop"
    assert told["format"] == 1
    assert told["summary"] == {"text": "A shop.", "source": "readme", "dims": 4, "words": {"cart": 12}}
    assert told["repositories"][0]["commit"] == "c0ffee"
    assert told["platform"] == "linux/amd64"
    assert bytes.fromhex(told["content_digest"]) == read_header(file).content_digest
    data = file.read_bytes()
    assert told["file_bytes"] == len(data)
    for section in told["sections"]:
        stored = data[section["offset"] :][: section["stored"]]
        raw = gzip.decompress(stored)
        assert len(raw) == section["raw"]
        assert hashlib.sha256(raw).hexdigest() == section["sha256"]
    assert str(tmp_path).encode() not in gzip.decompress(data)


def test_a_reader_keeps_its_file(file):
    with open_map(file) as old:
        write_map(file, parts(sources=sources() | {CART: text(600, 8)}))
        assert old.source(CART) == text(600, 1)
    with open_map(file) as new:
        assert new.source(CART) == text(600, 8)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"sources": {"no/such/file": b""}}, "no node"),
        ({"vectors": None}, "fingerprint"),
        (
            {"vectors": StoredVectors(np.array([1, 1], "i4"), np.zeros((2, 4), "i1"), np.ones(2, "f4"))},
            "ascending",
        ),
        (
            {"vectors": StoredVectors(np.array([99], "i4"), np.zeros((1, 4), "i1"), np.ones(1, "f4"))},
            "ascending",
        ),
        ({"vectors": StoredVectors(np.array([1], "i4"), np.zeros((2, 4), "i1"), np.ones(1, "f4"))}, "2, 4"),
        (
            {"vectors": StoredVectors(np.array([1], "i4"), np.zeros((1, 4), "i1"), np.full(1, np.nan, "f4"))},
            "finite",
        ),
        ({"words": {"x": np.zeros(3, dtype=complex)}}, "no code"),
        ({"words": {"é": b""}}, "ascii"),
    ],
)
def test_parts_that_contradict_each_other(file, changes, words):
    before = file.read_bytes()
    with pytest.raises(BuildError) as told:
        write_map(file, parts(**changes))
    assert words in str(told.value)
    assert file.read_bytes() == before
