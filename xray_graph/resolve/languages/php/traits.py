"""PHP traits: the names that a class gives their methods, and what they find in the classes that use them.

Called by `types` and `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from xray_graph.model import Op
from xray_graph.resolve.languages.php.names import full_name

if TYPE_CHECKING:
    from xray_graph.resolve.languages.php.types import Types
    from xray_graph.resolve.view import FileView

EXTERNAL: Final = "external"
MAX_USERS: Final = 60  # of one trait


class Member(NamedTuple):
    path: str
    symbol: str
    inherited: bool


def of_users(types: Types, view: FileView, t: Any, name: str) -> set[tuple[str, str]]:
    """What a trait of this file calls and does not have: (path, symbol) of that name in what uses it."""
    index = view.index_of(t[2]) if t[0] == "N" and t[1] == view.path else None
    if index is None or view.declarations[index].kind != "trait":
        return set()
    users = types.world.get(("php.user", full_name(view, index).lower()))
    found = set()
    for path, user in users if len(users) <= MAX_USERS else ():
        known = types.member(("N", path, types.project.views[path].symbols[user]), name)
        if isinstance(known, Member):
            found.add((known.path, known.symbol))
    return found


def renamed_method(types: Types, view: FileView, index: int, name: str) -> Member | None:
    """A trait's method under the name that a class gives it: `use T { old as name; }`."""
    one = view.declarations[index]
    for how, expression in one.bases:
        if how != "alias" or view.name(expression).lower() != name:
            continue
        old = view.expressions[expression][2]
        row = view.expressions[old]
        if row[0] == Op.MEMBER:
            traits = [types.as_type(view, row[2], one.scope, one.start)]
        else:
            traits = [base for kind, base in types.bases(view.path, view.symbols[index]) if kind == "mixes"]
        for trait in traits:
            found = types.method(trait, view.name(old)) if trait is not None and trait[0] == "N" else None
            if isinstance(found, Member):
                return found._replace(inherited=True)
    return None
