"""SQL: foreign keys, what views select from, and the tables that a migration alters.

A table is found by its name, in any case, in the same file, else in the files of the folder, in their order:
the first that declares it. What neither declares has a node outside.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence, NodeKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_KINDS: Final = frozenset({"table", "view"})


class SqlResolver:
    languages = frozenset({"sql"})

    def __init__(self, project: Project) -> None:
        self._project = project

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        folder = posixpath.dirname(view.path)
        for index, one in enumerate(view.declarations):
            if one.kind in _KINDS:
                yield ("sql.table", folder, one.name.lower()), index
                yield ("table", one.name.lower().rpartition(".")[2]), index  # for code, which names no file

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        folder = posixpath.dirname(view.path)
        for reference in view.facts.references:
            name = view.name(reference.expression)
            entries = self._project.world.get(("sql.table", folder, name.lower()))
            own = [entry for entry in entries if entry[0] == view.path] or list(entries)
            index = view.facts.scopes[reference.scope].declaration
            source = (view.path, view.symbols[index] if index != NONE else "")
            if own:
                target = (own[0][0], self._project.views[own[0][0]].symbols[own[0][1]])
            else:
                target = out.named(NodeKind.TABLE, "table", name)
            if target != source:
                out.add(EdgeKind.REFERENCES, source, target, Evidence.DECLARED_KEY.value, reference.line)
