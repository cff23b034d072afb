"""C++: classes and their members, qualified names, templates, objects made by a declaration.

On top of C. The names of an unnamed namespace belong to the one around it and are `static`; a namespace
with a name is a container that is no node. `p->f` is read as `(*p).f`. See `parse.languages`.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from xray_graph.model import CALLABLES, NONE, Call, Import, Op
from xray_graph.parse.expressions import UNKNOWN
from xray_graph.parse.languages import c
from xray_graph.parse.languages.c_declarators import Declarator, base_type, parameters, read, typed
from xray_graph.parse.languages.cpp_nodes import as_value, inside, is_cast, operator, trailing

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role

_MACRO: Final = re.compile(r"[A-Z][A-Z0-9_]+")
# The macros of GoogleTest whose body is a member of a class derived from the first argument.
_FIXTURE: Final = re.compile(r"TEST_[FP]|TYPED_TEST(?:_P)?|FRIEND_TEST|BENCHMARK_(?:DEFINE_)?F")
# What takes a template out of some calls, in its head: `enable_if`, a project's macro for it, a constraint.
_CONSTRAINED: Final = re.compile(
    rb"\benable_if(?:_t)?\b|\w*ENABLE_IF\w*|\brequires\b|\bvoid_t\b|\b(?:typename|class)\s*=\s*typename\b"
)
_SPACE: Final = re.compile(r"\s+")
_OPENS: Final = re.compile(
    rb"^[ \t]*(\w*NAMESPACE\w*)[ \t]*(?:\([ \t]*(\w+)[ \t]*\))?[ \t]*;?[ \t]*(?://[^\n]*)?\r?$", re.MULTILINE
)
_BEGIN: Final = re.compile(rb"BEGIN|START|OPEN")
MAX_OPENED: Final = 128  # words of one file that open namespaces and close them
_QUALIFIED: Final = frozenset({"qualified_identifier"})
_AFTER: Final = {"const": "const", "override": "override", "final": "final", "noexcept": "noexcept"}
_GIVEN: Final = {b"0": ["abstract"], b"delete": ["deleted"], b"default": ["default"]}
_GENERIC: Final = frozenset({"template_type", "template_function", "template_method"})


class Hooks(c.Hooks):
    # --- names ----------------------------------------------------------------------------------

    def accepts(self, reader: FileReader, draft: Draft) -> bool:
        node = draft.node
        if draft.kind == "namespace" and draft.name_node is None:
            reader.notes.setdefault("unnamed", []).append((node.start_byte, node.end_byte))
            return False
        if node.type == "alias_declaration" and draft.name_node is not None:
            draft.captures["body"] = [draft.name_node]
            draft.name = reader.expressions.text(draft.name_node)
            return True
        if node.type == "lambda_expression":
            return True
        if not super().accepts(reader, draft):
            return False
        if draft.kind == "variable" and is_cast(draft.name_node):
            draft.kind = "function"
        start = node.start_byte
        if draft.kind == "function" and not draft.scoped and reader.data[start - 7 : start] == b"friend ":
            return False
        above = node.parent if draft.kind in ("function", "class", "struct", "type") else None
        if above is not None and above.type == "template_declaration":
            draft.captures["span"] = [above]
            held = above.child_by_field_name("parameters")
            if held is not None:
                draft.captures["type_parameters"] = [held]
        return True

    def _defines(self, reader: FileReader, draft: Draft, found: Declarator) -> bool:
        """`TEST_F(A, B) {` declares what its arguments say."""
        function = found.function
        if function is None or found.name is None:
            return super()._defines(reader, draft, found) or is_cast(found.name)
        text = reader.expressions.text(found.name)
        if draft.node.child_by_field_name("type") is not None or not _MACRO.fullmatch(text):
            return True
        held = function.child_by_field_name("parameters")
        given = [reader.expressions.text(child) for child in held.named_children] if held is not None else []
        if given and '"' in given[0]:
            title = _SPACE.sub("_", re.sub(r"\W+", " ", given[0]).strip())
            given = [f"_{title}" if title[:1].isdigit() else title]
        elif any('"' in one for one in given):  # `TEST_XML(name, "<a/>", flags)`
            given = list(takewhile(str.isidentifier, given))
        if not given or not all(one.isidentifier() for one in given):
            return True
        fixture = _FIXTURE.fullmatch(text) is not None and len(given) > 1
        draft.note = c.Note(found, "_".join(given[1:] if fixture else given))
        if fixture and held is not None:
            draft.captures["fixture"] = [held.named_children[0]]
        self.mark_made(draft, text)
        return True

    def is_name(self, text: str) -> bool:
        return text.startswith("operator") or super().is_name(text)

    def name_of(self, reader: FileReader, draft: Draft) -> str:
        node = draft.name_node
        if node is None:
            return ""
        while True:
            inner = node.child_by_field_name("name")
            if inner is None or node.type not in _QUALIFIED | _GENERIC:
                break
            node = inner
        text = reader.expressions.text(node)
        if node.type in ("operator_name", "operator_cast"):
            return operator(text.partition("(")[0] if node.type == "operator_cast" else text)
        if node.type == "destructor_name":
            return _SPACE.sub("", text)
        return ".".join(part for part in _SPACE.sub("", text).split("::") if part != "inline")

    # --- types and values -----------------------------------------------------------------------

    def expression(self, reader: FileReader, node: Node, depth: int) -> int:
        kind = node.type
        expressions = reader.expressions
        if kind == "qualified_identifier":
            return self._qualified(reader, node, depth)
        if kind == "field_expression":
            return self._member(reader, node, depth)
        if kind == "new_expression":
            built = base_type(reader, node)
            return expressions.row(
                Op.NEW, NONE, built, *self._given(reader, node.child_by_field_name("arguments"))
            )
        if kind == "init_declarator":
            holder = node.parent
            value = node.child_by_field_name("value")
            if holder is None or read(node).layers:
                return UNKNOWN
            return self._made(reader, holder, self._given(reader, value))
        if kind == "declaration":
            return self._made(reader, node, [])
        return super().expression(reader, node, depth)

    @staticmethod
    def _made(reader: FileReader, declaration: Node, given: list[int]) -> int:
        """`A a(x);` as a call of A."""
        made = base_type(reader, declaration)
        if made != NONE and reader.expressions.rows[made][0] == Op.UNARY:  # const
            made = reader.expressions.rows[made][2]
        if made == NONE or reader.expressions.rows[made][0] not in (Op.NAME, Op.MEMBER, Op.APPLY):
            return UNKNOWN
        return reader.expressions.row(Op.CALL, NONE, made, *given)

    @staticmethod
    def _given(reader: FileReader, held: Node | None) -> list[int]:
        if held is None:
            return []
        return [reader.expressions.build(child) for child in held.named_children if not child.is_extra][:64]

    @staticmethod
    def _qualified(reader: FileReader, node: Node, depth: int) -> int:
        """`a::b::c`, which the grammar nests to the right, nested to the left; `::a` is a member of "::"."""
        expressions = reader.expressions
        built = NONE
        while True:
            scope = node.child_by_field_name("scope")
            part = expressions.name("::") if scope is None else expressions.build(scope, depth + 1)
            built = part if built == NONE else inside(reader, built, part)
            name = node.child_by_field_name("name")
            if name is None:
                return UNKNOWN
            if name.type != "qualified_identifier":
                return inside(reader, built, expressions.build(name, depth + 1))
            node = name

    @staticmethod
    def _member(reader: FileReader, node: Node, depth: int) -> int:
        expressions = reader.expressions
        base, field = node.child_by_field_name("argument"), node.child_by_field_name("field")
        if base is None or field is None:
            return UNKNOWN
        built = expressions.build(base, depth + 1)
        if reader.data[base.end_byte : field.start_byte].strip().startswith(b"->"):
            built = expressions.row(Op.UNARY, expressions.string("*"), built)
        return inside(reader, built, expressions.build(field, depth + 1))

    # --- declarations ---------------------------------------------------------------------------

    def name(self, reader: FileReader, draft: Draft) -> str:
        if draft.node.type == "lambda_expression":
            return ""
        found = super().name(reader, draft)
        if draft.kind == "variable" and draft.note is not None and draft.note.declarator.function is not None:
            self._vexing(reader, draft)
        return found

    def _vexing(self, reader: FileReader, draft: Draft) -> None:
        """`A a(b);` in a function looks like a prototype; with names alone it makes an A."""
        declarator: Declarator = draft.note.declarator
        held = declarator.layers[-1].child_by_field_name("parameters")
        given = [child for child in held.named_children if not child.is_extra] if held is not None else []
        arguments = [as_value(reader, child, draft.scope) for child in given]
        if not arguments or NONE in arguments:
            return
        draft.note = c.Note(declarator._replace(layers=declarator.layers[:-1]))
        made = self._made(reader, draft.node, arguments) if not declarator.layers[:-1] else UNKNOWN
        if made != UNKNOWN:
            row, at = made, draft.node.start_point.row + 1
            reader.calls.append(Call(row, draft.scope, draft.name_start, at, "construct"))

    def attributes(self, reader: FileReader, draft: Draft) -> list[str]:
        found = super().attributes(reader, draft)
        owner = reader.declarations.drafts[draft.parent] if draft.parent != NONE else None
        if any(a <= draft.node.start_byte < b for a, b in reader.notes.get("unnamed", ())):
            if owner is None or owner.kind == "namespace":
                found = [a for a in found if a != "exported"] + ["static"] * ("static" not in found)
        elif (
            owner is not None
            and owner.kind == "namespace"
            and "static" not in found
            and draft.kind == "function"
        ):
            found.append("exported")
        if draft.kind == "namespace":
            return [*found, "inline"] if reader.data.startswith(b"inline", draft.node.start_byte) else found
        if draft.kind == "enum":
            head = reader.data[draft.node.start_byte : draft.node.start_byte + 12].split()
            found += ["scoped"] if len(head) > 1 and head[1] in (b"class", b"struct") else []
        if draft.node.type == "alias_declaration":
            draft.captures.pop("body", None)
            written = draft.node.child_by_field_name("type")
            draft.type = NONE if written is None else reader.expressions.build(written)
        elif draft.node.type == "lambda_expression":
            self._lambda(reader, draft)
        elif draft.name_node is not None and draft.name_node.type == "qualified_identifier":
            self._receiver(reader, draft)
        elif draft.name_node is not None and draft.name_node.type == "template_type":
            draft.type = reader.expressions.build(draft.name_node)
            found.append("specialization")
        elif "fixture" in draft.captures:
            draft.receiver = reader.expressions.build(draft.captures["fixture"][0].named_children[0])
            draft.kind = "method"
        if "type_parameters" in draft.captures and draft.kind in CALLABLES:
            body = draft.one("body")
            end = draft.captures["span"][0].end_byte if body is None else body.start_byte
            if _CONSTRAINED.search(reader.data, draft.captures["span"][0].start_byte, end):
                found.append("constrained")
        if draft.note is not None and draft.note.made is None:
            found += self._after(reader, draft)
            if "default" in found or "deleted" in found:
                found = [a for a in found if a != "declaration"]
        return found

    @staticmethod
    def _receiver(reader: FileReader, draft: Draft) -> None:
        """The `A::B` of `A::B::f`."""
        node = draft.name_node
        built = NONE
        while node is not None and node.type == "qualified_identifier":
            scope = node.child_by_field_name("scope")
            if scope is not None:
                part = reader.expressions.build(scope)
                built = part if built == NONE else inside(reader, built, part)
            node = node.child_by_field_name("name")
        draft.receiver = built
        if draft.kind == "function" and built != NONE:
            draft.kind = "method"

    @staticmethod
    def _lambda(reader: FileReader, draft: Draft) -> None:
        held = draft.node.child_by_field_name("declarator")
        if held is None:
            return
        draft.parameters = parameters(reader, held.child_by_field_name("parameters"))
        result = trailing(reader, held)
        draft.results = (result,) if result != NONE else ()
        c.bind_parameters(reader, draft)

    def _signature_types(self, reader: FileReader, draft: Draft) -> None:
        if draft.note.made is not None:
            return
        super()._signature_types(reader, draft)
        function = draft.note.declarator.function
        result = trailing(reader, function) if function is not None else NONE
        if draft.name_node is not None and draft.name_node.type == "operator_cast":
            result = typed(reader, base_type(reader, draft.name_node), ())
        if result != NONE:
            draft.results = (result,)

    @staticmethod
    def _after(reader: FileReader, draft: Draft) -> list[str]:
        """What stands behind a parameter list: `const override = 0`; and the access of a member."""
        found: list[str] = []
        function = draft.note.declarator.function
        if function is not None:
            held = function.child_by_field_name("parameters")
            start = held.end_byte if held is not None else function.end_byte
            body = draft.one("body")
            stop = draft.node.end_byte if body is None else body.start_byte
            tail = reader.data[start : min(stop, start + 120)].partition(b":")[0]
            words = tail.replace(b"=", b" = ").replace(b";", b" ").split()
            found += [name for word, name in _AFTER.items() if word.encode() in words]
            if b"=" in words:
                found += _GIVEN.get(words[-1], [])
        return found

    def finish(self, reader: FileReader) -> None:
        super().finish(reader)
        if b"NAMESPACE" in reader.data:
            reader.imports += _opened(reader.data)

    # --- using ----------------------------------------------------------------------------------

    def imports(self, reader: FileReader, role: Role, captures: Captures) -> list[Import] | None:
        """`using namespace a::b;` takes `*` out of it, `using a::b;` b, `namespace x = a;` is its alias."""
        node = captures["import"][0]
        if node.type == "preproc_include":
            return super().imports(reader, role, captures)
        line, start = node.start_point.row + 1, node.start_byte
        scope = reader.regions.at(start)
        if node.type == "namespace_alias_definition":
            names = node.named_children
            target = _SPACE.sub("", reader.expressions.text(names[-1])).removeprefix("::")
            alias = reader.expressions.text(names[0])
            return [Import(target, "", alias, "namespace", line, scope, start)]
        if not node.named_children:
            return []
        path = _SPACE.sub("", reader.expressions.text(node.named_children[-1])).removeprefix("::")
        if any(child.type == "namespace" for child in node.children):
            return [Import(path, "*", "", "using", line, scope, start)]
        module, _, name = path.rpartition("::")
        return [Import(module, name, name, "using", line, scope, start)]


def _opened(data: bytes) -> list[Import]:
    """The pairs of words alone on their lines that open and close a namespace: `X_NAMESPACE_BEGIN(a)`."""
    found: list[Import] = []
    begun: list[tuple[Import, bytes]] = []
    for word in _OPENS.finditer(data):
        name, at = word[1], word.start(1)
        if data[max(0, word.start() - 3) : word.start()].endswith((b"\\\n", b"\\\r\n")):
            continue  # a part of a macro
        given = (word[2] or b"").decode()
        if (end := _BEGIN.sub(_ended, name)) != name:
            begun.append((Import(name.decode(), given, "", "opens", 0, 0, at), end))
        elif begun and begun[-1][1] == name and begun[-1][0].name == given and len(found) < MAX_OPENED:
            found += [begun.pop()[0], Import(name.decode(), "", "", "closes", 0, 0, at)]
    return found


def _ended(word: re.Match[bytes]) -> bytes:
    return {b"BEGIN": b"END", b"START": b"END", b"OPEN": b"CLOSE"}[word[0]]
