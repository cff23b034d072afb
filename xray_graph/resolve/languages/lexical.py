"""What can be resolved in any language from one file's scopes alone.

A bare call of a name that an enclosing scope declares, and a call on `this` of a member that the
enclosing type declares itself. Whatever needs another file, a type or a base has no edge and is
counted. The floor that a language stands on until it has rules of its own; those build on it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.graph.ids import NOT_NODES
from xray_graph.model import CALLABLES, NONE, TYPES, EdgeKind, Evidence, Op

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xray_graph.model import Call
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

CONSTRUCTED: Final = frozenset({"class", "struct", "enum"})


class Rules(NamedTuple):
    """How one language's scopes work."""

    members_are_in_scope: bool = False  # a method's body sees its class's members bare (Java, C++, C#)
    selves: frozenset[str] = frozenset({"this"})
    overloads: bool = False  # several functions of one name in one scope: arity chooses
    hoisted: bool = True  # a declaration is visible before the line it stands on
    construct_by_call: bool = False  # `Foo()` makes a Foo


RULES: Final[dict[str, Rules]] = {
    "python": Rules(selves=frozenset({"self", "cls"}), construct_by_call=True),
    "javascript": Rules(),
    "typescript": Rules(),
    "tsx": Rules(),
    "java": Rules(members_are_in_scope=True, overloads=True),
    "csharp": Rules(members_are_in_scope=True, overloads=True),
    "cpp": Rules(members_are_in_scope=True, overloads=True, construct_by_call=True),
    "c": Rules(),
    "rust": Rules(selves=frozenset({"self", "Self"})),
    "php": Rules(selves=frozenset({"$this", "self", "static"})),
    "ruby": Rules(members_are_in_scope=True, selves=frozenset({"self"})),
}


class LexicalResolver:
    """The edges of one file that its own scopes decide."""

    def __init__(self, project: Project, languages: Iterable[str]) -> None:
        self.languages = frozenset(languages)
        self.project = project

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        return ()

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        rules = RULES[view.facts.language]
        for call in view.facts.calls:
            caller = view.caller(call.scope)
            self._call(view, rules, call, view.symbols[caller] if caller != NONE else "", out)
        for index, one in enumerate(view.declarations):
            self._bases(view, index, one.scope, out)

    def _call(self, view: FileView, rules: Rules, call: Call, caller: str, out: FileEdges) -> None:
        row = view.expressions[call.expression]
        head = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        if head[0] == Op.APPLY:
            head = view.expressions[head[2]]
        arity = len(row) - 3
        if head[0] == Op.NAME:
            name = view.strings[head[1]]
            found, evidence = self._bare(view, rules, call.scope, name), Evidence.LEXICAL
        elif head[0] == Op.MEMBER and view.expressions[head[2]][0] == Op.NAME:
            base = view.strings[view.expressions[head[2]][1]]
            name = view.strings[head[1]]
            found = self._own_member(view, call.scope, name) if base in rules.selves else None
            evidence = Evidence.RECEIVER
        else:
            out.missed(caller, "unknown")
            return
        if found is None:
            out.missed(caller, "unknown")
            return
        makes = row[0] == Op.NEW or rules.construct_by_call
        kinds = CALLABLES | {"macro"} | (CONSTRUCTED if makes else frozenset())
        fitting = self._fitting(view, rules, [i for i in found if view.declarations[i].kind in kinds], arity)
        if len(fitting) == 1:
            out.call(caller, (view.path, view.symbols[fitting[0]]), evidence, call.line)
        else:
            out.missed(caller, "ambiguous" if fitting else "dynamic")

    def _bare(self, view: FileView, rules: Rules, scope: int, name: str) -> Sequence[int] | None:
        """The declarations that a bare name means here; None when it is not declared in this file."""
        scopes = view.facts.scopes
        while scope != NONE:
            if view.bindings(scope, name):
                return []  # a value: what it holds is not declared
            owner = scopes[scope].declaration
            in_type = owner != NONE and view.declarations[owner].kind in TYPES
            if not in_type:
                found = view.declared(scope, name)
                if found:
                    return found
                if any(one.scope == scope for one in view.imports(name)):
                    return None
            elif rules.members_are_in_scope:
                found = view.members(owner).get(name, [])
                if found:
                    return found
            scope = scopes[scope].parent
        return None

    def _own_member(self, view: FileView, scope: int, name: str) -> Sequence[int] | None:
        owner = view.enclosing(scope, TYPES)
        return (view.members(owner).get(name) or None) if owner != NONE else None

    @staticmethod
    def _fitting(view: FileView, rules: Rules, found: Sequence[int], arity: int) -> Sequence[int]:
        """Of several overloads those that take this many arguments."""
        if len(found) < 2 or not rules.overloads:
            return found
        return [i for i in found if takes(view, i, arity)]

    def _bases(self, view: FileView, index: int, scope: int, out: FileEdges) -> None:
        """`inherits` and `implements` to types that this file declares itself."""
        one = view.declarations[index]
        if one.kind in NOT_NODES:
            return
        for how, expression in one.bases:
            row = view.expressions[expression]
            if row[0] == Op.APPLY:
                row = view.expressions[row[2]]
            if row[0] != Op.NAME:
                continue
            found = self._bare(view, RULES[view.facts.language], scope, view.strings[row[1]]) or []
            types = [i for i in found if view.declarations[i].kind in TYPES - NOT_NODES and i != index]
            if len(types) == 1:
                kind = EdgeKind.IMPLEMENTS if how == "implements" else EdgeKind.INHERITS
                target = (view.path, view.symbols[types[0]])
                out.add(kind, (view.path, view.symbols[index]), target, Evidence.INHERITS, one.line)


def takes(view: FileView, index: int, arity: int) -> bool:
    """Whether a callable can be called with this many positional arguments."""
    parameters = view.declarations[index].parameters
    required = sum(1 for p in parameters if p.default == NONE and not p.flags)
    variadic = any("variadic" in p.flags for p in parameters)
    return required <= arity and (variadic or arity <= len(parameters))
