"""What a catalog holds: one map, whatever it is kept in, and how it is read.

A snapshot is an entry (`stored`), and so is a repository that a server keeps current (`serve.live`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol, TypeAlias

from xray_graph.errors import XrayError
from xray_graph.index import DeclaredNames
from xray_graph.retrieve import Freshness
from xray_graph.snapshot import About, Map

State: TypeAlias = Literal["ready", "building", "failed"]


class Reading(NamedTuple):
    """A map as it is now, and of what state of the sources it speaks. Who holds it keeps it."""

    map: Map
    freshness: Freshness
    is_whole: bool = True  # else it is what a build has so far: without any relation but `contains`


class Entry(Protocol):
    """One map of the catalog. Safe to ask from several threads."""

    @property
    def label(self) -> str: ...

    @property
    def state(self) -> State:
        """Whether it can be asked; "building" for a map that is being made, of which there is none yet."""

    @property
    def where(self) -> str:
        """The file or folder that it comes from, for messages."""

    @property
    def work_tree(self) -> str:
        """The top of the work tree that it is of, where that is known; empty when it is not."""

    @property
    def error(self) -> XrayError | None:
        """Why there is no map, when `state` is "failed"."""

    @property
    def progress(self) -> str:
        """What is being done for it now, `parse 120 of 900`; empty when nothing is."""

    def known(self) -> About | None:
        """The account of itself that was last read, for routing; touches no disk."""

    def likeness(self) -> bytes:
        """A digest that is equal for maps which are the same but for their label, as it was last read; empty
        where that cannot be told.
        """

    def names(self) -> DeclaredNames | None:
        """The names that it declares, read without opening the map; None where they cannot be told."""

    def about(self) -> About | None:
        """Its own account of itself; None as long as there is no map."""

    def freshness(self) -> Freshness | None:
        """Of what state of the sources it speaks; None as long as there is no map. Opens nothing."""

    def read(self) -> Reading:
        """The map, opened, with the state of the sources.

        Raises:
            ServerError: it is still being built and nothing is there yet, or its build failed.
            XrayError: the file cannot be opened; the next question tries again.
        """
