"""The notes of a server as one of its maps: written, searched and listed, and registered at the first note.

Other processes may write the same file, so each question looks whether it has changed, and the map that is
made of the notes is made again when it has. Never mixed with a map of code: it has a label of its own, and
what is asked of code (who calls what, services) is not asked of it. Used by `atlas`.
"""

from __future__ import annotations

import logging
import threading
from typing import Final

import msgspec

from xray_graph.embed import Embedder
from xray_graph.errors import UsageError, XrayError
from xray_graph.notes import Contents, Note, NoteStore, map_of
from xray_graph.retrieve import Freshness, Questions, search
from xray_graph.retrieve.naming import freshness_of, moment
from xray_graph.route.catalog import Catalog
from xray_graph.route.entry import Reading, State
from xray_graph.snapshot import About, Map

HOURLY: Final = 3600.0
_log = logging.getLogger(__name__)


class ShownNote(msgspec.Struct, frozen=True):
    """A note. `name` is its node in the map of notes; times are ISO 8601, UTC."""

    name: str
    kind: str
    title: str
    text: str
    about: tuple[str, ...]
    tags: tuple[str, ...]
    written: str
    expires: str | None  # null: never
    score: float | None = None  # of a search: between 0 and 1


class WrittenNote(msgspec.Struct, frozen=True):
    map: str
    note: ShownNote


class NotesReply(msgspec.Struct, frozen=True):
    """`unreadable` counts notes that are sealed to somebody else."""

    map: str
    notes: tuple[ShownNote, ...]
    total: int  # that fit
    unreadable: int
    next: str | None = None


class Notebook:
    """The notes map of one server; an entry of its catalog once there is a note."""

    work_tree: Final = ""
    error: Final[XrayError | None] = None
    progress: Final = ""
    state: Final[State] = "ready"

    def __init__(
        self,
        label: str,
        store: NoteStore,
        catalog: Catalog,
        embedder: Embedder | None = None,
    ) -> None:
        """Raises UsageError when a map of code has that label."""
        self.label = label
        self._store = store
        self._catalog = catalog
        self._embedder = embedder
        self._lock = threading.Lock()
        self._contents = Contents(0)
        self._map: Map | None = None
        self._stop = threading.Event()
        self._sweeper: threading.Thread | None = None
        if catalog.table.get(label) is not None:
            raise UsageError(
                f"{label!r} is a map of code, and notes are not mixed into one",
                where="--memory-map",
                hint="choose another label for the notes",
            )
        if store.exists:
            catalog.put(self)

    # --- an entry of the catalog ------------------------------------------------------------------

    @property
    def where(self) -> str:
        return str(self._store.path)

    def known(self) -> About | None:
        return None if self._map is None else self._map.about

    def likeness(self) -> bytes:
        """Notes are like no others."""
        return b""

    def names(self) -> None:
        """Notes declare nothing."""

    def about(self) -> About | None:
        return self._present().about

    def freshness(self) -> Freshness | None:
        about = self._present().about
        return freshness_of(about, indexed_at=about.created)

    def read(self) -> Reading:
        """The notes as a map, as they are now.

        Raises:
            XrayError: the file cannot be read.
        """
        map_ = self._present()
        return Reading(map_, freshness_of(map_.about, indexed_at=map_.about.created))

    # --- what the tools do ------------------------------------------------------------------------

    def write(self, note: Note) -> WrittenNote:
        """Keep a note; it is on the disk when this returns.

        Raises:
            XrayError: as NoteStore.write.
        """
        self._store.write([note])
        if self._catalog.table.get(self.label) is None:
            self._present()  # which registers it, with what questions are routed by
        return WrittenNote(self.label, self._shown(note))

    def search(
        self, query: str, *, kind: str = "", tag: str = "", limit: int, questions: Questions | None = None
    ) -> NotesReply:
        """The notes that a question is about, nearest first.

        Raises:
            XrayError: the file cannot be read.
        """
        map_, contents = self._map_and_contents()
        by_path = {f"{note.id}.md": note for note in contents.notes}
        if not by_path:
            return NotesReply(self.label, (), 0, contents.unreadable)
        attributes = [mark for mark in (kind, f"tag={tag}" if tag else "") if mark]
        found = search(map_, query, attr=attributes, limit=limit, questions=questions)
        notes = [self._shown(by_path[one.path], one.score) for one in found.results]
        return NotesReply(self.label, tuple(notes), len(notes), contents.unreadable)

    def listed(
        self, *, kind: str = "", tag: str = "", about: str = "", limit: int, cursor: str = ""
    ) -> NotesReply:
        """All notes that fit, newest first, a page at a time.

        Raises:
            UsageError: no cursor of this tool.
            XrayError: the file cannot be read.
        """
        contents = self._map_and_contents()[1]
        fitting = [
            note
            for note in reversed(contents.notes)
            if (not kind or note.kind == kind)
            and (not tag or tag in note.tags)
            and (not about or about in note.about)
        ]
        begin = _position(cursor, fitting)
        page = fitting[begin : begin + limit]
        following = page[-1].id if begin + limit < len(fitting) else None
        shown = tuple(self._shown(note) for note in page)
        return NotesReply(self.label, shown, len(fitting), contents.unreadable, following)

    # --- in the background ------------------------------------------------------------------------

    def start(self) -> None:
        """Delete what expires also when nobody asks: every hour, on a thread."""
        self._sweeper = threading.Thread(target=self._sweep, name="sweep notes", daemon=True)
        self._sweeper.start()

    def close(self) -> None:
        self._stop.set()
        if self._sweeper is not None:
            self._sweeper.join()

    def _sweep(self) -> None:
        """Once at the start too, so that questions are routed by the notes that are there already."""
        while True:
            try:
                self._store.sweep()
                if self._store.exists:
                    self._present()
            except XrayError as error:
                _log.warning("the notes could not be looked at: %s", error)
            if self._stop.wait(HOURLY):
                return

    # --- the map of the present notes -------------------------------------------------------------

    def _present(self) -> Map:
        return self._map_and_contents()[0]

    def _map_and_contents(self) -> tuple[Map, Contents]:
        with self._lock:
            if self._map is None or self._store.changes() != self._contents.changes:
                self._contents = self._store.read()
                self._map = map_of(self.label, self._contents.notes, self._embedder)
                if self._contents.changes:
                    self._put()  # the first note may be another process's
            return self._map, self._contents

    def _put(self) -> None:
        if self._catalog.table.get(self.label) is None:
            self._catalog.put(self)

    def _shown(self, note: Note, score: float | None = None) -> ShownNote:
        return ShownNote(
            name=f"{self.label}//{note.id}.md", kind=note.kind, title=note.title, text=note.text,
            about=note.about, tags=note.tags, written=moment(note.written),
            expires=None if note.expires is None else moment(note.expires), score=score,
        )  # fmt: skip


def _position(cursor: str, notes: list[Note]) -> int:
    """Where the page after the note of that id begins."""
    if not cursor:
        return 0
    for place, note in enumerate(notes, 1):
        if note.id == cursor:
            return place
    raise UsageError("the notes have changed since that page", where="cursor", hint="begin again without it")
