"""Damaged and hostile files: each is refused by a FormatError that names the file, and none by a crash,
a hang or a large allocation.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import random
import struct
import tracemalloc
import zlib
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.graph.shop import CART, EDGES, NODES
from tests.snapshot.maps import LINKS, parts, sources
from xray_graph.errors import ExitCode, FormatError, NotFoundError, SealError
from xray_graph.graph import Graph, StringColumn, build_graph
from xray_graph.graph.columns import Choices, LoadedColumns
from xray_graph.model import Edge, Node
from xray_graph.snapshot import (
    StoredVectors,
    header,
    inspect,
    layout,
    member,
    open_map,
    read_header,
    verify,
    write_map,
)
from xray_graph.snapshot import map as maps
from xray_graph.snapshot.layout import Header, Section


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("good") / "shop.graph.gz"
    write_map(path, parts(hnsw=LINKS))
    verify(path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("bad") / "bad.graph.gz"


def refuses(path, data):
    path.write_bytes(data)
    with pytest.raises(FormatError) as told:
        verify(path)
    assert told.value.where == str(path)
    assert told.value.exit_code is ExitCode.REFUSED
    return str(told.value)


def same(path, data, good):
    """Whether the file still verifies; then it has the header, and so the digests, of the good one."""
    path.write_bytes(good)
    header = read_header(path)
    path.write_bytes(data)
    with contextlib.suppress(FormatError):
        assert verify(path) == header
        return True
    return False


def use(path):
    """Read all that a map offers, as a server would."""
    with open_map(path) as m:
        for i in range(len(m.graph)):
            m.graph.node(i), m.body(i), m.graph.outgoing(i), m.graph.incoming(i)
        return list(m.graph.iter_edges()), dict(m.sources), m.vectors, m.words, m.hnsw, m.about.summary


def test_every_flipped_bit_is_seen(good, place):
    """A deflate stream may hold bits that stand for nothing: those change nothing."""
    chance = random.Random(0)
    unseen = []
    for at in range(0, len(good), 3):
        data = bytearray(good)
        data[at] ^= 1 << chance.randrange(8)
        if same(place, data, good):
            unseen.append(at)
    assert len(unseen) <= 10


def test_every_cut_is_seen(good, place):
    for size in [*range(0, len(good), 7), len(good) - 1]:
        refuses(place, good[:size])


@pytest.mark.parametrize("more", [b"\0", b"\0" * 512, gzip.compress(b"")])
def test_bytes_behind_the_end(good, place, more):
    assert "behind its end" in refuses(place, good + more)


@given(st.data())
@settings(max_examples=150)
def test_bytes_written_over(good, place, data):
    bad = bytearray(good)
    at = data.draw(st.integers(0, len(bad) - 1))
    over = data.draw(st.binary(min_size=1, max_size=40))
    bad[at : at + len(over)] = over
    same(place, bad, good)


@pytest.mark.parametrize(
    "data", [b"", b"x", b"\x1f\x8b", gzip.compress(b"hello"), b"PK\3\4" * 100, b"\0" * 40_000]
)
def test_what_is_no_snapshot(place, data):
    assert "this is not a snapshot" in refuses(place, data)


def test_a_newer_format(good, place):
    newer = good[:16] + struct.pack("<H", 3) + good[18:]
    told = refuses(place, newer)
    assert "format 3" in told
    assert "up to 1" in told
    assert "upgrade" in told


def test_a_pre_release(good, place):
    told = refuses(place, good[:16] + struct.pack("<H", 0) + good[18:])
    assert "pre-release" in told
    assert "xray graph build" in told


@pytest.mark.parametrize(
    "start", [b"age-encryption.org/v1\n-> X25519 x", b"-----BEGIN AGE ENCRYPTED FILE-----\n"]
)
def test_a_sealed_file_is_told_apart(place, start):
    place.write_bytes(start + b"x" * 100)
    for read in (read_header, open_map, verify):
        with pytest.raises(SealError, match="XRAY_AGE_KEY_FILE"):
            read(place)
    with pytest.raises(SealError, match="damaged"):
        inspect(place)


@pytest.mark.parametrize("make", ["missing", "folder", "pipe", "nul"])
def test_what_cannot_be_opened(tmp_path, make):
    path = tmp_path / "x"
    if make == "folder":
        path.mkdir()
    elif make == "pipe":
        os.mkfifo(path)
    elif make == "nul":
        path = tmp_path / "a\0b"
    with pytest.raises(NotFoundError) as told:
        open_map(path)
    assert told.value.exit_code is ExitCode.FAILED


# --- headers that were made to hurt ---------------------------------------------------------------


def forged(raw_first, raw_second, body=b"", *, first=None, second=None):
    """A header's member around any two values, with right sizes unless others are given."""
    raw = raw_first + raw_second
    deflated = member.deflate(raw)
    sizes = (
        32 + len(deflated) + 8,
        len(raw_first) if first is None else first,
        len(raw_second) if second is None else second,
    )
    prefix = header._GZIP_EXTRA + struct.pack("<HHIII", layout.VERSION, 0, *sizes)
    return prefix + deflated + member.trailer(raw) + body


