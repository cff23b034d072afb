"""YAML files, and the helper files of charts: each reference goes to those who know its kind.

Called by `resolution` as the resolver of these languages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.resolve.documents import settings
from xray_graph.resolve.documents.containers import COMPOSE, Containers, declared, images
from xray_graph.resolve.documents.helm import Helm
from xray_graph.resolve.documents.kustomize import Kustomize
from xray_graph.resolve.documents.manifests import Manifests
from xray_graph.resolve.documents.pipelines import JOBS, STARTS, Pipelines
from xray_graph.resolve.documents.together import Together

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key


class YamlResolver:
    languages = frozenset({"yaml", "template"})

    def __init__(self, project: Project) -> None:
        self._together = Together(project)
        self._helm = Helm(project, self._together)
        self._manifests = Manifests(project, self._together, self._helm)
        self._kustomize = Kustomize(project, self._together)
        self._containers = Containers(project)
        self._pipelines = Pipelines(project)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        yield from self._together.contribute(view)
        yield from settings.contribute(view)
        yield from self._helm.contribute(view)
        yield from self._manifests.contribute(view)
        yield from self._kustomize.contribute(view)
        yield from self._pipelines.contribute(view)
        yield from declared(view)
        yield from images(view)

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._kustomize.resolve(view, out)
        self._helm.describe(view, out)
        self._containers.imports(view, out)
        self._pipelines.imports(view, out)
        for reference in view.facts.references:
            if reference.kind in COMPOSE:
                self._containers.compose(view, reference, out)
            elif reference.kind in {"image", "selector", "address"} or reference.kind.startswith("k8s."):
                self._manifests.resolve(view, reference, out)
            elif reference.kind in {"value", "include", "chart"}:
                self._helm.resolve(view, reference, out)
            elif reference.kind == "patch":
                self._kustomize.inline(view, reference, out)
            elif reference.kind in JOBS | STARTS:
                self._pipelines.resolve(view, reference, out)
