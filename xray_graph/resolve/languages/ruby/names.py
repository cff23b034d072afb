"""Ruby names: the full name of every class, where a constant is found, what a file requires.

A constant is looked for as Ruby does: in the classes and modules written around it, then in what the
innermost of them derives from, then at the top. A class is all its parts, in whatever files they stand.
Called by `classes` and `resolver`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.model import Import
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

CLASSES: Final = frozenset({"class", "module"})
METHODS: Final = frozenset({"method", "function"})
MAX_FILES: Final = 400  # required files that are looked at for one file


class Names:
    def __init__(self, project: Project) -> None:
        self.project = project
        self.world = project.world

    def contribute(self, view: FileView) -> Iterator[tuple[Key, int]]:
        names = full_names(view)
        named = {one.name: index for index, one in enumerate(view.declarations) if one.kind in METHODS}
        for name, index in named.items():
            yield ("rb.named", name), index
        for index, one in enumerate(view.declarations):
            if one.kind in CLASSES:
                yield ("rb.class", names[index]), index
                if one.name:
                    yield ("rb.const", names[index]), index
                for how, expression in one.bases:
                    if how in ("mixes", "prepends"):
                        yield ("rb.mixed", view.name(expression)), index
            elif one.kind == "constant" and one.name:
                owner = owner_name(view, one.parent)
                yield ("rb.const", f"{owner}::{one.name}" if owner else one.name), index
            elif one.kind == "function" and one.receiver != NONE:  # `def Cart.load`, outside of it
                owner = named_receiver(view, index)
                if owner:
                    yield ("rb.static", owner, one.name), index
            elif one.kind == "function" and one.scope == 0:
                yield ("rb.function", one.name), index
            elif one.kind == "method" and one.name:
                owner = owner_name(view, one.parent)
                static = "static" in one.attributes
                if one.receiver != NONE:
                    continue  # of an object that is named where it stands
                yield ("rb.static" if static else "rb.method", owner, one.name), index
                if "module_function" in one.attributes:
                    yield ("rb.method", owner, one.name), index
        seen = set()
        for given in view.facts.assignments:
            row = view.expressions[given.target]
            name = view.strings[row[1]] if row[0] == Op.NAME and row[1] != NONE else ""
            if not name.startswith("@"):
                continue
            method = view.enclosing(given.scope, METHODS | CLASSES)
            if method == NONE or (method, name) in seen:
                continue
            seen.add((method, name))
            yield ("rb.ivar", *holder_of(view, method), name), method

    # --- requires -------------------------------------------------------------------------------

    def required(self, view: FileView, one: Import) -> str | None:
        """The file of the repository that a `require` names: beside the file, or in a `lib` above it."""
        module = one.module if one.module.endswith(".rb") else one.module + ".rb"
        folder = posixpath.dirname(view.path)
        if one.kind == "require_relative" or one.module.startswith("."):
            path = posixpath.normpath(posixpath.join(folder, module))
            return path if self.project.exists(path) else None
        while True:
            for candidate in (posixpath.join(folder, "lib", module), posixpath.join(folder, module)):
                path = posixpath.normpath(candidate)
                if not path.startswith("..") and self.project.exists(path):
                    return path
            if not folder:
                return self._of_gem(module)
            folder = posixpath.dirname(folder)

    def _of_gem(self, module: str) -> str | None:
        """The file of the one gem of the repository that has it in its `lib`."""
        found = [
            path for one in self._homes() if self.project.exists(path := posixpath.join(one, "lib", module))
        ]
        return found[0] if len(found) == 1 else None

    def _homes(self) -> tuple[str, ...]:
        """The folders of all gems of the repository."""

        def compute() -> tuple[str, ...]:
            specs = (path for path, _ in self.world.get(("rb.gems",)) if path.endswith(".gemspec"))
            return tuple(sorted({posixpath.dirname(path) for path in specs}))

        return self.world.derive(("rb.homes",), compute, ())

    def loaded(self, path: str) -> tuple[str, ...]:
        """The files that a file requires, and those that these do."""
        return self.world.derive(("rb.loaded", path), lambda: self._loaded(path), ())

    def _loaded(self, path: str) -> tuple[str, ...]:
        found: list[str] = []
        todo = [path]
        while todo and len(found) < MAX_FILES:
            for one in self._direct(todo.pop()):
                if one not in found and one != path:
                    found.append(one)
                    todo.append(one)
        return tuple(found)

    def _direct(self, path: str) -> tuple[str, ...]:
        def compute() -> tuple[str, ...]:
            view = self.project.views.get(path)
            self.world.touch(path, "")
            if view is None or view.head.language != "ruby":
                return ()
            found = (self.required(view, one) for one in view.facts.imports)
            return tuple(dict.fromkeys(one for one in found if one is not None))

        return self.world.derive(("rb.requires", path), compute, ())


def full_names(view: FileView) -> list[str]:
    """The full name of each class or module, "" for every other declaration."""
    known: list[str] | None = view.memo.get("rb.names")
    if known is None:
        known = []
        for one, symbol in zip(view.declarations, view.symbols, strict=True):  # outer before inner
            name = one.name.replace(".", "::") if one.kind in CLASSES else ""
            if one.kind in CLASSES and not name:  # `Class.new { ... }`: no constant leads to it
                known.append(f"{view.path}#{symbol}")
                continue
            parent = one.parent
            while name and parent != NONE:
                if view.declarations[parent].kind in CLASSES:
                    name = f"{known[parent]}::{name}"
                    break
                parent = view.declarations[parent].parent
            known.append(name)
        view.memo["rb.names"] = known
    return known


def owner_name(view: FileView, index: int) -> str:
    """The full name of the class around a declaration, "" at the top."""
    while index != NONE and view.declarations[index].kind not in CLASSES:
        index = view.declarations[index].parent
    return "" if index == NONE else full_names(view)[index]


def holder_of(view: FileView, method: int) -> tuple[str, str]:
    """Whose instance variables a method sees: those of the class's instances, or the class's own."""
    one = view.declarations[method]
    if one.kind in CLASSES:
        return full_names(view)[method], "static"
    return owner_name(view, one.parent), "static" if "static" in one.attributes else ""


def nesting(view: FileView, scope: int) -> list[str]:
    """The full names of the classes written around a scope, the innermost first."""
    found = []
    while scope != NONE:
        index = view.facts.scopes[scope].declaration
        if index != NONE and view.declarations[index].kind in CLASSES and view.declarations[index].name:
            found.append(full_names(view)[index])
        scope = view.facts.scopes[scope].parent
    return found


def path_of(view: FileView, expression: int) -> str:
    """A constant as it is written, `A::B`; "" for anything else. A leading `::` stays."""
    names = []
    while expression != NONE:
        row = view.expressions[expression]
        if row[0] not in (Op.NAME, Op.MEMBER) or row[1] == NONE:
            return ""
        names.append(view.strings[row[1]])
        if row[0] == Op.NAME:
            break
        expression = row[2]
        if expression == NONE:
            names.append("")
    text = "::".join(reversed(names))
    last = names[-1] or names[-2]
    return text if last[:1].isupper() else ""


def named_receiver(view: FileView, method: int) -> str:
    """The full name of the class that `def Cart.load` at the top level is a method of, "" of any other."""
    one = view.declarations[method]
    return path_of(view, one.receiver).removeprefix("::") if one.receiver != NONE and one.scope == 0 else ""


def names_around(view: FileView, index: int) -> list[str]:
    """The names of a class and of the classes around it, outermost first."""
    found: list[str] = []
    while index != NONE:
        if view.declarations[index].kind in CLASSES:
            found.insert(0, view.declarations[index].name.replace(".", "::"))
        index = view.declarations[index].parent
    return found
