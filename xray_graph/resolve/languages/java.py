"""Java: the edges of one file. Types and calls are `java_values`, names `java_names`, modules `java_modules`.

A call has an edge when its callee is one declaration by declared evidence: a method of an enclosing class or
of one of its bases, of a static import, of a type that is named, of a receiver whose type is declared; for
`new` the constructor, or the class that writes none. All else is counted with its reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.graph.ids import NOT_NODES
from xray_graph.model import NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages import nominal_types as types
from xray_graph.resolve.languages.java_classes import JavaClasses
from xray_graph.resolve.languages.java_modules import Modules
from xray_graph.resolve.languages.java_values import JavaValues
from xray_graph.resolve.languages.nominal_calls import Target
from xray_graph.resolve.languages.nominal_types import LATE, SYNTHETIC, Method

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Declaration
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_TYPED: Final = frozenset({"field", "constant"})


class JavaResolver:
    languages = frozenset({"java"})

    def __init__(self, project: Project) -> None:
        self._project = project
        self._modules = Modules(project)
        self._classes = JavaClasses(project, self._modules)
        self._names = self._classes.names
        self._values = JavaValues(self._classes)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        return self._modules.contribute(view)

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

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
        self._references(view, out)
        self._classes.memo = {}

    # --- calls ------------------------------------------------------------------------------------

    def _edge(self, found: Target, caller: str, line: int, out: FileEdges) -> None:
        method = found.method
        if found.reason:
            out.missed(caller, found.reason)
        elif method is not None and method.flags & SYNTHETIC:  # a record's accessor, written nowhere
            out.missed(caller, "builtin")
            out.add(
                EdgeKind.READS, (out.path, caller), (method.path, method.symbol), found.evidence.value, line
            )
        elif method is not None:
            dynamic = bool(method.flags & LATE)
            out.call(caller, (method.path, method.symbol), found.evidence.value, line, dynamic=dynamic)
        else:
            out.call(caller, (found.made[1], found.made[2]), found.evidence.value, line)

    # --- the other edges --------------------------------------------------------------------------

    def _imports(self, view: FileView, out: FileEdges) -> None:
        root = self._modules.root_of(view.path)
        done: set[str] = set()
        for one in view.facts.imports:
            t = self._names.full(root, one.module)
            if t is None and one.kind == "static" and one.name != "*":
                t = self._names.full(root, f"{one.module}.{one.name}")
            if t is not None and t[1] != view.path and t[1] not in done:
                done.add(t[1])
                out.add(EdgeKind.IMPORTS, (view.path, ""), (t[1], ""), Evidence.IMPORT.value, one.line)

    def _declaration(self, view: FileView, index: int, one: Declaration, out: FileEdges) -> None:
        if one.kind in NOT_NODES:
            return
        own = (view.path, view.symbols[index])
        for how, base in one.bases:
            t = self._names.as_type(view, base, one.scope, index if one.type_parameters else NONE)
            if t is not None and t[0] == "N":
                head = self._classes.head(t[1], t[2])
                implements = how == "implements" or (
                    one.kind == "class" and head is not None and head.kind == "interface"
                )
                kind = EdgeKind.IMPLEMENTS if implements else EdgeKind.INHERITS
                out.add(kind, own, (t[1], t[2]), Evidence.INHERITS.value, one.line)
        for decorator in one.decorators:
            row = view.expressions[decorator]
            t = self._names.as_type(view, row[2] if row[0] == Op.CALL else decorator, one.scope)
            if t is not None and t[0] == "N":
                out.add(EdgeKind.DECORATES, (t[1], t[2]), own, Evidence.ANNOTATION.value, one.line)
        self._stated_types(view, index, one, own, out)
        if one.kind == "constant" and one.parent != NONE and view.declarations[one.parent].kind == "enum":
            self._enum_constant(view, one, own, out)

    def _stated_types(
        self, view: FileView, index: int, one: Declaration, own: tuple[str, str], out: FileEdges
    ) -> None:
        """`references` from a declaration to the types that its parameters, result and type state."""
        stated = [p.type for p in one.parameters] + list(one.results)
        if one.kind in _TYPED:
            stated.append(one.type)
        parameters = index if one.type_parameters else NONE
        seen = {
            target
            for expression in stated
            if expression != NONE
            for target in types.classes_in(self._names.as_type(view, expression, one.scope, parameters))
        }
        for target in sorted(seen - {own}):
            out.add(EdgeKind.REFERENCES, own, target, Evidence.ANNOTATION.value, one.line)

    def _enum_constant(self, view: FileView, one: Declaration, own: tuple[str, str], out: FileEdges) -> None:
        """A constant that is given arguments uses its enum's constructor, though no call is written."""
        if one.value == NONE:
            return
        t: Any = ("N", view.path, view.symbols[one.parent], ())
        row = (int(Op.NEW), NONE, NONE, *view.expressions[one.value][2:])
        method = self._values.calls.construction(view, t, row, one.scope, one.start).method
        if method is not None:
            target = (method.path, method.symbol)
            out.add(EdgeKind.REFERENCES, own, target, Evidence.CONSTRUCTION.value, one.name_line)

    def _references(self, view: FileView, out: FileEdges) -> None:
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
                        Evidence.RECEIVER.value,
                        one.line,
                    )
            elif found is not None and found[0] == "N":
                out.add(
                    EdgeKind.REFERENCES, source, (found[1], found[2]), Evidence.CONSTRUCTION.value, one.line
                )
