"""CI files: jobs that need or extend each other, the actions and files that they use.

A job is found by its name in its file; in GitLab's also in the files that are included, here or by those that
include this one. `uses: ./path` leads to the action or workflow at that path from the root; what is used from
elsewhere has a node outside.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence, NodeKind
from xray_graph.resolve.documents.starting import Starting
from xray_graph.resolve.documents.together import inside

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Reference
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

JOBS: Final = frozenset({"job", "uses", "pipeline"})
STARTS: Final = frozenset({"entry", "module", "script", "assembly", "package"})
MAX_INCLUDED: Final = 200  # files that are looked into for one job

_ACTIONS: Final = ("action.yml", "action.yaml")
_HEADER: Final = -1


class Pipelines:
    """The CI files of a project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._starting = Starting(project)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """Jobs under their name, and who includes a file under its path."""
        jobs = [(one.name, index) for index, one in enumerate(view.declarations) if one.kind == "job"]
        for name, index in jobs:
            yield ("ci.job", name), index
        for one in view.facts.imports:
            if one.kind == "include":
                yield ("ci.included", one.module), _HEADER

    def resolve(self, view: FileView, reference: Reference, out: FileEdges) -> None:
        """The edges of one reference of a job, or of the file."""
        written = view.name(reference.expression)
        index = view.facts.scopes[reference.scope].declaration
        source = (view.path, view.symbols[index] if index != NONE else "")
        evidence = Evidence.DECLARED_KEY if reference.kind in JOBS else Evidence.LINK
        if reference.kind == "job":
            target = self._job(view, f"Job/{written}")
        elif reference.kind == "uses":
            target, evidence = self._used(written, out), Evidence.LINK
        elif reference.kind == "pipeline":
            target = out.named(NodeKind.JOB, "Pipeline", written)
        else:
            word, _, folder = written.rpartition("|")
            target = self._starting.target(reference.kind, word, placed(view.path, folder))
        if target is not None and target != source:
            out.add(EdgeKind.REFERENCES, source, target, evidence, reference.line)

    def imports(self, view: FileView, out: FileEdges) -> None:
        """The files of this repository that a pipeline includes, by their path from the root."""
        if (
            not any(one.kind == "job" for one in view.declarations)
            and posixpath.basename(view.path)[:7] != ".gitlab"
        ):
            return
        for one in view.facts.imports:
            if one.kind == "include" and one.module != view.path and self._project.exists(one.module):
                out.add(EdgeKind.IMPORTS, (view.path, ""), (one.module, ""), Evidence.LINK, one.line)

    def _job(self, view: FileView, name: str) -> tuple[str, str] | None:
        for index, one in enumerate(view.declarations):
            if one.name == name and one.kind == "job":
                return view.path, view.symbols[index]
        entries = self._project.world.get(("ci.job", name))
        if not entries:
            return None
        together = self._included(view.path)
        found = [entry for entry in entries if entry[0] in together]
        if len(found) != 1:
            return None
        path, index = found[0]
        return path, self._project.views[path].symbols[index]

    def _included(self, path: str) -> set[str]:
        """The files that are read with one: that it includes and that include it, and so on."""
        found, todo = {path}, [path]
        while todo and len(found) < MAX_INCLUDED:
            one = todo.pop()
            around = [file for file, _ in self._project.world.get(("ci.included", one))]
            self._project.world.get(("doc.text", one))
            view = self._project.views.get(one)
            inner = [i.module for i in view.facts.imports if i.kind == "include"] if view is not None else []
            new = [p for p in (*around, *inner) if p not in found and self._project.exists(p)]
            found.update(new)
            todo += new
        return found

    def _used(self, written: str, out: FileEdges) -> tuple[str, str] | None:
        if written.startswith("docker://"):
            return out.named(NodeKind.IMAGE, "Image", written.removeprefix("docker://"))
        if not written.startswith("."):
            return out.named(NodeKind.JOB, "Action", written)
        path = inside("", written)
        names = (path, *(posixpath.join(path, name) for name in _ACTIONS))
        return next(((name, "") for name in names if path and self._project.exists(name)), None)


def placed(path: str, folder: str) -> str:
    """A folder as a file states it: from the root behind `//`, else from the file's own."""
    if folder.startswith("//"):
        found = posixpath.normpath(folder[2:] or ".")
    else:
        found = posixpath.normpath(posixpath.join(posixpath.dirname(path), folder or "."))
    return "" if found == "." else found
