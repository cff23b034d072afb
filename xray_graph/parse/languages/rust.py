"""Rust: use trees, attributes and documentation above an item, impl headers, patterns of variants.

What stands in the arguments of a macro is only tokens to the grammar; `rust_macros` reads it. See
`parse.languages`. Looks at one file only: what a path means is for `resolve`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Binding, Import, Op
from xray_graph.parse import grammar
from xray_graph.parse.expressions import UNKNOWN
from xray_graph.parse.languages import base
from xray_graph.parse.languages.rust_above import above, condition_above, text_above
from xray_graph.parse.languages.rust_expansion import expanded
from xray_graph.parse.languages.rust_macros import argument_trees
from xray_graph.parse.languages.rust_values import invocation, rule_trees, rule_values
from xray_graph.parse.prose import comment_text

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role
    from xray_graph.parse.inserted import Inserted

_FILE_DOC: Final = re.compile(rb"^(?://![^\n]*\n?)+", re.MULTILINE)
_PATH: Final = re.compile(rb'path\s*=\s*"([^"]*)"')
# `(&'a mut self`, after attributes and comments
_SELF: Final = re.compile(
    rb"\(\s*(?:(?:#\[[^\]]*\]|//[^\n]*\n|/\*[^*]*+(?:\*(?!/)[^*]*+)*\*/)\s*)*(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b"
)
_SCOPELESS: Final = frozenset({Op.UNKNOWN, Op.LITERAL, Op.WITHIN})
_IN_TYPE: Final = frozenset({"impl", "trait"})


class Hooks(base.Hooks):
    def expanded(self, data: bytes, tree: Tree) -> Inserted | None:
        return expanded(data, tree, grammar.load(self.language).parser)

    def start(self, reader: FileReader) -> None:
        reader.trees = [*reader.trees, *rule_trees(reader)]
        reader.trees += argument_trees(reader)

    def finish(self, reader: FileReader) -> None:
        reader.returns += rule_values(reader)

    # --- declarations -------------------------------------------------------------------------

    def name(self, reader: FileReader, draft: Draft) -> str:
        if draft.name_node is None:
            return ""
        return reader.expressions.text(draft.name_node).removeprefix("r#")

    def attributes(self, reader: FileReader, draft: Draft) -> list[str]:
        """Read off the text where that tells: a node of the tree costs more than a look at its bytes."""
        node, kind, data = draft.node, draft.kind, reader.data
        owner = reader.declarations.drafts[draft.parent] if draft.parent != NONE else None
        start = node.start_byte
        found = []
        if data.startswith(b"pub", start) and data[start + 3 : start + 4].isspace():
            found.append("exported")
        elif owner is not None and (owner.kind == "trait" or (owner.kind == "enum" and kind == "constant")):
            found += [a for a in owner.attributes if a == "exported"]
        if kind in ("function", "method"):
            if not draft.name:
                return found
            self._of_callable(reader, draft, owner, found)
        elif kind == "impl":
            trait = node.child_by_field_name("trait")
            if trait is not None:
                draft.bases.append(("implements", reader.expressions.build(trait)))
                if data[data.rfind(b" ", start, trait.start_byte) + 1 : trait.start_byte].endswith(b"!"):
                    found.append("negative")
        elif kind == "trait":
            bounds = node.child_by_field_name("bounds")
            for child in [] if bounds is None else bounds.named_children:
                if child.type not in ("lifetime", "removed_trait_bound"):
                    draft.bases.append(("extends", reader.expressions.build(child)))
        body = draft.one("body")
        if data.find(b"where", start, node.end_byte if body is None else body.start_byte) >= 0:
            _where(reader, draft)
        if not draft.name:
            return found
        known = above(reader, draft)
        if known.routes:
            draft.decorators += tuple(_route(reader, *one) for one in known.routes)
        if kind in ("struct", "enum"):
            draft.bases += [("derives", _path(reader, one)) for one in known.derives]
        return found + known.attributes

    @staticmethod
    def _of_callable(reader: FileReader, draft: Draft, owner: Draft | None, found: list[str]) -> None:
        data, parameters, name = reader.data, draft.one("parameters"), draft.name_node
        if owner is not None and owner.kind in _IN_TYPE:
            if parameters is not None and _SELF.match(data, parameters.start_byte):
                if draft.body != NONE and not any(p.name == "self" for p in draft.parameters):
                    start = draft.node.start_byte
                    reader.bindings.append(Binding(draft.body, "self", start, NONE, NONE, "receiver"))
            else:
                found.append("static")
            if owner.kind == "trait" and draft.body == NONE:
                found.append("abstract")
        if name is not None:
            words = data[draft.node.start_byte : name.start_byte].split()
            found += [word.decode() for word in (b"async", b"unsafe") if word in words]

    def doc(self, reader: FileReader, draft: Draft, span: Node) -> str:
        return above(reader, draft).doc if draft.name else ""

    def file_doc(self, reader: FileReader) -> str:
        found = _FILE_DOC.search(reader.data)
        return "" if found is None else comment_text(found.group(), reader.grammar.comment_prefixes)

    # --- imports ------------------------------------------------------------------------------

    def imports(self, reader: FileReader, role: Role, captures: Captures) -> list[Import] | None:
        """One Import a name of a use tree: `module` the path before it, `name` the name, or `*`.

        kind: "" or "export" (pub use), "crate" (extern crate), "mod" (`mod x;`, with the path of a
        `#[path]` as `module`); then ` cfg=` and the condition that stands above it.
        """
        node = captures["import"][0]
        scope, line = reader.regions.at(node.start_byte), node.start_point.row + 1
        public = node.child_count > 0 and node.children[0].type == "visibility_modifier"
        condition = condition_above(reader, node)
        suffix = f" cfg={condition}" if condition else ""
        if node.type == "use_declaration":
            tree = node.child_by_field_name("argument")
            kind = ("export" if public else "") + suffix
            return [] if tree is None else _use_tree(reader, tree, scope, kind)
        name = node.child_by_field_name("name")
        if name is None:
            return []
        text, start = reader.expressions.text(name).removeprefix("r#"), node.start_byte
        if node.type == "mod_item":
            written = _PATH.search(text_above(reader, node))
            path = "" if written is None else written.group(1).decode("utf-8", "replace")
            return [Import(path, text, "", f"mod{suffix}", line, scope, start)]
        alias = node.child_by_field_name("alias")
        known = text if alias is None else reader.expressions.text(alias)
        return [Import("", text, known, f"crate{suffix}", line, scope, start)]

    # --- expressions and patterns -------------------------------------------------------------

    def expression(self, reader: FileReader, node: Node, depth: int) -> int:
        """A statement has a value only where no semicolon ends it; `*x`, `-x` and `!x` have no fields."""
        if not node.named_child_count:
            return UNKNOWN
        if node.type == "macro_invocation":
            return invocation(reader, node, depth)
        if node.type in ("block", "match_arm"):
            return _end_of(reader, node, depth)
        if node.type == "expression_statement":
            closed = reader.data[node.end_byte - 1] == 0x3B
            return UNKNOWN if closed else reader.expressions.build(node.named_children[0], depth + 1)
        operator = reader.expressions.string(chr(reader.data[node.start_byte]))
        operand = reader.expressions.build(node.named_children[-1], depth + 1)
        return reader.expressions.row(Op.UNARY, operator, operand)

    def pattern(self, reader: FileReader, node: Node, value: int) -> list[tuple[Node, int, int]]:
        """The parts of a variant are parts of the value seen as that variant."""
        kind, expressions = node.type, reader.expressions
        if kind == "match_pattern":
            first = node.children[0] if node.child_count else None
            return [(first, value, NONE)] if first is not None and _binds(reader, first) else []
        if kind == "captured_pattern":
            return [(child, value, NONE) for child in node.named_children if _binds(reader, child)]
        written = node.child_by_field_name("type")
        if written is None:
            return []
        variant = expressions.row(Op.CAST, NONE, expressions.build(written), value)
        inner = [child for child in node.named_children if child != written and not child.is_extra]
        if kind == "struct_pattern":
            return [part for child in inner if (part := _field(reader, child, variant)) is not None]
        found, rest = [], False
        for position, child in enumerate(_all_parts(node, written)):
            if child.type in ("remaining_field_pattern", ".."):
                rest = True
            elif child.is_named and _binds(reader, child):
                place = position - len(inner) if rest else position
                found.append((child, expressions.row(Op.PART, place, variant), NONE))
        return found

    def tested(self, reader: FileReader, role: Role, captures: Captures) -> list[base.Tested]:
        """`if let P = v { ... }` binds from there to the end of the block, and not in its `else`."""
        condition = captures[role.capture][0]
        node = condition.parent
        while node is not None and node.type not in ("block", "source_file"):
            body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
            if node.type in ("if_expression", "while_expression") and body is not None:
                return [base.Tested(condition.start_byte, body.end_byte)]
            if node.type == "match_arm":
                return [base.Tested(condition.start_byte, node.end_byte)]
            node = node.parent
        return []

    def narrows(
        self, reader: FileReader, role: Role, captures: Captures, places: list[base.Tested]
    ) -> list[Binding] | None:
        condition = captures[role.capture][0]
        left, right = condition.child_by_field_name("pattern"), condition.child_by_field_name("value")
        if left is not None and right is not None and _binds(reader, left):
            scope = reader.regions.at(condition.start_byte)
            reader.patterns.bind(left, right, scope=scope, visible_from=condition.end_byte)
        return []


def _end_of(reader: FileReader, node: Node, depth: int) -> int:
    """What a block or an arm gives: a value in the scope of its names."""
    last = node.child_by_field_name("value")
    if node.type == "block":
        last = next((child for child in reversed(node.named_children) if not child.is_extra), None)
    if last is None:
        return UNKNOWN
    expressions = reader.expressions
    value = expressions.build(last, depth + 1)
    if expressions.rows[value][0] in _SCOPELESS:
        return value
    return expressions.row(Op.WITHIN, expressions.scope_at(last.start_byte), value)


def _binds(reader: FileReader, node: Node) -> bool:
    """Whether a pattern may bind names: `None` and `MAX` are no names but constants."""
    if not node.is_named:
        return False
    return node.type != "identifier" or not reader.data[node.start_byte : node.start_byte + 1].isupper()


def _all_parts(node: Node, written: Node) -> list[Node]:
    """The patterns in the brackets of a tuple variant, `_` and `..` too, which are words."""
    return [c for c in node.children if c != written and c.type not in ("(", ")", ",") and not c.is_extra]


def _field(reader: FileReader, node: Node, variant: int) -> tuple[Node, int, int] | None:
    """`name: pattern`, or `name` alone."""
    name = node.child_by_field_name("name") if node.type == "field_pattern" else None
    if name is None:
        return None
    member = reader.expressions.row(Op.MEMBER, reader.expressions.text_id(name), variant)
    inner = node.child_by_field_name("pattern")
    if inner is None:
        return name, member, NONE
    return (inner, member, NONE) if _binds(reader, inner) else None


def _path(reader: FileReader, written: str) -> int:
    """The expression of a path in an attribute, which the grammar leaves as tokens."""
    expressions = reader.expressions
    first, *rest = written.split("::")
    made = expressions.name(first) if first else NONE
    for name in rest:
        made = expressions.row(Op.MEMBER, expressions.string(name), made, expressions.name(name))
    return made


def _where(reader: FileReader, draft: Draft) -> None:
    """The bounds of a `where` clause join those of the type parameters; others are added by name."""
    clause = next((child for child in draft.node.named_children if child.type == "where_clause"), None)
    if clause is None:
        return
    bounds = dict(draft.type_parameters)
    expressions = reader.expressions
    for predicate in clause.named_children:
        left, right = predicate.child_by_field_name("left"), predicate.child_by_field_name("bounds")
        if left is None or right is None:
            continue
        name, bound = "".join(expressions.text(left).split()), expressions.build(right)
        known = bounds.get(name, NONE)
        bounds[name] = bound if known == NONE else expressions.row(Op.INTERSECTION, NONE, known, bound)
    draft.type_parameters = tuple(bounds.items())


def _use_tree(reader: FileReader, tree: Node, scope: int, kind: str) -> list[Import]:
    text = reader.expressions.text
    found: list[Import] = []
    todo: list[tuple[Node, str]] = [(tree, "")]
    while todo:
        node, prefix = todo.pop()
        alias = ""
        if node.type == "scoped_use_list":
            path, names = node.child_by_field_name("path"), node.child_by_field_name("list")
            joined = prefix if path is None else _joined(prefix, text(path))
            todo += [] if names is None else [(child, joined) for child in reversed(names.named_children)]
            continue
        if node.type == "use_list":
            todo += [(child, prefix) for child in reversed(node.named_children)]
            continue
        line, start = node.start_point.row + 1, node.start_byte
        if node.type == "use_wildcard":
            inner = node.named_children
            module = _joined(prefix, text(inner[0])) if inner else prefix
            found.append(Import(module, "*", "", kind, line, scope, start))
            continue
        if node.type == "use_as_clause":
            known, given = node.child_by_field_name("alias"), node.child_by_field_name("path")
            if known is None or given is None:
                continue
            alias, node = text(known).removeprefix("r#"), given
        if node.type not in ("scoped_identifier", "identifier", "self", "crate", "super"):
            continue
        path_text = prefix if node.type == "self" and prefix else _joined(prefix, text(node))
        module, _, name = path_text.rpartition("::")
        found.append(Import(module, name, alias or name, kind, line, scope, start))
    return found


def _joined(prefix: str, path: str) -> str:
    path = "".join(path.split()).replace("r#", "")
    return f"{prefix}::{path}" if prefix else path


def _route(reader: FileReader, attribute: str, text: str) -> int:
    """`#[get("/x")]` as the call that it is written like."""
    make = reader.expressions
    first, *rest = attribute.split("::")
    callee = make.name(first)
    for name in rest:
        callee = make.row(Op.MEMBER, make.string(name), callee)
    return make.row(Op.CALL, NONE, callee, make.row(Op.LITERAL, make.string(text)))
