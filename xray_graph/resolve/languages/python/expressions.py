"""What an expression of a Python file may be, by declaration and plain construction alone.

Names by Python's scopes and by the definitions that reach a place, members by `members`, calls by
`calls`. What is not known is the empty value, and adds nothing to a union. Called by the other
modules of Python's resolver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.resolve.languages.python import outside
from xray_graph.resolve.languages.python.assigned import dotted
from xray_graph.resolve.languages.python.names import (
    ANYWHERE,
    BINDING,
    DECLARATION,
    FILE,
    names_of,
)
from xray_graph.resolve.languages.python.values import (
    BOOLEAN,
    INTEGER,
    NONE_ATOM,
    STRING,
    UNKNOWN,
    Atom,
    Value,
    known,
    last,
    own_variables_out,
    shallow,
    union,
    without_none,
)

if TYPE_CHECKING:
    from xray_graph.model import Binding
    from xray_graph.resolve.languages.python.names import Definition, Names
    from xray_graph.resolve.languages.python.types import Types
    from xray_graph.resolve.view import FileView

MAX_DEPTH: Final = 40  # of names that are made of names; what lies deeper is unknown
_STRING_MARKS: Final = ("'", '"')
_VARIABLES: Final = frozenset({"variable", "constant", "field"})


class Expressions:
    def __init__(self, types: Types) -> None:
        self._types = types

    # --- names ------------------------------------------------------------------------------------

    def named(self, view: FileView, name: str, scope: int, at: int) -> Value:
        """What a name is at byte `at` of a scope."""
        names = names_of(view)
        if self._types.inside:
            frame, definitions = self.definitions(view, names, name, scope, at)
        else:
            frame, definitions = names.find(scope, at, name)
        if definitions:
            here = frame == names.frames[scope]
            here = here and at != ANYWHERE
            value = self.defined(view, definitions[0], here=here)
            if len(definitions) > 1:
                value = union(value, *(self.defined(view, one, here=here) for one in definitions[1:]))
        else:
            value = self._from_star(view, name) or (("X", name),)
        if at == ANYWHERE:
            return value
        narrowings = names.narrowings(scope, at, name) if name in names.narrowed else None
        return self._narrowed(view, value, narrowings) if narrowings else value

    def definitions(
        self, view: FileView, names: Names, name: str, scope: int, at: int
    ) -> tuple[int, list[Definition]]:
        """The frame and definitions of a name, latest first; what a derived answer reads is recorded."""
        frame, found = names.find(scope, at, name)
        if not self._types.inside:
            return frame, found  # its own file's names: a change of the file resolves it again
        world = self._types.world
        if frame == FILE:
            world.get(("py.top", view.path, name))
        scopes = view.facts.scopes
        passed = names.frames[scope]
        while passed != FILE:  # a name bound on the way would hide what was found
            owner = scopes[passed].declaration
            if owner != NONE:
                world.touch(view.path, view.symbols[owner])
                if names.imports_inside:
                    world.touch(view.path, "")
            if passed == frame:
                break
            passed = names.frames[scopes[passed].parent]
        return frame, found

    def _from_star(self, view: FileView, name: str) -> Value:
        if self._types.inside:
            self._types.world.get(("py.stars", view.path))
        if not names_of(view).stars.get(FILE):
            return UNKNOWN
        return union(*(self.of_target(one) for one in self._types.modules.starred(view, name)))

    def defined(self, view: FileView, one: Definition, *, here: bool) -> Value:
        """What one definition gives its name; `here`: seen in the code that runs after it."""
        memo = self._types.memo
        key = ("def", view.path, one.what, one.row, here)
        if key in memo:
            given: Value = memo[key]
            return given
        memo[key] = UNKNOWN  # a name that needs itself
        if self._types.depth >= MAX_DEPTH:
            return UNKNOWN
        self._types.depth += 1
        if one.what == DECLARATION:
            value = self.declared(view, one.row, here=here)
        elif one.what == BINDING:
            value = self.bound(view, view.facts.bindings[one.row], here=here)
        else:
            imported = self._types.modules.imported(view, view.facts.imports[one.row])
            value = union(*(self.of_target(target) for target in imported))
        self._types.depth -= 1
        value = memo[key] = shallow(value)
        return value

    def of_target(self, target: tuple[str, ...]) -> Value:
        """The value of what an import or a module's name leads to."""
        if target[0] != "top":
            return (target,)
        path, name = target[1], target[2]
        return self._types.derived(("py.value", path, name), self._top_value, UNKNOWN)

    def _top_value(self, path: str, name: str) -> Value:
        self._types.world.get(("py.top", path, name))
        view = self._types.project.views[path]
        names = names_of(view)
        found = [self.defined(view, one, here=False) for one in names.settled(names.of(FILE, name), FILE)]
        if any(one.what == BINDING for one in names.of(FILE, name)):
            self._types.world.touch(path, "")
        return own_variables_out(union(*found))

    def declared(self, view: FileView, index: int, *, here: bool = False) -> Value:
        """What a declaration's name is."""
        one = view.declarations[index]
        symbol = view.symbols[index]
        if one.kind in CALLABLES:
            return (
                self._types.calls.decorated(view.path, symbol)
                if one.decorators
                else (("F", view.path, symbol),)
            )
        if one.kind in ("class", "enum"):
            return (("C", view.path, symbol, ()),)
        if one.kind == "type":
            return (("TF", self._types.annotations.read(view, one.type, one.scope, index)),)
        if one.kind not in _VARIABLES:
            return UNKNOWN
        self._types.world.touch(view.path, symbol)
        if one.type != NONE:
            if view.name(one.type) == "TypeAlias":
                return (("TF", self._types.annotations.read(view, one.value, one.scope)),)
            return self._stated(view, one.type, one.value, one.scope, one.end - 1, here=here)
        return self.value(view, one.value, one.scope, one.end - 1)

    def _stated(self, view: FileView, type_: int, value: int, scope: int, at: int, *, here: bool) -> Value:
        """A name with a written type: that, narrowed to what was just assigned where that is known."""
        stated = self._types.annotations.read(view, type_, scope)
        if value != NONE and (here or not known(stated)):
            given = self.value(view, value, scope, at)
            if any(atom[0] in ("I", "Z") for atom in given) or not known(stated):
                return given
        return stated

    def bound(self, view: FileView, one: Binding, *, here: bool = True) -> Value:
        if one.kind == "parameter":
            return self._types.calls.parameter(view, one)
        at = one.start - 1
        if one.kind == "catch":
            return self._types.annotations.read(view, one.type, one.scope, NONE, at)
        if one.type != NONE:
            return self._stated(view, one.type, one.value, one.scope, at, here=here)
        scope = one.scope
        if one.kind == "comprehension" and self._mentions(view, one.value, one.name):
            scope = view.facts.scopes[scope].parent  # `[x for x in x]`
        return self.value(view, one.value, scope, at)

    def _mentions(self, view: FileView, expression: int, name: str) -> bool:
        row = view.expressions[expression]
        while len(row) > 2 and row[2] != NONE and row[0] != Op.NAME:
            row = view.expressions[row[2]]
        return row[0] == Op.NAME and view.strings[row[1]] == name

    # --- narrowing --------------------------------------------------------------------------------

    def _narrowed(self, view: FileView, value: Value, tests: list[Binding]) -> Value:
        for one in tests:
            wanted = self._types.annotations.read(view, one.type, one.scope)
            if one.kind == "narrow-class":
                wanted = tuple(("C", *atom[1:]) for atom in wanted if atom[0] == "I")
            if one.kind == "exclude":
                value = tuple(a for a in value if not any(self._types.classes.is_a(a, t) for t in wanted))
                continue
            kept: list[Atom] = []
            for target in wanted:
                fitting = [atom for atom in value if self._types.classes.is_a(atom, target)]
                kept += fitting or [target]
            value = union(tuple(kept)) if wanted else value
        return value

    # --- expressions ------------------------------------------------------------------------------

    def value(self, view: FileView, expression: int, scope: int, at: int) -> Value:
        """What an expression may be, read at byte `at` of `scope`."""
        if expression == NONE:
            return UNKNOWN
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            name = view.strings[row[1]]
            if "." in name:  # a class in a `case`
                first, *rest = name.split(".")
                value = self.named(view, first, scope, at)
                for part in rest:
                    value = self._types.members.attribute(value, part)
                return value
            return self.named(view, name, scope, at)
        if op == Op.LITERAL:
            return self.literal(view.strings[row[1]])
        memo = self._types.memo
        key = (view.path, expression, at == ANYWHERE)
        if key in memo:
            given: Value = memo[key]
            return given
        memo[key] = UNKNOWN
        value = memo[key] = self._compound(view, expression, row, scope, at)
        return value

    def literal(self, word: str) -> Value:
        if word == "none":
            return (NONE_ATOM,)
        if word in ("bool", "true", "false"):
            return BOOLEAN
        if word == "string" or word.endswith(_STRING_MARKS):
            return (("E", "bytes", ()),) if word[:1] in "bB" and word != "string" else STRING
        if word == "float":
            return (("E", "float", ()),)
        return INTEGER if word[:1].isdigit() or word == "int" else UNKNOWN

    def _compound(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Value:
        op = row[0]
        if op == Op.MEMBER:
            return self._member(view, expression, row, scope, at)
        if op == Op.CALL:
            return self._types.calls.result(view, row, scope, at)
        if op == Op.CHOICE:
            if row[1] != NONE and view.strings[row[1]] == "and":
                return self.value(view, row[3], scope, at)
            left = self.value(view, row[2], scope, at)
            if row[1] != NONE:
                left = without_none(left)
            return union(left, self.value(view, row[3], scope, at))
        if op == Op.UNARY:
            return self._unary(view, row, scope, at)
        if op == Op.BINARY:
            return self._types.containers.binary(view, row, scope, at)
        if op == Op.INDEX:
            return self._types.containers.index(view, row, scope, at)
        if op == Op.APPLY:
            return (("TF", self._types.annotations.read(view, expression, scope)),)
        if op == Op.SEQUENCE:
            return self._types.containers.sequence(view, row, scope, at)
        if op == Op.MAPPING:
            return self._types.containers.mapping(view, row, scope, at)
        if op == Op.COMPREHENSION:
            inner = row[1]
            end = view.facts.scopes[inner].end
            parts = tuple(shallow(self.value(view, one, inner, end)) for one in row[2:])
            return (("E", "list" if len(parts) == 1 else "dict", parts),)
        if op == Op.FUNC:
            return (("F", view.path, view.symbols[row[1]]),) if row[1] != NONE else UNKNOWN
        if op in (Op.ELEMENT, Op.ENTER):
            inner_value = self.value(view, row[2], scope, at)
            return (
                self._types.containers.iterated(inner_value)
                if op == Op.ELEMENT
                else self._types.containers.entered(inner_value)
            )
        if op == Op.PART:
            return self._types.containers.part(self.value(view, row[2], scope, at), row[1])
        if op in (Op.SPREAD, Op.KEYWORD):
            return self.value(view, row[2], scope, at)
        if op == Op.SLICE and len(row) > 2:
            return outside.part_of(self.value(view, row[2], scope, at), view.name(expression))
        return UNKNOWN

    def _member(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Value:
        base = self.value(view, row[2], scope, at)
        name = view.strings[row[1]]
        value = self._types.members.attribute(base, name)
        names = names_of(view)
        if at == ANYWHERE or name not in names.changed:
            return value
        text = dotted(view, expression)
        if not text:
            return value
        given, certain = names.assigned(text, scope, at)
        if given:
            put = [self.value(view, one.value, one.scope, one.start - 1) for one in given]
            assigned = union(*put)
            if any(atom[0] in ("I", "Z") for atom in assigned) or not known(value):
                value = assigned if certain and all(put) else union(assigned, value)
        narrowings = names.narrowings(scope, at, text) if text in names.narrowed else None
        return self._narrowed(view, value, narrowings) if narrowings else value

    def _unary(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Value:
        inner = self.value(view, row[2], scope, at)
        if view.strings[row[1]] != "await":
            return inner
        found: list[Value] = []
        for atom in inner:
            if atom[0] == "E" and last(atom[1]) in ("Awaitable", "Coroutine", "Future", "Task") and atom[2]:
                found.append(atom[2][0])
            elif atom[0] in ("I", "Z") and (given := self._types.members.called(atom, "__await__", [])):
                found.append(given)
            else:
                found.append((atom,))
        return union(*found)
