"""Names and assignments of a Python file as they are written: `a.b`, `a["key"]`, `a.update({"key": …})`.

Facts of one file only, so all of it is remembered with the file. Called by `names` and
`expressions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Assignment, Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.model import Call
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_MAY_HOLD: Final = frozenset({int(op) for op in (Op.NAME, Op.MEMBER, Op.FUNC, Op.CHOICE, Op.CALL, Op.INDEX)})


def dotted(view: FileView, expression: int) -> str:
    """`a.b.c` as written, or "" for anything that is not only names."""
    parts = []
    row = view.expressions[expression]
    while row[0] == Op.MEMBER and len(row) > 2:
        parts.append(view.strings[row[1]])
        row = view.expressions[row[2]]
    if row[0] != Op.NAME:
        return ""
    parts.append(view.strings[row[1]])
    return ".".join(reversed(parts))


def assigned_names(view: FileView) -> dict[str, list[Assignment]]:
    """The assignments to `a.b`, by the target as written."""
    known = view.memo.get("py.assigned")
    if known is None:
        found: dict[str, list[Assignment]] = {}
        for one in view.facts.assignments:
            name = dotted(view, one.target)
            if name:
                found.setdefault(name, []).append(one)
        known = view.memo["py.assigned"] = found
    assert isinstance(known, dict)
    return known


def named_keys(view: FileView) -> Iterator[tuple[Key, int]]:
    """The names that a file gives what can be called or read, as keys for others."""
    named: dict[str, int] = {}
    for index, one in enumerate(view.declarations):
        if one.name and (one.value == NONE or view.expressions[one.value][0] in _MAY_HOLD):
            named.setdefault(one.name, index)
            if "property" in one.attributes:
                yield ("py.property", one.name), index
    for imported in view.facts.imports:
        if imported.alias:
            named.setdefault(imported.alias, NONE)
    for name in _held_names(view):
        named.setdefault(name, NONE)
    for name, index in named.items():
        yield ("py.named", name), index


def _held_names(view: FileView) -> Iterator[str]:
    """The attributes that are assigned a function or class by its name, a member, or a `partial`."""
    for one in view.facts.assignments:
        target = view.expressions[one.target]
        value = view.expressions[one.value] if one.value != NONE else (Op.UNKNOWN, NONE)
        if target[0] != Op.MEMBER:
            continue
        if value[0] == Op.NAME:
            name = view.strings[value[1]]
            held = bool(view.declared(0, name)) or any(i.scope == 0 for i in view.imports(name))
        else:
            held = value[0] == Op.MEMBER or (value[0] == Op.CALL and view.name(value[2]) == "partial")
        if held:
            yield view.strings[target[1]]


def literal_key(word: str) -> str:
    """A literal with its quotes made equal."""
    return f"'{word.strip(word[-1])}'" if word[-1:] in ("'", '"') else word


def indexed(view: FileView, expression: int) -> str:
    """`a.b['c']` as written, quotes made equal, or "" for anything but names and literal keys."""
    row = view.expressions[expression]
    keys = ""
    while row[0] == Op.INDEX and len(row) == 4:
        key = view.expressions[row[3]]
        if key[0] != Op.LITERAL:
            return ""
        keys = f"[{literal_key(view.strings[key[1]])}]{keys}"
        expression = row[2]
        row = view.expressions[expression]
    name = dotted(view, expression)
    return name and name + keys


def assigned_items(view: FileView) -> dict[tuple[str, str], list[Assignment]]:
    """The assignments to `a["key"]` and `a[0]`, by what is indexed and the key, both as written."""
    known = view.memo.get("py.items")
    if known is None:
        found: dict[tuple[str, str], list[Assignment]] = {}
        for one in view.facts.assignments:
            row = view.expressions[one.target]
            if row[0] == Op.INDEX and len(row) == 4 and row[3] != NONE:
                key = view.expressions[row[3]]
                name = indexed(view, row[2])
                if name and key[0] == Op.LITERAL:
                    found.setdefault((name, literal_key(view.strings[key[1]])), []).append(one)
        known = view.memo["py.items"] = found
    assert isinstance(known, dict)
    return known


def updated_items(view: FileView) -> dict[tuple[str, str], list[Assignment]]:
    """What `a.update({"key": …})` assigns, as `assigned_items` gives it."""
    known = view.memo.get("py.updates")
    if known is None:
        found: dict[tuple[str, str], list[Assignment]] = {}
        for call in view.facts.calls if "update" in view.strings else ():
            _note_update(view, call, found)
        known = view.memo["py.updates"] = found
    assert isinstance(known, dict)
    return known


def _note_update(view: FileView, call: Call, found: dict[tuple[str, str], list[Assignment]]) -> None:
    row = view.expressions[call.expression]
    callee = view.expressions[row[2]]
    if callee[0] != Op.MEMBER or len(row) != 4 or view.strings[callee[1]] != "update":
        return
    given = view.expressions[row[3]]
    name = indexed(view, callee[2])
    if given[0] != Op.MAPPING or not name:
        return
    for key, value in zip(given[2::2], given[3::2], strict=False):
        if key != NONE and view.expressions[key][0] == Op.LITERAL:
            text = literal_key(view.name(key))
            one = Assignment(row[3], value, call.scope, call.start, call.line, NONE, call.start)
            found.setdefault((name, text), []).append(one)
