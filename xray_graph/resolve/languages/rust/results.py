"""What a Rust call gives back: declared results with their parameters filled in, those of the standard
library, those of closures; and what a closure is called with.

Called by `values`; rests on `calls`.
"""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Binding, Op
from xray_graph.resolve.languages.rust import std, terms
from xray_graph.resolve.languages.rust.calls import Callee, Calls
from xray_graph.resolve.languages.rust.terms import SELF, Environment, Type, outside

if TYPE_CHECKING:
    from xray_graph.resolve.view import FileView

COLLECTED: Final = "collect"
MAX_NESTED: Final = 5  # macros that make invocations of macros
MAX_MADE: Final = 200  # invocations looked at for one of them: each may make many, and each of those
_RUNNING: Final = frozenset({"block_on", "spawn", "spawn_blocking", "timeout"})
VARIANTS: Final = {"Some": "Option", "Ok": "Result", "Err": "Result", "None": "Option"}

# What traits of the standard library make of a type: `T::default()`.
_MADE: Final = frozenset({"default", "from", "from_iter", "from_str", "try_from"})
# Functions that give back what they are given, or what it refers to.
_GIVEN_BACK: Final = frozenset(
    {
        *(("Arc", "clone"), ("Rc", "clone"), ("Clone", "clone"), ("mem", "take"), ("mem", "replace")),
        *(("hint", "black_box"), ("criterion", "black_box"), ("convert", "identity")),
    }
)


