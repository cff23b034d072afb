"""C#: the edges of one file. Values are `csharp_values`, names `csharp_names`, projects `csharp_projects`.

A call has an edge when its callee is one declaration by declared evidence: a local function, a method of an
enclosing class or of one of its bases, of a type that is named, of a receiver whose type is declared, an
extension method that the usings bring; for `new` the constructor, or the class that writes none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.graph.ids import NOT_NODES
from xray_graph.model import NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages import nominal_types as types
from xray_graph.resolve.languages.csharp_classes import CSharpClasses
from xray_graph.resolve.languages.csharp_projects import TYPES, Projects
from xray_graph.resolve.languages.csharp_values import CSharpValues
from xray_graph.resolve.languages.nominal_types import LATE, Type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Declaration
    from xray_graph.resolve.languages.nominal_calls import Target
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_TYPED: Final = frozenset({"field", "constant"})


class CSharpResolver:
    languages = frozenset({"csharp"})

    def __init__(self, project: Project) -> None:
        self._project = project
        self._projects = Projects(project)
        self._classes = CSharpClasses(project, self._projects)
        self._names = self._classes.names
        self._values = CSharpValues(self._classes)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        return self._projects.contribute(view)

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

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

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._classes.memo = {}
        self._imports(view, out)
        # Inner expressions have lower numbers: each call finds what it is chained to worked out.
        for call in sorted(view.facts.calls, key=lambda c: c.expression):
            caller = view.caller(call.scope)
            symbol = view.symbols[caller] if caller != NONE else ""
            found = self._values.calls.target(view, call.expression, call.scope, call.start)
            self._edge(found, symbol, call.line, out)
            self._values.value(view, call.expression, call.scope, call.start)
        for index, one in enumerate(view.declarations):
            self._declaration(view, index, one, out)
        self._classes.memo = {}

    def _edge(self, found: Target, caller: str, line: int, out: FileEdges) -> None:
        method = found.method
        if found.reason:
            out.missed(caller, found.reason)
        elif method is not None:
            dynamic = bool(method.flags & LATE)
            out.call(caller, (method.path, method.symbol), found.evidence.value, line, dynamic=dynamic)
        else:
            out.call(caller, (found.made[1], found.made[2]), found.evidence.value, line)

    # --- the other edges --------------------------------------------------------------------------

    def _imports(self, view: FileView, out: FileEdges) -> None:
        """A using of a type names a file; one of a namespace only makes names visible."""
        project = self._projects.project_of(view.path)
        done: set[str] = set()
        for one in view.facts.imports:
            if not one.kind.startswith(("static", "alias")):
                continue
            t = self._names.spaces.full(project, one.module)
            if t is not None and t[1] != view.path and t[1] not in done:
                done.add(t[1])
                out.add(EdgeKind.IMPORTS, (view.path, ""), (t[1], ""), Evidence.IMPORT.value, one.line)

    def _declaration(self, view: FileView, index: int, one: Declaration, out: FileEdges) -> None:
        if one.kind in NOT_NODES:
            return
        own = (view.path, view.symbols[index])
        parameters = index if one.type_parameters else NONE
        if one.kind in TYPES:
            first = self._classes.canonical(*own)
            if first != own and first[0] != own[0]:
                out.add(EdgeKind.REOPENS, own, first, Evidence.SAME_PACKAGE.value, one.line)
        for _, base in one.bases:
            t = self._names.as_type(view, base, one.scope, parameters)
            if t is not None and t[0] == "N":
                implements = one.kind != "interface" and self._classes.is_interface(t)
                kind = EdgeKind.IMPLEMENTS if implements else EdgeKind.INHERITS
                out.add(kind, own, (t[1], t[2]), Evidence.INHERITS.value, one.line)
        for decorator in one.decorators:
            t = self._attribute(view, decorator, one.scope)
            if t is not None and t[0] == "N":
                out.add(EdgeKind.DECORATES, (t[1], t[2]), own, Evidence.ANNOTATION.value, one.line)
        self._stated_types(view, one, own, parameters, out)

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

    def _stated_types(
        self, view: FileView, one: Declaration, own: tuple[str, str], parameters: int, out: FileEdges
    ) -> None:
        """`references` from a declaration to the types that its parameters, result and type state."""
        stated = [p.type for p in one.parameters] + list(one.results)
        if one.kind in _TYPED:
            stated.append(one.type)
        seen = {
            target
            for expression in stated
            if expression != NONE
            for target in types.classes_in(self._names.as_type(view, expression, one.scope, parameters))
        }
        for target in sorted(seen - {own}):
            out.add(EdgeKind.REFERENCES, own, target, Evidence.ANNOTATION.value, one.line)
