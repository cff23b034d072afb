"""Questions over several maps: choose whom to ask (`guide`), ask (`retrieve`), say where it came from.

Maps are never merged: each is asked for itself, and its ranking stays as it is. Called by the table of
tools in `serve`, for the command line, REST and MCP alike. Safe to call from several threads.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from msgspec import UNSET, Struct, structs

from xray_graph.errors import EmbeddingError, NotFoundError, RefusedError, ServerError
from xray_graph.retrieve import (
    AskedMap,
    CalleesReply,
    CallersReply,
    Found,
    Freshness,
    NodeReply,
    Pointer,
    Questions,
    SearchReply,
    ServicesReply,
    callees,
    callers,
    node,
    search,
    services,
)
from xray_graph.retrieve.naming import pointer, unread
from xray_graph.route.catalog import Catalog
from xray_graph.route.entry import Reading
from xray_graph.route.guide import OPENED, Guide, label_of, nothing_to_ask
from xray_graph.route.listing import MapsReply, listed
from xray_graph.route.notebook import Notebook
from xray_graph.route.router import FANOUT
from xray_graph.route.viewpoint import Viewpoint, marked, seen
from xray_graph.snapshot import Map

NEAREST: Final = 5  # names that are told when none fits
_Any = TypeVar("_Any", bound=Struct)
_Answer = TypeVar("_Answer")
_Reply = TypeVar("_Reply", NodeReply, CallersReply, CalleesReply)


class Atlas:
    """All maps of one process."""

    def __init__(
        self,
        catalog: Catalog,
        questions: Questions | None = None,
        viewpoint: Viewpoint | None = None,
        fanout: int = FANOUT,
    ) -> None:
        """`viewpoint` is where all questions are asked from, where that is one place; `fanout` is how many
        maps are asked when nothing says which one is meant.
        """
        self.catalog = catalog
        self.questions = questions or Questions()
        self._viewpoint = viewpoint
        self.notes: Notebook | None = None  # kept beside the maps, on a server that keeps some
        self._guide = Guide(catalog, self.questions, fanout)
        self.searches = 0  # maps that were searched
        self._spent: defaultdict[str, float] = defaultdict(float)
        self._counting = threading.Lock()

    def maps(self, *, limit: int = 0, cursor: str = "") -> MapsReply:
        """The maps at hand, by label, from behind the label `cursor`; `limit` 0: all. Opens none."""
        behind = [entry for entry in self.catalog if entry.label > cursor]
        page = behind[: limit or None]
        following = page[-1].label if len(page) < len(behind) else None
        return MapsReply(tuple(listed(entry) for entry in page), following)

    def search(
        self,
        query: str,
        *,
        labels: Sequence[str] = (),
        hint: str = "",
        kind: str = "",
        path: str = "",
        attr: Sequence[str] = (),
        order: str = "",
        limit: int,
        explain: bool = False,
    ) -> SearchReply:
        """What the question is about, in the maps that are named or else nearest to it.

        Results come map by map, each map's in its own order; when several maps are asked each gives
        its fair share of the limit.

        Raises:
            NotFoundError: no map has one of the labels, or there is none at all.
            XrayError: as retrieve.search, when one map was asked or none could answer.
        """
        begun = time.perf_counter()
        asked = self.choose(query, labels, hint)
        named = bool(labels or label_of(query, self.catalog.labels()))

        def ask(reading: Reading) -> tuple[Reading, SearchReply]:
            return reading, search(
                reading.map,
                query,
                kind=kind,
                path=path,
                attr=attr,
                order=order,
                limit=limit,
                explain=True,
                questions=self.questions,
            )

        routed = round((time.perf_counter() - begun) * 1000, 3)
        replies: list[SearchReply] = []
        account: list[AskedMap] = []
        for one in asked:
            try:
                reading, reply = self._answer(one.label, ask, itself=named)
            except (ServerError, EmbeddingError, RefusedError) as error:
                if len(asked) == 1:
                    raise
                account.append(AskedMap(one.label, one.score, f"no answer: {error.message}"))
                continue
            self._count(reply)
            replies.append(reply)
            label = reading.map.label
            instead = f"asked instead of {one.label}, which is damaged" if label != one.label else ""
            told = "; ".join(filter(None, (one.reason, instead, *(mapped.reason for mapped in reply.maps))))
            account.append(AskedMap(label, one.score, told, reading.freshness))
        results, cut = _shared([reply.results for reply in replies], limit)
        return SearchReply(
            results=results if explain else tuple(structs.replace(one, ranks=UNSET) for one in results),
            maps=tuple(account),
            timings=_timings(routed, replies) if explain else {},
            truncated=cut or any(reply.truncated for reply in replies),
        )

    def spent(self) -> dict[str, float]:
        """Seconds in all searches so far, by phase."""
        with self._counting:
            return dict(self._spent)

    @property
    def embedded(self) -> int:
        """How many questions went to an embedder."""
        return self.questions.embedded

    def _count(self, reply: SearchReply) -> None:
        with self._counting:
            self.searches += 1
            for phase, milliseconds in reply.timings.items():
                if phase != "total":
                    self._spent[phase] += milliseconds / 1000

    def node(self, name: str, *, labels: Sequence[str] = (), limit: int, cursor: str = "") -> NodeReply:
        """One node in full, from the map that has it.

        Raises:
            NotFoundError: no map has one of the labels, or none has the node.
            UsageError: a cursor of another state of the map.
        """
        return self._named(
            name,
            labels,
            lambda map_: node(map_, name, limit=limit, cursor=cursor),
            lambda candidates, state: NodeReply(None, None, (), None, state, candidates),
        )

    def callers(
        self, name: str, *, labels: Sequence[str] = (), depth: int, limit: int, cursor: str = ""
    ) -> CallersReply:
        """Who calls the node; otherwise as `node`."""
        return self._named(
            name,
            labels,
            lambda map_: callers(map_, name, depth=depth, limit=limit, cursor=cursor),
            lambda candidates, state: CallersReply(None, (), (), None, state, candidates),
            whole=True,
        )

    def callees(
        self, name: str, *, labels: Sequence[str] = (), depth: int, limit: int, cursor: str = ""
    ) -> CalleesReply:
        """What the node calls; otherwise as `node`."""
        return self._named(
            name,
            labels,
            lambda map_: callees(map_, name, depth=depth, limit=limit, cursor=cursor),
            lambda candidates, state: CalleesReply(None, (), (), None, state, candidates),
            whole=True,
        )

    def services(
        self, name: str, *, labels: Sequence[str] = (), drawing: str = "", limit: int, cursor: str = ""
    ) -> ServicesReply:
        """The services of one map, or the one of that name; of several maps, of the one that has any.

        Raises:
            NotFoundError: no map has the label, or no service the name.
            UsageError: several maps have services and none is named; an unknown format; a bad cursor.
        """

        def ask(reading: Reading) -> ServicesReply:
            reply = services(reading.map, name, drawing=drawing, limit=limit, cursor=cursor)
            return structs.replace(reply, freshness=reading.freshness)

        return self._answer(self._guide.with_services(labels), ask, itself=bool(labels), whole=True)

    def choose(self, query: str, labels: Sequence[str] = (), hint: str = "") -> list[AskedMap]:
        """Whom to ask, nearest first; see `Guide.choose`."""
        return self._guide.choose(query, labels, hint)

    def _named(
        self,
        name: str,
        labels: Sequence[str],
        ask: Callable[[Map], _Reply],
        several: Callable[[tuple[Pointer, ...], Freshness], _Reply],
        *,
        whole: bool = False,
    ) -> _Reply:
        """Ask the one map that has a node of this name; when several have, list what fits in each.

        With `whole` a map that is still being built gives no answer, for it would be a wrong one.
        """
        known = self.catalog.labels()
        is_narrowed = False

        def seek(reading: Reading) -> tuple[Reading, list[int]]:
            return reading, reading.map.graph.find(name)

        def answer(reading: Reading) -> _Reply:
            return structs.replace(ask(reading.map), freshness=reading.freshness)

        if named := labels or label_of(name, known):
            labels = tuple(dict.fromkeys(named))
        else:
            ready = [entry for entry in self._guide.distinct() if entry.state == "ready" or len(known) == 1]
            if is_narrowed := len(ready) > OPENED:
                ready = self._guide.meant(name, ready)
            labels = tuple(entry.label for entry in ready)
        found = [self._answer(label, seek, itself=bool(named), whole=whole) for label in labels]
        readings = [reading for reading, _ in found]
        fits = [reading for reading, nodes in found if nodes]
        if is_narrowed and not fits:
            raise NotFoundError(
                f"none of the {len(known)} maps declares {name.strip()!r}",
                where="name",
                hint="a search finds nodes by words; to a file or a heading, name its map",
            )
        if len(fits) == 1 or len(readings) == 1:
            one = (fits or readings)[0]
            try:
                return answer(one)
            except RefusedError:  # in what was not needed so far
                return self._answer(one.map.label, answer, itself=bool(named), whole=whole)
        if not readings:
            raise nothing_to_ask()
        if not fits:
            nearest = tuple(near for each in readings for near in each.map.graph.nearest(name, NEAREST))
            raise NotFoundError(
                f"no node is named {name.strip()!r}",
                where=", ".join(each.map.label for each in readings),
                hint="a search finds nodes by words",
                nearest=nearest[: 2 * NEAREST],
            )
        candidates = tuple(pointer(each.map.graph, i) for each, nodes in found for i in nodes)
        return several(candidates[: 10 * NEAREST], fits[0].freshness)

    def seen(self, reply: _Any) -> _Any:
        """The reply of another process about live maps, seen from where the question is asked."""
        return seen(reply, self._viewpoint)

    def _answer(
        self, label: str, ask: Callable[[Reading], _Answer], *, itself: bool, whole: bool = False
    ) -> _Answer:
        """What a map answers; where its file is damaged and not `itself` is meant, one that is the same does.

        Raises:
            RefusedError: all of them are damaged; of the first.
        """
        try:
            return ask(self._read(label, whole=whole))
        except RefusedError:
            for twin in () if itself else self._guide.alike(label):
                with contextlib.suppress(RefusedError):
                    return ask(self._read(twin, whole=whole))
            raise

    def _read(self, label: str, *, whole: bool = False) -> Reading:
        """The map of this label and its state, seen from where the question is asked.

        Raises:
            ServerError: there is less than the map so far, and it has to be `whole`.
        """
        entry = self.catalog[label]
        reading = entry.read()
        if whole and not reading.is_whole:
            raise ServerError(
                "the map is being built, and its relations are not known yet",
                where=label,
                hint=f"{entry.progress} so far; ask again in a moment, or search what is there",
            )
        about = reading.map.about
        state = marked(reading.freshness, unread(about))
        if self._viewpoint is not None:
            name = about.repositories[0].name if about.repositories else ""
            state = marked(state, self._viewpoint.note(state, name, entry.work_tree))
        return reading._replace(freshness=state)


def _shared(lists: Sequence[Sequence[Found]], limit: int) -> tuple[tuple[Found, ...], bool]:
    """At most `limit` of all results: one a map in turn, then put back map by map; whether any was left."""
    taken = [0] * len(lists)
    for _ in range(limit):
        open_lists = [k for k, found in enumerate(lists) if taken[k] < len(found)]
        for k in open_lists:
            if sum(taken) < limit:
                taken[k] += 1
    results = tuple(one for count, found in zip(taken, lists, strict=True) for one in found[:count])
    return results, len(results) < sum(map(len, lists))


def _timings(routed: float, replies: Sequence[SearchReply]) -> dict[str, float]:
    """Milliseconds a stage, added up over the maps."""
    spent = {"route": routed}
    for reply in replies:
        for stage, milliseconds in reply.timings.items():
            spent[stage] = round(spent.get(stage, 0.0) + milliseconds, 3)
    return spent
