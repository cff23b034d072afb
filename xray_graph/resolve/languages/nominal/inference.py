"""What the arguments of a call say about the type parameters of its callee. For Java and C#.

One pass over the arguments, the first that says something deciding; lambdas and method references come
after the others, because their parameters have the types that those decide. Bounds are not solved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.resolve.languages.nominal import types
from xray_graph.resolve.languages.nominal.types import Environment, Method, Type, substitute

if TYPE_CHECKING:
    from collections.abc import Callable

    from xray_graph.resolve.languages.nominal.classes import Classes

_NO_TYPES: Final = frozenset({"null", "L", "R", "C", "type", "package"})


class Inference:
    def __init__(self, classes: Classes, boxed: Callable[[Type], Type]) -> None:
        """`boxed` turns a primitive into what stands for it as a type argument."""
        self._classes = classes
        self._boxed = boxed

    def from_values(
        self, method: Method, places: tuple[int, ...], given: list[Type], wanted: frozenset[Any]
    ) -> Environment:
        """What arguments with types of their own say; lambdas and references (None) say nothing yet."""
        found: Environment = {}
        last = len(method.parameters) - 1
        spread = method.is_variadic and not self._is_whole_array(method, given)
        for place, t in zip(places, given, strict=True):
            parameter = method.parameters[place]
            if spread and place == last and parameter is not None and parameter[0] == "A":
                parameter = parameter[1]
            self.unify(parameter, t, wanted, found)
        return found

    def _is_whole_array(self, method: Method, given: list[Type]) -> bool:
        """Whether a variadic parameter is given as the array that it is."""
        last = given[-1] if given else None
        return len(given) == len(method.parameters) and last is not None and last[:1] + last[2:] == ("A",)

    def unify(
        self, parameter: Type, given: Type, wanted: frozenset[Any], found: Environment, depth: int = 0
    ) -> None:
        """Fill `found` with what a value of type `given` says about `wanted` in `parameter`."""
        if parameter is None or given is None or depth > types.MAX_NESTING:
            return
        head = parameter[0]
        if head == "V":
            if parameter in wanted and found.get(parameter) is None and given[0] not in _NO_TYPES:
                found[parameter] = self._boxed(given)
            return
        if head == "A":
            if given[0] == "A" and given[2:] == parameter[2:]:
                self.unify(parameter[1], given[1], wanted, found, depth + 1)
            return
        if head in ("I", "T"):
            members = given[1] if given[0] == head else ()
            for one, its in zip(parameter[1], members, strict=False):
                self.unify(one, its, wanted, found, depth + 1)
            return
        if head not in ("N", "X") or not parameter[-1]:
            return
        same = self._classes.as_super(given, parameter)
        if same is None:
            return
        for one, its in zip(parameter[-1], same[-1], strict=False):
            if its is not None and its[0] == "V" and its not in wanted and not its[2]:
                # A result of a generic method outside that nothing has decided: `toList()` of a collector.
                known = substitute(one, found)
                if known is not None and not types.mentions(known, wanted):
                    found.setdefault(its, known)
                    continue
            self.unify(one, substitute(its, found), wanted, found, depth + 1)
