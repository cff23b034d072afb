"""Reads what is Helm's own: a chart, the named templates of a helper file, what actions read.

A chart is declared as `Chart/name`; a `define` as a macro of its name. References: `value`, a key of the
chart's values, and `include`, a named template, each in the object or template around it. Called by
`yaml_files`, and by `parse.worker` for helper files (`.tpl`).
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from typing import Final

from xray_graph.model import NONE, FileFacts
from xray_graph.parse.documents import templates, yaml_nodes, yaml_tree
from xray_graph.parse.documents.manifest_references import References
from xray_graph.parse.documents.record import MAX_VALUE, Record
from xray_graph.parse.documents.template_scopes import Scopes
from xray_graph.parse.documents.templates import Action
from xray_graph.parse.documents.yaml_nodes import Mapping, Scalar
from xray_graph.parse.documents.yaml_tree import Document

MAX_PARTS: Final = 200  # named templates of one file that are read as parts of objects
MAX_TOLD: Final = 20  # diagnostics of one file

_REFERS: Final = re.compile(
    r"^[ \t]*(?:- )?(?:image|containers|volumes|secretName|claimName|serviceAccountName|secretRef"
    r"|configMapRef|secretKeyRef|configMapKeyRef|configMap|secret):",
    re.MULTILINE,
)
_COMMENT: Final = re.compile(r"/\*(.*)\*/", re.DOTALL)


def extract(data: bytes, dialect: str = "template") -> FileFacts:
    """The facts of a helper file; one without a `define` says nothing."""
    record = Record(data, dialect.partition("+")[0])
    text = data.decode("utf-8", "replace")
    if "define" in text and "{{" in text:
        masked = templates.mask(text)
        tell_unclosed(text, masked, record)
        lines = templates.line_numbers(text, masked.actions)
        scopes = Scopes(masked.actions, lines, text)
        record.expand, record.put_under = scopes.expand, scopes.put_under
        read_parts(text, masked.text, read_actions(text, masked.actions, record, (), scopes), record)
    return record.facts()


def read_parts(
    text: str, masked: str, named: Sequence[tuple[int, int, int, int, int]], record: Record
) -> None:
    """Refer to what named templates (as `read_actions` gives them) refer to that are parts of objects."""
    for first, past, start, end, index in named[:MAX_PARTS]:
        if past - first > 1 and _REFERS.search(text, start, end):
            above = "\n" * (first - 1)
            part = yaml_tree.read(above + masked[start:end], above + text[start:end])
            for document in part.documents:
                _part(document, record, index)


def _part(document: Document, record: Record, index: int) -> None:
    """Refer to what a named template refers to that is a part of an object: fields, containers or volumes."""
    root = document.root
    if isinstance(root, yaml_nodes.Sequence):
        items = [item for item in root.items if isinstance(item, Mapping)]
        key = "containers" if any(item.get("image") is not None for item in items) else "volumes"
        around = Mapping(root.line)
        around.entries[key] = (Scalar(key, root.line, root.line, "", plain=True), root)
        root = around
    if isinstance(root, Mapping):
        References(root, record, index).read()


def tell_unclosed(text: str, masked: templates.Masked, record: Record) -> None:
    """Tell the first actions that never close; more of them say nothing more."""
    for at in masked.unclosed[:MAX_TOLD]:
        record.diagnose("template-unclosed", "a template action never closes", text.count("\n", 0, at) + 1)


def read_chart(document: Document, record: Record) -> None:
    """Declare the chart of a `Chart.yaml`, and refer to the charts it depends on."""
    root = document.root
    if not isinstance(root, Mapping) or not root.text("name"):
        return
    name = root.text("name")
    placed = root.key("name")
    said = [f"{key}={root.text(key)}" for key in ("name", "version", "appVersion", "type") if root.text(key)]
    index = record.declare(
        "chart",
        f"Chart/{name}",
        document.line,
        document.end_line,
        name_line=placed.line if placed is not None else 0,
        signature=f"chart {name} {root.text('version')}".rstrip(),
        doc=root.text("description"),
        attributes=tuple(said),
    )
    for dependency in root.mappings("dependencies"):
        key = dependency.key("name")
        if key is None:
            continue
        record.refer("chart", dependency.text("name"), key.line, index)
        repository = dependency.text("repository")
        if repository.startswith("file://"):
            record.take_in(repository.removeprefix("file://"), key.line, "chart", dependency.text("name"))


def read_actions(
    text: str,
    actions: Sequence[Action],
    record: Record,
    objects: Sequence[tuple[int, int, int]],
    scopes: Scopes | None = None,
) -> list[tuple[int, int, int, int, int]]:
    """Declare the named templates among these actions, and refer to what each action reads.

    Returns the first line, the last, the first character, the one past the last and the declaration of the
    text of each template. `objects` are (first line, last line, declaration) of the objects of the text, in
    order. The value of a short named template is its text.
    """
    lines = templates.line_numbers(text, actions)
    scopes = scopes or Scopes(actions, lines)
    spans = list(objects)
    # The name of a `define` ("" for other blocks), its line, its comment, where its text begins.
    open_: list[tuple[str, int, str, int]] = []
    comment = ""
    found: list[tuple[int, int, int, int, int]] = []
    for action, line in zip(actions, lines, strict=True):
        if templates.CLOSES.match(action.body):
            name, first, doc, start = open_.pop() if open_ else ("", 0, "", 0)
            if name:
                index = record.declare(
                    "macro",
                    name,
                    first,
                    line,
                    signature=f'define "{name}"',
                    doc=doc,
                    attributes=("template",),
                    value=text[start : action.start].strip() if action.start - start <= MAX_VALUE else "",
                )
                spans.append((first, line, index))
                found.append((first, line, start, action.start, index))
        elif templates.OPENS.match(action.body):
            named = templates.names(action.body)
            defines = named and named[0][0] in {"define", "block"}
            open_.append((named[0][1] if defines else "", line, comment, action.end))
        said = _COMMENT.search(text[action.start : action.end])
        comment = " ".join(said[1].split()) if said else ""
    owners = _Owners(spans)
    seen: set[tuple[str, str, int, int]] = set()
    for action, line, scope in zip(actions, lines, scopes.at, strict=True):
        uses = [("value", key) for key in templates.values(scope.fields(action.body))]
        uses += [
            ("include", name) for how, name in templates.names(action.body) if how in {"include", "template"}
        ]
        for kind, name in uses:
            owner = owners.of(line)
            if (kind, name, line, owner) not in seen:
                seen.add((kind, name, line, owner))
                record.refer(kind, name, line, owner)
    return found


class _Owners:
    """Which span a line is in. Spans hold each other or are apart, as blocks do."""

    def __init__(self, spans: Sequence[tuple[int, int, int]]) -> None:
        self._spans = sorted(spans, key=lambda span: (span[0], -span[1]))
        self._firsts = [first for first, _, _ in self._spans]
        self._outer: list[int] = []
        around: list[int] = []
        for k, (first, _, _) in enumerate(self._spans):
            while around and self._spans[around[-1]][1] < first:
                around.pop()
            self._outer.append(around[-1] if around else NONE)
            around.append(k)

    def of(self, line: int) -> int:
        """The innermost span around a line; else the next one, which a condition above it is about."""
        following = bisect.bisect_right(self._firsts, line)
        k = following - 1
        while k != NONE and self._spans[k][1] < line:
            k = self._outer[k]
        if k != NONE:
            return self._spans[k][2]
        return self._spans[following][2] if following < len(self._spans) else NONE
