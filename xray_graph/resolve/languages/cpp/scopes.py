"""What names mean in C++: scopes, classes around, namespaces, `using`, and the class of a member.

A name is looked for outwards: blocks, the class and its bases, the namespaces around, what `using` brings
in, then the file. What a name of a type is, is `types`' to say. Called by that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from xray_graph.model import CALLABLES, NONE
from xray_graph.resolve.languages.c.names import CLASSES, Named, Names, brought, dotted, path_of
from xray_graph.resolve.languages.cpp import spaces, values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from xray_graph.model import Binding, Import
    from xray_graph.resolve.languages.c.includes import Includes
    from xray_graph.resolve.languages.cpp.members import Members
    from xray_graph.resolve.languages.cpp.values import Type
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

T = TypeVar("T")
_NAMED_TYPES: Final = frozenset({"class", "struct", "enum", "type"})


class Scopes:
    """Looks names up. One for a project."""

    members: Members

    def __init__(self, project: Project, includes: Includes, names: Names) -> None:
        self.project = project
        self.world = project.world
        self.includes = includes
        self.names = names

    def alias(self, path: str, symbol: str) -> Type:
        """What a typedef or a `using =` names."""
        raise NotImplementedError

    # --- names ------------------------------------------------------------------------------------

    def lookup(self, view: FileView, scope: int, at: int, name: str) -> tuple[Any, ...] | None:
        """What a name means at byte `at` of `scope`.

        ("binding", b), ("local", index), ("parameter", type), ("member", class type),
        ("names", declarations), ("outside", dotted name) for what `using` takes from outside, or None.
        """
        scopes = view.facts.scopes
        origin, used = scope, []
        while scope != NONE:
            owner = scopes[scope].declaration
            best = _latest(view.bindings(scope, name), at)
            if best is not None:
                return ("binding", best)
            if view.enclosing(scope, CALLABLES) != NONE:
                for index in view.declared(scope, name):
                    if view.declarations[index].start <= at and view.declarations[index].receiver == NONE:
                        return ("local", index)
            for one in _using(view).get(scope, ()):
                if one.start > at:
                    continue
                if one.name == "*":
                    used.append(one.module)
                elif one.name == name:
                    found = self._taken(view, scope, one.module, name)
                    if found is not None:
                        return found
            if owner != NONE:
                found = self._of_owner(view, owner, name)
                if found is not None:
                    return found
            scope = scopes[scope].parent
        return self._at_namespaces(view, self.namespaces(view, origin, at), name, used)

    def _of_owner(self, view: FileView, owner: int, name: str) -> tuple[Any, ...] | None:
        """A name among the template parameters and members of what a scope is the region of."""
        one = view.declarations[owner]
        for known, _ in one.type_parameters:
            if known == name:
                if one.kind in CLASSES:  # a member may ask, whose own text does not say it
                    self.world.touch(view.path, view.symbols[owner])
                return ("parameter", ("V", name))
        held: Type = None
        if one.kind in CLASSES:
            held = ("C", view.path, view.symbols[owner], ())
        elif one.receiver != NONE:
            held = self.class_of_member(view, owner)
        for _ in range(values.MAX_NESTING):
            if held is None or held[0] != "C":
                return None
            injected = self.members.injected(held, name)
            if injected is not None:
                return ("class", injected)
            if self.members.find(held, name):
                return ("member", held)
            if name in self.parameters_of(held):
                return ("parameter", ("V", name))
            held = self.members.around(held)
        return None

    def _taken(self, view: FileView, scope: int, module: str, name: str) -> tuple[Any, ...] | None:
        """What `using a::b` means."""
        around = self.namespaces(view, scope)
        where = module.replace("::", ".")
        for outer in around:
            found = self.in_namespace(view, f"{outer}.{where}" if outer else where, name)
            if found:
                return ("names", found)
        return ("outside", f"{where}.{name}")

    def _at_namespaces(
        self, view: FileView, around: list[str], name: str, used: list[str]
    ) -> tuple[Any, ...] | None:
        visible = self.names.visible(view.path, name, self.includes.platform(view))
        places = list(around)
        for module in used:
            where = module.replace("::", ".")
            places += [f"{outer}.{where}" if outer else where for outer in around]
        for place in places if visible else ():
            found = tuple(one for one in visible if one.container == place)
            if place and found and not self.names.is_namespace(place):
                found = tuple(one for one in found if one.kind in _NAMED_TYPES)  # `struct A::B {`
            if found:
                return ("names", found)
        return None

    def in_namespace(self, view: FileView, namespace: str, name: str) -> tuple[Named, ...]:
        visible = self.names.visible(view.path, name, self.includes.platform(view))
        return tuple(one for one in visible if one.container == namespace)

    def namespaces(self, view: FileView, scope: int, at: int = NONE) -> list[str]:
        """The dotted classes and namespaces around a scope, from inside to the global one, "".

        Outside of all declarations a byte tells what a macro has opened there.
        """
        index = view.enclosing(scope, _AROUND)
        path = spaces.first(view) if at == NONE else spaces.around(view, at)
        while index != NONE:
            one = view.declarations[index]
            if one.kind not in CALLABLES or one.receiver != NONE:
                path = path_of(view, index)
                path = path if one.kind not in CALLABLES else path[: -len(one.name) - 1]
                break
            path = spaces.around(view, one.start)
            index = one.parent
        path = self.names.placed(view, path)
        found = []
        while path:
            found.append(path)
            path = path.rpartition(".")[0]
        return [*found, ""]

    # --- classes ----------------------------------------------------------------------------------

    def class_of_member(self, view: FileView, index: int) -> Type:
        """The class that a member is defined outside of: the `A` of `A::f`. None for a namespace."""
        key = ("cpp.owner", view.path, view.symbols[index])
        return self.world.derive(key, lambda: self._read_owner(view, index), None)

    def _read_owner(self, view: FileView, index: int) -> Type:
        self.world.touch(view.path, view.symbols[index])
        one = view.declarations[index]
        outer = path_of(view, one.parent) if one.parent != NONE else spaces.around(view, one.start)
        outer = self.names.placed(view, outer)
        written = dotted(view, one.receiver)
        found = self.class_named(view, written, outer)
        if found is None:
            self.world.touch(view.path, "")
            used = {self.class_named(view, written, place) for place in brought(view, one)} - {None}
            found = used.pop() if len(used) == 1 else None
        return found

    def class_named(self, view: FileView, written: str, outer: str) -> Type:
        """The class `a.B` seen from inside the namespace `outer`."""
        first, _, rest = written.partition(".")
        while True:
            whole = f"{outer}.{written}" if outer else written
            container, _, last = whole.rpartition(".")
            found = [
                n
                for n in self.names.visible(view.path, last, self.includes.platform(view))
                if n.container == container and n.kind in CLASSES | {"type"}
            ]
            if found:
                return self.one_type(found)
            if rest:  # a class in a class
                held = self.class_named(view, first, outer)
                for part in rest.split(".") if held is not None else ():
                    held = self.members.inner_class(held, part)
                if held is not None:
                    return held
            if not outer:
                return None
            outer = outer.rpartition(".")[0]

    def completed(self, view: FileView, t: Type) -> Type:
        """A type with what was only named where it was stated: the file that uses it sees the class."""
        if t is None or not _is_open(t):
            return t
        head = t[0]
        if head == "U":
            visible = self.names.visible(view.path, t[2], self.includes.platform(view))
            for outer in t[1]:
                found = [one for one in visible if one.container == outer]
                if found:
                    return self.one_type(found)
            return values.OUTSIDE
        if head in ("C", "X"):
            return (*t[:-1], tuple(self.completed(view, a) for a in t[-1]))
        return (head, self.completed(view, t[1]))

    def one_type(self, found: Iterable[Named]) -> Type:
        """The one type among declarations of a name; `typedef struct T T;` says no more than T itself, and
        of a template's specialisations none is meant by the name alone.
        """
        types = [one for one in found if one.kind in _NAMED_TYPES]
        defined = [one for one in types if one.kind != "type"] or types
        defined = [one for one in defined if not one.special] or defined
        return values.plain(self.of_named(defined[0])) if len({one.target for one in defined}) == 1 else None

    def of_named(self, one: Named) -> Type:
        """The type that a declaration at namespace scope is."""
        if one.kind in CLASSES:
            return ("C", one.path, one.symbol, ())
        if one.kind == "enum":
            return ("E", one.path, one.symbol)
        return self.alias(one.path, one.symbol) if one.kind == "type" else None

    def derived(self, what: str, path: str, symbol: str, read: Callable[[FileView, int], T]) -> T | None:
        """An answer about one declaration of any file, worked out in that file."""

        def compute() -> T | None:
            self.world.touch(path, symbol)
            view = self.project.views[path]
            index = view.index_of(symbol)
            return None if index is None else read(view, index)

        return self.world.derive((what, path, symbol), compute, None)

    def parameters_of(self, t: Any) -> tuple[str, ...]:
        """The names of a class's template parameters."""
        return self.derived("cpp.parameters", t[1], t[2], _parameter_names) or ()


_AROUND: Final = frozenset({"namespace", "function", "method", "class", "struct"})


def _using(view: FileView) -> dict[int, list[Import]]:
    """The `using` declarations of a file by their scope."""
    known: dict[int, list[Import]] | None = view.memo.get("cpp.using")
    if known is None:
        known = {}
        for one in view.facts.imports:
            if one.kind == "using":
                known.setdefault(one.scope, []).append(one)
        view.memo["cpp.using"] = known
    return known


def _latest(bound: list[Binding], at: int) -> Binding | None:
    best = None
    for one in bound:
        if one.start <= at:
            best = one
    return best


def _is_open(t: Type, depth: int = 0) -> bool:
    """Whether a type that is only named stands anywhere in `t`."""
    if t is None or depth > values.MAX_NESTING:
        return False
    if t[0] in values.WRAPPED:
        return _is_open(t[1], depth + 1)
    return t[0] == "U" or (t[0] in ("C", "X") and any(_is_open(a, depth + 1) for a in t[-1]))


def _parameter_names(view: FileView, index: int) -> tuple[str, ...]:
    return tuple(name for name, _ in view.declarations[index].type_parameters)
