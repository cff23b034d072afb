"""What an update is asked and what it answers: plain frozen structs, the shape of `POST /v1/update`.

Made by `live`; laid out by the server and the command line.
"""

from __future__ import annotations

import msgspec

from xray_graph.model import Skip


class UpdateRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What may have changed. Nothing at all asks for a look at the whole tree."""

    files: tuple[str, ...] = ()  # absolute, or from the top of the repository; folders too
    since: str = ""  # a revision: files that differ from it are read, whatever their times say
    everything: bool = False  # look at the whole tree

    @property
    def looks_everywhere(self) -> bool:
        # Also after `since`: the map may hold a state that is neither the revision nor the tree.
        return self.everything or bool(self.since) or not self.files


class UpdateReply(msgspec.Struct, frozen=True, kw_only=True):
    """What became of each path, and the map as it is now. Paths are from the repository's top.

    Told are the files that were named and all others that changed on the way: by a rule in an ignore file
    that was named, for a request that was answered by the same update, in the tree that was looked at.
    """

    label: str
    version: int  # of the map that answers now; the same as before when nothing changed
    updated: tuple[str, ...] = ()  # files whose new content is in the map
    unchanged: tuple[str, ...] = ()  # as the map has them, or in neither the map nor the tree
    removed: tuple[str, ...] = ()
    skipped: tuple[Skip, ...] = ()  # files without content in the map, and why
    unowned: tuple[str, ...] = ()  # as they were given: in no repository that is served; never opened
    nodes: int = 0
    edges: int = 0
    resolved: int = 0  # files whose edges were worked out again
    embedded: int = 0  # texts that went to the embedder
    seconds: dict[str, float] = {}  # wall clock a phase
    rebuilt: str = ""  # why all was made again from the facts, where that was needed
