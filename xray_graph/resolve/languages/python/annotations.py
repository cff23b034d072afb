"""What a written type stands for: an annotation, a base class, an argument of a generic.

Gives the value of an instance of it. Quoted types were read when the file was. Called by
`expressions`, `members` and `calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.python.names import ANYWHERE, names_of
from xray_graph.resolve.languages.python.values import (
    AWAITABLES,
    BOOLEAN,
    GENERATORS,
    MANAGERS,
    NONE_ATOM,
    STRING,
    UNKNOWN,
    Atom,
    Value,
    classes,
    last,
    union,
)

if TYPE_CHECKING:
    from xray_graph.resolve.languages.python.types import Types
    from xray_graph.resolve.view import FileView

_PASSED_ON: Final = frozenset(
    {"Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "InitVar", "Unpack"}
)
_NOTHING: Final = frozenset(
    {"Any", "object", "Never", "NoReturn", "TypeAlias", "AnyStr", "LiteralString", "Final", "ClassVar"}
)
_ENCLOSING: Final = frozenset({"class", "enum"})


class Annotations:
    def __init__(self, types: Types) -> None:
        self._types = types

    def read(self, view: FileView, expression: int, scope: int, own: int = NONE, at: int = ANYWHERE) -> Value:
        """The value of an instance of a written type.

        `own` is the declaration that it belongs to, whose type parameters it may name; `at` is a place
        for a base class, which may be called like the class itself.
        """
        if expression == NONE:
            return UNKNOWN
        memo = self._types.memo
        key = ("type", view.path, expression, scope, own, at)
        if key in memo:
            known: Value = memo[key]
            return known
        memo[key] = UNKNOWN  # a type that needs itself
        value = memo[key] = self._read(view, expression, scope, own, at)
        return value

    def _read(self, view: FileView, expression: int, scope: int, own: int, at: int) -> Value:
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self._name(view, view.strings[row[1]], scope, own, at)
        if op == Op.MEMBER:
            return self.of_object(view, self._types.expressions.value(view, expression, scope, at), scope)
        if op in (Op.INDEX, Op.APPLY):
            return self._generic(view, row, scope, own, at)
        if op == Op.BINARY:
            return union(*(self.read(view, part, scope, own, at) for part in row[2:4]))
        if op in (Op.UNION, Op.SEQUENCE):
            return union(*(self.read(view, part, scope, own, at) for part in row[2:]))
        if op == Op.LITERAL:
            word = view.strings[row[1]]
            return (NONE_ATOM,) if word == "none" else self.quoted(view, word, scope)
        if op == Op.VARIADIC:
            return (("E", "tuple", (self.read(view, row[2], scope, own, at),)),)
        if op == Op.MAP:
            return (("E", "dict", (STRING, self.read(view, row[3], scope, own, at))),)
        if op == Op.CALL:
            return self.of_object(view, self._types.expressions.value(view, expression, scope, at), scope)
        return UNKNOWN

    def quoted(self, view: FileView, literal: str, scope: int) -> Value:
        """The type in a string that was not read as one: `cast("a.B", x)`. Plain names only."""
        text = literal.strip("\"'")
        if text == literal or not text.replace(".", "_").isidentifier():
            return UNKNOWN
        first, *rest = text.split(".")
        value = self._types.expressions.named(view, first, scope, ANYWHERE)
        for name in rest:
            value = self._types.members.attribute(value, name)
        return self.of_object(view, value, scope)

    def _name(self, view: FileView, name: str, scope: int, own: int, at: int) -> Value:
        variable = self._type_parameter(view, name, scope, own)
        if variable is not None:
            return variable
        value = self.of_object(view, self._types.expressions.named(view, name, scope, at), scope)
        names = names_of(view)
        frame = names.frames[scope] if scope != NONE else 0
        if value or not names.is_class(frame) or not names.of(frame, name):
            return value
        # `def list(self) -> list[int]`: a method that is called like a type
        return self._name(view, name, view.facts.scopes[frame].parent, own, at)

    def _type_parameter(self, view: FileView, name: str, scope: int, own: int) -> Value | None:
        """A type parameter of `class C[T]` or `def f[T]`, of the declaration itself or around it."""
        scopes, declarations = view.facts.scopes, view.declarations
        owner = own
        while True:
            if owner != NONE:
                for known, bound in declarations[owner].type_parameters:
                    if known == name:
                        one = declarations[owner]
                        limit = self.read(view, bound, one.scope, owner) if bound != NONE else UNKNOWN
                        return (("V", name, limit),)
            if scope == NONE:
                return None
            owner = scopes[scope].declaration
            scope = scopes[scope].parent

    def of_object(self, view: FileView, value: Value, scope: int) -> Value:
        """What an object that is used as a type stands for: a class for its instances."""
        found: list[Value] = []
        for atom in value:
            head = atom[0]
            if head in ("C", "CC"):
                found.append((("I", *atom[1:]),))
            elif head == "ZC":
                found.append((("Z", *atom[1:]),))
            elif head in ("V", "TF"):
                found.append((atom,) if head == "V" else atom[1])
            elif head == "VC":
                found.append((("V", *atom[1:]),))
            elif head == "X":
                found.append(self._outside(view, atom[1], scope))
            elif atom == NONE_ATOM:
                found.append((atom,))
        return union(*found)

    def _outside(self, view: FileView, name: str, scope: int) -> Value:
        short = last(name)
        if short in _NOTHING:
            return UNKNOWN
        if short == "Self":
            owner = view.enclosing(scope, _ENCLOSING)
            return (("Z", view.path, view.symbols[owner]),) if owner != NONE else UNKNOWN
        if short == "Callable":
            return (("K", None, UNKNOWN),)
        if short == "Text":
            return STRING
        return (("E", name, ()),)

    # --- generics -------------------------------------------------------------------------------

    def _generic(self, view: FileView, row: tuple[int, ...], scope: int, own: int, at: int) -> Value:
        base = self._types.expressions.value(view, row[2], scope, at)
        arguments = self._arguments(view, row)
        found: list[Value] = []
        for atom in base:
            if atom[0] in ("C", "CC"):
                given = tuple(self.read(view, one, scope, own, at) for one in arguments)
                found.append((("I", atom[1], atom[2], given),))
            elif atom[0] == "X":
                found.append(self._special(view, atom[1], arguments, scope, own, at))
            elif atom[0] == "TF":  # a generic alias with its arguments
                found.append(atom[1])
        return union(*found)

    def index_object(self, view: FileView, row: tuple[int, ...], atom: Atom, scope: int, at: int) -> Value:
        """What `X[T]` is as an object: the class `X` with its arguments, or a written type."""
        arguments = self._arguments(view, row)
        if atom[0] == "C":
            return (
                ("C", atom[1], atom[2], tuple(self.read(view, one, scope, NONE, at) for one in arguments)),
            )
        if atom[0] == "X":
            return (("TF", self._special(view, atom[1], arguments, scope, NONE, at)),)
        return (atom,) if atom[0] == "TF" else UNKNOWN

    def _arguments(self, view: FileView, row: tuple[int, ...]) -> tuple[int, ...]:
        """The arguments of a generic; `X[(a, b)]` is `X[a, b]`."""
        if len(row) == 4 and row[3] != NONE:
            inner = view.expressions[row[3]]
            if inner[0] == Op.SEQUENCE and view.name(row[3]) == "tuple":
                return inner[2:]
        return row[3:]

    def _special(
        self, view: FileView, name: str, arguments: tuple[int, ...], scope: int, own: int, at: int
    ) -> Value:
        """`Optional[T]`, `Callable[[A], R]`, `dict[K, V]` and what else is written with brackets."""
        short = last(name)
        if not arguments:
            return UNKNOWN
        if short == "Literal":
            return union(*(self._literal(view, one) for one in arguments))
        if short == "Callable":
            return self._callable(view, arguments, scope, own, at)
        if short in ("TypeGuard", "TypeIs"):
            return BOOLEAN
        given = [self.read(view, one, scope, own, at) for one in arguments]
        if short == "Optional":
            return union(given[0], (NONE_ATOM,))
        if short == "Union":
            return union(*given)
        if short in _PASSED_ON:
            return given[0]
        if short in ("Type", "type"):
            return classes(given[0])
        if short in ("tuple", "Tuple"):
            if len(arguments) == 2 and view.name(arguments[1]) == "ellipsis":
                return (("E", "tuple", (given[0],)),)
            return (("T", tuple(given)),)
        if short in AWAITABLES:
            return (("E", short, (given[-1],)),)
        if short in GENERATORS or short in MANAGERS:
            return (("E", name, (given[0],)),)
        return (("E", name, tuple(given)),)

    def _literal(self, view: FileView, expression: int) -> Value:
        row = view.expressions[expression]
        if row[0] == Op.LITERAL:
            word = view.strings[row[1]]
            return (NONE_ATOM,) if word == "none" else (("L", word.strip("\"'")),)
        # Inside quotes everything was read as a type, so a word there is a name.
        return (("L", view.strings[row[1]]),) if row[0] == Op.NAME else UNKNOWN

    def _callable(self, view: FileView, arguments: tuple[int, ...], scope: int, own: int, at: int) -> Value:
        result = self.read(view, arguments[-1], scope, own, at) if len(arguments) > 1 else UNKNOWN
        listed = view.expressions[arguments[0]]
        taken = None
        if listed[0] == Op.SEQUENCE:
            taken = tuple(self.read(view, one, scope, own, at) for one in listed[2:])
        return (("K", taken, result),)
