"""Go packages: which folder an import names, and which declarations a package has.

Modules come from `go.mod` files of the repository: a module sees itself, what it `replace`s by a
local path, and its neighbours in a `go.work`. An import of anything else is external. A package is a
folder and a package clause, so `foo` and `foo_test` of one folder are two. Called by `types`.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import NONE
from xray_graph.resolve.languages.go import build
from xray_graph.resolve.project import HEADER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry, Key

_MODULE: Final = re.compile(r'^\s*module\s+"?([^\s"]+)', re.MULTILINE)
_REPLACE: Final = re.compile(
    r'^\s*(?:replace\s+)?"?([^\s"()]+)"?(?:\s+v\S+)?\s+=>\s+"?(\.{1,2}/?[^\s"]*)', re.MULTILINE
)
_USE: Final = re.compile(r'^\s*(?:use\s+)?"?(\.{1,2}(?:/[^\s"()]*)?|\./?)"?\s*$', re.MULTILINE)


class Module(NamedTuple):
    folder: str
    path: str
    sees: tuple[tuple[str, str], ...]  # (module path, folder): itself, replaced and work neighbours


class Imports(NamedTuple):
    """The imports of one file by the names they have in it."""

    packages: dict[str, str] = {}  # noqa: RUF012 - never written to
    outside: dict[str, str] = {}  # noqa: RUF012 - name → import path
    dotted: tuple[str, ...] = ()  # packages whose names are imported bare


def package_of(view: FileView) -> str:
    """The id of a file's package: its folder and its package clause."""
    known = view.kept.get("go.package")
    if known is None:
        known = view.kept["go.package"] = f"{posixpath.dirname(view.path)}:{view.head.package}"
    return known


def receiver_name(view: FileView, index: int) -> str:
    """The name of the type that a method is declared on, "" for a function."""
    symbol = view.symbols[index]
    return symbol.partition(".")[0] if view.declarations[index].receiver != NONE else ""


