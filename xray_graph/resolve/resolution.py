"""From the facts of one file to its nodes and edges.

Each language's resolver says what a file contributes and which edges start in it; this module adds
what is the same for all: file and package nodes, `contains`, and `tests`. Called by `incremental` and
the pipeline.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

from xray_graph.graph.ids import NOT_NODES
from xray_graph.model import NONE, Edge, EdgeKind, Evidence, Node, NodeKind
from xray_graph.resolve.documents import names
from xray_graph.resolve.languages import Resolvers
from xray_graph.resolve.links import Links
from xray_graph.resolve.project import LINKS, WHOLE, FileEdges, Project, Resolver
from xray_graph.resolve.tests import is_test_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from xray_graph.model import PackedFacts, SourceFile
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key


_LINKS_ALONE: Final = frozenset({LINKS})


class Resolving:
    """The resolvers of a project and the views they read."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._resolvers = Resolvers(project)
        self._links = Links(project)

    def add(self, path: str, facts: PackedFacts) -> FileView:
        """Take in one file's facts and what it contributes."""
        view = self.project.add_view(path, facts)
        self.project.world.add(path, self.contributions(view))
        return view

    def contributions(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """The keys under which other files find what this one declares."""
        resolver = self._resolvers.of(view.head.language)
        if resolver is not None:
            yield from resolver.contribute(view)
        yield from names.contribute(view)
        yield from self._links.contribute(view)

    def resolve_file(self, path: str) -> FileEdges:
        """All edges that start in one file, its `contains` and `tests` edges among them."""
        view = self.project.views[path]
        out = self._resolved(view, FileEdges(path))
        out.nodes = declared_nodes(view, out)
        return out

    def resolve_parts(self, before: FileEdges, only: frozenset[int]) -> FileEdges:
        """As `resolve_file`, of a file that did not change: with the edges of some of its parts alone."""
        view = self.project.views[before.path]
        part_of = _parts_by_symbol(view)
        if before.failure or part_of is None:
            return self.resolve_file(before.path)
        out = self._resolved(view, FileEdges(before.path, only=only))
        if out.failure:
            return self.resolve_file(before.path)
        fresh = out.unresolved
        kept = {s: counts for s, counts in before.unresolved.items() if part_of.get(s, WHOLE) not in only}
        out.unresolved = {**kept, **fresh}
        out.calls.update({part: n for part, n in before.calls.items() if part not in only})
        out.resolved_calls = sum(out.calls.values())
        if WHOLE not in only:
            out.marks, out.notes, out.outside = before.marks, before.notes, before.outside
        if LINKS not in only:
            out.made, out.linked = before.made, before.linked
        told = (out.unresolved, out.marks, out.notes, out.made)
        out.same_nodes = told == (before.unresolved, before.marks, before.notes, before.made)
        if not out.same_nodes:
            out.nodes = declared_nodes(view, out)
        return out

    def _resolved(self, view: FileView, out: FileEdges) -> FileEdges:
        """The edges and what they rest on, without nodes."""
        resolver = self._resolvers.of(view.head.language)
        if self.project.turn_to(WHOLE, out):
            contain(view, resolver, out)
        if resolver is not None:
            if out.only != _LINKS_ALONE:
                self._attempt(out, lambda: resolver.resolve(view, out))
            out.count_calls()
            if not out.failure and self.project.turn_to(LINKS, out):
                self._attempt(out, lambda: self._links.resolve(view, resolver, out))
        self._tests(view, out)
        return out

    @staticmethod
    def _attempt(out: FileEdges, step: Callable[[], None]) -> None:
        """Do one step; when it stumbles, none of its edges stay, and the report says so."""
        kept, turns = len(out.edges), len(out.turns)
        try:
            step()
        except Exception as error:  # noqa: BLE001 - one file never ends a build; the report names it
            del out.edges[kept:], out.turns[turns:]
            out.made.clear()
            out.failure = f"{type(error).__name__}: {error}"

    def _tests(self, view: FileView, out: FileEdges) -> None:
        """From a test to what it calls outside test files, what its inner functions call included."""
        tests = {
            view.symbols[i]: view.symbols[i]
            for i, one in enumerate(view.declarations)
            if "test" in one.attributes
        }
        if not tests:
            return
        for i, one in enumerate(view.declarations):
            parent = one.parent
            while parent != NONE and view.symbols[i] not in tests:
                above = tests.get(view.symbols[parent])
                if above is not None:
                    tests[view.symbols[i]] = above
                parent = view.declarations[parent].parent
        seen: set[tuple[str, tuple[str, str]]] = set()
        for edge, part in [(e, p) for e, p in zip(out.edges, out.parts(), strict=True) if e.kind == "calls"]:
            test = tests.get(edge.source[1])
            if test is None or (test, edge.target) in seen:
                continue
            seen.add((test, edge.target))
            if is_test_path(edge.target[0]):
                continue
            if out.turns[-1].part != part:
                self.project.turn_to(part, out)
            out.add(EdgeKind.TESTS, (view.path, test), edge.target, edge.evidence, edge.line)


def contain(view: FileView, resolver: Resolver | None, out: FileEdges) -> None:
    """Add what contains each declaration of a file; without a resolver, its parent in the file does."""
    done: set[str] = {""}
    for index, one in enumerate(view.declarations):
        symbol = view.symbols[index]
        if one.kind in NOT_NODES or symbol in done:
            continue
        done.add(symbol)
        container = resolver.container(view, index) if resolver is not None else None
        if container is None:
            parent = one.parent
            while parent != NONE and view.declarations[parent].kind in NOT_NODES:
                parent = view.declarations[parent].parent
            container = (view.path, view.symbols[parent] if parent != NONE else "")
        out.add(EdgeKind.CONTAINS, container, (view.path, symbol), Evidence.LEXICAL)


def _parts_by_symbol(view: FileView) -> dict[str, int] | None:
    """The part that each callable is in; None when two that share a symbol are in different ones."""
    found = {"": WHOLE}
    for index, symbol in enumerate(view.symbols):
        part = view.part(index)
        if found.setdefault(symbol, part) != part:
            return None
    return found


def file_node(file: SourceFile, view: FileView | None, result: FileEdges | None) -> Node:
    """The node of a file; one that was not parsed has neither a view nor a result."""
    attributes = {*file.attributes, *(("test",) if is_test_path(file.path) else ())}
    if view is None or result is None:
        return Node(file.path, "", NodeKind.FILE.value, file.language, attributes=tuple(sorted(attributes)))
    head = view.head
    attributes.update(a for a in head.attributes if not a.startswith("build="))  # a mark says it whole
    attributes.update(result.attributes_of(""))
    if any(one.code == "parse-error" for one in head.diagnostics):
        attributes.add("parse_errors")
    return Node(
        path=file.path,
        symbol="",
        kind=NodeKind.FILE.value,
        language=file.language,
        line=1 if head.lines else 0,
        end_line=head.lines,
        name_line=1 if head.lines else 0,
        end_byte=head.size,
        doc=head.doc,
        attributes=tuple(sorted(attributes)),
    )


def declared_nodes(view: FileView, result: FileEdges) -> list[Node]:
    """One node for each declaration that is one, and those that links made.

    Parts of one node in one file share the first's.
    """
    path, language = view.path, view.head.language
    done: set[str] = set()
    found = []
    for one, symbol in zip(view.declarations, view.symbols, strict=True):
        if one.kind in NOT_NODES or symbol in done:
            continue
        done.add(symbol)
        added = result.attributes_of(symbol)
        found.append(
            Node(
                path,
                symbol,
                one.kind,
                language,
                one.line,
                one.end_line,
                one.name_line,
                one.start,
                one.end,
                one.signature,
                one.doc,
                tuple(sorted((*one.attributes, *added))) if added else one.attributes,
            )
        )
    return [*found, *result.made.values()]


def folders_of(files: Sequence[SourceFile]) -> list[str]:
    """Every folder that holds a file of the set, and those above, sorted; the root is not one."""
    found: set[str] = set()
    for file in files:
        folder = posixpath.dirname(file.path)
        while folder and folder not in found:
            found.add(folder)
            folder = posixpath.dirname(folder)
    return sorted(found)


def package_nodes(files: Sequence[SourceFile], project: Project, name: str) -> list[Node]:
    """The repository's node and one a folder."""
    return [
        Node(path="", symbol="", kind=NodeKind.REPOSITORY.value, signature=name),
        *(package_node(folder, project) for folder in folders_of(files)),
    ]


def package_node(folder: str, project: Project) -> Node:
    """The node of one folder, with the names that its files give the package."""
    clauses = sorted(
        {
            project.views[path].head.package
            for path in project.files_in(folder)
            if path in project.views and project.views[path].head.package
        }
    )
    signature = f"package {' '.join(clauses)}" if clauses else ""
    return Node(path=folder, symbol="", kind=NodeKind.PACKAGE.value, signature=signature)


def package_edges(files: Sequence[SourceFile]) -> list[Edge]:
    """`contains` from each folder to its folders and files."""
    return [contained(path) for path in (*folders_of(files), *(f.path for f in files))]


def contained(path: str) -> Edge:
    """From the folder around a file or folder to it."""
    return Edge(EdgeKind.CONTAINS, (posixpath.dirname(path), ""), (path, ""), Evidence.LEXICAL)
