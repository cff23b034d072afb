"""Classes with declared bases: what they derive from, which members they have. For Java and C#.

Everything here is worked out once a class and kept in the World under the language's own prefix, in
terms of the class's own type parameters; what a receiver's arguments make of it is for the caller. What
differs by language (how a type is written, what a declaration means) is asked of the subclass.
"""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from xray_graph.resolve.languages.nominal import types
from xray_graph.resolve.languages.nominal.types import (
    PRIVATE,
    Environment,
    Field,
    Method,
    Type,
    substitute,
    substituted,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from xray_graph.resolve.languages.nominal.library import Library
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

T = TypeVar("T")

MAX_LINE: Final = 256  # classes that one derives from; longer lines are no program's, and each holds the next


class Head(NamedTuple):
    """What a class is, without its bases and members."""

    kind: str  # class, interface, enum, struct, type (a delegate)
    attributes: frozenset[str]
    parameters: tuple[Type, ...]  # as ("V", ...)


class Classes(abc.ABC):
    """The classes of one project in one language. `memo` belongs to whoever is reading."""

    def __init__(self, project: Project, prefix: str, library: Library, root: str) -> None:
        """`root` is the full name of the class that all classes derive from."""
        self.project = project
        self.world = project.world
        self.library = library
        self.root = root
        self.memo: dict[Any, Any] = {}
        self._outside: dict[str, tuple[Type, ...]] = {}  # of the library alone
        self.keys = {name: f"{prefix}.{name}" for name in ("head", "line", "named", "field", "own", "bound")}

    # --- what a language says ---------------------------------------------------------------------

    @abc.abstractmethod
    def bases_of(self, path: str, symbol: str) -> list[Type]:
        """The bases that a class states, in order; an implied one of the library included."""

    @abc.abstractmethod
    def methods_of(self, path: str, symbol: str, name: str) -> list[Method]:
        """The methods of a name that a class itself declares."""

    @abc.abstractmethod
    def field_of(self, path: str, symbol: str, name: str) -> Field | None:
        """The field or property of a name that a class itself declares."""

    @abc.abstractmethod
    def bound_of(self, path: str, symbol: str, name: str) -> Type:
        """The bound of a type parameter of a declaration, or None."""

    # --- derived answers ------------------------------------------------------------------------

    def derived(self, key: tuple[str, ...], compute: Callable[[], T], unknown: T) -> T:
        """As `World.derive`, with a memo of its own: what is read inside is recorded there."""

        def fresh() -> T:
            outer, self.memo = self.memo, {}
            try:
                return compute()
            finally:
                self.memo = outer

        return self.world.derive(key, fresh, unknown)

    def view_of(self, path: str, symbol: str) -> tuple[FileView, int] | None:
        """The declaration of a class; the read is recorded."""
        self.world.touch(path, symbol)
        view = self.project.views.get(path)
        if view is None:
            return None
        index = view.index_of(symbol)
        return None if index is None else (view, index)

    def head(self, path: str, symbol: str) -> Head | None:
        return self.derived((self.keys["head"], path, symbol), lambda: self._head(path, symbol), None)

    def _head(self, path: str, symbol: str) -> Head | None:
        found = self.view_of(path, symbol)
        if found is None:
            return None
        one = found[0].declarations[found[1]]
        parameters = tuple(("V", name, path, symbol) for name, _ in one.type_parameters)
        return Head(one.kind, frozenset(one.attributes), parameters)

    def line(self, path: str, symbol: str) -> tuple[Type, ...]:
        """The class and all it derives from, nearest first, the base class's line before interfaces'."""
        return self.derived((self.keys["line"], path, symbol), lambda: self._line(path, symbol), ())

    def _line(self, path: str, symbol: str) -> tuple[Type, ...]:
        head = self.head(path, symbol)
        if head is None:
            return ()
        own: Type = ("N", path, symbol, head.parameters)
        found: dict[Any, Type] = {("N", path, symbol): own}
        for base in self.bases_of(path, symbol):
            for one in self.ancestors(base):
                found.setdefault(types.identity(one), one)
        return tuple(found.values())[:MAX_LINE]

    def ancestors(self, t: Type) -> tuple[Type, ...]:
        """A class type and all it derives from, with its arguments put in."""
        if t is None:
            return ()
        if t[0] == "N":
            line = self.line(t[1], t[2])
            return line if not t[3] else tuple(substitute(one, self.environment(t)) for one in line)
        if t[0] == "X":
            return self.outside_line(t)
        if t[0] == "V":
            return self.ancestors(self.bound(t))
        if t[0] == "I":
            return tuple(one for member in t[1] for one in self.ancestors(member))
        return ()

    def outside_line(self, t: Any) -> tuple[Any, ...]:
        """The line of a type outside, as far as the library knows it: types, none of them unknown."""
        name, args = t[1], t[2]
        line = self._outside.get(name)
        if line is None:
            line = self._outside[name] = self._read_outside_line(name)
        if not args:
            return line
        known = self.library.get(name)
        if known is None:
            return (t,)
        environment = dict(zip(known.parameters, args, strict=False))
        return (t, *(substitute(one, environment) for one in line[1:]))

    def _read_outside_line(self, name: str) -> tuple[Type, ...]:
        known = self.library.get(name)
        own: Type = ("X", name, ())
        found: dict[Any, Type] = {("X", name): own}
        for base in known.bases if known is not None else ():
            for one in self.outside_line(base):
                found.setdefault(types.identity(one), one)
        return tuple(found.values())

    def environment(self, t: Any) -> Environment:
        """A class type's arguments by its parameters."""
        if not t[-1]:
            return {}
        if t[0] == "X":
            known = self.library.get(t[1])
            return {} if known is None else dict(zip(known.parameters, t[2], strict=False))
        head = self.head(t[1], t[2])
        return {} if head is None else dict(zip(head.parameters, t[3], strict=False))

    def as_super(self, t: Type, wanted: Type) -> Type:
        """`t` seen as the class that `wanted` is, with the arguments it has there; None if it is none."""
        key = types.identity(wanted)
        for one in self.ancestors(t):
            if types.identity(one) == key:
                return one
        return None

    def bound(self, variable: Any) -> Type:
        """What a type parameter is declared to derive from; the root where nothing is said."""
        found = self.stated_bound(variable) if variable[2] else None
        return ("X", self.root, ()) if found is None else found

    def stated_bound(self, variable: Any) -> Type:
        """What a declaration says that its type parameter derives from, or None."""
        _, name, path, symbol = variable
        key = (self.keys["bound"], path, symbol, name)
        return self.derived(key, lambda: self.bound_of(path, symbol, name), None)

    # --- members --------------------------------------------------------------------------------

    def named(self, path: str, symbol: str, name: str) -> tuple[tuple[Method, ...], bool]:
        """All methods of a name that a class has, and whether there may be more outside.

        In terms of the class's own parameters; what is overridden is left out; nearest first.
        """
        key = (self.keys["named"], path, symbol, name)
        nothing: tuple[tuple[Method, ...], bool] = ((), False)
        return self.derived(key, lambda: self._named(path, symbol, name), nothing)

    def _named(self, path: str, symbol: str, name: str) -> tuple[tuple[Method, ...], bool]:
        found: list[Method] = []
        outside = False
        for ancestors in self.searched(path, symbol):
            outside = self._collect(ancestors, name, found) or outside
            if found:
                break
        if not found and not outside:
            known = self.library.get(self.root)
            found = list(known.methods.get(name, ())) if known is not None else []
        return tuple(found), outside

    def searched(self, path: str, symbol: str) -> list[list[tuple[int, Type]]]:
        """Where methods are looked for, step by step, each class with its place in the line."""
        return [list(enumerate(self.line(path, symbol)))]

    def _collect(self, ancestors: list[tuple[int, Type]], name: str, found: list[Method]) -> bool:
        """Add the methods of a name that are not overridden; whether there may be more outside."""
        seen: set[Any] = set()
        outside = False
        for depth, one in ancestors:
            if one is None:
                continue
            if one[0] == "N":
                own = self.own_methods(one[1], one[2], name)
            else:
                known = self.library.get(one[1])
                outside = outside or known is None
                own = list(known.methods.get(name, ())) if known is not None else []
            environment = self.environment(one)
            for method in own:
                if depth and method.flags & PRIVATE:
                    continue
                inherited = substituted(method, environment) if depth else method
                signature = (
                    len(inherited.type_parameters),
                    *(self.signature(p) for p in inherited.parameters),
                )
                if signature not in seen:
                    seen.add(signature)
                    found.append(inherited._replace(depth=depth))
        return outside

    def signature(self, t: Type) -> Type:
        """What of a parameter's type tells two methods of a name apart."""
        return types.erased(t)

    def own_methods(self, path: str, symbol: str, name: str) -> list[Method]:
        key = (self.keys["own"], path, symbol, name)
        return self.derived(key, lambda: self.methods_of(path, symbol, name), [])

    def methods(self, t: Type, name: str) -> tuple[list[Method], bool]:
        """The methods of a name that a value of type `t` has, its arguments put in, and "may be more"."""
        if t is None:
            return [], True
        head = t[0]
        if head == "N":
            found, outside = self.named(t[1], t[2], name)
            if not t[3]:
                return list(found), outside
            environment = self.environment(t)
            return [substituted(m, environment) for m in found], outside
        if head == "X":
            return self._outside_methods(t, name)
        if head == "V":
            return self.methods(self.bound(t), name)
        if head == "I":
            outside = False
            for member in t[1]:
                own, more = self.methods(member, name)
                if own:
                    return own, outside or more
                outside = outside or more
            return [], outside
        if head == "A":
            return self._outside_methods(("X", self.root, ()), name)
        return [], True

    def _outside_methods(self, t: Any, name: str) -> tuple[list[Method], bool]:
        found: list[Method] = []
        if t[1] in self.library:
            for one in self.outside_line(t):
                known = self.library.get(one[1])
                own = known.methods.get(name) if known is not None else None
                if own:
                    environment = self.environment(one)
                    found += [substituted(m, environment) for m in own]
        root = self.library.get(self.root)
        if not found and root is not None:
            found = list(root.methods.get(name, ()))
        return found, t[1] != self.root

    def field(self, t: Type, name: str) -> Field | str | None:
        """The field of a name that a value of type `t` has; "outside" when it can only lie there."""
        if t is None:
            return "outside"
        if t[0] == "N":
            found, outside = self._field(t[1], t[2], name)
            if found is None:
                return "outside" if outside else None
            if t[3] and types.mentions(found.type):
                return found._replace(type=substitute(found.type, self.environment(t)))
            return found
        if t[0] == "X":
            for one in self.outside_line(t):
                known = self.library.get(one[1])
                if known is not None and name in known.fields:
                    return Field("", "", substitute(known.fields[name], self.environment(one)), 0)
            return "outside"
        if t[0] == "V":
            return self.field(self.bound(t), name)
        if t[0] == "I":
            for member in t[1]:
                own = self.field(member, name)
                if isinstance(own, Field):
                    return own
        return None

    def _field(self, path: str, symbol: str, name: str) -> tuple[Field | None, bool]:
        key = (self.keys["field"], path, symbol, name)
        nothing: tuple[Field | None, bool] = (None, False)
        return self.derived(key, lambda: self._find_field(path, symbol, name), nothing)

    def _find_field(self, path: str, symbol: str, name: str) -> tuple[Field | None, bool]:
        outside = False
        for depth, one in enumerate(self.line(path, symbol)):
            if one is None:
                continue
            if one[0] != "N":
                known = self.library.get(one[1])
                outside = outside or known is None
                if known is not None and name in known.fields:
                    return Field(
                        "", "", substitute(known.fields[name], self.environment(one)), 0, depth
                    ), False
                continue
            own = self.field_of(one[1], one[2], name)
            if own is not None:
                t = substitute(own.type, self.environment(one)) if depth else own.type
                return own._replace(type=t, depth=depth), False
        return None, outside
