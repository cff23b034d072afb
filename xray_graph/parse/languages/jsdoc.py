"""Types that JavaScript states in comments: `@param {T} name`, `@returns {T}`, `@type {T}`.

Reads the small common part of JSDoc's type language: names, members, unions, arrays, generics,
`import('m').T`, records and functions as such. What it does not know becomes UNKNOWN. A `@type` before
`this.x = value` is the member's, one before a bracketed value is a cast. `@import` and a `@typedef` of
`import('m').T` bring names of other files. Called by `javascript`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from xray_graph.model import CALLABLES, NONE, Import, Op
from xray_graph.parse.expressions import UNKNOWN
from xray_graph.parse.prose import comment_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from xray_graph.model import Assignment
    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.expressions import Expressions
    from xray_graph.parse.extract import FileReader

HINT: Final = re.compile(rb"@(?:param|returns?|type)\s*\{")

IMPORTS: Final = re.compile(rb"@(?:import|typedef)\b")

_TAG: Final = re.compile(r"@(param|returns?|type)\s*\{")
_NAME: Final = re.compile(r"\s*\[?([\w$]+(?:\.[\w$]+)*)")
_TOKEN: Final = re.compile(
    r"\s*(import\s*\(\s*(?:'[^']*'|\"[^\"]*\")\s*\)|[\w$]+|'[^']*'|\"[^\"]*\"|\.\.\.|=>|[^\s])"
)
_IMPORT: Final = re.compile(rb"@import\s([^'\"@;()]*?)\sfrom\s*(['\"])([^'\"\n]+)\2")
_TYPEDEF: Final = re.compile(
    rb"@typedef\s*\{\s*import\(\s*(['\"])([^'\"\n]+)\1\s*\)(?:\.(\w+))?\s*\}\s*(\w+)"
)
_STATED: Final = re.compile(r"@type\s*\{")
_LIST: Final = re.compile(rb"\{([^}]*)\}")
_PLAIN: Final = frozenset(
    {"string", "number", "boolean", "bigint", "symbol", "void", "any", "unknown", "never", "object"}
)
_NULLS: Final = frozenset({"null", "undefined"})
_MAX_TYPE: Final = 300  # characters
_MAX_DEPTH: Final = 12
_MAX_GAP: Final = 40  # bytes of blanks between a comment and what it is about


def apply(reader: FileReader) -> None:
    """Give parameters, results and variables without a type of their own the one in their comment."""
    typed: dict[tuple[int, str], int] = {}
    for draft in reader.declarations.drafts:
        doc = (reader.declarations.doc(draft) or _apart(reader, draft)) if draft.kind in _DOCUMENTED else ""
        if "{" in doc:
            _one(reader, draft, doc, typed)
    if typed:
        for position, binding in enumerate(reader.bindings):
            known = typed.get((binding.scope, binding.name))
            if known is not None and binding.type == NONE and binding.kind == "parameter":
                reader.bindings[position] = replace(binding, type=known)

    for position, given in enumerate(reader.assignments):
        if given.type == NONE:
            stated = _before(reader, given)
            if stated != NONE:
                reader.assignments[position] = replace(given, type=stated)


def _before(reader: FileReader, given: Assignment) -> int:
    """The type that the comment right before an assignment states, or NONE."""
    window = reader.data[max(0, given.start - _MAX_GAP) : given.start]
    before = window.rstrip()
    if not before.endswith(b"*/"):
        return NONE
    return _of_comment(reader, given.start - len(window) + len(before) - 2)


def _of_comment(reader: FileReader, end: int) -> int:
    """The `@type` of the comment that ends at byte `end`, or NONE."""
    start = reader.data.rfind(b"/**", 0, end)
    text = reader.data[max(start, 0) : end].decode("utf-8", "replace") if start >= 0 else ""
    tag = _STATED.search(text)
    if tag is None or "*/" in text:
        return NONE
    written, _ = _braced(text, tag.end())
    return _Types(reader.expressions, written).read() if written else NONE


def cast(reader: FileReader, node: Node, depth: int) -> int:
    """A value in brackets, of the type that is stated right before them: `/** @type {T} */ (value)`."""
    expressions = reader.expressions
    while True:
        inner = next((child for child in node.named_children if not child.is_extra), None)
        if inner is None:
            return UNKNOWN
        before = reader.data[max(0, node.start_byte - _MAX_TYPE) : node.start_byte].rstrip()
        if before.endswith(b"*/"):
            stated = _of_comment(reader, reader.data.rfind(b"*/", 0, node.start_byte))
            if stated not in (NONE, UNKNOWN):
                return expressions.row(Op.CAST, NONE, stated, expressions.build(inner, depth + 1))
        if inner.type != node.type:
            return expressions.build(inner, depth)
        node = inner


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
            yield Import(module, name or "=", alias, "type", first + 1, 0, start)


def _clause(written: bytes) -> Iterator[tuple[str, str]]:
    """(name, alias) of each name in what stands between `@import` and `from`."""
    text = re.sub(rb"\s*\n\s*\*?", b" ", written)
    for listed in _LIST.findall(text):
        for one in listed.decode("utf-8", "replace").split(","):
            words = one.split()
            if words:
                yield words[0], words[-1]
    for one in _LIST.sub(b"", text).decode("utf-8", "replace").split(","):
        words = one.split()
        if words:
            yield ("" if words[0] == "*" else "default"), words[-1]


_DOCUMENTED: Final = CALLABLES | {"variable", "constant", "field"}


def _apart(reader: FileReader, draft: Draft) -> str:
    """The JSDoc above a declaration with blank lines between them."""
    line = reader.data.rfind(b"\n", 0, draft.node.start_byte) + 1
    window = reader.data[max(0, line - _MAX_GAP) : line]
    before = window.rstrip()
    end = line - len(window) + len(before)
    start = reader.data.rfind(b"/**", 0, end) if before.endswith(b"*/") else -1
    if start < 0 or reader.data.find(b"*/", start, end) != end - 2:
        return ""
    return comment_text(reader.data[start:end], reader.grammar.comment_prefixes)


def _one(reader: FileReader, draft: Draft, doc: str, typed: dict[tuple[int, str], int]) -> None:
    parameters: dict[str, int] = {}
    for found in _TAG.finditer(doc):
        text, end = _braced(doc, found.end())
        if not text:
            continue
        known = _Types(reader.expressions, text).read()
        if known == UNKNOWN:  # says less than the code
            continue
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
