"""C: declarators, prototypes, includes, what the preprocessor hides. See `parse.languages`.

A declaration without a body (a prototype, an `extern` variable) carries the attribute `declaration`; one
of this file alone carries `static`; one that only some platforms compile carries `build=<condition>`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import CALLABLES, NONE, Binding, Import, Op, Parameter
from xray_graph.parse.expressions import UNKNOWN
from xray_graph.parse.languages import base, c_repairs, c_text
from xray_graph.parse.languages.c_conditions import Conditions, conditions_of
from xray_graph.parse.languages.c_declarators import Declarator, base_type, parameters, read, typed

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role

_NAME: Final = re.compile(r"~?[A-Za-z_$\u0080-\U0010ffff][\w$]*(?:\.~?[\w$]+)*")
_ODD: Final = re.compile(r"\W+")
_WORD: Final = re.compile(r"\w+")
_SAID: Final = re.compile(rb"\"(?:[^\"\\\n]|\\.)*\"|/\*.*?\*/|//[^\n]*", re.DOTALL)  # strings and remarks
_DECLARED: Final = frozenset({"function", "variable", "field", "type"})
_TWINS: Final = frozenset({"function", "macro", "class", "struct", "method"})
TEST: Final = re.compile(r"(?:[A-Z0-9_]+_)?TEST(?:_|$)|Test|SCENARIO")
_WORDS: Final = frozenset(
    {"static", "inline", "virtual", "explicit", "constexpr", "friend", "mutable", "thread_local"}
)


class Note(NamedTuple):
    """What is kept with a draft: its declarator, and for a function made by a macro what it is called."""

    declarator: Declarator
    made: str | None = None


class Hooks(base.Hooks):
    repairs = (
        c_repairs.without_split_arms,
        c_repairs.without_annotations,
        c_repairs.without_arms,
        c_repairs.without_any_arms,
    )

    def prepared(self, data: bytes) -> bytes:
        return c_text.prepared(data, cpp=self.language != "c")

    def start(self, reader: FileReader) -> None:
        reader.notes["conditions"] = conditions_of(reader.data)

    # --- names ----------------------------------------------------------------------------------

    def accepts(self, reader: FileReader, draft: Draft) -> bool:
        name = draft.name_node
        if draft.kind in _DECLARED and name is not None:
            found = read(name)
            draft.note = Note(found)
            if found.name is None:
                return False
            if found.head is not None:
                reader.notes.setdefault("heads", set()).add(found.head.start_byte)
            draft.name_node = found.name
            if draft.kind == "function":
                if not self._defines(reader, draft, found):
                    return False
            elif draft.kind == "type":
                draft.captures["body"] = [found.name]  # a typedef has no region: what it wraps has
            elif found.function is not None:
                draft.kind = "function"
        if draft.note is not None and draft.note.made is not None:
            return True
        if not super().accepts(reader, draft):
            return False
        draft.name = self.name_of(reader, draft)
        return draft.name_node is None or self.is_name(draft.name)

    def _defines(self, reader: FileReader, draft: Draft, found: Declarator) -> bool:
        """Whether a body belongs to a function; one headed by a macro is called by its arguments."""
        if found.function is not None:
            return True
        holder = draft.captures["name"][0]
        written = draft.node.child_by_field_name("type")
        if holder.type != "parenthesized_declarator" or written is None:
            return False
        text = reader.expressions.text(found.name) if found.name is not None else ""
        draft.note = Note(found, _ODD.sub("_", text).strip("_"))
        self.mark_made(draft, reader.expressions.text(written))
        return True

    @staticmethod
    def mark_made(draft: Draft, macro: str) -> None:
        draft.attributes.append("made")
        if TEST.match(macro):
            draft.attributes.append("test")

    def is_name(self, text: str) -> bool:
        """Whether a text can be a name; one with a space or a bracket is damaged."""
        return _NAME.fullmatch(text) is not None

    def name_of(self, reader: FileReader, draft: Draft) -> str:
        """The name as written, without scope or generic arguments."""
        return "" if draft.name_node is None else reader.expressions.text(draft.name_node)

    def name(self, reader: FileReader, draft: Draft) -> str:
        if draft.note is not None and draft.note.made is not None:
            made: str = draft.note.made
            return made
        if draft.kind == "object":
            return self._held_as(reader, draft)
        owner = reader.declarations.drafts[draft.parent].kind if draft.parent != NONE else ""
        if draft.kind == "function" and not draft.scoped and owner in CALLABLES:
            draft.kind = "variable"  # declared for this block alone
        return draft.name

    def _held_as(self, reader: FileReader, draft: Draft) -> str:
        """The name of the one field or variable whose unnamed type this is."""
        holder = draft.node.parent
        held = holder.child_by_field_name("declarator") if holder is not None else None
        name = read(held).name if held is not None else None
        return reader.expressions.text(name) if name is not None else ""

    # --- types ----------------------------------------------------------------------------------

    def expression(self, reader: FileReader, node: Node, depth: int) -> int:
        expressions = reader.expressions
        if node.type == "type_descriptor":
            inner = read(node.child_by_field_name("declarator"))
            built = base_type(reader, node)
            return typed(reader, built, inner.layers) if built != NONE else UNKNOWN
        name = node.child_by_field_name("name")  # struct, union, enum, class
        if name is not None:
            return expressions.build(name, depth + 1)
        return expressions.row(Op.TYPE_DECL, expressions.declared.get(node.id, NONE))

    def type_and_value(self, reader: FileReader, draft: Draft) -> tuple[int, int] | None:
        if draft.note is None:
            return None
        found: Declarator = draft.note.declarator
        value = found.value or draft.node.child_by_field_name("value")
        value = value or draft.node.child_by_field_name("default_value")
        built = reader.expressions.build(value) if value is not None else NONE
        if draft.kind in CALLABLES:
            return NONE, NONE
        declared = typed(reader, base_type(reader, draft.node), found.layers)
        return declared, NONE if built == UNKNOWN and declared != NONE else built

    def attributes(self, reader: FileReader, draft: Draft) -> list[str]:
        found = self._condition(reader, draft)
        if draft.kind == "macro":
            return found + self._macro(reader, draft)
        if draft.note is None:
            return found
        words = self.words(reader, draft)
        found += sorted(words & _WORDS)
        if draft.kind in CALLABLES:
            self._signature_types(reader, draft)
            if draft.one("body") is None:
                found.append("declaration")
        elif draft.kind == "type":
            draft.captures.pop("body", None)
        elif draft.kind == "variable":
            if "extern" in words and draft.value == NONE:
                found.append("declaration")
            if words & {"const", "constexpr"} and not draft.note.declarator.layers:
                draft.kind = "constant"
        if (
            "static" not in words
            and draft.kind in ("function", "variable", "constant")
            and draft.parent == NONE
        ):
            found.append("exported")
        return found

    def words(self, reader: FileReader, draft: Draft) -> set[str]:
        """The words before a declaration's type."""
        node = draft.node
        stop = node.child_by_field_name("type") or draft.captures["name"][0]
        raw = reader.data[node.start_byte : max(stop.start_byte, node.start_byte)]
        return set(_WORD.findall(raw.decode("utf-8", "replace"))) if raw else set()

    def _condition(self, reader: FileReader, draft: Draft) -> list[str]:
        conditions: Conditions = reader.notes["conditions"]
        if not conditions.arms:
            return []
        own = conditions.at(draft.node.start_byte)
        if own and draft.parent != NONE:
            above = reader.declarations.drafts[draft.parent]
            own = "" if conditions.at(above.node.start_byte) == own else own
        return [f"build={own}"] if own else []

    def _signature_types(self, reader: FileReader, draft: Draft) -> None:
        """Parameters, with their bindings, and the result."""
        found: Declarator = draft.note.declarator
        function = found.function
        if function is None:
            return
        draft.parameters = parameters(reader, function.child_by_field_name("parameters"))
        result = typed(reader, base_type(reader, draft.node), found.layers[:-1])
        draft.results = (result,) if result != NONE else ()
        bind_parameters(reader, draft)

    def _macro(self, reader: FileReader, draft: Draft) -> list[str]:
        held = draft.node.child_by_field_name("parameters")
        if held is None:
            return []
        for child in held.children:
            if child.type == "identifier":
                draft.parameters += (Parameter(reader.expressions.text(child)),)
            elif child.type == "...":
                draft.parameters += (Parameter("", NONE, NONE, "variadic"),)
        name = re.escape(reader.expressions.text(draft.captures["name"][0]).encode())
        body = reader.data[held.end_byte : draft.node.end_byte]
        # What it calls by its own name is no macro again: `#define set(a, b) check(b), (set)(a, b)`.
        called = re.search(rb"(?<![\w.>])" + name + rb"\b", _SAID.sub(b" ", body))
        return ["function-like", "wrapper"] if called else ["function-like"]

    def callee_name(self, reader: FileReader, call: Node) -> Node:
        callee = call.child_by_field_name("function")
        return (
            callee
            if callee is not None and callee.type == "identifier"
            else super().callee_name(reader, call)
        )

    def finish(self, reader: FileReader) -> None:
        """`MACRO(a) int f(void) {` is no call of f in its own head; and twins tell their conditions."""
        heads = reader.notes.get("heads")
        if heads:
            reader.calls = [call for call in reader.calls if call.start not in heads]
        conditions: Conditions = reader.notes["conditions"]
        if not conditions.arms:
            return
        twins: dict[tuple[str, int], list[Draft]] = {}
        for draft in reader.declarations.drafts:
            if draft.kind in _TWINS:
                twins.setdefault((draft.name, draft.parent), []).append(draft)
        for found in twins.values():
            for draft in found if len(found) > 1 else ():
                whole = conditions.at(draft.node.start_byte, any_macro=True)
                if whole:
                    kept = [one for one in draft.attributes if not one.startswith("build=")]
                    draft.attributes = sorted([*kept, f"build={whole}"])

    # --- includes -------------------------------------------------------------------------------

    def imports(self, reader: FileReader, role: Role, captures: Captures) -> list[Import] | None:
        """`kind` is `include` or `system`, and behind a blank the platforms' condition it stands under."""
        node = captures["import"][0]
        path = node.child_by_field_name("path")
        if path is None or path.type not in ("string_literal", "system_lib_string"):
            return []
        module = reader.expressions.text(path).strip('"<>').strip()
        kind = "include" if path.type == "string_literal" else "system"
        conditions: Conditions = reader.notes["conditions"]
        condition = conditions.at(node.start_byte)
        kind = f"{kind} {condition}" if condition else kind
        return [Import(module, "", "", kind, node.start_point.row + 1, 0, node.start_byte)]


def bind_parameters(reader: FileReader, draft: Draft) -> None:
    """Bind the named parameters in the function's body."""
    if draft.body != NONE:
        start = draft.node.start_byte
        for one in draft.parameters:
            if one.name:
                bound = Binding(draft.body, one.name, start, one.type, one.default, "parameter")
                reader.bindings.append(bound)
