"""What an import means, language by language: a name outside, or a definition in another file.

Python's and JavaScript's imports are followed into the repository with their own rules. The names of a Go
package are those of its folder's files. A wildcard import of Java or C# may stand for any name that
nothing nearer declares. Called by `origins`.
"""

from __future__ import annotations

import functools
import posixpath
import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.links.definitions import NOTHING, Definition, Names, string

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xray_graph.model import Import
    from xray_graph.resolve.languages.javascript.modules import Modules as JavaScriptModules
    from xray_graph.resolve.languages.python.modules import Modules as PythonModules
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

JAVASCRIPT: Final = frozenset({"javascript", "typescript", "tsx", "svelte", "vue"})
FRAMEWORKS: Final = frozenset(
    {"express", "fastapi", "fastify", "flask", "hono", "koa", "django", "starlette"}
)
_MAJOR: Final = re.compile(r"/v\d+$|\.v\d+$")
_INFERRED: Final = frozenset({"var", "let", "auto", "dynamic"})  # a type that the initialiser says
_SPACES: Final = frozenset({"java", "csharp"})


class Modules:
    def __init__(self, project: Project) -> None:
        self._project = project

    # A build of one language imports the rules of no other.

    @functools.cached_property
    def _python(self) -> PythonModules:
        from xray_graph.resolve.languages.python.modules import Modules

        return Modules(self._project)

    @functools.cached_property
    def _javascript(self) -> JavaScriptModules:
        from xray_graph.resolve.languages.javascript.modules import Modules

        return Modules(self._project)

    # --- imports ------------------------------------------------------------------------------------

    def imports(self, view: FileView, name: str) -> Iterable[Import]:
        """The imports of a file that bind a name."""
        if view.head.language == "go":
            return [one for one in view.facts.imports if (one.alias or _package(one.module)) == name]
        found = view.imports(name)
        if not found and view.head.language == "python":
            found = [o for o in view.imports("") if not o.name and o.module.partition(".")[0] == name]
        return found

    def imported(self, view: FileView, one: Import) -> list[Definition]:
        """What an import binds its name to."""
        language = view.head.language
        if language == "python":
            return self._of_python(view, one)
        if language in JAVASCRIPT:
            return self._of_javascript(view, one)
        if language == "go":
            return [Definition(view, 0, origins=frozenset({_MAJOR.sub("", one.module)}))]
        if language == "rust":
            name = f"{one.module}::{one.name}" if one.name else one.module
            return [Definition(view, 0, origins=frozenset({name.replace("::", ".")}))]
        name = f"{one.module}.{one.name}" if one.name else one.module
        return [Definition(view, 0, origins=frozenset({name.replace("\\", ".")}))]

    def _of_python(self, view: FileView, one: Import) -> list[Definition]:
        head = one.module.partition(".")[0]
        if head in FRAMEWORKS:  # also where it is the repository's own: by its name it is that framework
            name = f"{one.module}.{one.name}" if one.name else one.module if one.alias else head
            return [Definition(view, 0, origins=frozenset({name}))]
        found: list[Definition] = []
        for target in self._python.imported(view, one):
            if target[0] == "X":
                found.append(Definition(view, 0, origins=frozenset({target[1]})))
            elif target[0] == "top":
                found += self._in_file(target[1], target[2])
            elif target[0] == "mod":
                found.append(Definition(view, 0, module=target[1]))
        return found

    def file_of(self, view: FileView, written: str) -> str:
        """The file that a dotted name means in a Python file, "" for one outside."""
        found = self._python.module(view, written)
        return found[1] if found[0] == "mod" else ""

    def _of_javascript(self, view: FileView, one: Import) -> list[Definition]:
        path = self._javascript.find(view.path, one.module)
        named = frozenset({one.module}) if path is None else self._framework(path)
        if named:
            ending = "" if one.name in {"", "*", "default"} else f".{one.name}"
            return [Definition(view, 0, origins=frozenset(f"{name}{ending}" for name in named))]
        assert path is not None
        if one.name in {"", "*"}:
            return [Definition(view, 0, module=path)]
        return self._exported(path, one.name)

    def _exported(self, path: str, name: str, depth: int = 0) -> list[Definition]:
        """What a module of the repository gives under a name; through one re-export."""
        view = self._project.views.get(path)
        if view is None:
            return []
        self._project.world.touch(path, "")
        for one in view.facts.exports:
            row = view.expressions[one.expression] if one.expression != NONE else (0, NONE)
            if one.name == name and row[0] == Op.NAME:
                return self._in_file(path, view.strings[row[1]])
        if name == "default" or not view.declared(0, name):
            for made in view.facts.assignments:
                target = view.expressions[made.target]
                if target[0] != Op.MEMBER or view.expressions[target[2]][0] != Op.NAME:
                    continue
                whole = view.name(target[2]) == "module" and view.name(made.target) == "exports"
                if (whole and name == "default") or (
                    view.name(target[2]) == "exports" and view.name(made.target) == name
                ):
                    return [Definition(view, made.scope, value=made.value)]
        return self._in_file(path, name)

    def _in_file(self, path: str, name: str) -> list[Definition]:
        """The top-level definitions of a name in a file."""
        view = self._project.views.get(path)
        if view is None:
            return []
        self._project.world.touch(path, name)
        self._project.world.touch(path, "")
        self._project.world.touch_names(path)
        found = [Definition(view, 0, b.type, b.value, name=name) for b in view.bindings(0, name)]
        return found + [Definition(view, 0, declared=index) for index in view.declared(0, name)]

    def member(self, view: FileView, base: Sequence[Definition], name: str) -> list[Definition]:
        """A name of a module of the repository."""
        found: list[Definition] = []
        for one in base:
            if not one.module:
                continue
            if view.head.language == "python":
                for target in self._python.attribute(("mod", one.module), name):
                    if target[0] == "top":
                        found += self._in_file(target[1], target[2])
                    elif target[0] == "mod":
                        found.append(Definition(view, 0, module=target[1]))
                    elif target[0] == "X":
                        found.append(Definition(view, 0, origins=frozenset({target[1]})))
            else:
                found += self._exported(one.module, name)
        return found

    def default(self, path: str) -> list[Definition]:
        """What a module of the repository is as a whole."""
        return self._exported(path, "default") if not path.endswith(".py") else []

    def loaded(self, view: FileView, row: tuple[int, ...]) -> Names | None:
        """What `require("x")` gives, where x is outside; None for any other call."""
        module = self._required(view, row)
        if module is None:
            return None
        path = self._javascript.find(view.path, module)
        return frozenset({module}) if path is None else self._framework(path)

    def loaded_module(self, view: FileView, row: tuple[int, ...]) -> list[Definition]:
        """What `require("./x")` gives, where x is a file of the repository."""
        path = self.required_file(view, row)
        return self.default(path) if path else []

    def required_file(self, view: FileView, row: tuple[int, ...]) -> str:
        """The file of the repository that `require("./x")` loads, "" for anything else."""
        module = self._required(view, row)
        return (self._javascript.find(view.path, module) or "") if module is not None else ""

    @staticmethod
    def _required(view: FileView, row: tuple[int, ...]) -> str | None:
        if view.head.language not in JAVASCRIPT or row[0] != Op.CALL or len(row) != 4:
            return None
        callee, argument = view.expressions[row[2]], view.expressions[row[3]]
        if callee[0] != Op.NAME or view.strings[callee[1]] != "require" or argument[0] != Op.LITERAL:
            return None
        return string(view.strings[argument[1]])

    def _framework(self, path: str) -> Names:
        """The package whose main file this is: a framework's own examples import it by its path."""
        none: dict[str, Names] = {}
        return self._project.world.derive(("links.frameworks",), self._find_frameworks, none).get(
            path, NOTHING
        )

    def _find_frameworks(self) -> dict[str, Names]:
        """The main files of frameworks that lie in the repository."""
        found = {self._javascript.find("", one): frozenset({one}) for one in sorted(FRAMEWORKS)}
        return {path: names for path, names in found.items() if path is not None}

    # --- names that no scope of the file binds ------------------------------------------------------

    def of_package(self, view: FileView, name: str) -> list[Definition] | None:
        """The definitions of a name in the other files of a Go package; None where there are none."""
        if view.head.language != "go":
            return None
        from xray_graph.resolve.languages.go.packages import package_of

        entries = self._project.world.get(("go.name", package_of(view), name))
        found: list[Definition] = []
        for path in dict.fromkeys(path for path, _ in entries if path != view.path):
            found += self._in_file(path, name)
        return found or None

    def unbound(self, view: FileView, name: str) -> Names:
        """What a name may be that the file neither binds nor imports by itself."""
        language = view.head.language
        if name in _INFERRED:
            return NOTHING
        if language in _SPACES:
            folder = posixpath.dirname(view.path)
            extension = ".java" if language == "java" else ".cs"
            if self._project.exists(posixpath.join(folder, name + extension)):
                return NOTHING  # a class of the same package comes first
            spaces = {one.module for one in view.facts.imports if one.name == "*" and not one.kind}
            spaces |= self._global_usings(view) if language == "csharp" else set()
            return frozenset({name, *(f"{space}.{name}" for space in spaces)})
        if language in {"ruby", "rust"}:
            return frozenset({name})
        if language == "php":
            return NOTHING if name.startswith("$") else frozenset({name})
        return frozenset({name}) if language == "python" and name in {"open", "print"} else NOTHING

    def _global_usings(self, view: FileView) -> set[str]:
        """The namespaces that files around this one make visible in their whole project."""
        found: set[str] = set()
        for path, _ in self._project.world.get(("links.global-usings",)):
            folder = posixpath.dirname(path)
            if not folder or view.path.startswith(f"{folder}/"):
                imports = self._project.views[path].facts.imports
                found |= {one.module for one in imports if one.kind == "global"}
        return found


def _package(module: str) -> str:
    """The name that a Go import binds where none is written."""
    return posixpath.basename(_MAJOR.sub("", module)).removeprefix("go-")
