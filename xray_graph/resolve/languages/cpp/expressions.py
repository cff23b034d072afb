"""What type a C++ expression has, by declaration and plain construction alone.

An expression whose type nothing states is None. Called by `resolver`, for receivers, arguments and chains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.resolve.languages.c.names import CLASSES
from xray_graph.resolve.languages.cpp import values
from xray_graph.resolve.languages.cpp.types import Types
from xray_graph.resolve.languages.cpp.values import OUTSIDE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xray_graph.model import Binding
    from xray_graph.resolve.languages.c.names import Named
    from xray_graph.resolve.languages.cpp.members import Member
    from xray_graph.resolve.languages.cpp.values import Type
    from xray_graph.resolve.view import FileView

_BOOLEAN: Final = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})


class Expressions(Types):
    """Evaluates the values of C++ files. `memo` holds those of the file that is being resolved."""

    memo: dict[Any, Any]

    def value(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of a value, const left out; ("T", t) for an expression that is a type."""
        return values.plain(self.whole(view, expression, scope, at))

    def whole(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of a value, ("K", t) for what is const."""
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self.completed(view, self._name_value(view, scope, at, view.strings[row[1]]))
        if op == Op.LITERAL:
            return _literal(view.strings[row[1]])
        if expression in self.memo:
            return self.memo[expression]
        self.memo[expression] = None
        t = self.memo[expression] = self.completed(view, self._compound(view, row, scope, at))
        return t

    def _name_value(self, view: FileView, scope: int, at: int, name: str) -> Type:
        if name == "this":
            own = self.this(view, scope)
            if own is None:
                return None
            return ("P", ("K", own) if self.in_const(view, scope) else own)
        found = self.lookup(view, scope, at, name)
        if found is None:
            return None
        head = found[0]
        if head == "binding":
            return self.binding_type(view, found[1])
        if head == "outside":
            return OUTSIDE
        if head == "local":
            t = self.of_declaration(view, found[1])
            return ("T", t) if t is not None else self.members.declared_type(view, found[1])
        if head == "names":
            return self._named_value(found[1])
        if head == "member":
            const = self.in_const(view, scope)
            return self._of_object(
                self.members_value(self.members.find(found[1], name), const=const), const=const
            )
        t = self.type_of_found(view, found, name)
        return ("T", t) if t is not None else None

    def _named_value(self, found: Sequence[Named]) -> Type:
        kinds = {one.kind for one in found}
        if kinds & {"class", "struct", "enum", "type"} and not kinds & CALLABLES:
            t = self.one_type(found)
            return ("T", t) if t is not None else None
        results = {
            self.derived("cpp.type", *one.target, self.members.declared_type)
            for one in found
            if one.kind != "macro"
        }
        return results.pop() if len(results) == 1 else None

    def members_value(self, found: Sequence[Member], *, const: bool = False) -> Type:
        """The type of a member's name: of all its overloads where they agree but for const."""
        results: dict[Type, list[tuple[Member, Type]]] = {}
        for one in found:
            if one.kind not in CLASSES:
                t = self.members.type_of(one)
                results.setdefault(values.loose(t), []).append((one, t))
        if len(results) != 1:
            return None
        same = next(iter(results.values()))
        return next((t for one, t in same if ("const" in one.attributes) == const), same[0][1])

    @staticmethod
    def _of_object(t: Type, *, const: bool) -> Type:
        """The type of a field of a const object."""
        return ("K", t) if const and t is not None and t[0] not in ("F", "K", "T") else t

    def in_const(self, view: FileView, scope: int) -> bool:
        """Whether a scope lies in a const method."""
        inner = view.enclosing(scope, CALLABLES)
        while inner != NONE:
            one = view.declarations[inner]
            if one.receiver != NONE or one.kind == "method":
                return "const" in one.attributes
            inner = one.parent
        return False

    def this(self, view: FileView, scope: int) -> Type:
        """The class in whose member `scope` lies."""
        while scope != NONE:
            owner = view.facts.scopes[scope].declaration
            if owner != NONE:
                one = view.declarations[owner]
                if one.kind in CLASSES:
                    return ("C", view.path, view.symbols[owner], ())
                if one.receiver != NONE:
                    return self.class_of_member(view, owner)
            scope = view.facts.scopes[scope].parent
        return None

    def binding_type(self, view: FileView, one: Binding) -> Type:
        key = ("binding", one.scope, one.start, one.name)
        if key in self.memo:
            return self.memo[key]
        self.memo[key] = None  # a name that needs itself is unknown
        if one.type != NONE and view.expressions[one.type][0] != Op.UNKNOWN:
            t = self.as_type(view, one.type, one.scope, one.start)
        elif one.value != NONE:
            t = self.whole(view, one.value, one.scope, one.start - 1)
        else:
            t = None
        self.memo[key] = t
        return t

    # --- compound expressions -----------------------------------------------------------------------

    def _compound(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        op = row[0]
        if op == Op.CALL:
            return self.result(view, row, scope, at)
        if op == Op.MEMBER:
            return self._member_value(view, row, scope, at)
        if op == Op.NEW:
            return ("P", self.as_type(view, row[2], scope, at))
        if op == Op.CAST:
            return self.as_type(view, row[2], scope, at)
        if op == Op.UNARY:
            return self._unary(view, row, scope, at)
        if op == Op.BINARY:
            return self._binary(view, row, scope, at)
        if op == Op.INDEX:
            return self._indexed(self.value(view, row[2], scope, at))
        if op == Op.ELEMENT:
            return self._iterated(self.value(view, row[2], scope, at))
        if op == Op.CHOICE:
            found = {self.value(view, part, scope, at) for part in row[2:]} - {None, ("B", "nullptr")}
            return found.pop() if len(found) == 1 else None
        if op == Op.APPLY:
            return self._applied(view, row, scope, at)
        if op == Op.PART:
            whole = self.value(view, row[2], scope, at)
            if whole is not None and whole[0] == "X" and whole[1] == "std.pair" and row[1] < len(whole[2]):
                return whole[2][row[1]]
            return OUTSIDE if whole is not None and whole[0] == "X" else None
        if op == Op.FUNC:
            return ("F", None)
        if op == Op.SPREAD:
            return self.value(view, row[2], scope, at)
        return None

    def _member_value(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        name = view.strings[row[1]]
        where = self.before(view, row[2], scope, at)
        if where is not None:
            return self._qualified_value(view, where, name)
        whole = self.whole(view, row[2], scope, at)
        base = values.plain(whole)
        if base is None:
            return None
        if base[0] == "X":
            return values.outside_member(base, name)
        if base[0] != "C":
            return None
        found = self.members.find(base, name)
        if found:
            const = whole is not base
            return self._of_object(self.members_value(found, const=const), const=const)
        above = self.members.injected(base, name)  # `a.Base::f()`
        if above is not None:
            return above
        return OUTSIDE if self.members.outside(base) else None

    def before(self, view: FileView, expression: int, scope: int, at: int) -> tuple[Any, ...] | None:
        """What stands before `::`, where an expression is a scope and no value; else None."""
        row = view.expressions[expression]
        while row[0] in (Op.MEMBER, Op.APPLY) and len(row) > 2:
            row = view.expressions[row[2]]
        if row[0] != Op.NAME:
            return None
        name = view.strings[row[1]]
        if name == "this":
            return None
        if name != "::":
            found = self.lookup(view, scope, at, name)
            if found is not None and found[0] == "binding":
                return None
            if found is not None and self.type_of_found(view, found, name) is None:
                return None
        return self.scope_of(view, expression, scope, at)

    def _qualified_value(self, view: FileView, where: tuple[Any, ...], name: str) -> Type:
        if (
            where[0] == "namespace"
            and self.is_library(where[1])
            and not self.in_namespace(view, where[1], name)
        ):
            where = ("outside", where[1])
        if where[0] == "outside":
            whole = f"{where[1]}.{name}"
            return ("T", ("X", whole, ())) if whole in values.TYPES_OUTSIDE else OUTSIDE
        if where[0] == "namespace":
            return self._named_value(self.in_namespace(view, where[1], name)) if name else None
        if where[1][0] == "E":
            return where[1]
        found = self.members.find(where[1], name)
        if found and all(one.kind in ("class", "struct", "enum", "type") for one in found):
            t = self.members.inner_type(where[1], name)
            return ("T", t) if t is not None else None
        if not found:
            made = self.apart(view, where[1], name)
            return ("T", made) if made is not None else None
        return self.members_value(found)

    def _applied(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """`f<T>`, `C<T>`, `static_cast<T>`."""
        head = view.expressions[row[2]]
        if head[0] == Op.NAME and view.strings[head[1]] in values.CASTS:
            return ("F", self.as_type(view, row[3], scope, at)) if len(row) > 3 else None
        base = self.value(view, row[2], scope, at)
        if base is not None and base[0] == "T" and base[1] is not None and base[1][0] in ("C", "X"):
            return ("T", (*base[1][:-1], tuple(self.as_type(view, a, scope, at) for a in row[3:])))
        if head[0] == Op.MEMBER and base == OUTSIDE:
            given = tuple(self.as_type(view, a, scope, at) for a in row[3:])
            return ("F", values.made_by(view.strings[head[1]], given))
        return base

    def _unary(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        operator = view.strings[row[1]]
        whole = self.whole(view, row[2], scope, at)
        inner = values.plain(whole)
        if inner is None:
            return None
        if operator == "&":
            return ("P", whole)
        if operator == "!":
            return ("B", "bool")
        if operator == "*":
            return self.dereferenced(inner)
        return inner

    def dereferenced(self, t: Any) -> Type:
        """What `*t` and `t->` lead to; a class of the repository says it by its own operator."""
        inner = values.pointed(t)
        if inner is not None:
            return inner
        if t[0] == "C":
            for name in ("operator->", "operator*"):
                result = self.members_value(self.members.find(t, name))
                if result is not None and result[0] == "F":
                    inner = values.plain(result[1])
                    led: Type = inner[1] if inner is not None and inner[0] == "P" else result[1]
                    return led
        return OUTSIDE if t[0] == "X" else None

    def _binary(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        operator = view.strings[row[1]]
        if operator in _BOOLEAN:
            return ("B", "bool")
        left = self.value(view, row[2], scope, at)
        if operator.endswith("="):
            return left
        right = self.value(view, row[3], scope, at)
        if left is not None and left[0] in ("C", "X"):
            if left[0] == "X":
                return left if operator == "+" else OUTSIDE
            result = self.members_value(self.members.find(left, f"operator{operator}"))
            return result[1] if result is not None and result[0] == "F" else None
        if right is not None and right[0] in ("C", "X"):
            return right if right[0] == "X" and operator == "+" else None
        if left is not None and left[0] in ("P", "A", "I"):
            return ("B", "long") if right is not None and right[0] in ("P", "A") else left
        return left or right

    def _indexed(self, t: Type) -> Type:
        if t is not None and t[0] == "C":
            result = self.members_value(self.members.find(t, "operator[]"))
            return result[1] if result is not None and result[0] == "F" else None
        return values.indexed(t)

    def _iterated(self, t: Type) -> Type:
        if t is not None and t[0] == "C":
            begin = self.members_value(self.members.find(t, "begin"))
            return (
                self.dereferenced(begin[1])
                if begin is not None and begin[0] == "F" and begin[1] is not None
                else None
            )
        return values.element(t)

    def result(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """The type of a call; of `T(x)` it is T."""
        callee = self.value(view, row[2], scope, at)
        if callee is None:
            return None
        if callee[0] in ("T", "F"):
            return callee[1]
        if callee[0] == "P" and callee[1] is not None and callee[1][0] == "F":
            return callee[1][1]
        if callee[0] == "C":
            result = self.members_value(self.members.find(callee, "operator()"))
            return result[1] if result is not None and result[0] == "F" else None
        return OUTSIDE if callee[0] == "X" else None


def _literal(word: str) -> Type:
    if word[-1:] == '"':
        word = "string"
    if word in ("string", "char", "bool", "null"):
        return {"string": ("P", ("B", "char")), "null": ("B", "nullptr")}.get(word, ("B", word))
    return ("B", "double" if "." in word and not word.startswith("0x") else "int")
