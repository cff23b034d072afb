"""What lies in a value: elements of lists and iterables, members by position or by a key, all of them.

Called by `types` and its neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.library import ITERATES
from xray_graph.resolve.languages.javascript.members import Member
from xray_graph.resolve.languages.javascript.values import EXTERNAL, Environment, Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView


class Containers:
    def __init__(self, types: Types) -> None:
        self._types = types

    def all_of(self, t: Type) -> dict[str, Type]:
        """The members of a plain object, by name; nothing for what is no object."""
        types = self._types
        found: dict[str, Type] = {}
        for _, part in types.generics.flat(t):
            if part[0] == "R":
                found.update(part[1])
            elif part[0] == "X" and part[1] == "Record" and len(part[2]) > 1:
                found["*"] = part[2][1]
            elif part[0] == "V":
                found.update(self.all_of(self._types.objects.initial(part)))
            elif part[0] in ("O", "N"):
                view = types.project.views[part[1]]
                for index in self._types.members.of_symbol(view, part[2]):
                    types.world.touch(part[1], part[2])
                    for name in view.members(index):
                        if name:
                            found[name] = self._types.members.type_of(part, name)
                    row_index = types.places(view).objects.get(index)
                    for child in view.expressions[row_index][2:] if row_index is not None else ():
                        row = view.expressions[child]
                        if row[0] in (Op.KEYWORD, Op.NAME):
                            name = view.strings[row[1]].strip("\"'`")
                            found.setdefault(name, self._types.members.type_of(part, name))
        return found

    def element(self, t: Type) -> Type:
        """What an iteration over a value gives."""
        found: list[Type] = []
        for _, base in self._types.generics.flat(t):
            if base[0] == "A":
                found.append(base[1])
            elif base[0] == "T":
                found += base[1]
            elif base[0] == "X" and base[1] in ("Map", "ReadonlyMap") and len(base[2]) > 1:
                found.append(("T", base[2][:2]))
            elif base[0] == "X" and base[1] in ITERATES and base[2]:
                found.append(base[2][0])
            elif base[0] == "X" and not base[1]:
                found.append(EXTERNAL)
            elif base == values.STRING:
                found.append(values.STRING)
            elif base[0] in ("N", "V", "O"):
                found.append(self._iterator(base))
        return values.union(found)

    def _iterator(self, base: Type) -> Type:
        """What the generator behind `[Symbol.iterator]` yields."""
        for name in ("[Symbol.iterator]", "[Symbol.asyncIterator]"):
            made = self._types.members.type_of(base, name)
            if made is not None:
                given = self._types.calls.plain_result(made)
                if given is not None and given[0] == "X":
                    return self.element(given)
                nexts = self._types.calls.plain_result(self._types.members.type_of(given, "next"))
                return self._types.members.type_of(values.promised(nexts), "value")
        return None

    def part(self, t: Type, position: int) -> Type:
        """The element at a position."""
        found: list[Type] = []
        for _, base in self._types.generics.flat(t):
            if base[0] == "T":
                found.append(base[1][position] if position < len(base[1]) else None)
            elif base[0] in ("N", "O", "R", "V"):
                own = self._types.members.type_of(base, str(position))
                if own is None:
                    own = self.element(base) if base[0] in ("N", "V") else self.indexed(base)
                found.append(own)
            else:
                found.append(self.element(base))
        return values.union(found)

    def at(self, t: Type, key: Type) -> Type:
        """A member by a key of this type: by its name where the type is that of literals."""
        parts = values.parts(self._types.generics.expand(key))
        if parts and all(one is not None and one[0] == "L" for one in parts):
            find = self._types.members.type_of
            return values.union([find(t, one[1].strip("\"'`")) for one in parts if one is not None])
        return self.element(t) if parts == (values.NUMBER,) else self.indexed(t)

    def indexed(self, t: Type) -> Type:
        """A member by a key that is not known: of an array or of an index signature."""
        found: list[Type] = []
        for _, base in self._types.generics.flat(t):
            if base[0] in ("A", "T"):
                found.append(self.element(base))
            elif base[0] == "X" and base[1] == "Record" and len(base[2]) > 1:
                found.append(base[2][1])
            elif base[0] in ("N", "O"):
                view = self._types.project.views[base[1]]
                environment = (
                    dict(base[3])
                    if base[0] == "O"
                    else self._types.generics.environment(base[1], base[2], base[3])
                )
                index = self.index_type(view, base[2])
                found.append(values.substitute(index, environment))
            elif base[0] == "X" and not base[1]:
                found.append(EXTERNAL)
        return values.union(found)

    def indexed_member(self, view: FileView, t: Any, environment: Environment, name: str) -> Member | None:
        index = self.index_type(view, t[2])
        if index is None:
            return None
        for part in self._types.members.of_symbol(view, t[2]):
            for how, key in view.declarations[part].bases:
                if how == "key":
                    mapped = f"{view.path}::{view.symbols[part]}<{view.name(key)}"
                    environment = {**environment, mapped: ("L", f"'{name}'")}
        return Member(None, NONE, {}, values.substitute(index, environment))

    def index_type(self, view: FileView, symbol: str) -> Type:
        """The type of any member: `[key: string]: T`."""
        for part in self._types.members.of_symbol(view, symbol):
            for how, expression in view.declarations[part].bases:
                if how == "index":
                    return self._read_index(view, part, expression)
        return None

    def _read_index(self, view: FileView, index: int, expression: int) -> Type:
        one = view.declarations[index]
        scope = one.body if one.body != NONE else one.scope

        def compute() -> Type:
            return self._types.annotations.read(view, expression, scope, one.end, index)

        return self._types.derived("js.index", view, view.symbols[index], compute)
