"""The two sums of a text: exact at any size and in any company, and what is said again counts less."""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph.embed.builtin_sums import EXACT, Gathered, lengths_of, pooled, units


def made(texts, parts, dims=256, highest=1023, seed=0):
    rng = np.random.default_rng(seed)
    rows = rng.integers(-highest, highest + 1, (parts, dims)).astype(np.int16)
    matrix = rng.integers(0, 40, (texts, parts)).astype(np.float64)
    bias = rng.integers(-highest, highest, dims).astype(np.int64)
    return matrix, rows, bias


def plain(matrix, rows, bias, alike):
    """The same, a number at a time, without a product of matrices."""
    found = []
    for counts in matrix.astype(np.int64):
        whole = sum((int(n) * row.astype(np.int64) for n, row in zip(counts, rows, strict=True)), bias.copy())
        pointed = np.rint(whole * (1024 / np.sqrt(float(max((whole * whole).sum(), 1))))).astype(np.int64)
        second = bias.copy()
        for count, row in zip(counts.tolist(), rows.astype(np.int64), strict=True):
            cosine = int((pointed * row).sum()) / (1024 * np.sqrt(float((row * row).sum())))
            second += int(np.rint(count / (1 + alike * cosine * cosine))) * row
        found.append(second)
    return np.array(found)


def test_sums_are_what_whole_numbers_give():
    matrix, rows, bias = made(5, 23)
    sums = pooled(matrix, rows.astype(np.float64), lengths_of(rows), bias, 2.0)
    assert sums.dtype == np.int64
    assert np.array_equal(sums, plain(matrix, rows, bias, 2.0))


def test_both_kinds_of_floats_and_any_split_give_the_same():
    matrix, rows, bias = made(9, 700, highest=255)  # large enough to be multiplied in pieces
    matrix = np.minimum(matrix, 2)
    assert matrix.sum(axis=1).max() * 255 < EXACT
    wide = pooled(matrix, rows.astype(np.float64), lengths_of(rows), bias, 2.0)
    narrow = pooled(matrix.astype(np.float32), rows.astype(np.float32), lengths_of(rows), bias, 2.0)
    alone = [pooled(one[None], rows.astype(np.float64), lengths_of(rows), bias, 2.0)[0] for one in matrix]
    assert np.array_equal(wide, narrow)
    assert np.array_equal(wide, np.array(alone))


def test_what_many_parts_say_counts_less_a_part():
    """Four parts that point one way and one that points another: the one has more than its fifth."""
    dims = np.eye(256, dtype=np.int64) * 1000
    rows = np.array([dims[0] + 100 * dims[k] // 1000 for k in range(1, 5)] + [dims[9]]).astype(np.int16)
    matrix, bias = np.full((1, 5), 16.0), np.zeros(256, np.int64)
    once = units((matrix @ rows).astype(np.int64))[0]
    twice = units(pooled(matrix, rows.astype(np.float64), lengths_of(rows), bias, 2.0))[0]
    assert twice[9] > 1.5 * once[9]
    assert twice[0] > twice[9]


def test_zeros_stay_zeros():
    sums = pooled(np.zeros((2, 3)), np.zeros((3, 256)), np.ones(3), np.zeros(256, np.int64), 2.0)
    assert not units(sums).any()


@pytest.mark.parametrize("exact", [True, False])
def test_rows_are_gathered_in_memory_that_is_used_again(exact):
    rows = made(1, 50)[1]
    gathered = Gathered(rows)
    for chosen in ([3, 1, 2], list(range(50)), [], [49]):
        found = gathered.take(np.array(chosen, np.int64), exact=exact)
        assert found.dtype == (np.float32 if exact else np.float64)
        assert np.array_equal(found, rows[np.array(chosen, np.int64)])
