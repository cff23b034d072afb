"""The include graph of C and C++: which file an `#include` names, and what a file sees through them.

A quoted path is looked for beside the file first. Then come the include folders that CMake, makefiles
and Meson declare for it or for a target that is linked there, then the places by convention: each folder
above, and `include` and `src` in it, the nearest first; at last the folders that other includes show
(`headers`). An include that only another platform compiles is not followed. Each look is recorded in
the World. Called by `names` and `resolver`.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.resolve.languages.c import cmake, conditions
from xray_graph.resolve.languages.c.headers import INCLUDES, Headers

if TYPE_CHECKING:
    from xray_graph.model import Import
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

CMAKE: Final = "CMakeLists.txt"
_MAKEFILES: Final = ("Makefile", "makefile", "GNUmakefile", "Makefile.am", "meson.build")
LANGUAGES: Final = frozenset({"c", "cpp"})
_HOLE: Final = re.compile(r"@\w+@")  # what `configure` fills in
MAX_FILES: Final = 4000  # of one include closure


class Build(NamedTuple):
    """What the build files of one folder say."""

    folders: tuple[str, ...] = ()  # that includes are looked for in
    sources: dict[str, list[str]] = {}  # noqa: RUF012 - never written to
    public: dict[str, list[str]] = {}  # noqa: RUF012 - as above; target -> folders that it hands on
    named: tuple[str, ...] = ()  # targets that may be linked


class Includes:
    """Look-ups of files and platforms, derived once each."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._world = project.world
        self.headers: Final = Headers(project)

    # --- files ------------------------------------------------------------------------------------

    def target(self, path: str, one: Import) -> str | None:
        """The file of the repository that an include names, or None."""
        folder = posixpath.dirname(path)
        quoted = one.kind.startswith("include")
        key = ("c.include", folder, one.module, "quoted" if quoted else "system")
        return self._world.derive(key, lambda: self._find(folder, one.module, quoted=quoted), None)

    def _find(self, folder: str, module: str, *, quoted: bool) -> str | None:
        if not module or module.startswith("/"):
            return None
        places = (folder, *self._places(folder)) if quoted else self._places(folder)
        for name in (module, *self._template(module)):
            for place in places:
                found = self._file(place, name)
                if found is not None:
                    return found
        return self.headers.find(folder, module)

    def _template(self, module: str) -> tuple[str, ...]:
        """What `configure` or CMake makes a header of that is not there: `config.h.in`."""
        name = f"{_HOLE.sub('', module)}.in"
        return (name,) if self._project.files_called(posixpath.basename(name)) else ()

    def _file(self, folder: str, module: str) -> str | None:
        path = posixpath.normpath(posixpath.join(folder, module))
        return path if not path.startswith("..") and self._project.exists(path) else None

    def _places(self, folder: str) -> tuple[str, ...]:
        """The folders that an include is looked for in, in order."""
        return self._world.derive(("c.places", folder), lambda: self._read_places(folder), ())

    def _read_places(self, folder: str) -> tuple[str, ...]:
        above = [folder]
        while above[-1]:
            above.append(posixpath.dirname(above[-1]))
        found: dict[str, None] = {}
        files, published = self._build_files(), self._published()
        builds = [files[one] for one in above if one in files]
        for build in builds:
            found.update(dict.fromkeys(build.folders))
        for build in builds:
            for target in build.named:
                found.update(dict.fromkeys(published.get(target, ())))
        for one in above:
            for inner in ("", "include", "src"):
                found.setdefault(posixpath.join(one, inner).rstrip("/"))
        return tuple(found)

    def includes(self, path: str) -> tuple[tuple[str, str], ...]:
        """The files that a file includes, each with the platforms' condition, in source order."""
        return self._world.derive(("c.includes", path), lambda: self._read_includes(path), ())

    def _read_includes(self, path: str) -> tuple[tuple[str, str], ...]:
        view = self._project.views.get(path)
        self._world.touch(path, "")
        if view is None or view.head.language not in LANGUAGES:
            return ()
        found = []
        for one in view.facts.imports:
            kind, _, condition = one.kind.partition(" ")
            if kind in INCLUDES:
                target = self.target(path, one)
                if target is not None and target != path:
                    found.append((target, condition))
        return tuple(found)

    def closure(self, path: str, platform: str) -> frozenset[str]:
        """The file itself and all that it includes, directly or not, on a platform."""
        return self._world.derive(
            ("c.closure", path, platform), lambda: self._read_closure(path, platform), frozenset()
        )

    def _read_closure(self, path: str, platform: str) -> frozenset[str]:
        seen = {path}
        todo = [path]
        while todo and len(seen) < MAX_FILES:
            for target, condition in self.includes(todo.pop()):
                if target not in seen and conditions.holds(condition, platform):
                    seen.add(target)
                    todo.append(target)
        return frozenset(seen)

    def includers(self, path: str) -> tuple[str, ...]:
        """The files that include a file themselves, sorted."""
        return self._world.derive(("c.includers", path), lambda: self._read_includers(path), ())

    def _read_includers(self, path: str) -> tuple[str, ...]:
        asked = self._world.get(("c.asks", posixpath.basename(path)))
        return tuple(one for one, _ in asked if any(target == path for target, _ in self.includes(one)))

    # --- platforms --------------------------------------------------------------------------------

    def condition(self, path: str) -> str:
        """The condition under which CMake lists a source file; "" where it lists it always, or never."""
        return self._world.derive(("c.condition", path), lambda: self._read_condition(path), "")

    def _read_condition(self, path: str) -> str:
        given: list[str] = []
        for build in self._build_files().values():
            given += build.sources.get(path, ())
        return "" if not given or "" in given else " || ".join(f"({one})" for one in given)

    def platform(self, view: FileView, index: int = -1) -> str:
        """The platform that a file, or one declaration of it, is read for: Linux unless it excludes that."""
        condition = self.condition(view.path)
        while index >= 0:
            condition = conditions.both(condition, build_condition(view.declarations[index].attributes))
            index = view.declarations[index].parent
        return conditions.platform_of(condition)

    def _build_files(self) -> dict[str, Build]:
        """Folder of each build file → what it says."""
        return self._world.derive(("c.build-files",), self._read_build_files, {})

    def _read_build_files(self) -> dict[str, Build]:
        found: dict[str, Build] = {}
        variables: dict[str, dict[str, list[str]]] = {}  # folder → variable → folders that it holds
        folders = sorted(posixpath.dirname(file) for file in self._project.files_called(CMAKE))
        for folder in folders:
            data = self._project.config(posixpath.join(folder, CMAKE))
            if data is None:
                continue
            root = next((f for f in folders if not f or folder == f or folder.startswith(f + "/")), folder)
            said = cmake.CMake(folder, root, data.decode("utf-8", "replace"))
            found[folder] = Build(tuple(said.folders), said.sources, said.public, tuple(said.named))
            if said.variables:
                variables[folder] = said.variables
        for folder, build in found.items():
            if any(one.startswith("${") for one in build.folders):
                found[folder] = build._replace(folders=_with_variables(folder, build.folders, variables))
        for base in _MAKEFILES:
            for file in self._project.files_called(base):
                folder = posixpath.dirname(file)
                data = self._project.config(file) or b""
                known = found.get(folder, Build())
                given = cmake.flagged_folders(folder, "", data.decode("utf-8", "replace"))
                found[folder] = known._replace(folders=tuple(dict.fromkeys((*known.folders, *given))))
        return found

    def _published(self) -> dict[str, list[str]]:
        """Target → the include folders that it hands on, wherever it is declared."""
        return self._world.derive(("c.published",), self._read_published, {})

    def _read_published(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for build in self._build_files().values():
            for target, places in build.public.items():
                found.setdefault(target, []).extend(places)
        return found


def _with_variables(
    folder: str, given: tuple[str, ...], variables: dict[str, dict[str, list[str]]]
) -> tuple[str, ...]:
    """Folders, with those of `${NAME}` in its place: by the nearest file above that sets it, or the only."""
    found: dict[str, None] = {}
    todo, done = list(reversed(given)), set[str]()
    while todo:
        one = todo.pop()
        if not one.startswith("${"):
            found.setdefault(one)
        elif one not in done:
            done.add(one)
            setting = [where for where, held in variables.items() if one[2:-1] in held]
            above = [where for where in setting if not where or f"{folder}/".startswith(f"{where}/")]
            if above or len(setting) == 1:
                todo += reversed(variables[max(above or setting, key=len)][one[2:-1]])
    return tuple(found)


def build_condition(attributes: tuple[str, ...]) -> str:
    """The platforms' condition that a declaration states, "" for none."""
    return next((a[len("build=") :] for a in attributes if a.startswith("build=")), "")
