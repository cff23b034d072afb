"""Reads one reStructuredText file: its document, its second-level sections, its links and names.

As `markdown` does: declaration 0 is the document, a title of the second level makes a section, which holds
the deeper ones. Levels are those of their adornments, in the order in which they come. References: `link`
(the target of a link, a `:doc:`, an `include`, a line of a `toctree`), `label` (a `:ref:`), and `code` (what
stands in double backquotes, in a role that names code, or behind an `auto...` directive, with the module
that `currentmodule` states before a bare name). The labels in front of a section are its parameters. A
literal block is no text. This is a reading of the outline and of inline marks; directives are not run.
Called by `parse.worker`.
"""

from __future__ import annotations

import re
from typing import Final

from xray_graph.model import FileFacts, Parameter
from xray_graph.parse.documents.inline import MAX_CODE
from xray_graph.parse.documents.markdown import section_name
from xray_graph.parse.documents.record import MAX_TEXT, Record

_ADORNMENT: Final = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*")
_LABEL: Final = re.compile(r"\.\. _([^:`]+):\s*")
_TARGET: Final = re.compile(r"\.\. _(?:`([^`]+)`|([^:`]+)): +(\S+)\s*")
_DIRECTIVE: Final = re.compile(r"(\s*)\.\. (?:[\w-]+:)?([\w-]+)::[ \t]*(.*)")
_FIELD: Final = re.compile(r":(status|date|tags):\s*(.+)", re.IGNORECASE)
_INLINE: Final = re.compile(
    r":(?:[\w-]+:)?(?P<role>[\w-]+):`(?P<text>[^`]+)`|``(?P<code>[^`]+)``|`(?P<link>[^`<]*<[^`>]+>)`__?"
)
_CODE_ROLES: Final = frozenset(
    {
        *("class", "func", "function", "meth", "method", "attr", "attribute", "mod", "module"),
        *("data", "const", "exc", "obj", "type"),
    }
)
_FILES: Final = frozenset({"include", "literalinclude", "image", "figure"})
_LITERAL: Final = frozenset(
    {"code", "code-block", "sourcecode", "parsed-literal", "math", "raw", "highlight"}
)
_CODE_NAME: Final = re.compile(r"[^\s(]*[^\W\d][^\s(]*(?:\s*\(.*)?")


def extract(data: bytes, dialect: str = "rst") -> FileFacts:
    """The facts of one document. Never raises for its content."""
    record = Record(data, dialect.partition("+")[0])
    rows = [row.rstrip() for row in data.decode("utf-8", "replace").split("\n")]
    _Page(rows, record).read()
    return record.facts()


