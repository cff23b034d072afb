"""Which signature a call takes, and what its arguments say about type parameters.

Of several signatures the first is taken whose number of parameters fits and whose parameters the
arguments do not plainly contradict. Type parameters are inferred from the arguments, functions last,
because what those give back may rest on what the others said. Called by `calls` and
`context`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.annotations import SAME
from xray_graph.resolve.languages.javascript.values import Environment, Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.javascript.signatures import Params, Signature
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView


class Inference:
    def __init__(self, types: Types) -> None:
        self._types = types

    def choose(
        self, view: FileView, row: tuple[int, ...], callee: Type, *, new: bool = False
    ) -> Signature | None:
        """The first signature of a callee that a call's arguments fit."""
        types = self._types
        doubts = types.doubts
        found = types.signatures.of(callee, new=new)
        if len(found) < 2:
            return found[0] if found else None
        kinds = tuple([self._kind(view, a) for a in row[3:]])
        key = ("chosen", callee, new, kinds)
        known: Signature | None = types.settled.get(key)
        if known is None:
            known = next((one for one in found if self._fits(one, kinds)), found[0])
            if types.doubts == doubts:
                types.settled[key] = known
        return known

    def _kind(self, view: FileView, argument: int) -> str:
        """What an argument plainly is: "function", "number", ...; or "".

        A string has a quote before it, an object a brace before the names of its members.
        """
        row = view.expressions[argument]
        if row[0] == Op.OBJECT:
            return self._shape(view, row)
        if row[0] == Op.LITERAL:
            word = view.strings[row[1]]
            if word[:1] in "\"'":
                return f"'{word[1:-1]}"
            return (
                "number" if word[:1].isdigit() or word == "number" else "boolean" if word == "boolean" else ""
            )
        return _KINDS.get(row[0], "")

    @staticmethod
    def _shape(view: FileView, row: tuple[int, ...]) -> str:
        names = set(view.members(row[1])) if row[1] != NONE else set()
        for child in row[2:]:
            inner = view.expressions[child]
            if inner[0] == Op.SPREAD:
                return "object"
            if inner[0] in (Op.KEYWORD, Op.NAME):
                names.add(view.strings[inner[1]].strip("\"'`"))
        return "{" + ",".join(sorted(names))

    def _fits(self, one: Signature, kinds: tuple[str, ...]) -> bool:
        params = one.params
        variadic = bool(params) and "variadic" in params[-1][1]
        listed = params[-1][0] if variadic else None
        if _SPREAD not in kinds:
            most = len(params)
            needed = sum(1 for _, flags, _ in params if "optional" not in flags and "variadic" not in flags)
            if listed is not None and listed[0] == "T":  # `...handlers: [A, B]`
                most, needed, variadic = most - 1 + len(listed[1]), needed + len(listed[1]), False
            if len(kinds) > most and not variadic:
                return False
            if len(kinds) < needed:
                return False
        for position, kind in enumerate(kinds):
            parameter = self.at(params, position)
            if kind[:1] == "{" and _is_partial(one, position):
                kind = "object"
            if kind and kind != _SPREAD and parameter is not None and not self._accepts(parameter, kind):
                return False
        return True

    def at(self, params: Params, position: int) -> Type:
        if position < len(params) and "variadic" not in params[position][1]:
            return params[position][0]
        if params and "variadic" in params[-1][1]:
            last = params[-1][0]
            if last is not None and last[0] == "T":
                offset = position - len(params) + 1
                return last[1][offset] if offset < len(last[1]) else None
            return self._types.containers.element(last)
        return None

    def _accepts(self, parameter: Type, kind: str) -> bool:
        """False only where a parameter can not take an argument of that kind."""
        parts = self._types.generics.flat(parameter)
        if not parts:
            return True
        return any(
            all(self._takes(one, kind) for one in self._types.generics.joined(base)) for _, base in parts
        )

    def _takes(self, base: Any, kind: str) -> bool:
        head = base[0]
        if head == "L" and kind[:1] == "'":
            return bool(base[1].strip("\"'`") == kind[1:])
        if kind[:1] == "{":
            if head in ("N", "O") and self._lacks(base, kind[1:].split(",")):
                return False
            kind = "object"
        kind = "string" if kind[:1] == "'" else kind
        if head in ("B", "L"):
            name = "string" if head == "L" else base[1]
            if name in ("any", "unknown"):
                return True
            return bool(name == kind or (name == "object" and kind in ("function", "object", "array")))
        if head in ("F", "FT", "BF", "Y"):
            return kind == "function"
        if head in ("A", "T"):
            return kind == "array"
        if head in ("N", "O", "R"):
            if kind == "function":
                return head == "R" or bool(self._types.signatures.of(base))
            if kind in ("string", "number", "boolean"):
                return False
            return kind != "array" or head == "N"
        return True

    def _lacks(self, base: Any, names: list[str]) -> bool:
        """Whether an object with members of these names lacks one that a type requires."""
        types = self._types
        types.world.touch(base[1], base[2])
        view = types.project.views[base[1]]
        for part in types.members.of_symbol(view, base[2]):
            if view.declarations[part].kind == "class":
                return False
            for name, children in view.members(part).items():
                one = view.declarations[children[0]]
                if one.kind == "field" and "optional" not in one.attributes and name not in names:
                    return True
        return False

    def environment(
        self, view: FileView, row: tuple[int, ...], one: Signature, place: tuple[int, int], skip: int = NONE
    ) -> Environment:
        """What a call says about a signature's type parameters. `skip` is an argument not to look at."""
        found: Environment = dict(one.environment)
        if not one.keys:
            return found
        explicit = self.explicit(view, row, place)
        if explicit:
            for key, t in zip(one.keys, explicit, strict=False):
                found[key] = t
            for key in one.keys[len(explicit) :]:
                found[key] = values.substitute(self._types.generics.fallback(key), found)
            return found
        keys = frozenset(one.keys)
        inferred: Environment = {}
        late: list[tuple[Type, int]] = []
        for position, argument in enumerate(row[3:]):
            parameter = self.at(one.params, position)
            if parameter is None or position == skip or not values.mentions(parameter):
                continue
            inner = view.expressions[argument]
            if inner[0] == Op.FUNC:
                late.append((parameter, argument))
                continue
            t = self._types.value(view, inner[2] if inner[0] == Op.SPREAD else argument, *place)
            self._infer(values.substitute(parameter, one.environment), t, inferred, keys)
        for parameter, argument in late if skip == NONE else []:
            self._from_function(view, parameter, argument, place, inferred, keys)
        whole = {**found, **inferred}
        for key in one.keys:
            known = inferred.get(key)
            if known is None and skip == NONE:
                known = values.substitute(self._types.generics.fallback(key), whole)
            if known is not None:
                found[key] = whole[key] = known
        return found

    def _infer(self, parameter: Type, argument: Type, found: Environment, keys: frozenset[str]) -> None:
        if parameter is None or argument is None:
            return
        if argument[0] == "C":  # a class for `new () => T`
            made = self._types.construction.instance(argument)
            for part in values.parts(parameter):
                for one in self._types.signatures.of(part, new=True)[:1]:
                    values.infer(self._gives(one), made, found, keys)
        if parameter[0] == "X" and parameter[1] == "Iterable" and argument[0] in ("X", "N"):
            values.infer(parameter[2][0], self._types.containers.element(argument), found, keys)
            return
        if parameter[0] == "N" and argument[0] != "N":
            parameter = self._types.generics.expand(parameter)
        elif parameter[0] == "N" and argument[1:3] != parameter[1:3]:
            expanded = self._types.generics.expand(argument)
            if expanded is not None and expanded[:3] == parameter[:3]:
                argument = expanded
            else:
                parameter = self._types.generics.expand(parameter)
        if parameter is not None and parameter[0] == "O" and argument[0] in ("R", "O", "N", "V"):
            members = self._types.members
            for name, t in self._types.containers.all_of(parameter).items():
                if values.mentions(t):
                    values.infer(t, members.type_of(argument, name), found, keys)
            return
        if parameter is not None and parameter[0] == "FT" and argument[0] == "F":
            for one in self._types.signatures.of(argument)[:1]:
                values.infer(parameter[2], self._types.calls.result(None, NONE, 0, 0, one), found, keys)
            return
        values.infer(parameter, argument, found, keys)

    def _from_function(
        self,
        view: FileView,
        parameter: Type,
        argument: int,
        place: tuple[int, int],
        found: Environment,
        keys: frozenset[str],
    ) -> None:
        """What a function that is given gives back says about the type parameters."""
        for expected in self._types.signatures.of(parameter)[:1]:
            result = self._gives(expected)
            t = self._types.calls.plain_result(self._types.value(view, argument, *place))
            if result is not None and result[0] == "X" and result[1] in ("Promise", "PromiseLike"):
                t = values.promise(t)
            elif result is not None and result[0] == "P" and result[1].startswith("Promise."):
                t = values.promised(t)
            values.infer(result, t, found, keys)

    def _gives(self, one: Signature) -> Type:
        if one.view is None:
            return one.result
        return values.substitute(self._types.calls.result_of(one.view, one.declaration), one.environment)

    def explicit(self, view: FileView, row: tuple[int, ...], place: tuple[int, int]) -> list[Type]:
        callee = view.expressions[row[2]]
        if callee[0] != Op.APPLY:
            return []
        return [self._types.annotations.read(view, a, *place) for a in callee[3:]]


def _is_partial(one: Signature, position: int) -> bool:
    """Whether a parameter is stated as a part of a type, `Partial<T>`, so that nothing of it is required."""
    if one.view is None:
        return True
    parameters = [p for p in one.view.declarations[one.declaration].parameters if p.name != "this"]
    return position >= len(parameters) or _mentions(one.view, parameters[position].type, SAME)


def _mentions(view: FileView, expression: int, names: frozenset[str], depth: int = 0) -> bool:
    """Whether a type is written with one of these names."""
    if expression == NONE or depth > MAX_WRITTEN:
        return False
    row = view.expressions[expression]
    if row[0] == Op.NAME:
        return view.strings[row[1]] in names
    return row[0] in _WRITTEN and any(_mentions(view, child, names, depth + 1) for child in row[2:])


MAX_WRITTEN: Final = 4  # types inside a type that are looked at
_WRITTEN: Final = frozenset({int(op) for op in (Op.APPLY, Op.UNION, Op.INTERSECTION, Op.OPTIONAL)})
_SPREAD: Final = "..."
_KINDS: Final = {
    int(Op.FUNC): "function",
    int(Op.SEQUENCE): "array",
    int(Op.SPREAD): _SPREAD,
}
