"""SQL: foreign keys, what views select from, and the tables that a migration alters.

A table is found by its name, in any case, in the same file, else in the files of the folder (of a folder of
migrations with one folder each, in all of them), in their order by version: the first that declares it. The
columns that later files add are attributes of the table. What no file declares has a node outside.
"""

from __future__ import annotations

import posixpath
import re
import zlib
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence, NodeKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry, Key

_KINDS: Final = frozenset({"table", "view"})
_MIGRATIONS: Final = frozenset({"migrations", "migrate", "migration"})
_NUMBER: Final = re.compile(r"(\d{1,18})")
_DEFAULT_SCHEMA: Final = re.compile(r"^(?:public|dbo|main)\.")


class SqlResolver:
    languages = frozenset({"sql"})

    def __init__(self, project: Project) -> None:
        self._project = project

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        group = _group(view.path)
        for index, one in enumerate(view.declarations):
            if one.kind in _KINDS:
                yield ("sql.table", group, _key(one.name)), index
                yield ("table", one.name.lower().rpartition(".")[2]), index  # for code, which names no file

        added = sorted(view.name(r.expression) for r in view.facts.references if r.kind == "column")
        for table in dict.fromkeys(_key(one.partition("|")[0]) for one in added):
            yield (
                ("sql.column", group, table),
                -2 - zlib.crc32("\n".join(added).encode("utf-8", "surrogatepass")),
            )

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._columns(view, out)
        for reference in view.facts.references:
            if reference.kind != "table":
                continue
            name = view.name(reference.expression)
            entries = self._tables(view.path, name)
            own = [entry for entry in entries if entry[0] == view.path] or entries
            index = view.facts.scopes[reference.scope].declaration
            source = (view.path, view.symbols[index] if index != NONE else "")
            if own:
                target = (own[0][0], self._project.views[own[0][0]].symbols[own[0][1]])
            else:
                target = out.named(NodeKind.TABLE, "table", name)
            if target != source:
                out.add(EdgeKind.REFERENCES, source, target, Evidence.DECLARED_KEY, reference.line)

    def _tables(self, path: str, name: str) -> list[Entry]:
        """The declarations of a table in a file's group, in the order in which its files are run."""
        entries = self._project.world.get(("sql.table", _group(path), _key(name)))
        return sorted(entries, key=lambda entry: (_order(entry[0]), entry[1]))

    def _columns(self, view: FileView, out: FileEdges) -> None:
        """What later files of the group add to the tables of this one, as attributes."""
        group = _group(view.path)
        for index, one in enumerate(view.declarations):
            if one.kind != "table":
                continue
            adding = {path for path, _ in self._project.world.get(("sql.column", group, _key(one.name)))}
            if not adding or self._tables(view.path, one.name)[0] != (view.path, index):
                continue
            for path in sorted(adding, key=_order):
                other = self._project.views[path]
                for reference in other.facts.references:
                    table, _, column = other.name(reference.expression).partition("|")
                    if reference.kind == "column" and _key(table) == _key(one.name):
                        out.notes.setdefault(view.symbols[index], []).append(f"column={column}")


def _group(path: str) -> str:
    """The folder whose files are run together: a file's own, or all of a folder of migrations."""
    folder = posixpath.dirname(path)
    above = posixpath.dirname(folder)
    return above if posixpath.basename(above) in _MIGRATIONS else folder


def _order(path: str) -> tuple[tuple[int, str], ...]:
    """A path's place in the order of versions: `V2` before `V10`."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in _NUMBER.split(path))


def _key(name: str) -> str:
    """A table's name in lower case, without the schema that stands for none."""
    return _DEFAULT_SCHEMA.sub("", name.lower())
