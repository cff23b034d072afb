"""JSDoc's type language, read into the same expressions that TypeScript's annotations become.

Reads names, members, generics, unions, intersections, arrays, tuples, records, functions in both
spellings, `import('m').T`, `typeof`, `keyof` and `x is T`. A text with anything else in it says nothing:
it is UNKNOWN as a whole. Takes time in proportion to the text. Called by `jsdoc` and `jsdoc_names`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import NONE, Op
from xray_graph.parse.expressions import MAX_ARGUMENTS, MAX_MEMBERS, UNKNOWN

if TYPE_CHECKING:
    from xray_graph.parse.expressions import Expressions

MAX_TYPE: Final = 4000  # characters
_MAX_DEPTH: Final = 12
_TOKEN: Final = re.compile(
    r"\s*(import\s*\(\s*(?:'[^'\n]*'|\"[^\"\n]*\")\s*\)|[\w$]+|'[^'\n]*'|\"[^\"\n]*\"|\.\.\.|=>|[^\s])"
)
_WORDS: Final = frozenset(
    {"string", "number", "boolean", "bigint", "symbol", "void", "any", "unknown", "never", "object"}
    | {"null", "undefined", "true", "false"}
)
_FOLLOWING: Final = frozenset({"[", "<", ".", "?", "!"})
_OPERATORS: Final = frozenset({"typeof", "keyof", "readonly", "unique", "asserts", "infer", "new"})


class Stated(NamedTuple):
    """A parameter or property and its type."""

    name: str
    type: int  # expression, or UNKNOWN
    written: str
    optional: bool
    start: int
    end: int


def record(expressions: Expressions, members: dict[str, int]) -> int:
    """The type of an object with these members."""
    rows = [expressions.row(Op.KEYWORD, expressions.string(name), known) for name, known in members.items()]
    return expressions.row(Op.OBJECT, NONE, *rows[:MAX_MEMBERS])


def function(expressions: Expressions, stated: list[Stated], result: int) -> int:
    """The type of a function with these parameters."""
    rows = []
    for one in stated[:MAX_ARGUMENTS]:
        pattern, known = expressions.name(one.name), one.type
        if known != UNKNOWN and expressions.rows[known][0] == Op.VARIADIC:
            known = expressions.row(Op.ARRAY, NONE, *expressions.rows[known][2:])
            pattern = expressions.row(Op.SPREAD, NONE, pattern)
        rows.append(expressions.row(Op.OPTIONAL if one.optional else Op.CAST, NONE, known, pattern))
    return expressions.row(Op.FUNC_TYPE, NONE, result, *rows)


def names_value(expressions: Expressions, known: int) -> bool:
    """Whether a type is that of a value: `typeof f`, or that or nothing."""
    row = expressions.rows[known]
    return row[0] == Op.TYPEOF or (
        row[0] == Op.UNION and any(expressions.rows[child][0] == Op.TYPEOF for child in row[2:])
    )


class _UnreadableError(Exception):
    """The text holds something that is not read."""


class Types:
    """Reads one type. A type nests at most twelve deep; deeper is UNKNOWN."""

    def __init__(self, expressions: Expressions, text: str) -> None:
        self._expressions = expressions
        self._text = text.strip() if len(text) <= MAX_TYPE else ""
        self._tokens: list[str] = []
        self._at = 0
        self._depth = 0
        self._own: frozenset[str] = frozenset()  # type parameters of the function types around
        self._closed: dict[int, int] = {}  # position of a bracket -> that of the one that closes it

    def read(self) -> int:
        text = self._text
        if text.isidentifier():  # most are
            return self._row(Op.LITERAL, name=text) if text in _WORDS else self._expressions.name(text)
        self._tokens = _TOKEN.findall(text)
        opened: list[int] = []
        for position, token in enumerate(self._tokens):
            if token == "(":
                opened.append(position)
            elif token == ")" and opened:
                self._closed[opened.pop()] = position
        self._tokens += ("", "")
        try:
            known = self._union()
        except _UnreadableError:
            return UNKNOWN
        return known if self._tokens[self._at] in ("", "=") else UNKNOWN

    def _peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else ""

    def _take(self, token: str) -> bool:
        if self._tokens[self._at] == token:
            self._at += 1
            return True
        return False

    def _must(self, token: str) -> None:
        if not self._take(token):
            raise _UnreadableError

    def _next(self) -> str:
        """The token here, which is passed; nothing follows the end."""
        token = self._tokens[self._at]
        if not token:
            raise _UnreadableError
        self._at += 1
        return token

    def _row(self, op: int, *children: int, name: str | None = None) -> int:
        return self._expressions.row(op, NONE if name is None else self._expressions.string(name), *children)

    def _union(self) -> int:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _UnreadableError
        self._take("|")
        members = [self._intersection()]
        while self._take("|"):
            members.append(self._intersection())
        self._depth -= 1
        return members[0] if len(members) == 1 else self._row(Op.UNION, *members)

    def _intersection(self) -> int:
        members = [self._postfix()]
        while self._take("&"):
            members.append(self._postfix())
        return members[0] if len(members) == 1 else self._row(Op.INTERSECTION, *members)

    def _postfix(self) -> int:
        if self._take("..."):
            return self._row(Op.VARIADIC, self._union())
        optional = False
        while self._tokens[self._at] in ("?", "!") and self._peek(1) not in ("", ">", ",", ")", "|"):
            optional |= self._next() == "?"
        known = self._plain()
        while self._tokens[self._at] in _FOLLOWING:
            if self._take("["):
                if self._take("]"):
                    known = self._row(Op.ARRAY, known)
                else:
                    known = self._row(Op.INDEX, known, self._union())
                    self._must("]")
            elif self._peek() in ("<", ".") and self._generic():
                known = self._row(Op.APPLY, known, *self._listed(">"))
            elif self._take("."):
                known = self._row(Op.MEMBER, known, name=self._next())
            elif self._take("?"):
                optional = True
            else:
                self._must("!")
        return self._row(Op.OPTIONAL, known) if optional else known

    def _generic(self) -> bool:
        """`Array<T>` and the older `Array.<T>`."""
        if self._peek() == ".":
            if self._peek(1) != "<":
                return False
            self._at += 1
        return self._take("<")

    def _listed(self, end: str) -> list[int]:
        """Types with commas between them."""
        found: list[int] = []
        while not self._take(end):
            if found:
                self._must(",")
                if self._take(end):
                    break
            found.append(self._union())
            self._take("=")
        return found

    def _plain(self) -> int:
        token, expressions = self._next(), self._expressions
        if token in ("Object", "object") and (self._peek() == "<" or self._peek(1) == "<"):
            return expressions.name("Record")  # of keys and values
        if token in _OPERATORS and self._peek() not in ("", ",", "|", ">", ")", "]"):
            return self._operator(token)
        if token in _WORDS or token[:1] in ("'", '"') or token.isdecimal():
            return self._row(Op.LITERAL, name=token)
        if token in ("*", "?"):
            return self._row(Op.LITERAL, name="any")
        if token.startswith("import") and token.endswith(")"):
            module = token[token.index("(") + 1 : -1].strip()
            return self._row(Op.CALL, expressions.name("import"), self._row(Op.LITERAL, name=module))
        if token == "(":
            return self._bracketed()
        if token == "{":
            return self._record()
        if token == "<":
            outer = self._own
            self._named()
            known, self._own = self._function(), outer
            return known
        if token == "[":
            return self._row(Op.TUPLE, *self._listed("]"))
        if token == "function" and self._take("("):
            return self._closure()
        if not (token.isidentifier() or "$" in token):
            raise _UnreadableError
        if token in self._own:  # whatever it is called with
            return UNKNOWN
        if self._take("is"):  # a type predicate
            return self._row(Op.UNARY, self._union(), name="is")
        return expressions.name(token)

    def _operator(self, token: str) -> int:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _UnreadableError
        if token == "readonly":
            known = self._postfix()
        elif token == "keyof":
            known = self._row(Op.UNARY, self._postfix(), name="keyof")
        elif token == "typeof":
            known = self._plain()
            while self._take("."):
                known = self._row(Op.MEMBER, known, name=self._next())
            known = self._row(Op.TYPEOF, known)
        elif token == "new":
            row = self._expressions.rows[self._function()]
            known = self._row(Op.FUNC_TYPE, *row[2:], name="new")
        else:
            raise _UnreadableError
        self._depth -= 1
        return known

    def _function(self) -> int:
        """`(a: T) => R` and no other type."""
        self._must("(")
        known = self._bracketed()
        if self._expressions.rows[known][0] != Op.FUNC_TYPE:
            raise _UnreadableError
        return known

    def _named(self) -> None:
        """The names of type parameters, up to the `>`."""
        while True:
            self._own |= {self._next()}
            if self._take("extends"):
                self._union()
            if self._take("="):
                self._union()
            if not self._take(","):
                return self._must(">")

    def _bracketed(self) -> int:
        """`(T)`, or `(a: T, b?: U) => R`."""
        closed = self._closed.get(self._at - 1)
        if closed is None:
            raise _UnreadableError
        if self._tokens[closed + 1 : closed + 2] != ["=>"]:
            known = self._union()
            self._must(")")
            return known
        parameters = self._parameters()
        self._must("=>")
        return function(self._expressions, parameters, self._union())

    def _parameters(self) -> list[Stated]:
        found: list[Stated] = []
        while not self._take(")"):
            if found:
                self._must(",")
            variadic = self._take("...")
            name, optional, known = self._next(), self._take("?"), UNKNOWN
            if not name.isidentifier():
                raise _UnreadableError
            if self._take(":"):
                known = self._union()
            if variadic:
                element = self._expressions.rows[known]
                known = self._row(Op.VARIADIC, element[2] if element[0] == Op.ARRAY else UNKNOWN)
            found.append(Stated(name, known, "", optional, 0, 0))
        return found

    def _closure(self) -> int:
        """`function(T, U=): R`."""
        found: list[Stated] = []
        made, first = NONE, True
        while not self._take(")"):
            if not first:
                self._must(",")
            first = False
            if self._peek() in ("this", "new") and self._peek(1) == ":":
                word = self._next()
                self._at += 1
                known = self._union()
                made = known if word == "new" else made
                continue
            known = self._union()
            found.append(Stated(f"arg{len(found)}", known, "", self._take("="), 0, 0))
        result = self._union() if self._take(":") else NONE
        if made == NONE:
            return function(self._expressions, found, result)
        row = self._expressions.rows[function(self._expressions, found, made)]
        return self._row(Op.FUNC_TYPE, *row[2:], name="new")

    def _record(self) -> int:
        """`{ a: T, b?: U, c(x: T): R }`, or `{ [key: string]: T }`."""
        members: dict[str, int] = {}
        indexed: list[int] = []
        while not self._take("}"):
            if self._take("["):
                self._next()
                self._must(":")
                key = self._union()
                self._must("]")
                self._must(":")
                indexed = [key, self._union()]
            else:
                if self._peek() == "readonly" and self._peek(1) not in (":", "?", ",", "}"):
                    self._at += 1
                name, optional = self._next().strip("'\""), self._take("?")
                if not name or not (name[0].isalnum() or name[0] in "_$"):
                    raise _UnreadableError
                members[name] = self._member(optional=optional)
            if not self._take(",") and not self._take(";") and self._peek() in ("", ")", "]", ">", "|", "&"):
                raise _UnreadableError
        if indexed and not members:
            return self._row(Op.APPLY, self._expressions.name("Record"), *indexed)
        return record(self._expressions, members)

    def _member(self, *, optional: bool) -> int:
        known, outer = self._row(Op.LITERAL, name="any"), self._own
        if self._take("<"):
            self._named()
        if self._take("("):
            parameters = self._parameters()
            known = function(self._expressions, parameters, self._union() if self._take(":") else NONE)
            self._own = outer
        elif self._take(":"):
            known = self._union()
        return self._row(Op.OPTIONAL, known) if optional else known
