"""The edges of one file in a language of declared classes, as far as Java and C# have them alike.

What a call means is `calls`' to say, with the language's own `Values`; here it becomes an edge, or is
counted with its reason. A language adds its imports and what its declarations state. The base of `java` and
`csharp`.
"""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Final

from xray_graph.graph.ids import NOT_NODES
from xray_graph.model import NONE, EdgeKind, Evidence
from xray_graph.resolve.languages.nominal.types import LATE, SYNTHETIC, classes_in

if TYPE_CHECKING:
    from xray_graph.model import Call, Declaration
    from xray_graph.resolve.languages.nominal.calls import Target
    from xray_graph.resolve.languages.nominal.values import Values
    from xray_graph.resolve.project import FileEdges
    from xray_graph.resolve.view import FileView

_TYPED: Final = frozenset({"field", "constant"})


class NominalResolver(abc.ABC):
    """Turns what `values` says of one file into edges."""

    def __init__(self, values: Values) -> None:
        self._values = values

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._values.classes.memo = {}
        self.imports(view, out)
        for call in self.ordered(view):
            caller = view.caller(call.scope)
            symbol = view.symbols[caller] if caller != NONE else ""
            found = self._values.calls.target(view, call.expression, call.scope, call.start)
            _edge(found, symbol, call.line, out)
            self._values.value(view, call.expression, call.scope, call.start)
        for index, one in enumerate(view.declarations):
            if one.kind not in NOT_NODES:
                self.declaration(view, index, one, out)
        self.references(view, out)
        self._values.classes.memo = {}

    def ordered(self, view: FileView) -> list[Call]:
        """Inner expressions have lower numbers: each call finds what it is chained to worked out."""
        return sorted(view.facts.calls, key=lambda call: call.expression)

    # --- what a language says ---------------------------------------------------------------------

    @abc.abstractmethod
    def imports(self, view: FileView, out: FileEdges) -> None:
        """From the file to the files of the types that it imports."""

    @abc.abstractmethod
    def declaration(self, view: FileView, index: int, one: Declaration, out: FileEdges) -> None:
        """Bases, annotations, and the types that a declaration states."""

    @abc.abstractmethod
    def references(self, view: FileView, out: FileEdges) -> None:
        """Uses that are no calls."""

    # --- what they share --------------------------------------------------------------------------

    def stated_types(self, view: FileView, index: int, one: Declaration, out: FileEdges) -> None:
        """`references` from a declaration to the types that its parameters, result and type state."""
        own = (view.path, view.symbols[index])
        stated = [p.type for p in one.parameters] + list(one.results)
        if one.kind in _TYPED:
            stated.append(one.type)
        parameters = index if one.type_parameters else NONE
        seen = {
            target
            for expression in stated
            if expression != NONE
            for target in classes_in(self._values.as_type(view, expression, one.scope, parameters))
        }
        for target in sorted(seen - {own}):
            out.add(EdgeKind.REFERENCES, own, target, Evidence.ANNOTATION, one.line)


def _edge(found: Target, caller: str, line: int, out: FileEdges) -> None:
    method = found.method
    if found.reason:
        out.missed(caller, found.reason)
    elif method is None:
        out.call(caller, (found.made[1], found.made[2]), found.evidence, line)
    elif method.flags & SYNTHETIC:  # a record's accessor, written nowhere
        out.missed(caller, "builtin")
        target = (method.path, method.symbol)
        out.add(EdgeKind.READS, (out.path, caller), target, found.evidence, line)
    else:
        dynamic = bool(method.flags & LATE)
        out.call(caller, (method.path, method.symbol), found.evidence, line, dynamic=dynamic)
