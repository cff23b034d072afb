"""Which file of the repository a module name leads to, as Node, bundlers and TypeScript find it.

Relative names by the extension rules (a `.js` may name a `.ts`, a folder its index), `#names` by the
nearest package's `imports`, other names by `paths` and `baseUrl` of the nearest tsconfig and by the
packages that lie in the repository. What leads nowhere is a module outside. Called by
`names`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any, Final

from xray_graph.resolve.languages.javascript import config

if TYPE_CHECKING:
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.world import Entry

# What a written extension may stand for, in TypeScript's order: a declaration file beside a script
# speaks for it, because there its types are written.
_SOURCES: Final = {
    ".js": (".ts", ".tsx", ".d.ts", ".js", ".jsx"),
    ".jsx": (".tsx", ".d.ts", ".jsx"),
    ".mjs": (".mts", ".d.mts", ".mjs"),
    ".cjs": (".cts", ".d.cts", ".cjs"),
}
_ADDED: Final = (
    *(".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".cts", ".d.mts", ".d.cts", ".mjs", ".cjs"),
    *(".json", ".vue", ".svelte"),
)
_SCRIPTS: Final = {".d.ts": (".js", ".jsx"), ".d.mts": (".mjs",), ".d.cts": (".cjs",)}
_BUILT: Final = ("dist", "lib", "build", "out", "esm", "cjs", "es")


class Modules:
    """Module names to paths. Every look at the file system of the project is recorded."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._world = project.world

    def find(self, importer: str, name: str) -> str | None:
        """The path that `name` means in the file `importer`; None for a module outside."""
        folder = importer.rpartition("/")[0]
        return self._world.derive(("js.module", folder, name), lambda: self._find(folder, name), None)

    def _find(self, folder: str, name: str) -> str | None:
        name = name.partition("?")[0].rstrip() if "?" in name else name
        if not name or name.startswith("/"):
            return None
        if name.startswith("."):
            path = config.join(folder, name)
            return self._place(path, slash=name.endswith(("/", "."))) or self._source(folder, path)
        if name.startswith("#") and (found := self._private(folder, name)) is not None:
            return found
        paths = self._paths(folder)
        for pattern, places in paths.patterns:
            head, star, tail = pattern.partition("*")
            if name == pattern or (star and name.startswith(head) and name.endswith(tail)):
                middle = name[len(head) : len(name) - len(tail)] if star else ""
                for place in places:
                    found = self._place(place.replace("*", middle))
                    if found is not None:
                        return found
        if paths.base is not None:
            found = self._place(config.join(paths.base, name))
            if found is not None:
                return found
        return self._package(name)

    def _paths(self, folder: str) -> config.Paths:
        """What the nearest tsconfig says for files in `folder`."""

        def compute() -> config.Paths:
            path = config.nearest(self._project, folder, ("tsconfig.json", "jsconfig.json"))
            return config.NO_PATHS if path is None else self._stated(path)

        return self._world.derive(("js.paths", folder), compute, config.NO_PATHS)

    def _stated(self, path: str) -> config.Paths:
        return self._world.derive(
            ("js.config", path), lambda: config.paths_of(self._project, path), config.NO_PATHS
        )

    def closest(self, asking: str, declaring: list[Entry]) -> list[Entry]:
        """What a file may mean of what others declare for all: that which is closest around it, or to it."""
        seen = [one for one in declaring if self._sees(asking, one[0])]
        if len(seen) <= 1:
            return seen
        places = [_closeness(asking, path) for path, _ in seen]
        closest = max(places)
        return [one for one, place in zip(seen, places, strict=True) if place == closest]

    def _sees(self, asking: str, declaring: str) -> bool:
        """Whether a file may mean what a script declares for all: not where a tsconfig leaves that out."""
        folder = posixpath.dirname(declaring)
        apart = self._world.derive(("js.apart", folder), lambda: self._is_apart(folder), False)
        return not apart or posixpath.dirname(asking) == folder

    def _is_apart(self, folder: str) -> bool:
        path = config.nearest(self._project, folder, ("tsconfig.json", "jsconfig.json"))
        return path is not None and config.is_excluded(self._project, path, folder)

    def script(self, path: str) -> str | None:
        """The script that a declaration file speaks for, where that lies beside it."""
        for declared, extensions in _SCRIPTS.items():
            if path.endswith(declared):
                stem = path.removesuffix(declared)
                return next((stem + e for e in extensions if self._project.exists(stem + e)), None)
        return None

    # --- files ------------------------------------------------------------------------------------

    def _place(self, path: str, *, slash: bool = False) -> str | None:
        """The file that a path without a sure extension means."""
        exists = self._project.exists
        if path.startswith(".."):
            return None
        if not slash:
            stem, extension = posixpath.splitext(path)
            for other in _SOURCES.get(extension, ()):
                if exists(stem + other):
                    return stem + other
            if extension and exists(path):
                return path
            for added in _ADDED:
                if exists(path + added):
                    return path + added
            if exists(path):
                return path
        return self._folder(path)

    def _folder(self, folder: str) -> str | None:
        exists = self._project.exists
        manifest = posixpath.join(folder, "package.json")
        if exists(manifest):
            data = self._manifest(manifest)
            for key in ("source", "module", "main", "types"):
                named = data.get(key)
                if isinstance(named, str):
                    found = self._built(folder, named)
                    if found is not None:
                        return found
        for added in _ADDED:
            path = posixpath.join(folder, "index" + added)
            if exists(path):
                return path
        return None

    def _built(self, folder: str, named: str) -> str | None:
        """A file that a manifest names, or the source it is built from where only that is there."""
        path = config.join(folder, named)
        if path == folder or path.startswith(".."):
            return None
        found = self._file(path) or self._stated_source(folder, path)
        if found is not None:
            return found
        inner = path[len(folder) + 1 :] if folder else path
        segments = inner.split("/")
        if segments[0] in _BUILT:
            while segments and segments[0] in _BUILT:
                segments = segments[1:]
            for source in ("src", ""):
                found = self._file(posixpath.join(folder, source, *segments)) if segments else None
                if found is not None:
                    return found
        return None

    def _source(self, folder: str, path: str) -> str | None:
        """What a file is built from that is named by its place, and that only a build makes."""
        manifest = config.nearest(self._project, folder, ("package.json",))
        package = posixpath.dirname(manifest) if manifest is not None else folder
        inside = path.startswith(package + "/") if package else not path.startswith("..")
        return self._stated_source(package, path) if inside else None

    def _stated_source(self, folder: str, path: str) -> str | None:
        """The source of a built file, by the tsconfig for a folder."""
        for built, source in self._paths(folder).roots:
            if path.startswith(built + "/"):
                found = self._file(posixpath.join(source, path[len(built) + 1 :]))
                if found is not None:
                    return found
        return None

    def _file(self, path: str) -> str | None:
        """As `_place`, but that a declaration file stands for its source."""
        for extension in (".d.ts", ".d.mts", ".d.cts"):
            if path.endswith(extension):
                stem = path.removesuffix(extension)
                for other in (".ts", ".tsx", ".mts", ".cts", extension):
                    if self._project.exists(stem + other):
                        return stem + other
                return None
        return self._place(path)

    # --- packages -----------------------------------------------------------------------------------

    def _manifest(self, path: str) -> dict[str, Any]:
        return self._world.derive(
            ("js.manifest", path), lambda: config.read_json(self._project.config(path)), {}
        )

    def _private(self, folder: str, name: str) -> str | None:
        manifest = config.nearest(self._project, folder, ("package.json",))
        if manifest is None:
            return None
        data = self._manifest(manifest)
        for target in config.entries(data.get("imports"), name):
            if target.startswith("."):
                found = self._built(posixpath.dirname(manifest), target)
            else:
                found = self._package(target)
            if found is not None:
                return found
        return None

    def _package(self, name: str) -> str | None:
        """A module of a package that lies in the repository, by that package's own name."""
        segments = name.split("/")
        length = 2 if name.startswith("@") else 1
        package, inner = "/".join(segments[:length]), "/".join(segments[length:])
        folder = self._packages().get(package)
        if folder is None:
            return None
        data = self._manifest(posixpath.join(folder, "package.json"))
        if "exports" in data:
            named = config.entries(data["exports"], f"./{inner}" if inner else ".")
            for target in named:
                found = self._built(folder, target)
                if found is not None:
                    return found
            if inner and not named:  # what a package does not export can not be imported
                return None
        if inner:
            return self._built(folder, inner) or self._place(posixpath.join(folder, "src", inner))
        return self._folder(folder) or self._folder(posixpath.join(folder, "src"))

    def _packages(self) -> dict[str, str]:
        """Package name → folder, of every `package.json` of the repository; the shallowest wins."""
        return self._world.derive(("js.packages",), self._read_packages, {})

    def _read_packages(self) -> dict[str, str]:
        found: dict[str, str] = {}
        files = self._project.files_called("package.json")
        for path in sorted(files, key=lambda p: (p.count("/"), p)):
            name = self._manifest(path).get("name")
            if isinstance(name, str) and name:
                found.setdefault(name, posixpath.dirname(path))
        return found


def _closeness(asking: str, declaring: str) -> tuple[int, bool]:
    """How much of its path a file shares with another one, and whether that one's folder is around it."""
    shared = posixpath.commonpath([asking, declaring])
    return len(shared), shared == posixpath.dirname(declaring)
