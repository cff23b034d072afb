"""Whom to ask of many maps: those that are named, or nearest to the question, or that declare a name.

Looks at headers, and at the names that maps declare once a question holds a name; opens no map. Called by
`atlas`, which asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xray_graph.errors import EmbeddingError, NotFoundError, UsageError
from xray_graph.graph.names import last_part
from xray_graph.lexicon import Question, read_question
from xray_graph.model import NodeKind
from xray_graph.retrieve import AskedMap, Questions
from xray_graph.route.catalog import Catalog
from xray_graph.route.entry import Entry
from xray_graph.route.notebook import Notebook
from xray_graph.route.router import FANOUT, Router, Vector, by_label

OPENED: Final = 16  # maps that are opened for a name which does not say its map
_SERVING: Final = (NodeKind.SERVICE, NodeKind.MANIFEST)


def nothing_to_ask() -> NotFoundError:
    """The error of a question where no map is."""
    hint = "make one with `xray graph build`; if files are there, the server's log says why they are left out"
    return NotFoundError("there is no map to ask", hint=hint)


class Guide:
    """Chooses among the maps of a catalog."""

    def __init__(self, catalog: Catalog, questions: Questions, fanout: int = FANOUT) -> None:
        self._catalog = catalog
        self._questions = questions
        self._fanout = fanout
        self._last_router: Router | None = None

    def choose(self, query: str, labels: Sequence[str] = (), hint: str = "") -> list[AskedMap]:
        """Whom to ask, nearest first.

        Raises:
            NotFoundError: no map has one of the labels, or there is no map.
        """
        known = self._catalog.labels()
        if not known:
            raise nothing_to_ask()
        if named := labels or label_of(query, known):
            return by_label(known, named)
        if len(known) == 1:
            return [AskedMap(known[0], None, "the only map")]
        fanout = 1 if hint else self._fanout
        question = read_question(f"{hint} {query}".strip())
        reason = "one of few maps" if len(known) <= fanout else "near the question"
        reason = "nearest to the hint and the question" if hint else reason
        vector_in = lambda space: self._vector(space, question)
        return self._router().nearest(question, vector_in, fanout, reason, self._declaring)

    def meant(self, name: str, entries: Sequence[Entry]) -> list[Entry]:
        """Those of many maps that may have a node of this name.

        Raises:
            UsageError: still too many to open.
        """
        last = last_part(name)
        for entry in entries:
            entry.about()  # takes note of a file that was written again
        told = ((entry, entry.names()) for entry in entries)
        chosen = [entry for entry, names in told if names is None or last in names]
        if len(chosen) > OPENED:
            some = f": {', '.join(entry.label for entry in chosen[:OPENED])} …"
            raise UsageError(
                f"{len(entries)} maps are here, and the name does not say which one is meant",
                where="name",
                hint="give the whole name, as a search's results have it, or name a map"
                f"{some if len(chosen) < len(entries) else ''}",
            )
        return chosen

    def alike(self, label: str) -> tuple[str, ...]:
        """The other maps that are the same as one but for their label."""
        router = self._router()
        group = router.known_as.get(router.same_as.get(label, label), ())
        return tuple(other for other in group if other != label)

    def distinct(self) -> list[Entry]:
        """The maps of the catalog, of those that are the same but for their label the first."""
        same = self._router().same_as
        return [entry for entry in self._catalog if entry.label not in same]

    def with_services(self, labels: Sequence[str] = ()) -> str:
        """The map whose services are meant: of those named, else of all, the only one that may have some.

        Raises:
            NotFoundError: no map has one of the labels, there is no map, or none of several has services.
            UsageError: several may have some.
        """
        maps = [one.label for one in by_label(self._catalog.labels(), labels)]
        if not labels:
            maps = [entry.label for entry in self.distinct() if not isinstance(entry, Notebook)]
        chosen = maps if len(maps) < 2 else [label for label in maps if self._may_have_services(label)]
        if maps and not chosen:
            hint = "they are read from Compose files, Kubernetes manifests and charts"
            raise NotFoundError(f"none of the {len(maps)} maps has services", hint=hint)
        if not chosen:
            raise nothing_to_ask()
        if len(chosen) > 1:
            some = f"{', '.join(chosen[:OPENED])}{' …' if len(chosen) > OPENED else ''}"
            raise UsageError(
                f"services are listed of one map at a time, and {len(chosen)} maps may have some",
                where="map",
                hint=f"name one of {some}",
            )
        return chosen[0]

    def _may_have_services(self, label: str) -> bool:
        """Whether what services are read from is in the map; yes for one that does not tell."""
        about = self._catalog[label].about()
        return about is None or any(about.nodes.get(kind) for kind in _SERVING)

    def _declaring(self, name: str) -> list[str]:
        """The maps that declare a name, as far as they tell."""
        told = ((entry.label, entry.names()) for entry in self._catalog)
        return [label for label, names in told if names is not None and name in names]

    def _router(self) -> Router:
        """The one of the present headers; made again when one of them is another."""
        table = self._catalog.table
        abouts = {label: entry.known() for label, entry in table.items()}
        router = self._last_router
        if router is None or not router.is_of(abouts):
            likenesses = {label: entry.likeness() for label, entry in table.items()}
            self._last_router = router = Router(abouts, router, likenesses)
        return router

    def _vector(self, fingerprint: str, question: Question) -> Vector | None:
        if not fingerprint:
            return None
        try:
            return self._questions.vector(fingerprint, question)
        except EmbeddingError:
            return None  # asked for its answer, the map will say so itself


def label_of(text: str, known: Sequence[str]) -> tuple[str, ...]:
    """The label that a whole name begins with, `shop` in `shop//cart.go::Add`; none if it is no map's."""
    before, separator, _ = text.strip().partition("//")
    return (before,) if separator and before in known else ()
