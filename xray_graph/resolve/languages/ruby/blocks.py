"""What a Ruby block sees beside what is written around it, as far as its file says so.

Test groups (`describe X do`), hooks and `define_method` evaluate a block on something else than the `self`
around it: a name may then be a method of an instance of the class whose body holds the block, or of a module
that the block includes, and an instance variable is what the blocks of one group give it. Facts of one file
only. Called by `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.ruby.names import CLASSES, METHODS, full_names, named_receiver, owner_name

if TYPE_CHECKING:
    from xray_graph.model import Assignment, Binding
    from xray_graph.resolve.languages.ruby.types import Type
    from xray_graph.resolve.view import FileView

_MADE: Final = ("define_", "let", "subject")  # methods whose body is a block
_GROUPS: Final = frozenset({"describe", "context", "feature"})


def self_type(view: FileView, scope: int) -> Type:
    """What `self` is: None at the top level."""
    index = view.enclosing(scope, METHODS | CLASSES)
    if index == NONE:
        return None
    one = view.declarations[index]
    if one.kind in CLASSES:
        return ("C", full_names(view)[index], True)
    if one.receiver != NONE:  # of what is named there, not of the class around it
        owner = named_receiver(view, index)
        return ("C", owner, True) if owner else None
    owner = owner_name(view, one.parent)
    if not owner:
        return None
    static = "static" in one.attributes and "module_function" not in one.attributes
    return ("C" if static else "I", owner, True)


def local(view: FileView, name: str, scope: int, at: int) -> list[Binding] | None:
    """The assignments that a local variable may have its value from; None when it is no variable."""
    found: list[Binding] = []
    while scope != NONE:
        found += [b for b in view.bindings(scope, name) if b.start < at or b.kind == "parameter"]
        owner = view.facts.scopes[scope].declaration
        if owner != NONE and not _is_open(view, owner):
            break
        scope = view.facts.scopes[scope].parent
    return sorted(found, key=lambda b: b.start) or None


def functions(view: FileView, scope: int, name: str) -> list[tuple[str, int]]:
    """The functions of a name that a scope itself defines; `def cart.total` is a method of `cart` alone."""
    known = view.declarations
    found = view.declared(scope, name)
    return [(view.path, i) for i in found if known[i].kind == "function" and known[i].receiver == NONE]


def _is_open(view: FileView, owner: int) -> bool:
    """Whether a body sees the variables around it: those of `define_method` and `Class.new` are blocks."""
    one = view.declarations[owner]
    return "made" in one.attributes or one.signature.startswith(_MADE)


def in_body(view: FileView, scope: int) -> bool:
    """Whether a scope is a block that stands in the body of a class, outside its methods."""
    scopes, first = view.facts.scopes, scope
    while scope != NONE:
        owner = scopes[scope].declaration
        if owner != NONE and view.declarations[owner].kind in METHODS | CLASSES:
            return view.declarations[owner].kind in CLASSES and scope != first
        scope = scopes[scope].parent
    return False


def group(view: FileView, scope: int) -> int:
    """The outermost block around a scope that no class holds; NONE where there is none."""
    scopes, found = view.facts.scopes, NONE
    while scope > 0:
        owner = scopes[scope].declaration
        if owner != NONE and view.declarations[owner].kind in CLASSES:
            return NONE
        found = scope if owner == NONE else NONE
        scope = scopes[scope].parent
    return found


def given(view: FileView, place: int, name: str) -> list[Assignment]:
    """What an instance variable is given in the blocks and functions of one group."""
    known: dict[tuple[int, str], list[Assignment]] | None = view.memo.get("rb.groups")
    if known is None:
        known = {}
        view.memo["rb.groups"] = known
        for one in view.facts.assignments:
            row = view.expressions[one.target]
            if row[0] == Op.NAME and row[1] != NONE and view.strings[row[1]].startswith("@"):
                outer = group(view, one.scope)
                if outer != NONE:
                    known.setdefault((outer, view.strings[row[1]]), []).append(one)
    return known.get((place, name), [])


def included(view: FileView, scope: int) -> list[int]:
    """The modules that a block includes, the last first."""
    return _included(view).get(scope, [])


def described(view: FileView, scope: int) -> tuple[int, int]:
    """The class that the innermost test group around a scope is about, and the scope that names it."""
    scopes = view.facts.scopes
    while scope > 0:
        outer, start = scopes[scope].parent, scopes[scope].start
        if scopes[scope].declaration == NONE:
            before = [one for one in _groups(view).get(outer, ()) if one[0] < start]
            if before and before[-1][1] != NONE:
                return before[-1][1], outer
        scope = outer
    return NONE, NONE


def _included(view: FileView) -> dict[int, list[int]]:
    known: dict[int, list[int]] | None = view.memo.get("rb.included")
    if known is None:
        known = {}
        view.memo["rb.included"] = known
        for call in view.facts.calls:
            row = view.expressions[call.expression]
            if len(row) > 3 and view.expressions[row[2]][0] == Op.NAME and view.name(row[2]) == "include":
                known.setdefault(call.scope, [])[:0] = row[3:]
    return known


def _groups(view: FileView) -> dict[int, list[tuple[int, int]]]:
    """By scope the test groups that begin in it: their first byte, and the constant they are about."""
    known: dict[int, list[tuple[int, int]]] | None = view.memo.get("rb.described")
    if known is None:
        known = {}
        view.memo["rb.described"] = known
        for call in view.facts.calls:
            row = view.expressions[call.expression]
            callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
            if callee[1] == NONE:
                continue
            about = row[3] if len(row) > 3 and view.strings[callee[1]] in _GROUPS else NONE
            if about != NONE and not _is_constant(view, about):
                about = NONE
            known.setdefault(call.scope, []).append((call.start, about))
        for found in known.values():
            found.sort()
    return known


def _is_constant(view: FileView, expression: int) -> bool:
    row = view.expressions[expression]
    return row[0] in (Op.NAME, Op.MEMBER) and row[1] != NONE and view.strings[row[1]][:1].isupper()
