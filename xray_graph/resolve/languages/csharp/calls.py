"""Where C# looks for the method that a call names: receivers, enclosing classes, usings, extensions.

On `nominal.calls`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Binding, Evidence, Op
from xray_graph.resolve.languages.csharp.conversions import STRING
from xray_graph.resolve.languages.csharp.extensions import ExtensionCalls, is_linq
from xray_graph.resolve.languages.csharp.frameworks import SAME
from xray_graph.resolve.languages.csharp.projects import full_names
from xray_graph.resolve.languages.nominal import types
from xray_graph.resolve.languages.nominal.calls import EXTERNAL, UNKNOWN, Target
from xray_graph.resolve.languages.nominal.overloads import Choice
from xray_graph.resolve.languages.nominal.types import PRIVATE, STATIC, Environment, Field, Method, Type

if TYPE_CHECKING:
    from xray_graph.resolve.view import FileView


_PARTS: Final[Type] = ("X", "System.FormattableString", ())
_DELEGATE: Final[Type] = ("X", "System.Delegate", ())
_NAME_OF: Final = Target(reason="builtin", result=STRING)
_ALL_SAME: Final = frozenset().union(*SAME.values())


class CSharpCalls(ExtensionCalls):
    def find(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Target:
        if row[0] == Op.NEW:
            return self.construction(view, self.made(view, expression, row, scope, at), row, scope, at)
        head = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        if head[0] == Op.APPLY:
            head = view.expressions[head[2]]
        if head[0] == Op.NAME:
            name = view.strings[head[1]]
            if name in ("this", "base"):
                t = self.values.name_value(view, scope, at, name)
                return self.construction(view, t, row, scope, at)
            return self._bare(view, name, row, scope, at)
        if head[0] == Op.MEMBER:
            return self._on_receiver(view, head, row, scope, at)
        return Target(reason="dynamic") if head[0] in (Op.CALL, Op.INDEX, Op.FUNC) else UNKNOWN

    def _bare(self, view: FileView, name: str, row: tuple[int, ...], scope: int, at: int) -> Target:
        """A local function, a method of the innermost class around that has one, else a static using's."""
        if name == "nameof":
            return _NAME_OF
        local = self._names.local_function(view, scope, name)
        if local is not None:
            return Target(self._csharp.method(view, local), "", Evidence.LEXICAL)
        if isinstance(self._names.variable(view, scope, at, name), (Binding, Field)):
            return Target(reason="dynamic")
        outside = False
        for owner in self._names.enclosing(view, scope):
            t = self._names.self_type(view, owner)
            methods, more = self.classes.methods(t, name)
            if methods and (methods[0].path or not more):
                evidence = Evidence.LEXICAL if methods[0].path == view.path else Evidence.SAME_PACKAGE
                return self.chosen(view, methods, more, row, scope, at, evidence)
            outside = outside or more
        for t in self._names.spaces.static_usings(view):
            methods, more = self.classes.methods(t, name)
            methods = [m for m in methods if m.flags & STATIC]
            if methods and methods[0].path:
                return self.chosen(view, methods, False, row, scope, at, Evidence.IMPORT)
            outside = outside or more
        return EXTERNAL if outside else UNKNOWN

    def _on_receiver(
        self, view: FileView, head: tuple[int, ...], row: tuple[int, ...], scope: int, at: int
    ) -> Target:
        base = self.values.value(view, head[2], scope, at)
        if base is None or base[0] in ("null", "L", "R", "C"):
            return UNKNOWN
        if base[0] == "package":
            return EXTERNAL
        is_type = base[0] == "type"
        receiver = base[1] if is_type else base
        name = view.strings[head[1]]
        if name != "GetValueOrDefault":
            receiver = self._csharp.plain(receiver)
        if is_type:
            evidence = self.type_evidence(view, receiver, scope)
        else:
            evidence = self.receiver_evidence(view, head[2], scope, at)
        methods, more = self._members(receiver, name)
        found = UNKNOWN
        if methods and not is_type and not methods[0].path:
            linq = [m for m in methods if is_linq(m)]
            if linq and not self.taking(view, [m for m in methods if m not in linq], row):
                levels = self._until_linq(view, scope)
                nearer = self._extension(view, receiver, name, row, scope, at, levels, linq)
                if nearer is not None:
                    return nearer
        if methods:
            found = self.chosen(view, methods, more, row, scope, at, evidence)
            if found.method is not None or found.reason in ("ambiguous", ""):
                alone = len(methods) == 1 and not is_type and found.method is not None and methods[0].path
                if not alone or not self._refuses(view, methods[0], row, scope, at):
                    return found
                levels = self._levels(view, scope, self._names.spaces.projects.project_of(view.path))
                return self._extension(view, receiver, name, row, scope, at, levels) or found
        is_delegate = name == "Invoke" and not methods and self.classes.descriptor(receiver) is not None
        field = self.classes.field(receiver, name)
        if is_delegate or (isinstance(field, Field) and self._can_be_called(field.type)):
            return Target(reason="dynamic")
        if not is_type:
            levels = self._levels(view, scope, self._names.spaces.projects.project_of(view.path))
            extension = self._extension(view, receiver, name, row, scope, at, levels)
            if extension is not None:
                return extension
            if name in _ALL_SAME and receiver[0] == "N" and self._gives_itself(view, scope, name):
                return Target(reason="external", result=receiver)
        if methods and not more:
            return found
        # The compiler took it: what is no member of a known type is an extension from outside.
        return EXTERNAL if more or not is_type else UNKNOWN

    def _refuses(self, view: FileView, method: Method, row: tuple[int, ...], scope: int, at: int) -> bool:
        """Whether a method can not take an argument of a call for sure, so that an extension is meant."""
        arguments, values = row[3:], self.values
        names = values.argument_names(view, row) if arguments else ()
        places = values.overloads.arranged(method, names, len(arguments)) if arguments else None
        if places is None or method.is_variadic:
            return False
        return any(
            values.overloads.fits(values.value(view, one, scope, at), method.parameters[place], 2) is False
            for one, place in zip(arguments, places, strict=True)
        )

    def _can_be_called(self, t: Type) -> bool:
        """Whether a value may be a delegate; a call passes by members that can not be."""
        return self.values.overloads.fits(t, _DELEGATE, 2) is not False

    def _members(self, receiver: Any, name: str) -> tuple[list[Method], bool]:
        if receiver[0] == "B":
            return self.classes.methods(("X", self.classes.root, ()), name)[0], True
        if receiver[0] in ("A", "T"):
            sequence = ("X", "System.Collections.Generic.IEnumerable", (receiver[1],))
            return self.classes.methods(sequence, name) if receiver[0] == "A" else ([], True)
        return self.classes.methods(receiver, name)

    # --- construction -----------------------------------------------------------------------------

    def made(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        if row[2] != NONE:
            return self._names.as_type(view, row[2], scope)
        return self.values.lambdas.made_for(view, expression)

    def constructors(self, t: Any) -> list[Method]:
        return self._csharp.constructors(t[1], t[2])

    def fitting(self, view: FileView, methods: Sequence[Method], row: tuple[int, ...]) -> Sequence[Method]:
        """By the number of type arguments; without any, those whose parameters the arguments tell."""
        if row[0] != Op.CALL:
            return methods
        head = view.expressions[row[2]]
        count = len(head) - 3 if head[0] == Op.APPLY else 0
        if count:
            return [m for m in methods if len(m.type_parameters) == count]
        told = [
            m
            for m in methods
            if all(any(types.mentions(p, frozenset({v})) for p in m.parameters) for v in m.type_parameters)
        ]
        empty = [i for i, one in enumerate(row[3:]) if self._is_null(view, one)]
        if empty and len(told) > 1:
            told = [m for m in told if not m.type_parameters or self._is_told(view, m, row, empty)]
        return sorted(told, key=lambda m: bool(m.type_parameters))

    @staticmethod
    def _is_null(view: FileView, argument: int) -> bool:
        one = view.expressions[argument]
        return one[0] == Op.LITERAL and view.strings[one[1]] == "null"

    def _is_told(self, view: FileView, method: Method, row: tuple[int, ...], empty: list[int]) -> bool:
        """Whether other arguments than `null` tell the type parameters of a method."""
        names = self.values.argument_names(view, row)
        places = self.values.overloads.arranged(method, names, len(row) - 3)
        if places is None:
            return False
        telling = [method.parameters[place] for i, place in enumerate(places) if i not in empty]
        return all(any(types.mentions(p, frozenset({v})) for p in telling) for v in method.type_parameters)

    def _choose(
        self, view: FileView, methods: Sequence[Method], row: tuple[int, ...], scope: int, at: int
    ) -> Choice:
        """A text with values in it may be taken as its parts, where no `string` is wanted."""
        if len(methods) > 1 and any(lambda_in(view, argument) != NONE for argument in row[3:]):
            self._tell_lambdas(view, methods, row, scope, at)
        choice: Choice = super()._choose(view, methods, row, scope, at)
        if choice.method is None or len(methods) < 2:
            return choice
        names = self.values.argument_names(view, row)
        for position, argument in enumerate(row[3:]):
            one = view.expressions[argument]
            if one[0] == Op.LITERAL and view.strings[one[1]].startswith(("$", "@$")):
                places = self.values.overloads.arranged(choice.method, names, len(row) - 3) or ()
                if choice.method.parameters[places[position]] != STRING and any(
                    _PARTS in m.parameters for m in methods
                ):
                    return Choice(None, choice.possible + 1)
        return choice

    def _tell_lambdas(
        self, view: FileView, methods: Sequence[Method], row: tuple[int, ...], scope: int, at: int
    ) -> None:
        """What all methods that may be meant give a lambda's parameters, they have."""
        overloads, names = self.values.overloads, self.values.argument_names(view, row)
        methods = self.fitting(view, [m for m in methods if self.is_seen(view, m)], row)
        arranged = [(m, a) for m in methods if (a := overloads.arranged(m, names, len(row) - 3)) is not None]
        for position, argument in enumerate(row[3:]):
            index = lambda_in(view, argument)
            if index == NONE or all(p.type != NONE for p in view.declarations[index].parameters):
                continue
            count = len(view.declarations[index].parameters)
            told: dict[tuple[Type, ...], Type] = {}
            for method, places in arranged:
                wanted = method.parameters[places[position]]
                t = types.substitute(wanted, self._written(view, method, row, scope))
                taken = self.classes.descriptor(t)
                if taken is None or any(
                    types.mentions(p, frozenset(method.type_parameters)) for p in taken.parameters
                ):
                    break  # it may be anything
                if len(taken.parameters) == count:
                    told.setdefault(taken.parameters, t)
            else:
                if len(told) == 1 and not self.values.lambdas.is_told(view, index):
                    self.values.lambdas.tell(view, index, next(iter(told.values())))

    def _written(self, view: FileView, method: Method, row: tuple[int, ...], scope: int) -> Environment:
        """The type arguments that a call writes."""
        head = view.expressions[row[2]] if row[0] == Op.CALL and row[2] != NONE else row
        if head[0] != Op.APPLY or not method.type_parameters:
            return {}
        written = [self._names.as_type(view, one, scope) for one in head[3:]]
        return dict(zip(method.type_parameters, written, strict=False))

    # --- visibility -------------------------------------------------------------------------------

    def is_seen(self, view: FileView, method: Method) -> bool:
        if not method.flags & PRIVATE or method.path == view.path or not method.path:
            return True
        outermost = self._csharp.canonical(method.path, method.symbol.partition(".")[0])
        return any(
            self._csharp.canonical(view.path, view.symbols[index]) == outermost
            for index, one in enumerate(view.declarations)
            if "partial" in one.attributes and "." not in view.symbols[index]
        )

    def same_package(self, view: FileView, scope: int, path: str, symbol: str) -> bool:
        there = self.classes.project.views.get(path)
        index = None if there is None else there.index_of(symbol)
        if there is None or index is None:
            return False
        (here, _), *_ = self._names.spaces.spaces(view, scope)
        return _space_of(there, index) == here


def lambda_in(view: FileView, argument: int) -> int:
    """The lambda that an argument is, also one that is passed by name, or NONE."""
    one = view.expressions[argument]
    one = view.expressions[one[2]] if one[0] == Op.KEYWORD else one
    return one[1] if one[0] == Op.FUNC else NONE


def _space_of(view: FileView, index: int) -> str:
    """The namespace that a declaration stands in."""
    names, declarations = full_names(view), view.declarations
    while index != NONE and declarations[index].kind != "namespace":
        index = declarations[index].parent
    return names[index] if index != NONE else view.head.package
