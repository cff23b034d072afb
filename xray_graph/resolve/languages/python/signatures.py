"""Signatures of Python functions: what they take and give, and which overload a call means.

A result is the declared one; where none is declared, what the function returns. Called by `calls`
and `unstated`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from xray_graph.model import CALLABLES, NONE
from xray_graph.resolve.languages.python import outside
from xray_graph.resolve.languages.python.classes import INSTANCES
from xray_graph.resolve.languages.python.names import DECLARATION, names_of
from xray_graph.resolve.languages.python.values import (
    NONE_ATOM,
    UNKNOWN,
    Atom,
    Value,
    last,
    shallow,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from xray_graph.model import Declaration, Return
    from xray_graph.resolve.languages.python.types import Types
    from xray_graph.resolve.view import FileView

_LISTED: Final = frozenset({"str", "int", "float", "bool", "bytes", "None", "list", "dict", "tuple", "set"})
_NO_LITERALS: Final[dict[int | str, str]] = {}


class Parameter(msgspec.Struct, frozen=True, gc=False):
    name: str
    value: Value  # of its annotation
    optional: bool
    flags: str


class Signature(msgspec.Struct, frozen=True, gc=False):
    parameters: tuple[Parameter, ...]
    result: Value
    bound: bool  # the first parameter is what it is called on


class Given(msgspec.Struct, frozen=True, gc=False):
    """The arguments of one call."""

    positional: tuple[Value, ...]
    named: Mapping[str, Value]
    spread: bool = False  # there may be more: `*args`, `**kwargs`
    literals: Mapping[int | str, str] = _NO_LITERALS  # by position or name, what is written out


class Signatures:
    def __init__(self, types: Types) -> None:
        self._types = types

    def of(self, path: str, symbol: str) -> Signature | None:
        key = ("py.signature", path, symbol)
        return self._types.derived(key, self._signature, None)

    def _signature(self, path: str, symbol: str) -> Signature | None:
        found = self._types.find(path, symbol)
        if found is None or found[2].kind not in CALLABLES:
            return None
        view, index, one = found
        read = self._types.annotations.read
        parameters = tuple(
            Parameter(
                p.name,
                read(view, p.type, one.scope, index)
                if p.type != NONE
                else self._types.unstated.inherited(view, index, place) or own_variable(symbol, p.name),
                p.default != NONE,
                p.flags,
            )
            for place, p in enumerate(one.parameters)
        )
        if one.results:
            result = read(view, one.results[0], one.scope, index)
        else:
            result = self._returned(view, index) or self._types.unstated.inherited_result(view, index)
        if one.decorators and self._makes_manager(view, one):
            inner = union(*(outside.element_of(atom) for atom in result if atom[0] == "E"))
            result = (("E", "ContextManager", (inner,)),)
        bound = self._types.owner_class(view, index) != NONE and (
            "static" not in one.attributes or one.name == "__new__"
        )
        return Signature(parameters, shallow(result), bound)

    def _returned(self, view: FileView, index: int) -> Value:
        """What a function without a declared result returns or yields."""
        scopes = view.facts.scopes
        returned: list[Value] = []
        yielded: list[Value] = []
        value = self._types.expressions.value
        for one in returns_of(view, index):
            end = scopes[one.scope].end
            given = value(view, one.expression, one.scope, end)
            if one.kind == "return":
                returned.append(given)
            else:
                yielded.append(given if one.kind == "yield" else self._types.containers.iterated(given))
        if yielded:
            return (("E", "Generator", (union(*yielded),)),)
        return union(*returned)

    def _makes_manager(self, view: FileView, one: Declaration) -> bool:
        for decorator in one.decorators:
            for atom in self._types.expressions.value(view, decorator, one.scope, one.start):
                if atom[0] == "X" and last(atom[1]) in outside.MANAGER_MAKERS:
                    return True
        return False

    # --- arguments ----------------------------------------------------------------------------------

    def chosen(self, path: str, symbol: str, given: Given, skip: int) -> Signature | None:
        """The first overload that a call's arguments fit, else the last; `skip` parameters are bound."""
        signature = None
        for overload in self.overloads(path, symbol):
            signature = self.of(path, overload)
            if signature is not None and self._fits(signature, given, skip if signature.bound else 0):
                break
        return signature

    def learned(self, signature: Signature, given: Given, skip: int) -> dict[str, Value]:
        """What a call's arguments say about the type variables of a signature."""
        environment: dict[str, Value] = {}
        for parameter, value in matched(signature, given, skip):
            self._types.inference.infer(parameter.value, value, environment)
        return environment

    # --- overloads ----------------------------------------------------------------------------------

    def overloads(self, path: str, symbol: str) -> list[str]:
        """The overloads of a function, in order; only itself where there are none."""
        key = ("py.overloads", path, symbol)
        return self._types.derived(key, self._overloads, [])

    def _overloads(self, path: str, symbol: str) -> list[str]:
        found = self._types.find(path, symbol)
        if found is None:
            return []
        view, _index, one = found
        self._types.world.touch_names(path)
        frame = names_of(view).frames[one.scope]
        declared = [d.row for d in names_of(view).of(frame, one.name) if d.what == DECLARATION]
        for i in declared:
            self._types.world.touch(path, view.symbols[i])
        listed = [view.symbols[i] for i in declared if "overload" in view.declarations[i].attributes]
        return listed or [symbol]

    def _fits(self, signature: Signature, given: Given, skip: int) -> bool:
        """Whether a call's arguments may go to a signature."""
        every = [p for p in signature.parameters if p.flags != "separator"][skip:]
        takers = list(positional(signature.parameters))[skip:]
        rest = any(p.flags == "variadic" for p in signature.parameters)
        if len(given.positional) > len(takers) and not rest:
            return False
        by_name = {p.name: p for p in every if p.flags not in ("variadic", "mapping")}
        mapping = any(p.flags == "mapping" for p in signature.parameters)
        used = {p.name for p in takers[: len(given.positional)]}
        for name, value in given.named.items():
            if name in used or (name not in by_name and not mapping):
                return False
            if name in by_name and not self._accepts(by_name[name].value, value, given.literals.get(name)):
                return False
            used.add(name)
        for place, (parameter, value) in enumerate(zip(takers, given.positional, strict=False)):
            if not self._accepts(parameter.value, value, given.literals.get(place)):
                return False
        if given.spread:
            return True
        return all(p.optional or p.flags or p.name in used for p in every)

    def _accepts(self, parameter: Value, argument: Value, literal: str | None = None) -> bool:
        if not parameter:
            return True
        if literal is not None and ("L", literal) in parameter:
            return True
        others = [p for p in parameter if p[0] != "L"]
        if not argument:
            return bool(others)
        return any(self._accepts_atom(p, a) for p in others for a in argument)

    def _accepts_atom(self, parameter: Atom, argument: Atom) -> bool:
        head = parameter[0]
        if head == "V":
            return not parameter[2] or self._accepts(tuple(parameter[2]), (argument,))
        if argument[0] in ("V", "VC", "TF"):
            return True
        if NONE_ATOM in (parameter, argument):
            return parameter == argument
        if head in ("VC", "C", "CC", "ZC"):
            if argument[0] not in ("C", "CC", "ZC", "X"):
                return False
            return head == "VC" or argument[0] == "X" or self._types.classes.is_a(argument, parameter)
        if head == "K":
            return argument[0] in ("F", "M", "K", "C", "CC", "ZC", "X", "B", "I", "Z")
        if head in INSTANCES:
            if argument[0] in INSTANCES:
                return self._types.classes.is_a(argument, parameter) or self._is_protocol(parameter, argument)
            return self._is_protocol(parameter, argument)
        if head == "E":
            return self._accepts_outside(parameter, argument)
        return True

    def _accepts_outside(self, parameter: Atom, argument: Atom) -> bool:
        wanted = last(parameter[1])
        if argument[0] == "E":
            given = last(argument[1])
            if wanted in _LISTED and given in _LISTED:
                return self._types.classes.is_a(argument, parameter)
            return True
        if argument[0] == "T":
            return wanted not in ("str", "int", "float", "bool", "bytes", "dict")
        if argument[0] in INSTANCES:
            bases = [last(base[1]) for base in self._types.classes.outside_bases(argument)]
            return wanted in bases or "?" in bases or wanted not in _LISTED
        return wanted not in _LISTED

    def _is_protocol(self, atom: Atom, argument: Atom) -> bool:
        key = ("py.protocol", atom[1], atom[2])
        if not self._types.derived(key, self._states_protocol, unknown=False):
            return False
        return self._types.inference.satisfies(argument, atom[1], atom[2])

    def _states_protocol(self, path: str, symbol: str) -> bool:
        found = self._types.find(path, symbol)
        return found is not None and "protocol" in found[2].attributes

    def protocol(self, path: str, symbol: str) -> tuple[tuple[str, str], ...]:
        """The methods that a protocol asks for itself, with their symbols; of another class none."""
        return self._types.derived(("py.protocol.methods", path, symbol), self._methods, ())

    def _methods(self, path: str, symbol: str) -> tuple[tuple[str, str], ...]:
        found = self._types.find(path, symbol)
        if found is None or "protocol" not in found[2].attributes:
            return ()
        view, index, _one = found
        self._types.world.touch_names(path)
        return tuple(
            (one.name, view.symbols[place])
            for place, one in enumerate(view.declarations)
            if one.parent == index and one.kind in CALLABLES and "property" not in one.attributes
        )


