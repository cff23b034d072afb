"""C#'s conversions: literals, arithmetic, what is taken where another type is wanted, arguments by name.

On `nominal.overloads`. All implicit conversions of the language count in one phase; which is better is told
by which converts into which. Called by `values`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.csharp.library import NUMBERS, ON_STACK
from xray_graph.resolve.languages.nominal import types
from xray_graph.resolve.languages.nominal.overloads import LOOSE, Fit, Overloads, Possible, is_void
from xray_graph.resolve.languages.nominal.types import NULL, Method, Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.csharp.classes import CSharpClasses

_GENERIC: Final = "System.Collections.Generic."
_SEQUENCE: Final[Type] = ("X", _GENERIC + "IEnumerable", ())
_TEXT: Final = "System.String"
STRING: Final[Type] = ("X", _TEXT, ())
_WIDER: Final = {
    "sbyte": "short int long float double decimal",
    "byte": "short ushort int uint long ulong float double decimal",
    "short": "int long float double decimal",
    "ushort": "int uint long ulong float double decimal",
    "int": "long float double decimal",
    "uint": "long ulong float double decimal",
    "long": "float double decimal",
    "ulong": "float double decimal",
    "char": "ushort int uint long ulong float double decimal",
    "float": "double",
}
_OF_VALUES: Final = frozenset(
    {"System.Object", "System.ValueType", "System.IComparable", "System.IConvertible", "System.IFormattable"}
)
_FUNCTIONS: Final = frozenset({"System.Func", "System.Action"})
_TASKS: Final = frozenset({"System.Threading.Tasks.Task", "System.Threading.Tasks.ValueTask"})
_OF_ARRAYS: Final = frozenset({"System.Array", "System.ICloneable"})
# Interfaces without type parameters → the classes with some that are such a thing; their interfaces are not.
_OLDER: Final = {
    "System.Collections.IList": frozenset({_GENERIC + "List", "System.Collections.ObjectModel.Collection"}),
    "System.Collections.IDictionary": frozenset({_GENERIC + "Dictionary", _GENERIC + "SortedDictionary"}),
}
_OLDER["System.Collections.ICollection"] = frozenset(
    {*(one for classes in _OLDER.values() for one in classes), _GENERIC + "Queue", _GENERIC + "Stack"}
)
_NO_TYPES: Final = frozenset({"L", "R", "C", "null", "type", "package"})  # heads of what says no type
_SEQUENCES: Final = frozenset(
    {
        "System.Collections.Generic.IEnumerable",
        "System.Collections.Generic.ICollection",
        "System.Collections.Generic.IList",
        "System.Collections.Generic.IReadOnlyList",
        "System.Collections.Generic.IReadOnlyCollection",
        "System.Collections.IEnumerable",
        "System.Collections.ICollection",
        "System.Collections.IList",
    }
)


def of_literal(word: str) -> Type:
    """The type of a literal: its kind, or a number as it is written."""
    if word.endswith("string") or '"' in word:
        return STRING
    if word == "null":
        return NULL
    if word in ("bool", "char", "int", "double"):
        return ("B", word)
    word = word.lower().replace("_", "")
    if word.startswith(("0x", "0b")):
        return ("B", "long" if word.endswith("l") else "uint" if word.endswith("u") else "int")
    for ending, name in (("ul", "ulong"), ("lu", "ulong"), ("l", "long"), ("u", "uint"), ("f", "float")):
        if word.endswith(ending):
            return ("B", name)
    if word.endswith("m"):
        return ("B", "decimal")
    return ("B", "int" if word.isdigit() else "double")


def promoted(left: Type, right: Type) -> Type:
    """The type of arithmetic on two values."""
    if left is None or right is None or left[0] != "B" or right[0] != "B":
        return None
    if left == right and left[1] in ("bool", "decimal"):
        return left
    for name in ("decimal", "double", "float", "ulong", "long", "uint"):
        if name in (left[1], right[1]):
            return ("B", name)
    return ("B", "int")


class CSharpOverloads(Overloads):
    def __init__(self, classes: CSharpClasses) -> None:
        super().__init__(classes)
        self._csharp = classes

    def arranged(self, method: Method, names: Sequence[str], count: int) -> tuple[int, ...] | None:
        if not names or not any(names):
            return super().arranged(method, (), count)
        places: list[int] = []
        for position, name in enumerate(names):
            if not name:
                places.append(position)
            elif name in method.names:
                places.append(method.names.index(name))
            else:
                return None
        last = len(method.parameters)
        if len(set(places)) != len(places) or any(place >= last for place in places):
            return None
        return tuple(places) if all(place in places for place in range(method.required)) else None

    def converts(self, given: Any, wanted: Any, phase: int) -> Fit:
        if given[0] == "B" and wanted[0] == "B":
            return wanted[1] in _WIDER.get(given[1], "").split()
        if wanted[0] == "X" and wanted[1] == "System.Nullable" and wanted[2]:
            return given == NULL or self.fits(given, wanted[2][0], phase)
        if given[0] == "B":
            if wanted[0] == "X" and wanted[1] in _OF_VALUES:
                return True
            if wanted[0] == "V":
                return True
        if given[0] == "X" and given[1] == "System.Nullable" and wanted[0] == "X" and wanted[1] in _OF_VALUES:
            return True
        if given[0] == "X" and ("." not in given[1] or (given[1] == "System.Nullable" and wanted[0] == "B")):
            return None if "." not in given[1] else False
        if wanted[0] == "X" and "." not in wanted[1]:
            return None
        older = _OLDER.get(wanted[1]) if wanted[0] == "X" else None
        if older and any(one and one[0] == "X" and one[1] in older for one in self.classes.ancestors(given)):
            return True
        return self._by_operator(given, wanted) if phase >= LOOSE else False

    def _by_operator(self, given: Any, wanted: Any) -> Fit:
        """A conversion that one of the two classes declares."""
        for one in (wanted, given):
            if one[0] != "N":
                continue
            for source, target in self._csharp.conversions(one[1], one[2]):
                same = target is not None and target[:-1] == wanted[:-1] and source is not None
                if same and (source == given or self.fits(given, source, 1) is True):
                    return True
        return False

    def same_arguments(self, given: Any, wanted: Any) -> Fit:
        """Equal arguments, or such that convert where the type is an interface."""
        if given is not None and wanted[1] in _FUNCTIONS and len(given[-1]) != len(wanted[-1]):
            return False  # `Action<A>` is no `Action<A, B>`
        if given is not None and wanted[1] in _TASKS and wanted[-1] and not given[-1]:
            return False  # `Task` is no `Task<A>`, though that is a `Task`
        if given is None or not given[-1] or not wanted[-1]:
            return True
        if given[1] == "System.Nullable":
            inner, outer = given[-1][0], wanted[-1][0]
            return inner == outer or self.fits(inner, outer, LOOSE)
        variant = self._csharp.is_interface(wanted) or wanted[1] in _FUNCTIONS
        last = len(wanted[-1]) - (wanted[1] == "System.Func")
        for place, (one, its) in enumerate(zip(given[-1], wanted[-1], strict=False)):
            if one is None or its is None or one == its:
                continue
            takes = wanted[1] in _FUNCTIONS and place < last  # what takes more stands for what takes less
            if types.mentions(its):
                if self._is_another(one, its) and not (takes and self._may_take(one, its)):
                    return False
                continue
            if takes and one[0] not in ("V", "T"):
                one, its = its, one
            if one[0] == "V" and one[2]:  # of the caller: no `string`, whatever stands for it
                if not variant or self.fits(self.classes.bound(one), its, 1) is False:
                    return False
                continue
            if types.mentions(one):
                continue
            if one[0] == its[0] == "T" and one[1] == its[1]:
                continue
            if not variant or one[0] == "B" or its[0] == "B" or self.fits(one, its, 1) is False:
                return False
        return True

    def _is_another(self, one: Any, its: Any) -> bool:
        """Whether a type argument is surely not of the class whose own arguments are open: `Task<A>`."""
        if one[0] == "V" and one[2] and its[0] in ("N", "X", "T"):  # the caller's, whatever stands for it
            return self.fits(self.classes.bound(one), types.erased(its), 1) is False
        if its[0] == "T" or one[0] == "T":
            library = self.classes.library
            known = all(t[0] in ("T", "N", "B") or (t[0] == "X" and t[1] in library) for t in (one, its))
            return known and one[0] != its[0]
        if one[0] not in ("N", "X") or its[0] not in ("N", "X"):
            return False
        if its[1] in _TASKS and one[:-1] == its[:-1] and not one[-1]:
            return True  # `Task` is no `Task<A>`
        return self.fits(types.erased(one), types.erased(its), 1) is False

    def _may_take(self, one: Any, its: Any) -> bool:
        return one[0] in ("N", "X") and self.fits(types.erased(its), types.erased(one), 1) is not False

    def returns_fit(self, given: Any, method: Method) -> Fit:
        """An `async` lambda gives a task back; any other what fits the result that is wanted."""
        if given[2] < 0 or "async" not in given[3].declarations[given[2]].attributes:
            if not super().returns_fit(given, method):
                return False
            wanted = method.result
            if given[2] < 0 or is_void(method) or wanted is None or wanted[0] == "V":
                return True
            if self.gives(given) == "never":
                return True
            result = self.given_back(given)
            return True if result is None else self.fits(result, wanted, LOOSE)
        gives, result = self.gives(given), method.result
        if is_void(method):
            return gives != "value"
        if result is None or result[0] != "X" or not result[1].startswith("System.Threading.Tasks."):
            return result is None or result[0] == "V"
        if not result[2]:
            return gives != "value"
        made = self.given_back(given) if gives != "never" else None
        return gives != "void" and (made is None or self.fits(made, result[2][0], LOOSE) is not False)

    def _more_specific(self, one: Possible, other: Possible, given: list[Type], phase: int) -> bool:
        if not super()._more_specific(one, other, given, phase) or _is_span(other) > _is_span(one):
            return False
        if not self._is_generic(one, phase) or self._is_generic(other, phase):
            return True
        return any(  # alike, the one without type parameters is better
            self._meant(one, i, given, phase) != self._meant(other, i, given, phase)
            for i in range(len(given))
        )

    def _lambda_fits(self, given: Any, wanted: Any) -> Fit:
        """A parameter that states its type is of just that type."""
        fit = super()._lambda_fits(given, wanted)
        taken = self.classes.descriptor(wanted) if fit is not False and given[2] >= 0 else None
        if taken is None:
            return fit
        _, _, index, view = given
        one = view.declarations[index]
        for parameter, t in zip(one.parameters, taken.parameters, strict=False):
            if parameter.type != NONE and not types.mentions(t):
                stated = self._csharp.names.as_type(view, parameter.type, one.scope)
                if stated is not None and t is not None and stated[:-1] != t[:-1]:
                    return False
        return fit

    def _better_for_lambda(self, given: Any, taken: Type, instead: Type) -> bool:
        """Of two that give numbers back, the one that gives what the lambda does, as far as it is written."""
        mine, its = self.classes.descriptor(taken), self.classes.descriptor(instead)
        if mine is not None and its is not None and mine.parameters != its.parameters:
            open_ones = any(types.mentions(t) for t in (*mine.parameters, *its.parameters))
            if given[1] > 0 and not open_ones:
                return False  # which of the two its body is right for is not known here
        if mine is None or its is None or mine.result == its.result:
            return super()._better_for_lambda(given, taken, instead)
        plain = self._csharp.plain
        if is_number(plain(mine.result)) and is_number(plain(its.result)):
            return self._written_result(given) == mine.result
        return super()._better_for_lambda(given, taken, instead)

    def _written_result(self, given: Any) -> Type:
        """What a lambda gives back where that needs no type of a parameter: a cast, a literal."""
        _, _, index, view = given
        for one in view.facts.returns if index >= 0 else ():
            if one.declaration == index:
                row = view.expressions[one.expression]
                if row[0] == Op.CAST:
                    return self._csharp.names.as_type(view, row[2], one.scope)
                return of_literal(view.strings[row[1]]) if row[0] == Op.LITERAL else None
        return None

    def _meant(self, one: Possible, i: int, given: list[Type], phase: int) -> Type:
        """A type parameter of the method is what the arguments say: nothing fits them better."""
        taken = self._taken(one.method, one.places[i], phase)
        if not _is_own(taken, one.method):
            return taken
        said = {t for place, t in zip(one.places, given, strict=True)
                if self._taken(one.method, place, phase) == taken}  # fmt: skip
        t = said.pop()
        unknown = t is None or t == types.UNKNOWN_OUTSIDE or t[0] in _NO_TYPES
        return taken if said or unknown else t

    def _is_generic(self, one: Possible, phase: int) -> bool:
        return any(_is_own(self._taken(one.method, place, phase), one.method) for place in one.places)

    def _within_bound(self, given: Any, wanted: Any, phase: int) -> Fit:
        if given[0] == "X" and given[1] in ON_STACK:
            return False  # no type argument
        return super()._within_bound(given, wanted, phase)

    def _reference_fits(self, given: Any, wanted: Any) -> Fit:
        """A method group stands for a delegate with as many parameters as one of its methods."""
        descriptor = self.classes.descriptor(wanted) if wanted[0] in ("N", "X") else None
        if descriptor is None or not given[1]:
            return super()._reference_fits(given, wanted)
        passed = descriptor.parameters
        return any(
            len(m.parameters) == len(passed)
            and all(
                types.mentions(t) or self.fits(t, p, LOOSE) is not False
                for t, p in zip(passed, m.parameters, strict=True)
            )
            for m in given[1]
        )

    def elements_fit(self, given: Any, wanted: Any, phase: int) -> Fit:
        """A collection of what all elements can be; no text, no plain object."""
        if wanted[0] == "A":
            element = wanted[1]
        elif wanted[0] == "X" and wanted[1] in ON_STACK:
            element = wanted[2][0] if wanted[2] else None
        elif wanted[0] in ("N", "X"):
            plain = wanted[0] == "X" and wanted[1] in (_TEXT, self.classes.root)
            if plain or self.classes.descriptor(wanted):
                return False
            seen = self.classes.as_super(wanted, _SEQUENCE)
            if seen is None or not seen[-1]:
                return False if seen is None and self.is_known(wanted) else None
            element = seen[-1][0]
        else:
            return None
        fits = [self.fits(one, element, LOOSE) for one in given[1]] if element is not None else [None]
        return False if False in fits else None if None in fits else True

    def _array_fits(self, given: Any, wanted: Any) -> Fit:
        if wanted[2:] == (0,) and given[0] == "X" and given[1] in ON_STACK:
            return True
        return super()._array_fits(given, wanted)

    def array_is(self, wanted: Any) -> Fit:
        if wanted[0] == "X" and (wanted[1] in _OF_ARRAYS or wanted[1] in _SEQUENCES):
            return True
        return super().array_is(wanted)


def _is_own(t: Type, method: Method) -> bool:
    """Whether a type is a type parameter of the method itself."""
    return t is not None and t[0] == "V" and t[2:] == (method.path, method.symbol)


def _is_span(one: Possible) -> bool:
    """Whether variadic arguments go into a span, which is better than an array."""
    last = one.method.parameters[-1] if one.method.is_variadic else None
    return last is not None and last[2:] == (0,)


def is_number(t: Type) -> bool:
    return t is not None and t[0] == "B" and t[1] in NUMBERS
