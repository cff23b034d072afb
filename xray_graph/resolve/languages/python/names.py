"""Which definitions of a name reach a use, in one Python file. Python's scopes and nothing else.

A *frame* is what Python calls a scope: the module, a class, a function, a comprehension. The plain blocks
among the facts' scopes are none, but they tell which definition must have run before a use. Facts of
one file only, so all of it is remembered with the file. Called by `expressions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from xray_graph.model import CALLABLES, NONE
from xray_graph.resolve.languages.python.assigned import assigned_names
from xray_graph.resolve.languages.python.values import last

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from xray_graph.model import Assignment, Binding
    from xray_graph.resolve.view import FileView

FILE: Final = 0
DECLARATION, BINDING, IMPORT = range(3)
ANYWHERE: Final = -1  # a position from which every definition is seen

_ARMS: Final = frozenset({"arm", "first-arm"})
_APART: Final = frozenset({"narrow", "exclude", "narrow-class", "loop-of-arms", *_ARMS})
_REDIRECTS: Final = frozenset({"global", "nonlocal"})


class Definition(msgspec.Struct, frozen=True, gc=False, order=True):
    """One place that gives a name a meaning; in the order of their places."""

    start: int  # from here on
    scope: int  # the block it stands in
    what: int  # DECLARATION, BINDING or IMPORT
    row: int  # into the facts' table of that


class Names:
    """The definitions of one file by frame and name."""

    def __init__(self, view: FileView) -> None:
        self._view = view
        facts = view.facts
        self._scopes = facts.scopes
        self.comprehensions = {b.scope for b in facts.bindings if b.kind == "comprehension"}
        self.frames: list[int] = []
        for number, scope in enumerate(facts.scopes):
            own = scope.declaration != NONE or number in self.comprehensions or number == FILE
            self.frames.append(number if own else self.frames[scope.parent])
        # By scope, of those that are frames, and name.
        self._definitions: list[dict[str, list[Definition]]] = [{} for _ in facts.scopes]
        self._narrowings: dict[tuple[int, str], list[Binding]] = {}
        self._arms: dict[int, int] = {}  # block -> the statement of which it, or another one, runs
        self._loops: dict[int, int] = {}  # such a statement -> where the body of the loop around it begins
        self._redirects: dict[tuple[int, str], int] = {}
        self._fixed: dict[tuple[int, str], tuple[int, list[Definition]]] = {}
        self.imports_inside = False  # whether a function or class imports for itself
        self.narrowed: set[str] = set()  # the names and members that are narrowed anywhere
        self.stars: dict[int, list[int]] = {}  # frame -> the imports of everything in it
        self._collect()
        # The last names of what is narrowed, or assigned a member by member, anywhere.
        self.changed = {last(name) for name in (*self.narrowed, *assigned_names(view))}

    def _collect(self) -> None:
        view, facts, frames = self._view, self._view.facts, self.frames
        for one in facts.bindings:
            if one.kind in _REDIRECTS:
                frame = frames[one.scope]
                self._redirects[frame, one.name] = FILE if one.kind == "global" else self._outside(frame, one)
        found, redirects = self._definitions, self._redirects
        loops: dict[int, int] = {}
        for index, declared in enumerate(view.declarations):
            if declared.name:
                frame = frames[declared.scope]
                if redirects:
                    frame = redirects.get((frame, declared.name), frame)
                definition = Definition(declared.end, declared.scope, DECLARATION, index)
                found[frame].setdefault(declared.name, []).append(definition)
        for index, one in enumerate(facts.bindings):
            if one.kind in _ARMS:
                self._arms[one.scope] = one.start
            elif one.kind == "loop-of-arms":
                loops[one.scope] = one.start
            elif one.kind in _APART:
                self._narrowings.setdefault((one.scope, one.name), []).append(one)
                self.narrowed.add(one.name)
            elif one.kind not in _REDIRECTS:
                frame = one.scope if one.kind == "comprehension" else self._holder(one.scope)
                if redirects:
                    frame = redirects.get((frame, one.name), frame)
                definition = Definition(one.start, one.scope, BINDING, index)
                found[frame].setdefault(one.name, []).append(definition)
        self._loops = {self._arms[scope]: start for scope, start in loops.items()}
        for index, imported in enumerate(facts.imports):
            frame = frames[imported.scope]
            self.imports_inside = self.imports_inside or frame != FILE
            if imported.name == "*":
                self.stars.setdefault(frame, []).append(index)
                continue
            name = imported.alias or imported.module.partition(".")[0]
            frame = redirects.get((frame, name), frame)
            definition = Definition(imported.start, imported.scope, IMPORT, index)
            found[frame].setdefault(name, []).append(definition)
        for names in found:
            for definitions in names.values():
                if len(definitions) > 1:
                    definitions.sort()

    def _holder(self, scope: int) -> int:
        """The frame that a name bound in a block goes to: `:=` passes through comprehensions."""
        frame = self.frames[scope]
        while frame in self.comprehensions and self._scopes[frame].declaration == NONE:
            frame = self.frames[self._scopes[frame].parent]
        return frame

    def _outside(self, frame: int, one: Binding) -> int:
        """The enclosing function frame that binds a nonlocal name."""
        scopes = self._scopes
        outer = self.frames[scopes[frame].parent] if frame != FILE else FILE
        while outer != FILE:
            owner = scopes[outer].declaration
            if owner != NONE and self._view.declarations[owner].kind in CALLABLES:
                mine = [
                    b for b in self._view.facts.bindings if b.name == one.name and b.kind not in _REDIRECTS
                ]
                if any(self._holder(b.scope) == outer for b in mine):
                    return outer
            outer = self.frames[scopes[outer].parent]
        return frame

    # --- questions ------------------------------------------------------------------------------

    def of(self, frame: int, name: str) -> list[Definition]:
        """Every definition of a name in one frame, in source order."""
        return self._definitions[frame].get(name, [])

    def names_in(self, frame: int) -> Iterable[str]:
        """The names that are defined in one frame."""
        return self._definitions[frame]

    def is_class(self, frame: int) -> bool:
        owner = self._scopes[frame].declaration
        return owner != NONE and self._view.declarations[owner].kind not in CALLABLES

    def find(self, scope: int, at: int, name: str) -> tuple[int, list[Definition]]:
        """The frame that a name belongs to at a place, and its definitions that may reach there.

        The latest come first. The frame is the file's, and the list empty, where nothing binds the name.
        """
        known = self._fixed.get((scope, name))
        if known is not None:
            return known
        scopes, definitions, redirects = self._scopes, self._definitions, self._redirects
        frame = self.frames[scope]
        first = frame
        inline = True  # still in the code that runs in order, not in an enclosing frame
        fixed = True  # the answer is the same at every place of the scope
        while True:
            frame_now = redirects.get((frame, name), frame) if redirects else frame
            found = definitions[frame_now].get(name)
            if found is not None and (frame == first or not self.is_class(frame)):
                if frame in self.comprehensions and frame_now == frame:
                    return frame, found  # its element stands before what it is bound by
                if inline and frame_now == frame and at != ANYWHERE:
                    if len(found) == 1 and not self.is_class(frame):
                        return self._fix(scope, name, frame, found)
                    fixed = False
                    reached = self.reaching(found, scope, frame, at)
                    if reached or not self.is_class(frame):
                        return frame, reached or list(reversed(found))
                else:
                    settled = self.settled(found, frame_now)
                    if inline or not fixed:
                        return frame_now, settled
                    return self._fix(scope, name, frame_now, settled)
            if frame == FILE:
                return self._fix(scope, name, FILE, []) if fixed else (FILE, [])
            inline = inline and frame in self.comprehensions
            frame = self.frames[scopes[frame].parent]

    def _fix(
        self, scope: int, name: str, frame: int, found: list[Definition]
    ) -> tuple[int, list[Definition]]:
        """Remember an answer that is the same at every place of a scope."""
        self._fixed[scope, name] = frame, found
        return frame, found

    def reaching(self, found: list[Definition], scope: int, frame: int, at: int) -> list[Definition]:
        """The definitions that may hold at byte `at`, latest first: those after one that must have run."""
        around = self._around(scope, frame)
        passed = self._passed(around) if self._arms else ()
        reached, apart = [], []
        last = NONE  # where the definition stands that must have run
        for one in reversed(found):
            if one.start > at:
                continue
            if passed and one.scope not in around and self._arm_in(passed, one.scope, around) != NONE:
                apart.append(one)
                continue
            reached.append(one)
            if one.scope in around:
                last = one.start
                break
        again = [d for d in apart if last <= self._loops.get(self._arm_in(passed, d.scope, around), NONE)]
        return sorted((*reached, *again), reverse=True) if again else reached

    def _passed(self, around: set[int]) -> set[int]:
        """The statements of several arms that a place is in one arm of."""
        return {self._arms[scope] for scope in around if scope in self._arms}

    def _arm_in(self, passed: Collection[int], scope: int, around: set[int]) -> int:
        """The statement of which a block is in another arm than a place, or -1."""
        while scope not in around:
            statement = self._arms.get(scope, NONE)
            if statement in passed:
                return statement
            scope = self._view.facts.scopes[scope].parent
        return NONE

    def settled(self, found: list[Definition], frame: int) -> list[Definition]:
        """What a name may mean to code that runs later, seen from outside its frame."""
        if len(found) == 1:
            return found
        kept: list[Definition] = []
        for one in reversed(found):
            kept.append(one)
            if one.what != BINDING and one.scope == frame and not self._is_variable(one):
                break
        return kept

    def _is_variable(self, one: Definition) -> bool:
        return one.what == DECLARATION and self._view.declarations[one.row].kind in (
            "variable",
            "constant",
            "field",
        )

    def _around(self, scope: int, frame: int) -> set[int]:
        """The blocks that hold a place, out to its frame."""
        scopes, around = self._scopes, {frame}
        while scope not in (NONE, frame):
            around.add(scope)
            scope = scopes[scope].parent
        return around

    def narrowings(self, scope: int, at: int, name: str) -> list[Binding]:
        """The tests that hold where a name (or `a.b`) is used, outermost first, unless it was rebound."""
        scopes, found = self._scopes, []
        frame = self.frames[scope]
        root = name.partition(".")[0]
        while scope != NONE:
            for one in self._narrowings.get((scope, name), ()):
                rebound = [d for d in self.of(frame, root) if one.start < d.start <= at]
                if not rebound and not self._assigned_between(name, one.start, at):
                    found.append(one)
            if scope == frame:
                if frame not in self.comprehensions or scopes[frame].declaration != NONE:
                    break
                frame = self.frames[scopes[frame].parent]
            scope = scopes[scope].parent
        found.reverse()
        return found

    def assigned(self, text: str, scope: int, at: int) -> tuple[list[Assignment], bool]:
        """The assignments to `a.b` that reach a place in its frame; whether one of them must have run."""
        rows = assigned_names(self._view).get(text)
        if not rows:
            return [], False
        frame = self.frames[scope]
        around = self._around(scope, frame)
        passed = self._passed(around)
        root = text.partition(".")[0]
        found: list[Assignment] = []
        for one in reversed(rows):
            if one.end > at or self.frames[one.scope] != frame:
                continue
            if any(one.start < d.start <= at for d in self.of(frame, root)):
                break
            if passed and (arm := self._arm_in(passed, one.scope, around)) != NONE and arm not in self._loops:
                continue
            found.append(one)
            if one.scope in around:
                return found, True
        return found, False

    def _assigned_between(self, name: str, start: int, at: int) -> bool:
        if "." not in name:
            return False
        return any(start < one.start < at for one in assigned_names(self._view).get(name, ()))


def names_of(view: FileView) -> Names:
    """The names of a file, collected once."""
    try:
        names: Names = view.memo["py.names"]
    except KeyError:
        names = view.memo["py.names"] = Names(view)
    return names


def top_names(view: FileView) -> dict[str, list[int]]:
    """The names of the module's own frame with their definitions, in order.

    A declaration is its index; what is bound or imported, and what stands in a block, is followed or
    stood for by -1. So an answer changes whenever it may mean something else.
    """
    facts = view.facts
    comprehensions = {b.scope for b in facts.bindings if b.kind == "comprehension"}
    top = {FILE}
    for number, scope in enumerate(facts.scopes):
        if scope.declaration == NONE and scope.parent in top and number not in comprehensions:
            top.add(number)
    found: dict[str, list[tuple[int, int, int]]] = {}
    for index, one in enumerate(view.declarations):
        if one.scope in top and one.name:
            found.setdefault(one.name, []).append((one.end, index, one.scope))
    for bound in facts.bindings:
        if bound.kind == "global" or (bound.scope in top and bound.kind not in _APART):
            found.setdefault(bound.name, []).append((bound.start, NONE, bound.scope))
    for imported in facts.imports:
        if imported.scope in top and imported.name != "*":
            name = imported.alias or imported.module.partition(".")[0]
            found.setdefault(name, []).append((imported.start, NONE, imported.scope))
    told: dict[str, list[int]] = {}
    for name, places in found.items():
        rows = told[name] = []
        for _start, index, block in sorted(places):
            rows += [index] if block == FILE else [index, NONE]
    return told
