"""Prisma schemas: relations between models, and the variables that a data source reads.

A model is filed as a table under its table's name, and under its own for the clients that call it. Called by
`resolution` as the resolver of this language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence, NodeKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_KINDS: Final = frozenset({"table", "view"})


class PrismaResolver:
    languages = frozenset({"prisma"})

    def __init__(self, project: Project) -> None:
        self._project = project

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        for index, one in enumerate(view.declarations):
            if one.kind in _KINDS:
                yield ("table", one.name.lower()), index
                yield ("prisma", _model(one.attributes).lower()), index

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        models = {_model(one.attributes): view.symbols[i] for i, one in enumerate(view.declarations)}
        for reference in view.facts.references:
            name = view.name(reference.expression)
            index = view.facts.scopes[reference.scope].declaration
            source = (view.path, view.symbols[index] if index != NONE else "")
            kind = EdgeKind.REFERENCES
            if reference.kind == "model" and name in models:
                target = (view.path, models[name])
            elif reference.kind == "env":
                kind, target = EdgeKind.READS, out.named(NodeKind.ENV, "env", name)
            else:
                continue
            if target != source:
                out.add(kind, source, target, Evidence.DECLARED_KEY, reference.line)


def _model(attributes: tuple[str, ...]) -> str:
    return next((a.removeprefix("model=") for a in attributes if a.startswith("model=")), "")
