"""Which files of a repository can be loaded into one Ruby program: its gems, their tests, their examples.

A gem is a folder with a gemspec, an application one with a Gemfile. Its folder of tests is loaded with it
and with nothing else, and so is each of its scripts and examples by itself. A gem loads those that its
gemspec and its Gemfile name, and those that its files require. In a repository that names no gem all that is
no test and no script is one. Called by `classes`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final, TypeAlias

from xray_graph.model import NONE, Op
from xray_graph.resolve.project import HEADER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

# The folder of a gem or application, and the folder or script in it that is loaded by itself, "" for none.
Unit: TypeAlias = tuple[str, str]

_ROOTS: Final = ("rb.gems",)
_GEMSPEC: Final = ".gemspec"
_TESTS: Final = frozenset({"test", "tests", "spec", "specs", "features"})
_SCRIPTS: Final = frozenset(
    {
        *("example", "examples", "sample", "samples", "demo", "demos"),
        *("guides", "docs", "bin", "exe", "script", "scripts"),
    }
)
# In these no name makes a test or a script.
_SOURCES: Final = frozenset({"lib", "app", "src", "ext", "config"})
_DEPENDS: Final = frozenset({"add_dependency", "add_runtime_dependency", "add_development_dependency", "gem"})


class Gems:
    def __init__(self, project: Project, loaded: Callable[[str], Sequence[str]]) -> None:
        """`loaded` gives the files that a file requires."""
        self.project = project
        self.loaded = loaded
        self.world = project.world
        self._roots: frozenset[str] = frozenset()
        self._units: dict[str, Unit] = {}

    @staticmethod
    def contribute(view: FileView) -> Iterator[tuple[Key, int]]:
        if _states(view.path):
            yield _ROOTS, HEADER
        required = {one.module for one in view.facts.imports if one.kind in ("require", "load")}
        for name in sorted(required | {module.partition("/")[0] for module in required}):
            yield ("rb.requires", name), HEADER

    def unit(self, path: str) -> Unit:
        """What a file is loaded with."""
        roots = self._folders()
        if roots is not self._roots:
            self._roots, self._units = roots, {}
        found = self._units.get(path)
        if found is None:
            found = self._units[path] = _unit(path, roots)
        return found

    def seen(self, unit: Unit) -> frozenset[Unit]:
        """The units that can be loaded with one, itself among them."""
        return self.world.derive(("rb.seen", *unit), lambda: self._seen(unit), frozenset({unit}))

    def _folders(self) -> frozenset[str]:
        return self.world.derive(("rb.roots",), self._find_roots, frozenset())

    def _find_roots(self) -> frozenset[str]:
        """The folders of gems and applications, but for those that a test or an example makes of itself."""
        folders = {posixpath.dirname(path) for path, _ in self.world.get(_ROOTS)}
        return frozenset(one for one in folders if not _apart([*one.split("/"), ""]))

    def _seen(self, unit: Unit) -> frozenset[Unit]:
        self._folders()  # what a unit is rests on them
        root, below = unit
        found = {unit, (root, "")}
        todo = [(root, "")]
        if below:
            todo += [(one, "") for one in self._required(unit)]
            if self.project.exists(script := posixpath.join(root, below)):
                found |= {self.unit(path) for path in self.loaded(script)}
        while todo:
            one = todo.pop()
            found.add(one)
            named = {*self._named(one[0]), *self._required(one)}
            todo += [(folder, "") for folder in sorted(named) if (folder, "") not in found]
        return frozenset(found)

    def _named(self, root: str) -> set[str]:
        """The folders of the gems that the gemspec and the Gemfile of a folder name."""
        homes = self._homes()
        found: set[str] = set()
        for path, _ in self.world.get(_ROOTS):
            if posixpath.dirname(path) != root:
                continue
            self.world.touch_whole(path)
            view = self.project.views[path]
            for call in view.facts.calls:
                row = view.expressions[call.expression]
                name = view.name(row[2]) if row[2] != NONE else ""
                if name in _DEPENDS:
                    found |= {homes[gem] for gem in _literals(view, row[3:4]) if gem in homes}
                elif name == "gemspec" and len(row) > 3:  # `gemspec path: ".."`
                    there = {
                        posixpath.normpath(posixpath.join("/", root, one))[1:]
                        for one in _literals(view, row[3:])
                    }
                    found |= there & set(homes.values())
        return found

    def _homes(self) -> dict[str, str]:
        """The folder of each gem of the repository, by its name; not of one that several folders hold."""
        folders: dict[str, set[str]] = {}
        for path, _ in self.world.get(_ROOTS):
            if path.endswith(_GEMSPEC):
                folder, base = posixpath.split(path)
                folders.setdefault(base.removesuffix(_GEMSPEC), set()).add(folder)
        return {name: min(held) for name, held in folders.items() if len(held) == 1}

    def _required(self, unit: Unit) -> set[str]:
        """The folders of the other gems of which files of a unit require something by its name."""
        found = set()
        for folder in self._homes().values():
            if folder == unit[0]:
                continue
            for path in self.project.files_in(posixpath.join(folder, "lib")):
                name = posixpath.basename(path).removesuffix(".rb")
                asked = {name, name.replace("-", "/")}
                if any(
                    self.unit(by) == unit for one in asked for by, _ in self.world.get(("rb.requires", one))
                ):
                    found.add(folder)
                    break
        return found


def _unit(path: str, roots: frozenset[str]) -> Unit:
    root = posixpath.dirname(path)
    while root and root not in roots:
        root = posixpath.dirname(root)
    return root, _apart(path[len(root) + 1 if root else 0 :].split("/"))


def _apart(parts: Sequence[str]) -> str:
    """The folder or script, of what a path leads through below a gem, that is loaded by itself."""
    for at, part in enumerate(parts[:-1]):
        if part in _SOURCES:
            return ""
        if part in _TESTS:
            return "/".join(parts[: at + 1])
        if part in _SCRIPTS:  # each by itself, but for an application
            inner = (i for i in range(at + 1, len(parts) - 1) if parts[i] in _SOURCES)
            return "/".join(parts[: next(inner, len(parts))])
    return ""


def _literals(view: FileView, expressions: Sequence[int]) -> Iterator[str]:
    """The strings among some arguments, also those of pairs."""
    for one in expressions:
        row = view.expressions[one] if one != NONE else (int(Op.UNKNOWN), NONE)
        if row[0] == Op.MAPPING:
            yield from _literals(view, row[2:])
        elif row[0] == Op.LITERAL and view.strings[row[1]][:1] in ("'", '"'):
            yield view.strings[row[1]].strip("'\"")


def _states(path: str) -> bool:
    """Whether a file says what its folder is: a gem or an application."""
    return path.endswith(_GEMSPEC) or posixpath.basename(path) == "Gemfile"
