"""Ruby methods that pass a call on: `delegate :run, to: :runner`, `def_delegators :@runner, :run`.

Each name is a method whose body is that one call. Called by `ruby`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Call, Op, Return

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import FileReader

_PATH: Final = re.compile(r"@{0,2}\w+[?!]?(?:\.\w+[?!]?)*|(?:\w+::)*\w+")


def delegates(draft: Draft) -> bool:
    return draft.role.settings.get("attributes") == "delegate"


def delegated_name(reader: FileReader, draft: Draft) -> str:
    """The name of the method that is made, with the prefix that the statement asks for."""
    assert draft.name_node is not None
    name = _word(reader, draft.name_node)
    prefix = _option(reader, draft, "prefix")
    if prefix is None or prefix.type in ("false", "nil"):
        return name
    if prefix.type != "true":
        return f"{_word(reader, prefix)}_{name}"
    return f"{(target_of(reader, draft) or '').lstrip('@').rpartition('.')[2]}_{name}"


def target_of(reader: FileReader, draft: Draft) -> str | None:
    """What the call is passed on to, as it is written; None for what can not be read."""
    given = _option(reader, draft, "to")
    if given is None:
        arguments = draft.node.parent
        if reader.expressions.text(draft.captures["_delegate"][0]) == "delegate":
            return None
        first = None if arguments is None else arguments.named_children[0]
        if first is None or first == draft.node or first.type == "pair":
            return None
        given = first
    if given.type in ("constant", "scope_resolution"):
        return reader.expressions.text(given)
    word = _word(reader, given) if given.type in ("simple_symbol", "string") else ""
    return word if _PATH.fullmatch(word) else None


def note_delegates(reader: FileReader) -> None:
    """The call of each such method, which is also what it gives."""
    for index, draft in enumerate(reader.declarations.drafts):
        if draft.kind not in ("method", "function") or not delegates(draft):
            continue
        target, place = target_of(reader, draft), draft.name_node
        if target is None or place is None or draft.body == NONE:
            continue
        row, name = reader.expressions.row, reader.expressions.string(_called(reader, draft, place))
        called = row(Op.CALL, NONE, row(Op.MEMBER, name, _receiver(reader, target)))
        line = place.start_point.row + 1
        reader.calls.append(Call(called, draft.body, place.start_byte, line, ""))
        reader.returns.append(Return(index, called, draft.body))


def _called(reader: FileReader, draft: Draft, place: Node) -> str:
    """The method that is called: of `def_delegator :@a, :size, :count` the first name."""
    before = place.prev_named_sibling
    statement = reader.expressions.text(draft.captures["_delegate"][0])
    if statement.endswith("delegator") and before is not None and before.prev_named_sibling is not None:
        return _word(reader, before)
    return _word(reader, place)


def _receiver(reader: FileReader, target: str) -> int:
    row, string, name = reader.expressions.row, reader.expressions.string, reader.expressions.name
    if "::" in target:
        first, *rest = target.removeprefix("::").split("::")
        built = name(first)
        for word in rest:
            built = row(Op.MEMBER, string(word), built)
        return built
    first, *rest = target.split(".")
    if first == "class":
        first, rest = "self", ["class", *rest]
    built = name(first)
    for word in rest:
        built = row(Op.CALL, NONE, row(Op.MEMBER, string(word), built))
    return built


def _option(reader: FileReader, draft: Draft, word: str) -> Node | None:
    """The value of `word:` in the statement."""
    arguments = draft.node.parent
    if arguments is None:
        return None
    known: dict[int, dict[str, Node | None]] = reader.notes.setdefault("delegates", {})
    options = known.get(arguments.start_byte)
    if options is None:
        options = known[arguments.start_byte] = {}
        for one in arguments.named_children:
            key = one.child_by_field_name("key") if one.type == "pair" else None
            if key is not None:
                options.setdefault(reader.expressions.text(key), one.child_by_field_name("value"))
    return options.get(word)


def _word(reader: FileReader, node: Node) -> str:
    return reader.expressions.text(node).removeprefix(":").strip("\"'")
