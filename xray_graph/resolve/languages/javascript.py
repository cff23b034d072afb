"""JavaScript, TypeScript and TSX: the edges of one file. The types behind them are `javascript_types`.

A call has an edge when its callee is a declared function, method, class or property with a function
type of its own, by declared evidence. A call of a value whose function nobody named, and a call into
the language's library or a module outside, have none; each is counted with its reason.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import CALLABLES, NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages import javascript_values as values
from xray_graph.resolve.languages.javascript_names import GLOBAL, VALUE_KINDS, Target
from xray_graph.resolve.languages.javascript_relations import Relations
from xray_graph.resolve.languages.javascript_signatures import states_function
from xray_graph.resolve.languages.javascript_types import Types

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Binding, Call
    from xray_graph.resolve.languages.javascript_members import Member
    from xray_graph.resolve.languages.javascript_values import Type
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
        self._relations = Relations(self._types)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        return self._types.names.contribute(view)

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
        self._types.memo, self._types.depth = {}, 0
        parts = values.parts(self._types.value(view, expression, scope, at))
        found = self._target(parts[0], new=True) if len(parts) == 1 else ""
        return [] if isinstance(found, str) else [found[:2]]

    def resolve(self, view: FileView, out: FileEdges) -> None:
        """All edges of one file. Types rest on types: their questions may nest deeper than Python's limit."""
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, RECURSION))
        try:
            self._resolve(view, out)
        finally:
            sys.setrecursionlimit(limit)

    def _resolve(self, view: FileView, out: FileEdges) -> None:
        self._types.begin({})
        self._relations.imports(view, out)
        # Inner expressions have lower numbers: each call finds what it is chained to worked out.
        for call in sorted(view.facts.calls, key=lambda c: c.expression):
            caller = view.caller(call.scope)
            self._call(view, call, view.symbols[caller] if caller != NONE else "", out)
        self._relations.bases(view, out)
        self._relations.references(view, out, self._target)

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
            self._members(view, call, (head[2], base), found, (call.scope, call.start), caller, out, new=new)
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
        found = self._target(parts[0], new=new)
        if isinstance(found, str):
            out.missed(caller, found)
            self._passed_on(view, parts[0], call, caller, out, new=new)
        else:
            out.call(caller, found[:2], evidence.value, call.line, dynamic=found[2])

    def _passed_on(
        self, view: FileView, t: Type, call: Call, caller: str, out: FileEdges, *, new: bool
    ) -> None:
        """A call of what `module.exports = require("x")` passes on: a use of what x is, no call by name."""
        inner = self._types.of_module(t[1]) if t is not None and t[0] == "M" else None
        if inner is None or inner[0] != "M":
            return
        target = self._target(inner, new=new)
        if not isinstance(target, str):
            out.add(EdgeKind.REFERENCES, (view.path, caller), target[:2], Evidence.RE_EXPORT.value, call.line)

    def _target(self, t: Type, *, new: bool, depth: int = 0) -> tuple[str, str, bool] | str:
        """The declaration that calling a value runs, or why there is none."""
        types = self._types
        if t is None or depth > 4:
            return "unknown"
        head = t[0]
        if head == "F":
            return self._function(t)
        if head == "C":
            return (t[1], t[2], False) if new else "dynamic"
        if head == "M":
            whole = types.of_module(t[1])
            if depth == 0 and whole is not None and whole[0] == "M":
                return "dynamic"
            return self._target(whole, new=new, depth=depth + 1)
        if head == "V":
            return self._target(types.objects.initial(t), new=new, depth=depth + 1)
        if head in ("X", "BF", "B", "L", "A", "T"):
            return "builtin" if head in ("BF", "A", "T") else "external" if head == "X" else "unknown"
        return "dynamic"

    def _function(self, t: Any) -> tuple[str, str, bool] | str:
        index = self._types.index_of(t[1], t[2])
        if index is None:
            return "unknown"
        view = self._project.views[t[1]]
        one = view.declarations[index]
        if not one.name:
            return "dynamic"
        abstract = one.kind == "method" and one.body == NONE and one.parent != NONE
        return (t[1], t[2], abstract)

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
        found = types.members.find(base, name)
        if not found:
            out.missed(caller, "external" if base[0] == "X" else "unknown")
            return
        self._members(view, call, (head[2], base), found, place, caller, out, new=new)

    def _keyed(self, view: FileView, head: tuple[int, ...], place: tuple[int, int]) -> list[Member]:
        if len(head) < 4 or view.expressions[head[3]][0] not in (Op.NAME, Op.MEMBER):
            return []
        base = self._types.value(view, head[2], *place)
        return self._types.expressions.keyed(view, base, head[3], place) if base is not None else []

    def _members(
        self,
        view: FileView,
        call: Call,
        receiver: tuple[int, Type],  # its expression and its type
        found: list[Member],
        place: tuple[int, int],
        caller: str,
        out: FileEdges,
        *,
        new: bool,
    ) -> None:
        """An edge to what each part of a receiver's type has under the name that is called."""
        targets: list[tuple[str, str, bool, Evidence]] = []
        reasons: list[str] = []
        for one in found:
            evidence = self._member_evidence(view, receiver[0], one, place, receiver[1])
            for target in self._member_targets(one, new=new):
                if isinstance(target, str):
                    reasons.append(target)
                elif (*target, evidence) not in targets:
                    targets.append((*target, evidence))
        for path, symbol, dynamic, evidence in targets:
            out.call(caller, (path, symbol), evidence.value, call.line, dynamic=dynamic)
        if not targets:
            out.missed(caller, _worst(reasons))

    def _member_targets(self, one: Member, *, new: bool) -> Iterable[tuple[str, str, bool] | str]:
        if one.view is not None and one.declaration != NONE:
            declaration = one.view.declarations[one.declaration]
            symbol = one.view.symbols[one.declaration]
            if declaration.kind in CALLABLES and _ACCESSORS.isdisjoint(declaration.attributes):
                if not declaration.name:
                    yield "dynamic"
                else:
                    yield (one.view.path, symbol, one.abstract)
                return
            if declaration.kind == "field" and states_function(one.view, declaration.type):
                yield (one.view.path, symbol, True)
                return
        t = self._types.members.member_type(one)
        if t is None:
            yield "unknown"
        for part in values.parts(t):
            yield self._target(part, new=new)

    def _member_evidence(
        self, view: FileView, base: int, one: Member, place: tuple[int, int], t: Type
    ) -> Evidence:
        """What the receiver's type is known from."""
        if t is not None and t[0] in ("M", "S"):
            return Evidence.IMPORT
        if one.depth:
            return Evidence.INHERITS
        row = view.expressions[base]
        if row[0] == Op.NAME:
            target = self._types.names.lookup(view, *place, view.strings[row[1]])
            if target[0] == "binding" and target[1].type == NONE and target[1].value != NONE:
                return _OF_SHAPE.get(view.expressions[target[1].value][0], Evidence.RECEIVER)
            return Evidence.RECEIVER
        return _OF_SHAPE.get(row[0], Evidence.RECEIVER)


def _worst(reasons: list[str]) -> str:
    for reason in ("unknown", "dynamic", "external", "builtin"):
        if reason in reasons:
            return reason
    return "unknown"


_ACCESSORS: Final = frozenset({"getter", "setter"})
_OF_SHAPE: Final = {
    int(Op.NEW): Evidence.CONSTRUCTION,
    int(Op.CALL): Evidence.RESULT,
    int(Op.UNARY): Evidence.RESULT,
    int(Op.PART): Evidence.RESULT,
    int(Op.MEMBER): Evidence.FIELD,
    int(Op.INDEX): Evidence.FIELD,
    int(Op.ELEMENT): Evidence.FIELD,
    int(Op.CAST): Evidence.ANNOTATION,
}
