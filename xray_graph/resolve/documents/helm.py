"""Helm charts: what a template's actions read, as far as files say it. Nothing is rendered.

`.Values.a.b` is a key of the chart's `values.yaml`, or of the parent chart's under the subchart's name; an
`include` calls the template of that name in the chart or in one it depends on. The name of an image is put
together from values that are plain text; one that takes more than looking up keys has none.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence, NodeKind
from xray_graph.parse.documents.templates import tidy
from xray_graph.resolve.documents.together import inside

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Reference
    from xray_graph.resolve.documents.together import Together
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry, Key

_ACTION: Final = re.compile(r"\{\{ (.*?) \}\}")
_KEY: Final = re.compile(r"\$?\.Values((?:\.[A-Za-z_][\w-]*)+)")
_TEXT: Final = re.compile(r'"([^"\\]*)"')
_TAG_MARK: Final = re.compile(r"(?:@sha256:|[@:])$")
_HARMLESS: Final = frozenset({"quote", "squote", "toString", "trim", "lower"})
_DEFAULT: Final = re.compile(r"default\s+(\S+|\"[^\"]*\")\s+(\S+)")


class Helm:
    """The charts of a project."""

    def __init__(self, project: Project, together: Together) -> None:
        self._project = project
        self._together = together

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """Named templates under their name, a chart under its folder."""
        for index, one in enumerate(view.declarations):
            if one.kind == "macro":
                yield ("helm.define", one.name), index
            elif one.kind == "chart":
                yield ("helm.chart", posixpath.dirname(view.path)), index

    def resolve(self, view: FileView, reference: Reference, out: FileEdges) -> None:
        """The edges of a use: of a value (`value`), a named template (`include`), another chart (`chart`)."""
        written = view.name(reference.expression)
        index = view.facts.scopes[reference.scope].declaration
        source = (view.path, view.symbols[index] if index != NONE else "")
        if reference.kind == "value":
            entry = self._value(view.path, written)
        elif reference.kind == "include":
            entry = self._template(view.path, written)
        else:
            entry = self._dependency(view, written)
        if entry is not None:
            target = (entry[0], self._project.views[entry[0]].symbols[entry[1]])
        elif reference.kind == "chart":
            target = out.named(NodeKind.CHART, "Chart", written)
        else:
            return
        evidence = Evidence.DECLARED_KEY.value
        if target == source:
            return
        if reference.kind == "include":
            one = view.declarations[index] if index != NONE else None
            around = one is not None and one.line <= reference.line <= one.end_line
            out.call(source[1] if around else "", target, evidence, reference.line)
        else:
            kind = EdgeKind.READS if reference.kind == "value" else EdgeKind.REFERENCES
            out.add(kind, source, target, evidence, reference.line)

    def describe(self, view: FileView, out: FileEdges) -> None:
        """The names that objects of a template have by the chart's own values, as attributes `name=`."""
        for index, one in enumerate(view.declarations):
            if one.kind == "manifest" and "{{" in one.name:
                said = self.text(view.path, tidy(one.name.partition("/")[2]))
                if said:
                    out.notes.setdefault(view.symbols[index], []).append(f"name={said}")

    def image(self, path: str, written: str) -> str:
        """The name of an image in a template, without a tag that is no text; "" when it is not known."""
        pieces = _ACTION.split(written)
        for k in range(1, len(pieces), 2):
            pieces[k] = self._said(path, pieces[k]) or "\0"
        name = "".join(pieces)
        head, cut, _ = name.partition("\0")
        if not cut:
            return name
        repository = _TAG_MARK.sub("", head)
        if head != repository and "/" not in name[len(head) :] and repository:
            return repository
        return ""

    def text(self, path: str, written: str) -> str:
        """A text in a template with its values put in; "" when one of them is not known."""
        pieces = _ACTION.split(written)
        for k in range(1, len(pieces), 2):
            said = self._said(path, pieces[k])
            if not said:
                return ""
            pieces[k] = said
        return "".join(pieces)

    def _said(self, path: str, pipeline: str) -> str:
        """What a pipeline of look-ups, defaults and quotes comes to."""
        said = ""
        for number, step in enumerate(part.strip() for part in pipeline.split("|")):
            match = _DEFAULT.fullmatch(step)
            if number == 0 and match:
                said = self._operand(path, match[2]) or self._operand(path, match[1])
            elif number == 0:
                said = self._operand(path, step)
            elif step.startswith("default "):
                said = said or self._operand(path, step.removeprefix("default ").strip())
            elif step not in _HARMLESS:
                return ""
        return said

    def _operand(self, path: str, text: str) -> str:
        if match := _TEXT.fullmatch(text):
            return match[1]
        if match := _KEY.fullmatch(text):
            entry = self._value(path, match[1][1:])
            if entry is None:
                return ""
            view = self._project.views[entry[0]]
            value = view.declarations[entry[1]].value
            return view.name(value) if value != NONE else ""
        if text in {".Chart.AppVersion", "$.Chart.AppVersion"}:
            return self._of_chart(path, "appVersion=")
        if text in {".Chart.Name", "$.Chart.Name"}:
            return self._of_chart(path, "name=")
        return ""

    def _of_chart(self, path: str, prefix: str) -> str:
        folder = self._together.chart(path)
        for file, index in (
            self._project.world.get(("helm.chart", folder or "")) if folder is not None else ()
        ):
            for attribute in self._project.views[file].declarations[index].attributes:
                if attribute.startswith(prefix):
                    return attribute.removeprefix(prefix)
        return ""

    def _value(self, path: str, key: str) -> Entry | None:
        """The line of a values file that declares a key, or the nearest key around it."""
        folder = self._together.chart(path)
        prefix = ""
        while folder is not None:
            for name in ("values.yaml", "values.yml"):
                values = posixpath.join(folder, name)
                found = self._declared(values, f"{prefix}{key}")
                if found is not None:
                    return found
            above = posixpath.dirname(folder)
            if posixpath.basename(above) != "charts":
                return None
            prefix = f"{posixpath.basename(folder)}.{prefix}"
            folder = posixpath.dirname(above)
        return None

    def _declared(self, values: str, key: str) -> Entry | None:
        if not self._project.exists(values):
            return None
        entries = self._project.world.get(("config", values, key))
        return entries[0] if entries else None

    def _dependency(self, view: FileView, name: str) -> Entry | None:
        """The chart that another depends on: beside it by a path, or inside it."""
        folder = posixpath.dirname(view.path)
        for inner in [*self._beside(view, name), posixpath.join(folder, "charts", name)]:
            entries = self._project.world.get(("helm.chart", inner))
            if entries:
                return entries[0]
        return None

    def _beside(self, view: FileView, name: str = "") -> list[str]:
        """The folders of the charts that a `Chart.yaml` depends on by their path."""
        folder = posixpath.dirname(view.path)
        named = [one for one in view.facts.imports if one.kind == "chart" and name in {"", one.alias}]
        return [path for one in named if (path := inside(folder, one.module))]

    def _depends(self, folder: str) -> list[str]:
        """Likewise, from the chart's folder."""
        for file, _ in self._project.world.get(("helm.chart", folder)):
            return self._beside(self._project.views[file])
        return []

    def _template(self, path: str, name: str) -> Entry | None:
        """The one template of a name in the chart, in a chart inside it or around it."""
        folder = self._together.chart(path)
        if folder is None:
            return None
        entries = self._project.world.get(("helm.define", name))
        own = [entry for entry in entries if self._together.chart(entry[0]) == folder]
        if not own:
            start = f"{folder}/" if folder else ""
            starts = (f"{start}charts/", *(f"{inner}/" for inner in self._depends(folder) if entries))
            own = [e for e in entries if e[0].startswith(starts) or _is_above(e[0], folder)]
        return own[0] if len(own) == 1 else None


def _is_above(path: str, folder: str) -> bool:
    """Whether a file lies in the templates of a chart that holds the chart at `folder`."""
    above, charts, _ = folder.rpartition("/charts/")
    if not charts and folder.startswith("charts/"):
        return path.startswith("templates/")
    return bool(charts) and path.startswith(f"{above}/templates/")
