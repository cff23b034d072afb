"""The types that annotations name: TypeScript's, and JSDoc's as far as they are the same.

Generic aliases stay names until someone needs what is behind them (`expand`); conditional types are
the union of their branches. Called by `types`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.conditional import inferred
from xray_graph.resolve.languages.javascript.names import GLOBAL, TYPE_KINDS, Target
from xray_graph.resolve.languages.javascript.values import EXTERNAL, PENDING, Type
from xray_graph.resolve.world import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

# Types of the library that have the members of their first argument.
SAME: Final = frozenset(
    {
        "Partial",
        "Required",
        "Readonly",
        "Pick",
        "Omit",
        "NonNullable",
        "Extract",
        "Exclude",
        "NoInfer",
        "ThisType",
    }
)
_LISTS: Final = frozenset({"Array", "ReadonlyArray"})
TESTED: Final = 2  # parts of a conditional type beside its branches: what is tested, and the pattern


class Annotations:
    def __init__(self, types: Types) -> None:
        self._types = types

    def read(self, view: FileView, expression: int, scope: int, at: int, owner: int = NONE) -> Type:
        """The type that a type expression names. `owner` adds the type parameters of a declaration."""
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self._named(view, scope, at, view.strings[row[1]], owner)
        if op == Op.LITERAL:
            return _literal(view.strings[row[1]])
        key = ("type", expression, owner)
        known: Type = self._types.recall(key)
        if known is not MISSING:
            return known
        memo = self._types.memo
        memo[key] = PENDING
        if op == Op.CALL:  # import('m')
            t = self._whole(values.promised(self._types.value(view, expression, scope, at)))
        else:
            t = self._compound(view, row, scope, at, owner)
        memo[key] = t
        return t

    def _compound(self, view: FileView, row: tuple[int, ...], scope: int, at: int, owner: int) -> Type:
        op = row[0]
        if op == Op.APPLY:
            return self._applied(view, row, scope, at, owner)
        if op == Op.MEMBER:
            return self._qualified(view, row, scope, at)
        if op == Op.ARRAY:
            return ("A", self.read(view, row[2], scope, at, owner))
        if op == Op.VARIADIC:
            return self.read(view, row[2], scope, at, owner)
        if op == Op.CHOICE:
            return self._conditional(view, row, scope, at, owner)
        if op == Op.UNION:
            return values.union([self.read(view, m, scope, at, owner) for m in row[2:]])
        if op == Op.INTERSECTION:
            found = [self.read(view, m, scope, at, owner) for m in row[2:]]
            members = tuple(m for m in found if m is not None)
            return members[0] if len(members) == 1 else ("I", members) if members else None
        if op == Op.TUPLE:
            return ("T", tuple(self._part(view, m, scope, at, owner) for m in row[2:]))
        if op == Op.OPTIONAL:
            return values.union([self.read(view, row[2], scope, at, owner), ("B", "undefined")])
        if op == Op.CAST:
            return self.read(view, row[2], scope, at, owner)
        if op == Op.OBJECT:  # a record in a comment
            return self._record(view, row, scope, at, owner)
        if op == Op.FUNC_TYPE:
            return self._function(view, row, scope, at, owner)
        if op == Op.TYPE_DECL:
            return self._in_place(view, row[1])
        if op == Op.TYPEOF:
            return values.like(self._queried(view, row[2], scope, at))
        if op == Op.INDEX:
            return values.like(self._looked_up(view, row, scope, at, owner))
        if op == Op.UNARY:
            if view.strings[row[1]] == "infer":
                return self.read(view, row[2], scope, at, owner)
            return values.BOOLEAN if view.strings[row[1]] == "is" else values.STRING
        return None

    def _queried(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of the value behind `typeof`, where `import('m')` is the module and no promise of it."""
        row = view.expressions[expression]
        if row[0] == Op.MEMBER and row[2] != NONE and view.expressions[row[2]][0] in (Op.CALL, Op.MEMBER):
            base = self._queried(view, row[2], scope, at)
            return None if base is None else self._types.members.type_of(base, view.strings[row[1]])
        known = self._types.value(view, expression, scope, at)
        return values.promised(known) if row[0] == Op.CALL else known

    def _conditional(self, view: FileView, row: tuple[int, ...], scope: int, at: int, owner: int) -> Type:
        """The union of the branches; where something is inferred, what it is when that is known."""
        yes, no, *tested = (self.read(view, part, scope, at, owner) for part in row[2:])
        if owner in inferred(view) and len(tested) == TESTED and None not in tested:
            return ("X", "Conditional", (*tested, yes, no))
        return values.union([yes, no])

    def _in_place(self, view: FileView, index: int) -> Type:
        if index == NONE:
            return None
        if view.declarations[index].kind == "type":
            return (
                "N",
                view.path,
                view.symbols[index],
                tuple(self._types.generics.own_parameters(view, index)),
            )
        return ("O", view.path, view.symbols[index], ())

    def _record(self, view: FileView, row: tuple[int, ...], scope: int, at: int, owner: int) -> Type:
        members = [view.expressions[child] for child in row[2:]]
        return (
            "R",
            tuple([(view.strings[one[1]], self.read(view, one[2], scope, at, owner)) for one in members]),
        )

    def _part(self, view: FileView, expression: int, scope: int, at: int, owner: int) -> Type:
        return values.without_nothing(self.read(view, expression, scope, at, owner))

    def _function(self, view: FileView, row: tuple[int, ...], scope: int, at: int, owner: int) -> Type:
        params: list[tuple[Type, str, str]] = []
        for parameter in row[3:]:
            inner = view.expressions[parameter]
            flags = "optional" if inner[0] == Op.OPTIONAL else ""
            name = ""
            if inner[0] in (Op.CAST, Op.OPTIONAL) and len(inner) > 3 and inner[3] != NONE:
                pattern = view.expressions[inner[3]]
                if pattern[0] == Op.SPREAD:
                    flags = "variadic"
                elif pattern[0] == Op.NAME:
                    name = view.strings[pattern[1]]
            if name == "this":
                continue
            params.append((self._part(view, parameter, scope, at, owner), flags, name))
        result = self.read(view, row[2], scope, at, owner) if row[2] != NONE else None
        return ("FT", tuple(params), result, "new" if row[1] != NONE else "")

    def _applied(self, view: FileView, row: tuple[int, ...], scope: int, at: int, owner: int) -> Type:
        base = self.read(view, row[2], scope, at, owner)
        arguments = tuple(self.read(view, one, scope, at, owner) for one in row[3:])
        if base is None:
            return None
        if base[0] == "N":
            return ("N", base[1], base[2], arguments)
        if base[0] == "X":
            if base[1] in _LISTS and arguments:
                return ("A", arguments[0])
            if base[1] in SAME and arguments:
                return arguments[0]
            return ("X", base[1], arguments)
        return base

    def _named(self, view: FileView, scope: int, at: int, name: str, owner: int) -> Type:
        if name == "this":
            return values.THIS
        if name == "const":
            return None
        holders = {index for _, index in self._types.world.get(("js.parameter", view.path, name))}
        if holders:
            holder = self._holder(view, scope, holders, owner)
            if holder != NONE:
                return ("P", f"{view.path}::{view.symbols[holder]}<{name}", None)
        target = self._types.names.lookup(view, scope, at, name, types=True)
        if target == GLOBAL:
            if view.head.language == "javascript":  # a class that a variable holds is a type, too
                target = self._types.names.lookup(view, scope, at, name)
                if target != GLOBAL:
                    return self._made(self._types.of_target(view, target))
            return ("X", name, ())
        return self.of_target(view, target)

    def _made(self, t: Type) -> Type:
        """What the class or constructor makes that a value is; nothing for another value."""
        while t is not None and t[0] in ("M", "V", "Y"):
            t = t[1] if t[0] == "Y" else self._behind(t)
        return self._types.construction.instance(t) if t is not None and t[0] in ("C", "F", "X") else None

    def _behind(self, t: Any) -> Type:
        return self._types.of_module(t[1]) if t[0] == "M" else self._types.objects.initial(t)

    def _whole(self, t: Type) -> Type:
        """A module as a type: an instance of the class that it is, where it is one."""
        if t is None or t[0] != "M":
            return t
        whole = self._types.of_module(t[1])
        return t if whole is None or whole[0] not in ("C", "F") else self._made(whole)

    @staticmethod
    def _holder(view: FileView, scope: int, holders: set[int], owner: int) -> int:
        """Of the declarations that have a type parameter the one that a scope is in."""
        if owner in holders:
            return owner
        scopes = view.facts.scopes
        while scope > 0:
            if scopes[scope].declaration in holders:
                return scopes[scope].declaration
            scope = scopes[scope].parent
        return NONE

    def of_target(self, view: FileView, target: Target) -> Type:
        """The type that a name stands for."""
        head = target[0]
        types = self._types
        if head == "local":
            return self._of_declaration(view, target[1])
        if head == "name":
            key = ("type", target[1], target[2])
            known: Type = types.settled.get(key, MISSING)
            if known is MISSING:
                known = types.settled[key] = self._of_name(target[1], target[2])
            return known
        if head == "external":
            return EXTERNAL
        if head == "module":
            return self._whole(("M", target[1]))
        if head == "declaration":
            index = types.index_of(target[1], target[2])
            return None if index is None else self._of_declaration(types.project.views[target[1]], index)
        if head == "export":
            t = types.of_target(view, target)
            return types.construction.instance(t) if t is not None and t[0] == "C" else t
        if head == "of":
            return self._member_type(types.of_target(view, target[1]), target[2])
        return None

    def _of_name(self, path: str, name: str) -> Type:
        names, view = self._types.names, self._types.project.views[path]
        found = names.declarations(path, name, TYPE_KINDS)
        if found:
            return self._of_declaration(view, found[0])
        spaces = names.declarations(path, name, frozenset({"module"}))
        return ("S", path, view.symbols[spaces[0]]) if spaces else None

    def _of_declaration(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.kind == "module":
            return ("S", view.path, view.symbols[index])
        if one.kind == "function":
            return ("N", view.path, view.symbols[index], ())
        return ("N", view.path, view.symbols[index], ()) if one.kind in TYPE_KINDS else None

    def _qualified(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """`ns.Name`, `Enum.Member`, `import('m').Name`."""
        name = view.strings[row[1]]
        inner = view.expressions[row[2]]
        types = self._types
        if inner[0] == Op.NAME:
            written = view.strings[inner[1]]
            target = types.names.lookup(view, scope, at, written, types=True)
            if target == GLOBAL:
                target = types.names.lookup(view, scope, at, written)
            base = ("X", written, ()) if target == GLOBAL else self.of_target(view, target)
        elif inner[0] == Op.CALL:
            base = values.promised(types.value(view, row[2], scope, at))
        else:
            base = self._qualified(view, inner, scope, at) if inner[0] == Op.MEMBER else None
        return self._member_type(base, name)

    def _member_type(self, base: Type, name: str) -> Type:
        types = self._types
        if base is None:
            return None
        if base[0] == "M":
            target = types.names.member_of_module(base[1], name)
            if target[0] == "of" and target[1] == ("module", base[1]):
                return self._made(types.objects.exported(base, name))
            return self.of_target(types.project.views[base[1]], target)
        if base[0] == "S":
            view = types.project.views[base[1]]
            for index in types.members.of_symbol(view, base[2]):
                for child in view.members(index).get(name, ()):
                    if view.declarations[child].kind in TYPE_KINDS | {"module"}:
                        return self._of_declaration(view, child)
            return None
        if base[0] == "N":  # a member of an enum is of the enum's type
            return base
        return ("X", f"{base[1]}.{name}" if base[1] else "", ()) if base[0] == "X" else None

    def _looked_up(self, view: FileView, row: tuple[int, ...], scope: int, at: int, owner: int) -> Type:
        """`T['name']`, `T[number]`."""
        base = self.read(view, row[2], scope, at, owner)
        key = self.read(view, row[3], scope, at, owner)
        if base is None or key is None:
            return None
        if key == values.NUMBER:
            index = view.expressions[row[3]]
            if index[0] == Op.LITERAL and view.strings[index[1]].isdigit():
                return self._types.containers.part(base, int(view.strings[index[1]]))
        if values.mentions(base) or values.mentions(key):  # `Events[K]`: when it is known what K is
            return ("X", "Member", (base, key))
        return self._types.containers.at(base, key)


def _literal(word: str) -> Type:
    if word[:1] in "\"'":
        return ("L", word)
    if word[:1].isdigit():
        return values.NUMBER
    return ("B", word)


def contribute(view: FileView) -> Iterator[tuple[Key, int]]:
    """The declarations that have a type parameter, by its name: it hides a type that all of a file knows."""
    for index, one in enumerate(view.declarations):
        for name, _ in one.type_parameters:
            yield ("js.parameter", view.path, name), index
        for how, key in one.bases:
            if how == "key":  # { [K in keyof T]: F<T[K]> }
                yield ("js.parameter", view.path, view.name(key)), index
    for index, names in inferred(view).items():
        for name in names:
            yield ("js.parameter", view.path, name), index
