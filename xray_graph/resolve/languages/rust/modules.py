"""Rust crates and modules: which file is which module, what a path names in it.

Crates are those of `packages`; modules come from `mod x;`, by the language's rules for their files. A
path is followed through modules, `use` (re-exports and globs too) and enums. Privacy is not judged: what
compiles is assumed to be allowed. Called by `types`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.rust import cfg
from xray_graph.resolve.languages.rust.packages import Packages
from xray_graph.resolve.languages.rust.terms import PRIMITIVES
from xray_graph.resolve.project import HEADER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xray_graph.model import Import
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

MAX_GLOBS: Final = 128  # `use x::*` of one module; past it no name is looked for in them
_MODULE_FILES: Final = frozenset({"mod.rs", "lib.rs", "main.rs"})
# Which kinds of declaration a name may mean: as a type (or module), as a value, as a macro.
_SPACES: Final = {
    "type": frozenset({"struct", "enum", "trait", "type", "module"}),
    "value": frozenset({"function", "constant", "variable", "struct"}),
    "macro": frozenset({"macro"}),
}


class Item(NamedTuple):
    """What a path names: "mod" (path and symbol of an inline module), "decl", "member" of a type, "ext"."""

    kind: str
    path: str
    symbol: str
    name: str = ""


class Modules:
    def __init__(self, project: Project) -> None:
        self.project = project
        self.world = project.world
        self.packages = Packages(project)

    # --- contributions ----------------------------------------------------------------------------

    def contribute(self, view: FileView) -> Iterator[tuple[Key, int]]:
        path = view.path
        methods: dict[str, int] = {}
        for index, one in enumerate(view.declarations):
            if one.kind == "impl" and one.bases:
                yield ("rs.impls", type_name(view, index)), index
            if not one.name:
                continue
            if one.kind == "macro":
                yield ("rs.macro", one.name), index
            parent = view.declarations[one.parent] if one.parent != NONE else None
            if parent is None or parent.kind == "module":
                if one.kind == "type":
                    yield ("rs.alias", type_name(view, index)), index
                if one.scope == (0 if parent is None else parent.body):
                    module = "" if parent is None else view.symbols[one.parent]
                    yield ("rs.name", path, module, one.name), index
                continue
            if one.kind == "method":
                methods.setdefault(one.name, index)
            if parent.kind == "impl":
                owner = type_name(view, one.parent)
                key = {"method": "rs.method", "type": "rs.assoc", "constant": "rs.const"}.get(one.kind)
                if key is not None:
                    yield (key, owner, one.name), index
            elif parent.kind == "trait" and one.kind == "method":
                yield ("rs.extension", one.name), index
        for name, index in methods.items():
            yield ("rs.called", name), index
        for given in view.facts.imports:
            if is_module(given):
                for candidate in _candidates(view, given):
                    yield ("rs.declares", candidate), HEADER

    # --- modules ------------------------------------------------------------------------------------

    def parent(self, path: str) -> tuple[str, str] | None:
        """The module that declares a file: (path, symbol of the inline module); None for a crate's root."""
        return self.world.derive(("rs.parent", path), lambda: self._parent(path), None)

    def _parent(self, path: str) -> tuple[str, str] | None:
        if self.packages.is_root(path):
            return None
        for other, _ in self.world.get(("rs.declares", path)):
            view = self.project.views[other]
            self.world.touch(other, "")
            for one in view.facts.imports:
                if is_module(one) and path in _candidates(view, one) and self.child(view, one) == path:
                    return other, module_of(view, one.scope)
        maker = self.packages.maker(path)
        return (maker, "") if maker else None

    def child(self, view: FileView, one: Import) -> str | None:
        """The file of a `mod x;`."""
        flat = posixpath.basename(view.path) in _MODULE_FILES or self.packages.is_root(view.path)
        for path in _candidates(view, one, flat):
            if self.project.exists(path):
                return path
        return None

    def crate(self, path: str) -> str:
        """The root file of the crate that a file is in."""
        return self.world.derive(("rs.crate", path), lambda: self._crate(path), path)

    def _crate(self, path: str) -> str:
        above = self.parent(path)
        return path if above is None else self.crate(above[0])

    # --- names --------------------------------------------------------------------------------------

    def lookup(self, path: str, module: str, name: str, space: str) -> Item | None:
        """What a name means in a module, by its own declarations and uses."""
        return self.world.derive(
            ("rs.look", path, module, name, space), lambda: self._lookup(path, module, name, space), None
        )

    def _lookup(self, path: str, module: str, name: str, space: str) -> Item | None:
        found = self.declared(path, module, name, space)
        if found is not None:
            return found
        view = self.project.views.get(path)
        if view is None or view.head.language != "rust":
            return None
        self.world.touch(path, "")
        globs = []
        for one in uses(view):
            if not is_of(view, one, module):
                continue
            if is_module(one):
                if one.name == name and space == "type":
                    child = self.child(view, one)
                    return None if child is None else Item("mod", child, "")
            elif one.name == "*":
                globs.append(one)
            elif one.alias == name:
                made = self.imported(path, module, one, space)
                if made is not None:
                    return made
        for one in globs if len(globs) <= MAX_GLOBS else ():  # each may bring what each other begins with
            holder = self.resolve(path, module, one.module.split("::"), "type")
            made = None if holder is None or holder.kind == "ext" else self.step(holder, name, space)
            if made is not None and made.kind != "member":
                return made
        if module or space == "value":
            return None
        return self.exported(path, name) if space == "macro" else self._made(view, name)

    def _made(self, view: FileView, name: str) -> Item | None:
        """A module that only a macro among a file's items can declare, by where its file lies."""
        if not self.packages.invokes(view.path):
            return None
        folder, base = posixpath.split(view.path)
        flat = base in _MODULE_FILES or self.packages.is_root(view.path)
        start = folder if flat else posixpath.join(folder, base.removesuffix(".rs"))
        for path in (posixpath.join(start, f"{name}.rs"), posixpath.join(start, name, "mod.rs")):
            if self.project.exists(path) and not self.world.get(("rs.declares", path)):
                return Item("mod", path, "") if self.packages.maker(path) == view.path else None
        return None

    def exported(self, root: str, name: str) -> Item | None:
        """The `#[macro_export]` of a crate by the path of its root: it lies there, wherever it is written."""
        found = []
        for path, index in self.world.get(("rs.macro", name)):
            view = self.project.views[path]
            self.world.touch(path, view.symbols[index])
            if "exported" in view.declarations[index].attributes and self.crate(path) == root:
                found.append((view, index))
        built = [one for one in found if self.is_built(*one)] if len(found) > 1 else found
        return Item("decl", built[0][0].path, built[0][0].symbols[built[0][1]]) if len(built) == 1 else None

    def declared(self, path: str, module: str, name: str, space: str) -> Item | None:
        """A declaration of the module itself; of several the one that is built."""
        entries = self.world.get(("rs.name", path, module, name))
        if not entries:
            return None
        view = self.project.views[path]
        near = self.of_space(view, [index for _, index in entries], space)
        if not near:
            return None
        index = near[0]
        symbol = view.symbols[index]
        if view.declarations[index].kind == "module":
            return Item("mod", path, symbol)
        return Item("decl", path, symbol)

    def of_space(self, view: FileView, found: Sequence[int], space: str) -> list[int]:
        """Of several declarations of one name those of a name space, and of these the ones that are built."""
        near = [i for i in found if view.declarations[i].kind in _SPACES[space]]
        return near if len(near) < 2 else [i for i in near if self.is_built(view, i)] or near

    @staticmethod
    def is_built(view: FileView, index: int) -> bool:
        while index != NONE:
            if not cfg.built(view.declarations[index].attributes):
                return False
            index = view.declarations[index].parent
        return True

    def imported(self, path: str, module: str, one: Import, space: str) -> Item | None:
        """What one name of a `use` stands for."""
        if one.kind.startswith("crate"):
            root = path if one.name == "self" else self.packages.external(path, one.name)
            return Item("ext", "", one.name) if root is None else Item("mod", root, "")
        segments = [*one.module.split("::"), one.name] if one.module else [one.name]
        found = self.resolve(path, module, segments, space)
        if found is None and segments[0] not in ("crate", "self", "super", ""):
            found = self.resolve(self.crate(path), "", segments, space)  # the paths of edition 2015
        return found

    def resolve(self, path: str, module: str, segments: Sequence[str], space: str) -> Item | None:
        """What a whole path names, seen from a module; "ext" for what lies outside."""
        first, rest = segments[0], list(segments[1:])
        here: Item | None
        if first in ("crate", "$crate"):
            here = Item("mod", self.crate(path), "")
        elif first == "self":
            here = Item("mod", path, module)
        elif first == "super":
            here = self._above(path, module)
        elif first == "" and rest:
            here = self._crate_named(path, rest.pop(0))
        else:
            here = self.lookup(path, module, first, "type" if rest else space)
            if here is None and (rest or space == "type"):
                is_crate = first[:1].islower() and first not in PRIMITIVES
                here = self._crate_named(path, first) if is_crate else None
        for position, name in enumerate(rest):
            if here is None:
                return None
            if name == "super" and here.kind == "mod":
                here = self._above(here.path, here.symbol)
                continue
            here = self.step(here, name, space if position == len(rest) - 1 else "type")
        return here

    def _crate_named(self, path: str, name: str) -> Item:
        root = self.packages.external(path, name)
        return Item("ext", "", name) if root is None else Item("mod", root, "")

    def _above(self, path: str, module: str) -> Item | None:
        if module:
            return Item("mod", path, module.rpartition(".")[0])
        above = self.parent(path)
        return None if above is None else Item("mod", above[0], above[1])

    def step(self, here: Item, name: str, space: str) -> Item | None:
        """One segment further: into a module, to a variant or member of a type."""
        if here.kind == "ext":
            return Item("ext", "", f"{here.symbol}::{name}")
        if here.kind == "mod":
            return self.lookup(here.path, here.symbol, name, space)
        if here.kind == "decl":
            view = self.project.views[here.path]
            self.world.touch(here.path, here.symbol)
            index = view.index_of(here.symbol)
            if index is not None and view.declarations[index].kind == "enum":
                for child in view.members(index).get(name, ()):
                    return Item("decl", here.path, view.symbols[child])
            return Item("member", here.path, here.symbol, name)
        return None


