"""Java: the edges of one file. Types and calls are `values`, names `names`, modules `modules`.

A call has an edge when its callee is one declaration by declared evidence: a method of an enclosing class or
of one of its bases, of a static import, of a type that is named, of a receiver whose type is declared; for
`new` the constructor, or the class that writes none. All else is counted with its reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xray_graph.model import NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages.java.classes import JavaClasses
from xray_graph.resolve.languages.java.modules import Modules
from xray_graph.resolve.languages.java.values import JavaValues
from xray_graph.resolve.languages.nominal.resolver import NominalResolver
from xray_graph.resolve.languages.nominal.types import Method

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Declaration
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key


class JavaResolver(NominalResolver):
    languages = frozenset({"java"})

    def __init__(self, project: Project) -> None:
        self._project = project
        self._modules = Modules(project)
        self._classes = JavaClasses(project, self._modules)
        self._names = self._classes.names
        super().__init__(JavaValues(self._classes))

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        return self._modules.contribute(view)

    def imports(self, view: FileView, out: FileEdges) -> None:
        root = self._modules.root_of(view.path)
        done: set[str] = set()
        for one in view.facts.imports:
            t = self._names.full(root, one.module)
            if t is None and one.kind == "static" and one.name != "*":
                t = self._names.full(root, f"{one.module}.{one.name}")
            if t is not None and t[1] != view.path and t[1] not in done:
                done.add(t[1])
                out.add(EdgeKind.IMPORTS, (view.path, ""), (t[1], ""), Evidence.IMPORT, one.line)

    def declaration(self, view: FileView, index: int, one: Declaration, out: FileEdges) -> None:
        own = (view.path, view.symbols[index])
        for how, base in one.bases:
            t = self._names.as_type(view, base, one.scope, index if one.type_parameters else NONE)
            if t is not None and t[0] == "N":
                head = self._classes.head(t[1], t[2])
                implements = how == "implements" or (
                    one.kind == "class" and head is not None and head.kind == "interface"
                )
                kind = EdgeKind.IMPLEMENTS if implements else EdgeKind.INHERITS
                out.add(kind, own, (t[1], t[2]), Evidence.INHERITS, one.line)
        for decorator in one.decorators:
            row = view.expressions[decorator]
            t = self._names.as_type(view, row[2] if row[0] == Op.CALL else decorator, one.scope)
            if t is not None and t[0] == "N":
                out.add(EdgeKind.DECORATES, (t[1], t[2]), own, Evidence.ANNOTATION, one.line)
        self.stated_types(view, index, one, out)
        if one.kind == "constant" and one.parent != NONE and view.declarations[one.parent].kind == "enum":
            self._enum_constant(view, one, own, out)

    def _enum_constant(self, view: FileView, one: Declaration, own: tuple[str, str], out: FileEdges) -> None:
        """A constant that is given arguments uses its enum's constructor, though no call is written."""
        if one.value == NONE:
            return
        t: Any = ("N", view.path, view.symbols[one.parent], ())
        row = (int(Op.NEW), NONE, NONE, *view.expressions[one.value][2:])
        method = self._values.calls.construction(view, t, row, one.scope, one.start).method
        if method is not None:
            target = (method.path, method.symbol)
            out.add(EdgeKind.REFERENCES, own, target, Evidence.CONSTRUCTION, one.name_line)

    def references(self, view: FileView, out: FileEdges) -> None:
        """A method reference uses the method that it names."""
        for one in view.facts.references:
            row = view.expressions[one.expression]
            if row[0] != Op.UNARY:
                continue
            t = self._values.value(view, one.expression, one.scope, one.start)
            found = self._values.referred(t)
            caller = view.caller(one.scope)
            source = (view.path, view.symbols[caller] if caller != NONE else "")
            if isinstance(found, Method):
                if found.path:
                    out.add(
                        EdgeKind.REFERENCES,
                        source,
                        (found.path, found.symbol),
                        Evidence.RECEIVER,
                        one.line,
                    )
            elif found is not None and found[0] == "N":
                out.add(EdgeKind.REFERENCES, source, (found[1], found[2]), Evidence.CONSTRUCTION, one.line)
