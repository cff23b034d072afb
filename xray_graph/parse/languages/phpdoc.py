"""The types that stand in PHP documentation comments: `@param Foo[] $a`, `@return static`, `@var ?Foo`.

A type is turned into the same expressions as a declared one. What is no class (`int<0, max>`, `'literal'`)
keeps its word alone. `array{a: T}` is MAPPING of its keys and types, `class-string<T>` APPLY, and the name of
a `@template` APPLY of TEMPLATE, the name and what it derives from. Called by the hooks of `php`.
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
_OF_CLASS: Final = re.compile(
    r"@(?:psalm-|phpstan-)?(mixin|see|method|property(?:-read|-write)?)[ \t]+(?=\S)"
)
_METHOD: Final = re.compile(r"\s*(\w+)[ \t]*\(")
_STATIC: Final = re.compile(r"static[ \t]+(?=\S)")
_SEEN: Final = re.compile(r"\\?[A-Z_][\w\\]*(?=\s|$)")
_VARIABLE: Final = re.compile(r"\s*(?:(?:&|\.\.\.)+\s*)?\$(\w+)")
_TEMPLATE: Final = re.compile(r"@(?:psalm-|phpstan-)?template(?:-\w+)?\s+(\w+)(?:\s+(?:of|as)\s+(?=\S))?")
TEMPLATE: Final = "@template"
_LISTS: Final = frozenset({"array", "list", "iterable", "non-empty-array", "non-empty-list"})
_WORDS: Final = {"boolean": "bool", "integer": "int", "double": "float", "$this": "static"}
_SCALARS: Final = frozenset({"int", "float", "string", "bool", "null", "void", "never", "true", "false"})
_LOOSE: Final = frozenset({"array", "iterable", "object", "mixed", "callable", "self", "Traversable"})
_FINER: Final = frozenset({int(op) for op in (Op.NAME, Op.UNION, Op.INTERSECTION, Op.APPLY)})
MAX_TOKENS: Final = 200  # of one type


class Reader:
    """Reads types off one comment's text."""

    def __init__(self, expressions: Expressions, text: str, around: str = "") -> None:
        """`around` is the comment of the class, whose templates count too."""
        self._expressions = expressions
        self._text = ""
        self._at = 0
        self._left = MAX_TOKENS
        self._templates: dict[str, int] = {}
        for one in (around, text):
            self._text = one
            if "template" in one:
                self._read_templates()

    def _read_templates(self) -> None:
        for match in _TEMPLATE.finditer(self._text):
            self._at, self._left = match.end(), MAX_TOKENS
            bound = self._union() if match.group().endswith((" ", "\t")) else NONE
            self._templates[match.group(1)] = bound

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

    def of_class(self) -> list[int]:
        """What a class's comment says of its members, each as KEYWORD of a word and a type.

        The words: `@mixin`, `@see` where there are methods, a method's name, a property's with its `$`.
        """
        made, seen = [], []
        for match in _OF_CLASS.finditer(self._text):
            self._at, self._left = match.end(), MAX_TOKENS
            tag, word, stated = match.group(1), f"@{match.group(1)}", NONE
            if tag == "see":
                named = _SEEN.match(self._text, self._at)
                seen += [self._said(word, self._expressions.name(named.group()))] if named else []
                continue
            if tag == "method":
                word, stated = self._method()
            else:
                stated = self._union()
                named = _VARIABLE.match(self._text, self._at) if tag != "mixin" else None
                word = f"${named.group(1)}" if named else word
            if word and (word != "@mixin" or stated != NONE) and not word.startswith("@property"):
                made.append(self._said(word, stated))
        return made + seen if "@method" in self._text else made

    def _method(self) -> tuple[str, int]:
        """The name of a method and what a call of it gives: `static T name(`, `T name(`, `name(`."""
        result = NONE
        if _METHOD.match(self._text, self._at) is None:
            given = _STATIC.match(self._text, self._at)
            if given is not None:
                self._at = given.end()
            if given is not None and _METHOD.match(self._text, self._at):
                result = self._expressions.name("static")
            else:
                result = self._union()
        named = _METHOD.match(self._text, self._at)
        return (named.group(1) if named else ""), result

    def _said(self, word: str, stated: int) -> int:
        return self._expressions.row(Op.KEYWORD, self._expressions.string(word), stated)

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
            if word == "class-string" and not given:
                return expressions.name("string")
            return expressions.row(Op.APPLY, NONE, expressions.name(word), *given)
        if opening == "{":
            return self._shape() if word in ("array", "list", "object") else expressions.name(word)
        if opening == "(" and word.lower().endswith(("callable", "closure")):
            self._take()
            given = self._list(")")
            result = NONE
            if self._adjacent() and self._peek() == ":":
                self._take()
                result = self._suffixed()
            return expressions.row(Op.FUNC_TYPE, NONE, result, *given)
        if word in self._templates:
            named, bound = expressions.name(word), self._templates[word]
            return expressions.row(Op.APPLY, NONE, expressions.name(TEMPLATE), named, bound)
        return expressions.name(word.partition("::")[0])

    def _shape(self) -> int:
        """`{a: T, b?: U}` or `{T, U}` behind `array`: MAPPING of keys and types."""
        self._take()
        flat: list[int] = []
        while self._left > 0:
            token = self._peek()
            if not token or token in ("}", "..."):
                break
            start = self._at
            key = self._take().strip("'\"")
            if self._peek() == "?":
                self._take()
            if self._peek() == ":":
                self._take()
            else:
                self._at, key = start, str(len(flat) // 2)
            made = self._union()
            flat += [self._expressions.row(Op.LITERAL, self._expressions.string(key)), made]
            if self._peek() != ",":
                break
            self._take()
        while self._left > 0 and (token := self._take()) and token != "}":
            continue
        return self._expressions.row(Op.MAPPING, NONE, *flat)

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


def finer(expressions: Expressions, declared: int, said: int) -> int:
    """What is declared, with what a comment says of it: where both name classes, a value is of both."""
    rows = expressions.rows
    if declared == NONE or _is_loose(expressions, declared):
        return said
    inner, told = rows[declared], rows[said]
    if inner[0] == Op.OPTIONAL:
        inner = rows[inner[2]]
    if inner[0] != Op.NAME or told[0] not in _FINER:
        return declared
    word = expressions.strings[inner[1]]
    if word == "string" and told[0] == Op.APPLY:  # `class-string<T>`
        return said
    same = told[0] == Op.NAME and last_name(expressions, said) in (word, *_SCALARS)
    if same or word.lower() in _SCALARS:
        return declared
    return expressions.row(Op.INTERSECTION, NONE, said, declared)


def _is_loose(expressions: Expressions, expression: int) -> bool:
    """Whether a declared type says so little that a comment may say more: `array`, `?iterable`."""
    rows, strings = expressions.rows, expressions.strings
    row = rows[expression]
    while row[0] in (Op.OPTIONAL, Op.VARIADIC):
        row = rows[row[2]]
    if row[0] == Op.UNION:
        return all(_is_loose(expressions, one) or last_name(expressions, one) == "null" for one in row[2:])
    return row[0] == Op.NAME and strings[row[1]] in _LOOSE


def last_name(expressions: Expressions, expression: int) -> str:
    """The last part of the name that an expression is or calls; "" for anything else."""
    rows = expressions.rows
    row = rows[expression]
    while row[0] == Op.CALL and row[2] >= 0:
        row = rows[row[2]]
    if row[0] not in (Op.NAME, Op.MEMBER) or row[1] < 0:
        return ""
    return expressions.strings[row[1]].rpartition("\\")[2]
