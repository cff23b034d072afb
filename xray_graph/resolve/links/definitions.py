"""What the names of `origins` may mean, one by one, and the plain text of literals. Called by `origins`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from xray_graph.model import NONE, Op

if TYPE_CHECKING:
    from xray_graph.resolve.view import FileView

Names: TypeAlias = "frozenset[str]"

NOTHING: Final[Names] = frozenset()
_UNDECLARED: Final = frozenset({"python", "ruby", "php"})  # languages without a word for constants


def is_fixed(one: Definition) -> bool:
    """Whether nothing gives a name another value: in languages that say so it has to say so."""
    if one.declared == NONE:
        return True  # each assignment is a definition of its own
    declared = one.view.declarations[one.declared]
    stated = declared.kind == "constant" or not {"final", "readonly", "const"}.isdisjoint(declared.attributes)
    return stated or one.view.head.language in _UNDECLARED


def made_type(view: FileView, value: int) -> int:
    row = view.expressions[value]
    while row[0] == Op.UNARY:
        row = view.expressions[row[2]]
    return row[2] if row[0] == Op.NEW else NONE


class Definition(NamedTuple):
    """One thing that a name may mean: a binding by its type and value, a declaration, or an origin."""

    view: FileView
    scope: int
    type: int = NONE
    value: int = NONE
    declared: int = NONE
    origins: Names = NOTHING
    module: str = ""  # a file of the repository, where the name is a module
    name: str = ""


def instances(names: Names) -> Names:
    """What making, or calling, these gives."""
    return frozenset(f"{one}()" for one in names)


def string(written: str) -> str | None:
    """The text of a string literal without anything that is put in at run time; None for what is none."""
    quote = written[-1:]
    if quote == "#":  # r#"..."#
        written = written.rstrip("#")
        quote = written[-1:]
    at = written.find(quote) if quote else -1
    if quote not in {'"', "'", "`"} or at == len(written) - 1:
        return f"{written[1:]}" if written[:1] == ":" and len(written) > 1 else None
    prefix = written[:at].lower().rstrip("#")
    if "f" in prefix or "$" in prefix:
        return None
    width = 3 if written[at : at + 3] == quote * 3 and len(written) >= at + 6 else 1
    text = written[at + width : -width]
    if quote in text and quote * 2 not in text and "\\" + quote not in text:
        return None  # several literals side by side
    if (quote == "`" and "${" in text) or "#{" in text:
        return None
    return text
