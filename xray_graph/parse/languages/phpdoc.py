"""The types that stand in PHP documentation comments: `@param Foo[] $a`, `@return static`, `@var ?Foo`.

A type is turned into the same expressions as a declared one. What is no class (`int<0, max>`,
`array{a: int}`, `'literal'`) keeps its word alone. Called by the hooks of `php`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op

if TYPE_CHECKING:
    from xray_graph.parse.expressions import Expressions

_TOKEN: Final = re.compile(
    r"\s*(\$?[\w\\-]+(?:::[\w*]*)?|'[^']*'|\"[^\"]*\"|\.\.\.|\[\]|[|&?()<>{},:\[\]=])", re.UNICODE
)
_TAG: Final = re.compile(r"@(?:psalm-|phpstan-)?(param|return|var|property(?:-read|-write)?)\s+(?=\S)")
_VARIABLE: Final = re.compile(r"\s*(?:&|\.\.\.)*\s*\$(\w+)")
_LISTS: Final = frozenset({"array", "list", "iterable", "non-empty-array", "non-empty-list"})
_WORDS: Final = {"boolean": "bool", "integer": "int", "double": "float", "$this": "static"}
MAX_TOKENS: Final = 200  # of one type


class Reader:
    """Reads types off one comment's text."""

    def __init__(self, expressions: Expressions, text: str) -> None:
        self._expressions = expressions
        self._text = text
        self._at = 0
        self._left = MAX_TOKENS

    def tags(self) -> list[tuple[str, str, int]]:
        """(tag, variable without `$` or "", type) of each tag that states a type."""
        found = []
        for match in _TAG.finditer(self._text):
            self._at, self._left = match.end(), MAX_TOKENS
            made = self._union()
            named = _VARIABLE.match(self._text, self._at)
            if made != NONE:
                found.append((match.group(1), named.group(1) if named else "", made))
        return found

    def _peek(self) -> str:
        found = _TOKEN.match(self._text, self._at)
        return found.group(1) if found and self._left > 0 else ""

    def _take(self) -> str:
        found = _TOKEN.match(self._text, self._at)
        if found is None:
            return ""
        self._at = found.end()
        self._left -= 1
        return found.group(1)

    def _adjacent(self) -> bool:
        """Whether the next character continues the type: prose follows after a blank."""
        return self._at < len(self._text) and not self._text[self._at].isspace()

    def _union(self) -> int:
        members = [self._suffixed()]
        operator = ""
        while self._left > 0:
            ahead = _TOKEN.match(self._text, self._at)
            if ahead is None or ahead.group(1) not in "|&":
                break
            if ahead.group(1) == "&" and _VARIABLE.match(self._text, self._at):
                break  # `Foo &$a`: a reference
            operator = self._take()
            members.append(self._suffixed())
        if len(members) == 1:
            return members[0]
        op = Op.INTERSECTION if operator == "&" else Op.UNION
        return self._expressions.row(op, NONE, *members)

    def _suffixed(self) -> int:
        made = self._primary()
        while made != NONE and self._adjacent() and self._peek() == "[]":
            self._take()
            made = self._expressions.row(Op.ARRAY, NONE, made)
        return made

    def _primary(self) -> int:
        token = self._peek()
        if not token or token in ("|", "&", ")", ">", "}", ",", "]", ":", "="):
            return NONE
        self._take()
        if token == "?":
            inner = self._suffixed()
            return inner if inner == NONE else self._expressions.row(Op.OPTIONAL, NONE, inner)
        if token == "(":
            inner = self._union()
            if self._peek() == ")":
                self._take()
            return inner
        if token[0] in "'\"":
            return self._expressions.name("string")
        if not (token[0].isalpha() or token[0] in "_\\$"):
            return self._expressions.name("int") if token[0].isdigit() else NONE
        word = _WORDS.get(token, token)
        if word.startswith("$"):
            self._at -= len(token)
            return NONE
        return self._after_name(word)

    def _after_name(self, word: str) -> int:
        """Generic arguments, the shape of an array or the parameters of a callable, right behind."""
        expressions = self._expressions
        opening = self._text[self._at] if self._adjacent() else ""
        if opening == "<":
            self._take()
            given = self._list(">")
            if word in _LISTS:
                if len(given) > 1:
                    return expressions.row(Op.MAP, NONE, given[0], given[1])
                return expressions.row(Op.ARRAY, NONE, *given[:1])
            if word == "class-string":
                return expressions.name("string")
            return expressions.row(Op.APPLY, NONE, expressions.name(word), *given)
        if opening == "{":
            self._skip("{", "}")
            return expressions.name(word)
        if opening == "(" and word.lower().endswith(("callable", "closure")):
            self._take()
            given = self._list(")")
            result = NONE
            if self._adjacent() and self._peek() == ":":
                self._take()
                result = self._suffixed()
            return expressions.row(Op.FUNC_TYPE, NONE, result, *given)
        return expressions.name(word.partition("::")[0])

    def _list(self, closing: str) -> list[int]:
        found = []
        while self._left > 0:
            token = self._peek()
            if not token or token == closing:
                self._take()
                break
            made = self._union()
            if made != NONE:
                found.append(made)
            while self._peek() not in ("", ",", closing):  # a parameter's name, a default
                self._take()
            if self._peek() == ",":
                self._take()
        return found

    def _skip(self, opening: str, closing: str) -> None:
        depth = 0
        while self._left > 0:
            token = self._take()
            depth += (token == opening) - (token == closing)
            if not token or depth == 0:
                break
