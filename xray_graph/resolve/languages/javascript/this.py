"""What `this` and `super` are: by the class, object or prototype that a function stands in.

Called by `types`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import CALLABLES, NONE
from xray_graph.resolve.languages.javascript.names import commonjs
from xray_graph.resolve.languages.javascript.values import PENDING, Type
from xray_graph.resolve.world import MISSING

if TYPE_CHECKING:
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView


_CONTAINERS: Final = frozenset({"class", "interface", "object", "type", "constant", "variable"})


class Receivers:
    def __init__(self, types: Types) -> None:
        self._types = types

    def of(self, view: FileView, scope: int) -> Type:
        """What `this` is in a scope."""
        key = ("this", scope)
        known: Type = self._types.recall(key)
        if known is MISSING:
            memo = self._types.memo
            memo[key] = PENDING
            memo[key] = known = self._this(view, scope)
        return known

    def _this(self, view: FileView, scope: int) -> Type:
        scopes, declarations = view.facts.scopes, view.declarations
        inner = NONE
        while scope > 0:
            owner = scopes[scope].declaration
            if owner != NONE:
                one = declarations[owner]
                if one.kind in CALLABLES:
                    for parameter in one.parameters[:1]:
                        if parameter.name == "this" and parameter.type != NONE:
                            return self._types.annotations.read(view, parameter.type, scope, one.start)
                    if not one.signature.endswith("=>") or one.kind == "method":
                        inner = owner
                    if not one.signature.endswith("=>"):
                        t = self._receiver(view, owner, scope)
                        if t is not None or one.kind != "method":
                            return t
                elif one.kind == "class":
                    static = inner != NONE and "static" in declarations[inner].attributes
                    return self._of_class(view, owner, static=static)
            scope = scopes[scope].parent
        return ("M", view.path) if commonjs(view).whole or commonjs(view).members else None

    def _receiver(self, view: FileView, owner: int, scope: int) -> Type:
        """What `this` is in a function that is no arrow, by where it stands."""
        one = view.declarations[owner]
        if one.receiver != NONE:
            base = self._types.value(view, one.receiver, one.scope, one.start)
            return self._types.construction.instance(base) if one.kind == "method" else base
        if one.parent != NONE and one.kind == "method":
            holder = view.declarations[one.parent]
            if holder.kind == "class":
                return self._of_class(view, one.parent, static="static" in one.attributes)
            if holder.kind == "object" and holder.name == "prototype" and holder.receiver != NONE:
                return self._types.construction.instance(
                    self._types.value(view, holder.receiver, holder.scope, holder.start)
                )
            if holder.kind == "object" and holder.receiver != NONE:
                receiver = self._types.value(view, holder.receiver, holder.scope, holder.start)
                t = self._types.members.type_of(receiver, holder.name)
                return t if t is not None else ("O", view.path, view.symbols[one.parent], ())
            if holder.kind in ("constant", "variable") and self._types.shapes(view).assigned(
                view, one.parent
            ):
                return ("V", view.path, view.symbols[one.parent])
            if holder.kind in _CONTAINERS:
                return ("O", view.path, view.symbols[one.parent], ())
        if one.kind == "method" and one.name and one.parent != NONE:  # this.f = function () {}
            return self._this(view, view.facts.scopes[scope].parent)
        if self._types.shapes(view).makes(view, owner):
            return ("N", view.path, view.symbols[owner], ())
        return None

    def _of_class(self, view: FileView, index: int, *, static: bool) -> Type:
        symbol = view.symbols[index]
        if static:
            return ("C", view.path, symbol)
        return ("N", view.path, symbol, tuple(self._types.generics.own_parameters(view, index)))

    def base(self, view: FileView, scope: int) -> Type:
        owner = view.enclosing(scope, frozenset({"class"}))
        if owner == NONE:
            return None
        this = self.of(view, scope)
        static = this is not None and this[0] == "C"
        for base in self._types.bases.of(view, owner):
            return base if not static else self._types.bases.static_base(view, owner)
        return None
