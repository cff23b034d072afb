"""Conditional types of TypeScript that infer: `T extends Promise<infer V> ? V : T`.

A name behind `infer` is like a type parameter of the alias that it stands in. Such a type stays open until
what it tests is known; then the pattern says what each of its names stands for. Where it says nothing, the
type is that of the other branch. Called by `annotations` and `generics`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.values import Environment, Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView

MAX_PARTS: Final = 12  # of a union that is tested, each for itself


def inferred(view: FileView) -> dict[int, dict[str, None]]:
    """The names that the aliases of a file infer, by alias; facts of one file only."""
    known: dict[int, dict[str, None]] | None = view.memo.get("js.inferred")
    if known is None:
        known = view.memo["js.inferred"] = {}
        for index, one in enumerate(view.declarations) if "infer" in view.strings else ():
            names = _named(view, one.type)
            holder = _alias(view, index) if names else NONE
            if holder != NONE:
                known.setdefault(holder, {}).update(dict.fromkeys(names))
    return known


def _named(view: FileView, expression: int) -> list[str]:
    todo, found = [expression] if expression != NONE else [], []
    while todo:
        row = view.expressions[todo.pop()]
        if row[0] == Op.UNARY and view.strings[row[1]] == "infer" and row[2] != NONE:
            found.append(view.name(row[2]))
        elif row[0] not in (Op.NAME, Op.LITERAL, Op.TYPE_DECL, Op.FUNC, Op.OBJECT):
            todo += [child for child in row[2:] if child != NONE]
    return sorted(found)


def _alias(view: FileView, index: int) -> int:
    while index != NONE and not (view.declarations[index].kind == "type" and view.declarations[index].name):
        index = view.declarations[index].parent
    return index


class Conditional:
    def __init__(self, types: Types) -> None:
        self._types = types

    def decided(self, check: Type, pattern: Any, yes: Type, no: Type) -> Type:
        """The type that a conditional one is for what it tests; of a union each part is tested."""
        flat = self._types.generics.flat(check)
        if not flat or len(flat) > MAX_PARTS:
            return values.union([self._closed(yes, pattern), no])
        return values.union([self._of(part, behind, pattern, yes, no) for part, behind in flat])

    def _of(self, part: Type, behind: Any, pattern: Any, yes: Type, no: Type) -> Type:
        keys = frozenset(self._open(pattern))
        if not keys:
            return values.union([yes, no])
        found: Environment = {}
        values.infer(pattern, part, found, keys)
        if not found:
            self._matched(behind, pattern, found, keys)
        return values.substitute(yes, found) if found else no

    def _matched(self, given: Any, pattern: Any, found: Environment, keys: frozenset[str]) -> None:
        types = self._types
        behind: Any = types.generics.expand(pattern) if pattern[0] in ("N", "X") else pattern
        if behind is None:
            return
        if behind[0] == "FT":
            made = types.construction.instance if behind[3] else types.calls.plain_result
            result = made(given)
            values.infer(behind[2], result, found, keys)
            parameters: Any = types.calls.parameters_tuple(given)
            for place, (parameter, flags, _) in enumerate(behind[1]):
                if flags == "variadic":
                    rest = parameters[1][place:] if parameters is not None else None
                    values.infer(parameter, None if rest is None else ("T", rest), found, keys)
                elif parameters is not None and place < len(parameters[1]):
                    values.infer(parameter, parameters[1][place], found, keys)
        elif behind[0] == "O" and given[0] in ("O", "N", "R", "I"):
            for name, stated in types.containers.all_of(behind).items():
                if values.mentions(stated):
                    values.infer(stated, types.members.type_of(given, name), found, keys)
        else:
            values.infer(behind, given, found, keys)

    def _open(self, pattern: Any) -> set[str]:
        """The type parameters that stand in a pattern, of which those of aliases are replaced by now."""
        if pattern is None:
            return set()
        if pattern[0] == "P":
            return {pattern[1]}
        if pattern[0] == "O":
            parts = list(self._types.containers.all_of(pattern).values())
        elif pattern[0] == "FT":
            parts = [pattern[2], *(parameter for parameter, _, _ in pattern[1])]
        else:
            parts = [part for part in _inside(pattern) if part is None or type(part) is tuple]
        return {key for part in parts for key in self._open(part)}

    def _closed(self, t: Type, pattern: Any) -> Type:
        return values.substitute(t, dict.fromkeys(self._open(pattern)))


def _inside(t: Any) -> list[Any]:
    head = t[0]
    if head == "N":
        return list(t[3])
    if head == "X":
        return list(t[2])
    if head in ("U", "T", "I"):
        return list(t[1])
    if head in ("A", "Y"):
        return [t[1]]
    return [member for _, member in t[1]] if head == "R" else []
