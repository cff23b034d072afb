"""Where the asker stands, and whether a map speaks of that place: the right work tree, the right commit.

Two work trees of one repository share everything but what is checked out, so a map of one answers
plausibly, and wrongly, in the other. What tells them apart is (common git folder, work tree, commit).
Used by `atlas` for processes that have a folder of their own: the command line and MCP over standard
input. A server on a port does not know where its clients stand; its answers name the work tree instead.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from msgspec import UNSET, Struct, structs

from xray_graph.config import derived_label
from xray_graph.retrieve import Freshness, SearchReply
from xray_graph.walk import git

_Reply = TypeVar("_Reply", bound=Struct)
_KEPT: Final = 1.0  # seconds for which git's answer is used again


class Stand(NamedTuple):
    """A place in a work tree."""

    identity: git.Identity
    names: frozenset[str]  # of the repository, as maps of it have it


class Viewpoint:
    """The folder that questions are asked from. Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._stand: Stand | None = None
        self._until = 0.0
        self._common: dict[str, str] = {}  # work tree → common git folder

    def note(self, freshness: Freshness, name: str = "", place: str = "") -> str:
        """What is to be said to an answer of that state; empty when it fits, or is of another repository.

        Args:
            freshness: of the answer.
            name: the repository that a snapshot is of, as the snapshot has it.
            place: the work tree that a snapshot lies in, where that is known.
        """
        stand = self._present()
        if stand is None:
            return ""
        here, live = stand.identity, freshness.work_tree is not UNSET
        tree = place if freshness.work_tree is UNSET else freshness.work_tree
        if tree and tree != here.work_tree:
            if self._common_of(tree) != here.common_dir:
                return ""
            return (
                f"this is the work tree {tree} {_at(freshness.commit)}, "
                f"not {here.work_tree} {_at(here.commit)}, where you ask"
            )
        if live or not freshness.commit or freshness.commit == here.commit:
            return ""
        if not tree and name not in stand.names:
            return ""
        return f"the map was built {_at(freshness.commit)}; the work tree where you ask is {_at(here.commit)}"

    def _present(self) -> Stand | None:
        with self._lock:
            if time.monotonic() >= self._until:
                self._stand = _stand(self._folder)
                self._until = time.monotonic() + _KEPT
            return self._stand

    def _common_of(self, work_tree: str) -> str:
        if work_tree not in self._common:
            try:
                self._common[work_tree] = git.identity(Path(work_tree)).common_dir
            except git.Refusal:
                self._common[work_tree] = ""
        return self._common[work_tree]


def marked(freshness: Freshness, note: str) -> Freshness:
    """The state with one more thing to say of it."""
    if not note:
        return freshness
    said = note if freshness.note is UNSET else f"{freshness.note}; {note}"
    return structs.replace(freshness, note=said)


def seen(reply: _Reply, viewpoint: Viewpoint | None) -> _Reply:
    """The reply of a server with what its live maps are to somebody who stands there."""
    if viewpoint is None:
        return reply
    if isinstance(reply, SearchReply):
        maps = [
            one if one.freshness is UNSET
            else structs.replace(one, freshness=marked(one.freshness, viewpoint.note(one.freshness)))
            for one in reply.maps
        ]  # fmt: skip
        return structs.replace(reply, maps=tuple(maps))
    freshness = getattr(reply, "freshness", None)
    if isinstance(freshness, Freshness):
        return structs.replace(reply, freshness=marked(freshness, viewpoint.note(freshness)))
    return reply


def repository_name(folder: Path) -> str:
    """What a map of the work tree around `folder`, or of `folder` itself, is called when nobody says else."""
    top = git.find_top(folder)
    try:
        origin = git.setting(top, "remote.origin.url") if top else ""
    except git.Refusal:
        origin = ""
    return derived_label(origin, str(top or folder))


def _stand(folder: Path) -> Stand | None:
    try:
        folder = folder.resolve()
        identity = git.identity(folder)
    except (git.Refusal, OSError):
        return None
    main = derived_label("", str(Path(identity.common_dir).parent))  # where the linked trees come from
    return Stand(identity, frozenset({repository_name(folder), main}))


def _at(commit: str) -> str:
    return f"at {commit[:12]}" if commit else "before its first commit"
