"""C and C++ declarators: the name inside `*(*f[3])(int)`, and the type that it has.

A declarator is read from outside to inside; the layer nearest to the name says what the name is, a
function where that is a parameter list. Types are built the other way about: `int *f(void)` is a
function whose result is a pointer to int. Called by `languages.c` and `languages.cpp`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import NONE, Op, Parameter
from xray_graph.parse.expressions import UNKNOWN

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.extract import FileReader

_POINTERS: Final = frozenset({"pointer_declarator", "abstract_pointer_declarator"})
_REFERENCES: Final = frozenset({"reference_declarator", "abstract_reference_declarator"})
_ARRAYS: Final = frozenset({"array_declarator", "abstract_array_declarator", "new_declarator"})
_FUNCTIONS: Final = frozenset({"function_declarator", "abstract_function_declarator"})
_LAYERS: Final = _POINTERS | _REFERENCES | _ARRAYS | _FUNCTIONS
_WRAPPERS: Final = frozenset(
    {
        *("parenthesized_declarator", "abstract_parenthesized_declarator", "attributed_declarator"),
        *("variadic_declarator", "pointer_type_declarator"),
    }
)
_QUALIFIERS: Final = frozenset({"type_qualifier", "attribute_specifier", "attribute_declaration"})
_PARAMETERS: Final = frozenset(
    {
        *("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration"),
        "explicit_object_parameter_declaration",
    }
)


class Declarator(NamedTuple):
    """One declarator taken apart."""

    name: Node | None
    layers: tuple[Node, ...]  # from outside to inside
    value: Node | None  # its initialiser
    head: Node | None = None  # what the grammar takes for a call in it: `MACRO(a) int f(void) {`

    @property
    def function(self) -> Node | None:
        """The parameter list's node where the name is a function's."""
        return self.layers[-1] if self.layers and self.layers[-1].type in _FUNCTIONS else None


def read(node: Node | None) -> Declarator:
    """Take a declarator apart; the name is None in an abstract one."""
    layers: list[Node] = []
    value: Node | None = None
    head: Node | None = None
    while node is not None:
        kind = node.type
        if kind in _LAYERS:
            layers.append(node)
            inner = node.child_by_field_name("declarator")
            if inner is None and kind in _REFERENCES:
                inner = _last(node)
            elif kind == "function_declarator":
                last = node.named_children[-1]
                if last.type == "call_expression":
                    head, written = last, last.child_by_field_name("function")
                    if written is not None and not (written.text or b"").isupper():
                        inner = written  # else an annotation: `f() NONNULL(1)`
            node = inner
        elif kind == "init_declarator":
            value = node.child_by_field_name("value")
            node = node.child_by_field_name("declarator")
        elif kind in _WRAPPERS:
            node = _last(node)
        else:
            return Declarator(node, tuple(layers), value, head)
    return Declarator(None, tuple(layers), value)


def _last(node: Node) -> Node | None:
    for child in reversed(node.named_children):
        if child.type not in _QUALIFIERS and not child.is_extra and not child.type.startswith("ms_"):
            return child
    return None


def base_type(reader: FileReader, node: Node) -> int:
    """The type that a declaration begins with; NONE where there is none, or `auto`. C++ keeps `const`."""
    written = node.child_by_field_name("type")
    if written is None or written.type == "placeholder_type_specifier":
        return NONE
    built = reader.expressions.build(written)
    if reader.grammar.name == "c" or built in (NONE, UNKNOWN):
        return built
    held = node.child_by_field_name("declarator")
    end = node.end_byte if held is None else held.start_byte
    around = reader.data[node.start_byte : written.start_byte] + reader.data[written.end_byte : end]
    if b"const" not in around or b"const" not in around.split():
        return built
    return _shared(reader, int(Op.UNARY), reader.expressions.string("const"), built)


def _shared(reader: FileReader, op: int, name: int, inner: int) -> int:
    """Equal types of a file are one expression."""
    known: dict[tuple[int, int, int], int] = reader.notes.setdefault("types", {})
    made = known.get((op, name, inner))
    if made is None:
        made = known[op, name, inner] = reader.expressions.row(op, name, inner)
    return made


def typed(reader: FileReader, base: int, layers: tuple[Node, ...]) -> int:
    """The type of a name inside `layers` around `base`."""
    for layer in layers:
        if base == NONE:
            return NONE
        kind = layer.type
        if kind in _FUNCTIONS:
            held = parameters(reader, layer.child_by_field_name("parameters"))
            base = reader.expressions.row(Op.FUNC_TYPE, NONE, base, *[p.type for p in held])
            continue
        op, mark = int(Op.POINTER if kind in _POINTERS else Op.ARRAY), NONE
        if kind in _REFERENCES:
            moved = reader.data[layer.start_byte : layer.start_byte + 2] == b"&&"
            op, mark = int(Op.UNARY), reader.expressions.string("&&" if moved else "&")
        base = _shared(reader, op, mark, base)
    return base


def parameters(reader: FileReader, node: Node | None) -> tuple[Parameter, ...]:
    """The parameters of a list; `(void)` has none, and `...` is one without a name."""
    found: list[Parameter] = []
    if node is None:
        return ()
    text = reader.expressions.text
    for child in node.children:
        kind = child.type
        if kind in _PARAMETERS:
            inner = read(child.child_by_field_name("declarator"))
            declared = typed(reader, base_type(reader, child), inner.layers)
            name = text(inner.name) if inner.name is not None and inner.name.type == "identifier" else ""
            default = NONE
            flags = ""
            if kind == "optional_parameter_declaration":
                value = child.child_by_field_name("default_value")
                default = reader.expressions.build(value) if value is not None else NONE
                flags = "optional"
            elif kind == "variadic_parameter_declaration":
                flags = "variadic"
            found.append(Parameter(name, declared, default, flags))
        elif kind in ("variadic_parameter", "..."):
            found.append(Parameter("", NONE, NONE, "variadic"))
        elif kind == "identifier":  # before C89: the types follow the list
            found.append(Parameter(text(child)))
    if len(found) == 1 and not found[0].name and found[0].type != NONE:
        row = reader.expressions.rows[found[0].type]
        if row[0] == Op.NAME and reader.expressions.strings[row[1]] == "void":
            return ()
    return tuple(found)
