"""Kustomizations: the files they put together, and which object a patch is a part of.

A file that is listed is imported; a folder is its own kustomization. A patch is a part of the object of its
kind and name in the innermost kustomization around it that has one (`reopens`).
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

from xray_graph.model import EdgeKind, Evidence
from xray_graph.parse.documents.templates import tidy
from xray_graph.resolve.documents.together import KUSTOMIZATIONS, inside

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Reference
    from xray_graph.resolve.documents.together import Together
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_HEADER: Final = -1


class Kustomize:
    """The kustomizations of a project."""

    def __init__(self, project: Project, together: Together) -> None:
        self._project = project
        self._together = together

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """Each file that is a patch, under its path."""
        folder, base = posixpath.split(view.path)
        if base in KUSTOMIZATIONS:
            patches = {inside(folder, one.module) for one in view.facts.imports if one.kind == "patch"}
            for path in sorted(patches - {""}):
                yield ("kustomize.patch", path), _HEADER

    def resolve(self, view: FileView, out: FileEdges) -> None:
        """What a kustomization imports, and what a patch is a part of."""
        folder, base = posixpath.split(view.path)
        if base in KUSTOMIZATIONS:
            done: set[tuple[str, int]] = set()
            for one in view.facts.imports:
                target = self._file(inside(folder, one.module))
                if target and target != view.path and (target, one.line) not in done:
                    done.add((target, one.line))
                    source = (view.path, "")
                    out.add(EdgeKind.IMPORTS, source, (target, ""), Evidence.LINK, one.line)
        elif self._is_patch(view.path):
            for index, declared in enumerate(view.declarations):
                if declared.kind == "manifest":
                    self._patched(view, index, out)

    def inline(self, view: FileView, reference: Reference, out: FileEdges) -> None:
        """The object that a patch in a kustomization is about, among those that it puts together."""
        kind, _, name = view.name(reference.expression).partition("/")
        entries = self._project.world.get(("k8s", kind, name))
        index = view.facts.scopes[reference.scope].declaration
        others = [e for e in entries if e[0] != view.path and not self._is_patch(e[0])]
        for path, at in self._together.put_together(view.path, others):
            target = (path, self._project.views[path].symbols[at])
            source = (view.path, view.symbols[index])
            out.add(EdgeKind.REOPENS, source, target, Evidence.DECLARED_KEY, reference.line)

    def _patched(self, view: FileView, index: int, out: FileEdges) -> None:
        one = view.declarations[index]
        kind, _, name = one.name.partition("/")
        entries = self._project.world.get(("k8s", kind, tidy(name)))
        others = [entry for entry in entries if entry[0] != view.path and not self._is_patch(entry[0])]
        for path, at in self._together.listed(view.path, others):
            target = (path, self._project.views[path].symbols[at])
            source = (view.path, view.symbols[index])
            out.add(EdgeKind.REOPENS, source, target, Evidence.DECLARED_KEY, one.name_line)

    def _is_patch(self, path: str) -> bool:
        return bool(self._project.world.get(("kustomize.patch", path)))

    def _file(self, path: str) -> str:
        """The file that a listed path means: itself, or the kustomization of a folder."""
        if not path or self._project.exists(path):
            return path
        inner = (posixpath.join(path, name) for name in KUSTOMIZATIONS)
        return next((file for file in inner if self._project.exists(file)), "")
