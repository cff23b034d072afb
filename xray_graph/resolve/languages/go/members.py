"""Fields and methods of Go types, promoted ones included, by Go's depth rule.

The shallowest depth at which a name occurs decides; two there make it ambiguous, and an embedded
type of a package outside may hide what lies deeper. Called by `types`, `resolver` and `implements`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.go import values
from xray_graph.resolve.languages.go.packages import package_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.resolve.languages.go.types import Types
    from xray_graph.resolve.languages.go.values import Environment, Type
    from xray_graph.resolve.view import FileView


@dataclass(frozen=True, slots=True)
class Member:
    view: FileView
    index: int  # the declaration, or -1 for an embedded field, whose type is `embedded`
    environment: Environment
    depth: int  # 0 for the type's own
    abstract: bool  # a method of an interface
    embedded: Type
    variants: tuple[tuple[str, int], ...] = ()


class Members:
    def __init__(self, types: Types) -> None:
        self._types = types

    def find(self, view: FileView, t: Type, name: str) -> Member | str | None:
        """The member `name` of a value of type `t`, seen from a file.

        "external" when it can only lie in a package outside, None when there is none or no one.
        """
        level = [t]
        seen: set[tuple[str, str]] = set()
        for depth in range(8):
            found: list[Member] = []
            deeper: list[Type] = []
            outside = False
            for one in level:
                base = values.strip_pointer(one)
                if base is None:
                    continue
                if base[0] == "V":
                    base = values.strip_pointer(base[2])
                    if base is None:
                        continue
                if base[0] == "X" or base == ("B", "error"):
                    outside |= name in values.METHODS_OUTSIDE.get(base[1], (name,))
                    continue
                if base[0] not in ("N", "S") or base[1:3] in seen:
                    continue
                seen.add(base[1:3])
                own = self._own(view, base, name, depth)
                if own is not None:
                    found.append(own)
                else:
                    deeper += [e for _, e in self.embedded(base)]
            if len(found) == 1:
                return found[0]
            if found:
                return self._same_interface(found)
            if outside and (name[:1].isupper() or not deeper):
                return "external"
            if not deeper:
                return None
            level = deeper
        return None

    @staticmethod
    def _same_interface(found: list[Member]) -> Member | None:
        """Two embedded interfaces may both have the method; the first written stands for both."""
        return found[0] if all(m.abstract for m in found) else None

    def _own(self, view: FileView, base: Any, name: str, depth: int) -> Member | None:
        types = self._types
        owner = types.project.views[base[1]]
        index = types.index_of(base)
        if index is None:
            return None
        one = owner.declarations[index]
        environment = types.environment(owner, index, base[3]) if base[0] == "N" else {}
        for child in owner.members(index).get(name, ()):
            kind = owner.declarations[child].kind
            if kind in ("field", "method"):
                return Member(owner, child, environment, depth, kind == "method", None)
        if base[0] == "N" and one.scope == 0:
            entries = types.world.get(("go.method", package_of(owner), one.name, name))
            if entries:
                fitting = types.packages.fitting(view, entries)
                if len(fitting) == 1:
                    path, at = fitting[0]
                    method = types.project.views[path]
                    own = self._receiver_environment(method, at, base[3])
                    others = tuple(types.packages.variants(view, fitting[0], entries))
                    return Member(method, at, own, depth, abstract=False, embedded=None, variants=others)
                return None
        for embedded_name, embedded in self.embedded(base):
            if embedded_name == name and one.kind != "interface":
                return Member(owner, NONE, environment, depth, abstract=False, embedded=embedded)
        if one.kind == "type":
            under = types.underlying(base)
            if under is not None and under[0] in ("N", "S") and under[1:3] != base[1:3]:
                inner = self._own(view, under if len(under) > 3 else (*under, ()), name, depth)
                if inner is not None and (inner.abstract or inner.index == NONE or not _is_method(inner)):
                    return inner
        return None

    def _receiver_environment(self, view: FileView, index: int, arguments: tuple[Type, ...]) -> Environment:
        """The generic arguments by the names that this method gives them in its receiver."""
        if not arguments:
            return {}
        row = view.expressions[view.declarations[index].receiver]
        while row[0] == Op.POINTER:
            row = view.expressions[row[2]]
        if row[0] != Op.APPLY:
            return {}
        names = [self._types.plain_name(view, a) for a in row[3:]]
        return dict(zip(names, arguments, strict=False))

    def embedded(self, base: Any) -> list[tuple[str, Type]]:
        """The embedded types of a struct or interface, each with the name it has as a field."""
        types = self._types
        owner = types.project.views[base[1]]
        index = types.index_of(base)
        if index is None:
            return []
        one = owner.declarations[index]
        if not one.bases:
            if one.kind == "type":
                under = types.underlying(base)
                if under is not None and under[0] in ("N", "S") and under[1:3] != base[1:3]:
                    return self.embedded(under)
            return []
        own = types.derived("go.embedded", owner, index, lambda: list(self._read_embedded(owner, index)))
        environment = types.environment(owner, index, base[3]) if base[0] == "N" else {}
        return [(name, values.substitute(t, environment)) for name, t in own or ()]

    def _read_embedded(self, owner: FileView, index: int) -> Iterator[tuple[str, Type]]:
        one = owner.declarations[index]
        for _, expression in one.bases:
            row = owner.expressions[expression]
            while row[0] in (Op.POINTER, Op.APPLY):
                row = owner.expressions[row[2]]
            name = owner.strings[row[1]] if row[0] in (Op.NAME, Op.MEMBER) else ""
            t = self._types.as_type(owner, expression, one.body if one.body != NONE else one.scope, one.end)
            if t is not None:
                yield name, t

    def type_of(self, member: Member) -> Type:
        """The type of a member as a value: a field's type, a method's function."""
        if member.index == NONE:
            return member.embedded
        return values.substitute(self._types.declared(member.view, member.index), member.environment)


def _is_method(member: Member) -> bool:
    return member.index != NONE and member.view.declarations[member.index].kind == "method"
