"""What a reader of documents writes its findings into: declarations, references, diagnostics of one file.

The facts of a document are the same FileFacts as those of code. A declaration has a scope of its own, so
that a reference can say in which declaration it stands; what is referred to is a NAME, and the kind of the
Reference says what sort of name it is (`link`, `image`, `k8s.Secret`, ...). Used by the readers of this
folder; which kinds there are is said by each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xray_graph.model import NONE, Declaration, Diagnostic, FileFacts, Import, Op, Parameter, Reference, Scope

MAX_TEXT: Final = 1000  # characters of a name, an attribute, a signature; longer ones are cut
MAX_VALUE: Final = 2000  # characters of a value


class Lines:
    """Where the lines of a text begin: line numbers (from 1) to bytes of the file."""

    def __init__(self, data: bytes) -> None:
        self._starts = [0]
        at = data.find(b"\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = data.find(b"\n", at + 1)
        if self._starts[-1] == len(data) and len(data):
            self._starts.pop()
        self._size = len(data)
        self._data = data

    @property
    def count(self) -> int:
        return len(self._starts)

    def start(self, line: int) -> int:
        """The first byte of a line; of one past the end, the end."""
        return self._starts[line - 1] if line <= len(self._starts) else self._size

    def end(self, line: int) -> int:
        """The byte behind the last of a line that is no blank."""
        stop = self._starts[line] if line < len(self._starts) else self._size
        start = self.start(line)
        return start + len(self._data[start:stop].rstrip())


def _as_written(text: str, _line: int) -> str:
    return text


def _nothing(_line: int) -> list[str]:
    return []


class Record:
    """The facts of one file while it is read."""

    def __init__(self, data: bytes, language: str) -> None:
        self.lines = Lines(data)
        self._size = len(data)
        self._language = language
        self._strings: dict[str, int] = {}
        self._expressions: list[tuple[int, ...]] = []
        self._names: dict[str, int] = {}
        self._scopes = [Scope(NONE, 0, len(data), NONE)]
        self._declarations: list[Declaration] = []
        self._references: list[Reference] = []
        self._imports: list[Import] = []
        self._diagnostics: list[Diagnostic] = []
        self.attributes: list[str] = []
        self.doc = ""
        # What a text that begins on a line comes to where it stands; set by readers of templates.
        self.expand: Callable[[str, int], str] = _as_written
        # The named templates whose lines become the mapping of the key on a line.
        self.put_under: Callable[[int], list[str]] = _nothing

    def name(self, text: str, limit: int = MAX_TEXT) -> int:
        """The NAME expression of a text, one a text."""
        text = text[:limit]
        found = self._names.get(text)
        if found is None:
            string = self._strings.setdefault(text, len(self._strings))
            found = self._names[text] = len(self._expressions)
            self._expressions.append((int(Op.NAME), string))
        return found

    def declare(
        self,
        kind: str,
        name: str,
        line: int,
        end_line: int = 0,
        *,
        name_line: int = 0,
        parent: int = NONE,
        signature: str = "",
        doc: str = "",
        attributes: tuple[str, ...] = (),
        parameters: tuple[Parameter, ...] = (),
        value: str = "",
    ) -> int:
        """Declare something that lies on whole lines; its index. `parameters` say more of it, by name."""
        end_line = max(end_line, line)
        start, end = self.lines.start(line), self.lines.end(end_line)
        index = len(self._declarations)
        outer = self._declarations[parent].body if parent != NONE else 0
        body = len(self._scopes)
        self._scopes.append(Scope(outer, start, max(start, end), index))
        self._declarations.append(
            Declaration(
                kind=kind,
                name=name[:MAX_TEXT],
                parent=parent,
                scope=outer,
                body=body,
                start=start,
                end=max(start, end),
                line=line,
                end_line=end_line,
                name_line=min(max(name_line, line), end_line),
                signature=signature[:MAX_TEXT],
                doc=doc[:MAX_TEXT],
                attributes=tuple(text[:MAX_TEXT] for text in attributes),
                parameters=parameters,
                value=self.name(value, MAX_VALUE) if value else NONE,
            )
        )
        return index

    def refer(self, kind: str, text: str, line: int, declaration: int = NONE) -> None:
        """A name of something else, written in a declaration or in the file itself."""
        if text:
            scope = self._declarations[declaration].body if declaration != NONE else 0
            self._references.append(Reference(self.name(text), scope, line, kind, self.lines.start(line)))

    def take_in(self, module: str, line: int, kind: str, alias: str = "") -> None:
        """Another file that this one is put together with, as it is written."""
        if module:
            self._imports.append(
                Import(module[:MAX_TEXT], alias=alias, kind=kind, line=line, start=self.lines.start(line))
            )

    def diagnose(self, code: str, message: str, line: int = 0) -> None:
        self._diagnostics.append(Diagnostic(code, message, line, line))

    def facts(self) -> FileFacts:
        return FileFacts(
            language=self._language,
            size=self._size,
            strings=tuple(self._strings),
            expressions=tuple(self._expressions),
            scopes=tuple(self._scopes),
            declarations=tuple(self._declarations),
            references=tuple(self._references),
            imports=tuple(self._imports),
            diagnostics=tuple(self._diagnostics),
            attributes=tuple(self.attributes),
            doc=self.doc[:MAX_TEXT],
            lines=self.lines.count,
        )
