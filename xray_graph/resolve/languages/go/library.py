"""What of Go's standard library hands a program's own values on: generic functions, iterators, pointers.

Not a model of the library: only that `slices.MaxFunc(carts, less)` is a cart. What is not here gives back
something from outside. Source: go doc of Go 1.24, stable by Go 1's promise. Called by `types`, `expressions`.
"""

from __future__ import annotations

from typing import Any, Final

from xray_graph.resolve.languages.go.values import Type

BOOL: Final[Type] = ("B", "bool")

# What a function makes of its first argument: "same", "element", "keys" and "values" (iterators over them),
# "both" (an iterator over pairs), "list" (what an iterator gives, in a slice).
_OF_SLICES: Final = {
    **dict.fromkeys(("Clone", "Compact", "CompactFunc", "Delete", "DeleteFunc", "Grow", "Clip"), "same"),
    **dict.fromkeys(("Insert", "Replace", "Concat", "Repeat", "AppendSeq"), "same"),
    **dict.fromkeys(("Max", "MaxFunc", "Min", "MinFunc"), "element"),
    **dict.fromkeys(("Collect", "Sorted", "SortedFunc", "SortedStableFunc"), "list"),
    **dict.fromkeys(("All", "Backward"), "both"),
    "Values": "values",
}
FUNCTIONS: Final = {
    **{f"slices.{name}": kind for name, kind in _OF_SLICES.items()},
    **{f"golang.org/x/exp/slices.{name}": kind for name, kind in _OF_SLICES.items()},
    **dict.fromkeys(("maps.Clone", "sync.OnceFunc", "sync.OnceValue", "sync.OnceValues", "cmp.Or"), "same"),
    "maps.Keys": "keys",
    "maps.Values": "values",
    "maps.All": "both",
}
# Methods of generic types that give back a pointer to what the type is made for.
_POINTED: Final = {"sync/atomic.Pointer": frozenset({"Load", "Swap"})}
NAMES: Final = frozenset({name.rpartition(".")[2] for name in FUNCTIONS}).union(*_POINTED.values())


def iterator(*given: Type) -> Type:
    """`iter.Seq` or `iter.Seq2`: a function that calls another with each value."""
    return ("F", (("F", given, (BOOL,), False, ()),), (), False, ())


def generic(name: str, arguments: tuple[Type, ...]) -> Type:
    """A generic type of the library with its arguments; None where nothing is known of it."""
    if name == "iter.Seq" and len(arguments) == 1:
        return iterator(*arguments)
    if name == "iter.Seq2" and len(arguments) == 2:
        return iterator(*arguments)
    return ("X", name, arguments) if name in _POINTED and len(arguments) == 1 else None


def method_result(t: Any, name: str) -> Type:
    """What a method of a type that `generic` made gives back."""
    return ("P", t[2][0]) if len(t) > 2 and name in _POINTED[t[1]] else None
