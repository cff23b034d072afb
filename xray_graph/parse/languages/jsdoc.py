"""Types that JavaScript states in comments: `@param {T} name`, `@returns {T}`, `@type {T}`, `@this {T}`.

A `@type` before `this.x = value` is the member's, one before a bracketed value is a cast; a `@satisfies` only
says what functions inside the value are handed. `@extends
{Base<T>}` gives a class's base its arguments, `@implements {T}` a base that the code can not name. A
type that can not be read says nothing. Called by `javascript`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from xray_graph.model import CALLABLES, NONE, Op, Parameter
from xray_graph.parse.expressions import UNKNOWN
from xray_graph.parse.languages.jsdoc_names import DECLARING, template
from xray_graph.parse.languages.jsdoc_tags import bare, grouped, named, tags
from xray_graph.parse.languages.jsdoc_types import Types, names_value

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.model import Assignment
    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.expressions import Expressions
    from xray_graph.parse.extract import FileReader
    from xray_graph.parse.languages.jsdoc_types import Stated

HINT: Final = re.compile(
    rb"@(?:param|arg|argument|returns?|type|this|extends|augments|implements|satisfies)\s*\{|@template\b"
)

_STATED: Final = re.compile(r"@(?:type|satisfies)\s*\{")
_MAX_CAST: Final = 300  # bytes of a comment before a value
_MAX_GAP: Final = 40  # bytes of blanks between a comment and what it is about
_APART: Final = re.compile(rb"[,;{}]")
_BETWEEN: Final = 4  # other comments there, such as a linter's
_PARAMETERS: Final = frozenset({"param", "arg", "argument"})
_BASES: Final = {"extends": "extends", "augments": "extends", "implements": "implements"}
_DOCUMENTED: Final = CALLABLES | {"variable", "constant", "field", "class"}


def apply(reader: FileReader) -> None:
    """Give parameters, results and variables without a type of their own the one in their comment."""
    typed: dict[tuple[int, str], int] = {}
    for draft in reader.declarations.drafts:
        doc = _comment(reader, draft) if draft.kind in _DOCUMENTED else ""
        if "@" in doc:
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


def _of_comment(reader: FileReader, end: int, wanted: str = "type") -> int:
    """The `@type`, or `@satisfies`, of the comment that ends at byte `end`, or NONE."""
    start = reader.data.rfind(b"/**", reader.data.rfind(b"*/", 0, end) + 1, end)
    text = reader.data[max(start, 0) : end].decode("utf-8", "replace") if start >= 0 else ""
    if _STATED.search(text) is None:
        return NONE
    written = next((tag.type for tag in tags(bare(text)) if tag.name == wanted), "")
    known = Types(reader.expressions, written).read() if written else NONE
    return NONE if known != NONE and names_value(reader.expressions, known) else known


def cast(reader: FileReader, node: Node, depth: int) -> int:
    """A value in brackets, of the type that is stated right before them: `/** @type {T} */ (value)`."""
    expressions = reader.expressions
    while True:
        inner = next((child for child in node.named_children if not child.is_extra), None)
        if inner is None:
            return UNKNOWN
        before = reader.data[max(0, node.start_byte - _MAX_CAST) : node.start_byte].rstrip()
        if before.endswith(b"*/"):
            end = reader.data.rfind(b"*/", 0, node.start_byte)
            for tag, word in (("type", NONE), ("satisfies", expressions.string("satisfies"))):
                stated = _of_comment(reader, end, tag)
                if stated not in (NONE, UNKNOWN):
                    return expressions.row(Op.CAST, word, stated, expressions.build(inner, depth + 1))
        if inner.type != node.type:
            return expressions.build(inner, depth)
        node = inner


def _comment(reader: FileReader, draft: Draft) -> str:
    """The JSDoc right before a declaration, or above its line; other comments and blank lines may follow."""
    node, data = draft.node, reader.data
    row = node.start_point.row
    for at in (node.start_byte, node.start_byte - node.start_point.column):
        if _APART.search(data, at, node.start_byte):  # the comment is of what stands before
            break
        end, last = at, row
        for _ in range(_BETWEEN):
            window = data[max(0, end - _MAX_GAP) : end]
            before = window.rstrip()
            last -= window.count(b"\n", len(before))
            first, start, finish = reader.comments.get(last, (0, 0, -1))
            if finish != end - len(window) + len(before):
                break
            if data.startswith(b"/**", start):
                return bare(data[start:finish].decode("utf-8", "replace"))
            end, last = data.rfind(b"\n", 0, start) + 1, first
            if data[end:start].strip():
                break
    return ""


def _one(reader: FileReader, draft: Draft, doc: str, typed: dict[tuple[int, str], int]) -> None:
    expressions = reader.expressions
    stated: list[Stated] = []
    parameters: list[tuple[str, int]] = []
    is_generic = draft.kind in _GENERIC and not any(t in doc for t in ("@typedef", "@callback"))
    this = NONE
    declares = False  # what stands below `@callback` is that function's
    for tag in tags(doc):
        declares |= tag.name in DECLARING
        if tag.name in _PARAMETERS:
            one = named(expressions, doc, tag)
            if one is not None and draft.kind in CALLABLES and not declares:
                stated.append(one)
        elif tag.name == "template":
            if is_generic:
                parameters += template(expressions, doc, tag)
        elif tag.type and not declares:
            known = Types(expressions, tag.type).read()
            if known != UNKNOWN and tag.name == "this":
                this = known if draft.kind in CALLABLES else NONE
            elif known != UNKNOWN:  # else it says less than the code
                _state(expressions, draft, tag.name, known)
    draft.type_parameters += tuple(parameters)
    _parameters(expressions, draft, grouped(expressions, stated), typed)
    if this != NONE:  # as TypeScript writes it
        draft.parameters = (Parameter("this", type=this), *draft.parameters)


_GENERIC: Final = CALLABLES | {"class"}


def _state(expressions: Expressions, draft: Draft, tag: str, known: int) -> None:
    """What one tag says of a declaration as a whole."""
    row = expressions.rows[known]
    if tag == "type":
        if draft.type == NONE and draft.kind != "class" and _says_more(expressions, draft, known):
            draft.type = known
    elif tag == "satisfies":
        if draft.value != NONE:
            word = expressions.string("satisfies")
            draft.value = expressions.row(Op.CAST, word, known, draft.value)
    elif tag in ("return", "returns"):
        if not draft.results and draft.kind in CALLABLES and row[0] != Op.OBJECT:
            draft.results = (known,)
    elif draft.kind == "class" and tag in _BASES:
        if _BASES[tag] == "implements":
            draft.bases.append(("implements", known))
        elif row[0] == Op.APPLY:
            draft.bases = [
                (how, expressions.row(Op.APPLY, NONE, base, *row[3:]) if how == "extends" else base)
                for how, base in draft.bases
            ]


def _says_more(expressions: Expressions, draft: Draft, known: int) -> bool:
    """Whether a type says more than the code: the object that a variable holds, the function that is
    assigned to a field, and the class behind `typeof C` are better known from there.
    """
    row = expressions.rows[known]
    if draft.kind == "field" and row[0] == Op.FUNC_TYPE:
        return False
    if row[0] == Op.OBJECT:
        return draft.value == NONE or expressions.rows[draft.value][0] != Op.OBJECT
    return not names_value(expressions, known)


def _parameters(
    expressions: Expressions, draft: Draft, stated: list[Stated], typed: dict[tuple[int, str], int]
) -> None:
    """Parameters by their names; one that is taken apart has none and goes by its place."""
    by_name = {one.name: one.type for one in stated}
    found = []
    for position, parameter in enumerate(draft.parameters):
        known = by_name.get(parameter.name, UNKNOWN)
        if parameter.name[:1] == "{" and position < len(stated):
            known = stated[position].type
        if known == UNKNOWN or parameter.type != NONE:
            found.append(parameter)
            continue
        row = expressions.rows[known]
        if row[0] == Op.VARIADIC:
            known = row[2]
            if "variadic" in parameter.flags:
                known = expressions.row(Op.ARRAY, NONE, known)
        typed[draft.body, parameter.name] = known
        found.append(replace(parameter, type=known))
    if found:
        draft.parameters = tuple(found)
