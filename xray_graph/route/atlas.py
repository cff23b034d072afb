"""Questions over several maps: choose whom to ask (`router`), ask (`retrieve`), say where it came from.

Maps are never merged: each is asked for itself and its ranking stays as it is. Called by the table of
tools in `serve`, for the command line, REST and MCP alike. Safe to call from several threads.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from xray_graph.route.catalog import Catalog, Entry


class MapRepository(msgspec.Struct, frozen=True):
    """A repository that a map was made of."""

    name: str
    commit: str
    branch: str
    dirty: bool


class MapEntry(msgspec.Struct, frozen=True):
    """One map, as its header tells."""

    label: str
    state: str  # "ready", "building", "failed"
    repositories: tuple[MapRepository, ...] = ()
    nodes: dict[str, int] = {}  # kind → count
    edges: dict[str, int] = {}  # kind → count
    languages: dict[str, int] = {}  # language → files
    summary: str = ""
    searched_by: str = ""  # "words and vectors", "words"
    error: str = ""  # why there is no map, when `state` is "failed"


class MapsReply(msgspec.Struct, frozen=True):
    maps: tuple[MapEntry, ...]


class Atlas:
    """All maps of one process."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def maps(self) -> MapsReply:
        """Every map at hand, by label. Opens none."""
        return MapsReply(tuple(_entry(entry) for entry in self.catalog))


def open_atlas(files: Iterable[Path]) -> Atlas:
    """An atlas of these snapshots, registered by their headers.

    Raises:
        UsageError: two of them hold maps of one label.
        XrayError: a header cannot be read.
    """
    return Atlas(Catalog(files))


def _entry(entry: Entry) -> MapEntry:
    about = entry.about()
    if about is None:
        return MapEntry(entry.label, entry.state, error=entry.error.message if entry.error else "")
    return MapEntry(
        label=entry.label,
        state=entry.state,
        repositories=tuple(
            MapRepository(name=r.name, commit=r.commit, branch=r.branch, dirty=r.dirty)
            for r in about.repositories
        ),
        nodes=about.nodes,
        edges=about.edges,
        languages=about.languages,
        summary=about.summary.text,
        searched_by="words and vectors" if about.fingerprint else "words",
    )
