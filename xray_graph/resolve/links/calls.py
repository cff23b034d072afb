"""The calls of a file by the last name of what is called: readers look at no others.

A file may have thousands of calls, and few of them are of names that a framework has. Called by the readers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.model import NONE, Op

if TYPE_CHECKING:
    from collections.abc import Collection

    from xray_graph.model import Call
    from xray_graph.resolve.view import FileView


def calls_named(view: FileView, names: Collection[str], arguments: int = 0) -> list[Call]:
    """The calls of these names that have at least so many arguments, in the order of the file."""
    wanted = {number for number, text in enumerate(view.strings) if text in names}
    if not wanted:
        return []
    rows, found = view.expressions, []
    least = arguments + 3
    for call in view.facts.calls:
        row = rows[call.expression]
        if len(row) < least or row[2] == NONE:
            continue
        callee = rows[row[2]]
        while callee[0] == Op.APPLY:
            callee = rows[callee[2]]
        if callee[1] in wanted and callee[0] in (Op.MEMBER, Op.NAME):
            found.append(call)
    return found