class Results(Calls):
    def _result(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        if row[1] != NONE:
            return self._made_by_macro(view, row, scope, at)
        callee = self.callee(view, expression, scope, at)
        if callee.kind == "function":
            return self._function_result(view, callee, row, scope, at)
        if callee.kind == "made":
            return self._with_arguments(view, callee, row, scope, at)
        if callee.symbol == "project" and callee.kind in ("outside", "unknown"):
            projected = self._pinned_fields(callee.receiver)
            if projected is not None:
                return projected
        if callee.kind == "outside":
            return self._outside_result(view, callee, row, scope, at)
        if callee.kind == "dynamic":
            return self._called(view, row[2], callee.receiver, scope, at)
        return None

    def _made_by_macro(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """What the rule of a macro gives for these arguments, as if it were a function."""
        if not self.nested:
            self.made = 0
        self.made += 1
        if self.nested >= MAX_NESTED or self.made > MAX_MADE:
            return None
        macro = self.macros.named(view, row[2], scope)
        if macro is None:
            name = self.segments(view, row[2])[0][-1]
            inner = self.value(view, row[3], scope, at) if name == "vec" and len(row) > 3 else None
            return outside("Vec", inner) if inner is not None else std.macro(name)
        found = self.macros.rule(macro, len(row) - 3)
        if found is None:
            return None
        there, index, rule, names = found
        given = {name: self.value(view, one, scope, at) for name, one in zip(names, row[3:], strict=True)}
        outer = self.memo, self.given
        self.memo, self.given = {}, given
        self.nested += 1
        try:
            return self.value(there, rule.expression, rule.scope, there.declarations[index].end)
        finally:
            self.nested -= 1
            self.memo, self.given = outer

    def _pinned_fields(self, t: Type) -> Type:
        """What `pin-project` makes of a pinned struct has its fields, by reference: as good as the struct."""
        own = next((one for one in self.steps(t) if one is not None and one[0] == "N"), None)
        if own is None:
            return None
        self.world.touch(own[1], "")
        imports = self.project.views[own[1]].facts.imports
        return own if any(one.name == "pin_project" for one in imports) else None

    def _called(self, view: FileView, head: int, receiver: Type, scope: int, at: int) -> Type:
        """What a value gives that is called: a function, a `Box<dyn Fn() -> T>`, the closure of a `let`."""
        t = receiver
        while t is not None and (t[0] == "P" or terms.is_outside(t, "Box", "Rc", "Arc")):
            t = t[1] if t[0] == "P" else terms.argument(t)
        if t is not None and t[0] == "V":
            t = next((b for b in t[2] if b is not None and b[0] == "F"), None)
        if t is None or t[0] != "F":
            return None
        row = view.expressions[head]
        bound = self.local(view, view.strings[row[1]], scope, at) if row[0] == Op.NAME else None
        if t[2] is None and bound is not None and bound.value != NONE:
            made = view.expressions[bound.value]
            return self.closure_result(view, made[1]) if made[0] == Op.FUNC and made[1] != NONE else None
        given: Type = t[2]
        return given

    def _function_result(
        self, view: FileView, callee: Callee, row: tuple[int, ...], scope: int, at: int
    ) -> Type:
        stated = self.signature(callee.path, callee.symbol)
        if stated is None:
            return None
        environment = dict(callee.environment)
        if terms.mentions_parameters(stated.result):
            given = self._turbofish(view, row[2], scope)
            environment.update(dict(zip(stated.names, given, strict=False)))
            arguments = list(row[3:])
            if callee.by_path and stated.takes_self:
                arguments = arguments[1:]
            for wanted, argument in zip(stated.parameters, arguments, strict=False):
                if terms.mentions_parameters(wanted):
                    self._infer(view, wanted, argument, scope, at, environment)
        own = environment.get(SELF)
        if own is not None and own[0] == "N":
            environment = {**self.struct_environment(own), **environment}
        return self.settle(stated.result, environment)

    def _infer(
        self, view: FileView, wanted: Type, argument: int, scope: int, at: int, environment: Environment
    ) -> None:
        found: Environment = {}
        actual = self.value(view, argument, scope, at)
        if terms.unify(wanted, actual, found):
            for name, t in found.items():
                if environment.get(name) is None and t is not None:
                    environment[name] = t

    def _turbofish(self, view: FileView, callee: int, scope: int) -> list[Type]:
        row = view.expressions[callee]
        if row[0] != Op.APPLY:
            return []
        return [self.as_type(view, part, scope) for part in row[3:] if not self._is_lifetime(view, part)]

    @staticmethod
    def _is_lifetime(view: FileView, expression: int) -> bool:
        row = view.expressions[expression]
        return row[0] == Op.LITERAL and view.strings[row[1]] == "lifetime"

    def _with_arguments(
        self, view: FileView, callee: Callee, row: tuple[int, ...], scope: int, at: int
    ) -> Type:
        """A tuple struct or variant with what its arguments say of its parameters."""
        t = callee.receiver
        if t is None or t[0] != "N" or t[3]:
            return t
        place = self.view_of(callee.path, callee.symbol)
        owner = self.view_of(t[1], t[2])
        if place is None or owner is None:
            return t
        names = [n for n, _ in owner[0].declarations[owner[1]].type_parameters if "::" not in n]
        if not names:
            return t
        environment: Environment = {}
        for position, argument in enumerate(row[3:]):
            wanted = self.field_of(*place, str(position), {})
            if terms.mentions_parameters(wanted):
                self._infer(view, wanted, argument, scope, at, environment)
        return ("N", t[1], t[2], tuple(environment.get(n) for n in names))

    def _outside_result(
        self, view: FileView, callee: Callee, row: tuple[int, ...], scope: int, at: int
    ) -> Type:
        arguments = row[3:]
        if callee.receiver is not None and not callee.by_path:
            given = [self.value(view, a, scope, at) for a in arguments]
            return self._outside_method(view, callee, row, given, scope, at)
        name, kind = callee.symbol, callee.path
        if callee.receiver is not None and callee.receiver[0] == "B":  # u32::from(x)
            return callee.receiver if name.startswith("from") else None
        own = terms.strip(callee.receiver)
        if own is not None and own[0] in ("N", "V") and name in _MADE:  # by a trait of the standard library
            return outside("Result", own, None) if name in ("from_str", "try_from") else own
        if name in VARIANTS:
            inner = self.value(view, arguments[0], scope, at) if arguments else None
            return outside("Result", None, inner) if name == "Err" else outside(VARIANTS[name], inner)
        if name in ("new", "from", "pin", "default", "with_capacity", "from_iter") and kind:
            inner = self.value(view, arguments[0], scope, at) if arguments else None
            if kind in ("Vec", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "VecDeque", "String"):
                stated = callee.receiver
                return stated if stated is not None and stated[0] == "X" else outside(kind)
            return outside(kind, inner)
        if (kind, name) in _GIVEN_BACK and arguments:
            return terms.strip(self.value(view, arguments[0], scope, at))
        return self._run(view, kind, name, arguments, scope, at)

    def _run(
        self, view: FileView, kind: str, name: str, arguments: tuple[int, ...], scope: int, at: int
    ) -> Type:
        """What runs a future or a closure gives what that gives, or a handle on it."""
        if name not in _RUNNING or not arguments:
            return None
        last = view.expressions[arguments[-1]]
        if last[0] == Op.FUNC and last[1] != NONE:
            given = self.closure_result(view, last[1])
            given = self._awaited(given) if name == "block_on" else given
        else:
            given = self._awaited(self.value(view, arguments[-1], scope, at))
        if name == "block_on" or given is None:
            return given
        if name == "timeout":
            return outside("Future", outside("Result", given, None))
        return (
            outside("JoinHandle", given) if name == "spawn_blocking" or kind in ("tokio", "thread") else None
        )

    @abc.abstractmethod
    def _awaited(self, t: Type) -> Type:
        """What a future gives; see `values`."""

    def _outside_method(
        self, view: FileView, callee: Callee, row: tuple[int, ...], given: list[Type], scope: int, at: int
    ) -> Type:
        receiver = callee.receiver
        closure: Type = None
        for argument in row[3:]:
            part = view.expressions[argument]
            if part[0] == Op.FUNC and part[1] != NONE:
                closure = self.closure_result(view, part[1])
            elif part[0] in (Op.NAME, Op.MEMBER) and closure is None:
                passed = self.value(view, argument, scope, at)
                closure = passed[2] if passed is not None and passed[0] == "F" else None
        name = callee.symbol
        if name == "block_on":
            return self._run(view, "", name, row[3:], scope, at)
        if name in ("collect", "into", "parse", "sum", "product", "unwrap_or_default", "try_into", "default"):
            stated = self._turbofish(view, row[2], scope)
            if stated:
                known = stated[0]
                if name == "collect" and known is not None and known[0] == "X" and known[2] == (None,):
                    return outside(known[1], self.element(receiver))
                return outside("Result", known, None) if name == "parse" else known
            if name == "collect":  # of what is written where it goes
                return outside(COLLECTED, self.element(receiver))
        for one in self.steps(receiver):
            if one is None:
                return None
            if one[0] == "N":
                item = self._assoc_of(one, "Item")
                found = std.method(std.iterator(item), name, given, closure) if item is not None else None
                if found is None and name in std.SAME:
                    return one
                if found is not None:
                    return found
                continue
            found = std.method(one, name, given, closure)
            if found is not None:
                return found
        return None

    def _closure_parameters(self, view: FileView, index: int) -> tuple[Type, ...]:
        one = view.declarations[index]
        return tuple(self.as_type(view, p.type, one.body) for p in one.parameters)

    def closure_result(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.results:
            return self.as_type(view, one.results[0], one.body)
        given = [r for r in view.facts.returns if r.declaration == index]
        return self.value(view, given[-1].expression, given[-1].scope, one.end) if given else None

    def closure_parameter(self, view: FileView, one: Binding) -> Type:
        """The type of a closure's parameter, by what the closure is given to."""
        index = view.facts.scopes[one.scope].declaration
        place = self._places(view).get(index)
        if index == NONE or place is None:
            return None
        name = one.name
        position = next((i for i, p in enumerate(view.declarations[index].parameters) if p.name == name), -1)
        if position < 0:
            return None
        expression, argument, scope, at = place
        row = view.expressions[expression]
        callee = self.callee(view, expression, scope, at)
        if callee.kind == "function":
            stated = self.signature(callee.path, callee.symbol)
            offset = 1 if callee.by_path and stated is not None and stated.takes_self else 0
            if stated is None or not 0 <= argument - offset < len(stated.parameters):
                return None
            wanted = terms.strip(stated.parameters[argument - offset])
            if wanted is not None and wanted[0] == "V":
                wanted = next((b for b in wanted[2] if b is not None and b[0] == "F"), None)
            if wanted is None or wanted[0] != "F" or position >= len(wanted[1]):
                return None
            environment = dict(callee.environment)
            for other, given in zip(stated.parameters, row[3:], strict=False):
                if view.expressions[given][0] != Op.FUNC and terms.mentions_parameters(other):
                    self._infer(view, other, given, scope, at, environment)
            return self.settle(wanted[1][position], environment)
        if callee.kind == "outside" and callee.receiver is not None:
            given_types = [
                self.value(view, a, scope, at) for a in row[3:] if view.expressions[a][0] != Op.FUNC
            ]
            for step in self.steps(callee.receiver):
                if step is None:
                    return None
                if step[0] == "N":
                    item = self._assoc_of(step, "Item")
                    if item is not None:
                        return std.closure_parameter(std.iterator(item), callee.symbol, position, given_types)
                    continue
                found = std.closure_parameter(step, callee.symbol, position, given_types)
                if found is not None:
                    return found
        return None

    @staticmethod
    def _places(view: FileView) -> dict[int, tuple[int, int, int, int]]:
        """Closure → the call it is given to, which argument it is, and where that call stands."""
        known: dict[int, tuple[int, int, int, int]] | None = view.memo.get("rs.places")
        if known is None:
            known = {}
            for call in view.facts.calls:
                for position, part in enumerate(view.expressions[call.expression][3:]):
                    row = view.expressions[part]
                    if row[0] == Op.FUNC and row[1] != NONE:
                        known[row[1]] = (call.expression, position, call.scope, call.start)
            view.memo["rs.places"] = known
        return known

    def element(self, t: Type) -> Type:
        """What a `for` loop over a value binds."""
        known = std.element(t)
        if known is not None:
            return known
        for one in self.steps(t):
            if one is not None and one[0] == "N":
                item = self._assoc_of(one, "Item")
                if item is not None:
                    return item
            if one is not None and one[0] == "V":
                return self.associated(one, "Item")
        return None
