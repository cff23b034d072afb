"""Maps that are all of one thing: as many nodes, edges, words, vectors or names as a size allows.

Each is valid as far as it can be, so that a reader goes through it to the end, and costs next to nothing to
send: what it holds is the same over and over. What a reader needs for them is what `max_bytes` has to bound.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

from xray_graph.index.hnsw import keys_of
from xray_graph.model import EDGE_KINDS, EVIDENCE, NODE_KINDS, EdgeKind, NodeKind
from xray_graph.snapshot import About, StoredVectors, layout, member
from xray_graph.snapshot.arrays import pack
from xray_graph.snapshot.header import decode, encode
from xray_graph.snapshot.layout import Section, needed
from xray_graph.snapshot.place import PartBlob

Columns = dict[str, Any]
I32, U8, U16, U32 = np.int32, np.uint8, np.uint16, np.uint32
CALLS = list(EDGE_KINDS).index(EdgeKind.CALLS)
FUNCTION, FILE = (list(NODE_KINDS).index(kind) for kind in (NodeKind.FUNCTION, NodeKind.FILE))
DIMS = 128


def strings(name: str, values: list[bytes]) -> Columns:
    return {name: b"".join(values), f"{name}.lengths": np.array([len(v) for v in values], U32)}


def same(name: str, text: bytes, count: int) -> Columns:
    """`count` equal strings."""
    return {name: text * count, f"{name}.lengths": np.full(count, len(text), U32)}


def names(count: int, width: int = 4) -> bytes:
    """`count` distinct words of the same width, ascending, one after the other."""
    digits = np.arange(count)[:, None] // 26 ** np.arange(width - 1, -1, -1) % 26
    return (digits + ord("a")).astype(U8).tobytes()


def graph(count: int = 2, **changes: Columns) -> dict[str, Columns]:
    """The sections of a map of a file and functions in it, `count` nodes in all, without edges."""
    inner = max(count - 1, 0)
    lists = {"node_kinds": NODE_KINDS, "edge_kinds": EDGE_KINDS, "evidence": EVIDENCE}
    coded: Columns = {}
    for name, values in lists.items():
        coded |= strings(name, [str(value).encode() for value in values])
    zeros = np.zeros(count, I32)
    made = {
        layout.STRINGS: strings("paths", [b"a.py"])
        | {"symbols": names(inner), "symbols.lengths": np.array([0] + [4] * inner, U32)}
        | strings("languages", [b"python"])
        | strings("attribute_words", [])
        | {"attribute_sets.lengths": np.zeros(1, U32), "attribute_sets": zeros[:0]}
        | coded,
        layout.NODES: {
            "kind": np.array([FILE] + [FUNCTION] * inner, U8),
            **dict.fromkeys(("language", "path", "attributes", "start", "end"), zeros),
            "line": np.ones(count, I32),
            "end_line": np.full(count, 1 << 30, I32),
            "name_line": zeros,
        },
        layout.EDGES: edges(zeros[:0], zeros[:0], zeros[:0]),
        layout.TEXTS: same("signatures", b"", count) | same("docs", b"", count),
        layout.FILES: {
            "path": zeros[:0], "size": np.zeros(0, U32), "chunk.stored": np.zeros(0, U32),
            "chunk.sha256": np.zeros((0, 32), U8),
        },
    }  # fmt: skip
    for name, columns in changes.items():
        made[name] = made.get(name, {}) | columns
    return made


def edges(source: Any, target: Any, line: Any) -> Columns:
    """Calls, in the order that they are given."""
    size = len(source)
    return {
        "source": np.asarray(source, I32),
        "target": np.asarray(target, I32),
        "kind": np.full(size, CALLS, U8),
        "evidence": np.zeros(size, U8),
        "line": np.asarray(line, I32),
        "dynamic": np.zeros(size, U8),
        "detail": np.zeros(size, I32),
        **strings("details", [b""] if size else []),
    }


def words(rows: int, per_row: int, count: int = 2, width: int = 3) -> Columns:
    """A word a row, each of them in the first `per_row` nodes."""
    counts = np.full(rows, per_row, U32)
    steps = np.ones(rows * per_row, U32)
    if per_row:
        steps[::per_row] = 0
    return {
        "words": names(rows, width),
        "words.lengths": np.full(rows, width, U16),
        "word_rows.counts": np.ones(rows, U32),
        "word_rows": np.arange(rows, dtype=U32),
        "row_nodes.counts": counts,
        "row_nodes": steps,
        "weights": np.ones(len(steps), U8),
        "row_paths.counts": np.zeros(rows, U32),
        "row_paths": np.zeros(0, U32),
    }


def file_of(sections: dict[str, Columns], about: About) -> bytes:
    """The whole snapshot. The texts are empty."""
    table, body, offset = [], [], 0
    for name in layout.KNOWN:
        raw = b"" if name == layout.SOURCES else pack(sections[name]) if name in sections else None
        if raw is not None:
            stored = member.compress(raw) if raw else b""
            table.append(Section(name, "gzip", offset, len(stored), len(raw), hashlib.sha256(raw).digest()))
            body.append(stored)
            offset += len(stored)
    return b"".join((encode(about, table)[0], *body))


# --- one of a kind, of about so many bytes unpacked -----------------------------------------------------


def many_nodes(size: int) -> dict[str, Columns]:
    return graph(size // 49)


def many_files(size: int) -> dict[str, Columns]:
    count = size // 65
    path = {"paths": names(count, 5), "paths.lengths": np.full(count, 5, U32)}
    own = {"symbols": b"", "symbols.lengths": np.zeros(count, U32)}
    nodes = {
        "path": np.arange(count, dtype=I32), "kind": np.full(count, FILE, U8), "end_line": np.ones(count, I32)
    }  # fmt: skip
    texts = {"path": np.arange(count, dtype=I32), "size": np.zeros(count, U32)}
    return graph(count, strings=path | own, nodes=nodes, files=texts)


def long_texts(size: int) -> dict[str, Columns]:
    """One doc comment of one wide character and many narrow ones."""
    text = "\U0001f680".encode() + b"x" * (size - 2000)
    return graph(2, texts=strings("docs", [b"", text]))


def many_details(size: int) -> dict[str, Columns]:
    count = size // 30
    told = {"details": names(count, 5), "details.lengths": np.full(count, 5, U32)}
    ends = np.ones(count, I32)
    more = {"detail": np.arange(count, dtype=I32)}
    return graph(2, edges=edges(ends, ends, np.arange(1, count + 1)) | told | more)


def many_edges(size: int) -> dict[str, Columns]:
    """All from one function to itself."""
    count = size // 19 - 100
    ends = np.ones(count, I32)
    return graph(2, edges=edges(ends, ends, np.arange(1, count + 1)))


def many_callers(size: int) -> dict[str, Columns]:
    count = size // 70
    source = np.arange(1, count)
    return graph(count, edges=edges(source, np.ones(len(source)), np.ones(len(source))))


def many_callees(size: int) -> dict[str, Columns]:
    count = size // 70
    target = np.arange(1, count)
    return graph(count, edges=edges(np.ones(len(target)), target, np.ones(len(target))))


def many_attributes(size: int) -> dict[str, Columns]:
    """One set of all words, over and over."""
    count = size // 16
    told = {"attribute_words": names(count, 5), "attribute_words.lengths": np.full(count, 5, U32)}
    members = np.arange(count, dtype=I32)
    one = {"attribute_sets.lengths": np.array([count], U32), "attribute_sets": members}
    return graph(2, strings=told | one)


def many_members(size: int) -> dict[str, Columns]:
    """Few words in one set, each many thousand times."""
    count = size // 4 - 5000
    members = np.arange(count, dtype=I32) % 1000
    one = {"attribute_sets.lengths": np.array([count], U32), "attribute_sets": members}
    return graph(2, strings=strings("attribute_words", [b"%03d" % k for k in range(1000)]) | one)


def many_postings(size: int) -> dict[str, Columns]:
    """Every row in every node."""
    count = 2000
    return graph(count, words=words((size - 60 * count) // (5 * count), count, count))


def many_words(size: int) -> dict[str, Columns]:
    return graph(2, words=words(size // 25, 0, width=5))


def many_vectors(size: int) -> dict[str, Columns]:
    count = size // (57 + DIMS)
    rows = np.ones((count, DIMS), np.int8)
    vectors = {"ids": np.arange(count, dtype=I32), "scale": np.full(count, 0.1, np.float32), "rows": rows}
    return graph(count, vectors=vectors)


def many_alike(size: int) -> dict[str, Columns]:
    """Words that are all like one that is asked for, each in every node."""
    alike = [b"text" + bytes([a, b]) for a in range(97, 123) for b in range(97, 123)][:200]
    count = 2 + (size - 4000) // (5 * len(alike) + 49)
    blob = {"words": b"".join(alike), "words.lengths": np.full(len(alike), 6, U16)}
    return graph(count, words=words(len(alike), count, width=6) | blob)


def many_indexed(size: int) -> dict[str, Columns]:
    """Vectors with an index that holds next to nothing, and would be laid out as the largest."""
    made = many_vectors(size)
    some = made[layout.VECTORS]
    count = len(some["ids"])
    one = StoredVectors(some["ids"][:1], some["rows"][:1], some["scale"][:1])
    index = {
        "settings": np.array([64, 8, DIMS, 0], I32),
        "key": np.repeat(keys_of(one), count),
        "level": np.zeros(count, U8),
        "count": np.zeros(count, U8),
        "link": np.zeros(0, I32),
    }
    return made | {layout.HNSW: index}


def many_links(size: int) -> dict[str, Columns]:
    count = size // 140
    index = {
        "settings": np.array([16, 8, DIMS, 0], I32),
        "key": np.arange(count, dtype=np.uint64),
        "level": np.zeros(count, U8),
        "count": np.full(count, 32, U8),
        "link": np.zeros(32 * count, I32),
    }
    vectors = {
        "ids": np.arange(2, dtype=I32),
        "scale": np.ones(2, np.float32),
        "rows": np.ones((2, DIMS), np.int8),
    }
    return graph(2, vectors=vectors, hnsw=index)


ALL: tuple[Callable[[int], dict[str, Columns]], ...] = (
    many_nodes, many_files, long_texts, many_details, many_edges, many_callers, many_callees, many_attributes,
    many_members, many_postings, many_words, many_alike, many_vectors, many_indexed, many_links,
)  # fmt: skip


def crafted(make: Callable[[int], dict[str, Columns]], size: int) -> bytes:
    """The file of one kind."""
    sections = make(size)
    nodes = sections[layout.NODES]["kind"]
    counts = {str(NODE_KINDS[k]): n for k, n in enumerate(np.bincount(nodes).tolist()) if n}
    calls = len(sections[layout.EDGES]["source"])
    files = int((nodes == FILE).sum())
    about = About(
        label="crafted",
        fingerprint="counting/1" if layout.VECTORS in sections else "",
        dims=DIMS if layout.VECTORS in sections else 0,
        nodes=counts,
        edges={"calls": calls} if calls else {},
        languages={"python": files},
    )
    return file_of(sections, about)


def just_under(make: Callable[[int], dict[str, Columns]], cap: int) -> bytes:
    """The largest of its kind that a reader with this cap takes, or nearly."""
    size = cap // 8
    for share in (0.8, 0.9, 0.97):
        size = int(size * share * cap / taken(crafted(make, size)))
    data = crafted(make, size)
    assert 0.9 * cap < taken(data) <= cap
    return data


def taken(data: bytes) -> int:
    """What a reader says that it takes."""
    return needed(decode(PartBlob(data, len(data), "crafted"), 1 << 60).sections)
