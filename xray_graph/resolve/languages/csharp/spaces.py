"""Namespaces and usings of C#: which type a name means outside of all classes.

For each namespace around, from the innermost on: its own types, the aliases and the usings written in it;
at last the project's global usings. Two usings that both have a name mean none. Called by `names`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.model import NONE
from xray_graph.resolve.languages.csharp.library import COLLECTIONS, IMPLICIT, LIBRARY, STRUCTS
from xray_graph.resolve.languages.csharp.projects import Projects
from xray_graph.resolve.languages.nominal.types import Type

if TYPE_CHECKING:
    from collections.abc import Callable

    from xray_graph.resolve.languages.csharp.classes import CSharpClasses
    from xray_graph.resolve.view import FileView


class Spaces:
    """Look-ups by namespace for one project."""

    def __init__(
        self, projects: Projects, classes: CSharpClasses, member_type: Callable[[Type, str, int], Type]
    ) -> None:
        self.projects = projects
        self._classes = classes
        self._world = classes.world
        self._member_type = member_type

    # --- types by full name -----------------------------------------------------------------------

    def full(self, project: str, name: str, count: int = 0) -> Type:
        """The repository's type of a full name and number of type parameters."""
        key = ("cs.full", project, name, str(count))
        return self._classes.derived(key, lambda: self._find_full(project, name, count), None)

    def _find_full(self, project: str, name: str, count: int) -> Type:
        parts = self.projects.parts(project, name, count)
        if not parts:
            return None
        path, index = parts[0]
        return ("N", path, self._classes.project.views[path].symbols[index], ())

    def outside(self, name: str, count: int | None = None) -> Type:
        """The type of the library that has a full name, and as many type parameters where that is told."""
        space, _, simple = name.rpartition(".")
        if space == "System" and simple in STRUCTS:
            return ("B", STRUCTS[simple])
        if name in LIBRARY and (count is None or COLLECTIONS.get(space, bool(count)) == bool(count)):
            return ("X", name, ())
        return None

    # --- namespaces -------------------------------------------------------------------------------

    def spaces(self, view: FileView, scope: int) -> list[tuple[str, int]]:
        """The namespaces around a scope, innermost first, each with the scope whose usings count in it.

        The last one is the global namespace with the file's own usings; -1 where none can be written.
        """
        key = ("spaces", view.path, scope)
        known = self._classes.memo.get(key)
        if known is None:
            known = self._classes.memo[key] = self._find_spaces(view, scope)
        return known

    def _find_spaces(self, view: FileView, scope: int) -> list[tuple[str, int]]:
        scopes, declarations = view.facts.scopes, view.declarations
        found: list[tuple[str, int]] = []
        written: list[tuple[str, int]] = []  # (namespace as written, its scope), innermost first
        while scope != NONE:
            owner = scopes[scope].declaration
            if owner != NONE and declarations[owner].kind == "namespace":
                written.append((declarations[owner].name, scope))
            scope = scopes[scope].parent
        outer = view.head.package
        levels = [(outer, NONE)] if outer else []
        for name, inside in reversed(written):
            outer = f"{outer}.{name}" if outer else name
            levels.append((outer, inside))
        for name, inside in reversed(levels):
            found.append((name, inside))
            shorter = name.rpartition(".")[0]
            above = _above(levels, name)
            while shorter and shorter != above:
                found.append((shorter, NONE))
                shorter = shorter.rpartition(".")[0]
        found.append(("", 0))
        return found

    def simple(self, view: FileView, scope: int, name: str, count: int) -> Type:
        key = ("cs.file", view.path, _space(view, scope), name, str(count))
        return self._classes.derived(key, lambda: self._find_in_spaces(view, scope, name, count), None)

    def _find_in_spaces(self, view: FileView, scope: int, name: str, count: int) -> Type:
        self._world.touch(view.path, "")
        project = self.projects.project_of(view.path)
        for space, usings in self.spaces(view, scope):
            found = self.full(project, f"{space}.{name}" if space else name, count)
            if found is not None:
                return found
            if usings == NONE:
                continue
            written = [(one.module, one.alias, one.kind) for one in view.facts.imports if one.scope == usings]
            if not space:
                written += self.projects.global_usings(project)
            found = self._by_usings(view, space, project, written, name, count)
            if found is not None:
                return found
        for space in IMPLICIT:
            found = self.outside(f"{space}.{name}", count)
            if found is not None:
                return found
        return None

    def _by_usings(
        self,
        view: FileView,
        space: str,
        project: str,
        written: list[tuple[str, str, str]],
        name: str,
        count: int,
    ) -> Type:
        found: list[Type] = []
        for module, alias, kind in written:
            if kind.startswith("alias"):
                if alias == name and not count:
                    return self._alias(project, module)
            elif kind.startswith("static"):
                outer = self._static(project, space or view.head.package, module)
                inner = self._member_type(outer, name, count)
                found += [inner] if inner is not None and inner not in found else []
            else:
                t = self.full(project, f"{module}.{name}", count)
                if t is None and (around := space or view.head.package):
                    full = self.used(around, module)
                    t = self.full(project, f"{full}.{name}", count) if full else None
                if t is None:
                    t = self.outside(f"{module}.{name}", count)
                found += [t] if t is not None and t not in found else []
        own = [t for t in found if t is not None and t[0] == "N"]
        if own:
            return own[0] if len(own) == 1 else None
        return found[0] if found else None

    def _alias(self, project: str, module: str) -> Type:
        for count in range(4):  # the alias may have type arguments, which are not kept
            t = self.full(project, module, count)
            if t is not None:
                return t
        if self.projects.has_namespace(module):
            return ("package", module)
        t = self.outside(module)
        return t if t is not None else ("X", module, ())

    def used(self, around: str, module: str) -> str:
        """The namespace that a using inside another one means when it is written from there; "" for none."""
        return self._classes.derived(("cs.used", around, module), lambda: self._find_used(around, module), "")

    def _find_used(self, around: str, module: str) -> str:
        while around:
            if self.projects.has_namespace(f"{around}.{module}"):
                return f"{around}.{module}"
            around = around.rpartition(".")[0]
        return ""

    def _static(self, project: str, around: str, module: str) -> Type:
        """The class that a static using names, which may be written from the namespace around."""
        key = ("cs.static type", project, around, module)
        return self._classes.derived(key, lambda: self._find_static_type(project, around, module), None)

    def _find_static_type(self, project: str, around: str, module: str) -> Type:
        t = self.full(project, module)
        while t is None and around:
            t = self.full(project, f"{around}.{module}")
            around = around.rpartition(".")[0]
        return t

    def namespace(self, view: FileView, scope: int, name: str) -> str:
        """The full name of the namespace that a name means here; the name itself where none is known."""
        for space, _ in self.spaces(view, scope):
            full = f"{space}.{name}" if space else name
            if self.projects.has_namespace(full):
                return full
        return name

    def static_usings(self, view: FileView) -> list[Type]:
        """The classes whose static members a file sees bare, those outside among them."""
        return self._classes.derived(("cs.static", view.path), lambda: self._find_static(view), [])

    def _find_static(self, view: FileView) -> list[Type]:
        self._world.touch(view.path, "")
        project = self.projects.project_of(view.path)
        written = [
            (one.module, self.spaces(view, one.scope)[0][0])
            for one in view.facts.imports
            if one.kind.startswith("static")
        ]
        given = self.projects.global_usings(project)
        written += [(module, "") for module, _, kind in given if kind.startswith("static")]
        return [
            self._static(project, around, module) or ("X", module, ())
            for module, around in dict.fromkeys(written)
        ]


def _space(view: FileView, scope: int) -> str:
    """Which namespace of the file a scope is that of: its place among them, which holds when others grow."""
    known = view.memo.get("cs.spaces")
    if known is None:
        spaces = [one.body for one in view.declarations if one.kind == "namespace"]
        known = view.memo["cs.spaces"] = {body: str(place) for place, body in enumerate(spaces)}
    place: str = known.get(scope, "")
    return place


def _above(levels: list[tuple[str, int]], name: str) -> str:
    """The namespace that the one called `name` is written in."""
    names = [known for known, _ in levels]
    at = names.index(name)
    return names[at - 1] if at else ""
