"""What a name means in a C# file: a type, a variable, a namespace.

As the language looks them up: type parameters and member types of the enclosing classes, then what
`spaces` finds by namespaces and usings. Called by `classes` and `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.csharp.library import KEYWORDS, ON_STACK, PRIMITIVES
from xray_graph.resolve.languages.csharp.projects import TYPES, Projects
from xray_graph.resolve.languages.csharp.spaces import Spaces
from xray_graph.resolve.languages.nominal.types import Field, Type

if TYPE_CHECKING:
    from xray_graph.model import Binding
    from xray_graph.resolve.languages.csharp.classes import CSharpClasses
    from xray_graph.resolve.view import FileView

_MISS: Final[Any] = object()


class Names:
    """Look-ups of names for one project."""

    def __init__(self, projects: Projects, classes: CSharpClasses) -> None:
        self._classes = classes
        self.spaces = Spaces(projects, classes, self.member_type)

    def member_type(self, t: Type, name: str, count: int = 0) -> Type:
        """The type that is a member of a type, its own or inherited."""
        if t is None or t[0] != "N":
            return None
        key = ("cs.inner", t[1], t[2])
        nothing: dict[tuple[str, int], Type] = {}
        return self._classes.derived(key, lambda: self._find_member_types(t), nothing).get((name, count))

    def _find_member_types(self, t: Any) -> dict[tuple[str, int], Type]:
        found: dict[tuple[str, int], Type] = {}
        for one in self._classes.line(t[1], t[2]):
            if one is None or one[0] != "N":
                continue
            for path, symbol in self._classes.parts(one[1], one[2]):
                here = self._classes.view_of(path, symbol)
                if here is None:
                    continue
                view, index = here
                for name, children in view.members(index).items():
                    for child in children:
                        declared = view.declarations[child]
                        if declared.kind in TYPES:
                            inner = self._classes.canonical(path, view.symbols[child])
                            key = (name, len(declared.type_parameters))
                            found.setdefault(key, ("N", *inner, ()))
        return found

    # --- types by simple name ---------------------------------------------------------------------

    def simple(self, view: FileView, scope: int, name: str, count: int = 0, own: int = NONE) -> Type:
        """What a simple type name means in a scope; `own` is a declaration whose parameters count too."""
        scope = _type_scopes(view)[scope]
        key = ("type", view.path, scope, name, count, own)
        known = self._classes.memo.get(key, _MISS)
        if known is _MISS:
            known = self._classes.memo[key] = self._find_simple(view, scope, name, count, own)
        return known

    def _find_simple(self, view: FileView, scope: int, name: str, count: int, own: int) -> Type:
        declarations, scopes = view.declarations, view.facts.scopes
        nearest = _type_scopes(view)
        if own != NONE and not count:
            for known, _ in declarations[own].type_parameters:
                if known == name:
                    return self.variable_of(view, own, name)
        while scope > 0:
            owner = scopes[scope].declaration
            if owner != NONE:
                one = declarations[owner]
                if one.kind == "namespace":
                    break
                for known, _ in one.type_parameters:
                    if known == name and not count:
                        return self.variable_of(view, owner, name)
                if one.kind in TYPES and owner != own:
                    here = self._classes.canonical(view.path, view.symbols[owner])
                    found = self.member_type(("N", *here, ()), name, count)
                    if found is not None:
                        return found
            scope = nearest[scopes[scope].parent]
        space_scope = max(0, scope)
        return self.spaces.simple(view, space_scope, name, count)

    def variable_of(self, view: FileView, owner: int, name: str) -> Type:
        """A type parameter; that of a part of a class is the class's."""
        if view.declarations[owner].kind not in TYPES:
            return ("V", name, view.path, view.symbols[owner])
        path, symbol = self._classes.canonical(view.path, view.symbols[owner])
        if (path, symbol) == (view.path, view.symbols[owner]):
            return ("V", name, path, symbol)
        names = [known for known, _ in view.declarations[owner].type_parameters]
        head = self._classes.head(path, symbol)
        position = names.index(name)
        if head is None or position >= len(head.parameters):
            return ("V", name, path, symbol)
        return head.parameters[position]

    def as_type_name(self, view: FileView, scope: int, name: str) -> Type:
        """What a plain name in an expression is as a type, keywords included; an alias may be a namespace."""
        if name in PRIMITIVES:
            return ("B", name)
        if name in KEYWORDS:
            return ("X", KEYWORDS[name], ())
        return self.simple(view, scope, name)

    def local_function(self, view: FileView, scope: int, name: str) -> int | None:
        """The local function that a bare name means."""
        scopes = view.facts.scopes
        while scope != NONE:
            for index in view.declared(scope, name):
                if view.declarations[index].kind == "function":
                    return index
            scope = scopes[scope].parent
        return None

    # --- type expressions -------------------------------------------------------------------------

    def as_type(self, view: FileView, expression: int, scope: int, own: int = NONE, count: int = 0) -> Type:
        """The type that a type expression names."""
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            name = view.strings[row[1]]
            if name in PRIMITIVES:
                return ("B", name)
            if name in KEYWORDS:
                return ("X", KEYWORDS[name], ())
            if name in ("var", "dynamic"):
                return None
            found = self.simple(view, scope, name.removeprefix("@"), count, own)
            if found is not None and found[0] == "package":
                return None
            return found if found is not None else ("X", name, ())
        if op == Op.APPLY:
            base = self.as_type(view, row[2], scope, own, len(row) - 3)
            if base is None or base[0] not in ("N", "X"):
                return base
            return (*base[:-1], tuple(self.as_type(view, a, scope, own) for a in row[3:]))
        if op == Op.MEMBER:
            return self._qualified(view, row, scope, own, count)
        if op in (Op.ARRAY, Op.VARIADIC):
            rank = view.strings[row[1]] if op == Op.ARRAY and row[1] != NONE else ""
            element = self.as_type(view, row[2], scope, own)
            if op == Op.VARIADIC and element is not None and element[0] == "X" and element[1] in ON_STACK:
                return ("A", element[2][0] if element[2] else None, 0)
            return _array(element, rank)
        if op == Op.OPTIONAL:
            t = self.as_type(view, row[2], scope, own)
            return ("X", "System.Nullable", (t,)) if self._classes.is_value(t) else t
        if op == Op.TUPLE:
            named = [
                view.strings[r[1]] if r[0] == Op.KEYWORD else ""
                for r in map(view.expressions.__getitem__, row[2:])
            ]
            return tuple_of([self.as_type(view, part, scope, own) for part in row[2:]], named)
        if op == Op.KEYWORD:
            return self.as_type(view, row[2], scope, own)
        if op == Op.INTERSECTION:
            return ("I", tuple(self.as_type(view, part, scope, own) for part in row[2:]))
        return None

    def _qualified(self, view: FileView, row: tuple[int, ...], scope: int, own: int, count: int) -> Type:
        """`Outer.Inner`, `A.B.Outer`, `global::A.B`."""
        base = self.qualifier(view, row[2], scope, own)
        name = view.strings[row[1]]
        if base is None:
            return None
        if base[0] == "package":
            full = f"{base[1]}.{name}" if base[1] else name
            t = self.spaces.full(self.spaces.projects.project_of(view.path), full, count)
            if t is None:
                t = self.spaces.outside(full)
            return t if t is not None else ("X", full, ())
        if base[0] == "X":
            return ("X", f"{base[1]}.{name}", ())
        return self.member_type(base, name, count)

    def qualifier(self, view: FileView, expression: int, scope: int, own: int = NONE) -> Type:
        """What stands before the last dot of a type: a type or ("package", name)."""
        row = view.expressions[expression]
        if row[0] == Op.NAME:
            name = view.strings[row[1]]
            if name == "global::":
                return ("package", "")
            t = self.simple(view, scope, name, 0, own)
            return t if t is not None else ("package", self.spaces.namespace(view, scope, name))
        if row[0] == Op.MEMBER:
            base = self.qualifier(view, row[2], scope, own)
            if base is None or base[0] != "package":
                return self.as_type(view, expression, scope, own)
            full = f"{base[1]}.{view.strings[row[1]]}" if base[1] else view.strings[row[1]]
            t = self.spaces.full(self.spaces.projects.project_of(view.path), full)
            return t if t is not None else ("package", full)
        return self.as_type(view, expression, scope, own)

    # --- variables --------------------------------------------------------------------------------

    def variable(self, view: FileView, scope: int, at: int, name: str) -> Binding | Field | str | None:
        """What a name means at byte `at`; "outside" where only a class outside may have it."""
        scopes, declarations = view.facts.scopes, view.declarations
        outside = False
        while scope != NONE:
            best = None
            for one in view.bindings(scope, name):
                if one.start <= at:
                    best = one
            if best is not None:
                return best
            owner = scopes[scope].declaration
            if owner != NONE and declarations[owner].kind in TYPES:
                found = self._classes.field(self.self_type(view, owner), name)
                if isinstance(found, Field):
                    return found
                outside = outside or found == "outside"
            scope = scopes[scope].parent
        for t in self.spaces.static_usings(view):
            found = self._classes.field(t, name)
            if isinstance(found, Field):
                return found
        return "outside" if outside else None

    def self_type(self, view: FileView, owner: int) -> Type:
        """The type of `this` inside a class; its own parameters stand for themselves."""
        return ("N", *self._classes.canonical(view.path, view.symbols[owner]), ())

    def enclosing(self, view: FileView, scope: int) -> list[int]:
        """The classes around a scope, innermost first."""
        scopes, declarations = view.facts.scopes, view.declarations
        found = []
        while scope != NONE:
            owner = scopes[scope].declaration
            if owner != NONE and declarations[owner].kind in TYPES:
                found.append(owner)
            scope = scopes[scope].parent
        return found


