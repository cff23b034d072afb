"""Go declarations, names and type expressions: what a name means, which type a type expression names.

Reads one file's expressions in their scope; whatever lies in another file is asked of the World and
derived there once. A type that is not known is None, and what follows from it is None too. Types are
the tuples of `values`; the types of values are worked out in `expressions`, on top of this.
"""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any, Final, TypeVar

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.go import library, values
from xray_graph.resolve.languages.go.members import Members
from xray_graph.resolve.languages.go.packages import Packages, package_of
from xray_graph.resolve.languages.go.values import Environment, Type

if TYPE_CHECKING:
    from collections.abc import Callable

    from xray_graph.model import Binding, Declaration
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

T = TypeVar("T")

_OF_THE_HEAD: Final = frozenset({"parameter", "receiver", "result"})


class Types(abc.ABC):
    """Evaluates expressions of Go files. One for a project; `memo` is swapped with each reader."""

    def __init__(self, project: Project, packages: Packages) -> None:
        self.project = project
        self.world = project.world
        self.packages = packages
        self.members = Members(self)
        self.memo: dict[int | tuple[int, int, str], Type] = {}

    @abc.abstractmethod
    def value(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of a value; see `expressions`."""

    # --- declarations of any file, derived once -------------------------------------------------

    def derived(self, kind: str, view: FileView, index: int, compute: Callable[[], T]) -> T | None:
        def fresh() -> T:
            outer, self.memo = self.memo, {}
            self.world.touch(view.path, view.symbols[index])
            try:
                return compute()
            finally:
                self.memo = outer

        return self.world.derive((kind, view.path, view.symbols[index]), fresh, None)

    def declared(self, view: FileView, index: int) -> Type:
        """The type of a variable, constant or field, or of a function as a value."""
        return self.derived("go.value", view, index, lambda: self._declared(view, index))

    def _declared(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.kind in ("function", "method"):
            return self._signature(view, one)
        at = one.end
        if one.type != NONE:
            return self.as_type(view, one.type, one.scope, at)
        if one.value != NONE:
            return self.value(view, one.value, one.scope, at)
        return self._repeated(view, index) if one.kind == "constant" else None

    def _repeated(self, view: FileView, index: int) -> Type:
        """What a constant without a value repeats: the one before it in its group."""
        scope = view.declarations[index].scope
        for before in range(index - 1, -1, -1):
            one = view.declarations[before]
            if one.kind == "constant" and one.scope == scope and (one.type, one.value) != (NONE, NONE):
                return self.declared(view, before)
        return None

    def _signature(self, view: FileView, one: Declaration) -> Type:
        scope = one.body if one.body != NONE else one.scope
        at = view.facts.scopes[scope].start if one.body != NONE else one.end
        parameters = tuple(self.as_type(view, p.type, scope, at) for p in one.parameters)
        results: list[Type] = []
        for result in one.results:
            row = view.expressions[result]
            parts = row[2:] if row[0] == Op.TUPLE else (result,)
            results += [self.as_type(view, part, scope, at) for part in parts]
        variadic = bool(one.parameters) and one.parameters[-1].flags == "variadic"
        return ("F", parameters, tuple(results), variadic, tuple(n for n, _ in one.type_parameters))

    def underlying(self, t: Type) -> Type:
        """What a named type is made of: a struct or interface stays, `type F func()` is its function."""
        for _ in range(values.MAX_NESTING):
            if t is None or t[0] != "N":
                return t
            view = self.project.views[t[1]]
            index = self.index_of(t)
            if index is None or view.declarations[index].kind in ("struct", "interface"):
                return t
            inner = self.declared(view, index)
            t = values.substitute(inner, self.environment(view, index, t[3]))
        return None

    def index_of(self, t: Any) -> int | None:
        """The declaration of a named or written-in-place type in its file."""
        self.world.touch(t[1], t[2])
        return self.project.views[t[1]].index_of(t[2])

    def environment(self, view: FileView, index: int, arguments: tuple[Type, ...]) -> Environment:
        """The generic arguments of a named type by its own parameters' names."""
        names = [name for name, _ in view.declarations[index].type_parameters]
        return dict(zip(names, arguments, strict=False)) if arguments else {}

    # --- names ------------------------------------------------------------------------------------

    def lookup(self, view: FileView, scope: int, at: int, name: str) -> tuple[Any, ...] | None:
        """What a name means at byte `at` of `scope`.

        ("binding", b), ("local", index), ("package", entry, entries), ("pkg", id), ("pkg", None, path),
        ("parameter", type), ("universe",), ("ambiguous",) or None.
        """
        scopes = view.facts.scopes
        while scope > 0:
            bound = view.bindings(scope, name)
            if bound:
                best = self._latest(bound, at)
                if best is not None:
                    return ("binding", best)
            for index in view.declared(scope, name):
                if view.declarations[index].start <= at and view.declarations[index].kind not in (
                    "field",
                    "method",
                ):
                    return ("local", index)
            owner = scopes[scope].declaration
            if owner != NONE:
                parameter = self._type_parameter(view, owner, name)
                if parameter is not None:
                    return ("parameter", parameter)
            scope = scopes[scope].parent
        imports = self.packages.import_names(view)
        if name in imports.packages:
            return ("pkg", imports.packages[name])
        if name in imports.outside:
            return ("pkg", None, imports.outside[name])
        entries = self.world.get(("go.name", package_of(view), name))
        if entries:
            fitting = self.packages.fitting(view, entries)
            if len(fitting) == 1:
                return ("package", fitting[0], entries)
            return ("ambiguous",)
        for package in imports.dotted:
            fitting = self.packages.lookup(view, package, name)
            if len(fitting) == 1:
                return ("package", fitting[0], fitting)
        if name in values.UNIVERSE_TYPES or name in values.UNIVERSE_FUNCTIONS:
            return ("universe",)
        return None

    @staticmethod
    def _latest(bound: list[Binding], at: int) -> Binding | None:
        best = None
        for one in bound:
            # A parameter is visible in the body, and not in its own list: `func f(tty *tty)`.
            if one.start < at or (one.start == at and one.kind not in _OF_THE_HEAD):
                best = one
        return best

    def _type_parameter(self, view: FileView, owner: int, name: str) -> Type:
        one = view.declarations[owner]
        self.world.get(("go.parameter", view.path, name))  # also when there is none yet
        for known, bound in one.type_parameters:
            if known == name:
                limit = self.as_type(view, bound, one.scope, one.start) if bound != NONE else None
                return ("V", name, limit)
        if one.receiver != NONE:
            row = view.expressions[one.receiver]
            while row[0] in (Op.POINTER, Op.UNARY) and len(row) > 2:
                row = view.expressions[row[2]]
            if row[0] == Op.APPLY:
                for argument in row[3:]:
                    if self.plain_name(view, argument) == name:
                        return ("V", name, self._receiver_bound(view, row, argument))
        return None

    def _receiver_bound(self, view: FileView, row: tuple[int, ...], argument: int) -> Type:
        base = self.as_type(view, row[2], 0, 0)
        if base is None or base[0] != "N":
            return None
        index = self.index_of(base)
        position = row[3:].index(argument)
        owner = self.project.views[base[1]]
        if index is None or position >= len(owner.declarations[index].type_parameters):
            return None
        bound = owner.declarations[index].type_parameters[position][1]
        return None if bound == NONE or owner is not view else self.as_type(view, bound, 0, 0)

    def plain_name(self, view: FileView, expression: int) -> str:
        row = view.expressions[expression]
        while row[0] in (Op.UNION, Op.TUPLE) and len(row) == 3:
            row = view.expressions[row[2]]
        return view.strings[row[1]] if row[0] == Op.NAME else ""

    def binding_type(self, view: FileView, one: Binding) -> Type:
        key = (one.scope, one.start, one.name)
        if key in self.memo:
            return self.memo[key]
        self.memo[key] = None  # a name that needs itself is unknown
        at = one.start - 1  # what it is given is of before: `in := &in.Part`, `node := node{}`
        if one.type != NONE:
            t = self.as_type(view, one.type, one.scope, at)
        elif one.value != NONE:
            t = self.value(view, one.value, one.scope, at)
        else:
            t = None
        self.memo[key] = t
        return t

    # --- types --------------------------------------------------------------------------------------

    def as_type(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type that a type expression names."""
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self._named(view, scope, at, view.strings[row[1]])
        if op == Op.POINTER or (op == Op.UNARY and view.strings[row[1]] == "*"):
            return ("P", self.as_type(view, row[2], scope, at))
        if op == Op.MEMBER:
            found = self.qualified(view, row, scope, at)
            return found[1] if found is not None and found[0] == "type" else None
        if op in (Op.ARRAY, Op.VARIADIC):
            return ("A", self.as_type(view, row[2], scope, at))
        if op == Op.MAP:
            return ("M", self.as_type(view, row[2], scope, at), self.as_type(view, row[3], scope, at))
        if op == Op.CHAN:
            return ("C", self.as_type(view, row[2], scope, at))
        if op in (Op.APPLY, Op.INDEX):
            base = self.as_type(view, row[2], scope, at)
            if base is None or base[0] not in ("N", "X"):
                return base
            given = tuple(self.as_type(view, a, scope, at) for a in row[3:])
            if base[0] == "X":
                return library.generic(base[1], given) or base
            return ("N", base[1], base[2], given)
        if op == Op.FUNC_TYPE:
            return self._function_type(view, row, scope, at)
        if op == Op.TYPE_DECL:
            return ("S", view.path, view.symbols[row[1]]) if row[1] != NONE else None
        if op in (Op.UNION, Op.TUPLE):
            if len(row) == 3:
                return self.as_type(view, row[2], scope, at)
            return ("U", tuple(self.as_type(view, m, scope, at) for m in row[2:]))
        return None

    def _function_type(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        results: tuple[Type, ...] = ()
        if row[2] != NONE:
            result = view.expressions[row[2]]
            parts = result[2:] if result[0] == Op.TUPLE else (row[2],)
            results = tuple(self.as_type(view, part, scope, at) for part in parts)
        parameters = tuple(self.as_type(view, p, scope, at) for p in row[3:])
        variadic = bool(row[3:]) and view.expressions[row[-1]][0] == Op.VARIADIC
        return ("F", parameters, results, variadic, ())

    def _named(self, view: FileView, scope: int, at: int, name: str) -> Type:
        found = self.lookup(view, scope, at, name)
        if found is None:
            return None
        if found[0] == "universe":
            return ("B", name) if name in values.UNIVERSE_TYPES else None
        if found[0] == "parameter":
            return found[1]
        if found[0] == "local":
            return self.of_declaration(view, found[1])
        if found[0] == "package":
            path, index = found[1]
            return self.of_declaration(self.project.views[path], index)
        return None

    def of_declaration(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.kind not in ("struct", "interface", "type"):
            return None
        if "alias" in one.attributes:
            return self.declared(view, index)
        return ("N", view.path, view.symbols[index], ())

    def qualified(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """`pkg.Name` as ("type", t) or a value's type; EXTERNAL for a package outside."""
        base = view.expressions[row[2]]
        if base[0] != Op.NAME:
            return None
        found = self.lookup(view, scope, at, view.strings[base[1]])
        if found is None or found[0] != "pkg":
            return None
        name = view.strings[row[1]]
        if found[1] is None:
            return ("type", ("X", f"{found[2]}.{name}"))
        entries = self.packages.lookup(view, found[1], name)
        if len(entries) != 1:
            return None
        owner, index = self.project.views[entries[0][0]], entries[0][1]
        t = self.of_declaration(owner, index)
        return ("type", t) if t is not None else self.declared(owner, index)
