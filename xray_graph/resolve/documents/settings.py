"""Configuration: the keys under which others find a setting, and what a package's scripts start.

A setting is filed under its file and its name, `("config", path, "server.port")`, and under a form that all
ways to write it share, `("setting", "server.port")`: in lower case, without dashes and underscores, parted by
dots (Spring's `server.max-threads` is `server.maxThreads`; .NET writes `Server:MaxThreads`). A variable of an
example environment is filed under `("env", NAME)`. Where a key is read is for code to say, see `code` links;
values of charts are no settings of a program and are found by `helm`. Called by `resolution`, and by
`yaml_files` for what settings there are in YAML.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence
from xray_graph.parse.documents.roles import dialect
from xray_graph.resolve.documents.starting import Starting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_SETTING: Final = frozenset({"config", "env"})


def contribute(view: FileView) -> Iterable[tuple[Key, int]]:
    """The settings of a file; a key of a chart's values is under its file alone."""
    values = dialect(view.path, view.head.language).endswith("+values")
    for index, one in enumerate(view.declarations):
        if one.kind == "config":
            yield ("config", view.path, one.name), index
            if not values:
                yield ("setting", canonical(one.name)), index
        elif one.kind == "env":
            yield ("env", one.name), index


def canonical(name: str) -> str:
    """The form that all ways to write a setting's name share."""
    return name.lower().replace("-", "").replace("_", "").replace(":", ".")


class SettingsResolver:
    languages = frozenset({"dotenv", "ini", "json", "properties", "toml"})

    def __init__(self, project: Project) -> None:
        self._starting = Starting(project)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        return contribute(view)

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        """What the scripts of a package start."""
        folder = posixpath.dirname(view.path)
        for reference in view.facts.references:
            target = self._starting.target(reference.kind, view.name(reference.expression), folder)
            index = view.facts.scopes[reference.scope].declaration
            source = (view.path, view.symbols[index] if index != NONE else "")
            if target is not None and target != source:
                out.add(EdgeKind.REFERENCES, source, target, Evidence.LINK, reference.line)
