"""Each file of code handed to the readers of its links. Called by `resolve.resolution`.

What reading one file adds starts in it: edges from its declarations, and the endpoints that it declares.
"""

from __future__ import annotations

import importlib
import zlib
from typing import TYPE_CHECKING, Final

from xray_graph.resolve.links import settings, tables
from xray_graph.resolve.links.modules import Modules
from xray_graph.resolve.links.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from xray_graph.resolve.project import FileEdges, Project, Resolver
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_FILE: Final = -2  # below: a number that is another when the file's facts are


class Links:
    """The links of one project's code."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._modules = Modules(project)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """Files that put routers below others: who declares a route on one looks there for its prefix."""
        language = view.head.language
        mounting = language in _MOUNTING and not _MOUNTS.isdisjoint(view.strings)
        if mounting or (
            language == "python" and "settings" in view.path and view.declared(0, "ROOT_URLCONF")
        ):
            yield ("links.mounts",), _FILE - zlib.crc32(view.packed.data)
        if language == "csharp" and any(one.kind == "global" for one in view.facts.imports):
            yield ("links.global-usings",), _FILE - zlib.crc32(view.packed.data)
        if language == "csharp" and not _TABLES.isdisjoint(view.strings):
            yield ("links.tables",), _FILE - zlib.crc32(view.packed.data)

    def resolve(self, view: FileView, resolver: Resolver, out: FileEdges) -> None:
        language = view.head.language
        if language not in _READERS:
            return
        site = Site(self._project, self._modules, view, resolver, out)
        out.outside, outside = out.linked, out.outside
        try:
            settings.read(site)
            tables.read(site)
            for module in _READERS[language]:
                read: Callable[[Site], None] = importlib.import_module(module, __package__).read
                read(site)
        finally:
            out.linked, out.outside = out.outside, outside


# Language → the modules that read its models and routes.
_READERS: Final = {
    "c": (),
    "cpp": (),
    "csharp": (".tables_csharp", ".routes_csharp"),
    "go": (".tables_go", ".routes_go"),
    "java": (".tables_java", ".routes_java"),
    "javascript": (".tables_javascript", ".routes_javascript"),
    "php": (".tables_php", ".routes_php"),
    "python": (".tables_python", ".routes_python"),
    "ruby": (".tables_ruby", ".routes_ruby"),
    "rust": (".routes_rust",),
    "tsx": (".tables_javascript", ".routes_javascript"),
    "typescript": (".tables_javascript", ".routes_javascript"),
}
_MOUNTING: Final = frozenset({"javascript", "python", "tsx", "typescript"})
_TABLES: Final = frozenset({"ToTable", "Table"})
_MOUNTS: Final = frozenset({"register_blueprint", "include_router", "include", "use", "route", "mount"})
