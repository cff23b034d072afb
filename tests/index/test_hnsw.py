"""The graph index: what it finds, that it is the same each time, and what a file may not do with it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.conftest import real_library
from xray_graph.embed import Vectors, quantised
from xray_graph.errors import FormatError, UsageError
from xray_graph.index import Hnsw, VectorIndex, hnsw

hnswlib = real_library("hnswlib")

ROWS, DIMS = 6000, 128


def made(count, seed=0):
    """Rows in clusters, the leading numbers the larger, as those of trained models are."""
    generator = np.random.default_rng(seed)
    centres = generator.standard_normal((60, DIMS))
    rows = centres[generator.integers(0, len(centres), count)] + 0.7 * generator.standard_normal(
        (count, DIMS)
    )
    rows = (rows * np.linspace(2, 0.2, DIMS)).astype(np.float32)
    return quantised(np.arange(count, dtype=np.int32), rows / np.linalg.norm(rows, axis=1, keepdims=True))


VECTORS = made(ROWS)
COLUMNS = hnsw.build(VECTORS)
QUERIES = [made(40, 5).unit(k) for k in range(40)]
EXACT = VectorIndex(VECTORS)


def indexed(vectors=VECTORS, columns=COLUMNS):
    graph = Hnsw.of(columns, vectors)
    return None if graph is None else VectorIndex(vectors, graph)


def share_found(index, exact, k=10, **how):
    hits = [
        len(set(index.search(q, k, **how)[0].tolist()) & set(exact.search(q, k, **how)[0].tolist()))
        for q in QUERIES
    ]
    return sum(hits) / (k * len(QUERIES))


def test_it_finds_what_comparing_all_finds():
    assert share_found(indexed(), EXACT) >= 0.99


def test_scores_are_cosines_best_first():
    ids, scores = indexed().search(QUERIES[0], 10)
    assert np.allclose(scores, EXACT.cosines(QUERIES[0], ids))
    assert (np.diff(scores) <= 0).all()


def test_the_same_vectors_give_the_same_links():
    again = hnsw.build(made(ROWS))
    assert list(again) == ["settings", "key", "level", "count", "link"]
    assert all(np.array_equal(again[name], COLUMNS[name]) for name in again)


def test_the_memory_that_is_laid_out_is_the_librarys_own():
    """The links, taken apart and put together again, are answered from as by the index that made them."""
    rows = hnsw._rows_of(VECTORS)
    own = hnswlib.Index(space="ip", dim=rows.shape[1])
    own.init_index(max_elements=ROWS, M=hnsw.LINKS, ef_construction=hnsw.BREADTH, random_seed=100)
    own.add_items(rows, np.arange(ROWS), num_threads=1)
    own.set_ef(50)
    graph = Hnsw.of(COLUMNS, VECTORS)
    for query in QUERIES:
        labels, _ = own.knn_query(query[None, :], k=50, num_threads=1)
        assert graph.nearest(query, 50).tolist() == labels[0].tolist()


def test_changes_since_are_scanned_beside_it():
    fresh = made(300, 9)
    kept = np.arange(200, ROWS)  # as many as 200 are gone
    rows = np.concatenate([fresh.rows[:150], VECTORS.rows[kept], fresh.rows[150:]])
    scale = np.concatenate([fresh.scale[:150], VECTORS.scale[kept], fresh.scale[150:]])
    now = Vectors(np.arange(len(rows), dtype=np.int32), rows, scale)
    index = indexed(now)
    for k in (0, 149, 150 + len(kept), len(rows) - 1):
        assert index.search(now.unit(k), 1)[0].tolist() == [k]
    assert share_found(index, VectorIndex(now)) >= 0.98


def test_an_index_of_other_vectors_is_not_used():
    assert Hnsw.of(COLUMNS, made(ROWS, 3)) is None
    half = Vectors(VECTORS.ids[: ROWS // 2], VECTORS.rows[: ROWS // 2], VECTORS.scale[: ROWS // 2])
    assert Hnsw.of(COLUMNS, half) is None


def test_equal_vectors_are_each_found():
    rows = np.concatenate([VECTORS.rows, VECTORS.rows[:5]])
    scale = np.concatenate([VECTORS.scale, VECTORS.scale[:5]])
    twice = Vectors(np.arange(len(rows), dtype=np.int32), rows, scale)
    graph = Hnsw.of(hnsw.build(twice), twice)
    assert len(graph.beside) == 0
    ids = VectorIndex(twice, graph).search(twice.unit(2), 2)[0]
    assert sorted(ids.tolist()) == [2, ROWS + 2]


def test_a_filter_that_leaves_little_is_scanned():
    factors = np.zeros(ROWS, np.float32)
    factors[::13] = 1
    index = indexed()
    for query in QUERIES[:10]:
        assert index.search(query, 10, factors)[0].tolist() == EXACT.search(query, 10, factors)[0].tolist()


def test_a_filter_that_leaves_much_still_finds_enough():
    factors = np.ones(ROWS, np.float32)
    factors[: ROWS // 4] = 0
    index = indexed()
    assert share_found(index, EXACT, factors=factors) >= 0.99
    assert all(len(index.search(query, 20, factors)[0]) == 20 for query in QUERIES)


def test_without_the_library_all_is_compared(monkeypatch):
    monkeypatch.setattr(hnsw.importlib.util, "find_spec", lambda _: None)
    assert Hnsw.of(COLUMNS, VECTORS) is None
    with pytest.raises(UsageError, match="hnswlib"):
        hnsw.build(VECTORS)


def test_nothing_is_a_map_too():
    nothing = made(1)
    nothing = Vectors(nothing.ids[:0], nothing.rows[:0], nothing.scale[:0])
    columns = hnsw.build(nothing)
    assert len(columns["level"]) == 0
    assert Hnsw.of(columns, nothing) is None


def changed(**columns):
    return {**COLUMNS, **columns}


def put(name, at, value):
    column = COLUMNS[name].copy()
    column[at] = value
    return {name: column}


UPPER = int(np.flatnonzero(COLUMNS["level"] > 0)[0])
FIRST_UPPER_LIST = UPPER + int(COLUMNS["level"][:UPPER].sum()) + 1
FIRST_UPPER_LINK = int(COLUMNS["count"][:FIRST_UPPER_LIST].sum(dtype=np.int64))
GROUND = int(np.flatnonzero(COLUMNS["level"] == 0)[0])


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (put("link", 5, ROWS), "leads to no row"),
        (put("link", 5, -1), "leads to no row"),
        (put("link", 5, 2**31 - 1), "leads to no row"),
        (put("link", FIRST_UPPER_LINK, GROUND), "not in its layer"),
        (put("count", 0, 255), "more than"),
        (put("count", FIRST_UPPER_LIST, hnsw.LINKS + 1), "more than"),
        (put("count", 0, int(COLUMNS["count"][0]) - 1), "links, not"),
        (put("level", GROUND, 1), "lists, not"),
        (put("level", GROUND, 33), "33 layers"),
        (put("settings", 3, ROWS), "entry"),
        (put("settings", 3, -1), "entry"),
        (put("settings", 3, GROUND), "entry"),
        (put("settings", 0, 1 << 20), "cannot be"),
        (put("settings", 0, 0), "cannot be"),
        (put("settings", 1, -1), "cannot be"),
        (put("settings", 2, 0), "cannot be"),
        ({"settings": np.zeros(3, np.int32)}, "3 numbers, not 4"),
        ({"key": COLUMNS["key"][:-1]}, "rows, not"),
        ({"count": COLUMNS["count"][:-1]}, "lists, not"),
        ({"link": COLUMNS["link"][:-1]}, "links, not"),
        ({"link": COLUMNS["link"].astype(np.int64)}, "no column of int32"),
        ({"level": b"levels"}, "no column of uint8"),
        ({"level": COLUMNS["level"][:0], "key": COLUMNS["key"][:0]}, "no row"),
    ],
)
def test_links_that_lead_astray_are_refused(columns, message):
    with pytest.raises(FormatError, match=message):
        Hnsw.of(changed(**columns), VECTORS)


@pytest.mark.parametrize("name", sorted(COLUMNS))
def test_a_missing_column_is_refused(name):
    with pytest.raises(FormatError, match="no column"):
        Hnsw.of({key: value for key, value in COLUMNS.items() if key != name}, VECTORS)


def test_links_that_lead_nowhere_are_an_answer_all_the_same():
    """Valid, and useless: no row has a link. All rows are compared then."""
    columns = changed(count=np.zeros_like(COLUMNS["count"]), link=COLUMNS["link"][:0])
    index = indexed(columns=columns)
    for query in QUERIES[:5]:
        assert index.search(query, 10)[0].tolist() == EXACT.search(query, 10)[0].tolist()


def test_any_links_within_bounds_are_survived():
    generator = np.random.default_rng(2)
    for _ in range(5):
        upper = np.flatnonzero(COLUMNS["level"] == COLUMNS["level"].max())
        columns = changed(link=generator.choice(upper, len(COLUMNS["link"])).astype(np.int32))
        index = indexed(columns=columns)
        assert len(index.search(QUERIES[0], 10)[0]) == 10
