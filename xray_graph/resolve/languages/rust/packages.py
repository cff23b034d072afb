"""Rust packages: what the `Cargo.toml` files of a repository say, and which files are roots of crates.

A dependency counts as one of the repository when it is given by path: by itself, through the workspace, or
by the workspace's `[patch]` of where it comes from. A file that no `mod` declares is a target of its own.
Called by `modules`.
"""

from __future__ import annotations

import posixpath
import tomllib
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from xray_graph.resolve.project import Project

_DEPENDENCIES: Final = ("dependencies", "dev-dependencies", "build-dependencies")
_ROOTS: Final = frozenset({"src/lib.rs", "src/main.rs", "build.rs"})


class Package(NamedTuple):
    folder: str
    name: str  # with underscores
    library: str  # path of its root file, "" without one
    library_name: str
    roots: frozenset[str]  # targets that are named
    dependencies: tuple[tuple[str, str], ...]  # name in the source → folder, of those in the repository


class Packages:
    def __init__(self, project: Project) -> None:
        self.project = project
        self.world = project.world

    def all(self) -> tuple[Package, ...]:
        """The packages of the repository, the deepest folder first."""
        return self.world.derive(("rs.packages",), self._read_packages, ())

    def _read_packages(self) -> tuple[Package, ...]:
        said: dict[str, dict[str, Any]] = {}
        for file in self.project.files_called("Cargo.toml"):
            try:
                said[posixpath.dirname(file)] = tomllib.loads((self.project.config(file) or b"").decode())
            except (tomllib.TOMLDecodeError, UnicodeDecodeError):
                continue
        found = []
        for folder in sorted(said, key=lambda f: (-f.count("/") if f else 1, f)):
            table = said[folder]
            name = _string(_table(table, "package"), "name")
            if not name:
                continue
            library = _table(table, "lib")
            path = _join(folder, _string(library, "path") or "src/lib.rs")
            has = self.project.exists(path)
            roots = [path] if has else []
            for kind in ("bin", "test", "example", "bench"):
                listed = table.get(kind)
                roots += [
                    _join(folder, one["path"])
                    for one in (listed if isinstance(listed, list) else ())
                    if isinstance(one, dict) and isinstance(one.get("path"), str)
                ]
            if isinstance(build := _table(table, "package").get("build"), str):
                roots.append(_join(folder, build))
            plain = (_string(library, "name") or name).replace("-", "_")
            near = _dependencies(folder, table, said)
            found.append(
                Package(folder, name.replace("-", "_"), path if has else "", plain, frozenset(roots), near)
            )
        return tuple(found)

    def package_of(self, path: str) -> Package | None:
        for one in self.all():
            if not one.folder or path.startswith(one.folder + "/"):
                return one
        return None

    def is_root(self, path: str) -> bool:
        """Whether a file is the root of a crate."""
        return self.world.derive(("rs.root", path), lambda: self._is_root(path), unknown=False)

    def _is_root(self, path: str) -> bool:
        package = self.package_of(path)
        if package is not None:
            inside = path[len(package.folder) + 1 :] if package.folder else path
            if path in package.roots or inside in _ROOTS:
                return True
        elif posixpath.basename(path) in ("lib.rs", "main.rs"):
            return True
        # Where Cargo looks for targets (`tests/a.rs`) there are modules too: by `autotests = false` or
        # because they stand beside what declares them.
        return not self.world.get(("rs.declares", path)) and not self.maker(path)

    def maker(self, path: str) -> str:
        """Of a file that no `mod` declares: the file above it whose macros may; "" of a target's root.

        A module has its place by its name, whoever declares it; so the one above it is known, and what
        stands among its items as `all_modules!();` can be what declares it.
        """
        return self.world.derive(("rs.maker", path), lambda: self._maker(path), "")

    def _maker(self, path: str) -> str:
        package = self.package_of(path)
        source = posixpath.join(package.folder, "src/") if package is not None else ""
        if not source or not path.startswith(source) or path.startswith(source + "bin/"):
            return ""
        folder, base = posixpath.split(path)
        if base == "mod.rs":
            folder = posixpath.dirname(folder)
        for above in (
            *(posixpath.join(folder, name) for name in ("lib.rs", "main.rs", "mod.rs")),
            f"{folder}.rs",
        ):
            if above != path and self.project.exists(above):
                return above if self.invokes(above) else ""
        return ""

    def invokes(self, path: str) -> bool:
        """Whether a macro stands among the items of a file."""
        view = self.project.views.get(path)
        if view is None or view.head.language != "rust":
            return False
        self.world.touch_whole(path)
        known: bool | None = view.memo.get("rs.invokes")
        if known is None:
            known = any(call.kind == "macro" and not call.scope for call in view.facts.calls)
            view.memo["rs.invokes"] = known
        return known

    def external(self, path: str, name: str) -> str | None:
        """The root file of a crate of the repository by the name that it has in a file."""
        package = self.package_of(path)
        if package is None:
            return None
        if name == package.library_name:
            return package.library or None
        for known, folder in package.dependencies:
            if known == name:
                found = next((p for p in self.all() if p.folder == folder), None)
                return found.library or None if found is not None else None
        return None


def _dependencies(
    folder: str, table: dict[str, Any], said: dict[str, dict[str, Any]]
) -> tuple[tuple[str, str], ...]:
    """The dependencies of a package that are packages of the repository, by the names they have in it."""
    shared: dict[str, tuple[str, Any]] = {}
    patches: dict[tuple[str, str], str] = {}  # where from, and the package's name → folder
    for root in sorted(said, key=len):
        if not root or folder == root or folder.startswith(root + "/"):
            given = _table(_table(said[root], "workspace"), "dependencies")
            shared.update({name: (root, one) for name, one in given.items()})
            for origin, listed in _table(said[root], "patch").items():
                for name, one in listed.items() if isinstance(listed, dict) else ():
                    if path := _string(one, "path"):
                        patches[origin, _string(one, "package") or name] = _join(root, path)
    tables = [_table(table, key) for key in _DEPENDENCIES]
    for target in _table(table, "target").values():
        tables += [_table(target, key) for key in _DEPENDENCIES if isinstance(target, dict)]
    found = {}
    for listed in tables:
        for name, one in listed.items():
            base = folder
            if isinstance(one, dict) and one.get("workspace") is True:
                base, one = shared.get(name, (folder, None))
            path = _string(one, "path")
            at = patches.get((_string(one, "git") or "crates-io", _string(one, "package") or name))
            if path:
                found[name.replace("-", "_")] = _join(base, path)
            elif at is not None:
                found[name.replace("-", "_")] = at
    return tuple(sorted(found.items()))


def _table(table: Any, key: str) -> dict[str, Any]:
    found = table.get(key) if isinstance(table, dict) else None
    return found if isinstance(found, dict) else {}


def _string(table: Any, key: str) -> str:
    found = table.get(key) if isinstance(table, dict) else None
    return found if isinstance(found, str) else ""


def _join(folder: str, path: str) -> str:
    made = posixpath.normpath(posixpath.join(folder, path))
    return "" if made == "." else made
