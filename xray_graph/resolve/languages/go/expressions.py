"""What type a Go expression has, by declaration and plain construction alone.

Called by `resolver`, for receivers and chains; rests on `types` for names and on `members` for fields and
methods. Nothing is guessed: an expression whose type is not stated anywhere is None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.go import library, values
from xray_graph.resolve.languages.go.members import Member
from xray_graph.resolve.languages.go.types import Types
from xray_graph.resolve.languages.go.values import EXTERNAL, Environment, Type

if TYPE_CHECKING:
    from xray_graph.resolve.view import FileView

_LITERAL_TYPES: Final = {"string", "int", "float64", "rune", "bool", "complex128"}


class Expressions(Types):
    """Evaluates the values of Go files. One for a project."""

    def value(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of a value; ("type", t) for an expression that is a type, ("pkg", …) for a package."""
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self._name_value(view, scope, at, view.strings[row[1]])
        if op == Op.LITERAL:
            word = view.strings[row[1]]
            if word in _LITERAL_TYPES:
                return ("B", word)
            return ("B", "string") if word.startswith(('"', "`")) else None
        if expression in self.memo:
            return self.memo[expression]
        self.memo[expression] = None
        t = self._compound(view, expression, row, scope, at)
        self.memo[expression] = t
        return t

    def _name_value(self, view: FileView, scope: int, at: int, name: str) -> Type:
        found = self.lookup(view, scope, at, name)
        if found is None:
            return None
        head = found[0]
        if head == "binding":
            return self.binding_type(view, found[1])
        if head == "pkg":
            return ("pkg", found[1])
        if head == "parameter":
            return ("type", found[1])
        if head == "universe":
            return ("type", ("B", name)) if name in values.UNIVERSE_TYPES else None
        if head == "local":
            owner, index = view, found[1]
        elif head == "package":
            owner, index = self.project.views[found[1][0]], found[1][1]
        else:
            return None
        t = self.of_declaration(owner, index)
        return ("type", t) if t is not None else self.declared(owner, index)

    def _compound(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        op = row[0]
        if op == Op.CALL:
            return self.result(view, row, scope, at)
        if op == Op.MEMBER:
            return self._member_value(view, row, scope, at)
        if op == Op.NEW:
            return self.as_type(view, row[2], scope, at)
        if op == Op.CAST:
            return self.as_type(view, row[2], scope, at)
        if op == Op.UNARY:
            return self._unary(view, row, scope, at)
        if op == Op.BINARY:
            operator = view.strings[row[1]]
            if operator in ("==", "!=", "<", "<=", ">", ">=", "&&", "||"):
                return ("B", "bool")
            left = self.value(view, row[2], scope, at)
            if operator in ("<<", ">>") or (left is not None and left[0] != "B"):
                return left
            right = self.value(view, row[3], scope, at)
            return right if right is not None and right[0] in ("N", "X") else left
        if op == Op.PART:
            return self._part(view, row, scope, at)
        if op in (Op.ELEMENT, Op.KEY):
            return self._iterated(self.value(view, row[2], scope, at), key=op == Op.KEY)
        if op in (Op.INDEX, Op.APPLY):
            return self._indexed(view, row, scope, at)
        if op == Op.SLICE:
            return self.value(view, row[2], scope, at)
        if op == Op.FUNC:
            return self.declared(view, row[1]) if row[1] != NONE else None
        if op == Op.SPREAD:
            return self.value(view, row[2], scope, at)
        if op in (Op.POINTER, Op.ARRAY, Op.MAP, Op.CHAN, Op.FUNC_TYPE, Op.TYPE_DECL):
            t = self.as_type(view, expression, scope, at)
            return None if t is None else ("type", t)
        return None

    def _member_value(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        base = self.value(view, row[2], scope, at)
        if base is None:
            return None
        if base[0] == "pkg":
            if base[1] is None:
                return EXTERNAL
            return self.qualified(view, row, scope, at)
        if base[0] == "type":  # a method expression; its first parameter is the receiver
            return None
        member = self.members.find(view, base, view.strings[row[1]])
        if isinstance(member, Member):
            return self.members.type_of(member)
        return EXTERNAL if member == "external" else None

    def _unary(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        operator = view.strings[row[1]]
        inner = self.value(view, row[2], scope, at)
        if inner is None:
            return None
        if operator == "&":
            return ("P", inner)
        if operator == "*":
            if inner[0] == "type":
                return ("type", ("P", inner[1]))
            if inner[0] in ("P", "X"):
                return EXTERNAL if inner[0] == "X" else inner[1]
            under = self.underlying(inner)
            return under[1] if under is not None and under[0] == "P" else None
        if operator == "<-":
            under = self.underlying(inner)
            return under[1] if under is not None and under[0] == "C" else None
        return ("B", "bool") if operator == "!" else inner

    def _part(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        whole = self.value(view, row[2], scope, at)
        if whole is not None and whole[0] == "T":
            return whole[1][row[1]] if row[1] < len(whole[1]) else None
        source = view.expressions[row[2]][0]
        if source == Op.CALL:
            return EXTERNAL if whole == EXTERNAL else (whole if row[1] == 0 else None)
        return whole if row[1] == 0 else ("B", "bool")  # v, ok := m[k], x.(T), <-c

    def _iterated(self, t: Type, *, key: bool) -> Type:
        under = self.underlying(values.strip_pointer(t))
        if under is None:
            return None
        if under[0] == "V":
            under = self.underlying(under[2])
            if under is None:
                return None
        head = under[0]
        first: Type = under[1]
        if head == "A":
            return ("B", "int") if key else first
        if head == "M":
            second: Type = under[2]
            return first if key else second
        if head == "C":
            return first if key else None
        if head == "B":
            return ("B", "int") if key else ("B", "rune")
        if head == "F":  # range over a function: its argument's parameters
            yielded: Type = under[1][0] if under[1] else None
            if yielded is not None and yielded[0] == "F":
                position = 0 if key else 1
                given: tuple[Type, ...] = yielded[1]
                return given[position] if position < len(given) else None
        return EXTERNAL if head == "X" else None

    def _indexed(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        base = self.value(view, row[2], scope, at)
        if base is None:
            return None
        if base[0] == "type":  # a generic type with its arguments
            if base[1] is None or base[1][0] != "N":
                return base
            named = base[1]
            return (
                "type",
                ("N", named[1], named[2], tuple(self.as_type(view, a, scope, at) for a in row[3:])),
            )
        if base[0] == "F":  # a generic function with its arguments
            given = [self.as_type(view, a, scope, at) for a in row[3:]]
            return values.substitute(base, dict(zip(base[4], given, strict=False)))
        under = self.underlying(values.strip_pointer(base))
        if under is not None and under[0] == "V":
            under = self.underlying(under[2])
        if under is None:
            return None
        if under[0] == "A":
            return under[1]
        if under[0] == "M":
            return under[2]
        if under[0] == "B":
            return ("B", "byte")
        return EXTERNAL if under[0] == "X" else None

    # --- calls ----------------------------------------------------------------------------------------

    def result(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """The type of a call: one result, ("T", …) for several, the type itself for a conversion."""
        callee, arguments = row[2], row[3:]
        head = view.expressions[callee]
        if head[0] == Op.NAME:
            name = view.strings[head[1]]
            if name in values.UNIVERSE_FUNCTIONS:
                found = self.lookup(view, scope, at, name)
                if found == ("universe",):
                    return self._builtin(view, name, arguments, scope, at)
        t = self.value(view, callee, scope, at)
        if t is None:
            return None
        if t[0] == "type":
            return t[1]
        if t[0] == "X":
            return self._of_outside(view, head, arguments, scope, at) or EXTERNAL
        under = self.underlying(t)
        if under is None or under[0] != "F":
            return EXTERNAL if under is not None and under[0] == "X" else None
        results = under[2]
        if under[4] and any(values.mentions_parameters(r) for r in results):
            environment = self._inferred(view, under, arguments, scope, at)
            results = tuple(values.substitute(r, environment) for r in results)
        if len(results) == 1:
            return results[0]
        return ("T", results)

    def _of_outside(
        self, view: FileView, head: tuple[int, ...], arguments: tuple[int, ...], scope: int, at: int
    ) -> Type:
        """What a call of the standard library gives, where it hands on a value of the program's."""
        if head[0] != Op.MEMBER or view.strings[head[1]] not in library.NAMES:
            return None
        base = values.strip_pointer(self.value(view, head[2], scope, at))
        if base is not None and base[0] == "X":
            return library.method_result(base, view.strings[head[1]])
        named = self.qualified(view, head, scope, at)
        if named is None or named[0] != "type" or named[1][0] != "X" or not arguments:
            return None
        kind = library.FUNCTIONS.get(named[1][1])
        if kind is None:
            return None
        first = self.value(view, arguments[0], scope, at)
        if first is None or kind == "same":
            return first
        key, value = self._iterated(first, key=True), self._iterated(first, key=False)
        if kind == "element":
            return value
        if kind == "list":
            return ("A", key)
        return library.iterator(*{"keys": (key,), "values": (value,), "both": (key, value)}[kind])

    def _inferred(
        self, view: FileView, function: Any, arguments: tuple[int, ...], scope: int, at: int
    ) -> Environment:
        names = frozenset(function[4])
        found: Environment = {}
        parameters = list(function[1])
        given = [self.value(view, a, scope, at) for a in arguments]
        if len(given) == 1 and given[0] is not None and given[0][0] == "T":
            given = list(given[0][1])
        for position, argument in enumerate(given):
            if function[3] and parameters and position >= len(parameters) - 1:
                parameter = parameters[-1]
                spread = position < len(arguments) and view.expressions[arguments[position]][0] == Op.SPREAD
                if not spread and parameter is not None and parameter[0] == "A":
                    parameter = parameter[1]
            elif position < len(parameters):
                parameter = parameters[position]
            else:
                break
            named = argument
            if parameter is not None and parameter[0] in ("A", "M", "C", "F") and argument is not None:
                named = self.underlying(argument)
            values.infer(parameter, named, names, found)
        return found

    def _builtin(self, view: FileView, name: str, arguments: tuple[int, ...], scope: int, at: int) -> Type:
        if not arguments:
            return None
        if name in ("make", "new"):
            row = view.expressions[arguments[0]]
            t = self.as_type(view, arguments[0], scope, at)
            if t is None and row[0] == Op.UNARY and view.strings[row[1]] == "*":
                t = ("P", self.as_type(view, row[2], scope, at))
            return ("P", t) if name == "new" else t
        if name in ("append", "min", "max"):
            return self.value(view, arguments[0], scope, at)
        return ("B", "int") if name in ("len", "cap", "copy") else None
