"""What type a C# expression has, by declaration alone: names, members, operators, indexers, `await`.

On `nominal.values`. Called by `resolver` and `calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Binding, Op
from xray_graph.resolve.languages.csharp.calls import CSharpCalls
from xray_graph.resolve.languages.csharp.conversions import STRING, CSharpOverloads, of_literal, promoted
from xray_graph.resolve.languages.csharp.names import is_var, tuple_of
from xray_graph.resolve.languages.csharp.outs import argument_of
from xray_graph.resolve.languages.nominal import types
from xray_graph.resolve.languages.nominal.types import Field, Method, Type
from xray_graph.resolve.languages.nominal.values import Values

if TYPE_CHECKING:
    from xray_graph.resolve.languages.csharp.classes import CSharpClasses
    from xray_graph.resolve.view import FileView

_BOOLEAN: Final[Type] = ("B", "bool")
_SEQUENCE: Final[Type] = ("X", "System.Collections.Generic.IEnumerable", ())
_PAIR: Final = ("X", "System.Collections.Generic.KeyValuePair", ())
_COMPARING: Final = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})
_OF_NULLABLE: Final = frozenset({"Value", "HasValue"})
_VOID: Final[Type] = ("B", "void")
_TASK: Final = "System.Threading.Tasks.Task"
_ITERATORS: Final = frozenset(
    f"System.Collections.Generic.{name}"
    for name in ("IEnumerable", "IEnumerator", "IAsyncEnumerable", "IAsyncEnumerator")
)
# Heads of what is no value of a type.
_NO_VALUES: Final = frozenset(
    {"L", "R", "C", "null", "type", "package"}
)  # heads of what is no value of a type
_TASKS: Final = frozenset({"System.Threading.Tasks.Task", "System.Threading.Tasks.ValueTask"})


class CSharpValues(Values):
    """Evaluates the expressions of C# files."""

    def __init__(self, classes: CSharpClasses) -> None:
        super().__init__(classes, CSharpOverloads(classes))
        self.csharp = classes
        self.names = classes.names
        self.calls = CSharpCalls(self)

    # --- names and types --------------------------------------------------------------------------

    def name_value(self, view: FileView, scope: int, at: int, name: str) -> Type:
        if name in ("this", "base"):
            owners = self.names.enclosing(view, scope)
            if not owners:
                return None
            own: Any = self.names.self_type(view, owners[0])
            return own if name == "this" else self.csharp.base_class(own[1], own[2])
        if name == "global::":
            return ("package", "")
        found = self.names.variable(view, scope, at, name)
        if isinstance(found, Binding):
            return self.binding_type(view, found)
        if isinstance(found, Field):
            return found.type
        key = ("name", view.path, scope, name)
        memo = self.classes.memo
        if key not in memo:
            memo[key] = self._other_name(view, scope, name, found == "outside")
        return memo[key]

    def _other_name(self, view: FileView, scope: int, name: str, outside: bool) -> Type:
        t = self.names.as_type_name(view, scope, name)
        if t is not None:
            return t if t[0] == "package" else ("type", t)
        for owner in self.names.enclosing(view, scope):
            methods, _ = self.classes.methods(self.names.self_type(view, owner), name)
            if methods and methods[0].path:
                return ("R", tuple(methods))
        if self.names.local_function(view, scope, name) is not None:
            return ("R", ())
        if outside:
            return types.UNKNOWN_OUTSIDE
        return ("package", self.names.spaces.namespace(view, scope, name))

    def as_type(self, view: FileView, expression: int, scope: int, own: int = NONE) -> Type:
        return self.names.as_type(view, expression, scope, own)

    def is_var(self, view: FileView, expression: int) -> bool:
        return is_var(view, expression)

    def variable(self, view: FileView, scope: int, at: int, name: str) -> Binding | Field | str | None:
        return self.names.variable(view, scope, at, name)

    def literal(self, word: str) -> Type:
        return of_literal(word)

    def boxed(self, t: Type) -> Type:
        return t

    def called(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Method | None:
        """What stands for a delegate that is called, by `f(x)` or `f.Invoke(x)`."""
        head = view.expressions[row[2]]
        if head[0] == Op.MEMBER and view.strings[head[1]] == "Invoke":
            found = self.classes.descriptor(self.value(view, head[2], scope, at))
            if found is not None:
                return found
        return super().called(view, row, scope, at)

    def binding_type(self, view: FileView, one: Binding) -> Type:
        """As elsewhere; a lambda that a `var` is has a type of its own where its parameters state theirs."""
        t = super().binding_type(view, one)
        if t is None or t[0] != "L" or one.type == NONE:
            return t
        natural = self._natural(t)
        if natural is not None:
            self.classes.memo["binding", view.path, one.scope, one.start, one.name] = natural
        return natural or t

    def _natural(self, t: Any) -> Type:
        """The delegate that a lambda is where nothing is said of what it is given to."""
        _, count, index, view = t
        one = view.declarations[index] if count >= 0 and index != NONE else None
        if one is None or any(p.type == NONE for p in one.parameters):
            return None
        taken = tuple(self.names.as_type(view, p.type, one.scope) for p in one.parameters)
        gives = self.gives(t)
        result: Type = _VOID if gives == "void" else self.lambdas.own_result(view, index)
        if one.results:
            result = self.names.as_type(view, one.results[0], one.scope)
        elif "async" in one.attributes and result is not None:
            result = ("X", _TASK, () if result == _VOID else (result,))
        if result is None or result == types.UNKNOWN_OUTSIDE or result[0] in _NO_VALUES:
            return None  # nothing may be given back
        return ("X", "System.Action", taken) if result == _VOID else ("X", "System.Func", (*taken, result))

    def given_by_place(self, view: FileView, one: Binding) -> Type:
        """Of `out var x` the type of the parameter that it is given to."""
        place = argument_of(view, one) if one.kind == "out" else None
        if place is None:
            return None
        call, position = place
        method = self.calls.target(view, call.expression, call.scope, call.start).method
        if method is None:
            return None
        row = view.expressions[call.expression]
        places = self.overloads.arranged(method, self.argument_names(view, row), len(row) - 3)
        if places is None or (method.is_variadic and places[position] == len(method.parameters) - 1):
            return None
        told = self.by_values(view, call.expression, method, call.scope, call.start)
        t = types.substitute(method.parameters[places[position]], told)
        return None if types.mentions(t, frozenset(method.type_parameters)) else t

    def argument_names(self, view: FileView, row: tuple[int, ...]) -> tuple[str, ...]:
        rows = [view.expressions[a] for a in row[3:]]
        if not any(r[0] == Op.KEYWORD for r in rows):
            return ()
        return tuple(view.strings[r[1]] if r[0] == Op.KEYWORD else "" for r in rows)

    # --- values -----------------------------------------------------------------------------------

    def compound(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        op = row[0]
        if op == Op.MEMBER:
            return self._member_value(view, row, scope, at)
        if op == Op.APPLY:
            return self._applied(view, expression, row, scope, at)
        if op == Op.CAST:
            return self.names.as_type(view, row[2], scope) if row[2] != NONE else None
        if op == Op.INDEX:
            return self._indexed(view, row, scope, at)
        if op == Op.BINARY:
            return self._binary(view, row, scope, at)
        if op == Op.UNARY:
            return self._unary(view, row, scope, at)
        if op == Op.SEQUENCE:
            return self._sequence(view, row, scope, at)
        if op == Op.PART:
            whole = self.value(view, row[2], scope, at)
            return self._part(whole, row[1])
        return None

    def _part(self, whole: Type, position: int) -> Type:
        """What a value is taken apart into: a tuple, a pair of a dictionary."""
        members: tuple[Type, ...] = ()
        if whole is not None and whole[0] == "T":
            members = whole[1]
        elif whole is not None and whole[:2] == _PAIR[:2]:
            members = whole[2]
        elif whole is not None and whole[0] == "N":
            members = self.csharp.deconstructed(whole)
        return members[position] if position < len(members) else None

    def _member_value(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        name = view.strings[row[1]]
        base = self.value(view, row[2], scope, at)
        if base is None:
            return None
        if base[0] == "package":
            full = f"{base[1]}.{name}" if base[1] else name
            project = self.names.spaces.projects.project_of(view.path)
            t = self.names.spaces.full(project, full) or self.names.spaces.outside(full)
            return ("type", t) if t is not None else ("package", full)
        receiver = base[1] if base[0] == "type" else base
        if name not in _OF_NULLABLE:
            receiver = self.csharp.plain(receiver)
        if receiver is None or receiver[0] in ("L", "R", "C", "null"):
            return None
        if receiver[0] == "T":
            named = receiver[2] if receiver[2:] else ()
            numbered = [f"Item{i}" for i in range(1, len(receiver[1]) + 1)]
            called = named if name in named else numbered
            return receiver[1][called.index(name)] if name in called else None
        if receiver[0] == "A":
            return ("B", "int") if name in ("Length", "Count", "Rank") else None
        if receiver[0] == "B":
            return self._of_primitive(receiver, name)
        field = self.classes.field(receiver, name)
        if isinstance(field, Field):
            return field.type
        if base[0] == "type":
            inner = self.names.member_type(receiver, name)
            if inner is not None:
                return ("type", inner)
        methods, more = self.classes.methods(receiver, name)
        if methods and methods[0].path:
            return ("R", tuple(methods))
        return types.UNKNOWN_OUTSIDE if field == "outside" or more else None

    @staticmethod
    def _of_primitive(t: Any, name: str) -> Type:
        if name in ("MaxValue", "MinValue", "Epsilon", "NaN", "PositiveInfinity", "NegativeInfinity"):
            return t
        return STRING if name in ("TrueString", "FalseString") else None

    def _applied(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        """`Name<T>`: a type, or a method with its type arguments."""
        t = self.names.as_type(view, expression, scope)
        if t is not None and (t[0] == "N" or "." in str(t[1])):
            return ("type", t)
        return self.value(view, row[2], scope, at)

    def _indexed(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        base = self.value(view, row[2], scope, at)
        if base is None:
            return None
        if base[0] == "A":
            return base[1]
        if base[0] not in ("N", "X", "V", "I"):
            return None
        arguments = row[3:]
        methods = self.csharp.indexers(base)
        if not methods:
            methods, _ = self.classes.methods(base, "Item")
            methods = [m for m in methods if not m.path]
        choice = self.overloads.choose(
            methods, len(arguments), lambda i: self.value(view, arguments[i], scope, at)
        )
        if choice.method is not None:
            return choice.method.result
        return types.UNKNOWN_OUTSIDE if not methods and base[0] == "X" else None

    def _binary(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        operator = view.strings[row[1]]
        if operator in _COMPARING:
            return _BOOLEAN
        left = self.value(view, row[2], scope, at)
        if operator == "??":
            left = self.csharp.plain(left)
            return left if left not in (None, types.NULL) else self.value(view, row[3], scope, at)
        right = self.value(view, row[3], scope, at)
        if operator == "+" and STRING in (left, right):
            return STRING
        return promoted(self.csharp.plain(left), self.csharp.plain(right))

    def _unary(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        operator = word(view, row[1])
        if operator == "typeof":
            return ("X", "System.Type", ())
        t = self.value(view, row[2], scope, at)
        if operator == "await":
            if t is None or t[0] != "X":
                return None
            if t[1] in _TASKS:
                return t[2][0] if t[2] else ("B", "void")
            return types.UNKNOWN_OUTSIDE
        return t

    def _sequence(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        how = word(view, row[1])
        if how == "list":  # `[a, b]` has the type of what it is given to
            return ("C", tuple(self.value(view, part, scope, at) for part in row[2:]))
        if how == "tuple":
            names = [_own_name(view, part) for part in row[2:]]
            return tuple_of([self.value(view, part, scope, at) for part in row[2:]], names)
        first = self.value(view, row[2], scope, at) if len(row) > 2 else None
        return ("A", first) if first is not None and first[0] in ("N", "X", "B", "V", "A") else None

    def element(self, t: Type) -> Type:
        if t is None:
            return None
        if t[0] == "A":
            return t[1]
        if t == STRING:
            return ("B", "char")
        same = self.classes.as_super(t, _SEQUENCE)
        if same is not None and same[-1]:
            return same[-1][0]
        return types.UNKNOWN_OUTSIDE if t[0] == "X" else None

    def returned_as(self, t: Type) -> Type:
        """An interface can not be made: it is an iterator's, and an element is given back."""
        return t[2][0] if t is not None and t[0] == "X" and t[1] in _ITERATORS and t[2] else t

    def added_to(self, t: Type) -> Type:
        """What the only `Add` of one argument takes; of an array its elements."""
        if t is None or t[0] not in ("N", "X"):
            return self.element(t)
        methods = [m for m in self.classes.methods(t, "Add")[0] if self.overloads.arranged(m, (), 1)]
        return methods[0].parameters[0] if len(methods) == 1 else None

    # --- method groups ----------------------------------------------------------------------------

    def referred(self, t: Type) -> Method | Type:
        methods = _group(t)
        return methods[0] if len(methods) == 1 else None

    def referred_for(self, t: Type, descriptor: Method) -> Method | Type:
        fitting = [m for m in _group(t) if len(m.parameters) == len(descriptor.parameters)]
        return fitting[0] if len(fitting) == 1 else None


def _group(t: Type) -> tuple[Method, ...]:
    """The methods that a method group may mean."""
    found: tuple[Method, ...] = t[1] if t is not None and t[0] == "R" else ()
    return found


def _own_name(view: FileView, part: int) -> str:
    """The name of a member of a tuple: written, or that of the variable or member that it is."""
    row = view.expressions[part]
    return view.strings[row[1]] if row[0] in (Op.KEYWORD, Op.NAME, Op.MEMBER) and row[1] >= 0 else ""


def word(view: FileView, number: int) -> str:
    """A name slot's text, "" where there is none."""
    return view.strings[number] if number >= 0 else ""
