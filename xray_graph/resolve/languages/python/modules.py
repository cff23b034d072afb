"""Python's modules: which file an import names, and what a module says a name of it is.

Source roots are declared (`pyproject.toml`, `setup.cfg`, `setup.py`, a folder `src`) or are the folders
around the importing file; never any folder that happens to hold a file of the right name. Reads go
through the World. Called by `types` and `resolver`.
"""

from __future__ import annotations

import configparser
import posixpath
import re
import tomllib
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.python.names import BINDING, DECLARATION, names_of, top_names
from xray_graph.resolve.languages.python.outside import STANDARD_MODULES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Import
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

Module: TypeAlias = "tuple[str, str]"  # ("mod", path), ("pkg", folder) or ("X", dotted name)
Name: TypeAlias = "tuple[str, ...]"  # a Module, or ("top", path, name)
Passed: TypeAlias = "set[tuple[str, str]]"

_CONFIGS: Final = ("pyproject.toml", "setup.cfg", "setup.py")
_PACKAGE_DIR: Final = re.compile(r"package_dir\s*=\s*\{\s*[\"'][\"']\s*:\s*[\"']([\w./-]+)[\"']")
_WHERE: Final = re.compile(r"find(?:_namespace)?_packages\(\s*(?:where\s*=\s*)?[\"']([\w./-]+)[\"']")
MAX_FOLLOWED: Final = 30  # re-exports of re-exports


