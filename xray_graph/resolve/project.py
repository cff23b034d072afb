"""All that resolving may look at: the facts and views of the files, and the World they share.

Also what a language's resolver is, and what it hands back for one file. Pure memory, no I/O: the
bytes of configuration files (`go.mod`, `tsconfig.json`) come in from the pipeline.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, runtime_checkable

from xray_graph.model import NONE, OUTSIDE, Edge, EdgeKind, Node, NodeKind
from xray_graph.resolve.view import FileView, Shelf
from xray_graph.resolve.world import Key, World

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from xray_graph.model import PackedFacts

HEADER: Final = -1  # the index of an entry that stands for a file's head: package, imports, attributes
WHOLE: Final = NONE  # the part of a file that is no callable's: what it states itself
LINKS: Final = 1 << 30  # the part that says what is no code: `resolve.links`


class Turn(NamedTuple):
    """Where in a file's edges those of another part begin."""

    part: int
    edges: int  # that were there before
    calls: int  # of them with an edge


@dataclass(slots=True)
class FileEdges:
    """What resolving one file gave, or some parts of it.

    A part is an outermost callable, by the index of its declaration, with all that stands in it; the rest is
    the part WHOLE, but for LINKS. A language whose resolver tells no parts apart has these two alone.
    """

    path: str
    nodes: list[Node] = field(default_factory=list)  # of its declarations; the file's own is not here
    edges: list[Edge] = field(default_factory=list)
    unresolved: dict[str, dict[str, int]] = field(default_factory=dict)  # caller's symbol -> reason -> calls
    resolved_calls: int = 0
    reads: dict[int, set[Key]] = field(default_factory=dict)  # by part
    marks: tuple[str, ...] = ()  # attributes of every node of the file: `build=linux`
    notes: dict[str, list[str]] = field(default_factory=dict)  # symbol -> attributes that resolving adds
    outside: dict[str, str] = field(default_factory=dict)  # symbol of what no file declares -> node kind
    made: dict[str, Node] = field(default_factory=dict)  # symbol -> a node that stands for no declaration
    linked: dict[str, str] = field(default_factory=dict)  # as `outside`, of what LINKS names
    failure: str = ""  # what the resolver stumbled over; then only `contains` edges are here
    turns: list[Turn] = field(default_factory=list)
    only: frozenset[int] | None = None  # the parts that were worked out; None: all there are
    calls: dict[int, int] = field(default_factory=dict)  # part -> calls with an edge
    same_nodes: bool = False  # whether its nodes are those that it had before; then they are not here

    def add(
        self,
        kind: EdgeKind,
        source: tuple[str, str],
        target: tuple[str, str],
        evidence: str,
        line: int = 0,
        *,
        dynamic: bool = False,
        detail: str = "",
    ) -> None:
        self.edges.append(Edge(kind, source, target, evidence, line, dynamic, detail))

    def call(
        self, caller: str, target: tuple[str, str], evidence: str, line: int, *, dynamic: bool = False
    ) -> None:
        self.resolved_calls += 1
        self.edges.append(Edge("calls", (self.path, caller), target, evidence, line, dynamic))

    def named(self, kind: NodeKind, sort: str, name: str) -> tuple[str, str]:
        """The node of something that files name and none declares: one `sort/name` for all who name it."""
        symbol = f"{sort}/{name}"
        self.outside[symbol] = kind
        return OUTSIDE, symbol

    def parts(self) -> list[int]:
        """The part of each edge."""
        ends = (*(turn.edges for turn in self.turns[1:]), len(self.edges))
        found: list[int] = []
        for turn, end in zip(self.turns, ends, strict=False):
            found += [turn.part] * (end - turn.edges)
        return found

    def count_calls(self) -> None:
        """Note how many calls with an edge each part has."""
        ends = (*(turn.calls for turn in self.turns[1:]), self.resolved_calls)
        for turn, end in zip(self.turns, ends, strict=False):
            if end > turn.calls:
                self.calls[turn.part] = self.calls.get(turn.part, 0) + end - turn.calls

    def missed(self, caller: str, reason: str) -> None:
        """Count a call without an edge; `reason` is one of REASONS."""
        counts = self.unresolved.setdefault(caller, {})
        counts[reason] = counts.get(reason, 0) + 1

    def attributes_of(self, symbol: str) -> tuple[str, ...]:
        """What resolving adds to the attributes of a node: marks, and its calls without an edge."""
        added = (*self.marks, *self.notes.get(symbol, ()))
        counts = self.unresolved.get(symbol)
        if counts is None:
            return added
        return (*added, *[f"{reason}={n}" for reason, n in counts.items() if reason != "builtin"])


