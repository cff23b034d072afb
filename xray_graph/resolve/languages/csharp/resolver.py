"""C#: the edges of one file. Values are `values`, names `names`, projects `projects`.

A call has an edge when its callee is one declaration by declared evidence: a local function, a method of an
enclosing class or of one of its bases, of a type that is named, of a receiver whose type is declared, an
extension method that the usings bring; for `new` the constructor, or the class that writes none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.model import NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages.csharp.calls import lambda_in
from xray_graph.resolve.languages.csharp.classes import CSharpClasses
from xray_graph.resolve.languages.csharp.projects import TYPES, Projects
from xray_graph.resolve.languages.csharp.values import CSharpValues
from xray_graph.resolve.languages.nominal.resolver import NominalResolver
from xray_graph.resolve.languages.nominal.types import Type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Call, Declaration
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key


class CSharpResolver(NominalResolver):
    languages = frozenset({"csharp"})

    def __init__(self, project: Project) -> None:
        self._project = project
        self._projects = Projects(project)
        self._classes = CSharpClasses(project, self._projects)
        self._names = self._classes.names
        super().__init__(CSharpValues(self._classes))

    def ordered(self, view: FileView) -> list[Call]:
        """A call before what stands in the lambdas that it is given, but after a `new` without a type."""
        rows = view.expressions

        def place(call: Call) -> tuple[int, int]:
            row = rows[call.expression]
            if row[0] == Op.NEW and row[2] == NONE:
                return 0, call.expression
            if any(lambda_in(view, argument) != NONE for argument in row[3:]):
                return 1, call.start
            return 2, call.expression

        return sorted(view.facts.calls, key=place)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        return self._projects.contribute(view)

    def named(self, view: FileView, expression: int, scope: int, at: int) -> list[tuple[str, str]]:
        """A class, or the only method of a name in one."""
        self._classes.memo = {}
        t = self._names.as_type(view, expression, scope)
        if t is not None and t[0] == "N":
            return [(t[1], t[2])]
        head = view.expressions[expression]
        base = self._names.as_type(view, head[2], scope) if head[0] == Op.MEMBER else None
        if base is None or base[0] != "N":
            return []
        methods, _ = self._classes.methods(base, view.name(expression))
        return [(methods[0].path, methods[0].symbol)] if len(methods) == 1 and methods[0].path else []

    def imports(self, view: FileView, out: FileEdges) -> None:
        """A using of a type names a file; one of a namespace only makes names visible."""
        project = self._projects.project_of(view.path)
        done: set[str] = set()
        for one in view.facts.imports:
            if not one.kind.startswith(("static", "alias")):
                continue
            t = self._names.spaces.full(project, one.module)
            if t is not None and t[1] != view.path and t[1] not in done:
                done.add(t[1])
                out.add(EdgeKind.IMPORTS, (view.path, ""), (t[1], ""), Evidence.IMPORT, one.line)

    def declaration(self, view: FileView, index: int, one: Declaration, out: FileEdges) -> None:
        own = (view.path, view.symbols[index])
        parameters = index if one.type_parameters else NONE
        if one.kind in TYPES:
            first = self._classes.canonical(*own)
            if first != own and first[0] != own[0]:
                out.add(EdgeKind.REOPENS, own, first, Evidence.SAME_PACKAGE, one.line)
        for _, base in one.bases:
            t = self._names.as_type(view, base, one.scope, parameters)
            if t is not None and t[0] == "N":
                implements = one.kind != "interface" and self._classes.is_interface(t)
                kind = EdgeKind.IMPLEMENTS if implements else EdgeKind.INHERITS
                out.add(kind, own, (t[1], t[2]), Evidence.INHERITS, one.line)
        for decorator in one.decorators:
            t = self._attribute(view, decorator, one.scope)
            if t is not None and t[0] == "N":
                out.add(EdgeKind.DECORATES, (t[1], t[2]), own, Evidence.ANNOTATION, one.line)
        self.stated_types(view, index, one, out)

    def references(self, view: FileView, out: FileEdges) -> None:
        """None: a method group that is handed over is no call, and what it means is its taker's to say."""

    def _attribute(self, view: FileView, decorator: int, scope: int) -> Type:
        """The class of an attribute, which may be written without its ending."""
        row = view.expressions[decorator]
        named = row[2] if row[0] == Op.CALL else decorator
        head = view.expressions[named]
        if head[0] == Op.NAME:
            name = view.strings[head[1]]
            t = self._names.simple(view, scope, name + "Attribute")
            return t if t is not None else self._names.simple(view, scope, name)
        return self._names.as_type(view, named, scope)
