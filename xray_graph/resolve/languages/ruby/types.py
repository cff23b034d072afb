"""Ruby types as plain tuples, and what can be done with them without looking anything up.

    ("I", class, is self)   an instance of a class of the repository
    ("C", class, is self)   a class or module itself
    ("B", module, is self)  the class that includes a module; of "" some class, of which no more is known
    ("X",)                  something from outside, `nil` among it
    None                    unknown

Called by `values` and `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Type: TypeAlias = "tuple[Any, ...] | None"

OUTSIDE_TYPE: Final[Type] = ("X",)


def agreed(types: Iterable[Type]) -> Type:
    """The one type that several values have, as far as they are known; None where two differ."""
    found: Type = None
    outside = False
    for one in types:
        if one is None:
            continue
        if one[0] == "X":
            outside = True
        elif found is None:
            found = one
        elif found[:2] != one[:2]:
            return None
    return found if found is not None else OUTSIDE_TYPE if outside else None


def plain(t: Type) -> Type:
    """A type that is kept somewhere: no longer what `self` is."""
    return (t[0], t[1], False) if t is not None and t[0] in ("I", "C", "B") else t


def seen_from(t: Type, receiver: Type) -> Type:
    """A type as a method gives it, in which the method's `self` is what the method was called on."""
    if t is None or t[0] not in ("I", "C") or not t[2] or receiver is None or not receiver[1:]:
        return t
    return ("B" if t[0] == "C" and receiver[0] == "B" else t[0], *receiver[1:])
