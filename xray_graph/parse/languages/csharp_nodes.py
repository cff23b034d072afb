"""Readings of single C# nodes: what an initializer fills, what a `switch` expression gives; XML comments.

Called by `languages.csharp`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node


_MADE: Final = frozenset(
    {"object_creation_expression", "implicit_object_creation_expression", "assignment_expression"}
)
_XML_REFERENCE: Final = re.compile(
    r"""<(?:see|seealso|paramref|typeparamref)\s[^>]*?(?:cref|name|langword)=["'](?:[A-Z]:)?([^"']*)["'][^>]*>"""
)
_XML_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")


def arms(switch: Node) -> list[Node]:
    """What the arms of a `switch` expression give."""
    return [one.named_children[-1] for one in switch.named_children if one.type == "switch_expression_arm"]


def made_by(initializer: Node | None) -> Node | None:
    """The `new`, or the member inside one, whose `{ … }` this is; None where it is no such thing."""
    if initializer is None or initializer.type != "initializer_expression":
        return None
    made = initializer.parent
    return made if made is not None and made.type in _MADE else None


def members(anonymous: Node) -> list[tuple[Node | None, Node]]:
    """The members of `new { Key = a, b.Value }`: the name where one is written, and the value."""
    found: list[tuple[Node | None, Node]] = []
    name = None
    for part in anonymous.named_children:
        if part.is_extra:
            continue
        after = part.next_sibling
        if after is not None and after.type == "=":
            name = part
        else:
            found.append((name, part))
            name = None
    return found


def without_tags(written: str) -> str:
    """A comment in XML as plain text."""
    written = _XML_TAG.sub("", _XML_REFERENCE.sub(r"\1", written))
    return "\n".join(line for line in written.splitlines() if line.strip()).strip()
