"""The edges of one file that are no calls: imports, bases, stated types, components, decorators.

Called by `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xray_graph.model import NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.values import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.project import FileEdges
    from xray_graph.resolve.view import FileView


class Relations:
    def __init__(self, types: Types) -> None:
        self._types = types

    def imports(self, view: FileView, out: FileEdges) -> None:
        done = {view.path}
        for one in view.facts.imports:
            path = self._types.names.modules.find(view.path, one.module)
            if path is not None and path not in done:
                done.add(path)
                out.add(EdgeKind.IMPORTS, (view.path, ""), (path, ""), Evidence.IMPORT, one.line)

    def bases(self, view: FileView, out: FileEdges) -> None:
        for index, one in enumerate(view.declarations):
            if one.kind not in ("class", "interface") or not one.bases:
                continue
            source = (view.path, view.symbols[index])
            done: set[tuple[str, tuple[str, str]]] = set()
            for how, expression in one.bases:
                if how not in ("extends", "implements"):
                    continue
                kind = EdgeKind.IMPLEMENTS if how == "implements" else EdgeKind.INHERITS
                target = self._base(view, index, expression, value=one.kind == "class" and how == "extends")
                if target is not None and target != source and (kind, target) not in done:
                    done.add((kind, target))
                    out.add(kind, source, target, Evidence.INHERITS, one.line)

    def _base(self, view: FileView, index: int, expression: int, *, value: bool) -> tuple[str, str] | None:
        types, one = self._types, view.declarations[index]
        row = view.expressions[expression]
        named = row[2] if row[0] == Op.APPLY else expression
        if value:
            t = types.construction.instance(types.value(view, named, one.scope, one.end))
        else:
            scope = one.body if one.body != NONE else one.scope
            t = types.annotations.read(view, named, scope, one.end, index)
        return (t[1], t[2]) if t is not None and t[0] == "N" else None

    def references(self, view: FileView, out: FileEdges, target_of: Callable[..., Any]) -> None:
        """Types that are stated, components used as tags, decorators."""
        types = self._types
        seen: set[tuple[str, tuple[str, str]]] = set()
        for used in view.facts.references:
            if used.kind != "tag":
                continue
            caller = view.caller(used.scope)
            source = (view.path, view.symbols[caller] if caller != NONE else "")
            t = types.value(view, used.expression, used.scope, view.facts.scopes[used.scope].start)
            for part in values.parts(t):
                target = target_of(part, new=True)
                if not isinstance(target, str) and (source[1], target[:2]) not in seen:
                    seen.add((source[1], target[:2]))
                    out.add(EdgeKind.REFERENCES, source, target[:2], Evidence.LEXICAL, used.line)
        for index, one in enumerate(view.declarations):
            own = (view.path, view.symbols[index])
            if one.kind in ("object", "namespace"):
                continue
            scope = one.body if one.body != NONE else one.scope
            for expression in one.decorators:
                row = view.expressions[expression]
                t = types.value(view, row[2] if row[0] == Op.CALL else expression, one.scope, one.start)
                for part in values.parts(t):
                    target = target_of(part, new=False)
                    if not isinstance(target, str):
                        out.add(EdgeKind.DECORATES, target[:2], own, Evidence.ANNOTATION, one.line)
            stated = [p.type for p in one.parameters if p.type != NONE]
            stated += one.results
            if one.type != NONE:
                stated.append(one.type)
            found: set[tuple[str, str]] = set()
            for expression in stated:
                found.update(named_types(types.annotations.read(view, expression, scope, one.end, index)))
            found.discard(own)
            for target in sorted(found):
                out.add(EdgeKind.REFERENCES, own, target, Evidence.ANNOTATION, one.line)


def named_types(t: Type, depth: int = 0) -> Iterable[tuple[str, str]]:
    """The repository's named types that stand anywhere in a type as written."""
    while t is not None and t[:2] == ("X", "Conditional") and depth <= values.MAX_NESTING:
        for part in t[2][:-1]:
            yield from named_types(part, depth + 1)
        t = t[2][-1]  # the next of a chain of conditions is not inside this one
    if t is None or depth > values.MAX_NESTING:
        return
    head = t[0]
    if head == "N":
        yield t[1], t[2]
        for argument in t[3]:
            yield from named_types(argument, depth + 1)
    elif head == "A":
        yield from named_types(t[1], depth + 1)
    elif head in ("U", "I", "T"):
        for part in t[1]:
            yield from named_types(part, depth + 1)
    elif head == "X":
        for part in t[2]:
            yield from named_types(part, depth + 1)
    elif head == "FT":
        for part, _, _ in t[1]:
            yield from named_types(part, depth + 1)
        yield from named_types(t[2], depth + 1)
