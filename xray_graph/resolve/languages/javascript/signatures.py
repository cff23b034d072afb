"""Every way in which a value can be called or constructed with.

Called by `calls`, `inference` and `context`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.library import library
from xray_graph.resolve.languages.javascript.values import MAX_DEPTH, Environment, Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView

Params = tuple[tuple[Type, str, str], ...]
MAX_SIGNATURES: Final = 40


class Signature(NamedTuple):
    """One way to call something."""

    view: FileView | None  # where it is declared; None for one without a declaration
    declaration: int
    params: Params
    keys: tuple[str, ...]  # its own type parameters
    environment: Environment
    result: Type  # of one without a declaration


class Signatures:
    def __init__(self, types: Types) -> None:
        self._types = types

    def of(self, t: Type, *, new: bool = False) -> list[Signature]:
        """Every way to call (or to construct with) a value of type `t`."""
        types = self._types
        if types.depth >= MAX_DEPTH:
            types.doubts += 1
            return []
        key = ("signatures", t, new)
        known: list[Signature] | None = types.settled.get(key)
        if known is not None:
            return known
        doubts = types.doubts
        types.depth += 1
        try:
            found: list[Signature] = []
            for _, base in types.generics.flat(t):
                for part in types.generics.joined(base):
                    found += self._of(part, new=new)
            del found[MAX_SIGNATURES:]
        finally:
            types.depth -= 1
        if types.doubts == doubts:
            types.settled[key] = found
        return found

    def _of(self, base: Any, *, new: bool) -> list[Signature]:
        types = self._types
        head = base[0]
        if head == "F" and not new:
            index = types.index_of(base[1], base[2])
            if index is not None:
                return self._overloads(types.project.views[base[1]], index, dict(base[3]))
        elif head == "Y":
            return self._of(base[1], new=new)
        elif head == "FT" and (base[3] == "new") == new:
            return [Signature(None, NONE, base[1], (), {}, base[2])]
        elif head == "BF" and not new:
            kind = library()[base[1]].methods[base[2]]
            known = dict(base[3])
            params = tuple((values.substitute(p, known), flags, name) for p, flags, name in kind.params)
            return [Signature(None, NONE, params, kind.type_parameters, known, kind.result)]
        elif head in ("N", "O"):
            return self._of_members(base, new=new)
        elif head == "V":
            return self.of(types.objects.initial(base), new=new)
        elif head == "M":
            whole = types.of_module(base[1])
            return self.of(whole, new=new) if whole != base else []
        elif head == "C" and new:
            return self._constructors(base)
        return []

    def _overloads(self, view: FileView, index: int, environment: Environment) -> list[Signature]:
        """The signatures of a function: those written above it, or its own."""
        one = view.declarations[index]
        if one.type != NONE and one.kind in CALLABLES and not one.results:
            return self.of(self.stated(view, index))
        others = [index]
        if one.name:
            siblings = (
                view.members(one.parent).get(one.name, [])
                if one.parent != NONE
                else view.declared(one.scope, one.name)
            )
            written = [
                i
                for i in siblings
                if view.declarations[i].kind == one.kind and view.declarations[i].body == NONE and i != index
            ]
            if written:
                others = written if one.body != NONE else sorted([index, *written])
        return [self._signature(view, other, environment) for other in others]

    def stated(self, view: FileView, index: int) -> Type:
        """The type that is written on the variable or field a function is the value of."""
        one = view.declarations[index]
        return self._types.derived(
            "js.stated",
            view,
            view.symbols[index],
            lambda: self._types.annotations.read(view, one.type, one.scope, one.end),
        )

    def _signature(self, view: FileView, index: int, environment: Environment) -> Signature:
        key = ("js.keys", index)
        keys = view.memo.get(key)
        if keys is None:
            prefix = f"{view.path}::{view.symbols[index]}<"
            keys = tuple(prefix + name for name, _ in view.declarations[index].type_parameters)
            view.memo[key] = keys
        assert isinstance(keys, tuple)
        return Signature(view, index, self._types.calls.params(view, index), keys, environment, None)

    def _of_members(self, base: Any, *, new: bool) -> list[Signature]:
        """The call signatures of an interface or object type, else those of its bases."""
        types = self._types
        view = types.project.views.get(base[1])
        if view is None:
            return []
        environment = (
            dict(base[3]) if base[0] == "O" else types.generics.environment(base[1], base[2], base[3])
        )
        found: list[Signature] = []
        inherited: list[Type] = []
        for part in types.members.of_symbol(view, base[2]):
            for child in view.members(part).get("", ()):
                attributes = view.declarations[child].attributes
                if "signature" in attributes and ("construct" in attributes) == new:
                    found.append(self._signature(view, child, environment))
            if view.declarations[part].kind == "interface":
                inherited += types.bases.of(view, part)
        if not found:
            for one in inherited:
                found += self.of(values.substitute(one, environment), new=new)
        return found

    def _constructors(self, base: Any) -> list[Signature]:
        """What a class can be constructed with: its own constructors, else those it inherits."""
        types = self._types
        index = types.index_of(base[1], base[2])
        if index is None:
            return []
        view = types.project.views[base[1]]
        keys = tuple(f"{base[1]}::{base[2]}<{n}" for n, _ in view.declarations[index].type_parameters)
        own = view.members(index).get("constructor", [])
        written = [i for i in own if view.declarations[i].body == NONE] or own
        if written:
            params = types.calls.params
            return [Signature(view, child, params(view, child), keys, {}, None) for child in written]
        above = types.bases.above(view, index) if view.declarations[index].bases else None
        if above is not None and above[0] == "C" and above != base:
            return [one._replace(keys=keys) for one in self.of(above, new=True)]
        return [Signature(None, NONE, (), keys, {}, None)]


def states_function(view: FileView, expression: int) -> bool:
    """Whether a type is a function type written right there, as `f?: () => void` or in a union."""
    if expression == NONE:
        return False
    row = view.expressions[expression]
    if row[0] == Op.FUNC_TYPE:
        return True
    if row[0] == Op.OPTIONAL:
        return states_function(view, row[2])
    if row[0] == Op.UNION:
        others = [c for c in row[2:] if not _is_nothing(view, c)]
        return len(others) == 1 and states_function(view, others[0])
    return False


def _is_nothing(view: FileView, expression: int) -> bool:
    row = view.expressions[expression]
    return row[0] == Op.LITERAL and view.strings[row[1]] in values.NOTHING