class Packages:
    """Look-ups of packages and their names, each recorded in the World."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._world = project.world

    def contribute(self, view: FileView) -> Iterator[tuple[Key, int]]:
        folder = posixpath.dirname(view.path)
        package = package_of(view)
        yield ("go.clause", folder), HEADER
        for index, one in enumerate(view.declarations):
            if one.receiver != NONE:
                owner = receiver_name(view, index)
                yield ("go.method", package, owner, one.name), index
                yield ("go.methods", package, owner), index
            elif one.parent == NONE and one.scope == 0 and one.name:
                yield ("go.name", package, one.name), index

    # --- modules and imports ------------------------------------------------------------------

    def modules(self) -> tuple[Module, ...]:
        """The modules of the repository, deepest folder first."""
        return self._world.derive(("go.modules",), self._read_modules, ())

    def _read_modules(self) -> tuple[Module, ...]:
        paths: dict[str, str] = {}
        replaced: dict[str, list[tuple[str, str]]] = {}
        for file in self._project.files_called("go.mod"):
            folder = posixpath.dirname(file)
            text = _uncommented(self._project.config(file) or b"")
            found = _MODULE.search(text)
            if found:
                paths[folder] = found.group(1)
            replaced[folder] = [
                (old, posixpath.normpath(posixpath.join(folder, new)).removeprefix("./").removesuffix("/."))
                for old, new in _REPLACE.findall(text)
            ]
        neighbours: dict[str, set[str]] = {}
        for file in self._project.files_called("go.work"):
            folder = posixpath.dirname(file)
            used = _USE.findall(_uncommented(self._project.config(file) or b""))
            members = {_folder(posixpath.join(folder, one)) for one in used} & set(paths)
            for one in members:
                neighbours.setdefault(one, set()).update(members)
        modules = []
        for folder in sorted(paths, key=lambda f: (-f.count("/") if f else 1, f)):
            sees = [(paths[folder], folder)]
            sees += [(old, _folder(new)) for old, new in replaced[folder] if _folder(new) in paths]
            sees += [(paths[one], one) for one in sorted(neighbours.get(folder, ())) if one != folder]
            modules.append(Module(folder, paths[folder], tuple(sees)))
        return tuple(modules)

    def folder_of(self, view: FileView, path: str) -> str | None:
        """The folder that an import path names for this file; None for what lies outside."""
        module = self.module_of(view.path)
        if module is None:
            return None
        best: str | None = None
        longest = -1
        for prefix, folder in module.sees:
            if len(prefix) > longest and (path == prefix or path.startswith(prefix + "/")):
                best, longest = posixpath.join(folder, path[len(prefix) + 1 :]).rstrip("/"), len(prefix)
        if best is not None:
            owner = self.module_of(best + "/x")
            seen = {folder for _, folder in module.sees}
            return best if owner is None or owner.folder in seen else None
        vendored = posixpath.join(module.folder, "vendor", path)
        return vendored if self._world.get(("go.clause", vendored)) else None

    def module_of(self, path: str) -> Module | None:
        for module in self.modules():
            if not module.folder or path.startswith(module.folder + "/"):
                return module
        return None

    def imported(self, view: FileView, path: str) -> str | None:
        """The id of the package that an import path names; None for what lies outside."""
        folder = self.folder_of(view, path)
        if folder is None:
            return None
        name = self._world.derive(("go.clause.name", folder), lambda: self._clause(folder), "")
        return f"{folder}:{name}" if name else None

    def _clause(self, folder: str) -> str:
        names: dict[str, int] = {}
        for path, _ in self._world.get(("go.clause", folder)):
            if not path.endswith("_test.go"):
                head = self._project.views[path].head
                built = build.satisfied(constraint_of(self._project.views[path]), build.DEFAULT)
                names[head.package] = names.get(head.package, 0) + (100 if built else 1)
        best = sorted(names, key=lambda n: (-names[n], n))
        return best[0] if best else ""

    def import_names(self, view: FileView) -> Imports:
        """What this file's imports are called here."""
        return self._world.derive(("go.imports", view.path, ""), lambda: self._read_names(view), Imports())

    def _read_names(self, view: FileView) -> Imports:
        self._world.touch(view.path, "")
        packages: dict[str, str] = {}
        outside: dict[str, str] = {}
        dotted: list[str] = []
        for one in view.facts.imports:
            package = self.imported(view, one.module)
            if one.alias == ".":
                dotted += [package] if package is not None else []
            elif one.alias == "_":
                continue
            elif package is not None:
                packages[one.alias or package.rpartition(":")[2]] = package
            else:
                outside[one.alias or _guessed_name(one.module)] = one.module
        return Imports(packages, outside, tuple(dotted))

    # --- names ----------------------------------------------------------------------------------

    def lookup(self, view: FileView, package: str, name: str) -> Sequence[Entry]:
        """The declarations of a package's name that can be built together with this file."""
        return self.fitting(view, self._world.get(("go.name", package, name)))

    def methods(self, view: FileView, package: str, owner: str, name: str) -> Sequence[Entry]:
        return self.fitting(view, self._world.get(("go.method", package, owner, name)))

    def fitting(self, view: FileView, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Of several variants those that are built where this file is; a test never serves outside it."""
        if len(entries) < 2:
            return entries
        platform = build.platform_of(constraint_of(view))
        views = self._project.views
        return [e for e in entries if build.satisfied(constraint_of(views[e[0]]), platform)]

    def variants(self, view: FileView, chosen: Entry, entries: Sequence[Entry]) -> list[Entry]:
        """The declarations that stand in for `chosen` on other platforms where this file is built too."""
        if len(entries) < 2:
            return []
        own = constraint_of(view)
        views = self._project.views
        return [e for e in entries if e != chosen and build.overlap(own, constraint_of(views[e[0]]))]


def constraint_of(view: FileView) -> str:
    known = view.kept.get("go.constraint")
    if known is None:
        known = view.kept["go.constraint"] = build.constraint(view.path, view.head.attributes)
    return known


def _folder(path: str) -> str:
    normal = posixpath.normpath(path)
    return "" if normal == "." else normal


def _uncommented(data: bytes) -> str:
    return re.sub(r"//[^\n]*", "", data.decode("utf-8", "replace"))


def _guessed_name(path: str) -> str:
    """The usual package name of an import path outside: its last segment, versions left out."""
    segments = path.split("/")
    last = segments[-1]
    if len(segments) > 1 and last[:1] == "v" and last[1:].isdigit():
        last = segments[-2]
    last = last.partition(".v")[0] if ".v" in last else last
    return last.removeprefix("go-").removesuffix("-go").removesuffix(".go").replace("-", "_")
