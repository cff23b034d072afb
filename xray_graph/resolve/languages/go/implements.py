"""Which Go types satisfy which interfaces: structural, over whole method sets, signatures compared.

An interface is found by the first name of its sorted methods, so a type looks only at interfaces that
could fit it, and a method added anywhere makes the right files look again. An interface that embeds
one from a package outside is not judged: its methods are not all known. Called by `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xray_graph.model import EdgeKind, Evidence, Op
from xray_graph.resolve.languages.go import values
from xray_graph.resolve.languages.go.packages import package_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.resolve.languages.go.packages import Packages
    from xray_graph.resolve.languages.go.types import Types
    from xray_graph.resolve.project import FileEdges
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key


# A method set is a dict of a method's name to (its type, whether only the pointer has it), or None when
# not all methods are known.
class Implements:
    def __init__(self, types: Types, packages: Packages) -> None:
        self._types = types
        self._packages = packages

    def contribute(self, view: FileView) -> Iterator[tuple[Key, int]]:
        """An interface is filed under each of its own method names: any of them may sort first."""
        for index, one in enumerate(view.declarations):
            if one.kind == "interface" and one.scope == 0:
                for name in view.members(index):
                    yield ("go.interface", name), index
                if one.bases and not view.members(index):
                    yield ("go.interface", ""), index  # nothing but embedded interfaces

    def edges(self, view: FileView, out: FileEdges) -> None:
        for index, one in enumerate(view.declarations):
            if one.scope != 0 or one.kind not in ("struct", "type") or "alias" in one.attributes:
                continue
            methods = self._of_type(view, index)
            if not methods:
                continue
            seen: set[tuple[str, int]] = set()
            for name in sorted(methods):
                seen.update(self._types.world.get(("go.interface", name)))
            seen.update(self._types.world.get(("go.interface", "")))
            for path, at in sorted(seen):
                owner = self._types.project.views[path]
                wanted = self._of_interface(owner, at)
                if not wanted or not self._visible(view, owner, wanted):
                    continue
                if all(n in methods and _equal(methods[n][0], wanted[n][0]) for n in wanted):
                    pointer = any(methods[n][1] for n in wanted)
                    out.add(
                        EdgeKind.IMPLEMENTS,
                        (view.path, view.symbols[index]),
                        (path, owner.symbols[at]),
                        Evidence.INHERITS,
                        one.line,
                        detail=("*" if pointer else "") + one.name,
                    )

    @staticmethod
    def _visible(view: FileView, owner: FileView, wanted: dict[str, Any]) -> bool:
        """Unexported methods are distinct from package to package."""
        return package_of(view) == package_of(owner) or all(n[:1].isupper() for n in wanted)

    def _of_interface(self, view: FileView, index: int) -> Any:
        return self._types.derived(
            "go.interface.methods", view, index, lambda: self._interface_methods(view, index)
        )

    def _interface_methods(self, view: FileView, index: int) -> Any:
        methods: dict[str, tuple[Any, bool]] = {}
        for name, found in view.members(index).items():
            if view.declarations[found[0]].kind == "method":
                methods[name] = (_comparable(self._types.declared(view, found[0])), False)
        one = view.declarations[index]
        for _, expression in one.bases:
            t = self._types.as_type(view, expression, one.body, one.end)
            if t == ("B", "error"):
                methods["Error"] = (("F", (), (("B", "string"),)), False)
                continue
            if t is None or t[0] != "N":
                return None  # a union, or an interface outside
            owner = self._types.project.views[t[1]]
            at = self._types.index_of(t)
            if at is None or owner.declarations[at].kind != "interface":
                return None
            inner = self._of_interface(owner, at)
            if inner is None:
                return None
            methods.update(inner)
        return methods

    def _of_type(self, view: FileView, index: int) -> Any:
        return self._types.derived("go.methodset", view, index, lambda: self._type_methods(view, index))

    def _type_methods(self, view: FileView, index: int) -> Any:
        """The method set of the pointer to a type, promoted methods included."""
        methods: dict[str, tuple[Any, bool]] = {}
        one = view.declarations[index]
        package = package_of(view)
        for path, at in self._packages.fitting(
            view, self._types.world.get(("go.methods", package, one.name))
        ):
            owner = self._types.project.views[path]
            method = owner.declarations[at]
            pointer = owner.expressions[method.receiver][0] == Op.POINTER
            methods[method.name] = (_comparable(self._types.declared(owner, at)), pointer)
        base = ("N", view.path, view.symbols[index], ())
        fields = set(view.members(index)) if one.kind == "struct" else set()
        for _, embedded in self._types.members.embedded(base):
            inner = self._embedded_methods(embedded)
            for name, (signature, pointer) in (inner or {}).items():
                if name not in methods and name not in fields:
                    by_pointer = pointer and (embedded is None or embedded[0] != "P")
                    methods[name] = (signature, by_pointer)
        return methods

    def _embedded_methods(self, embedded: Any) -> Any:
        t = values.strip_pointer(embedded)
        if t is None or t[0] != "N":
            return None
        owner = self._types.project.views[t[1]]
        at = self._types.index_of(t)
        if at is None:
            return None
        if owner.declarations[at].kind == "interface":
            return self._of_interface(owner, at)
        return self._of_type(owner, at) if owner.declarations[at].scope == 0 else None


def _equal(one: Any, other: Any) -> bool:
    return one is not None and one == other


def _comparable(t: Any) -> Any:
    """A signature without what does not count for identity; None (never equal) where a part is unknown."""
    if t is None or t[0] != "F" or any(_has_unknown(p) for p in (*t[1], *t[2])):
        return None
    return ("F", t[1], t[2], t[3]) if t[3] else ("F", t[1], t[2])


def _has_unknown(t: Any, depth: int = 0) -> bool:
    """Whether a type is not known to the last part, or is one of a package outside without its name."""
    if t is None or depth > values.MAX_NESTING:
        return True
    if t[0] in ("B", "S", "V"):
        return False
    if t[0] == "X":
        return not t[1]
    if t[0] == "N":
        return any(_has_unknown(a, depth + 1) for a in t[3])
    if t[0] in ("P", "A", "C"):
        return _has_unknown(t[1], depth + 1)
    if t[0] == "M":
        return _has_unknown(t[1], depth + 1) or _has_unknown(t[2], depth + 1)
    if t[0] == "F":
        return any(_has_unknown(p, depth + 1) for p in (*t[1], *t[2]))
    return False
