"""The symbol of every declaration of one file: the part of a node's name after `::`.

A function of the file's facts alone, so that an edit elsewhere never renames anything. Nesting is
joined with `.`; overloads carry their parameter types, what is still equal gets `~2`, `~3` in
source order, and what has no name is `<kind>@` and its ordinal in its parent. Called by `resolve`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Declaration, FileFacts, Op

if TYPE_CHECKING:
    from collections.abc import Sequence

# Containers that are opened again: their parts in one file are one node.
MERGED: Final[dict[str, frozenset[str]]] = {
    "ruby": frozenset({"class", "module"}),
    "typescript": frozenset({"interface", "module"}),
    "tsx": frozenset({"interface", "module"}),
    "csharp": frozenset({"class", "struct", "interface"}),
    "cpp": frozenset({"module"}),
}
NOT_NODES: Final = frozenset({"impl", "namespace", "object"})
# Languages whose namespaces say where a file belongs, as a package clause does: they stand in no symbol.
PLAIN_NAMESPACES: Final = frozenset({"csharp"})
# Languages that declare a thing before or apart from its definition: in one file both are one node.
PROTOTYPED: Final = frozenset({"c", "cpp"})
# Languages whose names are no identifiers and stand as they are written: `Deployment/web`, `dbo.orders`.
AS_WRITTEN: Final = frozenset(
    {"yaml", "json", "toml", "ini", "properties", "dotenv", "dockerfile", "sql", "prisma"}
)
_CALLABLES: Final = frozenset({"function", "method"})
_CLASSES: Final = frozenset({"class", "struct"})
_ILLEGAL: Final = str.maketrans({"<": "lt", ">": "gt", "/": "div", ":": "_", " ": "_", "\t": "_", "\n": "_"})


def symbols(facts: FileFacts) -> list[str]:
    """One symbol a declaration, in the order of the declarations.

    Two declarations share a symbol only where they are parts of one node (a reopened class), or where
    the second is a container that is no node (an `impl` block, a namespace).
    """
    declarations = facts.declarations
    prefixes = [""] * len(declarations)
    merged = MERGED.get(facts.language, frozenset())
    illegal = {} if facts.language in AS_WRITTEN else _ILLEGAL
    parents, inside = _parents(facts)
    order = sorted(range(len(declarations)), key=lambda i: (declarations[i].start, -declarations[i].end, i))
    found = [""] * len(declarations)
    groups: dict[str, list[int]] = {}
    ordinals: dict[tuple[int, str], int] = {}
    # Outer before inner: a container's own symbol, suffix and all, is its members' prefix.
    for depth in _by_depth(parents, order):
        groups.clear()
        for i in depth:
            one, parent = declarations[i], parents[i]
            prefix = prefixes[parent] if parent != NONE else ""
            name = one.name
            if not name and one.kind == "impl":
                name = written_type(facts, one.type)
            elif not name:
                kind = "func" if one.kind in _CALLABLES else one.kind
                ordinals[parent, kind] = ordinals.get((parent, kind), 0) + 1
                name = f"{kind}@{ordinals[parent, kind]}"
            if one.receiver != NONE and i not in inside:
                name = f"{_receiver(facts, one.receiver)}.{name}"
            if not name.isidentifier():
                name = name.translate(illegal)
            groups.setdefault(prefix + name, []).append(i)
        for symbol, members in groups.items():
            _name_group(facts, symbol, members, found, merged)
        for i in depth:
            prefixes[i] = found[i] + "."
    return found


def _parents(facts: FileFacts) -> tuple[list[int], set[int]]:
    """The declaration whose symbol each one's begins with, or -1; and those whose receiver that is."""
    declarations = facts.declarations
    found = [one.parent for one in declarations]
    inside: set[int] = set()
    if facts.language in PLAIN_NAMESPACES:
        for i, parent in enumerate(found):
            while parent != NONE and declarations[parent].kind == "namespace":
                parent = declarations[parent].parent
            found[i] = parent
    elif facts.language == "cpp" and any(one.receiver != NONE for one in declarations):
        classes: dict[str, int] = {}
        for i, one in enumerate(declarations):
            if one.kind in _CLASSES and one.receiver == NONE:
                classes.setdefault(_path(declarations, i), i)
        for i, one in enumerate(declarations):
            if one.receiver == NONE:
                continue
            written, outer = _receiver(facts, one.receiver), one.parent
            while True:
                around = f"{_path(declarations, outer)}." if outer != NONE else ""
                owner = classes.get(around + written)
                if owner is not None and owner != i:
                    found[i] = owner
                    inside.add(i)
                if owner is not None or outer == NONE:
                    break
                outer = declarations[outer].parent
    return found, inside


def _path(declarations: Sequence[Declaration], index: int) -> str:
    """The names of a declaration and of all around it."""
    names = []
    while index != NONE:
        names.append(declarations[index].name)
        index = declarations[index].parent
    return ".".join(reversed(names))


