"""Reads one Markdown file: its document, its second-level sections, its links and code spans.

Declaration 0 is the document; every `##` heading at the top level of the page (ATX or setext) makes
a section, which ends where the next heading of its level or above begins, and holds the deeper
ones. A heading in a list, a quote, a fence or HTML makes none. Spans are bytes of the stored text.

A decision that is recorded without front matter has its status from a line at its top, or from a section.

`name` is the heading in a form that may stand in a node's name ("" when nothing is left of it),
`signature` its text, `doc` the first paragraph of prose; front matter gives attributes, `status=...`.
A Reference's expression is a NAME: a link's target, percent-decoded and else as written (kind "link"),
or a code span's text (kind "code"). Its scope is the section's. Links that cannot lead into a
repository (`https:`, `mailto:`) are left out, save those to a file on a code host. Nothing is
resolved here. Called by `parse.worker`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from markdown_it.token import Token

from xray_graph.model import Declaration, FileFacts, Op, Reference, Scope
from xray_graph.parse.documents import front_matter, inline

MAX_NAME: Final = 120  # characters of a section's name
MAX_DOC: Final = 1000  # characters of a first paragraph

MAX_STATUS: Final = 120  # characters of what a document says of its state

_HEAD_BYTES: Final = 2000
_STATUS_LINE: Final = re.compile(rb"(?mi)^[ \t]*(?:[-*+][ \t]+)?\**status\**[ \t]*:\**[ \t]*(\S[^\n]*)")
_STATE: Final = re.compile(r"[A-Za-z][\w-]*")
_NEWLINE: Final = re.compile(rb"\r\n?|\n")
_NOT_IN_NAMES: Final = re.compile(r"[\s\x00-\x1f\x7f-\x9f<>:/\\]+")
_ANCHOR: Final = re.compile(r"\s*\{#[^}\s]*\}\s*$")
_HTML_TITLE: Final = re.compile(r"<h1\b[^<>]*>(.{0,300}?)</h1>", re.IGNORECASE | re.DOTALL)
_HTML_TAG: Final = re.compile(r"<[^>]*>")


def extract(data: bytes, language: str = "markdown") -> FileFacts:
    """The facts of one document. `data` is its stored text in UTF-8. Never raises for its content."""
    matter = front_matter.read(data)
    lines = _Lines(data)
    page = _Page()
    # Blank lines stand for the front matter, so that the parser's line numbers are the file's.
    blank = "\n" * lines.before(matter.end)
    page.read(blank + data[matter.end :].decode("utf-8", "replace"))

    document, *sections = page.parts
    if not any(key == "status" for key, _ in matter.values):
        matter = matter._replace(values=(*matter.values, *_stated(data[matter.end :], sections)))
    title = next((value for key, value in matter.values if key == "title"), "") or page.title
    attributes = tuple(f"{key}={value}" for key, value in matter.values)
    scopes = [Scope(-1, 0, len(data), 0)]
    declarations = [
        Declaration(
            kind="document",
            name=section_name(title),
            parent=-1,
            scope=0,
            body=0,
            start=0,
            end=len(data),
            line=1,
            end_line=lines.count,
            name_line=lines.number(document.first),
            signature=title,
            doc=document.doc,
            attributes=attributes,
        )
    ]
    for index, section in enumerate(sections, 1):
        start, end = lines.span(section.first, section.past)
        line = lines.number(section.first)
        scopes.append(Scope(0, start, end, index))
        declarations.append(
            Declaration(
                kind="section",
                name=section_name(section.title),
                parent=0,
                scope=0,
                body=index,
                start=start,
                end=end,
                line=line,
                end_line=line + data.count(b"\n", start, end),
                name_line=line,
                signature=section.title,
                doc=section.doc,
            )
        )
    return FileFacts(
        language,
        size=len(data),
        strings=tuple(page.strings),
        expressions=tuple((int(Op.NAME), i) for i in range(len(page.strings))),
        scopes=tuple(scopes),
        declarations=tuple(declarations),
        references=tuple(Reference(e, scope, lines.number(at), kind) for e, scope, at, kind in page.uses),
        doc=document.doc,
        attributes=attributes,
        diagnostics=matter.diagnostics,
        lines=lines.count,
    )


def _stated(data: bytes, sections: list[_Part]) -> list[tuple[str, str]]:
    """The status of a record of a decision that has no front matter: a line at its top, or a section."""
    said = _STATUS_LINE.search(data[:_HEAD_BYTES])
    status = said[1].decode("utf-8", "replace") if said else ""
    if not status:
        status = next((one.doc for one in sections if one.title.lower() == "status"), "")
    word = _STATE.match(status)
    return [("status", word[0].lower())] if word and len(status) <= MAX_STATUS else []


def section_name(text: str) -> str:
    """A heading as a node's name holds it."""
    return _NOT_IN_NAMES.sub(" ", text).strip()[:MAX_NAME].rstrip()


