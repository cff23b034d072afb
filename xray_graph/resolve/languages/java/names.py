"""What a name means in a Java file: a type, a variable, a static import, a package.

Types are found as the language says: type parameters and member types of the enclosing classes, single
imports, the file's own types, the package, imports on demand, `java.lang`. A type that is none of them is
one outside, by its full name where an import gives it. Called by `classes` and `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.java.library import LIBRARY, PRIMITIVES
from xray_graph.resolve.languages.java.modules import Modules, Root
from xray_graph.resolve.languages.nominal.types import Field, Type

if TYPE_CHECKING:
    from xray_graph.model import Binding
    from xray_graph.resolve.languages.java.classes import JavaClasses
    from xray_graph.resolve.view import FileView

TYPE_KINDS: Final = frozenset({"class", "interface", "enum"})
_HOLDERS: Final = TYPE_KINDS | {"constant"}  # an enum constant may have a body
_STARS: Final = "*"
_MISS: Final[Any] = object()


class Names:
    """Look-ups of names for one project."""

    def __init__(self, modules: Modules, classes: JavaClasses) -> None:
        self._modules = modules
        self._classes = classes
        self._world = classes.world

    # --- types by full name -----------------------------------------------------------------------

    def full(self, root: Root, name: str) -> Type:
        """The repository's type of a full name as a file of `root` sees it, nested ones included."""
        key = ("java.full", *root, name)
        return self._classes.derived(key, lambda: self._find_full(root, name), None)

    def _find_full(self, root: Root, name: str) -> Type:
        parts = name.split(".")
        for end in range(len(parts), 0, -1):
            entry = self._modules.top_level(root, ".".join(parts[:end]))
            if entry is not None:
                view = self._classes.project.views[entry[0]]
                t: Type = ("N", entry[0], view.symbols[entry[1]], ())
                for part in parts[end:]:
                    t = self.member_type(t, part)
                return t
        return None

    def member_type(self, t: Type, name: str) -> Type:
        """The type that is a member of a type, its own or inherited."""
        return None if t is None or t[0] != "N" else self._member_types(t[1], t[2]).get(name)

    def _member_types(self, path: str, symbol: str) -> dict[str, Type]:
        key = ("java.inner", path, symbol)
        return self._classes.derived(key, lambda: self._find_member_types(path, symbol), {})

    def _find_member_types(self, path: str, symbol: str) -> dict[str, Type]:
        found: dict[str, Type] = {}
        for one in self._classes.line(path, symbol):
            if one is None or one[0] != "N":
                continue
            here = self._classes.view_of(one[1], one[2])
            if here is None:
                continue
            view, index = here
            for name, children in view.members(index).items():
                for child in children:
                    if view.declarations[child].kind in TYPE_KINDS:
                        found.setdefault(name, ("N", one[1], view.symbols[child], ()))
        return found

    # --- types by simple name ---------------------------------------------------------------------

    def of_file(self, view: FileView, name: str) -> Type:
        """What a simple type name means at the top level of a file; None when it is nothing known."""
        key = ("java.file", view.path, name)
        return self._classes.derived(key, lambda: self._find_in_file(view, name), None)

    def _find_in_file(self, view: FileView, name: str) -> Type:
        self._world.touch(view.path, "")
        self._world.touch_names(view.path)
        root = self._modules.root_of(view.path)
        for one in view.imports(name):
            if one.name:
                continue
            found = self.full(root, one.module)
            return found if found is not None else ("X", one.module, ())
        for index in view.declared(0, name):
            if view.declarations[index].kind in TYPE_KINDS:
                return ("N", view.path, view.symbols[index], ())
        package = view.head.package
        found = self.full(root, f"{package}.{name}" if package else name)
        if found is not None:
            return found
        stars = [one for one in view.facts.imports if one.name == _STARS]
        for one in stars:
            found = self.full(root, f"{one.module}.{name}")
            if found is not None:
                return found
        for one in view.imports(name):  # a static import may name a member type
            if one.kind == "static":
                found = self.full(root, f"{one.module}.{one.name}")
                if found is not None:
                    return found
        for module in ["java.lang", *(one.module for one in stars)]:
            if f"{module}.{name}" in LIBRARY:
                return ("X", f"{module}.{name}", ())
        return None

    def simple(self, view: FileView, scope: int, name: str, own: int = NONE) -> Type:
        """What a simple type name means in a scope; `own` is a declaration whose parameters count too."""
        scope = _type_scopes(view)[scope]
        key = ("type", view.path, scope, name, own)
        known = self._classes.memo.get(key, _MISS)
        if known is _MISS:
            known = self._classes.memo[key] = self._find_simple(view, scope, name, own)
        return known

    def _find_simple(self, view: FileView, scope: int, name: str, own: int) -> Type:
        declarations, scopes = view.declarations, view.facts.scopes
        nearest = _type_scopes(view)
        if own != NONE:
            for known, _ in declarations[own].type_parameters:
                if known == name:
                    return ("V", name, view.path, view.symbols[own])
        while scope > 0:
            for index in view.declared(scope, name):
                if declarations[index].kind in TYPE_KINDS:
                    return ("N", view.path, view.symbols[index], ())
            owner = scopes[scope].declaration
            if owner != NONE:
                one = declarations[owner]
                for known, _ in one.type_parameters:
                    if known == name:
                        return ("V", name, view.path, view.symbols[owner])
                if one.kind in TYPE_KINDS and owner != own:
                    found = self._member_types(view.path, view.symbols[owner]).get(name)
                    if found is not None:
                        return found
            scope = nearest[scopes[scope].parent]
        return self.of_file(view, name)

    def as_type(self, view: FileView, expression: int, scope: int, own: int = NONE) -> Type:
        """The type that a type expression names."""
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            name = view.strings[row[1]]
            if name in PRIMITIVES:
                return ("B", name)
            found = self.simple(view, scope, name, own)
            return found if found is not None else ("X", name, ())
        if op == Op.APPLY:
            base = self.as_type(view, row[2], scope, own)
            if base is None or base[0] not in ("N", "X"):
                return base
            args = tuple(self.as_type(view, a, scope, own) for a in row[3:])
            if base[0] == "N" and None in args:
                args = self._bounded(base, args)
            return (*base[:-1], args)
        if op == Op.ARRAY:
            t = self.as_type(view, row[2], scope, own)
            for _ in range(max(1, view.name(expression).count("["))):
                t = ("A", t)
            return t
        if op == Op.VARIADIC:
            return ("A", self.as_type(view, row[2], scope, own))
        if op == Op.MEMBER:
            return self._qualified(view, row, scope, own)
        if op in (Op.UNION, Op.INTERSECTION):
            parts = tuple(self.as_type(view, part, scope, own) for part in row[2:])
            return parts[0] if len(parts) == 1 else ("I", parts)
        return None

    def _bounded(self, base: Any, args: tuple[Type, ...]) -> tuple[Type, ...]:
        """Type arguments, a wildcard (`?`) as what its parameter is declared to derive from, if it is."""
        head = self._classes.head(base[1], base[2])
        parameters = head.parameters if head is not None else ()
        if len(parameters) != len(args):
            return args
        return tuple(
            self._classes.stated_bound(one) if given is None else given
            for one, given in zip(parameters, args, strict=True)
        )

    def _qualified(self, view: FileView, row: tuple[int, ...], scope: int, own: int) -> Type:
        """`Outer.Inner`, `a.b.Outer`."""
        name = view.strings[row[1]]
        base = view.expressions[row[2]]
        words = [name]
        while base[0] == Op.MEMBER:
            words.append(view.strings[base[1]])
            base = view.expressions[base[2]]
        if base[0] == Op.NAME:
            first = view.strings[base[1]]
            t = self.simple(view, scope, first, own)
            if t is None:
                full = ".".join((first, *reversed(words)))
                found = self.full(self._modules.root_of(view.path), full)
                return found if found is not None else ("X", full, ())
            words_left = list(reversed(words))
        else:
            t = self.as_type(view, row[2], scope, own)
            words_left = [name]
        for word in words_left:
            t = ("X", f"{t[1]}.{word}", ()) if t is not None and t[0] == "X" else self.member_type(t, word)
        return t

    # --- packages and static imports --------------------------------------------------------------

    def package_member(self, view: FileView, package: str, name: str) -> Type:
        """What `package.name` is in an expression: a type or again a package."""
        full = f"{package}.{name}"
        found = self.full(self._modules.root_of(view.path), full)
        if found is not None:
            return ("type", found)
        if full in LIBRARY:
            return ("type", ("X", full, ()))
        return ("package", full)

    def static_imports(self, view: FileView, name: str) -> list[tuple[Type, bool]]:
        """The classes that static imports may take `name` from, and whether each names it."""
        key = ("java.static", view.path, name)
        return self._classes.derived(key, lambda: self._find_static(view, name), [])

    def _find_static(self, view: FileView, name: str) -> list[tuple[Type, bool]]:
        self._world.touch(view.path, "")
        root = self._modules.root_of(view.path)
        found: list[tuple[Type, bool]] = []
        for one in view.facts.imports:
            if one.kind == "static" and one.name in (name, _STARS):
                t = self.full(root, one.module)
                found.append((t if t is not None else ("X", one.module, ()), one.name == name))
        found.sort(key=lambda pair: not pair[1])
        return found

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
            if owner != NONE and declarations[owner].kind in _HOLDERS:
                found = self._classes.field(self.self_type(view, owner), name)
                if isinstance(found, Field):
                    return found
                outside = outside or found == "outside"
            scope = scopes[scope].parent
        for t, named in self.static_imports(view, name):
            found = self._classes.field(t, name)
            if isinstance(found, Field):
                return found
            if named and found == "outside":
                return "outside"
        return "outside" if outside else None

    def self_type(self, view: FileView, owner: int) -> Type:
        """The type of `this` inside a class; its own parameters stand for themselves."""
        return ("N", view.path, view.symbols[owner], ())

    def enclosing(self, view: FileView, scope: int) -> list[int]:
        """The classes around a scope, innermost first."""
        scopes, declarations = view.facts.scopes, view.declarations
        found = []
        while scope != NONE:
            owner = scopes[scope].declaration
            if owner != NONE and declarations[owner].kind in _HOLDERS:
                found.append(owner)
            scope = scopes[scope].parent
        return found


def _type_scopes(view: FileView) -> list[int]:
    """For each scope the nearest one around, itself included, in which type names may be declared."""
    known = view.memo.get("java.scopes")
    if known is None:
        declarations = view.declarations
        telling = {one.scope for one in declarations if one.kind in TYPE_KINDS}
        for one in declarations:
            if one.body != NONE and (one.type_parameters or one.kind in TYPE_KINDS):
                telling.add(one.body)
        nearest: list[int] = []
        for number, scope in enumerate(view.facts.scopes):  # outer ones come first
            nearest.append(number if number in telling or scope.parent == NONE else nearest[scope.parent])
        known = view.memo["java.scopes"] = nearest
    return known


def is_var(view: FileView, expression: int) -> bool:
    if expression == NONE:
        return True
    row = view.expressions[expression]
    return row[0] == Op.NAME and view.strings[row[1]] == "var"
