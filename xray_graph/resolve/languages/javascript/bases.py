"""What classes and interfaces extend.

Called by `members` and its neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.javascript.values import Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView


class Bases:
    def __init__(self, types: Types) -> None:
        self._types = types

    def of(self, view: FileView, index: int) -> list[Type]:
        """The types that a class or interface extends."""
        found = self._types.derived(
            "js.bases",
            view,
            f"{view.symbols[index]}\0{view.declarations[index].kind}",
            lambda: self._read_bases(view, index),
        )
        return found or []

    def _read_bases(self, view: FileView, index: int) -> list[Type]:
        types = self._types
        types.world.touch(view.path, view.symbols[index])
        one = view.declarations[index]
        scope = one.body if one.body != NONE else one.scope
        found: list[Type] = []
        for how, expression in one.bases:
            if how != "extends":
                continue
            if one.kind == "interface":
                found.append(types.annotations.read(view, expression, scope, one.end, index))
                continue
            row = view.expressions[expression]
            value = types.value(view, row[2] if row[0] == Op.APPLY else expression, one.scope, one.end)
            made = types.construction.instance(value)
            if row[0] == Op.APPLY and made is not None and made[0] == "N":
                arguments = tuple(types.annotations.read(view, a, scope, one.end, index) for a in row[3:])
                made = ("N", made[1], made[2], arguments)
            found.append(made)
        return found

    def implemented(self, view: FileView, index: int) -> list[Type]:
        """The types that a class says it implements."""
        one = view.declarations[index]
        stated = [expression for how, expression in one.bases if how == "implements"]
        if not stated:
            return []
        scope = one.body if one.body != NONE else one.scope
        found = self._types.derived(
            "js.implemented",
            view,
            view.symbols[index],
            lambda: [self._types.annotations.read(view, t, scope, one.end, index) for t in stated],
        )
        return found or []

    def static_base(self, view: FileView, index: int) -> Type:
        """The class itself that a class extends."""
        one = view.declarations[index]
        for how, expression in one.bases:
            if how == "extends":
                row = view.expressions[expression]
                named = row[2] if row[0] == Op.APPLY else expression
                t = self._types.value(view, named, one.scope, one.end)
                return t[1] if t is not None and t[0] == "Y" else t
        return None

    def above(self, view: FileView, index: int) -> Type:
        """The class itself that a class of any file extends."""

        def compute() -> Type:
            self._types.world.touch(view.path, view.symbols[index])
            return self.static_base(view, index)

        return self._types.derived("js.static", view, f"{view.symbols[index]}\0", compute)
