"""C++: the calls, bases and stated types of one file. Types are `types` and `expressions`.

A call has an edge when one callee remains by declared evidence: a name in scope, a member of a known
type or of its bases, a constructor of the class that is written; of several overloads the one that takes
these arguments. A virtual call goes to the method of the declared type and is `dynamic`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xray_graph.model import CALLABLES, NONE, Evidence, Op
from xray_graph.resolve.languages.c.names import CLASSES, Named
from xray_graph.resolve.languages.cpp import values
from xray_graph.resolve.languages.cpp.declarations import declaration_edges
from xray_graph.resolve.languages.cpp.expressions import Expressions
from xray_graph.resolve.languages.cpp.overloads import Overloads, Site
from xray_graph.resolve.receivers import OF_SHAPE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xray_graph.model import Call
    from xray_graph.resolve.languages.c.includes import Includes
    from xray_graph.resolve.languages.c.names import Names
    from xray_graph.resolve.languages.cpp.members import Member
    from xray_graph.resolve.languages.cpp.values import Type
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView


class Calls:
    """Resolves C++ files. One for a project."""

    def __init__(self, project: Project, includes: Includes, names: Names) -> None:
        self._project = project
        self._includes = includes
        self._names = names
        self._types = Expressions(project, includes, names)
        self._types.memo = {}
        self._overloads = Overloads(self._types)

    def owner(self, view: FileView, index: int) -> tuple[str, str] | None:
        """The class that a member lies in which is defined outside of it."""
        held = self._types.class_of_member(view, index)
        return (held[1], held[2]) if held is not None and held[0] == "C" else None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._types.memo = {}
        for call in sorted(view.facts.calls, key=lambda c: c.expression):
            caller = view.caller(call.scope)
            self._call(view, call, view.symbols[caller] if caller != NONE else "", out)
        declaration_edges(self._types, view, out)

    # --- calls ------------------------------------------------------------------------------------

    def _call(self, view: FileView, call: Call, caller: str, out: FileEdges) -> None:
        row = view.expressions[call.expression]
        scope, at = call.scope, call.start
        site = Site(view, row, scope, at, call.line, caller, out)
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

    def _bare(self, site: Site, name: str, callee: int) -> None:
        view, types = site.view, self._types
        found = types.lookup(view, site.scope, site.at, name)
        if found is None or found[0] == "outside":
            found = self._by_arguments(site, name) or found
        if found is None:
            if name.partition(" ")[0] in values.BUILTIN:
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

    def _by_arguments(self, site: Site, name: str) -> tuple[Any, ...] | None:
        """A function in the namespace of an argument's class."""
        visible = self._names.visible(site.view.path, name, self._includes.platform(site.view))
        if not any(one.container for one in visible):
            return None
        for argument in site.row[3:]:
            t = values.bare(self._types.value(site.view, argument, site.scope, site.at))
            if t is not None and t[0] in ("C", "E"):
                owner = self._project.views[t[1]]
                index = owner.index_of(t[2])
                place = self._names.of(owner, index).container if index is not None else ""
                found = tuple(one for one in visible if one.container == place and one.kind in CALLABLES)
                if found:
                    return ("names", found)
        return None

    def _to_names(self, site: Site, found: Sequence[Named], name: str) -> None:
        macros = [one for one in found if one.kind == "macro"]
        if macros:
            platform = self._includes.platform(site.view)
            macro = self._names.settled(macros, name, site.view.path, platform)
            if macro is not None:
                site.to(macro.target, self._seen(site, macro))
            else:
                site.missed("ambiguous")
            return
        callables = [one for one in found if one.kind in CALLABLES]
        if not callables:
            if (t := self._types.one_type(found)) is not None:
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
                self._overloads.ranks(
                    site,
                    self._overloads.parameters(group[0]),
                    variadic=group[0].variadic,
                    template=group[0].template,
                    constrained=group[0].constrained,
                )
                for group in chosen
            ]
            at = values.best(ranks, [group[0].template for group in chosen])
            if at is None:
                site.missed("ambiguous")
                return
            chosen = [chosen[at]]
        self._to_one(site, chosen[0], name)

    def _to_one(self, site: Site, group: list[Named], name: str) -> None:
        """To the definition among declarations of one function, or behind its prototypes."""
        platform = self._includes.platform(site.view)
        own = [one for one in group if not one.declaration]
        if own:
            beside = [one for one in own if one.path == own[0].path]
            first = self._names.settled(beside, name, site.view.path, platform)
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
    def _seen(site: Site, one: Named) -> Evidence:
        return Evidence.LEXICAL if one.path == site.view.path else Evidence.IMPORT

    def _member(self, site: Site, head: tuple[int, ...]) -> None:
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
            site.missed("unknown" if base[0] in ("V", "D", "T") else "dynamic")
        else:
            found = types.members.find(base, name)
            if not found:
                site.missed("external" if types.members.outside(base) else "unknown")
                return
            self._to_members(site, found, self._evidence(view, head[2], site), base, const=whole is not base)

    def _qualified(self, site: Site, where: tuple[Any, ...], name: str) -> None:
        types = self._types
        if where[0] == "outside":
            site.missed("external")
        elif where[0] == "namespace":
            found = types.in_namespace(site.view, where[1], name)
            if found:
                self._to_names(site, found, name)
            else:
                library = types.is_library(where[1]) or not self._names.known(name)
                site.missed("external" if library else "unknown")
        elif where[1][0] == "C":
            members = types.members.find(where[1], name)
            if not members and (made := types.apart(site.view, where[1], name)) is not None:
                self._construct(site, made)
            elif not members:
                site.missed("external" if types.members.outside(where[1]) else "unknown")
            elif all(m.kind in CLASSES or m.kind == "type" for m in members):
                self._construct(site, types.members.inner_type(where[1], name))
            else:
                self._to_members(site, members, Evidence.IMPORT, where[1], named_class=True)
        else:
            site.missed("unknown")

    def _to_members(
        self,
        site: Site,
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
        chosen = self._overloads.member(site, callables, const=const)
        if chosen is None:
            site.missed("ambiguous")
            return
        members = self._types.members
        platform = self._includes.platform(site.view)
        one = members.definition(chosen, platform)
        dynamic = not named_class and members.is_virtual(chosen)
        why = Evidence.INHERITS if chosen.depth and evidence is not Evidence.LEXICAL else evidence
        site.to(one.target, why, dynamic=dynamic)
        own = self._names.of(chosen.view, chosen.index)
        if own.declaration:
            name = chosen.view.declarations[chosen.index].name
            for other in self._names.variants([own], name, platform):
                site.variant(other.target, why)

    # --- construction -----------------------------------------------------------------------------

    def _made(self, site: Site, callee: int, head: tuple[int, ...]) -> None:
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

    def _construct(self, site: Site, t: Type) -> None:
        t = values.plain(self._types.completed(site.view, t))
        if t is None or t[0] != "C":
            site.missed("unknown" if t is None else "external" if t[0] == "X" else "builtin")
            return
        found = [m for m in self._types.members.constructors(t) if "deleted" not in m.attributes]
        if not found or self._overloads.copies(site, t):
            site.missed("builtin")  # the constructor that the compiler makes, or none at all
            return
        chosen = self._overloads.member(site, found)
        if chosen is None:
            site.missed("ambiguous")
            return
        one = self._types.members.definition(chosen, self._includes.platform(site.view))
        site.to(one.target, Evidence.CONSTRUCTION)

    def _functor(self, site: Site, t: Type) -> None:
        """A call of a value: of a class by its `operator()`, else through a pointer."""
        if t is None or t[0] != "C":
            site.missed("external" if t is not None and t[0] == "X" else "dynamic")
            return
        found = self._types.members.find(t, "operator()")
        if found:
            self._to_members(site, found, Evidence.RECEIVER, t)
        else:
            site.missed("dynamic")

    def _evidence(self, view: FileView, base: int, site: Site) -> Evidence:
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
                return OF_SHAPE.get(view.expressions[found[1].value][0], Evidence.RECEIVER)
            return Evidence.RECEIVER
        return OF_SHAPE.get(row[0], Evidence.RECEIVER)
