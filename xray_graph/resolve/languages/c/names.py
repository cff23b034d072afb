"""Names with linkage in C and C++: what a file sees, and which definition a prototype stands for.

Every declaration at file or namespace scope, and every member that is defined outside its class, is
filed under its last name. A file sees those of itself and of its include closure; a prototype is linked
to the definitions in files that include the prototype's own file. A definition that another platform
compiles is none here. So the include chain is the evidence, never the name alone.
Called by `resolver` and `cpp`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.graph.ids import parameter_types
from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.resolve.languages.c import conditions
from xray_graph.resolve.languages.c.includes import Includes, build_condition
from xray_graph.resolve.languages.cpp import spaces
from xray_graph.resolve.project import HEADER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xray_graph.model import Declaration
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key


_SOURCES: Final = (".c", ".cc", ".cpp", ".cxx")
CLASSES: Final = frozenset({"class", "struct"})


class Named(NamedTuple):
    """One declaration as other files see it."""

    path: str
    symbol: str
    kind: str
    container: str  # the namespaces, and for a member defined outside its class the class: "a.b.C"
    declaration: bool  # a prototype, or `extern`
    static: bool  # seen in its own file, and through includes of that file, alone
    condition: str  # of the platforms, "" for all
    types: tuple[str, ...]  # of a callable's parameters, as symbols hold them
    required: int  # arguments a callable needs
    variadic: bool
    template: bool
    constrained: bool  # a template that leaves some calls to others
    wrapper: bool  # a macro that calls what has its own name
    special: bool  # a class template for some arguments
    brought: tuple[str, ...]  # for a member defined outside its class: what `using namespace` brings there

    @property
    def target(self) -> tuple[str, str]:
        return self.path, self.symbol

    def takes(self, arguments: int) -> bool:
        return self.required <= arguments and (self.variadic or arguments <= len(self.types))


class Names:
    """Look-ups by name, each derived once and recorded."""

    def __init__(self, project: Project, includes: Includes) -> None:
        self.project = project
        self.world = project.world
        self._includes = includes

    def contribute(self, view: FileView) -> Iterator[tuple[Key, int]]:
        if any(one.kind == "opens" for one in view.facts.imports):
            yield spaces.KEY, HEADER
        for index, one in enumerate(view.declarations):
            if one.kind == "namespace":
                yield ("c.namespace", path_of(view, index)), index
            elif not one.name or "made" in one.attributes:
                continue  # what a macro makes is not called by what stands there
            elif one.receiver != NONE or one.kind == "macro" or _at_scope(view, index):
                yield ("c.name", one.name), index

    def declared(self, path: str, name: str) -> tuple[Named, ...]:
        """What one file declares under a name at file or namespace scope."""
        return self.world.derive(("c.declared", path, name), lambda: self._read(path, name), ())

    def _read(self, path: str, name: str) -> tuple[Named, ...]:
        found: dict[tuple[str, bool], Named] = {}
        view = self.project.views[path]
        for owner, index in self.world.get(("c.name", name)):
            if owner == path:
                one = self.of(view, index)
                if view.declarations[index].receiver != NONE:
                    self.world.touch(path, "")  # what `using namespace` brings there
                found.setdefault((one.symbol, one.declaration), one)
        return tuple(found.values())

    def of(self, view: FileView, index: int) -> Named:
        """A declaration as other files see it, in the namespaces that macros of its file open."""
        one = named(view, index)
        if spaces.MARK not in one.container:
            return one
        return one._replace(container=self.placed(view, one.container))

    def placed(self, view: FileView, dotted: str) -> str:
        """A dotted path with the namespaces in it that macros open."""
        return spaces.placed(self, view.path, dotted)

    def visible(self, path: str, name: str, platform: str) -> tuple[Named, ...]:
        """What a file sees under a name on a platform, its own declarations first."""
        key = ("c.visible", path, name, platform)
        return self.world.derive(key, lambda: self._read_visible(path, name, platform), ())

    def _read_visible(self, path: str, name: str, platform: str) -> tuple[Named, ...]:
        closure = self._includes.closure(path, platform)
        paths = dict.fromkeys(owner for owner, _ in self.world.get(("c.name", name)) if owner in closure)
        if path in paths:
            paths = {path: None, **paths}
        return tuple(
            one
            for owner in paths
            for one in self.declared(owner, name)
            if conditions.holds(one.condition, platform)
        )

    def known(self, name: str) -> bool:
        """Whether anything in the repository has this name; tells `external` from `unknown` apart."""
        return bool(self.world.get(("c.name", name)))

    def is_hidden(self, name: str) -> bool:
        """Whether all that has a name are macros and statics of sources, which no other file sees."""
        key = ("c.hidden", name)
        return self.world.derive(key, lambda: self._read_hidden(name), unknown=False)

    def _read_hidden(self, name: str) -> bool:
        entries = self.world.get(("c.name", name))
        paths = dict.fromkeys(path for path, _ in entries)
        return all(path.endswith(_SOURCES) for path in paths) and all(
            one.static or one.kind == "macro" for path in paths for one in self.declared(path, name)
        )

    def is_namespace(self, dotted: str) -> bool:
        known = bool(self.world.get(("c.namespace", dotted)))
        return known or (bool(self.world.get(spaces.KEY)) and dotted in spaces.every(self, path_of))

    def settled(self, found: Sequence[Named], name: str, path: str, platform: str) -> Named | None:
        """The one that is compiled for the file `path`; of an `#if` the arm that needs no macro defined."""
        if len(found) < 2:
            return found[0] if found else None
        if len({one.path for one in found}) > 1:
            return None
        asked = {word for one in found for word in conditions.names_in(one.condition)} - {name}
        defined = frozenset(word for word in asked if self._given(path, found[0].path, word, platform))
        plain = [one for one in found if conditions.plainly(one.condition, platform, defined)]
        return plain[0] if len(plain) == 1 else None

    def _given(self, path: str, own: str, name: str, platform: str) -> bool:
        """Whether a file sees a macro that another file than `own` defines."""
        return any(one.kind == "macro" and one.path != own for one in self.visible(path, name, platform))

    # --- linkage ----------------------------------------------------------------------------------

    def definitions(self, prototype: Named, name: str, platform: str) -> tuple[Named, ...]:
        """The definitions that a prototype stands for on a platform, in files compiled with it."""
        key = ("c.linked", *prototype.target, prototype.container, name, platform)
        return self.world.derive(key, lambda: self._read_definitions(prototype, name, platform), ())

    def _read_definitions(self, prototype: Named, name: str, platform: str) -> tuple[Named, ...]:
        found = []
        for owner in dict.fromkeys(path for path, _ in self.world.get(("c.name", name))):
            fitting = [
                one
                for one in self.declared(owner, name)
                if not one.declaration
                and one.kind in CALLABLES
                and prototype.container in (one.container, self._brought(one, platform))
                and (not one.static or owner == prototype.path)
                and conditions.holds(
                    conditions.both(self._includes.condition(owner), one.condition), platform
                )
            ]
            if fitting and (
                owner == prototype.path or prototype.path in self._includes.closure(owner, platform)
            ):
                found += fitting
        return tuple(_of_signature(found, prototype))

    def _brought(self, one: Named, platform: str) -> str:
        """The container of a member whose class is found in a namespace that its file uses; or its own."""
        if not one.brought:
            return one.container
        first = one.container.partition(".")[0]
        places = {n.container for n in self.visible(one.path, first, platform) if n.kind in CLASSES}
        found = places & set(one.brought)
        return f"{found.pop()}.{one.container}" if len(found) == 1 and "" not in places else one.container

    def variants(self, prototypes: Sequence[Named], name: str, platform: str) -> tuple[Named, ...]:
        """The definitions that stand in for those of `platform` on others."""
        found: dict[tuple[str, str], Named] = {}
        for prototype in prototypes:
            here = {one.target for one in self.definitions(prototype, name, platform)}
            for other in conditions.PLATFORMS:
                if other != platform:
                    for one in self.definitions(prototype, name, other):
                        if one.target not in here:
                            found.setdefault(one.target, one)
        return tuple(found[target] for target in sorted(found))


def _of_signature(found: list[Named], prototype: Named) -> list[Named]:
    """Of several overloads those whose parameters are written as the prototype's are."""
    if len({one.types for one in found}) < 2:
        return found
    same = [one for one in found if one.types == prototype.types]
    return same or [one for one in found if len(one.types) == len(prototype.types)]


