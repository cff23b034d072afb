"""Source roots and modules of Java, and which file a full name means where it is read.

A file lies in a source root (its folder without its package), a root in a module (the nearest folder with
a build file) and in one of its source sets: `main`, `test`, ... A name is looked for in the same root,
then in the same module, then in the modules it depends on, then in the others; tests are seen only by
tests, and sources that are the data of a test last of all. Same-named classes of two modules stay apart;
two in one step mean none. Called by `names`.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import NONE
from xray_graph.resolve.project import HEADER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry, Key

_TYPES: Final = frozenset({"class", "interface", "enum"})
_BUILD_FILES: Final = ("pom.xml", "build.gradle", "build.gradle.kts")
_SET: Final = re.compile(r"(?:^|/)src/([^/]+)(?:/(?:java|kotlin|groovy|generated|[\w-]+))*$")
_DATA: Final = re.compile(
    r"(?:^|/)src/[^/]+/(?!gen)[\w.-]*(?:resources|data|source|sample|fixture|example|testcase)[\w.-]*(?:/[^/]+)?",
    re.IGNORECASE,
)
_TESTS: Final = re.compile(r"(^|/)(tests?|testing|it|integration-?tests?)(/|$)", re.IGNORECASE)
_XML_NOISE: Final = re.compile(
    r"<!--.*?-->|<parent>.*?</parent>|<dependencyManagement>.*?</dependencyManagement>", re.DOTALL
)
_DEPENDENCY: Final = re.compile(r"<dependency>(.*?)</dependency>", re.DOTALL)
_ARTIFACT: Final = re.compile(r"<artifactId>\s*([^<\s]+)\s*</artifactId>")
_CUT: Final = re.compile(r"<(dependencies|build|profiles|reporting)>.*?</\1>", re.DOTALL)
_GRADLE: Final = re.compile(r"""project\(\s*(?:path\s*[:=]\s*)?['"]:?([^'"]+)['"]""")
_ACCESSOR: Final = re.compile(r"\bprojects\.([\w.]+)")
_NAME_SEPARATOR: Final = re.compile(r"[-_.](\w)")


class Root(NamedTuple):
    """Where a file lies, as far as Java cares."""

    folder: str  # the source root
    module: str  # the module's folder
    set: str  # "main", "test", or another source set
    data: str = ""  # sources that a source set holds as data, as `src/test/resources/shop`: their folder


class Modules:
    """Look-ups of full names, each recorded in the World."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._world = project.world

    def contribute(self, view: FileView) -> Iterator[tuple[Key, int]]:
        package = view.head.package
        yield ("java.package", package), HEADER
        prefix = f"{package}." if package else ""
        for index, one in enumerate(view.declarations):
            if one.parent == NONE and one.scope == 0 and one.kind in _TYPES:
                yield ("java.type", prefix + one.name), index

    # --- places ---------------------------------------------------------------------------------

    def root_of(self, path: str) -> Root:
        """The source root of a file."""
        view = self._project.views[path]
        package = view.head.package.replace(".", "/")
        folder = posixpath.dirname(path)
        if package and (folder == package or folder.endswith("/" + package)):
            folder = folder[: -len(package)].rstrip("/")
        return self._world.derive(
            ("java.root", folder), lambda: self._place(folder), Root(folder, folder, "main")
        )

    def _place(self, folder: str) -> Root:
        module = folder
        while module and not any(self._project.exists(posixpath.join(module, name)) for name in _BUILD_FILES):
            module = posixpath.dirname(module)
        inside = folder[len(module) :].lstrip("/") if module else folder
        found = _SET.search(folder)
        if found is not None:
            named = found.group(1)
            if not module:
                module = folder[: found.start()].rstrip("/")
        else:
            named = "test" if _TESTS.search(inside) else "main"
        data = _DATA.search(folder)
        return Root(folder, module, named, folder[: data.end()] if data is not None else "")

    def dependencies(self) -> dict[str, frozenset[str]]:
        """Module's folder → folders of the modules that its build file names, those of theirs included."""
        return self._world.derive(("java.modules",), self._read_dependencies, {})

    def _read_dependencies(self) -> dict[str, frozenset[str]]:
        direct: dict[str, set[str]] = {}
        self._read_maven(direct)
        self._read_gradle(direct)
        return {folder: frozenset(_closure(folder, direct)) for folder in sorted(direct)}

    def _read_maven(self, direct: dict[str, set[str]]) -> None:
        artifacts: dict[str, str] = {}
        wanted: dict[str, list[str]] = {}
        for file in self._project.files_called("pom.xml"):
            folder = posixpath.dirname(file)
            text = _XML_NOISE.sub("", (self._project.config(file) or b"").decode("utf-8", "replace"))
            own = _ARTIFACT.search(_CUT.sub("", text))
            if own is not None:
                artifacts.setdefault(own.group(1), folder)
            named = (_ARTIFACT.search(block) for block in _DEPENDENCY.findall(text))
            wanted[folder] = [one.group(1) for one in named if one is not None]
        for folder, names in wanted.items():
            found = direct.setdefault(folder, set())
            found.update(artifacts[name] for name in names if name in artifacts)
            above = posixpath.dirname(folder)  # what a parent pom depends on
            if folder and above in wanted:
                found.update(artifacts[name] for name in wanted[above] if name in artifacts)
            found.discard(folder)

    def _read_gradle(self, direct: dict[str, set[str]]) -> None:
        files = [f for name in _BUILD_FILES[1:] for f in self._project.files_called(name)]
        folders = {posixpath.dirname(file) for file in files}
        by_accessor = {_accessor(folder): folder for folder in sorted(folders)}
        for file in files:
            folder = posixpath.dirname(file)
            text = (self._project.config(file) or b"").decode("utf-8", "replace")
            found = direct.setdefault(folder, set())
            for name in _GRADLE.findall(text):
                place = name.replace(":", "/")
                fitting = [f for f in folders if f == place or f.endswith("/" + place)]
                found.update(sorted(fitting, key=lambda f: (len(f), f))[:1])
            for name in _ACCESSOR.findall(text):
                if name.lower() in by_accessor:
                    found.add(by_accessor[name.lower()])
            found.discard(folder)

    # --- names ----------------------------------------------------------------------------------

    def top_level(self, root: Root, name: str) -> Entry | None:
        """The top-level type of a full name that a file of `root` sees; None for none or several."""
        entries = self._world.get(("java.type", name))
        if not entries:
            return None
        if len(entries) == 1 and self.root_of(entries[0][0]) == root:
            return entries[0]
        steps: dict[int, list[Entry]] = {}
        for entry in entries:
            step = self._step(root, self.root_of(entry[0]))
            if step is not None:
                steps.setdefault(step, []).append(entry)
        if not steps:
            return None
        nearest = steps[min(steps)]
        return nearest[0] if len(nearest) == 1 else None

    def _step(self, here: Root, there: Root) -> int | None:
        """How far a root is from another; None where it is not seen."""
        if here == there:
            return 0
        if there.data != here.data and there.data:
            return 6 if here.set != "main" else None
        if here.module == there.module:
            if there.set in (here.set, "main"):
                return 1
            return 2 if here.set != "main" else None
        if there.set == "main":
            return 3 if there.module in self.dependencies().get(here.module, ()) else 4
        return 5 if here.set != "main" else None


def _closure(folder: str, direct: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    todo = sorted(direct[folder])
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += sorted(direct.get(one, ()))
    return found - {folder}


def _accessor(folder: str) -> str:
    """What Gradle's `projects` calls a folder, in lower case: `my-lib/core` is `mylib.core`."""
    return ".".join(_NAME_SEPARATOR.sub(r"\1", part) for part in folder.split("/")).lower()