class Modules:
    def __init__(self, project: Project) -> None:
        self._project = project
        self._world = project.world

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """A module's own names, so that who looks for one finds it, or reads that it is not there."""
        for name, places in top_names(view).items():
            for index in places:
                yield ("py.top", view.path, name), index
        for one in view.facts.imports:
            if one.name == "*":
                yield ("py.stars", view.path), NONE

    # --- files ------------------------------------------------------------------------------------

    def module(self, view: FileView, written: str) -> Module:
        """What `written`, with its leading dots, names when imported from a file."""
        find = self._relative if written.startswith(".") else self._absolute
        key = ("py.module", view.folder, written)
        return self._world.derive(key, lambda: find(*key[1:]), None) or ("X", written)

    def _relative(self, folder: str, written: str) -> Module | None:
        bare = written.lstrip(".")
        for _ in range(len(written) - len(bare) - 1):
            if not folder:
                return None
            folder = posixpath.dirname(folder)
        return self._inside(folder, bare.split(".") if bare else [])

    def _absolute(self, folder: str, written: str) -> Module | None:
        parts = written.split(".")
        fallback: Module | None = None
        roots: list[str] = self._world.derive(("py.starts", folder), lambda: self._roots(folder), [])
        if parts[0] in STANDARD_MODULES:  # hidden only by a module beside a script or in a declared root
            plain = {root for given in self._declared_roots() for root in given} | {folder}
            roots = [root for root in roots if root in plain]
        for root in roots:
            found = self._inside(root, parts)
            if found is None:
                continue
            if found[0] == "mod":
                return found
            # A folder without `__init__` gives way to a real module elsewhere.
            if parts[0] not in STANDARD_MODULES:
                fallback = fallback or found
        return fallback

    def _inside(self, root: str, parts: list[str]) -> Module | None:
        """The module at a dotted path below a folder."""
        if not parts:
            return self._package(root)
        base = posixpath.join(root, *parts)
        for candidate in (f"{base}/__init__.py", f"{base}.py", f"{base}/__init__.pyi", f"{base}.pyi"):
            if self._project.exists(candidate):
                return ("mod", candidate)
        return ("pkg", base) if self._holds_modules(base) else None

    def _package(self, folder: str) -> Module:
        for name in ("__init__.py", "__init__.pyi"):
            path = posixpath.join(folder, name)
            if self._project.exists(path):
                return ("mod", path)
        return ("pkg", folder)

    def _holds_modules(self, folder: str) -> bool:
        return any(path.endswith((".py", ".pyi")) for path in self._project.files_in(folder))

    def submodule(self, module: Module, name: str) -> Module | None:
        """The module `name` inside a package, by its file."""
        if module[0] == "mod":
            folder, base = posixpath.split(module[1])
            if not base.startswith("__init__."):
                return None
        elif module[0] == "pkg":
            folder = module[1]
        else:
            return None
        return self._inside(folder, [name])

    def _roots(self, folder: str) -> list[str]:
        """The folders that absolute imports of a folder's files start from, nearest first."""
        around = [folder]
        while folder:
            folder = posixpath.dirname(folder)
            around.append(folder)
        found = []
        for one in around:
            found += [one, posixpath.join(one, "src")]
        for root in self._declared_roots():
            found += root
        # The inside of a package is no place that absolute imports start from.
        return [one for one in dict.fromkeys(found) if not self._is_package(one)]

    def _is_package(self, folder: str) -> bool:
        return bool(folder) and self._project.exists(posixpath.join(folder, "__init__.py"))

    def _declared_roots(self) -> list[list[str]]:
        return self._world.derive(("py.roots",), self._read_roots, [])

    def _read_roots(self) -> list[list[str]]:
        found = []
        for base in _CONFIGS:
            for path in self._project.files_called(base):
                data = self._project.config(path)
                folder = posixpath.dirname(path)
                given = declared_folders(base, data or b"")
                named = [posixpath.normpath(posixpath.join(folder, one)) for one in given]
                inside = ["" if one == "." else one for one in named if not one.startswith("..")]
                found.append([*inside, folder, posixpath.join(folder, "src")])
        return found

    # --- what a module says ---------------------------------------------------------------------

    def imported(self, view: FileView, one: Import) -> list[Name]:
        """What an import binds: modules, or ("top", path, name) for a name of a module."""
        return self._imported(view, one, None)

    def attribute(self, module: Name, name: str) -> list[Name]:
        """What `module.name` is: ("top", path, name) at its own definition, a module, or outside."""
        if module[0] == "X":
            return [("X", f"{module[1]}.{name}")]
        if module[0] == "pkg":
            below = self.submodule((module[0], module[1]), name)
            return [below] if below is not None else []
        key = ("py.attribute", module[1], name)
        nothing: tuple[Name, ...] = ()
        return list(self._world.derive(key, lambda: tuple(self._follow(module[1], name, set())), nothing))

    def starred(self, view: FileView, name: str) -> list[Name]:
        """What `from m import *` at the top of a file brings under a name; the last one that does."""
        return self._starred(view, name, None)

    # `passed` holds the names that a walk came through, so that imports in a circle end. Only a walk's start
    # is kept as an answer, so an answer never depends on who was asked first.

    def _imported(self, view: FileView, one: Import, passed: Passed | None) -> list[Name]:
        if not one.name:
            return [self.module(view, one.module if one.alias else one.module.partition(".")[0])]
        module = self.module(view, one.module)
        if module == ("mod", view.path):  # a package that imports a module of its own
            below = self.submodule(module, one.name)
            if below is not None:
                return [below]
        return self._next(module, one.name, passed)

    def _starred(self, view: FileView, name: str, passed: Passed | None) -> list[Name]:
        for index in reversed(names_of(view).stars.get(0, ())):
            module = self.module(view, view.facts.imports[index].module)
            if module[0] != "X" and self._exports(module, name):
                found = self._next(module, name, passed)
                if found:
                    return found
        return []

    def _next(self, module: Name, name: str, passed: Passed | None) -> list[Name]:
        if passed is None or module[0] != "mod":
            return self.attribute(module, name)
        return self._follow(module[1], name, passed)

    def _follow(self, path: str, name: str, passed: Passed) -> list[Name]:
        """What a name of a module is, through imports and re-exports."""
        view = self._project.views.get(path)
        if view is None or (path, name) in passed or len(passed) > MAX_FOLLOWED:
            return []
        passed.add((path, name))
        if self._world.get(("py.top", path, name)):
            return self._own(view, name, passed)
        below = self.submodule(("mod", path), name)
        if below is not None and not self._world.get(("py.stars", path)):
            return [below]
        self._world.touch(path, "")
        # `from .cart import *` loads the submodule first, so a `cart` that it brings is what the name means.
        return self._starred(view, name, passed) or ([below] if below is not None else [])

    def _own(self, view: FileView, name: str, passed: Passed) -> list[Name]:
        """A name of a module's own: itself, or what its import passes on."""
        names = names_of(view)
        found: dict[Name, None] = {}
        for one in names.settled(names.of(0, name), 0):
            if one.what in (DECLARATION, BINDING):
                found["top", view.path, name] = None
                continue
            self._world.touch(view.path, "")
            found.update(dict.fromkeys(self._imported(view, view.facts.imports[one.row], passed)))
        inside = [one for one in found if one[0] != "X"]
        return inside or list(found)

    def _exports(self, module: Name, name: str) -> bool:
        """Whether `from module import *` takes a name."""
        if module[0] != "mod":
            return False
        listed = self.listed(module[1])
        return name in listed if listed is not None else not name.startswith("_")

    def listed(self, path: str, depth: int = 0) -> frozenset[str] | None:
        """The words of a module's `__all__`, or None where it has none that can be read."""
        view = self._project.views.get(path)
        if view is None or depth > 8:
            return None
        self._world.touch(path, "")
        if not view.facts.exports:
            return None
        found: set[str] = set()
        for one in view.facts.exports:
            if one.name == "*":
                modules = self._whose(view, one.expression)
                if modules is None:
                    return None
                for module in modules:
                    more = self.listed(module[1], depth + 1) if module[0] == "mod" else None
                    if more is None:
                        return None
                    found |= more
            elif one.name:
                found.add(one.name)
        return frozenset(found)

    def _whose(self, view: FileView, expression: int) -> list[Name] | None:
        """The modules whose `__all__` an expression is: `core.__all__`, or a name that it was imported as."""
        row = view.expressions[expression]
        if row[0] == Op.MEMBER and view.expressions[row[2]][0] == Op.NAME:
            ours = view.strings[row[1]] == "__all__"
            return self._named(view, view.strings[view.expressions[row[2]][1]]) if ours else None
        if row[0] != Op.NAME:
            return None
        taken = [one.module for one in view.imports(view.strings[row[1]]) if one.name == "__all__"]
        found: list[Name] = [self.module(view, name) for name in taken]
        return found or None

    def _named(self, view: FileView, name: str) -> list[Name]:
        """The modules that a name before `.__all__` means: imported, or bound by an import in them."""
        found: list[Name] = []
        for one in view.imports(name):
            module = self.module(view, one.module)
            below = self.submodule(module, one.name) if one.name else module
            found += [below] if below is not None else []
        if found:
            return found
        # `from .core import *; __all__ += core.__all__`
        below = self.submodule(("mod", view.path), name)
        return [below] if below is not None else []


