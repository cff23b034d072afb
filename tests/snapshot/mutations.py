"""Snapshots that are nearly right: each mutation changes one good file, at one of the depths a reader has.

- bytes: anywhere in the file, as a disk or a network would.
- header: values of About and Table, with the sizes and digests put right again, so that what is behind those
  checks is reached. The same for sections.
- members: gzip streams that lie about what they hold.
- columns: single cells, lengths, types and names of columns: indexes that point outside, counts that do not
  add up, lists that do not ascend.
- seals: the same inside age encryption, and the encryption itself.

Everything follows from the random generator that is given.
"""

from __future__ import annotations

import hashlib
import random
import struct
from typing import Any, NamedTuple

import msgspec
import numpy as np

from tests.snapshot.maps import indexed, parts
from xray_graph.graph import build_graph
from xray_graph.index import WordIndex
from xray_graph.lexicon import read_corpus
from xray_graph.model import Node
from xray_graph.snapshot import About, MapParts, header, layout, member, seal, write_map
from xray_graph.snapshot.arrays import pack, unpack

NUMBERS = [0, 1, -1, 2, 3, 7, 127, 128, 255, 256, 65535, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1,
           1 << 40, (1 << 62), (1 << 63) - 1, (1 << 64) - 1, -(1 << 31), -(1 << 63)]  # fmt: skip
VALUES = [None, True, 0.5, float("nan"), float("inf"), "", "x", "a/b", "\u202e", "x" * 70_000, b"", b"\xff" * 9,
          [], {}, [[]], {"a": {"b": [1]}}]  # fmt: skip


class Good(NamedTuple):
    """A good snapshot, taken apart."""

    data: bytes
    about: dict[str, Any]
    table: dict[str, Any]
    sections: dict[str, bytes]  # stored

    def raw(self, name):
        entry = next(s for s in self.table["sections"] if s["name"] == name)
        return member.inflate((self.sections[name],), entry["raw"])


def apart(data):
    about, table = struct.unpack_from("<II", data, 24)
    (base,) = struct.unpack_from("<I", data, 20)
    raw = member.inflate((data[:base],), about + table, prefix=header._GZIP_EXTRA)
    decoded = msgspec.msgpack.decode(raw[about:])
    at, sections = base, {}
    for section in decoded["sections"]:
        sections[section["name"]] = data[at : at + section["stored"]]
        at += section["stored"]
    return Good(data, msgspec.msgpack.decode(raw[:about]), decoded, sections)


def together(about, table, body, *, version=layout.VERSION, right=True):
    """A file of these values. With `right`, sizes and the content digest are put right."""
    first = msgspec.msgpack.encode(about)
    if right:
        digest = hashlib.sha256(first)
        for s in table["sections"]:
            if s["name"] not in layout.DERIVED:
                digest.update(f"\n{s['name']} {s['raw']} {s['sha256'].hex()}".encode())
        table = {**table, "content_digest": digest.digest()}
    raw = first + msgspec.msgpack.encode(table)
    deflated = member.deflate(raw)
    sizes = struct.pack("<HHIII", version, 0, 40 + len(deflated), len(first), len(raw) - len(first))
    return header._GZIP_EXTRA + sizes + deflated + member.trailer(raw) + body


def bomb(size, byte):
    """(raw size, a member that inflates to so many of this byte, their digest)"""
    content = bytes([byte]) * size
    return size, member.compress(content), hashlib.sha256(content).digest()


def corpus(folder):
    """Good snapshots of several kinds."""
    graph = build_graph("empty", [], [])
    odd = b"caf\xe9.go".decode("utf-8", "surrogateescape")
    files = build_graph(
        "files", [Node(odd, "", "file", end_byte=600_000), Node("b", "", "file", end_byte=9)], []
    )
    texts = {odd: b"line of text\n" * 46_154, "b": b"123456789"}
    kinds = [
        parts(),
        indexed(),
        parts(vectors=None, about=About(label="shop", summary=layout.Summary("A shop.", "readme"))),
        parts(words=None),
        MapParts(
            About(label="empty"), graph, {}, None, WordIndex.build(graph, read_corpus(graph, {})).to_columns()
        ),
        MapParts(
            About(label="files"),
            files,
            texts,
            None,
            WordIndex.build(files, read_corpus(files, texts)).to_columns(),
        ),
    ]
    found = []
    for k, each in enumerate(kinds):
        path = folder / f"{k}.graph.gz"
        write_map(path, each)
        found.append(apart(path.read_bytes()))
    return found