def altered(good, place, change, body=lambda data: data):
    """The good file with its list of sections changed, and a right digest over that."""
    place.write_bytes(good)
    read = read_header(place)
    sections = change(list(read.sections))
    first, _ = header.encode(read.about, sections)
    return first + body(good[read.size :])


def test_the_forger_makes_what_the_writer_makes(good, place):
    assert altered(good, place, lambda s: s) == good


def with_field(k, **changes):
    def change(sections):
        sections[k] = msgspec.structs.replace(sections[k], **changes)
        return sections

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (with_field(1, raw=1 << 50), "section `strings`"),
        (with_field(1, raw=(1 << 30) + 1), "more than it can hold"),
        (with_field(2, raw=10**7), "more than it can hold"),
        (with_field(6, raw=1 << 40), "section `sources`"),
        (with_field(6, raw=5000), "do not add up"),
        (with_field(1, stored=1 << 40), "does not begin where"),
        (with_field(9, stored=1 << 40), "is cut"),
        (with_field(2, offset=0), "does not begin where"),
        (with_field(3, name="nodes"), "twice"),
        (with_field(3, name="other"), "section `edges` is damaged: is missing"),
        (with_field(7, name="other"), "vectors and fingerprint go together"),
        (with_field(4, codec="zstd"), "unknown codec"),
        (with_field(4, sha256=bytes(32)), "digest does not match"),
        (with_field(2, raw=800), "are declared"),
        (with_field(2, raw=100), "more than the 100 bytes declared"),
        (lambda sections: sections[:-1], "behind its end"),
        (lambda sections: sections * 8, "cannot be read"),
    ],
)
def test_hostile_tables(good, place, change, words):
    assert words in refuses(place, altered(good, place, change))


NEST = b"\x91" * 100_000  # arrays in arrays


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (forged(b"\xc0", b"\xc0"), "cannot be read"),
        (forged(NEST + b"\xc0", b"\xc0"), "cannot be read"),
        (forged(b"\x82\xa5label\xa1a\xa1x" + NEST + b"\xc0", b"\xc0"), "cannot be read"),
        (forged(b"\xdd\xff\xff\xff\xff", b"\xc0"), "cannot be read"),
        (forged(b"\xc6\xff\xff\xff\xffx", b"\xc0"), "cannot be read"),
        (forged(b"\x81\xa5label\xa3a/b", b"\xc0"), "cannot be read"),
        (forged(b"\0" * 10_000_000, b"\xc0"), "sizes cannot be"),
        (forged(b"\0" * 10_000_000, b"\xc0", first=99, second=0), "more than the 99 bytes"),
        (forged(b"\xc0", b"\xc0", first=1 << 31), "sizes cannot be"),
        (forged(b"\xc0", b"\xc0", first=1 << 20), "are declared"),
    ],
)
def test_hostile_headers(place, data, words):
    assert words in refuses(place, data)


@pytest.mark.parametrize(
    "about",
    [
        {"label": "a/b"},
        {"label": ""},
        {"label": "a\x1b[2J"},
        {"label": "a", "dims": 1 << 40},
        {"label": "a", "dims": 4, "summary": {"text": "", "source": "", "vector": b"123"}},
        {"label": "a", "summary": {"words": {"cart": 256}}},
        {"label": "a", "summary": {"words": {"": 1}}},
        {"label": "a", "summary": {"words": {"w" * 65: 1}}},
        {"label": "a", "summary": {"words": {f"w{i}": 1 for i in range(1025)}}},
        {"label": "a", "nodes": {"file": -1}},
        {"label": "a", "nodes": {"file": 1 << 63}},
        {"label": 1},
        {},
    ],
)
def test_hostile_descriptions(place, about):
    first = msgspec.msgpack.encode(about)
    digest = header.content_digest(first, [])
    second = msgspec.msgpack.encode({"sections": [], "content_digest": digest})
    refuses(place, forged(first, second))


