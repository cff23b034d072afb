"""Which files a Ruby `require` names, where that is worked out from what is written there. Called by `ruby`.

require File.expand_path("../boot", __FILE__)
autoload :Const, "#{__dir__}/puma/const"
%w[one two].each { |name| require "shop/#{name}" }
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

_HERE: Final = "\0"  # the file's own folder, as a place to start from
_FILE: Final = f"{_HERE}/\0"
_LOOPS: Final = frozenset({b"each", b"map"})
MAX_NAMES: Final = 64  # of one `require`


def required(node: Node) -> list[tuple[str, bool]]:
    """(module, whether it is beside the file) for each file that an expression is known to name."""
    found = []
    for one in _texts(node) or ():
        if not one.startswith(_HERE):
            found.append((one, False))
        elif "\0" not in (path := posixpath.normpath("./" + one[1:].lstrip("/"))):
            found.append((path if path.startswith(".") else f"./{path}", True))
    return found


def _texts(node: Node) -> list[str] | None:
    """The texts that an expression may have."""
    if node.type in ("string", "bare_string"):
        return _together([_piece(one) for one in node.named_children], "")
    if node.type == "identifier":
        if node.text in (b"__dir__", b"__FILE__"):
            return [_HERE if node.text == b"__dir__" else _FILE]
        return _looped(node)
    if node.type != "call":
        return None
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    arguments = node.child_by_field_name("arguments")
    if receiver is None or method is None or arguments is None or receiver.text not in (b"File", b"::File"):
        return None
    parts = [_texts(one) for one in arguments.named_children]
    if method.text == b"join":
        return _together(parts, "/")
    if method.text == b"dirname" and len(parts) == 1:
        return None if parts[0] is None else [posixpath.dirname(one) or f"{one}/.." for one in parts[0]]
    if method.text == b"expand_path" and len(parts) == 2:
        return _together(parts[::-1], "/")
    return parts[0] if method.text == b"expand_path" and len(parts) == 1 else None


def _piece(node: Node) -> list[str] | None:
    if node.type == "string_content" and node.text is not None:
        return [node.text.decode("utf-8", "replace")]
    return _texts(node.named_children[0]) if node.type == "interpolation" and node.named_children else None


def _together(parts: list[list[str] | None], between: str) -> list[str] | None:
    found = [""]
    for at, part in enumerate(parts):
        if part is None or len(found) * len(part) > MAX_NAMES:
            return None
        found = [f"{before}{between if at else ''}{one}" for before in found for one in part]
    return found if parts else None


def _looped(name: Node) -> list[str] | None:
    """The words that a parameter of a block goes through, `%w[a b].each { |name| … }`."""
    above = name.parent
    while above is not None and above.type not in ("method", "singleton_method", "class", "module"):
        taken = above.child_by_field_name("parameters") if above.type in ("block", "do_block") else None
        if taken is not None and any(one.text == name.text for one in taken.named_children):
            call = above.parent
            words = None if call is None else call.child_by_field_name("receiver")
            method = None if call is None else call.child_by_field_name("method")
            if words is None or method is None or method.text not in _LOOPS:
                return None
            if words.type not in ("string_array", "array"):
                return None
            return _all(words)
        above = above.parent
    return None


def _all(words: Node) -> list[str] | None:
    found: list[str] = []
    for one in words.named_children:
        texts = _texts(one)
        if texts is None or len(found) >= MAX_NAMES:
            return None
        found += texts
    return found
