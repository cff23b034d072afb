"""Ruby: bare words that are calls, singleton methods, visibility, classes made by a call.

Whether a bare word is a local variable or a call is decided as Ruby does: by an assignment earlier in
the same method. See `parse.languages`. Looks at one file only.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from xray_graph.model import CONTAINERS, NONE, Call, Import, Op
from xray_graph.parse.expressions import UNKNOWN
from xray_graph.parse.languages import base, yard
from xray_graph.parse.languages.ruby_blocks import note_blocks, note_yields, runs_on_class
from xray_graph.parse.languages.ruby_bodies import is_conditional, last_value
from xray_graph.parse.languages.ruby_delegates import delegated_name, delegates, note_delegates, target_of
from xray_graph.parse.languages.ruby_operators import note_operators
from xray_graph.parse.languages.ruby_requires import required
from xray_graph.parse.languages.ruby_structure import VISIBILITY, structure_of
from xray_graph.parse.prose import comment_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role

# Words that stand alone and call nothing of the repository's.
_WORDS: Final = VISIBILITY | {"__method__", "block_given?", "binding", "_1", "_2", "it"}
_MAGIC: Final = ("frozen_string_literal", "!", "-*-", "encoding:", "coding:")
_FIRST_COMMENT: Final = re.compile(rb"\s*(?:#[^\n]*(?:\n[ \t]*|$))+")
_TEST_BASES: Final = ("TestCase", "Test", "Spec")


class Hooks(base.Hooks):
    # --- declarations -------------------------------------------------------------------------

    def accepts(self, reader: FileReader, draft: Draft) -> bool:
        if not super().accepts(reader, draft):
            return False
        if draft.kind in CONTAINERS and draft.name_node is not None and draft.one("callable") is None:
            draft.captures.setdefault("head", [draft.name_node])
        elif draft.node.type in ("method", "singleton_method") and draft.name_node is not None:
            draft.captures["head"] = draft.captures.get("parameters", [draft.name_node])
        elif delegates(draft):
            draft.captures["head"] = draft.captures["span"]
            return target_of(reader, draft) is not None
        return True

    def name(self, reader: FileReader, draft: Draft) -> str:
        if draft.name_node is None:
            return ""
        text = "".join(reader.expressions.text(draft.name_node).split())
        if draft.kind in CONTAINERS:
            if text == "class_methods":
                return "ClassMethods"  # the module that the block is evaluated in
            return text.removeprefix("::").replace("::", ".")
        if delegates(draft):
            return delegated_name(reader, draft)
        text = text.removeprefix(":").strip("\"'")
        writer = "writer" in (draft.role.settings.get("attributes") or "").split()
        return text + "=" if writer else text

    def attributes(self, reader: FileReader, draft: Draft) -> list[str]:
        drafts = reader.declarations.drafts
        owner = drafts[draft.parent] if draft.parent != NONE else None
        found: list[str] = []
        if draft.kind == "class":
            made = draft.one("callable") or (draft.node if draft.name_node is None else None)
            if made is not None:
                self._made(reader, draft, made)
        elif draft.kind == "method":
            self._of_method(reader, draft, owner, found)
            if structure_of(reader).documented:
                yard.state(reader, draft, self.doc(reader, draft, draft.one("span") or draft.node))
        elif draft.kind == "constant" and "private_constant" in self._words_for(reader, draft):
            found.append("private")
        if not {"private", "protected"} & set(found):
            found.append("exported")
        return found

    def _of_method(self, reader: FileReader, draft: Draft, owner: Draft | None, found: list[str]) -> None:
        structure = structure_of(reader)
        if owner is None:
            draft.kind = "function"
        if is_conditional(draft.node):
            found.append("conditional")
        if draft.receiver != NONE:
            row = reader.expressions.rows[draft.receiver]
            word = reader.expressions.strings[row[1]] if row[0] == Op.NAME else ""
            if word == "self" or (owner is not None and word == owner.name.rpartition(".")[2]):
                draft.receiver = NONE
            return
        start = draft.node.start_byte
        if structure.in_singleton(reader, start) or reader.data.startswith(b"define_singleton_method", start):
            found.append("static")
        words = self._words_for(reader, draft)
        if "static" not in found and "module_function" in words:
            found += ["static", "module_function"]  # as a method of its own, and as the module's
        if "private_class_method" in words:
            words = {"private"}
        found += sorted(words & {"private", "protected"})
        if draft.name.startswith("test_") and owner is not None and _is_test_case(reader, owner):
            found.append("test")

    @staticmethod
    def _words_for(reader: FileReader, draft: Draft) -> set[str]:
        """What `private` and its kind say of a declaration: by its name, or for all that follow."""
        structure = structure_of(reader)
        place = structure.container(reader, draft.node.start_byte)
        named = structure.named.get((place, draft.name))
        if named is not None:
            return named
        said = ""
        for at, word in structure.marks.get(place, ()):
            if at < draft.node.start_byte:
                said = word
        inline = structure.inline.get(draft.node.start_byte)
        return {inline or said}

    @staticmethod
    def _made(reader: FileReader, draft: Draft, made: Node) -> None:
        """`C = Class.new(Base) do ... end`, `S = Struct.new(:a)`, `M = Module.new`."""
        built = reader.expressions.build(made)
        row = reader.expressions.rows[built]
        callee = reader.expressions.rows[row[2]]
        maker = reader.expressions.strings[reader.expressions.rows[callee[2]][1]]
        if maker == "Module":
            draft.kind = "module"
        elif maker == "Class":
            draft.bases += [("extends", argument) for argument in row[3:4]]
        else:
            draft.bases.append(("extends", built))

    def doc(self, reader: FileReader, draft: Draft, span: Node) -> str:
        data = reader.data
        start = end = data.rfind(b"\n", 0, span.start_byte) + 1
        while start > 0:
            above = data.rfind(b"\n", 0, start - 1) + 1
            if not data[above:start].lstrip().startswith(b"#"):
                break
            start = above
        return _prose(data[start:end], reader) if start < end else ""

    def file_doc(self, reader: FileReader) -> str:
        found = _FIRST_COMMENT.match(reader.data)
        return "" if found is None else _prose(found.group(), reader)

    def base_kind(self, reader: FileReader, role: Role, node: Node) -> str:
        """What `class << self` includes, the class is extended with."""
        if "body" not in role.settings:
            return role.detail
        if not runs_on_class(reader, node):
            return ""
        if structure_of(reader).in_singleton(reader, node.start_byte):
            return "" if role.detail == "extend" else "extend"
        return role.detail

    # --- requires -----------------------------------------------------------------------------

    def imports(self, reader: FileReader, role: Role, captures: Captures) -> list[Import] | None:
        """kind: "require", "require_relative", "load", or "autoload" with the constant as `name`."""
        node = captures["import"][0]
        text = reader.expressions.text
        kind = text(captures["_require"][0])
        name = text(captures["name"][0]).removeprefix(":") if "name" in captures else ""
        scope, line = reader.regions.at(node.start_byte), node.start_point.row + 1
        return [
            Import(module, name, name, "require_relative" if beside else kind, line, scope, node.start_byte)
            for module, beside in required(captures["module"][0])
        ]

    # --- expressions and calls ----------------------------------------------------------------

    def expression(self, reader: FileReader, node: Node, depth: int) -> int:
        """`a ||= b` is either; other such assignments give what their operator gives. A body gives what its
        last statement gives, or the last of one of its `rescue`s; `case` what one of its branches gives.
        """
        if node.type != "operator_assignment":
            return last_value(reader, node, depth)
        operator = node.child_by_field_name("operator")
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if operator is None or left is None or right is None or operator.type not in ("||=", "&&="):
            return UNKNOWN
        build = reader.expressions.build
        return reader.expressions.row(Op.CHOICE, NONE, build(left, depth + 1), build(right, depth + 1))

    def callee_name(self, reader: FileReader, call: Node) -> Node:
        return call.child_by_field_name("method") or call

    def finish(self, reader: FileReader) -> None:
        self._bare_calls(reader)
        note_operators(reader, structure_of(reader).subscripts)
        note_blocks(reader, structure_of(reader).blocks)
        note_yields(reader, structure_of(reader).yields)
        note_delegates(reader)
        targets = {one.target for one in reader.assignments}
        setters = {e for e in targets if reader.expressions.rows[e][0] == Op.CALL}
        for at, call in enumerate(reader.calls):
            if call.expression in setters:
                reader.calls[at] = msgspec.structs.replace(call, kind="setter")

    @staticmethod
    def _bare_calls(reader: FileReader) -> None:
        """A bare word that no assignment before it made a local variable is a call on `self`."""
        locals_: dict[tuple[int, str], int] = {}
        for one in reader.bindings:
            key = (one.scope, one.name)
            locals_[key] = min(locals_.get(key, one.start), one.start)
        scopes, drafts = reader.regions.scopes, reader.declarations.drafts
        expressions = reader.expressions
        written = {call.start for call in reader.calls if call.kind == ""}
        seen: set[int] = set()
        for node in structure_of(reader).words:
            start, name = node.start_byte, expressions.text(node)
            if start in seen or name in _WORDS or (name == "super" and start in written):
                continue
            seen.add(start)
            scope = at = reader.regions.at(start)
            local = False
            while at != NONE:
                first = locals_.get((at, name))
                if first is not None and first <= start:
                    local = True
                    break
                owner = scopes[at].declaration
                if owner != NONE and not _sees_outside(drafts[owner]):
                    break
                at = scopes[at].parent
            if not local:
                call = expressions.row(Op.CALL, NONE, expressions.name(name))
                reader.calls.append(Call(call, scope, start, node.start_point.row + 1, ""))


def _prose(comment: bytes, reader: FileReader) -> str:
    """A comment without the lines that speak to the interpreter."""
    text = comment_text(comment, reader.grammar.comment_prefixes)
    kept = [one for one in text.splitlines() if not one.startswith(_MAGIC)]
    return "\n".join(kept).strip()


def _sees_outside(draft: Draft) -> bool:
    """A block sees the variables around it, also where it is the body of `define_method`."""
    return draft.node.type == "call" or (draft.kind in CONTAINERS and "made" in draft.attributes)


def _is_test_case(reader: FileReader, owner: Draft) -> bool:
    rows, strings = reader.expressions.rows, reader.expressions.strings
    for how, expression in owner.bases:
        row = rows[expression]
        if how == "extends" and row[0] in (Op.NAME, Op.MEMBER) and strings[row[1]].endswith(_TEST_BASES):
            return True
    return False
