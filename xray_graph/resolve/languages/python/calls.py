"""What calling something in Python gives, what decorators make of it, and what a parameter is.

Called by the other modules of Python's resolver; signatures and overloads are `signatures`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.python import outside
from xray_graph.resolve.languages.python.classes import CLASS_OBJECTS, INSTANCES
from xray_graph.resolve.languages.python.members import Member
from xray_graph.resolve.languages.python.signatures import Given, own_variable, positional
from xray_graph.resolve.languages.python.values import (
    UNKNOWN,
    Atom,
    Value,
    bound_to,
    instances,
    known,
    last,
    mentions_variables,
    settled,
    substitute,
    union,
    without_none,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xray_graph.model import Binding
    from xray_graph.resolve.languages.python.types import Types
    from xray_graph.resolve.view import FileView

MAX_ARGUMENTS: Final = 24


class Calls:
    def __init__(self, types: Types) -> None:
        self._types = types

    # --- declarations -------------------------------------------------------------------------------

    def decorated(self, path: str, symbol: str) -> Value:
        """What a decorated function's name is. It stays the function, unless a decorator says otherwise."""
        key = ("py.decorated", path, symbol)
        return self._types.derived(key, self._decorated, (("F", path, symbol),))

    def _decorated(self, path: str, symbol: str) -> Value:
        value: Value = (("F", path, symbol),)
        found = self._types.find(path, symbol)
        if found is None:
            return value
        view, _index, one = found
        for decorator in reversed(one.decorators):
            made = self._types.expressions.value(view, decorator, one.scope, one.start)
            if not any(atom[0] != "X" for atom in made):
                continue
            result = self.call_all(made, Given((value,), {}))
            if any(atom[0] in ("I", "Z", "K") for atom in result):
                value = tuple(atom for atom in result if atom[0] in ("I", "Z", "K"))
        return value

    def parameter(self, view: FileView, bound: Binding) -> Value:
        """What a parameter is inside its function, by annotation, as `self`, or by default."""
        types = self._types
        index = view.facts.scopes[bound.scope].declaration
        one = view.declarations[index]
        position = next((i for i, p in enumerate(one.parameters) if p.name == bound.name), 0)
        if bound.type != NONE:
            value = types.annotations.read(view, bound.type, one.scope, index)
            if known(value):
                return value
        owner = types.owner_class(view, index)
        if position == 0 and owner != NONE and ("static" not in one.attributes or one.name == "__new__"):
            head = "ZC" if "classmethod" in one.attributes or one.name == "__new__" else "Z"
            return ((head, view.path, view.symbols[owner]),)
        default = UNKNOWN
        if bound.value != NONE:
            default = without_none(types.expressions.value(view, bound.value, one.scope, one.start))
        if bound.type != NONE:
            return default
        given = self._types.unstated.parameter(view, index, position)
        if known(given):
            return given
        if types.inside:
            return union(default, own_variable(view.symbols[index], bound.name))
        passed = [
            types.expressions.value(view, argument.expression, argument.scope, argument.at)
            for argument in types.passed.to(index, bound.name)
        ]
        return union(default, *passed)

    # --- calls --------------------------------------------------------------------------------------

    def result(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Value:
        """What a written call gives."""
        callee = self._types.expressions.value(view, row[2], scope, at)
        found: list[Value] = []
        given: Given | None = None
        for atom in callee:
            special = self._types.specials.result(view, atom, row, scope, at) if atom[0] == "X" else None
            if special is not None:
                found.append(special)
                continue
            plain = self._plain(atom)
            if plain is not None:
                found.append(plain)
                continue
            if given is None:
                given = self.given(view, row, scope, at)
            found.append(self._call(atom, given))
        return union(*found)

    def _plain(self, atom: Atom) -> Value | None:
        """What a call gives whatever it is given; None where the arguments decide."""
        head = atom[0]
        if head in ("F", "M"):
            signatures = self._types.signatures
            overloads = signatures.overloads(atom[1], atom[2])
            signature = signatures.of(atom[1], overloads[0]) if len(overloads) == 1 else None
            if signature is None or mentions_variables(signature.result):
                return None
            return bound_to(signature.result, atom[3]) if head == "M" else signature.result
        if head in ("C", "CC") and not self._types.classes.parameters(atom[1], atom[2]):
            if self._types.classes.metaclass(atom[1], atom[2]) is not None:
                return None
            member = self._types.members.member(atom, "__new__")
            return None if isinstance(member, Member) else (("I", *atom[1:]),)
        return None

    def given(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Given:
        listed: list[Value] = []
        named: dict[str, Value] = {}
        literals: dict[int | str, str] = {}
        spread = False
        value = self._types.expressions.value
        for one in row[3 : 3 + MAX_ARGUMENTS]:
            inner = view.expressions[one]
            place: int | str = len(listed)
            if inner[0] == Op.KEYWORD:
                place, one = view.strings[inner[1]], inner[2]
                named[place] = value(view, one, scope, at)
            elif inner[0] == Op.SPREAD:
                spread = True
                continue
            else:
                listed.append(value(view, one, scope, at))
            if one != NONE and view.expressions[one][0] == Op.LITERAL:
                literals[place] = view.name(one).strip("\"'")
        return Given(tuple(listed), named, spread, literals)

    def call_all(self, callee: Value, given: Given) -> Value:
        return union(*(self._call(atom, given) for atom in callee))

    def call(self, atom: Atom, arguments: Sequence[Value]) -> Value:
        """What calling one atom with positional arguments gives."""
        return self._call(atom, Given(tuple(arguments), {}))

    def _call(self, atom: Atom, given: Given) -> Value:
        head = atom[0]
        if head in ("F", "M"):
            return self._function(atom, given)
        if head in ("C", "CC"):
            return self._constructed(atom, given)
        if head == "ZC":
            return (("Z", atom[1], atom[2]),)
        if head == "VC":
            return (("V", atom[1], atom[2]),)
        if head == "K":
            environment: dict[str, Value] = {}
            for parameter, value in zip(atom[1] or (), given.positional, strict=False):
                self._types.inference.infer(parameter, value, environment)
            return substitute(atom[2], environment)
        if head == "X":
            if last(atom[1]) == "__new__":
                return instances(given.positional[0]) if given.positional else UNKNOWN
            listed = (*given.positional, *given.named.values())
            iterate = self._types.containers.iterated
            return outside.result_of(
                atom[1], listed, iterate, lambda callee, more: self.call_all(callee, Given(tuple(more), {}))
            )
        if head == "B":
            if atom[1] in ("enter_context", "enter_async_context") and given.positional:
                return self._types.containers.entered(given.positional[0])
            return outside.method_result(atom[2], atom[1], given.positional)
        if head in INSTANCES:
            member = self._types.members.member(atom, "__call__")
            if isinstance(member, Member):
                bound = self._types.members.value_of(member, atom)
                return union(*(self._call(one, given) for one in bound if one[0] in ("F", "M", "K")))
        return UNKNOWN

    def _constructed(self, atom: Atom, given: Given) -> Value:
        """An instance of a class; its type parameters by what its `__init__` is given."""
        made = self._made(atom, given)
        if made:
            return made
        if atom[3]:
            return (("I", *atom[1:]),)
        names = self._types.classes.parameters(atom[1], atom[2])
        if not names:
            return (("I", *atom[1:]),)
        environment: dict[str, Value] = {}
        for method in ("__init__", "__new__"):
            member = self._types.members.member(atom, method)
            if isinstance(member, Member) and member.symbol:
                signature = self._types.signatures.chosen(member.path, member.symbol, given, 1)
                if signature is not None:
                    environment = self._types.signatures.learned(signature, given, 1)
                if environment:
                    break
        if not environment:
            return (("I", *atom[1:]),)
        return (("I", atom[1], atom[2], tuple(environment.get(name, UNKNOWN) for name in names)),)

    def _made(self, atom: Atom, given: Given) -> Value:
        """What a metaclass's `__call__`, or a `__new__`, gives that states another result than its class."""
        meta = self._types.classes.metaclass(atom[1], atom[2])
        member = None if meta is None else self._types.members.member(("I", *meta[1:]), "__call__")
        if meta is not None and isinstance(member, Member) and member.symbol:
            found = self._types.find(member.path, member.symbol)
            if found is not None and found[2].results:  # one that states none hands on the instance
                made = self._function(("M", member.path, member.symbol, ("I", *meta[1:])), given)
                if not any(part[0] in ("V", "VC", "E") for part in made):
                    return made
        member = self._types.members.member(atom, "__new__")
        if not isinstance(member, Member) or not member.symbol:
            return UNKNOWN
        signature = self._types.signatures.chosen(member.path, member.symbol, given, 1)
        if signature is None or not known(signature.result):
            return UNKNOWN
        if any(part[0] == "Z" or part[1:3] == atom[1:3] for part in signature.result):
            return UNKNOWN
        environment = self._types.signatures.learned(signature, given, 1)
        environment.update(self._of_receiver(member.path, member.symbol, atom))
        return settled(substitute(signature.result, environment))

    def _function(self, atom: Atom, given: Given) -> Value:
        path, symbol = atom[1], atom[2]
        receiver: Atom | None = atom[3] if atom[0] == "M" else None
        signatures = self._types.signatures
        signature = signatures.chosen(path, symbol, given, 0 if receiver is None else 1)
        if signature is None or not signature.result:
            return UNKNOWN
        skip = 1 if receiver is not None and signature.bound else 0
        environment = signatures.learned(signature, given, skip)
        if receiver is not None:
            environment = {**self._of_receiver(path, symbol, receiver), **environment}
            if signature.bound and signature.parameters:
                self._types.inference.infer(signature.parameters[0].value, (receiver,), environment)
        result = settled(substitute(signature.result, environment))
        return result if receiver is None else bound_to(result, receiver)

    def _of_receiver(self, path: str, symbol: str, receiver: Atom) -> dict[str, Value]:
        """What the type parameters of a method's class stand for in its receiver."""
        if receiver[0] not in ("I", "C", "CC"):
            return {}
        owner = symbol.rpartition(".")[0]
        environment = self._types.classes.environment(receiver)
        for entry in self._types.classes.order(receiver[1], receiver[2]):
            if entry[0] == "C" and entry[1:3] == (path, owner):
                if entry[1:3] == receiver[1:3]:
                    return environment
                names = self._types.classes.parameters(path, owner)
                return {
                    name: substitute(value, environment) for name, value in zip(names, entry[3], strict=False)
                }
        return environment

    def taker(self, atom: Atom, place: int | str) -> Value:
        """The type of the parameter that takes an argument, by position or name."""
        for path, symbol, skip in self._callables(atom):
            for overload in self._types.signatures.overloads(path, symbol):
                signature = self._types.signatures.of(path, overload)
                if signature is None:
                    continue
                takers = list(positional(signature.parameters))[skip:]
                named = {p.name: p for p in signature.parameters}
                taken = named.get(place) if isinstance(place, str) else None
                if isinstance(place, int) and place < len(takers):
                    taken = takers[place]
                if taken is not None and taken.value:
                    return taken.value
        return UNKNOWN

    def learned_by(self, atom: Atom, given: Given) -> dict[str, Value]:
        """What a call's other arguments say about the type variables of what it calls."""
        environment: dict[str, Value] = {}
        for path, symbol, skip in self._callables(atom):
            signature = self._types.signatures.of(path, symbol)
            if signature is not None:
                environment.update(self._types.signatures.learned(signature, given, skip))
            if atom[0] == "M":
                environment.update(self._of_receiver(path, symbol, atom[3]))
        return environment

    def _callables(self, atom: Atom) -> list[tuple[str, str, int]]:
        """The functions behind something callable, with the number of leading parameters that are bound."""
        if atom[0] == "F":
            return [(atom[1], atom[2], 0)]
        if atom[0] == "M":
            return [(atom[1], atom[2], 1)]
        if atom[0] in CLASS_OBJECTS:
            member = self._types.members.member(atom, "__init__")
            return [(member.path, member.symbol, 1)] if isinstance(member, Member) and member.symbol else []
        return []
