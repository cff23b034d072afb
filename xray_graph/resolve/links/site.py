"""One file while its links are read: what the readers of settings, tables and routes ask and add.

Called by `links` for each file; the readers are handed it.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

from xray_graph.model import CALLABLES, NONE, TYPES, VARIABLES, EdgeKind, Evidence, Node, NodeKind, Op
from xray_graph.resolve.links.mounts import Mounts
from xray_graph.resolve.links.nearest import nearest
from xray_graph.resolve.links.origins import Origins
from xray_graph.resolve.project import NamesValues
from xray_graph.resolve.tests import is_test_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from xray_graph.model import Declaration
    from xray_graph.resolve.links.definitions import Names
    from xray_graph.resolve.links.modules import Modules
    from xray_graph.resolve.links.mounts import Mount
    from xray_graph.resolve.project import FileEdges, Project, Resolver
    from xray_graph.resolve.view import FileView

METHODS: Final = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "CONNECT", "TRACE")
MAX_DEPTH: Final = 4  # of handlers that are wrapped in calls
_NAMED: Final = CALLABLES | TYPES
_HOLDERS: Final = VARIABLES | {"field"}


class Site:
    """A file, what its expressions are, and where its links go."""

    def __init__(
        self, project: Project, modules: Modules, view: FileView, resolver: Resolver, out: FileEdges
    ) -> None:
        self.project = project
        self._modules = modules
        self.origins = Origins(project, modules)
        self.view = view
        self.out = out
        self._resolver = resolver
        self._chains: dict[int, int] | None = None
        self._seen: set[tuple[str, str, tuple[str, str], int]] = set()

    # --- expressions ----------------------------------------------------------------------------

    def row(self, expression: int) -> tuple[int, ...]:
        return self.view.expressions[expression] if expression != NONE else (int(Op.UNKNOWN), NONE)

    def name(self, expression: int) -> str:
        """The last name of a callee or member, "" where it has none."""
        row = self.row(expression)
        return self.view.strings[row[1]] if row[0] in (Op.NAME, Op.MEMBER) and row[1] != NONE else ""

    def of(self, expression: int, scope: int) -> Names:
        return self.origins.of(self.view, expression, scope)

    def text(self, expression: int, scope: int) -> str | None:
        """A plain string, written or held by a constant."""
        return self.origins.text(self.view, expression, scope)

    def positional(self, call: int) -> list[int]:
        """The arguments of a call that are passed by their place."""
        return [one for one in self.row(call)[3:] if self.row(one)[0] != Op.KEYWORD]

    def keywords(self, call: int) -> dict[str, int]:
        """The arguments that are passed by name, also those in an object or hash."""
        found: dict[str, int] = {}
        for one in self.row(call)[3:]:
            row = self.row(one)
            if row[0] == Op.KEYWORD:
                found[self.view.strings[row[1]]] = row[2]
            elif row[0] in (Op.MAPPING, Op.OBJECT):
                found.update(self.pairs(one))
        return found

    def pairs(self, expression: int) -> dict[str, int]:
        """The entries of a mapping whose keys are plain."""
        row = self.row(expression)
        found: dict[str, int] = {}
        if row[0] == Op.OBJECT:
            parts = [self.row(part) for part in row[2:]]
            found.update({self.view.strings[p[1]]: p[2] for p in parts if p[0] == Op.KEYWORD})
        if row[0] != Op.MAPPING:
            return found
        for key, value in zip(row[2::2], row[3::2], strict=False):
            if key == NONE:
                continue
            inner = self.row(key)
            if inner[0] in (Op.LITERAL, Op.NAME) and inner[1] != NONE:
                found[self.view.strings[inner[1]].strip("\"'`:")] = value
        return found

    def elements(self, expression: int) -> list[int]:
        """The elements of a list, or the one expression that stands for a list of one."""
        row = self.row(expression)
        return list(row[2:]) if row[0] in (Op.SEQUENCE, Op.TUPLE) else [expression]

    def constant(self, expression: int) -> str:
        """A chain of names, and of calls without arguments, as it is written, with dots."""
        row = self.row(expression)
        if row[0] == Op.CALL and len(row) == 3:
            return self.constant(row[2])
        if row[0] == Op.NAME:
            return self.name(expression)
        if row[0] == Op.MEMBER and row[2] != NONE:
            return f"{self.constant(row[2])}.{self.name(expression)}"
        return ""

    # --- declarations ---------------------------------------------------------------------------

    def classes(self) -> Iterator[tuple[int, Declaration]]:
        for index, one in enumerate(self.view.declarations):
            if one.kind in TYPES:
                yield index, one

    def member_value(self, index: int, name: str) -> int:
        """The value of a field of a class, or -1."""
        for member in self.view.members(index).get(name, ()):
            return self.view.declarations[member].value
        return NONE

    def holder(self, at: int) -> str:
        """The variable or field that an expression at a byte is the value of, "" for none."""
        found = ""
        for index, one in enumerate(self.view.declarations):
            if one.kind in _HOLDERS and one.start <= at < one.end:
                found = self.view.symbols[index]
        return found

    def chains(self) -> dict[int, int]:
        """Calls → the call of a method on their result."""
        if self._chains is None:
            self._chains = {}
            for call in self.view.facts.calls:
                callee = self.row(self.row(call.expression)[2])
                if callee[0] == Op.MEMBER and callee[2] != NONE and self.row(callee[2])[0] == Op.CALL:
                    self._chains[callee[2]] = call.expression
        return self._chains

    def owner(self, scope: int) -> str:
        """The symbol of the declaration whose code a scope is, "" for the file."""
        caller = self.view.caller(scope)
        return self.view.symbols[caller] if caller != NONE else ""

    # --- what handles a request -----------------------------------------------------------------

    def handlers(self, expression: int, scope: int, at: int, depth: int = 0) -> list[tuple[str, str]]:
        """The functions or classes that an argument names, or wraps in calls, or is itself."""
        row = self.row(expression)
        if row[0] in (Op.KEYWORD, Op.UNARY, Op.CAST) and depth < MAX_DEPTH:
            return self.handlers(row[-1], scope, at, depth + 1)
        if row[0] == Op.FUNC and row[1] != NONE:
            return [(self.view.path, self.view.symbols[row[1]])]
        if row[0] in (Op.NAME, Op.MEMBER):
            return self._named(expression, scope, at)
        if row[0] == Op.CALL and depth < MAX_DEPTH:
            for argument in reversed(row[3:]):
                found = self.handlers(argument, scope, at, depth + 1)
                if found:
                    return found
            inner = self.row(row[2])
            if inner[0] == Op.MEMBER and self.name(row[2]) in {"as_view", "bind"}:
                return self.handlers(inner[2], scope, at, depth + 1)
            return self._named(row[2], scope, at)
        return []

    def _named(self, expression: int, scope: int, at: int) -> list[tuple[str, str]]:
        found = (
            self._resolver.named(self.view, expression, scope, at)
            if isinstance(self._resolver, NamesValues)
            else []
        )
        if not found and self.row(expression)[0] == Op.NAME:
            given = self.origins.definitions(self.view, self.name(expression), scope) or []
            found = [
                (one.view.path, one.view.symbols[one.declared])
                for one in given
                if one.declared != NONE and one.view.declarations[one.declared].kind in _NAMED
            ]
        return found if len(set(found)) == 1 else []

    def is_own(self, expression: int, scope: int, at: int) -> bool:
        """Whether the repository declares what is called here, also where it is named as a library is."""
        resolver = self._resolver
        return isinstance(resolver, NamesValues) and bool(resolver.named(self.view, expression, scope, at))

    def decorated(self) -> Iterator[tuple[int, Declaration, int, Names]]:
        """Each decorator or annotation: declaration, the decorator, and where it comes from."""
        for index, one in enumerate(self.view.declarations):
            for decorator in one.decorators:
                row = self.row(decorator)
                named = row[2] if row[0] == Op.CALL else decorator
                origins = self.of(named, one.scope)
                if origins:
                    yield index, one, decorator, origins

    def mounts(
        self,
        languages: frozenset[str],
        family: str,
        read: Callable[[FileView, Origins], Iterable[Mount]],
    ) -> Mounts:
        """The routers of the repository that lie below others."""
        return Mounts(self.project, self._modules, family, languages, read)

    # --- what is added --------------------------------------------------------------------------

    def link(self, kind: EdgeKind, symbol: str, target: tuple[str, str], line: int) -> None:
        """An edge from a declaration of this file by a declared key, once a line."""
        key = (kind, symbol, target, line)
        if key not in self._seen and target != (self.view.path, symbol):
            self._seen.add(key)
            self.out.add(kind, (self.view.path, symbol), target, Evidence.DECLARED_KEY, line)

    def declared(self, key: tuple[str, ...]) -> list[tuple[str, str]]:
        """The nodes declared under a key, nearest to this file."""
        entries = self.project.world.get(key)
        if not is_test_path(self.view.path):  # what tests are set up with is no setting of the program
            entries = [one for one in entries if not is_test_path(one[0])]
        if key[0] != "table":
            entries = [one for one in entries if not self._is_neighbours(posixpath.dirname(one[0]))]
        entries = nearest(self.project, self.view.path, entries)
        return list(dict.fromkeys((path, self.project.views[path].symbols[i]) for path, i in entries))

    def _is_neighbours(self, folder: str) -> bool:
        """Whether a folder beside this file's way up holds code itself: its settings are that code's."""
        if not folder or self.view.path.startswith(f"{folder}/"):
            return False
        views = (self.project.views.get(path) for path in self.project.files_in(folder))
        return any(view is not None and view.head.language == self.view.head.language for view in views)

    def is_declared(self, name: str) -> bool:
        """Whether a table of this name is declared near this file."""
        return bool(self.declared(("table", name.lower())))

    def table(self, symbol: str, name: str, line: int, *, only_declared: bool = False) -> None:
        """That a declaration of this file uses a table."""
        targets = self.declared(("table", name.lower().rpartition(".")[2]))[:1]  # later ones alter it
        if not targets and not only_declared:
            targets = [self.out.named(NodeKind.TABLE, "table", name)]
        for target in targets:
            self.uses(symbol, target, line)

    def uses(self, symbol: str, target: tuple[str, str], line: int) -> None:
        """That a declaration of this file uses a table that is known."""
        self.link(EdgeKind.REFERENCES, symbol, target, line)

    def endpoint(
        self,
        methods: Iterable[str],
        path: str,
        handlers: Iterable[tuple[str, str]],
        place: tuple[int, int],
        framework: str,
        *,
        whole: bool = True,
        evidence: Evidence | None = None,
    ) -> None:
        """A route: one node a method. `place` is line and byte; not `whole`: what comes before is unknown."""
        line, start = place
        for method in dict.fromkeys(methods) or ("ANY",):
            sign = f"{method} {path}"
            symbol = self._free(sign, start)
            if symbol not in self.out.made:
                attributes = [f"framework={framework}", f"method={method}", f"route={path}"]
                attributes += [] if whole else ["relative"]
                self.out.made[symbol] = Node(
                    self.view.path,
                    symbol,
                    NodeKind.ENDPOINT.value,
                    self.view.head.language,
                    line,
                    line,
                    line,
                    start,
                    start,
                    sign,
                    attributes=tuple(sorted(attributes)),
                )
                self.out.add(
                    EdgeKind.CONTAINS, (self.view.path, ""), (self.view.path, symbol), Evidence.LEXICAL
                )
            for target in handlers:
                nearer = self._evidence(target[0])
                key = (EdgeKind.REFERENCES, symbol, target, line)
                if key not in self._seen:
                    self._seen.add(key)
                    said = (evidence or nearer).value
                    self.out.add(
                        EdgeKind.REFERENCES, (self.view.path, symbol), target, said, line, detail="handler"
                    )

    def _free(self, symbol: str, start: int) -> str:
        """The symbol, told apart from one that is declared elsewhere in the file."""
        found, number = symbol, 1
        while found in self.out.made and self.out.made[found].start_byte != start:
            number += 1
            found = f"{symbol}~{number}"
        return found

    def _evidence(self, path: str) -> Evidence:
        if path == self.view.path:
            return Evidence.LEXICAL
        beside = posixpath.dirname(path) == posixpath.dirname(self.view.path)
        return Evidence.SAME_PACKAGE if beside and self.view.head.language == "go" else Evidence.IMPORT


def joined(prefix: str, path: str) -> str:
    """A path behind a prefix, with one slash between them and one before."""
    before = prefix.strip("/")
    if not before:
        return f"/{path.lstrip('/')}"
    return f"/{before}/{path.lstrip('/')}" if path else f"/{before}"
