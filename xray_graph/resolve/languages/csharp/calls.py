"""Where C# looks for the method that a call names: receivers, enclosing classes, usings, extensions.

On `nominal.calls`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Binding, Evidence, Op
from xray_graph.resolve.languages.csharp.conversions import STRING
from xray_graph.resolve.languages.csharp.frameworks import SAME
from xray_graph.resolve.languages.csharp.linq import SEQUENCES
from xray_graph.resolve.languages.nominal import types
from xray_graph.resolve.languages.nominal.calls import EXTERNAL, UNKNOWN, Calls, Target
from xray_graph.resolve.languages.nominal.inference import Inference
from xray_graph.resolve.languages.nominal.overloads import Choice
from xray_graph.resolve.languages.nominal.types import PRIVATE, STATIC, Environment, Field, Method, Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.csharp.values import CSharpValues
    from xray_graph.resolve.view import FileView


_PARTS: Final[Type] = ("X", "System.FormattableString", ())
_LINQ: Final = "System.Linq"
_MEMBER: Final = "GetEnumerator"  # of the sequences, no extension method
_ALL_SAME: Final = frozenset().union(*SAME.values())


class CSharpCalls(Calls):
    def __init__(self, values: CSharpValues) -> None:
        super().__init__(values)
        self._names = values.names
        self._csharp = values.csharp
        self._inference = Inference(values.csharp, values.boxed)

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
            return Target(reason="builtin")
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
        if base is None or base[0] in ("null", "L", "R"):
            return UNKNOWN
        if base[0] == "package":
            return EXTERNAL
        is_type = base[0] == "type"
        receiver = base[1] if is_type else base
        name = view.strings[head[1]]
        if name != "GetValueOrDefault":
            receiver = self._csharp.plain(receiver)
        if is_type:
            evidence = self.type_evidence(view, receiver)
        else:
            evidence = self.receiver_evidence(view, head[2], scope, at)
        methods, more = self._members(receiver, name)
        found = UNKNOWN
        if methods and not is_type and not methods[0].path:
            linq = [m for m in methods if _is_linq(m)]
            if linq and not self.taking(view, [m for m in methods if m not in linq], row):
                levels = self._until_linq(view, scope)
                nearer = self._extension(view, receiver, name, row, scope, at, levels, linq)
                if nearer is not None:
                    return nearer
        if methods:
            found = self.chosen(view, methods, more, row, scope, at, evidence)
            if found.method is not None or found.reason in ("ambiguous", ""):
                return found
        is_delegate = name == "Invoke" and not methods and self.classes.descriptor(receiver) is not None
        if is_delegate or isinstance(self.classes.field(receiver, name), Field):
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

    def _members(self, receiver: Any, name: str) -> tuple[list[Method], bool]:
        if receiver[0] == "B":
            return self.classes.methods(("X", self.classes.root, ()), name)[0], True
        if receiver[0] in ("A", "T"):
            sequence = ("X", "System.Collections.Generic.IEnumerable", (receiver[1],))
            return self.classes.methods(sequence, name) if receiver[0] == "A" else ([], True)
        return self.classes.methods(receiver, name)

    # --- extensions -------------------------------------------------------------------------------

    def _extension(
        self,
        view: FileView,
        receiver: Type,
        name: str,
        row: tuple[int, ...],
        scope: int,
        at: int,
        levels: Sequence[Sequence[str]],
        rivals: Sequence[Method] = (),
    ) -> Target | None:
        """The extension method that a call means; namespaces around come before what is used in them.

        LINQ's methods are `rivals` where its namespace is as near.
        """
        project = self._names.spaces.projects.project_of(view.path)
        for level in levels:
            found: list[Method] = []
            taken: list[Type] = []
            stated: list[Type] = []
            for space in level:
                entries = self._names.spaces.projects.extensions(space, name)
                for path, index in self._names.spaces.projects.nearest(project, entries) if entries else ():
                    method = self._csharp.method(self.classes.project.views[path], index)
                    bound = self._bound(method, receiver)
                    if bound is not None:
                        found.append(bound)
                        taken.append(types.erased(method.parameters[0]))
                        stated.append(method.parameters[0])
            if len(found) > 1 and types.undecided(receiver):  # what is told apart by it alone is not known
                plain = [not types.mentions(t) for t in stated]
                if sum(plain) > 1:
                    left = [i for i, one in enumerate(plain) if not one]
                    found, taken = [found[i] for i in left], [taken[i] for i in left]
            if len(found) > 1 and types.mentions(receiver):  # a type parameter is no `string`
                seen = [self.classes.as_super(receiver, whole) or receiver for whole in stated]
                left = [i for i, whole in enumerate(stated) if not types.narrows(whole, seen[i])]
                if left:
                    found, taken = [found[i] for i in left], [taken[i] for i in left]
                    stated = [stated[i] for i in left]
            if len(found) > 1:  # of two alike the one that takes the nearer type, then the less open one
                fits = self.values.overloads.fits
                order = [
                    (sum(fits(other, t, 2) is True for other in taken), types.count_open(whole))
                    for t, whole in zip(taken, stated, strict=True)
                ]
                found = [m for _, m in sorted(zip(order, found, strict=True), key=lambda one: one[0])]
            if found:
                target = self.chosen(view, found, False, row, scope, at, Evidence.IMPORT)
                if target.method is not None or target.reason == "ambiguous":
                    rivals = self.taking(view, rivals, row) if _LINQ in level else ()
                    return (
                        target
                        if not rivals or self._is_nearer(view, target.method, rivals, row, scope, at)
                        else None
                    )
        return None

    def _until_linq(self, view: FileView, scope: int) -> list[list[str]]:
        """The namespaces that come before LINQ's, and those that are as near."""
        found = []
        for level in self._levels(view, scope, self._names.spaces.projects.project_of(view.path)):
            found.append(level)
            if _LINQ in level:
                break
        return found

    def _is_nearer(
        self,
        view: FileView,
        method: Method | None,
        rivals: Sequence[Method],
        row: tuple[int, ...],
        scope: int,
        at: int,
    ) -> bool:
        """Whether an extension method takes a call for sure, on something more special than LINQ's do."""
        there = self.classes.view_of(method.path, method.symbol) if method is not None else None
        if method is None or there is None:
            return False
        values, fits = self.values, self.values.overloads.fits
        names, given = values.argument_names(view, row), [values.value(view, a, scope, at) for a in row[3:]]
        arranged = values.overloads.arranged
        places = arranged(method, names, len(given)) or ()
        pairs = [(t, method.parameters[place]) for t, place in zip(given, places, strict=False)]
        taken = types.erased(self._csharp.method(*there).parameters[0])
        for rival in rivals:
            places = arranged(rival, names, len(given)) or ()
            if any(fits(t, rival.parameters[i], 2) is False for t, i in zip(given, places, strict=False)):
                continue
            sequence = ("X", rival.symbol.rpartition(".")[0], ())
            if taken == sequence or len(method.parameters) > len(rival.parameters):
                return False
            pairs += zip((taken, *method.parameters), (sequence, *rival.parameters), strict=False)
        return all(fits(types.erased(t), types.erased(wanted), 2) is True for t, wanted in pairs)

    def _gives_itself(self, view: FileView, scope: int, name: str) -> bool:
        """Whether a name is that of an extension outside which gives back what it is called on."""
        project = self._names.spaces.projects.project_of(view.path)
        used = {space for level in self._levels(view, scope, project) for space in level}
        return any(name in names and space in used for space, names in SAME.items())

    def _levels(self, view: FileView, scope: int, project: str) -> list[list[str]]:
        key = ("levels", view.path, scope)
        known = self.classes.memo.get(key)
        if known is None:
            known = []
            for space, usings in self._names.spaces.spaces(view, scope):
                known.append([space])
                if usings == NONE:
                    continue
                used = [one.module for one in view.facts.imports if one.scope == usings and not one.kind]
                around = space or view.head.package
                used += [full for one in used if around and (full := self._names.spaces.used(around, one))]
                if not space:
                    used += [
                        m for m, _, kind in self._names.spaces.projects.global_usings(project) if not kind
                    ]
                if used:
                    known.append(sorted(set(used)))
            self.classes.memo[key] = known
        return known

    def _bound(self, method: Method, receiver: Type) -> Method | None:
        """An extension method as seen from its receiver: the first parameter taken, or None if it is not."""
        if not method.parameters or receiver is None:
            return None
        first = method.parameters[0]
        environment: Environment = {}
        self._inference.unify(first, receiver, frozenset(method.type_parameters), environment)
        wanted = types.substitute(first, environment)
        if self.values.overloads.fits(receiver, wanted, 2) is not True:
            return None
        rest = types.substituted(method, environment)
        left = tuple(p for p in method.type_parameters if p not in environment)
        return rest._replace(
            parameters=rest.parameters[1:],
            required=max(0, rest.required - 1),
            names=rest.names[1:],
            type_parameters=left,
        )

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
        return sorted(told, key=lambda m: bool(m.type_parameters))

    def _choose(
        self, view: FileView, methods: Sequence[Method], row: tuple[int, ...], scope: int, at: int
    ) -> Choice:
        """A text with values in it may be taken as its parts, where no `string` is wanted."""
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

    def same_package(self, view: FileView, path: str, symbol: str) -> bool:
        there = self.classes.project.views.get(path)
        return there is not None and _space(there) == _space(view)


def _is_linq(method: Method) -> bool:
    """Whether a method of the library is an extension method of LINQ."""
    owner = "" if method.path else method.symbol.rpartition(".")[0]
    return owner in SEQUENCES and method.name != _MEMBER


def _space(view: FileView) -> str:
    """The namespace of a file's first type."""
    if view.head.package:
        return view.head.package
    return next((one.name for one in view.declarations if one.kind == "namespace"), "")