def _at_scope(view: FileView, index: int) -> bool:
    """Whether a declaration lies at file or namespace scope; an enum's constants lie where it does."""
    parent = view.declarations[index].parent
    if parent != NONE and _is_open_enum(view, parent):
        parent = view.declarations[parent].parent
    while parent != NONE:
        if view.declarations[parent].kind != "namespace":
            return False
        parent = view.declarations[parent].parent
    return True


def _is_open_enum(view: FileView, index: int) -> bool:
    one = view.declarations[index]
    return one.kind == "enum" and "scoped" not in one.attributes


def path_of(view: FileView, index: int) -> str:
    """The dotted names of a declaration and of what it lies in, `inline` namespaces left out."""
    names: list[str] = []
    outermost = 0
    while index != NONE:
        one = view.declarations[index]
        outermost = one.start
        hidden = one.kind == "namespace" and "inline" in one.attributes
        if not hidden and (not names or not _is_open_enum(view, index)):
            names.append(one.name)
            if one.receiver != NONE:
                names.append(dotted(view, one.receiver))
        index = one.parent
    names.append(spaces.around(view, outermost))
    return ".".join(reversed([name for name in names if name]))


def dotted(view: FileView, expression: int) -> str:
    """`a.B` of the expression `a::B<T>`."""
    names = []
    while expression != NONE:
        op, name, *children = view.expressions[expression]
        if op in (Op.NAME, Op.MEMBER) and view.strings[name] != "::":
            names.append(view.strings[name])
        expression = children[0] if children else NONE
    return ".".join(reversed(names))


