"""Types that JavaScript states in comments: `@param {T} name`, `@returns {T}`, `@type {T}`.

Reads the small common part of JSDoc's type language: names, members, unions, arrays, generics,
`import('m').T`, records and functions as such. What it does not know becomes UNKNOWN. Called by
`javascript` once a file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.parse.expressions import UNKNOWN

if TYPE_CHECKING:
    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.expressions import Expressions
    from xray_graph.parse.extract import FileReader

HINT: Final = re.compile(rb"@(?:param|returns?|type)\s*\{")

_TAG: Final = re.compile(r"@(param|returns?|type)\s*\{")
_NAME: Final = re.compile(r"\s*\[?([\w$]+(?:\.[\w$]+)*)")
_TOKEN: Final = re.compile(
    r"\s*(import\s*\(\s*(?:'[^']*'|\"[^\"]*\")\s*\)|[\w$]+|'[^']*'|\"[^\"]*\"|\.\.\.|=>|[^\s])"
)
_PLAIN: Final = frozenset(
    {"string", "number", "boolean", "bigint", "symbol", "void", "any", "unknown", "never", "object"}
)
_NULLS: Final = frozenset({"null", "undefined"})
_MAX_TYPE: Final = 300  # characters
_MAX_DEPTH: Final = 12


def apply(reader: FileReader) -> None:
    """Give parameters, results and variables without a type of their own the one in their comment."""
    typed: dict[tuple[int, str], int] = {}
    for draft in reader.declarations.drafts:
        doc = reader.declarations.doc(draft) if draft.kind in _DOCUMENTED else ""
        if "{" in doc:
            _one(reader, draft, doc, typed)
    if typed:
        for position, binding in enumerate(reader.bindings):
            known = typed.get((binding.scope, binding.name))
            if known is not None and binding.type == NONE and binding.kind == "parameter":
                reader.bindings[position] = replace(binding, type=known)


_DOCUMENTED: Final = CALLABLES | {"variable", "constant", "field"}


def _one(reader: FileReader, draft: Draft, doc: str, typed: dict[tuple[int, str], int]) -> None:
    parameters: dict[str, int] = {}
    for found in _TAG.finditer(doc):
        text, end = _braced(doc, found.end())
        if not text:
            continue
        known = _Types(reader.expressions, text).read()
        tag = found.group(1)
        if tag == "type":
            if draft.type == NONE:
                draft.type = known
        elif tag == "param":
            named = _NAME.match(doc, end)
            if named and "." not in named.group(1):
                parameters.setdefault(named.group(1), known)
        elif not draft.results and draft.kind in CALLABLES:
            draft.results = (known,)
    if parameters and draft.kind in CALLABLES:
        draft.parameters = tuple(
            replace(p, type=parameters[p.name]) if p.type == NONE and p.name in parameters else p
            for p in draft.parameters
        )
        typed.update({(draft.body, name): known for name, known in parameters.items()})


def _braced(text: str, start: int) -> tuple[str, int]:
    """What stands up to the brace that closes the one before `start`, and where that ends."""
    depth = 1
    for at in range(start, min(len(text), start + _MAX_TYPE)):
        if text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if depth == 0:
                return text[start:at], at + 1
    return "", start


class _Types:
    """Reads one type. A type nests at most twelve deep; deeper is UNKNOWN."""

    def __init__(self, expressions: Expressions, text: str) -> None:
        self._expressions = expressions
        self._tokens = [m.group(1) for m in _TOKEN.finditer(text)]
        self._at = 0
        self._depth = 0

    def read(self) -> int:
        known = self._union()
        return known if self._at >= len(self._tokens) or self._peek() == "=" else UNKNOWN

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, token: str) -> bool:
        if self._peek() == token:
            self._at += 1
            return True
        return False

    def _union(self) -> int:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            self._at = len(self._tokens) + 1
            return UNKNOWN
        members = [self._postfix()]
        while self._take("|"):
            members.append(self._postfix())
        self._depth -= 1
        return members[0] if len(members) == 1 else self._expressions.row(Op.UNION, NONE, *members)

    def _postfix(self) -> int:
        if self._take("..."):
            return self._expressions.row(Op.VARIADIC, NONE, self._postfix())
        optional = self._take("?") or self._take("!")
        known = self._plain()
        while True:
            if self._take("["):
                if not self._take("]"):
                    self._at = len(self._tokens) + 1
                    return UNKNOWN
                known = self._expressions.row(Op.ARRAY, NONE, known)
            elif self._peek() in ("<", ".") and self._generic():
                known = self._expressions.row(Op.APPLY, NONE, known, *self._arguments())
            elif self._take("."):
                known = self._expressions.row(Op.MEMBER, self._expressions.string(self._peek()), known)
                self._at += 1
            else:
                return self._expressions.row(Op.OPTIONAL, NONE, known) if optional else known

    def _generic(self) -> bool:
        """`Array<T>` and the older `Array.<T>`."""
        if self._peek() == ".":
            if self._tokens[self._at + 1 : self._at + 2] != ["<"]:
                return False
            self._at += 1
        return self._take("<")

    def _arguments(self) -> list[int]:
        found = [self._union()]
        while self._take(","):
            found.append(self._union())
        if not self._take(">"):
            self._at = len(self._tokens) + 1
        return found

    def _plain(self) -> int:
        token, expressions = self._peek(), self._expressions
        self._at += 1
        if token in _PLAIN or token in _NULLS or token[:1] in ("'", '"'):
            return expressions.row(Op.LITERAL, expressions.string(token))
        if token == "*":
            return expressions.row(Op.LITERAL, expressions.string("any"))
        if token.startswith("import"):
            module = token[token.index("(") + 1 : -1].strip()
            literal = expressions.row(Op.LITERAL, expressions.string(module))
            return expressions.row(Op.CALL, NONE, expressions.name("import"), literal)
        if token == "(":
            known = self._union()
            if not self._take(")"):
                self._at = len(self._tokens) + 1
            return known
        if token.isidentifier() or "$" in token:
            return expressions.name(token)
        self._at = len(self._tokens) + 1
        return UNKNOWN
