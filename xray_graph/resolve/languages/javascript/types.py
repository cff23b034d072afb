"""What type an expression of JavaScript or TypeScript has, by declaration and plain construction alone.

Reads one file's expressions in their scope; what lies in another file is asked of the World and derived
there once. What is not known is None, and so is what follows from it. Types are the tuples of
`values`. Called by `resolver`; asks `members`, `calls` and
`context`, which ask back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.annotations import Annotations
from xray_graph.resolve.languages.javascript.bases import Bases
from xray_graph.resolve.languages.javascript.calls import Calls
from xray_graph.resolve.languages.javascript.conditional import Conditional
from xray_graph.resolve.languages.javascript.construction import Construction
from xray_graph.resolve.languages.javascript.containers import Containers
from xray_graph.resolve.languages.javascript.context import Context
from xray_graph.resolve.languages.javascript.expressions import Expressions, literal
from xray_graph.resolve.languages.javascript.filled import Filled
from xray_graph.resolve.languages.javascript.generics import Generics
from xray_graph.resolve.languages.javascript.inference import Inference
from xray_graph.resolve.languages.javascript.library import GLOBALS
from xray_graph.resolve.languages.javascript.members import Members
from xray_graph.resolve.languages.javascript.memory import Memory
from xray_graph.resolve.languages.javascript.names import (
    GLOBAL,
    NARROWED,
    VALUE_KINDS,
    Names,
    Target,
    commonjs,
)
from xray_graph.resolve.languages.javascript.narrowing import Narrowing
from xray_graph.resolve.languages.javascript.objects import Objects
from xray_graph.resolve.languages.javascript.places import places_of
from xray_graph.resolve.languages.javascript.shapes import is_name, shapes_of
from xray_graph.resolve.languages.javascript.signatures import Signatures
from xray_graph.resolve.languages.javascript.this import Receivers
from xray_graph.resolve.languages.javascript.values import EXTERNAL, PENDING, Type
from xray_graph.resolve.world import MISSING

if TYPE_CHECKING:
    from xray_graph.model import Binding
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView


_VARIABLES: Final = frozenset({"binding", "local", "name"})


class Types(Memory):
    """Evaluates expressions. One for a project."""

    shapes = staticmethod(shapes_of)
    places = staticmethod(places_of)

    def __init__(self, project: Project) -> None:
        super().__init__(project.world)
        self.project = project
        self.names = Names(project, self)
        self.expressions = Expressions(self)
        self.receivers = Receivers(self)
        self.annotations = Annotations(self)
        self.generics = Generics(self)
        self.members = Members(self)
        self.bases = Bases(self)
        self.objects = Objects(self)
        self.filled = Filled(self)
        self.containers = Containers(self)
        self.calls = Calls(self)
        self.construction = Construction(self)
        self.inference = Inference(self)
        self.context = Context(self)
        self.signatures = Signatures(self)
        self.conditional = Conditional(self)
        self.narrowing = Narrowing(self)

    def index_of(self, path: str, symbol: str) -> int | None:
        """The first declaration of a symbol; the read is recorded."""
        self.world.touch(path, symbol)
        view = self.project.views.get(path)
        return None if view is None else view.index_of(symbol)

    def declared(self, view: FileView, index: int) -> Type:
        """The type of a declaration as a value."""
        one = view.declarations[index]
        symbol = view.symbols[index]
        if one.kind in CALLABLES and "getter" not in one.attributes and "setter" not in one.attributes:
            return ("F", view.path, symbol, ())
        if one.kind in ("class", "enum"):
            return ("C", view.path, symbol)
        if one.kind == "module":
            return ("S", view.path, symbol)
        return self.derived("js.value", view, symbol, lambda: self._declared(view, index))

    def _declared(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        at = one.end
        if one.kind in CALLABLES:  # a getter or a setter
            if "setter" in one.attributes:
                return self.calls.parameter(view, index, 0)
            return self.calls.result_of(view, index)
        if one.type != NONE:
            return self.annotations.read(view, one.type, one.scope, at)
        if one.kind == "constant" and one.parent != NONE and view.declarations[one.parent].kind == "enum":
            return ("N", view.path, view.symbols[one.parent], ())
        if self.shapes(view).assigned(view, index):
            return ("V", view.path, view.symbols[index])
        if one.value != NONE:
            t = self.given(view, one.value, one.scope, at)
            if not values.is_nothing(t):
                return t
        if one.kind == "field":
            return self.members.assigned_field(view, one.parent, one.name)
        return self._assigned(
            view, one.scope, one.name, ("name", view.path, one.name) if one.scope == 0 else ("local", index)
        )

    def _assigned(self, view: FileView, scope: int, name: str, target: Target) -> Type:
        """What is assigned to a variable that is declared without a value."""
        found = [
            self.value(view, one.value, one.scope, one.start)
            for one in self.shapes(view).assignments_to(name)
            if self.names.lookup(view, one.scope, one.start, name) == target
        ]
        return values.without_nothing(values.union(found))

    def of_target(self, view: FileView, target: Target) -> Type:
        """The value that a name stands for."""
        head = target[0]
        if head == "binding":
            return self.binding(view, target[1])
        if head == "local":
            return self.declared(view, target[1])
        if head == "name":
            return self._of_name(target[1], target[2])
        if head == "module":
            return ("M", target[1])
        if head == "external":
            return EXTERNAL
        if head == "declaration":
            index = self.index_of(target[1], target[2])
            return None if index is None else self.declared(self.project.views[target[1]], index)
        if head == "export":
            return self._of_export(target[1], target[2])
        if head == "of":
            return self._of_member(view, target)
        return None

    def _of_member(self, view: FileView, target: Target) -> Type:
        """The value of a member that a module hands on, which may be its own."""
        if self.depth >= values.MAX_DEPTH:
            self.doubts += 1
            return None
        self.depth += 1
        try:
            return self.members.type_of(self.of_target(view, target[1]), target[2])
        finally:
            self.depth -= 1

    def now(self, view: FileView, target: Target, scope: int, at: int, name: str) -> Type:
        """The value of a name at byte `at`: what was last assigned to it on the straight way there."""
        assigned = self.shapes(view).assignments_to(name)
        stated = target[0] in _VARIABLES and self._stated(view, target)
        if stated and (assigned or target[0] != "binding" or target[1].value != NONE):
            return self.narrowing.assigned(view, target, (scope, at), name, self.of_target(view, target))
        if assigned and not stated and target[0] in _VARIABLES:
            around = self.shapes(view).straight(view, scope)
            for one in reversed(assigned):
                if one.start <= at and one.scope in around:
                    if self.names.lookup(view, one.scope, one.start, name) != target:
                        continue
                    t = self.value(view, one.value, one.scope, one.start - 1)
                    if t in (None, values.ANY) and target[0] == "binding" and target[1].kind in NARROWED:
                        return self.narrowing.outer(view, target[1])
                    return t
        return self.of_target(view, target)

    def _stated(self, view: FileView, target: Target) -> bool:
        """Whether the type of a variable is written where it is declared."""
        if target[0] == "binding":
            one = target[1]
            return bool(one.kind == "self" or (one.type != NONE and one.kind not in NARROWED))
        if target[0] == "local":
            return view.declarations[target[1]].type != NONE
        if target[1] != view.path:
            return True
        found = self.names.declarations(view.path, target[2], VALUE_KINDS)
        return bool(found) and view.declarations[found[0]].type != NONE

    def _of_name(self, path: str, name: str) -> Type:
        view = self.project.views[path]
        found = self.names.declarations(path, name, VALUE_KINDS)
        if found:
            return self.declared(view, found[0])
        bound = view.bindings(0, name)
        made = [b for b in bound if b.kind not in ("assign", *NARROWED)] or list(bound)
        if not made:
            return None
        one = made[0]
        return self.derived("js.top", view, name, lambda: self._touching(view, one))

    def _touching(self, view: FileView, one: Binding) -> Type:
        self.world.touch(view.path, "")
        return self.binding(view, one)

    def _of_export(self, path: str, name: str) -> Type:
        view = self.project.views[path]

        def compute() -> Type:
            self.world.touch(path, "")
            for one in view.facts.exports:
                if one.name == name:
                    return self.value(view, one.expression, 0, view.facts.scopes[0].end)
            return None

        return self.derived("js.exported", view, f"\0{name}", compute)

    def of_module(self, path: str) -> Type:
        """What a CommonJS module is as a value; None for one that only has members."""
        view = self.project.views.get(path)
        if view is None:
            return None
        target = self.names.exported(path, "=")
        if target is not None:  # `export = x`
            return self.of_target(view, target)

        def compute() -> Type:
            self.world.touch(path, "")
            for expression, scope, start in commonjs(view).whole[-1:]:
                holder = self.shapes(view).holder_of(view, expression)
                if holder is not None:
                    return self.declared(view, holder)
                return self.value(view, expression, scope, start)
            return None

        return self.derived("js.whole", view, "\0", compute)

    def binding(self, view: FileView, one: Binding) -> Type:
        """The type of a local name."""
        key = (one.scope, one.start, one.name)
        known: Type = self.recall(key)
        if known is MISSING:
            self.memo[key] = PENDING
            self.memo[key] = known = self._binding(view, one)
        return known

    def _binding(self, view: FileView, one: Binding) -> Type:
        if one.kind in NARROWED:
            return self.narrowing.of(view, one)
        if one.type != NONE:
            return self.annotations.read(view, one.type, one.scope, one.start)
        if one.kind == "parameter":
            owner = view.facts.scopes[one.scope].declaration
            if owner != NONE:
                for position, parameter in enumerate(view.declarations[owner].parameters):
                    if parameter.name == one.name:
                        return self.calls.parameter(view, owner, position)
        if one.value != NONE:
            filled = self.filled.of(view, one) if one.kind == "local" else None
            if filled is not None:
                return filled
            read = self.given if one.kind == "local" else self.value
            t = read(view, one.value, one.scope, one.start)
            if not values.is_nothing(t):
                return t
        if one.kind in ("local", "part"):
            return self._assigned(view, one.scope, one.name, ("binding", one))
        return None

    def given(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of what a variable or member is given: a function that some code makes is not that one."""
        t = self.value(view, expression, scope, at)
        named = is_name(view, expression) or self._is_export(view, expression, scope, at)
        return t if named else values.like(t)

    def _is_export(self, view: FileView, expression: int, scope: int, at: int) -> bool:
        """Whether a value is a module's: `const f = m.f`, which `const { f } = m` says as well."""
        row = view.expressions[expression]
        if row[0] != Op.MEMBER or view.expressions[row[2]][0] != Op.NAME:
            return False
        base = self.value(view, row[2], scope, at)
        return base is not None and base[0] == "M"

    def value(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of a value."""
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self._name(view, scope, at, view.strings[row[1]])
        if op == Op.LITERAL:
            return literal(view.strings[row[1]])
        known: Type = self.recall(expression)
        if known is MISSING:
            self.memo[expression] = PENDING
            known = values.bounded(self.expressions.read(view, expression, row, scope, at))
            self.memo[expression] = known
        return known

    def _name(self, view: FileView, scope: int, at: int, name: str) -> Type:
        if name == "this":
            return self.receivers.of(view, scope)
        if name == "super":
            return self.receivers.base(view, scope)
        if self.shapes(view).assignments_to(name):
            return self._found(view, scope, at, name)
        key = (scope, name)
        known: Type = self.memo.get(key, MISSING)
        if known is MISSING:
            doubts = self.doubts
            known = self._found(view, scope, at, name)
            if self.doubts == doubts:
                self.memo[key] = known
        return known

    def _found(self, view: FileView, scope: int, at: int, name: str) -> Type:
        target = self.names.lookup(view, scope, at, name)
        if target != GLOBAL:
            return self.now(view, target, scope, at, name)
        if name == "undefined":
            return ("B", "undefined")
        if name in ("exports", "module") and commonjs(view) != ((), {}):
            return ("M", view.path) if name == "exports" else None
        if name in GLOBALS:
            return ("X", GLOBALS[name], ())
        return ("X", f"typeof {name}", ())
