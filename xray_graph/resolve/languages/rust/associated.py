"""Associated types of Rust: `T::Item` by the impls of a type, or by the bounds of a parameter.

Called by `members`; rests on `types`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.resolve.languages.rust import terms
from xray_graph.resolve.languages.rust.terms import SELF, Environment, Type
from xray_graph.resolve.languages.rust.types import Types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry

MAX_STEPS: Final = 8


class Associated(Types):
    def supertraits(self, view: FileView, index: int) -> list[Type]:
        """The supertraits of a trait; to one that names `Self::X`, those that stand before it."""
        key = ("supertraits", view.path, index)
        if key not in self.memo:
            found: list[Type] = []
            self.memo[key] = found
            one = view.declarations[index]
            for _, base in one.bases:
                found.append(self.as_type(view, base, one.body, index))
            for name, bound in one.type_parameters:
                if name == SELF:
                    found += self.bounds(view, bound, one.body, index)
        known: list[Type] = self.memo[key]
        return known

    def filed(self, kind: str, t: Any, *member: str) -> Iterator[Entry]:
        """The impls of a type, or their members of one name, by the names that its aliases give it too."""
        names = [last_name(t)]
        for name in names:
            yield from self.world.get((kind, name, *member))
            for path, index in self.world.get(("rs.alias", name)) if t[0] in ("N", "X") else ():
                alias = self.project.views[path].symbols[index].rpartition(".")[2].partition("~")[0]
                if alias not in names:
                    names.append(alias)

    @staticmethod
    def same(one: Type, other: Type) -> bool:
        """Whether two types are of one declaration, arguments left out."""
        one, other = terms.strip(one), terms.strip(other)
        if one is None or other is None or one[0] != other[0]:
            return False
        if one[0] in ("N", "T"):
            return bool(one[1:3] == other[1:3])
        if one[0] in ("X", "B"):
            return bool(one[1] == other[1])
        return True

    def associated(self, t: Type, name: str) -> Type:
        """`t::name`, by the impls of `t` or the bounds of a parameter."""
        if t is None:
            return None
        if t[0] == "P":
            return self.associated(t[1], name)
        if t[0] in ("N", "X", "B", "A"):
            return self._assoc_of(t, name)
        bounds = t[2] if t[0] == "V" else (t,) if t[0] == "T" else ()
        for bound in bounds:
            if bound is None or bound[0] not in ("T", "X"):
                continue
            stated: Type = dict(bound[4] if bound[0] == "T" else bound[3]).get(name)
            if stated is not None:
                return stated
        for bound in bounds:
            if bound is not None and bound[0] == "T" and (made := self._abstract(bound, t, name)):
                return made
        return ("S", t, name)

    def _abstract(self, trait: Any, t: Type, name: str, depth: int = 0) -> Type:
        """An associated type that a trait declares: known by its bounds alone."""
        place = self.view_of(trait[1], trait[2])
        if place is None or depth > MAX_STEPS:
            return None
        view, index = place
        for child in view.members(index).get(name, ()):
            one = view.declarations[child]
            if one.kind == "type":
                key = ("assoc", view.path, view.symbols[child])
                if key not in self.memo:
                    self.memo[key] = ()
                    self.memo[key] = self.bounds(view, one.type, view.declarations[index].body, index)
                owner = t[1] if t is not None and t[0] == "V" and t[1] and "::" not in t[1] else SELF
                return ("V", f"{owner}::{name}", self.memo[key])
        for base in self.supertraits(view, index):
            if base is not None and base[0] == "T":
                found = self._abstract(base, t, name, depth + 1)
                if found is not None:
                    return found
        return None

    def _assoc_of(self, t: Any, name: str) -> Type:
        for path, index in self.filed("rs.assoc", t, name):
            view = self.project.views[path]
            symbol = view.symbols[index]
            stated = self.owner(path, symbol)
            environment: Environment = {}
            if stated is None or not self.same(stated[0], t) or not terms.unify(stated[0], t, environment):
                continue
            return terms.substitute(self.declared(path, symbol), environment)
        return ("S", t, name) if t[0] == "X" else None

    def settle(self, t: Type, environment: Environment) -> Type:
        """`t` with its parameters replaced, and the associated types that are known then."""
        return self._settled(terms.substitute(t, environment), environment, 0)

    def _settled(self, t: Any, environment: Environment, depth: int) -> Type:
        if t is None or depth > terms.MAX_NESTING:
            return t
        if t[0] == "S":
            return self.associated(self._settled(t[1], environment, depth + 1), t[2])
        if t[0] == "V" and "::" in t[1]:
            owner, _, name = t[1].partition("::")
            own, found = environment.get(owner), None
            if own is not None and own[0] not in ("V", "T"):
                found = self.associated(own, name)
            return t if found is None or found[0] == "S" else found  # at least it has the bounds
        if t[0] in ("P", "R", "A"):
            return (t[0], self._settled(t[1], environment, depth + 1))
        if t[0] == "U":
            return ("U", tuple(self._settled(one, environment, depth + 1) for one in t[1]))
        if t[0] == "X":
            args = tuple(self._settled(one, environment, depth + 1) for one in t[2])
            assoc = tuple((n, self._settled(one, environment, depth + 1)) for n, one in t[3])
            return ("X", t[1], args, assoc)
        if t[0] == "N" and t[3]:
            return ("N", t[1], t[2], tuple(self._settled(one, environment, depth + 1) for one in t[3]))
        return t


def last_name(t: Any) -> str:
    """The name under which the impls of a type are filed."""
    if t[0] in ("N", "T"):
        return str(t[2]).rpartition(".")[2].partition("~")[0]
    if t[0] in ("X", "B"):
        return str(t[1])
    return {"A": "[]", "R": "*"}.get(t[0], "()")
