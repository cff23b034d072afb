"""What type an expression has, by declaration alone, as far as Java and C# have it alike.

The values that every language with declared classes has: variables, results of calls with what is inferred
about their callee, choices, casts, lambdas. What a name or a member means is asked of the language's own
module. Nothing is guessed: what is stated nowhere is None. Called by the resolvers and by `calls`.
"""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.nominal import types
from xray_graph.resolve.languages.nominal.inference import Inference
from xray_graph.resolve.languages.nominal.lambdas import Lambdas
from xray_graph.resolve.languages.nominal.types import NULL, Environment, Field, Method, Type, substitute

if TYPE_CHECKING:
    from xray_graph.model import Binding
    from xray_graph.resolve.languages.nominal.calls import Calls, Target
    from xray_graph.resolve.languages.nominal.functional import FunctionalClasses
    from xray_graph.resolve.languages.nominal.overloads import Overloads
    from xray_graph.resolve.view import FileView

_LAMBDAS = frozenset({int(Op.FUNC), int(Op.UNARY), int(Op.NAME), int(Op.MEMBER)})


class Values(abc.ABC):
    """Evaluates the expressions of one language. One for a project; the memo is the classes'."""

    calls: Calls

    def __init__(self, classes: FunctionalClasses, overloads: Overloads) -> None:
        self.classes = classes
        self.overloads = overloads
        self.lambdas = Lambdas(self)
        self.inference = Inference(classes, self.boxed)
        overloads.referred = self.referred
        overloads.gives = self.gives
        overloads.given_back = self.given_back

    # --- what a language says ---------------------------------------------------------------------

    @abc.abstractmethod
    def name_value(self, view: FileView, scope: int, at: int, name: str) -> Type:
        """What a plain name is: a value, ("type", t), ("package", name)."""

    @abc.abstractmethod
    def literal(self, word: str) -> Type:
        """The type of a literal."""

    @abc.abstractmethod
    def compound(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        """The type of what is no name, literal, lambda, call or choice."""

    @abc.abstractmethod
    def as_type(self, view: FileView, expression: int, scope: int, own: int = NONE) -> Type:
        """The type that a type expression names."""

    @abc.abstractmethod
    def is_var(self, view: FileView, expression: int) -> bool:
        """Whether a variable's type is left to its value."""

    @abc.abstractmethod
    def variable(self, view: FileView, scope: int, at: int, name: str) -> Binding | Field | str | None:
        """The variable or field that a name means."""

    @abc.abstractmethod
    def boxed(self, t: Type) -> Type:
        """What stands for a type as a type argument."""

    @abc.abstractmethod
    def element(self, t: Type) -> Type:
        """What an iteration over a `t` yields."""

    @abc.abstractmethod
    def referred(self, t: Type) -> Method | Type:
        """What a reference to a method means by its name alone: a method, a type that it makes, or None."""

    def referred_for(self, t: Type, descriptor: Method) -> Method | Type:
        """As `referred`, chosen by what it is called with."""
        return self.referred(t)

    def argument_names(self, view: FileView, row: tuple[int, ...]) -> tuple[str, ...]:
        """The names that arguments are passed by, "" for one by position; () where none has one."""
        return ()

    def given_by_place(self, view: FileView, one: Binding) -> Type:
        """The type of a variable that neither states one nor is given a value where it is declared."""
        return None

    def returned_as(self, t: Type) -> Type:
        """What a lambda, or a `new` without a type, is that a method with the result `t` gives back."""
        return t

    def added_to(self, t: Type) -> Type:
        """What the elements that a collection is made with are given as."""
        return self.element(t)

    # --- values -----------------------------------------------------------------------------------

    def value(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of a value; ("type", t) for an expression that is a type, ("package", name)."""
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self.name_value(view, scope, at, view.strings[row[1]])
        if op == Op.LITERAL:
            return self.literal(view.strings[row[1]])
        if op == Op.FUNC:
            count = len(view.declarations[row[1]].parameters) if row[1] != NONE else -1
            return ("L", count, row[1], view)
        memo = self.classes.memo
        key = ("value", view.path, expression)
        if key in memo:
            return memo[key]
        memo[key] = None  # what needs itself is unknown
        if op in (Op.CALL, Op.NEW):
            t = self._result(view, expression, row, scope, at)
        elif op == Op.CHOICE:
            t = self._choice(view, row, scope, at)
        elif op == Op.ELEMENT:
            t = self.element(self.value(view, row[2], scope, at))
        elif op == Op.KEYWORD:
            t = self.value(view, row[2], scope, at)
        else:
            t = self.compound(view, expression, row, scope, at)
        memo[key] = t
        return t

    def binding_type(self, view: FileView, one: Binding) -> Type:
        key = ("binding", view.path, one.scope, one.start, one.name)
        memo = self.classes.memo
        if key in memo:
            return memo[key]
        memo[key] = None
        if one.type != NONE and not self.is_var(view, one.type):
            t = self.as_type(view, one.type, one.scope)
        elif one.value != NONE:
            t = self.value(view, one.value, one.scope, one.start)
        elif one.kind == "parameter":
            t = self.lambdas.parameter_type(view, one)
        else:
            t = self.given_by_place(view, one)
        memo[key] = t
        return t

    def _choice(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        given = [self.value(view, part, scope, at) for part in row[2:]]
        known = [t for t in given if t != NULL]
        if not known or None in known:
            return None if known else NULL
        first = known[0]
        for t in known[1:]:
            if t == first or self.overloads.fits(t, first, 2) is True:
                continue
            if self.overloads.fits(first, t, 2) is not True:
                return None
            first = t
        return first

    def gives(self, t: Any) -> str:
        """What a lambda gives back: "void", "value", "never", "both" where it may be left, "" unknown."""
        _, _, index, view = t
        one = view.declarations[index]
        for told in ("void", "value", "never"):
            if told in one.attributes:
                return told
        given = self.given_back(t)
        return "" if given is None else "void" if given == ("B", "void") else "both"

    def given_back(self, t: Any) -> Type:
        """What a lambda gives back, where its parameters have types before it is told what it is for."""
        _, _, index, view = t
        parameters = view.declarations[index].parameters
        if any(p.type == NONE for p in parameters) and not self.lambdas.is_told(view, index):
            return None
        return self.lambdas.own_result(view, index)

    # --- results ----------------------------------------------------------------------------------

    def _result(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        found = self.calls.target(view, expression, scope, at)
        if row[0] == Op.NEW:
            if row[1] != NONE:
                return ("N", view.path, view.symbols[row[1]], ())
            return self._made(view, expression, row, scope, at, found)
        method = found.method
        if method is None:
            if found.reason == "dynamic":
                return self.invoked(view, row, scope, at)
            if found.result is not None:
                return found.result
            return types.UNKNOWN_OUTSIDE if found.reason == "external" else None
        result = self.result_of(method)
        if result is None and not method.path:
            return ("B", "void")  # as the library's text has it
        if result is None or not types.mentions(result):
            return result
        environment = self.inferred(view, expression, method, scope, at)
        return substitute(substitute(result, environment), self._undecided(method, environment))

    def _undecided(self, method: Method, environment: Environment) -> Environment:
        """Type parameters that nothing has decided: as a value one is what it derives from, if anything."""
        root = ("X", self.classes.root, ())
        return {
            p: ("V", p[1], "", p[3])
            for p in method.type_parameters
            if p is not None and p not in environment and self.classes.bound(p) == root
        }

    def invoked(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """What calling a value gives back."""
        descriptor = self.called(view, row, scope, at)
        return None if descriptor is None else descriptor.result

    def called(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Method | None:
        """What stands for a value that is called."""
        return self.classes.descriptor(self.value(view, row[2], scope, at))

    def result_of(self, method: Method) -> Type:
        """What a method gives back, where the declaration does not say all."""
        return method.result

    def _made(
        self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int, found: Target
    ) -> Type:
        """The type that a `new` makes; the arguments of a `new T<>(...)` are inferred."""
        t = self.calls.made(view, expression, row, scope, at)
        open_ended = row[2] != NONE and view.expressions[row[2]][0] == Op.APPLY
        if t is None or t[0] != "N" or t[-1] or not open_ended or found.method is None:
            return t
        head = self.classes.head(t[1], t[2])
        if head is None or not head.parameters:
            return t
        method = found.method._replace(type_parameters=head.parameters)
        environment = self.inferred(view, expression, method, scope, at)
        return (*t[:-1], tuple(environment.get(p) for p in head.parameters)) if environment else t

    def inferred(
        self,
        view: FileView,
        expression: int,
        method: Method,
        scope: int,
        at: int,
        before: int | None = None,
    ) -> Environment:
        """What a call says about its callee's type parameters: written, by values, by lambdas.

        With `before`, by those of the lambdas that stand before that argument.
        """
        key = ("inferred", view.path, expression, before)
        memo = self.classes.memo
        if key in memo:
            return memo[key]
        environment = memo[key] = dict(self.by_values(view, expression, method, scope, at))
        row = view.expressions[expression]
        arguments = row[3:]
        places = self.overloads.arranged(method, self.argument_names(view, row), len(arguments)) or ()
        wanted = frozenset(method.type_parameters)
        for place, argument in zip(places, arguments[:before], strict=False):
            written = view.expressions[argument]
            if written[0] == Op.KEYWORD:
                written = view.expressions[written[2]]
            if written[0] not in _LAMBDAS:
                continue
            given = self.value(view, argument, scope, at)
            if given is None or given[0] not in ("L", "R"):
                continue
            descriptor = self.classes.descriptor(substitute(method.parameters[place], environment))
            if descriptor is None or not types.mentions(descriptor.result, wanted):
                continue
            made = self.lambdas.result_of(view, given, descriptor)
            self.inference.unify(descriptor.result, made, wanted, environment)
        memo[key] = environment
        return environment

    def by_values(self, view: FileView, expression: int, method: Method, scope: int, at: int) -> Environment:
        """What all arguments but lambdas and method references say."""
        if not method.type_parameters:
            return {}
        key = ("by values", view.path, expression)
        memo = self.classes.memo
        if key in memo:
            return memo[key]
        memo[key] = {}
        row = view.expressions[expression]
        head = view.expressions[row[2]] if row[2] != NONE else row
        if row[0] == Op.CALL and head[0] == Op.APPLY:
            written = [self.as_type(view, a, scope) for a in head[3:]]
            environment: Environment = dict(zip(method.type_parameters, written, strict=False))
        else:
            arguments = row[3:]
            places = self.overloads.arranged(method, self.argument_names(view, row), len(arguments)) or ()
            given = [self.value(view, a, scope, at) for a in arguments[: len(places)]]
            environment = self.inference.from_values(method, places, given, frozenset(method.type_parameters))
        memo[key] = environment
        return environment