def own_variable(symbol: str, name: str) -> Value:
    """What stands for a parameter without a type in what its function gives back: `def f(x): return x`."""
    return (("V", f"{symbol}({name})", UNKNOWN),)


def matched(signature: Signature, given: Given, skip: int) -> Iterable[tuple[Parameter, Value]]:
    """Each argument with the parameter that takes it."""
    places = [p for p in signature.parameters if p.flags != "separator"][skip:]
    takers = list(positional(signature.parameters))[skip:]
    for position, value in enumerate(given.positional):
        if position < len(takers):
            yield takers[position], value
    by_name = {p.name: p for p in places}
    for name, value in given.named.items():
        if name in by_name:
            yield by_name[name], value


def positional(parameters: Sequence[Parameter]) -> Iterable[Parameter]:
    """The parameters that take arguments by position."""
    for one in parameters:
        if one.flags == "variadic" or one.name == "*":
            return
        if one.flags != "separator":
            yield one


def returns_of(view: FileView, index: int) -> list[Return]:
    """The returns of one function, in source order."""
    known = view.memo.get("py.returns")
    if known is None:
        rows: dict[int, list[Return]] = {}
        for one in view.facts.returns:
            rows.setdefault(one.declaration, []).append(one)
        known = view.memo["py.returns"] = rows
    assert isinstance(known, dict)
    found: list[Return] = known.get(index, [])
    return found
