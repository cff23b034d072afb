"""PHP types: what a type expression names, which members a class has, what type a declaration states.

Types are the tuples of `unions`. Rests on `names`; the types of values are worked out in
`values`, on top of this.
"""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any, Final, TypeVar

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.php.functions import OF_ENUMS
from xray_graph.resolve.languages.php.names import CLASSES, Names
from xray_graph.resolve.languages.php.scopes import is_seen
from xray_graph.resolve.languages.php.templates import TEMPLATE, template_of
from xray_graph.resolve.languages.php.traits import EXTERNAL, Member, renamed_method
from xray_graph.resolve.languages.php.unions import MAX_NESTING, NULL, Type, parts, union

if TYPE_CHECKING:
    from collections.abc import Callable

    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

T = TypeVar("T")
_SCALARS: Final = frozenset(
    {
        *("int", "float", "string", "bool", "null", "void", "never", "true", "false", "numeric", "scalar"),
        *("numeric-string", "non-empty-string", "positive-int", "array-key", "resource", "callable-string"),
    }
)
_YIELDING: Final = frozenset(
    {
        *("generator", "traversable", "iterable", "iterator", "iteratoraggregate", "arrayiterator"),
        *("arrayobject", "splobjectstorage", "splqueue", "splstack", "array", "list"),
    }
)


