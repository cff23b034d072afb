"""Rust types as plain tuples, and what can be done with them without looking anything up.

    ("N", path, symbol, args)          a struct, enum or union of the repository
    ("T", path, symbol, args, assoc)   a trait of the repository: `dyn T`, `impl T`, a bound
    ("X", name, args, assoc)           a type or trait outside, by its last name
    ("V", name, bounds)                a type parameter, `Self` of a trait; without a name `dyn A + B`
    ("S", t, name)                     an associated type `t::name` that is not known yet
    ("B", name) ("C", text)            a primitive type; a constant that is an argument
    ("P", t) ("R", t) ("A", t)         reference; raw pointer; array or slice
    ("U", members)                     tuple
    ("F", parameters, result)          function, closure, bound by `Fn`
    None                               unknown

`assoc` holds (name, type) pairs, as in `Iterator<Item = u8>`. Called by the other modules of Rust.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Type: TypeAlias = "tuple[Any, ...] | None"
Environment: TypeAlias = "dict[str, Type]"

MAX_NESTING: Final = 10
UNIT: Final[Type] = ("U", ())
BOOL: Final[Type] = ("B", "bool")
PRIMITIVES: Final = frozenset(
    {
        *("u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"),
        *("f32", "f64", "bool", "char", "str"),
    }
)
SELF: Final = "Self"


def outside(name: str, *args: Type) -> Type:
    """A type from outside by its last name."""
    return ("X", name, args, ())


def is_outside(t: Type, *names: str) -> bool:
    return t is not None and t[0] == "X" and t[1] in names


def argument(t: Any, position: int = 0) -> Type:
    """The generic argument of a type from outside, or of one of the repository."""
    args: tuple[Type, ...] = t[2] if t[0] == "X" else t[3]
    return args[position] if position < len(args) else None


def strip(t: Type) -> Type:
    """A type without the references around it."""
    while t is not None and t[0] == "P":
        t = t[1]
    return t


def substitute(t: Type, environment: Environment, depth: int = 0) -> Type:
    """`t` with its type parameters replaced; those without a value stay."""
    if t is None or not environment or depth > MAX_NESTING:
        return t
    head = t[0]
    if head == "V":
        found = environment.get(t[1])
        return t if found is None else found
    if head in ("B", "C"):
        return t
    if head in ("P", "R", "A"):
        return (head, substitute(t[1], environment, depth + 1))
    if head == "S":
        return ("S", substitute(t[1], environment, depth + 1), t[2])
    if head == "U":
        return ("U", _each(t[1], environment, depth))
    if head == "F":
        return ("F", _each(t[1], environment, depth), substitute(t[2], environment, depth + 1))
    if head == "N":
        return ("N", t[1], t[2], _each(t[3], environment, depth)) if t[3] else t
    if head == "X":
        return ("X", t[1], _each(t[2], environment, depth), _pairs(t[3], environment, depth))
    if head == "T":
        return ("T", t[1], t[2], _each(t[3], environment, depth), _pairs(t[4], environment, depth))
    return t


def _each(types: tuple[Type, ...], environment: Environment, depth: int) -> tuple[Type, ...]:
    return tuple(substitute(one, environment, depth + 1) for one in types)


def _pairs(pairs: Any, environment: Environment, depth: int) -> Any:
    return tuple((name, substitute(one, environment, depth + 1)) for name, one in pairs)


def unify(pattern: Type, actual: Type, found: Environment, depth: int = 0) -> bool:
    """Fill `found` with what `actual` says of the parameters in `pattern`; False where the two differ.

    What is not known fits everything.
    """
    if pattern is None or actual is None or depth > MAX_NESTING:
        return True
    head = pattern[0]
    if head == "V" and pattern[1]:
        if found.get(pattern[1]) is None:
            found[pattern[1]] = actual
        return True
    if head == "S" or actual[0] in ("V", "S"):
        return True
    if head == "P":
        return unify(pattern[1], actual[1] if actual[0] == "P" else actual, found, depth + 1)
    if actual[0] == "P":
        return unify(pattern, actual[1], found, depth + 1)
    if head != actual[0]:
        return False
    if head in ("R", "A"):
        return unify(pattern[1], actual[1], found, depth + 1)
    if head == "U":
        return _all(pattern[1], actual[1], found, depth)
    if head == "F":
        return _all(pattern[1], actual[1], found, depth) and unify(pattern[2], actual[2], found, depth + 1)
    if head == "N":
        return bool(pattern[1:3] == actual[1:3]) and _all(pattern[3], actual[3], found, depth)
    if head == "X":
        return bool(pattern[1] == actual[1]) and _all(pattern[2], actual[2], found, depth)
    if head == "T":
        return bool(pattern[1:3] == actual[1:3]) and _all(pattern[3], actual[3], found, depth)
    return bool(pattern == actual)


def _all(patterns: Any, actuals: Any, found: Environment, depth: int) -> bool:
    return all(unify(p, a, found, depth + 1) for p, a in zip(patterns, actuals, strict=False))


def mentions_parameters(t: Any, depth: int = 0) -> bool:
    """Whether a type parameter stands anywhere in `t`."""
    if not isinstance(t, tuple) or depth > MAX_NESTING:
        return False
    if t and t[0] in ("V", "S"):
        return True
    return any(mentions_parameters(part, depth + 1) for part in t)


def types_in(t: Any, depth: int = 0) -> list[tuple[str, str]]:
    """The repository's types and traits that stand anywhere in a type."""
    if not isinstance(t, tuple) or depth > MAX_NESTING or not t:
        return []
    if t[0] in ("N", "T") and len(t) > 3:
        rest = [found for part in t[3:] for found in types_in(part, depth + 1)]
        return [(t[1], t[2]), *rest]
    if t[0] == "V":
        return []
    return [found for part in t if isinstance(part, tuple) for found in types_in(part, depth + 1)]
