"""Members of C++ classes, those of their bases included, and the definitions of those declared only.

The class itself decides before its bases, as the language has it; a base outside the repository may hold
what is not found. Called by `types`, `expressions` and `resolver`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import CALLABLES, NONE
from xray_graph.resolve.languages.c.names import Named
from xray_graph.resolve.languages.cpp import values

if TYPE_CHECKING:
    from xray_graph.resolve.languages.cpp.types import Types
    from xray_graph.resolve.languages.cpp.values import Environment, Type
    from xray_graph.resolve.view import FileView

_TYPES: Final = frozenset({"class", "struct", "enum", "type"})
_MAX_BASES: Final = 64


@dataclass(frozen=True, slots=True)
class Member:
    """One declaration of a member, as it is in its class."""

    view: FileView
    index: int
    environment: Environment
    depth: int  # 0 for the class's own

    @property
    def kind(self) -> str:
        return self.view.declarations[self.index].kind

    @property
    def attributes(self) -> tuple[str, ...]:
        return self.view.declarations[self.index].attributes


class Members:
    def __init__(self, types: Types) -> None:
        self._types = types

    def constructors(self, t: Any) -> list[Member]:
        """The constructors that a class declares itself."""
        view = self._types.project.views[t[1]]
        index = view.index_of(t[2])
        if index is None:
            return []
        found = self._own(t, view.declarations[index].name, 0, constructors=True)
        return [one for one in found if one.kind in CALLABLES]

    def find(self, t: Any, name: str) -> list[Member]:
        """The members called `name` of the class, or else of the nearest bases that have any."""
        level: list[Type] = [t]
        seen: set[tuple[str, str]] = set()
        depth = 0
        while level and len(seen) < _MAX_BASES:
            found: list[Member] = []
            deeper: list[Type] = []
            for one in level:
                if one is None or one[0] != "C" or one[1:3] in seen:
                    continue
                seen.add(one[1:3])
                own = self._own(one, name, depth)
                if own:
                    found += own
                else:
                    deeper += self.bases(one)
            if found:
                return found
            level, depth = deeper, depth + 1
        return []

    def _own(self, t: Any, name: str, depth: int, *, constructors: bool = False) -> list[Member]:
        types = self._types
        types.world.touch(t[1], t[2])
        view = types.project.views[t[1]]
        index = view.index_of(t[2])
        if index is None or (name == view.declarations[index].name) != constructors:
            return []
        environment = self.environment(t)
        found = view.members(index).get(name)
        if found is None:
            return self._enumerators(view, index, name, depth)
        return [
            Member(view, at, environment, depth)
            for at in found
            if "friend" not in view.declarations[at].attributes
        ]

    @staticmethod
    def _enumerators(view: FileView, index: int, name: str, depth: int) -> list[Member]:
        """The constants called `name` of the plain enums in a class: they are members of the class."""
        return [
            Member(view, at, {}, depth)
            for held in view.members(index).values()
            for inner in held
            if view.declarations[inner].kind == "enum" and "scoped" not in view.declarations[inner].attributes
            for at in view.members(inner).get(name, ())
        ]

    def environment(self, t: Any) -> Environment:
        """A class's template arguments by its parameters' names."""
        if t[0] != "C" or not t[3]:
            return {}
        return dict(zip(self._types.parameters_of(t), t[3], strict=False))

    def bases(self, t: Any) -> list[Type]:
        """The classes that a class is derived from, with its own arguments put in."""
        own: tuple[Type, ...] = self._types.derived("cpp.bases", t[1], t[2], self._read_bases) or ()
        environment = self.environment(t)
        return [self._types.put_in(one, environment) for one in own]

    def _read_bases(self, view: FileView, index: int) -> tuple[Type, ...]:
        one = view.declarations[index]
        inside = one.body if one.type_parameters else one.scope  # where its own parameters are known
        return tuple(self._types.as_type(view, base, inside, one.start) for _, base in one.bases)

    def outside(self, t: Any) -> bool:
        """Whether a base of a class, or of its bases, is not in the repository."""
        todo: list[Type] = [t]
        seen: set[tuple[str, str]] = set()
        while todo and len(seen) < _MAX_BASES:
            one = todo.pop()
            if one is None or one[0] != "C":
                return True
            if one[1:3] not in seen:
                seen.add(one[1:3])
                todo += self.bases(one)
        return False

    def derives(self, t: Any, base: Any) -> bool:
        """Whether a class is another one or derived from it."""
        todo: list[Type] = [t]
        seen: set[tuple[str, str]] = set()
        while todo and len(seen) < _MAX_BASES:
            one = todo.pop()
            if one is None or one[0] != "C" or one[1:3] in seen:
                continue
            if one[1:3] == base[1:3]:
                return True
            seen.add(one[1:3])
            todo += self.bases(one)
        return False

    def converts(self, t: Any) -> bool:
        """Whether a class may be turned into something else by an `operator T`."""
        todo: list[Type] = [t]
        seen: set[tuple[str, str]] = set()
        while todo and len(seen) < _MAX_BASES:
            one = todo.pop()
            if one is None or one[0] != "C":
                return True
            if one[1:3] in seen:
                continue
            seen.add(one[1:3])
            self._types.world.touch(one[1], one[2])
            view = self._types.project.views[one[1]]
            index = view.index_of(one[2])
            if index is None or any(name.startswith("operator ") for name in view.members(index)):
                return True
            todo += self.bases(one)
        return False

    def injected(self, t: Any, name: str) -> Type:
        """The class or base called `name`: inside a class its own name and its bases' mean themselves."""
        todo: list[Type] = [t]
        seen: set[tuple[str, str]] = set()
        while todo and len(seen) < _MAX_BASES:
            one = todo.pop(0)
            if one is None or one[0] != "C" or one[1:3] in seen:
                continue
            seen.add(one[1:3])
            view = self._types.project.views[one[1]]
            index = view.index_of(one[2])
            if index is not None and view.declarations[index].name == name:
                return one
            todo += self.bases(one)
        return None

    def around(self, t: Any) -> Type:
        """The class that a class is declared in, or defined outside of."""
        return self._types.derived("cpp.around", t[1], t[2], self._read_around)

    def _read_around(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.receiver != NONE:
            return self._types.class_of_member(view, index)
        while one.parent != NONE:
            index, one = one.parent, view.declarations[one.parent]
            if one.kind in ("class", "struct"):
                return ("C", view.path, view.symbols[index], ())
        return None

    def inner_type(self, t: Any, name: str) -> Type:
        """The class, enum or typedef `name` in a class."""
        if t is None or t[0] != "C":
            return values.OUTSIDE if t is not None and t[0] == "X" else None
        found = [m for m in self.find(t, name) if m.kind in _TYPES]
        if len(found) != 1:
            return None
        inner = self._types.of_declaration(found[0].view, found[0].index)
        return self._types.put_in(inner, found[0].environment)

    def inner_class(self, t: Type, name: str) -> Type:
        inner = self.inner_type(t, name)
        return inner if inner is not None and inner[0] == "C" else None

    # --- what a member is -------------------------------------------------------------------------

    def type_of(self, member: Member) -> Type:
        """The type of a field, or ("F", result) of a function."""
        symbol = member.view.symbols[member.index]
        t: Type = self._types.derived("cpp.type", member.view.path, symbol, self._read_type)
        return self._types.put_in(t, member.environment)

    def _read_type(self, view: FileView, index: int) -> Type:
        return self.declared_type(view, index)

    def declared_type(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.kind in CALLABLES:
            result = one.results[0] if one.results else NONE
            return (
                "F",
                self._types.as_type(view, result, one.body if one.body != NONE else one.scope, one.end),
            )
        if one.kind == "constant" and one.parent != NONE and view.declarations[one.parent].kind == "enum":
            return ("E", view.path, view.symbols[one.parent])
        if one.kind in ("field", "variable", "constant"):
            return self._types.as_type(view, one.type, one.scope, one.end)
        return None

    def is_template(self, member: Member) -> bool:
        return bool(member.view.declarations[member.index].type_parameters)

    def parameter_types(self, member: Member) -> list[Type]:
        symbol = member.view.symbols[member.index]
        found: tuple[Type, ...] = (
            self._types.derived("cpp.parameter-types", member.view.path, symbol, self.read_parameters) or ()
        )
        return [self._types.put_in(t, member.environment) for t in found]

    def read_parameters(self, view: FileView, index: int) -> tuple[Type, ...]:
        one = view.declarations[index]
        scope = one.body if one.body != NONE else one.scope
        return tuple(self._types.as_type(view, p.type, scope, one.end) for p in one.parameters)

    def definition(self, member: Member, platform: str) -> Named:
        """Where a member is defined: the one definition compiled with its class, else its declaration."""
        own = self._types.names.of(member.view, member.index)
        if not own.declaration:
            return own
        name = member.view.declarations[member.index].name
        found = self._types.names.definitions(own, name, platform)
        return found[0] if len(found) == 1 else own

    def is_virtual(self, member: Member) -> bool:
        """Whether what runs is decided by the object: it or what it overrides is `virtual`."""
        if not {"virtual", "override", "abstract"}.isdisjoint(member.attributes):
            return True
        if "static" in member.attributes:
            return False
        one = member.view.declarations[member.index]
        parent = one.parent
        if parent == NONE:
            return False
        own = ("C", member.view.path, member.view.symbols[parent], ())
        return any(
            "virtual" in above.attributes or "override" in above.attributes
            for base in self.bases(own)
            if base is not None and base[0] == "C"
            for above in self.find(base, one.name)
        )
