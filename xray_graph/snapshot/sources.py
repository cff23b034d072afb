"""The stored text of files: every byte once, in one row of chunks that inflate alone.

All texts, in the order of their paths, are one long string that is cut every 256 KiB; each piece is a
gzip member of the section `sources`. The section `files` says where each text begins and what each
piece must hash to. Showing one body inflates one piece, or two. Called by `write` and `map`.
"""

from __future__ import annotations

import bisect
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.graph import StringColumn
from xray_graph.snapshot import arrays, layout
from xray_graph.snapshot.store import Store

_KEPT: Final = 8  # inflated chunks that are kept: 2 MiB


def chunks(sources: Mapping[str, bytes], paths: Sequence[str], size: int = layout.CHUNK) -> Iterator[bytes]:
    """The texts of `paths`, one after the other, in pieces of `size` bytes; the last may be shorter."""
    held: list[bytes] = []
    length = 0
    for path in paths:
        text = memoryview(sources[path])
        while length + len(text) >= size:
            cut = size - length
            yield b"".join([*held, text[:cut]])
            held, length, text = [], 0, text[cut:]
        if len(text):
            held.append(bytes(text))
            length += len(text)
    if length:
        yield b"".join(held)


def pack_files(
    sources: Mapping[str, bytes],
    paths: Sequence[str],
    path_ids: Mapping[str, int],
    chunks: Sequence[tuple[int, bytes]],
) -> bytes:
    """The section `files`; `chunks` are the stored size and the raw bytes' SHA-256 of each chunk."""
    digests = b"".join(digest for _, digest in chunks)
    return arrays.pack(
        {
            "path": np.array([path_ids[path] for path in paths], dtype=np.int32),
            "size": np.array([len(sources[path]) for path in paths], dtype=np.uint32),
            "chunk.stored": np.array([stored for stored, _ in chunks], dtype=np.uint32),
            "chunk.sha256": np.frombuffer(digests, np.uint8).reshape(-1, 32),
        }
    )


class Sources(Mapping[str, bytes]):
    """Path → stored text (UTF-8, undecodable bytes kept) of the files that have any, in path order."""

    def __init__(self, store: Store, paths: StringColumn) -> None:
        self._store = store
        self._paths = paths
        self._chunks: OrderedDict[int, bytes] = OrderedDict()
        self._lock = threading.Lock()
        self._last: tuple[str, tuple[int, int]] = "", (0, 0)

    def __getitem__(self, path: str) -> bytes:
        """The whole text of a file.

        Raises:
            KeyError: no text of it is stored.
            FormatError: the section is damaged.
        """
        start, size = self._place(path)
        return self._read(start, size)

    def part(self, path: str, start: int, end: int) -> bytes:
        """The bytes of a file's text from `start` to `end`, as far as it has them.

        Raises:
            KeyError, FormatError: as for the whole text.
        """
        first, size = self._place(path)
        start, end = min(start, size), min(end, size)
        return self._read(first + start, max(0, end - start))

    @property
    def total(self) -> int:
        """Bytes of all texts."""
        return self._store.entry(layout.SOURCES).raw

    def sizes(self) -> npt.NDArray[np.int64]:
        """Bytes of each path's text; of one without a text, more than any has."""
        files, sizes, _, _ = self._index
        found = np.full(len(self._paths), 1 << 31, np.int64)
        found[files] = sizes
        return found

    def __len__(self) -> int:
        return len(self._index[0])

    def __iter__(self) -> Iterator[str]:
        return (self._paths[k] for k in self._index[0].tolist())

    def __contains__(self, path: object) -> bool:
        try:
            self._place(path)
        except KeyError:
            return False
        return True

    def _place(self, path: object) -> tuple[int, int]:
        """The first byte of a text in the long string, and its length: by bisection, for paths ascend."""
        last = self._last
        if path and last[0] == path:
            return last[1]
        if not isinstance(path, str):
            raise KeyError(path)
        files, sizes, _, _ = self._index
        at = bisect.bisect_left(self._paths, path)
        k = int(np.searchsorted(files, at))
        if k == len(files) or files[k] != at or self._paths[at] != path:
            raise KeyError(path)
        found = int(self._starts[k]), int(sizes[k])
        self._last = path, found  # whoever asks for one node of a file asks for the next
        return found

    @cached_property
    def _starts(self) -> npt.NDArray[np.int64]:
        sizes = self._index[1]
        return np.cumsum(sizes) - sizes

    @cached_property
    def _index(
        self,
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
        """Path ids, text sizes, bounds of the stored chunks in their section, digests of the chunks."""
        read = self._store.arrays(layout.FILES)
        files = read.indices("path", None, len(self._paths))
        if bool((files[1:] <= files[:-1]).any()):
            raise read.error("column `path` does not ascend")
        sizes = read.take("size", np.uint32, len(files)).astype(np.int64)
        stored = read.take("chunk.stored", np.uint32).astype(np.int64)
        digests = read.columns.get("chunk.sha256")
        entry = self._store.entry(layout.SOURCES)
        if int(sizes.sum()) != entry.raw or len(stored) != -(-entry.raw // layout.CHUNK):
            raise read.error("its sizes do not add up to the texts")
        if int(stored.sum()) != entry.stored:
            raise read.error("its chunks do not add up to the section `sources`")
        if (
            not isinstance(digests, np.ndarray)
            or digests.dtype != np.uint8
            or digests.shape != (len(stored), 32)
        ):
            raise read.error("has no digest for each chunk")
        bounds = np.zeros(len(stored) + 1, dtype=np.int64)
        np.cumsum(stored, out=bounds[1:])
        return files, sizes, bounds, digests.view(np.uint8)

    def _read(self, start: int, size: int) -> bytes:
        if size <= 0:
            return b""
        first, last = start // layout.CHUNK, (start + size - 1) // layout.CHUNK
        data = b"".join(self.chunk(k) for k in range(first, last + 1))
        at = start - first * layout.CHUNK
        return data[at : at + size]

    @property
    def chunk_count(self) -> int:
        return len(self._index[2]) - 1

    def chunk(self, k: int) -> bytes:
        """The raw bytes of one chunk, checked; the last few are kept."""
        with self._lock:
            if (kept := self._chunks.get(k)) is not None:
                self._chunks.move_to_end(k)
                return kept
        bounds, digests = self._index[2], self._index[3]
        raw_size = min(layout.CHUNK, self._store.entry(layout.SOURCES).raw - k * layout.CHUNK)
        offset, stored = int(bounds[k]), int(bounds[k + 1] - bounds[k])
        raw = bytes(self._store.member(layout.SOURCES, offset, stored, raw_size, digests[k].tobytes()))
        with self._lock:
            self._chunks[k] = raw
            while len(self._chunks) > _KEPT:
                self._chunks.popitem(last=False)
        return raw
