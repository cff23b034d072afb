"""Members of values that are no instances: classes themselves, functions, object literals, modules.

Called by `members`, which knows instances.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.members import MAX_BASES, Member, best, is_abstract
from xray_graph.resolve.languages.javascript.names import VALUE_KINDS, commonjs
from xray_graph.resolve.languages.javascript.values import EXTERNAL, Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView


class Objects:
    def __init__(self, types: Types) -> None:
        self._types = types

    def static(self, path: str, symbol: str, name: str, depth: int = 0) -> Member | None:
        types = self._types
        index = types.index_of(path, symbol)
        if index is None or depth > MAX_BASES:
            return None
        view = types.project.views[path]
        one = view.declarations[index]
        found = [
            child
            for child in view.members(index).get(name, ())
            if "static" in view.declarations[child].attributes or one.kind == "enum"
        ]
        own = best(view, found)
        if own is not None:
            return Member(view, own, {}, None, depth)
        assigned = types.shapes(view).members_of(one.name).get(name) if one.name else None
        if assigned:
            return types.members.assigned_member(view, assigned)._replace(depth=depth)
        merged = self._merged(view, index, name)
        if merged is not None:
            return merged
        base = types.bases.above(view, index)
        if base is not None and base[0] == "C":
            return self.static(base[1], base[2], name, depth + 1)
        if name == "prototype":
            return Member(None, NONE, {}, types.construction.instance(("C", path, symbol)))
        return next(iter(types.members.find(base, name)), None) if base is not None else None

    def _merged(self, view: FileView, index: int, name: str) -> Member | None:
        """A member of the namespace that has a class's, function's or enum's own name."""
        one = view.declarations[index]
        for other in view.declared(one.scope, one.name):
            if view.declarations[other].kind == "module":
                t = self.exported(("S", view.path, view.symbols[other]), name)
                if t is not None:
                    return self._types.members.as_member(t)
        return None

    def of_function(self, base: Any, name: str) -> Member | None:
        types = self._types
        index = types.index_of(base[1], base[2])
        if index is None:
            return None
        view = types.project.views[base[1]]
        one = view.declarations[index]
        assigned = types.shapes(view).members_of(one.name).get(name) if one.name else None
        if assigned and one.receiver == NONE:
            return types.members.assigned_member(view, assigned)
        merged = self._merged(view, index, name) if one.name else None
        if merged is not None:
            return merged
        if name == "prototype":
            return Member(None, NONE, {}, ("N", base[1], base[2], ()))
        return types.members.of_library(("X", "Function", ()), name)

    def of_variable(self, base: Any, name: str) -> Member | None:
        """A variable's value, with what is assigned to its members."""
        types = self._types
        if "\0" in base[2]:
            return types.filled.member(base, name)
        index = types.index_of(base[1], base[2])
        if index is None:
            return None
        view = types.project.views[base[1]]
        one = view.declarations[index]
        assigned = types.shapes(view).members_of(one.name).get(name)
        if assigned:
            return types.members.assigned_member(view, assigned)
        initial = types.derived(
            "js.initial", view, f"{base[2]}\0", lambda: types.value(view, one.value, one.scope, one.end)
        )
        for found in types.members.find(initial, name):
            return found
        return None

    def initial(self, base: Any) -> Type:
        """What a variable with assigned members was given first."""
        types = self._types
        if "\0" in base[2]:
            return types.filled.initial(base)
        index = types.index_of(base[1], base[2])
        if index is None:
            return None
        view = types.project.views[base[1]]
        one = view.declarations[index]
        return types.derived(
            "js.initial", view, f"{base[2]}\0", lambda: types.value(view, one.value, one.scope, one.end)
        )

    def in_place(self, base: Any, name: str) -> Member | None:
        """A member of an object literal or of an object type written in place."""
        types = self._types
        index = types.index_of(base[1], base[2])
        if index is None:
            return None
        view = types.project.views[base[1]]
        environment = dict(base[3])
        own = best(
            view,
            [
                c
                for c in view.members(index).get(name, ())
                if view.declarations[c].kind in ("method", "field")
            ],
        )
        if own is not None:
            return Member(view, own, environment, None, 0, is_abstract(view, own))
        row_index = types.places(view).objects.get(index)
        if row_index is None:
            return types.containers.indexed_member(view, base, environment, name)
        found = types.derived(
            "js.in", view, f"{base[2]}\0{name}", lambda: self._in_literal(view, index, row_index, name)
        )
        return None if found is None else self._types.members.as_member(found)

    def _in_literal(self, view: FileView, index: int, row_index: int, name: str) -> Type:
        types = self._types
        types.world.touch(view.path, view.symbols[index])
        one = view.declarations[index]
        scope, at = types.places(view).place(view, row_index)
        if (scope, at) == (0, 0):
            scope, at = one.scope, one.end
        spread: list[int] = []
        for child in view.expressions[row_index][2:]:
            row = view.expressions[child]
            if row[0] == Op.KEYWORD and view.strings[row[1]].strip("\"'`") == name:
                return types.given(view, row[2], scope, at)
            if row[0] == Op.NAME and view.strings[row[1]] == name:
                return types.value(view, child, scope, at)
            if row[0] == Op.SPREAD:
                spread.append(row[2])
        for inner in reversed(spread):
            t = types.members.type_of(types.value(view, inner, scope, at), name)
            if t is not None:
                return t
        return None

    def exported(self, base: Any, name: str) -> Type:
        types = self._types
        if base[0] == "S":
            view = types.project.views.get(base[1])
            if view is None:
                return None
            types.world.touch(base[1], base[2])  # also when it has no such member yet
            for index in types.members.of_symbol(view, base[2]):
                own = best(
                    view,
                    [
                        c
                        for c in view.members(index).get(name, ())
                        if view.declarations[c].kind in VALUE_KINDS
                    ],
                )
                if own is not None:
                    return types.declared(view, own)
            return None
        path = base[1]
        view = types.project.views.get(path)
        if view is None:
            return EXTERNAL
        target = types.names.exported(path, name)
        if target is not None:
            return types.of_target(view, target)
        return types.derived("js.member", view, f"\0{name}", lambda: self._of_commonjs(path, view, name))

    def _of_commonjs(self, path: str, view: FileView, name: str) -> Type:
        types = self._types
        types.world.touch(path, "")
        assigned = commonjs(view).members.get(name)
        if assigned:
            found = []
            for one in assigned:
                holder = types.shapes(view).holder_of(view, one.value)
                t = (
                    types.declared(view, holder)
                    if holder is not None
                    else types.members.assigned_type(view, one)
                )
                found.append(t)
            return values.without_nothing(values.union(found))
        t = types.members.type_of(types.of_module(path), name)
        script = types.names.modules.script(path) if t is None else None
        return t if script is None else self.exported(("M", script), name)  # more than was declared of it
