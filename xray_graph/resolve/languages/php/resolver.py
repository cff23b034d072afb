"""PHP: the edges of one file. Names are `names`, types and members `types` and `values`.

A call has an edge when its callee is one declaration by declared evidence: a function's full name, a
method of a class that the receiver is known to be. A call of a closure, of a function outside and on a
receiver without a known class has none, and is counted with its reason.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages.php.documented import Documented, Found
from xray_graph.resolve.languages.php.names import CLASSES, Names, segment
from xray_graph.resolve.languages.php.traits import EXTERNAL, Member
from xray_graph.resolve.languages.php.unions import parts
from xray_graph.resolve.languages.php.values import Values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Declaration
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_BY_WORD: Final = {"self": Evidence.RECEIVER, "static": Evidence.RECEIVER, "parent": Evidence.INHERITS}


class PhpResolver:
    languages = frozenset({"php"})

    def __init__(self, project: Project) -> None:
        self._project = project
        self._names = Names(project)
        self._types = Values(project, self._names)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        return self._names.contribute(view)

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def named(self, view: FileView, expression: int, scope: int, at: int) -> list[tuple[str, str]]:
        """The class that `C::class` names, or the function of a name."""
        row = view.expressions[expression]
        if (
            row[0] == Op.MEMBER
            and view.name(expression) == "class"
            and view.expressions[row[2]][0] == Op.NAME
        ):
            entry = self._names.find_class(view, view.name(row[2]), at)
        elif row[0] == Op.NAME:
            entry = self._names.find_function(view, view.name(expression), at)
        else:
            return []
        return [] if entry is None else [(entry[0], self._project.views[entry[0]].symbols[entry[1]])]

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._types.memo = {}
        self._imports(view, out)
        # Inner expressions have lower numbers: each call finds what it is chained to worked out.
        for call in sorted(view.facts.calls, key=lambda c: c.expression):
            caller = view.caller(call.scope)
            symbol = view.symbols[caller] if caller != NONE else ""
            self._call(view, call.expression, call.scope, call.start, call.line, symbol, out)
        for index, one in enumerate(view.declarations):
            self._declaration(view, index, one, out)
        self._types.memo = {}

    # --- calls --------------------------------------------------------------------------------------

    def _call(
        self, view: FileView, expression: int, scope: int, at: int, line: int, caller: str, out: FileEdges
    ) -> None:
        row = view.expressions[expression]
        if row[0] == Op.NEW:
            self._construction(view, row, scope, at, line, caller, out)
            return
        callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        if callee[0] == Op.NAME and callee[1] != NONE and not view.strings[callee[1]].startswith("$"):
            self._function(view, view.strings[callee[1]], at, line, caller, out)
        elif callee[0] == Op.MEMBER and callee[1] != NONE and not view.strings[callee[1]].startswith("$"):
            self._method(view, callee, scope, at, line, caller, out)
        else:
            self._invocation(view, row[2], scope, at, line, caller, out)

    def _function(self, view: FileView, name: str, at: int, line: int, caller: str, out: FileEdges) -> None:
        entry = self._names.find_function(view, name, at)
        if entry is None:
            out.missed(caller, "external")
            return
        path, index = entry
        evidence = Evidence.IMPORT
        if path == view.path:
            evidence = Evidence.LEXICAL
        elif name.lower() not in segment(view, at).functions and "\\" not in name:
            evidence = Evidence.SAME_PACKAGE
        out.call(caller, (path, self._project.views[path].symbols[index]), evidence, line)

    def _invocation(
        self, view: FileView, callee: int, scope: int, at: int, line: int, caller: str, out: FileEdges
    ) -> None:
        """`$f()` is a call of a value; where that is an object, `__invoke` of its class is used."""
        out.missed(caller, "dynamic")
        t = self._types.value(view, callee, scope, at) if callee != NONE else None
        found = self._types.method(t, "__invoke") if t is not None and t[0] == "N" else None
        if isinstance(found, Member):
            evidence = Evidence.INHERITS if found.inherited else self._types.evidence(view, callee, scope, at)
            target = (found.path, found.symbol)
            out.add(EdgeKind.REFERENCES, (view.path, caller), target, evidence, line)

    def _construction(
        self,
        view: FileView,
        row: tuple[int, ...],
        scope: int,
        at: int,
        line: int,
        caller: str,
        out: FileEdges,
    ) -> None:
        t = self._types.made(view, row, scope, at)
        if t is None or t[0] != "N":
            out.missed(caller, "external" if t is not None else "dynamic")
            return
        if row[2] != NONE and view.expressions[row[2]][0] == Op.OBJECT:
            out.missed(caller, "builtin")  # the class is written in place
            return
        if row[2] != NONE and view.name(row[2]).startswith("$"):
            named = self._types.value(view, row[2], scope, at)
            if named is not None and named[0] == "D":
                out.missed(caller, "dynamic")
                return
        found = self._types.method(t, "__construct")
        own = isinstance(found, Member) and (found.path, found.symbol.rpartition(".")[0]) == t[1:3]
        target = (found.path, found.symbol) if own and isinstance(found, Member) else (t[1], t[2])
        out.call(caller, target, Evidence.CONSTRUCTION, line)

    def _method(
        self,
        view: FileView,
        callee: tuple[int, ...],
        scope: int,
        at: int,
        line: int,
        caller: str,
        out: FileEdges,
    ) -> None:
        targets = self._types.targets(view, callee, scope, at)
        found = {_place(one): one for _, one in targets}
        if not found:
            out.missed(caller, self._reason(view.strings[callee[1]]))
            return
        member = targets[0][1] if len(found) == 1 else self._general(targets)
        if member is None and len(found) > 1:
            out.missed(caller, "ambiguous")
            return
        said = isinstance(member, Documented)
        if isinstance(member, Documented):
            if member.member is None:  # a comment alone declares it
                out.missed(caller, "dynamic")
                return
            member = member.member
        if not isinstance(member, Member):
            out.missed(caller, "external" if member == EXTERNAL else self._reason(view.strings[callee[1]]))
            return
        base = view.expressions[callee[2]]
        word = view.strings[base[1]].lower() if base[0] == Op.NAME else ""
        evidence = _BY_WORD.get(word)
        if said:
            evidence = Evidence.ANNOTATION
        elif member.inherited:
            evidence = Evidence.INHERITS
        elif evidence is None and base[0] == Op.NAME and not word.startswith("$"):
            evidence = Evidence.LEXICAL if member.path == view.path else self._of_class(view, word, at)
        elif evidence is None:
            evidence = self._types.evidence(view, callee[2], scope, at)
        dynamic = "abstract" in self._types.attributes(member)
        out.call(caller, (member.path, member.symbol), evidence, line, dynamic=dynamic)

    def _reason(self, name: str) -> str:
        """Why a method is not found: one that no class of the repository has is from outside."""
        named = self._project.world.get(("php.named", name.lower())) or not name.isidentifier()
        return "unknown" if named else "external"

    def _general(self, targets: list[tuple[Any, Found]]) -> Found:
        """Of several classes that a receiver may be the one that all others derive from."""
        classes = [t for t, _ in targets]
        for t, found in targets:
            if all(self._types.derives(one, t) for one in classes):
                return found
        return None

    @staticmethod
    def _of_class(view: FileView, word: str, at: int) -> Evidence:
        """A class that is named: by a `use`, or as one of the same namespace."""
        used = word.partition("\\")[0] in segment(view, at).classes or word.startswith("\\")
        return Evidence.IMPORT if used else Evidence.SAME_PACKAGE

    # --- the other edges ----------------------------------------------------------------------------

    def _imports(self, view: FileView, out: FileEdges) -> None:
        done = {view.path}
        for one in view.facts.imports:
            path = ""
            if one.kind == "include":
                base = "" if one.module.startswith("/") else posixpath.dirname(view.path)
                path = posixpath.normpath(posixpath.join(base, one.module))
                if not self._project.exists(path):
                    continue
            elif one.kind == "":
                entry = self._names.of_full_name(view, one.module)
                path = "" if entry is None else entry[0]
            elif one.kind == "function":
                entry = self._names.find_function(view, "\\" + one.module, one.start)
                path = "" if entry is None else entry[0]
            if path and path not in done:
                done.add(path)
                out.add(EdgeKind.IMPORTS, (view.path, ""), (path, ""), Evidence.IMPORT, one.line)

    def _declaration(self, view: FileView, index: int, one: Declaration, out: FileEdges) -> None:
        own = (view.path, view.symbols[index])
        for how, expression in one.bases:
            if how == "alias":
                continue
            t = self._types.as_type(view, expression, one.scope, one.start)
            if t is not None and t[0] == "N":
                kind = EdgeKind.IMPLEMENTS if how == "implements" else EdgeKind.INHERITS
                out.add(kind, own, (t[1], t[2]), Evidence.INHERITS, one.line)
        for decorator in one.decorators:
            row = view.expressions[decorator]
            t = self._types.as_type(view, row[2] if row[0] == Op.CALL else decorator, one.scope, one.start)
            if t is not None and t[0] == "N":
                out.add(EdgeKind.DECORATES, (t[1], t[2]), own, Evidence.ANNOTATION, one.line)
        stated = [p.type for p in one.parameters] + list(one.results)
        if one.kind in ("field", "constant"):
            stated.append(one.type)
        seen = {
            target
            for expression in stated
            if expression != NONE
            for target in named_types(self._types.as_type(view, expression, one.scope, one.start))
        }
        if one.kind in CLASSES or (not one.name and one.kind != "function"):
            return
        for target in sorted(seen - {own}):
            out.add(EdgeKind.REFERENCES, own, target, Evidence.ANNOTATION, one.line)


def _place(found: Found) -> tuple[str, str] | str | None:
    """Where a member is declared, however it was found."""
    member = found.member if isinstance(found, Documented) else found
    return (member.path, member.symbol) if isinstance(member, Member) else member


def named_types(t: Any) -> Iterable[tuple[str, str]]:
    """The repository's classes that stand anywhere in a type."""
    for one in parts(t):
        if one is None:
            continue
        if one[0] == "N":
            yield one[1], one[2]
        elif one[0] in ("A", "C", "D", "R"):
            yield from named_types(one[1])
        elif one[0] in ("S", "&"):
            for inner in one[1]:
                yield from named_types(inner[1] if one[0] == "S" else inner)