def _receiver(facts: FileFacts, expression: int) -> str:
    """A receiver as a symbol holds it; in C++ `a::B<T>` is `a.B`, elsewhere the last name stands for it."""
    if facts.language != "cpp":
        return written_type(facts, expression)
    names = []
    while expression != NONE:
        op, name, *children = facts.expressions[expression]
        if op in (Op.NAME, Op.MEMBER) and facts.strings[name] != "::":
            names.append(facts.strings[name])
        expression = children[0] if children else NONE
    return ".".join(reversed(names))


def _by_depth(parents: Sequence[int], order: list[int]) -> list[list[int]]:
    depths: list[list[int]] = []
    todo = [i for i in order if parents[i] == NONE]
    children: dict[int, list[int]] = {}
    for i in order:
        children.setdefault(parents[i], []).append(i)
    while todo:
        depths.append(todo)
        todo = [child for i in todo for child in children.get(i, ())]
    return depths


def _name_group(
    facts: FileFacts, symbol: str, members: list[int], found: list[str], merged: frozenset[str]
) -> None:
    """Tell apart the declarations that would share `symbol`; all have one parent's prefix."""
    if len(members) == 1:
        found[members[0]] = symbol
        return
    declarations = facts.declarations
    members = sorted(members, key=lambda i: (declarations[i].start, i))
    nodes = [i for i in members if declarations[i].kind not in NOT_NODES]
    nodes.sort(key=lambda i: declarations[i].kind == "field")  # `len()` is asked for, not the field `len`
    for i in members:
        if declarations[i].kind in NOT_NODES:
            found[i] = symbol
    callables = [i for i in nodes if declarations[i].kind in _CALLABLES]
    names = dict.fromkeys(nodes, symbol)
    if len(callables) > 1 and facts.language != "c":
        types = {i: ",".join(parameter_types(facts, declarations[i])) for i in callables}
        if facts.language not in PROTOTYPED or len(set(types.values())) > 1:
            names.update({i: f"{symbol}({types[i]})" for i in callables})
    taken: dict[str, int] = {}
    parts: dict[tuple[int, int], str] = {}
    defined: dict[tuple[str, bool, bool], str] = {}  # what a prototype or `extern` of this name is part of
    if facts.language in PROTOTYPED:
        nodes.sort(key=lambda i: "declaration" in declarations[i].attributes)
    for i in nodes:
        part = _part(facts, i) if declarations[i].kind in merged else None
        if part is not None and part in parts:
            found[i] = parts[part]
            continue
        attributes = declarations[i].attributes
        sort = (names[i], declarations[i].kind in _CALLABLES, "const" in attributes)
        if "declaration" in attributes and sort in defined:
            found[i] = defined[sort]
            continue
        count = taken[names[i]] = taken.get(names[i], 0) + 1
        found[i] = names[i] if count == 1 else f"{names[i]}~{count}"
        defined.setdefault(sort, found[i])
        if part is not None:
            parts[part] = found[i]


def _part(facts: FileFacts, index: int) -> tuple[int, int] | None:
    """What the parts of one node share besides their name; None for what is whole by itself."""
    one = facts.declarations[index]
    if facts.language != "csharp":
        return (NONE, 0)
    return (one.parent, len(one.type_parameters)) if "partial" in one.attributes else None


def parameter_types(facts: FileFacts, declaration: Declaration) -> list[str]:
    marked = facts.language in PROTOTYPED
    return [
        (written_type(facts, p.type) + (_marks(facts, p.type) if marked else "")).translate(_ILLEGAL) or "_"
        for p in declaration.parameters
    ]


def _marks(facts: FileFacts, expression: int) -> str:
    """The `*` and `&` of a C++ type, which overloads may differ in."""
    marks = ""
    while expression != NONE:
        op, name, *children = facts.expressions[expression]
        if op == Op.POINTER:
            marks = "*" + marks
        elif op == Op.UNARY:
            marks = (facts.strings[name] if facts.strings[name] != "const" else "") + marks
        else:
            break
        expression = children[0] if children else NONE
    return marks


def written_type(facts: FileFacts, expression: int) -> str:
    """A type as a symbol can hold it: its last name, without qualifiers and generic arguments."""
    suffix = ""
    while expression != NONE:
        op, name, *children = facts.expressions[expression]
        if op in (Op.NAME, Op.MEMBER, Op.LITERAL):
            return facts.strings[name] + suffix
        if op == Op.FUNC_TYPE:
            return "func" + suffix
        if op == Op.MAP:
            return "map" + suffix
        if op == Op.OPTIONAL:
            suffix = "?" + suffix
        if op in (Op.ARRAY, Op.VARIADIC):  # the dimensions, where the grammar has them in one node
            suffix = "[]" * (max(1, facts.strings[name].count("[")) if name != NONE else 1) + suffix
        if not children:
            break
        expression = children[0]
    return "_" + suffix if suffix else ""
