"""The tags of one JSDoc comment that say something of types, and the names that they say it of.

Takes time in proportion to the comment. Called by `jsdoc` and `jsdoc_names`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import NONE, Op
from xray_graph.parse.expressions import UNKNOWN
from xray_graph.parse.languages.jsdoc_types import MAX_TYPE, Stated, Types, record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.parse.expressions import Expressions

_TAG: Final = re.compile(
    r"(?<![\w`])@(param|arg|argument|returns?|type|template|this|extends|augments|implements"
    r"|typedef|callback|property|prop|satisfies)\b\s*"
)
_BRACE: Final = re.compile(r"[{}]")
_NAME: Final = re.compile(r"\s*(?:(\[)\s*)?([\w$]+(?:\[\])?(?:\.[\w$]+(?:\[\])?)*)")
_OBJECTS: Final = frozenset({"", "object", "Object", "*", "any", "?"})
_MARGIN: Final = re.compile(r"^(?:[ \t]*/\*\*|[ \t]*\*+(?!/))|\*/\s*\Z", re.MULTILINE)


class Tag(NamedTuple):
    """One tag of a comment that may state a type."""

    name: str
    type: str  # what stands in its braces
    start: int  # of its `@`
    end: int  # where what it says of the type goes on


def bare(comment: str) -> str:
    """A comment with blanks for its markers: each character stays at its place."""
    return _MARGIN.sub(lambda found: " " * len(found.group()), comment)


def tags(text: str) -> Iterator[Tag]:
    """The tags of a comment in order. One whose brace is never closed is left out."""
    closed: dict[int, int] = {}
    at = 0
    while (found := _TAG.search(text, at)) is not None:
        at, written = found.end(), ""
        if text.startswith("{", at):
            if not closed:
                end = text.find("}", at)
                if end < 0:  # nor is any other closed
                    closed = {-1: -1}
                elif text.find("{", at + 1, end) >= 0:
                    closed = _closed(text, at)
            end = closed.get(at, -1) if closed else end
            if end < 0:
                continue
            if end - at <= MAX_TYPE:
                written = text[at + 1 : end]
            at = end + 1
        yield Tag(found.group(1), written, found.start(), at)


def _closed(text: str, start: int) -> dict[int, int]:
    """Where each brace from `start` on is closed."""
    closed: dict[int, int] = {}
    opened: list[int] = []
    for brace in _BRACE.finditer(text, start):
        if brace.group() == "{":
            opened.append(brace.start())
        elif opened:
            closed[opened.pop()] = brace.start()
    return closed


def named(expressions: Expressions, text: str, tag: Tag) -> Stated | None:
    """The parameter or property that a tag states; None without a name."""
    found = _NAME.match(text, tag.end)
    if found is None:
        return None
    name = found.group(2).replace("[]", "")
    known = Types(expressions, tag.type).read() if tag.type else UNKNOWN
    optional = bool(found.group(1)) or tag.type.rstrip().endswith("=")
    return Stated(name, known, tag.type.strip(" ?!="), optional, tag.start, found.end())


def grouped(expressions: Expressions, stated: list[Stated]) -> list[Stated]:
    """Each name once; what is stated of `options.size` is a member of `options`."""
    top: dict[str, Stated] = {}
    inner: dict[str, dict[str, int]] = {}
    for one in reversed(stated):
        members = inner.pop(one.name, None)
        kept = one
        if members and one.written.removesuffix("[]") in _OBJECTS:
            known = record(expressions, dict(reversed(members.items())))
            if one.written.endswith("[]"):
                known = expressions.row(Op.ARRAY, NONE, known)
            kept = one._replace(type=known)
        holder, _, name = kept.name.rpartition(".")
        if not holder:
            top[name] = kept
        elif kept.type != UNKNOWN:
            known = expressions.row(Op.OPTIONAL, NONE, kept.type) if kept.optional else kept.type
            inner.setdefault(holder, {})[name] = known
    return sorted(top.values(), key=lambda one: one.start)
