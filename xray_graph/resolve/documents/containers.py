"""Compose files, Dockerfiles, and which image is built from which Dockerfile.

A service builds from the Dockerfile of its context; an image that a Compose file or Skaffold names beside a
context is built from there, whoever else names it. A stage is found by name in its own file. What a
container starts is a file of the repository where its words are the path of one, from the Dockerfile's
folder or behind its working folder.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence, NodeKind
from xray_graph.resolve.documents.together import inside

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Reference
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

COMPOSE: Final = frozenset({"service", "secret", "config", "build", "built"})
_SORTS: Final = {"service": "Service", "secret": "Secret", "config": "Config"}


class Containers:
    """What is built and started."""

    languages = frozenset({"dockerfile"})

    def __init__(self, project: Project) -> None:
        self._project = project

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        return ()

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        """The edges of a Dockerfile."""
        for reference in view.facts.references:
            written = view.name(reference.expression)
            evidence = Evidence.DECLARED_KEY
            target: tuple[str, str] | None = None
            if reference.kind == "image":
                target = out.named(NodeKind.IMAGE, "Image", written)
            elif reference.kind == "stage":
                target = self._own(view, f"Stage/{written}")
            elif reference.kind == "entry":
                path = self._entry(view, reference, written)
                target, evidence = ((path, "") if path else None), Evidence.LINK
            self._add(view, reference, target, evidence, out)

    def compose(self, view: FileView, reference: Reference, out: FileEdges) -> None:
        """The edges of one reference of a Compose service, or of Skaffold's artifacts."""
        written = view.name(reference.expression)
        if reference.kind in _SORTS:
            name = f"{_SORTS[reference.kind]}/{written}"
            self._add(view, reference, self._own(view, name), Evidence.DECLARED_KEY, out)
            return
        image, _, place = written.partition("|") if reference.kind == "built" else ("", "", written)
        context, _, dockerfile = place.partition("|")
        path = self._dockerfile(posixpath.dirname(view.path), context, dockerfile)
        if not path:
            return
        if image:
            source = out.named(NodeKind.IMAGE, "Image", image)
            out.add(EdgeKind.REFERENCES, source, (path, ""), Evidence.LINK.value, reference.line)
        else:
            self._add(view, reference, (path, ""), Evidence.LINK, out)

    def imports(self, view: FileView, out: FileEdges) -> None:
        """The files that a Compose file is read with."""
        for one in view.facts.imports:
            if one.kind in {"include", "extends", "env_file"}:
                path = inside(posixpath.dirname(view.path), one.module)
                if path and path != view.path and self._project.exists(path):
                    out.add(EdgeKind.IMPORTS, (view.path, ""), (path, ""), Evidence.LINK.value, one.line)

    def _add(
        self,
        view: FileView,
        reference: Reference,
        target: tuple[str, str] | None,
        evidence: Evidence,
        out: FileEdges,
    ) -> None:
        index = view.facts.scopes[reference.scope].declaration
        source = (view.path, view.symbols[index] if index != NONE else "")
        if target is not None and target != source:
            out.add(EdgeKind.REFERENCES, source, target, evidence.value, reference.line)

    def _own(self, view: FileView, name: str) -> tuple[str, str] | None:
        """The declaration of this file with a name."""
        for index, one in enumerate(view.declarations):
            if one.name == name:
                return view.path, view.symbols[index]
        return None

    def _dockerfile(self, folder: str, context: str, dockerfile: str) -> str:
        """The Dockerfile of a build context."""
        if "$" in context or "://" in context:
            return ""
        base = posixpath.normpath(posixpath.join(folder, context or "."))
        for name in [dockerfile] if dockerfile else ["Dockerfile", "Containerfile"]:
            path = posixpath.normpath(posixpath.join(base, name))
            if not path.startswith("..") and self._project.exists(path):
                return path
        return ""

    def _entry(self, view: FileView, reference: Reference, written: str) -> str:
        folder = posixpath.dirname(view.path)
        index = view.facts.scopes[reference.scope].declaration
        work = [
            a.removeprefix("workdir=") for a in view.declarations[index].attributes if a[:8] == "workdir="
        ]
        words = [written, *(written.removeprefix(w.rstrip("/") + "/") for w in work if written.startswith(w))]
        for word in words:
            path = inside(folder, word)
            if path and self._project.exists(path):
                return path
        return ""
