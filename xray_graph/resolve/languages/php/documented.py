"""PHP: members that a class has by its comment: `@method`, `@property`, and those of a `@mixin`.

What is declared comes first, whoever of the bases has it. A `@method` says what a call of it gives; what
runs is the method of that name that the `@mixin`s and `@see`s beside it have, where they have one. What a
class outside may have is not taken from a `@mixin`. Called by `values` and `closures`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from xray_graph.model import NONE
from xray_graph.resolve.languages.php.traits import EXTERNAL, Member, of_users
from xray_graph.resolve.languages.php.unions import Type, bound_to, parts, union

if TYPE_CHECKING:
    from xray_graph.resolve.languages.php.types import Types
    from xray_graph.resolve.view import FileView

_HIDDEN: Final = frozenset({"private", "protected"})  # what a mixin keeps to itself
_MIXIN: Final = "@mixin"
_LEADING: Final = frozenset({_MIXIN, "@see"})


class Documented(NamedTuple):
    """What a comment says of a member: which one is meant, of which class, and what it gives."""

    member: Member | None
    holder: Type
    type: Type
    is_named: bool  # by a `@method` or `@property`


# A member, however it is found; EXTERNAL where only a base outside can have it, None where nothing has.
Found: TypeAlias = "Member | Documented | str | None"


def documented(types: Types, t: Any, name: str) -> Documented | None:
    """A member by the name it is looked up by, where no class of the repository that `t` is declares it."""
    if t[0] == "&":
        found = {one for part in t[1] for inner in parts(part) if (one := documented(types, inner, name))}
        return found.pop() if len(found) == 1 else None
    if not _says(types, t):
        return None
    said: Documented | None = types.derived(
        "php.documented", t[1], t[2], name, lambda view, index: _documented(types, view, index, name)
    )
    return said


def undeclared(types: Types, view: FileView, t: Any, name: str, scope: int, known: Found) -> Found:
    """What a scope sees of a name that a class does not declare; `known` is EXTERNAL where a base may.

    What a trait lacks is that of its users, if they have the same, else what a comment says.
    """
    of_user = of_users(types, view, t, name) if t == types.own_class(view, scope) else set()
    if of_user:
        return Member(*of_user.pop(), inherited=True) if len(of_user) == 1 else known
    return _or_documented(types, t, name, known)


def _or_documented(types: Types, t: Any, name: str, known: Found) -> Found:
    """What is declared, else what a comment says."""
    said = None if isinstance(known, Member) else documented(types, t, name)
    return said if said is not None and (said.is_named or known != EXTERNAL) else known


def result_of(types: Types, said: Documented, receiver: Type) -> Type:
    """What a call of a documented method gives; `static` of a mixin may be the receiver or the mixin."""
    if said.type is not None or said.member is None:
        return bound_to(said.type, receiver)
    own = types.result(said.member.path, said.member.symbol)
    return bound_to(own, union((receiver, said.holder)))


def _says(types: Types, t: Any) -> bool:
    """Whether the comment of a class or of one of its bases says anything of members."""

    def compute(view: FileView, index: int) -> bool:
        if view.declarations[index].value != NONE:
            return True
        bases = types.bases(view.path, view.symbols[index])
        return any(_says(types, base) for _, base in bases if base is not None and base[0] == "N")

    return bool(types.derived("php.says", t[1], t[2], "", compute))


def _said(view: FileView, index: int) -> tuple[dict[str, int], list[tuple[str, int]]]:
    """The types that a class's comment gives its members, and its `@mixin`s and `@see`s."""
    key = ("php.said", index)
    known: tuple[dict[str, int], list[tuple[str, int]]] | None = view.memo.get(key)
    if known is None:
        members: dict[str, int] = {}
        leading: list[tuple[str, int]] = []
        value = view.declarations[index].value
        for row in view.expressions[value][2:] if value != NONE else ():
            word, stated = view.name(row), view.expressions[row][2]
            if word in _LEADING:
                leading.append((word, stated))
            else:
                members.setdefault(word if word.startswith("$") else word.lower(), stated)
        known = view.memo[key] = members, leading
    return known


def _documented(types: Types, view: FileView, index: int, name: str) -> Documented | None:
    one = view.declarations[index]
    members, leading = _said(view, index)
    if name in members:
        holders = [types.as_type(view, held, one.body, one.start) for _, held in leading]
        return _implementing(types, holders, name, types.as_type(view, members[name], one.body, one.start))
    for word, stated in leading:
        holder = types.as_type(view, stated, one.body, one.start) if word == _MIXIN else None
        if holder is None or holder[0] != "N":
            continue
        found = _or_documented(types, holder, name, types.member(holder, name))
        if isinstance(found, Member):
            if _HIDDEN.isdisjoint(types.attributes(found)):
                return Documented(found._replace(inherited=True), holder, None, is_named=False)
            continue
        if isinstance(found, Documented):
            return found._replace(is_named=False)
    for _, base in types.bases(view.path, view.symbols[index]):
        inherited = documented(types, base, name) if base is not None and base[0] == "N" else None
        if inherited is not None:
            return inherited
    return None


def _implementing(types: Types, holders: list[Type], name: str, t: Type) -> Documented:
    """A named member with the one that the classes beside it have."""
    found: dict[tuple[str, str], Documented] = {}
    for holder in holders if not name.startswith("$") else ():
        if holder is None or holder[0] != "N":
            continue
        known = _or_documented(types, holder, name, types.member(holder, name))
        through = known.holder if isinstance(known, Documented) else holder
        member = known.member if isinstance(known, Documented) else known
        if isinstance(member, Member):
            place = (member.path, member.symbol)
            found.setdefault(place, Documented(member._replace(inherited=True), through, t, is_named=True))
    if len(found) == 1:
        return found.popitem()[1]
    return Documented(None, None, t, is_named=True)