def declared_folders(base: str, data: bytes) -> list[str]:
    """The source folders that a build configuration names, relative to its own folder. Reads data only."""
    text = data.decode("utf-8", "replace")
    if base == "pyproject.toml":
        try:
            return _of_pyproject(tomllib.loads(text))
        except tomllib.TOMLDecodeError:
            return []
    if base == "setup.cfg":
        parser = configparser.ConfigParser(interpolation=None, strict=False)
        try:
            parser.read_string(text)
        except configparser.Error:
            return []
        rows = parser.get("options", "package_dir", fallback="").splitlines()
        found = [row.partition("=")[2].strip() for row in rows if row.strip().startswith("=")]
        return [*found, *parser.get("options.packages.find", "where", fallback="").split()]
    return [m[1] for m in (*_PACKAGE_DIR.finditer(text), *_WHERE.finditer(text))]


def _of_pyproject(table: dict[str, Any]) -> list[str]:
    tool = _table(table.get("tool"))
    setuptools = _table(tool.get("setuptools"))
    found: list[object] = [_table(setuptools.get("package-dir")).get("")]
    where = _table(_table(setuptools.get("packages")).get("find")).get("where")
    found += where if isinstance(where, list) else []
    poetry = _table(tool.get("poetry")).get("packages")
    found += [_table(one).get("from") for one in poetry] if isinstance(poetry, list) else []
    hatch = _table(_table(_table(tool.get("hatch")).get("build")).get("targets"))
    packages = _table(hatch.get("wheel")).get("packages")
    found += [posixpath.dirname(str(one)) for one in packages] if isinstance(packages, list) else []
    pythonpath = _table(_table(tool.get("pytest")).get("ini_options")).get("pythonpath")
    found += [pythonpath] if isinstance(pythonpath, str) else []
    found += pythonpath if isinstance(pythonpath, list) else []
    return [one for one in found if isinstance(one, str) and one]


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
