"""Python: docstrings, `__all__`, imports, what decorators make of a definition, narrowing by `isinstance`.

See `parse.languages`. Looks at one file only: what a name means is for `resolve`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tree_sitter import Parser, Range

from xray_graph.model import NONE, Binding, Export, Import
from xray_graph.parse.expressions import UNKNOWN
from xray_graph.parse.languages import base
from xray_graph.parse.languages.python_narrowing import arms, loop_around, tested
from xray_graph.parse.prose import comment_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Tree

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role

_BY_DECORATOR: Final = {
    "staticmethod": "static",
    "classmethod": "classmethod",
    "abstractmethod": "abstract",
    "abstractproperty": "abstract property",
    "abstractclassmethod": "abstract classmethod",
    "abstractstaticmethod": "abstract static",
    "property": "property",
    "cached_property": "property",
    "getter": "property",
    "setter": "setter",
    "deleter": "deleter",
    "overload": "overload",
    "deprecated": "deprecated",
    "dataclass": "dataclass",
    "dataclass_transform": "dataclass",
    "final": "final",
    "fixture": "fixture",
}
_ENUMS: Final = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"})
_COPIES: Final = frozenset({"list", "tuple", "sorted", "set"})
_TEXT: Final = re.compile(r"""[bBuUrR]{0,2}("{3}|'{3}|"|')(.*)\1""", re.DOTALL)


class Hooks(base.Hooks):
    def accepts(self, reader: FileReader, draft: Draft) -> bool:
        if not super().accepts(reader, draft):
            return False
        span = draft.one("span")
        if span is not None:
            decorators = [child for child in span.named_children if child.type == "decorator"]
            draft.captures["decorator"] = [one.named_children[0] for one in decorators if one.named_children]
        if draft.kind == "variable" and draft.name_node is not None:
            name = reader.expressions.text(draft.name_node)
            if name.isupper() and len(name) > 1:
                draft.kind = "constant"
            elif name == "__all__" and (value := draft.one("value")) is not None:
                reader.exports += _listed(reader, draft.node, value)
        return True

    def attributes(self, reader: FileReader, draft: Draft) -> list[str]:
        name = draft.name
        if draft.type_parameters:
            draft.type_parameters = _type_parameters(reader, draft.one("type_parameters"))
        found = [] if name.startswith("_") and not name.endswith("__") else ["exported"]
        if draft.kind in ("function", "method"):
            self._of_callable(reader, draft, found)
        elif draft.kind == "class":
            self._of_class(reader, draft, found)
        return found

    def _of_callable(self, reader: FileReader, draft: Draft, found: list[str]) -> None:
        for decorator in draft.decorators:
            found += _BY_DECORATOR.get(base.last_name(reader, decorator), "").split()
        node = draft.node
        if reader.data.startswith(b"async", node.start_byte) and node.type == "function_definition":
            found.append("async")
        if not draft.name:
            found.remove("exported")
        elif draft.kind == "method" and draft.name in ("__new__", "__init_subclass__", "__class_getitem__"):
            found.append("static" if draft.name == "__new__" else "classmethod")
        if draft.kind == "method" and b"NotImplementedError" in reader.data[node.start_byte : node.end_byte]:
            first = _first_statement(draft.one("body"))
            if first is not None and first.type == "raise_statement":
                found.append("abstract")
        if draft.name.startswith("test") and _is_test(reader, draft):
            found.append("test")

    def _of_class(self, reader: FileReader, draft: Draft, found: list[str]) -> None:
        for decorator in draft.decorators:
            found += _BY_DECORATOR.get(base.last_name(reader, decorator), "").split()
        names = {base.last_name(reader, expression) for _kind, expression in draft.bases}
        if "Protocol" in names:
            found += ["protocol", "abstract"]
        if names & _ENUMS:
            draft.kind = "enum"
        holder = draft.one("bases")
        meta = b"" if holder is None else reader.data[holder.start_byte : holder.end_byte]
        if "ABC" in names or b"ABCMeta" in meta:
            found.append("abstract")
        if "NamedTuple" in names:
            found.append("dataclass")
        if b"metaclass" in meta:
            stated = _keyword(holder, b"metaclass")
            draft.bases += [("metaclass", reader.expressions.build(value)) for value in stated]
        if b"table" in meta and any(value.type == "true" for value in _keyword(holder, b"table")):
            found.append("table")  # of SQLModel

    def doc(self, reader: FileReader, draft: Draft, span: Node) -> str:
        """The docstring, else the comment right above."""
        body = draft.one("body")
        if body is not None and body.type == "block":
            written = _docstring(reader, body)
            if written:
                return written
        return base.comment_above(reader, span.start_point.row) if reader.comments else ""

    def file_doc(self, reader: FileReader) -> str:
        return _docstring(reader, reader.trees[0]) if reader.trees else ""

    # --- modules ----------------------------------------------------------------------------

    def imports(self, reader: FileReader, role: Role, captures: Captures) -> list[Import] | None:
        """`import a.b` binds `a`: its alias stays empty; `from m import n` binds its alias or `n`."""
        node = captures["import"][0]
        module = "".join(reader.expressions.text(captures["module"][0]).split())
        name = "".join(reader.expressions.text(captures["name"][0]).split()) if "name" in captures else ""
        alias = reader.expressions.text(captures["alias"][0]) if "alias" in captures else ""
        if name != "*":
            alias = alias or name
        scope = reader.regions.at(node.start_byte)
        return [Import(module, name, alias, "", node.start_point.row + 1, scope, node.end_byte)]

    def exports(self, reader: FileReader, role: Role, captures: Captures) -> list[Export] | None:
        return _listed(reader, captures["export"][0], captures["value"][0])

    # --- narrowing --------------------------------------------------------------------------

    def tested(self, reader: FileReader, role: Role, captures: Captures) -> list[base.Tested]:
        """Where an `isinstance` holds or does not."""
        if "in" in captures:  # a `case`: where it holds is captured; an arm tells nothing
            return []
        return [base.Tested(*region, holds) for region, holds in tested(captures[role.capture][0])]

    def narrows(
        self, reader: FileReader, role: Role, captures: Captures, places: list[base.Tested]
    ) -> list[Binding] | None:
        if role.detail == "arms":
            return _arm(reader, captures[role.capture][0], captures["in"][0])
        name, declared = captures["name"][0], captures["type"][0]
        if name.type == "named_expression":
            name = name.child_by_field_name("name") or name
        if name.type not in ("identifier", "attribute"):
            return []
        text, expression = reader.expressions.text(name), reader.expressions.build(declared)
        test = reader.expressions.text(captures["_function"][0]) if "_function" in captures else ""
        holds, fails = ("narrow-class", "") if test == "issubclass" else ("narrow", "exclude")
        told = [(node.start_byte, holds) for node in captures.get("in", ())]
        told += [(one.start, holds if one.holds else fails) for one in places]
        return [
            Binding(reader.regions.at(start), text, start, expression, NONE, kind)
            for start, kind in told
            if kind
        ]

    def callee_row(self, reader: FileReader, call: Node) -> int:
        callee = reader.expressions.callees.get(call.id)
        if callee is None:
            return call.start_point.row
        reader.called.add(callee.id)
        return (callee.end_point if reader.expressions.ends_in_name(callee) else callee.start_point).row

    def return_kind(self, role: Role, node: Node) -> str:
        """A `yield from` passes on what its operand yields."""
        if role.detail == "yield" and any(child.type == "from" for child in node.children):
            return "delegate"
        return role.detail or "return"

    # --- types ------------------------------------------------------------------------------

    def start(self, reader: FileReader) -> None:
        quoted = Quoted(reader)
        reader.expressions.quoted = quoted.read


class Quoted:
    """Reads the types that stand in strings, with their positions in the file."""

    def __init__(self, reader: FileReader) -> None:
        self._reader = reader
        self._trees: list[Tree] = []  # kept, because expressions remember nodes by their address

    def read(self, node: Node) -> Node | None:
        """The expression in a string node, or None where it is no type."""
        if node.type != "string" or len(node.named_children) != 3:
            return None
        content = node.named_children[1]
        if content.start_point.row != content.end_point.row:
            return None
        where = Range(content.start_point, content.end_point, content.start_byte, content.end_byte)
        parser = Parser(self._reader.grammar.language, included_ranges=[where])
        tree = parser.parse(self._reader.data)
        self._trees.append(tree)
        root = tree.root_node
        return None if root.has_error or len(root.named_children) != 1 else root.named_children[0]


def _arm(reader: FileReader, statement: Node, clause: Node) -> list[Binding]:
    """That a clause's block excludes those of the statement's others; each starts where the statement does.

    With the first of them goes that of the whole, and where the loop begins that may come to it again.
    """
    blocks = arms(statement, clause)
    found = []
    for kind, block in zip(("arm", "first-arm"), blocks, strict=False):
        scope, scopes = reader.regions.at(block.start_byte), reader.regions.scopes
        while scopes[scope].start == block.start_byte and scopes[scope].end < block.end_byte:
            scope = scopes[scope].parent  # the block begins with a scope of its own
        found.append(Binding(scope, "", statement.start_byte, NONE, NONE, kind))
    if len(found) > 1 and (loop := loop_around(statement)) is not None:
        found.append(Binding(found[1].scope, "", loop.start_byte, NONE, NONE, "loop-of-arms"))
    return found


def _listed(reader: FileReader, node: Node, value: Node) -> list[Export]:
    """The words of `__all__`; another module's `__all__`, and what cannot be read, is the name `*`."""
    line = node.start_point.row + 1
    found, todo = [Export("", UNKNOWN, line)], [value]
    while todo:
        part = todo.pop()
        if part.type in ("list", "tuple", "set", "expression_list", "binary_operator", "list_splat"):
            todo += reversed(part.named_children)
        elif part.type == "parenthesized_expression":
            todo += part.named_children
        elif part.type == "string":
            text = _TEXT.fullmatch(reader.expressions.text(part))
            if text is not None:
                found.append(Export(text[2], reader.expressions.name(text[2]), line))
        elif part.type == "call" and _is_copy(reader, part):
            todo += part.children[-1].named_children
        elif part.type == "attribute" and _last_word(reader, part) == "__name__":
            name = reader.expressions.text(part.children[0])  # `[Cart.__name__]`
            found.append(Export(name, reader.expressions.name(name), line))
        elif part.type in ("attribute", "identifier"):
            found.append(Export("*", reader.expressions.build(part), line))
        elif part.type != "comment":
            found.append(Export("*", UNKNOWN, line))
    return found


def _is_copy(reader: FileReader, call: Node) -> bool:
    """Whether a call only copies or sorts what it is given."""
    called = call.child_by_field_name("function")
    given = call.child_by_field_name("arguments")
    if called is None or given is None or called.type != "identifier":
        return False
    return given.named_child_count == 1 and reader.expressions.text(called) in _COPIES


def _last_word(reader: FileReader, attribute: Node) -> str:
    word = attribute.child_by_field_name("attribute")
    return "" if word is None else reader.expressions.text(word)


def _type_parameters(reader: FileReader, holder: Node | None) -> tuple[tuple[str, int], ...]:
    """The names and bounds of `[T, U: Bound, *Ts, **P]`."""
    found = []
    for child in () if holder is None else holder.named_children:
        inner = child.named_children[0] if child.named_children else child
        parts = inner.named_children if inner.type == "constrained_type" else []
        bound = reader.expressions.build(parts[1]) if len(parts) == 2 else NONE
        found.append((reader.expressions.text(parts[0] if parts else inner).strip("* "), bound))
    return tuple(found)


def _keyword(holder: Node | None, word: bytes) -> Iterator[Node]:
    """`Meta` of `class Cart(Base, metaclass=Meta)`."""
    for child in () if holder is None else holder.named_children:
        name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if name is not None and value is not None and name.text == word:
            yield value


def _first_statement(body: Node | None) -> Node | None:
    """The first statement that does something: past comments and the docstring."""
    if body is None:
        return None
    for child in body.named_children:
        if child.type not in ("comment", "string"):
            return child
    return None


def _docstring(reader: FileReader, block: Node) -> str:
    """The text of the string that a body begins with, or ""."""
    first = block.named_child(0) if block.named_child_count else None
    while first is not None and first.type == "comment":
        first = first.next_named_sibling
    if first is None or first.type != "string":
        return ""
    text = _TEXT.fullmatch(reader.data[first.start_byte : first.end_byte].decode("utf-8", "replace"))
    return "" if text is None else comment_text(text[2].encode(), ())


def _is_test(reader: FileReader, draft: Draft) -> bool:
    """What pytest and unittest take: `test…` at the top or in a class called or derived as a test."""
    if draft.parent == NONE:
        return draft.name.startswith("test_")
    owner = reader.declarations.drafts[draft.parent]
    if owner.kind not in ("class", "enum"):
        return False
    bases = [base.last_name(reader, expression) for _kind, expression in owner.bases]
    named = owner.name.startswith("Test") or owner.name.endswith(("Test", "Tests", "TestCase"))
    return named or any("Test" in name for name in bases)
