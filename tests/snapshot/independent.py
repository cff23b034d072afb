"""A second reader of snapshots, written from `snapshots/FORMAT.md` alone: struct, zlib, hashlib and MessagePack."""

from __future__ import annotations

import hashlib
import struct
import zlib
from itertools import accumulate, pairwise

from msgspec import msgpack

FIRST = bytes.fromhex("1f8b0804 00000000 00ff 1400 5847 1000")
OTHER = bytes.fromhex("1f8b0800 00000000 00ff")
TYPES = {0: "s", 1: "B", 2: "b", 3: "H", 4: "I", 5: "i", 6: "Q", 7: "q", 8: "f"}
PLAIN, PLANES, DIFFERENCES = range(3)
CHUNK = 262_144


class Snapshot:
    def __init__(self, data: bytes, version: int) -> None:
        assert data[:16] == FIRST
        found, zero, base, about, table = struct.unpack_from("<HHIII", data, 16)
        assert (found, zero) == (version, 0)
        raw = inflated(data[:base], about + table)
        self.about = msgpack.decode(raw[:about])
        self.table = msgpack.decode(raw[about:])
        self.stored, at, digest = {}, base, hashlib.sha256(raw[:about])
        for s in self.table["sections"]:
            assert (s["codec"], s["offset"]) == ("gzip", at - base)
            self.stored[s["name"]] = data[at : at + s["stored"]]
            at += s["stored"]
            if s["name"] != "hnsw":
                digest.update(f"\n{s['name']} {s['raw']} {s['sha256'].hex()}".encode())
        assert at == len(data)
        assert digest.digest() == self.table["content_digest"]

    def raw(self, name: str) -> bytes:
        entry = next(s for s in self.table["sections"] if s["name"] == name)
        raw = inflated(self.stored[name], entry["raw"])
        assert self.stored[name].startswith(OTHER)
        assert hashlib.sha256(raw).digest() == entry["sha256"]
        return raw

    def columns(self, name: str) -> dict[str, object]:
        raw = self.raw(name)
        (count,) = struct.unpack_from("<I", raw)
        at, entries, columns = 4, [], {}
        for _ in range(count):
            length = raw[at]
            key = raw[at + 1 : at + 1 + length].decode("ascii")
            entries.append((key, *struct.unpack_from("<BBBQI", raw, at + 1 + length)))
            at += 1 + length + 15
        for key, kind, encoding, dimensions, rows, width in entries:
            cells, size = rows * width, struct.calcsize(f"<{TYPES[kind]}")
            data = raw[at : at + cells * size]
            at += len(data)
            if encoding != PLAIN:
                planes = [data[p * cells : (p + 1) * cells] for p in range(size)]
                data = b"".join(map(bytes, zip(*planes, strict=True)))
            values = data if kind == 0 else list(struct.unpack(f"<{cells}{TYPES[kind]}", data))
            if encoding == DIFFERENCES:
                mask = (1 << 8 * size) - 1  # the sums wrap, and are what the type says
                sums = b"".join((v & mask).to_bytes(size, "little") for v in accumulate(values))
                values = list(struct.unpack(f"<{cells}{TYPES[kind]}", sums))
            if dimensions == 2:
                values = [values[r * width : (r + 1) * width] for r in range(rows)]
            columns[key] = values
        assert at == len(raw)
        return columns

    def sources(self) -> dict[bytes, bytes]:
        names, files = self.columns("strings"), self.columns("files")
        paths, rest, whole = strings(names, "paths"), self.stored["sources"], []
        for size, digest in zip(files["chunk.stored"], files["chunk.sha256"], strict=True):
            chunk = zlib.decompress(rest[:size], 31)
            rest = rest[size:]
            assert len(chunk) == CHUNK or not rest
            assert hashlib.sha256(chunk).digest() == bytes(digest)
            whole.append(chunk)
        ends, text = accumulate(files["size"], initial=0), b"".join(whole)
        bounds = zip(files["path"], pairwise(ends), strict=True)
        return {paths[p]: text[a:b] for p, (a, b) in bounds}


def inflated(stored: bytes, size: int) -> bytes:
    stream = zlib.decompressobj(31)
    raw = stream.decompress(stored, size + 1)
    assert (len(raw), stream.eof, stream.unused_data) == (size, True, b"")
    return raw


def strings(columns: dict[str, object], name: str) -> list[bytes]:
    bounds = pairwise(accumulate(columns[f"{name}.lengths"], initial=0))
    return [columns[name][a:b] for a, b in bounds]


def lists(columns: dict[str, object], name: str) -> list[list[int]]:
    bounds = pairwise(accumulate(columns[f"{name}.counts"], initial=0))
    return [list(accumulate(columns[name][a:b])) for a, b in bounds]
