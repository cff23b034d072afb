"""What a Ruby block is handed to, and what a method yields to the block that it is given. Called by `ruby`.

A block's scope has a binding without a name, of kind "block", whose value is the call that it is written
with; each of its parameters is a PART of that call. A `yield` is a return of kind "yield", of a SEQUENCE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from xray_graph.model import CALLABLES, CONTAINERS, NONE, Binding, Op, Return

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from xray_graph.parse.extract import FileReader

_BODIES: Final = frozenset({"class", "module", "program"})
_METHODS: Final = frozenset({"method", "singleton_method", "lambda"})
_BLOCKS: Final = frozenset({"block", "do_block"})
_ITERATING: Final = frozenset({"each", "each_with_index", "each_pair", "each_value", "times", "tap"})
_OF_CLASS: Final = frozenset(
    {
        "included",
        "prepended",
        "class_eval",
        "module_eval",
        "class_exec",
        "module_exec",
        "concerning",
        "silence_warnings",
    }
)
_COUNTED: Final = frozenset({"identifier", "destructured_parameter", "optional_parameter"})


def note_blocks(reader: FileReader, blocks: Iterable[Node]) -> None:
    expressions, scopes = reader.expressions, reader.regions.scopes
    parts: dict[tuple[int, str], int] = {}  # by a parameter's start and name
    for block in blocks:
        start = block.start_byte
        scope = reader.regions.at(start)
        call = block.parent
        if call is None or scopes[scope].start != start or scopes[scope].declaration != NONE:
            continue
        made = expressions.build(call)
        reader.bindings.append(Binding(scope, "", start, NONE, made, "block"))
        taken = block.child_by_field_name("parameters")
        for position, one in enumerate(() if taken is None else taken.named_children):
            if one.type not in _COUNTED:
                break
            if one.type == "identifier":
                parts[one.start_byte, expressions.text(one)] = expressions.row(Op.PART, position, made)
    for at, bound in enumerate(reader.bindings if parts else ()):
        part = parts.get((bound.start, bound.name)) if bound.kind == "parameter" else None
        if part is not None:
            reader.bindings[at] = msgspec.structs.replace(bound, value=part)


def runs_on_class(reader: FileReader, node: Node) -> bool:
    """Whether a statement in a class's body is evaluated on the class, whatever blocks it stands in.

    So are those that iterate, and those of `included do … end` and `class_eval`; not those of test groups,
    of hooks and of other methods, which may be evaluated on anything.
    """
    above = node.parent
    while above is not None and above.type not in _BODIES:
        if above.type in _METHODS:
            return False
        if above.type in _BLOCKS:
            scopes = reader.regions.scopes
            around = scopes[scopes[reader.regions.at(above.start_byte)].parent]
            if around.declaration != NONE and around.end == above.end_byte:  # its body: `Class.new do … end`
                return reader.declarations.drafts[around.declaration].kind in CONTAINERS
            if above.parent is None or not _keeps_class(reader, above.parent):
                return False
        above = above.parent
    return True


def _keeps_class(reader: FileReader, call: Node) -> bool:
    """Whether a call of a class's body evaluates its block on the class, or on one that includes it."""
    method, receiver = call.child_by_field_name("method"), call.child_by_field_name("receiver")
    name = "" if method is None else reader.expressions.text(method)
    return name in _ITERATING or (name in _OF_CLASS and (receiver is None or receiver.type == "self"))


def note_yields(reader: FileReader, yields: Iterable[Node]) -> None:
    drafts, expressions = reader.declarations.drafts, reader.expressions
    for node in yields:
        scope = reader.regions.at(node.start_byte)
        owner = reader.regions.owner(scope)
        while owner != NONE and drafts[owner].kind not in CALLABLES:
            owner = drafts[owner].parent
        if owner != NONE:
            given = [one for child in node.named_children for one in child.named_children]
            row = expressions.row(Op.SEQUENCE, NONE, *(expressions.build(one) for one in given))
            reader.returns.append(Return(owner, row, scope, "yield"))
