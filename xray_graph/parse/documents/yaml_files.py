"""Reads one YAML file: what its documents are decides who reads them.

    text ─▶ template actions masked ─▶ trees ─▶ manifests, or a format of its own ─▶ FileFacts

Where only the file's name tells what it is, the dialect that it is read by says so (`yaml+values`, see
`roles`). A document that is nothing we know of adds nothing: a file of data stays a file. Called by
`parse.worker`.
"""

from __future__ import annotations

import re
from operator import attrgetter
from typing import Final

from xray_graph.model import FileFacts
from xray_graph.parse.documents import (
    compose,
    gitlab_ci,
    helm,
    kustomize,
    manifests,
    settings,
    templates,
    workflows,
    yaml_tree,
)
from xray_graph.parse.documents.record import Record
from xray_graph.parse.documents.template_scopes import Scopes
from xray_graph.parse.documents.yaml_nodes import Mapping
from xray_graph.parse.documents.yaml_tree import Document

MAX_BYTES: Final = 8 << 20  # of a file whose documents are read
_UNKNOWN_MAX_BYTES: Final = 256 << 10  # of one that holds no word that any reader here looks for

_NO_TEMPLATES: Final = frozenset({"workflow", "action"})  # `${{ }}` is GitHub's own and stays in its scalar

_MAYBE_COMPOSE: Final = frozenset({"", "compose", "settings"})

_KNOWN: Final = re.compile(rb"(?m)^[ \t\"'-]*(?:kind|services|jobs|apiVersion|stages)[\"']?[ \t]*:")
_OBJECT: Final = re.compile(r"^kind[ \t]*:", re.MULTILINE)
_HELM: Final = re.compile(r"\.Values\b|\.Release\b|\.Chart\b|\.Capabilities\b|\b(?:include|template)\s+\"")


def extract(data: bytes, dialect: str = "yaml") -> FileFacts:
    """The facts of one file. `data` is its stored text in UTF-8. Never raises for its content."""
    language, _, role = dialect.partition("+")
    record = Record(data, language)
    if len(data) > MAX_BYTES:
        record.diagnose(
            "too-large", f"{len(data) >> 20} MiB of YAML; files to {MAX_BYTES >> 20} MiB are read"
        )
        return record.facts()
    if not role and len(data) > _UNKNOWN_MAX_BYTES and not _KNOWN.search(data):
        return record.facts()
    text = data.decode("utf-8", "replace")
    masked = templates.Masked(text, (), ()) if role in _NO_TEMPLATES else templates.mask(text)
    helm.tell_unclosed(text, masked, record)
    templated = bool(masked.actions or masked.unclosed)
    scopes = Scopes(masked.actions, templates.line_numbers(text, masked.actions), text)
    if templated:
        record.expand, record.put_under = scopes.expand, scopes.put_under
    defines = templates.defined(masked.actions) if templated else []
    stream = yaml_tree.read(templates.blanked(masked.text, defines), text if templated else "")
    documents = [*stream.documents, *_whole_objects(defines, masked.text, text)]
    objects: list[tuple[int, int, int]] = []
    for document in sorted(documents, key=attrgetter("line")):
        objects += _read(document, role, data, record)
    if any(_HELM.search(action.body) for action in masked.actions):
        named = helm.read_actions(text, masked.actions, record, objects, scopes)
        parts = [one for one in named if not any(one[0] <= line <= one[1] for line, _, _ in objects)]
        helm.read_parts(text, masked.text, parts, record)
    for diagnostic in stream.diagnostics:
        record.diagnose(diagnostic.code, diagnostic.message, diagnostic.line)
    return record.facts()


def _whole_objects(defines: list[tuple[int, int]], masked: str, text: str) -> list[Document]:
    """The documents among the named templates of a file that are objects."""
    found: list[Document] = []
    for start, end in defines[: helm.MAX_PARTS]:
        if _OBJECT.search(text, start, end):
            above = "\n" * text.count("\n", 0, start)
            part = yaml_tree.read(above + masked[start:end], above + text[start:end])
            found += [one for one in part.documents if manifests.is_manifest(one.root)]
    return found


def _read(document: Document, role: str, data: bytes, record: Record) -> list[tuple[int, int, int]]:
    """Have a document read by whoever knows it; (first line, last line, declaration) of its objects."""
    if manifests.is_manifest(document.root):
        found = manifests.read(document, record)
        assert isinstance(document.root, Mapping)
        if document.root.text("kind") in kustomize.KINDS:
            kustomize.read(document, record, found[0])
        return found
    if role in _MAYBE_COMPOSE and compose.is_compose(document.root):
        compose.read(document, record)
    elif role == "chart":
        helm.read_chart(document, record)
    elif role in {"values", "settings"} and isinstance(document.root, Mapping):
        settings.Keys(data, record).tree(document.root)
    elif role in {"workflow", "action"}:
        workflows.read(document, record)
    elif role == "gitlab":
        gitlab_ci.read(document, record)
    elif role == "kustomization":
        kustomize.read(document, record, None)
    return []
