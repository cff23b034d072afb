"""One file as a resolver sees it: its facts, its symbols, and its names by scope.

Looks names up inside the file only. Built once a file and shared by everyone who reads that file.
Called by `resolve.languages`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any, Final

from xray_graph.graph.ids import symbols
from xray_graph.model import CALLABLES, NONE

if TYPE_CHECKING:
    from xray_graph.model import Binding, Call, Declaration, FileFacts, Import, PackedFacts

_NO_BINDINGS: Final[list[Binding]] = []


class Shelf:
    """Keeps the facts of the files that were read last unpacked, and no more than that."""

    def __init__(self, limit: int = 8 << 20) -> None:
        """`limit` is in bytes of packed facts; unpacked they take about nine times as much."""
        self.limit = limit
        self._size = 0
        self._open: dict[FileView, None] = {}  # the oldest first

    def opened(self, view: FileView) -> None:
        self._open[view] = None
        self._size += len(view.packed.data)
        while self._size > self.limit and len(self._open) > 1:
            next(iter(self._open)).close()

    def closed(self, view: FileView) -> None:
        if view in self._open:
            del self._open[view]
            self._size -= len(view.packed.data)


class FileView:
    """One file's facts with lookups that are made when first needed.

    The facts, and all that is made of them, are unpacked at the first use and may be let go at any
    time; the next use unpacks them again. `head` and `kept` stay.
    """

    facts: FileFacts
    symbols: list[str]
    expressions: tuple[tuple[int, ...], ...]
    strings: tuple[str, ...]
    declarations: tuple[Declaration, ...]
    memo: dict[object, Any]  # answers that depend on this file's facts alone
    _bindings: dict[tuple[int, str], list[Binding]] | None
    _declared: dict[tuple[int, str], list[int]] | None
    _members: dict[int, dict[str, list[int]]] | None
    _imports: dict[str, list[Import]] | None
    _by_symbol: dict[str, int] | None

    def __init__(self, path: str, packed: PackedFacts, shelf: Shelf) -> None:
        self.path = path
        self.folder = posixpath.dirname(path)
        self.packed = packed
        self.head = packed.head
        self.kept: dict[str, str] = {}  # small answers that outlive the unpacked facts
        self._joined = ""
        self._shelf = shelf

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there: the facts are packed."""
        if name not in _UNPACKED:
            raise AttributeError(name)
        self._open()
        return self.__dict__[name]

    def _open(self) -> None:
        facts = self.packed.unpack()
        self.facts = facts
        self.symbols = self._symbols(facts)
        self.expressions = facts.expressions
        self.strings = facts.strings
        self.declarations = facts.declarations
        self.memo = {}
        self._bindings = self._declared = self._members = self._imports = self._by_symbol = None
        self._shelf.opened(self)

    def _symbols(self, facts: FileFacts) -> list[str]:
        """The symbols, kept as one string: they cost more to work out than to keep."""
        if self._joined:
            return self._joined.split("\n")
        found = symbols(facts)
        joined = "\n".join(found)
        if joined.count("\n") == len(found) - 1:  # none holds a line's end itself
            self._joined = joined
        return found

    def close(self) -> None:
        """Let the unpacked facts go."""
        self._shelf.closed(self)
        for name in _UNPACKED:
            self.__dict__.pop(name, None)

    def end(self) -> None:
        """Let the facts themselves go: only `path`, `head` and `kept` are asked for from now on."""
        self.close()
        del self.packed

    def name(self, expression: int) -> str:
        """The name slot of an expression, "" where it has none."""
        number = self.expressions[expression][1]
        return "" if number < 0 else self.strings[number]

    def bindings(self, scope: int, name: str) -> list[Binding]:
        """The bindings of `name` made in this very scope, in source order."""
        if self._bindings is None:
            self._bindings = {}
            for one in self.facts.bindings:
                self._bindings.setdefault((one.scope, one.name), []).append(one)
        return self._bindings.get((scope, name), _NO_BINDINGS)

    def declared(self, scope: int, name: str) -> list[int]:
        """The declarations of `name` made in this very scope, by index, in source order."""
        if self._declared is None:
            self._declared = {}
            for i, one in enumerate(self.declarations):
                self._declared.setdefault((one.scope, one.name), []).append(i)
        return self._declared.get((scope, name), [])

    def members(self, declaration: int) -> dict[str, list[int]]:
        """The members declared inside one container, by name."""
        if self._members is None:
            self._members = {}
            for i, one in enumerate(self.declarations):
                if one.parent != NONE:
                    self._members.setdefault(one.parent, {}).setdefault(one.name, []).append(i)
        return self._members.get(declaration, {})

    def imports(self, alias: str) -> list[Import]:
        """The imports that bind `alias`."""
        if self._imports is None:
            self._imports = {}
            for one in self.facts.imports:
                self._imports.setdefault(one.alias, []).append(one)
        return self._imports.get(alias, [])

    def caller(self, scope: int) -> int:
        """The innermost declaration with a node whose region holds `scope`; -1 for the file."""
        scopes, declarations = self.facts.scopes, self.declarations
        while scope != NONE:
            owner = scopes[scope].declaration
            if owner != NONE and declarations[owner].kind in _CALLERS:
                return owner
            scope = scopes[scope].parent
        return NONE

    def part(self, declaration: int) -> int:
        """The outermost callable that is or holds a declaration; NONE where none does. See `FileEdges`."""
        found, declarations = NONE, self.declarations
        while declaration != NONE:
            one = declarations[declaration]
            if one.kind in CALLABLES:
                found = declaration
            declaration = one.parent
        return found

    def calls_by_part(self) -> dict[int, list[tuple[Call, int]]]:
        """The calls of each part with their callers; inner expressions, of lower numbers, come first."""
        parts: dict[int, int] = {}
        found: dict[int, list[tuple[Call, int]]] = {}
        for call in sorted(self.facts.calls, key=lambda c: c.expression):
            caller = self.caller(call.scope)
            part = parts.get(caller)
            if part is None:
                part = parts[caller] = self.part(caller)
            found.setdefault(part, []).append((call, caller))
        return found

    def enclosing(self, scope: int, kinds: frozenset[str]) -> int:
        """The innermost declaration of one of `kinds` around `scope`, or -1."""
        scopes, declarations = self.facts.scopes, self.declarations
        while scope != NONE:
            owner = scopes[scope].declaration
            if owner != NONE and declarations[owner].kind in kinds:
                return owner
            scope = scopes[scope].parent
        return NONE

    def index_of(self, symbol: str) -> int | None:
        """The first declaration with a symbol; an `impl` that stands before its type is not meant."""
        if self._by_symbol is None:
            backwards = list(reversed(list(enumerate(self.symbols))))
            self._by_symbol = {s: i for i, s in backwards if self.declarations[i].kind == "impl"}
            self._by_symbol |= {s: i for i, s in backwards if self.declarations[i].kind != "impl"}
        return self._by_symbol.get(symbol)

    def declaration(self, index: int) -> Declaration:
        return self.declarations[index]


_CALLERS: Final = frozenset(
    {"function", "method", "class", "struct", "interface", "trait", "enum", "module", "macro", "field"}
)
_UNPACKED: Final = frozenset(
    {
        *("facts", "symbols", "expressions", "strings", "declarations", "memo"),
        *("_bindings", "_declared", "_members", "_imports", "_by_symbol"),
    }
)