class _Page:
    def __init__(self, rows: list[str], record: Record) -> None:
        self._rows = rows
        self._record = record
        self._module = ""

    def read(self) -> None:
        titles = _titles(self._rows)
        second = [one for one in titles if one[2] == 1]
        main = next((one for one in titles if one[2] == 0), None)
        if (
            len([one for one in titles if one[2] == 0]) > 1
        ):  # no title above all: the first level is the second
            second = [one for one in titles if one[2] == 0]
        last = self._record.lines.count
        title = main[1] if main is not None else ""
        fields = [f"{m[1].lower()}={m[2]}" for row in self._rows[:40] if (m := _FIELD.fullmatch(row))]
        document = self._record.declare(
            "document",
            section_name(title),
            1,
            last,
            name_line=main[0] if main is not None else 1,
            signature=title,
            doc=self._paragraph(main[0] + 1 if main is not None else 0, titles),
            attributes=tuple(fields),
            parameters=tuple(Parameter(name, flags="label") for name in self._labels(main[0]))
            if main
            else (),
        )
        self._record.attributes += fields
        owners = [(1, document)]
        for k, (line, text, _) in enumerate(second):
            end = second[k + 1][0] - 1 if k + 1 < len(second) else last
            if main is not None and line == main[0]:
                continue
            index = self._record.declare(
                "section",
                section_name(text),
                line,
                max(line, end),
                parent=document,
                signature=text,
                doc=self._paragraph(line + 1, titles),
                parameters=tuple(Parameter(name, flags="label") for name in self._labels(line)),
            )
            owners.append((line, index))
        self._uses(owners)

    def _paragraph(self, at: int, titles: list[tuple[int, str, int]]) -> str:
        """The first paragraph of plain text from a row on, before the next title."""
        found: list[str] = []
        end = next((line - 1 for line, _, _ in titles if line > at), len(self._rows))
        for row in self._rows[at : min(end, at + 60)]:
            plain = row and row[0] not in " \t.:|+=-*#`" and not _ADORNMENT.fullmatch(row)
            if plain:
                found.append(row)
            elif found:
                break
        return " ".join(found)[:MAX_TEXT]

    def _labels(self, line: int) -> list[str]:
        """The labels right above a title."""
        found = []
        at = line - 2
        while at >= 0 and (
            not self._rows[at] or _LABEL.fullmatch(self._rows[at]) or _ADORNMENT.fullmatch(self._rows[at])
        ):
            if match := _LABEL.fullmatch(self._rows[at]):
                found.append(match[1].strip().lower())
            at -= 1
        return found

    def _uses(self, owners: list[tuple[int, int]]) -> None:
        owner, following = owners[0][1], 1
        literal = -1  # the indentation that a literal block is deeper than; below 0 there is none
        tree = -1
        for number, row in enumerate(self._rows, 1):
            while following < len(owners) and owners[following][0] <= number:
                owner, following = owners[following][1], following + 1
            if not row:
                continue
            indent = len(row) - len(row.lstrip())
            if literal >= 0 and indent > literal:
                continue
            literal = -1
            if tree >= 0 and indent > tree:
                if not row.lstrip().startswith(":"):
                    self._link(row.strip(), number, owner)
                continue
            tree = -1
            directive = _DIRECTIVE.fullmatch(row)
            if directive:
                literal, tree = self._directive(directive, number, owner)
                continue
            if target := _TARGET.fullmatch(row):
                self._link(target[3], number, owner)
                continue
            self._inline(row, number, owner)
            if row.endswith("::"):
                literal = indent

    def _directive(self, match: re.Match[str], number: int, owner: int) -> tuple[int, int]:
        """The indentation of a literal block, and of a table of contents, that a directive begins."""
        indent, name, argument = len(match[1]), match[2], match[3].strip()
        if name in {"currentmodule", "module", "automodule"}:
            self._module = argument
        if name.startswith("auto") and argument:
            self._code(argument, number, owner, qualify=name != "automodule")
        elif name in _FILES:
            self._link(argument, number, owner)
        return (indent if name in _LITERAL else -1), (indent if name == "toctree" else -1)

    def _inline(self, row: str, number: int, owner: int) -> None:
        for match in _INLINE.finditer(row):
            role, text = match["role"], match["text"]
            if match["link"]:
                self._link(match["link"].rpartition("<")[2].rstrip(">"), number, owner)
            elif match["code"]:
                self._code(match["code"], number, owner, qualify=False)
            elif role in {"ref", "doc", "download", "numref"}:
                target = text.rpartition("<")[2].rstrip(">") if "<" in text else text
                if role in {"ref", "numref"}:
                    self._record.refer("label", target.strip().lower(), number, owner)
                else:
                    self._link(target, number, owner)
            elif role in _CODE_ROLES:
                named = text.rpartition("<")[2].rstrip(">") if "<" in text else text
                self._code(named.lstrip("~!."), number, owner, qualify=not text.startswith("."))

    def _link(self, target: str, number: int, owner: int) -> None:
        if "<" in target:  # a line of a toctree with a title of its own
            target = target.rpartition("<")[2].rstrip(">")
        if target and "://" not in target and not target.startswith(("mailto:", "#")):
            self._record.refer("link", target, number, owner)

    def _code(self, text: str, number: int, owner: int, *, qualify: bool) -> None:
        if len(text) > MAX_CODE or not _CODE_NAME.fullmatch(text):
            return
        head = text.partition("(")[0]
        if qualify and self._module and head.partition(".")[0] != self._module.partition(".")[0]:
            text = f"{self._module}.{text}"
        self._record.refer("code", text, number, owner)


def _titles(rows: list[str]) -> list[tuple[int, str, int]]:
    """(line, text, level from 0) of each title."""
    styles: list[str] = []
    found: list[tuple[int, str, int]] = []
    for at in range(1, len(rows)):
        text, below = rows[at - 1], rows[at]
        if not text or text[0] in " \t" or _ADORNMENT.fullmatch(text) or not _ADORNMENT.fullmatch(below):
            if not (at >= 2 and text.startswith(" ") and text.strip() and rows[at - 2] == below and below):
                continue
            if not _ADORNMENT.fullmatch(below):
                continue
        if len(below.rstrip()) < len(text.strip()) or (at >= 2 and rows[at - 2] and rows[at - 2] != below):
            continue
        over = at >= 2 and rows[at - 2] == below
        style = below[0] + ("=" if over else "")
        if style not in styles:
            styles.append(style)
        found.append((at, text.strip(), styles.index(style)))
    return found
