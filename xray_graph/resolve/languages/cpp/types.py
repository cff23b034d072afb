"""What C++ types are: named, qualified, generic, typedefs, those that another file states.

Types that other files state are read there, with that file's own view of names, and derived once. Called
by `expressions`, `members` and `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.c.names import CLASSES, path_of
from xray_graph.resolve.languages.cpp import values
from xray_graph.resolve.languages.cpp.members import Members
from xray_graph.resolve.languages.cpp.scopes import Scopes

if TYPE_CHECKING:
    from xray_graph.resolve.languages.c.includes import Includes
    from xray_graph.resolve.languages.c.names import Names
    from xray_graph.resolve.languages.cpp.values import Type
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView


class Types(Scopes):
    """Reads types. One for a project."""

    def __init__(self, project: Project, includes: Includes, names: Names) -> None:
        super().__init__(project, includes, names)
        self.members = Members(self)

    def alias(self, path: str, symbol: str) -> Type:
        """What a typedef or a `using =` names."""
        return self.derived("cpp.alias", path, symbol, self._read_alias)

    def _read_alias(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        return self.as_type(view, one.type, one.scope, one.start)

    # --- types ------------------------------------------------------------------------------------

    def as_type(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type that a type expression names."""
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self._named_type(view, view.strings[row[1]], scope, at)
        if op in (Op.POINTER, Op.ARRAY):
            return ("P" if op == Op.POINTER else "A", self.as_type(view, row[2], scope, at))
        if op == Op.UNARY:
            inner = self.as_type(view, row[2], scope, at)
            return ("K", inner) if view.strings[row[1]] == "const" and inner is not None else inner
        if op == Op.MEMBER:
            return self._qualified_type(view, row, scope, at)
        if op == Op.APPLY:
            base = self.as_type(view, row[2], scope, at)
            if base is None or base[0] not in ("C", "X"):
                return base
            given = tuple(self.as_type(view, a, scope, at) for a in row[3:])
            return (*base[:-1], given) if base[0] == "X" else self._specialised(view, base, given)
        if op == Op.FUNC_TYPE:
            return ("F", self.as_type(view, row[2], scope, at))
        if op == Op.TYPE_DECL and row[1] != NONE:
            return ("C", view.path, view.symbols[row[1]], ())
        return None

    def _specialised(self, view: FileView, base: Any, given: tuple[Type, ...]) -> Type:
        """A class template with arguments: the class that they choose, None when that is not sure."""
        name = base[2].rpartition(".")[2].partition("~")[0]
        visible = self.names.visible(view.path, name, self.includes.platform(view))
        places = {one.container for one in visible if one.target == base[1:3]}
        exact = []
        for one in visible:
            if one.special and one.container in places:
                pattern = self.derived("cpp.pattern", *one.target, self._read_pattern)
                if pattern == given:
                    exact.append(one)
                elif one.template and (pattern is None or values.may_match(pattern, given)):
                    return None
        if exact:
            return ("C", *exact[0].target, ()) if len(exact) == 1 else None
        return (*base[:-1], self._completed_by_defaults(base, given))

    def _completed_by_defaults(self, base: Any, given: tuple[Type, ...]) -> tuple[Type, ...]:
        """Template arguments with those that the template itself has for what is left out."""
        names = self.parameters_of(base)
        if len(given) < len(names):
            for default in (self.derived("cpp.defaults", base[1], base[2], self._read_defaults) or ())[
                len(given) :
            ]:
                if default is None:
                    break
                given = (*given, self.put_in(default, dict(zip(names, given, strict=False))))
        return given

    def _read_defaults(self, view: FileView, index: int) -> tuple[Type, ...]:
        one = view.declarations[index]
        inside = one.body if one.body != NONE else one.scope
        return tuple(self.as_type(view, default, inside, one.start) for _, default in one.type_parameters)

    def put_in(self, t: Type, environment: values.Environment) -> Type:
        """A type with arguments for its template parameters, also where it is a member of one."""
        if not environment:
            return t
        settled: Type = self._settled(values.substitute(t, environment))
        return settled

    def _settled(self, t: Any, depth: int = 0) -> Any:
        if t is None or depth > values.MAX_NESTING:
            return t
        head = t[0]
        if head == "D":
            base = self._settled(t[1], depth + 1)
            if base is None or base[0] in ("V", "D"):
                return base and ("D", base, t[2])
            if base[0] != "C":
                return self.members.inner_type(base, t[2])
            # a class may have to ask itself for it, each time with larger arguments
            key = ("cpp.member", *base[1:3], f"{base[3]!r} {t[2]}")
            return self.world.derive(key, lambda: self.members.inner_type(base, t[2]), None)
        if head in values.WRAPPED:
            inner = self._settled(t[1], depth + 1)
            return t if inner is t[1] else (head, inner)
        if head in ("C", "X") and t[-1]:
            return (*t[:-1], tuple(self._settled(one, depth + 1) for one in t[-1]))
        return t

    def _read_pattern(self, view: FileView, index: int) -> tuple[Type, ...]:
        """The arguments that a specialisation is for; its own parameters are unknown among them."""
        one = view.declarations[index]
        return tuple(self.as_type(view, a, one.scope, one.start) for a in view.expressions[one.type][3:])

    def _named_type(self, view: FileView, name: str, scope: int, at: int) -> Type:
        found = self.lookup(view, scope, at, name)
        if found is None:
            first = name.split(" ", 1)[0]
            if first in values.BUILTIN:
                return ("B", name)
            return (
                ("X", name, ())
                if name in values.OPAQUE
                else ("U", tuple(self.namespaces(view, scope, at)), name)
            )
        return self.type_of_found(view, found, name)

    def type_of_found(self, view: FileView, found: tuple[Any, ...], name: str) -> Type:
        """The type that what was found is; None for a value."""
        if found[0] == "parameter" or found[0] == "class":
            return found[1]
        if found[0] == "outside":
            return ("X", found[1], ())
        if found[0] == "names":
            return self.one_type(found[1])
        if found[0] == "member":
            return self.members.inner_type(found[1], name)
        if found[0] == "local":
            return self.of_declaration(view, found[1])
        return None

    def of_declaration(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.kind in CLASSES:
            return ("C", view.path, view.symbols[index], ())
        if one.kind == "enum":
            return ("E", view.path, view.symbols[index])
        if one.kind == "type":
            return self.alias(view.path, view.symbols[index])
        return None

    def _qualified_type(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        name = view.strings[row[1]]
        base = self.scope_of(view, row[2], scope, at)
        if base is None:
            return None
        if base[0] == "namespace":
            inside = self.in_namespace(view, base[1], name)
            if not inside and self.is_library(base[1]):
                return ("X", f"{base[1]}.{name}", ())
            return self.one_type(inside) if inside else ("U", (base[1],), name)
        if base[0] == "outside":
            return ("X", f"{base[1]}.{name}" if base[1] else "", ())
        if base[1][0] in ("V", "D"):
            return ("D", base[1], name)
        inner = self.members.inner_type(base[1], name) or self.apart(view, base[1], name)
        return self.put_in(inner, self.members.environment(base[1]))

    @staticmethod
    def is_library(namespace: str) -> bool:
        """Whether a namespace is the standard library's, also where a repository adds to it."""
        return namespace == "std" or namespace.startswith("std.")

    def apart(self, view: FileView, t: Any, name: str) -> Type:
        """A class in a class that is defined outside of it, `class A::B {`, where a file sees that."""
        path = self.derived("cpp.path", t[1], t[2], self._read_path) if t[0] == "C" else None
        return self.one_type(self.in_namespace(view, path, name)) if path else None

    def _read_path(self, view: FileView, index: int) -> str:
        return self.names.placed(view, path_of(view, index))

    def scope_of(self, view: FileView, expression: int, scope: int, at: int) -> tuple[Any, ...] | None:
        """What stands before `::`: ("namespace", dotted), ("class", type), ("outside", dotted) or None."""
        row = view.expressions[expression]
        while row[0] == Op.APPLY and view.expressions[row[2]][0] != Op.NAME:
            row = view.expressions[row[2]]
        if row[0] == Op.APPLY:
            t = self.as_type(view, expression, scope, at)
            return (
                None
                if t is None
                else ("class", t)
                if t[0] == "C"
                else ("outside", t[1])
                if t[0] == "X"
                else None
            )
        if row[0] == Op.NAME:
            name = view.strings[row[1]]
            if name == "::":
                return ("namespace", "")
            found = self.lookup(view, scope, at, name)
            if found is not None and found[0] != "binding":
                t = self.type_of_found(view, found, name)
                if t is not None:
                    return (
                        ("class", t)
                        if t[0] in ("C", "E", "V", "D")
                        else ("outside", t[1])
                        if t[0] == "X"
                        else None
                    )
            return self._namespace(view, name, scope)
        if row[0] == Op.MEMBER:
            base = self.scope_of(view, row[2], scope, at)
            name = view.strings[row[1]]
            if base is None:
                return None
            if base[0] == "namespace":
                inner = f"{base[1]}.{name}" if base[1] else name
                if self.names.is_namespace(inner):
                    return ("namespace", inner)
            elif base[0] == "outside":
                return ("outside", f"{base[1]}.{name}")
            t = self._qualified_type(view, row, scope, at)
            return (
                None
                if t is None
                else ("class", t)
                if t[0] in ("C", "E", "V", "D")
                else ("outside", t[1])
                if t[0] == "X"
                else None
            )
        return None

    def _namespace(self, view: FileView, name: str, scope: int) -> tuple[Any, ...]:
        for one in view.imports(name):
            if one.kind == "namespace":
                name = one.module.replace("::", ".")
                break
        for outer in self.namespaces(view, scope):
            inner = f"{outer}.{name}" if outer else name
            if self.names.is_namespace(inner):
                return ("namespace", inner)
        return ("outside", name)
