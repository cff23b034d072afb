"""Hostile images: a good one with something changed, and digests put right wherever the change would else be seen.

A case is made again from its number alone. Used by test_fuzz.py, and by benchmarks/publish/fuzz.py for many.
"""

from __future__ import annotations

import gzip
import json
import random
import tarfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.publish.by_hand import tar
from xray_graph.errors import NotFoundError, XrayError
from xray_graph.publish import descriptor as oci
from xray_graph.publish import pull
from xray_graph.publish.attachment import SIGNATURE, SIGNATURE_BLOB, Attachment, read_attached
from xray_graph.publish.image import is_map_name

CAP = 1 << 20  # bytes that an image's maps may hold
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 1 << 31, 1 << 63, 1 << 64, -(1 << 70), 0.5, 1e300, "", "x", "\0", "../..", "é" * 300,
    "sha256:" + "0" * 64, "sha256:" + "g" * 64, "sha256:" + "0" * 64 + "\n", [], {}, [[]], {"": 0}, [None] * 50,
    oci.INDEX, oci.MANIFEST, oci.CONFIG, oci.LAYER, "text/html",
)  # fmt: skip
SIZES = (0, 1, 511, 512, 513, CAP, CAP + 1, 1 << 33, (1 << 33) - 1)
KINDS = b"\x000123456789ABDEFGKLMNSVXgx "
NAMES = (b"maps", b"maps/", b"maps/x.graph.gz", b"./maps/x.graph.gz", b"/maps/x.graph.gz", b"../maps/x.graph.gz", b"maps/../x.graph.gz", b"maps/a/b.graph.gz", b"maps//x.graph.gz", b"maps/\xff.graph.gz", b"maps/.wh..wh..opq", b"", b"." * 100, b"\0")  # fmt: skip


class Held:
    """A source in memory. `wrong` changes the bytes of one blob on their way."""

    where = "held"

    def __init__(self) -> None:
        self.blobs: dict[str, bytes] = {}
        self.kinds: dict[str, str] = {}
        self.tag = ""
        self.listed: tuple[oci.Descriptor, ...] = ()
        self.wrong: Callable[[bytes], bytes] = lambda data: data

    def put(self, data: bytes, kind: str) -> dict[str, Any]:
        digest = oci.sha256(data)
        self.blobs[digest], self.kinds[digest] = data, kind
        return {"mediaType": kind, "digest": digest, "size": len(data)}

    def manifest(self, wanted: str) -> tuple[bytes, str]:
        digest = self.tag if wanted == "1" else wanted
        if digest not in self.blobs:
            raise NotFoundError("is not here", where=self.where)
        return self.blobs[digest], self.kinds[digest]

    def blob(self, blob: oci.Descriptor) -> Iterator[bytes]:
        if blob.digest not in self.blobs:
            raise NotFoundError("is not here", where=self.where)
        data = self.wrong(self.blobs[blob.digest])
        yield from (data[at : at + 700] for at in range(0, len(data), 700))

    def attached(self, digest: str) -> tuple[oci.Descriptor, ...]:
        return self.listed


