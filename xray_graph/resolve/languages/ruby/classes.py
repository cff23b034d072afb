"""Ruby classes over all their parts: what they derive from, in the order in which methods are looked for.

A class is its parts in the files that can be loaded with the file that asks (see `gems`), so that two gems
may each have a class of one full name.

Instance methods are found along a class's ancestors (prepended modules, itself, included modules, its
superclass's ancestors), singleton methods along its superclasses and what they extend. A base that no file
of the repository declares is passed over, and remembered. Called by `values` and `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.ruby import frameworks
from xray_graph.resolve.languages.ruby.hooks import hooked
from xray_graph.resolve.languages.ruby.names import names_around, nesting, path_of
from xray_graph.resolve.languages.ruby.users import users

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xray_graph.resolve.languages.ruby.gems import Gems, Unit
    from xray_graph.resolve.languages.ruby.names import Names
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry, Key

T = TypeVar("T")
OUTSIDE: Final = ""  # stands in a line of ancestors for a base that is not in the repository
EXTERNAL: Final = "external"
_OBJECTS: Final = ("Object", "Kernel")  # behind every instance's line
_CLASSES: Final = ("Class", "Module", *_OBJECTS)  # behind every class's own
_OF_MODULE: Final = frozenset({"class_eval", "module_eval", "class_exec", "module_exec"})  # the language's
MAX_ANCESTORS: Final = 200


class Found(NamedTuple):
    """A method, and the class it was found in."""

    path: str
    symbol: str
    owner: str
    position: int  # in the line of ancestors


class Classes:
    """The classes that the files of one unit see."""

    def __init__(self, project: Project, names: Names, gems: Gems, unit: Unit = ("", "")) -> None:
        self.project = project
        self.world = project.world
        self.names = names
        self.gems = gems
        self.unit = unit
        self._with: frozenset[Unit] = frozenset()
        self._visible: dict[str, bool] = {}  # by path, for what `_with` is
        self._all: dict[Unit, Classes] = {unit: self}

    def of(self, unit: Unit) -> Classes:
        """The classes that another unit sees."""
        found = self._all.get(unit)
        if found is None:
            found = self._all[unit] = Classes(self.project, self.names, self.gems, unit)
            found._all = self._all
        return found

    def entries(self, *key: str) -> Sequence[Entry]:
        """What the files that can be loaded with this unit's contribute under a key."""
        found = self.world.get(key)
        if not found:
            return found
        seen = self.gems.seen(self.unit)
        if seen is not self._with:
            self._with, self._visible = seen, {}
        visible = self._visible
        for path, _ in found:
            if path not in visible:
                visible[path] = self.gems.unit(path) in seen
        return [entry for entry in found if visible[entry[0]]]

    def key(self, kind: str, *named: str) -> Key:
        """The key of an answer that rests on what this unit sees."""
        return (kind, *self.unit, *named)

    def exists(self, full: str) -> bool:
        return bool(self.entries("rb.const", full))

    def parts(self, full: str) -> list[tuple[FileView, int]]:
        """The declarations of a class; that each was read is recorded."""
        found = []
        for path, index in self.entries("rb.class", full):
            view = self.project.views[path]
            self.world.touch(path, view.symbols[index])
            found.append((view, index))
        return found

    def derived(self, kind: str, full: str, compute: Callable[[], T], unknown: T) -> T:
        return self.world.derive(self.key(kind, full), compute, unknown)

    # --- constants --------------------------------------------------------------------------------

    def constant(self, view: FileView, scope: int, expression: int) -> str | None:
        """The full name of the constant that is written at a place; None for one outside."""
        written = path_of(view, expression)
        return self.named(nesting(view, scope), written) if written else None

    def named(self, around: Sequence[str], written: str) -> str | None:
        if written.startswith("::"):
            return written[2:] if self.exists(written[2:]) else None
        first, _, rest = written.partition("::")
        full = self._lexical(around, first)
        if full is None:
            return written if rest and self.exists(written) else None
        for name in rest.split("::") if rest else ():
            full = self._inside(full, name)
            if full is None:
                return None
        return full

    def _lexical(self, around: Sequence[str], name: str) -> str | None:
        for outer in around:
            if self.exists(f"{outer}::{name}"):
                return f"{outer}::{name}"
        for base in self.ancestors(around[0])[1:] if around else ():
            if base != OUTSIDE and self.exists(f"{base}::{name}"):
                return f"{base}::{name}"
        return name if self.exists(name) else None

    def _inside(self, full: str, name: str) -> str | None:
        full = self.aliased(full)
        for base in (full, *self.ancestors(full)[1:]):
            if base != OUTSIDE and self.exists(f"{base}::{name}"):
                return f"{base}::{name}"
        return None

    def aliased(self, full: str) -> str:
        """The class behind a constant that only names another: `A = B::C`."""
        return self.derived("rb.aliased", full, lambda: self._aliased(full), full)

    def _aliased(self, full: str) -> str:
        entries = self.entries("rb.const", full)
        if len(entries) != 1:
            return full
        path, index = entries[0]
        view = self.project.views[path]
        one = view.declarations[index]
        if one.kind != "constant" or one.value == NONE:
            return full
        self.world.touch(path, view.symbols[index])
        found = self.constant(view, one.scope, one.value)
        return full if found is None or found == full else self.aliased(found)

    # --- ancestors ----------------------------------------------------------------------------------

    def ancestors(self, full: str) -> tuple[str, ...]:
        """The line along which instance methods are looked for, the class itself among them."""
        return self.derived("rb.ancestors", full, lambda: self._ancestors(full), (full,))

    def _ancestors(self, full: str) -> tuple[str, ...]:
        before: list[str] = []
        mixed: list[str] = []
        above: list[str] = []
        for view, index in self.parts(full):
            for how, expression in view.declarations[index].bases:
                if how == "extends":
                    base = self.base(view, index, expression)
                    written = path_of(view, expression)
                    above = above or list(self.ancestors(base) if base else self._outside(written))
                elif how in ("mixes", "prepends"):
                    base = self.base(view, index, expression)
                    line = self.ancestors(base) if base and base != full else () if base else (OUTSIDE,)
                    into = before if how == "prepends" else mixed
                    into[:0] = [one for one in line if one not in into]
                    for does, module in self.hooked(base) if base and how == "mixes" else ():
                        line = self.ancestors(module) if does == "include" and module != full else ()
                        mixed[:0] = [one for one in line if one not in mixed]
        whole = [*before, full, *(one for one in mixed if one not in before and one != full)]
        above = above or [one for one in self._outside(full) if one != OUTSIDE]
        whole += [one for one in above if one == OUTSIDE or one not in whole]
        return tuple(whole[:MAX_ANCESTORS])

    def _outside(self, written: str) -> list[str]:
        """The line of a class outside: of what is known to stand in it, what the repository opens."""
        known = (one for one in frameworks.above(written) if one != written and self.is_class(one))
        return [*(name for one in known for name in self.ancestors(one)), OUTSIDE]

    def superclass(self, full: str) -> str | None:
        """The superclass, OUTSIDE for one that is not in the repository, None where none is stated."""
        return self.derived("rb.super", full, lambda: self._superclass(full), None)

    def _superclass(self, full: str) -> str | None:
        for view, index in self.parts(full):
            for how, expression in view.declarations[index].bases:
                if how == "extends":
                    return self.base(view, index, expression) or OUTSIDE
        return None

    def base(self, view: FileView, index: int, expression: int) -> str | None:
        """The full name of a base; a superclass is read outside the class, a mixin inside."""
        one = view.declarations[index]
        row = view.expressions[expression]
        if row[0] == Op.NAME and view.strings[row[1]] == "self":
            found = self.named((), "::".join(names_around(view, index)))
        else:
            found = self.constant(view, one.body if one.body != NONE else one.scope, expression)
        if found is None:
            return None
        found = self.aliased(found)
        return found if self.entries("rb.class", found) else None

    def extended(self, full: str) -> tuple[str, ...]:
        """The modules that a class extends itself with, the last first."""
        return self.derived("rb.extended", full, lambda: self._extended(full), ())

    def _extended(self, full: str) -> tuple[str, ...]:
        found: list[str] = []
        for view, index in self.parts(full):
            for how, expression in view.declarations[index].bases:
                if how == "extend":
                    found.insert(0, self.base(view, index, expression) or OUTSIDE)
                elif how == "mixes" and (base := self.base(view, index, expression)):
                    found[:0] = self._extending(base, {full})
        # One that extends it a second time stays where it was.
        return tuple(dict.fromkeys(reversed(found)))[::-1]

    def _extending(self, module: str, seen: set[str]) -> list[str]:
        """What a class is extended with because it includes a module."""
        found: list[str] = []
        if module not in seen:
            seen.add(module)
            for how, given in self.hooked(module):
                found[:0] = [given] if how == "extend" else self._extending(given, seen)
        return found

    def given(self, full: str) -> tuple[str, ...]:
        """The modules that extend a class because it includes a module."""
        return self.derived("rb.given", full, lambda: tuple(self._extending(full, set())), ())

    def hooked(self, full: str) -> tuple[tuple[str, str], ...]:
        """("include" or "extend", module) of each that a module gives to what includes it."""
        return self.derived("rb.hooked", full, lambda: hooked(self, full), ())

    def users(self, full: str) -> tuple[tuple[Unit, str], ...]:
        """The classes that include a module, each with the unit it is of."""
        return self.derived("rb.users", full, lambda: users(self, full), ())

    # --- methods --------------------------------------------------------------------------------------

    def instance_method(self, view: FileView, full: str, name: str, after: int = -1) -> Found | str | None:
        """The method of an instance; EXTERNAL when only a base outside can have it, None when it has none.

        `after` leaves out the line up to that position: what `super` calls.
        """
        outside = False
        for position, owner in enumerate(self.ancestors(full)):
            if position <= after:
                continue
            if owner == OUTSIDE:
                outside = True
                continue
            entries = self.entries("rb.method", owner, name)
            if entries:
                return self.pick(view, entries, owner, position)
        return self._of_all(view, name, _OBJECTS) or (EXTERNAL if outside else None)

    def of_every_class(self, view: FileView, name: str) -> Found | None:
        """A method that the repository adds to all classes."""
        return self._of_all(view, name, _CLASSES)

    def _of_all(self, view: FileView, name: str, owners: Sequence[str]) -> Found | None:
        """A method that the repository adds to a class of the language that all others derive from."""
        for owner in owners:
            if owner in _OBJECTS and name in _OF_MODULE:
                continue  # of a class, which a module's `self` may be, it is the language's own
            entries = self.entries("rb.method", owner, name)
            if entries:
                return self.pick(view, entries, owner, MAX_ANCESTORS)
        return None

    def static_method(
        self, view: FileView, full: str, name: str, *, above: bool = False
    ) -> Found | str | None:
        """The method of the class itself; `above` leaves out its own, as `super` does."""
        outside, position = False, 0
        owner: str | None = full
        while owner is not None and position < MAX_ANCESTORS:
            if owner == OUTSIDE:
                outside = True
                break
            if not above or position:
                entries = self.entries("rb.static", owner, name)
                if entries:
                    return self.pick(view, entries, owner, position)
            for module in self.extended(owner):
                found = None if module == OUTSIDE else self.instance_method(view, module, name)
                if isinstance(found, Found):
                    return found._replace(position=position + 1)
                outside = outside or module == OUTSIDE or found == EXTERNAL
            owner, position = self.superclass(owner), position + 1
        return self.of_every_class(view, name) or (EXTERNAL if outside else None)

    def pick(self, view: FileView, entries: Sequence[Entry], owner: str, position: int) -> Found | None:
        """Of several definitions the last of one file, as the interpreter takes it; the own file's first.

        None where the last is only made under a condition: another may be the one that is.
        """
        own = [entry for entry in entries if entry[0] == view.path]
        paths = {path for path, _ in own or entries}
        if len(paths) != 1:
            return None
        path, index = (own or entries)[-1]
        view = self.project.views[path]
        symbol = view.symbols[index]
        self.world.touch(path, symbol)
        if len(own or entries) > 1 and "conditional" in view.declarations[index].attributes:
            return None
        return Found(path, symbol, owner, position)

    def goes_on(self, found: Found) -> bool:
        """Whether a method calls `super`."""
        there = self.project.views[found.path]
        index = there.index_of(found.symbol)
        self.world.touch_whole(found.path)
        return index is not None and any(
            there.caller(call.scope) == index and there.name(there.expressions[call.expression][2]) == "super"
            for call in there.facts.calls
        )

    def is_class(self, full: str) -> bool:
        return bool(self.entries("rb.class", full))

    def place(self, full: str) -> tuple[str, str] | None:
        """The node of a class: the first of its parts that states a superclass, else the first.

        Of several gems' parts, one in the gem that the others load.
        """
        return self.derived("rb.place", full, lambda: self._place(full), None)

    def _place(self, full: str) -> tuple[str, str] | None:
        found = self.parts(full)
        stated = [p for p in found if any(how == "extends" for how, _ in p[0].declarations[p[1]].bases)]
        units = [self.gems.unit(view.path) for view, _ in stated or found]
        seen = [self.gems.seen(unit) for unit in dict.fromkeys(units)]
        below = [all(unit in one for one in seen) for unit in units]
        for (view, index), is_below in zip(stated or found, below, strict=True):
            if is_below or not any(below):
                return view.path, view.symbols[index]
        return None
