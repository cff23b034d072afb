"""One gzip member: whoever reads it, within the bound that was declared."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.snapshot import member

READERS = [zlib]
try:
    from isal import isal_zlib

    READERS.append(isal_zlib)
except ImportError:
    pass


@pytest.fixture(params=READERS, ids=lambda m: m.__name__)
def reader(request, monkeypatch):
    monkeypatch.setattr(member, "_reader", request.param)
    monkeypatch.setattr(member, "_ERRORS", (zlib.error, request.param.error))


@given(st.binary(max_size=2000), st.booleans())
def test_round_trip(raw, repeats):
    stored = member.compress(raw, repeats=repeats)
    assert gzip.decompress(stored) == raw
    assert member.inflate((stored,), len(raw)) == raw


@pytest.mark.parametrize("size", [0, 1, 100, 100_000])
def test_sizes(reader, size):
    raw = bytes(range(256)) * (size // 256) + bytes(size % 256)
    stored = member.compress(raw)
    assert member.inflate((stored,), size) == raw
    for bad, words in (
        (stored[:-1], "too early"),
        (stored[: len(stored) // 2], "too early|not a gzip"),
        (stored + b"\0", "behind its end"),
        (stored + stored, "behind its end"),
        (stored[:-8] + bytes(8) if size else stored[:-8] + b"x" * 8, "does not inflate"),
        (b"\x1f\x8b\x08\x00\x01" + stored[5:], "not a gzip member"),
        (gzip.compress(raw, mtime=1), "not a gzip member"),
    ):
        with pytest.raises(ValueError, match=words):
            member.inflate((bad,), size)
    with pytest.raises(ValueError, match="are declared"):
        member.inflate((stored,), size + 1)
    if size:
        with pytest.raises(ValueError, match="more than"):
            member.inflate((stored,), size - 1)


@pytest.mark.parametrize("at_once", [1, 7, 256, 1 << 20])
@pytest.mark.parametrize("step", [10, 11, 1000])
def test_in_pieces(reader, step, at_once, monkeypatch):
    monkeypatch.setattr(member, "_STEP", at_once)
    raw = bytes(range(256)) * 400
    stored = member.compress(raw)

    def pieces(data):
        return (data[at : at + step] for at in range(0, len(data), step))

    assert member.inflate(pieces(stored), len(raw)) == raw
    for bad, words in (
        (stored[:-1], "too early"),
        (stored + b"\0", "behind its end"),
        (stored + stored, "behind its end"),
        (b"", "too early"),
    ):
        with pytest.raises(ValueError, match=words):
            member.inflate(pieces(bad), len(raw))
    with pytest.raises(ValueError, match="more than"):
        member.inflate(pieces(stored), len(raw) - 1)


def test_a_bomb_takes_hardly_more_than_it_declares(reader):
    bomb = member.compress(bytes(64 << 20))
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="more than"):
            member.inflate((bomb,), 1 << 20)
        assert tracemalloc.get_traced_memory()[1] < 6 << 20
        content = member.compress(bytes(16 << 20))
        tracemalloc.reset_peak()
        member.inflate((content,), 16 << 20)
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()


def test_no_time_and_no_system_in_it():
    assert member.compress(b"x")[:10].hex() == "1f8b08000000000000ff"
