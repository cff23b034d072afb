"""Calls whose meaning needs what is written: `super()`, `cast`, `getattr`, `type`, `TypeVar`, `NewType`.

Called by `calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.model import CALLABLES, NONE, Op
from xray_graph.resolve.languages.python.classes import CLASS_OBJECTS
from xray_graph.resolve.languages.python.values import (
    UNKNOWN,
    Atom,
    Value,
    classes,
    known,
    last,
    union,
    without_none,
)

if TYPE_CHECKING:
    from xray_graph.resolve.languages.python.types import Types
    from xray_graph.resolve.view import FileView


class Specials:
    def __init__(self, types: Types) -> None:
        self._types = types

    def result(self, view: FileView, atom: Atom, row: tuple[int, ...], scope: int, at: int) -> Value | None:
        """Calls whose meaning needs what is written: `super()`, `cast`, `getattr`, `TypeVar`."""
        name = atom[1]
        short = last(name)
        arguments = row[3:]
        value = self._types.expressions.value
        if name == "super":
            return self._super(view, arguments, scope, at)
        if short == "cast" and len(arguments) == 2:
            read = self._types.annotations.read(view, arguments[0], scope)
            return read if known(read) else value(view, arguments[1], scope, at)
        if name == "type" and len(arguments) == 1:
            return classes(value(view, arguments[0], scope, at))
        if name == "getattr" and len(arguments) > 1:
            text = view.name(arguments[1]).strip("\"'")
            found = UNKNOWN
            if text.isidentifier() and view.expressions[arguments[1]][0] == Op.LITERAL:
                found = self._types.members.attribute(value(view, arguments[0], scope, at), text)
            default = value(view, arguments[2], scope, at) if len(arguments) > 2 else UNKNOWN
            return union(found, without_none(default))
        if short in ("TypeVar", "ParamSpec", "TypeVarTuple") and arguments:
            return self._type_variable(view, arguments, scope)
        if short == "NewType" and len(arguments) == 2:
            return classes(self._types.annotations.read(view, arguments[1], scope))
        if short == "enter_context" and len(arguments) == 1:
            return self._types.containers.entered(value(view, arguments[0], scope, at))
        return None

    def _type_variable(self, view: FileView, arguments: tuple[int, ...], scope: int) -> Value:
        name = view.name(arguments[0]).strip("\"'")
        bound: list[Value] = []
        for one in arguments[1:]:
            row = view.expressions[one]
            if row[0] == Op.KEYWORD:
                if view.strings[row[1]] == "bound":
                    bound.append(self._types.annotations.read(view, row[2], scope))
            else:
                bound.append(self._types.annotations.read(view, one, scope))
        return (("V", name, union(*bound)),)

    def _super(self, view: FileView, arguments: tuple[int, ...], scope: int, at: int) -> Value:
        """`super()` in a method: what lies behind the class that the method stands in."""
        caller = view.enclosing(scope, CALLABLES)
        while caller != NONE and not self._types.is_method(view, caller):
            caller = view.enclosing(view.declarations[caller].scope, CALLABLES)
        if arguments:
            for atom in self._types.expressions.value(view, arguments[0], scope, at):
                if atom[0] in CLASS_OBJECTS:
                    return (("S", atom[1], atom[2], ("Z", atom[1], atom[2])),)
        if caller == NONE:
            return UNKNOWN
        owner = view.symbols[self._types.owner_class(view, caller)]
        attributes = view.declarations[caller].attributes
        head = "ZC" if "classmethod" in attributes or view.declarations[caller].name == "__new__" else "Z"
        return (("S", view.path, owner, (head, view.path, owner)),)
