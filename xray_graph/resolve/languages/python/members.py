"""Members of Python classes: the order of bases, who defines a name, what an attribute holds.

A class's order is C3 where it exists. A base outside the repository ends the search, since it may hold
any name. Answers are derived once a class and name. Called by `expressions`, `calls` and
`resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from xray_graph.model import CALLABLES, NONE
from xray_graph.resolve.languages.python.classes import CLASS_OBJECTS, INSTANCES, with_arguments
from xray_graph.resolve.languages.python.names import DECLARATION, names_of
from xray_graph.resolve.languages.python.outside import ANYTHING, TRANSPARENT
from xray_graph.resolve.languages.python.values import (
    STRING,
    UNKNOWN,
    Atom,
    Value,
    bound_to,
    known,
    last,
    own_variables_out,
    substitute,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xray_graph.model import Assignment
    from xray_graph.resolve.languages.python.types import Types
    from xray_graph.resolve.view import FileView


class Member(msgspec.Struct, frozen=True, gc=False):
    """Where a class finds a name."""

    path: str
    owner: str  # the class that defines it
    symbol: str  # its declaration, or "" where it is only assigned
    name: str
    depth: int  # 0 for the class's own
    base: Atom  # the defining class with the arguments that it is derived with
    kind: str = "value"  # "function", "class", "property" or "value"
    binding: str = ""  # of a function: "static", "class", "metaclass" or "" for the instance
    abstract: bool = False
    changed: bool = False  # a decorator may have made something else of it

    @property
    def callable(self) -> bool:
        """Whether calling it calls the declaration itself."""
        return self.kind in ("function", "class")


class Members:
    def __init__(self, types: Types) -> None:
        self._types = types

    # --- finding ------------------------------------------------------------------------------------

    def member(self, atom: Atom, name: str) -> Member | str | None:
        """Who defines `name` for an atom of a class; "external" when a base outside may, None when nobody."""
        if atom[0] == "S":
            receiver = atom[3]
            whole = (
                self._types.classes.order(receiver[1], receiver[2])
                if receiver[0] in INSTANCES or receiver[0] in CLASS_OBJECTS
                else ()
            )
            places = [i for i, entry in enumerate(whole) if entry[0] == "C" and entry[1:3] == atom[1:3]]
            start = places[0] + 1 if places else 1
            return self.search(whole or self._types.classes.order(atom[1], atom[2]), start, name)
        if atom[0] not in INSTANCES and atom[0] not in CLASS_OBJECTS:
            return None
        found = self._types.derived(("py.member", atom[1], atom[2], name), self._of_class, None)
        return found or (self._of_metaclass(atom, name) if atom[0] in CLASS_OBJECTS else None)

    def _of_metaclass(self, atom: Atom, name: str) -> Member | None:
        """A method that a class has as an instance of its metaclass."""
        meta = self._types.classes.metaclass(atom[1], atom[2])
        found = None if meta is None else self.member(("I", *meta[1:]), name)
        if not isinstance(found, Member) or found.kind != "function" or found.binding:
            return None
        return msgspec.structs.replace(found, binding="metaclass")

    def _of_class(self, path: str, symbol: str, name: str) -> Member | str | None:
        return self.search(self._types.classes.order(path, symbol), 0, name)

    def search(self, order: Sequence[Atom], start: int, name: str) -> Member | str | None:
        """Who defines `name` in an order of bases from a place on; "external" when a base outside may."""
        for depth, entry in enumerate(order[start:], start):
            if entry[0] == "X":
                if last(entry[1]) in TRANSPARENT:
                    continue
                return "external"
            if name in self._names(entry[1], entry[2]):
                return self._own(entry, name, depth)
        return None

    def _names(self, path: str, symbol: str) -> frozenset[str]:
        """What a class has a member of its own of, declared or assigned."""
        return self._types.derived(("py.names", path, symbol), self._named, frozenset())

    def _named(self, path: str, symbol: str) -> frozenset[str]:
        found = self._types.find(path, symbol)
        if found is None:
            return frozenset()
        view, index, one = found
        declared = names_of(view).names_in(one.body) if one.body != NONE else ()
        return frozenset((*declared, *self.assignments(view, index)))

    def _own(self, entry: Atom, name: str, depth: int) -> Member | None:
        found = self._types.find(entry[1], entry[2])
        if found is None:
            return None
        view, index, one = found
        definitions = names_of(view).of(one.body, name) if one.body != NONE else []
        declared = [d.row for d in definitions if d.what == DECLARATION]
        if declared:
            chosen = self._chosen(view, declared)
            return self._declared(view, chosen, entry, name, depth)
        if definitions or self.assignments(view, index).get(name):
            return Member(view.path, entry[2], "", name, depth, entry)
        return None

    def _declared(self, view: FileView, index: int, entry: Atom, name: str, depth: int) -> Member:
        one = view.declarations[index]
        attributes = set(one.attributes)
        kind = "class" if one.kind in ("class", "enum") else "value"
        if one.kind in CALLABLES:
            kind = "property" if "property" in attributes else "function"
        binding = "class" if "classmethod" in attributes else "static" if "static" in attributes else ""
        if one.name == "__new__":
            binding = "class"
        changed = bool(one.decorators) and not {"classmethod", "abstract", "overload", "static"} & attributes
        place = (view.path, entry[2], view.symbols[index])
        abstract = "abstract" in attributes
        return Member(*place, name, depth, entry, kind, binding, abstract=abstract, changed=changed)

    def _chosen(self, view: FileView, declared: list[int]) -> int:
        """Of several definitions of a member the one that stays: no overload, no setter."""
        for index in reversed(declared):
            if not {"overload", "setter", "deleter"} & set(view.declarations[index].attributes):
                return index
        return declared[-1]

    def assignments(self, view: FileView, index: int) -> dict[str, list[Assignment]]:
        """What a class's methods assign to their first parameter's attributes, by name."""
        known_rows = view.memo.get("py.attributes")
        if known_rows is None:
            known_rows = view.memo["py.attributes"] = self._collect_assignments(view)
        assert isinstance(known_rows, dict)
        found: dict[str, list[Assignment]] = known_rows.get(index, {})
        return found

    def _collect_assignments(self, view: FileView) -> dict[int, dict[str, list[Assignment]]]:
        found: dict[int, dict[str, list[Assignment]]] = {}
        for one in view.facts.assignments:
            target = view.expressions[one.target]
            base = view.expressions[target[2]]
            if target[0] != 2 or base[0] != 1:  # Op.MEMBER of an Op.NAME
                continue
            owner = self._self_class(view, one.scope, view.strings[base[1]])
            if owner != NONE:
                found.setdefault(owner, {}).setdefault(view.strings[target[1]], []).append(one)
        return found

    def _self_class(self, view: FileView, scope: int, name: str) -> int:
        """The class whose `self` a name is inside a method, or a function in one; -1 for none."""
        caller = view.enclosing(scope, CALLABLES)
        while caller != NONE:
            one = view.declarations[caller]
            if one.parameters and any(p.name == name for p in one.parameters):
                first = one.parameters[0].name == name and "static" not in one.attributes
                return self._types.owner_class(view, caller) if first else NONE
            if self._types.owner_class(view, caller) != NONE:
                return NONE
            caller = view.enclosing(one.scope, CALLABLES)
        return NONE

    # --- values -------------------------------------------------------------------------------------

    def attribute(self, value: Value, name: str) -> Value:
        """What `value.name` may be."""
        if len(value) == 1:
            return self.of_atom(value[0], name)
        return union(*(self.of_atom(atom, name) for atom in value))

    def of_atom(self, atom: Atom, name: str) -> Value:
        head = atom[0]
        types = self._types
        if head in ("mod", "pkg", "X"):
            found = types.modules.attribute(atom, name)
            return union(*(types.expressions.of_target(target) for target in found))
        if head == "E":
            return (("B", name, atom),)
        if head == "L":
            return (("B", name, STRING[0]),)
        if head in ("V", "VC"):
            bound = tuple(atom[2]) if head == "V" else tuple(("C", *a[1:]) for a in atom[2] if a[0] == "I")
            return self.attribute(bound, name) if bound else UNKNOWN
        if head == "F" and name in ("__wrapped__", "__func__"):
            return (atom,)
        if head == "M" and name == "__func__":
            return (("F", atom[1], atom[2]),)
        if name == "__class__" and head in INSTANCES:
            return (("C", *atom[1:]),) if head == "I" else (("ZC", *atom[1:]),)
        member = self.member(atom, name)
        if not isinstance(member, Member):
            if name == "__new__":  # that of `object`, or of another class from outside
                return (("X", "object.__new__"),)
            if member == "external":
                return self._outside_member(atom, name)
            return self._by_getattr(atom, name)
        return self.value_of(member, atom)

    def _outside_member(self, atom: Atom, name: str) -> Value:
        if atom[0] in INSTANCES:
            if self._types.classes.is_enum(atom[1], atom[2]):
                return STRING if name == "name" else UNKNOWN
            bases = self._types.classes.outside_bases(atom)
            return (("B", name, bases[0]),) if bases else ANYTHING
        return ANYTHING

    def _by_getattr(self, atom: Atom, name: str) -> Value:
        if atom[0] not in INSTANCES or name.startswith("__"):
            return UNKNOWN
        return self.called(atom, "__getattr__", [STRING])

    def value_of(self, member: Member, atom: Atom) -> Value:
        """What a member is when asked of an atom: bound, with its type parameters filled in."""
        types = self._types
        receiver: Atom = atom[3] if atom[0] == "S" else atom
        if member.kind in ("function", "property"):
            return self._method(member, receiver)
        if member.kind == "class":
            return (("C", member.path, member.symbol, ()),)
        key = ("py.held", member.path, member.owner, member.name)
        if types.passed and member.path == types.passed.path and not types.inside and not member.symbol:
            memo = types.memo  # in the file being resolved, with what its own calls hand over
            if key not in memo:
                memo[key] = UNKNOWN
                memo[key] = self._held(member.path, member.owner, member.name)
            raw: Value = memo[key]
        else:
            raw = types.derived(key, self._held, UNKNOWN)
        if member.symbol and self._types.classes.is_enum(member.path, member.owner):
            return (("I", member.path, member.owner, ()),)
        value = self._filled(raw, member, receiver)
        return self._described(value, receiver)

    def _filled(self, raw: Value, member: Member, receiver: Atom) -> Value:
        environment = self._types.classes.environment(receiver)
        if member.depth:
            environment = self._types.classes.environment(with_arguments(member.base, environment))
        return bound_to(substitute(raw, environment), receiver)

    def _method(self, member: Member, receiver: Atom) -> Value:
        calls = self._types.calls
        on_class = receiver[0] in CLASS_OBJECTS
        if member.kind == "property":
            return UNKNOWN if on_class else calls.call(("M", member.path, member.symbol, receiver), [])
        if member.binding == "static":
            return (("F", member.path, member.symbol),)
        if member.changed:
            value = calls.decorated(member.path, member.symbol)
            if value != (("F", member.path, member.symbol),):
                return self._described(self._filled(value, member, receiver), receiver)
        if member.binding in ("class", "metaclass"):
            return (("M", member.path, member.symbol, receiver if on_class else _class_of(receiver)),)
        return (("F" if on_class else "M", member.path, member.symbol, *(() if on_class else (receiver,))),)

    def _held(self, path: str, owner: str, name: str) -> Value:
        """What a class variable or an attribute set in methods holds, in the class's own terms."""
        types = self._types
        found = types.find(path, owner)
        if found is None:
            return UNKNOWN
        view, index, one = found
        assigned = self.assignments(view, index).get(name, [])
        definitions = names_of(view).of(one.body, name) if one.body != NONE else []
        stated = [
            types.annotations.read(view, view.declarations[d.row].type, one.body)
            for d in definitions
            if d.what == DECLARATION and view.declarations[d.row].type != NONE
        ]
        stated += [types.annotations.read(view, a.type, a.scope) for a in assigned if a.type != NONE]
        for value in stated:
            if known(value):
                return value
        values = [types.expressions.defined(view, d, here=False) for d in definitions]
        values += [types.expressions.value(view, a.value, a.scope, a.start - 1) for a in assigned]
        return own_variables_out(union(*values))

    def _described(self, value: Value, receiver: Atom) -> Value:
        """`__get__` of the descriptors among a class's attributes."""
        if receiver[0] not in INSTANCES or not any(atom[0] == "I" for atom in value):
            return value
        found: list[Value] = []
        for atom in value:
            getter = self.member(atom, "__get__") if atom[0] == "I" else None
            if isinstance(getter, Member) and getter.symbol:
                given = self.called(atom, "__get__", [(receiver,), UNKNOWN])
                found.append(given)
            else:
                found.append((atom,))
        return union(*found)

    def called(self, atom: Atom, name: str, arguments: list[Value]) -> Value:
        """What calling a method of the repository on an instance gives; unknown for any other member."""
        if not name:
            return UNKNOWN
        member = self.member(atom, name)
        if not isinstance(member, Member) or not member.symbol:
            return UNKNOWN
        return union(*(self._types.calls.call(one, arguments) for one in self.value_of(member, atom)))

    def tuple_fields(self, atom: Atom) -> list[Value]:
        """The fields of a named tuple, in order."""
        if atom[0] not in INSTANCES:
            return []
        if not any(
            entry[0] == "X" and last(entry[1]) == "NamedTuple"
            for entry in self._types.classes.order(atom[1], atom[2])
        ):
            return []
        found = self._types.find(atom[1], atom[2])
        if found is None:
            return []
        view, index, _one = found
        fields = [
            view.declarations[i]
            for rows in view.members(index).values()
            for i in rows
            if view.declarations[i].kind == "field" and view.declarations[i].type != NONE
        ]
        fields.sort(key=lambda field: field.start)
        return [self.of_atom(atom, field.name) for field in fields]


def _class_of(receiver: Atom) -> Atom:
    if receiver[0] == "I":
        return ("C", *receiver[1:])
    return ("ZC", *receiver[1:]) if receiver[0] == "Z" else receiver
