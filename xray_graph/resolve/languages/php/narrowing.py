"""What a PHP test says of a value where it is known to be true: `instanceof`, `assertInstanceOf`.

Called by `values`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.php.scopes import around_of, bindings_of, functions

if TYPE_CHECKING:
    from xray_graph.resolve.languages.php.unions import Type
    from xray_graph.resolve.languages.php.values import Values
    from xray_graph.resolve.view import FileView

_START: Final = re.compile(r"->|\?->|::|\[")  # what stands before it is the variable
_SAME: Final = frozenset({"narrow", "use"})  # bindings that give a variable no other value


def told(types: Values, view: FileView, text: str, scope: int, at: int) -> Type:
    """What the nearest test around a place says of a member or an element, as it is written; nothing
    where it, or its variable, has another value since.
    """
    around, function = around_of(view, scope), functions(view, scope)
    for one in reversed(bindings_of(view).get((function, text), ())):
        if one.kind == "unset" and one.start <= at and one.scope in around:
            return None
        if one.kind == "narrow" and one.start <= at and one.scope in around:
            whole = bindings_of(view).get((function, _START.split(text, maxsplit=1)[0]), ())
            again = any(one.start < b.start <= at and b.kind not in _SAME for b in whole)
            again = again or any(one.start < end <= at for end in _given(view).get((function, text), ()))
            return None if again else types.binding(view, one)
    return None


def _given(view: FileView) -> dict[tuple[int, str], list[int]]:
    """By function and member, as it is written: where its assignments end."""
    known: dict[tuple[int, str], list[int]] | None = view.memo.get("php.given")
    if known is None:
        known = view.memo["php.given"] = {}
        for one in view.facts.assignments:
            row = view.expressions[one.target]
            base = view.expressions[row[2]] if row[0] == Op.MEMBER and row[2] != NONE else (0, NONE)
            if base[0] == Op.NAME and row[1] != NONE:
                text = f"{view.strings[base[1]]}->{view.strings[row[1]].removeprefix('$')}"
                known.setdefault((functions(view, one.scope), text), []).append(one.end or one.start)
    return known


def told_of_part(types: Values, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
    base, key = view.expressions[row[2]], view.expressions[row[3]] if row[3] != NONE else (0, NONE)
    if base[0] != Op.NAME or key[0] != Op.LITERAL:
        return None
    return told(types, view, f"{view.strings[base[1]]}[{view.strings[key[1]]}]", scope, at)


def nearer(types: Values, said: Type, known: Type) -> Type:
    """What a value is of which a test says one thing: what is known without it, where that says more."""
    return known if said is not None and known is not None and types.is_one(known, said) else said
