"""The rows that training begins from: what stands near what in the records themselves, and some chance.

Pieces that occur within a few words of each other are counted, over what is said and over bodies; the
leading singular vectors of the positive pointwise mutual information are a first vector a piece (Levy and
Goldberg, "Neural Word Embedding as Implicit Matrix Factorization", 2014). A fifth of a row is random, with a
part in common among forms of one stem (`copy`, `copies`), which is all that a rare piece has. Its length
says how rare it is. No numbers of anyone else are in it. Used by train.py.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from texts import Data, Lists
from views import take

from xray_graph.embed.builtin_pieces import CONTINUED

F32 = npt.NDArray[np.float32]
I64 = npt.NDArray[np.int64]

WINDOW: Final = 5
AT_ONCE: Final = 60_000  # texts
BODIES: Final = 500_000  # that are counted
MOST: Final = 200  # parts of one text that are
LEAST: Final = 1.5  # weight of a pair that is not chance
SHIFT: Final = 0.5  # what is taken from every mutual information
SMOOTHED: Final = 0.75  # power of what a piece beside another is expected by
NEAR: Final = 0.8  # share of a row's first square length that comes of what it stands near
COMMON: Final = 0.6  # share of the rest that it has in common with its stem's others
BLOCKS: Final = (0, 64, 128, 256)
_ENDING: Final = re.compile(
    r"(izations?|ations?|ators?|at(?:ing|es|ed)|iz(?:es|ed|ing|ers?)|ings?|ions?|ers?|ors?|ies|ied|es|ed|s|e|y"
    r"|able|ible|ments?|al|ly|ity)$"
)


def stem(piece: str) -> str:
    """A piece without the ending of its form, as far as spelling tells."""
    word = piece.removeprefix(CONTINUED)
    found = _ENDING.sub("", word) if len(word) > 4 else word
    if len(found) > 3 and found[-1] == found[-2]:
        found = found[:-1]
    return found if len(found) >= 3 else word


def by_chance(data: Data, dims: int, rng: np.random.Generator) -> F32:
    """Random rows of length about 1. Forms of one stem are near each other."""
    number: dict[str, int] = {}
    stems = [number.setdefault(stem(piece), len(number)) for piece in data.pieces]
    stems += range(len(number), len(number) + data.size - len(stems))  # the buckets
    own = rng.standard_normal((data.size, dims), np.float32)
    common = rng.standard_normal((max(stems) + 1, dims), np.float32)[stems]
    return unit(np.sqrt(1 - COMMON) * own + np.sqrt(COMMON) * common)


def unit(rows: F32) -> F32:
    """Zeros stay zeros."""
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def neighbours(data: Data, chosen: I64, rng: np.random.Generator) -> sp.csr_matrix:
    """How often pieces stand near each other, the nearer the more; parts of several pieces are left out."""
    lengths = np.diff(data.of_part.indptr[: len(data.parts) + 1])
    first = data.of_part.indices[data.of_part.indptr[: len(data.parts)]]
    whole = np.where(lengths == 1, first, -1)
    total = sp.csr_matrix((data.size, data.size), dtype=np.float32)
    some = rng.permutation(chosen)[:BODIES]
    fields: list[tuple[Lists, I64, float]] = [
        (data.query, chosen, 3.0),
        (data.rest, chosen, 2.0),
        (data.body, some, 1.0),
    ]
    for lists, items, weight in fields:
        for at in range(0, len(items), AT_ONCE):
            owners, parts = take(lists, items[at : at + AT_ONCE])
            counts = np.bincount(owners, minlength=len(items[at : at + AT_ONCE]))
            within = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
            pieces = whole[parts]
            kept = (pieces >= 0) & (within < MOST)
            total = total + _beside(owners[kept], pieces[kept], weight, data.size)
    return (total + total.T).tocsr()


def _beside(owners: I64, pieces: npt.NDArray[np.int32], weight: float, size: int) -> sp.csr_matrix:
    left, right, values = [], [], []
    for distance in range(1, WINDOW + 1):
        a, b = pieces[:-distance], pieces[distance:]
        kept = (owners[distance:] == owners[:-distance]) & (a != b)
        left.append(a[kept])
        right.append(b[kept])
        values.append(np.full(int(kept.sum()), weight / (1 + 0.5 * (distance - 1)), np.float32))
    pairs = (np.concatenate(left), np.concatenate(right))
    return sp.coo_matrix((np.concatenate(values), pairs), shape=(size, size)).tocsr()


def information(counts: sp.csr_matrix) -> sp.csr_matrix:
    """The positive pointwise mutual information of pieces and those beside them."""
    occurs = np.asarray(counts.sum(axis=1)).ravel()
    expected = occurs**SMOOTHED
    found = counts.tocoo()
    kept = found.data >= LEAST
    i, j, values = found.row[kept], found.col[kept], found.data[kept]
    mutual = np.log(values * expected.sum() / (occurs[i] * expected[j])) - SHIFT
    kept = mutual > 0
    return sp.csr_matrix((mutual[kept].astype(np.float32), (i[kept], j[kept])), shape=counts.shape)


def leading(matrix: sp.csr_matrix, dims: int, rng: np.random.Generator) -> F32:
    """The leading left singular vectors, times the roots of their values (Halko and others, 2011)."""
    found = matrix @ rng.standard_normal((matrix.shape[1], dims + 32), np.float32)
    for _ in range(2):
        found = matrix @ (matrix.T @ np.linalg.qr(found)[0])
    basis = np.linalg.qr(found)[0]
    left, values, _ = np.linalg.svd((matrix.T @ basis).T, full_matrices=False)
    return np.asarray((basis @ left)[:, :dims] * np.sqrt(values[:dims]), np.float32)


def first_rows(data: Data, chosen: I64, dims: int, rng: np.random.Generator) -> F32:
    """(pieces, dims): where training begins; `chosen` are the records that are counted."""
    chance = by_chance(data, dims, rng)
    near = leading(information(neighbours(data, chosen, rng)), dims, rng)
    for first, last in pairwise(BLOCKS):  # no dimension of a block says more than others
        turn = np.linalg.qr(rng.standard_normal((last - first, last - first)))[0]
        near[:, first:last] = near[:, first:last] @ turn.astype(np.float32)
    near = unit(near)
    share = NEAR * (np.linalg.norm(near, axis=1, keepdims=True) > 0.5)
    rows = unit(np.sqrt(1 - share) * chance + np.sqrt(share) * near)
    occurs = np.asarray(data.of_part[: len(data.parts)].T @ data.occurs)
    rarity = np.log(1.0 + 20.0 * len(data.documented) / (1.0 + occurs))
    return (rows * (rarity[:, None] / 2)).astype(np.float32)
