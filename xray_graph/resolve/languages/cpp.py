"""C++: the calls, bases and stated types of one file. Types are `cpp_types` and `cpp_expressions`.

A call has an edge when one callee remains by declared evidence: a name in scope, a member of a known
type or of its bases, a constructor of the class that is written; of several overloads the one that takes
these arguments. A virtual call goes to the method of the declared type and is `dynamic`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.graph.ids import NOT_NODES
from xray_graph.model import CALLABLES, NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages import cpp_values as values
from xray_graph.resolve.languages.c_names import Named, named, path_of, settled
from xray_graph.resolve.languages.cpp_expressions import Expressions
from xray_graph.resolve.languages.cpp_members import Member
from xray_graph.resolve.languages.cpp_types import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xray_graph.model import Call
    from xray_graph.resolve.languages.c_includes import Includes
    from xray_graph.resolve.languages.c_names import Names
    from xray_graph.resolve.languages.cpp_values import Type
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView

_STATED: Final = frozenset({"field", "variable", "constant", "type"})


class Calls:
    """Resolves C++ files. One for a project."""

    def __init__(self, project: Project, includes: Includes, names: Names) -> None:
        self._project = project
        self._includes = includes
        self._names = names
        self._types = Expressions(project, includes, names)
        self._types.memo = {}

    def owner(self, view: FileView, index: int) -> tuple[str, str] | None:
        """The class that a member lies in which is defined outside of it."""
        held = self._types.class_of_member(view, index)
        return (held[1], held[2]) if held is not None and held[0] == "C" else None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._types.memo = {}
        for call in sorted(view.facts.calls, key=lambda c: c.expression):
            caller = view.caller(call.scope)
            self._call(view, call, view.symbols[caller] if caller != NONE else "", out)
        self._declarations(view, out)

    # --- calls ------------------------------------------------------------------------------------

    def _call(self, view: FileView, call: Call, caller: str, out: FileEdges) -> None:
        row = view.expressions[call.expression]
        scope, at = call.scope, call.start
        site = _Site(view, row, scope, at, call.line, caller, out)
        if row[0] == Op.NEW:
            self._construct(site, self._types.as_type(view, row[2], scope, at))
            return
        head = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        callee = row[2]
        if head[0] == Op.APPLY:
            callee = head[2]
            head = view.expressions[callee]
            if head[0] == Op.NAME and view.strings[head[1]] in values.CASTS:
                out.missed(caller, "builtin")
                return
        if call.kind == "construct":
            self._made(site, row[2], head)
        elif head[0] == Op.NAME:
            self._bare(site, view.strings[head[1]], row[2])
        elif head[0] == Op.MEMBER:
            self._member(site, head)
        else:
            out.missed(caller, "dynamic")

    def _bare(self, site: _Site, name: str, callee: int) -> None:
        view, types = site.view, self._types
        found = types.lookup(view, site.scope, site.at, name)
        if found is None or found[0] == "outside":
            found = self._by_arguments(site, name) or found
        if found is None:
            if name.split(" ")[0] in values.BUILTIN:
                site.missed("builtin")
            else:
                site.missed("unknown" if self._names.known(name) else "external")
        elif found[0] == "names":
            self._to_names(site, found[1], name)
        elif found[0] == "member":
            const = types.in_const(view, site.scope)
            members = types.members.find(found[1], name)
            self._to_members(site, members, Evidence.LEXICAL, found[1], const=const)
        elif found[0] in ("class", "parameter"):
            self._construct(site, types.as_type(view, callee, site.scope, site.at))
        elif found[0] == "binding":
            self._functor(site, types.binding_type(view, found[1]))
        elif found[0] == "local":
            one = view.declarations[found[1]]
            if one.kind in CALLABLES:
                site.to((view.path, view.symbols[found[1]]), Evidence.LEXICAL)
            elif one.kind in CLASSES or one.kind == "type":
                self._construct(site, types.of_declaration(view, found[1]))
            else:
                site.missed("dynamic")
        else:
            site.missed("external")

    def _by_arguments(self, site: _Site, name: str) -> tuple[Any, ...] | None:
        """A function in the namespace of an argument's class."""
        visible = self._names.visible(site.view.path, name, self._includes.platform(site.view))
        if not any(one.container for one in visible):
            return None
        for argument in site.row[3:]:
            t = values.bare(self._types.value(site.view, argument, site.scope, site.at))
            if t is not None and t[0] in ("C", "E"):
                owner = self._project.views[t[1]]
                index = owner.index_of(t[2])
                place = path_of(owner, index).rpartition(".")[0] if index is not None else ""
                found = tuple(one for one in visible if one.container == place and one.kind in CALLABLES)
                if found:
                    return ("names", found)
        return None

    def _to_names(self, site: _Site, found: Sequence[Named], name: str) -> None:
        macros = [one for one in found if one.kind == "macro"]
        if macros:
            macro = settled(macros, self._includes.platform(site.view))
            if macro is not None:
                site.to(macro.target, self._seen(site, macro))
            else:
                site.missed("ambiguous")
            return
        callables = [one for one in found if one.kind in CALLABLES]
        if not callables:
            t = self._types.one_type(found)
            if t is not None:
                self._construct(site, t)
            else:
                t = self._types.derived("cpp.type", *found[0].target, self._types.members.declared_type)
                self._functor(site, t)
            return
        groups: dict[tuple[str, ...], list[Named]] = {}
        for one in callables:
            if one.takes(site.arity):
                groups.setdefault((one.container, *one.types), []).append(one)
        if not groups:
            site.missed("ambiguous")
            return
        chosen = list(groups.values())
        if len(chosen) > 1:
            ranks = [
                self._ranks(site, self._named_parameters(group[0]), variadic=group[0].variadic)
                for group in chosen
            ]
            at = values.best(ranks, [group[0].template for group in chosen])
            if at is None:
                site.missed("ambiguous")
                return
            chosen = [chosen[at]]
        self._to_one(site, chosen[0], name)

    def _to_one(self, site: _Site, group: list[Named], name: str) -> None:
        """To the definition among declarations of one function, or behind its prototypes."""
        platform = self._includes.platform(site.view)
        own = [one for one in group if not one.declaration]
        if own:
            first = settled([one for one in own if one.path == own[0].path], platform)
            if first is not None:
                site.to(first.target, self._seen(site, first))
            else:
                site.missed("ambiguous")
            return
        defined: dict[tuple[str, str], Named] = {}
        for prototype in group:
            for one in self._names.definitions(prototype, name, platform):
                defined.setdefault(one.target, one)
        target = next(iter(defined)) if len(defined) == 1 else group[0].target
        site.to(target, self._seen(site, group[0]))
        for other in self._names.variants(group, name, platform):
            site.variant(other.target, self._seen(site, group[0]))

    @staticmethod
    def _seen(site: _Site, one: Named) -> Evidence:
        return Evidence.LEXICAL if one.path == site.view.path else Evidence.IMPORT

    def _member(self, site: _Site, head: tuple[int, ...]) -> None:
        view, types = site.view, self._types
        name = view.strings[head[1]]
        where = types.before(view, head[2], site.scope, site.at)
        if where is not None:
            self._qualified(site, where, name)
            return
        whole = types.whole(view, head[2], site.scope, site.at)
        base = values.plain(whole)
        if base is None:
            site.missed("unknown")
        elif base[0] == "X":
            site.missed("external")
        elif base[0] != "C":
            site.missed("unknown" if base[0] in ("V", "T") else "dynamic")
        else:
            found = types.members.find(base, name)
            if not found:
                site.missed("external" if types.members.outside(base) else "unknown")
                return
            self._to_members(site, found, self._evidence(view, head[2], site), base, const=whole is not base)

    def _qualified(self, site: _Site, where: tuple[Any, ...], name: str) -> None:
        types = self._types
        if where[0] == "outside":
            site.missed("external")
        elif where[0] == "namespace":
            visible = self._names.visible(site.view.path, name, self._includes.platform(site.view))
            found = [one for one in visible if one.container == where[1]]
            if found:
                self._to_names(site, found, name)
            else:
                site.missed("unknown" if self._names.known(name) else "external")
        elif where[1][0] == "C":
            members = types.members.find(where[1], name)
            if not members:
                site.missed("external" if types.members.outside(where[1]) else "unknown")
            elif all(m.kind in CLASSES or m.kind == "type" for m in members):
                self._construct(site, types.members.inner_type(where[1], name))
            else:
                self._to_members(site, members, Evidence.IMPORT, where[1], named_class=True)
        else:
            site.missed("unknown")

    def _to_members(
        self,
        site: _Site,
        found: Sequence[Member],
        evidence: Evidence,
        base: Any,
        *,
        named_class: bool = False,
        const: bool = False,
    ) -> None:
        callables = [m for m in found if m.kind in CALLABLES and "deleted" not in m.attributes]
        if not callables:
            kinds = {m.kind for m in found}
            if kinds <= {"class", "struct", "type"}:
                inner = self._types.members.inner_type(base, found[0].view.declarations[found[0].index].name)
                self._construct(site, inner)
            else:
                self._functor(site, self._types.members_value(found))
            return
        chosen = self._overload(site, callables, const=const)
        if chosen is None:
            site.missed("ambiguous")
            return
        members = self._types.members
        platform = self._includes.platform(site.view)
        one = members.definition(chosen, platform)
        dynamic = not named_class and members.is_virtual(chosen)
        why = Evidence.INHERITS if chosen.depth and evidence is not Evidence.LEXICAL else evidence
        site.to(one.target, why, dynamic=dynamic)
        own = named(chosen.view, chosen.index)
        if own.declaration:
            name = chosen.view.declarations[chosen.index].name
            for other in self._names.variants([own], name, platform):
                site.variant(other.target, why)

    def _overload(self, site: _Site, found: list[Member], *, const: bool = False) -> Member | None:
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
        ranks = [self._ranks(site, members.parameter_types(m), variadic=_is_variadic(m)) for m in left]
        at = values.best(ranks, [members.is_template(m) for m in left])
        if at is None and site.arity == 1:  # f(T&) or f(T&&)
            temporary = site.view.expressions[site.row[3]][0] in (Op.CALL, Op.NEW, Op.LITERAL, Op.BINARY)
            better = [
                m
                for m, row in zip(left, ranks, strict=True)
                if row == [values.EXACT] and temporary == _takes_temporary(m)
            ]
            return better[0] if len(better) == 1 else None
        return left[at] if at is not None else None

    def _ranks(self, site: _Site, parameters: Sequence[Type], *, variadic: bool) -> list[int | None]:
        found: list[int | None] = []
        deduced: dict[str, Type] = {}
        for position, argument in enumerate(site.row[3:]):
            if position >= len(parameters) - variadic:
                found.append(values.ELLIPSIS if variadic else None)
                continue
            parameter = self._types.completed(site.view, parameters[position])
            given = self._types.value(site.view, argument, site.scope, site.at)
            open_one = values.plain(parameter)
            if open_one is not None and open_one[0] == "V" and given is not None:
                same = deduced.setdefault(open_one[1], values.loose(given)) == values.loose(given)
                found.append(values.EXACT if same else values.IMPOSSIBLE)
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
        if p is None or a is None or "V" in (p[0], a[0]):
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

    def _named_parameters(self, one: Named) -> tuple[Type, ...]:
        found: tuple[Type, ...] = (
            self._types.derived("cpp.parameter-types", *one.target, self._types.members.read_parameters) or ()
        )
        return found

    # --- construction -----------------------------------------------------------------------------

    def _made(self, site: _Site, callee: int, head: tuple[int, ...]) -> None:
        """`T a(x);`, `: base(x)`, `: field(x)`."""
        view, types = site.view, self._types
        if head[0] == Op.NAME:
            own = types.this(view, site.scope)
            name = view.strings[head[1]]
            if own is not None and own[0] == "C":
                fields = [m for m in types.members.find(own, name) if m.kind == "field"]
                if len(fields) == 1 and types.lookup(view, site.scope, site.at, name) == ("member", own):
                    t = types.members.type_of(fields[0])
                    if t is not None and t[0] == "C":
                        self._construct(site, t)
                    else:
                        site.missed("builtin")
                    return
        self._construct(site, types.as_type(view, callee, site.scope, site.at))

    def _construct(self, site: _Site, t: Type) -> None:
        t = values.plain(self._types.completed(site.view, t))
        if t is None or t[0] != "C":
            site.missed("unknown" if t is None else "external" if t[0] == "X" else "builtin")
            return
        found = [m for m in self._types.members.constructors(t) if "deleted" not in m.attributes]
        if not found or self._copies(site, t):
            site.missed("builtin")  # the constructor that the compiler makes, or none at all
            return
        chosen = self._overload(site, found)
        if chosen is None:
            site.missed("ambiguous")
            return
        one = self._types.members.definition(chosen, self._includes.platform(site.view))
        site.to(one.target, Evidence.CONSTRUCTION)

    def _copies(self, site: _Site, t: Any) -> bool:
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

    def _functor(self, site: _Site, t: Type) -> None:
        """A call of a value: of a class by its `operator()`, else through a pointer."""
        if t is None or t[0] != "C":
            site.missed("external" if t is not None and t[0] == "X" else "dynamic")
            return
        found = self._types.members.find(t, "operator()")
        if found:
            self._to_members(site, found, Evidence.RECEIVER, t)
        else:
            site.missed("dynamic")

    def _evidence(self, view: FileView, base: int, site: _Site) -> Evidence:
        """What the receiver's type is known from."""
        row = view.expressions[base]
        while row[0] == Op.UNARY:
            row = view.expressions[row[2]]
        if row[0] == Op.NAME:
            found = self._types.lookup(view, site.scope, site.at, view.strings[row[1]])
            if found is not None and found[0] == "member":
                return Evidence.FIELD
            if (
                found is not None
                and found[0] == "binding"
                and found[1].type == NONE
                and found[1].value != NONE
            ):
                return _OF_SHAPE.get(view.expressions[found[1].value][0], Evidence.RECEIVER)
            return Evidence.RECEIVER
        return _OF_SHAPE.get(row[0], Evidence.RECEIVER)

    # --- declarations -----------------------------------------------------------------------------

    def _declarations(self, view: FileView, out: FileEdges) -> None:
        """Bases, the types that declarations state, and prototypes of members defined outside."""
        for index, one in enumerate(view.declarations):
            if one.kind in NOT_NODES or one.kind == "macro":
                continue
            source = (view.path, view.symbols[index])
            for t in self._types.members.bases(("C", *source, ())) if one.bases else ():
                if t is not None and t[0] == "C" and t[1:3] != source:
                    out.add(EdgeKind.INHERITS, source, (t[1], t[2]), Evidence.INHERITS.value, one.line)
            if one.receiver != NONE and one.kind in CALLABLES:
                self._reopens(view, index, source, out)
            stated = [p.type for p in one.parameters] + list(one.results)
            if one.kind in _STATED:
                stated.append(one.type)
            scope = one.body if one.body != NONE else one.scope
            seen: set[tuple[str, str]] = set()
            for expression in stated:
                if expression != NONE:
                    t = self._types.as_type(view, expression, scope, one.end)
                    seen.update(_classes(self._types.completed(view, t)))
            for target in sorted(seen - {source}):
                out.add(EdgeKind.REFERENCES, source, target, Evidence.ANNOTATION.value, one.line)

    def _reopens(self, view: FileView, index: int, source: tuple[str, str], out: FileEdges) -> None:
        held = self._types.class_of_member(view, index)
        if held is None or held[0] != "C" or held[1] == view.path:
            return
        own = named(view, index)
        found = [m for m in self._types.members.find(held, view.declarations[index].name) if m.depth == 0]
        declared = [m for m in found if "declaration" in m.attributes]
        same = [m for m in declared if named(m.view, m.index).types == own.types]
        best = same or (declared if len(declared) == 1 else [])
        if len(best) == 1:
            target = (best[0].view.path, best[0].view.symbols[best[0].index])
            out.add(EdgeKind.REOPENS, source, target, Evidence.IMPORT.value, view.declarations[index].line)


