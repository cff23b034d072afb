"""PHP scopes: a variable belongs to its whole function, whatever block it is set in. Facts of one file only.

Called by `types` and `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.model import CALLABLES, NONE, Op

if TYPE_CHECKING:
    from xray_graph.model import Binding
    from xray_graph.resolve.view import FileView


def functions(view: FileView, scope: int) -> int:
    """The scope of the function around a scope, or the file's: what a variable belongs to."""
    scopes, declarations = view.facts.scopes, view.declarations
    while scope > 0:
        owner = scopes[scope].declaration
        if owner != NONE and declarations[owner].kind in CALLABLES:
            return scope
        scope = scopes[scope].parent
    return 0


def around_of(view: FileView, scope: int) -> frozenset[int]:
    """A scope and those around it, to its function's own."""
    key = ("php.around", scope)
    known: frozenset[int] | None = view.memo.get(key)
    if known is None:
        stop, found = functions(view, scope), {scope}
        while scope not in (stop, NONE):
            scope = view.facts.scopes[scope].parent
            found.add(scope)
        known = view.memo[key] = frozenset(found)
    return known


def bindings_of(view: FileView) -> dict[tuple[int, str], list[Binding]]:
    """The bindings of each function by name, in order: a variable is the whole function's."""
    known: dict[tuple[int, str], list[Binding]] | None = view.memo.get("php.bindings")
    if known is None:
        known = {}
        for one in view.facts.bindings:
            known.setdefault((functions(view, one.scope), one.name), []).append(one)
        view.memo["php.bindings"] = known
    return known


def is_seen(view: FileView, expression: int, scope: int) -> bool:
    """Whether a value rests on nothing that is hidden from outside: a local of a function that
    states its result is its own business.
    """
    owner = view.enclosing(scope, CALLABLES)
    if owner == NONE or not view.declarations[owner].results:
        return owner == NONE or bool(view.declarations[owner].name)
    own = {"$this", *(p.name for p in view.declarations[owner].parameters)}
    todo = [expression]
    while todo:
        row = view.expressions[todo.pop()]
        if row[0] == Op.NAME and view.strings[row[1]].startswith("$") and view.strings[row[1]] not in own:
            return False
        todo += [child for child in row[2:] if child != NONE]
    return True
