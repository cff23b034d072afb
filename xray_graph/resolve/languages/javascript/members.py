"""Members of JavaScript and TypeScript types: a class's own, its bases', what is assigned to it.

A class is asked before its bases, a base before an interface that it only promises to implement. A
member of a union is that of each part that has it: code that compiles has narrowed the rest away.
Called by `types` and its neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.library import library, library_owner
from xray_graph.resolve.languages.javascript.values import EXTERNAL, Environment, Type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xray_graph.model import Assignment
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView

MAX_BASES: Final = 12


class Member(NamedTuple):
    """One member: a declaration, or only a type where there is none to point at."""

    view: FileView | None
    declaration: int
    environment: Environment
    type: Type  # of a member without a declaration
    depth: int = 0  # how many bases up
    abstract: bool = False  # an interface's or an abstract class's


class Members:
    def __init__(self, types: Types) -> None:
        self._types = types

    def find(self, t: Type, name: str) -> list[Member]:
        """The members `name` of a value of type `t`: one, or one for each part of a union."""
        types = self._types
        key = ("members", t, name)
        known: list[Member] | None = types.settled.get(key)
        if known is not None:
            return known
        doubts = types.doubts
        found: list[Member] = []
        for part, base in types.generics.flat(t):
            one = self._one(base, name)
            if one is not None:
                if one.view is not None:
                    one = one._replace(environment={**one.environment, "this": part})
                found.append(one)
        if types.doubts == doubts:
            types.settled[key] = found
        return found

    def _one(self, base: Any, name: str) -> Member | None:
        head = base[0]
        if head == "Y":
            return self._one(base[1], name)
        if head == "N":
            return self._of_named(base, name, 0)
        if head == "O":
            return self._types.objects.in_place(base, name)
        if head == "C":
            return self._types.objects.static(base[1], base[2], name)
        if head == "F":
            return self._types.objects.of_function(base, name)
        if head == "V":
            return self._types.objects.of_variable(base, name)
        if head in ("M", "S"):
            t = self._types.objects.exported(base, name)
            return None if t is None else self.as_member(t)
        if head == "R":
            for known, t in base[1]:
                if known == name:
                    return self.as_member(t)
            return None
        if head == "I":
            for part in self._types.generics.joined(base):
                one = self._one(part, name)
                if one is not None:
                    return one
            return None
        return self.of_library(base, name)

    def as_member(self, t: Type) -> Member:
        """A member whose value is a declared function points at that."""
        if t is not None and t[0] == "F":
            index = self._types.index_of(t[1], t[2])
            if index is not None:
                view = self._types.project.views[t[1]]
                return Member(view, index, dict(t[3]), t)
        return Member(None, NONE, {}, t)

    def of_library(self, base: Any, name: str) -> Member | None:
        owner, arguments = library_owner(base)
        if owner == "Record" and len(arguments) > 1:
            return self.as_member(arguments[1])
        kind = library().get(owner)
        if kind is None:
            return Member(None, NONE, {}, EXTERNAL) if base[0] == "X" or owner else None
        known: Environment = {k: a for k, a in zip(kind.parameters, arguments, strict=False) if a is not None}
        env = tuple(sorted(known.items()))
        if name in kind.methods:
            return Member(None, NONE, {}, ("BF", owner, name, env))
        if name in kind.fields:
            return Member(None, NONE, {}, values.substitute(kind.fields[name], known))
        return Member(None, NONE, {}, EXTERNAL)

    def _of_named(self, t: Any, name: str, depth: int) -> Member | None:
        """A member of an instance, its bases after it."""
        types = self._types
        index = types.index_of(t[1], t[2])
        if index is None or depth > MAX_BASES:
            return None
        view = types.project.views[t[1]]
        environment = types.generics.environment(t[1], t[2], t[3])
        for part in self.of_symbol(view, t[2]):
            own = self._own(view, part, name)
            if own is not None:
                return Member(view, own, environment, None, depth, is_abstract(view, own))
            stated = self._stated(view, part, name)
            if stated is not None:
                return stated._replace(depth=depth, environment={**environment, **stated.environment})
        augmented = self._augmented(view, index, name)
        if augmented is not None:
            return augmented
        for part in self.of_symbol(view, t[2]):
            for base in types.bases.of(view, part):
                expanded = types.generics.expand(values.substitute(base, environment))
                found = self._in_base(expanded, name, depth)
                if found is not None:
                    return found
        return self._of_global(view, index, t, name) or self._types.containers.indexed_member(
            view, t, environment, name
        )

    def _in_base(self, base: Type, name: str, depth: int) -> Member | None:
        if base is None:
            return None
        if base[0] == "N":
            return self._of_named(base, name, depth + 1)
        if base[0] == "I":
            for part in self._types.generics.joined(base):
                found = self._in_base(part, name, depth)
                if found is not None:
                    return found
            return None
        found = self._one(base, name)
        return None if found is None else found._replace(depth=depth + 1)

    def _own(self, view: FileView, index: int, name: str) -> int | None:
        """The declaration of an instance member inside one class or interface."""
        found = [
            child
            for child in view.members(index).get(name, ())
            if view.declarations[child].kind in ("method", "field")
            and "static" not in view.declarations[child].attributes
        ]
        return best(view, found)

    def _stated(self, view: FileView, index: int, name: str) -> Member | None:
        """A field that a constructor's parameter or an assignment to `this` makes."""
        types = self._types
        one = view.declarations[index]
        if one.kind not in ("class", "function"):
            return None
        shapes = types.shapes(view)
        if one.kind == "class":
            for child in view.members(index).get("constructor", ()):
                for position, parameter in enumerate(view.declarations[child].parameters):
                    if parameter.name == name and "field" in parameter.flags:
                        return Member(None, NONE, {}, types.calls.parameter(view, child, position))
        prototype = shapes.prototype_of(one.name).get(name) if one.name else None
        if prototype:
            return self.assigned_member(view, prototype)
        whole = shapes.members_of(one.name).get("prototype") if one.kind == "function" else None
        if whole:
            for found in self.find(self.member_type(self.assigned_member(view, whole)), name):
                return found
        if view.head.language == "javascript" and name in shapes.this_members(index):
            return self.as_member(self.assigned_field(view, index, name))
        return None

    def assigned_field(self, view: FileView, owner: int, name: str) -> Type:
        """What the methods of a class assign to one of its fields."""
        if owner == NONE:
            return None
        assigned = self._types.shapes(view).this_members(owner).get(name, [])
        if not assigned:
            return None

        def compute() -> Type:
            self._types.world.touch(view.path, view.symbols[owner])
            found = [self.assigned_type(view, one) for one in assigned]
            stated = [t for t, one in zip(found, assigned, strict=True) if _states(view, one) and is_ours(t)]
            return values.without_nothing(values.union(stated or found))

        key = f"{view.symbols[owner]}\0{name}"
        return self._types.derived("js.field", view, key, compute)

    def assigned_type(self, view: FileView, one: Assignment) -> Type:
        types = self._types
        stated = None
        if _states(view, one):
            stated = types.annotations.read(view, one.type, one.scope, one.start)
            if is_ours(stated):
                return stated
        return types.given(view, one.value, one.scope, one.start) or stated

    def assigned_member(self, view: FileView, assigned: Sequence[Assignment]) -> Member:
        """The member that assignments make; the one with a function before those with less."""

        def compute() -> Type:
            if any(one.scope for one in assigned):  # what is assigned may be an inner name
                self._types.world.touch_whole(view.path)
            self._types.world.touch(view.path, "")
            return values.without_nothing(values.union([self.assigned_type(view, one) for one in assigned]))

        for one in assigned:
            row = view.expressions[one.value]
            if row[0] == Op.FUNC and row[1] != NONE:
                return Member(view, row[1], {}, None)
        key = f"\0{assigned[0].start}"
        return self.as_member(self._types.derived("js.assigned", view, key, compute))

    def _augmented(self, view: FileView, index: int, name: str) -> Member | None:
        """What `declare module "./x"` of another file adds to an interface."""
        types = self._types
        one = view.declarations[index]
        for path, other in types.world.get(("js.augment", one.name)) if one.scope == 0 else ():
            holder = types.project.views[path]
            module = holder.declarations[holder.declarations[other].parent].name
            if types.names.modules.find(path, module) == view.path:
                types.world.touch(path, holder.symbols[other])
                found = self._own(holder, other, name)
                if found is not None:
                    return Member(holder, found, {}, None, 0, abstract=True)
        return None

    def _of_global(self, view: FileView, index: int, t: Any, name: str) -> Member | None:
        """What other files add to a global interface: `declare global { interface A { … } }`."""
        types = self._types
        if view.declarations[index].kind != "interface":
            return None
        parts = types.world.get(("js.global", view.declarations[index].name))
        if (view.path, index) not in parts:
            return None
        for path, other in parts:
            holder = types.project.views[path]
            if path == view.path or holder.declarations[other].kind != "interface":
                continue
            found = self._own(holder, other, name)
            if found is not None:
                types.world.touch(path, holder.symbols[other])
                environment = types.generics.environment(path, holder.symbols[other], t[3])
                return Member(holder, found, environment, None, 0, abstract=True)
        return None

    def type_of(self, t: Type, name: str) -> Type:
        """The type of a member as a value."""
        return values.union([self.member_type(one) for one in self.find(t, name)])

    def member_type(self, one: Member) -> Type:
        if one.view is None or one.declaration == NONE:
            return values.substitute(one.type, one.environment)
        t = self._types.declared(one.view, one.declaration)
        return values.substitute(t, one.environment) if values.mentions(t) else t

    def of_symbol(self, view: FileView, symbol: str) -> list[int]:
        """All parts of a declaration: merged interfaces, an interface beside its class."""
        known = view.memo.get("js.symbols")
        if known is None:
            table: dict[str, list[int]] = {}
            for index, name in enumerate(view.symbols):
                table.setdefault(name, []).append(index)
            for index, one in enumerate(view.declarations):
                if one.kind == "interface":
                    for other in view.declared(one.scope, one.name):
                        if view.declarations[other].kind == "class":
                            table[view.symbols[other]].append(index)
            known = view.memo["js.symbols"] = table
        assert isinstance(known, dict)
        return known.get(symbol, [])


def best(view: FileView, found: list[int]) -> int | None:
    """Of overloads the implementation; of a getter and a setter the getter."""
    if not found:
        return None
    if len(found) == 1:
        return found[0]
    return min(
        found,
        key=lambda i: (
            "setter" in view.declarations[i].attributes,
            view.declarations[i].body == NONE and view.declarations[i].kind in CALLABLES,
            i,
        ),
    )


def is_abstract(view: FileView, index: int) -> bool:
    one = view.declarations[index]
    if "abstract" in one.attributes:
        return True
    return (
        one.parent != NONE
        and view.declarations[one.parent].kind in ("interface", "type", "object")
        and one.body == NONE
    )


def _states(view: FileView, one: Assignment) -> bool:
    """Whether the type that is written for an assignment says more than what is assigned."""
    return one.type != NONE and view.expressions[one.value][0] not in (Op.FUNC, Op.OBJECT)


def is_ours(t: Type) -> bool:
    """Whether a type that is stated says more than that it is declared elsewhere."""
    return t is not None and any(part is not None and part[0] != "X" for part in values.parts(t))
