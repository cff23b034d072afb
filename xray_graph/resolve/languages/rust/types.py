"""Rust declarations and type expressions: which type is written, what a declaration states.

Reads one file's expressions in their scope; what lies in another file is asked of the World and derived
there once. A type that is not known is None. Types are the tuples of `terms`; the types of values
are worked out in `values`, on top of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.rust import terms
from xray_graph.resolve.languages.rust.macros import Macros
from xray_graph.resolve.languages.rust.names import Names
from xray_graph.resolve.languages.rust.terms import SELF, Environment, Type

if TYPE_CHECKING:
    from collections.abc import Callable

    from xray_graph.resolve.languages.rust.modules import Item
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

T = TypeVar("T")
_GENERIC: Final = frozenset({"function", "method", "struct", "enum", "trait", "impl", "type"})
_HOLDERS: Final = frozenset({"impl", "trait"})


class Signature(NamedTuple):
    parameters: tuple[Type, ...]  # without `self`
    result: Type
    names: tuple[str, ...]  # its own type parameters
    takes_self: bool


class Types(Names):
    """Types of Rust files. One for a project; `memo` is swapped with each reader."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.macros = Macros(self)
        self.memo: dict[Any, Any] = {}
        self.given: dict[str, Type] = {}  # the variables of a macro whose value is being worked out
        self.depth = 0  # of the values being worked out
        self.nested = 0  # macros among them
        self.made = 0  # rules looked at for the outermost of these macros

    def derived(self, kind: str, path: str, symbol: str, compute: Callable[[FileView, int], T]) -> T | None:
        """What a declaration states, worked out once; None while it needs itself."""

        def fresh() -> T | None:
            found = self.view_of(path, symbol)
            if found is None:
                return None
            outer = self.memo, self.depth, self.given, self.nested, self.made
            # the answer must not depend on who asks
            self.memo, self.depth, self.given, self.nested, self.made = {}, 0, {}, 0, 0
            try:
                return compute(*found)
            finally:
                self.memo, self.depth, self.given, self.nested, self.made = outer

        return self.world.derive((kind, path, symbol), fresh, None)

    # --- Self and type parameters -----------------------------------------------------------------

    def self_type(self, view: FileView, scope: int) -> Type:
        """What `Self` is at a place."""
        index = view.enclosing(scope, _HOLDERS | {"struct", "enum"})
        return None if index == NONE else self.self_of(view, index)

    def self_of(self, view: FileView, index: int) -> Type:
        """The type that an impl is for; of a trait its `Self`."""
        key = ("self", view.path, index)
        if key not in self.memo:
            self.memo[key] = None
            one = view.declarations[index]
            if one.kind == "impl":
                self.memo[key] = self.as_type(view, one.type, one.body, own=index)
            elif one.kind == "trait":
                more = [b for n, b in one.type_parameters if n == SELF and b != NONE]
                bounds = [self.of_declaration(view, index)]
                bounds += [t for b in more for t in self.bounds(view, b, one.body, index)]
                self.memo[key] = ("V", SELF, tuple(bounds))
            else:
                names = tuple(("V", n, ()) for n, _ in one.type_parameters if "::" not in n)
                self.memo[key] = ("N", view.path, view.symbols[index], names)
        found: Type = self.memo[key]
        return found

    def parameter(self, view: FileView, scope: int, name: str, own: int) -> Type:
        """A type parameter of a declaration around a place."""
        index = own
        seen = set()
        while True:
            if index != NONE and index not in seen:
                seen.add(index)
                one = view.declarations[index]
                stated = dict(one.type_parameters) if one.kind in _GENERIC else {}
                if name in stated:
                    return ("V", name, self._bounds_of(view, index, name, stated[name]))
            if scope == NONE:
                return None
            index = view.facts.scopes[scope].declaration
            scope = view.facts.scopes[scope].parent

    def _bounds_of(self, view: FileView, index: int, name: str, bound: int) -> tuple[Type, ...]:
        key = ("bounds", view.path, index, name)
        if key not in self.memo:
            self.memo[key] = ()  # a parameter whose bound names it again
            one = view.declarations[index]
            scope = one.body if one.body != NONE else one.scope
            self.memo[key] = self.bounds(view, bound, scope, index)
        found: tuple[Type, ...] = self.memo[key]
        return found

    def bounds(self, view: FileView, expression: int, scope: int, own: int = NONE) -> tuple[Type, ...]:
        """The traits of a bound, `A + B`."""
        if expression == NONE:
            return ()
        row = view.expressions[expression]
        if row[0] == Op.INTERSECTION:
            return tuple(t for part in row[2:] for t in self.bounds(view, part, scope, own))
        found = self.as_type(view, expression, scope, own)
        return () if found is None else (found,)

    # --- types --------------------------------------------------------------------------------------

    def as_type(self, view: FileView, expression: int, scope: int, own: int = NONE, depth: int = 0) -> Type:
        """The type that is written; `own` is a declaration whose type parameters are seen too."""
        if expression == NONE or depth > terms.MAX_NESTING:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op in (Op.NAME, Op.MEMBER):
            return self._named(view, expression, scope, own, depth)
        if op == Op.APPLY:
            return self._applied(view, row, scope, own, depth)
        if op in (Op.POINTER, Op.ARRAY):
            inner = self.as_type(view, row[2], scope, own, depth + 1)
            return ("P" if op == Op.POINTER else "A", inner)
        if op == Op.UNARY:
            return ("R", self.as_type(view, row[2], scope, own, depth + 1))
        if op == Op.TUPLE:
            return ("U", tuple(self.as_type(view, part, scope, own, depth + 1) for part in row[2:]))
        if op == Op.FUNC_TYPE:
            parameters = tuple(self.as_type(view, part, scope, own, depth + 1) for part in row[3:])
            result = terms.UNIT if row[2] == NONE else self.as_type(view, row[2], scope, own, depth + 1)
            return ("F", parameters, result)
        if op == Op.INTERSECTION:
            found = self.bounds(view, expression, scope, own)
            return found[0] if len(found) == 1 else ("V", "", found)
        if op == Op.LITERAL:
            return ("B", "!") if view.strings[row[1]] == "never" else None
        return None

    def _named(self, view: FileView, expression: int, scope: int, own: int, depth: int) -> Type:
        segments, base = self.segments(view, expression)
        if base != NONE:  # <T as Trait>::Name
            row = view.expressions[base]
            written = row[3] if row[0] == Op.CAST and len(row) > 3 else base
            return self._projected(self.as_type(view, written, scope, own, depth + 1), segments)
        name = segments[0]
        if name == SELF:
            return self._projected(self.self_type(view, scope) or self._own_self(view, own), segments[1:])
        found = self.parameter(view, scope, name, own)
        if found is not None:
            if len(segments) == 2:
                stated = self.parameter(view, scope, "::".join(segments), own)
                if stated is not None:  # where T::Item: Bound
                    return ("V", "::".join(segments), stated[2])
            return self._projected(found, segments[1:])
        if name == "_":
            return None
        made = self.item(view, scope, segments, "type")
        if made is None:
            plain = segments[-1]
            if len(segments) == 1 and plain in terms.PRIMITIVES:
                return ("B", plain)
            return terms.outside(plain)  # what compiles has it from somewhere
        return self.of_item(made)

    def _own_self(self, view: FileView, own: int) -> Type:
        while own != NONE and view.declarations[own].kind not in _HOLDERS:
            own = view.declarations[own].parent
        return None if own == NONE else self.self_of(view, own)

    def _projected(self, t: Type, names: list[str]) -> Type:
        for name in names:
            t = None if t is None else self.associated(t, name)
        return t

    def associated(self, t: Type, name: str) -> Type:
        """`t::name`; see `members`, which knows the impls."""
        return None if t is None else ("S", t, name)

    def of_item(self, item: Item) -> Type:
        if item.kind == "ext":
            return terms.outside(item.symbol.rpartition("::")[2])
        if item.kind == "decl":
            found = self.view_of(item.path, item.symbol)
            return None if found is None else self.of_declaration(*found)
        return None

    def of_declaration(self, view: FileView, index: int) -> Type:
        """The type that a declaration is, without its arguments."""
        one = view.declarations[index]
        if one.kind in ("struct", "enum"):
            return ("N", view.path, view.symbols[index], ())
        if one.kind == "trait":
            return ("T", view.path, view.symbols[index], (), ())
        if one.kind == "type":
            return self.declared(view.path, view.symbols[index])
        return None

    def _applied(self, view: FileView, row: tuple[int, ...], scope: int, own: int, depth: int) -> Type:
        base = self.as_type(view, row[2], scope, own, depth + 1)
        args: list[Type] = []
        assoc: list[tuple[str, Type]] = []
        for part in row[3:]:
            given = view.expressions[part]
            if given[0] == Op.LITERAL:
                word = view.strings[given[1]]
                args += [] if word == "lifetime" else [("C", word)]
            elif given[0] == Op.KEYWORD:
                assoc.append((view.strings[given[1]], self.as_type(view, given[2], scope, own, depth + 1)))
            else:
                args.append(self.as_type(view, part, scope, own, depth + 1))
        if base is None:
            return None
        segments, held = self.segments(view, row[2])
        if held == NONE and segments[0] != SELF:  # an alias with parameters of its own
            made = self.item(view, scope, segments, "type")
            if made is not None and made.kind == "decl":
                found = self.view_of(made.path, made.symbol)
                if found is not None and found[0].declarations[found[1]].kind == "type":
                    names = [n for n, _ in found[0].declarations[found[1]].type_parameters]
                    return terms.substitute(base, dict(zip(names, args, strict=False)))
        if base[0] == "N":
            return ("N", base[1], base[2], tuple(args))
        if base[0] == "T":
            return ("T", base[1], base[2], tuple(args), tuple(assoc))
        return ("X", base[1], tuple(args), tuple(assoc)) if base[0] == "X" else base

    # --- what declarations state --------------------------------------------------------------------

    def declared(self, path: str, symbol: str) -> Type:
        """The type of a constant, static or field; of an alias the type it stands for."""
        return self.derived("rs.declared", path, symbol, self._declared)

    def _declared(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.kind == "constant" and "variant" in one.attributes:
            return self.self_of(view, one.parent) if one.parent != NONE else None
        return self.as_type(view, one.type, one.scope, index)

    def signature(self, path: str, symbol: str) -> Signature | None:
        return self.derived("rs.signature", path, symbol, self._signature)

    def _signature(self, view: FileView, index: int) -> Signature:
        one = view.declarations[index]
        scope = one.body if one.body != NONE else one.scope
        parameters = tuple(
            self.as_type(view, p.type, scope, index) for p in one.parameters if p.name != "self"
        )
        result = self.as_type(view, one.results[0], scope, index) if one.results else terms.UNIT
        if "async" in one.attributes:
            result = ("X", "Future", (result,), ())
        names = tuple(name for name, _ in one.type_parameters if "::" not in name and name != SELF)
        inside = one.parent != NONE and view.declarations[one.parent].kind in _HOLDERS
        return Signature(parameters, result, names, inside and "static" not in one.attributes)

    def owner(self, path: str, symbol: str) -> tuple[Type, Type] | None:
        """Of a member of an impl or trait: the type it is for, and the trait if it is of one."""
        return self.derived("rs.owner", path, symbol, self._owner)

    def _owner(self, view: FileView, index: int) -> tuple[Type, Type] | None:
        parent = view.declarations[index].parent
        if parent == NONE or view.declarations[parent].kind not in _HOLDERS:
            return None
        holder = view.declarations[parent]
        own = self.self_of(view, parent)
        if holder.kind == "trait":
            return own, self.of_declaration(view, parent)
        trait = self.as_type(view, holder.bases[0][1], holder.body, parent) if holder.bases else None
        if holder.bases and trait is None:
            trait = terms.outside("?")
        return own, trait

    def struct_environment(self, t: Any) -> Environment:
        """The generic arguments of a type by the names of its parameters."""
        if t[0] not in ("N", "T") or not t[3]:
            return {}
        found = self.view_of(t[1], t[2])
        if found is None:
            return {}
        names = [n for n, _ in found[0].declarations[found[1]].type_parameters if "::" not in n]
        return dict(zip(names, t[3], strict=False))
