"""Text of YAML → trees of its documents, with the line of everything and every scalar as it is written.

Composed from libyaml's events, in one pass and without recursion. Nothing is constructed: `no`, `0123` and
`22:22` stay text, an unknown tag is kept beside its scalar, an alias is the very node of its anchor (so a
bomb takes no memory; who walks a tree counts what it visits). Of a key that is written twice the last
counts, as in every reader of YAML, and the tree says so.

What cannot be read ends its document only: what stood before it is kept, and reading goes on at the next
`---`. Called by `yaml_files` and the readers of single formats.
"""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass, field
from typing import Any, Final

import yaml  # no types come with it: it ends at this module

from xray_graph.model import Diagnostic
from xray_graph.parse.documents.templates import FILLER, settled, written_scalar
from xray_graph.parse.documents.yaml_nodes import Mapping, Node, Scalar, Sequence

MAX_DOCUMENTS: Final = 5_000  # of one file
MAX_RESTARTS: Final = 100  # after errors in one file

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the slow one where there is no libyaml
_ODD_BREAK: Final = re.compile("\r(?!\n)|[\x85\u2028\u2029]")  # libyaml counts these as lines, files do not
_NO_YAML: Final = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_DOCUMENT_START: Final = re.compile(r"^---(?=\s|\Z)", re.MULTILINE)


@dataclass(slots=True)
class Document:
    """One document. `line` and `end_line` are those of its content."""

    root: Node
    line: int
    end_line: int


@dataclass(slots=True)
class Stream:
    """All documents of a text that have a content, and what was wrong with it."""

    documents: list[Document] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def read(text: str, written: str = "") -> Stream:
    """The documents of a text. Never raises for what stands there.

    `written` is the text before its template actions were masked: scalars with an action in them are taken
    from there. Both arms of a condition stand in such a text, so a key that is there twice is no fault.
    """
    source = None
    if written:
        text, moved = settled(text)
        source = _Source(written, moved)
    stream = Stream()
    if _NO_YAML.search(text):
        text = _NO_YAML.sub("\ufffd", text)
    lines = _Lines(text)
    base = 0
    for _ in range(MAX_RESTARTS):
        reader = _Reader(text[base:] if base else text, base, lines, stream, source)
        where = reader.run()
        if where is None:
            break
        following = _DOCUMENT_START.search(text, max(where, base + 1))
        if following is None:
            break
        base = following.start()
    return stream


