"""The facts of files read before, on disk. Called by `parse_files`.

A key is a hash of a file's bytes, its dialect and everything that decides its facts (see `versions`),
so an entry never goes out of date: it is only forgotten, least recently used first, when the whole
outgrows its bound. One SQLite file in the user's cache folder serves any number of builds at a time.
Writes are collected and made a few megabytes at a time, because a lock and a system call a file
would cost more than they are worth.

A cache may be lost at any time and must never be wrong or in the way. An entry that does not check out
is made again, so is a database that is damaged, and where none can be opened or written the build
goes on without. Entries are MessagePack of FileFacts, decoded against that type.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import sqlite3
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from xray_graph.closing import Closing
from xray_graph.model import PackedFacts

SCHEMA: Final = 1  # of the database, whose file is named after it
LIMIT_BYTES: Final = 2_000_000_000
KEPT: Final = 0.8  # of the bound, once it was outgrown: forgetting is not for every batch
BATCH_BYTES: Final = 4_000_000

_PAGE_BYTES: Final = 16384
_PATIENCE_SECONDS: Final = 10.0  # for a lock, which others hold for milliseconds
_DAY: Final = 86_400  # the grain of "recently": a finer one would make every read a write
_CHECK_BYTES: Final = 4  # in front of each body: CRC-32 of key and facts
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})

_TABLES: Final = f"""
begin immediate;
create table if not exists facts (
    id integer primary key, key blob not null unique, used integer not null, size integer not null,
    body blob not null
);
create index if not exists facts_by_use on facts (used, id, size);
pragma user_version = {SCHEMA};
commit;
"""
_SELECT: Final = "select id, used, body from facts where key = ?"
_INSERT: Final = "insert or replace into facts (key, used, size, body) values (?, ?, ?, ?)"
_TOUCH: Final = "update facts set used = ? where id = ?"
_OLDEST: Final = "select id, size from facts order by used, id"
_FORGET: Final = "delete from facts where id = ?"


class FactsCache(Closing):
    """The stored facts, as a context manager. For one thread at a time, and any number of processes.

    `place` is the folder, made when it is missing; `version` is what decides facts besides the file.
    `hits`, `misses` and `dropped` (damaged entries) count; `trouble` says what was wrong with the file.
    Never raises for what happens to its file.
    """

    def __init__(self, place: Path, version: bytes, *, limit_bytes: int = LIMIT_BYTES) -> None:
        self.hits = self.misses = self.dropped = 0
        self.trouble = ""
        self._place = place
        self._path = place / f"facts-{SCHEMA}.sqlite3"
        self._limit_bytes = limit_bytes
        self._version = hashlib.blake2b(version, digest_size=32).digest()
        self._fresh: dict[bytes, bytes] = {}  # key → MessagePack that is not written so far
        self._fresh_bytes = 0
        self._touched: list[int] = []  # ids of entries that were last used on another day
        self._today = int(time.time()) // _DAY
        self._database: sqlite3.Connection | None = None
        self._inode = 0
        self._written: set[bytes] | None = None  # all that is there, where nothing was before
        self._open()

    def key(self, language: str, data: bytes) -> bytes:
        """The key of a file, 20 bytes."""
        digest = hashlib.blake2b(data, digest_size=20, key=self._version)
        digest.update(b"\0" + language.encode())
        return digest.digest()

    def get(self, key: bytes) -> PackedFacts | None:
        """The facts stored under the key, or None."""
        packed = self.blob(key)
        if packed is not None:
            try:
                facts = PackedFacts(packed)
                self.hits += 1
                return facts
            except msgspec.MsgspecError:
                self.dropped += 1
        self.misses += 1
        return None

    def blob(self, key: bytes) -> bytes | None:
        """What `put` stored under the key, whatever it is: not only facts are kept here."""
        fresh = self._fresh.get(key)
        stored = self._stored(key) if fresh is None else None
        return fresh if stored is None else bytes(stored)

    def put(self, key: bytes, packed: bytes) -> None:
        """Store MessagePack of FileFacts; in place of a damaged entry, if there was one."""
        self._fresh[key] = packed
        self._fresh_bytes += len(packed)
        if self._fresh_bytes >= BATCH_BYTES:
            self._write()

    def flush(self) -> None:
        """Write what was collected so far."""
        self._write()

    def close(self) -> None:
        """Write what is left and let go of the file."""
        self._write()
        if self._database:
            with self._surviving():
                self._database.close()
            self._database = None

    # --- entries -----------------------------------------------------------------------------

    def _stored(self, key: bytes) -> memoryview | None:
        if self._database is None or (self._written is not None and key not in self._written):
            return None
        try:
            row = self._database.execute(_SELECT, (key,)).fetchone()
        except sqlite3.Error as error:
            self._fail(error)
            return None
        if row is None:
            return None
        number, used, body = row
        packed = memoryview(body)[_CHECK_BYTES:]
        if body[:_CHECK_BYTES] != _check(key, packed):
            self.dropped += 1
            return None
        if used != self._today:
            self._touched.append(number)
        return packed

    def _write(self) -> None:
        rows = [
            (key, self._today, len(packed), _check(key, packed) + packed)
            for key, packed in self._fresh.items()
        ]
        touched = [(self._today, number) for number in self._touched]
        if self._written is not None:
            self._written.update(self._fresh)
        self._fresh.clear()
        self._fresh_bytes = 0
        self._touched.clear()
        if self._database is None or not (rows or touched):
            return
        with self._surviving(), self._transaction(self._database) as database:
            database.executemany(_INSERT, rows)
            database.executemany(_TOUCH, touched)
        self._forget()

    def _forget(self) -> None:
        """Delete the least recently used entries once the pages in use are more than the bound."""
        if self._database is None:
            return
        with self._surviving():
            excess = self._used_bytes(self._database) - self._limit_bytes
            if excess <= 0:
                return
            excess += int(self._limit_bytes * (1 - KEPT))
            doomed = []
            with self._transaction(self._database) as database:
                for number, size in database.execute(_OLDEST):
                    if excess <= 0:
                        break
                    doomed.append((number,))
                    excess -= size
                database.executemany(_FORGET, doomed)

    def _used_bytes(self, database: sqlite3.Connection) -> int:
        pages, free = (
            int(database.execute(f"pragma {name}").fetchone()[0]) for name in ("page_count", "freelist_count")
        )
        return (pages - free) * _PAGE_BYTES

    # --- the database ------------------------------------------------------------------------

    def _open(self) -> None:
        try:
            self._place.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._inode = _inode(self._path)
            self._database = self._connect()
        except OSError as error:
            self.trouble = f"{self._place}: {error.strerror}"
        except sqlite3.Error as error:
            self._fail(error)

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(
            self._path, timeout=_PATIENCE_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            database.execute(f"pragma page_size = {_PAGE_BYTES}")
            database.execute("pragma journal_mode = wal")
            # After a power failure the file may be damaged; then it is made again.
            database.execute("pragma synchronous = off")
            if database.execute("pragma user_version").fetchone()[0] != SCHEMA:
                database.executescript(_TABLES)
                self._remove_other_schemas()
            anything = database.execute("select 1 from facts limit 1").fetchone()
            self._written = None if anything else set()
        except BaseException:
            database.close()
            raise
        self._inode = _inode(self._path)
        return database

    @contextlib.contextmanager
    def _transaction(self, database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
        database.execute("begin immediate")
        try:
            yield database
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                database.execute("rollback")
            raise
        database.execute("commit")

    @contextlib.contextmanager
    def _surviving(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            self._fail(error)

    def _fail(self, error: sqlite3.Error) -> None:
        """Start anew after damage, once; go on without a cache after anything else."""
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
            self._database = None
        known = self.trouble
        self.trouble = f"{self._path}: {error}"
        if known or getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DAMAGE:
            return
        with contextlib.suppress(OSError, sqlite3.Error):
            self._remove()
            self._database = self._connect()

    def _remove(self) -> None:
        """Delete the database that was found damaged, unless another build has replaced it already."""
        with (self._place / "facts.lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if _inode(self._path) == self._inode:
                for suffix in ("-wal", "-shm", ""):
                    self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)

    def _remove_other_schemas(self) -> None:
        for path in sorted(self._place.glob("facts-*.sqlite3*")):
            if not path.name.startswith(self._path.name):
                path.unlink(missing_ok=True)


def _check(key: bytes, packed: bytes | memoryview) -> bytes:
    return zlib.crc32(packed, zlib.crc32(key)).to_bytes(_CHECK_BYTES, "little")


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return 0
