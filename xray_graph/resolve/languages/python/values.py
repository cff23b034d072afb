"""What a Python expression may be, as plain tuples. A leaf: knows no file and looks nothing up.

A *value* is a tuple of *atoms*, the alternatives that declarations and plain construction leave open; the
empty value is unknown. An atom is

    ("C", path, symbol, arguments)    a class of the repository as an object
    ("CC", path, symbol, arguments)   it or a subclass, of which only the type is known
    ("I", path, symbol, arguments)    an instance of one; arguments are values, of its type parameters
    ("Z", path, symbol)               what `self` is in a class: an instance of it or of a subclass
    ("ZC", path, symbol)              what `cls` is
    ("F", path, symbol)               a function of the repository
    ("M", path, symbol, receiver)     a method bound to an atom
    ("S", path, symbol, receiver)     `super()`: what lies behind a class in its receiver's order
    ("mod", path)  ("pkg", folder)    a module; a package without `__init__`
    ("X", name)                       a thing outside: module, class or function, by its dotted name
    ("E", name, arguments)            an instance of a class outside, `list` and `str` among them;
                                      of a literal also its entries: (key as written, value) …
    ("L", literal)                    what `Literal["a"]` stands for, as written
    ("B", name, atom)                 a method of such an instance
    ("T", values)                     a tuple of known parts
    ("K", parameters, value)          something callable, by what it takes (None: anything) and gives;
                                      of a `partial` also what it calls
    ("V", name, bound)                a type variable; ("VC", name, bound) the class that it stands for
    ("TF", value)                     a written type as an object; value is what its instances are

Called by the other modules of Python's resolver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Atom: TypeAlias = "tuple[Any, ...]"
Value: TypeAlias = "tuple[Atom, ...]"

UNKNOWN: Final[Value] = ()
MAX_ATOMS: Final = 16
MAX_NESTING: Final = 8
MAX_LITERAL: Final = 6  # types in types that are told apart
_PARTS: Final = {"I": 3, "C": 3, "CC": 3, "E": 2, "T": 1}

NONE_ATOM: Final[Atom] = ("E", "None", ())
STRING: Final[Value] = (("E", "str", ()),)
INTEGER: Final[Value] = (("E", "int", ()),)
BOOLEAN: Final[Value] = (("E", "bool", ()),)

# What is written `x[T]` and yields T, one by one, when iterated.
ITERABLES: Final = frozenset(
    [
        *("list", "set", "frozenset", "tuple", "deque", "List", "Set", "FrozenSet", "Deque", "Sequence"),
        *("MutableSequence", "Iterable", "Iterator", "Collection", "Generator", "Reversible", "AbstractSet"),
        *(
            "AsyncIterator",
            "AsyncIterable",
            "AsyncGenerator",
            "MutableSet",
            "KeysView",
            "ValuesView",
            "ItemsView",
        ),
    ]
)
MAPPINGS: Final = frozenset(
    [
        *(
            "dict",
            "Dict",
            "Mapping",
            "MutableMapping",
            "defaultdict",
            "DefaultDict",
            "OrderedDict",
            "Counter",
        ),
        *("ChainMap", "MappingProxyType", "WeakValueDictionary", "WeakKeyDictionary"),
    ]
)
MANAGERS: Final = frozenset(
    {"ContextManager", "AbstractContextManager", "AsyncContextManager", "AbstractAsyncContextManager"}
)
AWAITABLES: Final = frozenset({"Awaitable", "Coroutine", "Future", "Task"})
GENERATORS: Final = frozenset({"Generator", "Iterator", "Iterable", "AsyncIterator", "AsyncGenerator"})


def last(name: str) -> str:
    """`Optional` of `typing.Optional`."""
    return name.rpartition(".")[2]


def union(*values: Value) -> Value:
    """All alternatives, in order, each once; too many are no knowledge."""
    found: dict[Atom, None] = {}
    for value in values:
        for atom in value:
            found[atom] = None
    return tuple(found) if len(found) <= MAX_ATOMS else UNKNOWN


def shallow(value: Value) -> Value:
    """`value`, or nothing where it nests so deep that it says nothing any more."""
    level = [value]
    for _ in range(MAX_LITERAL):
        level = [part for one in level for atom in one for part in _parts(atom)]
        if not level:
            return value
    return UNKNOWN


def _parts(atom: Atom) -> tuple[Value, ...]:
    """The values inside an atom: of a generic its arguments, of a tuple its parts."""
    place = _PARTS.get(atom[0], 0)
    if not place:
        return (*(atom[1] or ()), atom[2]) if atom[0] == "K" else ()
    parts: tuple[Value, ...] = atom[place]
    return parts


def instances(value: Value) -> Value:
    """What a type expression's value stands for as an annotation: classes become their instances."""
    return union(*(_instance(atom) for atom in value))


