"""The argument that an `out var x` of C# is, and so the type that it has: the parameter's.

Calls hold no places of their arguments, so those of a file are told apart by where its calls begin: an
inner call takes the variables behind its start before an outer one does. Facts of one file only. Called
by `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op

if TYPE_CHECKING:
    from xray_graph.model import Binding, Call
    from xray_graph.resolve.view import FileView

_DECLARED: Final = 3  # the length of a cast without an operand: `out var x`


def argument_of(view: FileView, one: Binding) -> tuple[Call, int] | None:
    """The call that an `out` variable is declared in, and the place of it among the arguments."""
    known: dict[tuple[int, str], tuple[Call, int]] | None = view.memo.get("cs.outs")
    if known is None:
        known = view.memo["cs.outs"] = _found(view)
    return known.get((one.start, one.name))


def _found(view: FileView) -> dict[tuple[int, str], tuple[Call, int]]:
    left = [one for one in view.facts.bindings if one.kind == "out"]
    found: dict[tuple[int, str], tuple[Call, int]] = {}
    if not left:
        return found
    calls = [(call, places) for call in view.facts.calls if (places := _places(view, call))]
    calls.sort(key=lambda entry: (-entry[0].start, entry[0].expression))
    for call, places in calls:
        first = next((n for n, one in enumerate(left) if one.start >= call.start), len(left))
        taken = left[first : first + len(places)]
        if len(taken) == len(places):
            found.update({(b.start, b.name): (call, at) for b, at in zip(taken, places, strict=True)})
            del left[first : first + len(places)]
    return found


def _places(view: FileView, call: Call) -> list[int]:
    """Which arguments of a call declare a variable."""
    rows = view.expressions
    found = []
    for place, argument in enumerate(rows[call.expression][3:]):
        row = rows[argument] if argument != NONE else (int(Op.UNKNOWN), NONE)
        if row[0] == Op.KEYWORD:
            row = rows[row[2]]
        if row[0] == Op.CAST and len(row) == _DECLARED:
            found.append(place)
    return found
