"""A map → its file. Sections are compressed in parallel threads; the bytes are the same at any number.

The whole of it costs about 25 ms of CPU per megabyte of source. Nothing is visible under the file's
name before all of it is on the disk. Called by `pipeline` and by a live server's flush.
"""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from xray_graph.errors import BuildError, NotFoundError, SealError, UsageError
from xray_graph.snapshot import arrays, header, layout, member, place, sources, stored_graph
from xray_graph.snapshot.layout import Header, Section
from xray_graph.snapshot.map import Parts, described
from xray_graph.snapshot.names import names_of

if TYPE_CHECKING:
    from xray_graph.snapshot.seal import Keys

_THREADS: Final = 4  # more do not help: the interpreter hands out the work
_NO_REPEATS: Final = frozenset({layout.VECTORS})  # sections where looking for repeats finds none


def write_map(
    path: Path | str,
    parts: Parts,
    *,
    recipients: Sequence[str] = (),
    keys: Keys | None = None,
    any_recipients: bool = False,
    threads: int = 0,
) -> Header:
    """Write `parts` as a snapshot, replacing what was under the name.

    Args:
        path: the file; its folder exists.
        parts: the map. Counts in `about` are filled in here.
        recipients: who can read it (`age1…`, `ssh-ed25519 …`, files of such lines); plain without any.
            A sealed file that holds this map already, for these recipients, is left as it is.
        keys: may open the sealed file that is there, to tell so; those of the environment when None.
        any_recipients: leave a sealed file that holds this map, whomever it is for.
        threads: 0 for one a processor, at most four.

    Returns:
        The header as a reader will see it.

    Raises:
        BuildError: the folder cannot be written, the disk is full, or parts contradict each other
            (a text or a vector without its node). What was under the name is still there.
        UsageError: a recipient is none.
        SealError: a sealed map lies under the name, and this one would be plain.
    """
    threads = threads or min(_THREADS, os.cpu_count() or 1)
    _check(str(path), parts)
    if not recipients:
        refuse_downgrade(path)
    try:
        packed = list(_packed(parts, threads))
        first, written = header.encode(described(parts), [section for section, _ in packed])
    except (ValueError, UnicodeEncodeError) as error:
        raise BuildError(f"the map has no snapshot: {error}", where=str(path)) from error
    pieces: Iterable[bytes] = [first, *(piece for _, pieces in packed for piece in pieces)]
    if not recipients:
        place.replace(path, pieces, check=lambda: refuse_downgrade(path))
        return written
    from xray_graph.snapshot import seal
    from xray_graph.snapshot.seal import record

    lines = seal.recipient_lines(recipients)
    held = _own_keys() if keys is None else keys
    if not record.is_unchanged(path, written.content_digest, lines, held, any_recipients=any_recipients):
        place.replace_by(path, seal.sealed(pieces, seal.read_recipients(lines)))
        record.remember(path, written.content_digest, lines)
    return written


def refuse_downgrade(path: Path | str) -> None:
    """Raise SealError when a sealed map lies here, which a plain one must not replace."""
    try:
        with place.FileBlob(path) as blob:
            is_sealed = header.is_sealed(blob)
    except NotFoundError:
        return
    if is_sealed:
        raise SealError(
            "a sealed map lies here, and this one would be plain",
            where=str(path),
            hint="give --snapshot-recipient, or remove the file first",
        )


def _own_keys() -> Keys:
    """Those of the environment; none where it names a file that is no key, which only readers need."""
    from xray_graph.snapshot import seal

    try:
        return seal.read_keys()
    except UsageError:
        return seal.Keys()


