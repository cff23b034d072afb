"""What a Ruby expression is an instance of, by plain construction: Ruby declares no types.

What rests on `self` is marked, so that a method of a base that gives back `self` gives back what it was
called on. Values that are not known do not count against those that are, two known ones that differ do.
Called by `resolver`; rests on `classes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.ruby import blocks, frameworks, handed, outside, rspec, variables
from xray_graph.resolve.languages.ruby.classes import EXTERNAL, Classes, Found
from xray_graph.resolve.languages.ruby.gems import Gems
from xray_graph.resolve.languages.ruby.names import Names, owner_name
from xray_graph.resolve.languages.ruby.types import OUTSIDE_TYPE, Type, agreed, plain, seen_from
from xray_graph.resolve.languages.ruby.users import of_base, of_users

if TYPE_CHECKING:
    from xray_graph.model import Binding, Declaration
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

_SAME: Final = frozenset({"reload", "dup", "clone", "freeze", "tap", "itself", "extend"})
_LITERALS: Final = {word: word.title() for word in ("string", "symbol", "array", "hash")} | {
    "regex": "Regexp"
}
MAX_DEPTH: Final = 60  # of values that rest on values
MAX_RETURNS: Final = 20


class Values:
    """Evaluates expressions of Ruby files. One for a project; `memo` is swapped with each reader."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.world = project.world
        self.names = Names(project)
        self.gems = Gems(project, self.names.loaded)
        self._classes = Classes(project, self.names, self.gems)
        self.memo: dict[Any, Type] = {}
        self.selves: dict[Any, handed.Own | None] = {}  # of blocks; swapped with `memo`
        self._depth = 0

    def classes(self, view: FileView) -> Classes:
        """The classes that a file sees."""
        return self._classes.of(self.gems.unit(view.path))

    def derived(self, key: tuple[str, ...], compute: Any) -> Type:
        found: Type = self.world.derive(key, lambda: self.afresh(compute), None)
        return found

    def afresh(self, compute: Any) -> Any:
        """What does not depend on who asks."""
        outer = self.memo, self.selves, self._depth
        self.memo, self.selves, self._depth = {}, {}, 0
        try:
            return compute()
        finally:
            self.memo, self.selves, self._depth = outer

    def self_at(self, view: FileView, scope: int) -> Type:
        """What `self` is, as far as it is known."""
        own = handed.own(self, view, scope)
        return blocks.self_type(view, scope) if own is None else own.on

    # --- values -----------------------------------------------------------------------------------

    def value(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self._name(view, view.strings[row[1]], expression, scope, at)
        if op in (Op.LITERAL, Op.SEQUENCE, Op.MAPPING):
            word = view.strings[row[1]] if op == Op.LITERAL else "array" if op == Op.SEQUENCE else "hash"
            return self._literal(view, word)
        key = (view.path, expression)
        if key in self.memo:
            return self.memo[key]
        if self._depth >= MAX_DEPTH:
            return None
        self.memo[key] = None
        self._depth += 1
        try:
            found = self.memo[key] = self._compound(view, expression, row, scope, at)
        finally:
            self._depth -= 1
        return found

    def _literal(self, view: FileView, word: str) -> Type:
        """A literal is of a class outside, which the repository may have reopened."""
        full = _LITERALS.get(word) or ("String" if word[:1] in "\"'" else "Symbol" if word[:1] == ":" else "")
        return ("I", full, False) if full and self.classes(view).is_class(full) else OUTSIDE_TYPE

    def _compound(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        op = row[0]
        if op == Op.MEMBER:
            return self._constant(view, expression, scope)
        if op == Op.CALL:
            return self._result_of_call(view, row, scope, at)
        if op == Op.INDEX:
            receiver = self.value(view, row[2], scope, at)
            found = self.method(view, receiver, "[]")
            return self._result(found, receiver) if isinstance(found, Found) else None
        if op == Op.CHOICE or (op == Op.BINARY and view.strings[row[1]] in ("||", "or")):
            return agreed(self.value(view, one, scope, at) for one in row[2:])
        if op == Op.BINARY and view.strings[row[1]] in ("&&", "and"):
            return self.value(view, row[3], scope, at)
        return None

    def _name(self, view: FileView, name: str, expression: int, scope: int, at: int) -> Type:
        if name == "self":
            return self.self_at(view, scope)
        if name[:1].isupper():
            return self._constant(view, expression, scope)
        if name[:1] in "@$":
            return variables.variable(self, view, name, scope)
        bound = blocks.local(view, name, scope, at)
        if bound is not None:
            return agreed([self._binding(view, one) for one in bound])
        return self._implicit_result(view, name, scope)

    def _implicit_result(self, view: FileView, name: str, scope: int) -> Type:
        own = self.self_at(view, scope)
        if name == "new" and own is not None and own[0] == "C":
            return self._made(view, own)
        if name in ("raise", "fail", "exit", "abort"):
            return OUTSIDE_TYPE
        found = self.implicit(view, name, scope)
        if isinstance(found, Found):
            return self._result(found, own)
        if name in ("described_class", "subject"):
            self.world.touch_whole(view.path)  # by what stands around
            expression, place = blocks.described(view, scope)
            made = None if expression == NONE else self._constant(view, expression, place)
            return self._instance(made) if name == "subject" else made
        return frameworks.of_record(self.classes(view), own, name)

    def _constant(self, view: FileView, expression: int, scope: int) -> Type:
        classes = self.classes(view)
        full = classes.constant(view, scope, expression)
        if full is None:
            return OUTSIDE_TYPE
        full = classes.aliased(full)
        if classes.is_class(full):
            return ("C", full, False)
        return self.derived(classes.key("rb.constant", full), lambda: self._constant_value(classes, full))

    def _constant_value(self, classes: Classes, full: str) -> Type:
        entries = classes.entries("rb.const", full)
        if len(entries) != 1:
            return None
        path, index = entries[0]
        view = self.project.views[path]
        self.world.touch(path, view.symbols[index])
        one = view.declarations[index]
        return plain(self.value(view, one.value, one.scope, one.start))

    # --- variables --------------------------------------------------------------------------------

    def _binding(self, view: FileView, one: Binding) -> Type:
        key = (view.path, one.scope, one.start, one.name)
        if key in self.memo:
            return self.memo[key]
        self.memo[key] = None
        if one.type != NONE:  # rescue E => e, or what a comment says
            made = self.value(view, one.type, one.scope, one.start)
            found = self._instance(made)
        elif one.kind == "parameter":
            row = view.expressions[one.value] if one.value != NONE else (int(Op.UNKNOWN), NONE)
            found = handed.argument(self, view, row, one.scope, one.start) if row[0] == Op.PART else None
            found = found or variables.hooked_class(view, one) or variables.class_by_default(self, view, one)
        else:
            found = self.value(view, one.value, one.scope, one.start)
        self.memo[key] = found
        return found

    # --- calls ------------------------------------------------------------------------------------

    def implicit(self, view: FileView, name: str, scope: int) -> Found | str | None:
        """The method that a call without a receiver means: of `self`, else a function at the top level
        of the file, or of a file that it requires. In a block that is evaluated on something, of that.
        """
        there = handed.own(self, view, scope)
        if there is not None:
            given = self.method(view, there.on, name)
            if not isinstance(given, Found) and there.on is not None and there.on[0] in ("C", "B"):
                given = self.method(view, ("I", *there.on[1:]), name)  # a block in it may run on an instance
            if there.only or isinstance(given, Found):
                return given
        own = blocks.self_type(view, scope)
        found = self.method(view, own, name)
        if isinstance(found, Found):
            return found
        if own is not None and own[0] == "C" and blocks.in_body(view, scope):
            inside = self.classes(view).instance_method(view, own[1], name)
            if isinstance(inside, Found):
                return inside
        outer = scope
        while outer != NONE:  # also one that a block around the call defines or includes, as test groups do
            here = blocks.functions(view, outer, name)
            if here:
                return self.classes(view).pick(view, here, "", 0)
            inside = self._included(view, name, outer) if own is None or blocks.in_body(view, outer) else None
            if inside is not None:
                return inside
            outer = view.facts.scopes[outer].parent
        functions = self.world.get(("rb.function", name))
        for path in (view.path, *self.names.loaded(view.path)) if functions else ():
            entries = [entry for entry in functions if entry[0] == path]
            if entries:
                return self.classes(view).pick(view, entries, "", 0)
        return (rspec.given(self.classes(view), view, name) if own is None else None) or found

    def _included(self, view: FileView, name: str, scope: int) -> Found | None:
        """The method of a module that this very block includes."""
        for expression in blocks.included(view, scope):
            module = self._constant(view, expression, scope)
            if module is not None and module[0] == "C":
                found = self.method(view, ("I", *module[1:]), name)
                if isinstance(found, Found):
                    return found
        return None

    def method(self, view: FileView, receiver: Type, name: str) -> Found | str | None:
        """The method `name` of a value of a known class; of a class `new` means its constructor."""
        if receiver is None:
            return None
        if receiver[0] == "X":
            return EXTERNAL
        classes = self.classes(view)
        if receiver[0] == "B":
            return of_base(classes, view, receiver[1], name)
        if receiver[0] == "I":
            found = classes.instance_method(view, receiver[1], name)
            return found if isinstance(found, Found) else of_users(classes, view, receiver[1], name) or found
        found = classes.static_method(view, receiver[1], name)
        if name == "new" and not isinstance(found, Found):
            made = classes.instance_method(view, receiver[1], "initialize")
            return made if isinstance(made, Found) else found
        return found

    def _result_of_call(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        if callee[1] == NONE:
            return None
        name = view.strings[callee[1]]
        if callee[0] == Op.NAME:
            return self._implicit_result(view, name, scope)
        if callee[0] != Op.MEMBER:
            return None
        receiver = self.value(view, callee[2], scope, at)
        if name == "new" and len(row) > 3 and view.name(callee[2]) == "Class":
            return self.value(view, row[3], scope, at)  # has all that its superclass has
        if receiver is None or receiver[0] == "X":
            return receiver
        if name in _SAME:
            return receiver
        if name == "class" and receiver[0] == "I":
            return ("C", *receiver[1:])
        if receiver[0] == "C" and name == "new":
            return self._made(view, receiver)
        found = self.method(view, receiver, name)
        if isinstance(found, Found):
            return self._result(found, receiver)
        if name == "instance" and receiver[0] == "C" and found == EXTERNAL:
            return ("I", *receiver[1:])  # of a class that includes Singleton
        return frameworks.of_record(self.classes(view), receiver, name)

    def _made(self, view: FileView, receiver: Any) -> Type:
        classes = self.classes(view)
        own = classes.static_method(view, receiver[1], "new")
        given = self._result(own, receiver) if isinstance(own, Found) else None  # of a `new` of its own
        if isinstance(own, Found) and (given not in (None, OUTSIDE_TYPE) or not classes.goes_on(own)):
            return given
        return OUTSIDE_TYPE if outside.is_module(classes, receiver[1]) else ("I", *receiver[1:])

    def _result(self, found: Found, receiver: Type) -> Type:
        made = self.derived(("rb.result", found.path, found.symbol), lambda: self._returned(found))
        return seen_from(made, receiver)

    def _returned(self, found: Found) -> Type:
        self.world.touch(found.path, found.symbol)
        view = self.project.views.get(found.path)
        index = None if view is None else view.index_of(found.symbol)
        if view is None or index is None:
            return None
        one = view.declarations[index]
        if "attr" in one.attributes:
            static = "static" if "static" in one.attributes else ""
            owner = owner_name(view, one.parent)
            known = (
                variables.field(self, view, owner, f"@{one.name}", static)
                if not one.name.endswith("=")
                else None
            )
            return known or self._said(view, one)
        if one.signature.startswith("scope "):
            return ("C", owner_name(view, one.parent), True)
        given = [r for r in view.facts.returns if r.declaration == index and r.kind != "yield"][:MAX_RETURNS]
        made = [self.value(view, r.expression, r.scope, one.end) for r in given]
        known = agreed(made) if made and all(t is not None for t in made) else None
        return known or self._said(view, one)

    def _said(self, view: FileView, one: Declaration) -> Type:
        """What a method gives by its comment."""
        return self._instance(self._constant(view, one.results[0], one.scope)) if one.results else None

    @staticmethod
    def _instance(made: Type) -> Type:
        return ("I", made[1], False) if made is not None and made[0] == "C" else made