class Mutator:
    """Makes case after case of one good image with two maps."""

    def __init__(self, good: bytes) -> None:
        self._tars = (
            tar(("maps", None, {"type": tarfile.DIRTYPE}), ("maps/x.graph.gz", good)),
            tar((f"maps/{'l' * 110}.graph.gz", good), ("maps/notes", b"x")),
        )
        self._ways = {name[4:]: getattr(self, name) for name in dir(self) if name.startswith("way_")}

    def case(self, number: int) -> tuple[str, Held]:
        rng = random.Random(number)
        way = rng.choice(sorted(self._ways))
        return way, self._ways[way](rng)

    def whole(self, **changed: Callable[[Any], Any]) -> Held:
        """The image, each part changed before what names it is made."""
        same = lambda part: part
        held = Held()
        tars = [changed.get("tar", same)(one) for one in self._tars]
        layers = [changed.get("layer", same)(gzip.compress(one, 1, mtime=0)) for one in tars]
        config = {
            "architecture": "amd64",
            "os": "linux",
            "rootfs": {"type": "layers", "diff_ids": [oci.sha256(one) for one in tars]},
        }
        described = held.put(_bytes(changed.get("config", same)(config)), oci.CONFIG)
        manifest = {
            "schemaVersion": 2,
            "mediaType": oci.MANIFEST,
            "config": described,
            "layers": [held.put(one, oci.LAYER_GZIP) for one in layers],
        }
        entry = held.put(_bytes(changed.get("manifest", same)(manifest)), oci.MANIFEST)
        index = {
            "schemaVersion": 2,
            "mediaType": oci.INDEX,
            "manifests": [
                {**entry, "platform": {"os": "linux", "architecture": arch}} for arch in ("amd64", "arm64")
            ],
        }
        held.tag = held.put(_bytes(changed.get("index", same)(index)), oci.INDEX)["digest"]
        subject = oci.Descriptor(oci.INDEX, held.tag, len(held.blobs[held.tag]))
        signature = Attachment("signature", SIGNATURE, SIGNATURE_BLOB, b"-----BEGIN SSH SIGNATURE-----\n")
        for data, kind in signature.blobs:
            held.put(data, kind)
        data, _ = signature.manifest(subject)
        data = _bytes(changed.get("attached", same)(json.loads(data)))
        held.put(data, oci.MANIFEST)
        held.listed = (oci.describe(data, oci.MANIFEST, artifact_type=SIGNATURE),)
        return held

    def way_index(self, rng: random.Random) -> Held:
        return self.whole(index=lambda part: altered(part, rng))

    def way_manifest(self, rng: random.Random) -> Held:
        return self.whole(manifest=lambda part: altered(part, rng))

    def way_config(self, rng: random.Random) -> Held:
        return self.whole(config=lambda part: altered(part, rng))

    def way_attached(self, rng: random.Random) -> Held:
        return self.whole(attached=lambda part: altered(part, rng))

    def way_json_bytes(self, rng: random.Random) -> Held:
        part = rng.choice(["index", "manifest", "config", "attached"])
        return self.whole(**{part: lambda value: scratched(_bytes(value), rng)})

    def way_deep(self, rng: random.Random) -> Held:
        opening, closing = rng.choice([(b"[", b"]"), (b'{"a":', b"}")])
        deep = opening * 5000 + b"0" + closing * 5000
        part = rng.choice(["index", "manifest", "config"])
        return self.whole(**{part: lambda value: _bytes(value)[:-1] + b',"deep":' + deep + b"}"})

    def way_tar_header(self, rng: random.Random) -> Held:
        return self.whole(tar=lambda raw: headed(raw, rng))

    def way_tar_bytes(self, rng: random.Random) -> Held:
        return self.whole(tar=lambda raw: scratched(raw, rng))

    def way_tar_pax(self, rng: random.Random) -> Held:
        key = rng.choice(["path", "size", "linkpath", "mtime", "GNU.sparse.name", "SCHILY.xattr.user.x", "é"])
        value = rng.choice(
            [
                "",
                "0",
                "-1",
                str(rng.choice(SIZES)),
                "1e9",
                "maps/../../x.graph.gz",
                "maps/y.graph.gz",
                "\x00",
                "a=b",
                "é" * 100,
                "9" * 5000,
            ]
        )
        extra = tar(("maps/z.graph.gz", b"z", {"pax_headers": {key: value}}))
        return self.whole(
            tar=lambda raw: scratched(extra, rng) + raw if rng.random() < 0.3 else extra[:-1024] + raw
        )

    def way_tar_long(self, rng: random.Random) -> Held:
        kind = rng.choice([b"L", b"K", b"x", b"g", b"X", b"S", b"D"])
        text = rng.choice(
            [
                b"maps/y.graph.gz\0",
                b"../y.graph.gz\0",
                b"",
                b"\xff" * 600,
                b"30 path=maps/y.graph.gz\n",
                b"9" * 20,
                b"20 size=" + b"9" * 11 + b"\n",
            ]
        )
        return self.whole(
            tar=lambda raw: (
                tar(("x", text, {"type": kind}), form=tarfile.GNU_FORMAT)[: -(len(raw) and 1024)][
                    : 512 + -(-len(text) // 512) * 512
                ]
                + raw
            )
        )

    def way_layer(self, rng: random.Random) -> Held:
        return self.whole(layer=lambda data: scratched(data, rng))

    def way_members(self, rng: random.Random) -> Held:
        more = rng.choice(
            [b"", b"\0" * 10, gzip.compress(b""), gzip.compress(bytes(3 * CAP)), b"\x1f\x8b", b"x"]
        )
        return self.whole(layer=lambda data: data + more if rng.random() < 0.7 else more + data)

    def way_wrong_blob(self, rng: random.Random) -> Held:
        held = self.whole()
        held.wrong = lambda data: scratched(data, rng)
        return held

    def way_missing(self, rng: random.Random) -> Held:
        held = self.whole()
        del held.blobs[rng.choice(sorted(held.blobs))]
        return held


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value).encode()


