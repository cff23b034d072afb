"""What thing outside the repository an expression is, by the names through which it was imported.

An origin is a dotted name, `flask.Flask`; the result of calling it, or an instance of it, is
`flask.Flask()`. So `app` of `app = Flask(__name__)` is `flask.Flask()`, and a parameter `r *gin.Engine`
is `github.com/gin-gonic/gin.Engine()`. A name that may be several things has several origins. Names are
followed through scopes, imports, declared types, initialisers, fields, and the results of functions of
the repository. Looks at facts and the World; the same for every language, but for what an import means
(`modules`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import CALLABLES, NONE, TYPES, Op
from xray_graph.resolve.links.definitions import (
    NOTHING,
    Definition,
    Names,
    instances,
    is_fixed,
    made_type,
    string,
)

if TYPE_CHECKING:
    from xray_graph.model import Declaration
    from xray_graph.resolve.links.modules import Modules
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

MAX_DEPTH: Final = 14
_SELF: Final = frozenset({"self", "this", "$this", "cls"})
_THROUGH: Final = frozenset(
    int(op)
    for op in (
        Op.POINTER,
        Op.OPTIONAL,
        Op.APPLY,
        Op.INDEX,
        Op.UNARY,
        Op.KEYWORD,
        Op.ENTER,
        Op.VARIADIC,
        Op.TYPEOF,
    )
)


class Place(NamedTuple):
    """An expression and where it stands."""

    view: FileView
    expression: int
    scope: int


class Origins:
    """Answers for the files of one project. `memo` is of the file that is being resolved."""

    def __init__(self, project: Project, modules: Modules) -> None:
        self._project = project
        self._modules = modules
        self.memo: dict[tuple[str, int, int], Names] = {}

    def of(self, view: FileView, expression: int, scope: int, depth: int = 0) -> Names:
        """The origins of an expression; empty where it is none, or not known."""
        if expression == NONE or depth > MAX_DEPTH:
            return NOTHING
        key = (view.path, expression, scope)
        known = self.memo.get(key)
        if known is None:
            self.memo[key] = NOTHING  # what needs itself is not known
            known = self.memo[key] = self._of(view, expression, scope, depth + 1)
        return known

    def _of(self, view: FileView, expression: int, scope: int, depth: int) -> Names:
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self._named(view, view.strings[row[1]], scope, depth)
        if op == Op.MEMBER:
            return self._member(view, row, scope, depth)
        if op in (Op.CALL, Op.NEW):
            return self._called(view, row, scope, depth)
        if op in _THROUGH:
            return self.of(view, row[2], scope, depth) if len(row) > 2 else NOTHING
        if op == Op.PART:  # the first result of several
            return self.of(view, row[2], scope, depth) if row[1] == 0 else NOTHING
        if op == Op.CAST:
            made = instances(self.of(view, row[2], scope, depth))
            return made or (self.of(view, row[3], scope, depth) if len(row) > 3 else NOTHING)
        if op in (Op.CHOICE, Op.UNION):
            found = [self.of(view, one, scope, depth) for one in row[2:]]
            return frozenset().union(*found)
        return NOTHING

    # --- names --------------------------------------------------------------------------------------

    def _named(self, view: FileView, name: str, scope: int, depth: int) -> Names:
        if name in _SELF:
            return NOTHING
        given = self.definitions(view, name, scope)
        if given is None:
            return self._modules.unbound(view, name)
        found: Names = NOTHING
        for one in given:
            origins = self._defined(one, depth)
            if not origins:
                return NOTHING
            found |= origins
        return found

    def _defined(self, one: Definition, depth: int) -> Names:
        if one.origins:
            return one.origins
        if one.declared != NONE:
            return self._declared(one.view, one.view.declarations[one.declared], depth)
        if one.type != NONE:
            made = instances(self.of(one.view, one.type, one.scope, depth))
            if made:
                return made
        return self.of(one.view, one.value, one.scope, depth)

    def _declared(self, view: FileView, one: Declaration, depth: int) -> Names:
        if one.kind in TYPES:
            return self.bases(view, one, depth)
        if one.kind in CALLABLES:
            return NOTHING
        if one.type != NONE:
            made = instances(self.of(view, one.type, one.scope, depth))
            if made:
                return made
        return self.of(view, one.value, one.scope, depth)

    def bases(self, view: FileView, one: Declaration, depth: int = 0) -> Names:
        """The classes outside that a class of the repository derives from, through others of it."""
        found: Names = NOTHING
        for _, base in one.bases:
            found |= self.of(view, base, one.scope, depth + 1)
        return found

    def definitions(self, view: FileView, name: str, scope: int) -> list[Definition] | None:
        """What a name may mean at a scope, by its innermost definitions; None where nothing binds it."""
        scopes = view.facts.scopes
        while scope != NONE:
            found = self._defined_in(view, name, scope)
            if found:
                return found
            scope = scopes[scope].parent
        return self._modules.of_package(view, name)

    def _defined_in(self, view: FileView, name: str, scope: int) -> list[Definition]:
        found = [Definition(view, scope, b.type, b.value, name=name) for b in view.bindings(scope, name)]
        found += [Definition(view, scope, declared=index) for index in view.declared(scope, name)]
        for one in self._modules.imports(view, name):
            if one.scope == scope:
                found += self._modules.imported(view, one)
        return found

    # --- members and calls ----------------------------------------------------------------------

    def _member(self, view: FileView, row: tuple[int, ...], scope: int, depth: int) -> Names:
        name = view.strings[row[1]] if row[1] != NONE else ""
        base = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        if base[0] == Op.NAME:
            word = view.strings[base[1]]
            if word in _SELF:
                return self._field(view, view.enclosing(scope, TYPES), name, depth)
            owner = self._receiver(view, word, scope)
            if owner is not None:
                return self._field(*owner, name, depth)
        followed = self._modules.member(view, self._base(view, row[2], scope), name)
        if followed:
            return frozenset().union(*(self._defined(one, depth) for one in followed))
        return frozenset(f"{one}.{name}" for one in self.of(view, row[2], scope, depth))

    def _base(self, view: FileView, expression: int, scope: int) -> list[Definition]:
        """What a name, or a module that is loaded in place, may be."""
        row = view.expressions[expression] if expression != NONE else (int(Op.UNKNOWN), NONE)
        if row[0] == Op.NAME:
            return self.definitions(view, view.strings[row[1]], scope) or []
        path = self._modules.required_file(view, row)
        return [Definition(view, scope, module=path)] if path else []

    def _receiver(self, view: FileView, name: str, scope: int) -> tuple[FileView, int] | None:
        """The class of the repository whose value a name is declared to be."""
        for one in self.definitions(view, name, scope) or ():
            stated = one.type if one.declared == NONE else one.view.declarations[one.declared].type
            if stated == NONE and one.value != NONE:  # s := &Server{}
                stated = made_type(one.view, one.value)
            while stated != NONE and one.view.expressions[stated][0] in _THROUGH:
                stated = one.view.expressions[stated][2]
            if stated == NONE or one.view.expressions[stated][0] != Op.NAME:
                continue
            word = one.view.strings[one.view.expressions[stated][1]]
            for declared in self.definitions(one.view, word, one.scope) or ():
                if declared.declared != NONE and declared.view.declarations[declared.declared].kind in TYPES:
                    return declared.view, declared.declared
        return None

    def _field(self, view: FileView, owner: int, name: str, depth: int) -> Names:
        """A field of a class: as it is declared, else as it is assigned in the class's own methods."""
        if owner == NONE:
            return NOTHING
        self._project.world.touch(view.path, view.symbols[owner])
        for wanted in (name, f"${name}"):
            for index in view.members(owner).get(wanted, ()):
                if view.declarations[index].kind not in CALLABLES:
                    found = self._declared(view, view.declarations[index], depth)
                    if found:
                        return found
        for one in view.facts.assignments:
            target = view.expressions[one.target]
            if (
                target[0] == Op.MEMBER
                and view.name(one.target) == name
                and view.expressions[target[2]][0] == Op.NAME
                and view.name(target[2]) in _SELF
                and view.enclosing(one.scope, TYPES) == owner
            ):
                return self.of(view, one.value, one.scope, depth)
        return NOTHING

    def _called(self, view: FileView, row: tuple[int, ...], scope: int, depth: int) -> Names:
        callee = row[2] if len(row) > 2 else NONE
        loaded = self._modules.loaded(view, row)
        if loaded is not None:
            return loaded
        found = instances(self.of(view, callee, scope, depth))
        if found or callee == NONE or view.expressions[callee][0] != Op.NAME:
            return found
        name = view.strings[view.expressions[callee][1]]
        for one in self.definitions(view, name, scope) or ():
            if one.declared != NONE:
                found |= self._result(one.view, one.declared, depth)
        return found

    def _result(self, view: FileView, index: int, depth: int) -> Names:
        """What a function of the repository gives: its declared result, else all that it returns."""
        one = view.declarations[index]
        if one.kind not in CALLABLES:
            return NOTHING
        self._project.world.touch(view.path, view.symbols[index])
        if one.results:
            made = instances(self.of(view, one.results[0], one.body, depth))
            if made:
                return made
        found: Names = NOTHING
        for given in view.facts.returns:
            if given.declaration == index:
                origins = self.of(view, given.expression, given.scope, depth)
                if not origins:
                    return NOTHING
                found |= origins
        return found

    def value(self, view: FileView, expression: int, scope: int, *, fixed: bool = False) -> Place:
        """Where the value of a name was made: its only definition's initialiser, else itself.

        `fixed` asks for names that can not be given another value.
        """
        for _ in range(MAX_DEPTH):
            row = view.expressions[expression]
            if row[0] != Op.NAME:
                break
            given = self.definitions(view, view.strings[row[1]], scope) or []
            if len(given) != 1:
                break
            one = given[0]
            if fixed and not is_fixed(one):
                break
            inner = one.value if one.declared == NONE else one.view.declarations[one.declared].value
            if inner == NONE:
                break
            view, expression = one.view, inner
            scope = one.scope if one.declared == NONE else view.declarations[one.declared].scope
        return Place(view, expression, scope)

    def definition(self, view: FileView, expression: int, scope: int) -> Definition | None:
        """The one definition of what a name, a module's member or a loaded module is."""
        row = view.expressions[expression]
        found: list[Definition] = []
        if row[0] == Op.NAME:
            found = self.definitions(view, view.strings[row[1]], scope) or []
        elif row[0] == Op.MEMBER:
            found = self._modules.member(view, self._base(view, row[2], scope), view.name(expression))
        elif row[0] == Op.CALL:
            found = self._modules.loaded_module(view, row)
        if len(found) == 1 and found[0].module and not found[0].module.endswith(".py"):
            found = self._modules.default(found[0].module)
        return found[0] if len(found) == 1 else None

    def module_file(self, view: FileView, written: str) -> str:
        """The file of a Python module by its dotted name, "" where it is outside."""
        return self._modules.file_of(view, written)

    def module_named(self, view: FileView, expression: int, scope: int) -> str:
        """The file of the module that `package.module` names."""
        base = self.definitions(view, view.name(view.expressions[expression][2]), scope) or []
        found = self._modules.member(view, base, view.name(expression))
        return found[0].module if len(found) == 1 else ""

    def is_load(self, view: FileView, row: tuple[int, ...]) -> bool:
        """Whether a call loads a module of the repository."""
        return bool(self._modules.loaded_module(view, row))

    def text(self, view: FileView, expression: int, scope: int) -> str | None:
        """The text of a string that is written or that a constant holds; None for what is no plain string."""
        if expression == NONE:
            return None
        place = self.value(view, expression, scope, fixed=True)
        row = place.view.expressions[place.expression]
        if row[0] == Op.KEYWORD:
            return self.text(place.view, row[2], place.scope)
        return string(place.view.strings[row[1]]) if row[0] == Op.LITERAL and row[1] != NONE else None
