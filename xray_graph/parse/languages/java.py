"""Java: modifiers and annotations, imports, what is visible and what is a test. See `parse.languages`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Import
from xray_graph.parse.languages import base

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role

_MODIFIERS: Final = {
    b"public": "exported",
    b"protected": "protected",
    b"private": "private",
    b"static": "static",
    b"abstract": "abstract",
    b"final": "final",
    b"default": "default",
    b"native": "native",
    b"sealed": "sealed",
}
# Expressions that are statements too: what they give may be left alone.
_STATEMENTS: Final = frozenset(
    {"method_invocation", "object_creation_expression", "assignment_expression", "update_expression"}
)
_INNER: Final = frozenset({"lambda_expression", "class_body"})  # whose returns are their own
# Annotations whose meaning does not depend on where they come from.
_TESTS: Final = frozenset(
    {"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory"}
)

# `T @NonNull ... rest`, which the grammar does not have.
_ON_VARIADIC: Final = re.compile(rb"@[\w.]+(?=[ \t]*\.\.\.[ \t]*\w)")


class Hooks(base.Hooks):
    def prepared(self, data: bytes) -> bytes:
        if b"..." not in data:
            return data
        return _ON_VARIADIC.sub(lambda found: b" " * len(found[0]), data)

    def attributes(self, reader: FileReader, draft: Draft) -> list[str]:
        node = draft.one("span") or draft.node
        modifiers = node.children[0] if node.child_count else None
        found = self._modifiers(reader, draft, modifiers) if modifiers is not None else []
        owner = reader.declarations.drafts[draft.parent] if draft.parent != NONE else None
        if owner is not None and owner.kind == "interface" and draft.kind != "function":
            if "private" not in found and "exported" not in found:
                found.append("exported")
            if draft.kind == "method" and draft.one("body") is None:
                found += [] if "abstract" in found else ["abstract"]
            elif draft.kind in ("constant", "class", "interface", "enum"):
                found.append("static")
        if draft.kind == "field" and "static" in found and "final" in found:
            draft.kind = "constant"
        if draft.kind == "method" and owner is not None and _is_old_test(reader, draft, owner, found):
            found.append("test")
        if draft.kind == "function" and not draft.name:
            found += base.given_back(draft.one("body"), _STATEMENTS, _INNER)
        if draft.type != NONE and "anonymous" in draft.attributes:
            draft.bases.append(("extends", draft.type))
            draft.type = NONE
        return found

    @staticmethod
    def _modifiers(reader: FileReader, draft: Draft, modifiers: Node) -> list[str]:
        if modifiers.type != "modifiers":
            return []
        found = []
        for child in modifiers.children:
            if not child.is_named:
                word = _MODIFIERS.get(reader.data[child.start_byte : child.end_byte])
                if word is not None:
                    found.append(word)
                continue
            if child.type not in ("marker_annotation", "annotation"):
                continue
            built = reader.expressions.build(child)
            draft.decorators += (built,)
            name = base.last_name(reader, built)
            if name in _TESTS and draft.kind == "method":
                found.append("test")
            elif name == "Deprecated":
                found.append("deprecated")
        return found

    def callee_name(self, reader: FileReader, call: Node) -> Node:
        return call.child_by_field_name("name") or call.child_by_field_name("type") or call

    def imports(self, reader: FileReader, role: Role, captures: Captures) -> list[Import] | None:
        """`module` is the whole name, of a package or a type; `name` a static member, or `*`."""
        node = captures["import"][0]
        words = [child.type for child in node.children]
        written = next(
            (c for c in node.named_children if c.type in ("scoped_identifier", "identifier")), None
        )
        if written is None:
            return []
        path = "".join(reader.expressions.text(written).split())
        kind = "static" if "static" in words else ""
        line, start = node.start_point.row + 1, node.start_byte
        if "asterisk" in words:
            return [Import(path, "*", "", kind, line, 0, start)]
        module, _, name = path.rpartition(".")
        if kind:
            return [Import(module, name, name, kind, line, 0, start)]
        return [Import(path, "", name, kind, line, 0, start)]


def _is_old_test(reader: FileReader, draft: Draft, owner: Draft, found: list[str]) -> bool:
    """JUnit 3, where name and base alone make a test."""
    bases = [base.last_name(reader, one) for how, one in owner.bases if how == "extends"]
    named = draft.name.startswith("test") and "exported" in found
    return named and any(one.endswith("TestCase") for one in bases)
