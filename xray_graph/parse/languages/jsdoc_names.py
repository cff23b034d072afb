"""Types that JavaScript declares in comments: `@typedef`, `@callback`, `@import`, `@template`.

A `@typedef` becomes the declaration that TypeScript's `type` would be, its properties the fields of it; a
`@callback` is one of a function type. They hold in the whole file, as what other files import by
`import('m').T`. A `@typedef` of just that is such an import itself. Called by `javascript` and `jsdoc`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from xray_graph.model import NONE, Declaration, Import, Op
from xray_graph.parse.expressions import UNKNOWN
from xray_graph.parse.languages.jsdoc_tags import Tag, bare, grouped, named, tags
from xray_graph.parse.languages.jsdoc_types import Stated, Types, function
from xray_graph.parse.prose import comment_text, signature_text
from xray_graph.parse.regions import FILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from xray_graph.parse.expressions import Expressions
    from xray_graph.parse.extract import FileReader

HINT: Final = re.compile(rb"@(?:import|typedef|callback)\b")

DECLARING: Final = frozenset({"typedef", "callback"})
_PARAMETERS: Final = frozenset({"param", "arg", "argument"})
_PROPERTIES: Final = frozenset({"property", "prop"})
_RESULTS: Final = frozenset({"return", "returns"})
_NAME: Final = re.compile(r"\s*([A-Za-z_$][\w$]*)(?![\w$.])")
_TEMPLATE: Final = re.compile(r"\s*(?:const\s+)?(?:(\[)\s*)?([A-Za-z_$][\w$]*)\s*(?:=([^\]\n]*)\]?)?")
_IMPORT: Final = re.compile(rb"@import\s([^'\"@;()]*?)\sfrom\s*(['\"])([^'\"\n]+)\2")
_TYPEDEF: Final = re.compile(
    rb"@typedef\s*\{\s*import\(\s*(['\"])([^'\"\n]+)\1\s*\)(?:\.(\w+))?\s*\}\s*(\w+)"
)
_LIST: Final = re.compile(rb"\{([^{}]*)\}")


def imports(reader: FileReader) -> Iterator[Import]:
    """The names of other files that comments bring in: `@import`, `@typedef {import('m').T} T`."""
    for first, start, end in reader.comments.values():
        text = reader.data[start:end]
        if not text.startswith(b"/**"):
            continue
        for found in _IMPORT.finditer(text):
            module = found.group(3).decode("utf-8", "replace")
            for name, alias in _clause(found.group(1)):
                yield Import(module, name, alias, "type", first + 1, 0, start)
        for found in _TYPEDEF.finditer(text):
            module, name, alias = ((found.group(n) or b"").decode("utf-8", "replace") for n in (2, 3, 4))
            yield Import(module, name or "=", alias, "typedef", first + 1, 0, start)


def _clause(written: bytes) -> Iterator[tuple[str, str]]:
    """(name, alias) of each name in what stands between `@import` and `from`."""
    text = re.sub(rb"\n\s*\*?", b" ", written)
    for listed in _LIST.findall(text):
        for one in listed.decode("utf-8", "replace").split(","):
            words = one.split()
            if words:
                yield words[0], words[-1]
    for one in _LIST.sub(b"", text).decode("utf-8", "replace").split(","):
        words = one.split()
        if words:
            yield ("" if words[0] == "*" else "default"), words[-1]


def template(expressions: Expressions, text: str, tag: Tag) -> list[tuple[str, int]]:
    """The type parameters of `@template {Bound} T, [U=Default]`, each with its bound."""
    found: list[tuple[str, int]] = []
    bound = Types(expressions, tag.type).read() if tag.type else NONE
    at = tag.end
    while (one := _TEMPLATE.match(text, at)) is not None:
        default = Types(expressions, one.group(3)).read() if one.group(1) and one.group(3) else NONE
        known = [NONE if row == UNKNOWN else row for row in (bound, default)]
        stated = NONE if known == [NONE, NONE] else expressions.row(Op.CAST, NONE, *known)
        found.append((one.group(2), stated))
        at, bound = one.end(), NONE
        if not text.startswith(",", at):
            break
        at += 1
    return found


def declare(reader: FileReader) -> None:
    """Add the types that the comments of a file declare, but for names that the file has already."""
    taken = {draft.name for draft in reader.declarations.drafts if draft.scope == FILE}
    taken.update(one.alias for one in reader.imports)
    taken.update(one.name for one in reader.bindings if one.scope == FILE)
    for first, start, end in sorted(reader.comments.values()):
        data = reader.data[start:end]
        if data.startswith(b"/**") and HINT.search(data):
            try:
                text = data.decode()
            except UnicodeDecodeError:
                continue
            _Comment(reader, text, first, start, taken).declare()


class _Comment:
    """One comment that declares types."""

    def __init__(self, reader: FileReader, text: str, row: int, start: int, taken: set[str]) -> None:
        self._reader = reader
        self._expressions = reader.expressions
        self._text = bare(text)
        self._taken = taken
        self._start = start
        self._row = row
        self._byte: Callable[[int], int] = lambda at: at
        if not text.isascii():
            self._byte = [0, *accumulate(len(c.encode()) for c in text)].__getitem__
        self._lines = [found.start() for found in re.finditer("\n", text)]

    def declare(self) -> None:
        parts: list[list[Tag]] = [[]]
        declared = False
        for tag in tags(self._text):
            if tag.name in DECLARING and declared:
                parts.append([])
            declared |= tag.name in DECLARING
            parts[-1].append(tag)
        if declared:
            ends = [part[0].start for part in parts[1:]] + [len(self._text)]
            start = 0
            for part, end in zip(parts, ends, strict=True):
                self._one(part, start, end)
                start = end

    def _one(self, part: list[Tag], start: int, end: int) -> None:
        tag = next(tag for tag in part if tag.name in DECLARING)
        found = _NAME.match(self._text, tag.end)
        if found is None or found.group(1) in self._taken:
            return
        self._taken.add(found.group(1))
        known, fields = self._typed(tag, part)
        declarations, regions = self._reader.declarations, self._reader.regions
        parameters = [
            one for t in part if t.name == "template" for one in template(self._expressions, self._text, t)
        ]
        index = len(declarations.drafts) + len(declarations.stated)
        first, last = self._start + self._byte(start), self._start + self._byte(end)
        body = regions.declare(first, last, index)
        written = self._text[tag.start : found.end()]
        whole = Declaration(
            kind="type",
            name=found.group(1),
            parent=NONE,
            scope=FILE,
            body=body,
            start=first,
            end=last,
            line=self._line(start),
            end_line=self._line(end),
            name_line=self._line(found.start(1)),
            signature=signature_text(written.encode()),
            doc=self._doc(part, start, found.end(), end),
            attributes=("exported",) if regions.at(self._start) == FILE else (),
            type=known,
            type_parameters=tuple(parameters),
        )
        declarations.stated.append(whole)
        for one in fields:
            at = self._start + self._byte(one.start)
            declarations.stated.append(
                replace(
                    whole,
                    kind="field",
                    name=one.name,
                    parent=index,
                    scope=body,
                    body=NONE,
                    start=at,
                    end=self._start + self._byte(one.end),
                    line=self._line(one.start),
                    end_line=self._line(one.end),
                    name_line=self._line(one.end),
                    signature=signature_text(self._text[one.start : one.end].encode()),
                    doc="",
                    attributes=("optional",) if one.optional else (),
                    type=NONE if one.type == UNKNOWN else one.type,
                    type_parameters=(),
                )
            )

    def _doc(self, part: list[Tag], start: int, name: int, end: int) -> str:
        """What is written before the tag that declares, and behind its name."""
        later = next((t.start for t in part if t.start >= name), end)
        written = f"{self._text[start : part[0].start]}\n{self._text[name : max(name, later)]}"
        return comment_text(written.encode(), self._reader.grammar.comment_prefixes)

    def _line(self, at: int) -> int:
        return self._row + 1 + bisect_left(self._lines, at)

    def _typed(self, tag: Tag, part: list[Tag]) -> tuple[int, list[Stated]]:
        """The type behind the name, or what its fields are."""
        expressions = self._expressions
        if tag.name == "callback":
            result = next((t.type for t in part if t.name in _RESULTS and t.type), "")
            known = Types(expressions, result).read() if result else NONE
            return function(expressions, self._stated(part, _PARAMETERS), known), []
        fields = self._stated(part, _PROPERTIES)
        if fields:
            return NONE, fields
        written = tag.type or next((t.type for t in part if t.name == "type"), "")
        known = Types(expressions, written).read() if written else UNKNOWN
        row = expressions.rows[known]
        if row[0] != Op.OBJECT:
            return (NONE if known == UNKNOWN else known), []
        at = tag.start
        members = [expressions.rows[child] for child in row[2:]]
        return NONE, [
            Stated(
                expressions.strings[one[1]],
                one[2],
                "",
                expressions.rows[one[2]][0] == Op.OPTIONAL,
                at,
                tag.end,
            )
            for one in members
        ]

    def _stated(self, part: list[Tag], kinds: frozenset[str]) -> list[Stated]:
        found = [named(self._expressions, self._text, tag) for tag in part if tag.name in kinds]
        return grouped(self._expressions, [one for one in found if one is not None])
