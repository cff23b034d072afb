"""The file of notes: SQLite in WAL mode, shared by any number of processes, each note sealed if asked.

A write is one transaction that is on the disk when it returns, so a process that is killed loses nothing
that it said it had kept, and what it had not said is not there. SQLite's own locks order the writers; they
wait for each other. What has expired is deleted, and overwritten, at every read. A sealed row holds the
age file of the note and, in the clear, its id and its two dates, which expiry needs.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from xray_graph.errors import FormatError, NotFoundError, SealError, ServerError, UsageError
from xray_graph.notes.note import Note
from xray_graph.snapshot import seal

_log = logging.getLogger(__name__)

SUFFIX: Final = ".notes.db"
MOST: Final = 20_000  # notes in one file: a loop that writes must not fill the disk
VERSION: Final = 1  # of the tables; SQLite's `user_version`
_PATIENCE: Final = 30.0  # seconds that a writer waits for the others
_APPLICATION: Final = 0x58726E74  # "Xrnt", SQLite's `application_id`
_TABLES: Final = """
CREATE TABLE note (
    id TEXT PRIMARY KEY, written INTEGER NOT NULL, expires INTEGER,
    sealed INTEGER NOT NULL, body BLOB NOT NULL
) STRICT;
CREATE INDEX note_expires ON note (expires) WHERE expires IS NOT NULL;
CREATE TABLE state (changes INTEGER NOT NULL) STRICT;
INSERT INTO state VALUES (0);
"""


@dataclass(frozen=True, slots=True)
class Seal:
    """Who can read new notes (`age1…`; plain without any), and the keys that open sealed ones."""

    recipients: tuple[str, ...] = ()
    keys: seal.Keys = field(default_factory=seal.Keys)


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in the file: the notes, oldest first, and how many are sealed to somebody else."""

    changes: int  # counts up with every change: equal numbers, equal contents
    notes: tuple[Note, ...] = ()
    unreadable: int = 0


