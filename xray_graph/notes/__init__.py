"""Agent notes: what was asked, answered and decided. Authored, unlike all else here, so kept apart.

    store = NoteStore(folder / "session.notes.db", Seal())
    store.write(new_note("Carts expire after a day", kind="decision"))
    map_of("session", store.read().notes, embedder)      the notes as a map of their own

One file holds them (SQLite); several processes may write it at once. They are never mixed into a map of
code: `route` lists the map that is made of them beside the others, and asks it as one.
"""

from xray_graph.notes.map import map_of
from xray_graph.notes.markdown import export_notes, import_notes
from xray_graph.notes.note import DAYS, KINDS, LONGEST, Note, new_note
from xray_graph.notes.store import SUFFIX, Contents, NoteStore, Seal, read_seal

__all__ = [
    "DAYS",
    "KINDS",
    "LONGEST",
    "SUFFIX",
    "Contents",
    "Note",
    "NoteStore",
    "Seal",
    "export_notes",
    "import_notes",
    "map_of",
    "new_note",
    "read_seal",
]
