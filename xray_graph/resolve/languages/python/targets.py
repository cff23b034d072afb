"""Which declarations an expression names: what a call calls, a decorator applies, an argument hands over.

A name leads to its definitions, through imports and re-exports; a member to what the classes of its receiver
declare. Several alternatives give several targets; a name that only holds a value gives none.
Called by `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from xray_graph.model import CALLABLES, NONE, Evidence, Op
from xray_graph.resolve.languages.python.classes import CLASS_OBJECTS, INSTANCES
from xray_graph.resolve.languages.python.members import Member
from xray_graph.resolve.languages.python.names import BINDING, DECLARATION, FILE, IMPORT, names_of
from xray_graph.resolve.languages.python.values import Atom, Value, last
from xray_graph.resolve.receivers import OF_SHAPE

if TYPE_CHECKING:
    from xray_graph.resolve.languages.python.names import Definition
    from xray_graph.resolve.languages.python.types import Types
    from xray_graph.resolve.view import FileView

_TARGETS: Final = CALLABLES | {"class", "enum"}


class Target(msgspec.Struct, frozen=True, gc=False):
    path: str
    symbol: str
    evidence: Evidence
    dynamic: bool = False


class Found(msgspec.Struct, frozen=True, gc=False):
    targets: tuple[Target, ...]
    reason: str = "unknown"  # why there is none, one of project.REASONS
    held: bool = False  # they are what a value is, not what a name means


UNKNOWN: Final = Found(())
EXTERNAL: Final = Found((), "external")
BUILTIN: Final = Found((), "builtin")
DYNAMIC: Final = Found((), "dynamic")
_OUTSIDE: Final = frozenset(
    {"X", "E", "L", "B", "T", "K", "F", "M"}
)  # none of their members is declared here


class Targets:
    def __init__(self, types: Types) -> None:
        self._types = types

    def named(self, view: FileView, expression: int, scope: int, at: int) -> Found:
        """The declarations that an expression names itself; not what a variable holds."""
        row = view.expressions[expression]
        if row[0] == Op.NAME:
            return self._name(view, view.strings[row[1]], scope, at, held=False)
        return self._member(view, row, scope, at, held=False) if row[0] == Op.MEMBER else UNKNOWN

    def of(self, view: FileView, expression: int, scope: int, at: int) -> Found:
        """The declarations that an expression names, or that what it names is known to hold."""
        row = view.expressions[expression]
        if row[0] == Op.NAME:
            return self._name(view, view.strings[row[1]], scope, at, held=True)
        if row[0] == Op.MEMBER:
            return self._member(view, row, scope, at, held=True)
        if row[0] == Op.INDEX:  # Box[int](…)
            base = self._types.expressions.value(view, row[2], scope, at)
            if any(atom[0] == "C" for atom in base):
                return self.of(view, row[2], scope, at)
        return self._held(self._types.expressions.value(view, expression, scope, at))

    @staticmethod
    def _held(value: Value) -> Found:
        """The functions and classes that a value is known to be, by plain assignment alone."""
        held: list[Atom] = []
        for atom in value:
            found = atom[3] if atom[0] == "K" and len(atom) > 3 else (atom,)
            if not found or any(one[0] not in ("F", "M", "C") for one in found):
                return DYNAMIC
            held += found
        named = [atom for atom in held if "@" not in last(atom[2])]  # what has no name is called by none
        targets = dict.fromkeys(Target(a[1], a[2], Evidence.LEXICAL) for a in named)
        return Found(tuple(targets), "dynamic", held=True)

    # --- names ------------------------------------------------------------------------------------

    def _name(self, view: FileView, name: str, scope: int, at: int, *, held: bool) -> Found:
        names = names_of(view)
        _frame, definitions = self._types.expressions.definitions(view, names, name, scope, at)
        if not definitions:
            stars = self._types.modules.starred(view, name)
            if not stars:
                return BUILTIN
            imports = view.facts.imports
            starred = [self._types.modules.module(view, imports[i].module) for i in names.stars.get(FILE, ())]
            direct = {module[1] for module in starred}
            return self._imported(
                stars, next((one[1] for one in stars if one[1] in direct), "?"), Evidence.IMPORT
            )
        found: list[Target] = []
        reason = "unknown"
        for one in definitions:
            given = self._definition(view, one, Evidence.LEXICAL)
            found += [target for target in given.targets if target not in found]
            if not given.targets:
                reason = given.reason
        if held and not found and reason == "dynamic":
            return self._held(self._types.expressions.named(view, name, scope, at))
        return Found(tuple(found), reason)

    def _definition(self, view: FileView, one: Definition, evidence: Evidence) -> Found:
        memo = self._types.memo
        key = ("target", view.path, one.what, one.row)
        if key not in memo:
            memo[key] = self._declaration(view, one, evidence)
        found: Found = memo[key]
        return found

    def _declaration(self, view: FileView, one: Definition, evidence: Evidence) -> Found:
        if one.what == IMPORT:
            imported = view.facts.imports[one.row]
            module = self._types.modules.module(view, imported.module)[1] if imported.name else ""
            return self._imported(self._types.modules.imported(view, imported), module, Evidence.IMPORT)
        if one.what == BINDING:
            return DYNAMIC
        declared = view.declarations[one.row]
        if declared.kind not in _TARGETS:
            return DYNAMIC
        dynamic = declared.kind in CALLABLES and "abstract" in declared.attributes
        return Found((Target(view.path, view.symbols[one.row], evidence, dynamic),))

    def _imported(self, targets: list[tuple[str, ...]], module: str, evidence: Evidence) -> Found:
        """What imports lead to; a name that its module only passes on is a re-export."""
        found: list[Target] = []
        reason = "unknown"
        for one in targets:
            if one[0] == "top":
                passed = Evidence.RE_EXPORT if module and one[1] != module else evidence
                given = self.top(one[1], one[2], passed)
                found += [target for target in given.targets if target not in found]
                reason = given.reason
            elif one[0] == "X":
                reason = "external"
            else:
                reason = "dynamic"
        return Found(tuple(found), reason)

    def top(self, path: str, name: str, evidence: Evidence) -> Found:
        """The declarations of a module's own name."""
        key = ("py.targets", path, name)
        nothing: tuple[tuple[str, bool], ...] = ()
        found = self._types.derived(key, self._top, nothing)
        return Found(tuple(Target(path, symbol, evidence, dynamic) for symbol, dynamic in found), "dynamic")

    def _top(self, path: str, name: str) -> tuple[tuple[str, bool], ...]:
        self._types.world.get(("py.top", path, name))
        view = self._types.project.views[path]
        names = names_of(view)
        return tuple(
            (target.symbol, target.dynamic)
            for one in names.settled(names.of(FILE, name), FILE)
            if one.what == DECLARATION
            for target in self._definition(view, one, Evidence.LEXICAL).targets
        )

    # --- members ----------------------------------------------------------------------------------

    def _member(self, view: FileView, row: tuple[int, ...], scope: int, at: int, *, held: bool) -> Found:
        name = view.strings[row[1]]
        if not self._types.is_named(name):
            return EXTERNAL  # nothing in the repository is called that
        base = self._types.expressions.value(view, row[2], scope, at)
        if not base:
            return UNKNOWN
        if all(atom[0] in _OUTSIDE for atom in base):
            return EXTERNAL
        found: list[Target] = []
        reasons: list[str] = []
        evidence = self._evidence(view, row[2], scope, at)
        for atom in base:
            given = self.of_atom(atom, name, evidence)
            found += [target for target in given.targets if target not in found]
            if not given.targets:
                reasons.append(given.reason)
        if held and not found and "dynamic" in reasons:
            value = self._types.members.attribute(base, name)
            # A class that an attribute holds is a default that a subclass may replace.
            if not any(atom[0] == "C" for atom in value) or base[0][0] == "mod":
                return self._held(value)
            return DYNAMIC
        return Found(tuple(found), reasons[0] if reasons else "unknown")

    def of_atom(self, atom: Atom, name: str, evidence: Evidence) -> Found:
        """The declarations of `name` on one alternative of a receiver."""
        head = atom[0]
        if head in ("mod", "pkg"):
            module = atom[1] if head == "mod" else ""
            return self._imported(self._types.modules.attribute(atom, name), module, Evidence.IMPORT)
        if head in _OUTSIDE:
            return EXTERNAL
        if head == "V":
            return self.of_all(tuple(atom[2]), name, evidence)
        if head not in INSTANCES and head not in CLASS_OBJECTS and head != "S":
            return UNKNOWN
        member = self._types.members.member(atom, name)
        if not isinstance(member, Member):
            return EXTERNAL if member == "external" else UNKNOWN
        if not member.callable:
            return DYNAMIC
        known = Evidence.INHERITS if member.depth else evidence
        return Found((Target(member.path, member.symbol, known, member.abstract),))

    def of_all(self, value: Value, name: str, evidence: Evidence) -> Found:
        found: list[Target] = []
        for atom in value:
            found += self.of_atom(atom, name, evidence).targets
        return Found(tuple(dict.fromkeys(found)))

    def _evidence(self, view: FileView, base: int, scope: int, at: int) -> Evidence:
        """What the type of a receiver is known from."""
        row = view.expressions[base]
        if row[0] == Op.NAME:
            _frame, definitions = names_of(view).find(scope, at, view.strings[row[1]])
            if definitions and definitions[0].what == BINDING:
                bound = view.facts.bindings[definitions[0].row]
                if bound.type == NONE and bound.value != NONE and bound.kind != "parameter":
                    return self._of_shape(view, bound.value, bound.scope, bound.start - 1)
            return Evidence.RECEIVER
        return self._of_shape(view, base, scope, at)

    def _of_shape(self, view: FileView, expression: int, scope: int, at: int) -> Evidence:
        row = view.expressions[expression]
        if row[0] == Op.CALL:
            callee = self._types.expressions.value(view, row[2], scope, at)
            made = any(atom[0] in CLASS_OBJECTS for atom in callee)
            return Evidence.CONSTRUCTION if made else Evidence.RESULT
        return _OF_SHAPE.get(row[0], Evidence.RECEIVER)


_OF_SHAPE: Final = {
    **OF_SHAPE,
    int(Op.PART): Evidence.RESULT,
    int(Op.ENTER): Evidence.RESULT,
}
