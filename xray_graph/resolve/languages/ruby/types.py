"""Ruby types as plain tuples, and what can be done with them without looking anything up.

    ("I", class, is self)   an instance of a class of the repository
    ("C", class, is self)   a class or module itself
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
    return (t[0], t[1], False) if t is not None and t[0] in ("I", "C") else t
