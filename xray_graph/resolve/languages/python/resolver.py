"""Python: the edges of one file. What an expression may be is worked out by `types`.

A call has an edge to each declaration that its callee may be by declared evidence: a name in scope, a
module's name through imports, a member of a class that the receiver is known to be of. A call of
a value that a variable or parameter holds, of a builtin and of a package outside has none; each is
counted with its reason.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Final

import msgspec

from xray_graph.model import NONE, Call, EdgeKind, Evidence, Op
from xray_graph.resolve.languages.python.assigned import named_keys
from xray_graph.resolve.languages.python.classes import CLASS_OBJECTS
from xray_graph.resolve.languages.python.fixtures import fixture_keys
from xray_graph.resolve.languages.python.members import Member
from xray_graph.resolve.languages.python.passed import Passed
from xray_graph.resolve.languages.python.targets import Found, Target, Targets
from xray_graph.resolve.languages.python.types import CLASS_KINDS, Types

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Declaration, Import
    from xray_graph.resolve.languages.python.values import Value
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key


_NAMING: Final = frozenset({int(Op.NAME), int(Op.MEMBER)})
_ASKED_OF: Final = frozenset({int(Op.MEMBER), int(Op.INDEX)})  # what asks something of its first part
_MAY_CHANGE: Final = frozenset({"dynamic", "unknown"})  # with what a function is handed
MAX_ROUNDS: Final = 4  # of functions handed to functions that are handed to functions


class Open(msgspec.Struct, frozen=True, gc=False):
    """A call that may get an edge yet."""

    call: Call
    caller: int
    symbol: str
    found: Found


class Callers:
    """The declaration that a scope's code belongs to, and its symbol, each worked out once."""

    def __init__(self, view: FileView) -> None:
        self._view = view
        self._known: dict[int, tuple[int, str]] = {}

    def of(self, scope: int) -> tuple[int, str]:
        known = self._known.get(scope)
        if known is None:
            caller = self._view.caller(scope)
            known = self._known[scope] = caller, self._view.symbols[caller] if caller != NONE else ""
        return known


