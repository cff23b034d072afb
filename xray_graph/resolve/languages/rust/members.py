"""Members of Rust types: inherent methods, methods of traits, fields, associated types; auto-dereferencing.

A method call on a concrete type that a trait provides leads to the trait's method, as the compiler names
it. An impl is found by the last name of the type it is written for, and counts when that resolves to the
very type. Called by `calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.rust import terms
from xray_graph.resolve.languages.rust.associated import MAX_STEPS, Associated
from xray_graph.resolve.languages.rust.modules import is_module, module_of
from xray_graph.resolve.languages.rust.terms import SELF, Environment, Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.resolve.view import FileView

EXTERNAL: Final = "external"
# Types from outside that a method call looks through, to their argument.
_MAX_DIGITS: Final = 10  # of the number of a part
_POINTERS: Final = frozenset(
    {
        *("Box", "Rc", "Arc", "Cow", "Ref", "RefMut", "MutexGuard", "RwLockReadGuard", "RwLockWriteGuard"),
        *("Pin", "ManuallyDrop", "Lazy", "LazyLock", "LazyCell", "OwnedMutexGuard", "CachePadded"),
    }
)
# Methods that these have themselves, so that a call of one does not look through.
_OWN: Final = frozenset(
    {"clone", "as_ref", "as_mut", "borrow", "borrow_mut", "into_owned", "to_mut", "deref"}
)


class Method(NamedTuple):
    path: str
    symbol: str
    environment: Environment
    receiver: Type  # what `Self` is
    of_trait: bool
    derefs: int


class Members(Associated):
    # --- methods ------------------------------------------------------------------------------------

    def steps(self, t: Type) -> Iterator[Type]:
        """A type and what it dereferences to, one after the other."""
        for _ in range(MAX_STEPS):
            if t is None:
                return
            yield t
            if t[0] == "P":
                t = t[1]
            elif t[0] == "X" and t[1] in _POINTERS:
                t = terms.argument(t)
            elif t[0] == "X" and t[1] == "Vec":
                t = ("A", terms.argument(t))
            elif t[0] == "X" and t[1] == "String":
                t = ("B", "str")
            elif t == ("B", "range"):  # to find what the repository adds to one
                t = ("X", "Range", (None,), ())
            elif t[0] == "N":
                t = self._dereferenced(t)
            else:
                return

    def _dereferenced(self, t: Any) -> Type:
        """The target of a type's own `Deref`."""
        return self._assoc_of(t, "Target")

    def method(self, t: Type, name: str) -> Method | str | None:
        """The method of a value; EXTERNAL when it can only lie outside, None when there is none or no one."""
        outside = False
        for count, one in enumerate(self.steps(t)):
            if one is None or one[0] == "P":
                continue
            found = self._on(one, name, by_dot=True)
            if isinstance(found, Method):
                return found._replace(derefs=count)
            if found == EXTERNAL:
                outside = True
                if one[0] == "N" or (one[0] == "X" and name in _OWN):
                    return EXTERNAL
        return EXTERNAL if outside else None

    def _on(self, t: Any, name: str, *, by_dot: bool = False) -> Method | str | None:
        """The method of this very type; `by_dot`, only one that takes `self`, as `value.name()` does."""
        head = t[0]
        if head == "T":
            return self.trait_method(t, name, t, by_dot=by_dot)
        if head == "V":
            return self._on_parameter(t, name, by_dot=by_dot)
        if head in ("N", "X", "B", "A", "U", "R"):
            found = self._implemented(t, name, by_dot=by_dot)
            return found if found is not None or head == "N" else EXTERNAL
        return EXTERNAL if head == "F" else None

    def _on_parameter(self, t: Any, name: str, *, by_dot: bool) -> Method | str | None:
        outside = False
        for bound in t[2]:
            if bound is not None and bound[0] == "T":
                found = self.trait_method(bound, name, t, by_dot=by_dot)
                if isinstance(found, Method):
                    return found
                outside = outside or found == EXTERNAL
            else:
                outside = True
        return EXTERNAL if outside else None

    def trait_method(
        self, trait: Any, name: str, receiver: Type, depth: int = 0, *, by_dot: bool = False
    ) -> Method | str | None:
        """A method that a trait or one of its supertraits declares."""
        place = self.view_of(trait[1], trait[2])
        if place is None or depth > MAX_STEPS:
            return None
        view, index = place
        for child in view.members(index).get(name, ()):
            if view.declarations[child].kind == "method" and not (by_dot and _is_static(view, child)):
                environment = {**self.struct_environment(trait), SELF: receiver}
                return Method(view.path, view.symbols[child], environment, receiver, of_trait=True, derefs=0)
        outside = False
        for base in self.supertraits(view, index):
            if base is None or base[0] != "T":
                outside = True
                continue
            found = self.trait_method(base, name, receiver, depth + 1, by_dot=by_dot)
            if isinstance(found, Method):
                return found
            outside = outside or found == EXTERNAL
        return EXTERNAL if outside else None

    def _implemented(self, t: Any, name: str, *, by_dot: bool = False) -> Method | str | None:
        """A method of an impl for this very type, inherent before traits'."""
        inherent: list[Method] = []
        of_traits: list[Type] = []
        for path, index in self.filed("rs.method", t, name):
            view = self.project.views[path]
            symbol = view.symbols[index]
            stated = self.owner(path, symbol)
            if stated is None or not self.same(stated[0], t) or (by_dot and _is_static(view, index)):
                continue
            found: Environment = {}
            if not terms.unify(stated[0], t, found):
                continue
            if stated[1] is not None:
                of_traits.append(stated[1])
                continue
            if self.modules.is_built(view, index) or not inherent:
                found[SELF] = t
                inherent.append(Method(path, symbol, found, t, of_trait=False, derefs=0))
        if inherent:
            built = [m for m in inherent if self._built(m)]
            chosen = built or inherent
            return chosen[0] if len(chosen) == 1 else None
        known = {}
        for trait in of_traits:
            found_there = self.trait_method(trait, name, t) if trait is not None and trait[0] == "T" else None
            if isinstance(found_there, Method):
                known[found_there.path, found_there.symbol] = found_there
        if known:
            return next(iter(known.values())) if len(known) == 1 else None
        if of_traits:
            return EXTERNAL
        return self._by_default(t, name, by_dot=by_dot)

    def _built(self, method: Method) -> bool:
        view = self.project.views[method.path]
        index = view.index_of(method.symbol)
        return index is not None and self.modules.is_built(view, index)

    def traits_of(self, t: Any) -> list[Type]:
        """The traits that impls for this very type name, and those that it derives."""
        found = []
        place = self.view_of(t[1], t[2]) if t[0] == "N" else None
        if place is not None:
            view, index = place
            one = view.declarations[index]
            scope = one.body if one.body != NONE else one.scope
            found += [self.as_type(view, base, scope, index) for _, base in one.bases]
        for path, index in self.filed("rs.impls", t):
            view = self.project.views[path]
            self.world.touch(path, view.symbols[index])
            if "negative" in view.declarations[index].attributes:
                continue
            own = self.self_of(view, index)
            if not self.same(own, t):
                continue
            environment: Environment = {}
            if terms.unify(own, t, environment):
                one = view.declarations[index]
                trait = self.as_type(view, one.bases[0][1], one.body, index)
                found.append(terms.substitute(trait, environment))
        return found

    def _by_default(self, t: Any, name: str, *, by_dot: bool) -> Method | str | None:
        """A method that a trait of this type provides itself."""
        outside = False
        for trait in self.traits_of(t):
            if trait is None or trait[0] != "T":
                outside = True
                continue
            place = self.view_of(trait[1], trait[2])
            if place is None or name not in place[0].members(place[1]):
                continue
            found = self.trait_method(trait, name, t, by_dot=by_dot)
            if found is not None:
                return found
        return EXTERNAL if outside and t[0] != "N" else None

    def extension(
        self, t: Any, name: str, view: FileView, scope: int, *, by_dot: bool = False
    ) -> Method | None:
        """A method of a trait in scope: one of several that have it, or one for all types with bounds that
        this one has.
        """
        for trait in self.traits_of(t) if t[0] not in ("V", "T") else ():
            if trait is not None and trait[0] == "T" and self.is_in_scope(view, scope, trait[1], trait[2]):
                found = self.trait_method(trait, name, t, by_dot=by_dot)
                if isinstance(found, Method):
                    return found
        for path, index in self.world.get(("rs.extension", name)):
            there = self.project.views[path]
            if by_dot and _is_static(there, index):
                continue
            symbol = there.symbols[there.declarations[index].parent]
            if not self.is_in_scope(view, scope, path, symbol):
                continue
            self.world.touch(path, symbol)
            for impl_path, impl in self.world.get(("rs.impls", "")):
                other = self.project.views[impl_path]
                one = other.declarations[impl]
                self.world.touch(impl_path, other.symbols[impl])
                trait = self.as_type(other, one.bases[0][1], one.body, impl)
                if trait is None or trait[0] != "T" or trait[1:3] != (path, symbol):
                    continue
                own = self.self_of(other, impl)
                if own is not None and own[0] == "V" and self._fits(t, own):
                    return Method(path, there.symbols[index], {SELF: t}, t, of_trait=True, derefs=0)
        return None

    def is_in_scope(self, view: FileView, scope: int, path: str, symbol: str) -> bool:
        """Whether a trait is known at a place, under its name or without one (`use t::T as _`)."""
        name = symbol.rpartition(".")[2]
        found = self.item(view, scope, [name], "type")
        if found is not None and (found.path, found.symbol) == (path, symbol):
            return True
        module = module_of(view, scope)
        for one in view.facts.imports:
            if one.name == name and one.alias != name and not is_module(one):
                made = self.modules.imported(view.path, module, one, "type")
                if made is not None and (made.path, made.symbol) == (path, symbol):
                    return True
        return False

    def _fits(self, t: Any, parameter: Any) -> bool:
        """Whether a type states that it has the bounds of a parameter; an outside trait goes by its name."""
        has = t[2] if t[0] == "V" else (t,) if t[0] == "T" else self.traits_of(t)
        given = {_trait_of(one) for one in has if one is not None}
        if t[0] in ("X", "F"):  # `impl Stream`, a function
            given.add(_trait_of(t))
        wanted = {_trait_of(one) for one in parameter[2] if one is not None}
        return all(one in given for one in wanted - _MARKERS)

    # --- fields ---------------------------------------------------------------------------------------

    def field(self, t: Type, name: str) -> Type:
        """The type of a field, or of the k-th part of a tuple."""
        for one in self.steps(t):
            if one is None:
                return None
            if one[0] == "U" and _is_place(name):
                members: tuple[Type, ...] = one[1]
                return members[int(name)] if int(name) < len(members) else None
            if one[0] == "N":
                place = self.view_of(one[1], one[2])
                found = None if place is None else self.field_of(*place, name, self.struct_environment(one))
                if found is not None:
                    return found
            if one[0] in ("X", "V", "S") and one[0] != "P" and not (one[0] == "X" and one[1] in _POINTERS):
                return terms.outside("") if one[0] == "X" else None
        return None

    def field_of(self, view: FileView, index: int, name: str, environment: Environment) -> Type:
        """A field that a struct or variant declares."""
        one = view.declarations[index]
        if _is_place(name):
            row = view.expressions[one.type] if one.type != NONE else (0, NONE)
            parts = row[2:] if row[0] == Op.TUPLE else ()
            if int(name) >= len(parts):
                return None
            key = ("part", view.path, index, name)
            if key not in self.memo:
                self.memo[key] = None
                scope = one.body if one.body != NONE else one.scope
                self.memo[key] = self.as_type(view, parts[int(name)], scope, index)
            return self.settle(self.memo[key], environment)
        for child in view.members(index).get(name, ()):
            if view.declarations[child].kind == "field":
                return self.settle(self.declared(view.path, view.symbols[child]), environment)
        return None


def _is_static(view: FileView, index: int) -> bool:
    """Whether a function of a type takes no `self`: a value's `.name()` never is one."""
    return "static" in view.declarations[index].attributes


def _trait_of(bound: Any) -> tuple[str, ...]:
    """What tells a trait from others."""
    if bound[0] == "F":
        return "", "Fn", str(len(bound[1]))  # a function takes as many as its trait says
    return bound[1:3] if bound[0] == "T" else ("", str(bound[1]).rpartition(".")[2])


_MARKERS: Final = frozenset(
    {("", name) for name in ("Sized", "Send", "Sync", "Unpin", "Copy", "Clone", "Debug")}
)


def _is_place(name: str) -> bool:
    """Whether a name is the number of a tuple's part."""
    return name.isdecimal() and len(name) < _MAX_DIGITS
