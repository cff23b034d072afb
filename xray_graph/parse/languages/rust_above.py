"""What stands above a Rust item: its attributes and its documentation, read off the lines.

A node a comment line would cost more than everything else of a well documented file, so the lines are
looked at in place of the tree. Called by the hooks of `rust`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.parse.prose import comment_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import FileReader

_ATTRIBUTE: Final = re.compile(rb"#\[\s*(?:unsafe\s*\(\s*)?([A-Za-z_][\w:]*)\s*")
# A line, or what is left of one, that holds attributes and comments and nothing that they stand above.
_NO_ITEM: Final = re.compile(
    rb"""(?>(?:\s++
      | \#!?\[(?>(?:[^\[\]"] | "(?>(?:[^"\\]|\\.)*)" | \[[^\]]*\])*)\]
      | /\*(?>[^*]*(?:\*(?!/)[^*]*)*)\*/)*)(?://.*)?""",
    re.VERBOSE | re.DOTALL,
)
_SPACE: Final = re.compile(r"\s+")
# The last names of attributes that make a function a test, of the language and of its usual helpers.
_TESTS: Final = frozenset(
    {"test", "rstest", "test_case", "bench", "wasm_bindgen_test", "quickcheck", "test_log", "proptest"}
)
_MARKS: Final = {"deprecated": "deprecated", "macro_export": "exported"}
# Attributes that say on which path of a server a function answers.
_ROUTES: Final = frozenset({"get", "post", "put", "delete", "patch", "head", "options", "route"})
_FIRST_STRING: Final = re.compile(r'"[^"]*"')
MAX_CFG: Final = 120  # characters of a condition that is kept
MAX_LINES: Final = 60  # of one comment or attribute above an item


class Above(NamedTuple):
    attributes: list[str]
    doc: str
    derives: list[str]  # the paths in `#[derive(...)]`
    routes: list[tuple[str, str]]  # (attribute's path, the string in it)


def above(reader: FileReader, draft: Draft) -> Above:
    """The attributes and the documentation that stand above an item."""
    known: dict[int, Above] = reader.notes.setdefault("above", {})
    node = draft.node
    found = known.get(node.start_byte)
    if found is None:
        text = text_above(reader, node)
        found = known[node.start_byte] = _read_above(text, reader) if text else Above([], "", [], [])
    return found


def condition_above(reader: FileReader, node: Node) -> str:
    """The `#[cfg(...)]` above an item as one condition, "" without any."""
    if not reader.notes.setdefault("has conditions", b"cfg(" in reader.data):
        return ""
    text = text_above(reader, node)
    found = _read_above(text, reader).attributes if b"cfg" in text else []
    given = [one.removeprefix("cfg=") for one in found if one.startswith("cfg=")]
    return f"all({', '.join(given)})" if len(given) > 1 else "".join(given)


def text_above(reader: FileReader, node: Node) -> bytes:
    """The comments and attributes right before an item, as written; found by lines, not in the tree."""
    data = reader.data
    start = data.rfind(b"\n", 0, node.start_byte) + 1
    before = data[start : node.start_byte].strip()
    if before and not _NO_ITEM.fullmatch(before):
        return b""
    while start > 0:
        line_start = data.rfind(b"\n", 0, start - 1) + 1
        line = data[line_start : start - 1].strip()
        if line.startswith(b"//") or (line.startswith(b"#[") and _NO_ITEM.fullmatch(line)):
            start = line_start
            continue
        opening = b"/*" if line.endswith(b"*/") else b"#[" if line.endswith(b"]") else b""
        top = _opened(data, line_start, opening) if opening else -1
        if top < 0:
            break
        start = top
    return data[start : node.start_byte].strip()


def _opened(data: bytes, start: int, opening: bytes) -> int:
    """Where the line begins that opens what ends on the line at `start`; -1 when there is none near."""
    for _ in range(MAX_LINES):
        end = data.find(b"\n", start)
        line = data[start : end if end >= 0 else len(data)].strip()
        if line.startswith(opening):
            return start
        if not line or start == 0 or (opening == b"#[" and line.endswith((b";", b"{", b"}"))):
            return -1
        start = data.rfind(b"\n", 0, start - 1) + 1
    return -1


def _read_above(text: bytes, reader: FileReader) -> Above:
    prose: list[bytes] = []
    code: list[bytes] = []
    for line in text.split(b"\n"):
        bare = line.strip()
        (prose if bare.startswith((b"//", b"/*", b"*")) else code).append(bare)
    rest = b"\n".join(code)
    found = []
    derives: list[str] = []
    routes: list[tuple[str, str]] = []
    for match in _ATTRIBUTE.finditer(rest):
        name = match.group(1).decode("utf-8", "replace").rpartition("::")[2]
        if name in _TESTS:
            found.append("test")
        elif name in _MARKS:
            found.append(_MARKS[name])
        elif name == "cfg":
            condition = _bracketed(rest, match.end())
            found.append(f"cfg={condition[:MAX_CFG]}")
        elif name == "derive":
            derives += [one for one in _SPACE.sub("", _bracketed(rest, match.end())).split(",") if one]
        elif name in _ROUTES:
            written = _FIRST_STRING.search(_bracketed(rest, match.end()))
            routes += [(match.group(1).decode("utf-8", "replace"), written[0])] if written else []
    doc = comment_text(b"\n".join(prose), reader.grammar.comment_prefixes) if prose else ""
    return Above(found, doc, derives, routes)


def _bracketed(text: bytes, start: int) -> str:
    """What stands between the bracket at `start` and the one that closes it, on one line."""
    depth = 0
    for at in range(start, len(text)):
        if text[at] == 0x28:
            depth += 1
        elif text[at] == 0x29:
            depth -= 1
            if depth == 0:
                inner = text[start + 1 : at].decode("utf-8", "replace")
                return _SPACE.sub(" ", inner).strip()
    return ""