def _check(where: str, parts: Parts) -> None:
    for name in parts.sources:
        if not parts.graph.nodes_of(name):
            raise BuildError("a text belongs to no node of the graph", where=name)
    vectors = parts.vectors
    if (vectors is None) != (not parts.about.fingerprint):
        raise BuildError("vectors and the embedder's fingerprint go together", where=where)
    if vectors is None:
        return
    rows = len(vectors.ids)
    if vectors.rows.shape[0] != rows or len(vectors.scale) != rows or vectors.rows.ndim != 2:
        raise BuildError(
            f"{rows} vector ids, {vectors.rows.shape} rows, {len(vectors.scale)} scales", where=where
        )
    ascending = bool((np.diff(vectors.ids) > 0).all())
    if rows and not (ascending and vectors.ids[0] >= 0 and vectors.ids[-1] < len(parts.graph)):
        raise BuildError("vector ids are not ascending node ids", where=where)
    if not bool(np.isfinite(vectors.scale).all()):
        raise BuildError("a vector is not finite", where=where)


class _Piece(NamedTuple):
    """One member, and what its raw bytes are."""

    stored: bytes
    raw: int
    sha256: bytes


def _packed(parts: Parts, threads: int) -> list[tuple[Section, list[bytes]]]:
    """Each section's entry and its members, in the order of the file."""
    path_ids = {p: k for k, p in enumerate(parts.graph.paths) if p in parts.sources}
    paths = list(path_ids)
    with ThreadPoolExecutor(threads, thread_name_prefix="snapshot") as pool:
        # the large sections first, so that no thread is left with one at the end
        raws = {name: raw for name, raw in _raw_sections(parts).items() if raw is not None}
        single = {name: pool.submit(_piece, name, raws.pop(name)) for name in reversed(list(raws))}
        whole, texts = _texts(pool, threads, sources.chunks(parts.sources, paths))
        files = sources.pack_files(parts.sources, paths, path_ids, [(len(t.stored), t.sha256) for t in texts])
        single[layout.FILES] = pool.submit(_piece, layout.FILES, files)
        members = {name: [future.result()] for name, future in single.items()}
    members[layout.SOURCES] = texts
    packed: list[tuple[Section, list[bytes]]] = []
    offset = 0
    for name in layout.KNOWN:
        if name in members:
            pieces = members[name]
            size, raw = sum(len(p.stored) for p in pieces), sum(p.raw for p in pieces)
            sha256 = whole if name == layout.SOURCES else pieces[0].sha256
            packed.append((Section(name, "gzip", offset, size, raw, sha256), [p.stored for p in pieces]))
            offset += size
    return packed


def _raw_sections(parts: Parts) -> dict[str, bytes | None]:
    vectors, words = parts.vectors, parts.words
    names = names_of(parts.graph)
    return {
        layout.NAMES: None if names is None else arrays.pack(names.to_columns()),
        **stored_graph.pack(parts.graph.columns),
        layout.WORDS: None if words is None else arrays.pack(words),
        layout.VECTORS: None
        if vectors is None
        else arrays.pack({"ids": vectors.ids, "scale": vectors.scale, "rows": vectors.rows}),
        layout.HNSW: None if parts.hnsw is None else arrays.pack(parts.hnsw),
    }


def _texts(pool: ThreadPoolExecutor, threads: int, chunks: Iterable[bytes]) -> tuple[bytes, list[_Piece]]:
    """The members of `sources`, and the digest of all their raw bytes. Few chunks wait at a time."""
    whole = hashlib.sha256()
    waiting: deque[Future[_Piece]] = deque()
    done: list[_Piece] = []
    for chunk in chunks:
        whole.update(chunk)
        waiting.append(pool.submit(_piece, layout.SOURCES, chunk))
        if len(waiting) > 4 * threads:
            done.append(waiting.popleft().result())
    return whole.digest(), done + [future.result() for future in waiting]


def _piece(name: str, raw: bytes) -> _Piece:
    if len(raw) > layout.MAX_SECTION:
        raise ValueError(f"section `{name}` has {len(raw)} bytes, readers take {layout.MAX_SECTION}")
    stored = member.compress(raw, repeats=name not in _NO_REPEATS)
    return _Piece(stored, len(raw), hashlib.sha256(raw).digest())
