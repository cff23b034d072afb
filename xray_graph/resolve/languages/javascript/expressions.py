"""What the expressions of JavaScript are, piece by piece: members, literals, operators, casts.

Called by `types`, which remembers the answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.values import Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.javascript.members import Member
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView


_BOOLEAN: Final = frozenset({"==", "!=", "===", "!==", "<", "<=", ">", ">=", "in", "instanceof", "!"})
_OF_LITERAL: Final = {"jsx": "JSX.Element", "regex": "RegExp"}
MAX_RECORD: Final = 80  # members of an object literal that are looked at
MAX_TUPLE: Final = 12  # elements of an array literal that are told apart


class Expressions:
    def __init__(self, types: Types) -> None:
        self._types = types

    def read(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        op = row[0]
        if op == Op.CALL:
            return self._types.calls.result(view, expression, scope, at)
        if op == Op.MEMBER:
            if self._types.names.exports_name(view, scope, at, expression):
                return ("M", view.path)
            base = self._types.value(view, row[2], scope, at)
            return self._types.members.type_of(base, view.strings[row[1]])
        if op == Op.NEW:
            return self._types.construction.made(view, expression, scope, at)
        if op == Op.FUNC:
            return self._types.declared(view, row[1]) if row[1] != NONE else None
        if op == Op.OBJECT:
            return self._object(view, expression, row, scope, at)
        if op == Op.CAST:
            return self._cast(view, row, scope, at)
        if op == Op.UNARY:
            return self._unary(view, row, scope, at)
        if op == Op.BINARY:
            return self._binary(view, row, scope, at)
        if op == Op.CHOICE:
            return values.union([self._types.value(view, one, scope, at) for one in row[2:]])
        if op == Op.SEQUENCE:
            return self._sequence(view, row, scope, at)
        if op == Op.INDEX:
            return self._index(view, row, scope, at)
        if op == Op.PART:
            return self._types.containers.part(self._types.value(view, row[2], scope, at), row[1])
        if op == Op.ELEMENT:
            return self._types.containers.element(self._types.value(view, row[2], scope, at))
        if op == Op.KEY:
            return values.STRING
        if op in (Op.SLICE, Op.APPLY):
            return self._types.value(view, row[2], scope, at)
        if op == Op.SPREAD:
            return self._types.containers.element(self._types.value(view, row[2], scope, at))
        return None

    def _object(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        if row[1] != NONE:
            one = view.declarations[row[1]]
            if one.kind == "class":
                return ("C", view.path, view.symbols[row[1]])
            return ("O", view.path, view.symbols[row[1]], ())
        found: dict[str, Type] = {}
        for child in row[2 : 2 + MAX_RECORD]:
            inner = view.expressions[child]
            if inner[0] == Op.KEYWORD:
                found[view.strings[inner[1]].strip("\"'`")] = self._types.value(view, inner[2], scope, at)
            elif inner[0] == Op.NAME:
                found[view.strings[inner[1]]] = self._types.value(view, child, scope, at)
            elif inner[0] == Op.SPREAD:
                found.update(self._types.containers.all_of(self._types.value(view, inner[2], scope, at)))
        return ("R", tuple(found.items()))

    def _cast(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        if row[2] == NONE:  # `as const`
            return self._types.value(view, row[3], scope, at)
        satisfies = row[1] != NONE and view.strings[row[1]] == "satisfies"
        stated = self._types.annotations.read(view, row[2], scope, at)
        if not satisfies:
            return stated
        own = self._types.value(view, row[3], scope, at)
        return own if own is not None else stated

    def _unary(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        operator = view.strings[row[1]]
        if operator == "await":
            return self._types.generics.awaited(self._types.value(view, row[2], scope, at))
        if operator == "!":
            return values.BOOLEAN
        if operator == "typeof":
            return values.STRING
        return values.NUMBER if operator in ("-", "+", "~") else None

    def _binary(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        operator = view.strings[row[1]]
        if operator in _BOOLEAN:
            return values.BOOLEAN
        if operator in ("||", "??"):
            left = values.without_nothing(self._types.value(view, row[2], scope, at))
            return values.union([left, self._types.value(view, row[3], scope, at)])
        if operator == "&&":
            return self._types.value(view, row[3], scope, at)
        if operator == "+":
            sides = [self._types.value(view, side, scope, at) for side in row[2:4]]
            return values.STRING if any(s is not None and is_string(s) for s in sides) else values.NUMBER
        return values.NUMBER

    def _sequence(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        found: list[Type] = []
        spread = False
        for child in row[2:]:
            spread = spread or view.expressions[child][0] == Op.SPREAD
            found.append(self._types.value(view, child, scope, at))
        if not found:
            return ("A", None)
        return ("A", values.union(found)) if spread or len(found) > MAX_TUPLE else ("T", tuple(found))

    def _index(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        base = self._types.value(view, row[2], scope, at)
        if base is None or len(row) < 4:
            return None
        key = view.expressions[row[3]]
        if key[0] == Op.LITERAL:
            word = view.strings[key[1]]
            if word[:1] in "\"'`" and len(word) > 1 and "${" not in word:
                return self._types.members.type_of(base, word.strip("\"'`"))
            if word.isdigit():
                return self._types.containers.part(base, int(word))
        known = self._types.value(view, row[3], scope, at)
        if known is not None and known[0] == "L":
            return self._types.members.type_of(base, known[1].strip("\"'`"))
        keyed = [self._types.members.member_type(one) for one in self.keyed(view, base, row[3], (scope, at))]
        return values.union(keyed) if keyed else self._types.containers.indexed(base)

    def keyed(self, view: FileView, base: Type, key: int, place: tuple[int, int]) -> list[Member]:
        """The members whose name is a symbol: `x[Symbol.iterator]`, `x[kState]`."""
        if view.expressions[key][0] not in (Op.NAME, Op.MEMBER):
            return []
        written = self._types.shapes(view).written(view, key)
        if written.startswith("Symbol."):
            return self._types.members.find(base, f"[{written}]")
        origin = self._origin(view, written, place) if written else None
        if origin is None:
            return []
        found = []
        for one in self._types.members.find(base, f"[{written}]"):
            if one.view is not None and one.declaration != NONE:
                declared = one.view.declarations[one.declaration]
                if self._origin(one.view, written, (declared.scope, declared.start)) == origin:
                    found.append(one)
        return found

    def _origin(self, view: FileView, written: str, place: tuple[int, int]) -> tuple[str, str] | None:
        """The module and the name in it that a file's constant is; None for what is no such constant."""
        head, _, rest = written.partition(".")
        names = self._types.names
        target = names.lookup(view, *place, head)
        if rest:
            module = self._types.of_target(view, target) if target[0] in ("name", "module") else None
            return (module[1], rest) if module is not None and module[0] == "M" else None
        if target[0] == "of" and target[1][0] == "module":
            return target[1][1], target[2]
        if target[0] != "name":
            return ("", head) if target[0] == "external" else None
        if target[1] == view.path:
            for one in view.bindings(0, head):  # const { kState } = require("./symbols")
                row = view.expressions[one.value] if one.value != NONE else ()
                if row and row[0] == Op.MEMBER and row[2] != NONE:
                    module = self._types.value(view, row[2], *place)
                    if module is not None and module[0] == "M":
                        return module[1], view.strings[row[1]]
        return target[1], target[2]


def literal(word: str) -> Type:
    if word[:1] in "\"'" and len(word) > 1:
        return ("L", word)
    if word[:1] == "`":
        return values.STRING
    if word[:1].isdigit() or word == "number":
        return values.NUMBER
    return ("X", _OF_LITERAL[word], ()) if word in _OF_LITERAL else ("B", word)


def is_string(t: Any) -> bool:
    return bool(t[0] == "L" or t == values.STRING)
