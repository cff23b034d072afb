"""Reads one file of code into FileFacts with its language's grammar. Looks at no other file.

The query's matches say where things are; this module turns each match, by its pattern's role, into
a record of the facts. A language whose imports, attributes or names need more than a query
can say adds a small hook in `parse.languages`. Nothing is resolved here. Called by `parse.worker`.

The way through: parse -> matches by role -> declarations and scopes (so that every later record knows
its scope) -> bindings, calls, imports, the rest -> FileFacts. No step recurses over the tree.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tree_sitter import QueryCursor

from xray_graph.model import (
    CONTAINERS,
    NONE,
    Assignment,
    Binding,
    Call,
    Diagnostic,
    Export,
    FileFacts,
    Import,
    Op,
    Reference,
    Return,
    Statement,
)
from xray_graph.parse import grammar as grammars
from xray_graph.parse.declarations import Declarations
from xray_graph.parse.drafts import drafts_of
from xray_graph.parse.errors import Repair, diagnose, roots
from xray_graph.parse.expressions import UNKNOWN, Expressions
from xray_graph.parse.languages import hooks_of
from xray_graph.parse.patterns import TAKES, Patterns
from xray_graph.parse.regions import Regions
from xray_graph.parse.sql_strings import read_literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tree_sitter import Node

    from xray_graph.parse.languages.base import Tested

Captures: TypeAlias = "dict[str, list[Node]]"
Match: TypeAlias = "tuple[grammars.Role, Node, Captures]"  # the node is that of the role


def extract(data: bytes, language: str) -> FileFacts:
    """The facts of one file. `data` is its stored text in UTF-8, `language` a folder of grammars.

    Never raises for what stands in the file; raises GrammarError when the language's data is wrong.
    """
    grammar = grammars.load(language)
    hooks = hooks_of(grammar.name)
    text = hooks.prepared(data)
    tree = grammar.parser.parse(text)
    if inserted := hooks.expanded(data, tree):
        data = text = inserted.text
        tree = grammar.parser.parse(text)
    expanded = inserted.expanded if inserted else set()
    reader = FileReader(data, grammar, roots(tree, text, grammar, hooks.repairs), expanded)
    try:
        return inserted.placed(reader.facts()) if inserted else reader.facts()
    finally:
        vars(reader).clear()  # its parts know it: else the tree stays until cycles are collected


class FileReader:
    """The state of reading one file; hooks of `parse.languages` are handed it."""

    def __init__(self, data: bytes, grammar: grammars.Grammar, repair: Repair, expanded: set[int]) -> None:
        self.data = data
        self.expanded = expanded  # bytes at which the arguments of macros begin that are expanded already
        self.grammar = grammar
        self.repair = repair
        self.trees = repair.roots
        self.hooks = hooks_of(grammar.name)
        self.expressions = Expressions(grammar, data)
        self.expressions.hooked = lambda node, depth: self.hooks.expression(self, node, depth)
        self.package = ""
        self.attributes: list[str] = []
        self.bindings: list[Binding] = []
        self.imports: list[Import] = []
        self.calls: list[Call] = []
        self.references: list[Reference] = []
        self.assignments: list[Assignment] = []
        self.exports: list[Export] = []
        self.returns: list[Return] = []
        self.diagnostics: list[Diagnostic] = []
        self.notes: dict[str, Any] = {}  # whatever a language's hooks keep between calls
        self._tested: dict[int, list[Tested]] = {}  # by the node of the test
        self.called: set[int] = set()  # nodes that are called or assigned to: such a member is not read
        self.comments: dict[int, tuple[int, int, int]] = {}  # last line -> first line, byte range

        self.hooks.start(self)

    def facts(self) -> FileFacts:
        by_role: dict[str, list[Match]] = {name: [] for name in grammars.ROLES}
        takers = [(role, role.capture, by_role[role.name].append) for role in self.grammar.roles]
        cursor = QueryCursor(self.grammar.query)
        for root in self.trees:
            for pattern, captures in cursor.matches(root):
                role, capture, take = takers[pattern]
                if not role.conditions or self._holds(role, captures):
                    take((role, captures[capture][0], captures))
        for role, _, captures in by_role["comment"]:
            for node in captures[role.capture]:
                self._comment(node)
        drafts = drafts_of(self, by_role["declare"])
        ranges = [(d.region.start_byte, d.region.end_byte, i) for i, d in enumerate(drafts) if d.scoped]
        for role, _, captures in by_role["scope"]:
            ranges += [(n.start_byte, n.end_byte, NONE) for n in captures[role.capture]]
        for role, test, captures in by_role["narrow"]:
            self._tested[test.id] = self.hooks.tested(self, role, captures)
        ranges += [(one.start, one.end, NONE) for places in self._tested.values() for one in places]
        self.regions = Regions(len(self.data), ranges)
        self.expressions.scope_at = self.regions.at
        self.patterns = Patterns(self.expressions, self.grammar, self.bindings)
        self.patterns.hooked = lambda node, value: self.hooks.pattern(self, node, value)
        self.declarations = Declarations(self, drafts)
        self.declarations.place()
        self._calls(by_role["call"])
        handlers: dict[str, Callable[[grammars.Role, Node, Captures], None]] = {
            "base": self._base,
            "bind": self._bind,
            "narrow": self._narrow,
            "import": self._import,
            "package": self._package,
            "assign": self._assign,
            "return": self._return,
        }
        for name, handle in handlers.items():
            for match in by_role[name]:
                handle(*match)
        self._references(by_role["reference"])
        for match in by_role["export"]:
            self._export(*match)
        self.declarations.describe()
        diagnose(self, self.repair)
        self.hooks.finish(self)
        self._bound_imports()
        return self._assemble()

    def _bound_imports(self) -> None:
        """Each name that a file does not declare is looked for in all that it takes in whole."""
        whole = sorted(one.start for one in self.imports if one.name == "*")
        if len(whole) > MAX_WHOLE:
            last = whole[MAX_WHOLE - 1]
            left = [one for one in self.imports if one.name == "*" and one.start > last]
            self.imports = [one for one in self.imports if one.name != "*" or one.start <= last]
            message = f"{len(left)} imports of everything were left out, behind {MAX_WHOLE} others"
            self.diagnostics.append(Diagnostic("many-imports", message, left[0].line, left[-1].line))

    def _assemble(self) -> FileFacts:
        self.calls.sort(key=attrgetter("start", "expression"))
        self.bindings.sort(key=attrgetter("start", "scope", "name"))
        self.imports.sort(key=attrgetter("start", "name", "alias"))
        return FileFacts(
            language=self.grammar.name,
            size=len(self.data),
            strings=tuple(self.expressions.strings),
            expressions=tuple(self.expressions.rows),
            scopes=tuple(self.regions.scopes),
            declarations=self.declarations.finished(),
            bindings=tuple(self.bindings),
            imports=tuple(self.imports),
            calls=tuple(self.calls),
            references=tuple(self.references),
            assignments=tuple(self.assignments),
            exports=tuple(self.exports),
            returns=tuple(self.returns),
            statements=tuple(self._statements()),
            package=self.package,
            doc=self.hooks.file_doc(self),
            attributes=tuple(self.attributes),
            diagnostics=tuple(self.diagnostics),
            lines=self.data.count(b"\n") + (not self.data.endswith(b"\n")),
        )

    def _statements(self) -> Iterator[Statement]:
        for start, node in sorted(self.expressions.statements.items()):
            found = read_literal(self.data, node)
            if found.tables:
                line = node.start_point.row + 1
                yield Statement(found.tables, self.regions.at(start), start, line, found.loud)

    def _holds(self, role: grammars.Role, captures: Captures) -> bool:
        for condition in role.conditions:
            for node in captures.get(condition.capture, ()):
                if not condition.holds(self.data[node.start_byte : node.end_byte]):
                    return False
        return True

    # --- declarations ---------------------------------------------------------------------

    def _base(self, role: grammars.Role, node: Node, captures: Captures) -> None:
        owner = self.regions.owner(self.regions.at(node.start_byte))
        detail = self.hooks.base_kind(self, role, node)
        if not detail:
            return  # what a method does when it is called, to what it is called on
        while owner != NONE and self.declarations.drafts[owner].kind not in CONTAINERS:
            owner = self.declarations.drafts[owner].parent
        if owner != NONE:
            self.declarations.drafts[owner].bases.append((detail, self.expressions.build(node)))

    # --- names ------------------------------------------------------------------------------

    def _bind(self, role: grammars.Role, node: Node, captures: Captures) -> None:
        """`left` and `right`, or `name`; `take` says what of the right side each name gets."""
        left = captures.get("left") or captures["name"]
        place = captures["in"][0] if "in" in captures else left[0]
        scope = self.regions.at(place.start_byte)
        if "hoist" in role.settings:
            scope = self.regions.of_owner(scope)
        right = captures["right"][0] if "right" in captures else None
        declared = captures["type"][0] if "type" in captures else None
        self.patterns.bind(
            left[0],
            right,
            scope=scope,
            declared=NONE if declared is None else self.expressions.build(declared),
            kind=role.detail or "local",
            take=role.settings.get("take") or "",
            visible_from=node.end_byte if not role.settings.get("early") else NONE,
        )

    def _narrow(self, role: grammars.Role, node: Node, captures: Captures) -> None:
        made = self.hooks.narrows(self, role, captures, self._tested[node.id])
        if made is not None:
            self.bindings += made
            return
        name = captures["name"][0]
        value = captures["value"][0] if "value" in captures else None
        declared = captures["type"][0] if "type" in captures else None
        if declared is not None and len(captures["in"][0].children_by_field_name("type")) > 1:
            declared = None  # `case A, B:` narrows to neither
        self.bindings.append(
            Binding(
                scope=self.regions.at(captures["in"][0].start_byte),
                name=self.expressions.text(name),
                start=captures["in"][0].start_byte,
                type=NONE if declared is None else self.expressions.build(declared),
                value=NONE if value is None else self.expressions.build(value),
                kind="narrow",
            )
        )

    def _import(self, role: grammars.Role, node: Node, captures: Captures) -> None:
        made = self.hooks.imports(self, role, captures)
        if made is not None:
            self.imports += made
            return
        one = {key: self.expressions.text(captures[key][0]) if key in captures else "" for key in _IMPORT}
        self.imports.append(
            Import(
                module=one["module"].strip("\"'`<>"),
                name=one["name"],
                alias=one["alias"] or one["name"],
                kind=role.detail,
                line=node.start_point.row + 1,
                scope=self.regions.at(node.start_byte),
                start=node.start_byte,
            )
        )

    def _package(self, _role: grammars.Role, _node: Node, captures: Captures) -> None:
        if not self.package:
            self.package = self.expressions.text(captures["name"][0])

    def _export(self, role: grammars.Role, node: Node, captures: Captures) -> None:
        made = self.hooks.exports(self, role, captures)
        if made is not None:
            self.exports += made
            return
        value = captures["value"][0] if "value" in captures else captures["name"][0]
        name = self.expressions.text(captures["name"][0]) if "name" in captures else role.detail
        self.exports.append(Export(name, self.expressions.build(value), node.start_point.row + 1))

    # --- uses -------------------------------------------------------------------------------

    def _calls(self, matches: list[Match]) -> None:
        """Inner calls end first: each then finds its inner calls built, and nothing nests deep."""
        matches.sort(key=lambda match: match[1].end_byte)
        build, rows, at = self.expressions.build, self.expressions.rows, self.regions.at
        for role, node, captures in matches:
            index = build(node)
            if rows[index][0] in _CALLS:
                start, name = node.start_byte, captures.get("name")
                row = name[0].start_point.row if name else self.hooks.callee_row(self, node)
                self.calls.append(Call(index, at(start), start, row + 1, role.detail))

    def _assign(self, role: grammars.Role, node: Node, captures: Captures) -> None:
        for part, field_id in role.fields:
            child = node.child_by_field_id(field_id)
            if child is not None:
                captures[part] = [child]
        self.called.add(captures["target"][0].id)
        declared, values = captures.get("type"), captures.get("value")
        value = self.expressions.build(values[0]) if values else UNKNOWN
        if "pattern" in captures and values:  # `a.b, c = f()`
            value = self.patterns.part(captures["pattern"][0], values[0], captures["target"][0])
        if "take" in role.settings:
            value = self.expressions.row(TAKES[role.settings["take"] or ""], NONE, value)
        self.assignments.append(
            Assignment(
                target=self.expressions.build(captures["target"][0]),
                value=value,
                scope=self.regions.at(node.start_byte),
                start=node.start_byte,
                line=node.start_point.row + 1,
                type=self.expressions.build(declared[0]) if declared else NONE,
                end=node.end_byte,
            )
        )

    def _return(self, role: grammars.Role, node: Node, captures: Captures) -> None:
        scope = self.regions.at(node.start_byte)
        owner = self.regions.owner(scope)
        while owner != NONE and self.declarations.drafts[owner].kind not in self.hooks.returning:
            owner = self.declarations.drafts[owner].parent
        if owner != NONE:
            value = self.expressions.build(captures["value"][0] if "value" in captures else node)
            self.returns.append(Return(owner, value, scope, self.hooks.return_kind(role, node)))

    def _references(self, matches: list[Match]) -> None:
        build, at = self.expressions.build, self.regions.at
        for role, node, _ in matches:
            if node.id not in self.called:
                start, line = node.start_byte, node.start_point.row + 1
                self.references.append(Reference(build(node), at(start), line, role.detail or "type", start))

    def _comment(self, node: Node) -> None:
        first, last = node.start_point, node.end_point
        end_row = last.row if last.column or last.row == first.row else last.row - 1
        self.comments[end_row] = (first.row, node.start_byte, node.end_byte)


MAX_WHOLE: Final = 2048  # `import *` of one file; generated lists of re-exports have hundreds
_CALLS: Final = frozenset({int(Op.CALL), int(Op.NEW)})
_IMPORT: Final = ("module", "name", "alias")
