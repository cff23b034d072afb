"""PHP: namespaces and uses, modifiers, types in documentation comments, narrowing by `instanceof`.

See `parse.languages`. A declared type counts before one in a comment, unless the comment says more
(`array` and `Foo[]`). Looks at one file only: what a name means is for `resolve`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from xray_graph.model import NONE, Binding, Import, Op
from xray_graph.parse.expressions import MAX_ARGUMENTS, UNKNOWN
from xray_graph.parse.languages import base
from xray_graph.parse.languages.php_narrowing import held
from xray_graph.parse.languages.phpdoc import Reader, finer, last_name

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role

_MODIFIERS: Final = {
    b"public": "",
    b"var": "",
    b"private": "private",
    b"protected": "protected",
    b"static": "static",
    b"abstract": "abstract",
    b"final": "final",
    b"readonly": "readonly",
}
_TYPED: Final = frozenset({"function", "method", "field", "constant"})
_CLASSES: Final = frozenset({"class", "interface", "trait", "enum"})
_INCLUDE: Final = re.compile(
    r"""(?:(?P<dir>__DIR__|dirname\(\s*__FILE__\s*\))|(?P<up>dirname\(\s*__DIR__\s*\)))?(?:\s*\.)?\s*["'](?P<path>[^"'$]+)["']\s*\)?"""
)


class Hooks(base.Hooks):
    # --- declarations -------------------------------------------------------------------------

    def attributes(self, reader: FileReader, draft: Draft) -> list[str]:
        owner = reader.declarations.drafts[draft.parent] if draft.parent != NONE else None
        found = self._modifiers(reader, draft)
        if draft.node.type == "anonymous_class":
            for child in draft.node.named_children:
                if child.type in ("base_clause", "class_interface_clause"):
                    how = "extends" if child.type == "base_clause" else "implements"
                    draft.bases += [(how, reader.expressions.build(c)) for c in child.named_children]
        if draft.name and "private" not in found and "protected" not in found:
            found.append("exported")
        if draft.kind == "method":
            if draft.one("body") is None and "abstract" not in found:
                found.append("abstract")
            if draft.name.startswith("test") and owner is not None and _is_test_case(reader, owner):
                found.append("test")
        if draft.kind in _CLASSES and draft.name:
            written = self.doc(reader, draft, draft.one("span") or draft.node)
            said = Reader(reader.expressions, written).of_class() if "@" in written else []
            if said:  # a class has no value of its own: what its comment says of its members stands there
                draft.value = reader.expressions.row(Op.SEQUENCE, NONE, *said)
        if draft.kind in _TYPED and draft.name:
            written = self.doc(reader, draft, draft.one("span") or draft.node)
            if "@" in written:
                self._from_doc(reader, draft, written, found)
            if draft.node.type == "property_promotion_parameter":
                self._promoted(reader, draft)
        return found

    def _promoted(self, reader: FileReader, draft: Draft) -> None:
        """A promoted parameter takes its type from the constructor's comment too."""
        holder = draft.node.parent
        method = None if holder is None else holder.parent
        if method is None:
            return
        known: dict[int, dict[str, int]] = reader.notes.setdefault("promoted", {})
        if method.id not in known:
            written = self.doc(reader, draft, method)
            tags = self._tags(reader, draft, written) if "@param" in written else []
            known[method.id] = {f"${name}": made for tag, name, made in tags if tag == "param" and name}
        made = known[method.id].get(draft.name)
        if made is not None:
            draft.type = finer(reader.expressions, draft.type, made)

    def _tags(self, reader: FileReader, draft: Draft, written: str) -> list[tuple[str, str, int]]:
        """What a comment says of types; the templates of the class around count."""
        known: dict[int, str] = reader.notes.setdefault("templates", {})
        if draft.parent not in known:
            around = ""
            if draft.parent != NONE:
                owner = reader.declarations.drafts[draft.parent]
                around = self.doc(reader, owner, owner.one("span") or owner.node)
            known[draft.parent] = around if "template" in around else ""
        return Reader(reader.expressions, written, known[draft.parent]).tags()

    @staticmethod
    def _modifiers(reader: FileReader, draft: Draft) -> list[str]:
        node = draft.one("span") or draft.node
        end = draft.name_node.start_byte if draft.name_node is not None else node.start_byte
        head = reader.data[node.start_byte : end]
        found = []
        if head.startswith(b"#["):
            attributes = node.child_by_field_name("attributes")
            for group in [] if attributes is None else attributes.named_children:
                for one in group.named_children:
                    built = reader.expressions.build(one)
                    draft.decorators += (built,)
                    name = last_name(reader.expressions, built)
                    found += ["test"] if name in ("Test", "DataProvider") and draft.kind == "method" else []
                    found += ["deprecated"] if name == "Deprecated" else []
            if attributes is not None:
                head = reader.data[attributes.end_byte : end]
                following = attributes.next_sibling
                if following is not None:
                    draft.captures["signature"] = [following]
        for word in head.split():
            known = _MODIFIERS.get(word.lower())
            if known:
                found.append(known)
        return found

    def _from_doc(self, reader: FileReader, draft: Draft, written: str, found: list[str]) -> None:
        """Take in what a comment says of types, where the declaration itself says less."""
        if "@deprecated" in written:
            found.append("deprecated")
        if "@test" in written and draft.kind == "method":
            found.append("test")
        tags = self._tags(reader, draft, written)
        if not tags:
            return
        parameters = {f"${name}": made for tag, name, made in tags if tag == "param" and name}
        results = [made for tag, _, made in tags if tag == "return"]
        if results:
            draft.results = (
                finer(reader.expressions, draft.results[0] if draft.results else NONE, results[-1]),
            )
        if parameters and draft.parameters:
            changed = []
            for one in draft.parameters:
                made = parameters.get(one.name)
                if made is not None and (made := finer(reader.expressions, one.type, made)) != one.type:
                    if "variadic" in one.flags:
                        made = reader.expressions.row(Op.VARIADIC, NONE, made)
                    one = msgspec.structs.replace(one, type=made)
                    _retype(reader, draft.body, one.name, made)
                changed.append(one)
            draft.parameters = tuple(changed)
        stated = [made for tag, _, made in tags if tag == "var"]
        if stated and draft.kind in ("field", "constant"):
            draft.type = finer(reader.expressions, draft.type, stated[-1])

    # --- namespaces, uses, includes -----------------------------------------------------------

    def imports(self, reader: FileReader, role: Role, captures: Captures) -> list[Import] | None:
        """kind: "" a class or namespace, "function", "const"; "namespace" says which one begins here,
        "include" names a file. `module` is the whole name without its first backslash.
        """
        node = captures["import"][0]
        line, scope = node.start_point.row + 1, reader.regions.at(node.start_byte)
        if node.type == "namespace_definition":
            written = node.child_by_field_name("name")
            name = "" if written is None else "".join(reader.expressions.text(written).split())
            reader.package = reader.package or name
            body = node.child_by_field_name("body")
            place = node.end_byte if body is None else body.start_byte
            return [Import(name, "", "", "namespace", line, scope, place)]
        if node.type != "namespace_use_declaration":
            return _include(reader, node, line, scope)
        prefix, kind, found = "", "", []
        for child in node.children:
            if child.type in ("function", "const"):
                kind = child.type
            elif child.type == "namespace_name":
                prefix = reader.expressions.text(child).strip("\\") + "\\"
            elif child.type == "namespace_use_group":
                for clause in child.named_children:
                    found += _use(reader, clause, prefix, kind, scope)
            elif child.type == "namespace_use_clause":
                found += _use(reader, child, "", kind, scope)
        return found

    # --- expressions --------------------------------------------------------------------------

    def expression(self, reader: FileReader, node: Node, depth: int) -> int:
        build, row = reader.expressions.build, reader.expressions.row
        kind = node.type
        if kind in ("member_access_expression", "nullsafe_member_access_expression"):
            holder, name = node.child_by_field_name("object"), node.child_by_field_name("name")
            if holder is None or name is None or name.type != "name":
                return UNKNOWN
            member = reader.expressions.string("$" + reader.expressions.text(name))
            return row(Op.MEMBER, member, build(holder, depth + 1))
        if kind == "object_creation_expression":
            return self._creation(reader, node, depth)
        if kind == "conditional_expression":
            first = node.child_by_field_name("body") or node.child_by_field_name("condition")
            last = node.child_by_field_name("alternative")
        elif kind == "augmented_assignment_expression":
            operator = node.child_by_field_name("operator")
            if operator is not None and operator.type != "??=":
                return UNKNOWN
            first, last = node.child_by_field_name("left"), node.child_by_field_name("right")
        else:
            return UNKNOWN
        parts = [build(part, depth + 1) for part in (first, last) if part is not None]
        return row(Op.CHOICE, NONE, *parts)

    @staticmethod
    def _creation(reader: FileReader, node: Node, depth: int) -> int:
        """`new T(...)`; of `new class(...) { }` the class is a declaration of its own."""
        expressions = reader.expressions
        known: dict[int, int] = reader.notes.setdefault("created", {})
        found = known.get(node.id)
        if found is not None:
            return found
        made, given = NONE, []
        for child in node.named_children:
            if child.type == "arguments":
                given = child.named_children
            elif made == NONE and child.type not in ("comment", "attribute_list"):
                made = expressions.build(child, depth + 1)
                if child.type == "anonymous_class":
                    held = [c for c in child.named_children if c.type == "arguments"]
                    given = held[0].named_children if held else []
        arguments = [expressions.build(one, depth + 1) for one in given[:MAX_ARGUMENTS]]
        found = known[node.id] = expressions.row(Op.NEW, NONE, made, *arguments)
        return found

    def callee_name(self, reader: FileReader, call: Node) -> Node:
        callee = call.child_by_field_name("name") or call.child_by_field_name("function")
        if callee is not None:
            return callee
        return call.named_children[0] if call.named_child_count else call

    # --- narrowing ----------------------------------------------------------------------------

    def tested(self, reader: FileReader, role: Role, captures: Captures) -> list[base.Tested]:
        """Where an `instanceof` holds: the rest of its condition, the block, what follows a way out."""
        if role.detail == "unset":
            return []
        return [base.Tested(*place) for place in held(reader.data, captures[role.capture][0])]

    def narrows(
        self, reader: FileReader, role: Role, captures: Captures, places: list[base.Tested]
    ) -> list[Binding] | None:
        name = captures["name"][0]
        if name.type not in ("variable_name", "member_access_expression", "subscript_expression"):
            return []
        if role.detail == "unset":
            scope, text = reader.regions.at(name.start_byte), reader.expressions.text(name)
            return [Binding(scope, text, captures[role.capture][0].end_byte, NONE, NONE, "unset")]
        declared = captures["type"][0]
        if declared.type not in ("name", "qualified_name", "relative_name", "relative_scope"):
            return []
        text, expression = reader.expressions.text(name), reader.expressions.build(declared)
        return [
            Binding(reader.regions.at(one.start), text, one.start, expression, NONE, "narrow")
            for one in places
        ]

    def finish(self, reader: FileReader) -> None:
        """`/** @var Foo $x */` types the variable from there on."""
        for _row, (_first, start, end) in sorted(reader.comments.items()):
            text = reader.data[start:end]
            if b"@var" not in text or b"$" not in text:
                continue
            tags = Reader(reader.expressions, text.decode("utf-8", "replace")).tags()
            for tag, name, made in tags:
                if tag == "var" and name:
                    scope = reader.regions.at(start)
                    _annotate(reader, f"${name}", made, scope, end)


