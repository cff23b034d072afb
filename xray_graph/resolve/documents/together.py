"""Which files are deployed together: those of a folder, of a Helm chart, of a kustomization.

A name in a manifest means an object of its own cluster. The repository does not say which clusters there
are, so a name is looked up in widening circles, and the first that has it decides: the same file, its
folder, its chart, and the kustomizations that list it, from the innermost out. Beyond those an object of
the same name belongs to another deployment as likely as not. Called by `manifests` and `helm`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry, Key

CHART_FILES: Final = ("Chart.yaml", "Chart.yml")
KUSTOMIZATIONS: Final = ("kustomization.yaml", "kustomization.yml", "Kustomization")
MAX_LEVELS: Final = 6  # kustomizations that list kustomizations

_HEADER: Final = -1


class Together:
    """The circles around a file."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """The kustomization that lists a path, under that path."""
        folder, base = posixpath.split(view.path)
        if base not in KUSTOMIZATIONS:
            return
        yield ("kustomization", view.path), _HEADER
        for path in sorted({inside(folder, one.module) for one in view.facts.imports} - {""}):
            yield ("kustomized", path), _HEADER

    def nearest(self, path: str, entries: Sequence[Entry]) -> list[Entry]:
        """The entries of the innermost circle around `path` that has any."""
        here = [entry for entry in entries if entry[0] == path]
        if here or not entries:
            return here
        return self.beside(path, entries)

    def beside(self, path: str, entries: Sequence[Entry]) -> list[Entry]:
        """As `nearest`, with a file and its folder as one circle: what a selector selects from."""
        if not entries:
            return []
        folder = posixpath.dirname(path)
        here = [entry for entry in entries if posixpath.dirname(entry[0]) == folder]
        if here:
            return here
        chart = self.chart(path)
        if chart is not None:
            start = f"{chart}/" if chart else ""
            here = [
                entry for entry in entries if entry[0].startswith(start) and self.chart(entry[0]) == chart
            ]
            if here:
                return here
        return self.listed(path, entries)

    def listed(self, path: str, entries: Sequence[Entry]) -> list[Entry]:
        """The entries in the innermost kustomization around `path` that has any."""
        for members in self._circles(path):
            here = [entry for entry in entries if entry[0] in members]
            if here:
                return here
        return []

    def put_together(self, kustomization: str, entries: Sequence[Entry]) -> list[Entry]:
        """The entries in the files that a kustomization puts together."""
        members = self._members(kustomization)
        return [entry for entry in entries if entry[0] in members]

    def chart(self, path: str) -> str | None:
        """The folder of the Helm chart that a file is part of."""
        folder = posixpath.dirname(path)
        while True:
            if any(self._project.exists(posixpath.join(folder, name)) for name in CHART_FILES):
                return folder
            if not folder:
                return None
            folder = posixpath.dirname(folder)

    def _circles(self, path: str) -> Iterator[frozenset[str]]:
        """The members of the kustomizations that list a file, then of those that list these, and so on."""
        listed, seen = {path}, set[str]()
        for _ in range(MAX_LEVELS):
            level: set[str] = set()
            for one in sorted(listed):
                level.update(found for found, _ in self._project.world.get(("kustomized", one)))
            level -= seen
            if not level:
                return
            seen |= level
            yield frozenset().union(*(self._members(one) for one in sorted(level)))
            listed = {posixpath.dirname(one) for one in level} | level

    def _members(self, kustomization: str) -> frozenset[str]:
        """The files that a kustomization puts together, itself included."""
        nothing: frozenset[str] = frozenset()
        return self._project.world.derive(
            ("kustomize.members", kustomization), lambda: self._read_members(kustomization), nothing
        )

    def _read_members(self, kustomization: str) -> frozenset[str]:
        self._project.world.get(("kustomization", kustomization))
        view = self._project.views.get(kustomization)
        found = {kustomization}
        folder = posixpath.dirname(kustomization)
        for one in view.facts.imports if view is not None else ():
            path = inside(folder, one.module)
            if not path and one.module not in {".", "./"}:
                continue
            if self._project.exists(path):
                found.add(path)
                continue
            for name in KUSTOMIZATIONS:
                inner = posixpath.join(path, name)
                if inner != kustomization and self._project.exists(inner):
                    found |= self._members(inner)
        return frozenset(found)


def inside(folder: str, written: str) -> str:
    """The path of the repository that is written in a file of `folder`; "" for one outside or a URL."""
    if not written or "://" in written or written.startswith(("/", "git@", "~")) or "?ref=" in written:
        return ""
    path = posixpath.normpath(posixpath.join(folder, written))
    return "" if path == "." or path.startswith("..") else path
