"""Readings of single C# nodes: what an initializer fills, what a `switch` expression gives.

Called by `languages.csharp`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

_MADE: Final = frozenset(
    {"object_creation_expression", "implicit_object_creation_expression", "assignment_expression"}
)


def arms(switch: Node) -> list[Node]:
    """What the arms of a `switch` expression give."""
    return [one.named_children[-1] for one in switch.named_children if one.type == "switch_expression_arm"]


def made_by(initializer: Node | None) -> Node | None:
    """The `new`, or the member inside one, whose `{ … }` this is; None where it is no such thing."""
    if initializer is None or initializer.type != "initializer_expression":
        return None
    made = initializer.parent
    return made if made is not None and made.type in _MADE else None
