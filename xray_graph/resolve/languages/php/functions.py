"""What functions of PHP's own library hand on of their first argument, and what every enum has.

Called by `types` and `values`.
"""

from __future__ import annotations

from typing import Final

_SAME: Final = frozenset(
    {
        "array_filter",
        "array_values",
        "array_reverse",
        "array_slice",
        "array_unique",
        "array_merge",
        "iterator_to_array",
    }
)
_ONE: Final = frozenset({"end", "reset", "current", "next", "prev", "array_pop", "array_shift"})
OF_ENUMS: Final = frozenset({"from", "tryfrom", "cases"})  # methods that the language gives them


def handed_on(name: str) -> str:
    """What a call of a function gives: "same", "one" of the elements, what is "called" gives for each, ""."""
    if name in _SAME:
        return "same"
    return "one" if name in _ONE else "called" if name == "array_map" else ""
