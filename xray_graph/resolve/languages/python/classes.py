"""Python classes: their bases, the order they are searched in, their type parameters, what is of which class.

The order is C3 where it exists, else the order written. Called by the other modules of Python's resolver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.resolve.languages.python.outside import TRANSPARENT
from xray_graph.resolve.languages.python.values import UNKNOWN, Atom, Value, last, substitute

if TYPE_CHECKING:
    from xray_graph.resolve.languages.python.types import Types

INSTANCES: Final = frozenset({"I", "Z"})
CLASS_OBJECTS: Final = frozenset({"C", "CC", "ZC"})
MAX_BASES: Final = 60
_WIDER: Final = {"int": frozenset({"float", "complex"}), "bool": frozenset({"int", "float"})}


class Classes:
    def __init__(self, types: Types) -> None:
        self._types = types

    def order(self, path: str, symbol: str) -> tuple[Atom, ...]:
        """A class and its bases in the order they are searched: ("C", …) or ("X", name, arguments)."""
        itself: Atom = ("C", path, symbol, ())
        key = ("py.order", path, symbol)
        return self._types.derived(key, self._order, (itself,))

    def _order(self, path: str, symbol: str) -> tuple[Atom, ...]:
        itself: Atom = ("C", path, symbol, ())
        bases = self.bases(path, symbol)
        lists: list[list[Atom]] = []
        for base in bases:
            if base[0] == "X":
                lists.append([base])
                continue
            environment = self.environment(base)
            lists.append([with_arguments(entry, environment) for entry in self.order(base[1], base[2])])
            lists[-1][0] = base
        return (itself, *_merge(lists, list(bases)))[:MAX_BASES]

    def bases(self, path: str, symbol: str) -> tuple[Atom, ...]:
        """The written bases of a class, with their arguments."""
        found = self._types.find(path, symbol)
        if found is None:
            return ()
        view, index, one = found
        bases: list[Atom] = []
        for how, expression in one.bases:
            if how == "metaclass":
                continue
            read = self._types.annotations.read(view, expression, one.scope, index, one.start)
            for atom in read or (("E", "?", ()),):
                if atom[0] == "I":
                    bases.append(("C", *atom[1:]))
                elif atom[0] == "E":
                    bases.append(("X", atom[1], atom[2]))
                else:
                    bases.append(("X", "tuple" if atom[0] == "T" else "?", ()))
        return tuple(base for base in bases if base[1:3] != (path, symbol))

    def metaclass(self, path: str, symbol: str) -> Atom | None:
        """The class that a class is an instance of, where it or a base states one of the repository."""
        return self._types.derived(("py.metaclass", path, symbol), self._metaclass, None)

    def _metaclass(self, path: str, symbol: str) -> Atom | None:
        for entry in self.order(path, symbol):
            found = self._types.find(entry[1], entry[2]) if entry[0] == "C" else None
            if found is None:
                continue
            view, index, one = found
            for how, expression in one.bases:
                if how == "metaclass":
                    read = self._types.annotations.read(view, expression, one.scope, index, one.start)
                    return ("C", *read[0][1:]) if len(read) == 1 and read[0][0] == "I" else None
        return None

    def parameters(self, path: str, symbol: str) -> tuple[str, ...]:
        """The names of a class's type parameters, in order."""
        key = ("py.parameters", path, symbol)
        return self._types.derived(key, self._parameters, ())

    def _parameters(self, path: str, symbol: str) -> tuple[str, ...]:
        found = self._types.find(path, symbol)
        if found is None:
            return ()
        view, index, one = found
        if one.type_parameters:
            return tuple(name for name, _ in one.type_parameters)
        names: dict[str, None] = {}
        listed: tuple[str, ...] = ()
        for how, expression in one.bases:
            if how == "metaclass":
                continue
            for atom in self._types.annotations.read(view, expression, one.scope, index, one.start):
                given = atom[3] if atom[0] == "I" else atom[2] if atom[0] == "E" else ()
                mentioned = [a[1] for value in given for a in value if a[0] == "V"]
                if atom[0] == "E" and last(atom[1]) == "Generic":
                    listed = tuple(mentioned)
                names.update(dict.fromkeys(mentioned))
        return listed or tuple(names)

    def environment(self, atom: Atom) -> dict[str, Value]:
        """The type parameters of a class with what an atom says they stand for."""
        if atom[0] not in ("I", "C", "CC") or not atom[3]:
            return {}
        return dict(zip(self.parameters(atom[1], atom[2]), atom[3], strict=False))

    def is_a(self, atom: Atom, target: Atom) -> bool:
        """Whether what an atom stands for is known to be of the target's class."""
        if atom == target:
            return True
        kinds = INSTANCES if target[0] in INSTANCES else CLASS_OBJECTS if target[0] in CLASS_OBJECTS else None
        if kinds is not None:
            if atom[0] not in kinds:
                return False
            return any(entry[1:3] == target[1:3] for entry in self.order(atom[1], atom[2]) if entry[0] == "C")
        if target[0] in ("E", "X"):
            wanted = last(target[1])
            if atom[0] in ("E", "X"):
                given = last(atom[1])
                return given == wanted or wanted in _WIDER.get(given, ())
            if atom[0] == "T":
                return wanted in ("tuple", "Tuple")
            if atom[0] in INSTANCES:
                return any(last(base[1]) == wanted for base in self.outside_bases(atom))
        return False

    def outside_bases(self, atom: Atom) -> list[Atom]:
        """The bases outside the repository of what an atom is an instance of, as instances."""
        if atom[0] not in INSTANCES:
            return []
        environment = self.environment(atom)
        return [
            ("E", entry[1], tuple(substitute(value, environment) for value in entry[2]))
            for entry in self.order(atom[1], atom[2])
            if entry[0] == "X" and last(entry[1]) not in TRANSPARENT
        ]

    def is_typed_dict(self, path: str, symbol: str) -> bool:
        return any(entry[0] == "X" and last(entry[1]) == "TypedDict" for entry in self.order(path, symbol))

    def is_enum(self, path: str, symbol: str) -> bool:
        return any(
            entry[0] == "X" and last(entry[1]) in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
            for entry in self.order(path, symbol)
        )

    def enum_members(self, atom: Atom) -> Value:
        return (("I", atom[1], atom[2], ()),) if self.is_enum(atom[1], atom[2]) else UNKNOWN


def with_arguments(entry: Atom, environment: dict[str, Value]) -> Atom:
    """An entry of a class's order with its arguments seen from a class that derives it."""
    arguments = entry[3] if entry[0] == "C" else entry[2]
    if not environment or not arguments:
        return entry
    given = tuple(substitute(value, environment) for value in arguments)
    return ("C", entry[1], entry[2], given) if entry[0] == "C" else ("X", entry[1], given)


def _merge(lists: list[list[Atom]], bases: list[Atom]) -> list[Atom]:
    """C3: the first head that is in no other tail; without one, the order they were written in."""
    pending = [list(one) for one in (*lists, bases) if one]
    merged: list[Atom] = []
    while pending:
        for one in pending:
            head = one[0]
            if not any(_same(head, other) for rest in pending for other in rest[1:]):
                break
        else:
            head = pending[0][0]
        merged.append(head)
        pending = [left for rest in pending if (left := [x for x in rest if not _same(x, head)])]
    return merged


def _same(one: Atom, other: Atom) -> bool:
    if one[0] != other[0]:
        return False
    return bool(one[1:3] == other[1:3]) if one[0] == "C" else bool(one[1] == other[1])
