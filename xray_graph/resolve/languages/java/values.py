"""What type a Java expression has, by declaration alone: names, members, operators, method references.

On `nominal.values`. Called by `resolver` and `calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Binding, Op
from xray_graph.resolve.languages.java.calls import JavaCalls
from xray_graph.resolve.languages.java.conversions import JavaOverloads, boxed, of_literal, promoted
from xray_graph.resolve.languages.java.names import is_var
from xray_graph.resolve.languages.nominal import types
from xray_graph.resolve.languages.nominal.types import STATIC, Field, Method, Type
from xray_graph.resolve.languages.nominal.values import Values

if TYPE_CHECKING:
    from xray_graph.resolve.languages.java.classes import JavaClasses
    from xray_graph.resolve.view import FileView

_BOOLEAN: Final[Type] = ("B", "boolean")
_STRING: Final[Type] = ("X", "java.lang.String", ())
_ITERABLE: Final[Type] = ("X", "java.lang.Iterable", ())
_COMPARING: Final = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})


class JavaValues(Values):
    """Evaluates the expressions of Java files."""

    def __init__(self, classes: JavaClasses) -> None:
        super().__init__(classes, JavaOverloads(classes))
        self.java = classes
        self.names = classes.names
        self.calls = JavaCalls(self)

    # --- names and types --------------------------------------------------------------------------

    def name_value(self, view: FileView, scope: int, at: int, name: str) -> Type:
        if name == "this":
            owners = self.names.enclosing(view, scope)
            return self.names.self_type(view, owners[0]) if owners else None
        if name == "super":
            owners = self.names.enclosing(view, scope)
            return self.java.base_class(view.path, view.symbols[owners[0]]) if owners else None
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
        return self.classes.memo[key]

    def as_type(self, view: FileView, expression: int, scope: int, own: int = NONE) -> Type:
        return self.names.as_type(view, expression, scope, own)

    def is_var(self, view: FileView, expression: int) -> bool:
        return is_var(view, expression)

    def variable(self, view: FileView, scope: int, at: int, name: str) -> Binding | Field | str | None:
        return self.names.variable(view, scope, at, name)

    def literal(self, word: str) -> Type:
        return of_literal(word)

    def boxed(self, t: Type) -> Type:
        return boxed(t)

    def _result(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        head = view.expressions[row[2]] if row[0] == Op.CALL and row[2] != NONE else row
        if head[0] == Op.MEMBER and view.strings[head[1]] == "clone":
            base = self.value(view, head[2], scope, at)
            if base is not None and base[0] == "A":
                return base
        return super()._result(view, expression, row, scope, at)

    def result_of(self, method: Method) -> Type:
        if method.name == "getClass" and not method.path:
            return ("X", "java.lang.Class", ())
        return method.result

    # --- values -----------------------------------------------------------------------------------

    def compound(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        op = row[0]
        if op == Op.MEMBER:
            return self._member_value(view, row, scope, at)
        if op == Op.CAST:
            t = self.names.as_type(view, row[2], scope)
            return ("A", t) if view.name(expression) == "[]" else t
        if op == Op.INDEX:
            base = self.value(view, row[2], scope, at)
            if base is not None and base[0] == "X":
                return types.UNKNOWN_OUTSIDE
            return base[1] if base is not None and base[0] == "A" else None
        if op == Op.BINARY:
            return self._binary(view, row, scope, at)
        if op == Op.UNARY:
            return self._unary(view, expression, row, scope, at)
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
                return t
            if name == "super":
                return self.java.base_class(t[1], t[2]) if t[0] == "N" else types.UNKNOWN_OUTSIDE
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

    def element(self, t: Type) -> Type:
        """What an iteration over a `t` yields."""
        if t is None:
            return None
        if t[0] == "A":
            return t[1]
        same = self.classes.as_super(t, _ITERABLE)
        if same is not None:
            return same[-1][0] if same[-1] else None
        return types.UNKNOWN_OUTSIDE if t[0] == "X" else None

    # --- method references ------------------------------------------------------------------------

    def referred(self, t: Type) -> Method | Type:
        return self._referred(t, None)

    def referred_for(self, t: Type, descriptor: Method) -> Method | Type:
        return self._referred(t, descriptor)

    def _referred(self, t: Any, descriptor: Method | None) -> Method | Type:
        if t is None or t[0] != "R":
            return None
        _, view, expression, scope, at = t
        row = view.expressions[expression]
        if row[3] == NONE:  # `T::new`
            return self.names.as_type(view, row[2], scope)
        name = view.strings[view.expressions[row[3]][1]]
        if view.expressions[row[2]][0] in (Op.APPLY, Op.ARRAY):
            base: Type = ("type", self.names.as_type(view, row[2], scope))
        else:
            base = self.value(view, row[2], scope, at)
            if view.expressions[row[2]][0] == Op.MEMBER and (base is None or base[0] != "type"):
                nested = self.names.as_type(view, row[2], scope)  # `Map.Entry::getValue`
                known = nested is not None and nested[0] == "X" and nested[1] in self.classes.library
                base = ("type", nested) if known else base
        if base is None:
            return None
        is_type = base[0] == "type"
        taken = descriptor.parameters if is_type and descriptor is not None else ()
        if taken and base[1] is not None and base[1][0] in ("N", "X") and not base[1][-1]:
            seen = self.classes.as_super(taken[0], base[1])  # `Map.Entry::getValue` of what it is called on
            base = ("type", seen) if seen is not None else base
        methods, _ = self.classes.methods(base[1] if is_type else base, name)
        if len(methods) == 1:
            return methods[0]
        if descriptor is None:
            return None
        count = len(descriptor.parameters)
        fitting = [m for m in methods if len(m.parameters) == count and (m.flags & STATIC or not is_type)]
        if is_type:  # the first is what the method is called on
            fitting += [m for m in methods if not m.flags & STATIC and len(m.parameters) == count - 1]
        return fitting[0] if len(fitting) == 1 else None