def _instance(atom: Atom) -> Value:
    head = atom[0]
    if head in ("C", "CC"):
        return (("I", *atom[1:]),)
    if head == "ZC":
        return (("Z", *atom[1:]),)
    if head == "VC":
        return (("V", *atom[1:]),)
    if head == "X":
        return (("E", atom[1], ()),)
    return ()


def classes(value: Value) -> Value:
    """`type[T]` of T, for what a value may be an instance of."""
    found: list[Atom] = []
    for atom in value:
        head = atom[0]
        if head == "I":
            found.append(("CC", *atom[1:]))
        elif head == "Z":
            found.append(("ZC", *atom[1:]))
        elif head == "V":
            found.append(("VC", *atom[1:]))
        elif head == "E":
            found.append(("X", atom[1]))
    return tuple(found)


def without_none(value: Value) -> Value:
    return tuple(atom for atom in value if atom != NONE_ATOM)


def known(value: Value) -> bool:
    """Whether any alternative says where it comes from."""
    return any(atom != NONE_ATOM for atom in value)


def map_atoms(value: Value, change: Callable[[Atom], Value | None], depth: int = 0) -> Value:
    """`value` with atoms replaced, inside arguments and parts too; `change` gives None to go inside."""
    if depth > MAX_NESTING:
        return UNKNOWN
    found: list[Value] = []
    for atom in value:
        given = change(atom)
        if given is not None:
            found.append(given)
            continue
        head = atom[0]
        if head in ("C", "CC", "I") and atom[3]:
            parts = tuple(map_atoms(v, change, depth + 1) for v in atom[3])
            found.append(((head, atom[1], atom[2], parts),))
        elif head == "E" and atom[2]:
            found.append((("E", atom[1], tuple(map_atoms(v, change, depth + 1) for v in atom[2])),))
        elif head == "T":
            found.append((("T", tuple(map_atoms(v, change, depth + 1) for v in atom[1])),))
        elif head == "K":
            taken = atom[1]
            if taken is not None:
                taken = tuple(map_atoms(v, change, depth + 1) for v in taken)
            found.append((("K", taken, map_atoms(atom[2], change, depth + 1), *atom[3:]),))
        else:
            found.append((atom,))
    return union(*found)


def substitute(value: Value, environment: Mapping[str, Value]) -> Value:
    """`value` with type variables replaced by what they stand for; those not in there stay."""
    if not environment or not mentions_variables(value):
        return value

    def change(atom: Atom) -> Value | None:
        if atom[0] == "V" and atom[1] in environment:
            return environment[atom[1]]
        if atom[0] == "VC" and atom[1] in environment:
            return classes(environment[atom[1]])
        return None

    return map_atoms(value, change)


def settled(value: Value) -> Value:
    """`value` with the type variables that nothing bound replaced by their bounds.

    Those that a callable among it takes are bound when that is called: `Callable[[F], F]`.
    """
    if not mentions_variables(value):
        return value

    def change(atom: Atom) -> Value | None:
        if atom[0] == "K" and atom[1] and any(mentions_variables(taken) for taken in atom[1]):
            return (atom,)
        if atom[0] == "V":
            return tuple(atom[2])
        if atom[0] == "VC":
            return classes(atom[2])
        return None

    return map_atoms(value, change)


def own_variables_out(value: Value) -> Value:
    """`value` without what stands for a function's own parameters, seen from outside the function."""
    if not mentions_variables(value):
        return value
    return map_atoms(value, lambda atom: UNKNOWN if atom[0] == "V" and atom[1].endswith(")") else None)


def bound_to(value: Value, receiver: Atom) -> Value:
    """`value` with `self` and `Self` replaced by the receiver it was asked of."""
    if receiver[0] in ("Z", "ZC"):
        return value
    instance: Value = (receiver,) if receiver[0] == "I" else instances((receiver,))
    if not instance:
        return value

    def change(atom: Atom) -> Value | None:
        if atom[0] == "Z":
            return instance
        if atom[0] == "ZC":
            return classes(instance)
        return None

    return map_atoms(value, change) if any_atom(value, ("Z", "ZC")) else value


def mentions_variables(value: Value) -> bool:
    return any_atom(value, ("V", "VC"))


def any_atom(value: Value, heads: tuple[str, ...], depth: int = 0) -> bool:
    """Whether an atom of one of these kinds stands anywhere in a value."""
    if depth > MAX_NESTING:
        return False
    for atom in value:
        if atom[0] in heads:
            return True
        parts = _parts(atom)
        if any(any_atom(part, heads, depth + 1) for part in parts):
            return True
    return False