class PythonResolver:
    languages = frozenset({"python"})

    def __init__(self, project: Project) -> None:
        self._types = Types(project)
        self._targets = Targets(self._types)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        """Module names, and which names there are at all: a call of another name is no call into here."""
        yield from self._types.modules.contribute(view)
        yield from fixture_keys(view)
        yield from named_keys(view)

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def named(self, view: FileView, expression: int, scope: int, at: int) -> list[tuple[str, str]]:
        self._types.memo, self._types.inside, self._types.passed = {}, False, Passed(view.path)
        return [(t.path, t.symbol) for t in self._targets.named(view, expression, scope, at).targets]

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._types.memo = {}
        self._types.inside = False
        self._types.passed = Passed(view.path)
        self._imports(view, out)
        self._calls(view, out)
        for index, one in enumerate(view.declarations):
            if one.bases:
                self._bases(view, index, one, out)
            if one.decorators:
                self._decorators(view, index, one, out)
            self._written_types(view, index, one, out)
        self._references(view, out)

    # --- calls --------------------------------------------------------------------------------------

    def _calls(self, view: FileView, out: FileEdges) -> None:
        rows, calls = view.expressions, view.facts.calls
        inner = set()  # calls whose result something else is asked of
        for call in calls:
            callee = rows[call.expression][2]
            while callee != NONE and rows[callee][0] in _ASKED_OF:
                callee = rows[callee][2]
            inner.add(callee)
        # Inner expressions have lower numbers: each call finds what it is chained to worked out.
        callers = Callers(view)
        pending: list[Open] = []  # without an edge, or with one that a value gives which may have others
        new = False
        for call in sorted(calls, key=attrgetter("expression")):
            row = rows[call.expression]
            caller, symbol = callers.of(call.scope)
            found = self._targets.of(view, row[2], call.scope, call.start)
            if found.targets:
                new = self._call(view, call, symbol, found.targets, out) or new
            if found.held or (found.reason in _MAY_CHANGE and not found.targets):
                pending.append(Open(call, caller, symbol, found))
            elif not found.targets:
                out.missed(symbol, found.reason)
            if call.expression in inner:
                self._types.expressions.value(view, call.expression, call.scope, call.start)
            if len(row) > 3:
                self._handed_over(view, row, call.scope, call.start, call.line, symbol, out)
        for _ in range(MAX_ROUNDS):
            if not new:
                break
            new, pending = self._again(view, pending, out)
        for one in pending:
            if not one.found.targets:
                out.missed(one.symbol, one.found.reason)

    def _call(
        self, view: FileView, call: Call, symbol: str, targets: tuple[Target, ...], out: FileEdges
    ) -> bool:
        """Add a call's edges, and note what it hands to a function of this file; True where that is new."""
        new = False
        row = view.expressions[call.expression]
        for target in targets:
            place = (target.path, target.symbol)
            out.call(symbol, place, target.evidence, call.line, dynamic=target.dynamic)
            if target.path == view.path and len(row) > 3:
                new = self._note(view, target.symbol, row, call) or new
        return new

    def _note(self, view: FileView, symbol: str, row: tuple[int, ...], call: Call) -> bool:
        index, skip = view.index_of(symbol), 1
        if index is not None and view.declarations[index].kind in CLASS_KINDS:
            index = view.index_of(f"{symbol}.__init__")
        elif index is not None:
            method = self._types.is_method(view, index)
            skip = int(method and "static" not in view.declarations[index].attributes)
            callee = view.expressions[row[2]]
            if skip and callee[0] == Op.MEMBER:  # `Class.method(instance)`
                base = self._types.expressions.value(view, callee[2], call.scope, call.start)
                skip = int("classmethod" in view.declarations[index].attributes or not _on_class(base))
        if index is None:
            return False
        return self._types.passed.note(view, index, row, call.scope, call.start, skip)

    def _again(self, view: FileView, pending: list[Open], out: FileEdges) -> tuple[bool, list[Open]]:
        """Look once more at the calls inside functions that are now known to be handed something."""
        self._types.memo = {}
        takers = self._types.passed.takers()
        # What `__init__` is handed may be kept in `self`, which every method of the class sees.
        takers |= {self._types.owner_class(view, one) for one in takers} - {NONE}
        left: list[Open] = []
        new = False
        for one in pending:
            caller = one.caller
            while caller != NONE and caller not in takers:
                caller = view.declarations[caller].parent
            if caller == NONE or one.found.reason not in _MAY_CHANGE:
                left.append(one)
                continue
            call = one.call
            found = self._targets.of(view, view.expressions[call.expression][2], call.scope, call.start)
            more = [target for target in found.targets if target not in one.found.targets]
            if more:
                new = self._call(view, call, one.symbol, tuple(more), out) or new
            if not found.targets or found.held:
                left.append(Open(call, one.caller, one.symbol, found))
        return new, left

    def _handed_over(
        self,
        view: FileView,
        row: tuple[int, ...],
        scope: int,
        at: int,
        line: int,
        caller: str,
        out: FileEdges,
    ) -> None:
        """`references` to the functions and classes among a call's arguments."""
        rows = view.expressions
        for one in row[3:]:
            inner = rows[one]
            if inner[0] == Op.KEYWORD:
                one = inner[2]
                inner = rows[one] if one != NONE else inner
            if inner[0] in _NAMING:
                self._refer(view, one, scope, at, line, caller, out)

    def _refer(
        self, view: FileView, expression: int, scope: int, at: int, line: int, caller: str, out: FileEdges
    ) -> None:
        name = view.name(expression)
        if not self._types.is_named(name):
            return
        for target in self._targets.named(view, expression, scope, at).targets:
            source, place = (view.path, caller), (target.path, target.symbol)
            if source != place:
                out.add(EdgeKind.REFERENCES, source, place, target.evidence, line)

    # --- modules ------------------------------------------------------------------------------------

    def _imports(self, view: FileView, out: FileEdges) -> None:
        """From the file to each file that it takes a name of; one that only passes it on is referred to."""
        done: set[tuple[EdgeKind, str]] = set()
        for one in view.facts.imports:
            module = self._types.modules.module(view, one.module)
            targets = self._defining(view, one, module)
            passed = [module[1]] if one.name and module[0] == "mod" and module[1] not in targets else []
            for kind, paths in ((EdgeKind.IMPORTS, targets), (EdgeKind.REFERENCES, passed)):
                for path in paths:
                    if path == view.path or (kind, path) in done:
                        continue
                    done.add((kind, path))
                    direct = kind == EdgeKind.REFERENCES or self._is_direct(module, one, path)
                    evidence = Evidence.IMPORT if direct else Evidence.RE_EXPORT
                    out.add(kind, (view.path, ""), (path, ""), evidence, one.line)

    def _is_direct(self, module: tuple[str, str], one: Import, path: str) -> bool:
        """Whether a file is what an import names itself: the module, or the module inside a package."""
        return module[1] == path or self._types.modules.submodule(module, one.name) == ("mod", path)

    def _defining(self, view: FileView, one: Import, module: tuple[str, str]) -> list[str]:
        if not one.name or one.name == "*":
            return [module[1]] if module[0] == "mod" else []
        targets = self._types.modules.attribute(module, one.name)
        found = [target[1] for target in targets if target[0] in ("top", "mod")]
        if not found and module[0] == "mod":
            found.append(module[1])
        return list(dict.fromkeys(found))

    # --- declarations -------------------------------------------------------------------------------

    def _bases(self, view: FileView, index: int, one: Declaration, out: FileEdges) -> None:
        if one.kind not in CLASS_KINDS:
            return
        source = (view.path, view.symbols[index])
        for base in self._types.classes.bases(*source):
            if base[0] == "C":
                out.add(EdgeKind.INHERITS, source, (base[1], base[2]), Evidence.INHERITS, one.line)

    def _decorators(self, view: FileView, index: int, one: Declaration, out: FileEdges) -> None:
        """From a decorator to what it decorates."""
        place = (view.path, view.symbols[index])
        for decorator in one.decorators:
            row = view.expressions[decorator]
            named = row[2] if row[0] == Op.CALL else decorator
            for target in self._targets.of(view, named, one.scope, one.start).targets:
                source = (target.path, target.symbol)
                if source != place:
                    out.add(EdgeKind.DECORATES, source, place, target.evidence, one.line)

    def _written_types(self, view: FileView, index: int, one: Declaration, out: FileEdges) -> None:
        """`references` from a declaration to the classes that its types name."""
        stated = [p.type for p in one.parameters] + list(one.results) + [one.type]
        found: set[tuple[str, str]] = set()
        for expression in stated:
            if expression != NONE:
                value = self._types.annotations.read(view, expression, one.scope, index)
                found.update(named_classes(value))
        source = (view.path, view.symbols[index])
        for target in sorted(found - {source}):
            out.add(EdgeKind.REFERENCES, source, target, Evidence.ANNOTATION, one.line)

    # --- uses ---------------------------------------------------------------------------------------

    def _references(self, view: FileView, out: FileEdges) -> None:
        """Properties that are read; classes that are raised and caught."""
        callers = Callers(view)
        rows = view.expressions
        known: dict[int, bool] = {}  # number of a string → whether anything is a property of this name
        for one in view.facts.references:
            row = rows[one.expression]
            if one.kind != "value":
                parts = row[2:] if row[0] == Op.SEQUENCE else (one.expression,)
                _caller, symbol = callers.of(one.scope)
                for part in parts:
                    self._refer(view, part, one.scope, one.start, one.line, symbol, out)
                continue
            number = row[1]
            if number not in known:
                known[number] = self._types.is_named(view.name(one.expression), "py.property")
            if known[number]:
                _caller, symbol = callers.of(one.scope)
                self._read(view, row, one.scope, one.start, one.line, symbol, out)

    def _read(
        self,
        view: FileView,
        row: tuple[int, ...],
        scope: int,
        at: int,
        line: int,
        caller: str,
        out: FileEdges,
    ) -> None:
        name = view.strings[row[1]]
        base = self._types.expressions.value(view, row[2], scope, at)
        for atom in base:
            member = self._types.members.member(atom, name) if atom[0] in ("I", "Z") else None
            if isinstance(member, Member) and member.kind == "property":
                evidence = Evidence.INHERITS if member.depth else Evidence.RECEIVER
                out.add(EdgeKind.READS, (view.path, caller), (member.path, member.symbol), evidence, line)


def _on_class(base: Value) -> bool:
    return any(atom[0] in CLASS_OBJECTS for atom in base)


def named_classes(value: Value, depth: int = 0) -> Iterable[tuple[str, str]]:
    """The repository's classes that stand anywhere in a type."""
    if depth > 8:
        return
    for atom in value:
        head = atom[0]
        parts: tuple[Value, ...] = ()
        if head in ("I", "C"):
            yield atom[1], atom[2]
            parts = atom[3]
        elif head == "E":
            parts = atom[2]
        elif head == "T":
            parts = atom[1]
        elif head == "K":
            parts = (*(atom[1] or ()), atom[2])
        for part in parts:
            yield from named_classes(part, depth + 1)
