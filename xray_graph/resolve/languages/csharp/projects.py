"""Projects of C# and the full names that their files declare: which declaration a full name means.

A project is the folder of a `.csproj`; it sees itself, then the projects it references, then the others where
only one has the name. A name is looked up with its number of type parameters, as the language does.
Parts of a `partial` type are one type, at its first place. Called by `names`.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE
from xray_graph.resolve.project import HEADER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry, Key

MAX_STARS: Final = 6  # of a path of files: each more makes a look at it dearer
TYPES: Final = frozenset({"class", "struct", "interface", "enum", "type"})
_HOLDERS: Final = TYPES | {"namespace"}
_USING: Final = re.compile(r"<Using\s([^<>]*)>")
_IMPLICIT: Final = re.compile(r"<ImplicitUsings[^<>]*>\s*(?:enable|true)", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(r"(\w+)\s*=\s*[\"']([^\"']*)[\"']")
_COMPILED: Final = re.compile(r"<Compile\s[^<>]*?Include\s*=\s*[\"']([^\"']+)[\"']")
_SHARED: Final = re.compile(r"<Import\s[^<>]*?Project\s*=\s*[\"']([^\"']+\.projitems)[\"']")
_HERE: Final = re.compile(r"\$\(MSBuildThisFileDirectory\)[\\/]?")
_REFERENCE: Final = re.compile(r"<ProjectReference[^<>]*\sInclude\s*=\s*[\"']([^\"']+)[\"']")


def full_names(view: FileView) -> list[str]:
    """The full name of each declaration that is a type or namespace, "" for the others and for local ones."""
    known = view.memo.get("cs.full")
    if known is None:
        found: list[str] = []
        declarations = view.declarations
        for one in declarations:
            name = ""
            if one.kind in _HOLDERS:
                outer = found[one.parent] if one.parent != NONE else view.head.package
                if one.parent == NONE or (outer and declarations[one.parent].kind in _HOLDERS):
                    name = f"{outer}.{one.name}" if outer else one.name
            found.append(name)
        known = view.memo["cs.full"] = found
    return known


class Projects:
    """Look-ups of full names, each recorded in the World."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._world = project.world

    def contribute(self, view: FileView) -> Iterator[tuple[Key, int]]:
        names = full_names(view)
        spaces = {view.head.package} if view.head.package else set()
        for index, one in enumerate(view.declarations):
            if one.kind == "namespace":
                spaces.add(names[index])
            elif one.kind in TYPES and names[index]:
                yield ("cs.type", names[index], str(len(one.type_parameters))), index
            elif "extension" in one.attributes and one.parent != NONE:
                owner = view.declarations[one.parent]
                space = names[owner.parent] if owner.parent != NONE else view.head.package
                yield ("cs.extension", space, one.name), index
        known: set[str] = set()
        for space in sorted(spaces):
            while space and space not in known:  # those around it
                known.add(space)
                yield ("cs.namespace", space), HEADER
                space = space.rpartition(".")[0]
        if any("global" in one.kind for one in view.facts.imports):
            yield ("cs.global",), HEADER

    # --- projects -------------------------------------------------------------------------------

    def project_of(self, path: str) -> str:
        """The folder of the project that a file lies in; "" where there is none above it."""
        folder = posixpath.dirname(path)
        return self._world.derive(("cs.project", folder), lambda: self._find_project(folder), "")

    def _find_project(self, folder: str) -> str:
        while folder and not self._project_files(folder):
            folder = posixpath.dirname(folder)
        return folder

    def _project_files(self, folder: str) -> list[str]:
        return [file for file in self._project.files_in(folder) if file.endswith(".csproj")]

    def references(self, folder: str) -> frozenset[str]:
        """The folders of the projects that a project references, those of theirs included."""
        return self._world.derive(
            ("cs.references", folder), lambda: self._find_references(folder), frozenset()
        )

    def _find_references(self, folder: str) -> frozenset[str]:
        found: set[str] = set()
        todo = [folder]
        while todo:
            one = todo.pop()
            for file in self._project_files(one):
                text = (self._project.config(file) or b"").decode("utf-8", "replace")
                for named in _REFERENCE.findall(text):
                    place = posixpath.normpath(posixpath.join(one, named.replace("\\", "/")))
                    there = posixpath.dirname(place)
                    if there not in found and there != folder:
                        found.add(there)
                        todo.append(there)
        return frozenset(found)

    def is_linked(self, project: str, path: str) -> bool:
        """Whether a project compiles a file that lies elsewhere: by name, or of a shared project."""
        return any(one.fullmatch(path) for one in self._links(project))

    def _links(self, folder: str) -> tuple[re.Pattern[str], ...]:
        return self._world.derive(("cs.links", folder), lambda: self._find_links(folder), ())

    def _find_links(self, folder: str) -> tuple[re.Pattern[str], ...]:
        found: list[str] = []
        for file in self._project_files(folder):
            text = (self._project.config(file) or b"").decode("utf-8", "replace")
            found += [_placed(folder, one) for named in _COMPILED.findall(text) for one in named.split(";")]
            for shared in _SHARED.findall(text):
                place = _placed(folder, shared)
                listed = (self._project.config(place) or b"").decode("utf-8", "replace")
                found += [_placed(posixpath.dirname(place), named) for named in _COMPILED.findall(listed)]
        own = f"{folder}/" if folder else ""
        apart = [one for one in dict.fromkeys(found) if not (own and one.startswith(own))]
        return tuple(_pattern(one) for one in apart if one.count("*") <= MAX_STARS)

    # --- names ----------------------------------------------------------------------------------

    def has_namespace(self, name: str) -> bool:
        return bool(self._world.get(("cs.namespace", name)))

    def parts(self, project: str, name: str, count: int) -> Sequence[Entry]:
        """The declarations that are the type of a full name, as a file of a project sees it; () for none."""
        entries = self._world.get(("cs.type", name, str(count)))
        if not entries:
            return ()
        nearest = self.nearest(project, entries)
        if len(nearest) == 1 or len({path for path, _ in nearest}) == 1:
            return nearest  # several in one file are parts, or arms of a condition
        views = self._project.views
        whole = [e for e in nearest if "partial" not in views[e[0]].declarations[e[1]].attributes]
        return nearest if not whole else ()

    def nearest(self, project: str, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Of several entries those of the nearest project; of others than referenced ones only one's."""
        if len(entries) == 1:
            return entries
        steps: dict[int, list[Entry]] = {}
        places: dict[int, set[str]] = {}
        for entry in entries:
            there = self.project_of(entry[0])
            if there != project and self.is_linked(project, entry[0]):
                there = project
            step = 0 if there == project else 1 if there in self.references(project) else 2
            steps.setdefault(step, []).append(entry)
            places.setdefault(step, set()).add(there)
        best = min(steps)
        return steps[best] if len(places[best]) == 1 else ()

    def extensions(self, space: str, name: str) -> Sequence[Entry]:
        """The extension methods of a name that a namespace has."""
        return self._world.get(("cs.extension", space, name))

    def global_usings(self, project: str) -> list[tuple[str, str, str]]:
        """(module, alias, kind) of the `global using`s of a project."""
        return self._world.derive(("cs.globals", project), lambda: self._find_globals(project), [])

    def _written_in_build(self, project: str) -> list[tuple[str, str, str]]:
        """The usings that build files give a project: its own, and `Directory.Build.props` above.

        Of the implicit ones only LINQ's: the other namespaces are seen anyway.
        """
        files = self._project_files(project)
        folder = project
        while True:
            for name in ("Directory.Build.props", "Directory.Build.targets"):
                path = posixpath.join(folder, name)
                files += [path] if self._project.exists(path) else []
            if not folder:
                break
            folder = posixpath.dirname(folder)
        found = []
        for file in files:
            text = (self._project.config(file) or b"").decode("utf-8", "replace")
            for written in _USING.findall(text):
                named = dict(_ATTRIBUTE.findall(written))
                if named.get("Include"):
                    static = named.get("Static", "").lower() == "true"
                    kind = "alias" if named.get("Alias") else "static" if static else ""
                    found.append((named["Include"], named.get("Alias", ""), kind))
            if _IMPLICIT.search(text):
                found.append(("System.Linq", "", ""))
        return found

    def _find_globals(self, project: str) -> list[tuple[str, str, str]]:
        found = self._written_in_build(project)
        for path, _ in self._world.get(("cs.global",)):
            if self.project_of(path) == project or self.is_linked(project, path):
                self._world.touch(path, "")
                for one in self._project.views[path].facts.imports:
                    if "global" in one.kind:
                        kind = one.kind.replace("global", "").strip()
                        found.append((one.module, one.alias, kind))
        return found


def _placed(folder: str, named: str) -> str:
    """A path that a build file in a folder names, from the root of the repository."""
    return posixpath.normpath(posixpath.join(folder, _HERE.sub("", named.strip()).replace("\\", "/")))


def _pattern(path: str) -> re.Pattern[str]:
    """`**` is any folders, `*` anything in one."""
    parts = re.split(r"(\*\*/|\*)", path)
    whole = ["(?:.*/)?" if p == "**/" else "[^/]*" if p == "*" else re.escape(p) for p in parts]
    return re.compile("".join(whole))
