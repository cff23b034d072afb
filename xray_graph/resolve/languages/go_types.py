"""What type a Go expression has, by declaration and plain construction alone.

Reads one file's expressions in their scope; whatever lies in another file is asked of the World and
derived there once. A type that is not known is None, and what follows from it is None too. Types are
the tuples of `go_values`. Called by `go` (calls) and `go_members` (fields and methods).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages import go_values as values
from xray_graph.resolve.languages.go_members import Member, Members
from xray_graph.resolve.languages.go_packages import Packages, package_of
from xray_graph.resolve.languages.go_values import EXTERNAL, Environment, Type

if TYPE_CHECKING:
    from xray_graph.model import Binding, Declaration
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

_LITERAL_TYPES: Final = {"string", "int", "float64", "rune", "bool", "complex128"}


class Types:
    """Evaluates expressions of Go files. One for a project; `memo` is swapped with each reader."""

    def __init__(self, project: Project, packages: Packages) -> None:
        self.project = project
        self.world = project.world
        self.packages = packages
        self.members = Members(self)
        self.memo: dict[int | tuple[int, int, str], Type] = {}

    # --- declarations of any file, derived once -------------------------------------------------

    def _derived(self, kind: str, view: FileView, index: int, compute: Any) -> Any:
        def fresh() -> Any:
            outer, self.memo = self.memo, {}
            self.world.touch(view.path, view.symbols[index])
            try:
                return compute()
            finally:
                self.memo = outer

        return self.world.derive((kind, view.path, view.symbols[index]), fresh, None)

    def declared(self, view: FileView, index: int) -> Type:
        """The type of a variable, constant or field, or of a function as a value."""
        return self._derived("go.value", view, index, lambda: self._declared(view, index))  # type: ignore[no-any-return]

    def _declared(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.kind in ("function", "method"):
            return self._signature(view, one)
        at = one.end
        if one.type != NONE:
            return self.as_type(view, one.type, one.scope, at)
        if one.value != NONE:
            return self.value(view, one.value, one.scope, at)
        return None

    def signature(self, view: FileView, index: int) -> Type:
        return self.declared(view, index)

    def _signature(self, view: FileView, one: Declaration) -> Type:
        scope = one.body if one.body != NONE else one.scope
        at = one.end
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

        ("binding", b), ("local", index), ("package", entry, entries), ("pkg", id or None),
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
        imported, dotted = self.packages.import_names(view)
        if name in imported:
            return ("pkg", imported[name])
        entries = self.world.get(("go.name", package_of(view), name))
        if entries:
            fitting = self.packages.fitting(view, entries)
            if len(fitting) == 1:
                return ("package", fitting[0], entries)
            return ("ambiguous",)
        for package in dotted:
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
            if one.start <= at or one.kind in ("parameter", "receiver", "result"):
                best = one
        return best

    def _type_parameter(self, view: FileView, owner: int, name: str) -> Type:
        one = view.declarations[owner]
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
                    if self._plain_name(view, argument) == name:
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

    def _plain_name(self, view: FileView, expression: int) -> str:
        row = view.expressions[expression]
        while row[0] in (Op.UNION, Op.TUPLE) and len(row) == 3:
            row = view.expressions[row[2]]
        return view.strings[row[1]] if row[0] == Op.NAME else ""

    def binding_type(self, view: FileView, one: Binding) -> Type:
        key = (one.scope, one.start, one.name)
        if key in self.memo:
            return self.memo[key]
        self.memo[key] = None  # a name that needs itself is unknown
        at = one.start
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
            found = self._qualified(view, row, scope, at)
            return found[1] if found is not None and found[0] == "type" else None
        if op in (Op.ARRAY, Op.VARIADIC):
            return ("A", self.as_type(view, row[2], scope, at))
        if op == Op.MAP:
            return ("M", self.as_type(view, row[2], scope, at), self.as_type(view, row[3], scope, at))
        if op == Op.CHAN:
            return ("C", self.as_type(view, row[2], scope, at))
        if op in (Op.APPLY, Op.INDEX):
            base = self.as_type(view, row[2], scope, at)
            if base is None or base[0] != "N":
                return base
            return ("N", base[1], base[2], tuple(self.as_type(view, a, scope, at) for a in row[3:]))
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
            return found[1]  # type: ignore[no-any-return]
        if found[0] == "local":
            return self._of_declaration(view, found[1])
        if found[0] == "package":
            path, index = found[1]
            return self._of_declaration(self.project.views[path], index)
        return None

    def _of_declaration(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.kind not in ("struct", "interface", "type"):
            return None
        if "alias" in one.attributes:
            return self.declared(view, index)
        return ("N", view.path, view.symbols[index], ())

    def _qualified(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """`pkg.Name` as ("type", t) or a value's type; EXTERNAL for a package outside."""
        base = view.expressions[row[2]]
        if base[0] != Op.NAME:
            return None
        found = self.lookup(view, scope, at, view.strings[base[1]])
        if found is None or found[0] != "pkg":
            return None
        name = view.strings[row[1]]
        if found[1] is None:
            return ("type", ("X", name))
        entries = self.packages.lookup(view, found[1], name)
        if len(entries) != 1:
            return None
        owner, index = self.project.views[entries[0][0]], entries[0][1]
        t = self._of_declaration(owner, index)
        return ("type", t) if t is not None else self.declared(owner, index)

    # --- values -------------------------------------------------------------------------------------

    def value(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of a value; ("type", t) for an expression that is a type, ("pkg", …) for a package."""
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self._name_value(view, scope, at, view.strings[row[1]])
        if op == Op.LITERAL:
            word = view.strings[row[1]]
            return ("B", word) if word in _LITERAL_TYPES else None
        if expression in self.memo:
            return self.memo[expression]
        self.memo[expression] = None
        t = self._compound(view, expression, row, scope, at)
        self.memo[expression] = t
        return t

    def _name_value(self, view: FileView, scope: int, at: int, name: str) -> Type:
        found = self.lookup(view, scope, at, name)
        if found is None:
            return None
        head = found[0]
        if head == "binding":
            return self.binding_type(view, found[1])
        if head == "pkg":
            return ("pkg", found[1])
        if head == "parameter":
            return ("type", found[1])
        if head == "universe":
            return ("type", ("B", name)) if name in values.UNIVERSE_TYPES else None
        if head == "local":
            owner, index = view, found[1]
        elif head == "package":
            owner, index = self.project.views[found[1][0]], found[1][1]
        else:
            return None
        t = self._of_declaration(owner, index)
        return ("type", t) if t is not None else self.declared(owner, index)

    def _compound(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        op = row[0]
        if op == Op.CALL:
            return self.result(view, row, scope, at)
        if op == Op.MEMBER:
            return self._member_value(view, row, scope, at)
        if op == Op.NEW:
            return self.as_type(view, row[2], scope, at)
        if op == Op.CAST:
            return self.as_type(view, row[2], scope, at)
        if op == Op.UNARY:
            return self._unary(view, row, scope, at)
        if op == Op.BINARY:
            operator = view.strings[row[1]]
            if operator in ("==", "!=", "<", "<=", ">", ">=", "&&", "||"):
                return ("B", "bool")
            left = self.value(view, row[2], scope, at)
            if operator in ("<<", ">>") or (left is not None and left[0] != "B"):
                return left
            right = self.value(view, row[3], scope, at)
            return right if right is not None and right[0] == "N" else left
        if op == Op.PART:
            return self._part(view, row, scope, at)
        if op in (Op.ELEMENT, Op.KEY):
            return self._iterated(self.value(view, row[2], scope, at), key=op == Op.KEY)
        if op in (Op.INDEX, Op.APPLY):
            return self._indexed(view, row, scope, at)
        if op == Op.SLICE:
            return self.value(view, row[2], scope, at)
        if op == Op.FUNC:
            return self.declared(view, row[1]) if row[1] != NONE else None
        if op == Op.SPREAD:
            return self.value(view, row[2], scope, at)
        if op in (Op.POINTER, Op.ARRAY, Op.MAP, Op.CHAN, Op.FUNC_TYPE, Op.TYPE_DECL):
            t = self.as_type(view, expression, scope, at)
            return None if t is None else ("type", t)
        return None

    def _member_value(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        base = self.value(view, row[2], scope, at)
        if base is None:
            return None
        if base[0] == "pkg":
            if base[1] is None:
                return EXTERNAL
            return self._qualified(view, row, scope, at)
        if base[0] == "type":  # a method expression; its first parameter is the receiver
            return None
        member = self.members.find(view, base, view.strings[row[1]])
        if isinstance(member, Member):
            return self.members.type_of(member)
        return EXTERNAL if member == "external" else None

    def _unary(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        operator = view.strings[row[1]]
        inner = self.value(view, row[2], scope, at)
        if inner is None:
            return None
        if operator == "&":
            return ("P", inner)
        if operator == "*":
            if inner[0] == "type":
                return ("type", ("P", inner[1]))
            if inner[0] == "P":
                return inner[1]  # type: ignore[no-any-return]
            under = self.underlying(inner)
            return under[1] if under is not None and under[0] == "P" else None
        if operator == "<-":
            under = self.underlying(inner)
            return under[1] if under is not None and under[0] == "C" else None
        return ("B", "bool") if operator == "!" else inner

    def _part(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        whole = self.value(view, row[2], scope, at)
        if whole is not None and whole[0] == "T":
            return whole[1][row[1]] if row[1] < len(whole[1]) else None
        source = view.expressions[row[2]][0]
        if source == Op.CALL:
            return EXTERNAL if whole == EXTERNAL else (whole if row[1] == 0 else None)
        return whole if row[1] == 0 else ("B", "bool")  # v, ok := m[k], x.(T), <-c

    def _iterated(self, t: Type, *, key: bool) -> Type:
        under = self.underlying(values.strip_pointer(t))
        if under is None:
            return None
        if under[0] == "V":
            under = self.underlying(under[2])
            if under is None:
                return None
        head = under[0]
        first: Type = under[1]
        if head == "A":
            return ("B", "int") if key else first
        if head == "M":
            second: Type = under[2]
            return first if key else second
        if head == "C":
            return first if key else None
        if head == "B":
            return ("B", "int") if key else ("B", "rune")
        if head == "F":  # range over a function: its argument's parameters
            yielded: Type = under[1][0] if under[1] else None
            if yielded is not None and yielded[0] == "F":
                position = 0 if key else 1
                given: tuple[Type, ...] = yielded[1]
                return given[position] if position < len(given) else None
        return EXTERNAL if head == "X" else None

    def _indexed(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        base = self.value(view, row[2], scope, at)
        if base is None:
            return None
        if base[0] == "type":  # a generic type with its arguments
            if base[1] is None or base[1][0] != "N":
                return base
            named = base[1]
            return (
                "type",
                ("N", named[1], named[2], tuple(self.as_type(view, a, scope, at) for a in row[3:])),
            )
        if base[0] == "F":  # a generic function with its arguments
            given = [self.as_type(view, a, scope, at) for a in row[3:]]
            return values.substitute(base, dict(zip(base[4], given, strict=False)))
        under = self.underlying(values.strip_pointer(base))
        if under is not None and under[0] == "V":
            under = self.underlying(under[2])
        if under is None:
            return None
        if under[0] == "A":
            return under[1]  # type: ignore[no-any-return]
        if under[0] == "M":
            return under[2]  # type: ignore[no-any-return]
        if under[0] == "B":
            return ("B", "byte")
        return EXTERNAL if under[0] == "X" else None

    # --- calls ----------------------------------------------------------------------------------------

    def result(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """The type of a call: one result, ("T", …) for several, the type itself for a conversion."""
        callee, arguments = row[2], row[3:]
        head = view.expressions[callee]
        if head[0] == Op.NAME:
            name = view.strings[head[1]]
            if name in values.UNIVERSE_FUNCTIONS:
                found = self.lookup(view, scope, at, name)
                if found == ("universe",):
                    return self._builtin(view, name, arguments, scope, at)
        t = self.value(view, callee, scope, at)
        if t is None:
            return None
        if t[0] == "type":
            return t[1]  # type: ignore[no-any-return]
        if t[0] == "X":
            return EXTERNAL
        under = self.underlying(t)
        if under is None or under[0] != "F":
            return EXTERNAL if under is not None and under[0] == "X" else None
        results = under[2]
        if under[4] and any(values.mentions_parameters(r) for r in results):
            environment = self._inferred(view, under, arguments, scope, at)
            results = tuple(values.substitute(r, environment) for r in results)
        if len(results) == 1:
            return results[0]  # type: ignore[no-any-return]
        return ("T", results)

    def _inferred(
        self, view: FileView, function: Any, arguments: tuple[int, ...], scope: int, at: int
    ) -> Environment:
        names = frozenset(function[4])
        found: Environment = {}
        parameters = list(function[1])
        given = [self.value(view, a, scope, at) for a in arguments]
        if len(given) == 1 and given[0] is not None and given[0][0] == "T":
            given = list(given[0][1])
        for position, argument in enumerate(given):
            if function[3] and parameters and position >= len(parameters) - 1:
                parameter = parameters[-1]
                spread = position < len(arguments) and view.expressions[arguments[position]][0] == Op.SPREAD
                if not spread and parameter is not None and parameter[0] == "A":
                    parameter = parameter[1]
            elif position < len(parameters):
                parameter = parameters[position]
            else:
                break
            named = argument
            if parameter is not None and parameter[0] in ("A", "M", "C", "F") and argument is not None:
                named = self.underlying(argument)
            values.infer(parameter, named, names, found)
        return found

    def _builtin(self, view: FileView, name: str, arguments: tuple[int, ...], scope: int, at: int) -> Type:
        if not arguments:
            return None
        if name in ("make", "new"):
            row = view.expressions[arguments[0]]
            t = self.as_type(view, arguments[0], scope, at)
            if t is None and row[0] == Op.UNARY and view.strings[row[1]] == "*":
                t = ("P", self.as_type(view, row[2], scope, at))
            return ("P", t) if name == "new" else t
        if name in ("append", "min", "max"):
            return self.value(view, arguments[0], scope, at)
        return ("B", "int") if name in ("len", "cap", "copy") else None
