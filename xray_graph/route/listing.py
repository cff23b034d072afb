"""The list of maps: what each header tells, for list_maps. Opens no map. Called by `atlas`."""

from __future__ import annotations

import msgspec

from xray_graph.embed import embedder_for
from xray_graph.retrieve import Freshness
from xray_graph.retrieve.naming import unread
from xray_graph.route.entry import Entry
from xray_graph.route.viewpoint import marked
from xray_graph.snapshot import About


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
    progress: str = ""  # what is being done for it now; an answer meanwhile is from the map of before
    freshness: Freshness | None = None


class MapsReply(msgspec.Struct, frozen=True):
    """Every map at hand, by label."""

    maps: tuple[MapEntry, ...]
    next: str | None = None  # the cursor of the page behind these


def listed(entry: Entry) -> MapEntry:
    """One map of the catalog, from its header.

    Raises:
        XrayError: the header cannot be read.
    """
    about = entry.about()
    if about is None:
        error = entry.error.message if entry.error else ""
        return MapEntry(entry.label, entry.state, error=error, progress=entry.progress)
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
        searched_by=searched_by(about.fingerprint),
        progress=entry.progress,
        freshness=_state(entry, about),
    )


def _state(entry: Entry, about: About) -> Freshness | None:
    freshness = entry.freshness()
    return freshness and marked(freshness, unread(about))


def searched_by(fingerprint: str) -> str:
    """What a map of that fingerprint is searched by here; an earlier model's vectors are not asked."""
    earlier = fingerprint.startswith("builtin-") and embedder_for(fingerprint) is None
    return "words and vectors" if fingerprint and not earlier else "words"
