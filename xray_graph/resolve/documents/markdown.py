"""Markdown and reStructuredText: what the sections of a document link to, and what they name.

A link leads to a file, a section or a line's declaration, relative to the document or, with a slash in
front, to the root; so does the path of a URL of a file on a code host, as far as such a file is here. A
code span names a file by its path, a declaration by its qualified name or within a file that the section
(else the document) links to, an object by `Kind/name`. Links to documents are `references`; whatever else
is named is documented by the section that names it.

`AGENTS.md` and `CLAUDE.md` speak for their folder and carry on from the one above.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence
from xray_graph.resolve.documents.names import DOCUMENTS, Names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xray_graph.model import Reference
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

INSTRUCTIONS: Final = frozenset({"AGENTS.md", "CLAUDE.md"})

# A path in a repository on a host, maybe in another one: each has a `README.md`, so it has to be longer.
_ON_A_HOST: Final = re.compile(r"https?://[^/]+/.+?/(?:blob|tree|raw|src)/(?:branch/)?[^/]+/([^/]+/.+)")
_LINE: Final = re.compile(r"L?(\d+)(?:C\d+)?(?:-.*)?")
_PLACE: Final = re.compile(r"(.+?\.\w+):(\d+)(?:[-:]\d+)?")
_NOT_IN_ANCHORS: Final = re.compile(r"[^\w\- ]")
_OBJECT: Final = re.compile(r"[A-Z][A-Za-z]+/[a-z0-9][a-z0-9.-]*")


class MarkdownResolver:
    languages = DOCUMENTS

    def __init__(self, project: Project) -> None:
        self._project = project
        self._names = Names(project)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """The labels of a section in reStructuredText."""
        if view.head.language == "rst":
            for index, one in enumerate(view.declarations):
                for parameter in one.parameters:
                    yield ("rst.label", parameter.name), index

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._instructions(view, out)
        linked: dict[int, list[str]] = {}  # scope → the files that it links to
        done: set[tuple[int, tuple[str, str], int]] = set()
        references = view.facts.references
        for reference in references:
            if reference.kind in {"link", "label"}:
                written = view.name(reference.expression)
                target = self._labelled(written) if reference.kind == "label" else self._link(view, written)
                if target is not None:
                    if target[0] not in linked.setdefault(reference.scope, []):
                        linked[reference.scope].append(target[0])
                    self._add(view, reference, target, Evidence.LINK, done, out)
        all_linked = sorted({path for paths in linked.values() for path in paths})
        for reference in references:
            if reference.kind == "code":
                written = view.name(reference.expression)
                here = linked.get(reference.scope, [])
                named = self._named(view, written, here) or self._within(written, here, all_linked)
                if named is not None:
                    self._add(view, reference, *named, done, out)

    def _add(
        self,
        view: FileView,
        reference: Reference,
        target: tuple[str, str],
        evidence: Evidence,
        done: set[tuple[int, tuple[str, str], int]],
        out: FileEdges,
    ) -> None:
        key = (reference.scope, target, reference.line)
        if key in done or target[0] == view.path:
            return
        done.add(key)
        other = self._project.views.get(target[0])
        to_document = other is not None and other.head.language in DOCUMENTS
        kind = EdgeKind.REFERENCES if to_document else EdgeKind.DOCUMENTS
        out.add(kind, self._section(view, reference.scope), target, evidence, reference.line)

    def _section(self, view: FileView, scope: int) -> tuple[str, str]:
        index = view.facts.scopes[scope].declaration
        return view.path, view.symbols[index] if index != NONE else ""

    def _labelled(self, label: str) -> tuple[str, str] | None:
        """The one section of a label."""
        entries = self._project.world.get(("rst.label", label))
        if len(entries) != 1:
            return None
        path, index = entries[0]
        return path, self._project.views[path].symbols[index]

    # --- links ------------------------------------------------------------------------------------

    def _link(self, view: FileView, written: str) -> tuple[str, str] | None:
        """The node that a link leads to."""
        path, _, anchor = written.partition("#")
        on_host = _ON_A_HOST.fullmatch(path)
        if on_host:
            found = self._file(on_host[1].partition("?")[0], "")
        elif not path:
            found = view.path
        else:
            folder = posixpath.dirname(view.path)
            found = self._file(path.partition("?")[0], folder)
            if found is None and view.head.language == "rst":
                found = self._of_sphinx(view, path)
        if found is None:
            return None
        if not anchor:
            return found, ""
        return self._anchored(found, anchor) or ((found, "") if found != view.path else None)

    def _of_sphinx(self, view: FileView, written: str) -> str | None:
        """A document by its path without an ending; the root is the folder of `conf.py`."""
        folder = posixpath.dirname(view.path)
        while written.startswith("/") and folder and not self._project.exists(f"{folder}/conf.py"):
            folder = posixpath.dirname(folder)
        path, ending = posixpath.join(folder, written.lstrip("/")), posixpath.splitext(view.path)[1]
        return self._file(path, "") or self._file(path + ending, "")

    def _file(self, written: str, folder: str) -> str | None:
        """The file or folder of a path; one that begins with a slash begins at the root."""
        written = written.strip()
        path = posixpath.normpath(
            posixpath.join("" if written.startswith("/") else folder, written.lstrip("/"))
        )
        if not written or path.startswith(".."):
            return None
        if self._project.exists(path):
            return path
        if path != "." and self._project.files_in(path):
            return path
        return None

    def _anchored(self, path: str, anchor: str) -> tuple[str, str] | None:
        """The section of a heading, or the innermost declaration around a line.

        Neither headings nor lines are part of a surface, so this is read again with every edit of the file.
        """
        self._project.world.get(("doc.text", path))
        view = self._project.views.get(path)
        if view is None:
            return None
        if view.head.language in DOCUMENTS:
            return self._heading(view, anchor)
        line = _LINE.fullmatch(anchor)
        return None if line is None else self._at_line(view, int(line[1]))

    def _heading(self, view: FileView, anchor: str) -> tuple[str, str] | None:
        """By the form that a heading has in an anchor; the second of one form is called `-1`."""
        counts: dict[str, int] = {}
        for index, one in enumerate(view.declarations):
            slug = _NOT_IN_ANCHORS.sub("", one.signature.lower()).strip().replace(" ", "-")
            number = counts[slug] = counts.get(slug, -1) + 1
            if anchor.lower() == (f"{slug}-{number}" if number else slug):
                return view.path, view.symbols[index]
        return None

    def _at_line(self, view: FileView, line: int) -> tuple[str, str] | None:
        best: tuple[int, int] | None = None
        for index, one in enumerate(view.declarations):
            if one.line <= line <= one.end_line and one.kind not in {"impl", "namespace", "object"}:
                size = (one.end_line - one.line, -index)
                if best is None or size < best:
                    best = size
        return None if best is None else (view.path, view.symbols[-best[1]])

    # --- code spans -------------------------------------------------------------------------------

    def _named(
        self, view: FileView, written: str, linked: Sequence[str]
    ) -> tuple[tuple[str, str], Evidence] | None:
        """What a code span names by itself."""
        path, colons, symbol = written.partition("::")
        if colons and "." in posixpath.basename(path):
            file = self._path(path, view)
            found = self._names.within([file], symbol) if file else None
            return (found, Evidence.DECLARED_KEY) if found else None
        place = _PLACE.fullmatch(written)
        file = self._path(place[1] if place else written, view)
        if file:
            at = self._anchored(file, place[2]) if place else None
            return at or (file, ""), Evidence.DECLARED_KEY
        if _OBJECT.fullmatch(written):
            kind, _, name = written.partition("/")
            entries = self._project.world.get(("k8s", kind, name))
            own = [entry for entry in entries if entry[0] in linked] or entries
            if len(own) == 1:
                path, index = own[0]
                return (path, self._project.views[path].symbols[index]), Evidence.DECLARED_KEY
            return None
        found = self._names.qualified(written)
        return (found, Evidence.DECLARED_KEY) if found else None

    def _path(self, written: str, view: FileView) -> str | None:
        """A file by its path from the document or the root; a name without a dot or slash is no path."""
        if "/" not in written and "." not in written.lstrip("."):
            return None
        folder = posixpath.dirname(view.path)
        found = self._file(written, folder) or self._file(written, "")
        return found if found is not None and ("/" in written or self._project.exists(found)) else None

    def _within(
        self, written: str, here: Sequence[str], all_linked: Sequence[str]
    ) -> tuple[tuple[str, str], Evidence] | None:
        """What a code span names in a file that its section, else its document, links to."""
        found = self._names.within(here, written) or self._names.within(all_linked, written)
        return (found, Evidence.LINK) if found else None

    # --- instructions -----------------------------------------------------------------------------

    def _instructions(self, view: FileView, out: FileEdges) -> None:
        folder, base = posixpath.split(view.path)
        if base not in INSTRUCTIONS:
            return
        source = (view.path, view.symbols[0])
        out.notes.setdefault(source[1], []).append(f"scope={folder}/" if folder else "scope=/")
        out.add(EdgeKind.DOCUMENTS, source, (folder, ""), Evidence.LINK, 1)
        while folder:
            folder = posixpath.dirname(folder)
            above = posixpath.join(folder, base)
            if self._project.exists(above):
                self._project.world.get(("doc.symbols", above))
                other = self._project.views.get(above)
                target = (above, other.symbols[0] if other is not None else "")
                out.add(EdgeKind.INHERITS, source, target, Evidence.INHERITS, 1)
                return