def altered(value: Any, rng: random.Random) -> Any:
    """JSON with one or a few of its values replaced, removed, repeated or moved."""
    made = value
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        made = json.loads(json.dumps(made))  # nothing in it twice, and nothing of ODD
        places = list(_places(made))
        if not places:
            return rng.choice(ODD)
        at, key = rng.choice(places)
        way = rng.randrange(5)
        if way == 0 and isinstance(at, dict):
            del at[key]
        elif way == 1 and isinstance(at, list):
            at.extend(at[:1] * rng.choice([1, 3, 2000]))
        elif way == 2:
            other, there = rng.choice(places)
            at[key] = json.loads(json.dumps(other[there]))
        elif way == 3 and isinstance(at, dict):
            at[rng.choice(["subject", "platform", "annotations", "urls", "data", "mediaType"])] = rng.choice(
                ODD
            )
        else:
            at[key] = rng.choice(ODD)
    return made


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


def scratched(data: bytes, rng: random.Random) -> bytes:
    """Bytes with bits turned, a part cut, doubled, filled or removed."""
    made = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        at = rng.randrange(len(made) + 1)
        size = rng.choice([1, 2, 10, 512, 5000])
        way = rng.randrange(6)
        if way == 0 and at < len(made):
            made[at] ^= 1 << rng.randrange(8)
        elif way == 1:
            del made[at:]
        elif way == 2:
            made[at:at] = made[at : at + size]
        elif way == 3:
            made[at : at + size] = bytes([rng.choice([0, 0x20, 0x7F, 0xFF])]) * size
        elif way == 4:
            del made[at : at + size]
        else:
            made[at:at] = rng.randbytes(size)
    return bytes(made)


def headed(raw: bytes, rng: random.Random) -> bytes:
    """A tar with fields of one of its headers changed, and the sum put right (nearly always)."""
    made = bytearray(raw)
    at = 512 * rng.choice(
        [n for n in range(len(made) // 512) if made[512 * n + 257 : 512 * n + 262] == b"ustar"]
    )
    for _ in range(rng.choice([1, 1, 2])):
        way = rng.randrange(5)
        if way == 0:
            size = rng.choice(SIZES)
            text = b"%011o\0" % size if size < 1 << 33 else b"\x80" + size.to_bytes(11, "big")
            made[at + 124 : at + 136] = rng.choice(
                [text, b"\xff" * 12, b" " * 12, b"-0000000001\0", b"\x80" + b"\xff" * 11, b"9" * 12]
            )
        elif way == 1:
            made[at + 156] = rng.choice(KINDS)
        elif way == 2:
            made[at : at + 100] = rng.choice(NAMES).ljust(100, b"\0")
        elif way == 3:
            made[at + 345 : at + 500] = rng.choice(NAMES).ljust(155, b"\0")
        else:
            made[at + 257 : at + 265] = rng.choice([b"ustar  \0", b"\0" * 8, b"ustar\x0000", b"ustar\x0099"])
    if rng.random() < 0.95:
        made[at + 148 : at + 156] = b" " * 8
        made[at + 148 : at + 156] = b"%06o\0 " % sum(made[at : at + 512])
    return bytes(made)


@dataclass
class Outcome:
    """What became of many cases."""

    taken: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    faults: list[tuple[int, str, str]] = field(default_factory=list)


def run(mutator: Mutator, numbers: range, folder: Path) -> Outcome:
    """Pull each case: its maps and nothing else, or one of our errors and nothing at all."""
    done = Outcome()
    for number in numbers:
        way, held = mutator.case(number)
        done.ways[way] += 1
        target = folder / "got"
        begun = time.process_time()
        try:
            list(read_attached(held, held.tag, SIGNATURE))
        except XrayError as error:
            done.refused[f"attached: {type(error).__name__}"] += 1
        except Exception as error:  # noqa: BLE001 - that is the question
            done.faults.append((number, way, f"attached: {error!r}"))
        fault = ""
        try:
            told = pull(held, "1", target, max_bytes=CAP)
        except XrayError as error:
            done.refused[type(error).__name__] += 1
            fault = "left something" if target.exists() and any(target.iterdir()) else ""
        except Exception as error:  # noqa: BLE001
            fault = repr(error)
        else:
            done.taken += 1
            names = {path.name for path in target.iterdir()}
            good = all(
                is_map_name(name) and (target / name).is_file() and not (target / name).is_symlink()
                for name in names
            )
            fault = (
                ""
                if good and names == {Path(row["file"]).name for row in told.maps}
                else f"left {sorted(names)}"
            )
        done.slowest = max(done.slowest, time.process_time() - begun)
        if fault or {path.name for path in folder.iterdir()} - {"got"}:
            done.faults.append((number, way, fault or "wrote elsewhere"))
        for path in target.iterdir() if target.exists() else ():
            path.unlink()
    return done
