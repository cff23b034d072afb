"""The types in Ruby's documentation comments: `@param name [Foo]`, `@param [Foo] name`, `@return [Foo, nil]`.

Only one class counts, `nil` beside it does not; what is no constant (`#each`, `self`, `Array<Foo>`) says
nothing. Called by the hooks of `ruby`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from xray_graph.model import NONE, Op

if TYPE_CHECKING:
    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import FileReader

WRITTEN: Final = re.compile(rb"#[ \t]*@(?:param|return)\b[^\n]*\[")
_TAG: Final = re.compile(
    r"^[ \t]*@(?:param[ \t]+(?:(?P<before>[a-z_]\w*)[ \t]+)?|(?P<result>return)[ \t]+)"
    r"\[(?P<types>[^\]\n]*)\](?:[ \t]+(?P<after>[a-z_]\w*))?",
    re.MULTILINE,
)
_CLASS: Final = re.compile(r"(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*")


def state(reader: FileReader, draft: Draft, written: str) -> None:
    """Give a method's parameters and its result the types that its comment states."""
    stated: dict[str, int] = {}
    for match in _TAG.finditer(written):
        types = {one.strip() for one in match["types"].split(",")} - {"nil", ""}
        name = types.pop() if len(types) == 1 else ""
        if _CLASS.fullmatch(name) is None:
            continue
        if match["result"]:
            draft.results = (_constant(reader, name),)
        else:
            stated[match["before"] or match["after"] or ""] = _constant(reader, name)
    if not stated:
        return
    draft.parameters = tuple(
        msgspec.structs.replace(one, type=stated.get(one.name, one.type)) for one in draft.parameters
    )
    bindings = reader.bindings
    for at in range(len(bindings) - 1, max(len(bindings) - 80, -1), -1):
        one = bindings[at]
        if one.scope == draft.body and one.kind == "parameter" and one.name in stated:
            bindings[at] = msgspec.structs.replace(one, type=stated[one.name])


def _constant(reader: FileReader, name: str) -> int:
    """The expression of a constant that is written `A::B`."""
    expressions = reader.expressions
    first, *rest = name.removeprefix("::").split("::")
    if name.startswith("::"):
        made = expressions.row(Op.MEMBER, expressions.string(first), NONE)
    else:
        made = expressions.name(first)
    for one in rest:
        made = expressions.row(Op.MEMBER, expressions.string(one), made)
    return made