class _Lines:
    """Parser's lines, from 0, to bytes and line numbers of the file, from 1.

    Markdown also ends a line at a lone carriage return; a file's line numbers do not count those.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._starts = [0, *(match.end() for match in _NEWLINE.finditer(data))]
        newlines = data.count(b"\n")
        self.count = newlines + (not data.endswith(b"\n"))
        self._plain = newlines == len(self._starts) - 1

    def before(self, offset: int) -> int:
        """How many of the parser's lines end before this byte."""
        return len(_NEWLINE.findall(self._data, 0, offset))

    def number(self, line: int) -> int:
        return line + 1 if self._plain else self._data.count(b"\n", 0, self._starts[line]) + 1

    def span(self, first: int, past: int) -> tuple[int, int]:
        """The bytes of the lines from `first` to before `past`, less the blanks at their end."""
        start = self._starts[first]
        end = self._starts[past] if past < len(self._starts) else len(self._data)
        return start, start + len(self._data[start:end].rstrip())


@dataclass(slots=True)
class _Part:
    """The document, or a section while it is read. Lines are the parser's."""

    title: str
    first: int
    past: int = sys.maxsize  # the end of the page, if no heading ends it
    doc: str = ""


class _Page:
    """One pass over the blocks of a page, in their order."""

    def __init__(self) -> None:
        self.parts = [_Part("", 0)]
        self.title = ""
        self.strings: dict[str, int] = {}
        self.uses: list[tuple[int, int, int, str]] = []  # expression, scope, line, kind
        self._scope = 0  # the part being read: an index into `parts`, which is its scope as well
        self._environment: dict[str, Any] = {}

    def read(self, text: str) -> None:
        """Read the whole page."""
        tokens = inline.parser().parse(text, self._environment)
        html_title = ""
        before = Token("", "", 0)
        for token in tokens:
            if token.type == "inline":
                if before.type == "heading_open" and before.level == 0 and before.tag in {"h1", "h2"}:
                    self._heading(token, second=before.tag == "h2")
                elif before.type == "paragraph_open" and before.level == 0:
                    self._paragraph(token.content)
                self._use(_first(token), token.content, inline.uses(token.content, self._environment))
            elif token.type == "html_block":
                self._use(_first(token), token.content, inline.html_uses(token.content))
                if not html_title and (match := _HTML_TITLE.search(token.content)):
                    html_title = " ".join(_HTML_TAG.sub(" ", match[1]).split())
            before = token
        self.title = self.title or html_title

    def _heading(self, token: Token, *, second: bool) -> None:
        first = _first(token)
        self.parts[self._scope].past = first
        text = inline.plain(_ANCHOR.sub("", token.content), self._environment)
        if second:
            self._scope = len(self.parts)
            self.parts.append(_Part(text, first))
            return
        self._scope = 0
        if not self.title and text:
            self.title = text
            self.parts[0].first = first

    def _paragraph(self, content: str) -> None:
        """The first paragraph with words in it is the section's doc, the page's first the page's."""
        part, page = self.parts[self._scope], self.parts[0]
        if not part.doc or not page.doc:
            text = inline.plain(content, self._environment)[:MAX_DOC]
            part.doc = part.doc or text
            page.doc = page.doc or text

    def _use(self, line: int, text: str, uses: Iterable[inline.Use]) -> None:
        for at, kind, target in uses:
            string = self.strings.setdefault(target, len(self.strings))
            self.uses.append((string, self._scope, line + text.count("\n", 0, at), kind))


def _first(token: Token) -> int:
    assert token.map is not None  # every block has its lines
    return token.map[0]
