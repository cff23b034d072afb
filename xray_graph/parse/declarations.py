"""Declarations of one file: where they nest, what they are called, what types they state.

A *draft* is one match of a `declare.<kind>` pattern. Drafts that open a scope come first, outer
before inner, then fields, variables and the like; a variable of a function is a Binding, no
declaration. Called by `extract`.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from xray_graph.model import (
    CALLABLES,
    NONE,
    TYPES,
    VARIABLES,
    Binding,
    Declaration,
    Diagnostic,
    Op,
    Parameter,
)
from xray_graph.parse.expressions import pick
from xray_graph.parse.prose import comment_text, signature_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import FileReader
    from xray_graph.parse.shapes import Entry

MAX_TWINS: Final = 256  # definitions of one name in one scope; the largest sets of overloads have a few dozen
MANY: Final = "many-of-one-name"
_AROUND: Final = re.compile(rb"[\w ]*\w\s*\(\s*")  # `static PUBLIC(`
DAMAGED: Final = frozenset(" \t\r\n(){}[];,")


class Declarations:
    """The drafts of a file in their final order."""

    def __init__(self, reader: FileReader, drafts: list[Draft]) -> None:
        self.drafts = drafts
        self.stated: list[Declaration] = []  # what comments declare; these come after the drafts
        self._reader = reader

    def place(self) -> None:
        """Give each draft its parent, scopes and name; turn local variables into bindings."""
        reader, kept = self._reader, []
        regions, declared, name_of = reader.regions, reader.expressions.declared, reader.hooks.name
        seen: set[tuple[int, str]] = set()
        twins: Counter[tuple[int, str]] = Counter()
        scoped = [draft.scoped for draft in self.drafts]
        for index, draft in enumerate(self.drafts):
            if scoped[index]:
                declared[draft.node.id] = index
                for alias in draft.captures.get("callable", ()):
                    declared[alias.id] = index
        for index, draft in enumerate(self.drafts):
            settings = draft.role.settings
            start = draft.name_start if "at" in settings else draft.node.start_byte
            if scoped[index]:
                draft.scope = regions.around(index, start)
                draft.body = regions.of_declaration.get(index, NONE)
            else:
                draft.scope = regions.at(start)
            draft.parent = regions.owner(draft.scope)
            if draft.hoisted:
                draft.scope = regions.of_owner(draft.scope)
            owner = self.drafts[draft.parent].kind if draft.parent != NONE else ""
            draft.name = name_of(reader, draft)
            if draft.kind in VARIABLES and not scoped[index]:
                once = settings.get("once")
                key = (draft.parent if once == "owner" else draft.scope, draft.name)
                repeated = once is not None and key in seen
                if "bound" in settings and (repeated or owner in CALLABLES):
                    continue  # another pattern binds it
                if owner in CALLABLES or (repeated and owner not in TYPES):
                    self._bind_local(draft, "assign" if repeated else "local")
                    continue
                if repeated:
                    continue
                seen.add(key)
                if owner in TYPES and draft.kind == "variable":
                    draft.kind = "field"
            elif draft.kind == "function" and owner in TYPES and draft.name:
                draft.kind = "method"
            if draft.name:
                twins[draft.scope, draft.name] += 1
                if twins[draft.scope, draft.name] > MAX_TWINS:
                    self._unname(draft)
            kept.append(draft)
        self.drafts = kept

    def _unname(self, draft: Draft) -> None:
        """Nobody means one of so many by its name, and each use of it would look at all of them."""
        message, line = (
            f"{draft.name} is defined more often than {MAX_TWINS} times",
            draft.node.start_point.row + 1,
        )
        draft.name = ""
        if not any(one.code == MANY for one in self._reader.diagnostics):
            self._reader.diagnostics.append(Diagnostic(MANY, message, line, line))

    def _bind_local(self, draft: Draft, kind: str) -> None:
        declared, value = self._type_and_value(draft)
        start = draft.node.end_byte
        self._reader.bindings.append(Binding(draft.scope, draft.name, start, declared, value, kind))

    def describe(self) -> None:
        """Read types, parameters, values and attributes, now that every call is built."""
        build = self._reader.expressions.build
        for draft in self.drafts:
            captures = draft.captures
            if "type_parameters" in captures:
                draft.type_parameters = self._type_parameters(captures["type_parameters"][0])
            if "parameters" in captures:
                draft.parameters = self._parameters(captures["parameters"][0], draft)
            if "result" in captures:
                draft.results = self._results(captures["result"][0], draft)
            if "receiver" in captures:
                draft.receiver = self._receiver(captures["receiver"][0], draft)
            draft.type, draft.value = self._type_and_value(draft)
            if "decorator" in captures:
                draft.decorators = tuple(build(n) for n in captures["decorator"])
            for holder in captures.get("bases", ()):
                draft.bases += [("extends", b) for b in self._bases(holder)]
            self._attributes(draft)

    def finished(self) -> tuple[Declaration, ...]:
        return (*[self._finish(draft) for draft in self.drafts], *self.stated)

    def _finish(self, draft: Draft) -> Declaration:
        span = draft.captures["span"][0] if "span" in draft.captures else draft.node
        start, end = span.start_point, span.end_point
        name = draft.name_node or draft.node
        return Declaration(
            kind=draft.kind,
            name=draft.name,
            parent=draft.parent,
            scope=draft.scope,
            body=draft.body,
            start=span.start_byte,
            end=span.end_byte,
            line=start.row + 1,
            end_line=end.row + (1 if end.column or end.row == start.row else 0),
            name_line=name.start_point.row + 1,
            signature=self._signature(draft, span),
            doc=self.doc(draft),
            attributes=tuple(draft.attributes),
            receiver=draft.receiver,
            type=draft.type,
            value=draft.value,
            parameters=draft.parameters,
            results=draft.results,
            bases=tuple(draft.bases),
            type_parameters=draft.type_parameters,
            decorators=draft.decorators,
        )

    # --- parts of a declaration ---------------------------------------------------------------

    def _type_and_value(self, draft: Draft) -> tuple[int, int]:
        made = self._reader.hooks.type_and_value(self._reader, draft)
        if made is not None:
            return made
        build, captures = self._reader.expressions.build, draft.captures
        known = build(captures["type"][0]) if "type" in captures else NONE
        if "value" in captures:
            return known, build(captures["value"][0])
        if "values" not in captures:
            return known, NONE
        values = captures["values"][0]  # `var a, b = f(), g()`: the k-th name takes the k-th value
        names = [n for n in draft.node.children_by_field_name("name") if n.is_named]
        position = next((i for i, n in enumerate(names) if n.start_byte == draft.name_start), 0)
        given = [c for c in values.named_children if not c.is_extra]
        if len(given) == len(names):
            return known, build(given[position])
        if len(given) == 1 and names:
            return known, self._reader.expressions.row(Op.PART, position, build(given[0]))
        return known, NONE

    def _bases(self, holder: Node) -> list[int]:
        """The bases in a list of them; what is passed by name there (`metaclass=M`) is none."""
        expressions = self._reader.expressions
        built = [expressions.build(child) for child in holder.named_children if not child.is_extra]
        return [base for base in built if expressions.rows[base][0] not in (Op.KEYWORD, Op.SPREAD)]

    def _parameters(self, node: Node, draft: Draft) -> tuple[Parameter, ...]:
        entries = self._reader.grammar.parameters
        nodes = [node] if node.kind_id in entries else node.named_children
        found: list[Parameter] = []
        for child in nodes:
            entry = entries.get(child.kind_id)
            if entry is not None:
                found += self._parameter(child, entry, draft, "parameter", len(found))
        return tuple(found)

    def _parameter(
        self, node: Node, entry: Entry, draft: Draft, kind: str, position: int = 0
    ) -> list[Parameter]:
        """One parameter node, which may name several or none; each name is bound in the body."""
        expressions, patterns = self._reader.expressions, self._reader.patterns
        types = pick(node, entry.type) if entry.type else []
        defaults = pick(node, entry.default) if entry.default else []
        declared = expressions.build(types[0]) if types else NONE
        default = expressions.build(defaults[0]) if defaults else NONE
        if declared != NONE and entry.flags == "variadic":
            declared = expressions.row(Op.VARIADIC, NONE, declared)
        flags = " ".join(
            f for f in (entry.flags, self._reader.hooks.parameter_flags(self._reader, node)) if f
        )
        found: list[Parameter] = []
        for name in pick(node, entry.names):
            shape = patterns.shape(name)
            if shape is not None and shape.op == Op.SPREAD:  # `...rest: T[]`: its type is the list's
                inner = self._reader.grammar.parameters.get(name.kind_id)
                if inner is not None and declared != NONE:  # `*args: T`: T is what each of them is
                    row = (Op.VARIADIC, NONE, declared)
                    many = inner.flags == "variadic"
                    declared = expressions.row(*(row if many else (Op.MAP, NONE, NONE, declared)))
                name = next(iter(pick(name, shape.parts[0])), name)
                more = "variadic" if inner is None else inner.flags
                flags = flags if more in flags.split() else f"{flags} {more}".strip()
                shape = patterns.shape(name)
            plain = shape is None or shape.op == Op.NAME
            text = expressions.text(name) if plain else f"{{{position + len(found)}}}"
            found.append(Parameter(text, declared, default, flags))
            if draft.body == NONE or text == "_" or flags == "separator":
                continue
            start = draft.node.start_byte
            self._reader.bindings.append(Binding(draft.body, text, start, declared, default, kind))
            if not plain:  # a destructured parameter: its names are parts of the unnamed whole
                whole = expressions.name(text)
                patterns.bind_value(name, whole, draft.body, NONE, kind, start)
        return found or [Parameter("", declared, default, flags)]

    def _results(self, node: Node, draft: Draft) -> tuple[int, ...]:
        """The result types: a list that names them is read like parameters, its names are bound."""
        entries = self._reader.grammar.parameters
        shapes = self._reader.grammar.shapes
        shape = shapes[node.kind_id] if node.kind_id < len(shapes) else None
        # Only what is a list, or nothing the shapes know, can hold names.
        single = node.kind_id in entries or (shape is not None and shape.op != Op.TUPLE)
        rows = [] if single else [c for c in node.named_children if c.kind_id in entries]
        if not rows:
            return (self._reader.expressions.build(node),)
        return tuple(
            one.type
            for child in rows
            for one in self._parameter(child, entries[child.kind_id], draft, "result")
        )

    def _receiver(self, node: Node, draft: Draft) -> int:
        """The receiver's type; a receiver with a name (Go) is bound in the body."""
        entries, shapes = self._reader.grammar.parameters, self._reader.grammar.shapes
        shape = shapes[node.kind_id] if node.kind_id < len(shapes) else None
        for child in node.named_children if shape is None or shape.op == Op.TUPLE else ():
            entry = entries.get(child.kind_id)
            if entry is not None:
                return self._parameter(child, entry, draft, "receiver")[0].type
        return self._reader.expressions.build(node)

    def _type_parameters(self, node: Node) -> tuple[tuple[str, int], ...]:
        entries, expressions = self._reader.grammar.type_parameters, self._reader.expressions
        found = []
        for child in node.named_children:
            entry = entries.get(child.kind_id)
            if entry is None:
                continue
            bounds = pick(child, entry.type) if entry.type else []
            bound = expressions.build(bounds[0]) if bounds else NONE
            found += [(expressions.text(name), bound) for name in pick(child, entry.names)]
        return tuple(found)

    def _attributes(self, draft: Draft) -> None:
        reader = self._reader
        draft.attributes += (draft.role.settings.get("attributes") or "").split()
        for node in draft.captures.get("modifier", ()):
            for word in reader.expressions.text(node).split():
                known = reader.grammar.attributes.get(word)
                if known and known not in draft.attributes:
                    draft.attributes.append(known)
        draft.attributes += [a for a in reader.hooks.attributes(reader, draft) if a not in draft.attributes]
        draft.attributes.sort()

    def _signature(self, draft: Draft, span: Node) -> str:
        captures = draft.captures
        first = captures["signature"][0] if "signature" in captures else span
        if "head" in captures:  # what stands before the body may be a comment
            end, last_row = captures["head"][0].end_byte, captures["head"][0].end_point.row
        elif "body" in captures:
            end, last_row = captures["body"][0].start_byte, captures["body"][0].start_point.row
        else:
            end, last_row = span.end_byte, span.end_point.row
        prefix = (draft.role.settings.get("prefix") or "").encode()
        text = self._without_comments(first, end, last_row)
        if 0 <= text.find(b")") < text.find(b"("):  # of the macro around a type, which was read without it
            line = self._reader.data.rfind(b"\n", 0, first.start_byte) + 1
            before = self._reader.data[line : first.start_byte].lstrip()
            text = before + text if _AROUND.fullmatch(before) else text
        return signature_text(prefix + text)

    def _without_comments(self, first: Node, end: int, last_row: int) -> bytes:
        """The text from a node to `end`; a blank for a comment, of several on a line for the last."""
        data, comments, at = self._reader.data, self._reader.comments, first.start_byte
        if not comments:
            return data[at:end]
        pieces: list[bytes] = []
        for row in range(first.start_point.row, last_row + 1):
            _, opening, closing = comments.get(row, (0, -1, end))
            if at <= opening and closing <= end:
                pieces += (data[at:opening], b" ")
                at = closing
        return b"".join((*pieces, data[at:end]))

    def doc(self, draft: Draft) -> str:
        """What is written about a declaration: its own string, or the comment above it."""
        if "doc" not in draft.captures:
            return self._reader.hooks.doc(self._reader, draft, draft.one("span") or draft.node)
        written = draft.captures["doc"][0]
        text = self._reader.data[written.start_byte : written.end_byte]
        return comment_text(text, self._reader.grammar.comment_prefixes)

    def damaged(self, name: str, line: int) -> bool:
        """Whether a name can not be one (it holds a space or a bracket); then it is reported."""
        if name and not DAMAGED.isdisjoint(name):
            self._reader.diagnostics.append(
                Diagnostic("damaged-name", "a name with a space or a bracket was left out", line, line)
            )
            return True
        return False
