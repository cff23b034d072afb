"""Where Java looks for the method that a call names: receivers, enclosing classes, static imports.

On `nominal.calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xray_graph.model import NONE, Evidence, Op
from xray_graph.resolve.languages.nominal.calls import EXTERNAL, UNKNOWN, Calls, Target
from xray_graph.resolve.languages.nominal.overloads import LOOSE
from xray_graph.resolve.languages.nominal.types import OF_PACKAGE, PRIVATE, Method, Type

if TYPE_CHECKING:
    from xray_graph.resolve.languages.java.values import JavaValues
    from xray_graph.resolve.view import FileView


class JavaCalls(Calls):
    def __init__(self, values: JavaValues) -> None:
        super().__init__(values)
        self._names = values.names
        self._java = values.java

    def find(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Target:
        if row[0] == Op.NEW:
            made = self.made(view, expression, row, scope, at)
            return self.construction(view, made, row, scope, at, anonymous=row[1] != NONE)
        head = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        if head[0] == Op.APPLY:
            head = view.expressions[head[2]]
        if head[0] == Op.NAME:
            name = view.strings[head[1]]
            if name in ("this", "super"):
                t = self.values.name_value(view, scope, at, name)
                return self.construction(view, t, row, scope, at)
            return self._bare(view, name, row, scope, at)
        if head[0] == Op.MEMBER:
            return self._on_receiver(view, head, row, scope, at)
        return UNKNOWN

    def _bare(self, view: FileView, name: str, row: tuple[int, ...], scope: int, at: int) -> Target:
        """A method of the innermost class around that has one of the name, else a static import."""
        outside = False
        for owner in self._names.enclosing(view, scope):
            methods, more = self.classes.methods(self._names.self_type(view, owner), name)
            if methods:
                evidence = Evidence.LEXICAL if methods[0].path == view.path else Evidence.SAME_PACKAGE
                return self.chosen(view, methods, more, row, scope, at, evidence)
            outside = outside or more or self._derives_outside(self._names.self_type(view, owner))
        return self._imported(view, name, row, scope, at) or (EXTERNAL if outside else UNKNOWN)

    def _imported(
        self, view: FileView, name: str, row: tuple[int, ...], scope: int, at: int
    ) -> Target | None:
        """A method out of all classes that static imports take the name from, those that say it first."""
        outside = False
        for found, more, unseen in self._brought(view, name):
            outside = outside or more
            if found:
                target = self.chosen(view, found, outside, row, scope, at, Evidence.IMPORT)
                return EXTERNAL if unseen and not self._surely(view, target, row, scope, at) else target
            if unseen:
                return EXTERNAL
        return EXTERNAL if outside else None

    def _brought(self, view: FileView, name: str) -> list[tuple[list[Method], bool, bool]]:
        """What static imports bring under a name, first those that say it, then those of whole classes.

        Each with whether more may come from outside, and whether a class that has one is not known.
        """
        key = ("java.brought", view.path, name)
        known: list[tuple[list[Method], bool, bool]] | None = self.classes.memo.get(key)
        if known is None:
            known = []
            imports = self._names.static_imports(view, name)
            for wanted in (True, False):
                classes = [self.classes.methods(t, name) for t, named in imports if named is wanted]
                found = list(dict.fromkeys(m for methods, _ in classes for m in methods))
                unseen = wanted and not all(methods for methods, _ in classes)
                known.append((found, any(more for _, more in classes), unseen))
            self.classes.memo[key] = known
        return known

    def _surely(self, view: FileView, target: Target, row: tuple[int, ...], scope: int, at: int) -> bool:
        """Whether all arguments are known to be taken by a method."""
        method = target.method
        places = self.values.overloads.arranged(method, (), len(row) - 3) if method is not None else None
        if method is None or places is None:
            return False
        values, overloads = self.values, self.values.overloads
        return all(
            overloads.fits(values.value(view, one, scope, at), method.parameters[place], LOOSE) is True
            for one, place in zip(row[3:], places, strict=True)
        )

    def _on_receiver(
        self, view: FileView, head: tuple[int, ...], row: tuple[int, ...], scope: int, at: int
    ) -> Target:
        base = self.values.value(view, head[2], scope, at)
        if base is None or base[0] in ("null", "B", "L", "R"):
            return UNKNOWN
        if base[0] == "package":
            return EXTERNAL
        is_type = base[0] == "type"
        receiver = base[1] if is_type else base
        methods, more = self.classes.methods(receiver, view.strings[head[1]])
        if not methods:
            return EXTERNAL if more or self._derives_outside(receiver) else UNKNOWN
        if is_type:
            evidence = self.type_evidence(view, receiver, scope)
        else:
            evidence = self.receiver_evidence(view, head[2], scope, at)
        return self.chosen(view, methods, more, row, scope, at, evidence)

    def _derives_outside(self, t: Type) -> bool:
        """Whether a type has a base outside, of whose methods the library's table has some only."""
        return any(
            one is None or (one[0] == "X" and one[1] != self.classes.root)
            for one in self.classes.ancestors(t)
        )

    def made(self, view: FileView, expression: int, row: tuple[int, ...], scope: int, at: int) -> Type:
        """The class that a `new` names; an inner one may be named through its outer instance."""
        t = self._names.as_type(view, row[2], scope)
        named = view.expressions[row[2]]
        if named[0] == Op.MEMBER and (t is None or t[0] == "X"):
            outer = self.values.value(view, named[2], scope, at)
            if outer is not None and outer[0] == "N":
                return self._names.member_type(outer, view.strings[named[1]])
        return t

    def constructors(self, t: Any) -> list[Method]:
        return self._java.constructors(t[1], t[2])

    def is_seen(self, view: FileView, method: Method) -> bool:
        """What only derived classes see is not looked into."""
        if not method.flags & (PRIVATE | OF_PACKAGE) or method.path == view.path or not method.path:
            return True
        return self._of_package(view, method.path) and not method.flags & PRIVATE

    def same_package(self, view: FileView, scope: int, path: str, symbol: str) -> bool:
        return self._of_package(view, path)

    def _of_package(self, view: FileView, path: str) -> bool:
        there = self.classes.project.views.get(path)
        return there is not None and there.head.package == view.head.package
