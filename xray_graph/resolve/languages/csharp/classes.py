"""C#'s classes: parts, bases, constructors, methods, fields and properties as they are declared.

On `nominal.functional`. A `partial` class is one class at its first place; its members are those of all
its parts. Called by `names`, `values` and `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE
from xray_graph.resolve.languages.csharp.library import LIBRARY
from xray_graph.resolve.languages.csharp.names import Names
from xray_graph.resolve.languages.csharp.projects import TYPES, Projects, full_names
from xray_graph.resolve.languages.nominal.functional import FunctionalClasses
from xray_graph.resolve.languages.nominal.types import (
    ABSTRACT,
    CONSTRUCTOR,
    DEFAULT,
    EXTENSION,
    PRIVATE,
    STATIC,
    VARIADIC,
    Field,
    Method,
    Type,
    substituted,
)

if TYPE_CHECKING:
    from xray_graph.model import Declaration
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

ROOT: Final = "System.Object"
_IMPLIED: Final = {"enum": "System.Enum", "struct": "System.ValueType", "type": "System.MulticastDelegate"}
_FLAGS: Final = {
    "static": STATIC,
    "abstract": ABSTRACT,
    "constructor": CONSTRUCTOR,
    "extension": EXTENSION,
}
_VISIBLE: Final = frozenset({"exported", "protected", "internal"})
_NOT_CALLED: Final = frozenset({"constructor", "destructor", "operator", "indexer"})


class CSharpClasses(FunctionalClasses):
    def __init__(self, project: Project, projects: Projects) -> None:
        super().__init__(project, "cs", LIBRARY, ROOT)
        self._projects = projects
        self.names = Names(projects, self)

    # --- parts ------------------------------------------------------------------------------------

    def parts(self, path: str, symbol: str) -> tuple[tuple[str, str], ...]:
        """(path, symbol) of all places that define a class, the first one first."""
        key = ("cs.parts", path, symbol)
        return self.derived(key, lambda: self._find_parts(path, symbol), ((path, symbol),))

    def _find_parts(self, path: str, symbol: str) -> tuple[tuple[str, str], ...]:
        found = self.view_of(path, symbol)
        alone = ((path, symbol),)
        if found is None:
            return alone
        view, index = found
        one = view.declarations[index]
        name = full_names(view)[index]
        if "partial" not in one.attributes or not name:
            return alone
        entries = self._projects.parts(self._projects.project_of(path), name, len(one.type_parameters))
        places = [(p, self.project.views[p].symbols[i]) for p, i in entries]
        return tuple(dict.fromkeys(places)) if (path, symbol) in places else alone

    def canonical(self, path: str, symbol: str) -> tuple[str, str]:
        """The place that stands for a class."""
        return self.parts(path, symbol)[0]

    def _declared(self, path: str, symbol: str) -> list[tuple[FileView, int]]:
        """Every declaration of a class, those of one file that share its symbol included."""
        found = []
        for there, name in self.parts(path, symbol):
            first = self.view_of(there, name)
            if first is None:
                continue
            view = first[0]
            found += [(view, index) for index in _places(view).get(name, ())]
        return found

    # --- what is declared -------------------------------------------------------------------------

    def bases_of(self, path: str, symbol: str) -> list[Type]:
        bases: list[Type] = []
        for view, index in self._declared(path, symbol):
            one = view.declarations[index]
            own = index if one.type_parameters else NONE
            for _, base in one.bases:
                t = self.names.as_type(view, base, one.scope, own)
                if t not in bases:
                    bases.append(t)
            implied = _IMPLIED.get(one.kind)
            if implied is not None and ("X", implied, ()) not in bases:
                bases.append(("X", implied, ()))
        # A class's base comes before its interfaces, whichever part names it.
        return sorted(bases, key=self.is_interface)

    def is_interface(self, t: Type) -> bool:
        if t is None:
            return False
        if t[0] == "N":
            head = self.head(t[1], t[2])
            return head is not None and head.kind == "interface"
        last = t[1].rpartition(".")[2] if t[0] == "X" else ""
        return len(last) > 1 and last[0] == "I" and last[1].isupper()

    def as_super(self, t: Type, wanted: Type) -> Type:
        """An array of one dimension is whatever a list of its elements is."""
        if t is not None and t[0] == "A" and not t[2:]:
            t = ("X", "System.Collections.Generic.List", (t[1],))
        return super().as_super(t, wanted)

    def is_value(self, t: Type) -> bool:
        """Whether values of a type are no references, so that `T?` is a type of its own."""
        if t is None or t[0] in ("B", "T"):
            return t is not None
        if t[0] == "N":
            head = self.head(t[1], t[2])
            return head is not None and head.kind in ("struct", "enum")
        return t[0] == "X" and any(one[1] == "System.ValueType" for one in self.outside_line(t))

    @staticmethod
    def plain(t: Type) -> Type:
        """`T` for `T?`."""
        return t[2][0] if t is not None and t[0] == "X" and t[1] == "System.Nullable" and t[2] else t

    def base_class(self, path: str, symbol: str) -> Type:
        """What `base` is."""
        for t in self.bases_of(path, symbol):
            if not self.is_interface(t):
                return t
        return ("X", ROOT, ())

    def methods_of(self, path: str, symbol: str, name: str) -> list[Method]:
        return [
            self.method(view, child)
            for view, index in self._declared(path, symbol)
            for child in view.members(index).get(name, ())
            if _is_called(view.declarations[child])
        ]

    def constructors(self, path: str, symbol: str) -> list[Method]:
        """The constructors that a class writes down; none when it has only the implied one."""
        return self.derived(("cs.made", path, symbol), lambda: self._constructors(path, symbol), [])

    def _constructors(self, path: str, symbol: str) -> list[Method]:
        made: list[Method] = []
        for view, index in self._declared(path, symbol):
            one = view.declarations[index]
            if one.parameters and one.kind != "type":  # a primary constructor
                made.append(self.method(view, index)._replace(path=path, symbol=symbol))
            for child in view.members(index).get(one.name, ()):
                attributes = view.declarations[child].attributes
                if "constructor" in attributes and "static" not in attributes:
                    made.append(self.method(view, child))
            if one.kind == "struct" and not any(not m.parameters for m in made):
                made.append(Method(path, symbol, one.name, CONSTRUCTOR, (), 0, None, ()))
        return made if any(m.symbol != symbol or m.parameters for m in made) else []

    def method(self, view: FileView, index: int) -> Method:
        """What can be called: a method, a constructor, a delegate, a class by its primary constructor."""
        one = view.declarations[index]
        scope = one.body if one.kind in ("class", "struct", "type") else one.scope
        own = index if one.type_parameters else NONE
        flags = 0
        for attribute in one.attributes:
            flags |= _FLAGS.get(attribute, 0)
        if one.parent != NONE and view.declarations[one.parent].kind == "interface":
            flags |= 0 if flags & (STATIC | ABSTRACT) or "private" in one.attributes else DEFAULT
        if one.kind == "method" and not _VISIBLE.intersection(one.attributes):
            flags |= PRIVATE
        variadic = bool(one.parameters) and "variadic" in one.parameters[-1].flags
        if variadic:
            flags |= VARIADIC
        as_type = self.names.as_type
        symbol = view.symbols[index]
        return Method(
            view.path,
            symbol,
            one.name,
            flags,
            tuple(as_type(view, p.type, scope, own) for p in one.parameters),
            sum(1 for p in one.parameters if not p.flags),
            as_type(view, one.results[0], scope, own) if one.results else None,
            tuple(("V", name, view.path, symbol) for name, _ in one.type_parameters)
            if one.kind != "class"
            else (),
            tuple(p.name for p in one.parameters),
        )

    def field_of(self, path: str, symbol: str, name: str) -> Field | None:
        for view, index in self._declared(path, symbol):
            for child in view.members(index).get(name, ()):
                one = view.declarations[child]
                if one.kind not in ("field", "constant") or one.receiver != NONE:
                    continue
                if one.type == NONE:  # an enum's member
                    t: Type = ("N", path, symbol, ())
                else:
                    t = self.names.as_type(view, one.type, one.scope)
                return Field(view.path, view.symbols[child], t, STATIC if "static" in one.attributes else 0)
        return None

    def deconstructed(self, t: Type) -> tuple[Type, ...]:
        """What a value is taken apart into: by its one `Deconstruct`, or the parameters of a record."""
        for one in self.ancestors(t):
            if one is None or one[0] != "N":
                continue
            named = self.methods_of(one[1], one[2], "Deconstruct")
            if not named:
                heads = [(v, i) for v, i in self._declared(one[1], one[2]) if v.declarations[i].parameters]
                named = [self.method(v, i) for v, i in heads if "record" in v.declarations[i].attributes]
            if named:
                environment = self.environment(one)
                return substituted(named[0], environment).parameters if len(named) == 1 else ()
        return ()

    def indexers(self, t: Type) -> list[Method]:
        """The indexers that a value of type `t` has."""
        found: list[Method] = []
        for one in self.ancestors(t):
            if one is None or one[0] != "N":
                continue
            for view, index in self._declared(one[1], one[2]):
                for child in view.members(index).get("Item", ()):
                    if "indexer" in view.declarations[child].attributes:
                        method = self.method(view, child)
                        environment = self.environment(one)
                        found.append(substituted(method, environment) if environment else method)
        return found

    def conversions(self, path: str, symbol: str) -> list[tuple[Type, Type]]:
        """(from, to) of the conversion operators that a class declares."""
        key = ("cs.conversions", path, symbol)
        return self.derived(key, lambda: self._conversions(path, symbol), [])

    def _conversions(self, path: str, symbol: str) -> list[tuple[Type, Type]]:
        found = []
        for view, index in self._declared(path, symbol):
            for name, children in sorted(view.members(index).items()):
                if name.startswith("operator_"):
                    made = [self.method(view, child) for child in children]
                    found += [(m.parameters[0], m.result) for m in made if len(m.parameters) == 1]
        return found

    def searched(self, path: str, symbol: str) -> list[list[tuple[int, Type]]]:
        """A class has no members of its interfaces; what extends the library's comes after its own."""
        steps = super().searched(path, symbol)
        head = self.head(path, symbol)
        if head is None or head.kind == "interface":
            return steps
        line = steps[0]
        return [
            [(depth, t) for depth, t in line if not depth or not self.is_interface(t)],
            [
                (depth, t)
                for depth, t in line
                if depth and t is not None and t[0] == "X" and self.is_interface(t)
            ],
        ]

    def signature(self, t: Type) -> Type:
        return t

    def bound_of(self, path: str, symbol: str, name: str) -> Type:
        found = self.view_of(path, symbol)
        if found is None:
            return None
        view, index = found
        one = view.declarations[index]
        for known, bound in one.type_parameters:
            if known == name and bound != NONE:
                return self.names.as_type(view, bound, one.scope, index)
        return None

    # --- delegates --------------------------------------------------------------------------------

    def descriptor(self, t: Type) -> Method | None:
        if t is None or t[0] != "X":
            return super().descriptor(t)
        name, args = t[1], t[2]
        if name == "System.Linq.Expressions.Expression" and args:  # the code of a lambda
            return self.descriptor(args[0])
        if name == "System.Func" and args:
            return Method("", name, "Invoke", 0, args[:-1], len(args) - 1, args[-1], ())
        if name == "System.Action":
            return Method("", name, "Invoke", 0, args, len(args), ("B", "void"), ())
        if name == "System.Predicate" and args:
            return Method("", name, "Invoke", 0, args, 1, ("B", "bool"), ())
        if name == "System.Comparison" and args:
            return Method("", name, "Invoke", 0, (args[0], args[0]), 2, ("B", "int"), ())
        return None

    def lambda_method(self, path: str, symbol: str) -> Method | None:
        found = self.view_of(path, symbol)
        if found is None or "delegate" not in found[0].declarations[found[1]].attributes:
            return None
        return self.method(*found)

    def declared_methods(self, path: str, symbol: str) -> list[Method]:
        return []


def _places(view: FileView) -> dict[str, list[int]]:
    """The declarations of each type of a file by its symbol: the parts of one share it."""
    known = view.memo.get("cs.places")
    if known is None:
        places: dict[str, list[int]] = {}
        for index, one in enumerate(view.declarations):
            if one.kind in TYPES:
                places.setdefault(view.symbols[index], []).append(index)
        known = view.memo["cs.places"] = places
    return known


def _is_called(one: Declaration) -> bool:
    return one.kind == "method" and one.receiver == NONE and not _NOT_CALLED.intersection(one.attributes)
