"""Generic types: what their parameters stand for, and what is behind the name of an alias.

Called by `types` and its neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.library import default_of
from xray_graph.resolve.languages.javascript.values import Environment, Type
from xray_graph.resolve.world import MISSING

if TYPE_CHECKING:
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView


MAX_ALIASES: Final = 12
MAX_PARTS: Final = 48  # of a union, looked at
MEMBER_DEPTH: Final = 8  # what `T[K]` counts of MAX_DEPTH: an alias may ask for one of itself at each step
_OPEN: Final = frozenset({"U", "N", "P", "X"})
_OPERATORS: Final = frozenset(
    {"Awaited", "ReturnType", "InstanceType", "ValueOf", "AwaitedAll", "Parameters", "Member", "Conditional"}
)


class Generics:
    def __init__(self, types: Types) -> None:
        self._types = types

    def own_parameters(self, view: FileView, index: int) -> list[Type]:
        """A declaration's own type parameters, as its members see them."""
        prefix = f"{view.path}::{view.symbols[index]}<"
        return [("P", prefix + name, None) for name, _ in view.declarations[index].type_parameters]

    def environment(self, path: str, symbol: str, arguments: tuple[Type, ...]) -> Environment:
        """The generic arguments of a named type; a parameter without one has its default, or its bound."""
        index = self._types.index_of(path, symbol)
        if index is None:
            return {}
        view = self._types.project.views[path]
        named = view.declarations[index].type_parameters
        if not named:
            return {}
        if not arguments:
            filled = lambda: self._filled(view, index, symbol, ())
            return self._types.derived("js.defaults", view, symbol, filled) or {}
        arguments = tuple([values.bounded(one) for one in arguments])
        key = ("environment", path, symbol, arguments)
        types = self._types
        found: Environment | None = types.settled.get(key)
        if found is None:
            doubts = types.doubts
            found = self._filled(view, index, symbol, arguments)
            if types.doubts == doubts:
                types.settled[key] = found
        return found

    def _filled(self, view: FileView, index: int, symbol: str, arguments: tuple[Type, ...]) -> Environment:
        path, named = view.path, view.declarations[index].type_parameters
        found: Environment = {}
        for position, (name, _) in enumerate(named):
            key = f"{path}::{symbol}<{name}"
            given = arguments[position] if position < len(arguments) else None
            found[key] = given if given is not None else values.substitute(self.fallback(key), found)
        return found

    def fallback(self, key: str) -> Type:
        """What a type parameter is when nothing is said: its default, else its bound."""
        t: Type = self._types.settled.get(key, MISSING)
        if t is not MISSING:
            return t
        doubts = self._types.doubts
        t = self._fallback(key)
        if self._types.doubts == doubts:
            self._types.settled[key] = t
        return t

    def _fallback(self, key: str) -> Type:
        owner, _, name = key.rpartition("<")
        path, separator, symbol = owner.partition("::")
        if not separator:
            return default_of(key)
        view = self._types.project.views.get(path)
        if view is None:
            return None

        def compute() -> Type:
            self._types.world.touch(path, symbol)
            index = view.index_of(symbol)
            return None if index is None else self._stated(view, index, name)

        return self._types.derived("js.default", view, f"{symbol}<{name}", compute)

    def _stated(self, view: FileView, index: int, name: str) -> Type:
        one = view.declarations[index]
        for known, bound in one.type_parameters:
            if known == name and bound != NONE:
                row = view.expressions[bound]
                scope = one.body if one.body != NONE else one.scope
                stated = row[3] if len(row) > 3 and row[3] != NONE else row[2] if len(row) > 2 else NONE
                return self._types.annotations.read(view, stated, scope, one.end, index)
        return None

    # --- aliases ----------------------------------------------------------------------------------

    def expand(self, t: Type) -> Type:
        """What is behind the names of aliases: a class, interface, union, function, ..."""
        types = self._types
        if types.depth >= values.MAX_DEPTH:
            types.doubts += 1
            return None
        types.depth += 1
        try:
            return self._expand(t)
        finally:
            types.depth -= 1

    def _expand(self, t: Type) -> Type:
        for _ in range(MAX_ALIASES):
            if t is None:
                return None
            if t[0] == "P":
                t = self.fallback(t[1])
                continue
            if t[0] == "X":
                again: Type = self._library(t)
                if again is t:
                    return t
                t = again
                continue
            if t[0] != "N":
                return t
            plain = ("plain", t[1], t[2])
            if plain in self._types.settled:  # looked at by this reader already, and no alias
                return t
            index = self._types.index_of(t[1], t[2])
            if index is None:
                return None
            view = self._types.project.views[t[1]]
            one = view.declarations[index]
            if one.kind != "type" or one.type == NONE:
                self._types.settled[plain] = t
                return t
            inner = self.alias(view, index)
            t = values.substitute(inner, self.environment(t[1], t[2], t[3]))
        return t

    def flat(self, t: Type) -> list[tuple[Type, Any]]:
        """The parts of a union, unions behind names too, each as written and with what is behind it.

        An alias may be defined by itself: what comes back to a name it came from is left out.
        """
        if t is None:
            return []
        if t[0] not in _OPEN:
            return [] if values.is_nothing(t) else [(t, t)]
        types = self._types
        key = ("flat", t)
        known: list[tuple[Type, Any]] | None = types.settled.get(key)
        if known is None:
            doubts = types.doubts
            known = self._flat(t)
            if types.doubts == doubts:
                types.settled[key] = known
        return known

    def _flat(self, t: Type) -> list[tuple[Type, Any]]:
        found: list[tuple[Type, Any]] = []
        seen: set[Type] = set()
        todo: list[Type] = [t]
        for part in todo:  # grows: unions inside come after those that are there
            if len(todo) > MAX_PARTS:
                del todo[MAX_PARTS:]
            if part is None or values.is_nothing(part):
                continue
            behind = self.expand(part) if part[0] in ("N", "P", "X") else part
            if behind is None:
                continue
            if behind[0] != "U":
                found.append((part, behind))
            elif part not in seen:
                seen.add(part)
                todo += behind[1]
        return found

    def awaited(self, t: Type) -> Type:
        """What `await` gives of a value; a promise may hide behind an alias."""
        found: list[Type] = []
        for part, behind in self.flat(t):
            promise = behind[0] == "X" and behind[1] in ("Promise", "PromiseLike")
            found.append(values.promised(behind) if promise else part)
        return values.union(found)

    def joined(self, base: Any) -> list[Any]:
        """The parts of an intersection with what is behind each; anything else alone."""
        if base[0] != "I":
            return [base]
        found: list[Any] = []
        seen: set[Type] = set()
        todo = list(reversed(base[1]))
        while todo and len(seen) < MAX_PARTS:
            part = todo.pop()
            if part in seen:
                continue
            seen.add(part)
            for _, behind in self.flat(part):
                if behind[0] == "I":
                    todo += reversed(behind[1])
                else:
                    found.append(behind)
        return found

    def alias(self, view: FileView, index: int) -> Type:
        """The type that an alias is written as, its own parameters open."""
        one = view.declarations[index]
        scope = one.body if one.body != NONE else one.scope
        return self._types.derived(
            "js.alias",
            view,
            view.symbols[index],
            lambda: self._types.annotations.read(view, one.type, scope, one.end, index),
        )

    def _library(self, t: Any) -> Any:
        """The operators of TypeScript's library that say which type they are."""
        name, arguments = t[1], t[2]
        types = self._types
        if name not in _OPERATORS or not arguments:
            return t
        first = arguments[0]
        if name == "Awaited":
            return self.awaited(first)
        if name == "ReturnType":
            return types.calls.plain_result(first)
        if name == "InstanceType":
            return types.construction.instance(first)
        if name == "ValueOf":
            return values.union([m for _, m in types.containers.all_of(first).items()])
        if name == "AwaitedAll":
            whole = self.expand(first)
            if whole is None:
                return None
            if whole[0] == "T":
                return ("T", tuple(values.promised(m) for m in whole[1]))
            return ("A", values.promised(types.containers.element(whole)))
        if name == "Parameters":
            return types.calls.parameters_tuple(first)
        if name in ("Member", "Conditional"):
            types.depth += MEMBER_DEPTH
            try:
                if name == "Conditional":
                    return types.conditional.decided(*arguments)
                return values.like(types.containers.at(first, arguments[1]))
            finally:
                types.depth -= MEMBER_DEPTH
        return t