def type_name(view: FileView, impl: int) -> str:
    """The last name of the type of an impl or alias as it is written; "" for one on a type parameter."""
    one = view.declarations[impl]
    parameters = {name for name, _ in one.type_parameters}
    expression = one.type
    while expression != NONE:
        row = view.expressions[expression]
        if row[0] == Op.ARRAY:
            return "[]"
        if row[0] == Op.UNARY:
            return "*"
        if row[0] == Op.MEMBER:
            return view.strings[row[1]]
        if row[0] == Op.NAME:
            name = view.strings[row[1]]
            return "" if name in parameters else name
        if row[0] == Op.TUPLE or len(row) < 3:
            return "()"
        expression = row[2]
    return "()"


def module_of(view: FileView, scope: int) -> str:
    """The symbol of the inline module around a scope, "" for the file's own."""
    index = view.enclosing(scope, frozenset({"module"}))
    return "" if index == NONE else view.symbols[index]


def is_module(one: Import) -> bool:
    """Whether it is a `mod x;`."""
    return one.kind.startswith("mod")


def uses(view: FileView) -> tuple[Import, ...]:
    """The imports of a file: first those that are built, for of two of one name the built one is meant."""
    known: tuple[Import, ...] | None = view.memo.get("rs.imports")
    if known is None:
        known = view.facts.imports
        if any(" cfg=" in one.kind for one in known):
            known = tuple(sorted(known, key=lambda one: not cfg.satisfied(one.kind.partition(" cfg=")[2])))
        view.memo["rs.imports"] = known
    return known


def is_of(view: FileView, one: Import, module: str) -> bool:
    """Whether an import is one of a module itself, not of a block in it."""
    owner = view.facts.scopes[one.scope].declaration if one.scope else NONE
    if owner == NONE:
        return one.scope == 0 and not module
    return view.declarations[owner].kind == "module" and view.symbols[owner] == module


def _candidates(view: FileView, one: Import, flat: bool | None = None) -> list[str]:
    """Where the file of a `mod x;` may lie; `flat` says that it lies beside the declaring file."""
    folder, base = posixpath.split(view.path)
    inner = module_of(view, one.scope).replace(".", "/")
    stem = base.removesuffix(".rs")
    folders = [folder] if base in _MODULE_FILES else [folder, posixpath.join(folder, stem)]
    if flat is not None and len(folders) > 1:
        folders = folders[:1] if flat else folders[1:]
    found = []
    for here in folders:
        start = posixpath.join(here, inner)
        if one.module:  # `#[path = "..."]`
            start = start if inner else folder
            found.append(posixpath.normpath(posixpath.join(start, one.module)))
        else:
            found += [posixpath.join(start, f"{one.name}.rs"), posixpath.join(start, one.name, "mod.rs")]
    return found
