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
from xray_graph.resolve.documents.helm_text import HelmText
from xray_graph.resolve.documents.together import inside

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Reference
    from xray_graph.resolve.documents.together import Together
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry, Key

VALUES: Final = ("values.yaml", "values.yml")

_ACTION: Final = re.compile(r"\{\{ (.*?) \}\}")
_IMAGE: Final = re.compile(r"\w[\w./:@-]*")
_TAG_MARK: Final = re.compile(r"(?:@sha256:|[@:])$")


class Helm:
    """The charts of a project."""

    def __init__(self, project: Project, together: Together) -> None:
        self._project = project
        self._together = together
        self._text = HelmText(self)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """Named templates under their name, a chart under its folder, objects with a templated name."""
        base = _templates(view.path)
        for index, one in enumerate(view.declarations):
            if one.kind == "manifest" and base is not None and "{{" in one.name:
                kinds = [p.name.partition("/")[0] for p in one.parameters if p.flags == "name"]
                for kind in dict.fromkeys([one.name.partition("/")[0], *kinds]):
                    yield ("helm.object", base, kind), index
            elif one.kind == "macro":
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
        evidence = Evidence.DECLARED_KEY
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
                kind = one.name.partition("/")[0]
                said = next(
                    (s for n in _names(view, index, kind) if (s := self.text(view.path, tidy(n)))), ""
                )
                if said and "{{" not in said:
                    out.notes.setdefault(view.symbols[index], []).append(f"name={said}")

    def image(self, path: str, written: str) -> str:
        """The name of an image in a template, without a tag that is no text; "" when it is not known."""
        whole = self.text(path, written)
        if whole is not None and "{{" not in whole:
            return name if _IMAGE.fullmatch(name := _TAG_MARK.sub("", whole)) else ""
        pieces = _ACTION.split(written)
        for k in range(1, len(pieces), 2):
            said = self.text(path, f"{{{{ {pieces[k]} }}}}") or "{{"
            pieces[k] = "\0" if "{{" in said else said
        name = "".join(pieces)
        head, cut, _ = name.partition("\0")
        if not cut:
            return name if _IMAGE.fullmatch(name) else ""
        repository = _TAG_MARK.sub("", head)
        if head != repository and "/" not in name[len(head) :] and _IMAGE.fullmatch(repository):
            return repository
        return ""

    def text(self, path: str, written: str) -> str | None:
        """What a text of a template comes to, see `helm_text`; None when that is not known."""
        unknown: str | None = None
        return self._project.world.derive(
            ("helm.text", path, written), lambda: self._text.text(path, written), unknown
        )

    def called(self, path: str, kind: str, name: str) -> list[Entry]:
        """The objects of the chart's templates that come to this name."""
        base = _templates(path)
        found: list[Entry] = []
        for entry in self._project.world.get(("helm.object", base, kind)) if base is not None else ():
            view = self._project.views[entry[0]]
            if any(self.text(entry[0], tidy(one)) == name for one in _names(view, entry[1], kind)):
                found.append(entry)
        return found

    # --- where texts come from, see `helm_text.Sources` -------------------------------------------

    def value(self, path: str, key: str) -> str | None:
        entry = self._value(path, key)
        if entry is None:
            folder = self._together.chart(path)
            return "" if folder is not None and self._has_values(folder) else None
        view = self._project.views[entry[0]]
        one = view.declarations[entry[1]]
        if one.value != NONE:
            text = view.name(one.value)
            return "" if text in {"null", "~"} else text
        return "" if one.signature.endswith(" = ") else None

    def of_chart(self, path: str, key: str) -> str:
        return self._of_chart(path, f"{key}=")

    def body(self, path: str, name: str) -> str:
        entry = self._template(path, name)
        if entry is None:
            return ""
        view = self._project.views[entry[0]]
        value = view.declarations[entry[1]].value
        return view.name(value) if value != NONE else ""

    def _has_values(self, folder: str) -> bool:
        return any(self._project.exists(posixpath.join(folder, name)) for name in VALUES)

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
        """The line of a values file that declares a key: the chart's own, or of one that it is part of."""
        folder = self._together.chart(path)
        prefix = ""
        while folder is not None:
            for name in VALUES:
                values = posixpath.join(folder, name)
                found = self._declared(values, key if key.startswith("global.") else f"{prefix}{key}")
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


def _templates(path: str) -> str | None:
    """The folder of templates that a file is in."""
    at = path.rfind("templates/")
    return path[: at + len("templates/")] if at == 0 or (at > 0 and path[at - 1] == "/") else None


def _names(view: FileView, index: int, kind: str) -> list[str]:
    """What a declaration is called among those of a kind, as written and with its variables put in."""
    one = view.declarations[index]
    other = [p.name for p in one.parameters if p.flags == "name"]
    return [name for k, _, name in (n.partition("/") for n in (one.name, *other)) if k == kind]


def _is_above(path: str, folder: str) -> bool:
    """Whether a file lies in the templates of a chart that holds the chart at `folder`."""
    above, charts, _ = folder.rpartition("/charts/")
    if not charts and folder.startswith("charts/"):
        return path.startswith("templates/")
    return bool(charts) and path.startswith(f"{above}/templates/")
