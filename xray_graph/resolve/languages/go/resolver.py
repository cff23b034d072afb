"""Go: the edges of one file. The types behind them are `types`, the rules of packages `packages`.

A call has an edge when its callee is one declaration by declared evidence: a name in scope, a package's
name, a field or method of a known type. A conversion, a builtin, a call of a function value and a call
into a package outside have none; each is counted with its reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages.go import values
from xray_graph.resolve.languages.go.expressions import Expressions
from xray_graph.resolve.languages.go.implements import Implements
from xray_graph.resolve.languages.go.members import Member
from xray_graph.resolve.languages.go.packages import Packages, constraint_of, package_of, receiver_name
from xray_graph.resolve.project import WHOLE, FileEdges
from xray_graph.resolve.receivers import OF_SHAPE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry, Key

_TYPE_KINDS: Final = frozenset({"struct", "interface", "type"})


class GoResolver:
    languages = frozenset({"go"})

    def __init__(self, project: Project) -> None:
        self._project = project
        self._packages = Packages(project)
        self._types = Expressions(project, self._packages)
        self._implements = Implements(self._types, self._packages)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        yield from self._packages.contribute(view)
        yield from self._implements.contribute(view)
        for index, one in enumerate(view.declarations):
            for name, _ in one.type_parameters:
                yield ("go.parameter", view.path, name), index

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        """A method lies in its receiver's type, wherever in the package that is declared."""
        owner = receiver_name(view, index)
        if not owner:
            return None
        entries = self._packages.lookup(view, package_of(view), owner)
        if len(entries) != 1:
            return None
        path, at = entries[0]
        return path, self._project.views[path].symbols[at]

    def named(self, view: FileView, expression: int, scope: int, at: int) -> list[tuple[str, str]]:
        self._types.memo = {}
        as_called, head = FileEdges(view.path), view.expressions[expression]
        if head[0] == Op.NAME:
            self._bare(view, view.strings[head[1]], scope, at, 0, "", as_called)
        elif head[0] == Op.MEMBER:
            self._member(view, head, scope, at, 0, "", as_called)
        return [edge.target for edge in as_called.edges if edge.kind == EdgeKind.CALLS]

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._types.memo = {}
        constraint = constraint_of(view)
        out.marks = (f"build={constraint}",) if constraint else ()
        for part, calls in view.calls_by_part().items():
            if self._project.turn_to(part, out):
                self._types.memo = {}
                for call, caller in calls:
                    symbol = view.symbols[caller] if caller != NONE else ""
                    self._call(view, call.expression, call.scope, call.start, call.line, symbol, out)
        if self._project.turn_to(WHOLE, out):
            self._types.memo = {}
            self._imports(view, out)
            self._bases(view, out)
            self._signature_types(view, out)
            self._implements.edges(view, out)

    # --- calls --------------------------------------------------------------------------------

    def _call(
        self, view: FileView, expression: int, scope: int, at: int, line: int, caller: str, out: FileEdges
    ) -> None:
        row = view.expressions[expression]
        callee = row[2]
        head = view.expressions[callee]
        while head[0] in (Op.APPLY, Op.INDEX):  # f[int](x)
            callee = head[2]
            head = view.expressions[callee]
        if head[0] == Op.NAME:
            self._bare(view, view.strings[head[1]], scope, at, line, caller, out)
        elif head[0] == Op.MEMBER:
            self._member(view, head, scope, at, line, caller, out)
        elif head[0] in (Op.POINTER, Op.ARRAY, Op.MAP, Op.CHAN, Op.FUNC_TYPE, Op.TYPE_DECL):
            out.missed(caller, "builtin")  # a conversion
        else:
            t = self._types.value(view, callee, scope, at)
            out.missed(caller, _reason(t))
        self._types.value(view, expression, scope, at)

    def _bare(
        self, view: FileView, name: str, scope: int, at: int, line: int, caller: str, out: FileEdges
    ) -> None:
        found = self._types.lookup(view, scope, at, name)
        if found is None:
            out.missed(caller, "unknown")
        elif found[0] in ("universe", "parameter"):
            out.missed(caller, "builtin")
        elif found[0] == "package":
            self._to_entry(view, found[1], found[2], line, caller, out, imported=False)
        elif found[0] == "ambiguous":
            out.missed(caller, "ambiguous")
        elif found[0] == "local" and view.declarations[found[1]].kind in _TYPE_KINDS:
            out.missed(caller, "builtin")
        else:
            out.missed(caller, "dynamic")

    def _to_entry(
        self,
        view: FileView,
        entry: Entry,
        entries: Sequence[Entry],
        line: int,
        caller: str,
        out: FileEdges,
        *,
        imported: bool,
    ) -> None:
        path, index = entry
        owner = self._project.views[path]
        kind = owner.declarations[index].kind
        if kind in _TYPE_KINDS:
            out.missed(caller, "builtin")
            return
        if kind != "function":
            out.missed(caller, "dynamic")
            return
        evidence = (
            Evidence.IMPORT if imported else Evidence.LEXICAL if owner is view else Evidence.SAME_PACKAGE
        )
        out.call(caller, (path, owner.symbols[index]), evidence, line)
        self._variants(view, self._packages.variants(view, entry, entries), line, caller, evidence, out)

    def _variants(
        self,
        view: FileView,
        entries: Sequence[Entry],
        line: int,
        caller: str,
        evidence: Evidence,
        out: FileEdges,
    ) -> None:
        for path, index in entries:
            target = (path, self._project.views[path].symbols[index])
            out.add(EdgeKind.BUILD_VARIANT, (view.path, caller), target, evidence, line)

    def _member(
        self,
        view: FileView,
        head: tuple[int, ...],
        scope: int,
        at: int,
        line: int,
        caller: str,
        out: FileEdges,
    ) -> None:
        name = view.strings[head[1]]
        base = self._types.value(view, head[2], scope, at)
        if base is None:
            out.missed(caller, "unknown")
            return
        if base[0] == "pkg":
            if base[1] is None:
                out.missed(caller, "external")
                return
            entries = self._types.world.get(("go.name", base[1], name))
            fitting = self._packages.fitting(view, entries)
            if len(fitting) == 1:
                self._to_entry(view, fitting[0], entries, line, caller, out, imported=True)
            else:
                out.missed(caller, "ambiguous" if fitting else "unknown")
            return
        receiver = base[1] if base[0] == "type" else base
        member = self._types.members.find(view, receiver, name)
        if member is None:
            out.missed(caller, "unknown")
        elif not isinstance(member, Member):
            out.missed(caller, "external")
        elif member.index == NONE or member.view.declarations[member.index].kind == "field":
            out.missed(caller, "dynamic")
        else:
            evidence = self._evidence(view, head[2], member, scope, at)
            target = (member.view.path, member.view.symbols[member.index])
            out.call(caller, target, evidence, line, dynamic=member.abstract)
            self._variants(view, member.variants, line, caller, evidence, out)

    def _evidence(self, view: FileView, base: int, member: Member, scope: int, at: int) -> Evidence:
        """What the receiver's type is known from."""
        if member.depth:
            return Evidence.INHERITS
        row = view.expressions[base]
        if row[0] == Op.NAME:
            found = self._types.lookup(view, scope, at, view.strings[row[1]])
            if (
                found is not None
                and found[0] == "binding"
                and found[1].type == NONE
                and found[1].value != NONE
            ):
                return _OF_SHAPE.get(view.expressions[found[1].value][0], Evidence.RECEIVER)
            return Evidence.RECEIVER
        return _OF_SHAPE.get(row[0], Evidence.RECEIVER)

    # --- the other edges ------------------------------------------------------------------------

    def _imports(self, view: FileView, out: FileEdges) -> None:
        done = set()
        for one in view.facts.imports:
            folder = self._packages.folder_of(view, one.module)
            if folder is not None and folder not in done and self._project.files_in(folder):
                done.add(folder)
                out.add(EdgeKind.IMPORTS, (view.path, ""), (folder, ""), Evidence.IMPORT, one.line)

    def _bases(self, view: FileView, out: FileEdges) -> None:
        for index, one in enumerate(view.declarations):
            if one.kind not in ("struct", "interface"):
                continue
            for _, expression in one.bases:
                t = values.strip_pointer(self._types.as_type(view, expression, one.body, one.end))
                if t is not None and t[0] == "N":
                    target = (t[1], t[2])
                    source = (view.path, view.symbols[index])
                    out.add(EdgeKind.INHERITS, source, target, Evidence.INHERITS, one.line)

    def _signature_types(self, view: FileView, out: FileEdges) -> None:
        """`references` from a declaration to the types its parameters, results and fields state."""
        for index, one in enumerate(view.declarations):
            stated = [p.type for p in one.parameters] + list(one.results)
            if one.kind in ("field", "variable", "constant", "type"):
                stated.append(one.type)
            if one.receiver != NONE:
                stated.append(one.receiver)
            seen: set[tuple[str, str]] = set()
            scope = one.body if one.body != NONE else one.scope
            for expression in stated:
                if expression != NONE:
                    for target in named_types(self._types.as_type(view, expression, scope, one.end)):
                        seen.add(target)
            own = (view.path, view.symbols[index])
            if view.declarations[index].kind == "object" or not seen:
                continue
            for target in sorted(seen):
                if target != own:
                    out.add(EdgeKind.REFERENCES, own, target, Evidence.ANNOTATION, one.line)


def named_types(t: Any, depth: int = 0) -> Iterable[tuple[str, str]]:
    """The repository's named types that stand anywhere in a type."""
    if t is None or depth > values.MAX_NESTING:
        return
    if t[0] == "N":
        yield t[1], t[2]
        for argument in t[3]:
            yield from named_types(argument, depth + 1)
    elif t[0] in ("P", "A", "C"):
        yield from named_types(t[1], depth + 1)
    elif t[0] == "M":
        yield from named_types(t[1], depth + 1)
        yield from named_types(t[2], depth + 1)
    elif t[0] == "F":
        for part in (*t[1], *t[2]):
            yield from named_types(part, depth + 1)
    elif t[0] in ("T", "U"):
        for part in t[1]:
            yield from named_types(part, depth + 1)


def _reason(t: Any) -> str:
    if t is None:
        return "unknown"
    return {"type": "builtin", "X": "external"}.get(t[0], "dynamic")


_OF_SHAPE: Final = {
    **OF_SHAPE,
    int(Op.UNARY): Evidence.CONSTRUCTION,
    int(Op.PART): Evidence.RESULT,
}
