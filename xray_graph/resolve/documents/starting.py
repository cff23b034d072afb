"""What the words of a command lead to in the repository: a file, a module, a script, a project.

A word is a file where it is the path of one from the folder that the command is run in. A module of Python
is found by its parts from there, `shop.web` in `shop/web.py`, `shop/web/__main__.py` or
`shop/web/__init__.py`; a script stands in the `package.json` of the folder, an assembly of .NET is called as
the project beside. Called by `containers` and `settings`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from xray_graph.resolve.documents.together import inside

if TYPE_CHECKING:
    from xray_graph.resolve.project import Project


class Starting:
    """Looks up what commands start."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def target(self, kind: str, word: str, folder: str) -> tuple[str, str] | None:
        """The node that a word of a command leads to, from the folder that it is run in."""
        if kind == "entry":
            path = self.file(word, folder)
            return (path, "") if path else None
        if kind == "module":
            path = self._module(word, folder)
            return (path, "") if path else None
        if kind == "script":
            return self._script(word, folder)
        if kind == "package":
            return self._package(word, folder)
        if kind == "assembly":
            path = posixpath.join(folder, f"{word}.csproj")
            return (path, "") if self._project.exists(path) else None
        return None

    def file(self, word: str, folder: str) -> str:
        """The file of a path; of one without an extension, as Node finds it, too."""
        path = inside(folder, word)
        if not path:
            return ""
        endings = ("", ".js", ".ts", ".mjs", ".cjs") if "/" in word else ("",)
        for candidate in (*(path + ending for ending in endings), posixpath.join(path, "index.js")):
            if self._project.exists(candidate):
                return candidate
        return ""

    def _module(self, dotted: str, folder: str) -> str:
        base = posixpath.join(folder, *dotted.split("."))
        for candidate in (f"{base}.py", f"{base}/__main__.py", f"{base}/__init__.py"):
            for path in (candidate, posixpath.join(folder, "src", candidate[len(folder) :].lstrip("/"))):
                if self._project.exists(path):
                    return path
        return ""

    def _package(self, word: str, folder: str) -> tuple[str, str] | None:
        """The `main.go` of a Go package, else its folder."""
        path = posixpath.normpath(posixpath.join(folder, word))
        path = "" if path == "." else path
        main = posixpath.join(path, "main.go")
        if self._project.exists(main):
            return main, ""
        is_go = any(file.endswith(".go") for file in self._project.files_in(path))
        return (path, "") if is_go and path else None

    def _script(self, name: str, folder: str) -> tuple[str, str] | None:
        path = posixpath.join(folder, "package.json")
        for file, index in self._project.world.get(("config", path, f"scripts.{name}")):
            return file, self._project.views[file].symbols[index]
        return None
