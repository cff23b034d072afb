"""Named arrays ↔ the raw bytes of a section. Numbers lie in byte planes: all lowest bytes first.

Columns of positions compress to half the size that way, in half the time; ascending columns are
stored as differences. Used by every section except `sources`; knows none of their names.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from xray_graph.errors import FormatError
from xray_graph.graph.strings import StringColumn
from xray_graph.snapshot.layout import damaged

Array = npt.NDArray[Any]
Column = Array | bytes

_PLAIN, _PLANES, _DIFFERENCES = 0, 1, 2
_BYTES: Final = 0
_TYPES: Final[dict[int, np.dtype[Any]]] = {
    1: np.dtype("u1"),
    2: np.dtype("i1"),
    3: np.dtype("<u2"),
    4: np.dtype("<u4"),
    5: np.dtype("<i4"),
    6: np.dtype("<u8"),
    7: np.dtype("<i8"),
    8: np.dtype("<f4"),
}
_CODES: Final = {(t.kind, t.itemsize): code for code, t in _TYPES.items()}
_MAX_COLUMNS: Final = 256
_ENTRY: Final = struct.Struct("<BBBQI")


def pack(columns: Mapping[str, Column | StringColumn]) -> bytes:
    """The section that holds `columns`: arrays of one or two dimensions, bytes, strings.

    Raises:
        ValueError: a name that is not ASCII, a type that the format has no code for.
    """
    flat: dict[str, Column] = {}
    for name, column in columns.items():
        if isinstance(column, StringColumn):
            flat[name] = column.blob
            flat[f"{name}.lengths"] = column.lengths.astype(np.uint32)
        else:
            flat[name] = column
    head = [struct.pack("<I", len(flat))]
    body: list[bytes] = []
    for name, column in flat.items():
        code, encoding, dimensions, rows, width = _BYTES, _PLAIN, 1, len(column), 1
        if isinstance(column, bytes):
            body.append(column)
        else:
            if column.ndim not in (1, 2) or (column.dtype.kind, column.dtype.itemsize) not in _CODES:
                raise ValueError(f"no code for `{name}`: {column.dtype}, {column.ndim} dimensions")
            code = _CODES[column.dtype.kind, column.dtype.itemsize]
            dimensions, width = column.ndim, column.shape[1] if column.ndim == 2 else 1
            encoding, data = _encode(np.ascontiguousarray(column, dtype=_TYPES[code]))
            body.append(data)
        key = name.encode("ascii")
        head += [struct.pack("<B", len(key)), key, _ENTRY.pack(code, encoding, dimensions, rows, width)]
    return b"".join(head + body)


def _encode(array: Array) -> tuple[int, bytes]:
    if array.itemsize == 1:
        return _PLAIN, array.tobytes()
    if array.dtype.kind in "iu" and array.ndim == 1 and len(array) and bool((array[1:] >= array[:-1]).all()):
        unsigned = array.view(f"<u{array.itemsize}")
        return _DIFFERENCES, _planes(np.diff(unsigned, prepend=unsigned.dtype.type(0)))
    return _PLANES, _planes(array)


def _planes(array: Array) -> bytes:
    return np.ascontiguousarray(array).view(np.uint8).reshape(-1, array.itemsize).T.tobytes()


class Arrays:
    """The columns of one section that was read. Taking one checks its type and length."""

    def __init__(self, where: str, section: str, columns: dict[str, Column]) -> None:
        self.columns = columns
        self._where = where
        self._section = section

    def error(self, what: str) -> FormatError:
        """A FormatError about this section."""
        return damaged(self._where, what, self._section)

    def take(self, name: str, dtype: type[np.generic], size: int | None = None) -> Array:
        """A column of one dimension; of `size` rows, when given.

        Raises:
            FormatError: it is missing or different.
        """
        column = self.columns.get(name)
        if not isinstance(column, np.ndarray) or column.dtype != dtype or column.ndim != 1:
            raise self.error(f"has no column `{name}` of {np.dtype(dtype)}")
        if size is not None and len(column) != size:
            raise self.error(f"column `{name}` has {len(column)} rows, {size} are needed")
        return column

    def indices(self, name: str, size: int | None, below: int) -> npt.NDArray[np.int32]:
        """An int32 column whose values are from 0 to `below` - 1."""
        column = self.take(name, np.int32, size).view(np.int32)
        if len(column) and (int(column.min()) < 0 or int(column.max()) >= below):
            raise self.error(f"column `{name}` points outside its {below} rows")
        return column

    def codes(self, name: str, size: int, below: int) -> npt.NDArray[np.uint8]:
        """A column of one-byte codes from 0 to `below` - 1."""
        column = self.take(name, np.uint8, size).view(np.uint8)
        if len(column) and int(column.max()) >= below:
            raise self.error(f"column `{name}` holds an unknown code")
        return column

    def strings(self, name: str, size: int | None = None, *, most: int | None = None) -> StringColumn:
        """A column of strings: of `size` rows, or `most` at most, when given."""
        blob = self.columns.get(name)
        if not isinstance(blob, bytes):
            raise self.error(f"has no text `{name}`")
        lengths = self.take(f"{name}.lengths", np.uint32, size).view(np.uint32)
        if most is not None and len(lengths) > most:
            raise self.error(f"text `{name}` has {len(lengths)} rows, {most} can be")
        try:
            return StringColumn.from_lengths(blob, lengths)
        except ValueError as error:
            raise self.error(f"text `{name}`: {error}") from error


def unpack(raw: bytes | bytearray, where: str, section: str) -> Arrays:
    """Read a section that `pack` made. Every size is checked before anything is made of it.

    Raises:
        FormatError: it is not such a section.
    """
    columns: dict[str, Column] = {}
    entries: list[tuple[str, int, int, tuple[int, ...], int]] = []
    try:
        (count,) = struct.unpack_from("<I", raw)
        if count > _MAX_COLUMNS:
            raise damaged(where, f"declares {count} columns", section)
        at = 4
        for _ in range(count):
            length = raw[at]
            name = raw[at + 1 : at + 1 + length].decode("ascii")
            code, encoding, dimensions, rows, width = _ENTRY.unpack_from(raw, at + 1 + length)
            at += 1 + length + _ENTRY.size
            shape: tuple[int, ...] = (rows, width) if dimensions == 2 else (rows,)
            if not name or dimensions not in (1, 2) or (dimensions == 1 and width != 1):
                raise damaged(where, "a column has no name or no shape", section)
            entries.append((name, code, encoding, shape, rows * width))
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise damaged(where, "its list of columns is cut or no text", section) from error
    for name, code, encoding, shape, cells in entries:
        itemsize = 1 if code == _BYTES else _TYPES[code].itemsize if code in _TYPES else 0
        if not itemsize or name in columns or encoding not in _allowed(code, itemsize, len(shape)):
            raise damaged(where, f"column `{name}` is doubled, or of an unknown type or encoding", section)
        size = cells * itemsize
        if size > len(raw) - at:
            raise damaged(where, f"column `{name}` is cut", section)
        if code == _BYTES:
            columns[name] = bytes(memoryview(raw)[at : at + size])
        else:
            cell_bytes = np.frombuffer(raw, np.uint8, size, at)
            columns[name] = _decode(cell_bytes, _TYPES[code], encoding, len(raw)).reshape(shape)
        at += size
    if at != len(raw):
        raise damaged(where, f"has {len(raw) - at} bytes behind its columns", section)
    return Arrays(where, section, columns)


def _allowed(code: int, itemsize: int, dimensions: int) -> tuple[int, ...]:
    if itemsize == 1:
        return (_PLAIN,)
    return (_PLANES, _DIFFERENCES) if dimensions == 1 and _TYPES[code].kind in "iu" else (_PLANES,)


def _decode(data: npt.NDArray[np.uint8], dtype: np.dtype[Any], encoding: int, whole: int) -> Array:
    """The cells of a column, which lies in a section of `whole` bytes."""
    array: Array
    if encoding == _PLAIN:
        array = (data if 2 * data.nbytes > whole else data.copy()).view(dtype)  # or all of it would stay
    else:
        array = np.array(data.reshape(dtype.itemsize, -1).T, order="C").reshape(-1).view(dtype)
        if encoding == _DIFFERENCES:
            unsigned = array.view(f"<u{dtype.itemsize}")
            array = np.cumsum(unsigned, dtype=unsigned.dtype, out=unsigned).view(dtype)
        array = array.astype(dtype.newbyteorder("="), copy=False)
    array.flags.writeable = False
    return array