def test_a_bomb_allocates_no_more_than_it_declares(good, place):
    """A section that inflates to 64 MiB, declared as what the good one was."""
    bomb = member.PREFIX + zlib.compress(bytes(64 << 20), 9, -15) + bytes(8)

    def change(sections):
        grow = len(bomb) - sections[0].stored
        sections[0] = msgspec.structs.replace(sections[0], stored=len(bomb))
        return [sections[0], *(msgspec.structs.replace(s, offset=s.offset + grow) for s in sections[1:])]

    place.write_bytes(good)
    first = read_header(place).sections[0].stored
    data = altered(good, place, change, lambda body: bomb + body[first:])
    tracemalloc.start()
    try:
        told = refuses(place, data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "more than" in told
    assert peak < 4 << 20


# --- bodies that were made to hurt: right digests over wrong columns ---------------------------------


def forge(tmp_path, **changes):
    """A file whose parts were not checked by the writer."""
    path = tmp_path / "forged.graph.gz"
    given = parts(**changes)
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.setattr("xray_graph.snapshot.write._check", lambda where, parts: None)
        patch.setattr("xray_graph.snapshot.write.names_of", lambda graph: None)
        write_map(path, given)
    return path


def columns(group, **changes):
    graph = build_graph("shop", NODES, EDGES)
    c = graph.columns
    groups = {"nodes": c.nodes, "names": c.names, "texts": c.texts, "edges": c.edges}
    groups[group] = replace(groups[group], **changes)
    return Graph("shop", LoadedColumns(**groups))


def i4(*values):
    return np.array(values, dtype=np.int32)


N, E = len(NODES), len(EDGES)


@pytest.mark.parametrize(
    ("group", "changes", "section"),
    [
        ("nodes", {"path": i4(*[0] * (N - 1), 99)}, "nodes"),
        ("nodes", {"path": i4(*[-1] * N)}, "nodes"),
        ("nodes", {"path": i4(*[3, *[0] * (N - 1)])}, "nodes"),
        ("nodes", {"language": i4(*[9] * N)}, "nodes"),
        ("nodes", {"attributes": i4(*[9] * N)}, "nodes"),
        ("nodes", {"start": i4(*[9] * N), "end": i4(*[1] * N)}, "nodes"),
        ("nodes", {"end": i4(*[1 << 30] * N)}, "nodes"),
        ("nodes", {"line": i4(*[-1] * N)}, "nodes"),
        ("nodes", {"line": i4(1)}, "nodes"),
        ("edges", {"source": i4(*[N] * E)}, "edges"),
        ("edges", {"source": i4(*range(E))[::-1].copy()}, "edges"),
        ("edges", {"target": i4(*[1 << 30] * E)}, "edges"),
        ("edges", {"target": i4(*[-1] * E)}, "edges"),
        ("edges", {"detail": i4(*[7] * E)}, "edges"),
        ("edges", {"line": i4(*[999] * E)}, "edges"),
        ("edges", {"dynamic": np.full(E, 2, np.uint8)}, "edges"),
        ("edges", {"evidence": np.full(E, 99, np.uint8)}, "edges"),
        ("names", {"symbols": StringColumn.of(["x"])}, "strings"),
        ("names", {"attribute_sets": Choices.of([(99,)])}, "strings"),
        ("texts", {"docs": StringColumn.of(["x"])}, "texts"),
    ],
)
def test_columns_that_point_outside(tmp_path, group, changes, section):
    path = forge_with_counts(tmp_path, columns(group, **changes))
    with pytest.raises(FormatError) as told:
        verify(path)
    assert f"section `{section}`" in str(told.value)
    assert str(path) in str(told.value)


def forge_with_counts(tmp_path, graph):
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.setattr("xray_graph.snapshot.write.described", lambda _: maps.described(parts()))
        return forge(tmp_path, graph=graph)


@pytest.mark.parametrize(
    "vectors",
    [
        StoredVectors(i4(99), np.zeros((1, 4), "i1"), np.ones(1, "f4")),
        StoredVectors(i4(-1), np.zeros((1, 4), "i1"), np.ones(1, "f4")),
        StoredVectors(i4(2, 1), np.zeros((2, 4), "i1"), np.ones(2, "f4")),
        StoredVectors(i4(1), np.zeros((1, 4), "i1"), np.ones(2, "f4")),
        StoredVectors(i4(1), np.zeros((1, 4), "i1"), np.full(1, np.inf, "f4")),
        StoredVectors(i4(1), np.zeros((2, 4), "i1"), np.ones(1, "f4")),
    ],
)
def test_vectors_that_belong_to_nothing(tmp_path, vectors):
    with pytest.raises(FormatError, match="section `vectors`"):
        verify(forge(tmp_path, vectors=vectors))


def test_words_that_point_outside(tmp_path):
    """Found by `verify`; a search finds it when it opens the index."""
    words = dict(parts().words)
    words["row_nodes"] = words["row_nodes"] + np.uint32(99)
    write_map(tmp_path / "m", parts(words=words))
    with pytest.raises(FormatError, match="section `words`"):
        verify(tmp_path / "m")


def test_vectors_of_other_dimensions(tmp_path):
    path = tmp_path / "m"
    monkey = pytest.MonkeyPatch()
    about = msgspec.structs.replace(maps.described(parts()), dims=8, summary=maps.About(label="x").summary)
    with monkey.context() as patch:
        patch.setattr("xray_graph.snapshot.write.described", lambda _: about)
        write_map(path, parts())
    with pytest.raises(FormatError, match="no row of 8 numbers"):
        use(path)


def test_a_header_that_counts_wrong(tmp_path):
    about = msgspec.structs.replace(maps.described(parts()), nodes={"file": 1000})
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.setattr("xray_graph.snapshot.write.described", lambda _: about)
        write_map(tmp_path / "m", parts())
    with pytest.raises(FormatError, match="counts what is not there"):
        verify(tmp_path / "m")


def test_a_span_behind_its_text(tmp_path):
    write_map(tmp_path / "m", parts(sources=sources() | {CART: b"short"}))
    with open_map(tmp_path / "m") as read:
        assert read.body(read.graph.index(CART, "Cart.Add")) == ""
    with pytest.raises(FormatError, match="ends behind its file's text"):
        verify(tmp_path / "m")


def test_an_invariant_that_does_not_hold(tmp_path):
    edges = [*EDGES, Edge("contains", (CART, "Cart.Add"), (CART, "Cart"), "lexical")]
    write_map(tmp_path / "m", parts(graph=build_graph("shop", NODES, edges)))
    with pytest.raises(FormatError, match="contained twice"):
        verify(tmp_path / "m")


def test_text_that_is_none(tmp_path):
    """Bytes of a name that are no UTF-8 are a name; they must not become another one."""
    odd = b"caf\xe9".decode("utf-8", "surrogateescape")
    graph = build_graph("shop", [*NODES, Node(odd, "", "file", end_byte=3)], EDGES)
    write_map(tmp_path / "m", parts(graph=graph, sources=sources() | {odd: b"abc"}))
    verify(tmp_path / "m")
    with open_map(tmp_path / "m") as read:
        assert read.source(odd) == b"abc"


def test_kinds_of_an_older_list(tmp_path, monkeypatch):
    """Codes are read through the list that the file brings."""
    lists = {"node_kinds": ("zebra", *sorted({n.kind for n in NODES})), "edge_kinds": None, "evidence": None}
    from xray_graph.snapshot import stored_graph

    ours = stored_graph._LISTS
    kinds = list(lists["node_kinds"])
    codes = np.array([kinds.index(n.kind) for n in build_graph("shop", NODES, []).iter_nodes()], np.uint8)
    graph = columns("nodes", kind=codes)
    with monkeypatch.context() as patch:
        patch.setattr(stored_graph, "_LISTS", ours | {"node_kinds": lists["node_kinds"]})
        path = forge_with_counts(tmp_path, graph)
    verify(path)
    with open_map(path) as read:
        assert [n.kind for n in read.graph.iter_nodes()] == [
            n.kind for n in build_graph("shop", NODES, []).iter_nodes()
        ]
    codes[0] = 0
    with monkeypatch.context() as patch:
        patch.setattr(stored_graph, "_LISTS", ours | {"node_kinds": lists["node_kinds"]})
        path = forge_with_counts(tmp_path, graph)
    with pytest.raises(FormatError, match="'zebra'"):
        use(path)


def test_header_values_are_plain():
    assert Header(maps.About(label="x")).section("nodes") is None
    assert Section("a", "gzip", 0, 0, 0, bytes(32)).raw == 0


def test_links_that_lead_out_of_the_index_do_not_verify(tmp_path):
    path = tmp_path / "shop.graph.gz"
    write_map(path, parts(hnsw={**LINKS, "link": LINKS["link"] + 1}))
    with pytest.raises(FormatError, match="a link leads to no row"):
        verify(path)