class Mutator:
    """Makes bad files of good ones."""

    def __init__(self, good: list[Good], recipient: str = "") -> None:
        self.chance = random.Random(0)
        self.good = good
        self._bombs = [
            bomb(size, byte)
            for size in (1 << 16, 1 << 20, 1 << 23, 15 << 20, 1 << 25)
            for byte in b"\0\1\xff"
        ]
        self._whom = seal.read_recipients([recipient]) if recipient else ()
        self._ways = [
            self.bytes_of, self.header_bytes, self.about, self.table, self.members, self.section_bytes,
            self.columns, self.columns, self.columns, self.swapped,
        ]  # fmt: skip

    def case(self, chance: random.Random) -> tuple[str, bytes]:
        """(how it was made, the file)"""
        self.chance = chance
        good = self.chance.choice(self.good)
        if self._whom and self.chance.random() < 0.03:
            return self.sealed(good)
        way = self.chance.choice(self._ways)
        return way.__name__, way(good)

    # --- as a disk would --------------------------------------------------------------------------

    def bytes_of(self, good: Good) -> bytes:
        return self._spoilt(good.data)

    def header_bytes(self, good: Good) -> bytes:
        (base,) = struct.unpack_from("<I", good.data, 20)
        return self._spoilt(good.data[:base]) + good.data[base:]

    def _spoilt(self, data: bytes) -> bytes:
        chance, bad = self.chance, bytearray(data)
        for _ in range(chance.choice((1, 1, 1, 2, 5, 20))):
            at = chance.randrange(len(bad) + 1)
            size = min(chance.choice((1, 1, 2, 4, 8, 100, 5000)), len(bad) - at)
            kind = chance.randrange(6)
            if kind == 0 and at < len(bad):
                bad[at] ^= 1 << chance.randrange(8)
            elif kind == 1:
                bad[at : at + size] = chance.randbytes(size)
            elif kind == 2:
                del bad[at : at + size]
            elif kind == 3:
                bad[at:at] = chance.randbytes(chance.choice((1, 4, 100)))
            elif kind == 4:
                bad[at:at] = bad[at : at + size]
            else:
                bad[at : at + 4] = struct.pack("<I", chance.choice(NUMBERS) & 0xFFFFFFFF)
        return bytes(bad)

    # --- values of the header -----------------------------------------------------------------------

    def about(self, good: Good) -> bytes:
        return together(self._altered(good.about), good.table, b"".join(good.sections.values()))

    def table(self, good: Good) -> bytes:
        table = msgspec.msgpack.decode(msgspec.msgpack.encode(good.table))
        chance, sections = self.chance, table["sections"]
        kind = chance.randrange(6)
        if kind == 0:
            del sections[chance.randrange(len(sections))]
        elif kind == 1:
            sections.insert(chance.randrange(len(sections) + 1), dict(chance.choice(sections)))
        elif kind == 2:
            chance.shuffle(sections)
        elif kind == 3:
            sections[chance.randrange(len(sections))]["name"] = chance.choice(
                (*layout.KNOWN, "", "x", "x" * 65)
            )
        else:
            entry = chance.choice(sections)
            entry[chance.choice(("offset", "stored", "raw"))] = abs(self._number())
        body = b"".join(good.sections.values())
        if chance.random() < 0.5:
            try:
                return together(good.about, table, body)
            except (TypeError, OverflowError):
                pass
        return together(good.about, self._altered(table), body, right=False)

    def _altered(self, value: Any) -> Any:
        """A copy with one thing changed, anywhere in it."""
        chance = self.chance
        if isinstance(value, dict) and value and chance.random() < 0.9:
            key = chance.choice(list(value))
            if chance.random() < 0.05:
                return {k: v for k, v in value.items() if k != key}
            return {**value, key: self._altered(value[key])}
        if isinstance(value, list) and value and chance.random() < 0.9:
            k = chance.randrange(len(value))
            return [*value[:k], self._altered(value[k]), *value[k + 1 :]]
        if isinstance(value, bytes) and value and chance.random() < 0.8:
            return chance.choice(
                (value[:-1], value + b"\0", chance.randbytes(len(value)), b"\xff" * len(value))
            )
        if isinstance(value, int) and chance.random() < 0.8:
            return self._number()
        if isinstance(value, str) and chance.random() < 0.5:
            return chance.choice((value[:-1], value * 2, value + "\0", value + "/..", value + "\x1b[2J"))
        return chance.choice(VALUES)

    def _number(self) -> int:
        chance = self.chance
        number = chance.choice(NUMBERS)
        number = chance.choice((number, number - 1, number + 1, chance.randrange(2000)))
        return min(max(number, -(1 << 63)), (1 << 64) - 1)  # what MessagePack has

    # --- sections -----------------------------------------------------------------------------------

    def members(self, good: Good) -> bytes:
        """A stream that does not hold what is declared: a bomb, two members, a cut one, another's."""
        chance = self.chance
        name = chance.choice(list(good.sections))
        stored, raw, digest = good.sections[name], None, None
        kind = chance.randrange(6)
        if kind == 0:
            size, stored, digest = chance.choice(self._bombs)
            raw = chance.choice((size, size, size - 1, size // 2, (1 << 30), 100))
        elif kind == 1:
            stored *= 2
        elif kind == 2:
            stored = stored[: chance.randrange(len(stored) + 1)]
        elif kind == 3:
            stored = good.sections[chance.choice(list(good.sections))]
        elif kind == 4:
            stored = member.PREFIX + self._spoilt(stored[10:])
        else:
            stored += chance.randbytes(chance.choice((1, 8, 300)))
        return self._with(good, name, stored, raw, digest)

    def section_bytes(self, good: Good) -> bytes:
        name = self.chance.choice(list(good.sections))
        if name == layout.SOURCES:
            return self._with(good, name, self._spoilt(good.sections[name]))
        return self._holding(good, name, self._spoilt(good.raw(name)))

    def columns(self, good: Good) -> bytes:
        chance = self.chance
        name = chance.choice([n for n in good.sections if n != layout.SOURCES])
        columns = dict(unpack(good.raw(name), "good", name).columns)
        for _ in range(chance.choice((1, 1, 2, 4))):
            self._change_a_column(columns)
        try:
            return self._holding(good, name, pack(columns))
        except (ValueError, UnicodeEncodeError):
            return good.data

    def _change_a_column(self, columns: dict[str, Any]) -> None:
        chance = self.chance
        key = chance.choice(list(columns))
        column = columns[key]
        kind = chance.randrange(12)
        if kind == 0:
            del columns[key]
            columns.setdefault("rows", b"")
        elif kind == 1:
            columns[chance.choice(("x", key + ".lengths", key.removesuffix(".lengths")))] = column
        elif kind == 2:
            columns[key] = columns[chance.choice(list(columns))]
        elif isinstance(column, bytes):
            columns[key] = self._spoilt(column)
        elif kind == 3:
            columns[key] = column[: chance.randrange(len(column) + 1)]
        elif kind == 4:
            columns[key] = np.concatenate([column, column[-1:], column[:1]])
        elif kind == 5:
            kind = chance.choice(("u1", "i1", "u2", "u4", "i4", "u8", "i8", "f4"))
            with np.errstate(invalid="ignore"):
                columns[key] = column.astype(kind)
        elif kind == 6:
            size = chance.choice((0, 1, 1000, 1 << 20))
            columns[key] = np.full(size, chance.choice((0, 1, 5)), column.dtype)
        elif kind == 7 and len(column):
            order = np.array(chance.sample(range(len(column)), len(column)))
            columns[key] = column[order]
        elif column.size:
            column = column.copy()
            flat = column.reshape(-1)
            for _ in range(chance.choice((1, 1, 3))):
                at = chance.randrange(len(flat))
                if column.dtype.kind == "f":
                    flat[at] = chance.choice((0.0, -1.0, 1e38, -1e38, np.nan, np.inf, 1e-40))
                else:
                    low, high = np.iinfo(column.dtype).min, np.iinfo(column.dtype).max
                    near = int(flat[at]) + chance.choice((-2, -1, 1, 2, 100))
                    flat[at] = min(max(chance.choice((near, near, self._number())), low), high)
            columns[key] = column

    def swapped(self, good: Good) -> bytes:
        """A section of another good file."""
        other = self.chance.choice(self.good)
        name = self.chance.choice([n for n in good.sections if n in other.sections])
        entry = next(s for s in other.table["sections"] if s["name"] == name)
        return self._with(good, name, other.sections[name], entry["raw"], entry["sha256"])

    def _holding(self, good: Good, name: str, raw: bytes) -> bytes:
        return self._with(good, name, member.compress(raw), len(raw), hashlib.sha256(raw).digest())

    def _with(
        self, good: Good, name: str, stored: bytes, raw: int | None = None, digest: bytes | None = None
    ) -> bytes:
        sections, body, offset = [], [], 0
        for entry in good.table["sections"]:
            entry = dict(entry)
            data = good.sections[entry["name"]]
            if entry["name"] == name:
                data = stored
                entry["raw"] = entry["raw"] if raw is None else raw
                entry["sha256"] = entry["sha256"] if digest is None else digest
            entry["offset"], entry["stored"] = offset, len(data)
            offset += len(data)
            sections.append(entry)
            body.append(data)
        return together(good.about, {**good.table, "sections": sections}, b"".join(body))

    # --- seals --------------------------------------------------------------------------------------

    def sealed(self, good: Good) -> tuple[str, bytes]:
        import io

        data = self.columns(good) if self.chance.random() < 0.3 else good.data
        file = io.BytesIO()
        seal.sealed([data], self._whom)(file)
        out = file.getvalue()
        if self.chance.random() < 0.3:
            return "sealed", out
        if self.chance.random() < 0.3:
            return "sealed", self._spoilt(out[:300]) + out[300:]
        return "sealed", self._spoilt(out)
