"""Java's primitives: literals, promotion, boxing, and what is taken where another is wanted.

Called by `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.resolve.languages.nominal.overloads import LOOSE, Fit, Overloads
from xray_graph.resolve.languages.nominal.types import NULL, Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.nominal.functional import FunctionalClasses

_ORDER: Final = ("byte", "short", "int", "long", "float", "double")
_WIDER: Final = {
    "byte": frozenset({"short", "int", "long", "float", "double"}),
    "short": frozenset({"int", "long", "float", "double"}),
    "char": frozenset({"int", "long", "float", "double"}),
    "int": frozenset({"long", "float", "double"}),
    "long": frozenset({"float", "double"}),
    "float": frozenset({"double"}),
}
_BOXES: Final = {
    "boolean": "java.lang.Boolean",
    "byte": "java.lang.Byte",
    "short": "java.lang.Short",
    "char": "java.lang.Character",
    "int": "java.lang.Integer",
    "long": "java.lang.Long",
    "float": "java.lang.Float",
    "double": "java.lang.Double",
    "void": "java.lang.Void",
}
_UNBOXED: Final = {box: name for name, box in _BOXES.items() if name != "void"}
_OF_ARRAYS: Final = frozenset({"java.lang.Cloneable", "java.io.Serializable"})


def boxed(t: Type) -> Type:
    """The class that stands for a primitive; anything else as it is."""
    return ("X", _BOXES[t[1]], ()) if t is not None and t[0] == "B" and t[1] in _BOXES else t


def unboxed(t: Type) -> Type:
    name = _UNBOXED.get(t[1]) if t is not None and t[0] == "X" else None
    return t if name is None else ("B", name)


def of_literal(word: str) -> Type:
    """The type of a literal: its kind, or a number as it is written."""
    if word == "String" or word[:1] == '"':
        return ("X", "java.lang.String", ())
    if word == "null":
        return NULL
    if word in ("boolean", "char", "int", "double"):
        return ("B", word)
    word = word.lower()
    if word.startswith(("0x", "0b")) and "p" not in word:
        return ("B", "long" if word.endswith("l") else "int")
    if word.endswith("l"):
        return ("B", "long")
    if word.endswith("f"):
        return ("B", "float")
    return ("B", "int" if word.replace("_", "").isdigit() else "double")


def promoted(left: Type, right: Type) -> Type:
    """The type of arithmetic on two values."""
    left, right = unboxed(left), unboxed(right)
    if left is None or right is None or left[0] != "B" or right[0] != "B":
        return None
    if left == right and left[1] == "boolean":
        return left
    ranks = [_ORDER.index(t[1]) if t[1] in _ORDER else 2 for t in (left, right)]
    return ("B", _ORDER[max(2, *ranks)])


class JavaOverloads(Overloads):
    def __init__(self, classes: FunctionalClasses) -> None:
        super().__init__(classes)

    def converts(self, given: Any, wanted: Any, phase: int) -> Fit:
        if given[0] == "B" and wanted[0] == "B":
            return wanted[1] in _WIDER.get(given[1], ())
        if given[0] == "B":
            if phase < LOOSE:
                return False
            return self.fits(boxed(given), wanted, phase)
        if wanted[0] == "B":
            if phase < LOOSE:
                return False
            plain = unboxed(given)
            if plain is not None and plain[0] == "B":
                return plain == wanted or wanted[1] in _WIDER.get(plain[1], ())
            if given[0] == "X" and "." not in given[1]:
                return None
            return False
        return False

    def array_is(self, wanted: Any) -> Fit:
        if wanted[0] == "X" and wanted[1] in _OF_ARRAYS:
            return True
        return super().array_is(wanted)
