"""Types of languages with declared classes, as plain tuples, and what needs no look-up. A leaf.

    ("N", path, symbol, args)    a class, interface, enum ... of the repository, with its type arguments
    ("X", name, args)            one outside: its full name where an import or the library tells it
    ("B", name)                  a primitive
    ("A", t)                     array; ("A", t, n) one of n dimensions, where that is a type of its own,
                                 0 for a span that takes variadic arguments
    ("V", name, path, symbol)    a type parameter of a declaration; of a library type the path is ""
    ("I", members)               several at once: an intersection, or what a multiple catch may be
    ("L", arity, index, view)    a lambda, not yet given a type; arity -1: any
    ("R", expression)            a method reference, likewise
    ("C", members)               elements in brackets, not yet given a type
    ("null",)                    the null value
    ("T", members)               a tuple; ("T", members, names) where some have one, "" for the others
    ("type", t)                  an expression that is a type, no value
    ("package", name)            a package or namespace
    None                         unknown

Called by the resolvers of Java and C#.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

Type: TypeAlias = "tuple[Any, ...] | None"
Environment: TypeAlias = "dict[Any, Type]"  # ("V", ...) → what stands for it

NULL: Final[Type] = ("null",)
UNKNOWN_OUTSIDE: Final[Type] = ("X", "", ())
MAX_NESTING: Final = 10  # of types in types

STATIC, ABSTRACT, PRIVATE, VARIADIC, CONSTRUCTOR, EXTENSION, SYNTHETIC, OF_PACKAGE, DEFAULT = (
    1 << bit for bit in range(9)
)
LATE: Final = ABSTRACT | DEFAULT  # which code runs is decided by the receiver: no body, or an interface's own


class Method(NamedTuple):
    """One callable member. `path` is "" for one of a library."""

    path: str
    symbol: str
    name: str
    flags: int
    parameters: tuple[Type, ...]
    required: int  # how many arguments must be given; a variadic parameter needs none
    result: Type
    type_parameters: tuple[Type, ...]  # its own, as ("V", ...)
    names: tuple[str, ...] = ()  # of its parameters
    depth: int = 0  # 0 where the class itself declares it

    @property
    def is_variadic(self) -> bool:
        return bool(self.flags & VARIADIC)


class Field(NamedTuple):
    path: str
    symbol: str
    type: Type
    flags: int
    depth: int = 0


def substitute(t: Type, environment: Environment, depth: int = 0) -> Type:
    """`t` with its type parameters replaced; those without a value stay."""
    if t is None or not environment or depth > MAX_NESTING:
        return t
    head = t[0]
    if head == "V":
        return environment.get(t, t)
    if head in ("N", "X"):
        args = t[-1]
        if not args:
            return t
        return (*t[:-1], tuple(substitute(a, environment, depth + 1) for a in args))
    if head in ("A", "type"):
        return (head, substitute(t[1], environment, depth + 1), *t[2:])
    if head in ("I", "T"):
        return (head, tuple(substitute(m, environment, depth + 1) for m in t[1]), *t[2:])
    return t


def substituted(method: Method, environment: Environment) -> Method:
    if not environment:
        return method
    return method._replace(
        parameters=tuple(substitute(p, environment) for p in method.parameters),
        result=substitute(method.result, environment),
    )


def mentions(t: Type, wanted: frozenset[Any] | None = None, depth: int = 0) -> bool:
    """Whether one of the type parameters `wanted`, or any, stands in `t`."""
    if t is None or depth > MAX_NESTING:
        return False
    head = t[0]
    if head == "V":
        return wanted is None or t in wanted
    if head in ("N", "X"):
        return any(mentions(a, wanted, depth + 1) for a in t[-1])
    if head in ("A", "type"):
        return mentions(t[1], wanted, depth + 1)
    if head in ("I", "T"):
        return any(mentions(m, wanted, depth + 1) for m in t[1])
    return False


def count_open(t: Type, depth: int = 0) -> int:
    """How many type parameters stand in `t`, each as often as it does."""
    if t is None or depth > MAX_NESTING:
        return 0
    head = t[0]
    if head in ("N", "X"):
        return sum(count_open(a, depth + 1) for a in t[-1])
    if head in ("A", "type"):
        return count_open(t[1], depth + 1)
    if head in ("I", "T"):
        return sum(count_open(m, depth + 1) for m in t[1])
    return int(head == "V")


def undecided(t: Type) -> bool:
    """Whether a type has an argument that nothing has told: of a generic method outside."""
    args = t[-1] if t is not None and t[0] in ("N", "X") else ()
    return any(a is not None and (undecided(a) if a[0] != "V" else not a[2]) for a in args)


def narrows(wanted: Type, seen: Type) -> bool:
    """Whether `wanted` names a type where `seen`, an array or of the same class, has a type parameter."""
    if wanted is None or wanted[0] not in ("N", "X") or seen is None or seen[0] not in ("N", "X", "A"):
        return False
    return any(
        one is not None and one[0] == "V" and other is not None and other[0] != "V"
        for one, other in zip((seen[1],) if seen[0] == "A" else seen[-1], wanted[-1], strict=False)
    )


def erased(t: Type) -> Type:
    """`t` without type arguments; parameters stay what they are."""
    if t is None:
        return None
    if t[0] in ("N", "X"):
        return (*t[:-1], ()) if t[-1] else t
    return ("A", erased(t[1]), *t[2:]) if t[0] == "A" else t


def identity(t: Type) -> tuple[Any, ...] | None:
    """What makes two class types one, whatever their arguments."""
    if t is None or t[0] not in ("N", "X"):
        return None
    return t[:-1]


def classes_in(t: Type, depth: int = 0) -> list[tuple[str, str]]:
    """The repository's classes that stand anywhere in a type: (path, symbol)."""
    if t is None or depth > MAX_NESTING:
        return []
    head = t[0]
    if head in ("N", "X"):
        own = [(t[1], t[2])] if head == "N" else []
        return own + [c for a in t[-1] for c in classes_in(a, depth + 1)]
    if head in ("A", "type"):
        return classes_in(t[1], depth + 1)
    if head in ("I", "T"):
        return [c for m in t[1] for c in classes_in(m, depth + 1)]
    return []
