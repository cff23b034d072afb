"""Compose files, Dockerfiles, and which image is built from which Dockerfile.

A service builds from the Dockerfile of its context. An image that a Compose file, a CI file or Skaffold names
beside a context is built from there, whoever else names it, with whichever tag: an image goes by its name. A
name without a registry or an owner is one among the files below the Compose file only, for elsewhere it is
another's. A stage is found by name in its own file.

What a container starts is a file of the repository where its words are the path of one, a module, or a script
of a package, from the Dockerfile's folder or behind its working folder.
"""

from __future__ import annotations

import posixpath
import zlib
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence, NodeKind
from xray_graph.resolve.documents.pipelines import STARTS, placed
from xray_graph.resolve.documents.starting import Starting
from xray_graph.resolve.documents.together import inside

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Reference
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

COMPOSE: Final = frozenset({"service", "secret", "config", "build", "built"})
_READ_WITH: Final = frozenset({"include", "extends", "env_file", "file"})
_SORTS: Final = {"service": "Service", "secret": "Secret", "config": "Config"}


def declared(view: FileView) -> Iterable[tuple[Key, int]]:
    """What a Compose file declares, under its name."""
    for index, one in enumerate(view.declarations):
        if one.kind in _SORTS:
            yield ("compose", one.name), index


def images(view: FileView) -> Iterable[tuple[Key, int]]:
    """Each image that a file names, under its name without a tag; the number is another for another tag."""
    for image in sorted(_named_in(view)):
        yield ("image", repository(image)), -2 - zlib.crc32(image.encode("utf-8", "surrogatepass"))


def _named_in(view: FileView) -> set[str]:
    names = {view.name(one.expression) for one in view.facts.references if one.kind == "image"}
    return {name for name in names if "{" not in name and "$" not in name}


def repository(image: str) -> str:
    """An image's name without tag and digest."""
    name = image.partition("@")[0]
    head, colon, tag = name.rpartition(":")
    return head if colon and "/" not in tag else name


class Containers:
    """What is built and started."""

    languages = frozenset({"dockerfile"})

    def __init__(self, project: Project) -> None:
        self._project = project
        self._starting = Starting(project)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        return images(view)

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
            elif reference.kind in STARTS:
                target, evidence = self._started(view, reference, written), Evidence.LINK
            self._add(view, reference, target, evidence, out)

    def compose(self, view: FileView, reference: Reference, out: FileEdges) -> None:
        """The edges of one reference of a Compose service, of a CI job, or of Skaffold's artifacts."""
        written = view.name(reference.expression)
        if reference.kind in _SORTS:
            file, _, name = written.rpartition("|")
            target = self._declared(view, file, f"{_SORTS[reference.kind]}/{name}")
            self._add(view, reference, target, Evidence.DECLARED_KEY, out)
            return
        image, _, place = written.partition("|") if reference.kind == "built" else ("", "", written)
        context, _, dockerfile = place.partition("|")
        path = self._dockerfile(view.path, context, dockerfile)
        if not path:
            return
        base = placed(view.path, context)
        detail = "" if base == posixpath.dirname(path) else base or "."  # the folder that is built
        if not image:
            self._add(view, reference, (path, ""), Evidence.LINK, out, detail)
            return
        anywhere = context.startswith("//") or "/" in repository(image)
        for name in self._named_alike(image, "" if anywhere else posixpath.dirname(view.path)):
            source = out.named(NodeKind.IMAGE, "Image", name)
            out.add(EdgeKind.REFERENCES, source, (path, ""), Evidence.LINK, reference.line, detail=detail)

    def imports(self, view: FileView, out: FileEdges) -> None:
        """The files that a Compose file is read with."""
        if not any(one.kind == "service" for one in view.declarations):
            return
        for one in view.facts.imports:
            if one.kind in _READ_WITH:
                path = inside(posixpath.dirname(view.path), one.module)
                if path and path != view.path and self._project.exists(path):
                    out.add(EdgeKind.IMPORTS, (view.path, ""), (path, ""), Evidence.LINK, one.line)

    def _add(
        self,
        view: FileView,
        reference: Reference,
        target: tuple[str, str] | None,
        evidence: Evidence,
        out: FileEdges,
        detail: str = "",
    ) -> None:
        index = view.facts.scopes[reference.scope].declaration
        source = (view.path, view.symbols[index] if index != NONE else "")
        if target is not None and target != source:
            out.add(EdgeKind.REFERENCES, source, target, evidence, reference.line, detail=detail)

    def _own(self, view: FileView, name: str) -> tuple[str, str] | None:
        """The declaration of this file with a name."""
        for index, one in enumerate(view.declarations):
            if one.name == name:
                return view.path, view.symbols[index]
        return None

    def _declared(self, view: FileView, file: str, name: str) -> tuple[str, str] | None:
        """A declaration of this file, of a file that it is read with, or of another Compose file beside it.

        Files beside each other override parts of one thing; of those the one with the shortest name is the
        first that is read.
        """
        folder = posixpath.dirname(view.path)
        if not file:
            own = self._own(view, name)
            if own is not None:
                return own
        read = {inside(folder, one.module) for one in view.facts.imports if one.kind in _READ_WITH}
        allowed = {inside(folder, file)} if file else read
        entries = [
            entry
            for entry in self._project.world.get(("compose", name))
            if entry[0] in allowed or (not file and posixpath.dirname(entry[0]) == folder)
        ]
        if not entries:
            return None
        path, index = min(entries, key=lambda entry: (entry[0] not in allowed, len(entry[0]), entry))
        return path, self._project.views[path].symbols[index]

    def _named_alike(self, image: str, folder: str) -> list[str]:
        """An image, and all that files below a folder call so but for the tag."""
        found = {image}
        name = repository(image)
        for path, _ in self._project.world.get(("image", name)):
            if not folder or path.startswith(f"{folder}/"):
                found.update(one for one in _named_in(self._project.views[path]) if repository(one) == name)
        return sorted(found)

    def _dockerfile(self, path: str, context: str, dockerfile: str) -> str:
        """The Dockerfile of a build context, which stands in the file at `path`."""
        if "$" in context or ("://" in context):
            return ""
        base = placed(path, context)
        for name in [dockerfile] if dockerfile else ["Dockerfile", "Containerfile"]:
            rooted = name.startswith("//")
            found = posixpath.normpath(name[2:] if rooted else posixpath.join(base, name))
            if not found.startswith("..") and self._project.exists(found):
                return found
        return ""

    def _started(self, view: FileView, reference: Reference, written: str) -> tuple[str, str] | None:
        folder = posixpath.dirname(view.path)
        index = view.facts.scopes[reference.scope].declaration
        attributes = view.declarations[index].attributes
        work = [a.removeprefix("workdir=") for a in attributes if a.startswith("workdir=")]
        words = [written, *(written.removeprefix(w.rstrip("/") + "/") for w in work if written.startswith(w))]
        targets = (self._starting.target(reference.kind, word, folder) for word in words)
        return next((target for target in targets if target is not None), None)
