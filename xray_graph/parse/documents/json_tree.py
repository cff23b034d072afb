"""Text of JSON → the tree that YAML has too, with the line of every key and value.

The standard library's reader tells no places. This one takes what people write in settings: comments and
commas at the end. One pass over tokens, without recursion; what cannot be read ends the tree there and is
told. Called by `json_files`.
"""

from __future__ import annotations

import bisect
import json
import re
from typing import Final

from xray_graph.model import Diagnostic
from xray_graph.parse.documents.settings import whole
from xray_graph.parse.documents.yaml_nodes import Mapping, Node, Scalar, Sequence

MAX_DEPTH: Final = 200

_TOKEN: Final = re.compile(
    r"""[ \t\r\n\ufeff]+ | //[^\n]* | /\*.*?\*/
      | (?P<string>"(?>(?:[^"\\\n]++|\\.)*)")
      | (?P<mark>[\[\]{}:,])
      | (?P<word>[-+\w.]+)""",
    re.VERBOSE | re.DOTALL,
)


class _Open:
    """A list or an object that is being read; of an object, the key that waits for its value."""

    __slots__ = ("key", "node")

    def __init__(self, node: Mapping | Sequence) -> None:
        self.node = node
        self.key: Scalar | None = None


def read(text: str) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """The value of a text, None when there is none, and what was wrong with it. Never raises."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._open: list[_Open] = []
        self._root: Node | None = None

    def read(self) -> tuple[Node | None, tuple[Diagnostic, ...]]:
        at, text = 0, self._text
        while at < len(text):
            match = _TOKEN.match(text, at)
            line = bisect.bisect_right(self._starts, at)
            if match is None or not self._take(match, line):
                return self._fail(line)
            at = match.end()
        if self._open:
            return self._fail(len(self._starts))
        return self._root, ()

    def _take(self, match: re.Match[str], line: int) -> bool:
        """Take one token; False where it cannot stand."""
        mark, string, word = match["mark"], match["string"], match["word"]
        top = self._open[-1] if self._open else None
        waiting = top is not None and isinstance(top.node, Mapping) and top.key is None
        if string is not None or word is not None:
            value = Scalar(
                _said(string) if string is not None else word, line, line, "", plain=string is None
            )
            if not waiting or top is None:
                return self._put(value)
            top.key = value
        elif mark is None:
            return True  # blanks, a comment
        elif mark in "{[":
            if waiting or len(self._open) >= MAX_DEPTH:
                return False
            self._open.append(_Open(Mapping(line) if mark == "{" else Sequence(line)))
        elif mark in "}]":
            if top is None or isinstance(top.node, Mapping) != (mark == "}"):
                return False
            node = self._open.pop().node
            node.end_line = line
            return self._put(node)
        return True

    def _put(self, value: Node) -> bool:
        if not self._open:
            if self._root is not None:
                return False
            self._root = value
            return True
        outer = self._open[-1]
        if isinstance(outer.node, Sequence):
            outer.node.items.append(value)
        elif outer.key is not None:
            outer.node.entries.setdefault(outer.key.text, (outer.key, value))
            outer.key = None
        return True

    def _fail(self, line: int) -> tuple[Node | None, tuple[Diagnostic, ...]]:
        while self._open:
            node = self._open.pop().node
            node.end_line = line
            self._put(node)
        return self._root, (Diagnostic("parse-error", "no JSON from here on", line, line),)


def _said(string: str) -> str:
    try:
        return whole(str(json.loads(string, strict=False)))
    except ValueError:
        return string[1:-1]
