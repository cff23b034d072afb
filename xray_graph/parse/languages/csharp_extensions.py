"""Extension blocks of C# 14, `extension(string text) { public int Words() … }`, which no grammar has yet.

The parser is shown a structure with a primary constructor in their place, of the same length. It is no
declaration; its members belong to the class around it, and are extension methods of its receiver. Called by
`csharp`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Binding, Parameter

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import FileReader

_WORD: Final = re.compile(rb"\bextension\s*[<(]")
_BLOCK: Final = re.compile(rb"extension\s*(?:<[^<>(){};]{1,200}>)?\s*\([^;{}]{1,400}\)[^;{}()]{0,400}\{")
_INSTEAD: Final = b"struct  E"  # as long as the word


def starts(data: bytes) -> list[int]:
    """Where the extension blocks of a file begin."""
    if b"extension" not in data:
        return []
    found = []
    for word in _WORD.finditer(data):
        line = data[data.rfind(b"\n", 0, word.start()) + 1 : word.start()]
        if not line.strip() and _BLOCK.match(data, word.start()):
            found.append(word.start())
    return found


def as_structures(data: bytes) -> bytes:
    """The text with a structure in place of each extension block."""
    found = starts(data)
    if not found:
        return data
    changed = bytearray(data)
    for start in found:
        changed[start : start + len(_INSTEAD)] = _INSTEAD
    return bytes(changed)


def received(reader: FileReader, draft: Draft, blocks: list[Node]) -> list[str]:
    """Make a member of one of the blocks take its receiver; the attributes of an extension method."""
    start = draft.node.start_byte
    block = next((one for one in blocks if one.start_byte < start < one.end_byte), None)
    if block is None:
        return []
    lists = {child.type: child for child in block.named_children}
    taken = lists["parameter_list"].named_children if "parameter_list" in lists else []
    named = taken[0].child_by_field_name("name") if taken else None
    declared = taken[0].child_by_field_name("type") if taken else None
    if named is None or declared is None:
        return []
    expressions = reader.expressions
    name, built = expressions.text(named), expressions.build(declared)
    if draft.body != NONE:
        reader.bindings.append(Binding(draft.body, name, start, built, NONE, "parameter"))
    if draft.kind != "method":
        return []
    draft.parameters = (Parameter(name, built, NONE, ""), *draft.parameters)
    if "type_parameter_list" in lists:
        names = [one.child_by_field_name("name") for one in lists["type_parameter_list"].named_children]
        own = tuple((expressions.text(one), NONE) for one in names if one is not None)
        draft.type_parameters = (*own, *draft.type_parameters)
    return ["extension", "static"]
