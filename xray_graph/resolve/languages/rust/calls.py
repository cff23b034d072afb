"""What a Rust call calls: a function by its path, a method of a known type, a value.

Called by `resolver` for edges and by `results`; rests on `members`.
"""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from xray_graph.model import NONE, Binding, Evidence, Op
from xray_graph.resolve.languages.rust import std, terms
from xray_graph.resolve.languages.rust.members import EXTERNAL, Members, Method
from xray_graph.resolve.languages.rust.modules import Item
from xray_graph.resolve.languages.rust.terms import SELF, Environment, Type
from xray_graph.resolve.receivers import OF_SHAPE

if TYPE_CHECKING:
    from xray_graph.resolve.view import FileView


class Callee(NamedTuple):
    """`kind` is "function" (also a method), "made" (a tuple struct or variant), "value" (a constant),
    "outside", "dynamic" (a value is called) or "unknown".
    """

    kind: str
    path: str = ""
    symbol: str = ""
    environment: Environment = {}  # noqa: RUF012 - never written to
    receiver: Type = None
    dynamic: bool = False
    evidence: Evidence = Evidence.LEXICAL
    by_path: bool = False


UNKNOWN: Final = Callee("unknown")


class Calls(Members, abc.ABC):
    @abc.abstractmethod
    def value(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of a value; see `values`."""

    def callee(self, view: FileView, expression: int, scope: int, at: int) -> Callee:
        """What a call expression calls; worked out once a reader."""
        key = ("callee", view.path, expression)
        if key not in self.memo:
            self.memo[key] = UNKNOWN
            row = view.expressions[expression]
            made = self._callee(view, row, scope, at)
            if made.dynamic and self._is_around(view, row, made, scope):
                made = Callee("outside", "", _last(made.symbol), receiver=made.receiver, by_path=made.by_path)
            self.memo[key] = made
        found: Callee = self.memo[key]
        return found

    def _callee(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Callee:
        head = row[2]
        if head == NONE or row[1] != NONE:  # a macro
            return UNKNOWN
        callee = view.expressions[head]
        while callee[0] == Op.APPLY:
            head = callee[2]
            callee = view.expressions[head]
        if callee[0] == Op.NAME:
            bound = self.local(view, view.strings[callee[1]], scope, at)
            if bound is not None:
                return Callee("dynamic", receiver=self.value(view, head, scope, at))
            return self.path(view, row[2], scope, "value")
        if callee[0] == Op.MEMBER and len(callee) > 3:
            return self.path(view, row[2], scope, "value")
        if callee[0] == Op.MEMBER:
            return self._method(view, callee, scope, at)
        return Callee("dynamic", receiver=self.value(view, head, scope, at))

    def _is_around(self, view: FileView, row: tuple[int, ...], found: Callee, scope: int) -> bool:
        """Whether a method of a trait, called on `self`, is the one that the call stands in, of an impl for a
        type from outside. A method of that name that the type has itself comes first, and its crate is not
        read: so the call is told to lead outside, and a recursion that is meant has no edge.
        """
        index = view.caller(scope)
        if index == NONE or found.receiver is None or found.receiver[0] not in ("X", "B", "A"):
            return False
        one = view.declarations[index]
        if one.parent == NONE or one.name != _last(found.symbol):
            return False
        given = row[3] if found.by_path and len(row) > 3 else view.expressions[row[2]][2]
        while given != NONE and view.expressions[given][0] == Op.UNARY:
            given = view.expressions[given][2]
        if given == NONE or view.expressions[given][0] != Op.NAME:
            return False
        impl = view.declarations[one.parent]
        if view.strings[view.expressions[given][1]] != "self" or impl.kind != "impl" or not impl.bases:
            return False
        if view.expressions[impl.bases[0][1]][0] == Op.APPLY:  # there may be one with other arguments
            return False
        own = self.self_of(view, one.parent)
        return own is not None and own[0] != "P" and self.same(own, found.receiver)

    def _method(self, view: FileView, callee: tuple[int, ...], scope: int, at: int) -> Callee:
        name = view.strings[callee[1]]
        base = self.value(view, callee[2], scope, at)
        found = self.method(base, name)
        if not isinstance(found, Method) and base is not None:
            steps = (one for one in self.steps(base) if one is not None)
            held = (self.extension(one, name, view, scope, by_dot=True) for one in steps)
            found = next((one for one in held if one is not None), found)
        if isinstance(found, Method) and found.of_trait and not self._is_brought(view, scope, found):
            found = EXTERNAL
        if isinstance(found, Method):
            evidence = Evidence.INHERITS if found.of_trait else self.evidence(view, callee[2], scope, at)
            return Callee(
                "function",
                found.path,
                found.symbol,
                {**self.struct_environment(found.receiver), **found.environment}
                if found.receiver is not None
                else found.environment,
                found.receiver,
                found.of_trait,
                evidence,
            )
        if found == EXTERNAL:
            return Callee("outside", "", name, receiver=base)
        own = [one for one in self.steps(base) if one is not None and one[0] == "N"]
        if own:  # an iterator has what the standard library gives all of them
            known = name in _DERIVED or any(self._assoc_of(one, "Item") is not None for one in own)
            return Callee("outside" if known else "unknown", "", name, receiver=base)
        # A method that no impl and no trait here declares is another crate's, whatever it is called on.
        return UNKNOWN if self.world.get(("rs.called", name)) else Callee("outside", "", name)

    def _is_brought(self, view: FileView, scope: int, found: Method) -> bool:
        """A trait adds methods to a type from outside only where it is in scope."""
        if found.receiver is None or found.receiver[0] not in ("X", "B", "A", "R", "U"):
            return True
        return self.is_in_scope(view, scope, found.path, found.symbol.rpartition(".")[0])

    @staticmethod
    def local(view: FileView, name: str, scope: int, at: int) -> Binding | None:
        """The binding that a name means at a place; an item declared further in hides it."""
        while scope != NONE:
            best = None
            for one in view.bindings(scope, name):
                if one.start < at or (one.start == at and one.kind in ("parameter", "receiver")):
                    best = one
            if best is not None:
                return best
            owner = view.facts.scopes[scope].declaration
            if owner != NONE and view.declarations[owner].name:
                return None  # a function sees no variables around it
            scope = view.facts.scopes[scope].parent
        return None

    # --- paths ----------------------------------------------------------------------------------------

    def path(self, view: FileView, expression: int, scope: int, space: str) -> Callee:
        """What a path names as a value: a function, a constant, a variant, a member of a type."""
        segments, base = self.segments(view, expression)
        if base != NONE or segments[0] == SELF or self._is_parameter(view, segments[0], scope):
            return self._of_type(view, expression, segments, base, scope)
        item = self.item(view, scope, segments, space)
        if item is None:
            if len(segments) > 1:  # a primitive's own: `u8::from_str`
                plain = segments[0] in terms.PRIMITIVES
                if plain:
                    return self._member(view, scope, ("B", segments[0]), segments[-1], Evidence.RECEIVER)
                if segments[0] in std.PRELUDE_TRAITS:
                    return Callee("outside", "", segments[-1], by_path=True)
                if segments[0] not in std.PRELUDE_TYPES:
                    return UNKNOWN
                return self._of_item(view, expression, Item("ext", "", ""), segments, scope)
            if segments[0] in std.PRELUDE:
                return Callee("outside", "", segments[0], by_path=True)
            return Callee("unknown", "", segments[0])
        return self._of_item(view, expression, item, segments, scope)

    def _is_parameter(self, view: FileView, name: str, scope: int) -> bool:
        return name[:1].isupper() and self.parameter(view, scope, name, NONE) is not None

    def _of_item(
        self, view: FileView, expression: int, item: Item, segments: list[str], scope: int
    ) -> Callee:
        if item.kind == "ext":
            whole = segments if len(segments) > 1 else ["", *item.symbol.split("::")]
            owner, name = whole[-2:]
            has_owner = len(segments) > 1 and owner[:1].isupper()
            receiver = self._written(view, expression, scope) if has_owner else None
            if receiver is not None and receiver[0] == "X":
                found = self._implemented(receiver, name)  # a trait of the repository's
                if isinstance(found, Method):
                    return self._as_callee(found, Evidence.INHERITS)
            return Callee("outside", owner, name, receiver=receiver, by_path=True)
        if item.kind == "member":
            t = self._written(view, expression, scope)
            if t is None:
                t = self.of_item(Item("decl", item.path, item.symbol))
            return self._member(view, scope, t, item.name, self._evidence_of(view, item.path, segments))
        if item.kind != "decl":
            return UNKNOWN
        place = self.view_of(item.path, item.symbol)
        if place is None:
            return UNKNOWN
        owner_view, index = place
        one = owner_view.declarations[index]
        evidence = self._evidence_of(view, item.path, segments)
        if one.kind == "function":
            return Callee("function", item.path, item.symbol, evidence=evidence, by_path=True)
        if one.kind == "constant" and "variant" in one.attributes:
            written = self._written(view, expression, scope) if len(segments) > 1 else None
            enum = self.of_declaration(owner_view, one.parent)
            known = written if written is not None and self.same(written, enum) else enum
            return Callee("made", item.path, item.symbol, receiver=known)
        if one.kind == "struct":
            row = view.expressions[expression]
            t = self.as_type(view, expression, scope) if row[0] == Op.APPLY else None
            return Callee(
                "made", item.path, item.symbol, receiver=t or self.of_declaration(owner_view, index)
            )
        if one.kind == "type":
            t = self.declared(item.path, item.symbol)
            if t is not None and t[0] == "N":
                return Callee("made", t[1], t[2], receiver=t)
            return UNKNOWN
        if one.kind in ("constant", "variable"):
            return Callee("value", item.path, item.symbol, evidence=evidence)
        return UNKNOWN

    def _written(self, view: FileView, expression: int, scope: int) -> Type:
        """The type that stands before the last segment of a path."""
        row = view.expressions[expression]
        while row[0] == Op.APPLY:
            row = view.expressions[row[2]]
        if row[0] != Op.MEMBER or row[2] == NONE:
            return None
        return self.as_type(view, row[2], scope)

    def _of_type(self, view: FileView, expression: int, segments: list[str], base: int, scope: int) -> Callee:
        """`Self::f`, `T::f`, `<T as Trait>::f`."""
        if len(segments) == 1 and base == NONE:
            t = self.self_type(view, scope)
            return Callee("made", t[1], t[2], receiver=t) if t is not None and t[0] == "N" else UNKNOWN
        if base != NONE and len(segments) == 1:
            row = view.expressions[base]
            if row[0] == Op.CAST and len(row) > 3:
                trait, own = self.as_type(view, row[2], scope), self.as_type(view, row[3], scope)
                if trait is not None and trait[0] == "T":
                    found = self.trait_method(trait, segments[0], own)
                    if isinstance(found, Method):
                        return self._as_callee(found, Evidence.INHERITS)
                return Callee("outside", "", segments[0], receiver=own, by_path=True)
            t = self.as_type(view, base, scope)
            return self._member(view, scope, t, segments[0], Evidence.RECEIVER)
        t = self._written(view, expression, scope)
        return self._member(view, scope, t, segments[-1], Evidence.RECEIVER)

    def _member(self, view: FileView, scope: int, t: Any, name: str, evidence: Evidence) -> Callee:
        """A function, constant or variant by the name of its type: `Type::name`."""
        t = terms.strip(t)
        if t is None:
            return UNKNOWN
        if t[0] == "N":
            place = self.view_of(t[1], t[2])
            for child in place[0].members(place[1]).get(name, ()) if place is not None else ():
                if place is not None and "variant" in place[0].declarations[child].attributes:
                    return Callee("made", t[1], place[0].symbols[child], receiver=t)
        of_trait = t[0] == "T"
        found = self.trait_method(t, name, ("V", SELF, (t,))) if of_trait else self._on(t, name)
        if not of_trait and not isinstance(found, Method):
            found = self.extension(t, name, view, scope) or found
        if isinstance(found, Method):
            return self._as_callee(found, Evidence.INHERITS if found.of_trait and t[0] != "T" else evidence)
        constant = self._constant(t, name)
        if constant is not None:
            return constant
        if found == EXTERNAL or t[0] == "X":
            return Callee("outside", t[1] if t[0] == "X" else "", name, receiver=t, by_path=True)
        return Callee("outside", "", name, receiver=t, by_path=True) if name in _DERIVED else UNKNOWN

    def _constant(self, t: Any, name: str) -> Callee | None:
        if t[0] not in ("N", "X", "B"):
            return None
        for path, index in self.filed("rs.const", t, name):
            symbol = self.project.views[path].symbols[index]
            stated = self.owner(path, symbol)
            if stated is not None and self.same(stated[0], t):
                return Callee("value", path, symbol, {SELF: t})
        return None

    def _as_callee(self, found: Method, evidence: Evidence) -> Callee:
        environment = dict(found.environment)
        if found.receiver is not None:
            environment = {**self.struct_environment(found.receiver), **environment}
        return Callee(
            "function", found.path, found.symbol, environment, found.receiver, found.of_trait, evidence, True
        )

    # --- evidence -------------------------------------------------------------------------------------

    @staticmethod
    def _evidence_of(view: FileView, path: str, segments: list[str]) -> Evidence:
        """Why a path reaches where it does."""
        if path == view.path:
            return Evidence.LEXICAL
        used = any(one.alias == segments[0] or one.name == "*" for one in view.facts.imports)
        return Evidence.IMPORT if used or len(segments) > 1 else Evidence.SAME_PACKAGE

    def evidence(self, view: FileView, base: int, scope: int, at: int) -> Evidence:
        """What a receiver's type is known from."""
        row = view.expressions[base]
        while row[0] in (Op.UNARY, Op.APPLY) and row[2] != NONE:
            row = view.expressions[row[2]]
        if row[0] != Op.NAME:
            return _OF_SHAPE.get(row[0], Evidence.RECEIVER)
        bound = self.local(view, view.strings[row[1]], scope, at)
        if bound is not None and bound.type == NONE and bound.value != NONE:
            return _OF_SHAPE.get(view.expressions[bound.value][0], Evidence.RECEIVER)
        return Evidence.RECEIVER


def _last(symbol: str) -> str:
    """The name of a member, without its parameters."""
    return symbol.partition("(")[0].rpartition(".")[2].partition("~")[0]


_DERIVED: Final = frozenset(
    {
        *("clone", "fmt", "eq", "ne", "cmp", "partial_cmp", "hash", "default", "into", "try_into", "from"),
        *("to_string", "to_owned", "borrow", "borrow_mut", "as_ref", "as_mut", "type_id"),
        *("lt", "le", "gt", "ge"),
    }
)
_OF_SHAPE: Final = {
    **OF_SHAPE,
    int(Op.PART): Evidence.FIELD,
}
