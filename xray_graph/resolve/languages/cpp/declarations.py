"""The edges of C++ declarations: bases, the types they state, prototypes of members defined outside.

Called by `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.graph.ids import NOT_NODES
from xray_graph.model import CALLABLES, NONE, EdgeKind, Evidence
from xray_graph.resolve.languages.c.names import named
from xray_graph.resolve.languages.cpp import values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.resolve.languages.cpp.expressions import Expressions
    from xray_graph.resolve.languages.cpp.values import Type
    from xray_graph.resolve.project import FileEdges
    from xray_graph.resolve.view import FileView

_STATED: Final = frozenset({"field", "variable", "constant", "type"})


def declaration_edges(types: Expressions, view: FileView, out: FileEdges) -> None:
    """Bases, the types that declarations state, and prototypes of members defined outside."""
    for index, one in enumerate(view.declarations):
        if one.kind in NOT_NODES or one.kind == "macro":
            continue
        source = (view.path, view.symbols[index])
        for t in types.members.bases(("C", *source, ())) if one.bases else ():
            if t is not None and t[0] == "C" and t[1:3] != source:
                out.add(EdgeKind.INHERITS, source, (t[1], t[2]), Evidence.INHERITS, one.line)
        if one.receiver != NONE and one.kind in CALLABLES:
            _reopens(types, view, index, source, out)
        stated = [p.type for p in one.parameters] + list(one.results)
        if one.kind in _STATED:
            stated.append(one.type)
        scope = one.body if one.body != NONE else one.scope
        seen: set[tuple[str, str]] = set()
        for expression in stated:
            if expression != NONE:
                t = types.as_type(view, expression, scope, one.end)
                seen.update(_classes(types.completed(view, t)))
        for target in sorted(seen - {source}):
            out.add(EdgeKind.REFERENCES, source, target, Evidence.ANNOTATION, one.line)


def _reopens(types: Expressions, view: FileView, index: int, source: tuple[str, str], out: FileEdges) -> None:
    """From a member that is defined outside its class to its declaration in the class."""
    held = types.class_of_member(view, index)
    if held is None or held[0] != "C" or held[1] == view.path:
        return
    own = named(view, index)
    found = [m for m in types.members.find(held, view.declarations[index].name) if m.depth == 0]
    declared = [m for m in found if "declaration" in m.attributes]
    same = [m for m in declared if named(m.view, m.index).types == own.types]
    best = same or (declared if len(declared) == 1 else [])
    if len(best) == 1:
        target = (best[0].view.path, best[0].view.symbols[best[0].index])
        out.add(EdgeKind.REOPENS, source, target, Evidence.IMPORT, view.declarations[index].line)


def _classes(t: Type, depth: int = 0) -> Iterable[tuple[str, str]]:
    """The repository's classes and enums that stand anywhere in a type."""
    if t is None or depth > values.MAX_NESTING:
        return
    if t[0] in ("C", "E"):
        yield t[1], t[2]
    if t[0] in values.WRAPPED:
        yield from _classes(t[1], depth + 1)
    elif t[0] in ("C", "X"):
        for part in t[-1]:
            yield from _classes(part, depth + 1)
