"""What is inside a Python value: elements, items, what a `with` enters; and what literals hold.

The entries of a literal are told apart by their keys as written, as far as they are few. Called by
`expressions` and the others that take values apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.python import outside
from xray_graph.resolve.languages.python.assigned import assigned_items, indexed, updated_items
from xray_graph.resolve.languages.python.names import names_of
from xray_graph.resolve.languages.python.values import INTEGER, UNKNOWN, Atom, Value, last, shallow, union

if TYPE_CHECKING:
    from xray_graph.resolve.languages.python.types import Types
    from xray_graph.resolve.view import FileView

MAX_ENTRIES: Final = 24  # of a literal whose entries are told apart
_STRING_MARKS: Final = ("'", '"')
_OPERATORS: Final = {
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "/": "__truediv__",
    "//": "__floordiv__",
    "%": "__mod__",
    "@": "__matmul__",
    "&": "__and__",
    "|": "__or__",
    "^": "__xor__",
    "<<": "__lshift__",
    ">>": "__rshift__",
    "**": "__pow__",
}


class Containers:
    def __init__(self, types: Types) -> None:
        self._types = types

    def iterated(self, value: Value, depth: int = 0) -> Value:
        """What a `for` over a value yields."""
        found: list[Value] = []
        for atom in value:
            if atom[0] in ("E", "T"):
                found.append(outside.element_of(atom))
            elif atom[0] in ("I", "Z") and depth < 4:
                members = self._types.members
                iterator = members.called(atom, "__iter__", []) or members.called(atom, "__aiter__", [])
                if iterator and iterator != (atom,):
                    found.append(self.iterated(iterator, depth + 1))
                    continue
                given = members.called(atom, "__next__", []) or members.called(atom, "__anext__", [])
                bases = self._types.classes.outside_bases(atom)
                found.append(given or union(*(outside.element_of(base) for base in bases)))
                if not found[-1] and not iterator:
                    found.append(members.called(atom, "__getitem__", [INTEGER]))
            elif atom[0] in ("C", "ZC"):  # an enum's members
                found.append(self._types.classes.enum_members(atom))
        return union(*found)

    def entered(self, value: Value) -> Value:
        """What `with value as x` binds."""
        found: list[Value] = []
        for atom in value:
            if atom[0] in ("I", "Z"):
                members = self._types.members
                given = members.called(atom, "__enter__", []) or members.called(atom, "__aenter__", [])
                # A manager from outside gives itself.
                found.append(given or ((atom,) if self._types.classes.outside_bases(atom) else UNKNOWN))
            elif atom[0] == "E":
                if last(atom[1]).endswith("ContextManager"):
                    found.append(tuple(atom[2][0]) if atom[2] else UNKNOWN)
                else:
                    found.append((atom,))
        return union(*found)

    def part(self, value: Value, position: int) -> Value:
        """The k-th of the names that a value is unpacked to."""
        found: list[Value] = []
        for atom in value:
            if atom[0] == "T":
                parts = atom[1]
                found.append(tuple(parts[position]) if -len(parts) <= position < len(parts) else UNKNOWN)
            else:
                fields = self._types.members.tuple_fields(atom)
                found.append(fields[position] if 0 <= position < len(fields) else self.iterated((atom,)))
        return union(*found)

    def binary(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Value:
        left = self._types.expressions.value(view, row[2], scope, at)
        operator = view.strings[row[1]]
        if operator == "|" and any(atom[0] in ("C", "X", "TF") for atom in left):
            right = self._types.expressions.value(view, row[3], scope, at)
            read = self._types.annotations.of_object
            return (("TF", union(read(view, left, scope), read(view, right, scope))),)
        found: list[Value] = []
        for atom in left:
            if atom[0] in ("I", "Z"):
                argument = self._types.expressions.value(view, row[3], scope, at)
                found.append(self._types.members.called(atom, _OPERATORS.get(operator, ""), [argument]))
            elif atom[0] == "E" and last(atom[1]) in ("str", "int", "float", "bytes"):
                found.append((atom,))
            elif atom[0] in ("E", "T") and operator in ("+", "|", "&", "-"):
                right = self._types.expressions.value(view, row[3], scope, at)
                found.append(outside.list_of(union(self.iterated((atom,)), self.iterated(right))))
        return union(*found)

    # --- literals and items -----------------------------------------------------------------------

    def sequence(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Value:
        parts = []
        for one in row[2:]:
            value = shallow(self._types.expressions.value(view, one, scope, at))
            parts.append(self.iterated(value) if view.expressions[one][0] == Op.SPREAD else value)
        if row[1] != NONE and view.strings[row[1]] == "tuple":
            if any(view.expressions[one][0] == Op.SPREAD for one in row[2:]):
                return (("E", "tuple", (union(*parts),)),)
            return (("T", tuple(parts)),)
        element = union(*parts)
        if (
            not element
            or len(parts) > MAX_ENTRIES
            or any(view.expressions[e][0] == Op.SPREAD for e in row[2:])
        ):
            return outside.list_of(element)
        entries = tuple((str(place), part) for place, part in enumerate(parts))
        return (("E", "list", (element,), entries),)

    def mapping(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Value:
        keys = union(*(self._types.expressions.value(view, one, scope, at) for one in row[2::2]))
        values = [shallow(self._types.expressions.value(view, one, scope, at)) for one in row[3::2]]
        whole = (keys, union(*values))
        written = [self.key(view, one) for one in row[2::2]]
        if not whole[1] or len(written) > MAX_ENTRIES or not all(written):
            return (("E", "dict", whole),)
        return (("E", "dict", whole, tuple(zip(written, values, strict=False))),)

    @staticmethod
    def key(view: FileView, expression: int) -> str:
        """A key or index as written, quotes made equal; "" where it is none."""
        if expression == NONE:
            return ""
        row = view.expressions[expression]
        if row[0] == Op.UNARY and view.strings[row[1]] == "-":
            digits = view.name(row[2])
            return f"-{digits}" if digits.isdecimal() else ""
        if row[0] != Op.LITERAL:
            return ""
        word = view.strings[row[1]]
        if word.endswith(_STRING_MARKS):
            return f"'{word.strip(word[-1])}'"
        return word if word.isdecimal() else ""

    def index(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Value:
        base = self._types.expressions.value(view, row[2], scope, at)
        if any(atom[0] in ("C", "X", "TF") for atom in base):  # a generic with its arguments
            found = [self._types.annotations.index_object(view, row, atom, scope, at) for atom in base]
            return union(*found)
        index = view.expressions[row[3]] if len(row) > 3 else (int(Op.UNKNOWN), NONE)
        if index[0] == Op.SLICE:
            return outside.part_of(base, view.name(row[3]))
        key = self.key(view, row[3]) if len(row) > 3 else ""
        if key and (assigned := self._assigned_item(view, row[2], key, scope, at)) is not None:
            return assigned
        return union(*(self._item(view, atom, key, row, scope, at) for atom in base))

    def _assigned_item(self, view: FileView, base: int, key: str, scope: int, at: int) -> Value | None:
        """What `x[key] = …` put there before, in the same code."""
        name = indexed(view, base)
        if not name:
            return None
        # What `update` puts in shows nowhere but in its own file.
        found = list(assigned_items(view).get((name, key), ()))
        if not self._types.inside:
            found = sorted([*found, *updated_items(view).get((name, key), ())], key=lambda one: one.start)
        frame = names_of(view).frames[scope]
        for one in reversed(found):
            if one.start < at and names_of(view).frames[one.scope] == frame:
                return self._types.expressions.value(view, one.value, one.scope, one.start - 1)
        return None

    def _item(self, view: FileView, atom: Atom, key: str, row: tuple[int, ...], scope: int, at: int) -> Value:
        if atom[0] not in ("I", "Z"):
            return outside.item_of(atom, key)
        argument = self._types.expressions.value(view, row[3], scope, at) if len(row) > 3 else UNKNOWN
        given = self._types.members.called(atom, "__getitem__", [argument])
        if given:
            return given
        position = outside.as_position(key)
        if position is not None:
            fields = self._types.members.tuple_fields(atom)
            if -len(fields) <= position < len(fields):
                return fields[position]
        elif key and self._types.classes.is_typed_dict(atom[1], atom[2]):
            return self._types.members.of_atom(atom, key.strip("'"))
        return union(*(outside.item_of(base, key) for base in self._types.classes.outside_bases(atom)))
