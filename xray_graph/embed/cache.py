"""Vectors that outlive the process, by fingerprint and text, for embedders that are slower than a disk.

One SQLite file under $XDG_CACHE_HOME/xray, shared by all builds of a user; SQLite does the locking. A
file that is damaged is dropped and begun again, and a cache that cannot be opened is no cache: a build
never fails because of it. Bounded: past its limit the rows that were used longest ago go.
Used by `embed.vectors` and `embed.summary`; the built-in embedder does without, since it is faster than
the look-up.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.embed.embedder import CorpusEmbedder, Embedder
from xray_graph.folders import caches

F32 = npt.NDArray[np.float32]

LIMIT: Final = 1 << 30  # bytes of the file
_VERSION: Final = 1
_AT_ONCE: Final = 500  # keys of one query
_SCHEMA: Final = """
    create table if not exists vectors (
        model blob not null, text blob not null, used integer not null, row blob not null,
        primary key (model, text)
    ) without rowid
"""


def text_key(text: str) -> bytes:
    """The key of a text: 16 bytes of its hash."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def default_path() -> Path:
    """Where the cache lies."""
    return caches() / f"vectors-{_VERSION}.sqlite"


def cache_for(embedder: Embedder) -> VectorCache | None:
    """The user's cache; None for an embedder that is faster than it."""
    return None if isinstance(embedder, CorpusEmbedder) else VectorCache(default_path())


class VectorCache:
    """The rows of texts that were embedded before."""

    def __init__(self, path: Path, limit: int = LIMIT) -> None:
        self.path = path
        self.limit = limit

    def get(self, embedder: Embedder, texts: Mapping[bytes, object]) -> dict[bytes, F32]:
        """The rows that are known, of the texts with these keys."""
        model, now, size = _model(embedder), int(time.time()), 4 * embedder.dims
        found: dict[bytes, F32] = {}
        with self._open() as db:
            keys = list(texts)
            for at in range(0, len(keys), _AT_ONCE):
                if db is None:
                    break
                some = keys[at : at + _AT_ONCE]
                marks = ",".join("?" * len(some))
                where = f"model = ? and text in ({marks})"
                rows = db.execute(f"select text, row from vectors where {where}", (model, *some))  # noqa: S608 - marks, no text
                for key, row in rows:
                    values = np.frombuffer(row, "<f4") if len(row) == size else np.zeros(0, np.float32)
                    if len(values) and bool(np.isfinite(values).all()):
                        found[key] = values.astype(np.float32)
                db.execute(f"update vectors set used = ? where {where}", (now, model, *some))  # noqa: S608 - likewise
        return found

    def put(self, embedder: Embedder, rows: Mapping[bytes, F32]) -> None:
        """Remember rows."""
        model, now = _model(embedder), int(time.time())
        with self._open() as db:
            if db:
                values = ((model, key, now, row.astype("<f4").tobytes()) for key, row in rows.items())
                db.executemany("insert or replace into vectors values (?, ?, ?, ?)", values)
                self._trim(db)

    def _trim(self, db: sqlite3.Connection) -> None:
        """Past the limit, let a quarter of the rows go, those used longest ago."""
        pages, free, page = (
            db.execute(f"pragma {p}").fetchone()[0] for p in ("page_count", "freelist_count", "page_size")
        )
        if (pages - free) * page > self.limit:
            count = db.execute("select count(*) from vectors").fetchone()[0]
            db.execute(
                "delete from vectors where (model, text) in"
                " (select model, text from vectors order by used, model, text limit ?)",
                (count // 4 + 1,),
            )

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection | None]:
        """The database, committed at the end; None when it cannot be had."""
        db = None
        try:
            db = self._connect()
            yield db
            db.commit()
        except sqlite3.DatabaseError as error:
            if db is None:
                yield None
            elif not isinstance(error, sqlite3.OperationalError):
                _drop(self.path)
        except OSError:
            if db is not None:
                raise
            yield None
        finally:
            if db is not None:
                db.close()

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return _prepared(self.path)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            _drop(self.path)
            return _prepared(self.path)


def _prepared(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=5)
    try:
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = normal")
        db.execute(_SCHEMA)
    except BaseException:
        db.close()
        raise
    return db


def _drop(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink()


def _model(embedder: Embedder) -> bytes:
    return hashlib.blake2b(embedder.fingerprint.encode(), digest_size=16).digest()
