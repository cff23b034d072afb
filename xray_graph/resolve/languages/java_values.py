"""What type a Java expression has, by declaration alone.

Called by `java` and `java_calls`, for receivers, arguments and chains. Nothing is guessed: what is
stated nowhere is None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Binding, Op
from xray_graph.resolve.languages import nominal_types as types
from xray_graph.resolve.languages.java_calls import Calls, Target
from xray_graph.resolve.languages.java_conversions import JavaOverloads, boxed, of_literal, promoted
from xray_graph.resolve.languages.java_lambdas import Lambdas
from xray_graph.resolve.languages.java_names import is_var
from xray_graph.resolve.languages.nominal_inference import Inference
from xray_graph.resolve.languages.nominal_types import NULL, Environment, Field, Method, Type, substitute

if TYPE_CHECKING:
    from xray_graph.resolve.languages.java_classes import JavaClasses
    from xray_graph.resolve.view import FileView

_BOOLEAN: Final[Type] = ("B", "boolean")
_STRING: Final[Type] = ("X", "java.lang.String", ())
_ITERABLE: Final[Type] = ("X", "java.lang.Iterable", ())
_COMPARING: Final = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})


class Values:
    """Evaluates the expressions of Java files. One for a project; the memo is the classes'."""

    def __init__(self, classes: JavaClasses) -> None:
        self.classes = classes
        self.names = classes.names
        self.overloads = JavaOverloads(classes)
        self._inference = Inference(classes, boxed)
        self._lambdas = Lambdas(self)
        self.calls = Calls(self)
        self.target = self.calls.target
        self.overloads.referred = self.referred

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
            return of_literal(view.strings[row[1]])
        if op == Op.FUNC:
            count = len(view.declarations[row[1]].parameters) if row[1] != NONE else -1
            return ("L", count, row[1])
        memo = self.classes.memo
        key = ("value", view.path, expression)
        if key in memo:
            return memo[key]  # type: ignore[no-any-return]
        memo[key] = None  # what needs itself is unknown
        t = self._compound(view, expression, row, scope, at)
        memo[key] = t
        return t

    def name_value(self, view: FileView, scope: int, at: int, name: str) -> Type:
        if name == "this":
            owners = self.names.enclosing(view, scope)
            return self.names.self_type(view, owners[0]) if owners else None
        if name == "super":
            owners = self.names.enclosing(view, scope)
            return self.classes.base_class(view.path, view.symbols[owners[0]]) if owners else None
        key = ("name", view.path, scope, name)
        found = self.names.variable(view, scope, at, name)
        if isinstance(found, Binding):
            return self.binding_type(view, found)
        if isinstance(found, Field):
            return found.type
        if key not in self.classes.memo:
            t = self.names.simple(view, scope, name)
            if t is not None:
                self.classes.memo[key] = ("type", t)
            elif found == "outside":
                self.classes.memo[key] = types.UNKNOWN_OUTSIDE
            else:
                self.classes.memo[key] = ("package", name)
        return self.classes.memo[key]  # type: ignore[no-any-return]

    def binding_type(self, view: FileView, one: Binding) -> Type:
        key = ("binding", view.path, one.scope, one.start, one.name)
        memo = self.classes.memo
        if key in memo:
            return memo[key]  # type: ignore[no-any-return]
        memo[key] = None
        if one.type != NONE and not is_var(view, one.type):
            t = self.names.as_type(view, one.type, one.scope)
        elif one.value != NONE:
            t = self.value(view, one.value, one.scope, one.start)
        elif one.kind == "parameter":
            t = self._lambdas.parameter_type(view, one)
        else:
            t = None
        memo[key] = t
        return t

    def _compound(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        op = row[0]
        if op in (Op.CALL, Op.NEW):
            return self._result(view, expression, row, scope, at)
        if op == Op.MEMBER:
            return self._member_value(view, row, scope, at)
        if op == Op.CAST:
            t = self.names.as_type(view, row[2], scope)
            return ("A", t) if view.name(expression) == "[]" else t
        if op == Op.INDEX:
            base = self.value(view, row[2], scope, at)
            return base[1] if base is not None and base[0] == "A" else None
        if op == Op.BINARY:
            return self._binary(view, row, scope, at)
        if op == Op.UNARY:
            return self._unary(view, expression, row, scope, at)
        if op == Op.CHOICE:
            return self._choice(view, row, scope, at)
        if op == Op.ELEMENT:
            return self.element(self.value(view, row[2], scope, at))
        return None

    def _member_value(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        name = view.strings[row[1]]
        base = self.value(view, row[2], scope, at)
        if base is None:
            return None
        if base[0] == "package":
            return self.names.package_member(view, base[1], name)
        if base[0] == "type":
            t = base[1]
            if name == "this":
                return t  # type: ignore[no-any-return]
            if name == "super":
                return self.classes.base_class(t[1], t[2]) if t[0] == "N" else types.UNKNOWN_OUTSIDE
            field = self.classes.field(t, name)
            if isinstance(field, Field):
                return field.type
            inner = self.names.member_type(t, name)
            if inner is not None:
                return ("type", inner)
            return types.UNKNOWN_OUTSIDE if field == "outside" else None
        if base[0] == "A":
            return ("B", "int") if name == "length" else None
        field = self.classes.field(base, name)
        if isinstance(field, Field):
            return field.type
        return types.UNKNOWN_OUTSIDE if field == "outside" else None

    def _binary(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        operator = view.strings[row[1]]
        if operator in _COMPARING:
            return _BOOLEAN
        left = self.value(view, row[2], scope, at)
        if operator == "+" and left == _STRING:
            return _STRING
        right = self.value(view, row[3], scope, at)
        if operator == "+" and right == _STRING:
            return _STRING
        return promoted(left, right)

    def _unary(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        operator = view.strings[row[1]]
        if operator == "!":
            return _BOOLEAN
        if operator == "class":
            t = self.names.as_type(view, row[2], scope)
            return ("X", "java.lang.Class", (boxed(t),))
        if operator == "::":
            return ("R", view, expression, scope, at)
        return promoted(self.value(view, row[2], scope, at), ("B", "int"))

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

    def element(self, t: Type) -> Type:
        """What an iteration over a `t` yields."""
        if t is None:
            return None
        if t[0] == "A":
            return t[1]  # type: ignore[no-any-return]
        same = self.classes.as_super(t, _ITERABLE)
        if same is not None:
            return same[-1][0] if same[-1] else None
        return types.UNKNOWN_OUTSIDE if t[0] == "X" else None

    # --- results ----------------------------------------------------------------------------------

    def _result(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        found = self.target(view, expression, scope, at)
        if row[0] == Op.NEW:
            if row[1] != NONE:
                return ("N", view.path, view.symbols[row[1]], ())
            return self._diamond(view, expression, row, scope, at, found)
        method = found.method
        if method is None:
            return types.UNKNOWN_OUTSIDE if found.reason == "external" else None
        result = method.result
        if method.name == "getClass" and not method.path:
            return ("X", "java.lang.Class", ())
        if result is None or not types.mentions(result):
            return result
        return substitute(result, self.inferred(view, expression, method, scope, at))

    def _diamond(
        self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int, found: Target
    ) -> Type:
        """The type that `new T<>(...)` makes, its arguments inferred from the constructor's."""
        t = self.calls.made(view, row, scope, at)
        if (
            t is None
            or t[-1]
            or view.expressions[row[2]][0] != Op.APPLY
            or found.method is None
            or t[0] != "N"
        ):
            return t
        head = self.classes.head(t[1], t[2])
        if head is None or not head.parameters:
            return t
        method = found.method._replace(type_parameters=head.parameters)
        environment = self.inferred(view, expression, method, scope, at)
        return (*t[:-1], tuple(environment.get(p) for p in head.parameters)) if environment else t

    def inferred(self, view: FileView, expression: int, method: Method, scope: int, at: int) -> Environment:
        """What a call says about its callee's type parameters: written, by values, by lambdas."""
        key = ("inferred", view.path, expression)
        memo = self.classes.memo
        if key in memo:
            return memo[key]  # type: ignore[no-any-return]
        environment = memo[key] = dict(self.by_values(view, expression, method, scope, at))
        arguments = view.expressions[expression][3:]
        places = self.overloads.arranged(method, (), len(arguments)) or ()
        wanted = frozenset(method.type_parameters)
        for place, argument in zip(places, arguments, strict=False):
            op = view.expressions[argument][0]
            if op not in (Op.FUNC, Op.UNARY):
                continue
            descriptor = self.classes.descriptor(substitute(method.parameters[place], environment))
            if descriptor is None or not types.mentions(descriptor.result, wanted):
                continue
            given = self._lambdas.result_of(view, self.value(view, argument, scope, at), descriptor)
            self._inference.unify(descriptor.result, given, wanted, environment)
        memo[key] = environment
        return environment

    def by_values(self, view: FileView, expression: int, method: Method, scope: int, at: int) -> Environment:
        """What all arguments but lambdas and method references say."""
        if not method.type_parameters:
            return {}
        key = ("by values", view.path, expression)
        memo = self.classes.memo
        if key in memo:
            return memo[key]  # type: ignore[no-any-return]
        memo[key] = {}
        row = view.expressions[expression]
        head = view.expressions[row[2]] if row[2] != NONE else row
        if row[0] == Op.CALL and head[0] == Op.APPLY:
            written = [self.names.as_type(view, a, scope) for a in head[3:]]
            environment: Environment = dict(zip(method.type_parameters, written, strict=False))
        else:
            arguments = row[3:]
            places = self.overloads.arranged(method, (), len(arguments)) or ()
            given = [self.value(view, a, scope, at) for a in arguments[: len(places)]]
            environment = self._inference.from_values(
                method, places, given, frozenset(method.type_parameters)
            )
        memo[key] = environment
        return environment

    def referred(self, t: Type) -> Method | Type:
        """What a method reference means, by its name alone."""
        return None if t is None or t[0] != "R" else self._lambdas.referred(t, None)
