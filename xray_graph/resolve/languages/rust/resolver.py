"""Rust: the edges of one file. Modules are `modules`, types `types`, calls `calls`.

A call has an edge when its callee is one declaration by declared evidence: a path that the module tree
resolves, a method of a known type. A method that a trait provides leads to the trait's own declaration. A
tuple struct or variant that is made, a call of a value and a call into another crate have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.graph.ids import NOT_NODES
from xray_graph.model import NONE, EdgeKind, Evidence
from xray_graph.resolve.languages.rust import terms
from xray_graph.resolve.languages.rust.modules import is_module, module_of
from xray_graph.resolve.languages.rust.values import Values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Call, Declaration
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_REASONS: Final = {"made": "builtin", "value": "dynamic", "outside": "external", "dynamic": "dynamic"}


class RustResolver:
    languages = frozenset({"rust"})

    def __init__(self, project: Project) -> None:
        self._project = project
        self._values = Values(project)
        self._modules = self._values.modules

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        return self._modules.contribute(view)

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        """A member of an impl lies in the type that it is for, where that is one of the repository."""
        parent = view.declarations[index].parent
        if parent == NONE or view.declarations[parent].kind != "impl":
            return None
        t = terms.strip(self._values.self_of(view, parent))
        return (t[1], t[2]) if t is not None and t[0] in ("N", "T") else None

    def named(self, view: FileView, expression: int, scope: int, at: int) -> list[tuple[str, str]]:
        self._values.memo = {}
        found = self._values.path(view, expression, scope, "value")
        return [(found.path, found.symbol)] if found.kind == "function" else []

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._values.memo = {}
        self._imports(view, out)
        # Inner expressions have lower numbers: each call finds what it is chained to worked out.
        for call in sorted(view.facts.calls, key=lambda c: c.expression):
            caller = view.caller(call.scope)
            name = view.symbols[caller] if caller != NONE else ""
            in_macro = caller != NONE and view.declarations[caller].kind == "macro"
            self._call(view, call, name, out, in_macro=in_macro)
        for index, one in enumerate(view.declarations):
            self._declaration(view, index, one, out)
        for made in view.facts.references:
            self._construction(view, made.expression, made.scope, made.line, out)
        self._values.memo = {}

    # --- calls --------------------------------------------------------------------------------------

    def _call(self, view: FileView, call: Call, caller: str, out: FileEdges, *, in_macro: bool) -> None:
        """`in_macro`: in what a macro makes; what is not known there is known where it is invoked."""
        if call.kind == "macro":
            macro = self._values.macros.named(view, view.expressions[call.expression][2], call.scope)
            if macro is None:
                if not in_macro:
                    out.missed(caller, "external")
            else:
                out.call(caller, (macro.path, macro.symbol), macro.evidence, call.line)
            return
        found = self._values.callee(view, call.expression, call.scope, call.start)
        self._values.value(view, call.expression, call.scope, call.start)
        if found.kind != "function":
            if not in_macro:
                out.missed(caller, _REASONS.get(found.kind, "unknown"))
            return
        out.call(caller, (found.path, found.symbol), found.evidence, call.line, dynamic=found.dynamic)

    # --- the other edges ----------------------------------------------------------------------------

    def _construction(self, view: FileView, expression: int, scope: int, line: int, out: FileEdges) -> None:
        """`T { ... }` uses a type, though it calls nothing."""
        t = self._values.constructed(view, expression, scope)
        if t is not None and t[0] == "N":
            caller = view.caller(scope)
            own = (view.path, view.symbols[caller] if caller != NONE else "")
            out.add(EdgeKind.REFERENCES, own, (t[1], t[2]), Evidence.CONSTRUCTION, line)

    def _imports(self, view: FileView, out: FileEdges) -> None:
        done = {view.path}
        for one in view.facts.imports:
            module = module_of(view, one.scope)
            path = None
            if is_module(one):
                path = self._modules.child(view, one)
            else:
                for space in ("type", "value", "macro"):
                    segments = one.module.split("::") if one.name == "*" else None
                    found = (
                        self._modules.resolve(view.path, module, segments, "type")
                        if segments is not None
                        else self._modules.imported(view.path, module, one, space)
                    )
                    if found is not None and found.kind != "ext":
                        path = found.path
                        break
            if path and path not in done:
                done.add(path)
                out.add(EdgeKind.IMPORTS, (view.path, ""), (path, ""), Evidence.IMPORT, one.line)

    def _declaration(self, view: FileView, index: int, one: Declaration, out: FileEdges) -> None:
        types = self._values
        scope = one.body if one.body != NONE else one.scope
        if one.kind == "impl":
            own = terms.strip(types.self_of(view, index))
            if own is not None and own[0] == "N" and "negative" not in one.attributes:
                for _, base in one.bases:
                    trait = types.as_type(view, base, one.body, index)
                    if trait is not None and trait[0] == "T":
                        source, target = (own[1], own[2]), (trait[1], trait[2])
                        out.add(EdgeKind.IMPLEMENTS, source, target, Evidence.INHERITS, one.line)
            return
        if one.kind in NOT_NODES:
            return
        source = (view.path, view.symbols[index])
        for how, base in one.bases:
            trait = types.as_type(view, base, scope, index)
            if trait is not None and trait[0] == "T":
                kind = EdgeKind.IMPLEMENTS if how == "derives" else EdgeKind.INHERITS
                out.add(kind, source, (trait[1], trait[2]), Evidence.INHERITS, one.line)
        stated = [p.type for p in one.parameters] + list(one.results)
        if one.kind in ("field", "constant", "variable", "type"):
            stated.append(one.type)
        seen = {
            target
            for expression in stated
            if expression != NONE
            for target in terms.types_in(types.as_type(view, expression, scope, index))
        }
        if not one.name:
            return
        for target in sorted(seen - {source}):
            out.add(EdgeKind.REFERENCES, source, target, Evidence.ANNOTATION, one.line)
