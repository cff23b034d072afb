"""Which method a Java call means: on a receiver, bare, of a static import, or the constructor of a `new`.

Called by `java` for each call, and by `java_values` where a call's result is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from xray_graph.model import NONE, Binding, Evidence, Op
from xray_graph.resolve.languages import nominal_types as types
from xray_graph.resolve.languages.java_names import is_var
from xray_graph.resolve.languages.nominal_types import OF_PACKAGE, PRIVATE, Field, Method, Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.java_values import Values
    from xray_graph.resolve.view import FileView


class Target(NamedTuple):
    """What a call means. Without a method, `reason` says why; a class made without a written constructor
    is its `made`.
    """

    method: Method | None = None
    reason: str = "unknown"
    evidence: Evidence = Evidence.LEXICAL
    made: Any = None  # the class that a `new` makes


_UNKNOWN: Final = Target()


class Calls:
    def __init__(self, values: Values) -> None:
        self._values = values
        self._classes = values.classes
        self._names = values.names

    def target(self, view: FileView, expression: int, scope: int, at: int) -> Target:
        """What a CALL or NEW means."""
        key = ("call", view.path, expression)
        memo = self._classes.memo
        known = memo.get(key)
        if known is None:
            memo[key] = _UNKNOWN
            known = memo[key] = self._target(view, view.expressions[expression], scope, at)
        return known

    def _target(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Target:
        if row[0] == Op.NEW:
            made = self.made(view, row, scope, at)
            return self.construction(view, made, row, scope, at, anonymous=row[1] != NONE)
        head = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        if head[0] == Op.APPLY:
            head = view.expressions[head[2]]
        if head[0] == Op.NAME:
            name = view.strings[head[1]]
            if name in ("this", "super"):
                t = self._values.name_value(view, scope, at, name)
                return self.construction(view, t, row, scope, at)
            return self._bare(view, name, row, scope, at)
        if head[0] == Op.MEMBER:
            return self._on_receiver(view, head, row, scope, at)
        return _UNKNOWN

    def _bare(self, view: FileView, name: str, row: tuple[int, ...], scope: int, at: int) -> Target:
        """A method of the innermost class around that has one of the name, else a static import."""
        outside = False
        for owner in self._names.enclosing(view, scope):
            methods, more = self._classes.methods(self._names.self_type(view, owner), name)
            if methods:
                evidence = Evidence.LEXICAL if methods[0].path == view.path else Evidence.SAME_PACKAGE
                return self._chosen(view, methods, more, row, scope, at, evidence)
            outside = outside or more
        for t, named in self._names.static_imports(view, name):
            methods, more = self._classes.methods(t, name)
            if methods:
                return self._chosen(view, methods, more, row, scope, at, Evidence.IMPORT)
            if named:
                return Target(reason="external")
            outside = outside or more
        return Target(reason="external" if outside else "unknown")

    def _on_receiver(
        self, view: FileView, head: tuple[int, ...], row: tuple[int, ...], scope: int, at: int
    ) -> Target:
        base = self._values.value(view, head[2], scope, at)
        if base is None or base[0] in ("package", "null", "B"):
            return _UNKNOWN if base is None or base[0] != "package" else Target(reason="external")
        if base[0] in ("L", "R"):
            return _UNKNOWN
        is_type = base[0] == "type"
        receiver = base[1] if is_type else base
        name = view.strings[head[1]]
        methods, more = self._classes.methods(receiver, name)
        if not methods:
            return Target(reason="external" if more else "unknown")
        evidence = (
            self._type_evidence(view, receiver) if is_type else self._evidence(view, head[2], scope, at)
        )
        return self._chosen(view, methods, more, row, scope, at, evidence)

    def _chosen(
        self,
        view: FileView,
        methods: list[Method],
        outside: bool,
        row: tuple[int, ...],
        scope: int,
        at: int,
        evidence: Evidence,
    ) -> Target:
        arguments = row[3:]
        first = methods[0]
        if not first.path and all(not m.path and m.result == first.result for m in methods):
            return Target(first, "external", evidence)
        methods = [m for m in methods if self._is_seen(view, m)]
        choice = self._values.overloads.choose(
            methods, len(arguments), lambda i: self._values.value(view, arguments[i], scope, at)
        )
        method = choice.method
        if method is None:
            if choice.possible:
                return Target(reason="ambiguous")
            return Target(reason="external" if outside else "unknown")
        if not method.path:
            return Target(method, "external", evidence)
        if method.depth:
            evidence = Evidence.INHERITS
        return Target(method, "", evidence)

    def _is_seen(self, view: FileView, method: Method) -> bool:
        """Whether a method may be called here; what only derived classes see is not looked into."""
        if not method.flags & (PRIVATE | OF_PACKAGE) or method.path == view.path or not method.path:
            return True
        there = self._classes.project.views.get(method.path)
        same = there is not None and there.head.package == view.head.package
        return same and not method.flags & PRIVATE

    def made(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """The class that a `new` names; an inner one may be named through its outer instance."""
        t = self._names.as_type(view, row[2], scope)
        named = view.expressions[row[2]]
        if named[0] == Op.MEMBER and (t is None or t[0] == "X"):
            outer = self._values.value(view, named[2], scope, at)
            if outer is not None and outer[0] == "N":
                return self._names.member_type(outer, view.strings[named[1]])
        return t

    def construction(
        self, view: FileView, t: Type, row: tuple[int, ...], scope: int, at: int, *, anonymous: bool = False
    ) -> Target:
        if t is None or t[0] != "N":
            return Target(reason="external" if t is not None and t[0] == "X" else "unknown")
        if anonymous:  # what is made is a class of its own, derived from this one
            return Target(None, "", Evidence.CONSTRUCTION, t)
        constructors = self._classes.constructors(t[1], t[2])
        if not constructors:
            return Target(None, "", Evidence.CONSTRUCTION, t)
        arguments = row[3:]
        environment = self._classes.environment(t)
        constructors = [m for m in constructors if self._is_seen(view, m)]
        choice = self._values.overloads.choose(
            [types.substituted(m, environment) for m in constructors] if environment else constructors,
            len(arguments),
            lambda i: self._values.value(view, arguments[i], scope, at),
        )
        if choice.method is None:
            return Target(reason="ambiguous" if choice.possible else "unknown")
        return Target(choice.method, "", Evidence.CONSTRUCTION, t)

    # --- evidence ---------------------------------------------------------------------------------

    def _type_evidence(self, view: FileView, t: Any) -> Evidence:
        if t[0] != "N":
            return Evidence.IMPORT
        if t[1] == view.path:
            return Evidence.LEXICAL
        there = self._classes.project.views.get(t[1])
        same = there is not None and there.head.package == view.head.package
        return Evidence.SAME_PACKAGE if same else Evidence.IMPORT

    def _evidence(self, view: FileView, base: int, scope: int, at: int) -> Evidence:
        """What a receiver's type is known from."""
        row = view.expressions[base]
        if row[0] == Op.NAME:
            found = self._names.variable(view, scope, at, view.strings[row[1]])
            if isinstance(found, Field):
                return Evidence.FIELD
            if isinstance(found, Binding) and found.value != NONE and is_var(view, found.type):
                return _OF_SHAPE.get(view.expressions[found.value][0], Evidence.RECEIVER)
            return Evidence.RECEIVER
        return _OF_SHAPE.get(row[0], Evidence.RECEIVER)


_OF_SHAPE: Final = {
    int(Op.NEW): Evidence.CONSTRUCTION,
    int(Op.CALL): Evidence.RESULT,
    int(Op.MEMBER): Evidence.FIELD,
    int(Op.INDEX): Evidence.FIELD,
    int(Op.ELEMENT): Evidence.FIELD,
    int(Op.CAST): Evidence.ANNOTATION,
}