class NoteStore:
    """One file of notes. Safe to use from several threads and processes; holds nothing open."""

    def __init__(
        self, path: Path, sealing: Seal | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        """The file is made by the first write."""
        self.path = path
        self._seal = sealing or Seal()
        self._clock = clock
        self._opened: dict[str, Note] = {}  # sealed notes that were decrypted, by id: notes do not change

    @property
    def exists(self) -> bool:
        return self.path.is_file()

    def write(self, notes: Iterable[Note]) -> None:
        """Keep these, all or none; one of an id that is there takes its place.

        Raises:
            UsageError: there are too many already, or a recipient is none.
            ServerError: the file cannot be written, or others write all the time.
            FormatError: it is no file of notes.
        """
        recipients = seal.read_recipients(self._seal.recipients)
        rows = [(n.id, n.written, n.expires, bool(recipients), self._packed(n, recipients)) for n in notes]
        with self._open() as connection:
            _use_log(connection)
            self._write(connection, rows)
        for row in rows:
            self._opened.pop(row[0], None)

    def _write(self, connection: sqlite3.Connection, rows: Sequence[tuple[Any, ...]]) -> None:
        with _writing(connection):
            self._make(connection)
            (there,) = connection.execute("SELECT count(*) FROM note").fetchone()
            if there + len(rows) > MOST:
                raise UsageError(
                    f"there are {there} notes already, and {MOST} are the most",
                    where=str(self.path),
                    hint="export them, and let older ones expire",
                )
            connection.executemany("INSERT OR REPLACE INTO note VALUES (?, ?, ?, ?, ?)", rows)
            connection.execute("UPDATE state SET changes = changes + 1")

    def read(self) -> Contents:
        """All that has not expired; what has is deleted on the way. Nothing, before the first write.

        Raises:
            ServerError, FormatError: the file cannot be read.
        """
        if not self.exists:
            return Contents(0)
        with self._open() as connection:
            if not _is_made(connection):
                return Contents(0)
            self._sweep(connection)
            connection.execute("BEGIN")  # one state of the file for both questions
            (changes,) = connection.execute("SELECT changes FROM state").fetchone()
            rows = connection.execute(
                "SELECT id, written, expires, sealed, body FROM note ORDER BY written, id"
            ).fetchall()
        now = self._clock()
        notes = [self._unpacked(*row) for row in rows]
        kept = tuple(note for note in notes if note is not None and not note.is_over(now))
        return Contents(changes, kept, sum(note is None for note in notes))

    def changes(self) -> int:
        """The number of the present contents; 0 before the first write. Deletes what has expired.

        Raises:
            ServerError, FormatError: the file cannot be read.
        """
        if not self.exists:
            return 0
        with self._open() as connection:
            if not _is_made(connection):
                return 0
            self._sweep(connection)
            (changes,) = connection.execute("SELECT changes FROM state").fetchone()
            return int(changes)

    def sweep(self) -> int:
        """Delete what has expired; how many notes that were.

        Raises:
            ServerError, FormatError: the file cannot be read or written.
        """
        if not self.exists:
            return 0
        with self._open() as connection:
            return self._sweep(connection) if _is_made(connection) else 0

    def _sweep(self, connection: sqlite3.Connection) -> int:
        now = int(self._clock())
        if connection.execute("SELECT 1 FROM note WHERE expires <= ? LIMIT 1", (now,)).fetchone() is None:
            return 0
        with _writing(connection):
            gone = connection.execute("DELETE FROM note WHERE expires <= ? RETURNING id", (now,)).fetchall()
            connection.execute("UPDATE state SET changes = changes + 1")
        # What was deleted is overwritten in the file once the log is folded into it.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        for (name,) in gone:
            self._opened.pop(name, None)
        return len(gone)

    # --- the file -------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            if not self.path.exists():  # for its owner alone, also before anything is in it
                with contextlib.suppress(FileExistsError):
                    os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with contextlib.closing(sqlite3.connect(self.path, timeout=_PATIENCE)) as connection:
                connection.isolation_level = None  # transactions are begun and ended by us
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("PRAGMA trusted_schema = OFF")
                yield connection
        except sqlite3.DatabaseError as error:
            raise self._told(error) from error
        except OSError as error:
            hint = "keep notes in a folder that you may write"
            raise ServerError(
                f"cannot be opened: {error.strerror or error}", where=str(self.path), hint=hint
            ) from error

    def _told(self, error: sqlite3.DatabaseError) -> Exception:
        where, hint = str(self.path), "name a file that `xray graph notes` made"
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            return FormatError(f"is no file of notes, or a damaged one: {error}", where=where, hint=hint)
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return ServerError("others are writing notes", where=where, hint="try again in a moment")
        return ServerError(f"the notes cannot be read or written: {error}", where=where)

    def _make(self, connection: sqlite3.Connection) -> None:
        """The tables, in the transaction that first writes."""
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if version > VERSION:
            raise FormatError(
                f"its tables are of version {version}, and this program knows {VERSION}",
                where=str(self.path),
                hint="use a newer xray-graph",
            )
        if version or application == _APPLICATION:
            return
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
            hint = "name a file that `xray graph notes` made"
            raise FormatError("is a database of something else", where=str(self.path), hint=hint)
        for statement in _TABLES.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")

    # --- one note ---------------------------------------------------------------------------------

    @staticmethod
    def _packed(note: Note, recipients: Sequence[Any]) -> bytes:
        plain = msgspec.json.encode(note)
        return seal.seal_bytes(plain, recipients) if recipients else plain

    def _unpacked(
        self, name: str, written: int, expires: int | None, sealed: int, body: bytes
    ) -> Note | None:
        """The note of a row; None when no key opens it, or it is not what was written."""
        if name in self._opened:
            return self._opened[name]
        try:
            plain = seal.unseal_bytes(body, self._seal.keys, str(self.path)) if sealed else body
            note = msgspec.json.decode(plain, type=Note)
        except SealError as error:
            if self._seal.keys:
                _log.info("%s: the note %s cannot be read: %s", self.path, name, error.message)
            return None
        except msgspec.DecodeError:
            _log.warning("%s: the note %s is damaged", self.path, name)
            return None
        if (note.id, note.written, note.expires) != (name, written, expires):
            _log.warning("%s: the note %s is not the one that was written", self.path, name)
            return None
        if sealed:
            self._opened[name] = note
        return note


def read_seal(recipients: Sequence[str], keys: seal.Keys | None = None) -> Seal:
    """How notes are sealed: to these recipients, and read with these keys, or else the environment's.

    Raises:
        UsageError: one is no recipient, or a key file cannot be read.
    """
    return Seal(
        seal.recipient_lines(recipients, "--notes-recipient"), seal.read_keys() if keys is None else keys
    )


def existing(path: Path) -> Path:
    """The path itself.

    Raises:
        NotFoundError: there is no such file.
    """
    if not path.is_file():
        raise NotFoundError("there are no notes here", where=str(path), hint="the first note makes the file")
    return path


def _is_made(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("PRAGMA user_version").fetchone()[0])


@contextlib.contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One write transaction: waits for other writers, and leaves nothing when it fails."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _use_log(connection: sqlite3.Connection) -> None:
    """Switch the file to WAL mode, for good; SQLite does not wait there for a writer, so we do."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return