class Resolver(Protocol):
    """The rules of one language, or of a family of them. Made once a project."""

    languages: frozenset[str]

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """The keys under which other files find this file's declarations. Facts only, no look-ups."""

    def resolve(self, view: FileView, out: FileEdges) -> None:
        """Append the edges that start in this file. Look-ups go through the World."""

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        """The node that contains a declaration, where it is not its parent in the file."""


@runtime_checkable
class NamesValues(Protocol):
    """A resolver that can also tell what is named where nothing is called."""

    def named(self, view: FileView, expression: int, scope: int, at: int) -> list[tuple[str, str]]:
        """The functions or classes of the repository that an expression names, whoever asked before."""


class Project:
    """The views and the World of one repository."""

    def __init__(
        self, paths: Iterable[str], configs: Mapping[str, bytes], world: World | None = None
    ) -> None:
        """`paths` are all files of the set, read or not; `configs` the bytes of configuration files."""
        self.world = World() if world is None else world
        self.views: dict[str, FileView] = {}
        self._configs = dict(configs)
        self.shelf = Shelf()
        for path in sorted(paths):
            self.add_path(path)

    def add_path(self, path: str) -> None:
        folder, base = posixpath.split(path)
        self.world.add(path, [(("file", path), 0), (("dir", folder), 0), (("base", base), 0)])

    def known(self, path: str) -> bool:
        """Whether a path is in the set. Not a look-up of a resolver's: nothing is recorded."""
        return self.world.holds(("file", path))

    def turn_to(self, part: int, out: FileEdges) -> bool:
        """Whether to work out a part of a file; what is read and found from now on is of that part."""
        if out.only is not None and part not in out.only:
            return False
        out.turns.append(Turn(part, len(out.edges), out.resolved_calls))
        self.world.read_as(out.reads.setdefault(part, set()))
        return True

    def add_view(self, path: str, facts: PackedFacts) -> FileView:
        view = self.views[path] = FileView(path, facts, self.shelf)
        return view

    def close(self) -> None:
        """Let go of the facts and of what was worked out of them: nothing is resolved any more."""
        for view in self.views.values():
            view.end()
        self.world.forget_all()

    def dissolve(self) -> None:
        """Let go of the views and of all that files told each other: nobody asks any more."""
        self.views.clear()
        self.world.clear()

    def config(self, path: str) -> bytes | None:
        """The bytes of a configuration file of the set; the read is recorded."""
        self.world.get(("config", path))
        return self._configs.get(path)

    def set_config(self, path: str, data: bytes | None) -> None:
        if data is None:
            self._configs.pop(path, None)
        else:
            self._configs[path] = data

    def exists(self, path: str) -> bool:
        """Whether a file of the set has this path; the read is recorded."""
        return bool(self.world.get(("file", path)))

    def files_in(self, folder: str) -> list[str]:
        """The files right inside a folder, sorted; the read is recorded."""
        return [path for path, _ in self.world.get(("dir", folder))]

    def files_called(self, base: str) -> list[str]:
        """The files of this base name anywhere, sorted: configuration, and headers of C."""
        return [path for path, _ in self.world.get(("base", base))]
