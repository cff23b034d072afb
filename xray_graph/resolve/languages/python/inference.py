"""What the arguments of a Python call say about type variables, and whether one fits a protocol.

A parameter's written type is laid beside an argument: `Box[T]` beside a class that derives from `Box[Cart]`,
`Callable[P, T]` beside a function or a class, a protocol beside what has its methods. Called by `signatures`
and `calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.resolve.languages.python.classes import CLASS_OBJECTS, INSTANCES, with_arguments
from xray_graph.resolve.languages.python.values import (
    AWAITABLES,
    ITERABLES,
    MAX_NESTING,
    UNKNOWN,
    Atom,
    Value,
    instances,
    last,
    own_variables_out,
    settled,
    substitute,
    union,
    without_none,
)

if TYPE_CHECKING:
    from xray_graph.resolve.languages.python.types import Types

_CALLED: Final = frozenset({"F", "M", "K", "C", "CC", "ZC"})


class Inference:
    def __init__(self, types: Types) -> None:
        self._types = types

    def infer(self, parameter: Value, argument: Value, found: dict[str, Value], depth: int = 0) -> None:
        """Learn from one argument what a parameter's type variables stand for."""
        if depth > MAX_NESTING or not argument:
            return
        for atom in parameter:
            head = atom[0]
            if head == "V":
                rest = without_none(argument) or argument
                found[atom[1]] = union(found.get(atom[1], ()), rest)
            elif head == "VC":
                stands = instances(tuple(a for a in argument if a[0] in ("C", "CC", "ZC", "X")))
                if stands:
                    found[atom[1]] = union(found.get(atom[1], ()), stands)
            else:
                for given in argument:
                    self._parts(atom, given, found, depth + 1)

    def _parts(self, atom: Atom, given: Atom, found: dict[str, Value], depth: int) -> None:
        head = atom[0]
        if head == "K":
            result = given[2] if given[0] == "K" else self._given_by(given) if atom[2] else UNKNOWN
            self.infer(atom[2], result, found, depth)
        elif head in ("I", "C", "CC") and atom[3]:
            self._of_class(atom, given, found, depth)
        elif head == "E" and atom[2]:
            self._of_outside(atom, given, found, depth)
        elif head == "T" and given[0] == "T":
            for part, value in zip(atom[1], given[1], strict=False):
                self.infer(part, value, found, depth)

    def _of_class(self, atom: Atom, given: Atom, found: dict[str, Value], depth: int) -> None:
        if (given[0] in INSTANCES) == (atom[0] == "I") and (
            given[0] in INSTANCES or given[0] in CLASS_OBJECTS
        ):
            for part, value in zip(atom[3], self._as_base(given, atom), strict=False):
                self.infer(part, value, found, depth)
        if atom[0] != "I" or given[1:3] == atom[1:3]:
            return
        names = self._types.classes.parameters(atom[1], atom[2])
        environment = dict(zip(names, atom[3], strict=False))
        for name, symbol in self._types.signatures.protocol(atom[1], atom[2]):
            signature = self._types.signatures.of(atom[1], symbol)
            if signature is not None and signature.result:
                self.infer(
                    substitute(signature.result, environment), self._asked(given, name), found, depth + 1
                )

    def _as_base(self, given: Atom, base: Atom) -> tuple[Value, ...]:
        """The arguments that a class derives another with."""
        if given[1:3] == base[1:3]:
            return tuple(given[3]) if len(given) > 3 else ()
        for entry in self._types.classes.order(given[1], given[2]):
            if entry[0] == "C" and entry[1:3] == base[1:3]:
                arguments: tuple[Value, ...] = with_arguments(entry, self._types.classes.environment(given))[
                    3
                ]
                return arguments
        return ()

    def _of_outside(self, atom: Atom, given: Atom, found: dict[str, Value], depth: int) -> None:
        if last(atom[1]) in AWAITABLES and not (given[0] == "E" and last(given[1]) in AWAITABLES):
            if given[0] in ("T", "E") or given[0] in INSTANCES:
                self.infer(
                    atom[2][-1], (given,), found, depth
                )  # what an `async def` gives is known unwrapped
        elif given[0] == "E" and len(given[2]) == len(atom[2]):
            for part, value in zip(atom[2], given[2], strict=True):
                self.infer(part, value, found, depth)
        elif last(atom[1]) in ITERABLES and (given[0] in ("T", "E") or given[0] in INSTANCES):
            self.infer(atom[2][0], self._types.containers.iterated((given,)), found, depth)

    def _given_by(self, atom: Atom) -> Value:
        """What something callable gives, whatever it is given."""
        if atom[0] in _CALLED:
            return own_variables_out(settled(self._types.calls.call(atom, ())))
        return UNKNOWN

    def _asked(self, given: Atom, name: str) -> Value:
        """What a method of a protocol gives, called on what stands for the protocol."""
        if name == "__call__" and given[0] not in INSTANCES:
            return self._given_by(given)
        if given[0] not in INSTANCES and given[0] not in CLASS_OBJECTS:
            return UNKNOWN
        return union(*(self._given_by(one) for one in self._types.members.of_atom(given, name)))

    def satisfies(self, given: Atom, path: str, symbol: str) -> bool:
        """Whether an atom may stand for a protocol: nothing that this asks for is known to be missing."""
        for name, _ in self._types.signatures.protocol(path, symbol):
            if given[0] in INSTANCES or given[0] in CLASS_OBJECTS:
                called = name == "__call__" and given[0] in CLASS_OBJECTS
                if not called and self._types.members.member(given, name) is None:
                    return False
            elif given[0] in ("F", "M", "K", "B") and name != "__call__":
                return False
        return True
