"""Kubernetes objects: the edges from one to what it refers to.

An object is found by its declared key, kind and name (and namespace where both state one), among the files
that are deployed together with it; the labels of a selector find the pods that have all of them. What
none of those files declares has a node outside, one for all who name it; a name that is the value of a
template, and declared nowhere, has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence, NodeKind
from xray_graph.parse.documents.templates import tidy

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xray_graph.model import Reference
    from xray_graph.resolve.documents.helm import Helm
    from xray_graph.resolve.documents.together import Together
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry, Key

KINDS: Final = {
    "Secret": NodeKind.SECRET,
    "ConfigMap": NodeKind.CONFIGMAP,
    "ServiceAccount": NodeKind.SERVICEACCOUNT,
    "PersistentVolumeClaim": NodeKind.PVC,
}
DECLARED: Final = frozenset({"manifest", "configmap", "secret"})  # kinds of declarations that are objects
_PREFIX: Final = "k8s."


class Manifests:
    """The objects of a project."""

    def __init__(self, project: Project, together: Together, helm: Helm) -> None:
        self._project = project
        self._together = together
        self._helm = helm

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """Each object under its kind and name, and under each label of its pods."""
        for index, one in enumerate(view.declarations):
            if one.kind in DECLARED:
                kind, _, name = one.name.partition("/")
                yield ("k8s", kind, tidy(name)), index
                for parameter in one.parameters:
                    if parameter.flags == "pod":
                        yield ("k8s.pod", tidy(parameter.name)), index
                    elif parameter.flags == "name":
                        other, _, name = parameter.name.partition("/")
                        yield ("k8s", other, tidy(name)), index

    def resolve(self, view: FileView, reference: Reference, out: FileEdges) -> None:
        """The edges of one reference of an object."""
        index = view.facts.scopes[reference.scope].declaration
        if index == NONE and reference.kind != "image":
            return
        written = tidy(view.name(reference.expression))
        source = (view.path, view.symbols[index] if index != NONE else "")
        kind = EdgeKind.REFERENCES
        if reference.kind == "address":
            entries = self._together.nearest(view.path, self._project.world.get(("k8s", "Service", written)))
            targets, kind = [self._named(entry) for entry in entries], EdgeKind.READS
        elif reference.kind == "selector":
            targets = self._selected(view, index, written)
        elif reference.kind == "image":
            targets = self._image(view, written, out)
        else:
            targets = self._object(view, index, reference.kind.removeprefix(_PREFIX), written, out)
        for target in targets:
            if target != source:
                out.add(kind, source, target, Evidence.DECLARED_KEY, reference.line)

    def _image(self, view: FileView, written: str, out: FileEdges) -> list[tuple[str, str]]:
        name = self._helm.image(view.path, written) if "{{" in written else written
        return [out.named(NodeKind.IMAGE, "Image", name)] if name else []

    def _object(
        self, view: FileView, index: int, kind: str, written: str, out: FileEdges
    ) -> list[tuple[str, str]]:
        namespace, _, name = written.rpartition("/") if "{{" not in written else ("", "", written)
        namespace = namespace or self._namespace(view, index)
        found = self._declared(view, kind, name, namespace)
        if not found and "{{" in name:
            said = self._helm.text(view.path, name)
            if said and said != name:
                name = said
                found = self._declared(view, kind, name, namespace)
        if not found:
            found = self._helm.called(view.path, kind, name)
        if found:
            return [self._named(entry) for entry in found]
        if not name or "{{" in name or "{{" in kind:
            return []
        return [out.named(KINDS.get(kind, NodeKind.MANIFEST), kind, name)]

    def _declared(self, view: FileView, kind: str, name: str, namespace: str) -> list[Entry]:
        entries = self._project.world.get(("k8s", kind, name))
        return self._of_namespace(self._together.nearest(view.path, entries), namespace)

    def _selected(self, view: FileView, index: int, labels: str) -> list[tuple[str, str]]:
        """The objects whose pods have all of these labels."""
        common: set[Entry] | None = None
        for label in labels.split("\n"):
            entries = set(self._project.world.get(("k8s.pod", tidy(label))))
            common = entries if common is None else common & entries
        found = self._together.beside(view.path, sorted(common or ()))
        return [self._named(entry) for entry in self._of_namespace(found, self._namespace(view, index))]

    def _of_namespace(self, entries: Sequence[Entry], namespace: str) -> list[Entry]:
        """Those of the namespace; where none states it, those that state none."""
        stated = [(entry, self._namespace(self._project.views[entry[0]], entry[1])) for entry in entries]
        if not namespace:
            return list(entries)
        return [entry for entry, own in stated if own == namespace] or [e for e, own in stated if not own]

    def _namespace(self, view: FileView, index: int) -> str:
        for attribute in view.declarations[index].attributes:
            if attribute.startswith("namespace="):
                return attribute.removeprefix("namespace=")
        return ""

    def _named(self, entry: Entry) -> tuple[str, str]:
        path, index = entry
        return path, self._project.views[path].symbols[index]
