"""C#'s extension methods: which of those that a file's namespaces and usings bring a call may mean.

On `nominal.calls`. Called by `calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Evidence
from xray_graph.resolve.languages.csharp.frameworks import SAME
from xray_graph.resolve.languages.csharp.linq import SEQUENCES
from xray_graph.resolve.languages.nominal import types
from xray_graph.resolve.languages.nominal.calls import Calls, Target
from xray_graph.resolve.languages.nominal.inference import Inference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xray_graph.resolve.languages.csharp.values import CSharpValues
    from xray_graph.resolve.languages.nominal.types import Environment, Method, Type
    from xray_graph.resolve.view import FileView

_LINQ: Final = "System.Linq"
_MEMBER: Final = "GetEnumerator"  # of the sequences, no extension method


class ExtensionCalls(Calls):
    def __init__(self, values: CSharpValues) -> None:
        super().__init__(values)
        self._names = values.names
        self._csharp = values.csharp
        self._inference = Inference(values.csharp, values.boxed)

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
        fits = self.values.overloads.fits
        if fits(receiver, wanted, 2) is not True:
            return None
        for variable, t in environment.items():
            bound = self.classes.bound(variable) if t is not None and t[0] != "V" else None
            if bound is not None and not self._may_derive(t, types.substitute(bound, environment)):
                return None
        rest = types.substituted(method, environment)
        left = tuple(p for p in method.type_parameters if p not in environment)
        return rest._replace(
            parameters=rest.parameters[1:],
            required=max(0, rest.required - 1),
            names=rest.names[1:],
            type_parameters=left,
        )

    def _may_derive(self, t: Any, bound: Any) -> bool:
        """Whether a type argument may be within a bound; a type with known bases is of no other class."""
        fit = self.values.overloads.fits(t, bound, 2)
        if fit is not None or bound is None or bound[0] != "X" or self._csharp.is_interface(bound):
            return fit is not False
        if not bound[1] or t == types.UNKNOWN_OUTSIDE:
            return True
        return t[0] in ("N", "X") and not self.values.overloads.is_known(t)


def is_linq(method: Method) -> bool:
    """Whether a method of the library is an extension method of LINQ."""
    owner = "" if method.path else method.symbol.rpartition(".")[0]
    return owner in SEQUENCES and method.name != _MEMBER