class _Lines:
    """Character → line of the file, from 1; only asked where libyaml counts otherwise."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(m.end() for m in re.finditer("\n", text))] if _ODD_BREAK.search(text) else None
        self._text = text
        self._count = text.count("\n") + (not text.endswith("\n"))

    def number(self, at: int, counted: int) -> int:
        """The line of a character that libyaml counts on line `counted`; it sees one more at the end."""
        return min(self._count, counted if self.starts is None else bisect.bisect_right(self.starts, at))

    def before(self, at: int) -> int:
        """How many lines end before a character."""
        return self._text.count("\n", 0, at)


class _Source:
    """The text as it was written, by line and column of the settled one."""

    def __init__(self, text: str, moved: dict[int, tuple[int, int]]) -> None:
        self._text = text
        self._moved = moved
        self._starts = [0, *(m.end() for m in re.finditer("\n", text))]

    def part(self, first: tuple[int, int], past: tuple[int, int]) -> str:
        """From one (line, column) to another, both from 0."""
        return self._text[self._at(*first) : self._at(*past)]

    def _at(self, line: int, column: int) -> int:
        if line >= len(self._starts):
            return len(self._text)
        at, lost = self._moved.get(line, (0, 0))
        return self._starts[line] + (column + lost if column >= at else column)


class _Reader:
    """Reads documents until the end of the text or an error."""

    def __init__(self, text: str, base: int, lines: _Lines, stream: Stream, source: _Source | None) -> None:
        self._base = base
        self._above = lines.before(base)
        self._lines = lines
        self._stream = stream
        self._source = source
        self._parser = _LOADER(text)
        self._anchors: dict[str, Node] = {}
        # What is open: a sequence, or a mapping with the key that waits for its value.
        self._open: list[tuple[Node, Scalar | None]] = []
        self._root: Node | None = None
        self._last = 0  # the line on which the last thing that was read ends

    def run(self) -> int | None:
        """None at the end of the text, else the character at which reading may go on."""
        start = 0
        try:
            while True:
                event = self._parser.get_event()
                kind = type(event)
                if kind is yaml.ScalarEvent:
                    self._put(self._scalar(event))
                elif kind is yaml.MappingStartEvent:
                    self._begin(Mapping(self._line(event.start_mark)), event.anchor)
                elif kind is yaml.SequenceStartEvent:
                    self._begin(Sequence(self._line(event.start_mark)), event.anchor)
                elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                    self._end()
                elif kind is yaml.AliasEvent:
                    self._alias(event)
                elif kind is yaml.DocumentStartEvent:
                    start = event.end_mark.index
                    self._anchors, self._root, self._open = {}, None, []
                elif kind is yaml.DocumentEndEvent:
                    self._finish()
                    if len(self._stream.documents) >= MAX_DOCUMENTS:
                        return None
                elif kind is yaml.StreamEndEvent:
                    return None
        except yaml.YAMLError as error:
            return self._base + self._fail(error, start)
        finally:
            self._parser.dispose()

    def _fail(self, error: yaml.YAMLError, start: int) -> int:
        """Tell the error and keep what was read of the document; where to look for the next."""
        mark = getattr(error, "problem_mark", None)
        line = self._line(mark) if mark is not None else 0
        problem = getattr(error, "problem", None) or str(error).split("\n")[0]
        self._stream.diagnostics.append(Diagnostic("parse-error", f"no YAML: {problem}", line, line))
        while self._open:
            self._end()
        self._finish()
        at = mark.index if mark is not None else 0
        return int(max(at, start))

    def _line(self, mark: Any) -> int:
        return self._lines.number(self._base + mark.index, self._above + mark.line + 1)

    # --- nodes --------------------------------------------------------------------------------

    def _scalar(self, event: Any) -> Scalar:
        start, end = event.start_mark, event.end_mark
        last = (
            end.line if end.column or end.line == start.line else end.line - 1
        )  # a block ends on a new line
        line = self._line(start)
        end_line = max(line, self._lines.number(self._base + end.index - 1, self._above + last + 1))
        self._last = end_line
        text = event.value
        if self._source is not None and FILLER in text:
            above = self._above
            part = self._source.part((above + start.line, start.column), (above + end.line, end.column))
            text = written_scalar(part, event.style)
        found = Scalar(text, line, end_line, event.tag or "", plain=not event.style)
        if event.anchor:
            self._anchors[event.anchor] = found
        return found

    def _alias(self, event: Any) -> None:
        known = self._anchors.get(event.anchor)
        line = self._line(event.start_mark)
        self._last = max(self._last, line)
        if known is None:
            text = f"*{event.anchor}"
            known = Scalar(text, line, line, "", plain=True)
            self._stream.diagnostics.append(Diagnostic("yaml-alias", f"{text} has no anchor", line, line))
        self._put(known)

    def _begin(self, node: Mapping | Sequence, anchor: str | None) -> None:
        if anchor:
            self._anchors[anchor] = node
        self._last = max(self._last, node.line)
        self._open.append((node, None))

    def _end(self) -> None:
        node, _ = self._open.pop()
        node.end_line = max(node.line, self._last)
        self._put(node)

    def _put(self, node: Node) -> None:
        """Give a finished node to what is open around it."""
        if not self._open:
            self._root = node
            return
        outer, key = self._open[-1]
        if isinstance(outer, Sequence):
            outer.items.append(node)
        elif key is None:
            # A key that is no scalar stands for nothing that anybody asks for.
            waiting = node if isinstance(node, Scalar) else Scalar("", node.line, node.line, "?", plain=False)
            self._open[-1] = (outer, waiting)
        else:
            self._open[-1] = (outer, None)
            if isinstance(outer, Mapping) and key.tag != "?":
                self._enter(outer, key, node)

    def _enter(self, mapping: Mapping, key: Scalar, value: Node) -> None:
        if key.text == "<<" and key.plain:
            mapping.merged.append(value)
            return
        known = mapping.entries.get(key.text)
        if known is not None and self._source is not None:
            mapping.others.append((key, value))
            return
        if known is not None:
            message = f"the key {key.text[:80]!r} stands on line {known[0].line} too; this one counts"
            self._stream.diagnostics.append(Diagnostic("duplicate-key", message, key.line, key.line))
        mapping.entries[key.text] = (key, value)

    def _finish(self) -> None:
        root, self._root, self._open = self._root, None, []
        if isinstance(root, Scalar) and not root.text:
            return
        if root is not None:
            self._stream.documents.append(Document(root, root.line, max(root.end_line, root.line)))
