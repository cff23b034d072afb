"""PHP types as plain tuples, and what can be done with them without looking anything up.

    ("N", path, symbol)   a class, interface, trait or enum of the repository
    ("T", path, symbol)   `static`: the class of the receiver, which is at least this one
    ("X", name)           a class outside
    ("B", name)           a scalar, `null` among them
    ("A", element)        an array, or what else yields elements of a type
    ("F", path, symbol)   a closure; ("R", result) some callable with a stated result
    ("C", t)              the name of a class as a value; ("D", t) of it or of one that derives from it
    ("S", ((key, t), ...))  an array whose keys are stated
    ("&", types)          classes, or one of several, all at once
    ("U", members)        one of several
    None                  unknown

Called by `types`, `values` and `resolver`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

Type: TypeAlias = "tuple[Any, ...] | None"

NULL: Final[Type] = ("B", "null")
MAX_NESTING: Final = 8


def union(members: Iterable[Type]) -> Type:
    """One of several types, `null` left out; None as soon as one of them is not known."""
    found: list[Any] = []
    for one in members:
        if one is None:
            return None
        for part in one[1] if one[0] == "U" else (one,):
            if part not in found:
                found.append(part)
    real = [one for one in found if one != NULL]
    if not real:
        return NULL if found else None
    return real[0] if len(real) == 1 else ("U", tuple(sorted(real, key=repr)))


def parts(t: Type) -> tuple[Any, ...]:
    return () if t is None else t[1] if t[0] == "U" else (t,)


def bound_to(t: Type, receiver: Type, depth: int = 0) -> Type:
    """`t` with `static` replaced by the receiver's class."""
    if t is None or depth > MAX_NESTING:
        return t
    if t[0] == "T":
        return receiver if receiver is not None else ("N", t[1], t[2])
    if t[0] in ("A", "C", "D", "R"):
        return (t[0], bound_to(t[1], receiver, depth + 1))
    if t[0] == "U":
        return union(bound_to(one, receiver, depth + 1) for one in t[1])
    if t[0] == "S":
        return ("S", tuple((key, bound_to(one, receiver, depth + 1)) for key, one in t[1]))
    return t