class Types(abc.ABC):
    """Classes and what they state. One for a project; `memo` is swapped with each reader."""

    def __init__(self, project: Project, names: Names) -> None:
        self.project = project
        self.world = project.world
        self.names = names
        self.memo: dict[Any, Type] = {}
        self.deriving = 0
        self.depth = 0  # of the values being worked out

    @abc.abstractmethod
    def value(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The type of a value; see `values`."""

    def derived(
        self, kind: str, path: str, symbol: str, name: str, compute: Callable[[FileView, int], T]
    ) -> T | None:
        """What a declaration tells, worked out once; None while it needs itself."""

        def fresh() -> T | None:
            found = self.view_of(path, symbol)
            if found is None:
                return None
            outer, depth = self.memo, self.depth
            self.memo, self.depth = {}, 0  # the answer must not depend on who asks
            self.deriving += 1
            try:
                return compute(*found)
            finally:
                self.memo, self.depth = outer, depth
                self.deriving -= 1

        return self.world.derive((kind, path, symbol, name), fresh, None)

    def view_of(self, path: str, symbol: str) -> tuple[FileView, int] | None:
        """A declaration by its name; that it was read is recorded."""
        self.world.touch(path, symbol)
        view = self.project.views.get(path)
        index = None if view is None else view.index_of(symbol)
        return None if view is None or index is None else (view, index)

    # --- type expressions -----------------------------------------------------------------------

    def own_class(self, view: FileView, scope: int) -> Type:
        """The class that a scope lies in."""
        index = view.enclosing(scope, CLASSES)
        return None if index == NONE else ("N", view.path, view.symbols[index])

    def named(self, view: FileView, name: str, scope: int, at: int) -> Type:
        """The class or scalar of a written name."""
        word = name.lower()
        if word in ("self", "static", "parent"):
            own = self.own_class(view, scope)
            if own is None:
                return None
            if word == "parent":
                return self.parent(own)
            in_trait = self._kind(view, own) == "trait"
            return ("T", own[1], own[2]) if word == "static" or in_trait else own
        if word in _SCALARS:
            return ("B", "null" if word == "void" else word)
        if word in ("array", "iterable", "list"):
            return ("A", None)
        if word in ("callable", "mixed", "object"):
            return ("R", None) if word == "callable" else None
        entry = self.names.find_class(view, name, at)
        if entry is not None:
            return ("N", entry[0], self.project.views[entry[0]].symbols[entry[1]])
        return ("X", self.names.class_name(view, name, at))

    @staticmethod
    def _kind(view: FileView, own: Any) -> str:
        index = view.index_of(own[2])
        return "" if index is None else view.declarations[index].kind

    def as_type(self, view: FileView, expression: int, scope: int, at: int, depth: int = 0) -> Type:
        if expression == NONE or depth > MAX_NESTING:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self.named(view, view.strings[row[1]], scope, at)
        if op in (Op.OPTIONAL, Op.VARIADIC, Op.ARRAY):
            inner = self.as_type(view, row[2], scope, at, depth + 1)
            return inner if op == Op.OPTIONAL else ("A", inner)
        if op == Op.MAP:
            return ("A", self.as_type(view, row[3], scope, at, depth + 1))
        if op == Op.UNION:
            return union(self.as_type(view, one, scope, at, depth + 1) for one in row[2:])
        if op == Op.INTERSECTION:
            return self._of_all([self.as_type(view, one, scope, at, depth + 1) for one in row[2:]])
        if op == Op.MAPPING:
            types = [self.as_type(view, one, scope, at, depth + 1) for one in row[3::2]]
            return ("S", tuple(zip(map(view.name, row[2::2]), types, strict=True)))
        if op == Op.APPLY:
            word = view.name(row[2])
            if word == TEMPLATE:
                return self.as_type(view, row[4], scope, at, depth + 1)
            if word == "class-string":
                return ("D", self.as_type(view, row[3], scope, at, depth + 1))
            base = self.as_type(view, row[2], scope, at, depth + 1)
            if base is None or base[0] not in ("X", "A"):
                return base
            name = base[1].rpartition("\\")[2].lower() if base[0] == "X" else "array"
            if name not in _YIELDING or len(row) < 4:
                return base
            value = row[4] if len(row) > 4 else row[3]
            return ("A", self.as_type(view, value, scope, at, depth + 1))
        if op == Op.FUNC_TYPE:
            return ("R", self.as_type(view, row[2], scope, at, depth + 1))
        return None

    def _of_all(self, types: list[Type]) -> Type:
        """A value that is of several types: of those that are classes the most special ones."""
        known = [t for t in types if t is not None and all(one[0] in ("N", "T") for one in parts(t))]
        if not known:
            return next((t for t in types if t is not None), None)
        left: list[Any] = []
        for t in known:
            if not any(t == one or (one[0] != "U" and self.is_one(one, t)) for one in left):
                left = [*(one for one in left if one[0] == "U" or not self.is_one(t, one)), t]
        return left[0] if len(left) == 1 else ("&", tuple(left))

    def is_one(self, t: Type, base: Type) -> bool:
        """Whether all that a type may be derives from what another may be."""
        return all(any(self.derives(one, other) for other in parts(base)) for one in parts(t))

    # --- classes ----------------------------------------------------------------------------------

    def bases(self, path: str, symbol: str) -> tuple[tuple[str, Type], ...]:
        """(how, class) of each base, in the order in which members are looked for."""
        found = self.derived("php.bases", path, symbol, "", self._bases)
        return found or ()

    def _bases(self, view: FileView, index: int) -> tuple[tuple[str, Type], ...]:
        one = view.declarations[index]
        made = [
            (how, self.as_type(view, expression, one.scope, one.start))
            for how, expression in one.bases
            if how != "alias"
        ]
        return tuple(sorted(made, key=lambda base: ("mixes", "extends", "implements").index(base[0])))

    def parent(self, own: Any) -> Type:
        return next((base for how, base in self.bases(own[1], own[2]) if how == "extends"), None)

    def member(self, t: Any, name: str) -> Member | str | None:
        """A member by name, of the class or a base; EXTERNAL when only a base outside can have it."""
        if t[0] == "&":
            found = [one for inner in t[1] if (one := self._common(inner, name)) is not None]
            members = [one for one in found if isinstance(one, Member)]
            made = [one for one in members if "abstract" not in self.attributes(one)]
            return next(iter(made or members or found), None)
        return self.derived(
            "php.member", t[1], t[2], name, lambda view, index: self._member(view, index, name)
        )

    def _common(self, t: Any, name: str) -> Member | str | None:
        """The one member that a value has by name, whichever of several classes it is of."""
        found = {self.member(one, name) for one in parts(t)} - {None, EXTERNAL}
        return found.pop() if len(found) == 1 else None

    def _member(self, view: FileView, index: int, name: str) -> Member | str | None:
        known = self._own_members(view, index).get(name)
        if known is not None:
            return Member(view.path, view.symbols[known], inherited=False)
        renamed = renamed_method(self, view, index, name)
        if renamed is not None:
            return renamed
        outside, abstract = False, None
        for _, base in self.bases(view.path, view.symbols[index]):
            if base is None or base[0] != "N":
                outside = True
                continue
            found = self.member(base, name)
            if isinstance(found, Member):
                if "abstract" not in self.attributes(found):
                    return found._replace(inherited=True)
                abstract = abstract or found._replace(inherited=True)
            elif found == EXTERNAL:
                outside = True
        return abstract if abstract is not None else EXTERNAL if outside else None

    @staticmethod
    def _own_members(view: FileView, index: int) -> dict[str, int]:
        """Members by the name they are looked up by: methods in lower case, properties with `$`."""
        key = ("php.members", index)
        known: dict[str, int] | None = view.memo.get(key)
        if known is None:
            known = {}
            for name, found in view.members(index).items():
                for at in found:
                    kind = view.declarations[at].kind
                    known.setdefault(
                        name.lower() if kind == "method" else f"::{name}" if kind == "constant" else name, at
                    )
            view.memo[key] = known
        return known

    def method(self, t: Any, name: str) -> Member | str | None:
        found = self.member(t, name.lower())
        return EXTERNAL if found is None and name.lower() in OF_ENUMS and self.is_enum(t) else found

    def is_enum(self, t: Any) -> bool:
        place = self.view_of(t[1], t[2]) if t is not None and t[0] == "N" else None
        return place is not None and place[0].declarations[place[1]].kind == "enum"

    def attributes(self, found: Member) -> tuple[str, ...]:
        place = self.view_of(found.path, found.symbol)
        return () if place is None else place[0].declarations[place[1]].attributes

    def derives(self, t: Any, base: Any, depth: int = 0) -> bool:
        """Whether a class is another, or is declared to derive from it."""
        if t == base:
            return True
        if t is not None and t[0] == "&":
            return any(self.is_one(one, base) for one in t[1])
        if t is None or t[0] != "N" or depth > MAX_NESTING:
            return False
        return any(self.derives(one, base, depth + 1) for _, one in self.bases(t[1], t[2]))

    # --- what declarations state --------------------------------------------------------------------

    def result(self, path: str, symbol: str) -> Type:
        """What a function or method gives back; `static` stands as ("T", …).

        A closure that states nothing may take its answer from variables around it, so that is worked
        out only for the file at hand, and kept no longer.
        """
        if symbol.rpartition(".")[2].startswith("func@"):
            found = self.view_of(path, symbol)
            if found is None or not (found[0].declarations[found[1]].results or not self.deriving):
                return None
            key = ("result", path, symbol)
            if key not in self.memo:
                self.memo[key] = None
                self.memo[key] = self._result(*found)
            return self.memo[key]
        return self.derived("php.result", path, symbol, "", self._result)

    def _result(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.results:
            return self.as_type(view, one.results[0], one.scope, one.start)
        given = [r for r in view.facts.returns if r.declaration == index]
        if any(r.kind == "yield" for r in given):
            return ("A", None)
        if not given:
            return NULL
        end = view.facts.scopes[one.body].end
        return union(self.value(view, r.expression, r.scope, end) for r in given)

    def template(self, path: str, symbol: str) -> tuple[int, bool]:
        """The parameter whose template a result is, or NONE; whether it takes the name of a class."""
        return self.derived("php.template", path, symbol, "", template_of) or (NONE, False)

    def field(self, path: str, symbol: str) -> Type:
        """The type of a property: declared, or what it is first given and always set to."""
        return self.derived("php.field", path, symbol, "", self._field)

    def _field(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if one.type != NONE:
            return self.as_type(view, one.type, one.scope, one.start)
        made = []
        if one.value != NONE:
            made.append(self.value(view, one.value, one.scope, one.end))
        self.world.touch(view.path, view.symbols[one.parent] if one.parent != NONE else "")
        for given in view.facts.assignments:
            row = view.expressions[given.target]
            if row[0] != Op.MEMBER or view.strings[row[1]].lstrip("$") != one.name.lstrip("$"):
                continue
            holder = view.expressions[row[2]]
            word = view.strings[holder[1]] if holder[0] == Op.NAME else ""
            if word in ("$this", "self", "static") and view.enclosing(given.scope, CLASSES) == one.parent:
                seen = is_seen(view, given.value, given.scope)
                made.append(self.value(view, given.value, given.scope, given.start) if seen else None)
        return union(made) if made else None

    def constant(self, path: str, symbol: str) -> Type:
        return self.derived("php.constant", path, symbol, "", self._constant)

    def _constant(self, view: FileView, index: int) -> Type:
        one = view.declarations[index]
        if "case" in one.attributes:
            return ("N", view.path, view.symbols[one.parent])
        return self.value(view, one.value, one.scope, one.end) if one.value != NONE else None
