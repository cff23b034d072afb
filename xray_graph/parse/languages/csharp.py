"""C#: modifiers and attributes, usings, names with type arguments, what is visible. See `parse.languages`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import CALLABLES, NONE, Binding, Import, Op, Parameter
from xray_graph.parse.expressions import MAX_ARGUMENTS, UNKNOWN
from xray_graph.parse.languages import base, csharp_directives, csharp_extensions
from xray_graph.parse.languages.csharp_nodes import arms, made_by, members, without_tags
from xray_graph.parse.languages.csharp_patterns import taken

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role

_MODIFIERS: Final = {
    b"public": "exported",
    b"protected": "protected",
    b"private": "private",
    b"internal": "internal",
    b"static": "static",
    b"abstract": "abstract",
    b"sealed": "final",
    b"readonly": "readonly",
    b"const": "const",
    b"virtual": "virtual",
    b"override": "override",
    b"async": "async",
    b"partial": "partial",
    b"extern": "native",
}
# Expressions that are statements too: what they give may be left alone.
_STATEMENTS: Final = frozenset(
    {
        *("invocation_expression", "object_creation_expression", "implicit_object_creation_expression"),
        *("assignment_expression", "await_expression", "postfix_unary_expression", "prefix_unary_expression"),
    }
)
_INNER: Final = frozenset({"lambda_expression", "anonymous_method_expression", "local_function_statement"})
# Attributes that make a test, of NUnit, xUnit and MSTest.
_TESTS: Final = frozenset(
    {"Test", "TestCase", "TestCaseSource", "Fact", "Theory", "TestMethod", "DataTestMethod", "DataRow"}
)
_HELD: Final = {  # parts that have no field in the grammar
    "type_parameter_list": "type_parameters",
    "parameter_list": "parameters",
    "bracketed_parameter_list": "parameters",
}


class Hooks(base.Hooks):
    returning = CALLABLES | {"field"}  # a property's getter
    repairs = (csharp_directives.one_arm_near, csharp_directives.one_arm)

    def prepared(self, data: bytes) -> bytes:
        return csharp_extensions.as_structures(data)

    def start(self, reader: FileReader) -> None:
        reader.notes["extensions"] = frozenset(csharp_extensions.starts(reader.data))
        reader.notes["blocks"] = []

    # --- declarations -------------------------------------------------------------------------

    def accepts(self, reader: FileReader, draft: Draft) -> bool:
        if draft.node.type == "struct_declaration" and draft.node.start_byte in reader.notes["extensions"]:
            reader.notes["blocks"].append(draft.node)
            return False
        if not super().accepts(reader, draft):
            return False
        captures = draft.captures
        for child in draft.node.named_children:
            kind = child.type
            part = _HELD.get(kind)
            if part is not None:
                captures.setdefault(part, [child])
            elif kind == "explicit_interface_specifier" and child.named_children:
                captures["receiver"] = [child.named_children[0]]
        if draft.node.type == "variable_declarator" and draft.node.named_child_count > 1:
            captures["value"] = [draft.node.named_children[-1]]
        value = draft.one("value")
        if value is not None and value.type == "arrow_expression_clause":
            captures["body"] = captures.pop("value")
        if draft.node.type == "record_declaration" and any(c.type == "struct" for c in draft.node.children):
            draft.kind = "struct"
        return True

    def name(self, reader: FileReader, draft: Draft) -> str:
        kind = draft.node.type
        if kind == "indexer_declaration":
            return "Item"  # what the platform calls it
        if draft.name_node is None:
            return ""
        text = reader.expressions.text(draft.name_node)
        if kind == "destructor_declaration":
            return "~" + text
        if kind in ("operator_declaration", "conversion_operator_declaration"):
            return "operator" + ("_" if kind[0] == "c" else "") + "".join(text.split())
        if kind == "namespace_declaration":
            return "".join(text.split())
        return text.removeprefix("@")

    def attributes(self, reader: FileReader, draft: Draft) -> list[str]:
        found = self._modifiers(reader, draft)
        owner = reader.declarations.drafts[draft.parent] if draft.parent != NONE else None
        if owner is not None and owner.kind == "interface" and draft.kind in ("method", "field"):
            if "private" not in found and "exported" not in found:
                found.append("exported")
            if draft.kind == "method" and draft.one("body") is None and "abstract" not in found:
                found.append("abstract")
        if "const" in found or ("static" in found and "readonly" in found):
            draft.kind = "constant" if draft.kind == "field" else draft.kind
        self._parameter_array(reader, draft)
        if reader.notes["blocks"] and "static" not in found and draft.kind in ("method", "field"):
            found += csharp_extensions.received(reader, draft, reader.notes["blocks"])
        self._constraints(reader, draft)
        parameters = draft.one("parameters")
        if draft.kind == "method" and parameters is not None and parameters.named_child_count:
            first = parameters.named_children[0]
            if first.type == "parameter" and any(_text(reader, c) == b"this" for c in first.children):
                found.append("extension")
        if draft.kind == "function" and not draft.name:
            found += base.given_back(draft.one("body"), _STATEMENTS, _INNER)
        body = draft.one("body")
        if draft.kind == "field" and body is not None and body.type == "arrow_expression_clause":
            made = body.named_children[-1] if body.named_child_count else body
            if made.type == "implicit_object_creation_expression":  # `=> new(...)` makes the property's type
                draft.value = reader.expressions.build(made)
        if draft.body != NONE and draft.kind == "field" and draft.type != NONE:
            start = draft.node.start_byte
            reader.bindings.append(Binding(draft.body, "value", start, draft.type, NONE, "parameter"))
        return found

    @staticmethod
    def _modifiers(reader: FileReader, draft: Draft) -> list[str]:
        found = []
        for child in (draft.one("span") or draft.node).named_children:
            if child.type == "modifier":
                word = _MODIFIERS.get(_text(reader, child))
                if word is not None:
                    found.append(word)
            elif child.type == "attribute_list":
                for attribute in child.named_children:
                    if attribute.type != "attribute":
                        continue
                    built = reader.expressions.build(attribute)
                    draft.decorators += (built,)
                    name = base.last_name(reader, built).removesuffix("Attribute")
                    if name in _TESTS and draft.kind == "method" and "test" not in found:
                        found.append("test")
                    elif name == "Obsolete":
                        found.append("deprecated")
            elif child.type != "comment":
                break
        return found

    @staticmethod
    def _parameter_array(reader: FileReader, draft: Draft) -> None:
        """`params T[] rest`, whose parts lie in the list itself."""
        holder = draft.one("parameters")
        if holder is None or not any(child.type == "params" for child in holder.children):
            return
        declared, name = holder.child_by_field_name("type"), holder.child_by_field_name("name")
        if declared is None or name is None:
            return
        expressions = reader.expressions
        built = expressions.build(declared)
        row = expressions.rows[built]
        if row[0] == Op.OPTIONAL:
            built, row = row[2], expressions.rows[row[2]]
        element = row[2] if row[0] == Op.ARRAY else built
        whole = expressions.row(Op.VARIADIC, NONE, element)
        text = expressions.text(name)
        draft.parameters += (Parameter(text, whole, NONE, "variadic"),)
        if draft.body != NONE:
            start = draft.node.start_byte
            reader.bindings.append(Binding(draft.body, text, start, whole, NONE, "parameter"))

    @staticmethod
    def _constraints(reader: FileReader, draft: Draft) -> None:
        """`where T : Base`: the first type of each clause is the parameter's bound."""
        if not draft.type_parameters:
            return
        bounds: dict[str, int] = {}
        for clause in draft.node.named_children:
            if clause.type != "type_parameter_constraints_clause" or not clause.named_children:
                continue
            name = reader.expressions.text(clause.named_children[0])
            types = [c.child_by_field_name("type") for c in clause.named_children[1:]]
            built = [reader.expressions.build(t) for t in types if t is not None]
            if len(built) > 1:
                bounds[name] = reader.expressions.row(Op.INTERSECTION, NONE, *built)
            elif built:
                bounds[name] = built[0]
        if bounds:
            draft.type_parameters = tuple((n, bounds.get(n, b)) for n, b in draft.type_parameters)

    def parameter_flags(self, reader: FileReader, node: Node) -> str:
        """A default value has no field of its own."""
        return "optional" if any(child.type == "=" for child in node.children) else ""

    def doc(self, reader: FileReader, draft: Draft, span: Node) -> str:
        written = base.comment_above(reader, span.start_point.row) if reader.comments else ""
        return without_tags(written) if "<" in written else written

    # --- usings -------------------------------------------------------------------------------

    def imports(self, reader: FileReader, role: Role, captures: Captures) -> list[Import] | None:
        """`module` is the whole name; `name` is `*` where all its members are meant; see `kind`.

        kind: "" a namespace, "static" a type's members, "alias" one name; with " global" for the project.
        """
        node = captures["import"][0]
        words = {child.type for child in node.children}
        named = [child for child in node.named_children if child.type != "comment"]
        if not named:
            return []
        alias = node.child_by_field_name("name")
        path = re.sub(r"<.*", "", "".join(reader.expressions.text(named[-1]).split()), flags=re.DOTALL)
        kind = "alias" if alias is not None else "static" if "static" in words else ""
        if "global" in words:
            kind = f"{kind} global".strip()
        bound = "" if alias is None else reader.expressions.text(alias)
        line, start = node.start_point.row + 1, node.start_byte
        scope = reader.regions.at(start)
        return [Import(path.removeprefix("global::"), "" if alias else "*", bound, kind, line, scope, start)]

    # --- expressions --------------------------------------------------------------------------

    def expression(self, reader: FileReader, node: Node, depth: int) -> int:
        build, kind = reader.expressions.build, node.type
        if kind == "argument":
            name = node.child_by_field_name("name")
            value = build(node.children[-1], depth + 1)
            if name is None:
                return value
            return reader.expressions.row(Op.KEYWORD, reader.expressions.text_id(name), value)
        if kind == "member_access_expression":
            holder, name = node.child_by_field_name("expression"), node.child_by_field_name("name")
        elif kind == "qualified_name":
            holder, name = node.child_by_field_name("qualifier"), node.child_by_field_name("name")
        elif kind == "conditional_access_expression":
            holder, name = node.child_by_field_name("condition"), node.named_children[-1]
            if name.type == "element_binding_expression" and holder is not None:
                given = [build(c, depth + 1) for c in name.named_children[:MAX_ARGUMENTS]]
                return reader.expressions.row(Op.INDEX, NONE, build(holder, depth + 1), *given)
            name = name.child_by_field_name("name") if name.type == "member_binding_expression" else None
        elif kind == "alias_qualified_name":
            name = node.child_by_field_name("name")
            alias = node.child_by_field_name("alias")
            if name is None or alias is None:
                return UNKNOWN
            return self._member(reader, reader.expressions.name("global::"), name, depth)
        elif kind == "constructor_initializer":
            word = next((c for c in node.children if c.type in ("this", "base")), None)
            given = [build(c, depth + 1) for c in node.named_children[-1].named_children[:MAX_ARGUMENTS]]
            if word is None:
                return UNKNOWN
            return reader.expressions.row(Op.CALL, NONE, reader.expressions.name(word.type), *given)
        elif kind == "assignment_expression":
            return self._assigned(reader, node, depth)
        elif kind == "initializer_expression":
            return self._initializer(reader, node, depth)
        elif kind == "anonymous_object_creation_expression":
            return self._anonymous(reader, node, depth)
        elif kind in ("declaration_pattern", "declaration_expression", "recursive_pattern"):
            return taken(reader, node, depth)
        elif kind == "switch_expression":
            given = [build(arm, depth + 1) for arm in arms(node)[:MAX_ARGUMENTS]]
            return reader.expressions.row(Op.CHOICE, NONE, *given)
        else:
            return UNKNOWN
        if holder is None or name is None:
            return UNKNOWN
        return self._member(reader, build(holder, depth + 1), name, depth)

    def _assigned(self, reader: FileReader, node: Node, depth: int) -> int:
        """What an assignment assigns to: inside `new C { … }` a member or an element of what is made."""
        build, left = reader.expressions.build, node.child_by_field_name("left")
        if left is None:
            return UNKNOWN
        made = made_by(node.parent)
        if made is None:
            return build(left, depth + 1)
        whole = build(made, depth + 1)
        if left.type == "identifier":
            return reader.expressions.row(Op.MEMBER, reader.expressions.text_id(left), whole)
        given = [build(c, depth + 1) for c in left.named_children[:MAX_ARGUMENTS]]
        return reader.expressions.row(Op.INDEX, NONE, whole, *given)

    @staticmethod
    def _initializer(reader: FileReader, node: Node, depth: int) -> int:
        """`{a, b}`: a sequence; inside `new C { {key, value} }` what is made is given both by `Add`."""
        build = reader.expressions.build
        made = made_by(node.parent)
        parts = [c for c in node.named_children if not c.is_extra]
        if made is not None and parts:
            row, whole = reader.expressions.row, build(made, depth + 1)
            added = row(Op.MEMBER, reader.expressions.string("Add"), whole)
            return row(Op.CALL, NONE, added, *[build(c, depth + 1) for c in parts[:MAX_ARGUMENTS]])
        given = [build(c, depth + 1) for c in parts[:MAX_ARGUMENTS]]
        return reader.expressions.row(Op.SEQUENCE, NONE, *given)

    @staticmethod
    def _anonymous(reader: FileReader, node: Node, depth: int) -> int:
        """`new { Key = a, b.Value }`: as a tuple, whose members have these names."""
        expressions, given = reader.expressions, []
        for name, part in members(node)[:MAX_ARGUMENTS]:
            value = expressions.build(part, depth + 1)
            if name is not None:
                value = expressions.row(Op.KEYWORD, expressions.text_id(name), value)
            given.append(value)
        return expressions.row(Op.SEQUENCE, expressions.string("tuple"), *given)

    @staticmethod
    def _member(reader: FileReader, holder: int, name: Node, depth: int) -> int:
        """`holder.Name`, with the type arguments that stand behind it."""
        expressions = reader.expressions
        if name.type != "generic_name":
            return expressions.row(Op.MEMBER, expressions.text_id(name), holder)
        parts = name.named_children
        member = expressions.row(Op.MEMBER, expressions.text_id(parts[0]), holder)
        given = parts[-1].named_children if len(parts) > 1 else []
        return expressions.row(Op.APPLY, NONE, member, *[expressions.build(c, depth + 1) for c in given])

    def finish(self, reader: FileReader) -> None:
        """What stands in a pattern that reads like a call is no `out` argument of one."""
        matched = {(b.start, b.name) for b in reader.bindings if b.kind == "pattern"}
        reader.bindings = [b for b in reader.bindings if b.kind != "out" or (b.start, b.name) not in matched]

    def callee_name(self, reader: FileReader, call: Node) -> Node:
        callee = call.child_by_field_name("function") or call.child_by_field_name("type")
        if callee is None:
            return call
        if callee.type in ("member_access_expression", "qualified_name"):
            callee = callee.child_by_field_name("name") or callee
        elif callee.type == "conditional_access_expression":
            last = callee.named_children[-1]
            callee = last.child_by_field_name("name") or last
        return callee


def _text(reader: FileReader, node: Node) -> bytes:
    return reader.data[node.start_byte : node.end_byte]
