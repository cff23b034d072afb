"""JavaScript, TypeScript and TSX: the edges of one file. The types behind them are `types`.

A call has an edge when its callee is a declared function, method, class or property with a function
type of its own, by declared evidence. A call of a value whose function nobody named, and a call into
the language's library or a module outside, have none; each is counted with its reason.
"""

from __future__ import annotations

import sys
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.annotations import contribute
from xray_graph.resolve.languages.javascript.names import GLOBAL, VALUE_KINDS, Target
from xray_graph.resolve.languages.javascript.relations import Relations
from xray_graph.resolve.languages.javascript.targets import Targets
from xray_graph.resolve.languages.javascript.types import Types
from xray_graph.resolve.receivers import OF_SHAPE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Binding, Call
    from xray_graph.resolve.languages.javascript.members import Member
    from xray_graph.resolve.languages.javascript.targets import Called
    from xray_graph.resolve.languages.javascript.values import Type
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

# Frames: derivations (World.MAX_DEPTH) times questions in one (MAX_DEPTH), a dozen each.
RECURSION: Final = 12_000

# Bindings whose value is handed over at run time, whatever type is stated for it.
_HANDED: Final = frozenset({"parameter", "loop", "catch"})


class JavaScriptResolver:
    languages = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})

    def __init__(self, project: Project) -> None:
        self._project = project
        self._types = Types(project)
        self._targets = Targets(self._types)
        self._relations = Relations(self._types)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        yield from self._types.names.contribute(view)
        yield from contribute(view)

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        """`Foo.prototype.bar = function` lies in the Foo of its file."""
        one = view.declarations[index]
        if one.receiver == NONE or one.kind != "method":
            return None
        row = view.expressions[one.receiver]
        if row[0] != Op.NAME:
            return None
        name = view.strings[row[1]]
        for other in view.declared(0, name):
            if view.declarations[other].kind in ("class", "function"):
                return view.path, view.symbols[other]
        return None

    def named(self, view: FileView, expression: int, scope: int, at: int) -> list[tuple[str, str]]:
        with self._types.reader():
            parts = values.parts(self._types.value(view, expression, scope, at))
            found = self._targets.of(parts[0], new=True) if len(parts) == 1 else ""
        return [] if isinstance(found, str) else [found[:2]]

    def resolve(self, view: FileView, out: FileEdges) -> None:
        """All edges of one file. Types rest on types: their questions may nest deeper than Python's limit."""
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, RECURSION))
        try:
            with self._types.reader():
                self._resolve(view, out)
        finally:
            sys.setrecursionlimit(limit)

    def _resolve(self, view: FileView, out: FileEdges) -> None:
        self._relations.imports(view, out)
        # Inner expressions have lower numbers: each call finds what it is chained to worked out.
        callers: dict[int, str] = {}  # by scope
        for call in sorted(view.facts.calls, key=_by_expression):
            caller = callers.get(call.scope)
            if caller is None:
                index = view.caller(call.scope)
                caller = callers[call.scope] = view.symbols[index] if index != NONE else ""
            self._call(view, call, caller, out)
        self._relations.bases(view, out)
        self._relations.references(view, out, self._targets.of)

    def _call(self, view: FileView, call: Call, caller: str, out: FileEdges) -> None:
        row = view.expressions[call.expression]
        callee = row[2]
        head = view.expressions[callee]
        while head[0] == Op.APPLY:
            callee = head[2]
            head = view.expressions[callee]
        new = row[0] == Op.NEW
        if head[0] == Op.NAME:
            self._bare(view, call, view.strings[head[1]], caller, out, new=new)
        elif head[0] == Op.MEMBER:
            self._member(view, call, callee, (call.scope, call.start), caller, out, new=new)
        elif head[0] == Op.INDEX and (found := self._keyed(view, head, (call.scope, call.start))):
            base = self._types.value(view, head[2], call.scope, call.start)
            called = self._targets.of_members(found, new=new)
            self._run(view, call, (head[2], base), called, (call.scope, call.start), caller, out)
        else:
            t = self._types.value(view, callee, call.scope, call.start)
            evidence = _OF_SHAPE.get(head[0], Evidence.RESULT)
            self._by_type(view, t, call, caller, evidence, out, new=new)

    def _bare(self, view: FileView, call: Call, name: str, caller: str, out: FileEdges, *, new: bool) -> None:
        types = self._types
        if name in ("require", "import") and not new and self._is_loader(view, call, name):
            out.missed(caller, "builtin")
            return
        if name == "super":
            owner = view.enclosing(call.scope, frozenset({"class"}))
            base = types.bases.static_base(view, owner) if owner != NONE else None
            self._by_type(view, base, call, caller, Evidence.INHERITS, out, new=True)
            return
        target = types.names.lookup(view, call.scope, call.start, name)
        if target == GLOBAL:
            out.missed(caller, "builtin")
            return
        if target[0] == "external":
            out.missed(caller, "external")
            return
        if target[0] == "binding" and self._taken_out(view, target[1]):  # const { f } = o
            one = target[1]
            self._member(view, call, one.value, (one.scope, one.start), caller, out, new=new)
            return
        if target[0] == "binding" and target[1].kind in _HANDED and not new:
            out.missed(caller, "dynamic")  # whatever the caller hands over
            return
        t = types.now(view, target, call.scope, call.start, name)
        if t is not None and t[0] == "F" and self._foreign_value(view, target):
            out.missed(caller, "dynamic")
            return
        self._by_type(view, t, call, caller, self._named_evidence(view, name, target, t), out, new=new)

    def _foreign_value(self, view: FileView, target: Target) -> bool:
        """Whether a name is a variable of another file: a value, whatever it was given there."""
        if target[0] != "name" or target[1] == view.path:
            return False
        found = self._types.names.declarations(target[1], target[2], VALUE_KINDS)
        kinds = self._project.views[target[1]].declarations
        return bool(found) and kinds[found[0]].kind in ("constant", "variable")

    def _is_loader(self, view: FileView, call: Call, name: str) -> bool:
        return name == "import" or self._types.names.lookup(view, call.scope, call.start, name) == GLOBAL

    def _named_evidence(self, view: FileView, name: str, target: Target, t: Type) -> Evidence:
        while target[0] == "of":
            target = target[1]
        if target[0] == "declaration":
            return Evidence.SAME_PACKAGE
        path = target[1] if target[0] in ("name", "module", "export") else view.path
        if path == view.path:  # a variable may hold what another file exports
            foreign = t is not None and (t[0] == "M" or (t[0] in ("F", "C") and t[1] != view.path))
            return Evidence.IMPORT if foreign else Evidence.LEXICAL
        for one in view.imports(name):
            if one.alias and one.kind not in ("export", "dynamic"):
                direct = self._types.names.modules.find(view.path, one.module)
                return Evidence.IMPORT if direct == path else Evidence.RE_EXPORT
        return Evidence.IMPORT

    def _by_type(
        self,
        view: FileView,
        t: Type,
        call: Call,
        caller: str,
        evidence: Evidence,
        out: FileEdges,
        *,
        new: bool,
    ) -> None:
        """An edge to the declared function or class that a value is; none to one of several."""
        parts = values.parts(t)
        if len(parts) != 1:
            out.missed(caller, "ambiguous" if parts else "unknown")
            return
        found = self._targets.of(parts[0], new=new)
        if isinstance(found, str):
            out.missed(caller, found)
            self._passed_on(view, parts[0], call, caller, out, new=new)
        else:
            found = self._targets.fitting(view, view.expressions[call.expression], found)
            out.call(caller, found[:2], evidence, call.line, dynamic=found[2])

    def _passed_on(
        self, view: FileView, t: Type, call: Call, caller: str, out: FileEdges, *, new: bool
    ) -> None:
        """A call of what `module.exports = require("x")` passes on: a use of what x is, no call by name."""
        inner = self._types.of_module(t[1]) if t is not None and t[0] == "M" else None
        if inner is None or inner[0] != "M":
            return
        target = self._targets.of(inner, new=new)
        if not isinstance(target, str):
            out.add(EdgeKind.REFERENCES, (view.path, caller), target[:2], Evidence.RE_EXPORT, call.line)

    @staticmethod
    def _taken_out(view: FileView, one: Binding) -> bool:
        """Whether a name is a member that a pattern took out of a value."""
        if one.value == NONE or one.kind not in ("part", "parameter", "loop"):
            return False
        row = view.expressions[one.value]
        return row[0] == Op.MEMBER and row[2] != NONE

    def _member(
        self,
        view: FileView,
        call: Call,
        callee: int,
        place: tuple[int, int],
        caller: str,
        out: FileEdges,
        *,
        new: bool,
    ) -> None:
        types = self._types
        head = view.expressions[callee]
        name = view.strings[head[1]]
        base = types.value(view, head[2], *place)
        if base is None:
            out.missed(caller, "unknown")
            return
        if base[0] == "M" and self._foreign_value(view, types.names.exported(base[1], name) or GLOBAL):
            out.missed(caller, "dynamic")
            return
        called = self._targets.of_member(base, name, new=new)
        self._run(view, call, (head[2], base), called, place, caller, out)

    def _keyed(self, view: FileView, head: tuple[int, ...], place: tuple[int, int]) -> list[Member]:
        if len(head) < 4 or view.expressions[head[3]][0] not in (Op.NAME, Op.MEMBER):
            return []
        base = self._types.value(view, head[2], *place)
        return self._types.expressions.keyed(view, base, head[3], place) if base is not None else []

    def _run(
        self,
        view: FileView,
        call: Call,
        receiver: tuple[int, Type],  # its expression and its type
        called: Called,
        place: tuple[int, int],
        caller: str,
        out: FileEdges,
    ) -> None:
        """An edge to what each part of a receiver's type has under the name that is called."""
        if not called.targets:
            out.missed(caller, called.reason)
            return
        own = self._receiver_evidence(view, receiver[0], place, receiver[1])
        for target, inherited in called.targets:
            path, symbol, dynamic = (
                self._targets.fitting(view, view.expressions[call.expression], target)
                if called.overloaded
                else target
            )
            evidence = Evidence.INHERITS if inherited and own != Evidence.IMPORT else own
            out.call(caller, (path, symbol), evidence, call.line, dynamic=dynamic)

    def _receiver_evidence(self, view: FileView, base: int, place: tuple[int, int], t: Type) -> Evidence:
        """What a receiver's type is known from."""
        if t is not None and t[0] in ("M", "S"):
            return Evidence.IMPORT
        row = view.expressions[base]
        if row[0] == Op.NAME:
            target = self._types.names.lookup(view, *place, view.strings[row[1]])
            if target[0] == "binding" and target[1].type == NONE and target[1].value != NONE:
                return _OF_SHAPE.get(view.expressions[target[1].value][0], Evidence.RECEIVER)
            return Evidence.RECEIVER
        return _OF_SHAPE.get(row[0], Evidence.RECEIVER)


_by_expression = attrgetter("expression")
_OF_SHAPE: Final = {
    **OF_SHAPE,
    int(Op.UNARY): Evidence.RESULT,
    int(Op.PART): Evidence.RESULT,
}
