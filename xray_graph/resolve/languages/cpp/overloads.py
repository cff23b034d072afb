"""Which of several C++ overloads a call means: by count, by const, by what its arguments are.

No answer where an argument that decides has no known type. Called by `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xray_graph.model import EdgeKind, Evidence, Op
from xray_graph.resolve.languages.c.names import Named, named
from xray_graph.resolve.languages.cpp import values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xray_graph.resolve.languages.cpp.expressions import Expressions
    from xray_graph.resolve.languages.cpp.members import Member
    from xray_graph.resolve.languages.cpp.values import Type
    from xray_graph.resolve.project import FileEdges
    from xray_graph.resolve.view import FileView


class Site:
    """One call and where its edge goes."""

    __slots__ = ("_out", "at", "caller", "line", "row", "scope", "view")

    def __init__(
        self,
        view: FileView,
        row: tuple[int, ...],
        scope: int,
        at: int,
        line: int,
        caller: str,
        out: FileEdges,
    ) -> None:
        self.view, self.row, self.scope, self.at = view, row, scope, at
        self.line, self.caller, self._out = line, caller, out

    @property
    def arity(self) -> int:
        return len(self.row) - 3

    def to(self, target: tuple[str, str], evidence: Evidence, *, dynamic: bool = False) -> None:
        self._out.call(self.caller, target, evidence, self.line, dynamic=dynamic)

    def variant(self, target: tuple[str, str], evidence: Evidence) -> None:
        source = (self.view.path, self.caller)
        self._out.add(EdgeKind.BUILD_VARIANT, source, target, evidence, self.line)

    def missed(self, reason: str) -> None:
        self._out.missed(self.caller, reason)


class Overloads:
    """Chooses among declarations for one call."""

    def __init__(self, types: Expressions) -> None:
        self._types = types

    def member(self, site: Site, found: list[Member], *, const: bool = False) -> Member | None:
        """The one that these arguments choose; None where several may be meant, or none."""
        fitting: dict[tuple[str, ...], Member] = {}
        for m in found:
            own = named(m.view, m.index)
            if not own.takes(site.arity) or (const and not _on_const(m)):
                continue
            same = fitting.get(own.types)
            if same is None or ("const" in same.attributes) != const == ("const" in m.attributes):
                fitting[own.types] = m
        left = list(fitting.values())
        if len(left) < 2:
            return left[0] if left else None
        members = self._types.members
        templates = [members.is_template(m) for m in left]
        ranks = [
            self.ranks(
                site,
                members.parameter_types(m),
                variadic=_is_variadic(m),
                template=template,
                constrained="constrained" in m.attributes,
            )
            for m, template in zip(left, templates, strict=True)
        ]
        at = values.best(ranks, templates)
        if at is None and site.arity == 1:  # f(T&) or f(T&&)
            temporary = site.view.expressions[site.row[3]][0] in (Op.CALL, Op.NEW, Op.LITERAL, Op.BINARY)
            better = [
                m
                for m, row in zip(left, ranks, strict=True)
                if row == [values.EXACT] and temporary == _takes_temporary(m)
            ]
            return better[0] if len(better) == 1 else None
        return left[at] if at is not None else None

    def ranks(
        self,
        site: Site,
        parameters: Sequence[Type],
        *,
        variadic: bool,
        template: bool = False,
        constrained: bool = False,
    ) -> list[int | None]:
        """How each argument fits; None for not known.

        A template takes whatever it is given, but what a type parameter of the caller's own stands for, and
        what its constraint leaves out, no one says here.
        """
        found: list[int | None] = []
        deduced: dict[str, Type] = {}
        for position, argument in enumerate(site.row[3:]):
            if position >= len(parameters) - variadic:
                found.append(values.ELLIPSIS if variadic else None)
                continue
            parameter = self._types.completed(site.view, parameters[position])
            given = self._types.value(site.view, argument, site.scope, site.at)
            open_one = values.plain(parameter)
            if open_one is not None and open_one[0] == "V" and not template:
                same = given is not None and values.loose(parameter) == values.loose(given)
                found.append(values.EXACT if same else None)  # the class's own, and what it is is not known
                continue
            if open_one is not None and open_one[0] == "V" and given is not None:
                same = deduced.setdefault(open_one[1], values.loose(given)) == values.loose(given)
                bare = values.plain(given)
                left_open = constrained or (template and bare is not None and bare[0] == "V")
                found.append(values.IMPOSSIBLE if not same else None if left_open else values.EXACT)
                continue
            rank = values.fit(parameter, given)
            if parameter is not None and given is not None and rank in (None, values.USER):
                rank = self._conversion(values.loose(parameter), values.loose(given), rank)
            found.append(rank)
        return found

    def _conversion(self, parameter: Any, given: Any, rank: int | None) -> int | None:
        """How a class fits another class, a pointer to one another pointer, anything a class."""
        members = self._types.members
        p, a = values.bare(parameter), values.bare(given)
        if p is None or a is None or values.is_open(p) or values.is_open(a):
            return None
        if p[0] == "C" and a[0] == "C" and (parameter[0] == "C") == (given[0] == "C"):
            if members.derives(a, p):
                return values.NEAR
            if parameter[0] != "C":
                return values.IMPOSSIBLE
        if parameter[0] == "C":
            for m in members.constructors(parameter):
                held = members.parameter_types(m)
                if len(held) == 1 and values.fit(held[0], given) in (values.EXACT, values.NEAR):
                    return values.USER
            unclear = members.converts(given) if given[0] == "C" else not members.constructors(parameter)
            return None if unclear else values.IMPOSSIBLE
        return rank

    def parameters(self, one: Named) -> tuple[Type, ...]:
        found: tuple[Type, ...] = (
            self._types.derived("cpp.parameter-types", *one.target, self._types.members.read_parameters) or ()
        )
        return found

    def copies(self, site: Site, t: Any) -> bool:
        """Whether the one argument is a T already: what copies it is seldom declared, and often left out."""
        if site.arity != 1:
            return False
        argument = site.row[3]
        given = self._types.value(site.view, argument, site.scope, site.at)
        if given is None or given[0] != "C" or given[1:3] != t[1:3]:
            return False
        return site.view.expressions[argument][0] == Op.CALL or not self._copier(t)

    def _copier(self, t: Any) -> bool:
        """Whether a class declares a constructor from one of its own."""
        for m in self._types.members.constructors(t):
            parameters = self._types.members.parameter_types(m)
            if len(parameters) == 1 and parameters[0] is not None and parameters[0][1:3] == t[1:3]:
                return True
        return False


def _on_const(m: Member) -> bool:
    """Whether a member may be called on a const object."""
    return not {"const", "static"}.isdisjoint(m.attributes)


def _is_variadic(m: Member) -> bool:
    return any("variadic" in p.flags for p in m.view.declarations[m.index].parameters)


def _takes_temporary(m: Member) -> bool:
    """Whether the first parameter is a T&&."""
    row = m.view.expressions[m.view.declarations[m.index].parameters[0].type]
    return row[0] == Op.UNARY and m.view.strings[row[1]] == "&&"
