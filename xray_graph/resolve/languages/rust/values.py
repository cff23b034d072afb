"""What type a Rust expression has: by declarations, plain construction and the results of calls.

Called by `resolver`, for receivers and chains; rests on `members` for fields and methods and on `std`
for what the standard library gives back. Nothing is guessed: what is stated nowhere is None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Binding, Op
from xray_graph.resolve.languages.rust import std, terms
from xray_graph.resolve.languages.rust.results import COLLECTED, VARIANTS, Results
from xray_graph.resolve.languages.rust.terms import BOOL, Environment, Type, outside

if TYPE_CHECKING:
    from xray_graph.resolve.view import FileView

MAX_DEPTH: Final = 60  # of values that rest on values
_TRUTHS: Final = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_LITERALS: Final[dict[str, Type]] = {
    "bool": BOOL,
    "char": ("B", "char"),
    "str": ("P", ("B", "str")),
    "range": ("B", "range"),
}


class Values(Results):
    """Evaluates expressions of Rust files. One for a project."""

    def value(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self._name(view, expression, scope, at)
        if op == Op.LITERAL:
            word = view.strings[row[1]]
            if word.endswith(('"', "#")):
                word = "str"
            return _LITERALS.get(word, ("B", "int") if word[:1].isdigit() else None)
        key = (view.path, expression)
        if key in self.memo:
            return self.memo[key]
        if self.depth >= MAX_DEPTH:
            return None
        self.memo[key] = None
        self.depth += 1
        try:
            found: Type = self._compound(view, expression, row, scope, at)
        finally:
            self.depth -= 1
        self.memo[key] = found
        return found

    def _compound(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        op = row[0]
        if op == Op.CALL:
            return self._result(view, expression, row, scope, at)
        if op == Op.MEMBER:
            if len(row) > 3:
                return self._path_value(view, expression, scope)
            return self._field_value(view, row, scope, at)
        if op == Op.NEW:
            return self.constructed(view, row[2], scope)
        if op == Op.UNARY:
            return self._unary(view.strings[row[1]], self.value(view, row[2], scope, at))
        if op == Op.CHOICE:
            made = (self.value(view, part, scope, at) for part in row[2:] if part != NONE)
            return next((t for t in made if t is not None and t != ("B", "!")), None)
        if op == Op.WITHIN:
            return self.value(view, row[2], row[1], view.facts.scopes[row[1]].end)
        if op == Op.CAST:
            return self.as_type(view, row[2], scope)
        if op == Op.PART:
            return self._part(view, row, scope, at)
        if op == Op.INDEX:
            return self._indexed(view, row, scope, at)
        if op == Op.ELEMENT:
            return self.element(self.value(view, row[2], scope, at))
        if op == Op.TUPLE:
            return ("U", tuple(self.value(view, part, scope, at) for part in row[2:]))
        if op == Op.SEQUENCE:
            return ("A", self.value(view, row[2], scope, at) if len(row) > 2 else None)
        if op == Op.SLICE:
            return self.value(view, row[2], scope, at)
        if op == Op.FUNC:
            return None if row[1] == NONE else ("F", self._closure_parameters(view, row[1]), None)
        if op == Op.APPLY:
            return self.value(view, row[2], scope, at)
        if op == Op.BINARY:
            if view.strings[row[1]] in _TRUTHS:
                return BOOL
            left = terms.strip(self.value(view, row[2], scope, at))
            return left if left is not None and left[0] == "B" else self._output(left)
        return None

    def _output(self, left: Type) -> Type:
        """What an operator of the repository's own gives: the `Output` of its impl, where there is one."""
        return self._assoc_of(left, "Output") if left is not None and left[0] == "N" else None

    def _unary(self, operator: str, t: Type) -> Type:
        if t is None:
            return None
        if operator == "&":
            return ("P", t)
        if operator == "*":
            if t[0] in ("P", "R"):
                return t[1]
            if t[0] == "X":
                return terms.argument(t) if t[2] else t
            return self._dereferenced(t) or t if t[0] == "N" else t
        if operator == "?":
            inner = terms.strip(t)
            return terms.argument(inner) if terms.is_outside(inner, "Option", "Result", "Poll") else None
        if operator == "await":
            return self._awaited(t)
        if operator == "async":
            return outside("Future", t)
        return t

    def _awaited(self, t: Type) -> Type:
        """What a future gives: of an `async` function, of `impl Future<Output = T>`, of a type's own impl."""
        for one in self.steps(t):
            for bound in one[2] if one is not None and one[0] == "V" else (one,):
                if terms.is_outside(bound, "JoinHandle"):
                    return outside("Result", terms.argument(bound), None)
                if terms.is_outside(bound, "Future", "IntoFuture", "BoxFuture", "LocalBoxFuture"):
                    stated: Type = dict(bound[3]).get("Output") if bound is not None else None
                    return stated or terms.argument(bound)
            if one is not None and one[0] == "N":
                found = self._assoc_of(one, "Output")
                if found is not None:
                    return found
        return None

    # --- names ----------------------------------------------------------------------------------------

    def _name(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        name = view.strings[view.expressions[expression][1]]
        if name[:1] == "$":
            return self.given.get(name)
        bound = self.local(view, name, scope, at)
        if bound is not None:
            return self.binding(view, bound)
        if name == "self":
            return self.self_type(view, scope)
        return self._path_value(view, expression, scope)

    def binding(self, view: FileView, one: Binding) -> Type:
        key = ("binding", view.path, one.scope, one.start, one.name)
        if key in self.memo:
            return self.memo[key]
        self.memo[key] = None
        found: Type
        if one.kind == "receiver":
            found = self.self_type(view, one.scope)
        elif one.type != NONE:
            found = self.as_type(view, one.type, one.scope)
            if one.value != NONE and _is_open(found, inside=True):
                made = self.value(view, one.value, one.scope, one.start)
                if terms.is_outside(made, COLLECTED):
                    found = std.collected(found, terms.argument(made))
                elif _is_open(found):
                    found = found if made is None or made[0] in ("V", "S") else made
        elif one.kind == "parameter" and one.value == NONE:
            found = self.closure_parameter(view, one)
        else:
            found = self.value(view, one.value, one.scope, one.start)
        self.memo[key] = found
        return found

    def _path_value(self, view: FileView, expression: int, scope: int) -> Type:
        """A constant, a variant, a function as a value, an associated constant."""
        callee = self.path(view, expression, scope, "value")
        if callee.kind == "function":
            stated = self.signature(callee.path, callee.symbol)
            if stated is None:
                return None
            result = self.settle(stated.result, callee.environment)
            return ("F", tuple(self.settle(p, callee.environment) for p in stated.parameters), result)
        if callee.kind == "value":
            return self.settle(self.declared(callee.path, callee.symbol), callee.environment)
        if callee.kind == "made":
            return callee.receiver
        if callee.kind == "outside" and callee.symbol in VARIANTS:
            return outside(VARIANTS[callee.symbol], None)
        known = callee.receiver
        return known if known is not None and known[0] == "B" and callee.symbol.isupper() else None

    def constructed(self, view: FileView, expression: int, scope: int) -> Type:
        """The type of `T { ... }`; of a variant its enum."""
        callee = self.path(view, expression, scope, "value")
        if callee.kind == "made":
            return callee.receiver
        t = self.as_type(view, expression, scope)
        return t if t is not None and t[0] == "N" else None

    # --- members --------------------------------------------------------------------------------------

    def _field_value(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        base = view.expressions[row[2]]
        name = view.strings[row[1]]
        if base[0] == Op.CAST:  # a pattern: the field of a variant
            place, environment = self._variant(view, base, scope, at)
            return None if place is None else self.field_of(*place, name, environment)
        return self.field(self.value(view, row[2], scope, at), name)

    def _part(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        base = view.expressions[row[2]]
        if base[0] != Op.CAST:
            t = terms.strip(self.value(view, row[2], scope, at))
            if t is not None and t[0] == "U":
                members: tuple[Type, ...] = t[1]
                found: Type = members[row[1]] if -len(members) <= row[1] < len(members) else None
                return found
            return t[1] if t is not None and t[0] == "A" else None
        place, environment = self._variant(view, base, scope, at)
        if place is not None:
            owner, index = place
            one = owner.declarations[index]
            count = len(owner.expressions[one.type]) - 2 if one.type != NONE else 0
            position = row[1] if row[1] >= 0 else count + row[1]
            return self.field_of(owner, index, str(position), environment)
        segments, _ = self.segments(view, base[2])
        name = segments[-1] if segments else ""
        t = terms.strip(self.value(view, base[3], scope, at)) if base[3] != NONE else None
        if name in VARIANTS and terms.is_outside(t, VARIANTS[name]):
            return terms.argument(t, 1 if name == "Err" else 0)
        return None

    def _variant(
        self, view: FileView, row: tuple[int, ...], scope: int, at: int
    ) -> tuple[tuple[FileView, int] | None, Environment]:
        """The struct or variant that a pattern names, with what its value says of the type's parameters."""
        callee = self.path(view, row[2], scope, "value")
        if callee.kind != "made" or not callee.path:
            return None, {}
        place = self.view_of(callee.path, callee.symbol)
        value = terms.strip(self.value(view, row[3], scope, at)) if len(row) > 3 and row[3] != NONE else None
        known = callee.receiver
        if value is not None and self.same(value, known):
            known = value
        return place, self.struct_environment(known) if known is not None else {}

    def _indexed(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        t = self.value(view, row[2], scope, at)
        ranged = row[3] != NONE and view.expressions[row[3]][0] == Op.LITERAL
        ranged = ranged and view.strings[view.expressions[row[3]][1]] == "range"
        for one in self.steps(t):
            if one is None:
                return None
            if one[0] == "A":
                return one if ranged else one[1]
            if one[0] == "X" and one[1] in ("HashMap", "BTreeMap", "IndexMap"):
                return terms.argument(one, 1)
            if one[0] == "X" and one[1] == "VecDeque":
                return terms.argument(one)
            if one[0] == "N":
                made = self._assoc_of(one, "Output")
                if made is not None:
                    return made
            if one == ("B", "str"):
                return one
        return None


def _is_open(t: Type, *, inside: bool = False) -> bool:
    """Whether a written type leaves its arguments to be found, `Vec<_>`; `inside`: or an argument."""
    given: tuple[Type, ...] = () if t is None or t[0] not in ("N", "X") else t[3] if t[0] == "N" else t[2]
    return None in given or (inside and any(_is_open(one) for one in given))