def _type_scopes(view: FileView) -> list[int]:
    """For each scope the nearest one around, itself included, in which type names may be declared."""
    known = view.memo.get("cs.scopes")
    if known is None:
        telling = {
            one.body
            for one in view.declarations
            if one.body != NONE and (one.type_parameters or one.kind in TYPES or one.kind == "namespace")
        }
        nearest: list[int] = []
        for number, scope in enumerate(view.facts.scopes):  # outer ones come first
            nearest.append(number if number in telling or scope.parent == NONE else nearest[scope.parent])
        known = view.memo["cs.scopes"] = nearest
    return known


def _array(element: Type, rank: str) -> Type:
    """An array whose brackets are written so: `[]`, `[,]`, `[2, 3]`."""
    commas = rank.count(",")
    if commas and "(" in rank:
        return None  # they may be a call's
    return ("A", element, commas + 1) if commas else ("A", element)


def tuple_of(members: list[Type], names: list[str]) -> Type:
    """A tuple, with the names of its members where some have one."""
    return ("T", tuple(members), tuple(names)) if any(names) else ("T", tuple(members))


def is_var(view: FileView, expression: int) -> bool:
    """Whether a variable's type is left to its value."""
    if expression == NONE:
        return True
    row = view.expressions[expression]
    return row[0] == Op.NAME and view.strings[row[1]] == "var"
