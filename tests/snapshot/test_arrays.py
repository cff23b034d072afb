"""Named arrays: any arrays in, the same out; any bytes in, a FormatError at worst."""

from __future__ import annotations

import contextlib
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from xray_graph.errors import FormatError
from xray_graph.graph import StringColumn
from xray_graph.snapshot import arrays

TYPES = ("u1", "i1", "<u2", "<u4", "<i4", "<u8", "<i8", "<f4")
ARRAYS = st.sampled_from(TYPES).flatmap(
    lambda t: hnp.arrays(t, hnp.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=5))
)


@given(st.dictionaries(st.text("abc.", min_size=1, max_size=5), ARRAYS | st.binary(max_size=9), max_size=4))
def test_round_trip(columns):
    read = arrays.unpack(arrays.pack(columns), "f", "s").columns
    assert list(read) == list(columns)
    for name, column in columns.items():
        if isinstance(column, bytes):
            assert read[name] == column
        else:
            assert read[name].dtype == column.dtype
            assert read[name].shape == column.shape
            assert read[name].tobytes() == column.tobytes()
            assert not read[name].flags.writeable


@given(hnp.arrays("<i8", st.integers(0, 20)).map(np.sort))
def test_ascending_columns(column):
    raw = arrays.pack({"x": column})
    assert arrays.unpack(raw, "f", "s").columns["x"].tolist() == column.tolist()


def test_ascending_columns_are_stored_as_differences():
    column = np.arange(0, 9000, 3, dtype=np.int32)
    assert arrays.pack({"x": column}).count(b"\3") > 2900


@given(st.binary(max_size=200))
def test_any_bytes(raw):
    with contextlib.suppress(FormatError):
        arrays.unpack(raw, "f", "s")


@given(st.data())
def test_a_section_with_any_byte_changed(data):
    strings = StringColumn.of(["a", "é"])
    raw = bytearray(
        arrays.pack({"x": np.arange(5, dtype=np.int32), "s": strings, "y": np.eye(2, dtype="f4")})
    )
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] = data.draw(st.integers(0, 255))
    with contextlib.suppress(FormatError):
        read = arrays.unpack(bytes(raw), "f", "s")
        read.indices("x", 5, 5)
        read.strings("s", 2)


def entry(name, code, encoding, dimensions, rows, width):
    key = name.encode()
    return struct.pack("<B", len(key)) + key + struct.pack("<BBBQI", code, encoding, dimensions, rows, width)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        struct.pack("<I", 1 << 31),
        struct.pack("<I", 1),
        struct.pack("<I", 1) + entry("x", 5, 1, 1, 1 << 62, 1),
        struct.pack("<I", 1) + entry("x", 5, 1, 2, 1 << 40, 1 << 31),
        struct.pack("<I", 1) + entry("x", 0, 0, 1, 1 << 40, 1),
        struct.pack("<I", 1) + entry("x", 99, 0, 1, 1, 1) + b"a",
        struct.pack("<I", 1) + entry("x", 5, 0, 1, 1, 1) + b"aaaa",
        struct.pack("<I", 1) + entry("x", 8, 2, 1, 1, 1) + b"aaaa",
        struct.pack("<I", 1) + entry("x", 5, 2, 2, 1, 1) + b"aaaa",
        struct.pack("<I", 1) + entry("x", 1, 0, 3, 1, 1) + b"a",
        struct.pack("<I", 1) + entry("x", 1, 0, 1, 1, 7) + b"a" * 7,
        struct.pack("<I", 1) + entry("", 1, 0, 1, 1, 1) + b"a",
        struct.pack("<I", 1) + entry("x", 1, 0, 1, 1, 1) + b"ab",
        struct.pack("<I", 2) + entry("x", 1, 0, 1, 1, 1) * 2 + b"ab",
    ],
)
def test_hostile_sections(raw):
    with pytest.raises(FormatError, match="section `s`"):
        arrays.unpack(raw, "f", "s")


def test_taking_a_column_checks_it():
    raw = arrays.pack({"x": np.array([0, 5], dtype=np.int32), "c": np.array([7], dtype=np.uint8), "b": b"ab"})
    read = arrays.unpack(raw, "f", "s")
    bad = [
        lambda: read.take("x", np.uint32),
        lambda: read.take("y", np.int32),
        lambda: read.take("b", np.uint8),
        lambda: read.take("x", np.int32, 3),
        lambda: read.indices("x", 2, 5),
        lambda: read.codes("c", 1, 7),
        lambda: read.strings("x"),
        lambda: read.strings("b"),
    ]
    for take in bad:
        with pytest.raises(FormatError, match="section `s`"):
            take()
    assert read.indices("x", 2, 6).tolist() == [0, 5]
    assert read.codes("c", 1, 8).tolist() == [7]
