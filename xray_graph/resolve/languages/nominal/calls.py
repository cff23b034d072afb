"""Which method a call means, as far as Java and C# have it alike: the choice, the constructor, the evidence.

A language's own module says where a bare name or a receiver's method is looked for. Called by the
resolver for each call, and by the values where a call's result is needed.
"""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from xray_graph.model import NONE, Binding, Evidence, Op
from xray_graph.resolve.languages.nominal import types
from xray_graph.resolve.languages.nominal.types import Field, Method, Type
from xray_graph.resolve.receivers import OF_SHAPE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xray_graph.resolve.languages.nominal.values import Values
    from xray_graph.resolve.view import FileView


class Target(NamedTuple):
    """What a call means. Without a method, `reason` says why; a class made without a written constructor
    is its `made`.
    """

    method: Method | None = None
    reason: str = "unknown"
    evidence: Evidence = Evidence.LEXICAL
    made: Any = None  # the class that a `new` makes
    result: Type = None  # what the call gives where it is not told which of several methods is meant


UNKNOWN: Final = Target()
EXTERNAL: Final = Target(reason="external")
DYNAMIC: Final = Target(reason="dynamic")
_NO_CLASS: Final = {"X": EXTERNAL, "V": DYNAMIC, "A": Target(reason="builtin"), "B": Target(reason="builtin")}


class Calls(abc.ABC):
    def __init__(self, values: Values) -> None:
        self.values = values
        self.classes = values.classes

    # --- what a language says ---------------------------------------------------------------------

    @abc.abstractmethod
    def find(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Target:
        """What a CALL or NEW means, worked out."""

    @abc.abstractmethod
    def made(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        """The class that a NEW names."""

    @abc.abstractmethod
    def is_seen(self, view: FileView, method: Method) -> bool:
        """Whether a method may be called from a file."""

    @abc.abstractmethod
    def constructors(self, t: Any) -> list[Method]:
        """The constructors that a class writes down."""

    def fitting(
        self,
        view: FileView,
        methods: Sequence[Method],
        row: tuple[int, ...],
    ) -> Sequence[Method]:
        """Those of several methods that can be meant by how the call is written."""
        return methods

    # --- the answer -------------------------------------------------------------------------------

    def target(self, view: FileView, expression: int, scope: int, at: int) -> Target:
        """What a CALL or NEW means."""
        key = ("call", view.path, expression)
        memo = self.classes.memo
        known = memo.get(key)
        if known is None:
            memo[key] = UNKNOWN
            known = memo[key] = self.find(view, expression, view.expressions[expression], scope, at)
        return known

    def chosen(
        self,
        view: FileView,
        methods: Sequence[Method],
        outside: bool,
        row: tuple[int, ...],
        scope: int,
        at: int,
        evidence: Evidence,
    ) -> Target:
        """The one of several methods of a name that the arguments choose."""
        first = methods[0]
        if not first.path and all(not m.path and m.result == first.result for m in methods):
            return Target(self._as_many(view, methods, row), "external", evidence)
        choice = self._choose(view, methods, row, scope, at)
        method = choice.method
        if method is None:
            if choice.possible:
                return Target(reason="ambiguous", result=self._common(view, methods, row))
            return EXTERNAL if outside else UNKNOWN
        if not method.path:
            return Target(method, "external", evidence)
        return Target(method, "", Evidence.INHERITS if method.depth else evidence)

    def _as_many(self, view: FileView, methods: Sequence[Method], row: tuple[int, ...]) -> Method:
        """The first that takes as many arguments, and lambdas of such: what those are depends on it."""
        if len(methods) == 1:
            return methods[0]
        return next(iter(self.taking(view, methods, row)), methods[0])

    def taking(self, view: FileView, methods: Sequence[Method], row: tuple[int, ...]) -> list[Method]:
        """Those of several methods that take as many arguments, and lambdas of such."""
        values, overloads, arguments = self.values, self.values.overloads, row[3:]
        names = values.argument_names(view, row)
        found = [(m, a) for m in methods if (a := overloads.arranged(m, names, len(arguments))) is not None]
        functions = [i for i, one in enumerate(arguments) if view.expressions[one][0] == Op.FUNC]
        lambdas = [(i, values.value(view, arguments[i], NONE, 0)) for i in functions]
        return [
            m
            for m, places in found
            if all(overloads.fits(t, m.parameters[places[i]], 1) is not False for i, t in lambdas)
        ]

    def _common(self, view: FileView, methods: Sequence[Method], row: tuple[int, ...]) -> Type:
        """What all methods that may be meant give back, if it is one type that no argument decides."""
        overloads, values = self.values.overloads, self.values
        names, count = values.argument_names(view, row), len(row) - 3
        found = {values.result_of(m) for m in methods if overloads.arranged(m, names, count) is not None}
        t = found.pop() if len(found) == 1 else None
        return None if types.mentions(t) else t

    def construction(
        self, view: FileView, t: Type, row: tuple[int, ...], scope: int, at: int, *, anonymous: bool = False
    ) -> Target:
        """What making a `t` calls: its constructor, or the class where none is written."""
        if t is None or t[0] != "N":
            return _NO_CLASS.get(t[0], UNKNOWN) if t is not None else UNKNOWN
        if anonymous:  # what is made is a class of its own, derived from this one
            return Target(None, "", Evidence.CONSTRUCTION, t)
        constructors = self.constructors(t)
        if not constructors:
            return Target(None, "", Evidence.CONSTRUCTION, t)
        environment = self.classes.environment(t)
        if environment:
            constructors = [types.substituted(m, environment) for m in constructors]
        choice = self._choose(view, constructors, row, scope, at)
        if choice.method is None:
            return Target(reason="ambiguous" if choice.possible else "unknown")
        return Target(choice.method, "", Evidence.CONSTRUCTION, t)

    def _choose(
        self, view: FileView, methods: Sequence[Method], row: tuple[int, ...], scope: int, at: int
    ) -> Any:
        arguments = row[3:]
        values = self.values
        seen = self.fitting(view, [m for m in methods if self.is_seen(view, m)], row)
        return values.overloads.choose(
            seen,
            len(arguments),
            lambda i: values.value(view, arguments[i], scope, at),
            values.argument_names(view, row),
        )

    # --- evidence ---------------------------------------------------------------------------------

    def type_evidence(self, view: FileView, t: Any, scope: int) -> Evidence:
        """How a type that is named in a call is seen from a scope of a file."""
        if t[0] != "N":
            return Evidence.IMPORT
        if t[1] == view.path:
            return Evidence.LEXICAL
        return Evidence.SAME_PACKAGE if self.same_package(view, scope, t[1], t[2]) else Evidence.IMPORT

    @abc.abstractmethod
    def same_package(self, view: FileView, scope: int, path: str, symbol: str) -> bool:
        """Whether a declaration lies in the package or namespace that a scope of a file is in."""

    def receiver_evidence(self, view: FileView, base: int, scope: int, at: int) -> Evidence:
        """What a receiver's type is known from."""
        row = view.expressions[base]
        if row[0] == Op.NAME:
            found = self.values.variable(view, scope, at, view.strings[row[1]])
            if isinstance(found, Field):
                return Evidence.FIELD
            if isinstance(found, Binding) and found.value != NONE and self.values.is_var(view, found.type):
                return OF_SHAPE.get(view.expressions[found.value][0], Evidence.RECEIVER)
            return Evidence.RECEIVER
        return OF_SHAPE.get(row[0], Evidence.RECEIVER)