def named(view: FileView, index: int) -> Named:
    """A declaration as other files see it."""
    one = view.declarations[index]
    container = path_of(view, index)
    container = container[: -len(one.name) - 1] if len(container) > len(one.name) else ""
    condition, at = "", index
    while at != NONE:
        condition = conditions.both(condition, build_condition(view.declarations[at].attributes))
        at = view.declarations[at].parent
    types: tuple[str, ...] = ()
    required, variadic = 0, False
    if one.kind in CALLABLES or one.kind == "macro":
        variadic = any("variadic" in p.flags for p in one.parameters)
        plain = [p for p in one.parameters if "variadic" not in p.flags]
        types = tuple(parameter_types(view.facts, one)) if one.kind != "macro" else tuple("" for _ in plain)
        required = sum(1 for p in plain if p.default == NONE)
        if one.kind == "macro" and "function-like" not in one.attributes:
            required = -1
    return Named(
        path=view.path,
        symbol=view.symbols[index],
        kind=one.kind,
        container="" if one.kind == "macro" else container,
        declaration="declaration" in one.attributes,
        static="static" in one.attributes,
        condition=condition,
        types=types,
        required=required,
        variadic=variadic,
        template=bool(one.type_parameters),
        constrained="constrained" in one.attributes,
        wrapper="wrapper" in one.attributes,
        special="specialization" in one.attributes,
        brought=brought(view, one) if one.kind in CALLABLES and one.receiver != NONE else (),
    )


def brought(view: FileView, one: Declaration) -> tuple[str, ...]:
    """The dotted namespaces that the file uses as a whole, above a declaration."""
    used = (u for u in view.facts.imports if u.kind == "using" and u.name == "*" and not u.scope)
    return tuple(u.module.replace("::", ".") for u in used if u.start < one.start)
