"""JavaScript, TypeScript and TSX: names, attributes, imports and exports. See `parse.languages`.

A `require` is recorded as an import and stays a call expression, so that whoever reads the facts can
follow `require('m').x` wherever it stands; so is `import('m')`. JSDoc states types in JavaScript only.
"""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from typing import TYPE_CHECKING, Final

from xray_graph.model import Export, Import, Op
from xray_graph.parse.languages import jsdoc, jsdoc_names
from xray_graph.parse.languages.javascript_narrowing import Narrowing

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.model import Reference
    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role

_COMPUTED: Final = re.compile(r"\[[\w$.]+\]")
_NOT_IN_NAMES: Final = frozenset(" \t\r\n(){};,:<>/\\\"'`")
_MODIFIERS: Final = {b"get": "getter", b"set": "setter"} | {
    word.encode(): word
    for word in ("static", "async", "abstract", "private", "protected", "readonly", "override")
}
_OPTIONAL: Final = re.compile(rb"\s*\?")
_DECORATED: Final = re.compile(rb"^[ \t]*(?:export[ \t]+)?@[\w(]", re.MULTILINE)
_DECLARING: Final = frozenset(
    {"function_expression", "generator_function", "arrow_function", "class", "object"}
)
# Functions whose callback is a test: Jest, Vitest, Mocha, Jasmine, node:test, Deno, tap.
_TESTS: Final = frozenset(
    {"it", "test", "describe", "specify", "context", "suite", "fit", "xit", "fdescribe", "xtest", "bench"}
)
_MEMBERS: Final = frozenset({"method", "field"})
_COMPONENTS: Final = frozenset({"vue", "svelte"})
_SCRIPT: Final = re.compile(rb"<script\b[^>]*>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)
_REMARK: Final = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_SPECIFIER: Final = re.compile(r"(?:(type)\s+(?!as\b))?([\w$]+)(?:\s+as\s+([\w$]+))?")
_NOT_BLANK: Final = re.compile(rb"[^\n]")


class Hooks(Narrowing):
    def prepared(self, data: bytes) -> bytes:
        """Of a single-file component its scripts; the template and the styles are blanks."""
        if self.language not in _COMPONENTS:
            return data
        kept = bytearray(_NOT_BLANK.sub(b" ", data))
        for block in _SCRIPT.finditer(data):
            kept[block.start(1) : block.end(1)] = block.group(1)
        return bytes(kept)

    def accepts(self, reader: FileReader, draft: Draft) -> bool:
        """Decorators of a member stand beside it, not in it: they are picked up here.

        So is a `var` that holds a function: its name is the whole function's, as any `var`'s.
        """
        if draft.scoped and draft.node.type == "variable_declarator":
            around = draft.node.parent
            draft.hoisted = around is not None and around.type == "variable_declaration"
        if draft.kind in _MEMBERS and "decorator" not in draft.captures and _decorated(reader):
            found = []
            before = draft.node.prev_named_sibling
            while before is not None and before.type in ("decorator", "comment"):
                if before.type == "decorator":
                    found.append(before)
                before = before.prev_named_sibling
            found += [c for c in draft.node.children_by_field_name("decorator") if c.type == "decorator"]
            if found:
                draft.captures["decorator"] = found[::-1]
        elif draft.kind == "class" and _decorated(reader):
            holder = draft.node.parent
            nodes = draft.node.children_by_field_name("decorator")
            if holder is not None and holder.type == "export_statement":
                nodes = holder.children_by_field_name("decorator") + nodes
            if nodes:
                draft.captures["decorator"] = nodes
        receiver = draft.captures.get("receiver")
        if receiver is not None and receiver[0].type == "this":
            del draft.captures["receiver"]  # `this.f = function`: a member, no name of its scope
            draft.kind = "method" if draft.kind == "function" else draft.kind
        return super().accepts(reader, draft)

    def name(self, reader: FileReader, draft: Draft) -> str:
        """`[key]` for a computed name; "default" for what is exported as that and has no other."""
        node = draft.name_node
        if node is None and "name" in draft.captures:  # an optional field that was there
            node = draft.captures["name"][0]
        if draft.node.type == "ambient_declaration":
            return "global"
        if node is None:
            before = reader.data[max(0, draft.node.start_byte - 40) : draft.node.start_byte]
            return "default" if before.rstrip().endswith(b"export default") else ""
        text = reader.expressions.text(node)
        if text[:1] == "[":
            return text if _COMPUTED.fullmatch(text) else ""
        text = text.strip("\"'`")
        return text if draft.kind == "namespace" or _NOT_IN_NAMES.isdisjoint(text) else ""

    def attributes(self, reader: FileReader, draft: Draft) -> list[str]:
        start = draft.node.start_byte
        outside = draft.parent < 0 or _in_namespace(reader, draft)
        found = _exported(reader, start) if outside and draft.name else []
        made_of = draft.captures.get("callable")
        if draft.name_node is not None and draft.kind in ("method", "function", "field"):
            head = reader.data[start : draft.name_node.start_byte]
            if head:
                found += [_MODIFIERS[word] for word in head.split() if word in _MODIFIERS]
                if b"*" in head:
                    found.append("generator")
            if draft.kind == "field" and _OPTIONAL.match(reader.data, draft.name_node.end_byte):
                found.append("optional")
            if made_of is not None and reader.data.startswith(b"async", made_of[0].start_byte):
                found.append("async")
        elif draft.kind == "function" and reader.data.startswith(b"async", start):
            found.append("async")
        return found

    def parameter_flags(self, reader: FileReader, node: Node) -> str:
        """`constructor(private x: T)` declares a field too."""
        head = reader.data[node.start_byte : node.start_byte + 9]
        if head.startswith((b"private", b"public", b"protected", b"readonly", b"override", b"@")):
            kinds = [child.type for child in node.children]  # none: a plain `privateKey`
            if kinds[:1] in (
                ["accessibility_modifier"],
                ["readonly"],
                ["override_modifier"],
                ["decorator"],
            ) and ({"accessibility_modifier", "readonly", "override_modifier"}.intersection(kinds)):
                return "field"
        return ""

    # --- modules ----------------------------------------------------------------------------

    def imports(self, reader: FileReader, role: Role, captures: Captures) -> list[Import] | None:
        node = captures[role.capture][0]
        line, start = node.start_point.row + 1, node.start_byte
        if "module" in captures:
            module = _unquoted(reader, captures["module"][0])
            return [Import(module, "", "", role.detail, line, reader.regions.at(start), start)]
        source = node.child_by_field_name("source")
        kind = "type" if any(c.type in ("type", "typeof") for c in node.children[1:2]) else ""
        if source is None:
            return _import_equals(reader, node, line, start)
        module = _unquoted(reader, source)
        found = []
        for clause in node.named_children:
            if clause.type != "import_clause":
                continue
            for part in clause.named_children:
                if part.type == "identifier":
                    found.append(
                        Import(module, "default", reader.expressions.text(part), kind, line, 0, start)
                    )
                elif part.type == "namespace_import":
                    name = reader.expressions.text(part.named_children[-1])
                    found.append(Import(module, "", name, kind, line, 0, start))
                elif part.type == "named_imports":
                    found += [
                        Import(module, name, alias, "type" if typed else kind, line, 0, start)
                        for name, alias, typed in _specifiers(reader, part, "import_specifier")
                    ]
        return found or [Import(module, "", "", kind, line, 0, start)]

    def exports(self, reader: FileReader, role: Role, captures: Captures) -> list[Export] | None:
        node = captures[role.capture][0]
        line, start = node.start_point.row + 1, node.start_byte
        expressions = reader.expressions
        source = node.child_by_field_name("source")
        clause = next(
            (c for c in node.named_children if c.type in ("export_clause", "namespace_export")), None
        )
        if source is not None:
            module = _unquoted(reader, source)
            if clause is None:
                reader.imports.append(Import(module, "*", "", "export", line, 0, start))
            elif clause.type == "namespace_export":
                name = expressions.text(clause.children[-1]).strip("\"'")
                reader.imports.append(Import(module, "", name, "export", line, 0, start))
            else:
                reader.imports += [
                    Import(module, name, alias, "export", line, 0, start)
                    for name, alias, _typed in _specifiers(reader, clause, "export_specifier")
                ]
            return []
        if clause is not None:
            return [
                Export(alias, expressions.name(name), line)
                for name, alias, _typed in _specifiers(reader, clause, "export_specifier")
            ]
        value = node.child_by_field_name("value")
        declared = node.child_by_field_name("declaration")
        words = {c.type for c in node.children if not c.is_named}
        if value is not None:
            if value.type in _DECLARING:
                insort(_ranges(reader), (value.start_byte, value.end_byte, True))
            return [Export("default", expressions.build(value), line)]
        if declared is None:  # `export = x`; `export as namespace X` exports nothing to modules
            named = [c for c in node.named_children if c.type == "identifier"]
            return [Export("=", expressions.build(named[0]), line)] if named and "=" in words else []
        insort(_ranges(reader), (declared.start_byte, declared.end_byte, "default" in words))
        if "default" in words:
            name_node = declared.child_by_field_name("name")
            name = "default" if name_node is None else expressions.text(name_node)
            return [Export("default", expressions.name(name), line)]
        return [Export(name, expressions.name(name), line) for name in _destructured(reader, declared)]

    # --- the whole file ------------------------------------------------------------------------

    def finish(self, reader: FileReader) -> None:
        reader.references = [
            one for one in reader.references if one.kind != "tag" or _is_component(reader, one)
        ]
        drafts, rows = reader.declarations.drafts, reader.expressions.rows
        for call in reader.calls:
            row = rows[call.expression]
            if row[0] == Op.CALL and len(row) > 3 and _root_name(reader, row[2]) in _TESTS:
                for argument in row[3:]:
                    if argument >= 0 and rows[argument][0] == Op.FUNC and rows[argument][1] >= 0:
                        attributes = drafts[rows[argument][1]].attributes
                        if "test" not in attributes:
                            attributes.append("test")
                            attributes.sort()
        if self.language == "javascript":
            if jsdoc.HINT.search(reader.data):
                jsdoc.apply(reader)
            if jsdoc_names.HINT.search(reader.data):
                reader.imports += jsdoc_names.imports(reader)
                jsdoc_names.declare(reader)

    def expression(self, reader: FileReader, node: Node, depth: int) -> int:
        """A bracketed value, which a comment may give a type."""
        return jsdoc.cast(reader, node, depth)


def _decorated(reader: FileReader) -> bool:
    known = reader.notes.get("decorated")
    if known is None:
        known = reader.notes["decorated"] = _DECORATED.search(reader.data) is not None
    return bool(known)


def _ranges(reader: FileReader) -> list[tuple[int, int, bool]]:
    """Byte ranges of the exported declarations, in order; the flag is for `default`."""
    found: list[tuple[int, int, bool]] = reader.notes.setdefault("exported", [])
    return found


def _exported(reader: FileReader, start: int) -> list[str]:
    ranges = _ranges(reader)
    at = bisect_right(ranges, (start, len(reader.data) + 1, True)) - 1
    if at < 0 or ranges[at][1] <= start:
        return []
    return ["default", "exported"] if ranges[at][2] else ["exported"]


def _in_namespace(reader: FileReader, draft: Draft) -> bool:
    return reader.declarations.drafts[draft.parent].kind in ("module", "namespace")


def _unquoted(reader: FileReader, node: Node) -> str:
    return reader.data[node.start_byte + 1 : node.end_byte - 1].decode("utf-8", "replace")


def _specifiers(reader: FileReader, clause: Node, kind: str) -> list[tuple[str, str, bool]]:
    """(name, alias, whether `type` stands before it) of each `a as b`."""
    found = []
    if clause.has_error:  # `a as if`: the grammar knows no keyword here
        written = _REMARK.sub(b"", reader.data[clause.start_byte + 1 : clause.end_byte - 1])
        for part in written.decode("utf-8", "replace").split(","):
            read = _SPECIFIER.fullmatch(part.strip())
            if read is not None:
                found.append((read.group(2), read.group(3) or read.group(2), bool(read.group(1))))
        return found
    for one in clause.named_children:
        if one.type != kind:
            continue
        name, alias = one.child_by_field_name("name"), one.child_by_field_name("alias")
        if name is None:
            continue
        text = reader.expressions.text(name).strip("\"'")
        bound = text if alias is None else reader.expressions.text(alias).strip("\"'")
        found.append((text, bound, one.children[0].type == "type"))
    return found


def _import_equals(reader: FileReader, node: Node, line: int, start: int) -> list[Import]:
    """`import fs = require('fs')`."""
    for clause in node.named_children:
        source = clause.child_by_field_name("source")
        if source is not None:
            name = reader.expressions.text(clause.named_children[0])
            return [Import(_unquoted(reader, source), "=", name, "require", line, 0, start)]
    return []


def _destructured(reader: FileReader, declaration: Node) -> list[str]:
    """The names that `const {a, b: [c]} = x` declares; those of plain declarators are declarations."""
    found: list[str] = []
    todo = [
        name
        for one in declaration.named_children
        if one.type == "variable_declarator"
        and (name := one.child_by_field_name("name")) is not None
        and name.type != "identifier"
    ]
    while todo:
        node = todo.pop()
        if node.type in ("identifier", "shorthand_property_identifier_pattern"):
            found.append(reader.expressions.text(node))
            continue
        for position, child in enumerate(node.named_children):
            is_key = node.type == "pair_pattern" and position == 0
            is_default = node.type in ("assignment_pattern", "object_assignment_pattern") and position == 1
            if not is_key and not is_default:
                todo.append(child)
    return sorted(found)


def _root_name(reader: FileReader, index: int) -> str:
    """`it` of `it.only.each(table)`."""
    rows = reader.expressions.rows
    while index >= 0:
        row = rows[index]
        if row[0] == Op.NAME:
            return reader.expressions.strings[row[1]]
        if row[0] not in (Op.MEMBER, Op.CALL) or len(row) < 3:
            return ""
        index = row[2]
    return ""


def _is_component(reader: FileReader, tag: Reference) -> bool:
    """`<Panel/>` and `<ui.panel/>` name something of the code, `<div/>` an element. (Told here, because
    a query with `#match?` crashes the binding when it is freed.)
    """
    row = reader.expressions.rows[tag.expression]
    name = reader.expressions.strings[row[1]] if row[0] == Op.NAME else ""
    return not name[:1].islower() and "-" not in name
