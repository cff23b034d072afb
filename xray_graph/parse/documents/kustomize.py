"""Reads a kustomization: the files it puts together, what it generates, the images it exchanges.

A kustomization is an object as any other (`manifests` declares it, and this one where `kind` is left out, as
it may be). Its files are imports, by the kind of list they stand in: `resource`, `component`, `patch`,
`file`. A generated ConfigMap or Secret is declared under its name without the hash that a deployment adds.
References: `image`, `chart`, and `patch`, an object
that a patch in the kustomization is about. Called by `yaml_files`.
"""

from __future__ import annotations

from typing import Final

from xray_graph.parse.documents import yaml_tree
from xray_graph.parse.documents.record import Record
from xray_graph.parse.documents.yaml_nodes import Mapping, Node, Scalar
from xray_graph.parse.documents.yaml_tree import Document

KINDS: Final = frozenset({"Kustomization", "Component"})
_LISTS: Final = {
    "resources": "resource",
    "bases": "resource",
    "components": "component",
    "crds": "resource",
    "configurations": "file",
    "generators": "resource",
    "transformers": "resource",
    "validators": "resource",
    "patchesStrategicMerge": "patch",
}
_PATCHES: Final = ("patches", "patchesJson6902", "replacements")
_GENERATORS: Final = {
    "configMapGenerator": ("configmap", "ConfigMap"),
    "secretGenerator": ("secret", "Secret"),
}


def read(document: Document, record: Record, known: tuple[int, int, int] | None) -> None:
    """Add what a kustomization says; it is declared first when it is not `known`, see `manifests.read`."""
    root = document.root
    if not isinstance(root, Mapping):
        return
    if known is not None:
        index = known[2]
    else:
        kind = root.text("kind") or "Kustomization"
        index = record.declare(
            "manifest", kind, document.line, document.end_line, signature=kind, attributes=(f"kind={kind}",)
        )
    for key, kind in _LISTS.items():
        for item in root.listed(key):
            _path(item, kind, record)
    for key in _PATCHES:
        for item in root.mappings(key):
            _path(item.get("path"), "patch", record)
            _patched(item, record, index)
    for patch in root.listed("patchesStrategicMerge"):
        if isinstance(patch, Scalar) and "\n" in patch.text.strip():
            _inline(patch, record, index)
    for chart in root.mappings("helmCharts"):
        name = chart.get("name")
        if isinstance(name, Scalar):
            record.refer("chart", name.text, name.line, index)
        _path(chart.get("valuesFile"), "file", record)
    for image in root.mappings("images"):
        _image(image, record, index)
    for key, (kind, written) in _GENERATORS.items():
        for item in root.mappings(key):
            _generated(item, kind, written, root.text("namespace"), record)


def _path(node: Node | None, kind: str, record: Record) -> None:
    if isinstance(node, Scalar) and "\n" not in node.text.strip():
        record.take_in(node.text.strip(), node.line, kind)


def _patched(item: Mapping, record: Record, index: int) -> None:
    """The object that a patch in place is about: its target's, else its own."""
    target = item.mapping("target")
    kind, name = (target.text("kind"), target.get("name")) if target is not None else ("", None)
    if kind and isinstance(name, Scalar):
        record.refer("patch", f"{kind}/{name.text}", name.line, index)
        return
    patch = item.get("patch")
    if isinstance(patch, Scalar):
        _inline(patch, record, index)


def _inline(patch: Scalar, record: Record, index: int) -> None:
    """The objects that the text of a patch is a part of; a list of operations is of none."""
    for document in yaml_tree.read(patch.text).documents:
        root = document.root
        if isinstance(root, Mapping) and root.text("kind") and root.text("metadata", "name"):
            record.refer("patch", f"{root.text('kind')}/{root.text('metadata', 'name')}", patch.line, index)


def _image(image: Mapping, record: Record, index: int) -> None:
    """The image that takes another's place: another name, or another tag or digest."""
    name = image.text("newName")
    if not name and (image.text("newTag") or image.text("digest")):
        name = image.text("name")
    if name:
        digest, tag = image.text("digest"), image.text("newTag")
        whole = f"{name}@{digest}" if digest else f"{name}:{tag}" if tag else name
        placed = image.key("newName") or image.key("name")
        record.refer("image", whole, placed.line if placed is not None else image.line, index)


def _generated(item: Mapping, kind: str, written: str, namespace: str, record: Record) -> None:
    name = item.text("name")
    if not name:
        return
    namespace = item.text("namespace") or namespace
    attributes = [f"kind={written}", "generated", *([f"namespace={namespace}"] if namespace else [])]
    record.declare(
        kind,
        f"{written}/{name}",
        item.line,
        item.end_line,
        signature=f"{written} {name}",
        attributes=tuple(attributes),
    )
    files = [
        *item.listed("files"),
        *item.listed("envs"),
        *([n] if (n := item.get("env")) is not None else []),
    ]
    for file in files:
        if isinstance(file, Scalar):
            record.take_in(file.text.rpartition("=")[2], file.line, "file")
