"""What Rust's macros are given, and what their rules give: expressions, where the text alone shows it.

A `macro_rules!` whose pattern is a list of variables is nearly a function: what stands behind its arrow is
read as code, with calls and locals of its own, and its last expression is what an invocation gives. A rule
with a repetition, or with items, is no such thing. Called by the hooks of `rust`.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from tree_sitter import Parser, Query, QueryCursor

from xray_graph.model import Op, Return
from xray_graph.parse.expressions import UNKNOWN
from xray_graph.parse.languages.rust_macros import parsed

if TYPE_CHECKING:
    from tree_sitter import Language, Node

    from xray_graph.parse.extract import FileReader

RULE: Final = "rule "  # begins the kind of what a rule gives; the names of its variables follow
NOT_READ: Final = RULE + "*"  # a rule of another shape, which may take anything
MAX_RULES: Final = 400  # of a file
MAX_RULE: Final = 4_000  # bytes of what one rule makes
MAX_GIVEN: Final = 6  # arguments of one invocation

# Nobody calls a method on what these give, or everybody knows what it is.
_PLAIN: Final = frozenset(
    {
        *(b"assert", b"assert_eq", b"assert_ne", b"debug_assert", b"debug_assert_eq", b"debug_assert_ne"),
        *(b"panic", b"format", b"print", b"println", b"eprintln", b"write", b"writeln", b"matches", b"todo"),
        *(b"unreachable", b"unimplemented", b"concat", b"stringify", b"env", b"include_str", b"cfg"),
    }
)
_ITEM: Final = re.compile(rb"\b(?:fn|struct|enum|union|trait|impl|mod|static|const|type|use|macro_rules!)\s")
_SIMPLE: Final = re.compile(rb"(&\s*(?:mut\s+)?)?(\$?[A-Za-z_]\w*)((?:\s*\.\s*[A-Za-z_]\w*)*)")
_BLOCKS: Final = frozenset({"block", "unsafe_block"})


class Rule(NamedTuple):
    start: int  # byte
    names: str | None  # its variables with a comma between two; None of one that is not read
    result: Node | None


@functools.cache
def _rules(language: Language) -> Query:
    return Query(language, "(macro_definition (macro_rule) @rule)")


def rule_trees(reader: FileReader) -> list[Node]:
    """The roots of what the rules of a file's macros make, where that is code."""
    if b"macro_rules!" not in reader.data:
        return []
    query, parser = _rules(reader.grammar.language), Parser(reader.grammar.language)
    known: list[Rule] = reader.notes.setdefault("rules", [])
    found = []
    for root in reader.trees:
        nodes = QueryCursor(query).captures(root).get("rule", [])
        for node in sorted(nodes, key=lambda one: one.start_byte)[: MAX_RULES - len(known)]:
            pattern, made = node.child_by_field_name("left"), node.child_by_field_name("right")
            names = None if pattern is None else _variables(reader.data, pattern)
            tree = None if names is None or made is None else _tree(parser, reader.data, made)
            if tree is None or made is None:
                known.append(Rule(node.start_byte, None, None))
                continue
            closed = made.children[-2].end_byte
            result = None if reader.data[closed - 1] == ord(";") else _last(reader.data, tree)
            known.append(Rule(node.start_byte, names, result))
            found.append(tree)
    return found


def _tree(parser: Parser, data: bytes, made: Node) -> Node | None:
    """What a rule makes, where it is code without items."""
    if len(made.children) <= 2 or _ITEM.search(data, made.start_byte, made.end_byte) is not None:
        return None
    return parsed(parser, data, made.children[1], made.children[-2], MAX_RULE)


def _variables(data: bytes, pattern: Node) -> str | None:
    """The variables of a pattern that is a list of them; None of any other."""
    names = []
    for child in pattern.children[1:-1]:
        text = data[child.start_byte : child.end_byte]
        if child.type == "token_binding_pattern" and child.named_child_count:
            name = child.named_children[0]
            names.append(data[name.start_byte : name.end_byte].decode("utf-8", "replace"))
        elif text != b"," and b"".join(text.split()) != b"$(,)?":
            return None
    return ",".join(names)


def _last(data: bytes, tree: Node) -> Node | None:
    """The expression that code ends with, looked for in the blocks at its end too."""
    node: Node | None = tree
    while node is not None:
        inner = [c for c in node.named_children if not c.is_extra and c.type != "empty_statement"]
        last = inner[-1] if inner else None
        if last is not None and last.type == "expression_statement" and last.named_child_count:
            if node is not tree and data[last.end_byte - 1] == ord(";"):
                return None
            last = last.named_children[0]
        if last is None or last.type.endswith(("_item", "_declaration", "_statement")):
            return None
        if last.type not in _BLOCKS:
            return last
        node = last
    return None


def rule_values(reader: FileReader) -> list[Return]:
    """What each rule gives, as a Return of its macro; of a rule that gives no known value UNKNOWN."""
    found = []
    for rule in reader.notes.get("rules", ()):
        owner = reader.regions.owner(reader.regions.at(rule.start))
        kind = NOT_READ if rule.names is None else RULE + rule.names
        if rule.result is None:
            found.append(Return(owner, UNKNOWN, reader.regions.at(rule.start), kind))
        else:
            scope = reader.regions.at(rule.result.start_byte)
            found.append(Return(owner, reader.expressions.build(rule.result), scope, kind))
    return found


def invocation(reader: FileReader, node: Node, depth: int) -> int:
    """A CALL named `!` of the macro with its arguments, as far as they are expressions."""
    known: dict[int, int] = reader.notes.setdefault("invocations", {})
    index = known.get(node.id)
    if index is None:
        expressions, macro, tokens = reader.expressions, node.child_by_field_name("macro"), node.children[-1]
        callee = UNKNOWN if macro is None else expressions.build(macro, depth + 1)
        given = []
        if macro is not None and reader.data[macro.start_byte : macro.end_byte] not in _PLAIN:
            given = _arguments(reader, tokens, depth)
        index = known[node.id] = expressions.row(Op.CALL, expressions.string("!"), callee, *given)
    return index


def _arguments(reader: FileReader, tokens: Node, depth: int) -> list[int]:
    roots: dict[int, Node] = reader.notes.get("arguments", {})
    found: list[int] = []
    start = tokens.start_byte + 1
    for child in tokens.children[1:]:
        if child.type in (",", ";") or child.end_byte == tokens.end_byte:
            if len(found) == MAX_GIVEN:
                return []
            text = reader.data[start : child.start_byte]
            begin = start + len(text) - len(text.lstrip())
            if text.strip():
                found.append(_argument(reader, text.strip(), roots.get(begin), depth))
            start = child.end_byte
    return found


def _argument(reader: FileReader, text: bytes, root: Node | None, depth: int) -> int:
    """The expression that an argument is: parsed before, or so plain that it needs no parser."""
    expressions = reader.expressions
    if root is not None:
        last = _last(reader.data, root)
        return UNKNOWN if last is None else expressions.build(last, depth + 1)
    simple = _SIMPLE.fullmatch(text)
    if simple is None:
        return UNKNOWN
    reference, name, rest = (part or b"" for part in simple.groups())
    made = expressions.name(name.decode())
    for field in b"".join(rest.split()).split(b".")[1:]:
        made = expressions.row(Op.MEMBER, expressions.string(field.decode()), made)
    return expressions.row(Op.UNARY, expressions.string("&"), made) if reference else made
