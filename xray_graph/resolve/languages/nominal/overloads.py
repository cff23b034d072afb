"""Which of several methods of one name a call means, by the number and the declared types of arguments.

As the languages have it: first those that fit without conversion, then with one, then with variadic
arguments; of those that fit the most specific. An argument of unknown type fits everywhere and decides
nothing: where it would have to, the call is ambiguous and there is no answer. For Java and C#.
"""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from xray_graph.resolve.languages.nominal import types
from xray_graph.resolve.languages.nominal.types import CONSTRUCTOR, Method, Type

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xray_graph.resolve.languages.nominal.functional import FunctionalClasses

STRICT, LOOSE, SPREAD = 1, 2, 3  # how much is converted
_PLACES: Final = tuple(tuple(range(count)) for count in range(256))

# What fits: yes, no, or not known.
Fit = bool | None


class Choice(NamedTuple):
    """The answer: a method, or how many might be meant."""

    method: Method | None
    possible: int


class Possible(NamedTuple):
    """A method that may be meant, the parameter of each argument, and how each fits (yes or not known)."""

    method: Method
    places: tuple[int, ...]
    fits: list[Fit]


class Overloads(abc.ABC):
    """Chooses between methods."""

    def __init__(self, classes: FunctionalClasses) -> None:
        self.classes = classes
        # What a method reference means by its name alone: a method, a type that it makes, or None.
        self.referred: Callable[[Type], Method | Type] = lambda _reference: None

        # What a lambda gives back: "void", "value", "never", "both" for a value that may be left alone, "".
        self.gives: Callable[[Type], str] = lambda _lambda: ""
        self.given_back: Callable[[Type], Type] = lambda _lambda: None  # its type

    # --- what a language says ---------------------------------------------------------------------

    @abc.abstractmethod
    def converts(self, given: Any, wanted: Any, phase: int) -> Fit:
        """Whether a value of a primitive or boxed type is taken where another is wanted."""

    def arranged(self, method: Method, names: Sequence[str], count: int) -> tuple[int, ...] | None:
        """The parameter that each argument goes to; None where they do not fit in number.

        `names` are those that arguments are passed by, "" for one by position.
        """
        if count < method.required or (names and any(names)):
            return None
        last = len(method.parameters) - 1
        if not method.is_variadic:
            return _PLACES[count] if count <= last + 1 and count < len(_PLACES) else None
        return tuple(min(i, last) for i in range(count))

    # --- choosing ---------------------------------------------------------------------------------

    def choose(
        self,
        methods: Sequence[Method],
        count: int,
        argument: Callable[[int], Type],
        names: Sequence[str] = (),
    ) -> Choice:
        """The one method that a call with `count` arguments means; `argument(i)` gives the type of one."""
        fitting = [(m, a) for m in methods if (a := self.arranged(m, names, count)) is not None]
        if len(fitting) < 2:
            return Choice(fitting[0][0] if fitting else None, len(fitting))
        given = [argument(i) for i in range(count)]
        for phase in (STRICT, LOOSE, SPREAD):
            possible = []
            for method, places in fitting:
                fits = self._fits(method, places, given, phase)
                if fits is not None:
                    possible.append(Possible(method, places, fits))
            if len(possible) == 1:
                one = possible[0]
                sure = self._takes_all(one, phase) or not self._later(fitting, one.method, given, phase)
                return Choice(one.method if sure else None, 1)
            if possible:
                return Choice(self._most_specific(possible, given, phase), len(possible))
        return Choice(None, 0)

    def _later(self, fitting: Any, first: Method, given: list[Type], phase: int) -> bool:
        """Whether another method fits in a later phase, so that one that only may fit is not sure."""
        return any(
            m is not first and self._fits(m, a, given, later) is not None
            for later in range(phase + 1, SPREAD + 1)
            for m, a in fitting
        )

    def _fits(
        self, method: Method, places: tuple[int, ...], given: list[Type], phase: int
    ) -> list[Fit] | None:
        """How each argument fits: yes, or not known; None where one does not."""
        variadic = method.is_variadic
        if variadic and phase != SPREAD and len(given) != len(method.parameters):
            return None
        if phase == SPREAD and not variadic:
            return None
        found: list[Fit] = []
        for place, t in zip(places, given, strict=True):
            fit = self.fits(t, self._taken(method, place, phase), min(phase, LOOSE))
            if fit is False:
                return None
            found.append(fit)
        return found

    def _takes_all(self, one: Possible, phase: int) -> bool:
        """Whether a method takes the arguments for sure; a type parameter without a bound takes any."""
        for fit, place in zip(one.fits, one.places, strict=True):
            if not fit:
                wanted = self._taken(one.method, place, phase)
                free = wanted in one.method.type_parameters
                if not free or self.classes.bound(wanted) != ("X", self.classes.root, ()):
                    return False
        return True

    def _most_specific(self, possible: list[Possible], given: list[Type], phase: int) -> Method | None:
        """The one that fits for sure and is taken before all others; what fits all alike decides nothing."""
        count = len(possible[0].places)
        alike = [
            len({self.classes.signature(self._taken(one.method, one.places[i], phase)) for one in possible})
            == 1
            for i in range(count)
        ]
        for one in possible:
            if not all(fit or same for fit, same in zip(one.fits, alike, strict=True)):
                continue
            if all(other is one or self._more_specific(one, other, given, phase) for other in possible):
                return one.method
        return None

    def _more_specific(self, one: Possible, other: Possible, given: list[Type], phase: int) -> bool:
        mine, its = one.method, other.method
        if mine.depth < its.depth and not mine.flags & CONSTRUCTOR:
            signature = self.classes.signature
            if [signature(p) for p in mine.parameters] == [signature(p) for p in its.parameters]:
                return True
        for i, t in enumerate(given):
            taken, instead = self._meant(one, i, given, phase), self._meant(other, i, given, phase)
            if t is not None and t == taken:  # nothing is better than what it is
                continue
            if t is not None and t[0] == "L":
                if not self._better_for_lambda(t, taken, instead):
                    return False
            elif self.fits(self._general(taken), self._general(instead), STRICT) is not True:
                return False
        return True

    def _better_for_lambda(self, given: Type, taken: Type, instead: Type) -> bool:
        """Of two functional types, the one that gives a value back where the lambda does."""
        if taken == instead:
            return True
        mine, its = self.classes.descriptor(taken), self.classes.descriptor(instead)
        if mine is None or its is None:
            return self.fits(self._general(taken), self._general(instead), STRICT) is True
        if is_void(mine) != is_void(its):
            gives = self.gives(given)
            if gives == "never" and types.mentions(its.result if is_void(mine) else mine.result):
                return is_void(mine)  # it says nothing of the type that the other is to give
            return not is_void(mine) and gives in ("value", "both", "never")
        return (
            is_void(mine) or mine.result == its.result or self.fits(mine.result, its.result, STRICT) is True
        )

    def _taken(self, method: Method, place: int, phase: int) -> Type:
        """What a parameter takes of each argument: of a variadic one its elements."""
        wanted = method.parameters[place]
        last = place == len(method.parameters) - 1
        if phase == SPREAD and last and method.is_variadic and wanted is not None and wanted[0] == "A":
            return wanted[1]
        return wanted

    def _meant(self, one: Possible, i: int, given: list[Type], phase: int) -> Type:
        """What a method takes the argument `i` of this call as, where it is compared with another."""
        del given
        return self._taken(one.method, one.places[i], phase)

    def _general(self, t: Type) -> Type:
        """A parameter's type for comparing: a type parameter is what it is bound by."""
        if t is not None and t[0] == "V":
            return self.classes.bound(t)
        return t

    # --- one value and one type -------------------------------------------------------------------

    def fits(self, given: Any, wanted: Any, phase: int) -> Fit:
        """Whether a value of type `given` is taken where a `wanted` is."""
        if given is None or wanted is None or types.UNKNOWN_OUTSIDE in (given, wanted):
            return None
        if given == wanted:
            return True
        head, to = given[0], wanted[0]
        if head == "B" or to == "B":
            if head == "null":
                return False
            if head in ("L", "R", "C"):
                return False
            return self.converts(given, wanted, phase)
        if head == "L":
            return self._lambda_fits(given, wanted)
        if head == "R":
            return self._reference_fits(given, wanted)
        if head in ("type", "package"):
            return None
        if head == "C":
            return self.elements_fit(given, wanted, phase)
        if to == "X" and wanted[1] == self.classes.root:
            return True
        if head == "null":
            return True
        if to == "V":
            return self._within_bound(given, wanted, phase)
        if head == "V":  # one that nothing has decided is what is wanted
            return self.fits(self.classes.bound(given), wanted, phase) if given[2] else None
        if head == "I":
            fits = [self.fits(member, wanted, phase) for member in given[1]]
            return True if True in fits else (None if None in fits else False)
        if to == "I":
            fits = [self.fits(given, member, phase) for member in wanted[1]]
            return False if False in fits else (None if None in fits else True)
        if head == "A" or to == "A":
            return self._array_fits(given, wanted)
        if head == "T" or to == "T":
            if head == to:  # names of members make no difference
                return True if given[1] == wanted[1] else None
            return None if head == to else self.converts(given, wanted, phase)
        return self._class_fits(given, wanted, phase)

    def elements_fit(self, given: Any, wanted: Any, phase: int) -> Fit:
        """Whether `[a, b]`, which has no type of its own, may be a `wanted`."""
        return None

    def _within_bound(self, given: Any, wanted: Any, phase: int) -> Fit:
        bound = self.classes.bound(wanted)
        if bound is None or (bound[0] == "X" and bound[1] == self.classes.root):
            return True
        fit = self.fits(given, types.erased(bound), phase)
        return None if fit is False and bound[0] == "V" else fit

    def _array_fits(self, given: Any, wanted: Any) -> Fit:
        if given[0] == "A" and wanted[0] == "A":
            if given[2:] != wanted[2:]:
                return False
            inner, outer = given[1], wanted[1]
            if inner is None or outer is None:
                return None
            if inner[0] == "B" or outer[0] == "B":
                return bool(inner == outer)
            return self.fits(inner, outer, STRICT)
        if given[0] == "A":
            return self.array_is(wanted)
        return None if given[0] == "X" and not self.is_known(given) else False

    def array_is(self, wanted: Any) -> Fit:
        """Whether an array is taken for a class type."""
        return None if wanted[0] == "X" and not self.is_known(wanted) else False

    def is_known(self, t: Any) -> bool:
        """Whether all that a type derives from is known."""
        return all(
            one is None or one[0] == "N" or one[1] in self.classes.library
            for one in self.classes.ancestors(t)
        )

    def _class_fits(self, given: Any, wanted: Any, phase: int) -> Fit:
        key = wanted[:-1]
        if given[:-1] == key:
            return self.same_arguments(given, wanted)
        classes = self.classes
        line = classes.line(given[1], given[2]) if given[0] == "N" else classes.outside_line(given)
        unknown = False
        for one in line:
            if one is not None:
                if one[:-1] == key:
                    return self.same_arguments(self.classes.as_super(given, wanted), wanted)
                unknown = unknown or (one[0] == "X" and one[1] not in classes.library)
        if wanted[0] == "X" and wanted[1] in classes.library.final:
            return self.converts(given, wanted, phase)
        # What lies outside may derive from what lies outside; a name without a package may be anything.
        if unknown and (wanted[0] == "X" or "." not in given[1]):
            return None
        if wanted[0] == "X" and given[0] == "X" and wanted[1] not in classes.library:
            return None if given[1] not in classes.library else self.converts(given, wanted, phase)
        return self.converts(given, wanted, phase)

    def same_arguments(self, given: Any, wanted: Any) -> Fit:
        """Whether a class type is taken for one of the same class by its type arguments."""
        return True

    def _lambda_fits(self, given: Any, wanted: Any) -> Fit:
        if wanted[0] == "V":
            return None
        method = self.classes.descriptor(wanted)
        if method is not None:
            if given[1] >= 0 and len(method.parameters) != given[1]:
                return False
            return self.returns_fit(given, method)
        if wanted[0] == "N":
            return False
        return None if wanted[0] == "X" and wanted[1] not in self.classes.library else False

    def returns_fit(self, given: Any, method: Method) -> Fit:
        """Whether a lambda that gives back what it does may stand for a method."""
        gives = self.gives(given) if given[2] >= 0 else ""
        return gives != "value" if is_void(method) else gives != "void"

    def _reference_fits(self, given: Any, wanted: Any) -> Fit:
        if wanted[0] == "V":
            return None
        method = self.classes.descriptor(wanted) if wanted[0] in ("N", "X") else None
        if method is None:
            return None if wanted[0] == "X" and wanted[1] not in self.classes.library else False
        meant = self.referred(given)
        if not isinstance(meant, Method) or meant.is_variadic:
            return True
        passed = method.parameters
        if len(passed) == len(meant.parameters) + 1:  # the first is what the method is called on
            passed = passed[1:]
        if len(passed) != len(meant.parameters):
            return False
        pairs = zip(passed, meant.parameters, strict=True)
        return all(types.mentions(one) or self.fits(one, its, LOOSE) is not False for one, its in pairs)


def is_void(method: Method) -> bool:
    """Whether a method gives nothing back; what the library's text says no result of gives none."""
    return method.result == ("B", "void") or (method.result is None and not method.path)
