"""How a node becomes an expression: the shapes of a grammar's tables.

A *shape* is written `"OP part part ..."`, OP being a name of `model.Op` or PASS, and a part

    field     the child of that field          *field    the named children of that child
    **field   every child of that field        #2        the third named child, #-1 the last
    *#2       its named children               *         all named children
    .field    the name: that child's text      .#1       the name: the second named child's text
    .         the name: the node's own text    =word     the name: this word
    .=word    the node's own text, or this word where that text is long
    <field    generic arguments: the first child becomes APPLY of it and them
    ?field    the callee of a call whose grammar has no node for it: MEMBER of that child by the shape's
              name, and where there is no such child the plain name
    $         the last child, a word of the language included (`this`)
    ^field    that child; where a named child stands before all, MEMBER of that one by the text of this

Children keep the order written. PASS stands for a node that means what its one child means, ANNOTATION
for one whose child is a type: in there a quoted string is a type too. HOOK leaves a node to the
language's hooks, where no shape says it.
Read by `grammar`; followed by `expressions` and `patterns`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from xray_graph.errors import BuildError
from xray_graph.model import OPS, Op

if TYPE_CHECKING:
    from tree_sitter import Language

PASS: Final = -1
ANNOTATION: Final = -2
HOOK: Final = -3
_WRAPPERS: Final = {"PASS": PASS, "ANNOTATION": ANNOTATION, "HOOK": HOOK}

# How a part picks from a node.
(
    FIELD,
    CHILDREN_OF_FIELD,
    ALL_OF_FIELD,
    NTH,
    CHILDREN_OF_NTH,
    ALL,
    SELF,
    WORD,
    GENERIC,
    SHORT,
    CALLEE,
    LAST,
    QUALIFIED,
) = range(13)

_MARKED: Final = {"<": GENERIC, "?": CALLEE, "^": QUALIFIED}


class GrammarError(BuildError):
    """The data of a language and its installed grammar do not fit."""


Part: TypeAlias = tuple[int, int]  # how it picks, and by which field or place


@dataclass(frozen=True, slots=True)
class Shape:
    """How a node becomes an expression. `op` is an Op, PASS or ANNOTATION; `name` may be None.

    `word` is what a name that is WORD or SHORT says, "" with any other.
    """

    op: int
    name: Part | None
    parts: tuple[Part, ...]
    word: str


# The frequent shapes that `expressions` builds by a way of their own: a name, a literal as it is written, a
# member, whatever else has a name and one child, a call. The fields of a plan are those of the child and the
# name, or of the callee, the arguments and the generic arguments (or NO_FIELD) of a call.
PLAIN, WRITTEN, MEMBER_OF, NAMED, CALL_OF, OTHER = range(6)
NO_FIELD: Final = 0  # tree-sitter counts from 1
_PARTED: Final = frozenset({Op.NAME, Op.LITERAL, Op.NEW, Op.FUNC, Op.OBJECT, Op.TYPE_DECL, Op.COMPREHENSION})

Plan: TypeAlias = "tuple[int, Shape, int, int, int]"


def plan_of(shape: Shape) -> Plan:
    """By which way a shape is built."""
    match shape:
        case Shape(Op.NAME, _, ()):
            return PLAIN, shape, 0, 0, 0
        case Shape(Op.LITERAL, (how, _), ()) if how == SHORT:
            return WRITTEN, shape, 0, 0, 0
        case Shape(op, (how, name), ((part, inner),)) if how == part == FIELD:
            if op > 0 and op not in _PARTED:
                return MEMBER_OF if op == Op.MEMBER else NAMED, shape, inner, name, 0
        case Shape(Op.CALL, None, ((first, callee), (second, given), *more)):
            if first == FIELD and second == CHILDREN_OF_FIELD and [how for how, _ in more] in ([], [GENERIC]):
                return CALL_OF, shape, callee, given, more[0][1] if more else NO_FIELD
    return OTHER, shape, 0, 0, 0


@dataclass(frozen=True, slots=True)
class Entry:
    """How a node becomes a parameter or a type parameter."""

    names: Part
    type: Part | None
    default: Part | None
    flags: str


class Tables:
    """Turns the words of grammar.toml into ids of one grammar."""

    def __init__(self, name: str, language: Language) -> None:
        self._where = f"grammars/{name}/grammar.toml"
        self._language = language
        self._numbers: dict[str, list[int]] = {}  # visible node kind → its ids
        for number in range(language.node_kind_count):
            if language.node_kind_is_visible(number):
                self._numbers.setdefault(language.node_kind_for_id(number) or "", []).append(number)

    def shapes(self, table: dict[str, str]) -> tuple[Shape | None, ...]:
        found: list[Shape | None] = [None] * (self._language.node_kind_count + 1)
        for kind, text in table.items():
            if not text:  # what this language lacks of the one it extends
                continue
            op, *words = text.split()
            code = _WRAPPERS[op] if op in _WRAPPERS else _op(op, self._where)
            name: Part | None = None
            named = ""
            parts: list[Part] = []
            for word in words:
                if word[0] in ".=":
                    name, named = self._name(word)
                else:
                    parts.append(self._part(word))
            shape = Shape(code, name, tuple(parts), named)
            for number in self._kinds(kind):
                found[number] = shape
        return tuple(found)

    def entries(self, table: dict[str, dict[str, str]]) -> dict[int, Entry]:
        found = {}
        for kind, row in table.items():
            entry = Entry(
                names=self._part(row["names"]),
                type=self._part(row["type"]) if "type" in row else None,
                default=self._part(row["default"]) if "default" in row else None,
                flags=row.get("flags", ""),
            )
            for number in self._kinds(kind):
                found[number] = entry
        return found

    def _kinds(self, kind: str) -> list[int]:
        numbers = self._numbers.get(kind, [])
        if not numbers:
            raise GrammarError(f"the installed grammar has no node kind {kind!r}", where=self._where)
        return numbers

    def _name(self, word: str) -> tuple[Part, str]:
        """How a name is found, and the word that it is."""
        if word[0] == "=":
            return (WORD, 0), word[1:]
        if word.startswith(".="):
            return (SHORT, 0), word[2:]
        return (SELF, 0) if word == "." else self._part(word[1:]), ""

    def _part(self, word: str) -> Part:
        if word == "*":
            return (ALL, 0)
        if word == ".":
            return (SELF, 0)
        if word == "$":
            return (LAST, 0)
        if word[0] in _MARKED:
            return (_MARKED[word[0]], self._field(word[1:]))
        if word.startswith("**"):
            return (ALL_OF_FIELD, self._field(word[2:]))
        if word.startswith("*#"):
            return (CHILDREN_OF_NTH, int(word[2:]))
        if word.startswith("*"):
            return (CHILDREN_OF_FIELD, self._field(word[1:]))
        if word.startswith("#"):
            return (NTH, int(word[1:]))
        return (FIELD, self._field(word))

    def _field(self, name: str) -> int:
        number = self._language.field_id_for_name(name)
        if number is None:
            raise GrammarError(f"the installed grammar has no field {name!r}", where=self._where)
        return number


def _op(name: str, where: str) -> int:
    try:
        return OPS[name]
    except KeyError as error:
        raise GrammarError(f"{name!r} is no expression", where=where) from error