def _annotate(reader: FileReader, name: str, made: int, scope: int, end: int) -> None:
    """The assignment on the next line gets the type; where there is none the name has it from here."""
    stop = reader.data.find(b"\n", reader.data.find(b"\n", end) + 1)
    statement = reader.data.find(b";", end)
    limit = max(stop, statement + 1)
    for at, one in enumerate(reader.bindings):
        if one.name == name and end <= one.start <= limit and one.kind in ("local", "loop"):
            reader.bindings[at] = msgspec.structs.replace(one, type=made)
            return
    reader.bindings.append(Binding(scope, name, end, made, NONE, "local"))


def _retype(reader: FileReader, scope: int, name: str, made: int) -> None:
    bindings = reader.bindings
    for at in range(len(bindings) - 1, max(len(bindings) - 80, -1), -1):
        one = bindings[at]
        if one.scope == scope and one.name == name and one.kind == "parameter":
            bindings[at] = msgspec.structs.replace(one, type=made)
            return


def _is_test_case(reader: FileReader, owner: Draft) -> bool:
    names = [last_name(reader.expressions, base_) for how, base_ in owner.bases if how == "extends"]
    return any(name.endswith("TestCase") for name in names)


def _use(reader: FileReader, clause: Node, prefix: str, kind: str, scope: int) -> list[Import]:
    alias = clause.child_by_field_name("alias")
    words = {child.type for child in clause.children}
    kind = "function" if "function" in words else "const" if "const" in words else kind
    names = [c for c in clause.named_children if c.type in ("name", "qualified_name", "namespace_name")]
    if not names:
        return []
    path = prefix + "".join(reader.expressions.text(names[0]).split()).strip("\\")
    known = path.rpartition("\\")[2] if alias is None else reader.expressions.text(alias)
    start = clause.start_byte
    return [Import(path, "", known, kind, clause.start_point.row + 1, scope, start)]


def _include(reader: FileReader, node: Node, line: int, scope: int) -> list[Import]:
    """A path that is written out, from the file's own folder where it says so."""
    if not node.named_child_count:
        return []
    text = reader.expressions.text(node.named_children[0])
    found = _INCLUDE.fullmatch(text.strip().lstrip("("))
    if found is None:
        return []
    path = found["path"].lstrip("/") if found["dir"] or found["up"] else found["path"]
    module = f"../{path}" if found["up"] else f"./{path}" if found["dir"] else path
    return [Import(module, "", "", "include", line, scope, node.start_byte)]
