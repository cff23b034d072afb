"""What `new` makes, and what an instance of a class or constructor is.

Called by `types` and its neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.values import Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView


class Construction:
    def __init__(self, types: Types) -> None:
        self._types = types

    def instance(self, t: Type) -> Type:
        """What a class or constructor makes, its type parameters at their defaults."""
        found: list[Type] = []
        for _, part in self._types.generics.flat(t):
            if part[0] == "C" or part[0] == "F":
                found.append(("N", part[1], part[2], ()))
            elif part[0] == "Y":
                found.append(self.instance(part[1]))
            elif part[0] == "X":
                found.append(("X", part[1].removeprefix("typeof "), ()))
            elif part[0] == "M":
                found.append(self.instance(self._types.of_module(part[1])))
            elif part[0] == "V":
                found.append(self.instance(self._types.objects.initial(part)))
            else:
                found += [
                    self._types.calls.result(None, NONE, 0, 0, one)
                    for one in self._types.signatures.of(part, new=True)[:1]
                ]
        return values.union(found)

    def made(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of `new T(...)`."""
        row = view.expressions[expression]
        callee = view.expressions[row[2]]
        explicit = self._types.inference.explicit(view, row, (scope, at))
        t = self._types.value(view, callee[2] if callee[0] == Op.APPLY else row[2], scope, at)
        t = t[1] if t is not None and t[0] == "Y" else t
        made = self.instance(t)
        if made is None:
            return None
        if made[0] == "X":
            name = made[1]
            if explicit:
                return ("A", explicit[0]) if name == "Array" else ("X", name, tuple(explicit))
            if name in ("Set", "Map", "WeakMap", "Promise") and len(row) > 3 and name != "Promise":
                inner = self._types.containers.element(self._types.value(view, row[3], scope, at))
                if name == "Set":
                    return ("X", name, (inner,))
                if inner is not None and inner[0] == "T":
                    return ("X", name, inner[1])
            return ("A", None) if name == "Array" else made
        if explicit and made[0] == "N":
            return ("N", made[1], made[2], tuple(explicit))
        if made[0] == "N" and t is not None and t[0] == "C":
            index = self._types.index_of(made[1], made[2])
            owner = self._types.project.views[made[1]]
            if index is not None and owner.declarations[index].type_parameters:
                one = self._types.inference.choose(view, row, t, new=True)
                if one is not None:
                    known = self._types.inference.environment(view, row, one, (scope, at))
                    return ("N", made[1], made[2], tuple(known.get(key) for key in one.keys))
        return made
