"""Calls: which signature, what its parameters are, what comes back.

Of several signatures the first is taken whose number of parameters fits and whose parameters the
arguments do not plainly contradict. Type parameters are inferred from the arguments, functions last,
because what those give back may rest on what the others said. Called by `types` and its
neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.library import library
from xray_graph.resolve.languages.javascript.signatures import Params, Signature
from xray_graph.resolve.languages.javascript.values import EXTERNAL, Type

if TYPE_CHECKING:
    from xray_graph.model import Declaration
    from xray_graph.resolve.languages.javascript.types import Types
    from xray_graph.resolve.view import FileView


class Calls:
    def __init__(self, types: Types) -> None:
        self._types = types

    def params(self, view: FileView, index: int) -> Params:
        """The parameters of a declared function, its type parameters open; `this` left out."""
        one = view.declarations[index]
        if not one.parameters:
            return ()
        found: Params | None = self._types.derived(
            "js.params", view, view.symbols[index], lambda: self._params(view, index, one)
        )
        if found is None:  # asked for while it is being worked out: what is stated is known
            stated = [p for p in one.parameters if p.name != "this"]
            return tuple((self._stated(view, index, p.type), p.flags, p.name) for p in stated)
        return found

    def _params(self, view: FileView, index: int, one: Declaration) -> Params:
        found = []
        for position, parameter in enumerate(one.parameters):
            if parameter.name != "this":
                found.append((self._parameter(view, index, position), parameter.flags, parameter.name))
        return tuple(found)

    def _stated(self, view: FileView, index: int, expression: int) -> Type:
        one = view.declarations[index]
        scope = one.body if one.body != NONE else one.scope
        return self._types.annotations.read(view, expression, scope, one.start, index)

    def parameter(self, view: FileView, index: int, position: int) -> Type:
        """The type of one parameter: stated, by its default, or by what the function is given to."""
        if position >= len(view.declarations[index].parameters):
            return None
        return self._types.derived(
            "js.parameter",
            view,
            f"{view.symbols[index]}\0{position}",
            lambda: self._touched(view, index, position),
        )

    def _touched(self, view: FileView, index: int, position: int) -> Type:
        self._types.world.touch(view.path, view.symbols[index])
        return self._parameter(view, index, position)

    def _parameter(self, view: FileView, index: int, position: int) -> Type:
        one = view.declarations[index]
        parameter = one.parameters[position]
        scope = one.body if one.body != NONE else one.scope
        if parameter.type != NONE:
            t = self._stated(view, index, parameter.type)
            return values.without_nothing(t)
        offset = sum(p.name == "this" for p in one.parameters[:position])
        t = self._types.context.parameter(
            view, index, position - offset, variadic="variadic" in parameter.flags
        )
        if parameter.default != NONE and (t is None or t == EXTERNAL):
            return values.without_nothing(self._types.value(view, parameter.default, scope, one.start)) or t
        return t

    def result_of(self, view: FileView, index: int) -> Type:
        """What a declared function gives back, its type parameters open."""
        return self._types.derived(
            "js.result", view, view.symbols[index], lambda: self._result_of(view, index)
        )

    def _result_of(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        stated = self._stated(view, index, one.results[0]) if one.results else None
        if one.results and (one.body == NONE or view.head.language != "javascript" or _is_known(stated)):
            return self._made(view, index, stated) or stated
        return self._given_back(view, index) or stated

    def _made(self, view: FileView, index: int, stated: Type) -> Type:
        """The functions and objects that the code gives back where a comment says what they look like."""
        shape = stated is not None and stated[0] in ("FT", "R", "I")
        if stated is not None and stated[0] == "N" and view.head.language == "javascript":
            holder, alias = self._types.project.views[stated[1]], self._types.index_of(stated[1], stated[2])
            shape = (
                alias is not None
                and holder.head.language == "javascript"
                and holder.declarations[alias].kind == "type"
            )
        found: list[Type] = []
        for part in values.parts(self._given_back(view, index)) if shape else ():
            if part is not None and part[0] in ("F", "O"):
                found.append(part)
            elif part is not None and part[0] == "R":  # its functions; what else it has is stated
                functions = tuple([one for one in part[1] if one[1] is not None and one[1][0] == "F"])
                if functions:
                    found.append(("I", (("R", functions), stated)))
        return values.union(found)

    def _given_back(self, view: FileView, index: int) -> Type:
        """What the `return`s of a function say."""
        one = view.declarations[index]
        if one.body == NONE:
            return None
        if one.type != NONE and one.kind in CALLABLES:  # const f: Handler = () => ...
            stated = self.plain_result(self._types.signatures.stated(view, index))
            if stated is not None:
                return stated
        given: list[Type] = []
        yielded: list[Type] = []
        scopes = view.facts.scopes
        returns = self._types.shapes(view).returns.get(index, [])
        for number in returns:
            back = view.facts.returns[number]
            t = self._types.value(view, back.expression, back.scope, scopes[back.scope].end)
            (yielded if back.kind == "yield" else given).append(t)
        if "generator" in one.attributes:
            name = "AsyncGenerator" if "async" in one.attributes else "Generator"
            return ("X", name, (values.union(yielded),))
        t = values.union(given) if returns else values.VOID
        return values.promise(t) if "async" in one.attributes else t

    def result(
        self, view: FileView | None, expression: int, scope: int, at: int, chosen: Signature | None = None
    ) -> Type:
        """The type of a call; with `chosen`, what that signature gives back whatever the arguments."""
        if chosen is not None or view is None:
            if chosen is None:
                return None
            if chosen.view is None:
                return chosen.result
            return values.substitute(self.result_of(chosen.view, chosen.declaration), chosen.environment)
        row = view.expressions[expression]
        special = self._special(view, row, scope, at)
        if special is not None:
            return special
        callee = self._types.value(view, row[2], scope, at)
        if callee is None:
            return None
        results = []
        for part in values.parts(callee):
            one = self._types.inference.choose(view, row, part)
            if one is None:
                results.append(EXTERNAL if part is not None and part[0] == "X" else None)
                continue
            t = one.result if one.view is None else self.result_of(one.view, one.declaration)
            if values.mentions(t):
                t = values.substitute(t, self._types.inference.environment(view, row, one, (scope, at)))
            results.append(t)
        t = values.union(results)
        if values.mentions(t):  # a method that gives back `this`
            head = view.expressions[row[2]]
            if head[0] == Op.MEMBER:
                t = values.substitute(t, {"this": self._types.value(view, head[2], scope, at)})
        return t

    def _special(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """`require('m')`, `import('m')`, `Object.create(p)`, `list.flat()`, `f.bind(x)`."""
        head = view.expressions[row[2]]
        if head[0] == Op.NAME and len(row) > 3:
            name = view.strings[head[1]]
            if name in ("require", "import") and view.expressions[row[3]][0] == Op.LITERAL:
                written = view.strings[view.expressions[row[3]][1]]
                if written[:1] not in "\"'" or len(written) < 2:
                    return None
                if name == "require" and self._types.names.lookup(view, scope, at, name) != ("global",):
                    return None
                path = self._types.names.modules.find(view.path, written[1:-1])
                module = EXTERNAL if path is None or path not in self._types.project.views else ("M", path)
                return module if name == "require" else values.promise(module)
        if head[0] == Op.MEMBER:
            name = view.strings[head[1]]
            if name == "bind":
                base = self._types.value(view, head[2], scope, at)
                return base if base is not None and base[0] in ("F", "FT") else None
            if name == "flat":
                element = self._types.containers.element
                return ("A", element(element(self._types.value(view, head[2], scope, at))))
        return None

    def plain_result(self, t: Type) -> Type:
        """What calling a value gives back, whatever it is called with."""
        found = []
        for one in self._types.signatures.of(t)[:1]:
            result = one.result if one.view is None else self.result_of(one.view, one.declaration)
            found.append(values.substitute(result, one.environment))
        return values.union(found)

    def parameters_tuple(self, t: Type) -> Type:
        for one in self._types.signatures.of(t)[:1]:
            return ("T", tuple(values.substitute(p, one.environment) for p, _, _ in one.params))
        return None


def _is_known(stated: Type) -> bool:
    """Whether a type in a comment is one that is declared somewhere."""
    if stated is None or stated[0] != "X" or stated[2]:
        return stated is not None
    return not stated[1] or stated[1] in library() or stated[1] == "Function"
