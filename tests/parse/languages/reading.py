"""Reads one file of a language, and lays its facts out as text to compare."""

from __future__ import annotations

from dataclasses import dataclass

from xray_graph.graph.ids import NOT_NODES, symbols
from xray_graph.model import OPS, Declaration, FileFacts, Op
from xray_graph.parse.extract import extract

_CALLED = {value: name for name, value in OPS.items()}
# Their second number is no string: a declaration's, or nothing; a part's position is shown as it is.
_NUMBERED = frozenset({Op.FUNC, Op.NEW, Op.OBJECT, Op.TYPE_DECL, Op.PART, Op.WITHIN})


@dataclass(frozen=True)
class Reader:
    """Reads sources of one language."""

    language: str

    def read(self, source: str | bytes) -> FileFacts:
        return extract(source if isinstance(source, bytes) else source.encode(), self.language)

    def calls(self, source: str) -> list[str]:
        facts = self.read(source)
        return [shown(facts, call.expression) for call in facts.calls]

    def bound(self, source: str) -> dict[str, str]:
        return bound(self.read(source))

    def imported(self, source: str) -> list[tuple[str, str, str, str]]:
        return imported(self.read(source))


def declared(facts: FileFacts) -> dict[str, str]:
    """Symbol → kind, of all that has a name."""
    pairs = zip(symbols(facts), facts.declarations, strict=True)
    return {symbol: one.kind for symbol, one in pairs if one.name}


def nodes(facts: FileFacts) -> dict[str, str]:
    """Symbol → kind, of all that is a node."""
    pairs = zip(symbols(facts), facts.declarations, strict=True)
    return {symbol: one.kind for symbol, one in pairs if one.kind not in NOT_NODES}


def one(facts: FileFacts, symbol: str) -> Declaration:
    return facts.declarations[symbols(facts).index(symbol)]


def shown(facts: FileFacts, index: int) -> str:
    """An expression as text: `CALL(MEMBER:add(NAME:list), NAME:x)`."""
    if index < 0:
        return "-"
    op, name, *children = facts.expressions[index]
    word = str(name) if op == Op.PART else facts.strings[name] if name >= 0 and op not in _NUMBERED else ""
    inner = ", ".join(shown(facts, child) for child in children)
    return _CALLED[op] + (f":{word}" if word else "") + (f"({inner})" if children else "")


def bound(facts: FileFacts) -> dict[str, str]:
    """Name → type, and where none is written the value."""
    return {b.name: shown(facts, b.type if b.type >= 0 else b.value) for b in facts.bindings}


def imported(facts: FileFacts) -> list[tuple[str, str, str, str]]:
    return [(one.module, one.name, one.alias, one.kind) for one in facts.imports]
