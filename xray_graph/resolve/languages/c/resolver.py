"""C and C++: the edges of one file. Includes are `includes`, names with linkage `names`.

In C a call has an edge when its name is a function that the file declares itself or sees through its
includes: to the one definition that is compiled with the prototype, and to the prototype where there are
several or none. A call of a macro goes to the macro. A call through a pointer has none. C++ adds scopes
and types, see `cpp`. A definition is joined to its prototypes by `reopens`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from xray_graph.graph.ids import NOT_NODES
from xray_graph.model import CALLABLES, NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages.c.includes import LANGUAGES, Includes
from xray_graph.resolve.languages.c.names import Named, Names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xray_graph.model import Call
    from xray_graph.resolve.languages.cpp.resolver import Calls
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_TYPES: Final = frozenset({"struct", "class", "enum", "type"})
_ABOVE: Final = 3  # from a file to those that include it, and so on
_INCLUDERS: Final = 60  # that are asked what they see
_STATED: Final = frozenset({"field", "variable", "constant", "type"})


class CResolver:
    languages = LANGUAGES

    def __init__(self, project: Project) -> None:
        self._project = project
        self._includes = Includes(project)
        self._names = Names(project, self._includes)

    @functools.cached_property
    def _cpp(self) -> Calls:
        """The rules of C++, imported for the first file in it."""
        from xray_graph.resolve.languages.cpp.resolver import Calls

        return Calls(self._project, self._includes, self._names)

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        yield from self._names.contribute(view)
        yield from self._includes.headers.contribute(view)

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        """A member that is defined outside its class lies in the class, wherever that is declared."""
        return self._cpp.owner(view, index) if view.declarations[index].receiver != NONE else None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._imports(view, out)
        if view.head.language == "cpp":
            self._cpp.resolve(view, out)
        else:
            for call in view.facts.calls:
                self._call(view, call, out)
            self._signature_types(view, out)
        self._reopens(view, out)

    # --- calls --------------------------------------------------------------------------------------

    def _call(self, view: FileView, call: Call, out: FileEdges) -> None:
        caller = view.caller(call.scope)
        symbol = view.symbols[caller] if caller != NONE else ""
        row = view.expressions[call.expression]
        head = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        if head[0] != Op.NAME:
            out.missed(symbol, "dynamic")  # through a pointer
            return
        name = view.strings[head[1]]
        if self._is_local(view, call.scope, name):
            out.missed(symbol, "dynamic")
            return
        platform = self._includes.platform(view, caller)
        found = self._names.visible(view.path, name, platform)
        answer = linked(self._names, found, name, view.path, platform)
        if answer == "unknown" and self._names.known(name):
            answer = self._seen_above(view.path, name, platform)
        elif answer == "unknown":
            answer = "external"
        elif answer == "ambiguous":
            answer = _defined_above(view, found, call.start) or answer
        if isinstance(answer, str):
            out.missed(symbol, answer)
            return
        evidence = Evidence.LEXICAL if answer.path == view.path else Evidence.IMPORT
        out.call(symbol, answer.target, evidence, call.line)
        for other in variants(self._names, found, name, platform):
            source = (view.path, symbol)
            out.add(EdgeKind.BUILD_VARIANT, source, other.target, evidence, call.line)

    def _seen_above(self, path: str, name: str, platform: str) -> Named | str:
        """What those see under a name that include a file which itself does not; they must agree."""
        seen, level = {path}, [path]
        for _ in range(_ABOVE):
            level = [i for p in level for i in self._includes.includers(p) if i not in seen]
            seen.update(level)
            answers: set[Named | str] = set()
            for includer in dict.fromkeys(level[:_INCLUDERS]):
                found = self._names.visible(includer, name, platform)
                answers.add(linked(self._names, found, name, includer, platform))
            answers.discard("unknown")
            if answers:
                return answers.pop() if len(answers) == 1 and len(level) <= _INCLUDERS else "ambiguous"
        return "external" if self._names.is_hidden(name) else "unknown"

    @staticmethod
    def _is_local(view: FileView, scope: int, name: str) -> bool:
        scopes = view.facts.scopes
        while scope > 0:
            if view.bindings(scope, name):
                return True
            scope = scopes[scope].parent
        return False

    # --- the other edges ----------------------------------------------------------------------------

    def _imports(self, view: FileView, out: FileEdges) -> None:
        done: set[str] = set()
        for one in view.facts.imports:
            if not one.kind.startswith(("include", "system")):
                continue
            target = self._includes.target(view.path, one)
            if target is not None and target != view.path and target not in done:
                done.add(target)
                out.add(EdgeKind.IMPORTS, (view.path, ""), (target, ""), Evidence.IMPORT, one.line)

    def _reopens(self, view: FileView, out: FileEdges) -> None:
        """From a definition to its prototypes in the headers that it is compiled with."""
        for index, one in enumerate(view.declarations):
            if (
                one.kind not in CALLABLES
                or one.receiver != NONE
                or {"declaration", "static"} & set(one.attributes)
            ):
                continue
            if not one.name or (one.parent != NONE and view.declarations[one.parent].kind != "namespace"):
                continue
            own = self._names.of(view, index)
            platform = self._includes.platform(view, index)
            for other in self._names.visible(view.path, one.name, platform):
                if (
                    other.declaration
                    and other.path != view.path
                    and other.container == own.container
                    and (view.head.language == "c" or other.types == own.types)
                ):
                    out.add(
                        EdgeKind.REOPENS,
                        (view.path, view.symbols[index]),
                        other.target,
                        Evidence.IMPORT,
                        one.line,
                    )

    def _signature_types(self, view: FileView, out: FileEdges) -> None:
        """`references` from a declaration to the types its parameters, results and fields state."""
        platform = self._includes.platform(view)
        for index, one in enumerate(view.declarations):
            if one.kind in NOT_NODES or one.kind == "macro":
                continue
            stated = [p.type for p in one.parameters] + list(one.results)
            if one.kind in _STATED:
                stated.append(one.type)
            seen: dict[tuple[str, str], None] = {}
            for expression in stated:
                for name in type_names(view, expression):
                    for other in self._names.visible(view.path, name, platform):
                        if other.kind in _TYPES and other.target != (view.path, view.symbols[index]):
                            seen.setdefault(other.target)
            for target in sorted(seen):
                source = (view.path, view.symbols[index])
                out.add(EdgeKind.REFERENCES, source, target, Evidence.ANNOTATION, one.line)


def _defined_above(view: FileView, found: Sequence[Named], at: int) -> Named | None:
    """Of a macro that its own file defines anew the definition that stands last before a call."""
    macros = [one for one in found if one.kind == "macro"]
    if any(one.path != view.path for one in macros):
        return None
    best, start = None, NONE
    for one in macros:
        index = view.index_of(one.symbol)
        begin = view.declarations[index].start if index is not None else at
        if start < begin < at:
            best, start = one, begin
    return best if best is not None and not best.condition else None


def linked(names: Names, found: Sequence[Named], name: str, path: str, platform: str) -> Named | str:
    """The declaration that a C call in `path` of a visible name goes to, or why there is none."""
    macros = [one for one in found if one.kind == "macro"]
    callables = [one for one in found if one.kind in CALLABLES]
    if macros and not (callables and all(one.wrapper for one in macros)):
        return names.settled(macros, name, path, platform) or "ambiguous"
    if not callables:
        return "dynamic" if found else "unknown"
    own = [one for one in callables if not one.declaration]
    if own:
        first = [one for one in own if one.path == callables[0].path]
        return names.settled(first or own, name, path, platform) or "ambiguous"
    defined: dict[tuple[str, str], Named] = {}
    for prototype in callables:
        for one in names.definitions(prototype, name, platform):
            defined.setdefault(one.target, one)
    return next(iter(defined.values())) if len(defined) == 1 else callables[0]


def variants(names: Names, found: Sequence[Named], name: str, platform: str) -> Sequence[Named]:
    """The definitions that stand behind the visible prototypes on other platforms."""
    prototypes = [one for one in found if one.declaration and one.kind in CALLABLES]
    if not prototypes or any(one.kind == "macro" for one in found):
        return ()
    return names.variants(prototypes, name, platform)


def type_names(view: FileView, expression: int) -> Iterable[str]:
    """The plain names that stand in a type."""
    todo = [expression]
    while todo:
        at = todo.pop()
        if at == NONE:
            continue
        op, name, *children = view.expressions[at]
        if op == Op.NAME:
            yield view.strings[name]
        elif op != Op.TYPE_DECL:
            todo += children
