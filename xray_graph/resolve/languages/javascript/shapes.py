"""What is assigned in one file, and what its functions give back.

A function of one file's facts, made once a file and kept with its view. Looks nothing up. Called by
`types` and its neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.resolve.languages.javascript.places import HELD

if TYPE_CHECKING:
    from xray_graph.model import Assignment, Binding
    from xray_graph.resolve.view import FileView


class Shapes:
    """Indexes over the facts of one file."""

    def __init__(self, view: FileView) -> None:
        facts = view.facts
        self._assignments: dict[str, list[Binding]] = {}
        for bound in facts.bindings:
            if bound.kind == "assign":
                self._assignments.setdefault(bound.name, []).append(bound)
        self._members: dict[str, dict[str, list[Assignment]]] = {}
        self._prototypes: dict[str, dict[str, list[Assignment]]] = {}
        self._this: dict[int, dict[str, list[Assignment]]] = {}
        for given in facts.assignments:
            self._assignment(view, given)
        self.returns: dict[int, list[int]] = {}
        for index, back in enumerate(facts.returns):
            self.returns.setdefault(back.declaration, []).append(index)

    def _assignment(self, view: FileView, one: Assignment) -> None:
        row = view.expressions[one.target]
        if row[0] == Op.MEMBER:
            name = view.strings[row[1]]
        elif row[0] == Op.INDEX and len(row) > 3 and view.expressions[row[3]][0] == Op.LITERAL:
            name = view.strings[view.expressions[row[3]][1]].strip("\"'`")
        else:
            return
        base = view.expressions[row[2]]
        if base[0] == Op.NAME:
            root = view.strings[base[1]]
            if root == "this":
                owner = this_owner(view, one.scope)
                self._this.setdefault(owner, {}).setdefault(name, []).append(one)
            else:
                self._members.setdefault(root, {}).setdefault(name, []).append(one)
        elif base[0] == Op.MEMBER and view.strings[base[1]] == "prototype":
            inner = view.expressions[base[2]]
            if inner[0] == Op.NAME:
                root = view.strings[inner[1]]
                self._prototypes.setdefault(root, {}).setdefault(name, []).append(one)

    # --- what is assigned ---------------------------------------------------------------------------

    def assignments_to(self, name: str) -> list[Binding]:
        """The plain assignments to a name, in any scope."""
        return self._assignments.get(name, [])

    def members_of(self, name: str) -> dict[str, list[Assignment]]:
        """`name.member = ...`, by member, wherever in the file."""
        return self._members.get(name, {})

    def prototype_of(self, name: str) -> dict[str, list[Assignment]]:
        """`name.prototype.member = ...`, by member."""
        return self._prototypes.get(name, {})

    def this_members(self, owner: int) -> dict[str, list[Assignment]]:
        """`this.member = ...` in the methods of a class, or in a function."""
        return self._this.get(owner, {})

    def assigned(self, view: FileView, index: int) -> bool:
        """Whether members are assigned to a variable, so that its value is more than its initialiser."""
        one = view.declarations[index]
        return one.kind in ("constant", "variable") and one.name in self._members and one.value != NONE

    def makes(self, view: FileView, index: int) -> bool:
        """Whether a function is a constructor: something stands on its prototype, or it fills `this`."""
        one = view.declarations[index]
        if one.kind != "function" or not one.name:
            return False
        members = self._members.get(one.name, {})
        return (
            one.name in self._prototypes
            or "prototype" in members
            or (index in self._this and one.name[:1].isupper())
        )

    def holder_of(self, view: FileView, expression: int) -> int | None:
        """The top-level variable whose initialiser is this very expression."""
        if view.expressions[expression][0] not in HELD:
            return None
        for index, one in enumerate(view.declarations):
            if one.value == expression and one.scope == 0 and one.kind in ("constant", "variable"):
                return index
        return None

    def straight(self, view: FileView, scope: int) -> list[int]:
        """A scope and those around it up to the innermost function's: what runs before it runs once."""
        found = [scope]
        scopes, declarations = view.facts.scopes, view.declarations
        while scope > 0:
            owner = scopes[scope].declaration
            if owner != NONE and declarations[owner].kind in CALLABLES:
                break
            scope = scopes[scope].parent
            found.append(scope)
        return found

    def written(self, view: FileView, expression: int) -> str:
        """A chain of names as written, `a.b.c`; "" for anything else."""
        words = []
        row = view.expressions[expression]
        while row[0] == Op.MEMBER:
            words.append(view.strings[row[1]])
            row = view.expressions[row[2]]
        return ".".join([view.strings[row[1]], *reversed(words)]) if row[0] == Op.NAME else ""


def is_name(view: FileView, expression: int) -> bool:
    """Whether a value is only named, or written right there: `f`, `require("m").f`, `() => 1`.

    `const f = g` is g; `const f = make()` and `const f = o.m` are whatever those are at run time, but for
    a module `o`.
    """
    row = view.expressions[expression]
    while row[0] in (Op.CAST, Op.MEMBER, Op.UNARY):
        if row[0] == Op.UNARY and view.strings[row[1]] != "await":
            return False
        inner = view.expressions[row[3] if row[0] == Op.CAST else row[2]]
        if row[0] == Op.MEMBER and inner[0] not in (Op.CALL, Op.MEMBER, Op.UNARY):
            return False
        row = inner
    if row[0] == Op.CALL:
        head = view.expressions[row[2]]
        return head[0] == Op.NAME and view.strings[head[1]] in ("require", "import")
    return row[0] in (Op.NAME, Op.FUNC, Op.OBJECT)


def this_owner(view: FileView, scope: int) -> int:
    """The class, or the function, whose `this` a scope has; arrows have none of their own."""
    scopes, declarations = view.facts.scopes, view.declarations
    while scope > 0:
        owner = scopes[scope].declaration
        if owner != NONE:
            one = declarations[owner]
            if one.kind == "class":
                return owner
            if one.kind in CALLABLES and not one.signature.endswith("=>"):
                if one.parent != NONE and declarations[one.parent].kind == "class":
                    return one.parent
                if one.kind == "function" and one.receiver == NONE:
                    return owner
        scope = scopes[scope].parent
    return NONE


def shapes_of(view: FileView) -> Shapes:
    known = view.memo.get("js.shapes")
    if known is None:
        known = view.memo["js.shapes"] = Shapes(view)
    assert isinstance(known, Shapes)
    return known