class _Site:
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
        self._out.call(self.caller, target, evidence.value, self.line, dynamic=dynamic)

    def variant(self, target: tuple[str, str], evidence: Evidence) -> None:
        source = (self.view.path, self.caller)
        self._out.add(EdgeKind.BUILD_VARIANT, source, target, evidence.value, self.line)

    def missed(self, reason: str) -> None:
        self._out.missed(self.caller, reason)


def _on_const(m: Member) -> bool:
    """Whether a member may be called on a const object."""
    return not {"const", "static"}.isdisjoint(m.attributes)


def _is_variadic(m: Member) -> bool:
    return any("variadic" in p.flags for p in m.view.declarations[m.index].parameters)


def _takes_temporary(m: Member) -> bool:
    """Whether the first parameter is a T&&."""
    row = m.view.expressions[m.view.declarations[m.index].parameters[0].type]
    return row[0] == Op.UNARY and m.view.strings[row[1]] == "&&"


def _classes(t: Type, depth: int = 0) -> Iterable[tuple[str, str]]:
    """The repository's classes and enums that stand anywhere in a type."""
    if t is None or depth > values.MAX_NESTING:
        return
    if t[0] in ("C", "E"):
        yield t[1], t[2]
    if t[0] in values.WRAPPED:
        yield from _classes(t[1], depth + 1)
    elif t[0] in ("C", "X"):
        for part in t[-1]:
            yield from _classes(part, depth + 1)


_OF_SHAPE: Final = {
    int(Op.NEW): Evidence.CONSTRUCTION,
    int(Op.CALL): Evidence.RESULT,
    int(Op.MEMBER): Evidence.FIELD,
    int(Op.INDEX): Evidence.FIELD,
    int(Op.ELEMENT): Evidence.FIELD,
    int(Op.CAST): Evidence.ANNOTATION,
}
